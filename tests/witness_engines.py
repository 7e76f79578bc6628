"""Witnesses of cascades without an end, played in engines that are built though they are not proved to stop.

`replay(module, game, witness, most)` brings an engine to the position of a witness, sets off what it names
first, and answers each decision as it says: first what leads to the loop, then its round again and again,
until `most` reactions have started. The steps that run are those of the engine. What is decided on the way
that has no part in the loop (`Player.told` does not know it) is declined, or else the first that there is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, cycle
from types import ModuleType
from typing import Any

from rulewright import cascades, core
from rulewright.python.names import Names
from tests.cascade_engines import placed
from tests.cascade_replay import position

Face = Any
Choice = tuple[str, int | None]


class Ended(Exception):
    """The cascade of a witness has come to an end in its engine, or goes another way."""


def replay(module: ModuleType, game: core.Game, witness: cascades.Witness, most: int) -> Face:
    """Plays a witness; gives the game in the middle of its cascade. Raises Ended where there is none."""
    face = placed(module, *position(game, witness))
    state, moves = face.state, module.moves
    state.trace = []
    idle = len(state.frames)
    _set_off(module, game, witness, state)
    player = Player(module, witness)
    while len(state.trace) < most:
        if len(state.frames) == idle:
            if not state.queue:
                raise Ended(f"it ends after {len(state.trace)} reactions")
            state.frames.append(state.queue.pop(0))
        if moves.step(state):
            moves.answer(state, player.move(face.legal_moves()))
    return face


def _set_off(module: ModuleType, game: core.Game, witness: cascades.Witness, state: Any) -> None:
    """Raises the events of what a witness names first."""
    names = Names(game)
    for name, me, args in witness.first:
        reaction = game.reactions[name]
        assert isinstance(reaction, core.When)
        raised = getattr(module.moves, names["raise", reaction.event])
        seat = {"me": me} if "me" in raised.__annotations__ else {}
        raised(state, **seat, **dict(zip(_names(raised, seat), args, strict=True)))


def _names(raised: Any, seat: dict[str, int]) -> list[str]:
    """What the parameters of an event are called in its function."""
    return [name for name in raised.__annotations__ if name not in ("s", "return", *seat)]


class Player:
    """Decides as a witness says."""

    def __init__(self, module: ModuleType, witness: cascades.Witness) -> None:
        turns = (*witness.lead, *witness.steps)
        self.groups = module.RULES.groups
        self.told = {label for turn in turns for label, _ in turn.choices}
        self._choices = self._of(chain(witness.lead, cycle(witness.steps)))

    def _of(self, turns: Iterator[cascades.Turn]) -> Iterator[tuple[str, int | None]]:
        return (choice for turn in turns for choice in turn.choices)

    def move(self, legal: list[int]) -> int:
        """The move that is chosen now. Raises Ended where it is not legal."""
        group = self._group(legal[0])
        declines = group.base + group.count - 1 if group.declines else -1
        if group.name not in self.told:
            return legal[0] if declines < 0 else declines
        label, value = next(self._choices)
        found = declines if value is None else group.base + value
        if group.name != label or found not in legal:
            raise Ended(f"{label} is to be {value}, {group.name} is asked")
        return found

    def _group(self, move: int) -> Any:
        return next(group for group in self.groups if group.base <= move < group.base + group.count)
