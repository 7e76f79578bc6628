"""Leduc poker 1.0.0: values, scores, endings, winners, claims.

Written by Rulewright 0.1.0 from rulesets/leduc_poker/leduc_poker.rules; change that.
"""

from __future__ import annotations

from ._runtime import State, members
from .data import CARD_RANK
from .state import BOARD, FOLDED, HAND, STAKED


def most_staked(s: State) -> int:
    """define most_staked (LED-5).

    LED-5: To call is to stake as much as the other has staked, which may be nothing more.
    """
    return max([s.memory[STAKED + p] for p in range(s.players)], default=0)


def rank(s: State, p: int) -> int:
    """define rank (LED-9).

    LED-9: After two rounds the cards are shown. A card of the rank of the board wins, else the higher rank;
      with equal ranks each takes the own stakes back.
    """
    return sum([CARD_RANK[c] for c in members(s.sets[HAND + p])])


def worth(s: State, p: int) -> int:
    """define worth (LED-9).

    LED-9: After two rounds the cards are shown. A card of the rank of the board wins, else the higher rank;
      with equal ranks each takes the own stakes back.
    """
    return rank(s, p) + (
        3 if any(CARD_RANK[c_] == the_rank for the_rank in [rank(s, p)] for c_ in s.zones[BOARD]) else 0
    )


def beats(s: State, p: int, q: int) -> bool:
    """define beats (LED-7, LED-9).

    LED-7: Who has staked less than the other may fold, and the other wins the stakes.
    LED-9: After two rounds the cards are shown. A card of the rank of the board wins, else the higher rank;
      with equal ranks each takes the own stakes back.
    """
    return bool(
        not (s.memory[FOLDED] >> p & 1)
        and ((s.memory[FOLDED] >> q & 1) or worth(s, p) > worth(s, q))
    )


# ---- scores


def score_won(s: State, me: int) -> int:
    """chips won (LED-7, LED-9).

    LED-7: Who has staked less than the other may fold, and the other wins the stakes.
    LED-9: After two rounds the cards are shown. A card of the rank of the board wins, else the higher rank;
      with equal ranks each takes the own stakes back.
    """
    staked = STAKED + me
    return sum(
        [s.memory[STAKED + q] for q in range(s.players) if beats(s, me, q)]
    ) - sum([s.memory[staked] for q_2 in range(s.players) if beats(s, q_2, me)])


def total_score(s: State, me: int) -> int:
    """All score lines of a seat."""
    return score_won(s, me)


# ---- endings


def end(s: State, ending: int) -> bool:
    """The game is over."""
    s.ending, s.to_move, s.legal = ending, None, []
    return True


def winners(s: State) -> list[int]:
    """The seats with the most points (LED-9)."""
    ranks = [(total_score(s, me),) for me in range(s.players)]
    best = max(ranks)
    first = [seat for seat, rank in enumerate(ranks) if rank == best]
    return first


def claims(s: State) -> list[str]:
    """Which claims do not hold."""
    broken: list[str] = []
    return broken
