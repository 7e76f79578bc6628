"""Simulate: many seeded games by bots, and what a designer wants to know of them.

`simulate(rules, plan)` plays them and gives Statistics; the same plan gives the same ones each time,
whatever the number of processes. Nothing is printed here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Any

from rulewright.play.move_words import words_of
from rulewright.play.playouts import Progress, run
from rulewright.play.tally import Failure, Plan, Tally, homes
from rulewright.python.runtime import MoveGroup, Rules
from rulewright.record import record

Z95 = 1.959964


@record
class Spread:
    """How some whole numbers are spread; all 0 when there are none."""

    mean: float
    deviation: float
    low: int
    p10: int
    median: int
    p90: int
    high: int


@record
class SeatResult:
    """One seat: its decisions a game, its share of wins (a win that is shared counts in part) with the
    bounds of its 95 % interval, and its totals."""

    seat: str
    bot: str
    decisions: float
    wins: float
    wins_low: float
    wins_high: float
    total: Spread


@record
class InUse:
    """The most of one sort of components or pieces that were away from where they start, at a decision."""

    name: str
    most: int
    size: int


@record
class Choice:
    """An action or a decision: how often it was taken, of that how often declined, whether it was offered."""

    name: str
    taken: int
    declined: int | None
    offered: bool


@record
class Unused:
    """The values of one pick that were never taken: those that were offered, and those that never were."""

    choice: str
    pick: str
    never_taken: tuple[str, ...]
    never_offered: tuple[str, ...]


@record
class Statistics:
    """What a simulation found; `plan` says how it was made, `changes` what was set for it. `does_not_stop`
    tells how many games were ended since they do not; None for rules of which that is ruled out."""

    title: str
    ruleset: str
    version: str
    meaning: str
    plan: Plan
    changes: tuple[str, ...]
    ended: int
    decisions: Spread
    rounds: Spread
    ties: float
    seats: tuple[SeatResult, ...]
    endings: Mapping[str, int]
    lines: Mapping[str, Spread]
    total: Spread
    in_use: tuple[InUse, ...]
    choices: tuple[Choice, ...]
    unused: tuple[Unused, ...]
    fired: Mapping[str, int]
    failures: tuple[Failure, ...]
    does_not_stop: int | None = None


def simulate(
    rules: Rules,
    plan: Plan,
    changes: Iterable[str] = (),
    reactions: Iterable[str] = (),
    progress: Progress | None = None,
    native: Any = None,
) -> Statistics:
    """Plays the games of a plan, gives what they show; `reactions` are the names of all there are, `native`
    plays in C."""
    tally = run(rules, plan, 0, plan.games, progress, native)
    return statistics(rules, plan, tally, changes, reactions)


def statistics(
    rules: Rules, plan: Plan, tally: Tally, changes: Iterable[str] = (), reactions: Iterable[str] = ()
) -> Statistics:
    """Puts a tally into words and averages."""
    total: Counter[int] = sum(tally.total, Counter())
    endings = {name: tally.endings[i] for i, (name, _) in enumerate(rules.endings)}
    in_use = [InUse(home.name, n, home.size) for home, n in zip(homes(rules, plan), tally.most, strict=True)]
    groups = [group for group in rules.groups if not group.chance]
    return Statistics(
        rules.title, rules.name, rules.version, rules.meaning, plan, tuple(changes),
        ended=tally.games,
        decisions=spread(tally.decisions),
        rounds=spread(tally.rounds),
        ties=_share(sum(n for mask, n in tally.winners.items() if mask.bit_count() > 1), tally.games),
        seats=tuple(_seat(rules, plan, tally, seat) for seat in range(plan.players)),
        endings=endings,
        lines={line.text: spread(counter) for line, counter in zip(rules.sheet, tally.lines, strict=True)},
        total=spread(total),
        in_use=tuple(in_use),
        choices=tuple(_choice(group, tally) for group in groups),
        unused=tuple(unused for group in groups for unused in _unused(group, tally)),
        fired={name: tally.fired[name] for name in reactions},
        failures=tuple(tally.failures),
        does_not_stop=tally.endings[rules.endless] if rules.endless >= 0 else None,
    )  # fmt: skip


def spread(counter: Counter[int]) -> Spread:
    """The mean, standard deviation and quantiles of counted numbers.

    >>> spread(Counter({1: 1, 3: 1})).mean
    2.0
    """
    n = sum(counter.values())
    if not n:
        return Spread(0.0, 0.0, 0, 0, 0, 0, 0)
    mean = sum(value * times for value, times in counter.items()) / n
    squares = sum(value * value * times for value, times in counter.items()) / n
    low, high = min(counter), max(counter)
    p10, median, p90 = (_quantile(counter, n, part) for part in (10, 50, 90))
    return Spread(mean, sqrt(max(0.0, squares - mean * mean)), low, p10, median, p90, high)


def _quantile(counter: Counter[int], n: int, part: int) -> int:
    """The smallest number that at least `part` of a hundred do not exceed."""
    seen = 0
    for value in sorted(counter):
        seen += counter[value]
        if seen * 100 >= part * n:
            return value
    return max(counter)


def interval(share: float, n: int) -> tuple[float, float]:
    """The bounds of the 95 % interval of a share that was seen in n games (Wilson 1927).

    >>> [round(x, 3) for x in interval(0.5, 100)]
    [0.404, 0.596]
    """
    if not n:
        return 0.0, 1.0
    centre = share + Z95 * Z95 / (2 * n)
    half = Z95 * sqrt(share * (1 - share) / n + Z95 * Z95 / (4 * n * n))
    scale = 1 + Z95 * Z95 / n
    return max(0.0, (centre - half) / scale), min(1.0, (centre + half) / scale)


def _share(part: float, of: int) -> float:
    return part / of if of else 0.0


def _seat(rules: Rules, plan: Plan, tally: Tally, seat: int) -> SeatResult:
    won = [(mask, n) for mask, n in sorted(tally.winners.items()) if mask >> seat & 1]
    wins = _share(sum(n / mask.bit_count() for mask, n in won), tally.games)
    low, high = interval(wins, tally.games)
    decisions = _share(tally.decisions_of[seat], plan.games)
    return SeatResult(
        rules.seats[seat], plan.bot_of(seat), decisions, wins, low, high, spread(tally.total[seat])
    )


def _choice(group: MoveGroup, tally: Tally) -> Choice:
    moves = range(group.base, group.base + group.count)
    declined = tally.taken[moves[-1]] if group.declines else None
    return Choice(
        group.name, sum(tally.taken[m] for m in moves), declined, any(m in tally.offered for m in moves)
    )


def _unused(group: MoveGroup, tally: Tally) -> list[Unused]:
    """What was never taken, pick by pick, of an action or decision that was taken itself."""
    taken: list[set[str]] = [set() for _ in group.picks]
    offered: list[set[str]] = [set() for _ in group.picks]
    for move in range(group.base, group.base + group.count - group.declines):
        if move in tally.offered:
            for was_offered, was_taken, word in zip(offered, taken, words_of(group, move), strict=True):
                was_offered.add(word)
                if tally.taken[move]:
                    was_taken.add(word)
    result = []
    for (pick, words, _), taken_here, offered_here in zip(group.picks, taken, offered, strict=True):
        left = [word for word in dict.fromkeys(words) if word not in taken_here]
        if taken_here and left:
            never_taken = tuple(word for word in left if word in offered_here)
            never_offered = tuple(word for word in left if word not in offered_here)
            result.append(Unused(group.name, pick, never_taken, never_offered))
    return result
