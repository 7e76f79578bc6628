"""Names and what is asked of them, step by step: `my.helpers[fresh, l]`, `k.colour`, `has_room(me, l)`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright import core, nodes
from rulewright.elaborate.actor import me
from rulewright.elaborate.boards import part
from rulewright.elaborate.calls import FUNCTIONS as CALLED
from rulewright.elaborate.calls import call_define, call_function
from rulewright.elaborate.fit import article, narrowed, present
from rulewright.elaborate.geometry import FUNCTIONS, attribute, call_spaces, coordinates
from rulewright.elaborate.mends import cell
from rulewright.elaborate.names import Entry
from rulewright.elaborate.overlays import TOP, shown
from rulewright.elaborate.places import memory_value, zone_value
from rulewright.elaborate.spaces import DIRECTION
from rulewright.elaborate.types import CAP, plain, size
from rulewright.elaborate.words import (
    ambiguous,
    component,
    expected_word,
    kind_word,
    kinds_with,
    seat,
    unknown,
    word_value,
)
from rulewright.elaborate.work import Scope, local_key
from rulewright.report.diagnostics import Span

Trailers = tuple[nodes.Attr | nodes.Index | nodes.Args, ...]
Base = tuple["core.Expr | None", Trailers]


def wants_type(scope: Scope, node: nodes.Expr) -> bool:
    """Whether a name needs the type that its place asks for to be told apart."""
    if not isinstance(node, nodes.Ref) or node.name.text in scope.locals:
        return False
    args = bool(node.trailers) and isinstance(node.trailers[0], nodes.Args)
    if len(node.trailers) > 1 or (node.trailers and not args):
        return False
    name = node.name.text
    if name == "none" or name in kinds_with_words(scope):
        return True
    return name not in scope.work.names.values and name not in ("me", "yes", "no")


def kinds_with_words(scope: Scope) -> dict[str, list[str]]:
    """All words of all kinds."""
    return scope.work.names.words


def reference(scope: Scope, node: nodes.Ref, expected: core.Type | None) -> core.Expr | None:
    """Resolve a name and its trailers."""
    value, rest = _base(scope, node, expected)
    while rest:
        if value is None:
            _read_all(scope, rest)
            return None
        value, rest = _trailer(scope, narrowed(scope, value), rest)
    return value


def _read_all(scope: Scope, rest: Trailers) -> None:
    """Read the expressions behind a broken name, for their own mistakes."""
    for trailer in rest:
        if isinstance(trailer, nodes.Index):
            for item in trailer.items:
                if not wants_type(scope, item):
                    scope.read(item)


def _base(scope: Scope, node: nodes.Ref, expected: core.Type | None) -> Base:
    name, trailers = node.name.text, node.trailers
    if name in scope.locals:
        return _local(scope, node), trailers
    if name == "my":
        return _my(scope, node)
    if name in BUILT_IN and not (trailers and isinstance(trailers[0], nodes.Args)):
        rest = trailers[1:] if name == "supply" else trailers
        return BUILT_IN[name](scope, node, expected), rest
    word = expected_word(scope, node, expected)
    if name in FUNCTIONS and word is None and _calls_spaces(scope, node):
        args = trailers[0]
        assert isinstance(args, nodes.Args)
        return call_spaces(scope, name, args.items, node.name.span.to(args.span)), trailers[1:]
    if name in CALLED:
        return call_function(scope, node), trailers[1:]
    if word is not None and not (trailers and not isinstance(trailers[0], nodes.Args)):
        return _word(scope, node, word, expected)
    entry = scope.work.names.values.get(name)
    if entry is not None and not _is_word_here(scope, node, entry):
        return _declared(scope, node, entry)
    return _by_word(scope, node, expected)


def _calls_spaces(scope: Scope, node: nodes.Ref) -> bool:
    """Whether a name is that of a function of spaces: where there are any, and no define took it."""
    calls = bool(node.trailers) and isinstance(node.trailers[0], nodes.Args)
    values = scope.work.names.values
    return calls and DIRECTION in values and node.name.text not in values


def _is_word_here(scope: Scope, node: nodes.Ref, entry: Entry) -> bool:
    """Whether a name that is declared too can only be the word of a kind: a token or zone of the same name
    says nothing by itself."""
    if node.name.text not in kinds_with_words(scope):
        return False
    bare = not node.trailers or isinstance(node.trailers[0], nodes.Args)
    return bare and entry.sort in ("token", "unit", "seat")


def _word(scope: Scope, node: nodes.Ref, word: core.KindWord, expected: core.Type | None) -> Base:
    type = expected.of if isinstance(expected, core.Optional) else expected
    assert isinstance(type, core.KindType)
    return _worded(scope, node, type.name, word)


def _worded(scope: Scope, node: nodes.Ref, kind: str, word: core.KindWord) -> Base:
    first = node.trailers[0] if node.trailers else None
    args = first if isinstance(first, nodes.Args) else None
    span = node.name.span if args is None else node.name.span.to(args.span)
    return word_value(scope, kind, word, args, span), node.trailers[1:] if args else node.trailers


def _by_word(scope: Scope, node: nodes.Ref, expected: core.Type | None) -> Base:
    """A name that is not declared: the word of the only kind that has it, a seat, or a component."""
    name, kinds = node.name.text, kinds_with(scope, node.name.text)
    is_seat = scope.work.names.value(name, "seat") is not None
    if is_seat and (not kinds or isinstance(expected, core.Seat)):
        return seat(scope, name, node.name.span), node.trailers
    found = component(scope, node, expected) if not kinds else None
    if found is not None:
        return found, node.trailers
    if len(kinds) + is_seat > 1:
        ambiguous(scope, name, [*kinds, *(["the players"] if is_seat else [])], node.name.span)
        return None, node.trailers
    if kinds:
        word = kind_word(scope, kinds[0], name, node.name.span)
        return (None, ()) if word is None else _worded(scope, node, kinds[0], word)
    if name not in scope.work.rows_of or scope.example:
        unknown(scope, node, expected)
    return None, node.trailers


def _local(scope: Scope, node: nodes.Ref) -> core.Expr | None:
    local = scope.locals[node.name.text]
    scope.work.note(node.name.span, "local", local_key(local.span), type=local.type)
    if isinstance(local.type, core.PieceType):
        message = f"a {local.type.name} is only counted, never told apart"
        scope.error("RW223", message, node.name.span, "count them: `count(x in ...)`")
        return None
    if local.type is None:
        return None
    return core.Local(name=local.name, type=local.type, span=node.name.span)


# ---- words of the language


def _my(scope: Scope, node: nodes.Ref) -> Base:
    first = node.trailers[0] if node.trailers else None
    if not isinstance(first, nodes.Attr):
        scope.error("RW230", "`my` stands before what is mine", node.name.span, "write `my.NAME`, or `me`")
        return None, ()
    actor = me(scope, node.name.span)
    if actor is None:
        return None, node.trailers[1:]
    return of_seat(scope, actor, node.trailers)


def _me(scope: Scope, node: nodes.Ref, expected: core.Type | None) -> core.Expr | None:
    return me(scope, node.name.span)


def _players(scope: Scope, node: nodes.Ref, expected: core.Type | None) -> core.Expr | None:
    seats = core.ListType(core.Seat(), scope.game.high)
    return core.Domain(of=core.Seat(), type=seats, span=node.name.span)


def _player_count(scope: Scope, node: nodes.Ref, expected: core.Type | None) -> core.Expr | None:
    return core.PlayerCount(type=core.Number(scope.game.low, scope.game.high), span=node.name.span)


def _round_number(scope: Scope, node: nodes.Ref, expected: core.Type | None) -> core.Expr | None:
    return core.RoundNumber(type=core.Number(1, CAP), span=node.name.span)


def _game_over(scope: Scope, node: nodes.Ref, expected: core.Type | None) -> core.Expr | None:
    if not scope.example and scope.unit.sort != "claim":
        scope.error("RW239", "`game_over` is for examples and claims", node.name.span)
        return None
    return core.GameOver(type=core.YesNo(), span=node.name.span)


def _winners(scope: Scope, node: nodes.Ref, expected: core.Type | None) -> core.Expr | None:
    if not scope.example and scope.unit.sort != "claim":
        scope.error("RW239", "`winners` is for examples and claims", node.name.span)
        return None
    return core.Winners(type=core.SetType(core.Seat()), span=node.name.span)


def _yes(scope: Scope, node: nodes.Ref, expected: core.Type | None) -> core.Expr | None:
    value = int(node.name.text == "yes")
    return core.Const(value=value, type=core.YesNo(), span=node.name.span)


def _none(scope: Scope, node: nodes.Ref, expected: core.Type | None) -> core.Expr | None:
    if isinstance(expected, core.Optional):
        return core.Const(value=-1, type=expected, span=node.name.span)
    known = "" if expected is None else f": what is asked for is {article(expected)}"
    help = "`is empty` asks whether an optional is none"
    scope.error("RW218", f"`none` means nothing here{known}", node.name.span, help)
    return None


def _supply(scope: Scope, node: nodes.Ref, expected: core.Type | None) -> core.Expr | None:
    """`supply[Helper]`; bare only in a move of pieces, which resolves it itself."""
    first = node.trailers[0] if node.trailers else None
    item = first.items[0] if isinstance(first, nodes.Index) and len(first.items) == 1 else None
    if isinstance(item, nodes.Ref) and not item.trailers and item.name.text in scope.game.pieces:
        return zone_value(scope, f"supply:{item.name.text}", None, None, node.span)
    pieces = [f"`supply[{name}]`" for name in scope.game.pieces]
    help = "write " + " or ".join(pieces[:3]) if pieces else "declare a piece: `pawn Helper, 15 in all`"
    scope.error("RW228", "the supply of which piece?", node.name.span, help)
    return None


BUILT_IN: dict[str, Callable[[Scope, nodes.Ref, core.Type | None], core.Expr | None]] = {
    "me": _me,
    "players": _players,
    "player_count": _player_count,
    "round_number": _round_number,
    "game_over": _game_over,
    "winners": _winners,
    "yes": _yes,
    "no": _yes,
    "none": _none,
    "supply": _supply,
}


# ---- declared names


def _declared(scope: Scope, node: nodes.Ref, entry: Entry) -> Base:
    name, span, trailers = entry.name, node.name.span, node.trailers
    scope.use(entry.sort, name, span)
    match entry.sort:
        case "seat":
            return seat(scope, name, span), trailers
        case "zone" | "memory":
            return _shared(scope, node, entry)
        case "define":
            return call_define(scope, node)
        case "token":
            return _token(scope, node)
        case "constant" | "option" | "group" | "kind" | "range":
            if not scope.work.ensure(entry.sort, name, span):
                return None, ()
            index = trailers[0] if trailers else None
            if isinstance(index, nodes.Index) and name in scope.game.spaces:
                return coordinates(scope, name, index, span.to(index.span)), trailers[1:]
            return _simple(scope, entry, span), trailers
        case "record":
            help = "go through the zone they lie in"
            scope.error("RW222", f"the {name} components lie in zones", span, help)
        case "unit":
            scope.error("RW230", f"`{name}` is a unit, no value", span, "units stand in types")
        case "man":
            scope.error("RW230", f"`{name}` is a piece, no value", span, f"ask `board[s] is {name}(p)`")
        case _:
            scope.error("RW230", f"`{name}` is a {entry.sort}, no value", span)
    return None, ()


def _simple(scope: Scope, entry: Entry, span: Span) -> core.Expr:
    game, name = scope.game, entry.name
    if entry.sort == "constant":
        constant = game.constants[name]
        if len(set(constant.values)) == 1:
            return core.Const(value=constant.values[0], type=constant.type, span=span)
        return core.ConstantByPlayers(name=name, type=constant.type, span=span)
    if entry.sort == "option" and name in scope.work.fixed:
        option = game.options[name]
        return core.Const(value=option.default, type=option.type, span=span)
    if entry.sort == "option":
        return core.OptionValue(name=name, type=game.options[name].type, span=span)
    if entry.sort == "group":
        type = core.SetType(core.KindType(game.groups[name].kind))
        return core.Members(group=name, type=type, span=span)
    of = core.KindType(name) if entry.sort == "kind" else core.RangeType(name)
    return core.Domain(of=of, type=core.ListType(of, size(game, of)), span=span)


def _shared(scope: Scope, node: nodes.Ref, entry: Entry) -> Base:
    declared = entry.node
    assert isinstance(declared, nodes.Zone | nodes.Memory)
    if declared.of_player:
        help = f"write `my.{entry.name}`, or `p.{entry.name}` for a seat p"
        scope.error("RW208", f"whose {entry.name}? each player has one", node.name.span, help)
        return None, ()
    return _place(scope, entry, None, node.name.span, node.trailers)


def _place(scope: Scope, entry: Entry, owner: core.Expr | None, span: Span, trailers: Trailers) -> Base:
    """A zone or memory with the index that follows it."""
    if not scope.work.ensure(entry.sort, entry.name, span):
        return None, trailers
    first = trailers[0] if trailers else None
    index = first if isinstance(first, nodes.Index) else None
    whole = span if index is None else span.to(index.span)
    if entry.name in scope.game.overlays and index is not None:
        return memory_value(scope, TOP + entry.name, owner, index, whole), trailers[1:]
    make = zone_value if entry.name in scope.game.zones else memory_value
    return make(scope, entry.name, owner, index, whole), trailers[1:] if index else trailers


def _token(scope: Scope, node: nodes.Ref) -> Base:
    name = node.name.text
    first = node.trailers[0] if node.trailers else None
    if not isinstance(first, nodes.Attr) or first.name.text != "holder":
        at = first.name.span if isinstance(first, nodes.Attr) else node.name.span
        help = f"write `{name}.holder` for who holds it"
        scope.error("RW210", f"a token has a holder and nothing else: `{name}.holder`", at, help)
        return None, ()
    held = name in scope.work.given or scope.example
    type: core.Type = core.Seat() if held else core.Optional(core.Seat())
    span = node.name.span.to(first.span)
    return core.Holder(token=name, type=type, span=span), node.trailers[1:]


# ---- trailers


def _trailer(scope: Scope, value: core.Expr, rest: Trailers) -> Base:
    first = rest[0]
    if isinstance(first, nodes.Index):
        help = "grids, pools and memory `per` something have an index"
        scope.error("RW217", f"{article(value.type)} has no index", first.span, help)
        return None, ()
    if isinstance(first, nodes.Args):
        help = "leave out the brackets"
        if isinstance(value, core.ZoneRef) and scope.game.zones[value.zone].axes:
            help = f"a cell stands in square brackets: {cell(scope.game.zones[value.zone])}"
        scope.error("RW210", f"{article(value.type)} takes no arguments", first.span, help)
        return None, ()
    seen = shown(scope, value, first)
    if seen is not None:
        return seen, rest[1:]
    kind = plain(value.type)
    if isinstance(kind, core.Component) and (kind.record, first.name.text) in scope.work.broken:
        return None, rest[1:]  # what is wrong with its table is reported
    if isinstance(kind, core.KindType) and kind.name.startswith("men:"):
        return part(scope, value, kind.name, first), rest[1:]
    there = present(scope, value)
    if there is None:
        return None, rest[1:]
    if isinstance(there.type, core.KindType) and there.type.name in scope.game.spaces:
        return attribute(scope, there, there.type.name, first), rest[1:]
    if isinstance(there.type, core.Component):
        return _column(scope, there, there.type.record, first), rest[1:]
    if isinstance(there.type, core.Seat):
        return of_seat(scope, there, rest)
    scope.error(
        "RW210", f"{article(there.type)} has no parts", first.name.span, _of_what(scope, there, first)
    )
    return None, ()


def _of_what(scope: Scope, value: core.Expr, attr: nodes.Attr) -> str | None:
    """The help for a column that is asked of a zone, and not of a card in it."""
    if not isinstance(value, core.ZoneRef):
        return None
    zone = scope.game.zones[value.zone]
    record, name = scope.game.records.get(zone.item), attr.name.text
    if record is None or name not in record.fields:
        return None
    last = f", or look first: `top of {zone.name} is not empty and (top of {zone.name}).{name} ...`"
    ordered = zone.shape in ("stack", "row")
    return f"ask each {record.name} in it: `x.{name} for x in {zone.name}`{last if ordered else ''}"


def _column(scope: Scope, value: core.Expr, record: str, attr: nodes.Attr) -> core.Expr | None:
    fields = scope.game.records[record].fields
    found = fields.get(attr.name.text)
    type = None if found is None else found.type
    scope.work.note(attr.name.span, "column", attr.name.text, record, type)
    if found is None:
        if (record, attr.name.text) not in scope.work.broken:
            known = f"its columns are {', '.join(fields)}" if fields else None
            help = scope.work.suggest(attr.name.text, fields) or known
            scope.error("RW210", f"a {record} has no `{attr.name.text}`", attr.name.span, help)
        return None
    span = value.span.to(attr.span)
    return core.Column(record=record, field=found.name, of=value, type=found.type, span=span)


def of_seat(scope: Scope, owner: core.Expr, trailers: Trailers) -> Base:
    """`p.hand`, `p.step`, `p.score`: what belongs to a seat."""
    attr = trailers[0]
    assert isinstance(attr, nodes.Attr)
    name, span = attr.name.text, owner.span.to(attr.span)
    entry = scope.work.names.value(name, "zone", "memory")
    if entry is None:
        if name == "score":
            return _score(scope, owner, trailers)
        if name == "team" and scope.game.teams:
            type = core.SetType(core.Seat())
            return core.TeamOf(seat=owner, type=type, span=span), trailers[1:]
        _not_of_seat(scope, owner, attr)
        return None, ()
    scope.use(entry.sort, name, span)
    declared = entry.node
    assert isinstance(declared, nodes.Zone | nodes.Memory)
    if not declared.of_player:
        scope.error("RW209", f"all share one {name}", span, f"write `{name}`")
        return None, ()
    return _place(scope, entry, owner, span, trailers[1:])


def _not_of_seat(scope: Scope, owner: core.Expr, attr: nodes.Attr) -> None:
    name = attr.name.text
    scope.work.note(attr.name.span, "asked", name, "seat")
    entry = scope.work.names.values.get(name)
    if entry is not None and entry.sort == "define":
        seat = "me" if isinstance(owner, core.Me) else "p"
        help: str | None = f"write `{name}({seat})`"
    else:
        kept = (e for sort in ("zone", "memory") for e in scope.work.names.of_sort(sort))
        owned = [e.name for e in kept if isinstance(e.node, nodes.Zone | nodes.Memory) and e.node.of_player]
        help = scope.work.suggest(name, owned) or _kept(owned)
    scope.error("RW210", f"a player has no `{name}`", attr.name.span, help)


def _kept(owned: Sequence[str]) -> str | None:
    """What belongs to a player."""
    return f"what a player has: {', '.join(owned)}" if owned else None


def _score(scope: Scope, owner: core.Expr, trailers: Trailers) -> Base:
    attr = trailers[0]
    if not (scope.example or scope.scores):
        help = "give what is counted a name by `define`, and ask for that; scores are for examples and ties"
        scope.error("RW239", "a rule cannot read a score", attr.span, help)
        return None, ()
    second = trailers[1] if len(trailers) > 1 else None
    line = second.name if isinstance(second, nodes.Attr) else None
    known = scope.work.names.alone["score"]
    if line is not None and line.text not in known:
        scope.work.note(line.span, "asked", line.text, "score")
        near = scope.work.suggest(line.text, known)
        scope.error("RW201", f"there is no score line `{line.text}`", line.span, near)
        return None, ()
    span = owner.span.to(line.span if line else attr.span)
    name = line.text if line else None
    if line is not None:
        scope.work.note(line.span, "score", line.text)
    found = core.ScoreOf(seat=owner, line=name, type=core.Number(-CAP, CAP), span=span)
    return found, trailers[2:] if line else trailers[1:]
