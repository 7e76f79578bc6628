"""Stuck: decisions that may be left without an answer, where no rule says what then.

`check(game, report)` walks through the rules with what was asked on the way (`sure.Known`). An offer is
safe when one of its actions can always be played, or when they cannot all be blocked at once: who holds
no card may draw one. What certainly has no answer is an error (RW412); what may have none is a warning
(RW413, RW414), a skipped `choose` a note (RW415); turns of which nothing is left when nobody can answer go on
for ever (RW420). A case that what was asked before rules out is told,
too (RW411). A rule around it, or an ending, that looks at what blocks it counts as an answer: its author
has thought of it, and a proof would ask more than the check can know. Of a board it must ask the same: who
has no man left is not who has none that can move.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import core
from rulewright.checks.board_questions import BoardQuestions
from rulewright.checks.effects import Reads, asked_by, bodies, expressions, inner_blocks, writes
from rulewright.checks.sure import Known, Sure
from rulewright.report.diagnostics import Report

LATE, CERTAIN, OFFER, MUST, SKIPPED, SPINS = "RW411", "RW412", "RW413", "RW414", "RW415", "RW420"
MOST_STEPS = 500
Line = core.Pick | core.Guard
Asked = tuple[core.Expr, ...]


def check(game: core.Game, report: Report) -> None:
    """Take a checked game; report the decisions that may be left without an answer."""
    walk = _Walk(game, report)
    for flow in (game.setup, game.flow):
        if flow is not None:
            walk.block(flow.body, Known(flow.sort), ())
    for procedure in game.procedures.values():
        walk.block(procedure.body, Known(procedure.name), walk.callers(procedure.name))
    for action in game.actions.values():
        walk.action(action)
    for reaction in game.reactions.values():
        known = Known(reaction.name)
        first = reaction.condition if isinstance(reaction, core.AsSoonAs) else reaction.guard
        walk.assume(first, True, known)
        walk.block(reaction.body, known, () if first is None else (first,))


class _Walk:
    """Walks through blocks; `asked` are the conditions around a statement."""

    def __init__(self, game: core.Game, report: Report) -> None:
        self._game = game
        self._report = report
        self._sure = Sure(game)
        self._reads = Reads(game)
        self._questions = BoardQuestions(game)
        ends = [ending.condition for ending in game.endings.values()]
        self._ends = frozenset[str]().union(*map(self._places, ends))
        self._asked_by_ends = frozenset[str]().union(*map(self._questions.of, ends))
        bodies = [reaction.body for reaction in game.reactions.values()]
        self._react = frozenset(p for body in bodies for p in self._written(body) or ())
        self._callers: dict[str, list[core.Expr]] | None = None

    def assume(self, expr: core.Expr | None, holds: bool, known: Known) -> bool:
        """As `Sure.assume`."""
        return self._sure.assume(expr, holds, known)

    def action(self, action: core.Action) -> None:
        """What an action does, where its lines hold."""
        known = Known(action.name)
        for line in action.lines:
            self.assume(line.condition if isinstance(line, core.Guard) else line.where, True, known)
        asked = tuple(expr for line in action.lines for expr in asked_by(line))
        self.block(action.body, known, asked)

    def callers(self, procedure: str) -> Asked:
        """The conditions around the statements that resolve a procedure."""
        if self._callers is None:
            self._callers = {}
            for body in bodies(self._game):
                self._note_callers(body, ())
        return tuple(self._callers.get(procedure, ()))

    def _note_callers(self, block: core.Block, asked: Asked) -> None:
        assert self._callers is not None
        for stmt in block:
            if isinstance(stmt, core.Resolve):
                self._callers.setdefault(stmt.procedure, []).extend(asked)
            inside = (*asked, *expressions(stmt))
            for inner in inner_blocks(stmt):
                self._note_callers(inner, inside)

    # ---- statements

    def block(self, block: core.Block, known: Known, asked: Asked) -> None:
        """Statements in order; `known` is changed by what they write."""
        for stmt in block:
            match stmt:
                case core.Choose():
                    self._choose(stmt, known, asked)
                case core.Offer():
                    self._offer(stmt, known, asked)
                case core.IfStmt():
                    self._if(stmt, known, asked)
                case core.Each() | core.Repeat():
                    self._loop(stmt, known, asked)
                case _:
                    for inner in inner_blocks(stmt):
                        self.block(inner, known.copy(), (*asked, *expressions(stmt)))
            changed = self._changed(stmt)
            known.forget(changed)
            asked = tuple(expr for expr in asked if not changed or not changed & self._places(expr))

    def _if(self, stmt: core.IfStmt, known: Known, asked: Asked) -> None:
        around = (*asked, stmt.condition)
        self._reached(stmt, known)
        for block, holds in ((stmt.then, True), (stmt.otherwise, False)):
            inner = known.copy()
            if block and self.assume(stmt.condition, holds, inner):
                self.block(block, inner, around)

    def _reached(self, stmt: core.IfStmt, known: Known) -> None:
        """Report a case that what was asked before rules out."""
        holds = self._sure.truth(stmt.condition, known) if known.bounds else None
        if holds is None or self._sure.truth(stmt.condition, Known(known.unit)) is not None:
            return  # what never changes at all is RW225
        help = "remove it, or ask for it before"
        if not holds:
            message = "this never holds here: what was asked before rules it out"
            self._report.add(LATE, message, stmt.condition.span, help)
        elif stmt.otherwise:
            message = "this is never reached: what was asked before always holds"
            self._report.add(LATE, message, stmt.otherwise[0].span, help)

    def _loop(self, stmt: core.Each | core.Repeat, known: Known, asked: Asked) -> None:
        inner = known.copy()
        changed = self._changed(stmt)
        inner.forget(changed)
        if isinstance(stmt, core.Repeat):
            around = (*asked, stmt.until)
            self.assume(stmt.until, False, inner)
        else:
            around = (*asked, stmt.source, *(() if stmt.where is None else (stmt.where,)))
            if stmt.where is not None and changed is not None and not self._places(stmt.where) & changed:
                self.assume(stmt.where, True, inner)
            elif stmt.where is not None and len(stmt.body) == 1:
                inner = self._first_time(stmt, inner)
        self.block(stmt.body, inner, around)

    def _first_time(self, stmt: core.Each, known: Known) -> Known:
        """`where` was asked before the loop: of a seat's own things, only its own turn in it changes them."""
        assert stmt.where is not None
        owners = {whose for _, whose in self._reads.of(stmt.where)}
        if owners <= {stmt.name}:
            self.assume(stmt.where, True, known)
        return known

    # ---- what changes

    def _places(self, expr: core.Expr) -> frozenset[str]:
        return frozenset(place for place, _ in self._reads.of(expr))

    def _changed(self, stmt: core.Stmt) -> frozenset[str] | None:
        """The places that a statement may write, by what it sets off too; None where that can be any."""
        found = self._written((stmt,))
        return found if not found else found | self._react

    def _written(self, block: core.Block) -> frozenset[str] | None:
        found: set[str] = set()
        for stmt in block:
            if isinstance(stmt, core.Offer | core.Resolve | core.Trigger):
                return None
            found.update(access.place for access in writes(self._game, stmt))
            for inner in inner_blocks(stmt):
                written = self._written(inner)
                if written is None:
                    return None
                found |= written
        return frozenset(found)

    # ---- decisions

    def _choose(self, stmt: core.Choose, known: Known, asked: Asked) -> None:
        inner = known.copy()
        inner.me = self._sure.term(stmt.by, known) or ("somebody",)
        parts = (stmt.name, stmt.source, stmt.where, inner)
        if not self._sure.never_empty(*parts):
            certain = self._sure.surely_empty(*parts)
            self._judge_choice(stmt, certain, asked)
        self.assume(stmt.where, True, inner)
        self.block(stmt.body, inner, (*asked, stmt.source))
        self.block(stmt.or_else or (), known.copy(), asked)

    def _judge_choice(self, stmt: core.Choose, certain: bool, asked: Asked) -> None:
        wanted = self._places(stmt.source).union(*(self._places(e) for e in (stmt.where,) if e is not None))
        span = stmt.source.span
        if stmt.how == "must" and certain:
            message = "nothing can be chosen here, and something must be"
            self._report.add(CERTAIN, message, span, "choose from what is there, or write `or else:`")
        elif stmt.how == "must" and not self._thought_of(wanted, asked):
            message = "nothing may be left to choose here, and something must be"
            help = "ask for it by an `if` around, or write `choose` with `or else:`"
            self._report.add(MUST, message, span, help)
        elif stmt.how == "choose" and stmt.or_else is None and not self._thought_of(wanted, asked):
            message = "where nothing can be chosen this is skipped, and no rule says so"
            self._report.add(SKIPPED, message, span, "say under `or else:` what happens then, or `nothing`")

    def _offer(self, stmt: core.Offer, known: Known, asked: Asked) -> None:
        start = self._asked_seat(stmt, known)
        actions = [self._game.actions[name] for name in stmt.actions]
        if stmt.otherwise is not None:
            self.block(stmt.otherwise, known.copy(), asked)
            self._judge_spinning(stmt, actions, start)
            return
        asked = (*asked, stmt.to)
        if all(self._surely_blocked(action, start) for action in actions):
            message = f"{_named(actions)} can never be played here, and nothing else is offered"
            help = "offer what can be played here, or say under `otherwise:` what happens then"
            self._report.add(CERTAIN, message, stmt.span, help)
        elif self._all_blocked(actions, start):
            wanted = self._with_written(actions, self._wanted(actions))
            if not (self._thought_of(wanted, asked) and self._ends_ask(actions, wanted, asked)):
                message = (
                    f"a seat may be left without a move: {_named(actions)} can{_all(actions)} be impossible"
                )
                help = "offer it only to `those(p in players where ...)` who can play"
                if not stmt.together:
                    help = "say under `otherwise:` what happens then, or offer what can always be played"
                self._report.add(OFFER, message, stmt.span, help)

    def _wanted(self, actions: list[core.Action]) -> frozenset[str]:
        """What blocks actions."""
        lines = [line for action in actions for line in action.lines]
        return frozenset[str]().union(*(self._places(e) for line in lines for e in asked_by(line)))

    def _judge_spinning(self, stmt: core.Offer, actions: list[core.Action], start: Known) -> None:
        """Report turns that are nothing but an offer, when nobody can take it up and no ending sees that."""
        flow = self._game.flow
        if flow is None or not all(self._idle(part, stmt) for part in flow.body):
            return
        wanted = self._wanted(actions)
        seen = "round" in self._ends or (wanted & self._ends and self._ends_ask(actions, wanted, ()))
        if not seen and self._all_blocked(actions, start):
            message = f"when nobody can play {_named(actions)}, turns go on and nothing changes any more"
            help = "add an ending for it, or change under `otherwise:` what an ending asks"
            self._report.add(SPINS, message, stmt.span, help)

    def _idle(self, part: core.Stmt, offer: core.Offer) -> bool:
        """Does a part of a turn change nothing and ask nothing, when nobody can take the offer up?"""
        if part is not offer and isinstance(part, core.Choose | core.Draw | core.Offer):
            return False
        inside = [inner for block in inner_blocks(part) for inner in block]
        if inside or part is offer:
            return all(self._idle(inner, offer) for inner in inside)
        return self._written((part,)) == frozenset()

    def _asked_seat(self, stmt: core.Offer, known: Known) -> Known:
        """What is known of the seat that an offer asks, of several each."""
        start, to = known.copy(), stmt.to
        if isinstance(to, core.SeatsFrom):
            to = to.of
        start.me = self._sure.term(to, known) or ("somebody",)
        if stmt.until is not None:
            start.forget(None)
        if stmt.together and isinstance(to, core.Aggregate) and to.op == "those":
            start.me = ("local", known.unit, to.binders[0].name)
            self.assume(to.where, True, start)
        return start

    def _thought_of(self, wanted: frozenset[str], asked: Asked) -> bool:
        """Does a rule around, or an ending, look at what blocks a decision?"""
        return bool(wanted & self._ends) or any(wanted & self._places(expr) for expr in asked)

    def _ends_ask(self, actions: list[core.Action], wanted: frozenset[str], asked: Asked) -> bool:
        """Do endings that look at a board ask all that blocks the actions on it? A move without parts that
        asks it, a pass, does as well: an ending about whose men are left is none for men that are shut in."""
        boards = {f"memory:{name}" for name in self._game.boards}
        if (wanted & self._ends) - boards or any(wanted & self._places(expr) for expr in asked):
            return True
        lines = [
            (action, frozenset[str]().union(*map(self._questions.of, asked_by(line))))
            for action in actions
            for line in action.lines
        ]
        passes = [questions for action, questions in lines if not action.picks]
        answered = self._asked_by_ends.union(*passes)
        return all(questions & answered for _, questions in lines if questions)

    def _with_written(self, actions: list[core.Action], wanted: frozenset[str]) -> frozenset[str]:
        """What blocks actions, and what they always change along with it."""
        found = set(wanted)
        for action in actions:
            written = {a.place for stmt in action.body for a in writes(self._game, stmt)}
            if written & wanted:
                found |= written
        return frozenset(found)

    # ---- what blocks an action

    def _all_blocked(self, actions: list[core.Action], known: Known) -> bool:
        """Can all actions be impossible at once, as far as is known?"""
        blockers: list[list[Line]] = []
        for action in actions:
            blockers.append(list(self._blockers(action, known)))
            if not blockers[-1]:
                return False
        waiting, steps = [(0, known)], 0
        while waiting:
            depth, holds = waiting.pop()
            steps += 1
            if depth == len(actions) or steps > MOST_STEPS:
                return True
            for line in blockers[depth]:
                inner = holds.copy()
                if self._block(line, actions[depth].name, inner):
                    waiting.append((depth + 1, inner))
        return False

    def _blockers(self, action: core.Action, known: Known) -> Iterator[Line]:
        """The lines of an action that may stand in its way."""
        inner = known.copy()
        inner.unit = action.name
        for line in action.lines:
            if isinstance(line, core.Guard):
                if self._sure.truth(line.condition, inner) is not True:
                    yield line
            elif not self._sure.never_empty(line.name, line.source, line.where, inner):
                yield line

    def _block(self, line: Line, unit: str, known: Known) -> bool:
        """Note that a line stands in the way; no when it cannot."""
        known.unit = unit
        if isinstance(line, core.Guard):
            return self.assume(line.condition, False, known)
        if line.where is not None:
            return True
        empty = core.IsEmpty(of=line.source, type=core.YesNo(), span=line.span)
        return self.assume(empty, True, known)

    def _surely_blocked(self, action: core.Action, known: Known) -> bool:
        inner = known.copy()
        inner.unit = action.name
        for line in action.lines:
            if isinstance(line, core.Guard):
                if self._sure.truth(line.condition, inner) is False:
                    return True
            elif self._sure.surely_empty(line.name, line.source, line.where, inner):
                return True
        return False


def _named(actions: list[core.Action]) -> str:
    names = [f"`{action.name}`" for action in actions]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _all(actions: list[core.Action]) -> str:
    return " both" if len(actions) == 2 else " all" if len(actions) > 2 else ""
