"""Whether all seats are alike in a cascade, so that one of them tells of all."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import core
from rulewright.cascades.graph import reached
from rulewright.checks.effects import ME, Reads, expressions

TELL_APART = (
    core.SeatsFrom,
    core.NextSeat,
    core.TeamOf,
    core.Holder,
    core.PlayerCount,
    core.ConstantByPlayers,
    core.Winners,
)


def seats_of(game: core.Game, names: tuple[str, ...]) -> tuple[int, ...]:
    """The seats to look at: the first alone, where no rule of these reactions speaks of another."""
    reads = Reads(game)
    for name in names:
        reaction = game.reactions[name]
        if isinstance(reaction, core.AsSoonAs) and any(
            whose != ME for _, whose in reads.of(reaction.condition)
        ):
            return tuple(range(game.high))
    seen: set[str] = set()
    for expr in _all(game, names):
        for part in _within(game, expr, seen):
            if isinstance(part, TELL_APART) or _is_seat(part):
                return tuple(range(game.high))
    return (0,)


def _is_seat(part: core.Expr) -> bool:
    """A seat that is not the one that acts."""
    if isinstance(part, core.Me):
        return False
    type = part.type
    while isinstance(type, core.Optional | core.SetType | core.ListType):
        type = type.of
    return isinstance(type, core.Seat)


def _all(game: core.Game, names: tuple[str, ...]) -> Iterator[core.Expr]:
    for name in names:
        reaction = game.reactions[name]
        first = reaction.condition if isinstance(reaction, core.AsSoonAs) else reaction.guard
        if first is not None:
            yield first
        if isinstance(reaction, core.AsSoonAs) and reaction.binder is not None:
            yield reaction.binder.source
        for stmt in reached(game, reaction.body):
            yield from expressions(stmt)
            if isinstance(stmt, core.Offer):
                for action in stmt.actions:
                    for line in game.actions[action].lines:
                        yield from (
                            (line.condition,)
                            if isinstance(line, core.Guard)
                            else (line.source, *_one(line.where))
                        )


def _one(expr: core.Expr | None) -> tuple[core.Expr, ...]:
    return () if expr is None else (expr,)


def _within(game: core.Game, expr: core.Expr, seen: set[str]) -> Iterator[core.Expr]:
    """An expression with all inside it, and what the defines in it read."""
    for part in core.walk(expr):
        yield part
        if isinstance(part, core.Call):
            define = game.defines[part.define]
            pairs = zip(define.params, part.args, strict=True)
            mine = {param.name: arg for param, arg in pairs if isinstance(arg, core.Me)}
            if (key := f"{part.define}({', '.join(mine)})") not in seen:
                seen.add(key)
                yield from _within(game, core.substituted(define.value, mine), seen)
