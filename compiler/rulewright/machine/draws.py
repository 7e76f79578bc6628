"""What happens by chance: whether a game draws at all, and which statements may need a random value.

With explicit chance a step that needs one is taken again from its start, so nothing that may draw is joined
to what comes before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright import core
from rulewright.checks.effects import statements
from rulewright.machine.machine import Machine, Op
from rulewright.machine.reaction_tests import reactions_to


def draws(machine: Machine) -> bool:
    """Does anything in a game happen by chance?"""
    return any(
        isinstance(stmt, core.Draw | core.Shuffle)
        for unit in machine.units.values()
        for stmt in statements(unit.body)
    )


class Draws:
    """Which operations may draw, themselves or by what they set off; cards come out of an open order when
    they are moved."""

    def __init__(self, game: core.Game, machine: Machine) -> None:
        self._game = game
        self._machine = machine
        self._hidden = any(
            isinstance(stmt, core.Shuffle)
            for unit in machine.units.values()
            for stmt in statements(unit.body)
        )

    def any(self, ops: Iterable[Op]) -> bool:
        """May one of them draw?"""
        return any(self._draws(stmt) for stmt in self._all(ops, set()))

    def _draws(self, stmt: core.Stmt) -> bool:
        moves = isinstance(stmt, core.Move | core.MoveAll | core.Deal)
        return isinstance(stmt, core.Draw | core.Shuffle) or (self._hidden and moves)

    def _all(self, ops: Iterable[Op], seen: set[str]) -> Iterator[core.Stmt]:
        """All statements that run with some, in procedures and reactions too."""
        for op in ops:
            for stmt in statements((op,)) if isinstance(op, core.Stmt) else ():
                yield stmt
                for unit in set(self._set_off(stmt)) - seen:
                    seen.add(unit)
                    if self._machine.units[unit].simple:  # others have a frame, and steps of their own
                        yield from self._all(self._machine.units[unit].body, seen)

    def _set_off(self, stmt: core.Stmt) -> Iterator[str]:
        """The units that a statement runs."""
        for test in self._machine.tests.get(id(stmt), ()):
            yield f"reaction:{test.reaction}"
        if isinstance(stmt, core.Resolve):
            yield stmt.procedure
        if isinstance(stmt, core.Trigger):
            for reaction in reactions_to(self._game, stmt.event):
                yield f"reaction:{reaction.name}"
