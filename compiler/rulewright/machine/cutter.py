"""Cuts a unit into steps: what comes before a decision ends one, what follows starts another.

`Cutter(game, machine, tests, unit).cut()` fills the machine.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from rulewright import core
from rulewright.machine.machine import (
    AskChoice,
    AskOffer,
    AskTogether,
    Branch,
    Drain,
    End,
    Enter,
    Gather,
    Goto,
    Hold,
    Items,
    Machine,
    Next,
    Op,
    Return,
    Reveal,
    Slot,
    StartRound,
    StartTurn,
    Step,
    Switch,
    TestEndings,
    Unit,
)
from rulewright.machine.reaction_tests import ReactionTests


class Cutter:
    """Cuts one unit into steps. `_open` is the step being filled; None after one has ended."""

    def __init__(self, game: core.Game, machine: Machine, tests: ReactionTests, unit: Unit) -> None:
        self._game = game
        self._machine = machine
        self._tests = tests
        self._unit = unit
        self._fresh = count(1)
        self._open: Step | None = None
        self._span = unit.span
        self._has_endings = any(e.tested in ("at_once", "after_round") for e in game.endings.values())
        self._has_line = any(
            isinstance(r, core.When) and r.order == "in_line" for r in game.reactions.values()
        )

    def cut(self) -> None:
        """Fills the machine with the unit's steps."""
        unit = self._unit
        if unit.me:
            self._slot("me")
        for param in unit.params:
            self._slot(param.name)
        unit.entry = self._begin()
        if unit.sort in ("round", "turn"):
            self._flow()
        else:
            self._block(unit.body)
            self._end(Return())

    # the step being filled

    def _begin(self, number: int | None = None) -> int:
        """Opens a new step (or one reserved before) and gives its number."""
        if number is None:
            number = self._reserve()
        self._open = Step(number, self._unit.name, [], Return(), self._span)
        self._machine.steps[number] = self._open
        return number

    def _reserve(self) -> int:
        self._machine.steps.append(Step(len(self._machine.steps), self._unit.name, [], Return(), self._span))
        return len(self._machine.steps) - 1

    def _end(self, end: End) -> None:
        assert self._open is not None
        self._open.end = end
        self._open = None

    def _do(self, op: Op) -> None:
        assert self._open is not None
        if not self._open.ops and isinstance(op, core.Stmt):
            self._open.span = op.span
        self._open.ops.append(op)

    def _slot(self, name: str) -> str:
        slots = self._unit.slots
        if all(slot.name != name for slot in slots):
            slots.append(Slot(name, len(slots) + 1))
        return name

    def _hidden(self, what: str) -> str:
        return self._slot(f"{what}_{next(self._fresh)}")

    # the whole game

    def _flow(self) -> None:
        self._do(Hold())
        turns = self._game.turns if self._unit.sort == "turn" else None
        alone = turns is not None and turns.next is not None
        if turns is not None and alone:
            self._slot("me")
            if turns.first is not None:
                self._turn_to(turns.first)
        top = self._reserve()
        self._end(Goto(top))
        self._begin(top)
        self._do(StartRound())
        if self._unit.sort == "turn":
            self._turns()
        else:
            self._drained(self._unit.body)
        self._end(Goto(top) if alone else TestEndings("round", top))

    def _drained(self, block: core.Block) -> None:
        """The flow's own statements: what waits in line runs after each of them."""
        for stmt in block:
            self._block((stmt,))
            if self._has_line:
                self._drain()

    def _drain(self) -> None:
        step, after = self._reserve(), self._reserve()
        self._end(Goto(step))
        self._begin(step)
        self._end(Drain(after))
        self._begin(after)

    def _turns(self) -> None:
        span, turns = self._unit.span, self._game.turns
        if turns is not None and turns.next is not None:
            self._one_turn(turns.next)
            return
        seats: core.Expr = core.Domain(of=core.Seat(), type=core.ListType(core.Seat()), span=span)
        if turns is not None and turns.first is not None:
            seats = core.SeatsFrom(of=seats, start=turns.first, type=seats.type, span=span)
        after_turn = self._reserve()
        head, after = self._loop("me", seats, None, None)
        self._do(StartTurn())
        self._drained(self._unit.body)
        self._end(TestEndings("turn", after_turn))
        self._begin(after_turn)
        self._end(Goto(head))
        self._begin(after)

    def _one_turn(self, then: core.Expr) -> None:
        """A round that is one turn; at its end it is known who has the next."""
        self._do(StartTurn())
        self._drained(self._unit.body)
        after_turn, end = self._reserve(), self._reserve()
        self._end(TestEndings("turn", after_turn))
        self._begin(after_turn)
        self._end(TestEndings("round", end))
        self._begin(end)
        self._turn_to(then)

    def _turn_to(self, seat: core.Expr) -> None:
        next = self._hidden("next")
        self._do(core.Let(name=next, value=seat, span=seat.span, per=()))
        self._do(
            core.Let(
                name="me",
                value=core.Local(name=next, type=core.Seat(), span=seat.span),
                span=seat.span,
                per=(),
            )
        )

    def _loop(
        self, name: str, source: core.Expr, where: core.Expr | None, recheck: core.Expr | None
    ) -> tuple[int, int]:
        """Opens the body of a loop; gives its head and what follows it."""
        counted = where is None and isinstance(source, core.Domain)
        items, at = "" if counted else self._hidden("items"), self._hidden("at")
        self._slot(name)
        self._do(Items(items, at, source, name, where))
        head, body, after = self._reserve(), self._reserve(), self._reserve()
        self._end(Goto(head))
        self._begin(head)
        self._end(Next(items, at, name, source, recheck, body, after))
        self._begin(body)
        return head, after

    # statements

    def _block(self, block: core.Block) -> None:
        for stmt in block:
            self._span = stmt.span
            if self._tests.asks_within(stmt):
                self._cut(stmt)
            else:
                if isinstance(stmt, core.Let | core.Draw):
                    self._slot(stmt.name)
                self._do(stmt)

    def _cut(self, stmt: core.Stmt) -> None:
        match stmt:
            case core.Choose():
                self._choose(stmt)
            case core.Offer():
                self._offer(stmt)
            case core.Each():
                self._each(stmt)
            case core.Repeat():
                self._repeat(stmt)
            case core.IfStmt():
                self._if(stmt)
            case core.MatchStmt():
                self._match(stmt)
            case core.Resolve():
                self._resolve(stmt)
            case _:
                self._verb(stmt)

    def _verb(self, stmt: core.Stmt) -> None:
        """A verb whose reactions may ask: they run before the next step."""
        self._do(stmt)
        assert self._open is not None
        self._open.yields = True
        after = self._reserve()
        self._end(Goto(after))
        self._begin(after)

    def _choose(self, stmt: core.Choose) -> None:
        if not isinstance(stmt.by, core.Me):
            chooser = self._slot(f"{stmt.name}_chooser")
            self._do(core.Let(name=chooser, value=stmt.by, span=stmt.by.span, per=()))
            stmt = replace(stmt, by=core.Local(name=chooser, type=core.Seat(), span=stmt.by.span))
        self._slot(stmt.name)
        ask, body, after = self._reserve(), self._reserve(), self._reserve()
        or_else = self._reserve() if stmt.or_else else after
        self._end(Goto(ask))
        self._begin(ask)
        self._end(AskChoice(stmt, body, or_else))
        self._branch(body, stmt.body, after)
        if stmt.or_else:
            self._branch(or_else, stmt.or_else, after)
        self._begin(after)

    def _branch(self, number: int, block: core.Block, after: int) -> None:
        self._begin(number)
        self._block(block)
        self._end(Goto(after))

    def _offer(self, stmt: core.Offer) -> None:
        if stmt.together:
            self._offer_together(stmt)
            return
        to = stmt.to
        if not isinstance(to, core.Me | core.Local):
            seat = self._hidden("seat")
            self._do(core.Let(name=seat, value=to, span=to.span, per=()))
            to = core.Local(name=seat, type=core.Seat(), span=to.span)
        ask, after = self._reserve(), self._reserve()
        self._end(Goto(ask))
        ends = self._has_endings or self._has_line
        again = self._reserve() if stmt.until and ends else ask
        out = self._reserve() if ends else after
        nexts = tuple(out if stmt.until in (None, action) else again for action in stmt.actions)
        stuck = None if stmt.otherwise is None else self._reserve()
        self._begin(ask)
        self._end(AskOffer(stmt.actions, to, nexts, stuck))
        if stuck is not None and stmt.otherwise is not None:
            self._branch(stuck, stmt.otherwise, after)
        for number, then in ((again, ask), (out, after)):
            if number != then:
                self._after_action(number, then)
        self._begin(after)

    def _offer_together(self, stmt: core.Offer) -> None:
        """All choose in one step; then another plays what they chose, again and again."""
        seats, chosen, at = self._hidden("seats"), self._hidden("chosen"), self._hidden("at")
        me = self._hidden("seat")
        self._do(Gather(seats, chosen, at, stmt.to))
        ask, reveal, after = self._reserve(), self._reserve(), self._reserve()
        again = self._reserve() if self._has_line else reveal
        out = self._reserve() if self._has_endings else after
        self._end(Goto(ask))
        self._begin(ask)
        self._end(AskTogether(stmt.actions, seats, chosen, reveal))
        self._begin(reveal)
        self._end(Reveal(stmt.actions, seats, chosen, at, me, ask, again, out))
        if again != reveal:
            self._begin(again)
            self._drain()
            self._end(Goto(reveal))
        if out != after:
            self._begin(out)
            self._end(TestEndings("action", after))
        self._begin(after)

    def _after_action(self, number: int, then: int) -> None:
        """What waits in line runs, then the endings are tested."""
        self._begin(number)
        if self._has_line:
            self._drain()
        self._end(TestEndings("action", then) if self._has_endings else Goto(then))

    def _each(self, stmt: core.Each) -> None:
        head, after = self._loop(stmt.name, stmt.source, stmt.where, stmt.recheck)
        self._block(stmt.body)
        self._end(Goto(head))
        self._begin(after)

    def _repeat(self, stmt: core.Repeat) -> None:
        head, body, after = self._reserve(), self._reserve(), self._reserve()
        self._end(Goto(head))
        self._begin(head)
        self._end(Branch(stmt.until, after, body))
        self._branch(body, stmt.body, head)
        self._begin(after)

    def _if(self, stmt: core.IfStmt) -> None:
        then, after = self._reserve(), self._reserve()
        otherwise = self._reserve() if stmt.otherwise else after
        self._end(Branch(stmt.condition, then, otherwise))
        self._branch(then, stmt.then, after)
        if stmt.otherwise:
            self._branch(otherwise, stmt.otherwise, after)
        self._begin(after)

    def _match(self, stmt: core.MatchStmt) -> None:
        after = self._reserve()
        steps = [self._reserve() for _ in stmt.cases]
        otherwise = self._reserve() if stmt.otherwise else after
        for case in stmt.cases:
            for name, _ in case.params:
                self._slot(name)
        cases = tuple((case.word, case.params, step) for case, step in zip(stmt.cases, steps, strict=True))
        self._end(Switch(stmt.value, cases, otherwise))
        for case, step in zip(stmt.cases, steps, strict=True):
            self._branch(step, case.body, after)
        if stmt.otherwise:
            self._branch(otherwise, stmt.otherwise, after)
        self._begin(after)

    def _resolve(self, stmt: core.Resolve) -> None:
        after = self._reserve()
        self._end(Enter(stmt.procedure, stmt.args, after, stmt.me))
        self._begin(after)
