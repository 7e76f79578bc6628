"""Othello 1.0.0: values, scores, endings, winners, claims.

Written by Rulewright 0.1.0 from rulesets/othello/othello.rules; change that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ._runtime import State
from .data import RAY_SQUARE
from .state import BOARD, BOARD_MEN, CAN_MOVE_KEPT, ENDING_STUCK_KEPT


def flanked(s: State, p: int, s_: int, d: int) -> Sequence[int]:
    """define flanked."""
    found = []
    for t in RAY_SQUARE[8 * s_ + d]:
        if not (s.memory[BOARD + t] >= 0 and s.memory[BOARD + t] != p):
            break
        found.append(t)
    return found


def flank(s: State, p: int, s_: int, d: int) -> int:
    """define flank."""
    for t in RAY_SQUARE[8 * s_ + d]:
        if s.memory[BOARD + t] < 0 or s.memory[BOARD + t] == p:
            return t
    return -1


def closes(s: State, p: int, s_: int, d: int) -> bool:
    """define closes."""
    return bool(flanked(s, p, s_, d) and (it := flank(s, p, s_, d)) >= 0 and s.memory[BOARD + it] == p)


def closes_any(s: State, p: int, s_: int) -> bool:
    """define closes_any."""
    for d in range(8):
        if closes(s, p, s_, d):
            return True
    return False


def can_move(s: State, p: int) -> bool:
    """define can_move (OTH-3).

    OTH-3: In turn each player lays a disc, the own colour up, on a free square, so that at least one enemy
      disc is turned.
    """
    at = CAN_MOVE_KEPT + p
    value: bool | None = s.kept[at]
    if value is None:
        value = s.kept[at] = bool(where_can_move(s.memory[BOARD_MEN - 1], s.memory[BOARD_MEN + p]) != 0)
    return value


@lru_cache(maxsize=4096)
def where_can_move(free: int, men: int) -> int:
    """Where a condition holds, as a mask."""
    rest = 0xffffffffffffffff ^ (free | men)
    found = 0
    inside = rest & 0xffffffffffff00
    way = inside & men >> 8
    while way:
        way >>= 8
        found |= way
        way &= inside
    inside_2 = rest & 0x7e7e7e7e7e7e00
    way = inside_2 & men >> 9
    while way:
        way >>= 9
        found |= way
        way &= inside_2
    inside_3 = rest & 0x7e7e7e7e7e7e7e7e
    way = inside_3 & men >> 1
    while way:
        way >>= 1
        found |= way
        way &= inside_3
    way = inside_2 & men << 7
    while way:
        way <<= 7
        found |= way
        way &= inside_2
    way = inside & men << 8
    while way:
        way <<= 8
        found |= way
        way &= inside
    way = inside_2 & men << 9
    while way:
        way <<= 9
        found |= way
        way &= inside_2
    way = inside_3 & men << 1
    while way:
        way <<= 1
        found |= way
        way &= inside_3
    way = inside_2 & men >> 7
    while way:
        way >>= 7
        found |= way
        way &= inside_2
    return free & found


def where_lay(free: int, white: int, black: int) -> int:
    """Where a condition holds, as a mask."""
    found = 0
    inside = white & 0xffffffffffff00
    way = inside & black >> 8
    while way:
        way >>= 8
        found |= way
        way &= inside
    inside_2 = white & 0x7e7e7e7e7e7e00
    way = inside_2 & black >> 9
    while way:
        way >>= 9
        found |= way
        way &= inside_2
    inside_3 = white & 0x7e7e7e7e7e7e7e7e
    way = inside_3 & black >> 1
    while way:
        way >>= 1
        found |= way
        way &= inside_3
    way = inside_2 & black << 7
    while way:
        way <<= 7
        found |= way
        way &= inside_2
    way = inside & black << 8
    while way:
        way <<= 8
        found |= way
        way &= inside
    way = inside_2 & black << 9
    while way:
        way <<= 9
        found |= way
        way &= inside_2
    way = inside_3 & black << 1
    while way:
        way <<= 1
        found |= way
        way &= inside_3
    way = inside_2 & black >> 7
    while way:
        way >>= 7
        found |= way
        way &= inside_2
    return free & found


# ---- scores


def score_discs(s: State, me: int) -> int:
    """discs (OTH-7).

    OTH-7: Whoever then has more discs wins; with as many it is a draw.
    """
    return s.memory[BOARD_MEN + me].bit_count()


def total_score(s: State, me: int) -> int:
    """All score lines of a seat."""
    return score_discs(s, me)


# ---- endings


def end(s: State, ending: int) -> bool:
    """The game is over."""
    s.ending, s.to_move, s.legal = ending, None, []
    return True


def ends_by_stuck(s: State) -> bool:
    """Has come what ends the game: stuck (OTH-6)."""
    at = ENDING_STUCK_KEPT
    value: bool | None = s.kept[at]
    if value is None:
        value = s.kept[at] = bool(not can_move(s, 0) and not can_move(s, 1))
    return value


def winners(s: State) -> list[int]:
    """The seats with the most points (OTH-7)."""
    ranks = [(total_score(s, me),) for me in range(s.players)]
    best = max(ranks)
    first = [seat for seat, rank in enumerate(ranks) if rank == best]
    return first


def claims(s: State) -> list[str]:
    """Which claims do not hold."""
    broken: list[str] = []
    return broken
