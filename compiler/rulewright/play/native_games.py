"""Games of a plan that are played in C: counted as `playouts` counts them, to the last number.

`counted(native, rules, plan, homes)` gives what plays them, None where C cannot: only bots that play random
moves are known there, and what has to be tested at each decision is tested in Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.play.bots import seat_seed
from rulewright.play.tally import Home, Plan, Tally, no_end
from rulewright.python.runtime import Random, Rules

MOST = 1_000_000


class Counted:
    """Plays games natively; `add` adds what was counted over all of them."""

    def __init__(self, counts: Any, plan: Plan) -> None:
        self._counts, self._plan = counts, plan

    def game(self, seed: int, tally: Tally) -> bool:
        """Plays a game and counts its result; False where another engine has to play it."""
        counts = self._counts
        ended = counts.play(seed, [Random(seat_seed(seed, seat)).state for seat in range(self._plan.players)])
        if ended < 0:
            return False
        found = counts.count
        if ended:
            tally.count(found.plies, found.round, found.ending, found.won, counts.lines)
        else:
            tally.failures.append(no_end(seed, found.plies))
        return True

    def add(self, tally: Tally) -> None:
        """Adds what was counted over all games."""
        counts, size = self._counts, len(tally.taken)
        tally.taken = [a + b for a, b in zip(tally.taken, counts.all("taken", size), strict=True)]
        tally.offered.update(move for move, seen in enumerate(counts.all("offered", size)) if seen)
        decided = counts.all("decided", len(tally.decisions_of))
        tally.decisions_of = [a + b for a, b in zip(tally.decisions_of, decided, strict=True)]
        away = counts.all("away", len(tally.most))
        tally.most = [max(a, b) for a, b in zip(tally.most, away, strict=True)]
        tally.fired.update(counts.fired)


def counted(native: Any, rules: Rules, plan: Plan, homes: Sequence[Home]) -> Counted | None:
    """What plays the games of a plan natively; None where it cannot, or there is no native engine."""
    if native is None or plan.check or plan.budget > MOST:
        return None
    if any(plan.bot_of(seat) != "random" for seat in range(plan.players)):
        return None
    if [line.name for line in rules.sheet] != native.library.schema["scores"]:
        return None
    places = [(home.size, home.lists, home.sets, home.pools) for home in homes]
    try:
        counts = native.counts(plan.players, dict(plan.options), plan.budget, places)
    except Exception:  # that a game cannot start is told game by game
        return None
    return Counted(counts, plan)
