"""Statements: decisions, loops, conditions, calls; what moves is in `elaborate_moves`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, cast

from rulewright import core, nodes
from rulewright.elaborate.actor import me
from rulewright.elaborate.aggregates import Source, source
from rulewright.elaborate.calls import arguments
from rulewright.elaborate.defines import Cases, matched
from rulewright.elaborate.facts import learn, reads_state, warn_if_decided
from rulewright.elaborate.fit import article, as_condition, fit
from rulewright.elaborate.mends import a_sort
from rulewright.elaborate.moves import HANDLERS
from rulewright.elaborate.texts import check_places
from rulewright.elaborate.types import plain
from rulewright.elaborate.weights import weighed
from rulewright.elaborate.work import LocalInfo, Scope
from rulewright.report.diagnostics import Span

IN_ANY_ORDER = "in any order"
Handler = Callable[[Scope, Any, "tuple[str, ...]"], "core.Stmt | None"]


def block(scope: Scope, body: nodes.Block) -> core.Block:
    """Elaborate a block in its own scope, which the caller has made with `inner`."""
    found: list[core.Stmt] = []
    for node in body:
        before = scope.unit.effects
        made = _one(scope, node)
        if scope.unit.effects != before:
            scope.forget()
        if made and isinstance(made[0], core.Repeat):
            learn(scope, made[0].until)
        found += made
    return tuple(found)


def _one(scope: Scope, node: nodes.Statement) -> core.Block:
    if isinstance(node, nodes.Roll):
        return _roll(scope, node)
    if isinstance(node, nodes.AnyOrder):
        return _any_order(scope, node)
    stmt = _statement(scope, node)
    return () if stmt is None else (stmt,)


def _statement(scope: Scope, node: nodes.Statement) -> core.Stmt | None:
    per = scope.work.cites(node.per)
    if type(node) in HANDLERS:
        handler = cast(Handler, HANDLERS[type(node)])
        stmt = handler(scope, node, per)
        scope.effect()
        return stmt
    return STATEMENTS[type(node)](scope, node, per)


def _condition(scope: Scope, node: nodes.Expr | None) -> core.Expr | None:
    """A guard: a condition that can be both true and false."""
    if node is None:
        return None
    found = as_condition(scope, scope.read(node))
    warn_if_decided(scope, found)
    return found


def _let(scope: Scope, node: nodes.Let, per: tuple[str, ...]) -> core.Stmt | None:
    value = scope.read(node.value)
    if value is not None and isinstance(value.type, core.Place):
        scope.error("RW211", f"`let` names a value, this is {article(value.type)}", value.span)
        value = None
    local = scope.bind(node.name, None if value is None else value.type)
    return None if value is None else core.Let(name=local.name, value=value, span=node.span, per=per)


def single(scope: Scope, node: nodes.Expr, doing: str) -> Source | None:
    """A source whose members can be told apart."""
    found = source(scope, node)
    if found is not None and isinstance(found.item, core.PieceType):
        message = f"a {found.item.name} is only counted: none can be {doing}"
        scope.error("RW223", message, found.expr.span)
        return None
    if found is not None and isinstance(found.item, core.Optional):
        message = "a member of this list may be empty"
        scope.error("RW212", message, found.expr.span, "leave those out with a `where`")
        return None
    return found


def _choose(scope: Scope, node: nodes.Choose, per: tuple[str, ...]) -> core.Stmt | None:
    by: core.Expr | None
    if node.by is None:
        by = me(scope, node.name.span)
        inner = scope.inner()
    else:
        by = fit(scope, scope.read(node.by, core.Seat()), core.Seat(), "who chooses")
        inner = scope.inner()
        inner.chooser = True
    otherwise = inner.inner()
    found = single(inner, node.source, "chosen")
    local = inner.bind(node.name, None if found is None else found.item)
    where = _condition(inner, node.where)
    learn(inner, where)
    check_places(scope.work, node.text, [node.name.text], "choice")
    body = block(inner, node.body)
    or_else = None if node.or_else is None else block(otherwise, node.or_else)
    if found is None or by is None or (node.where is not None and where is None):
        return None
    return core.Choose(
        how=node.how,
        label=f"{scope.unit.name}.{local.name}",
        name=local.name,
        type=found.item,
        text=None if node.text is None else node.text.text,
        source=found.expr,
        where=where,
        by=by,
        body=body,
        or_else=or_else,
        span=node.span,
        per=per,
    )


def _draw(scope: Scope, node: nodes.ChooseRandom, per: tuple[str, ...]) -> core.Stmt | None:
    found = single(scope, node.source, "drawn")
    local = scope.bind(node.name, None if found is None else found.item)
    each = LocalInfo(scope.unit.unique(node.name.text), local.type, local.span)
    weight = None if node.weight is None else weighed(scope, node, each, found)
    if found is None or (node.weight is not None and weight is None):
        return None
    return core.Draw(
        name=local.name,
        type=found.item,
        source=found.expr,
        weight=weight,
        each=each.name if weight else "",
        span=node.span,
        per=per,
    )


def _roll(scope: Scope, node: nodes.Roll) -> core.Block:
    """`roll a, b from Die`: a draw for each name."""
    per = scope.work.cites(node.per)
    found = single(scope, node.source, "rolled")
    locals = [scope.bind(word, None if found is None else found.item) for word in node.names]
    if found is None:
        return ()
    return tuple(
        core.Draw(name=local.name, type=found.item, source=found.expr, span=node.span, per=per)
        for local in locals
    )


def _any_order(scope: Scope, node: nodes.AnyOrder) -> core.Block:
    """`in any order:` stands for its statements as they are written; the check of orders looks at them."""
    scope.work.cites(node.per)
    parts: list[core.Block] = []
    inner = scope.inner()
    for part in node.body:
        if isinstance(part, nodes.Let | nodes.ChooseRandom | nodes.Roll):
            help = "put it above `in any order`"
            scope.error("RW324", "a name stands before what uses it, not in any order", part.span, help)
            _one(inner, part)
        else:
            parts.append(block(inner.inner(), (part,)))
            inner.forget()
    start = node.span
    head = Span.on_line(start.path, start.line, start.column, start.column + len(IN_ANY_ORDER))
    if len(node.body) < 2:
        help = "put more into the block, or take the line out"
        scope.error("RW324", "one statement has no order", head, help)
    by = scope.unit.sort, scope.unit.name
    scope.game.any_orders.append(core.AnyOrder(by=by, parts=tuple(parts), span=head))
    return tuple(stmt for part in parts for stmt in part)


def offered(scope: Scope, word: nodes.Word) -> str | None:
    """An action by its name."""
    entry = scope.work.names.deeds.get(word.text)
    if entry is not None and entry.sort == "action":
        scope.use("action", word.text, word.span)
        return word.text
    scope.work.note(word.span, "asked", word.text, "action")
    what = "is not the name of an action" if entry is None else f"is a {entry.sort}, not an action"
    known = [found.name for found in scope.work.names.of_sort("action")]
    help = scope.work.suggest(word.text, known)
    if entry is not None and entry.sort == "procedure":
        help = f"write `resolve {word.text}` as a statement of its own, or in an action"
    help = help or f"declare it: `action {word.text}:`"
    scope.error("RW201", f"`{word.text}` {what}", word.span, help)
    return None


def _offer(scope: Scope, node: nodes.Offer, per: tuple[str, ...]) -> core.Stmt | None:
    names = [offered(scope, word) for word in node.actions]
    if node.to is None:
        to: core.Expr | None = me(scope, node.span)
    else:
        to = fit(scope, scope.read(node.to, core.Seat()), core.Seat(), "who decides")
    scope.effect()
    _once(scope, node.actions)
    stuck = None if node.otherwise is None else block(scope.inner(), node.otherwise)
    if to is None or None in names:
        return None
    actions = tuple(dict.fromkeys(name for name in names if name is not None))
    return core.Offer(actions=actions, to=to, until=None, otherwise=stuck, span=node.span, per=per)


def _offer_together(scope: Scope, node: nodes.OfferTogether, per: tuple[str, ...]) -> core.Stmt | None:
    names = [offered(scope, word) for word in node.actions]
    found = _seats(scope, node)
    to = None if found is None else _start(scope, node, found) if node.start else found.expr
    scope.effect()
    _once(scope, node.actions)
    if to is None or None in names:
        return None
    actions = tuple(dict.fromkeys(name for name in names if name is not None))
    return core.Offer(actions=actions, to=to, until=None, together=True, span=node.span, per=per)


def _seats(scope: Scope, node: nodes.OfferTogether) -> Source | None:
    """Who decides together."""
    found = single(scope, node.to, "asked")
    if found is None or isinstance(found.item, core.Seat):
        return found
    message = f"only players decide, not {article(found.item)}"
    scope.error("RW211", message, found.expr.span, "write `players`, or `those(p in players where ...)`")
    return None


def _offer_until(scope: Scope, node: nodes.OfferUntil, per: tuple[str, ...]) -> core.Stmt | None:
    names = [offered(scope, word) for word in node.actions]
    to = me(scope, node.span)
    scope.effect()
    _once(scope, node.actions)
    stuck = None if node.otherwise is None else block(scope.inner(), node.otherwise)
    scope.work.note(node.until.span, "action", node.until.text)
    if node.until.text not in names:
        listed = [name for name in names if name is not None]
        help = scope.work.suggest(node.until.text, listed) or "end with one of the actions before `until`"
        scope.error("RW406", f"`{node.until.text}` is not offered here", node.until.span, help)
        return None
    if to is None or None in names:
        return None
    actions = tuple(dict.fromkeys(name for name in names if name is not None))
    until = node.until.text
    return core.Offer(actions=actions, to=to, until=until, otherwise=stuck, span=node.span, per=per)


def _once(scope: Scope, words: Sequence[nodes.Word]) -> None:
    seen: set[str] = set()
    for word in words:
        if word.text in seen:
            scope.error("RW202", f"`{word.text}` is offered twice", word.span, "remove one")
        seen.add(word.text)


# ---- loops


def _each(scope: Scope, node: nodes.Each, per: tuple[str, ...]) -> core.Stmt | None:
    found = single(scope, node.source, "gone through")
    start = None if node.start is None else _start(scope, node, found)
    inner = scope.inner()
    local = inner.bind(node.name, None if found is None else found.item)
    where = _condition(inner, node.where)
    learn(inner, where)
    inner.forget()
    body = block(inner, node.body)
    if found is None or (node.start and start is None) or (node.where and where is None):
        return None
    member = core.Local(name=local.name, type=found.item, span=node.name.span)
    return core.Each(
        name=local.name,
        type=found.item,
        source=start or found.expr,
        where=where,
        recheck=_recheck(member, found.expr),
        body=body,
        span=node.span,
        per=per,
    )


def _start(scope: Scope, node: nodes.Each | nodes.OfferTogether, found: Source | None) -> core.Expr | None:
    """`each p in at_market from leader.holder`: seats in turn order."""
    assert node.start is not None
    start = fit(scope, scope.read(node.start, core.Seat()), core.Seat(), "who is first")
    if found is None or start is None:
        return None
    if not isinstance(found.item, core.Seat):
        message = f"only players go round from someone, not {article(found.item)}"
        scope.error("RW211", message, node.start.span, "leave out `from`")
        return None
    seats = core.ListType(core.Seat(), scope.game.high)
    return core.SeatsFrom(
        of=found.expr,
        start=start,
        backwards=node.backwards,
        type=seats,
        span=found.expr.span.to(start.span),
    )


def _recheck(member: core.Local, source: core.Expr) -> core.Expr | None:
    """What tells whether a member is still there when its turn comes; None when it cannot go."""
    if not isinstance(source.type, core.SetType | core.Place) or not reads_state(source):
        return None
    return core.In(value=member, source=source, type=core.YesNo(), span=source.span)


def _repeat(scope: Scope, node: nodes.Repeat, per: tuple[str, ...]) -> core.Stmt | None:
    inner = scope.inner()
    inner.forget()
    until = _condition(inner, node.until)
    learn(inner, until, False)
    body = block(inner, node.body)
    return None if until is None else core.Repeat(until=until, body=body, span=node.span, per=per)


# ---- conditions


def _if(scope: Scope, node: nodes.If, per: tuple[str, ...]) -> core.Stmt | None:
    condition = _condition(scope, node.condition)
    then, otherwise = scope.inner(), scope.inner()
    learn(then, condition)
    learn(otherwise, condition, False)
    body = block(then, node.then)
    rest = () if node.otherwise is None else block(otherwise, node.otherwise)
    if condition is None:
        return None
    return core.IfStmt(condition=condition, then=body, otherwise=rest, span=node.span, per=per)


def _first_that(scope: Scope, node: nodes.FirstThat, per: tuple[str, ...]) -> core.Stmt | None:
    found: list[core.IfStmt] = []
    rest = scope.inner()
    for case in node.cases:
        condition = _condition(rest, case.condition)
        inner = rest.inner()
        learn(inner, condition)
        body = block(inner, case.body)
        cites = scope.work.cites(case.per)
        if condition is not None:
            made = core.IfStmt(condition=condition, then=body, otherwise=(), span=case.span, per=cites)
            found.append(made)
        learn(rest, condition, False)
    last: core.Block = () if node.otherwise is None else block(rest, node.otherwise)
    for made in reversed(found):
        last = (replace(made, otherwise=last),)
    if not last or not isinstance(last[0], core.IfStmt):
        return None
    return replace(last[0], per=per + last[0].per)


def _match(scope: Scope, node: nodes.Match, per: tuple[str, ...]) -> core.Stmt | None:
    value = matched(scope, node.value)
    check = Cases(scope, value)
    cases: list[core.StmtCase] = []
    for case in node.cases:
        inner = scope.inner()
        pattern = check.case(inner, case.pattern)
        cites = scope.work.cites(case.per)
        body = block(inner, case.body)
        if pattern is not None:
            word, carried = pattern
            cases.append(core.StmtCase(word=word, params=carried, per=cites, body=body, span=case.span))
    rest = None if node.otherwise is None else block(scope.inner(), node.otherwise)
    check.finish(node.value.span, _first_span(node.otherwise))
    if value is None or check.broken:
        return None
    return core.MatchStmt(value=value, cases=tuple(cases), otherwise=rest, span=node.span, per=per)


def _first_span(body: nodes.Block | None) -> Span | None:
    return body[0].span if body else None


# ---- calls


def _resolve(scope: Scope, node: nodes.Resolve, per: tuple[str, ...]) -> core.Stmt | None:
    word = node.call.name
    entry = scope.work.names.deeds.get(word.text)
    if entry is None or entry.sort != "procedure":
        known = [found.name for found in scope.work.names.of_sort("procedure")]
        help = scope.work.suggest(word.text, known)
        if entry is not None and entry.sort == "action":
            help = f"write `offer {word.text}`"
        help = help or f"declare it: `procedure {word.text}:`"
        what = f"is {a_sort(entry.sort)}, not a procedure" if entry else "is not the name of a procedure"
        scope.error("RW201", f"`{word.text}` {what}", word.span, help)
        return None
    scope.use("procedure", word.text, word.span)
    params = scope.work.params.get(word.text)
    if params is None:
        return None
    if not scope.chooser:
        scope.unit.resolves.append((word.text, word.span))
    args = arguments(scope, word.text, node.call.args, params, node.call.span)
    scope.effect()  # what is given is read before
    if args is None:
        return None
    return core.Resolve(procedure=word.text, args=args, span=node.span, per=per)


def _trigger(scope: Scope, node: nodes.Trigger, per: tuple[str, ...]) -> core.Stmt | None:
    word = node.call.name
    entry = scope.work.names.deeds.get(word.text)
    if entry is None or entry.sort != "event":
        known = [found.name for found in scope.work.names.of_sort("event")]
        help = scope.work.suggest(word.text, known)
        help = help or f"declare it: `event {word.text}`"
        what = "is not the name of an event" if entry is None else f"is {a_sort(entry.sort)}, not an event"
        scope.error("RW201", f"`{word.text}` {what}", word.span, help)
        return None
    scope.use("event", word.text, word.span)
    params = scope.work.params.get(word.text)
    if params is None:
        return None
    if not scope.chooser:
        scope.unit.triggers.append((word.text, word.span))
    args = arguments(scope, word.text, node.call.args, params, node.call.span)
    scope.effect()  # what is given is read before
    return None if args is None else core.Trigger(event=word.text, args=args, span=node.span, per=per)


def _nothing(scope: Scope, node: nodes.Nothing, per: tuple[str, ...]) -> core.Stmt | None:
    return None


STATEMENTS: dict[type[nodes.Statement], Handler] = {
    nodes.Let: _let,
    nodes.Choose: _choose,
    nodes.ChooseRandom: _draw,
    nodes.Offer: _offer,
    nodes.OfferTogether: _offer_together,
    nodes.OfferUntil: _offer_until,
    nodes.Each: _each,
    nodes.Repeat: _repeat,
    nodes.If: _if,
    nodes.FirstThat: _first_that,
    nodes.Match: _match,
    nodes.Resolve: _resolve,
    nodes.Trigger: _trigger,
    nodes.Nothing: _nothing,
}
__all__ = ["block", "plain", "single"]
