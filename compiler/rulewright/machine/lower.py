"""From the checked tree to the machine: which units can be interrupted, and their steps.

`lower(game)` gives a Machine. A statement that cannot lead to a decision stays whole inside a step; one that
can is cut: what comes before it ends a step, what follows starts another. Verbs that write what a reaction's
condition reads are followed by a Test of that reaction.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from itertools import count
from typing import Any, TypeVar

from rulewright import core
from rulewright.checks.case_reads import cases_by_place
from rulewright.checks.effects import ME, Access, Reads, expressions, inner_blocks, statements, writes
from rulewright.machine.machine import (
    AskChoice,
    AskOffer,
    Branch,
    Drain,
    End,
    Enter,
    Goto,
    Hold,
    Items,
    Machine,
    Next,
    Op,
    Return,
    Slot,
    StartRound,
    StartTurn,
    Step,
    Switch,
    Test,
    TestEndings,
    Unit,
)
from rulewright.machine.thread_steps import thread_steps

T = TypeVar("T")


def lower(game: core.Game) -> Machine:
    """The machine of a checked game."""
    machine = Machine()
    for unit in _units(game):
        machine.units[unit.name] = unit
    tests = _Tests(game, machine)
    _find_me(game, machine, tests)
    _find_simple(game, machine, tests)
    for unit in machine.units.values():
        if not unit.simple:
            _Cutter(game, machine, tests, unit).cut()
    machine.tests = tests.after
    thread_steps(machine)
    return machine


# ---- units


def _units(game: core.Game) -> list[Unit]:
    setup, flow = game.setup, game.flow
    units = []
    if setup:
        units.append(Unit("setup", "setup", False, (), setup.body, setup.span, setup.per, simple=False))
    if flow:
        units.append(Unit(flow.sort, flow.sort, False, (), flow.body, flow.span, flow.per, simple=False))
    for action in game.actions.values():
        params = tuple(core.Param(name=p.name, type=p.type, span=p.span) for p in action.picks)
        units.append(_unit(f"action:{action.name}", "action", True, params, action))
    for procedure in game.procedures.values():
        units.append(_unit(procedure.name, "procedure", procedure.uses_me, procedure.params, procedure))
    for reaction in game.reactions.values():
        if isinstance(reaction, core.AsSoonAs):
            binder = reaction.binder
            params = (core.Param(name=binder.name, type=binder.type, span=binder.span),) if binder else ()
            units.append(_unit(f"reaction:{reaction.name}", "reaction", True, params, reaction))
        else:
            units.append(
                _unit(f"reaction:{reaction.name}", "reaction", uses_me(reaction), reaction.params, reaction)
            )
    for unit in units:
        unit.body = _with_choosers(unit.body)
    return units


def _unit(
    name: str,
    sort: str,
    me: bool,
    params: tuple[core.Param, ...],
    of: core.Action | core.Procedure | core.AsSoonAs | core.When,
) -> Unit:
    return Unit(name, sort, me, params, of.body, of.span, of.per)


def uses_me(reaction: core.When) -> bool:
    """Does a reaction to an event read the seat that acts?"""
    parts = [expr for stmt in statements(reaction.body) for expr in expressions(stmt)]
    parts += [reaction.guard] if reaction.guard is not None else []
    resolves = any(
        isinstance(stmt, core.Resolve | core.Trigger | core.Choose | core.Offer)
        for stmt in statements(reaction.body)
    )
    return resolves or any(isinstance(part, core.Me) for expr in parts for part in core.walk(expr))


def _find_me(game: core.Game, machine: Machine, tests: _Tests) -> None:
    """A unit that tests reactions for all seats, itself or in what it runs, must know which seat is first."""
    changed = True
    while changed:
        changed = False
        for unit in machine.units.values():
            if unit.sort in ("procedure", "reaction") and not unit.me:
                unit.me = changed = any(
                    any(test.seat is None for test in tests.after.get(id(stmt), ()))
                    or any(inner.me for inner in _run_by(game, machine, stmt))
                    for stmt in statements(unit.body)
                )
                if changed:
                    break


def _run_by(game: core.Game, machine: Machine, stmt: core.Stmt) -> list[Unit]:
    """The units that a statement runs."""
    if isinstance(stmt, core.Resolve):
        return [machine.units[stmt.procedure]]
    if isinstance(stmt, core.Trigger):
        return [machine.units[f"reaction:{r.name}"] for r in reactions_to(game, stmt.event)]
    return []


def _sets_off(game: core.Game, machine: Machine, tests: _Tests, unit: Unit, seen: set[str]) -> bool:
    """Can a unit change what a reaction waits for?"""
    seen.add(unit.name)
    return any(
        id(stmt) in tests.after
        or any(
            _sets_off(game, machine, tests, inner, seen)
            for inner in _run_by(game, machine, stmt)
            if inner.name not in seen
        )
        for stmt in statements(unit.body)
    )


def _together(game: core.Game, machine: Machine, tests: _Tests) -> list[list[Unit]]:
    """Units that are simple together or not at all, because they run in order: reactions to one event, and
    those that one verb can set off."""
    groups = [[r.name for r in reactions_to(game, event) if r.order == "at_once"] for event in game.events]
    groups += [[test.reaction for test in after] for after in tests.after.values()]
    return [[machine.units[f"reaction:{name}"] for name in group] for group in groups]


def _find_simple(game: core.Game, machine: Machine, tests: _Tests) -> None:
    """A unit is simple until something in it can ask; found by going round until nothing changes.

    One that waits in line needs its frame, and so does one `as soon as` that can set off others: what a verb
    sets off is settled before the first of it runs."""
    for reaction in game.reactions.values():
        if isinstance(reaction, core.When) and reaction.order == "in_line":
            machine.units[f"reaction:{reaction.name}"].simple = False
        if isinstance(reaction, core.AsSoonAs):
            unit = machine.units[f"reaction:{reaction.name}"]
            unit.simple = not _sets_off(game, machine, tests, unit, set())
    together = _together(game, machine, tests)
    changed = True
    while changed:
        changed = False
        for group in together:
            if any(unit.simple for unit in group) and not all(unit.simple for unit in group):
                changed = True
                for unit in group:
                    unit.simple = False
        for unit in machine.units.values():
            if unit.simple and any(tests.asks(stmt) for stmt in statements(unit.body)):
                unit.simple = False
                changed = True


def reactions_to(game: core.Game, event: str) -> list[core.When]:
    """The reactions to an event, in the order of the file."""
    return [r for r in game.reactions.values() if isinstance(r, core.When) and r.event == event]


# ---- the seat that acts


def _with_choosers(block: core.Block) -> core.Block:
    """Inside `choose ... by q`, `me` is q: there it becomes a local value of its own."""
    return tuple(_chooser(stmt) for stmt in block)


def _chooser(stmt: core.Stmt) -> core.Stmt:
    for name in ("body", "or_else", "then", "otherwise"):
        inner = getattr(stmt, name, None)
        if isinstance(inner, tuple):
            changed: dict[str, Any] = {name: _with_choosers(inner)}
            stmt = replace(stmt, **changed)
    if isinstance(stmt, core.MatchStmt):
        cases = tuple(replace(case, body=_with_choosers(case.body)) for case in stmt.cases)
        stmt = replace(stmt, cases=cases)
    if isinstance(stmt, core.Choose) and not isinstance(stmt.by, core.Me):
        chooser = core.Local(name=f"{stmt.name}_chooser", type=core.Seat(), span=stmt.by.span)
        stmt = replace(
            stmt,
            source=swap_me(stmt.source, chooser),
            where=swap_me(stmt.where, chooser),
            body=swap_me(stmt.body, chooser),
            or_else=swap_me(stmt.or_else, chooser),
        )
    return stmt


def swap_me(node: T, by: core.Expr) -> T:
    """A copy of a tree with `me` replaced."""
    return _swapped(node, by)  # type: ignore[no-any-return]


def _swapped(node: Any, by: core.Expr) -> Any:
    if isinstance(node, core.Me):
        return by
    if isinstance(node, tuple):
        return tuple(_swapped(item, by) for item in node)
    if is_dataclass(node) and isinstance(
        node, core.Expr | core.Stmt | core.Binder | core.MatchCase | core.StmtCase
    ):
        values = {f.name: _swapped(getattr(node, f.name), by) for f in fields(node)}
        if isinstance(node, core.Stmt) and node.me is None:
            values["me"] = by
        return type(node)(**values)
    return node


# ---- reactions that must be tested


class _Tests:
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
        self.after: dict[int, tuple[Test, ...]] = {}
        for unit in machine.units.values():
            if unit.sort != "setup":
                for stmt in statements(unit.body):
                    self._note(stmt)

    def _note(self, stmt: core.Stmt) -> None:
        found: dict[str, list[Access]] = {}
        for access in writes(self._game, stmt):
            for reaction in self._reads.get(access.place, ()):
                found.setdefault(reaction, []).append(access)
        if found:
            self.after[id(stmt)] = tuple(
                Test(reaction, self._only(reaction, accesses), cases)
                for reaction in self._game.reactions
                if (accesses := found.get(reaction)) and (cases := self._changed(reaction, accesses)) != 0
            )

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
        return next(iter(seats.values())) if own and len(seats) == 1 else None

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


# ---- steps


class _Cutter:
    """Cuts one unit into steps. `_open` is the step being filled; None after one has ended."""

    def __init__(self, game: core.Game, machine: Machine, tests: _Tests, unit: Unit) -> None:
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
        top = self._reserve()
        self._end(Goto(top))
        self._begin(top)
        self._do(StartRound())
        if self._unit.sort == "turn":
            self._turns()
        else:
            self._drained(self._unit.body)
        self._end(TestEndings("round", top))

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
        span = self._unit.span
        seats = core.Domain(of=core.Seat(), type=core.ListType(core.Seat()), span=span)
        after_turn = self._reserve()
        head, after = self._loop("me", seats, None, None)
        self._do(StartTurn())
        self._drained(self._unit.body)
        self._end(TestEndings("turn", after_turn))
        self._begin(after_turn)
        self._end(Goto(head))
        self._begin(after)

    def _loop(
        self, name: str, source: core.Expr, where: core.Expr | None, recheck: core.Expr | None
    ) -> tuple[int, int]:
        """Opens the body of a loop; gives its head and what follows it."""
        items, at = self._hidden("items"), self._hidden("at")
        self._slot(name)
        self._do(Items(items, at, source, name, where))
        head, body, after = self._reserve(), self._reserve(), self._reserve()
        self._end(Goto(head))
        self._begin(head)
        self._end(Next(items, at, name, recheck, body, after))
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
        self._begin(ask)
        self._end(AskOffer(stmt.actions, to, nexts))
        for number, then in ((again, ask), (out, after)):
            if number != then:
                self._after_action(number, then)
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
