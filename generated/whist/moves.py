"""Whist 1.0.0: the rules as numbered steps, legal moves, what moves do.

A frame is a list: the number of its next step, then its local values. A step runs on into those that follow it
as far as it can; `run` takes steps until a seat must decide; `apply` gives the answer and runs on.

Written by Rulewright 0.1.0 from rulesets/whist/whist.rules; change that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._runtime import (
    BUDGET,
    RuleError,
    State,
    bits,
    members,
    next_seat,
    run_explicit,
    shuffle,
    turn_order,
)
from .data import CARD_BY_SUIT, CARD_SUIT
from .scoring import end, ends_by_won, strength, won
from .state import (
    ALL_READERS_OF_POINTS,
    BACKS,
    BEST,
    DEALER,
    DECK,
    HAND,
    HIDDEN_CARD,
    LEADER,
    LED,
    LISTS,
    PLAYED,
    POINTS,
    SEES,
    TRICK,
    TRICKS,
    TRUMP,
    TURNED,
    deal_card,
    move_card,
    start_round,
)

# ---- which moves are legal, and why not


def moves_play(s: State, me: int) -> list[int]:
    """The legal moves of play (WHI-6).

    WHI-6: To a trick each plays one card, in turn. Whoever has a card of the suit that was led plays one of
      that suit; whoever has none plays any card.
    """
    hand = HAND + me
    return [
        c
        for c in members(s.sets[hand])
        if (
            s.memory[LED] < 0
            or CARD_SUIT[c] == s.memory[LED]
            or (s.sets[hand] & CARD_BY_SUIT[s.memory[LED]]) == 0
        )
    ]


def why_play(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why play cannot be played, with these picks or any; empty if it can."""
    hand = HAND + me
    deepest = 0
    for c in members(s.sets[hand]):
        if picks is not None and c != picks[0]:
            continue
        if not (
            s.memory[LED] < 0
            or CARD_SUIT[c] == s.memory[LED]
            or (s.sets[hand] & CARD_BY_SUIT[s.memory[LED]]) == 0
        ):
            continue
        deepest = max(deepest, 1)
        return []
    return [('play a card of the suit that was led (WHI-6)',)[deepest]]


# ---- what happens without a decision


def deal_out(s: State, d: int) -> None:
    """deal_out."""
    hand = HAND + d
    for _ in range(len(s.zones[PLAYED])):
        deal_card(s, PLAYED, DECK, 0)
    shuffle(s, DECK, HIDDEN_CARD, SEES[DECK], BACKS[DECK])
    for p in [p for p in range(s.players) if p != d]:
        if s.zones[DECK]:
            for _ in range(min(13, len(s.zones[DECK]))):
                deal_card(s, DECK, LISTS + HAND + p)
    if s.zones[DECK]:
        for _ in range(min(12, len(s.zones[DECK]))):
            deal_card(s, DECK, LISTS + hand)
    if s.zones[DECK]:
        deal_card(s, DECK, TURNED)
    for c in s.zones[TURNED][:]:
        if c in s.zones[TURNED]:
            s.memory[TRUMP] = CARD_SUIT[c]
            move_card(s, c, LISTS + hand)


def take_trick(s: State, p: int) -> None:
    """take_trick."""
    memory = s.memory
    tricks = TRICKS + p
    memory[tricks] += 1
    if memory[tricks] > 13:
        raise RuleError("tricks would leave its range 0..13 (line 65)")
    if sum([memory[TRICKS + q] for q in bits((5, 10, 5, 10)[p])]) > 6:
        points = POINTS + p
        memory[points] += 1
        s.kept[ALL_READERS_OF_POINTS : ALL_READERS_OF_POINTS + 2] = (None,) * 2
        if memory[points] > 13:
            raise RuleError("points would leave its range 0..13 (line 67)")
    for _ in range(len(s.zones[TRICK])):
        deal_card(s, TRICK, PLAYED, 0)
    memory[LED] = -1
    memory[BEST] = 0


# ---- steps: True when somebody must decide, or the game is over


def step_0(s: State, f: list[Any]) -> bool:
    """setup, line 30."""
    s.memory[DEALER] = 3
    deal_out(s, 3)
    s.frames.pop()
    return False


