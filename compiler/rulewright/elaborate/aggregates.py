"""Aggregates over sources: `count`, `total`, `those`, ..., and what a source is."""

from __future__ import annotations

from rulewright import core, nodes
from rulewright.elaborate.facts import learn, warn_if_decided
from rulewright.elaborate.fit import a_shape, article, as_condition, fit, item_of, numeric, present
from rulewright.elaborate.places import place
from rulewright.elaborate.types import CAP, as_number, number, plain, size
from rulewright.elaborate.work import Scope
from rulewright.record import record


@record
class Source:
    """Something to go through: `item` is the type of its members, of which there are `least` to `most`."""

    expr: core.Expr
    item: core.Type
    least: int
    most: int


def source(scope: Scope, node: nodes.Expr, high: nodes.Expr | None = None) -> Source | None:
    """Read a source; with `high`, the numbers from one to the other."""
    if high is not None:
        return _interval(scope, node, high)
    expr = present(scope, scope.read(node))
    if expr is None:
        return None
    item = item_of(scope, expr)
    if item is None:
        message = f"nothing can be taken from {article(expr.type)}"
        help = "go through a zone, a set, a list, a group, a type, `players`, or numbers: `1..4`"
        if isinstance(expr, core.Const) and isinstance(expr.type, core.Number):
            help = f"declare numbers, `range Number: 1..{expr.value}`, and go through `Number`"
        scope.error("RW222", message, expr.span, help)
        return None
    least, most = _how_many(scope, expr, item)
    return Source(expr, item, least, most)


def _interval(scope: Scope, low: nodes.Expr, high: nodes.Expr) -> Source | None:
    first, last = numeric(scope, scope.read(low)), numeric(scope, scope.read(high))
    if first is None or last is None:
        return None
    a, b = as_number(scope.game, first.type), as_number(scope.game, last.type)
    assert a is not None
    assert b is not None
    item = core.Number(a.low, max(a.low, b.high), a.unit or b.unit)
    most = max(0, b.high - a.low + 1)
    type = core.ListType(item, most)
    expr = core.Interval(low=first, high=last, type=type, span=first.span.to(last.span))
    return Source(expr, item, max(0, b.low - a.high + 1), min(CAP, most))


def _how_many(scope: Scope, expr: core.Expr, item: core.Type) -> tuple[int, int]:
    game = scope.game
    if isinstance(expr, core.Domain):
        if isinstance(expr.of, core.Seat):
            return game.low, game.high
        if isinstance(expr.of, core.KindType):
            return game.kinds[expr.of.name].size, game.kinds[expr.of.name].size
        return 0, size(game, expr.of)
    if isinstance(expr, core.Members):
        members = len(game.groups[expr.group].members)
        return members, members
    match expr.type:
        case core.Multiset(most=most):
            return 0, most
        case core.ListType(longest=longest):
            return 0, CAP if longest is None else min(CAP, longest)
    most = size(game, item)
    if isinstance(expr, core.ZoneRef):
        limit = game.zones[expr.zone].at_most
        known = None if limit is None else as_number(game, limit.type)
        most = most if known is None else max(0, min(most, known.high))
    return 0, most


# ---- aggregates


def aggregate(scope: Scope, node: nodes.Aggregate, expected: core.Type | None) -> core.Expr | None:
    """`total(e for x in S where c)` and its like."""
    inner = scope.inner()
    sources = [_bind(inner, binder) for binder in node.binders]
    where = None if node.where is None else as_condition(inner, inner.read(node.where))
    warn_if_decided(inner, where)
    learn(inner, where)
    found = None if node.value is None else inner.read(node.value, _item_expected(node.op, expected))
    value = _check_value(inner, node, found)
    known = [pair for pair in sources if pair is not None]
    if len(known) != len(sources) or (node.where and where is None) or (node.value and value is None):
        return None
    type = _type(scope, node, known, value)
    if type is None:
        return None
    return core.Aggregate(
        op=node.op,
        value=value,
        binders=tuple(binder for binder, _ in known),
        where=where,
        type=type,
        span=node.span,
    )


def _bind(scope: Scope, binder: nodes.Binder) -> tuple[core.Binder, Source] | None:
    found = source(scope, binder.source, binder.high)
    local = scope.bind(binder.name, None if found is None else found.item)
    if found is None:
        return None
    made = core.Binder(name=local.name, type=found.item, source=found.expr, span=binder.name.span)
    return made, found


def _item_expected(op: str, expected: core.Type | None) -> core.Type | None:
    return expected.of if op == "list" and isinstance(expected, core.ListType) else None


