"""Connect four 1.0.0: values, scores, endings, winners, claims.

Written by Rulewright 0.1.0 from rulesets/connect_four/connect_four.rules; change that.
"""

from __future__ import annotations

from ._runtime import State, on_a_line
from .data import LINES_PLACE_4_MASKS
from .state import BOARD_MEN


def four_of(s: State, p: int) -> bool:
    """define four_of (CON-5).

    CON-5: Whoever has four discs in a line, straight or diagonal, wins at once.
    """
    return bool(on_a_line(s.memory[BOARD_MEN + p], LINES_PLACE_4_MASKS))


# ---- scores


def score_line(s: State, me: int) -> int:
    """line (CON-5).

    CON-5: Whoever has four discs in a line, straight or diagonal, wins at once.
    """
    return 1 if four_of(s, me) else 0


def total_score(s: State, me: int) -> int:
    """All score lines of a seat."""
    return score_line(s, me)


# ---- endings


def end(s: State, ending: int) -> bool:
    """The game is over."""
    s.ending, s.to_move, s.legal = ending, None, []
    return True


def winners(s: State) -> list[int]:
    """The seats with the most points (CON-6)."""
    ranks = [(total_score(s, me),) for me in range(s.players)]
    best = max(ranks)
    first = [seat for seat, rank in enumerate(ranks) if rank == best]
    return first


def claims(s: State) -> list[str]:
    """Which claims do not hold."""
    broken: list[str] = []
    return broken
