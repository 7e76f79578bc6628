"""What a finished game is worth to each seat, in one of three ways.

- `wins`: as `Game.returns()`: 1 shared among the winners, -1 among the others;
- `scores`: the total of each seat on its score sheet;
- `margin`: the total less the average of all totals, which sums to 0; it equals `scores` where totals do.

`auto` is `margin` for a game whose totals always sum to 0, as chips do, and `wins` for all others.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.interop.engines import Face, Setup
from rulewright.interop.survey import Facts

WAYS = ("auto", "wins", "scores", "margin")


@dataclass(frozen=True, slots=True)
class Payoffs:
    """A way, with the lowest and highest that a seat can get; `sum` is what all get together, if known."""

    way: str
    low: float
    high: float
    sum: float | None

    def of(self, game: Face) -> list[float]:
        """What a game that is over is worth to each seat."""
        return game.returns() if self.way == "wins" else _by_scores(self.way, game.scores())

    def cut_short(self, game: Face) -> list[float]:
        """What a game is worth that is stopped before its end: nobody has won it."""
        return [0.0] * game.players if self.way == "wins" else _by_scores(self.way, game.scores())


def payoffs(way: str, setup: Setup, facts: Facts) -> Payoffs:
    """The payoffs of a game. Raises ValueError for a way that is none."""
    if way not in WAYS:
        raise ValueError(f"returns are {', '.join(WAYS)}, not {way!r}")
    if way == "auto":
        way = "margin" if facts.zero_sum else "wins"
    if way == "wins":
        return Payoffs(way, -1.0, 1.0, 0.0)
    if facts.whole:
        found = [value for each in facts.totals for value in _by_scores(way, each)]
        sums = {sum(each) for each in facts.totals}
        known = 0.0 if way == "margin" else float(sums.pop()) if len(sums) == 1 else None
        return Payoffs(way, min(found), max(found), known)
    low, high = _bounds(setup)
    if way == "margin":
        most = (high - low) * (setup.players - 1) / setup.players
        return Payoffs(way, -most, most, 0.0)
    return Payoffs(way, low, high, None)


def _by_scores(way: str, scores: list[int] | tuple[int, ...]) -> list[float]:
    average = sum(scores) / len(scores) if way == "margin" else 0.0
    return [score - average for score in scores]


def _bounds(setup: Setup) -> tuple[float, float]:
    """What a total can be at most, as far as the score lines tell."""
    lows = [line.low for line in setup.rules.sheet]
    highs = [line.high for line in setup.rules.sheet]
    low = float("-inf") if None in lows else float(sum(filter(None, lows)))
    high = float("inf") if None in highs else float(sum(filter(None, highs)))
    return low, high
