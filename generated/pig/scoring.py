"""Pig 1.0.0: values, scores, endings, winners, claims.

Written by Rulewright 0.1.0 from rulesets/pig/pig.rules; change that.
"""

from __future__ import annotations

from ._runtime import State
from .state import POINTS

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
