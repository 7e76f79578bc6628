"""The functions of spaces: `step`, `ray`, `lines`, `neighbours`, `edge`, `distance`, `opposite`, `between`,
`region`, `connects`. All but the last two are tables, made the first time that a rule asks for them.

A way is a direction, `step(s, north)`, or a heading of a seat, `step(s, forward, me)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from rulewright import core, nodes
from rulewright.elaborate.fit import article, fit, present
from rulewright.elaborate.overlays import footprint
from rulewright.elaborate.shapes import (
    HEADINGS,
    NONE,
    Shape,
    distances,
    edge,
    heading,
    lines,
    opposite,
    passages,
    ray,
)
from rulewright.elaborate.spaces import DIRECTION, HEADING, add_table
from rulewright.elaborate.types import plain
from rulewright.elaborate.work import Scope
from rulewright.report.diagnostics import Span

MOST_ENTRIES = 1 << 20
Row = tuple[int, ...]
Args = Sequence["nodes.Expr | nodes.NamedArg"]


def call_spaces(scope: Scope, name: str, args: Args, span: Span) -> core.Expr | None:
    """Take a function of spaces and its arguments as written, give what it is, or None after an error."""
    takes, make = FUNCTIONS[name]
    least, most = takes.count(",") + 1 - takes.count("["), takes.count(",") + 1
    items = [item for item in args if not isinstance(item, nodes.NamedArg)]
    if len(items) != len(args) or not least <= len(items) <= most:
        here = "here is 1 argument" if len(args) == 1 else f"here are {len(args)} arguments"
        scope.error("RW216", f"write `{name}({takes})`, {here}", span)
        return None
    return make(scope, items, span) if scope.game.spaces else None  # none: why was said where they stand


def coordinates(scope: Scope, kind: str, index: nodes.Index, span: Span) -> core.Expr | None:
    """`Square[c, r]`: the space of a column and a row."""
    info = scope.game.spaces[kind]
    if not info.width or len(index.items) != 2:
        message = f"{kind} has no columns and rows" if not info.width else "write `[column, row]`"
        scope.error("RW217", message, index.span)
        return None
    numbers = (core.Number(1, info.width), core.Number(1, info.height))
    roles = ("the column", "the row")
    found = [
        fit(scope, scope.read(item, type), type, role)
        for item, type, role in zip(index.items, numbers, roles, strict=True)
    ]
    column, row = found
    if column is None or row is None:
        return None
    by_place = {place: at for at, place in enumerate(zip(info.columns, info.rows, strict=True))}
    places = [(c, r) for c in range(1, info.width + 1) for r in range(1, info.height + 1)]
    name = f"at:{kind}"
    add_table(scope.game, name, numbers, [by_place[place] for place in places])
    return core.Table(name=name, indices=(column, row), type=core.KindType(kind), span=span)


def attribute(scope: Scope, value: core.Expr, kind: str, attr: nodes.Attr) -> core.Expr | None:
    """`s.column`, `s.row`, or a column of the table that lists the spaces."""
    info, name = scope.game.spaces[kind], attr.name.text
    span = value.span.to(attr.span)
    numbers = {"column": info.columns, "row": info.rows}.get(name, ())
    scope.work.note(attr.name.span, "column", name, kind)
    if numbers:
        table, type = f"{name}:{kind}", core.Number(min(numbers), max(numbers))
        add_table(scope.game, table, (kind,), numbers)
        return core.Table(name=table, indices=(value,), type=type, span=span)
    if (kind, name) in scope.work.fields:
        field_type = scope.work.fields[kind, name]
        return core.Table(name=f"field:{kind}:{name}", indices=(value,), type=field_type, span=span)
    known = [field for of, field in scope.work.fields if of == kind]
    parts = [*known, *(["column", "row"] if info.columns else [])]
    help = scope.work.suggest(name, parts) or (
        f"it has {' and '.join(f'`.{p}`' for p in parts)}" if parts else None
    )
    scope.error("RW210", f"a {kind} has no `{name}`", attr.name.span, help)
    return None


# ---- reading arguments


def _space(scope: Scope, node: nodes.Expr, role: str) -> tuple[core.Expr, str] | None:
    """A space, and its kind."""
    only = list(scope.game.spaces)
    found = present(scope, scope.read(node, core.KindType(only[0]) if len(only) == 1 else None))
    if found is None:
        return None
    if not isinstance(found.type, core.KindType) or found.type.name not in scope.game.spaces:
        scope.error("RW211", f"{role} is a space, this is {article(found.type)}", found.span)
        return None
    return found, found.type.name


def _kind(scope: Scope, node: nodes.Expr) -> str | None:
    """A kind of spaces by its name: `Square`."""
    name = node.name.text if isinstance(node, nodes.Ref) and not node.trailers else ""
    if name in scope.game.spaces:
        scope.use("kind", name, node.span)
        return name
    help = scope.work.suggest(name, scope.game.spaces) or f"one of {', '.join(scope.game.spaces)}"
    scope.error("RW206", "a kind of spaces is asked for", node.span, help)
    return None


def _set(scope: Scope, node: nodes.Expr, kind: str, role: str) -> core.Expr | None:
    """A set of spaces; a single one counts as a set."""
    type = core.SetType(core.KindType(kind))
    found = scope.read(node, type)
    if found is not None and found.type == core.KindType(kind):
        name = scope.unit.unique("one_of")
        one = core.Binder(
            name=name,
            type=found.type,
            source=core.Domain(
                of=found.type, type=core.ListType(found.type, scope.game.kinds[kind].size), span=found.span
            ),
            span=found.span,
        )
        member = core.Local(name=name, type=found.type, span=found.span)
        same = core.Binary(op="is", left=member, right=found, type=core.YesNo(), span=found.span)
        return core.Aggregate(op="those", value=None, binders=(one,), where=same, type=type, span=found.span)
    return fit(scope, found, type, role)


def _way(scope: Scope, nodes_: Sequence[nodes.Expr], kind: str) -> tuple[core.Expr, core.Expr | None] | None:
    """A direction, or a heading and whose it is."""
    by_heading = len(nodes_) == 2
    type = core.KindType(HEADING if by_heading else DIRECTION)
    if not by_heading and _is_heading(scope, nodes_[0]):
        help = "say whose: `step(s, forward, me)`"
        scope.error("RW247", "a heading depends on who moves", nodes_[0].span, help)
        return None
    if by_heading and _is_direction(scope, nodes_[0]):
        help = "leave out the seat, or name a heading such as `forward`"
        scope.error("RW247", "a direction is the same for every seat", nodes_[0].span, help)
        return None
    way = fit(scope, scope.read(nodes_[0], type), type, "the way")
    if not by_heading:
        return None if way is None or _leads_nowhere(scope, kind, way, None) else (way, None)
    seat = fit(scope, scope.read(nodes_[1], core.Seat()), core.Seat(), "whose way it is")
    info = scope.game.spaces[kind]
    blind = [name for at, name in enumerate(scope.game.seats) if at not in info.faces]
    if seat is not None and blind:
        help = f"write `, {blind[0]} faces north` after the shape of {kind}"
        if kind not in scope.work.unfaced and scope.work.players_known:
            scope.error("RW248", f"which way is forward for {blind[0]}?", seat.span, help)
        return None
    if way is None or seat is None or _leads_nowhere(scope, kind, way, seat):
        return None
    return way, seat


def _leads_nowhere(scope: Scope, kind: str, way: core.Expr, seat: core.Expr | None) -> bool:
    """Report a way that is named and that these spaces do not have, such as `left` on hexagons."""
    words = HEADINGS if seat is not None else tuple(scope.work.words[DIRECTION])
    ways = _by_way(scope, kind, seat)
    there = [word for at, word in enumerate(words) if any(steps[at] is not None for steps in ways)]
    if not isinstance(way, core.Const) or words[way.value] in there:
        return False
    scope.error("RW247", f"{kind} has no `{words[way.value]}`", way.span, f"it has {', '.join(there)}")
    return True


def _is_heading(scope: Scope, node: nodes.Expr) -> bool:
    return _only_of(scope, node, HEADING, HEADINGS, scope.work.words[DIRECTION])


def _is_direction(scope: Scope, node: nodes.Expr) -> bool:
    return _only_of(scope, node, DIRECTION, scope.work.words[DIRECTION], HEADINGS)


def _only_of(scope: Scope, node: nodes.Expr, kind: str, words: Iterable[str], others: Iterable[str]) -> bool:
    """Whether a name is of one kind of ways and not of the other."""
    if not isinstance(node, nodes.Ref) or node.trailers:
        return False
    name = node.name.text
    local = scope.locals.get(name)
    if local is not None:
        return local.type == core.KindType(kind)
    return name in words and name not in others


def _by_way(scope: Scope, kind: str, seat: core.Expr | None) -> list[list[Sequence[int] | None]]:
    """The steps for each seat and heading, or (one list) for each direction; None where there is none."""
    shape = scope.work.shapes[kind]
    if seat is None:
        return [[shape.steps.get(word) for word in scope.work.words[DIRECTION]]]
    faces = scope.game.spaces[kind].faces
    found: list[list[Sequence[int] | None]] = []
    for at in range(scope.game.high):
        turned = [heading(tuple(shape.steps), faces[at], turn) for turn in HEADINGS]
        found.append([None if way is None else shape.steps[way] for way in turned])
    return found


def _tabled(
    scope: Scope,
    sort: str,
    kind: str,
    place: core.Expr | None,
    way: tuple[core.Expr, core.Expr | None],
    value: Callable[[Sequence[int], int], int | Row],
    nothing: int | Row,
    type: core.Type,
    span: Span,
) -> core.Expr | None:
    """A table by seat (headings only), space (unless `place` is None) and way."""
    at, seat = way
    name = f"{sort}:{kind}" + (":heading" if seat is not None else "")
    if name not in scope.game.tables:
        spaces = range(scope.game.kinds[kind].size) if place is not None else range(1)
        values: list[int | Row] = [
            nothing if to is None else value(to, here)
            for steps in _by_way(scope, kind, seat)
            for here in spaces
            for to in steps
        ]
        if not _small(scope, values, span):
            return None
        axes: list[core.Type] = [] if seat is None else [core.Seat()]
        axes += [] if place is None else [core.KindType(kind)]
        add_table(scope.game, name, [*axes, at.type], values)
    indices = tuple(index for index in (seat, place, at) if index is not None)
    return core.Table(name=name, indices=indices, type=type, span=span)


def _small(scope: Scope, values: Sequence[int | Row | tuple[Row, ...]], span: Span) -> bool:
    entries = sum(1 if isinstance(value, int) else len(value) + 1 for value in values)
    if entries > MOST_ENTRIES:
        message = f"this needs a table of {entries} entries, more than {MOST_ENTRIES}"
        scope.error("RW240", message, span, "make the board smaller")
    return entries <= MOST_ENTRIES


# ---- the functions


def _step(scope: Scope, args: Sequence[nodes.Expr], span: Span) -> core.Expr | None:
    place = _space(scope, args[0], "where a step starts")
    if place is None:
        return None
    here, kind = place
    way = _way(scope, args[1:], kind)
    if way is None:
        return None
    space = core.KindType(kind)
    type = space if _always_leads(scope, kind, *way) else core.Optional(space)
    return _tabled(scope, "step", kind, here, way, lambda to, at: to[at], NONE, type, span)


def _always_leads(scope: Scope, kind: str, way: core.Expr, seat: core.Expr | None) -> bool:
    """Whether there is a step from every space, as on a ring."""
    ways = [
        steps
        for by_seat in _by_way(scope, kind, seat)
        for at, steps in enumerate(by_seat)
        if not isinstance(way, core.Const) or at == way.value
    ]
    return all(steps is not None and NONE not in steps for steps in ways)


def _ray(scope: Scope, args: Sequence[nodes.Expr], span: Span) -> core.Expr | None:
    place = _space(scope, args[0], "where a ray starts")
    if place is None:
        return None
    here, kind = place
    way = _way(scope, args[1:], kind)
    type = core.ListType(core.KindType(kind), scope.game.kinds[kind].size)
    return way and _tabled(scope, "ray", kind, here, way, ray, (), type, span)


def _line_from(scope: Scope, args: Sequence[nodes.Expr], span: Span) -> core.Expr | None:
    """As `ray`, with the space itself before it."""
    place = _space(scope, args[0], "where a line starts")
    if place is None:
        return None
    here, kind = place
    way = _way(scope, args[1:], kind)
    type = core.ListType(core.KindType(kind), scope.game.kinds[kind].size + 1)

    def line(to: Sequence[int], at: int) -> Row:
        return (at, *ray(to, at))

    return way and _tabled(scope, "line from", kind, here, way, line, (), type, span)


def _edge(scope: Scope, args: Sequence[nodes.Expr], span: Span) -> core.Expr | None:
    kind = _kind(scope, args[0])
    way = None if kind is None else _way(scope, args[1:], kind)
    if kind is None or way is None:
        return None
    type = core.SetType(core.KindType(kind))
    return _tabled(scope, "edge", kind, None, way, lambda to, _: edge(to), (), type, span)


def _neighbours(scope: Scope, args: Sequence[nodes.Expr], span: Span) -> core.Expr | None:
    place = _space(scope, args[0], "what has neighbours")
    if place is None:
        return None
    type = core.SetType(core.KindType(place[1]))
    return core.Table(name=f"near:{place[1]}", indices=(place[0],), type=type, span=span)


def _lines(scope: Scope, args: Sequence[nodes.Expr], span: Span) -> core.Expr | None:
    """`lines(Square, 4)`: all of them; `lines(s, 4)`: those through a space."""
    first = args[0]
    whole = isinstance(first, nodes.Ref) and first.name.text in scope.game.spaces and not first.trailers
    place = None if whole else _space(scope, first, "what lines go through")
    kind = _kind(scope, first) if whole else None if place is None else place[1]
    length = scope.read(args[1])
    if kind is None or length is None:
        return None
    shape = scope.work.shapes[kind]
    if not isinstance(length, core.Const) or not isinstance(length.type, core.Number):
        scope.error("RW234", "how long a line is, is a number known from the start", length.span)
        return None
    found = lines(shape, length.value) if length.value > 0 else []
    if not _small(scope, found, span):
        return None
    if not found:
        message = f"no line of {length.value} lies on {kind}"
        help = (
            "make the board larger, or the line shorter" if length.value > 0 else "a line has 1 space or more"
        )
        scope.error("RW246", message, length.span, help)
        return None
    line = core.ListType(core.KindType(kind), length.value)
    return _lines_table(scope, kind, length.value, found, place and place[0], line, span)


def _lines_table(
    scope: Scope,
    kind: str,
    length: int,
    found: list[Row],
    place: core.Expr | None,
    line: core.ListType,
    span: Span,
) -> core.Expr:
    name = f"lines through:{kind}:{length}"  # endings ask for it even where rules ask for all lines
    through: list[list[Row]] = [[] for _ in range(scope.game.kinds[kind].size)]
    for one in found:
        for space in one:
            through[space].append(one)
    add_table(scope.game, name, (kind,), [tuple(those) for those in through])
    if place is None:
        name = f"lines:{kind}:{length}"
        add_table(scope.game, name, (), found)
        return core.Table(name=name, indices=(), type=core.ListType(line, len(found)), span=span)
    most = max(map(len, through))
    return core.Table(name=name, indices=(place,), type=core.ListType(line, most), span=span)


def _distance(scope: Scope, args: Sequence[nodes.Expr], span: Span) -> core.Expr | None:
    """How many steps it is; none where no way leads there."""

    def far(shape: Shape) -> list[int | Row]:
        return [steps for row in distances(shape) for steps in row]

    found = _by_pair(scope, "distance", args, far, span)
    if found is None:
        return None
    values = [value for value in scope.game.tables[found.name].values if isinstance(value, int)]
    number: core.Type = core.Number(0, max(values))
    return replace(found, type=core.Optional(number) if NONE in values else number)


def _between(scope: Scope, args: Sequence[nodes.Expr], span: Span) -> core.Expr | None:
    """The spaces between two on a straight line, from the first on; none where they are on no line."""
    return _by_pair(scope, "between", args, lambda shape: list(passages(shape)), span)


def _by_pair(
    scope: Scope,
    sort: str,
    args: Sequence[nodes.Expr],
    make: Callable[[Shape], list[int | Row]],
    span: Span,
) -> core.Table | None:
    """A table by two spaces of one kind, made the first time; its type is a list of spaces."""
    one, other = _space(scope, args[0], "the first"), _space(scope, args[1], "the second")
    if one is None or other is None:
        return None
    kind = one[1]
    if other[1] != kind:
        scope.error("RW211", f"the second is a {kind}, this is a {other[1]}", other[0].span)
        return None
    name, shape = f"{sort}:{kind}", scope.work.shapes[kind]
    if name not in scope.game.tables:
        values = make(shape)
        if not _small(scope, values, span):
            return None
        add_table(scope.game, name, (kind, kind), values)
    type = core.ListType(core.KindType(kind), shape.size)
    return core.Table(name=name, indices=(one[0], other[0]), type=type, span=span)


def _opposite(scope: Scope, args: Sequence[nodes.Expr], span: Span) -> core.Expr | None:
    words = list(scope.work.words[DIRECTION])
    type = core.KindType(DIRECTION)
    way = fit(scope, scope.read(args[0], type), type, "the way")
    if way is None:
        return None
    back: dict[str, str] = {}
    for shape in scope.work.shapes.values():
        for word in shape.steps:
            other = opposite(shape, word)
            if other is not None:
                back.setdefault(word, other)
    values = [words.index(back[word]) if word in back else NONE for word in words]
    add_table(scope.game, "opposite", (type,), values)
    whole = NONE not in values
    result: core.Type = type if whole else core.Optional(type)
    return core.Table(name="opposite", indices=(way,), type=result, span=span)


def _region(scope: Scope, args: Sequence[nodes.Expr], span: Span) -> core.Expr | None:
    within = scope.read(args[1])
    kind = _spaces_of(scope, within)
    if within is None or kind is None:
        return None
    start = _set(scope, args[0], kind, "where a region starts")
    type = core.SetType(core.KindType(kind))
    inside = fit(scope, within, type, "what a region lies within")
    if start is None or inside is None:
        return None
    return core.Region(start=start, within=inside, near=f"near:{kind}", type=type, span=span)


def _connects(scope: Scope, args: Sequence[nodes.Expr], span: Span) -> core.Expr | None:
    within = scope.read(args[0])
    kind = _spaces_of(scope, within)
    if within is None or kind is None:
        return None
    inside = fit(scope, within, core.SetType(core.KindType(kind)), "what connects")
    one, other = (_set(scope, arg, kind, "what is connected") for arg in args[1:])
    if inside is None or one is None or other is None:
        return None
    return core.Connects(
        within=inside, one=one, other=other, near=f"near:{kind}", type=core.YesNo(), span=span
    )


def _spaces_of(scope: Scope, value: core.Expr | None) -> str | None:
    """The kind of a set of spaces."""
    if value is None:
        return None
    of = plain(value.type.of) if isinstance(value.type, core.SetType | core.ListType) else None
    if isinstance(of, core.KindType) and of.name in scope.game.spaces:
        return of.name
    help = "write `those(s in Square where ...)`"
    scope.error("RW211", f"a set of spaces is asked for, this is {article(value.type)}", value.span, help)
    return None


Function = Callable[[Scope, Sequence[nodes.Expr], Span], "core.Expr | None"]
FUNCTIONS: dict[str, tuple[str, Function]] = {
    "step": ("space, way[, whose]", _step),
    "ray": ("space, way[, whose]", _ray),
    "line_from": ("space, way[, whose]", _line_from),
    "edge": ("Spaces, way[, whose]", _edge),
    "neighbours": ("space", _neighbours),
    "lines": ("Spaces or space, length", _lines),
    "distance": ("space, space", _distance),
    "between": ("space, space", _between),
    "opposite": ("direction", _opposite),
    "region": ("from, within", _region),
    "connects": ("within, one, other", _connects),
    "footprint": ("Card, space", footprint),
}
