"""Whether an expression has a value whatever the position is, and may be worked out before it is asked.

`spot is not empty and board[spot] is empty` asks its second part only where the first holds. What becomes a
mask is worked out for all values at once, whatever holds: that may only be done to what is total.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import core
from rulewright.elaborate.facts import key
from rulewright.elaborate.work import Key


def may_be_none(expr: core.Expr) -> frozenset[Key]:
    """The optionals that an expression reads as such: where it asks whether they are empty, say."""
    optional = (key(part) for part in core.walk(expr) if isinstance(part.type, core.Optional))
    return frozenset(found for found in optional if found is not None)


def is_total(game: core.Game, expr: core.Expr, optional: frozenset[Key], defines: dict[str, bool]) -> bool:
    """Can an expression be worked out anywhere? `optional` are those that may be none where it is not asked;
    `defines` keeps the answers for defines."""
    return not any(_fails(game, part, optional, defines) for part in core.walk(expr))


def _fails(game: core.Game, part: core.Expr, optional: frozenset[Key], defines: dict[str, bool]) -> bool:
    if not isinstance(part.type, core.Optional) and optional and key(part) in optional:
        return True
    if any(isinstance(value.type, core.Optional) for value in _needed(game, part)):
        return True
    match part:
        case core.Call(define=define):
            if define not in defines:
                defines[define] = is_total(game, game.defines[define].value, frozenset(), defines)
            return not defines[define]
        case core.Word(args=args):
            word = next(w for w in game.kinds[part.kind].words if w.name == part.word)
            bounds = [core.bounds(game, param) for param in word.params]
            return not all(_within(game, arg, *ends) for arg, ends in zip(args, bounds, strict=True))
    indices = _indices(game, part)
    return not all(_within(game, index, axis.low, axis.low + axis.size - 1) for index, axis in indices)


def _needed(game: core.Game, part: core.Expr) -> Iterator[core.Expr]:
    """The values that must be there for an expression to be one. (A define that is written out where it was
    called has what it was given in them, though it has asked before whether that is there.)"""
    match part:
        case core.MemoryValue(seat=core.Expr() as seat) | core.ZoneRef(seat=core.Expr() as seat):
            yield seat
        case core.NextSeat(seat=seat) | core.TeamOf(seat=seat):
            yield seat
        case core.Column(of=of):
            yield of
        case core.Region(start=start, within=within):
            yield from (start, within)
        case core.Connects(within=within, one=one, other=other):
            yield from (within, one, other)
        case core.Call(define=define, args=args):
            params = zip(game.defines[define].params, args, strict=True)
            yield from (arg for param, arg in params if not isinstance(param.type, core.Optional))


def _indices(game: core.Game, part: core.Expr) -> Iterator[tuple[core.Expr, core.AxisInfo]]:
    """The indices of a place or a table, each with its axis; without those that may be none as well."""
    match part:
        case core.Table(name=name, indices=indices):
            pairs = zip(indices, game.tables[name].axes, strict=True)
            yield from (pair for pair in pairs if not isinstance(pair[1].type, core.Optional))
        case core.MemoryValue(name=name, index=core.Expr() as index):
            axis = game.memories[name].axis
            if axis is not None:
                yield index, axis
        case core.ZoneRef(zone=zone, indices=indices):
            yield from zip(indices, game.zones[zone].axes, strict=False)


def _within(game: core.Game, value: core.Expr, low: int, high: int) -> bool:
    """Does a value always lie between two numbers?"""
    if isinstance(value.type, core.Optional):
        return False
    lowest, highest = core.bounds(game, value.type)
    if isinstance(value, core.Const):
        lowest = highest = value.value
    return low <= lowest and highest <= high
