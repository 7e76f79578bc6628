"""What a finished game is worth to each seat, in one of three ways.

- `rules`: as `game.returns()` says: the scores in a game that is paid by score, else 1 shared among the
  winners, -1 among the others;
- `scores`: the total of each seat on its score sheet, its negative where the least wins;
- `margin`: the same less the average of all seats, so that all together get 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.interop.engines import Face, Setup
from rulewright.interop.survey import Facts

WAYS = ("rules", "scores", "margin")


@dataclass(frozen=True, slots=True)
class Payoffs:
    """A way to tell what games are worth. Raises ValueError for one that is none."""

    way: str

    def __post_init__(self) -> None:
        if self.way not in WAYS:
            raise ValueError(f"returns are {', '.join(WAYS)}, not {self.way!r}")

    def of(self, game: Face) -> list[float]:
        """What a game that is over is worth to each seat."""
        found: list[float] = game.returns()
        return found if self.way == "rules" else self._by_scores(game)

    def cut_short(self, game: Face) -> list[float]:
        """What a game is worth that is stopped before its end: nobody has won, scores count as they are."""
        won = self.way == "rules" and not game.rules.paid
        return [0.0] * game.players if won else self._by_scores(game)

    def _by_scores(self, game: Face) -> list[float]:
        points = [-points if game.rules.least_wins else points for points in game.scores()]
        return _worth(self.way, points)


@dataclass(frozen=True, slots=True)
class Bounds:
    """The lowest and highest that a seat can get; `sum` is what all get together, if known."""

    low: float
    high: float
    sum: float | None


def bounds(way: str, setup: Setup, facts: Facts) -> Bounds:
    """The bounds of what games are worth: exact for a game that was searched whole."""
    if way == "rules" and not setup.rules.paid:
        return Bounds(-1.0, 1.0, 0.0)
    if facts.whole:
        return _exact(way, setup, facts)
    low, high = _of_scores(setup)
    if way == "margin":
        most = (high - low) * (setup.players - 1) / setup.players
        return Bounds(-most, most, 0.0)
    return Bounds(low, high, None)


def _exact(way: str, setup: Setup, facts: Facts) -> Bounds:
    """The bounds of a game whose totals are all known."""
    sign = -1 if setup.rules.least_wins else 1
    found = [_worth(way, [sign * points for points in each]) for each in facts.totals]
    sums = {0.0} if way == "margin" else {sum(each) for each in found}
    ends = [worth for each in found for worth in each]
    return Bounds(min(ends), max(ends), sums.pop() if len(sums) == 1 else None)


def _worth(way: str, points: Sequence[int]) -> list[float]:
    average = sum(points) / len(points) if way == "margin" else 0.0
    return [each - average for each in points]


def _of_scores(setup: Setup) -> tuple[float, float]:
    """What a seat can get by its score at most, as far as the score lines tell."""
    lows = [line.low for line in setup.rules.sheet]
    highs = [line.high for line in setup.rules.sheet]
    low = float("-inf") if None in lows else float(sum(filter(None, lows)))
    high = float("inf") if None in highs else float(sum(filter(None, highs)))
    return (-high, -low) if setup.rules.least_wins else (low, high)
