"""What all parts of the C emitter know of a game."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright import core
from rulewright.machine.lower import lower
from rulewright.machine.machine import Machine, mover
from rulewright.machine.move_numbers import Block, number_moves
from rulewright.machine.open_lists import open_lists
from rulewright.machine.words import rows
from rulewright.native.shape import Shape, shape
from rulewright.native.tables import Tables
from rulewright.python.names import Names
from rulewright.python.places import Context


@dataclass(slots=True)
class Native:
    """A game, its machine, the shape of its values, the tables that were asked for; `context` is what the
    reasoning of the Python emitter needs."""

    game: core.Game
    machine: Machine
    moves: list[Block]
    shape: Shape
    context: Context
    tables: Tables = field(default_factory=Tables)
    numbers: dict[str, int] = field(default_factory=dict)

    def rows_of(self, record: str) -> str:
        """The table of the rows of components."""
        return self.tables.numbers(f"row_{record}", rows(self.game.records[record]))


def native(game: core.Game) -> Native:
    """What there is to know of a game before its C is written. Raises Unfit over a limit."""
    machine = lower(game)
    form = shape(game, machine)
    context = Context(game, form.layout, Names(game), open=open_lists(game), mover=mover(machine))
    moves = number_moves(game, machine)
    return Native(game, machine, moves, form, context, numbers={block.label: block.base for block in moves})
