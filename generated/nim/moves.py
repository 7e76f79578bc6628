"""Nim 1.0.0: the rules as numbered steps, legal moves, what moves do.

A frame is a list: the number of its next step, then its local values. A step runs on into those that follow it
as far as it can; `run` takes steps until a seat must decide; `apply` gives the answer and runs on.

Written by Rulewright 0.1.0 from rulesets/nim/nim.rules; change that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._runtime import BUDGET, RuleError, State, run_explicit
from .data import OPTION_PILE_1, OPTION_PILE_2, OPTION_PILE_3, OPTION_PILE_4
from .scoring import end
from .state import LAST, PILE, SUPPLY_STONE, TAKEN

# ---- which moves are legal, and why not


def moves_take_stones(s: State, me: int) -> list[int]:
    """The legal moves of take_stones (NIM-3).

    NIM-3: In turn each player takes one stone or more, all from one pile.
    """
    return [9 * p + n - 10 for p in range(1, 5) for n in range(1, min(10, s.pools[PILE + (p - 1)] + 1))]


def why_take_stones(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why take_stones cannot be played, with these picks or any; empty if it can."""
    deepest = 0
    for p in range(1, 5):
        deepest = max(deepest, 1)
        if picks is not None and p != picks[0] + 1:
            continue
        deepest = max(deepest, 2)
        for n in range(1, min(10, s.pools[PILE + (p - 1)] + 1)):
            deepest = max(deepest, 3)
            if picks is not None and n != picks[1] + 1:
                continue
            deepest = max(deepest, 4)
            return []
    return [
        (
            'there is nothing to choose for p',
            '{p} cannot be chosen for p',
            'there is nothing to choose for n',
            '{n} cannot be chosen for n',
        )[deepest],
    ]


# ---- steps: True when somebody must decide, or the game is over


def step_0(s: State, f: list[Any]) -> bool:
    """setup, line 22."""
    number = min(s.options[OPTION_PILE_1], s.pools[SUPPLY_STONE])
    if number > 0:
        s.pools[SUPPLY_STONE] -= number
        s.pools[PILE] += number
    number_2 = min(s.options[OPTION_PILE_2], s.pools[SUPPLY_STONE])
    if number_2 > 0:
        s.pools[SUPPLY_STONE] -= number_2
        s.pools[PILE + 1] += number_2
    number_3 = min(s.options[OPTION_PILE_3], s.pools[SUPPLY_STONE])
    if number_3 > 0:
        s.pools[SUPPLY_STONE] -= number_3
        s.pools[PILE + 2] += number_3
    number_4 = min(s.options[OPTION_PILE_4], s.pools[SUPPLY_STONE])
    if number_4 > 0:
        s.pools[SUPPLY_STONE] -= number_4
        s.pools[PILE + 3] += number_4
    s.frames.pop()
    return False


def step_1(s: State, f: list[Any]) -> bool:
    """turn, line 27."""
    s.memory[0] += 1  # a new round
    f[1] = 0
    me = f[2] = f[1]
    f[1] += 1
    f[0] = 2
    s.to_move, s.legal = me, moves_take_stones(s, me)
    if not s.legal:
        raise RuleError("no action offered here is possible: take_stones")
    return True


def step_2(s: State, f: list[Any]) -> bool:
    """turn, line 28."""
    me = f[2]
    s.to_move, s.legal = me, moves_take_stones(s, me)
    if not s.legal:
        raise RuleError("no action offered here is possible: take_stones")
    return True


# ---- answers


def answer_2(s: State, f: list[Any], m: int) -> bool:
    """The answer to the offer of line 28."""
    me = f[2]
    # take_stones (NIM-3)
    p = m // 9 + 1
    n = m % 9 + 1
    number = min(n, s.pools[PILE + (p - 1)])
    if number > 0:
        s.pools[PILE + (p - 1)] -= number
        s.pools[TAKEN + me] += number
    s.memory[LAST] = me
    if all(not s.pools[PILE + (p - 1)] for p in range(1, 5)):  # no_stones (NIM-4)
        return end(s, 0)
    if f[1] == s.players:
        s.memory[0] += 1  # a new round
        f[1] = 0
    me = f[2] = f[1]
    f[1] += 1
    s.to_move, s.legal = me, moves_take_stones(s, me)
    if not s.legal:
        raise RuleError("no action offered here is possible: take_stones")
    return True


STEPS: tuple[Callable[[State, list[Any]], bool], ...] = (step_0, step_1, step_2)

ANSWERS: dict[int, Callable[[State, list[Any], int], bool]] = {2: answer_2}

# which actions a step offers
OFFERS: dict[int, tuple[str, ...]] = {2: ("take_stones",)}

# which values of a frame are components, by its step
HELD: dict[int, tuple[tuple[int, str, str], ...]] = {}

WHY: dict[str, Callable[[State, int, tuple[int, ...] | None], list[str]]] = {"take_stones": why_take_stones}


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
        # take_stones (NIM-3)
        p = m // 9 + 1
        n = m % 9 + 1
        number = min(n, s.pools[PILE + (p - 1)])
        if number > 0:
            s.pools[PILE + (p - 1)] -= number
            s.pools[TAKEN + me] += number
        s.memory[LAST] = me
        if all(not s.pools[PILE + (p - 1)] for p in range(1, 5)):  # no_stones (NIM-4)
            end(s, 0)
            return plies + 1
        if f[1] == s.players:
            s.memory[0] += 1  # a new round
            f[1] = 0
        me = f[2] = f[1]
        f[1] += 1
        s.to_move, s.legal = me, moves_take_stones(s, me)
        if not s.legal:
            raise RuleError("no action offered here is possible: take_stones")
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
