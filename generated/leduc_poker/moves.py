"""Leduc poker 1.0.0: the rules as numbered steps, legal moves, what moves do.

A frame is a list: the number of its next step, then its local values. A step runs on into those that follow it
as far as it can; `run` takes steps until a seat must decide; `apply` gives the answer and runs on.

Written by Rulewright 0.1.0 from rulesets/leduc_poker/leduc_poker.rules; change that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._runtime import BUDGET, RuleError, State, run_explicit, shuffle
from .scoring import end, most_staked
from .state import (
    AGREED,
    BACKS,
    BOARD,
    DECK,
    FOLDED,
    HAND,
    HIDDEN_CARD,
    LISTS,
    RAISES,
    SEES,
    STAKED,
    deal_card,
    start_round,
)

# ---- which moves are legal, and why not


def moves_fold(s: State, me: int) -> list[int]:
    """The legal moves of fold (LED-7).

    LED-7: Who has staked less than the other may fold, and the other wins the stakes.
    """
    if s.memory[STAKED + me] >= most_staked(s):
        return []
    return [0]


def why_fold(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why fold cannot be played, with these picks or any; empty if it can."""
    missing: list[str] = []
    if s.memory[STAKED + me] >= most_staked(s):
        missing.append("you have staked as much as the other (LED-7)")
    return missing


def moves_call(s: State, me: int) -> list[int]:
    """The legal moves of call (LED-5).

    LED-5: To call is to stake as much as the other has staked, which may be nothing more.
    """
    return [1]


def why_call(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why call cannot be played, with these picks or any; empty if it can."""
    missing: list[str] = []
    return missing


def moves_raise(s: State, me: int) -> list[int]:
    """The legal moves of raise (LED-6).

    LED-6: To raise is to call and to stake more: two chips in the first round, four in the second. There
      are at most two raises in a round.
    """
    if s.memory[RAISES] >= 2:
        return []
    return [2]


def why_raise(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why raise cannot be played, with these picks or any; empty if it can."""
    missing: list[str] = []
    if s.memory[RAISES] >= 2:
        missing.append("there were two raises in this round (LED-6)")
    return missing


# ---- steps: True when somebody must decide, or the game is over


def step_0(s: State, f: list[Any]) -> bool:
    """setup, line 19 (LED-2)."""
    shuffle(s, DECK, HIDDEN_CARD, SEES[DECK], BACKS[DECK])
    for p in range(s.players):
        if s.zones[DECK]:
            deal_card(s, DECK, LISTS + HAND + p)
    s.frames.pop()
    return False


def step_1(s: State, f: list[Any]) -> bool:
    """round, line 23."""
    memory = s.memory
    start_round(s)
    if memory[0] == 2 and s.zones[DECK]:
        deal_card(s, DECK, BOARD)
    if memory[AGREED] == 2:
        if memory[0] >= 2:  # shown (LED-9)
            return end(s, 1)
        return False
    f[1] = 0
    f[2] = f[1]
    f[1] += 1
    if memory[AGREED] < 2:
        f[0] = 3
        return step_3(s, f)
    f[0] = 2
    return step_2(s, f)


def step_2(s: State, f: list[Any]) -> bool:
    """round, line 27."""
    if f[1] < s.players:
        f[2] = f[1]
        f[1] += 1
        if s.memory[AGREED] < 2:
            f[0] = 3
            return step_3(s, f)
        return False
    if s.memory[AGREED] == 2:
        if s.memory[0] >= 2:  # shown (LED-9)
            return end(s, 1)
        f[0] = 1
        return False
    f[1] = 0
    return False


def step_3(s: State, f: list[Any]) -> bool:
    """round, line 29."""
    p = f[2]
    s.to_move, s.legal = p, [*moves_fold(s, p), 1, *([2] if s.memory[RAISES] < 2 else [])]
    if not s.legal:
        raise RuleError("no action offered here is possible: fold, call, raise")
    return True


# ---- answers


def answer_3(s: State, f: list[Any], m: int) -> bool:
    """The answer to the offer of line 29."""
    memory = s.memory
    p = f[2]
    if m >= 2:
        # raise (LED-6)
        me = p
        memory[STAKED + me] = most_staked(s) + (2 if memory[0] == 1 else 4)
        if not 1 <= memory[STAKED + me] <= 13:
            raise RuleError("staked would leave its range 1..13 (line 44)")
        memory[RAISES] += 1
        if memory[RAISES] > 2:
            raise RuleError("raises would leave its range 0..2 (line 45)")
        memory[AGREED] = 1
    elif m >= 1:
        # call (LED-5)
        me = p
        memory[STAKED + me] = most_staked(s)
        memory[AGREED] += 1
        if memory[AGREED] > 2:
            raise RuleError("agreed would leave its range 0..2 (line 39)")
    else:
        # fold (LED-7)
        me = p
        memory[FOLDED] |= 1 << me
    if memory[FOLDED]:  # folded (LED-7)
        return end(s, 0)
    if f[1] < s.players:
        p = f[2] = f[1]
        f[1] += 1
        if memory[AGREED] < 2:
            return step_3(s, f)
        f[0] = 2
        return step_2(s, f)
    if memory[AGREED] == 2:
        if memory[0] >= 2:  # shown (LED-9)
            return end(s, 1)
        f[0] = 1
        return not s.explicit and step_1(s, f)
    f[1] = 0
    f[0] = 2
    return step_2(s, f)


STEPS: tuple[Callable[[State, list[Any]], bool], ...] = (step_0, step_1, step_2, step_3)

ANSWERS: dict[int, Callable[[State, list[Any], int], bool]] = {3: answer_3}

# which actions a step offers
OFFERS: dict[int, tuple[str, ...]] = {3: ("fold", "call", "raise")}

# which values of a frame are components, by its step
HELD: dict[int, tuple[tuple[int, str, str], ...]] = {}

WHY: dict[str, Callable[[State, int, tuple[int, ...] | None], list[str]]] = {"fold": why_fold, "call": why_call, "raise": why_raise}


def first_frames() -> list[list[Any]]:
    """The round below, the set-up on top."""
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
    """The set-up alone; the first step of the round waits. For positions that are given: where a seat
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
