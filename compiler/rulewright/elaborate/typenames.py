"""Types as written: `Ground?`, `set of Player`, `-2..2 points`."""

from __future__ import annotations

from rulewright import core, nodes
from rulewright.elaborate.types import CAP, show
from rulewright.elaborate.work import Scope
from rulewright.report.diagnostics import Span

PLACES = {"kind": "KindType", "range": "RangeType", "record": "Component", "piece": "PieceType"}


def type_of(scope: Scope, node: nodes.Type) -> core.Type | None:
    """Take a type as written, give what it means, or None after an error."""
    match node:
        case nodes.Named(name=name):
            return named(scope, name)
        case nodes.Optional(name=name):
            return _optional(scope, name)
        case nodes.YesNo():
            return core.YesNo()
        case nodes.RangeType():
            return _range(scope, node)
        case nodes.ListOf(item=item) | nodes.SetOf(item=item):
            return _many(scope, node, item)
    scope.error("RW232", "words stand here only as the values of an option", node.span, "declare `kinds`")
    return None


def named(scope: Scope, word: nodes.Word) -> core.Type | None:
    """The type that a name means."""
    if word.text == "Player":
        return core.Seat()
    entry = scope.work.names.value(word.text, *PLACES)
    if entry is None:
        scope.work.note(word.span, "asked", word.text, "type")
        other = scope.work.names.values.get(word.text)
        sort = "" if other is None else "piece of a board" if other.sort == "man" else other.sort
        what = "is not a type" if other is None else f"is a {sort}, not a type"
        help = scope.work.suggest(word.text, type_names(scope))
        if other is not None and other.sort == "man":
            help = f"pieces stand on a board: `board SPACES of {word.text}`"
        scope.error("RW206", f"`{word.text}` {what}", word.span, help)
        return None
    scope.use(entry.sort, entry.name, word.span)
    if entry.sort == "record":
        return core.Component(entry.name)
    if not scope.work.ensure(entry.sort, entry.name, word.span):
        return None
    if entry.sort == "piece":
        return core.PieceType(entry.name)
    return core.KindType(entry.name) if entry.sort == "kind" else core.RangeType(entry.name)


def type_names(scope: Scope) -> list[str]:
    """All names of types, for a message."""
    found = [entry.name for sort in PLACES for entry in scope.work.names.of_sort(sort)]
    return [*found, "Player"]


def _optional(scope: Scope, word: nodes.Word) -> core.Type | None:
    of = named(scope, word)
    if of is None:
        return None
    if isinstance(of, core.PieceType):
        counted(scope, of, word.span)
        return None
    if isinstance(of, core.RangeType) and scope.game.ranges[of.name].low < 0:
        scope.error("RW232", f"`{of.name}` can be negative, so it cannot be optional", word.span)
        return None
    return core.Optional(of)


def counted(scope: Scope, type: core.PieceType, span: Span) -> None:
    """Report a piece where a single value is asked for."""
    message = f"a {type.name} is only counted, never told apart"
    scope.error("RW223", message, span, "count them: `count(x in ...)`")


def _many(scope: Scope, node: nodes.ListOf | nodes.SetOf, item: nodes.Type) -> core.Type | None:
    of = type_of(scope, item)
    if of is None:
        return None
    if isinstance(of, core.PieceType):
        counted(scope, of, item.span)
        return None
    if isinstance(of, core.ListType | core.SetType):
        scope.error("RW232", f"a list or set holds single values, not a {show(of)}", item.span)
        return None
    if isinstance(node, nodes.ListOf):
        return core.ListType(of)
    if isinstance(of, core.Optional):
        scope.error("RW232", "a set holds no empty value", item.span, f"write `set of {show(of.of)}`")
        return None
    return core.SetType(of)


def _range(scope: Scope, node: nodes.RangeType) -> core.Type | None:
    low, high = bound(scope, node.low, "low"), bound(scope, node.high, "high")
    unit = None if node.unit is None else _unit(scope, node.unit)
    if low is None or high is None or (node.unit and unit is None):
        return None
    if low > high:
        message = f"the range {low}..{high} holds no number"
        scope.error("RW236", message, node.span, "write the lower bound first")
        return None
    if low <= -CAP or high >= CAP:
        scope.error("RW236", f"a range lies within {1 - CAP}..{CAP - 1}", node.span)
        return None
    return core.Number(low, high, unit)


def bound(scope: Scope, node: int | nodes.Word, end: str) -> int | None:
    """A bound of a range: a number, or a constant (by players: the widest)."""
    if isinstance(node, int):
        return node
    entry = scope.work.names.value(node.text, "constant")
    if entry is None:
        known = [found.name for found in scope.work.names.of_sort("constant")]
        help = scope.work.suggest(node.text, known)
        scope.error("RW201", f"`{node.text}` is not the name of a constant", node.span, help)
        return None
    scope.use("constant", node.text, node.span)
    if not scope.work.ensure("constant", node.text, node.span):
        return None
    constant = scope.game.constants[node.text]
    if not isinstance(constant.type, core.Number):
        scope.error("RW211", f"a bound is a number, `{node.text}` is none", node.span)
        return None
    return min(constant.values) if end == "low" else max(constant.values)


def _unit(scope: Scope, word: nodes.Word) -> str | None:
    if scope.work.names.value(word.text, "unit") is None:
        known = [found.name for found in scope.work.names.of_sort("unit")]
        near, declare = scope.work.suggest(word.text, known), f"declare it: `unit {word.text}`"
        help = f"{near} Or {declare}" if near else declare
        scope.error("RW201", f"`{word.text}` is not the name of a unit", word.span, help)
        return None
    scope.use("unit", word.text, word.span)
    return word.text
