"""Distributions: how scores and lengths are spread before and after, with intervals.

Both versions play as many games by the same bots from the same seeds. A difference of means has an interval
of 95 in 100; what it does not hold 0 in has changed, as far as these games tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt

from rulewright.diff.versions import Version
from rulewright.play.playouts import run
from rulewright.play.tally import Plan, Tally
from rulewright.python.runtime import Rules
from rulewright.record import record

NORMAL = 1.96


@record
class Spread:
    """How often each value came."""

    counts: tuple[tuple[int, int], ...]

    @property
    def number(self) -> int:
        """How many values there are."""
        return sum(often for _, often in self.counts)

    @property
    def mean(self) -> float:
        """Their mean."""
        return sum(value * often for value, often in self.counts) / self.number if self.number else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean.

        >>> round(Spread(((0, 50), (2, 50))).error, 3)
        0.101
        """
        if self.number < 2:
            return 0.0
        mean = self.mean
        squares = sum((value - mean) ** 2 * often for value, often in self.counts)
        return sqrt(squares / (self.number - 1) / self.number)


@record
class Row:
    """One thing that was counted, before and after; None where one of the rules does not have it."""

    name: str
    old: Spread | None
    new: Spread | None

    @property
    def change(self) -> tuple[float, float] | None:
        """The difference of the means and how far it may be off."""
        if self.old is None or self.new is None or not self.old.number or not self.new.number:
            return None
        return self.new.mean - self.old.mean, NORMAL * sqrt(self.old.error**2 + self.new.error**2)

    @property
    def has_changed(self) -> bool:
        """Does the interval of the difference leave out 0?"""
        found = self.change
        return found is None or abs(found[0]) > found[1]


@record
class Distributions:
    """What was counted for a number of players: lengths, scores by line and by seat, and how often each seat
    won; `failed` games of either version did not come to an end."""

    players: int
    games: int
    bots: tuple[str, ...]
    rows: tuple[Row, ...]
    failed: tuple[int, int]


def distributions(
    old: Version, new: Version, players: int, games: int, bots: tuple[str, ...]
) -> Distributions:
    """Plays games with both versions and compares what came of them."""
    plan = Plan(players, games, bots, budget=5_000)
    one, other = (run(each.rules, plan, 0, games, native=each.native) for each in (old, new))
    before = _counted(old.rules, one, [old.renamed.get(line.name, line.name) for line in old.rules.sheet])
    after = _counted(new.rules, other, [line.name for line in new.rules.sheet])
    rows = [Row(name, before.get(name), after.get(name)) for name in dict.fromkeys([*after, *before])]
    return Distributions(players, games, bots, tuple(rows), (len(one.failures), len(other.failures)))


def _counted(rules: Rules, tally: Tally, lines: Sequence[str]) -> dict[str, Spread]:
    found = {"decisions": _spread(tally.decisions), "rounds": _spread(tally.rounds)}
    found |= {f"score {name}": _spread(counts) for name, counts in zip(lines, tally.lines, strict=True)}
    for seat, counts in enumerate(tally.total):
        found[f"points of {rules.seats[seat]}"] = _spread(counts)
    for seat in range(len(tally.total)):
        won = sum(often for mask, often in tally.winners.items() if mask >> seat & 1)
        found[f"wins of {rules.seats[seat]}"] = _spread(Counter({1: won, 0: tally.games - won}))
    return found


def _spread(counts: Counter[int]) -> Spread:
    return Spread(tuple(sorted((value, often) for value, often in counts.items() if often)))
