"""Where components lie: zones, pieces and tokens."""

from __future__ import annotations

from rulewright import core, nodes
from rulewright.elaborate.declarations import scope_for, text_of
from rulewright.elaborate.fit import article, numeric
from rulewright.elaborate.fold import outcomes
from rulewright.elaborate.overlays import overlay
from rulewright.elaborate.spaces import board
from rulewright.elaborate.typenames import bound, named
from rulewright.elaborate.work import Scope, Work
from rulewright.report.diagnostics import Note, Span

SIGHTS = {"hidden": "hidden", "public": "public", "seen_by_owner": "owner", "face_down": "face_down"}
MOST_CELLS = 65_536


def piece(work: Work, node: nodes.Piece) -> bool:
    """`pawn Helper, 15 in all`, and the supply where all of them start."""
    name = node.name.text
    scope = scope_for(work, "piece", name, "in a piece")
    number = bound(scope, node.number, "high")
    per = work.cites(node.per)
    if number is None:
        return False
    if not 1 <= number <= MOST_CELLS:
        scope.error("RW236", f"there are 1..{MOST_CELLS} of a piece, not {number}", node.name.span)
        return False
    text = text_of(node.text)
    work.game.pieces[name] = core.Piece(name=name, span=node.name.span, per=per, text=text, number=number)
    work.game.zones[f"supply:{name}"] = core.Zone(
        name=f"supply:{name}",
        span=node.name.span,
        of_player=False,
        shape="pool",
        axes=(),
        item=name,
        visibility="public",
        down=(),
        at_most=None,
        fills=False,
    )
    return True


def token(work: Work, node: nodes.Token) -> bool:
    """`token leader, held by a player`"""
    work.game.tokens[node.name.text] = core.Token(
        name=node.name.text, span=node.name.span, per=work.cites(node.per), text=text_of(node.text)
    )
    return True


def zone(work: Work, node: nodes.Zone) -> bool:
    """`zone hand of player: set of Fruit, seen by owner`"""
    if node.shape.sort == "board":
        return board(work, node)
    if node.shape.sort == "overlay":
        return overlay(work, node)
    name = node.name.text
    scope = scope_for(work, "zone", name, "in a zone")
    per = work.cites(node.per)
    item = _item(scope, node)
    for word in node.others:
        scope.error("RW224", "only a board holds pieces of several types", word.span, "declare another zone")
    axes = [_axis(scope, axis) for axis in node.shape.axes]
    known = tuple(axis for axis in axes if axis is not None)
    sight, down = _sight(scope, node, known if len(known) == len(axes) else None)
    most, fine = _at_most(scope, node)
    if item is None or len(known) != len(axes) or not fine or not _cells(scope, node, known):
        return False
    work.game.zones[name] = core.Zone(
        name=name,
        span=node.name.span,
        per=per,
        text=text_of(node.text),
        of_player=node.of_player,
        shape=node.shape.sort,
        axes=known,
        item=item,
        visibility=sight,
        down=down,
        at_most=most,
        fills=_fills(scope, node, item),
    )
    return True


def _item(scope: Scope, node: nodes.Zone) -> str | None:
    type = named(scope, node.item)
    if type is None:
        return None
    pool = node.shape.sort == "pool"
    if pool and not isinstance(type, core.PieceType):
        message = f"a pool counts alike pieces, {article(type)} is none"
        scope.error("RW224", message, node.item.span, "use a stack, row, set or grid")
        return None
    if not pool and not isinstance(type, core.Component):
        help = "pieces are counted in a pool" if isinstance(type, core.PieceType) else None
        message = f"a {node.shape.sort} holds cards or tiles, not {article(type)}"
        scope.error("RW224", message, node.item.span, help)
        return None
    return node.item.text


def _axis(scope: Scope, node: nodes.Axis) -> core.AxisInfo | None:
    if node.type is not None:
        type = named(scope, node.type)
        if type is None:
            return None
        if isinstance(type, core.KindType | core.RangeType):
            low, high = core.bounds(scope.game, type)
            return core.AxisInfo(type=type, low=low, size=high - low + 1)
        message = f"an axis is a kind, a range or numbers, not {article(type)}"
        scope.error("RW232", message, node.type.span)
        return None
    assert node.low is not None
    assert node.high is not None
    first, last = numeric(scope, scope.read(node.low)), numeric(scope, scope.read(node.high))
    if first is None or last is None:
        return None
    found = outcomes(scope.game, first, last)
    if found is None:
        message = "an axis is built from numbers, constants, options and `player_count`"
        scope.error("RW234", message, node.span)
        return None
    lowest, highest = min(a for a, _ in found), max(b for _, b in found)
    if lowest > highest:
        message = f"the range {lowest}..{highest} holds no number"
        scope.error("RW236", message, node.span, "write the lower bound first")
        return None
    return core.AxisInfo(type=core.Number(lowest, highest), low=lowest, size=highest - lowest + 1)


