"""Hex 1.0.0: values, scores, endings, winners, claims.

Written by Rulewright 0.1.0 from rulesets/hex/hex.rules; change that.
"""

from __future__ import annotations

from ._runtime import State, connects
from .data import (
    DIRECTION_EAST,
    DIRECTION_NORTHWEST,
    DIRECTION_SOUTHEAST,
    DIRECTION_WEST,
    EDGE_CELL_MASKS,
    NEAR_CELL_MASKS,
)
from .state import BOARD_MEN, HAS_WON_KEPT


def joins(s: State, p: int, from_: int, to: int) -> bool:
    """define joins (HEX-3).

    HEX-3: Black wins by joining the top side to the bottom side with an unbroken chain of stones, white by
      joining the left to the right.
    """
    return bool(
        connects(s.memory[BOARD_MEN + p], EDGE_CELL_MASKS[from_], EDGE_CELL_MASKS[to], NEAR_CELL_MASKS)
    )


def has_won(s: State, p: int) -> bool:
    """define has_won (HEX-3).

    HEX-3: Black wins by joining the top side to the bottom side with an unbroken chain of stones, white by
      joining the left to the right.
    """
    at = HAS_WON_KEPT + p
    value: bool | None = s.kept[at]
    if value is None:
        value = s.kept[at] = bool(
            joins(
                s,
                p,
                DIRECTION_NORTHWEST,
                DIRECTION_SOUTHEAST,
            ) if p == 0 else joins(s, p, DIRECTION_WEST, DIRECTION_EAST)
        )
    return value


# ---- scores


def score_joined(s: State, me: int) -> int:
    """joined (HEX-3).

    HEX-3: Black wins by joining the top side to the bottom side with an unbroken chain of stones, white by
      joining the left to the right.
    """
    return 1 if has_won(s, me) else 0


def total_score(s: State, me: int) -> int:
    """All score lines of a seat."""
    return score_joined(s, me)


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
    return first[:1]


def claims(s: State) -> list[str]:
    """Which claims do not hold."""
    broken: list[str] = []
    return broken
