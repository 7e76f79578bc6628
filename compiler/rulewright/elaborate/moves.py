"""Statements that change something: components and pieces that move, tokens, memory."""

from __future__ import annotations

from dataclasses import replace

from rulewright import core, nodes
from rulewright.elaborate.boards import board_of, capture, give_man, move_man, place_on, promote
from rulewright.elaborate.fit import a_shape, article, fit, mixed, numeric, present
from rulewright.elaborate.mends import cell, zones_of
from rulewright.elaborate.overlays import lay, lies_on
from rulewright.elaborate.places import index_count, is_cell, place, zone_value
from rulewright.elaborate.references import wants_type
from rulewright.elaborate.types import as_number, plain
from rulewright.elaborate.work import Scope


def move(scope: Scope, node: nodes.Move, per: tuple[str, ...]) -> core.Stmt | None:
    """`move k to end of my.basket`, `move board[s] to board[t]`"""
    man = _on_board(scope, node)
    if man is not None:
        return move_man(scope, node, man, per)
    if lies_on(scope, node.to):
        return lay(scope, node, per)
    to = _target(scope, node.to, node.end)
    item = None if to is None else core.Component(scope.game.zones[to.zone].item)
    what = present(scope, scope.read(node.what, item))
    if what is None or to is None or item is None:
        return None
    if isinstance(what.type, core.Place):
        help = "write `move all from ... to ...`"
        scope.error("RW211", "one component moves, this is a zone", what.span, help)
        return None
    if fit(scope, what, item, f"what `{to.zone}` holds") is None:
        return None
    return core.Move(what=what, to=to, end=_end(node.end), source=None, span=node.span, per=per)


def _on_board(scope: Scope, node: nodes.Move) -> core.MemoryValue | None:
    """The space that a piece leaves, where what moves stands on a board."""
    name = node.what.name.text if isinstance(node.what, nodes.Ref) else ""
    attr = node.what.trailers[0] if isinstance(node.what, nodes.Ref) and node.what.trailers else None
    boards = scope.game.boards
    if name not in boards and not (isinstance(attr, nodes.Attr) and attr.name.text in boards):
        return None
    found = scope.read(node.what)
    return found if isinstance(found, core.MemoryValue) and board_of(scope, found) else None


def _end(end: str | None) -> str:
    return "bottom" if end == "bottom" else "top"


def _target(scope: Scope, node: nodes.Expr, end: str | None) -> core.ZoneRef | None:
    """Where components enter: a zone, or one cell of a grid."""
    to = place(scope, node, "where it goes")
    if to is None or not _of_components(scope, to):
        return None
    zone = scope.game.zones[to.zone]
    if not is_cell(scope, to):
        scope.error("RW217", f"which cell of `{zone.name}`?", to.span, f"write `{zone.name}[...]`")
        return None
    if zone.shape == "overlay":
        help = "name the space of its lower left corner: `[s]`"
        scope.error("RW217", f"where on `{zone.name}`? its cards lie on spaces", to.span, help)
        return None
    if end is not None and zone.shape not in ("stack", "row"):
        help = f"remove `{end} of`, or declare `{zone.name}` as a `stack` or `row`"
        scope.error("RW224", f"a {zone.shape} has no {end}", to.span, help)
        return None
    return to


def _of_components(scope: Scope, ref: core.ZoneRef) -> bool:
    zone = scope.game.zones[ref.zone]
    if zone.shape != "pool":
        return True
    help = f"write `move 1 {zone.item} from ... to ...`"
    scope.error("RW224", f"`{zone.name}` holds {zone.item} pieces, which are counted", ref.span, help)
    return False


def move_all(scope: Scope, node: nodes.MoveAll, per: tuple[str, ...]) -> core.Stmt | None:
    """`move all from market[r, c] to my.hand`, `move all Helper from ... to ...`"""
    piece = _named_piece(scope, node.piece)
    if piece is False:
        return None
    if isinstance(piece, str):
        return _pieces(scope, piece, None, node, per)
    source = place(scope, node.source, "where they come from")
    if source is not None and scope.game.zones[source.zone].shape == "pool":
        return _pieces(scope, scope.game.zones[source.zone].item, None, node, per, source)
    to = _target(scope, node.to, node.end)
    if source is None or to is None or not _same_item(scope, source, to):
        return None
    item = scope.game.zones[source.zone].item
    if node.piece is not None and node.piece.text != item:
        scope.error("RW211", f"`{source.zone}` holds {item} components", node.piece.span)
        return None
    return core.MoveAll(source=source, to=to, end=_end(node.end), span=node.span, per=per)


def _named_piece(scope: Scope, word: nodes.Word | None) -> str | bool:
    """The piece that a move names; True when it names a record or nothing, False after an error."""
    if word is None or scope.work.names.value(word.text, "record") is not None:
        return True
    return known_piece(scope, word) or False


