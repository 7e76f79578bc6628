"""After which statements which reactions are tested.

`ReactionTests(game, machine)` notes for each verb the `as soon as` reactions that read what it writes.
"""

from __future__ import annotations

from rulewright import core
from rulewright.checks.case_reads import cases_by_place
from rulewright.checks.effects import ME, Access, Reads, inner_blocks, statements, writes
from rulewright.machine.conserved import Conserved
from rulewright.machine.machine import (
    Machine,
    Test,
)


def reactions_to(game: core.Game, event: str) -> list[core.When]:
    """The reactions to an event, in the order of the file."""
    return [r for r in game.reactions.values() if isinstance(r, core.When) and r.event == event]


class ReactionTests:
    """After which statements which `as soon as` reactions are tested."""

    def __init__(self, game: core.Game, machine: Machine) -> None:
        self._machine = machine
        self._game = game
        reads = Reads(game)
        self._reads: dict[str, dict[str, set[str]]] = {}
        for reaction in game.reactions.values():
            if isinstance(reaction, core.AsSoonAs):
                sources = reads.of(reaction.binder.source) if reaction.binder else frozenset()
                for place, whose in reads.of(reaction.condition) | sources:
                    self._reads.setdefault(place, {}).setdefault(reaction.name, set()).add(whose)
        self._cases = {
            r.name: cases_by_place(game, r) for r in game.reactions.values() if isinstance(r, core.AsSoonAs)
        }
        self._conserved = Conserved(game)
        self.after: dict[int, tuple[Test, ...]] = {}
        for unit in machine.units.values():
            if unit.sort != "setup":
                for stmt in statements(unit.body):
                    self._note(stmt)

    def _note(self, stmt: core.Stmt) -> None:
        found: dict[str, list[Access]] = {}
        for access in writes(self._game, stmt):
            for reaction in self._reads.get(access.place, ()):
                if not self._is_conserved(reaction, stmt):
                    found.setdefault(reaction, []).append(access)
        if found:
            self.after[id(stmt)] = tuple(
                Test(reaction, self._only(reaction, accesses), cases)
                for reaction in self._game.reactions
                if (accesses := found.get(reaction)) and (cases := self._changed(reaction, accesses)) != 0
            )

    def _is_conserved(self, name: str, stmt: core.Stmt) -> bool:
        """Is what a reaction waits for the same before and after a verb, whatever it moves?"""
        reaction = self._game.reactions[name]
        assert isinstance(reaction, core.AsSoonAs)
        asked = [reaction.condition, *([reaction.binder.source] if reaction.binder else [])]
        return isinstance(stmt, core.MovePieces) and all(self._conserved.by(expr, stmt) for expr in asked)

    def _changed(self, reaction: str, accesses: list[Access]) -> int | None:
        """The cases that what is written can touch; None for all, 0 for none."""
        by_place = self._cases[reaction]
        if by_place is None:
            return None
        mask = 0
        for access in accesses:
            mask |= by_place.get(access.place, 0)
        return mask

    def _only(self, reaction: str, accesses: list[Access]) -> core.Expr | None:
        """The one seat to test, if the condition reads only a seat's own part of what is written."""
        seats = {_which(access.seat): access.seat for access in accesses}
        own = all(self._reads[access.place][reaction] <= {ME} for access in accesses)
        seat = next(iter(seats.values()))
        stays = isinstance(
            seat, core.Me | core.Local | core.Const
        )  # a verb may change what else names a seat
        return seat if own and stays and len(seats) == 1 else None

    def asks(self, stmt: core.Stmt) -> bool:
        """Can this one statement (not its inner ones) lead to a decision?"""
        units = self._machine.units
        if isinstance(stmt, core.Choose | core.Offer):
            return True
        if isinstance(stmt, core.Resolve):
            return not units[stmt.procedure].simple
        if isinstance(stmt, core.Trigger):
            raised = [r for r in reactions_to(self._game, stmt.event) if r.order == "at_once"]
            return any(not units[f"reaction:{r.name}"].simple for r in raised)
        return any(not units[f"reaction:{test.reaction}"].simple for test in self.after.get(id(stmt), ()))

    def asks_within(self, stmt: core.Stmt) -> bool:
        """Can a statement or one inside it lead to a decision?"""
        return self.asks(stmt) or any(self.asks_within(s) for block in inner_blocks(stmt) for s in block)


def _which(seat: core.Expr | None) -> object:
    """What tells two seat expressions apart, wherever they were written."""
    match seat:
        case core.Me():
            return ME
        case core.Local(name=name):
            return (name,)
    return seat
