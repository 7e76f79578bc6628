"""Hex 1.0.0: the rules as numbered steps, legal moves, what moves do.

A frame is a list: the number of its next step, then its local values. A step runs on into those that follow it
as far as it can; `run` takes steps until a seat must decide; `apply` gives the answer and runs on.

Written by Rulewright 0.1.0 from rulesets/hex/hex.rules; change that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._runtime import BUDGET, RuleError, State, bits, now_connects, run_explicit
from .data import AT_CELL, COLUMN_CELL, NEAR_CELL_MASKS, OPTION_SWAPPING, ROW_CELL
from .scoring import end
from .state import ALL_READERS_OF_BOARD, BOARD, BOARD_CHANGED, BOARD_MEN, JOINED, put_board

# ---- which moves are legal, and why not


def moves_put(s: State, me: int) -> list[int]:
    """The legal moves of put (HEX-2).

    HEX-2: In turn each player puts a stone on a free hexagon.
    """
    return bits(s.memory[BOARD_MEN - 1])


def why_put(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why put cannot be played, with these picks or any; empty if it can."""
    deepest = 0
    for s_ in bits(s.memory[BOARD_MEN - 1]):
        deepest = max(deepest, 1)
        if picks is not None and s_ != picks[0]:
            continue
        deepest = max(deepest, 2)
        return []
    return [('there is nothing to choose for s', '{s} cannot be chosen for s',)[deepest]]


def moves_swap(s: State, me: int) -> list[int]:
    """The legal moves of swap (HEX-4).

    HEX-4: Where it is so agreed, white may swap on the first turn: the first stone becomes white's,
      mirrored.
    """
    if not s.options[OPTION_SWAPPING]:
        return []
    if not (me == 1 and (0x1ffffffffffffffffffffffffffffff ^ s.memory[BOARD_MEN - 1]).bit_count() == 1):
        return []
    return [121]


def why_swap(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why swap cannot be played, with these picks or any; empty if it can."""
    missing: list[str] = []
    if not s.options[OPTION_SWAPPING]:
        missing.append("swapping was not agreed on (HEX-4)")
    if not (me == 1 and (0x1ffffffffffffffffffffffffffffff ^ s.memory[BOARD_MEN - 1]).bit_count() == 1):
        missing.append("only white's first turn may be a swap (HEX-4)")
    return missing


# ---- steps: True when somebody must decide, or the game is over


def step_0(s: State, f: list[Any]) -> bool:
    """setup, line 13."""
    s.frames.pop()
    return False


def step_1(s: State, f: list[Any]) -> bool:
    """turn, line 16."""
    s.memory[0] += 1  # a new round
    f[1] = 0
    f[2] = f[1]
    f[1] += 1
    f[0] = 2
    return step_2(s, f)


def step_2(s: State, f: list[Any]) -> bool:
    """turn, line 17."""
    me = f[2]
    s.to_move, s.legal = me, [*bits(s.memory[BOARD_MEN - 1]), *moves_swap(s, me)]
    if not s.legal:
        raise RuleError("no action offered here is possible: put, swap")
    return True


# ---- answers


def answer_2(s: State, f: list[Any], m: int) -> bool:
    """The answer to the offer of line 17."""
    memory = s.memory
    me = f[2]
    if m >= 121:
        # swap (HEX-4)
        for s_2 in [s_2 for s_2 in range(121) if memory[BOARD + s_2] >= 0]:
            put_board(s, s_2, -1)
            put_board(s, AT_CELL[11 * (ROW_CELL[s_2] - 1) + (COLUMN_CELL[s_2] - 1)], me)
    else:
        # put (HEX-2)
        s_ = m
        bit = 1 << s_
        memory[BOARD_MEN - 1] ^= bit
        memory[BOARD_MEN + me] |= bit
        memory[BOARD + s_] = me
        memory[BOARD_CHANGED] |= bit
        s.kept[ALL_READERS_OF_BOARD : ALL_READERS_OF_BOARD + 2] = (None,) * 2
    if now_connects(s.memory, JOINED, memory[BOARD_MEN], memory[BOARD_CHANGED], 0x1ffc000000000000000000000000000, 0x7ff, NEAR_CELL_MASKS) or now_connects(  # joined (HEX-3)
        s.memory,
        JOINED + 2,
        memory[BOARD_MEN + 1],
        memory[BOARD_CHANGED],
        0x4008010020040080100200400801,
        0x1002004008010020040080100200400,
        NEAR_CELL_MASKS,
    ):
        return end(s, 0)
    memory[BOARD_CHANGED] = 0
    if f[1] == s.players:
        memory[0] += 1  # a new round
        f[1] = 0
    me = f[2] = f[1]
    f[1] += 1
    return step_2(s, f)


STEPS: tuple[Callable[[State, list[Any]], bool], ...] = (step_0, step_1, step_2)

ANSWERS: dict[int, Callable[[State, list[Any], int], bool]] = {2: answer_2}

# which actions a step offers
OFFERS: dict[int, tuple[str, ...]] = {2: ("put", "swap")}

# which values of a frame are components, by its step
HELD: dict[int, tuple[tuple[int, str, str], ...]] = {}

WHY: dict[str, Callable[[State, int, tuple[int, ...] | None], list[str]]] = {"put": why_put, "swap": why_swap}


def first_frames() -> list[list[Any]]:
    """The turn below, the set-up on top."""
    return [[1, 0, 0], [0]]


def run(s: State) -> None:
    """Takes steps until a seat must decide, or the game is over. Raises RuleError if that never comes."""
    if s.explicit:
        run_explicit(s, step, answer, None)
        return
    frames = s.frames
    for _ in range(BUDGET):
        frame = frames[-1]
        if STEPS[frame[0]](s, frame):
            return
    raise RuleError("the rules run on and on without a decision")


def step(s: State) -> bool:
    """Takes one step; True when a seat must decide, or the game is over."""
    frame = s.frames[-1]
    number: int = frame[0]
    return STEPS[number](s, frame)


def answer(s: State, m: int) -> bool:
    """Gives the answer of the seat that decides; True as `step`."""
    frame = s.frames[-1]
    return ANSWERS[frame[0]](s, frame, m)


def set_up(s: State) -> None:
    """The set-up alone; the first step of the turn waits. For positions that are given: where a seat
    must decide, the first that it may choose is taken."""
    s.frames[:] = first_frames()
    for _ in range(BUDGET):
        if len(s.frames) == 1 or s.ending >= 0:
            return
        if step(s) and s.legal:
            answer(s, s.legal[0])


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
    if not ANSWERS[frame[0]](s, frame, m):
        run(s)


def play_out(s: State, draw: Callable[[], int]) -> int:
    """Plays on by random moves, `draw` gives 32 bits for each, to the end; gives the number of plies."""
    frames, plies = s.frames, 0
    while s.ending < 0:
        legal, frame = s.legal, frames[-1]
        if not ANSWERS[frame[0]](s, frame, legal[draw() * len(legal) >> 32]):
            run(s)
        plies += 1
    return plies


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