def known_piece(scope: Scope, word: nodes.Word) -> str | None:
    """A piece by its name."""
    if scope.work.names.value(word.text, "piece") is None:
        help = scope.work.suggest(word.text, scope.game.pieces)
        scope.error("RW201", f"`{word.text}` is not the name of a piece", word.span, help)
        return None
    scope.use("piece", word.text, word.span)
    return word.text if word.text in scope.game.pieces else None


def _same_item(scope: Scope, source: core.ZoneRef, to: core.ZoneRef) -> bool:
    one, other = scope.game.zones[source.zone], scope.game.zones[to.zone]
    if one.item != other.item:
        message = f"`{to.zone}` holds {other.item}, `{source.zone}` holds {one.item}"
        scope.error("RW211", message, to.span)
    return one.item == other.item


def move_some(scope: Scope, node: nodes.MoveSome, per: tuple[str, ...]) -> core.Stmt | None:
    """`move 2 Helper from supply to my.camp`"""
    number = _amount(scope, node.number)
    piece = known_piece(scope, node.piece)
    if piece is None:
        return None
    made = _pieces(scope, piece, number, node, per)
    return None if number is None else made


def _amount(scope: Scope, node: nodes.Expr) -> core.Expr | None:
    number = numeric(scope, scope.read(node))
    type = None if number is None else as_number(scope.game, number.type)
    if number is None or type is None:
        return None
    if type.high < 0:
        scope.error("RW215", "the number of what moves is less than nothing", number.span)
        return None
    return number


def _pieces(
    scope: Scope,
    piece: str,
    number: core.Expr | None,
    node: nodes.MoveAll | nodes.MoveSome,
    per: tuple[str, ...],
    known: core.ZoneRef | None = None,
) -> core.Stmt | None:
    source = known or _pool(scope, node.source, piece)
    to = _pool(scope, node.to, piece)
    if isinstance(node, nodes.MoveAll) and node.end is not None:
        scope.error("RW224", f"a pool has no {node.end}", node.to.span, f"remove `{node.end} of`")
        return None
    if source is None or to is None or not _whole(scope, source):
        return None
    return core.MovePieces(piece=piece, number=number, source=source, to=to, span=node.span, per=per)


def _pool(scope: Scope, node: nodes.Expr, piece: str) -> core.ZoneRef | None:
    """A cell of a pool of a piece; `supply` is that of the piece."""
    if isinstance(node, nodes.Ref) and node.name.text == "supply" and not node.trailers:
        return zone_value(scope, f"supply:{piece}", None, None, node.span)
    ref = place(scope, node, f"where a {piece} stands")
    if ref is None:
        return None
    zone = scope.game.zones[ref.zone]
    if zone.item != piece:
        message = f"`{zone.name}` holds {zone.item}, not {piece}"
        scope.error("RW211", message, ref.span, zones_of(scope, piece))
        return None
    return ref if _whole(scope, ref) else None


def _whole(scope: Scope, ref: core.ZoneRef) -> bool:
    zone = scope.game.zones[ref.zone]
    if is_cell(scope, ref):
        return True
    message = f"`{zone.name}` has {len(zone.axes)} axes, here {index_count(len(ref.indices))}"
    scope.error("RW217", message, ref.span, f"name one cell: {cell(zone)}; `each` goes through several")
    return False


def deal(scope: Scope, node: nodes.Deal, per: tuple[str, ...]) -> core.Stmt | None:
    """`deal 1 from deck to p.start`"""
    number = _amount(scope, node.number)
    source = line(scope, node.source, "cards are dealt from")
    to = _target(scope, node.to, node.end)
    if number is None or source is None or to is None or not _same_item(scope, source, to):
        return None
    return core.Deal(number=number, source=source, to=to, end=_end(node.end), span=node.span, per=per)


def line(scope: Scope, node: nodes.Expr, doing: str) -> core.ZoneRef | None:
    """A stack or row."""
    ref = place(scope, node, "this")
    if ref is None:
        return None
    zone = scope.game.zones[ref.zone]
    if zone.shape not in ("stack", "row"):
        message = f"{doing} a stack or row, `{zone.name}` is {a_shape(zone)}"
        scope.error("RW224", message, ref.span, _without_order(zone, doing))
        return None
    return ref


def _without_order(zone: core.Zone, doing: str) -> str:
    """What to do with a zone that has no order, or to make it one that has."""
    if zone.shape not in ("set", "grid"):
        return "only what is declared `stack of ...` or `row of ...` has an order"
    way = f"declare `{zone.name}` as a `stack` or `row`"
    if "dealt" in doing:
        return f"let a player choose: `choose k from ...`, then `move k to ...`; or {way}"
    return f"nothing has an order in a {zone.shape}: leave this out, or {way}"


def shuffle(scope: Scope, node: nodes.Shuffle, per: tuple[str, ...]) -> core.Stmt | None:
    """`shuffle deck`"""
    ref = line(scope, node.zone, "what is shuffled is")
    return None if ref is None else core.Shuffle(zone=ref, span=node.span, per=per)


