"""Examples: positions with components named by their ids, seats that play, facts that hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from rulewright import core, nodes
from rulewright.elaborate.fit import as_condition, fit
from rulewright.elaborate.given import Made, Position, begins, draws, holds, is_given
from rulewright.elaborate.references import wants_type
from rulewright.elaborate.statements import offered
from rulewright.elaborate.texts import blocks, statements
from rulewright.elaborate.work import Scope, Unit, Work
from rulewright.report.diagnostics import Span


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
        elif not isinstance(line, nodes.GivenPlayers | nodes.GivenSetup):
            made = LINES[type(line)](position, line)
            if made is not None:
                lines.extend(made if isinstance(made, tuple) else (made,))
            if isinstance(line, nodes.Plays | nodes.Chooses | nodes.Declines):
                position.moved()
    return core.Example(
        title=node.title.text,
        per=work.cites(node.per),
        span=node.span,
        players=players,
        options=options,
        in_setup=any(isinstance(line, nodes.GivenSetup) for line in node.lines),
        lines=tuple(lines),
    )


def _players(scope: Scope, lines: Sequence[nodes.ExampleLine]) -> int:
    """How many play: as few as can when the example does not say."""
    game = scope.game
    for line in lines:
        if isinstance(line, nodes.GivenPlayers):
            if game.low <= line.number.value <= game.high:
                return line.number.value
            if not scope.work.players_known:
                return line.number.value
            message = f"{game.low}..{game.high} can play, not {line.number.value}"
            help = (
                f"write a number in {game.low}..{game.high}"
                if game.low < game.high
                else f"write `{game.low}`"
            )
            scope.error("RW243", message, line.number.span, help)
            return game.high
    return game.low


def _option(scope: Scope, node: nodes.GivenOption, options: dict[str, int]) -> None:
    name = node.name.text
    scope.work.note(node.name.span, "option", name)
    if scope.work.names.value(name, "option") is None:
        known = [entry.name for entry in scope.work.names.of_sort("option")]
        help = scope.work.suggest(name, known)
        scope.error("RW201", f"`{name}` is not the name of an option", node.name.span, help)
        return
    if not scope.work.ensure("option", name, node.name.span):
        return
    if name in scope.work.fixed:
        message = f"a board is built from `{name}`: it has one value here"
        help = "remove this: examples are played on the board that the default gives"
        scope.error("RW231", message, node.span, help)
        return
    type = scope.game.options[name].type
    value = fit(scope, scope.read(node.value, type), type, f"the option `{name}`")
    if isinstance(value, core.Const):
        options[name] = value.value
    elif value is not None:
        scope.error("RW234", "an option is given one of its values", value.span)


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
    entry = position.work.names.deeds.get(name)
    if entry is None or not isinstance(entry.node, nodes.Action):
        return True
    known = [line.reason.text for line in entry.node.lines if line.reason is not None]
    if not because.text.strip():
        known = []
    if any(because.text in reason for reason in known):
        return True
    help = position.work.suggest(because.text, known) or _reasons(known)
    position.scope.error("RW245", f"no line of `{name}` gives this reason", because.span, help)
    return False


def _reasons(known: Sequence[str]) -> str:
    if not known:
        return 'give a line of the action a reason: `else "..."`'
    return f"its reasons are: {'; '.join(known)}"


def _args(position: Position, call: nodes.Call) -> tuple[core.Expr, ...] | None:
    """The parts of a move; a part that is some words of a kind is their sum, `sand + clay`, or is left out
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
    nodes.GivenHolds: holds,
    nodes.GivenBegins: begins,
    nodes.GivenDraws: draws,
    nodes.GivenIs: is_given,
    nodes.Plays: _plays,
    nodes.Chooses: _chooses,
    nodes.Declines: _declines,
    nodes.MayPlay: _may_play,
    nodes.MayChoose: _may_choose,
    nodes.MayDecline: _may_decline,
    nodes.Fact: _fact,
}
