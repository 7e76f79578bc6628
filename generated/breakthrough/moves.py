"""Breakthrough 1.0.0: the rules as numbered steps, legal moves, what moves do.

A frame is a list: the number of its next step, then its local values. A step runs on into those that follow it
as far as it can; `run` takes steps until a seat must decide; `apply` gives the answer and runs on.

Written by Rulewright 0.1.0 from rulesets/breakthrough/breakthrough.rules; change that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._runtime import BUDGET, RuleError, State, bits, byte_tables, eight, run_explicit
from .data import AHEAD, ROW_SQUARE, STEP_SQUARE_HEADING
from .scoring import end, ends_by_broken_through, may_step
from .state import BOARD_MEN, move_on_board, put_board

# the numbers of moves, by what they start with
ADVANCE_FORWARD_NUMBERS = byte_tables(64, 8, 0)
ADVANCE_FORWARD_RIGHT_NUMBERS = byte_tables(64, 8, 1)
ADVANCE_FORWARD_LEFT_NUMBERS = byte_tables(64, 8, 7)

# ---- which moves are legal, and why not


def moves_advance(s: State, me: int) -> list[int]:
    """The legal moves of advance (BRE-3).

    BRE-3: In turn each player moves one man a square forward, straight or diagonally.
    """
    memory = s.memory
    board_men = BOARD_MEN + me
    if not me:
        men_of_me = memory[board_men]
        return eight(
            ADVANCE_FORWARD_NUMBERS,
            men_of_me & (memory[BOARD_MEN - 1] >> 8 & 0xffffffffffffff),
        ) + eight(ADVANCE_FORWARD_RIGHT_NUMBERS, men_of_me & 0x7f7f7f7f7f7f7f & ~(
            men_of_me >> 9
        )) + eight(ADVANCE_FORWARD_LEFT_NUMBERS, men_of_me & 0xfefefefefefefe & ~(men_of_me >> 7))
    men_of_me = memory[board_men]
    return eight(
        ADVANCE_FORWARD_NUMBERS,
        men_of_me & (memory[BOARD_MEN - 1] << 8 & 0xffffffffffffff00),
    ) + eight(ADVANCE_FORWARD_RIGHT_NUMBERS, men_of_me & 0xfefefefefefefe00 & ~(
        men_of_me << 9
    )) + eight(ADVANCE_FORWARD_LEFT_NUMBERS, men_of_me & 0x7f7f7f7f7f7f7f00 & ~(men_of_me << 7))


def why_advance(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why advance cannot be played, with these picks or any; empty if it can."""
    deepest = 0
    for s_ in bits(s.memory[BOARD_MEN + me]):
        deepest = max(deepest, 1)
        if picks is not None and s_ != picks[0]:
            continue
        deepest = max(deepest, 2)
        for h in AHEAD:
            if not may_step(s, me, s_, h):
                continue
            deepest = max(deepest, 3)
            if picks is not None and h != picks[1]:
                continue
            deepest = max(deepest, 4)
            return []
    return [
        (
            'there is nothing to choose for s',
            '{s} cannot be chosen for s',
            'there is nothing to choose for h',
            '{h} cannot be chosen for h',
        )[deepest],
    ]


# ---- steps: True when somebody must decide, or the game is over


def step_0(s: State, f: list[Any]) -> bool:
    """setup, line 15."""
    for s_ in [s_ for s_ in range(64) if ROW_SQUARE[s_] <= 2]:
        put_board(s, s_, 0)
    for s_2 in [s_2 for s_2 in range(64) if ROW_SQUARE[s_2] > 6]:
        put_board(s, s_2, 1)
    s.frames.pop()
    return False


def step_1(s: State, f: list[Any]) -> bool:
    """turn, line 20."""
    s.memory[0] += 1  # a new round
    f[1] = 0
    me = f[2] = f[1]
    f[1] += 1
    f[0] = 2
    s.to_move, s.legal = me, moves_advance(s, me)
    if not s.legal:
        raise RuleError("no action offered here is possible: advance")
    return True


def step_2(s: State, f: list[Any]) -> bool:
    """turn, line 21."""
    me = f[2]
    s.to_move, s.legal = me, moves_advance(s, me)
    if not s.legal:
        raise RuleError("no action offered here is possible: advance")
    return True


# ---- answers


def answer_2(s: State, f: list[Any], m: int) -> bool:
    """The answer to the offer of line 21."""
    me = f[2]
    # advance (BRE-3)
    s_ = m // 8
    h = m % 8
    t = STEP_SQUARE_HEADING[512 * me + 8 * s_ + h]
    if t >= 0:
        move_on_board(s, s_, t)
    if ends_by_broken_through(s):  # broken_through (BRE-6)
        return end(s, 0)
    if f[1] == s.players:
        s.memory[0] += 1  # a new round
        f[1] = 0
    me = f[2] = f[1]
    f[1] += 1
    s.to_move, s.legal = me, moves_advance(s, me)
    if not s.legal:
        raise RuleError("no action offered here is possible: advance")
    return True


STEPS: tuple[Callable[[State, list[Any]], bool], ...] = (step_0, step_1, step_2)

ANSWERS: dict[int, Callable[[State, list[Any], int], bool]] = {2: answer_2}

# which actions a step offers
OFFERS: dict[int, tuple[str, ...]] = {2: ("advance",)}

# which values of a frame are components, by its step
HELD: dict[int, tuple[tuple[int, str, str], ...]] = {}

WHY: dict[str, Callable[[State, int, tuple[int, ...] | None], list[str]]] = {"advance": why_advance}


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
    f, plies = s.frames[-1], 0
    if s.ending >= 0:
        return 0
    while True:
        legal = s.legal
        m = legal[draw() * len(legal) >> 32]
        me = f[2]
        # advance (BRE-3)
        s_ = m // 8
        h = m % 8
        t = STEP_SQUARE_HEADING[512 * me + 8 * s_ + h]
        if t >= 0:
            move_on_board(s, s_, t)
        if ends_by_broken_through(s):  # broken_through (BRE-6)
            end(s, 0)
            return plies + 1
        if f[1] == s.players:
            s.memory[0] += 1  # a new round
            f[1] = 0
        me = f[2] = f[1]
        f[1] += 1
        s.to_move, s.legal = me, moves_advance(s, me)
        if not s.legal:
            raise RuleError("no action offered here is possible: advance")
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
