"""Can't Stop 1.0.0: the rules as numbered steps, legal moves, what moves do.

A frame is a list: the number of its next step, then its local values. A step runs on into those that follow it
as far as it can; `run` takes steps until a seat must decide; `apply` gives the answer and runs on.

Written by Rulewright 0.1.0 from rulesets/cant_stop/cant_stop.rules; change that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._runtime import BUDGET, RuleError, State, pick, run_explicit
from .scoring import can_go, can_go_both, end, ends_by_won, running
from .state import ALL_READERS_OF_RUNNER, ALL_READERS_OF_STANDS, OVER, RUNNER, STANDS, start_turn

# ---- which moves are legal, and why not


def moves_roll(s: State, me: int) -> list[int]:
    """The legal moves of roll (CST-3).

    CST-3: In turn a player rolls all four dice, then goes on with the runners, and may roll again and
      again.
    """
    return [0]


def why_roll(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why roll cannot be played, with these picks or any; empty if it can."""
    missing: list[str] = []
    return missing


def moves_stop(s: State, me: int) -> list[int]:
    """The legal moves of stop (CST-9).

    CST-9: A player who has gone on may stop. Where the runners stand the player then stands.
    """
    if running(s) <= 0:
        return []
    return [1]


def why_stop(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why stop cannot be played, with these picks or any; empty if it can."""
    missing: list[str] = []
    if running(s) <= 0:
        missing.append("roll at least once (CST-9)")
    return missing


# ---- what happens without a decision


def go_up(s: State, p: int, k: int) -> None:
    """go_up."""
    memory = s.memory
    if memory[RUNNER + (k - 2)] == 0:
        memory[RUNNER + (k - 2)] = memory[STANDS + 11 * p + (k - 2)]
        s.kept[ALL_READERS_OF_RUNNER] = None
    memory[RUNNER + (k - 2)] += 1
    s.kept[ALL_READERS_OF_RUNNER] = None
    if memory[RUNNER + (k - 2)] > 13:
        raise RuleError("runner would leave its range 0..13 (line 44)")


# ---- steps: True when somebody must decide, or the game is over


def step_0(s: State, f: list[Any]) -> bool:
    """setup, line 16."""
    s.frames.pop()
    return False


def step_1(s: State, f: list[Any]) -> bool:
    """turn, line 19."""
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
    """turn, line 19."""
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
    """turn, line 20."""
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
    """turn, line 21."""
    me = f[2]
    s.to_move, s.legal = me, [0, *moves_stop(s, me)]
    if not s.legal:
        raise RuleError("no action offered here is possible: roll, stop")
    return True


def step_5(s: State, f: list[Any]) -> bool:
    """turn, line 21."""
    if ends_by_won(s):  # won (CST-11)
        return end(s, 0)
    if s.memory[OVER]:
        if f[1] == s.players:
            s.memory[0] += 1  # a new round
            f[1] = 0
        f[2] = f[1]
        f[1] += 1
        start_turn(s)
        f[0] = 3
        return False
    f[0] = 4
    return step_4(s, f)


def step_6(s: State, f: list[Any]) -> bool:
    """action roll, line 25 (CST-3, CST-4)."""
    a = f[2] = pick(s, range(1, 7), 12)
    b = f[3] = pick(s, range(1, 7), 18)
    c = f[4] = pick(s, range(1, 7), 24)
    d = f[5] = pick(s, range(1, 7), 30)
    f[6] = ((a + b) + c) + d
    f[0] = 7
    return step_7(s, f)


def step_7(s: State, f: list[Any]) -> bool:
    """action roll, line 27."""
    me = f[1]
    a = f[2]
    b = f[3]
    c = f[4]
    d = f[5]
    all_four = f[6]
    legal = [
        k
        for k in range(2, 13)
        if can_go(s, k) and (
            k == (a + b)
            or k == (c + d)
            or k == (a + c)
            or k == (b + d)
            or k == (a + d)
            or k == (b + c)
        ) and ((2 * k) <= all_four or not can_go_both(s, k, all_four - k))
    ]
    if not legal:
        s.memory[OVER] = 1
        s.frames.pop()
        return False
    s.to_move, s.legal = me, legal
    return True


# ---- answers


def answer_4(s: State, f: list[Any], m: int) -> bool:
    """The answer to the offer of line 21."""
    memory = s.memory
    me = f[2]
    if m >= 1:
        # stop (CST-9)
        for k in [k for k in range(2, 13) if memory[RUNNER + (k - 2)] > 0]:
            memory[STANDS + 11 * me + (k - 2)] = memory[RUNNER + (k - 2)]
            s.kept[ALL_READERS_OF_STANDS] = None
        memory[OVER] = 1
    else:
        f[0] = 5
        s.frames.append([6, me, 0, 0, 0, 0, 0, 0])
        return step_6(s, s.frames[-1])
    if ends_by_won(s):  # won (CST-11)
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


def answer_7(s: State, f: list[Any], m: int) -> bool:
    """The answer to the choice of line 27."""
    k = f[7] = m
    me = f[1]
    all_four = f[6]
    go_up(s, me, k)
    if can_go(s, all_four - k):
        go_up(s, me, all_four - k)
    s.frames.pop()
    return step_5(s, s.frames[-1])


STEPS: tuple[Callable[[State, list[Any]], bool], ...] = (step_0, step_1, step_2, step_3, step_4, step_5, step_6, step_7)

ANSWERS: dict[int, Callable[[State, list[Any], int], bool]] = {4: answer_4, 7: answer_7}

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
