"""Pig 1.0.0: the rules as numbered steps, legal moves, what moves do.

A frame is a list: the number of its next step, then its local values. A step runs on into those that follow it
as far as it can; `run` takes steps until a seat must decide; `apply` gives the answer and runs on.

Written by Rulewright 0.1.0 from rulesets/pig/pig.rules; change that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._runtime import BUDGET, RuleError, State, pick, run_explicit
from .scoring import end, ends_by_reached
from .state import ALL_READERS_OF_POINTS, BROUGHT, OVER, POINTS, start_turn

# ---- which moves are legal, and why not


def moves_roll(s: State, me: int) -> list[int]:
    """The legal moves of roll (PIG-2).

    PIG-2: In turn a player rolls as often as wished, and keeps count of what the turn has brought.
    """
    return [0]


def why_roll(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why roll cannot be played, with these picks or any; empty if it can."""
    missing: list[str] = []
    return missing


def moves_stop(s: State, me: int) -> list[int]:
    """The legal moves of stop (PIG-4).

    PIG-4: A player who stops keeps what the turn has brought.
    """
    if s.memory[BROUGHT] <= 0:
        return []
    return [1]


def why_stop(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why stop cannot be played, with these picks or any; empty if it can."""
    missing: list[str] = []
    if s.memory[BROUGHT] <= 0:
        missing.append("roll at least once (PIG-2)")
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
    start_turn(s)
    if s.memory[OVER]:
        f[0] = 2
        return step_2(s, f)
    f[0] = 4
    return step_4(s, f)


def step_2(s: State, f: list[Any]) -> bool:
    """turn, line 16."""
    if f[1] == s.players:
        s.memory[0] += 1  # a new round
        f[1] = 0
    f[2] = f[1]
    f[1] += 1
    start_turn(s)
    if s.memory[OVER]:
        return False
    f[0] = 4
    return step_4(s, f)


def step_3(s: State, f: list[Any]) -> bool:
    """turn, line 17."""
    if s.memory[OVER]:
        if f[1] == s.players:
            s.memory[0] += 1  # a new round
            f[1] = 0
        f[2] = f[1]
        f[1] += 1
        start_turn(s)
        return False
    f[0] = 4
    return step_4(s, f)


def step_4(s: State, f: list[Any]) -> bool:
    """turn, line 18."""
    me = f[2]
    s.to_move, s.legal = me, [0, *([1] if s.memory[BROUGHT] > 0 else [])]
    if not s.legal:
        raise RuleError("no action offered here is possible: roll, stop")
    return True


# ---- answers


def answer_4(s: State, f: list[Any], m: int) -> bool:
    """The answer to the offer of line 18."""
    memory = s.memory
    me = f[2]
    if m >= 1:
        # stop (PIG-4)
        memory[POINTS + me] += memory[BROUGHT]
        s.kept[ALL_READERS_OF_POINTS] = None
        if memory[POINTS + me] > 999:
            raise RuleError("points would leave its range 0..999 (line 32)")
        memory[OVER] = 1
    else:
        # roll (PIG-2)
        d = pick(s, range(1, 7), 1)
        if d == 1:
            memory[BROUGHT] = 0
            memory[OVER] = 1
        else:
            memory[BROUGHT] += d
            if memory[BROUGHT] > 999:
                raise RuleError("brought would leave its range 0..999 (line 27)")
    if ends_by_reached(s):  # reached (PIG-5)
        return end(s, 0)
    if memory[OVER]:
        if f[1] == s.players:
            memory[0] += 1  # a new round
            f[1] = 0
        me = f[2] = f[1]
        f[1] += 1
        start_turn(s)
        f[0] = 3
        return step_3(s, f)
    return step_4(s, f)


STEPS: tuple[Callable[[State, list[Any]], bool], ...] = (step_0, step_1, step_2, step_3, step_4)

ANSWERS: dict[int, Callable[[State, list[Any], int], bool]] = {4: answer_4}

# which actions a step offers
OFFERS: dict[int, tuple[str, ...]] = {4: ("roll", "stop")}

# which values of a frame are components, by its step
HELD: dict[int, tuple[tuple[int, str, str], ...]] = {}

WHY: dict[str, Callable[[State, int, tuple[int, ...] | None], list[str]]] = {"roll": why_roll, "stop": why_stop}


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
