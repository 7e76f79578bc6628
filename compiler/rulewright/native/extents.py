"""How large numbers on the way can get: those of Python have no end, those of C end at 2^63."""

from __future__ import annotations

from rulewright import core
from rulewright.native.code import Unfit

MOST = 2**62
KEPT = 2**40
"""As large as what is kept under a name may be, where its type does not say."""
UNKNOWN = 1_000_000
"""Types say no more of numbers beyond."""
Extent = tuple[int, int]


def must_fit(game: core.Game, expr: core.Expr, most: int = MOST) -> None:
    """Raises Unfit where a number can get larger than C holds."""
    low, high = extent(game, expr)
    if low < -most or high > most:
        raise Unfit(f"a number here may be {low}..{high}, those of C end at 2^63", expr.span)


def extent(game: core.Game, expr: core.Expr) -> Extent:
    """The lowest and highest value of an expression, as far as its parts tell."""
    match expr:
        case core.Const(value=value):
            return value, value
        case core.Binary(op="+", left=left, right=right):
            (a, b), (c, d) = extent(game, left), extent(game, right)
            return a + c, b + d
        case core.Binary(op="-", left=left, right=right):
            (a, b), (c, d) = extent(game, left), extent(game, right)
            return a - d, b - c
        case core.Binary(op="*", left=left, right=right):
            (a, b), (c, d) = extent(game, left), extent(game, right)
            ends = (a * c, a * d, b * c, b * d)
            return min(ends), max(ends)
    if not isinstance(expr.type, core.Number | core.RangeType | core.YesNo):
        return 0, 0  # lists and sets, which have no size of that sort
    low, high = core.bounds(game, expr.type)
    return (min(low, -KEPT) if low <= -UNKNOWN else low), (max(high, KEPT) if high >= UNKNOWN else high)
