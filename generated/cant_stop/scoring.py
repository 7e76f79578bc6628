"""Can't Stop 1.0.0: values, scores, endings, winners, claims.

Written by Rulewright 0.1.0 from rulesets/cant_stop/cant_stop.rules; change that.
"""

from __future__ import annotations

from ._runtime import State
from .data import OPTION_GOAL
from .state import ENDING_WON_KEPT, RUNNER, RUNNING_KEPT, STANDS


def steps_of(s: State, k: int) -> int:
    """define steps_of (CST-2).

    CST-2: Column 2 and column 12 have three steps; each column nearer to 7 has two steps more, so that
      column 7 has thirteen.
    """
    return ((2 * k) - 1) if k < 7 else (27 - (2 * k))


def running(s: State) -> int:
    """define running (CST-5).

    CST-5: There are three runners. In a column without a runner one starts above where the player stands in
      it, as long as a runner is left.
    """
    at = RUNNING_KEPT
    value: int | None = s.kept[at]
    if value is None:
        value = s.kept[at] = sum([1 for k in range(2, 13) if s.memory[RUNNER + (k - 2)] > 0])
    return value


def won(s: State, p: int, k: int) -> bool:
    """define won (CST-10).

    CST-10: Who stands at the top of a column has won it.
    """
    return s.memory[STANDS + 11 * p + (k - 2)] == steps_of(s, k)


def is_pair(s: State, k: int, a: int, b: int, c: int, d: int) -> bool:
    """define is_pair (CST-4).

    CST-4: The four dice make two pairs. The player chooses how, and the sum of each pair says in which
      column a runner goes one step up; two steps if both sums are the same.
    """
    return bool(
        k == (a + b)
        or k == (c + d)
        or k == (a + c)
        or k == (b + d)
        or k == (a + d)
        or k == (b + c)
    )


def open_(s: State, k: int) -> bool:
    """define open (CST-6).

    CST-6: A runner cannot go on at the top of a column, and none goes into a column that a player has won.
    """
    return bool(
        s.memory[RUNNER + (k - 2)] < steps_of(s, k)
        and not any(won(s, p, k) for p in range(s.players))
    )


def can_go(s: State, k: int) -> bool:
    """define can_go (CST-5, CST-6).

    CST-5: There are three runners. In a column without a runner one starts above where the player stands in
      it, as long as a runner is left.
    CST-6: A runner cannot go on at the top of a column, and none goes into a column that a player has won.
    """
    return bool(open_(s, k) and (s.memory[RUNNER + (k - 2)] > 0 or running(s) < 3))


def can_go_both(s: State, k: int, l_: int) -> bool:
    """define can_go_both (CST-5, CST-7).

    CST-5: There are three runners. In a column without a runner one starts above where the player stands in
      it, as long as a runner is left.
    CST-7: Where only one of the two sums can be used, that one is used; where each could be but not both,
      the player says which.
    """
    return bool(
        can_go(s, k)
        and can_go(s, l_)
        and (
            s.memory[RUNNER + (k - 2)] > 0
            or s.memory[RUNNER + (l_ - 2)] > 0
            or (running(s) + 1) < 3
            or k == l_
        )
    )


# ---- scores


def score_columns(s: State, me: int) -> int:
    """columns won (CST-10).

    CST-10: Who stands at the top of a column has won it.
    """
    return sum([1 for k in range(2, 13) if won(s, me, k)])


def total_score(s: State, me: int) -> int:
    """All score lines of a seat."""
    return score_columns(s, me)


# ---- endings


def end(s: State, ending: int) -> bool:
    """The game is over."""
    s.ending, s.to_move, s.legal = ending, None, []
    return True


def ends_by_won(s: State) -> bool:
    """Has come what ends the game: won (CST-11)."""
    at = ENDING_WON_KEPT
    value: bool | None = s.kept[at]
    if value is not None:
        return value
    for p in range(s.players):
        if sum([1 for k in range(2, 13) if won(s, p, k)]) >= s.options[OPTION_GOAL]:
            value = s.kept[at] = True
            return value
    value = s.kept[at] = False
    return value


def winners(s: State) -> list[int]:
    """The seats with the most points (CST-11)."""
    ranks = [(total_score(s, me),) for me in range(s.players)]
    best = max(ranks)
    first = [seat for seat, rank in enumerate(ranks) if rank == best]
    return first[:1]


def claims(s: State) -> list[str]:
    """Which claims do not hold."""
    broken: list[str] = []
    return broken
