"""Tic-tac-toe 1.1.0: values, scores, endings, winners, claims.

Written by Rulewright 0.1.0 from rulesets/tic_tac_toe/tic_tac_toe.rules; change that.
"""

from __future__ import annotations

from ._runtime import State
from .data import LINES_SQUARE_3_WHOLE
from .state import BOARD_MEN


def has_line(s: State, p: int) -> bool:
    """define has_line."""
    return bool(LINES_SQUARE_3_WHOLE[s.memory[BOARD_MEN + p]])


# ---- scores


def score_line(s: State, me: int) -> int:
    """line (TTT-4).

    TTT-4: Whoever has three marks in a line, straight or diagonal, wins at once.
    """
    return 1 if LINES_SQUARE_3_WHOLE[s.memory[BOARD_MEN + me]] else 0


def total_score(s: State, me: int) -> int:
    """All score lines of a seat."""
    return score_line(s, me)


# ---- endings


def end(s: State, ending: int) -> bool:
    """The game is over."""
    s.ending, s.to_move, s.legal = ending, None, []
    return True


def winners(s: State) -> list[int]:
    """The seats with the most points (TTT-5)."""
    ranks = [(total_score(s, me),) for me in range(s.players)]
    best = max(ranks)
    first = [seat for seat, rank in enumerate(ranks) if rank == best]
    return first


def claims(s: State) -> list[str]:
    """Which claims do not hold."""
    broken: list[str] = []
    return broken
