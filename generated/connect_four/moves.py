"""Connect four 1.0.0: the rules as numbered steps, legal moves, what moves do.

A frame is a list: the number of its next step, then its local values. `run` takes steps until a seat must
decide; `apply` gives the answer and runs on.

Written by Rulewright 0.1.0 from rulesets/connect_four/connect_four.rules; change that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._runtime import BUDGET, RuleError, State, bits, run_explicit, within
from .data import AT_PLACE
from .scoring import over_after_action, over_after_round, over_after_turn
from .state import BOARD, BOARD_MEN, put_board, start_round, start_turn

# ---- which moves are legal, and why not


def moves_drop(s: State, me: int) -> list[int]:
    """The legal moves of drop (CON-3).

    CON-3: In turn each player drops a disc into a column that is not full.
    """
    return bits(s.memory[BOARD_MEN - 1] >> 35)


def why_drop(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why drop cannot be played, with these picks or any; empty if it can."""
    deepest = 0
    for c in [bit + 1 for bit in bits(s.memory[BOARD_MEN - 1] >> 35)]:
        if picks is not None and c != picks[0] + 1:
            continue
        deepest = max(deepest, 1)
        return []
    return [('there is nothing to choose for c',)[deepest]]


# ---- what happens without a decision


def play_drop(s: State, me: int, c: int) -> None:
    """action drop (CON-3).

    CON-3: In turn each player drops a disc into a column that is not full.
    """
    put_board(
        s,
        AT_PLACE[
            6 * (c - 1)
            + within(
                min(
                    [r for r in range(1, 7) if s.memory[BOARD + AT_PLACE[6 * (c - 1) + (r - 1)]] < 0],
                    default=0,
                ) - 1,
                6,
                20,
            )
        ],
        me + 0,
    )


# ---- steps: True when somebody must decide, or the game is over


def step_0(s: State, f: list[Any]) -> bool:
    """setup, line 11."""
    s.frames.pop()
    return False


def step_1(s: State, f: list[Any]) -> bool:
    """turn, line 14."""
    f[0] = 2
    return False


def step_2(s: State, f: list[Any]) -> bool:
    """turn, line 14."""
    start_round(s)
    f[1] = list(range(s.players))
    f[2] = 0
    f[0] = 3
    return False


def step_3(s: State, f: list[Any]) -> bool:
    """turn, line 14."""
    if f[2] < len(f[1]):
        f[3] = f[1][f[2]]
        f[2] += 1
        f[0] = 4
        return False
    f[0] = 5
    return False


def step_4(s: State, f: list[Any]) -> bool:
    """turn, line 14."""
    start_turn(s)
    f[0] = 6
    return False


def step_5(s: State, f: list[Any]) -> bool:
    """turn, line 15."""
    f[0] = 2
    return over_after_round(s)


def step_6(s: State, f: list[Any]) -> bool:
    """turn, line 15."""
    me = f[3]
    s.to_move, s.legal = me, moves_drop(s, me)
    if not s.legal:
        raise RuleError("no action offered here is possible: drop")
    return True


def step_7(s: State, f: list[Any]) -> bool:
    """turn, line 15."""
    f[0] = 3
    return over_after_turn(s)


def step_8(s: State, f: list[Any]) -> bool:
    """turn, line 15."""
    f[0] = 7
    return over_after_action(s)


# ---- answers


def answer_6(s: State, f: list[Any], m: int) -> None:
    """The answer to the offer of line 15."""
    me = f[3]
    f[0] = 8
    play_drop(s, me, m + 1)


STEPS: tuple[Callable[[State, list[Any]], bool], ...] = (step_0, step_1, step_2, step_3, step_4, step_5, step_6, step_7, step_8)

ANSWERS: dict[int, Callable[[State, list[Any], int], None]] = {6: answer_6}

# which actions a step offers
OFFERS: dict[int, tuple[str, ...]] = {6: ("drop",)}

# which values of a frame are components, by its step
HELD: dict[int, tuple[tuple[int, str, str], ...]] = {}

WHY: dict[str, Callable[[State, int, tuple[int, ...] | None], list[str]]] = {"drop": why_drop}


def first_frames() -> list[list[Any]]:
    """The turn below, the set-up on top."""
    return [[1, 0, 0, 0], [0]]


def run(s: State) -> None:
    """Takes steps until a seat must decide, or the game is over. Raises RuleError if that never comes."""
    if s.explicit:
        run_explicit(s, step, answer, None)
        return
    frames = s.frames
    for _ in range(BUDGET):
        if STEPS[frames[-1][0]](s, frames[-1]):
            return
    raise RuleError("the rules run on and on without a decision")


def step(s: State) -> bool:
    """Takes one step; True when a seat must decide, or the game is over."""
    frame = s.frames[-1]
    number: int = frame[0]
    return STEPS[number](s, frame)


def answer(s: State, m: int) -> None:
    """Gives the answer of the seat that decides."""
    frame = s.frames[-1]
    ANSWERS[frame[0]](s, frame, m)


def set_up(s: State) -> None:
    """The set-up alone; the first step of the turn waits. For positions that are given."""
    s.frames[:] = first_frames()
    for _ in range(BUDGET):
        if len(s.frames) == 1 or step(s):
            return


def begin(s: State) -> None:
    """Set-up, then on to the first decision."""
    s.frames[:] = first_frames()
    run(s)


def apply(s: State, m: int) -> None:
    """The move of the seat that decides, then on to the next decision. The move must be legal."""
    if s.explicit:
        run_explicit(s, step, answer, m)
        return
    frame = s.frames[-1]
    ANSWERS[frame[0]](s, frame, m)
    run(s)


def refresh(s: State) -> None:
    """Works out the open decision again."""
    if s.ending < 0:
        run(s)
    else:
        s.to_move, s.legal = None, []


def why(s: State, action: str, picks: tuple[int, ...] | None) -> list[str]:
    """Why an action cannot be played now; empty if it can."""
    if s.ending >= 0:
        return ["the game is over"]
    if action not in WHY:
        return [f"there is no action {action}"]
    if s.to_move is None or action not in OFFERS.get(s.frames[-1][0], ()):
        return [f"{action} is not offered now"]
    return WHY[action](s, s.to_move, picks)
