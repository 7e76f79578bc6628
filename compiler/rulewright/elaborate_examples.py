"""Examples: positions with components named by their ids, seats that play, facts that hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from rulewright import core, nodes
from rulewright.diagnostics import Span
from rulewright.elaborate_fit import article, as_condition, fit
from rulewright.elaborate_places import is_cell
from rulewright.elaborate_references import wants_type
from rulewright.elaborate_statements import offered
from rulewright.elaborate_texts import blocks, statements
from rulewright.elaborate_types import as_number
from rulewright.elaborate_work import Scope, Unit, Work

Made = core.ExampleLine | None


class Position:
    """One example being elaborated: how many play, and the copies of components that are placed."""

    def __init__(self, work: Work, scope: Scope, players: int) -> None:
        self.work, self.scope, self.players = work, scope, players
        self.placed: dict[tuple[str, int], int] = {}

    def seat(self, word: nodes.Word) -> int | None:
        """A seat by its name, if it plays."""
        seats = self.work.game.seats
        if word.text not in seats:
            help = self.work.suggest(word.text, seats)
            self.scope.error("RW201", f"`{word.text}` is not the name of a player", word.span, help)
            return None
        found = seats.index(word.text)
        if found >= self.players:
            message = f"{word.text} does not play: this example has {self.players} players"
            self.scope.error("RW243", message, word.span, f"write `given players {found + 1}` first")
            return None
        return found


def example(work: Work, node: nodes.Example) -> core.Example:
    """`example "what it shows":`"""
    scope = Scope(work, Unit("example", "example", "in an example"), example=True, scores=True)
    players = _players(scope, node.lines)
    options: dict[str, int] = {}
    position = Position(work, scope, players)
    lines: list[core.ExampleLine] = []
    for line in node.lines:
        if isinstance(line, nodes.GivenOption):
            _option(scope, line, options)
        elif not isinstance(line, nodes.GivenPlayers):
            made = LINES[type(line)](position, line)
            if made is not None:
                lines.append(made)
    return core.Example(
        title=node.title.text,
        per=work.cites(node.per),
        span=node.span,
        players=players,
        options=options,
        lines=tuple(lines),
    )


def _players(scope: Scope, lines: Sequence[nodes.ExampleLine]) -> int:
    """How many play: as few as can when the example does not say."""
    game = scope.game
    for line in lines:
        if isinstance(line, nodes.GivenPlayers):
            if game.low <= line.number.value <= game.high:
                return line.number.value
            message = f"{game.low}..{game.high} can play, not {line.number.value}"
            scope.error("RW243", message, line.number.span)
            return game.high
    return game.low


def _option(scope: Scope, node: nodes.GivenOption, options: dict[str, int]) -> None:
    name = node.name.text
    if scope.work.names.value(name, "option") is None:
        known = [entry.name for entry in scope.work.names.of_sort("option")]
        help = scope.work.suggest(name, known)
        scope.error("RW201", f"`{name}` is not the name of an option", node.name.span, help)
        return
    if not scope.work.ensure("option", name, node.name.span):
        return
    type = scope.game.options[name].type
    value = fit(scope, scope.read(node.value, type), type, f"the option `{name}`")
    if isinstance(value, core.Const):
        options[name] = value.value
    elif value is not None:
        scope.error("RW234", "an option is given one of its values", value.span)


# ---- what is given


def _holds(position: Position, node: nodes.GivenHolds) -> Made:
    scope = position.scope
    target = scope.read(node.zone)
    if isinstance(target, core.MemoryValue):
        return _holds_set(position, node, target)
    zone = _components(position, target)
    if zone is None:
        return None
    items = _items(position, node.items, zone)
    return None if items is None else core.GivenHolds(zone=zone, items=items, span=node.span)


def _begins(position: Position, node: nodes.GivenBegins) -> Made:
    zone = _components(position, position.scope.read(node.zone))
    if zone is None:
        return None
    declared = position.scope.game.zones[zone.zone]
    if declared.shape != "stack":
        message = f"only a stack begins with something, `{declared.name}` is a {declared.shape}"
        position.scope.error("RW224", message, zone.span, "write `holds`")
        return None
    items = _items(position, node.items, zone)
    return None if items is None else core.GivenBegins(zone=zone, items=items, span=node.span)


def _components(position: Position, target: core.Expr | None) -> core.ZoneRef | None:
    """A zone or cell of components."""
    if target is None:
        return None
    scope = position.scope
    if not isinstance(target, core.ZoneRef):
        scope.error("RW211", f"a zone holds components, this is {article(target.type)}", target.span)
        return None
    zone = scope.game.zones[target.zone]
    if zone.shape == "pool":
        scope.error("RW224", f"`{zone.name}` holds a number of pieces", target.span, "write `is` and a number")
        return None
    if not is_cell(scope, target):
        scope.error("RW217", f"which cell of `{zone.name}`?", target.span, f"write `{zone.name}[...]`")
        return None
    return target


def _items(
    position: Position, given: Sequence[nodes.Expr], zone: core.ZoneRef
) -> tuple[core.Expr, ...] | None:
    scope = position.scope
    type = core.Component(scope.game.zones[zone.zone].item)
    found: list[core.Expr] = []
    for node in given:
        item = fit(scope, scope.read(node, type), type, f"what `{zone.zone}` holds")
        copy = None if item is None else _copy(position, type.record, item, node)
        if copy is not None:
            found.append(copy)
    return tuple(found) if len(found) == len(given) else None


def _copy(position: Position, record: str, item: core.Expr, node: nodes.Expr) -> core.Expr | None:
    """The next copy of a component that is not placed yet."""
    if not isinstance(item, core.Const) or not isinstance(node, nodes.Ref):
        position.scope.error("RW230", "name a component by its id", item.span)
        return None
    placed = position.placed.get((record, item.value), 0)
    copies = position.work.copies[record][node.name.text]
    if placed >= copies:
        there = "there is only one" if copies == 1 else f"there are only {copies}"
        position.scope.error("RW244", f"`{node.name.text}` is placed already, {there}", item.span)
        return None
    position.placed[record, item.value] = placed + 1
    return core.Const(value=item.value + placed, type=item.type, span=item.span)


def _holds_set(position: Position, node: nodes.GivenHolds, target: core.MemoryValue) -> Made:
    scope = position.scope
    if not isinstance(target.type, core.SetType):
        scope.error("RW211", f"`{target.name}` holds one value", target.span, "write `is`")
        return None
    low = core.bounds(scope.game, target.type.of)[0]
    mask = 0
    for item in node.items:
        value = fit(scope, scope.read(item, target.type.of), target.type.of, f"a member of `{target.name}`")
        if value is None:
            return None
        if not isinstance(value, core.Const):
            scope.error("RW234", "an example gives values that are known", value.span)
            return None
        mask |= 1 << (value.value - low)
    const = core.Const(value=mask, type=target.type, span=node.span)
    return core.GivenIs(target=target, value=const, span=node.span)


def _is(position: Position, node: nodes.GivenIs) -> Made:
    scope = position.scope
    target = scope.read(node.target)
    if target is None:
        return None
    if _says_empty(node.value):
        return _is_empty(position, node, target)
    if isinstance(target, core.ZoneRef):
        return _pool_is(position, node, target)
    if not isinstance(target, core.MemoryValue | core.Holder):
        scope.error("RW231", "an example gives memory, holders and zones", target.span)
        return None
    if isinstance(target.type, core.SetType):
        scope.error("RW211", f"`{target.span}` is a set", target.span, "write `holds`, or `is empty`")
        return None
    value = fit(scope, scope.read(node.value, target.type), target.type, "this")
    return None if value is None else core.GivenIs(target=target, value=value, span=node.span)


def _says_empty(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Ref) and node.name.text == "empty" and not node.trailers


def _is_empty(position: Position, node: nodes.GivenIs, target: core.Expr) -> Made:
    if isinstance(target, core.ZoneRef):
        if position.scope.game.zones[target.zone].shape == "pool":
            none = core.Const(value=0, type=core.Number(0, 0), span=node.span)
            return core.GivenIs(target=target, value=none, span=node.span)
        zone = _components(position, target)
        return None if zone is None else core.GivenHolds(zone=zone, items=(), span=node.span)
    if isinstance(target, core.MemoryValue) and isinstance(target.type, core.SetType | core.Optional):
        value = 0 if isinstance(target.type, core.SetType) else -1
        const = core.Const(value=value, type=target.type, span=node.span)
        return core.GivenIs(target=target, value=const, span=node.span)
    position.scope.error("RW218", f"this is never empty: it is {article(target.type)}", target.span)
    return None


def _pool_is(position: Position, node: nodes.GivenIs, target: core.ZoneRef) -> Made:
    scope = position.scope
    zone = scope.game.zones[target.zone]
    if zone.shape != "pool":
        scope.error("RW211", f"`{zone.name}` holds components", target.span, "write `holds`")
        return None
    if not is_cell(scope, target):
        scope.error("RW217", f"which cell of `{zone.name}`?", target.span)
        return None
    type = core.Number(0, scope.game.pieces[zone.item].number)
    value = fit(scope, scope.read(node.value, type), type, f"the number of {zone.item}")
    if value is None or as_number(scope.game, value.type) is None:
        return None
    return core.GivenIs(target=target, value=value, span=node.span)


# ---- what is played


def _plays(position: Position, node: nodes.Plays) -> Made:
    seat = position.seat(node.seat)
    args = _args(position, node.call)
    if seat is None or args is None:
        return None
    return core.Played(seat=seat, action=node.call.name.text, args=args, span=node.span)


def _may_play(position: Position, node: nodes.MayPlay) -> Made:
    seat = position.seat(node.seat)
    args = _args(position, node.call) if node.call.args else _no_args(position, node.call)
    because = None if node.because is None else node.because.text
    if node.because is not None and not _is_reason(position, node.call.name.text, node.because):
        return None
    if seat is None or args is None:
        return None
    name = node.call.name.text
    return core.MayPlay(
        seat=seat, allowed=node.allowed, action=name, args=args, because=because, span=node.span
    )


def _no_args(position: Position, call: nodes.Call) -> tuple[core.Expr, ...] | None:
    return None if offered(position.scope, call.name) is None else ()


def _is_reason(position: Position, name: str, because: nodes.Text) -> bool:
    action = position.scope.game.actions.get(name)
    if action is None:
        return True
    known = [line.reason for line in action.lines if line.reason is not None]
    if not because.text.strip():
        known = []
    if any(because.text in reason for reason in known):
        return True
    help = position.work.suggest(because.text, known)
    position.scope.error("RW245", f"no line of `{name}` gives this reason", because.span, help)
    return False


def _args(position: Position, call: nodes.Call) -> tuple[core.Expr, ...] | None:
    """The parts of a move; a part that is some words of a kind is their sum, `ocean + wild`, or is left out
    when it is none."""
    scope = position.scope
    name = offered(scope, call.name)
    action = None if name is None else scope.game.actions.get(name)
    if action is None or call.name.text in position.work.incomplete:
        return None
    picks = list(action.picks)
    given: list[nodes.Expr | None] = list(call.args)
    some = [at for at, pick in enumerate(picks) if isinstance(pick.type, core.Multiset)]
    if len(some) == 1 and len(given) == len(picks) - 1:
        given.insert(some[0], None)
    if len(given) != len(picks):
        wanted = ", ".join(pick.name for pick in picks) or "nothing"
        scope.error("RW216", f"a move of `{name}` is made of {wanted}", call.span)
        return None
    found = [_arg(position, arg, pick, call.span) for arg, pick in zip(given, picks, strict=True)]
    whole = tuple(arg for arg in found if arg is not None)
    return whole if len(whole) == len(found) else None


def _arg(position: Position, given: nodes.Expr | None, pick: core.Pick, span: Span) -> core.Expr | None:
    scope, type = position.scope, pick.type
    role = f"`{pick.name}`"
    if not isinstance(type, core.Multiset):
        return None if given is None else fit(scope, scope.read(given, type), type, role)
    of = core.KindType(type.kind)
    parts = [] if given is None else _summands(given)
    words = [fit(scope, scope.read(part, of), of, f"a word of {role}") for part in parts]
    values = [word.value for word in words if isinstance(word, core.Const)]
    if len(values) != len(parts):
        return None
    if len(values) > type.most:
        message = f"{role} is at most {type.most} words, here are {len(values)}"
        scope.error("RW216", message, span)
        return None
    index = _numbers(scope.game.kinds[type.kind].size, type.most)[tuple(sorted(values))]
    return core.Const(value=index, type=type, span=span if given is None else given.span)


def _summands(node: nodes.Expr) -> list[nodes.Expr]:
    found: list[nodes.Expr] = []
    while isinstance(node, nodes.Binary) and node.op == "+":
        found.append(node.right)
        node = node.left
    return [node, *reversed(found)]


@lru_cache(maxsize=16)
def _numbers(size: int, most: int) -> dict[tuple[int, ...], int]:
    return {found: at for at, found in enumerate(core.multisets(size, most))}


# ---- what is chosen


def _chooses(position: Position, node: nodes.Chooses) -> Made:
    seat, value = position.seat(node.seat), _choice(position, node.value)
    return None if seat is None or value is None else core.Chosen(seat=seat, value=value, span=node.span)


def _may_choose(position: Position, node: nodes.MayChoose) -> Made:
    seat, value = position.seat(node.seat), _choice(position, node.value)
    if seat is None or value is None:
        return None
    return core.MayChoose(seat=seat, allowed=node.allowed, value=value, span=node.span)


def _declines(position: Position, node: nodes.Declines) -> Made:
    seat = position.seat(node.seat)
    return None if seat is None else core.Chosen(seat=seat, value=None, span=node.span)


def _may_decline(position: Position, node: nodes.MayDecline) -> Made:
    seat = position.seat(node.seat)
    if seat is None:
        return None
    return core.MayChoose(seat=seat, allowed=node.allowed, value=None, span=node.span)


def _choice(position: Position, node: nodes.Expr) -> core.Expr | None:
    """A value of some decision; a word is looked for in the types that decisions ask for."""
    scope, work = position.scope, position.work
    if isinstance(node, nodes.Ref) and wants_type(scope, node):
        for type in chosen_types(work):
            if isinstance(type, core.KindType) and node.name.text in work.words[type.name]:
                return scope.read(node, type)
            if isinstance(type, core.Component) and node.name.text in work.rows[type.record]:
                return scope.read(node, type)
    return scope.read(node)


def _fact(position: Position, node: nodes.Fact) -> Made:
    condition = as_condition(position.scope, position.scope.read(node.condition))
    return None if condition is None else core.Fact(condition=condition, span=node.span)


def chosen_types(work: Work) -> list[core.Type]:
    """The types of what decisions inside effects ask for."""
    if work.chosen is None:
        found = (stmt for body in blocks(work.game) for stmt in statements(body))
        types = [stmt.type for stmt in found if isinstance(stmt, core.Choose)]
        work.chosen = list(dict.fromkeys(types))
    return work.chosen


LINES: dict[type[nodes.Node], Callable[[Position, Any], Made]] = {
    nodes.GivenHolds: _holds,
    nodes.GivenBegins: _begins,
    nodes.GivenIs: _is,
    nodes.Plays: _plays,
    nodes.Chooses: _chooses,
    nodes.Declines: _declines,
    nodes.MayPlay: _may_play,
    nodes.MayChoose: _may_choose,
    nodes.MayDecline: _may_decline,
    nodes.Fact: _fact,
}
