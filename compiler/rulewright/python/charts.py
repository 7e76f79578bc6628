"""Which games have so few positions that an engine keeps each of them once it has come."""

from __future__ import annotations

from math import prod

from rulewright import core
from rulewright.machine.draws import draws
from rulewright.machine.machine import AskTogether, Machine
from rulewright.python.expressions import Context

MOST = 50_000


def is_charted(context: Context, machine: Machine) -> bool:
    """Has a game no more than `MOST` positions, as far as what it remembers can tell? Where something happens
    by chance, where seats decide together, and where zones hold components or counted pieces it is not
    asked."""
    game, layout = context.game, context.layout
    if draws(machine) or layout.lists or layout.masks or layout.counts or game.tokens or game.reactions:
        return False
    if any(isinstance(step.end, AskTogether) for step in machine.steps) or _repeats(game):
        return False
    return prod((_values(game, memory) for memory in game.memories.values()), start=game.low) <= MOST


def _values(game: core.Game, memory: core.Memory) -> int:
    """How many values a memory can have, all its cells together."""
    cells = (memory.axis.size if memory.axis else 1) * (game.high if memory.of_player else 1)
    if isinstance(memory.type, core.SetType):
        return 1 << min(64, (core.bounds(game, memory.type.of)[1] + 1) * cells)
    low, high = core.bounds(game, memory.type)
    size = high - low + 1 + isinstance(memory.type, core.Optional)
    return int(size ** min(64, cells)) if size > 1 else 1


def _repeats(game: core.Game) -> bool:
    """Does an ending ask how often a position has come? Then what came before tells positions apart."""
    conditions = [*(e.condition for e in game.endings.values()), *(d.value for d in game.defines.values())]
    return any(isinstance(part, core.Repeated) for one in conditions for part in core.walk(one))
