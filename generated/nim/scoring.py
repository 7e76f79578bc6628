"""Nim 1.0.0: values, scores, endings, winners, claims.

Written by Rulewright 0.1.0 from rulesets/nim/nim.rules; change that.
"""

from __future__ import annotations

from ._runtime import State
from .data import OPTION_MISERE
from .state import LAST


def took_the_last(s: State, p: int) -> bool:
    """define took_the_last (NIM-4).

    NIM-4: Whoever takes the last stone wins; in the misère game that player loses.
    """
    return s.memory[LAST] == p


# ---- scores


def score_last_stone(s: State, me: int) -> int:
    """last stone (NIM-4).

    NIM-4: Whoever takes the last stone wins; in the misère game that player loses.
    """
    return 1 if (s.memory[LAST] == me) != s.options[OPTION_MISERE] else 0


def total_score(s: State, me: int) -> int:
    """All score lines of a seat."""
    return score_last_stone(s, me)


# ---- endings


def end(s: State, ending: int) -> bool:
    """The game is over."""
    s.ending, s.to_move, s.legal = ending, None, []
    return True


def winners(s: State) -> list[int]:
    """The seats with the most points (NIM-4)."""
    ranks = [(total_score(s, me),) for me in range(s.players)]
    best = max(ranks)
    first = [seat for seat, rank in enumerate(ranks) if rank == best]
    return first


def claims(s: State) -> list[str]:
    """Which claims do not hold."""
    broken: list[str] = []
    return broken