def _check_value(scope: Scope, node: nodes.Aggregate, value: core.Expr | None) -> core.Expr | None:
    if value is None:
        return None
    if node.op in ("any", "all"):
        return as_condition(scope, value)
    if node.op in ("total", "highest", "lowest"):
        return numeric(scope, value)
    if isinstance(plain(value.type), core.ListType | core.SetType | core.Place | core.TextType):
        scope.error("RW211", f"`{node.op}` takes single values, this is {article(value.type)}", value.span)
        return None
    return value


def _type(
    scope: Scope, node: nodes.Aggregate, sources: list[tuple[core.Binder, Source]], value: core.Expr | None
) -> core.Type | None:
    least, most = _product(sources, node.where is not None)
    number_type = None if value is None else as_number(scope.game, value.type)
    match node.op:
        case "count" | "distinct" | "most_alike":
            least = least if node.op == "count" else min(1, least)
            different = node.op == "distinct" and value is not None
            kinds = size(scope.game, plain(value.type)) if different and value is not None else CAP
            may_be_none = value is not None and isinstance(value.type, core.Optional)
            return number(0 if may_be_none else least, min(most, kinds))
        case "any" | "all":
            return core.YesNo()
        case "total" if number_type is not None:
            low = min(number_type.low * most, number_type.low * least)
            high = max(number_type.high * most, number_type.high * least)
            return number(low, high, number_type.unit)
        case "highest" | "lowest" if number_type is not None:
            if least > 0:
                return number_type
            return number(min(0, number_type.low), max(0, number_type.high), number_type.unit)
        case "list" if value is not None:
            return core.ListType(value.type, most if most < CAP else None)
    if node.op == "first":
        return _first(scope, node, sources[0][1])
    return _those(scope, node, sources)


def _first(scope: Scope, node: nodes.Aggregate, found: Source) -> core.Type | None:
    item = found.item
    lowest = as_number(scope.game, item)
    if isinstance(item, core.PieceType | core.Optional | core.ListType | core.SetType | core.Multiset) or (
        lowest is not None and lowest.low < 0
    ):
        message = f"`first` gives one value or none, not {article(item)}"
        scope.error("RW211", message, node.span)
        return None
    return core.Optional(item)


def leading(scope: Scope, node: nodes.Leading) -> core.Expr | None:
    """`leading(t in ray(s, north) while board[t] is empty)`"""
    inner = scope.inner()
    bound = _bind(inner, node.binder)
    condition = as_condition(inner, inner.read(node.condition))
    warn_if_decided(inner, condition)
    if bound is None or condition is None:
        return None
    binder, found = bound
    if not isinstance(binder.source.type, core.ListType | core.Place):
        help = "a ray, a list, a row, a type or `players` has one"
        message = f"{article(binder.source.type)} has no order, so nothing leads"
        scope.error("RW211", message, binder.source.span, help)
        return None
    type = core.ListType(found.item, found.most if found.most < CAP else None)
    return core.Leading(binder=binder, condition=condition, type=type, span=node.span)


def _those(
    scope: Scope, node: nodes.Aggregate, sources: list[tuple[core.Binder, Source]]
) -> core.Type | None:
    item = sources[0][1].item
    if isinstance(item, core.PieceType):
        message = f"a {item.name} is only counted, never told apart"
        scope.error("RW223", message, node.binders[0].source.span, "use `count`")
        return None
    if isinstance(item, core.Optional | core.ListType | core.SetType | core.Multiset):
        scope.error("RW211", f"a set holds single values, not {article(item)}", node.span)
        return None
    return core.SetType(item)


def _product(sources: list[tuple[core.Binder, Source]], filtered: bool) -> tuple[int, int]:
    least, most = 1, 1
    for _, found in sources:
        least, most = min(CAP, least * found.least), min(CAP, most * found.most)
    return (0 if filtered else least), most


def end_of(scope: Scope, node: nodes.EndOf) -> core.Expr | None:
    """`top of deck`"""
    ref = place(scope, node.zone, f"what has a {node.end}")
    if ref is None:
        return None
    zone = scope.game.zones[ref.zone]
    if zone.shape not in ("stack", "row"):
        message = f"`{zone.name}` is {a_shape(zone)}: only a stack or row has a {node.end}"
        scope.error("RW224", message, ref.span)
        return None
    type = core.Optional(core.Component(zone.item))
    return core.EndOf(end=node.end, zone=ref, type=type, span=node.span)


__all__ = ["Source", "aggregate", "end_of", "fit", "source"]
