"""Pig 1.0.0: values, scores, endings, winners, claims.

Written by Rulewright 0.1.0 from rulesets/pig/pig.rules; change that.
"""

from __future__ import annotations

from ._runtime import State
from .data import OPTION_GOAL
from .state import ENDING_REACHED_KEPT, POINTS

# ---- scores


def score_points(s: State, me: int) -> int:
    """points (PIG-4).

    PIG-4: A player who stops keeps what the turn has brought.
    """
    return s.memory[POINTS + me]


def total_score(s: State, me: int) -> int:
    """All score lines of a seat."""
    return score_points(s, me)


# ---- endings


def end(s: State, ending: int) -> bool:
    """The game is over."""
    s.ending, s.to_move, s.legal = ending, None, []
    return True


def ends_by_reached(s: State) -> bool:
    """Has come what ends the game: reached (PIG-5)."""
    at = ENDING_REACHED_KEPT
    value: bool | None = s.kept[at]
    if value is not None:
        return value
    for p in range(s.players):
        if s.memory[POINTS + p] >= s.options[OPTION_GOAL]:
            value = s.kept[at] = True
            return value
    value = s.kept[at] = False
    return value


def winners(s: State) -> list[int]:
    """The seats with the most points (PIG-5)."""
    ranks = [(total_score(s, me),) for me in range(s.players)]
    best = max(ranks)
    first = [seat for seat, rank in enumerate(ranks) if rank == best]
    return first


def claims(s: State) -> list[str]:
    """Which claims do not hold."""
    broken: list[str] = []
    return broken
