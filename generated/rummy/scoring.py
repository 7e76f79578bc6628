"""Rummy 1.0.0: values, scores, endings, winners, claims.

Written by Rulewright 0.1.0 from rulesets/rummy/rummy.rules; change that.
"""

from __future__ import annotations

from ._runtime import State, members
from .data import CARD_BY_SUIT, CARD_RANK
from .state import HAND


def holds(s: State, p: int, s_: int, r: int) -> bool:
    """define holds (RUM-5).

    RUM-5: Three or more cards of one suit whose ranks follow each other are a run.
    """
    for c in members(s.sets[HAND + p] & CARD_BY_SUIT[s_]):
        if CARD_RANK[c] == r:
            return True
    return False


def points(s: State, c: int) -> int:
    """define points (RUM-10).

    RUM-10: Cards left in a hand count against the player: face cards ten, others what they show. Whoever
      has the least wins.
    """
    return 10 if CARD_RANK[c] > 10 else CARD_RANK[c]


# ---- scores


def score_left(s: State, me: int) -> int:
    """cards left in the hand (RUM-10).

    RUM-10: Cards left in a hand count against the player: face cards ten, others what they show. Whoever
      has the least wins.
    """
    return sum([points(s, c) for c in members(s.sets[HAND + me])])


def total_score(s: State, me: int) -> int:
    """All score lines of a seat."""
    return score_left(s, me)


# ---- endings


def end(s: State, ending: int) -> bool:
    """The game is over."""
    s.ending, s.to_move, s.legal = ending, None, []
    return True


def winners(s: State) -> list[int]:
    """The seats with the least points (RUM-10)."""
    ranks = [(-(total_score(s, me)),) for me in range(s.players)]
    best = max(ranks)
    first = [seat for seat, rank in enumerate(ranks) if rank == best]
    return first


def claims(s: State) -> list[str]:
    """Which claims do not hold."""
    broken: list[str] = []
    return broken
