"""Kuhn poker 1.0.0: values, scores, endings, winners, claims.

Written by Rulewright 0.1.0 from rulesets/kuhn_poker/kuhn_poker.rules; change that.
"""

from __future__ import annotations

from ._runtime import State, members
from .data import CARD_RANK
from .state import GAVE_UP, HAND, HAS_BET


def rank(s: State, p: int) -> int:
    """define rank (KUH-5).

    KUH-5: After two passes or two bets the cards are shown, and the higher one wins the stakes.
    """
    return sum([CARD_RANK[c] for c in members(s.sets[HAND + p])])


def stake(s: State, p: int) -> int:
    """define stake (KUH-2, KUH-3).

    KUH-2: Each player stakes one chip and is dealt one card, which only that player sees.
    KUH-3: In turn a player passes or bets one chip more.
    """
    return 2 if s.memory[HAS_BET + p] else 1


def wins(s: State, p: int) -> bool:
    """define wins (KUH-4, KUH-5).

    KUH-4: Whoever passes after the other's bet has given up, and the other wins the stakes.
    KUH-5: After two passes or two bets the cards are shown, and the higher one wins the stakes.
    """
    return bool(
        not (s.memory[GAVE_UP] >> p & 1)
        and (
            (p == 0 or (s.memory[GAVE_UP] >> 0 & 1) or rank(s, 0) < rank(s, p))
            and (p == 1 or (s.memory[GAVE_UP] >> 1 & 1) or rank(s, 1) < rank(s, p))
        )
    )


# ---- scores


def score_gain(s: State, me: int) -> int:
    """gain (KUH-4, KUH-5).

    KUH-4: Whoever passes after the other's bet has given up, and the other wins the stakes.
    KUH-5: After two passes or two bets the cards are shown, and the higher one wins the stakes.
    """
    return sum([stake(s, q) for q in range(s.players) if q != me]) if wins(s, me) else (0 - stake(s, me))


def total_score(s: State, me: int) -> int:
    """All score lines of a seat."""
    return score_gain(s, me)


# ---- endings


def end(s: State, ending: int) -> bool:
    """The game is over."""
    s.ending, s.to_move, s.legal = ending, None, []
    return True


def winners(s: State) -> list[int]:
    """The seats with the most points."""
    ranks = [(total_score(s, me),) for me in range(s.players)]
    best = max(ranks)
    first = [seat for seat, rank in enumerate(ranks) if rank == best]
    return first


def claims(s: State) -> list[str]:
    """Which claims do not hold."""
    broken: list[str] = []
    return broken