def step_1(s: State, f: list[Any]) -> bool:
    """round, line 44."""
    memory = s.memory
    start_round(s)
    memory[LEADER] = next_seat(memory[DEALER], -1, s.players, 1)
    if not s.sets[HAND + memory[DEALER]]:
        f[0] = 2
        return not s.explicit and step_2(s, f)
    f[1] = list(turn_order((1 << s.players) - 1, memory[LEADER], s.players))
    f[2] = 0
    if f[2] < len(f[1]):
        p = f[3] = f[1][f[2]]
        f[2] += 1
        f[0] = 4
        s.to_move, s.legal = p, moves_play(s, p)
        if not s.legal:
            raise RuleError("no action offered here is possible: play")
        return True
    f[0] = 3
    return not s.explicit and step_3(s, f)


def step_2(s: State, f: list[Any]) -> bool:
    """round, line 50 (WHI-9)."""
    memory = s.memory
    memory[DEALER] = next_seat(memory[DEALER], -1, s.players, 1)
    if not won(s):
        deal_out(s, memory[DEALER])
    if ends_by_won(s):  # won (WHI-10)
        return end(s, 0)
    start_round(s)
    memory[LEADER] = next_seat(memory[DEALER], -1, s.players, 1)
    if not s.sets[HAND + memory[DEALER]]:
        return False
    f[1] = list(turn_order((1 << s.players) - 1, memory[LEADER], s.players))
    f[2] = 0
    if f[2] < len(f[1]):
        p = f[3] = f[1][f[2]]
        f[2] += 1
        f[0] = 4
        s.to_move, s.legal = p, moves_play(s, p)
        if not s.legal:
            raise RuleError("no action offered here is possible: play")
        return True
    f[0] = 3
    return not s.explicit and step_3(s, f)


def step_3(s: State, f: list[Any]) -> bool:
    """round, line 49 (WHI-7)."""
    take_trick(s, s.memory[LEADER])
    if not s.sets[HAND + s.memory[DEALER]]:
        f[0] = 2
        return False
    f[1] = list(turn_order((1 << s.players) - 1, s.memory[LEADER], s.players))
    f[2] = 0
    if f[2] < len(f[1]):
        p = f[3] = f[1][f[2]]
        f[2] += 1
        f[0] = 4
        s.to_move, s.legal = p, moves_play(s, p)
        if not s.legal:
            raise RuleError("no action offered here is possible: play")
        return True
    return False


def step_4(s: State, f: list[Any]) -> bool:
    """round, line 48."""
    p = f[3]
    s.to_move, s.legal = p, moves_play(s, p)
    if not s.legal:
        raise RuleError("no action offered here is possible: play")
    return True


# ---- answers


def answer_4(s: State, f: list[Any], m: int) -> bool:
    """The answer to the offer of line 48."""
    memory = s.memory
    p = f[3]
    # play (WHI-6)
    me = p
    c = m
    move_card(s, c, TRICK)
    if memory[LED] < 0:
        memory[LED] = CARD_SUIT[c]
    if strength(s, c) > memory[BEST]:
        memory[BEST] = strength(s, c)
        memory[LEADER] = me
    if f[2] < len(f[1]):
        p = f[3] = f[1][f[2]]
        f[2] += 1
        s.to_move, s.legal = p, moves_play(s, p)
        if not s.legal:
            raise RuleError("no action offered here is possible: play")
        return True
    f[0] = 3
    return not s.explicit and step_3(s, f)


STEPS: tuple[Callable[[State, list[Any]], bool], ...] = (step_0, step_1, step_2, step_3, step_4)

ANSWERS: dict[int, Callable[[State, list[Any], int], bool]] = {4: answer_4}

# which actions a step offers
OFFERS: dict[int, tuple[str, ...]] = {4: ("play",)}

# which values of a frame are components, by its step
HELD: dict[int, tuple[tuple[int, str, str], ...]] = {}

WHY: dict[str, Callable[[State, int, tuple[int, ...] | None], list[str]]] = {"play": why_play}


def first_frames() -> list[list[Any]]:
    """The round below, the set-up on top."""
    return [[1, 0, 0, 0], [0]]


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
