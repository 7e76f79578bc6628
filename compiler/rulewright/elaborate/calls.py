"""Calls: `define`s and the functions of the language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rulewright import core, nodes
from rulewright.elaborate.fit import article, fit, numeric
from rulewright.elaborate.mends import call
from rulewright.elaborate.types import CAP, plain
from rulewright.elaborate.work import Scope
from rulewright.report.diagnostics import Span

if TYPE_CHECKING:
    from rulewright.elaborate.references import Base


def arguments(
    scope: Scope,
    name: str,
    items: Sequence[nodes.Expr | nodes.NamedArg],
    params: Sequence[core.Param],
    span: Span,
) -> tuple[core.Expr, ...] | None:
    """Read arguments for parameters; None after an error."""
    if len(items) != len(params):
        wanted = ", ".join(param.name for param in params)
        takes = f"takes {len(params)} ({wanted})" if params else "takes none"
        help = call(name, [param.name for param in params])
        scope.error("RW216", f"`{name}` {takes}, here are {len(items)}", span, help)
        return None
    found: list[core.Expr] = []
    for item, param in zip(items, params, strict=True):
        if isinstance(item, nodes.NamedArg):
            scope.error("RW216", f"the arguments of `{name}` have no names", item.name.span)
            continue
        value = fit(scope, scope.read(item, param.type), param.type, f"`{param.name}` of `{name}`")
        if value is not None:
            found.append(value)
    return tuple(found) if len(found) == len(params) else None


def call_define(scope: Scope, node: nodes.Ref) -> Base:
    """A define with its arguments; without parameters the brackets may be left out."""
    name = node.name.text
    first = node.trailers[0] if node.trailers else None
    args = first if isinstance(first, nodes.Args) else None
    rest = node.trailers[1:] if args else node.trailers
    if not scope.work.ensure("define", name, node.name.span):
        return None, ()
    define = scope.game.defines[name]
    span = node.name.span if args is None else node.name.span.to(args.span)
    values = arguments(scope, name, args.items if args else (), define.params, span)
    if values is None:
        return None, rest
    return core.Call(define=name, args=values, type=define.type, span=span), rest


# ---- functions of the language


def call_function(scope: Scope, node: nodes.Ref) -> core.Expr | None:
    """`longest_run(...)`, `matchings(...)`, `next_player(...)` or `previous_player(...)`."""
    first = node.trailers[0] if node.trailers else None
    name = node.name.text
    if not isinstance(first, nodes.Args):
        scope.error("RW216", f"`{name}` takes arguments", node.name.span, f"write `{name}(...)`")
        return None
    span = node.name.span.to(first.span)
    return FUNCTIONS[name](scope, first, span)


def _longest_run(scope: Scope, args: nodes.Args, span: Span) -> core.Expr | None:
    lists = [item for item in args.items if not isinstance(item, nodes.NamedArg)]
    named = {item.name.text: item for item in args.items if isinstance(item, nodes.NamedArg)}
    strange = [item for key, item in named.items() if key not in ("jokers", "fixed")]
    if len(lists) != 1 or strange or len(named) + 1 != len(args.items):
        at = strange[0].name.span if strange else span
        scope.error("RW216", "`longest_run` takes a list, and may take `jokers:` and `fixed:`", at)
        return None
    of = scope.read(lists[0])
    jokers, fixed = _amount(scope, named.get("jokers"), span), _amount(scope, named.get("fixed"), span)
    if of is None or jokers is None or fixed is None:
        return None
    item = plain(of.type.of) if isinstance(of.type, core.ListType) else None
    if not isinstance(of.type, core.ListType) or not isinstance(item, core.KindType):
        message = f"`longest_run` looks at a list of words of a kind, this is {article(of.type)}"
        scope.error("RW211", message, of.span, "make one: `list(c.colour for c in ...)`")
        return None
    longest = CAP if of.type.longest is None else of.type.longest
    type = core.Number(0, longest)
    return core.LongestRun(of=of, kind=item.name, jokers=jokers, fixed=fixed, type=type, span=span)


def _leading_run(scope: Scope, args: nodes.Args, span: Span, op: str) -> core.Expr | None:
    """`leading_alike(list)`: how many members at the start of a list are all the same."""
    name = f"leading_{op}"
    if len(args.items) != 1 or isinstance(args.items[0], nodes.NamedArg):
        scope.error("RW216", f"`{name}` takes a list", span)
        return None
    of = scope.read(args.items[0])
    if of is None:
        return None
    if not isinstance(of.type, core.ListType) or isinstance(plain(of.type.of), core.ListType | core.SetType):
        message = f"`{name}` looks at a list, this is {article(of.type)}"
        scope.error("RW211", message, of.span, "make one: `list(c.colour for c in ...)`")
        return None
    longest = CAP if of.type.longest is None else of.type.longest
    return core.LeadingRun(op=op, of=of, type=core.Number(0, longest), span=span)


def _leading_alike(scope: Scope, args: nodes.Args, span: Span) -> core.Expr | None:
    return _leading_run(scope, args, span, "alike")


def _leading_different(scope: Scope, args: nodes.Args, span: Span) -> core.Expr | None:
    return _leading_run(scope, args, span, "different")


def _amount(scope: Scope, arg: nodes.NamedArg | None, span: Span) -> core.Expr | None:
    if arg is None:
        return core.Const(value=0, type=core.Number(0, 0), span=span)
    return numeric(scope, scope.read(arg.value))


def _matchings(scope: Scope, args: nodes.Args, span: Span) -> core.Expr | None:
    if len(args.items) != 2 or any(isinstance(item, nodes.NamedArg) for item in args.items):
        scope.error("RW216", "`matchings` takes two: what is needed, and a pool", span)
        return None
    needs, pool = (scope.read(item) for item in args.items if not isinstance(item, nodes.NamedArg))
    if needs is None or pool is None:
        return None
    kind = plain(needs.type.of) if isinstance(needs.type, core.ListType) else None
    if not isinstance(needs.type, core.ListType) or not isinstance(kind, core.KindType):
        message = f"what is needed is a list of words, this is {article(needs.type)}"
        scope.error(
            "RW211", message, needs.span, "name a column `list of ...`, or make one: `list(... for x in ...)`"
        )
        return None
    if isinstance(needs.type.of, core.Optional):
        scope.error("RW212", "a word of this list may be empty", needs.span)
        return None
    if not isinstance(pool, core.ZoneRef) or not _left_axis(scope, pool, kind):
        message = f"what is taken from is a pool with one count for each {kind.name}"
        scope.error("RW211", message, pool.span, f"index all its axes but {kind.name}")
        return None
    most = needs.type.longest or 0
    type = core.ListType(core.Multiset(kind.name, most))
    return core.Matchings(needs=needs, pool=pool, kind=kind.name, type=type, span=span)


def _next_player(scope: Scope, args: nodes.Args, span: Span) -> core.Expr | None:
    return _next_seat(scope, args, span, "next_player")


def _previous_player(scope: Scope, args: nodes.Args, span: Span) -> core.Expr | None:
    return _next_seat(scope, args, span, "previous_player")


def _next_seat(scope: Scope, args: nodes.Args, span: Span, name: str) -> core.Expr | None:
    seats = [item for item in args.items if not isinstance(item, nodes.NamedArg)]
    named = [item for item in args.items if isinstance(item, nodes.NamedArg)]
    strange = [item for item in named if item.name.text != "among"]
    if len(seats) != 1 or len(named) > 1 or strange:
        at = strange[0].name.span if strange else span
        scope.error("RW216", f"`{name}` takes a seat, and may take `among:`", at)
        return None
    seat = fit(scope, scope.read(seats[0], core.Seat()), core.Seat(), f"the seat of `{name}`")
    group = core.SetType(core.Seat())
    among = fit(scope, scope.read(named[0].value, group), group, f"`among` of `{name}`") if named else None
    if seat is None or (named and among is None):
        return None
    back = name == "previous_player"
    return core.NextSeat(seat=seat, among=among, backwards=back, type=core.Seat(), span=span)


FUNCTIONS: dict[str, Callable[[Scope, nodes.Args, Span], core.Expr | None]] = {
    "leading_alike": _leading_alike,
    "leading_different": _leading_different,
    "longest_run": _longest_run,
    "matchings": _matchings,
    "next_player": _next_player,
    "previous_player": _previous_player,
}


def _left_axis(scope: Scope, pool: core.ZoneRef, kind: core.KindType) -> bool:
    zone = scope.game.zones[pool.zone]
    left = zone.axes[len(pool.indices) :]
    return zone.shape == "pool" and len(left) == 1 and left[0].type == kind
