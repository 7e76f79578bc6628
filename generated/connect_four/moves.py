"""Connect four 1.0.0: the rules as numbered steps, legal moves, what moves do.

A frame is a list: the number of its next step, then its local values. A step runs on into those that follow it
as far as it can; `run` takes steps until a seat must decide; `apply` gives the answer and runs on.

Written by Rulewright 0.1.0 from rulesets/connect_four/connect_four.rules; change that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._runtime import BUDGET, FEW, RuleError, State, bits, new_line, run_explicit
from .data import DROP_WAYS, LINES_THROUGH_PLACE_4_STAR
from .scoring import end
from .state import BOARD, BOARD_CHANGED, BOARD_MEN

# ---- which moves are legal, and why not


def moves_drop(s: State, me: int) -> list[int]:
    """The legal moves of drop (CON-3).

    CON-3: In turn each player drops a disc into a column that is not full.
    """
    return [*FEW[s.memory[BOARD_MEN - 1] >> 35]]


def why_drop(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why drop cannot be played, with these picks or any; empty if it can."""
    deepest = 0
    for c in bits((s.memory[BOARD_MEN - 1] >> 35) << 1):
        deepest = max(deepest, 1)
        if picks is not None and c != picks[0] + 1:
            continue
        deepest = max(deepest, 2)
        return []
    return [('there is nothing to choose for c', '{c} cannot be chosen for c',)[deepest]]


# ---- steps: True when somebody must decide, or the game is over


def step_0(s: State, f: list[Any]) -> bool:
    """setup, line 11."""
    s.frames.pop()
    return False


def step_1(s: State, f: list[Any]) -> bool:
    """turn, line 14."""
    s.memory[0] += 1  # a new round
    f[1] = 0
    me = f[2] = f[1]
    f[1] += 1
    f[0] = 2
    s.to_move, s.legal = me, [*FEW[s.memory[BOARD_MEN - 1] >> 35]]
    if not s.legal:
        raise RuleError("no action offered here is possible: drop")
    return True


def step_2(s: State, f: list[Any]) -> bool:
    """turn, line 15."""
    me = f[2]
    s.to_move, s.legal = me, [*FEW[s.memory[BOARD_MEN - 1] >> 35]]
    if not s.legal:
        raise RuleError("no action offered here is possible: drop")
    return True


# ---- answers


def answer_2(s: State, f: list[Any], m: int) -> bool:
    """The answer to the offer of line 15."""
    memory = s.memory
    me = f[2]
    # drop (CON-3)
    c = m + 1
    bit = memory[BOARD_MEN - 1] & DROP_WAYS[c - 1]
    if not bit:
        raise RuleError("no space of board is free there (line 20)")
    bit &= -bit
    memory[BOARD_MEN - 1] ^= bit
    memory[BOARD_MEN + me] |= bit
    memory[BOARD + bit.bit_length() - 1] = me
    memory[BOARD_CHANGED] |= bit
    if (memory[BOARD_MEN] & memory[BOARD_CHANGED] and new_line(memory[BOARD_MEN], memory[BOARD_CHANGED], LINES_THROUGH_PLACE_4_STAR, 4)) or (  # four (CON-5)
        memory[BOARD_MEN + 1] & memory[BOARD_CHANGED]
        and new_line(memory[BOARD_MEN + 1], memory[BOARD_CHANGED], LINES_THROUGH_PLACE_4_STAR, 4)
    ):
        return end(s, 0)
    if memory[BOARD_MEN - 1] >> 35 == 0:  # full (CON-6)
        return end(s, 1)
    memory[BOARD_CHANGED] = 0
    if f[1] == s.players:
        memory[0] += 1  # a new round
        f[1] = 0
    me = f[2] = f[1]
    f[1] += 1
    s.to_move, s.legal = me, [*FEW[memory[BOARD_MEN - 1] >> 35]]
    if not s.legal:
        raise RuleError("no action offered here is possible: drop")
    return True


STEPS: tuple[Callable[[State, list[Any]], bool], ...] = (step_0, step_1, step_2)

ANSWERS: dict[int, Callable[[State, list[Any], int], bool]] = {2: answer_2}

# which actions a step offers
OFFERS: dict[int, tuple[str, ...]] = {2: ("drop",)}

# which values of a frame are components, by its step
HELD: dict[int, tuple[tuple[int, str, str], ...]] = {}

WHY: dict[str, Callable[[State, int, tuple[int, ...] | None], list[str]]] = {"drop": why_drop}


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
    memory = s.memory
    f, plies = s.frames[-1], 0
    if s.ending >= 0:
        return 0
    while True:
        legal = s.legal
        m = legal[draw() * len(legal) >> 32]
        me = f[2]
        # drop (CON-3)
        c = m + 1
        bit = memory[BOARD_MEN - 1] & DROP_WAYS[c - 1]
        if not bit:
            raise RuleError("no space of board is free there (line 20)")
        bit &= -bit
        memory[BOARD_MEN - 1] ^= bit
        memory[BOARD_MEN + me] |= bit
        memory[BOARD + bit.bit_length() - 1] = me
        memory[BOARD_CHANGED] |= bit
        if (memory[BOARD_MEN] & memory[BOARD_CHANGED] and new_line(memory[BOARD_MEN], memory[BOARD_CHANGED], LINES_THROUGH_PLACE_4_STAR, 4)) or (  # four (CON-5)
            memory[BOARD_MEN + 1] & memory[BOARD_CHANGED]
            and new_line(memory[BOARD_MEN + 1], memory[BOARD_CHANGED], LINES_THROUGH_PLACE_4_STAR, 4)
        ):
            end(s, 0)
            return plies + 1
        if memory[BOARD_MEN - 1] >> 35 == 0:  # full (CON-6)
            end(s, 1)
            return plies + 1
        memory[BOARD_CHANGED] = 0
        if f[1] == s.players:
            memory[0] += 1  # a new round
            f[1] = 0
        me = f[2] = f[1]
        f[1] += 1
        s.to_move, s.legal = me, [*FEW[memory[BOARD_MEN - 1] >> 35]]
        if not s.legal:
            raise RuleError("no action offered here is possible: drop")
        plies += 1


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
