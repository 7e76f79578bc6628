"""Overlays: zones whose cards lie on spaces and cover each other, and what is seen of them.

An overlay is a row of components, the lowest first, and a memory of the topmost one by space. A card covers
as many spaces as its pictures have items; one without pictures covers a single space.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from rulewright import core, nodes
from rulewright.elaborate.declarations import scope_for, text_of
from rulewright.elaborate.fit import article, fit, present
from rulewright.elaborate.spaces import add_table
from rulewright.elaborate.typenames import named
from rulewright.elaborate.types import plain
from rulewright.elaborate.work import Scope, Work
from rulewright.report.diagnostics import Span

TOP = "top:"
MOST_MASKS = 32


def overlay(work: Work, node: nodes.Zone) -> bool:
    """`zone strip of player: overlay Spot of Photo`"""
    name = node.name.text
    scope = scope_for(work, "zone", name, "in a zone")
    per = work.cites(node.per)
    spaces = _spaces(scope, node)
    record = _record(scope, node)
    for word in node.others:
        scope.error("RW224", "an overlay holds cards of one type", word.span, "declare another zone")
    for limit in node.limits:
        if limit.sort != "public":
            help = "everyone sees what lies there: remove this"
            scope.error("RW224", "an overlay has no such limit", limit.span, help)
    if spaces is None or record is None:
        return False
    cover = _cover(work, spaces, record)
    work.game.overlays[name] = core.Overlay(
        name=name,
        span=node.name.span,
        per=per,
        text=text_of(node.text),
        spaces=spaces,
        record=record,
        cover=cover,
    )
    work.game.zones[name] = core.Zone(
        name=name,
        span=node.name.span,
        per=per,
        text=text_of(node.text),
        of_player=node.of_player,
        shape="overlay",
        axes=(),
        item=record,
        visibility="public",
        down=(),
        at_most=None,
        fills=False,
    )
    kind = core.KindType(spaces)
    work.game.memories[TOP + name] = core.Memory(
        name=TOP + name,
        span=node.name.span,
        text=text_of(node.text) or name.replace("_", " "),
        of_player=node.of_player,
        axis=core.AxisInfo(type=kind, low=0, size=work.game.kinds[spaces].size),
        type=core.Optional(core.Component(record)),
        lifetime="game",
        starts=None,
    )
    return True


def _spaces(scope: Scope, node: nodes.Zone) -> str | None:
    """The squares that cards lie on."""
    axis = node.shape.axes[0]
    type = None if axis.type is None else named(scope, axis.type)
    if axis.type is not None and type is None:
        return None
    if isinstance(type, core.KindType) and type.name in scope.game.spaces:
        if _is_squares(scope, type.name):
            return type.name
        scope.error("RW232", f"cards cover squares, {type.name} has none", axis.span)
        return None
    message = "an overlay is made of spaces" if type is None else f"{article(type)} is no kind of spaces"
    scope.error("RW232", message, axis.span, "declare them: `spaces Spot: squares 9 by 2`")
    return None


def _is_squares(scope: Scope, kind: str) -> bool:
    info = scope.game.spaces[kind]
    return bool(info.width) and info.directions[:2] == ("north", "northeast")


def _record(scope: Scope, node: nodes.Zone) -> str | None:
    if scope.work.names.value(node.item.text, "man") is not None:
        help = "pieces stand on a board: `board SPACES of PIECE`"
        scope.error("RW224", "an overlay holds cards or tiles, not pieces", node.item.span, help)
        return None
    type = named(scope, node.item)
    if type is None or isinstance(type, core.Component):
        return None if type is None else type.record
    scope.error("RW224", f"an overlay holds cards or tiles, not {article(type)}", node.item.span)
    return None


def size_of(game: core.Game, record: str) -> tuple[int, int]:
    """How many columns and rows a card covers."""
    found = game.pictures.get(record)
    return (1, 1) if found is None else (found.width, found.height)


def seen_fields(game: core.Game, record: str) -> list[str]:
    """The columns that are seen of a card that lies: its pictures; of one without, all of a single value."""
    found = game.pictures.get(record)
    if found is not None:
        return list(found.fields)
    fields = game.records[record].fields.values()
    return [field.name for field in fields if not isinstance(field.type, core.ListType | core.SetType)]


def item_of(game: core.Game, record: str, field: str) -> core.Type:
    """The type of what a card shows on a single space."""
    type = game.records[record].fields[field].type
    return type.of if isinstance(type, core.ListType) else type


def masked_fields(game: core.Game, record: str) -> dict[str, int]:
    """Of what is seen, the columns for which masks are kept, with the number of different values: words, yes
    and no."""
    found: dict[str, int] = {}
    for field in seen_fields(game, record):
        item = plain(item_of(game, record, field))
        size = 2 if isinstance(item, core.YesNo) else 0
        if isinstance(item, core.KindType):
            size = game.kinds[item.name].size
        if 0 < size <= MOST_MASKS:
            found[field] = size
    return found


def _cover(work: Work, spaces: str, record: str) -> str:
    """The table of the spaces under a card, by that of its lower left corner."""
    info = work.game.spaces[spaces]
    width, height = size_of(work.game, record)
    at = {place: space for space, place in enumerate(zip(info.columns, info.rows, strict=True))}
    values: list[tuple[int, ...]] = []
    for column, row in zip(info.columns, info.rows, strict=True):
        under = [(column + c, row + r) for r in reversed(range(height)) for c in range(width)]
        inside = all(place in at for place in under)
        values.append(tuple(at[place] for place in under) if inside else ())
    name = f"cover:{spaces}:{width}:{height}"
    add_table(work.game, name, (spaces,), values)
    return name


# ---- what rules read


def cell(scope: Scope, name: str) -> str:
    """The memory behind `strip[s]`."""
    return TOP + name


def shown(scope: Scope, value: core.Expr, attr: nodes.Attr) -> core.Expr | None:
    """`strip[s].animal`, where `animal` is seen of the cards; None for anything else."""
    if not isinstance(value, core.MemoryValue) or not value.name.startswith(TOP):
        return None
    overlay = scope.game.overlays[value.name.removeprefix(TOP)]
    name = attr.name.text
    if name not in seen_fields(scope.game, overlay.record):
        return None
    item = item_of(scope.game, overlay.record, name)
    lies = not isinstance(value.type, core.Optional)
    sure = lies or isinstance(item, core.Optional | core.YesNo)
    type = item if sure else core.Optional(item)
    scope.work.note(attr.name.span, "column", name, overlay.record, type)
    there = core.MemoryValue(
        name=value.name,
        seat=value.seat,
        index=value.index,
        type=scope.game.memories[value.name].type,
        span=value.span,
    )
    return core.Shown(overlay=overlay.name, field=name, of=there, type=type, span=value.span.to(attr.span))


def footprint(scope: Scope, args: Sequence[nodes.Expr], span: Span) -> core.Expr | None:
    """`footprint(Photo, s)`: the spaces under a card whose lower left corner lies on s."""
    node = args[0]
    name = node.name.text if isinstance(node, nodes.Ref) and not node.trailers else ""
    found = [o for o in scope.game.overlays.values() if o.record == name]
    if not found:
        known = sorted({o.record for o in scope.game.overlays.values()})
        help = scope.work.suggest(name, known) or f"one of {', '.join(known)}" if known else None
        scope.error("RW206", "a card that lies in an overlay is asked for", node.span, help)
        return None
    scope.work.use("record", name)
    scope.work.note(node.span, "record", name)
    spaces = {o.spaces for o in found}
    only = core.KindType(found[0].spaces) if len(spaces) == 1 else None
    corner = present(scope, scope.read(args[1], only))
    if corner is None:
        return None
    overlay = next((o for o in found if corner.type == core.KindType(o.spaces)), None)
    if overlay is None:
        message = f"where a {name} lies is a space, this is {article(corner.type)}"
        scope.error("RW211", message, corner.span)
        return None
    table = overlay.cover.replace("cover:", "footprint:")
    under = scope.game.tables[overlay.cover].values
    rising = [tuple(sorted(cast("tuple[int, ...]", spaces))) for spaces in under]
    add_table(scope.game, table, (overlay.spaces,), rising)
    type = core.SetType(core.KindType(overlay.spaces))
    return core.Table(name=table, indices=(corner,), type=type, span=span)


# ---- laying


def lay(scope: Scope, node: nodes.Move, per: tuple[str, ...]) -> core.Stmt | None:
    """`move k to my.strip[s]`: its lower left corner comes to s; over all that lies there, or under."""
    there = scope.read(node.to)
    if not isinstance(there, core.MemoryValue) or there.index is None:
        return None
    name = there.name.removeprefix(TOP)
    zone = scope.game.zones[name]
    item = core.Component(zone.item)
    what = present(scope, scope.read(node.what, item))
    if what is None or fit(scope, what, item, f"what `{name}` holds") is None:
        return None
    to = core.ZoneRef(zone=name, seat=there.seat, indices=(), type=core.Place(name), span=there.span)
    end = "bottom" if node.end == "bottom" else "top"
    return core.Lay(what=what, to=to, end=end, source=None, at=there.index, span=node.span, per=per)


def lies_on(scope: Scope, node: nodes.Expr) -> bool:
    """Whether an expression names a space of an overlay: `strip[s]`, `my.strip[s]`."""
    if not isinstance(node, nodes.Ref) or not node.trailers or not isinstance(node.trailers[-1], nodes.Index):
        return False
    before = node.trailers[-2] if len(node.trailers) > 1 else None
    name = before.name.text if isinstance(before, nodes.Attr) else node.name.text
    entry = scope.work.names.value(name, "zone")
    return entry is not None and scope.work.ensure("zone", name, node.span) and name in scope.game.overlays
