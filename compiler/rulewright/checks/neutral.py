"""What stands where a rule stood: the form of a declaration, line or statement that does nothing.

`neutral(node, game)` gives a node of the same name and type that no longer rules anything, so that what
refers to it still makes sense; None when the node can simply go; the node itself when nothing can stand
without it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulewright import core, nodes
from rulewright.report.diagnostics import Span

LATE = 999_999  # rounds


def neutral(node: Any, game: core.Game) -> Any:
    """Take a node that cites a clause; give what is left of it when the rule is gone."""
    match node:
        case nodes.Define():
            return without_value(node, game)
        case nodes.Score():
            return replace(node, value=_zero(node.value.span))
        case nodes.Procedure() | nodes.MatchCase() | nodes.Flow(sort="setup"):
            return replace(node, body=nothing(node.span))
        case nodes.Action():
            return _action(node)
        case nodes.AsSoonAs():
            return replace(node, condition=_no(node.condition.span))
        case nodes.When():
            return replace(node, guard=_no(node.event.span))
        case nodes.WhenCase():
            return replace(node, condition=_no(node.condition.span))
        case nodes.Choose():
            never = _no(node.source.span)
            return replace(node, how="choose", where=never, body=nothing(node.span), or_else=None)
        case nodes.Each() if node.start or node.where:
            return replace(node, start=None, backwards=False, where=None)
        case nodes.Repeat():
            return nodes.If(node.span, (), _name("yes", node.span), node.body, None)
        case nodes.Pick():
            return replace(node, where=None if node.where else _no(node.source.span))
        case nodes.Guard():
            return replace(node, condition=_name("yes", node.condition.span))
        case nodes.Ending():
            return _ending(node)
        case nodes.Let() | nodes.ChooseRandom() | nodes.Roll():
            return node  # later lines use the name
        case nodes.Statement() | nodes.FirstTurn() | nodes.NextTurn() | nodes.Winner():
            return None
    return _component(node)


def without_value(
    node: nodes.Define, game: core.Game, gone: Callable[[nodes.Cites], bool] = lambda per: True
) -> nodes.Define:
    """A define that gives no, 0 or nothing; of a match, the lines whose citations are `gone`."""
    body, type = node.body, game.defines[node.name.text].type
    if not isinstance(body, nodes.DefineMatch):
        return replace(node, body=_none_of(type, body, game))
    lines = tuple(
        replace(line, value=_none_of(type, line.value, game)) if gone(line.per) else line
        for line in body.lines
    )
    otherwise = body.otherwise
    if otherwise is not None and gone(body.otherwise_per):
        otherwise = _none_of(type, otherwise, game)
    return replace(node, body=replace(body, lines=lines, otherwise=otherwise))


def nothing(span: Span) -> nodes.Block:
    """A block that does nothing."""
    return (nodes.Nothing(span, ()),)


def _action(node: nodes.Action) -> nodes.Action:
    """An action that does nothing; one that does nothing anyway can never be played."""
    if not all(isinstance(statement, nodes.Nothing) for statement in node.body):
        return replace(node, body=nothing(node.span))
    span = node.name.span
    return replace(node, lines=(nodes.Guard(span, _no(span), nodes.Text(span, "gone"), ()), *node.lines))


def _ending(node: nodes.Ending) -> nodes.Ending:
    """An ending that never comes."""
    late = _number(LATE, node.value.span) if node.tested == "rounds" else _no(node.value.span)
    return replace(node, value=late)


def _component(node: Any) -> Any:
    """What is declared: jokers are plain words, limits and beginnings go, constants are 0."""
    match node:
        case nodes.Kinds():
            return replace(node, kinds=tuple(replace(kind, joker=False) for kind in node.kinds))
        case nodes.Group():
            return replace(node, members=node.members[:1])
        case nodes.Field():
            return replace(node, seen_by_all=False)
        case nodes.Zone():
            return replace(node, limits=_limits(node.limits))
        case nodes.Piece():
            return _fewer(node)
        case nodes.Memory():
            plain = isinstance(node.type, nodes.SetOf | nodes.YesNo | nodes.Optional)
            return replace(node, lifetime="game", starts=None if plain else node.starts)
        case nodes.Constant():
            arrows = tuple((players, _zero(value.span)) for players, value in node.by_players)
            return replace(node, value=node.value and _zero(node.value.span), by_players=arrows)
        case nodes.Option():
            return replace(node, default=_other(node))
    return node


def _fewer(node: nodes.Piece) -> nodes.Piece:
    """One piece less in all."""
    if isinstance(node.number, int) and node.number > 1:
        return replace(node, number=node.number - 1)
    return node


def _limits(limits: tuple[nodes.Limit, ...]) -> tuple[nodes.Limit, ...]:
    """Without what hides a zone or bounds it; without what lies in it where there is no such limit."""
    kept = tuple(limit for limit in limits if limit.sort in ("public", "starts_with_all"))
    return kept if kept != limits else tuple(limit for limit in limits if limit.sort == "public")


def _other(node: nodes.Option) -> nodes.Expr:
    """Another default of an option."""
    if isinstance(node.default, nodes.Ref):
        words = ["yes", "no"] if isinstance(node.type, nodes.YesNo) else []
        words += [word.text for word in node.type.words] if isinstance(node.type, nodes.Words) else []
        others = [word for word in words if word != node.default.name.text]
        return _name(others[0], node.default.span) if others else node.default
    if isinstance(node.type, nodes.RangeType) and isinstance(node.default, nodes.Int):
        ends = (node.type.low, node.type.high)
        numbers = [end for end in ends if isinstance(end, int) and end != node.default.value]
        return _number(numbers[0], node.default.span) if numbers else node.default
    return node.default


# ---- values


def _none_of(type: core.Type, value: nodes.Expr, game: core.Game) -> nodes.Expr:
    """The value of a type that says the least; the value itself where there is none."""
    span, name = value.span, nodes.Word(value.span, "gone")
    match type:
        case core.YesNo():
            return _no(span)
        case core.Number():
            return _number(min(max(0, type.low), type.high), span)
        case core.Seat():
            return _name(game.seats[0], span)
        case core.KindType():
            plain = [word.name for word in game.kinds[type.name].words if not word.params]
            return _name(plain[0], span) if plain else value
        case core.SetType():
            return nodes.Aggregate(span, "those", None, (nodes.Binder(span, name, value, None),), _no(span))
        case core.ListType():
            binder = nodes.Binder(span, name, value, None)
            return nodes.Aggregate(span, "list", nodes.Ref(span, name, ()), (binder,), _no(span))
    return value


def _number(value: int, span: Span) -> nodes.Expr:
    number = nodes.Int(span, abs(value))
    return number if value >= 0 else nodes.Unary(span, "-", number)


def _zero(span: Span) -> nodes.Expr:
    return nodes.Int(span, 0)


def _no(span: Span) -> nodes.Expr:
    return _name("no", span)


def _name(text: str, span: Span) -> nodes.Expr:
    return nodes.Ref(span, nodes.Word(span, text), ())