def give(scope: Scope, node: nodes.Give, per: tuple[str, ...]) -> core.Stmt | None:
    """`give leader to p`"""
    name = node.what.name.text
    if node.what.trailers:
        return give_man(scope, node, per)
    to = fit(scope, scope.read(node.to, core.Seat()), core.Seat(), "who gets it")
    if scope.work.names.value(name, "token") is None:
        known = [entry.name for entry in scope.work.names.of_sort("token")]
        help = scope.work.suggest(name, known)
        scope.error("RW201", f"`{name}` is not the name of a token", node.what.name.span, help)
        return None
    scope.use("token", name, node.what.name.span)
    return None if to is None else core.Give(token=name, to=to, span=node.span, per=per)


# ---- memory


def assign(scope: Scope, node: nodes.Assign, per: tuple[str, ...]) -> core.Stmt | None:
    """`set my.step to 3`"""
    target = _memory(scope, node.target)
    if target is None:
        if not wants_type(scope, node.value):
            scope.read(node.value)
        return None
    value = fit(scope, scope.read(node.value, target.type), target.type, f"the memory `{target.name}`")
    if value is None:
        return None
    return core.Remember(op="set", target=target, value=value, span=node.span, per=per)


def _memory(scope: Scope, node: nodes.Ref) -> core.MemoryValue | None:
    name = node.name.text
    entry = scope.work.names.values.get(name)
    if entry is not None and name not in scope.locals and entry.sort in FIXED:
        scope.error("RW231", f"the {entry.sort} `{name}` never changes", node.name.span, FIXED[entry.sort])
        return None
    if name in scope.locals and not node.trailers:
        scope.error("RW231", f"`{name}` never changes", node.name.span, FIXED["constant"])
        return None
    found = _unnarrowed(scope, node)
    if found is None or isinstance(found, core.MemoryValue):
        return found
    help: str | None = None
    if isinstance(found, core.ZoneRef):
        help = "components move: `move ... to ...`"
    elif isinstance(found, core.Holder):
        help = f"write `give {found.token} to ...`"
    scope.error("RW231", "only memory can be set, added to or removed from", found.span, help)
    return None


FIXED = {
    "constant": "declare a `memory` for what changes",
    "option": "an option is set before the game starts",
    "define": "a define is computed, not set",
}


def _unnarrowed(scope: Scope, node: nodes.Ref) -> core.Expr | None:
    """A memory as it is declared, whatever is known of what it holds now."""
    found = scope.read(node)
    if isinstance(found, core.MemoryValue):
        return replace(found, type=scope.game.memories[found.name].type)
    return found


def change(scope: Scope, node: nodes.AddTo | nodes.RemoveFrom, per: tuple[str, ...]) -> core.Stmt | None:
    """`add d to my.refused`, `remove 1 from my.life`"""
    op = "add" if isinstance(node, nodes.AddTo) else "remove"
    target = _memory(scope, node.target)
    if target is None:
        return None
    if isinstance(target.type, core.SetType):
        value = _members(scope, node.value, target, target.type)
    else:
        value = _by_number(scope, node.value, target, op)
    if value is None:
        return None
    return core.Remember(op=op, target=target, value=value, span=node.span, per=per)


def _members(scope: Scope, node: nodes.Expr, target: core.MemoryValue, set: core.SetType) -> core.Expr | None:
    """A member of a set, or all members of another."""
    value = scope.read(node, set.of)
    several = value is not None and isinstance(value.type, core.SetType | core.ListType | core.Place)
    role = f"a member of `{target.name}`"
    return fit(scope, value, set if several else set.of, role)


def _by_number(scope: Scope, node: nodes.Expr, target: core.MemoryValue, op: str) -> core.Expr | None:
    have = as_number(scope.game, target.type)
    value = scope.read(node, None)
    if have is None:
        message = f"only sets and numbers are added to, `{target.name}` is {article(target.type)}"
        scope.error("RW211", message, target.span, "write `set ... to ...`")
        return None
    number = numeric(scope, value)
    step = None if number is None else as_number(scope.game, plain(number.type))
    if number is None or step is None:
        return None
    if step.unit and have.unit and step.unit != have.unit:
        mixed(scope, step.unit, have.unit, number.span)
        return None
    ends = (step.low, step.high) if op == "add" else (-step.high, -step.low)
    if have.low + ends[0] > have.high or have.high + ends[1] < have.low:
        message = f"this always leaves the range {have.low}..{have.high} of `{target.name}`"
        scope.error("RW215", message, number.span)
        return None
    return number


HANDLERS = {
    nodes.Move: move,
    nodes.MoveAll: move_all,
    nodes.MoveSome: move_some,
    nodes.Deal: deal,
    nodes.Shuffle: shuffle,
    nodes.Give: give,
    nodes.PlaceOn: place_on,
    nodes.Capture: capture,
    nodes.Promote: promote,
    nodes.Assign: assign,
    nodes.AddTo: change,
    nodes.RemoveFrom: change,
}
