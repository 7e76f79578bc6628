"""After which statements which reactions are tested.

`ReactionTests(game, machine)` notes for each verb the `as soon as` reactions that read what it writes.
"""

from __future__ import annotations

from rulewright import core
from rulewright.checks.case_reads import Cases
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
            r.name: Cases(game, r) for r in game.reactions.values() if isinstance(r, core.AsSoonAs)
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
        tests = [
            test
            for reaction in self._game.reactions
            if (accesses := found.get(reaction))
            and (test := self._test(reaction, stmt, accesses)) is not None
        ]
        if tests:
            self.after[id(stmt)] = tuple(tests)

    def _test(self, reaction: str, stmt: core.Stmt, accesses: list[Access]) -> Test | None:
        """The test of a reaction for the cases that what is written can touch; None if it touches none."""
        cases, places = self._cases[reaction], {access.place for access in accesses}
        only, member = self._only(reaction, accesses), _member(stmt)
        if member is not None:
            assert isinstance(member.type, core.Component)
            masks = cases.telling(member.type.record, places)
            if len(set(masks)) > 1:
                return Test(reaction, only, member=member, masks=masks, apart=cases.apart)
            mask = masks[0]
        else:
            mask = cases.reading(places)
        return Test(reaction, only, mask if cases.apart else None) if mask else None

    def _is_conserved(self, name: str, stmt: core.Stmt) -> bool:
        """Is what a reaction waits for the same before and after a verb, whatever it moves?"""
        reaction = self._game.reactions[name]
        assert isinstance(reaction, core.AsSoonAs)
        asked = [reaction.condition, *([reaction.binder.source] if reaction.binder else [])]
        return isinstance(stmt, core.MovePieces) and all(self._conserved.by(expr, stmt) for expr in asked)

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


def _member(stmt: core.Stmt) -> core.Local | None:
    """The one component that a verb moves, or that a memory learns or forgets, by a name that stays."""
    match stmt:
        case core.Move(what=core.Local(type=core.Component()) as member):
            return member
        case core.Remember(op="add" | "remove", value=core.Local(type=core.Component()) as member):
            return member
    return None


def _which(seat: core.Expr | None) -> object:
    """What tells two seat expressions apart, wherever they were written."""
    match seat:
        case core.Me():
            return ME
        case core.Local(name=name):
            return (name,)
    return seat