def _cells(scope: Scope, node: nodes.Zone, axes: tuple[core.AxisInfo, ...]) -> bool:
    cells = 1
    for axis in axes:
        cells *= axis.size
    if cells > MOST_CELLS:
        scope.error("RW240", f"`{node.name.text}` has more than {MOST_CELLS} cells", node.shape.span)
    return cells <= MOST_CELLS


def _sight(
    scope: Scope, node: nodes.Zone, axes: tuple[core.AxisInfo, ...] | None
) -> tuple[str, tuple[tuple[int, ...], ...]]:
    """The visibility of a zone, and the cells that lie face down."""
    said: nodes.Limit | None = None
    down: list[tuple[int, ...]] = []
    for limit in node.limits:
        if limit.places:
            found = [_place(scope, node, limit, axes, place) for place in limit.places]
            down += [place for place in found if place is not None]
        elif limit.sort in SIGHTS:
            if said is not None:
                notes = [Note("the other is here", said.span)]
                scope.error("RW241", "a zone is seen in one way", limit.span, "remove one", notes)
            said = limit
            if limit.sort == "seen_by_owner" and not node.of_player:
                message = "this zone has no owner"
                scope.error("RW241", message, limit.span, "write `of player` after its name")
    sight = "public" if said is None else SIGHTS[said.sort]
    return sight, tuple(dict.fromkeys(down))


def _place(
    scope: Scope,
    node: nodes.Zone,
    limit: nodes.Limit,
    axes: tuple[core.AxisInfo, ...] | None,
    place: tuple[int, ...],
) -> tuple[int, ...] | None:
    """A cell as written, as dense indices; on the axis of a kind, words are counted from 1."""
    if axes is None:
        return None
    fits = len(place) == len(axes) and node.shape.sort == "grid"
    first = [1 if isinstance(axis.type, core.KindType) else axis.low for axis in axes]
    dense = tuple(n - low for n, low in zip(place, first, strict=False))
    if fits and all(0 <= n < axis.size for n, axis in zip(dense, axes, strict=True)):
        return dense
    written = ", ".join(str(n) for n in place)
    ends = " by ".join(f"{low}..{low + axis.size - 1}" for low, axis in zip(first, axes, strict=True))
    scope.error("RW215", f"`{node.name.text}` has no cell ({written})", limit.span, f"its cells are {ends}")
    return None


def _at_most(scope: Scope, node: nodes.Zone) -> tuple[core.Expr | None, bool]:
    found: core.Expr | None = None
    for limit in node.limits:
        if limit.sort != "at_most" or limit.value is None:
            continue
        value = numeric(scope, scope.read(limit.value))
        if value is None:
            return None, False
        if outcomes(scope.game, value) is None:
            message = "a limit is built from numbers, constants, options and `player_count`"
            scope.error("RW234", message, value.span, "use a guard where components enter")
            return None, False
        found = value
    return found, True


def _fills(scope: Scope, node: nodes.Zone, item: str) -> bool:
    limit = next((limit for limit in node.limits if limit.sort == "starts_with_all"), None)
    if limit is None:
        return False
    if item in scope.game.pieces or node.shape.sort == "pool":
        scope.error("RW632", "pieces start in the supply", limit.span, "remove `starts with all`")
    elif node.of_player or node.shape.axes:
        what = "each player has one" if node.of_player else "it has several cells"
        scope.error("RW632", f"`{node.name.text}` cannot start with all: {what}", limit.span)
    return True


def check_starts(work: Work) -> None:
    """Each record starts in one zone."""
    fills: dict[str, Span] = {}
    for entry in work.names.of_sort("zone"):
        zone = work.game.zones.get(entry.name)
        if zone is None or not zone.fills:
            continue
        if zone.item in fills:
            notes = [Note("it starts here too", fills[zone.item])]
            message = f"the {zone.item} components start in two zones"
            work.error("RW632", message, zone.span, "let one of them start with all", notes)
        fills.setdefault(zone.item, zone.span)
    for name, record in work.game.records.items():
        lost = "zone" in work.lost.sorts  # the zone that they start in may be the one
        if name not in fills and record.ids and ("record", name) in work.used and not lost:
            help = f"add a zone of {name} that `starts with all`"
            work.error("RW633", f"the {name} components start nowhere", record.span, help)
