"""Breakthrough 1.0.0: values, scores, endings, winners, claims.

Written by Rulewright 0.1.0 from rulesets/breakthrough/breakthrough.rules; change that.
"""

from __future__ import annotations

from ._runtime import State
from .data import EDGE_SQUARE_HEADING_MASKS, HEADING_FORWARD, STEP_SQUARE_HEADING
from .state import BOARD, BOARD_MEN, ENDING_BROKEN_THROUGH_KEPT


def may_step(s: State, p: int, s_: int, h: int) -> bool:
    """define may_step (BRE-4, BRE-5).

    BRE-4: Straight forward a man needs a free square.
    BRE-5: Diagonally forward a man may take an enemy by moving onto its square.
    """
    return bool(
        STEP_SQUARE_HEADING[512 * p + 8 * s_ + h] >= 0
        and (
            (s.memory[BOARD + STEP_SQUARE_HEADING[512 * p + 8 * s_ + h]] < 0) if h == HEADING_FORWARD else (
                s.memory[BOARD + STEP_SQUARE_HEADING[512 * p + 8 * s_ + h]] != p
            )
        )
    )


def across(s: State, p: int) -> bool:
    """define across (BRE-6).

    BRE-6: Whoever reaches the farthest row, or takes the last enemy, wins at once.
    """
    return bool(EDGE_SQUARE_HEADING_MASKS[8 * p + HEADING_FORWARD] & s.memory[BOARD_MEN + p] != 0)


def has_won(s: State, p: int) -> bool:
    """define has_won (BRE-6).

    BRE-6: Whoever reaches the farthest row, or takes the last enemy, wins at once.
    """
    board_men = BOARD_MEN + p
    return bool(
        EDGE_SQUARE_HEADING_MASKS[8 * p + HEADING_FORWARD] & s.memory[board_men] != 0
        or 0xffffffffffffffff ^ (s.memory[BOARD_MEN - 1] | s.memory[board_men]) == 0
    )


# ---- scores


def score_won(s: State, me: int) -> int:
    """won (BRE-6).

    BRE-6: Whoever reaches the farthest row, or takes the last enemy, wins at once.
    """
    return 1 if has_won(s, me) else 0


def total_score(s: State, me: int) -> int:
    """All score lines of a seat."""
    return score_won(s, me)


# ---- endings


def end(s: State, ending: int) -> bool:
    """The game is over."""
    s.ending, s.to_move, s.legal = ending, None, []
    return True


def ends_by_broken_through(s: State) -> bool:
    """Has come what ends the game: broken through (BRE-6)."""
    at = ENDING_BROKEN_THROUGH_KEPT
    value: bool | None = s.kept[at]
    if value is None:
        value = s.kept[at] = bool(
            has_won(s, 0)
            or (
                0xff & s.memory[BOARD_MEN + 1] != 0
                or 0xffffffffffffffff ^ (s.memory[BOARD_MEN - 1] | s.memory[BOARD_MEN + 1]) == 0
            )
        )
    return value


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
