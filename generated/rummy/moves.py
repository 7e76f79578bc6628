"""Rummy 1.0.0: the rules as numbered steps, legal moves, what moves do.

A frame is a list: the number of its next step, then its local values. A step runs on into those that follow it
as far as it can; `run` takes steps until a seat must decide; `apply` gives the answer and runs on.

Written by Rulewright 0.1.0 from rulesets/rummy/rummy.rules; change that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._runtime import BUDGET, RuleError, State, members, run_explicit, shuffle
from .data import CARD_RANK, CARD_SUIT, HAND_SIZE
from .scoring import end, holds
from .state import (
    BACKS,
    DISCARDS,
    HAND,
    HIDDEN_CARD,
    LAID,
    LISTS,
    RUNS,
    SEES,
    SETS,
    STOCK,
    TAKEN,
    TURNED,
    deal_card,
    move_card,
    move_several_card,
    start_turn,
)

# ---- which moves are legal, and why not


def moves_draw_card(s: State, me: int) -> list[int]:
    """The legal moves of draw_card (RUM-3).

    RUM-3: In turn a player first draws the top card of the stock, or takes the top card of the discards.
    """
    return [0]


def why_draw_card(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why draw_card cannot be played, with these picks or any; empty if it can."""
    missing: list[str] = []
    return missing


def moves_take_discard(s: State, me: int) -> list[int]:
    """The legal moves of take_discard (RUM-3).

    RUM-3: In turn a player first draws the top card of the stock, or takes the top card of the discards.
    """
    return [1 + c for c in s.zones[DISCARDS] if c == (s.zones[DISCARDS][-1] if s.zones[DISCARDS] else -1)]


def why_take_discard(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why take_discard cannot be played, with these picks or any; empty if it can."""
    deepest = 0
    for c in s.zones[DISCARDS]:
        if c != (s.zones[DISCARDS][-1] if s.zones[DISCARDS] else -1):
            continue
        deepest = max(deepest, 1)
        if picks is not None and c != picks[0]:
            continue
        deepest = max(deepest, 2)
        return []
    return [('there is nothing to choose for c (RUM-3)', '{c} cannot be chosen for c (RUM-3)',)[deepest]]


def moves_lay_set(s: State, me: int) -> list[int]:
    """The legal moves of lay_set (RUM-4).

    RUM-4: Then the player may lay cards on the table, as often as wished: three or four cards of one rank
      are a set.
    """
    hand = HAND + me
    return [
        52 + r
        for r in range(1, 14)
        if not (s.memory[LAID] >> (r - 1) & 1) and sum(
            [1 for c in members(s.sets[hand]) if CARD_RANK[c] == r]
        ) >= 3
    ]


def why_lay_set(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why lay_set cannot be played, with these picks or any; empty if it can."""
    hand = HAND + me
    deepest = 0
    for r in range(1, 14):
        if picks is not None and r != picks[0] + 1:
            continue
        if not (
            not (s.memory[LAID] >> (r - 1) & 1)
            and sum([1 for c in members(s.sets[hand]) if CARD_RANK[c] == r]) >= 3
        ):
            continue
        deepest = max(deepest, 1)
        return []
    return [('no three of your cards have one rank (RUM-4)',)[deepest]]


def moves_lay_run(s: State, me: int) -> list[int]:
    """The legal moves of lay_run (RUM-5).

    RUM-5: Three or more cards of one suit whose ranks follow each other are a run.
    """
    return [
        first + high
        for low in members(s.sets[HAND + me])
        for first in [65 + 13 * low]
        for high in range(CARD_RANK[low] + 2, 14)
        if all(holds(s, me, CARD_SUIT[low], r) for r in range(CARD_RANK[low], high + 1))
    ]


def why_lay_run(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why lay_run cannot be played, with these picks or any; empty if it can."""
    deepest = 0
    for low in members(s.sets[HAND + me]):
        deepest = max(deepest, 1)
        if picks is not None and low != picks[0]:
            continue
        deepest = max(deepest, 2)
        for high in range(CARD_RANK[low] + 2, 14):
            if picks is not None and high != picks[1] + 1:
                continue
            if not all(holds(s, me, CARD_SUIT[low], r) for r in range(CARD_RANK[low], high + 1)):
                continue
            deepest = max(deepest, 3)
            return []
    return [
        (
            'there is nothing to choose for low',
            '{low} cannot be chosen for low',
            'no three of your cards follow each other in one suit (RUM-5)',
        )[deepest],
    ]


def moves_add_to_set(s: State, me: int) -> list[int]:
    """The legal moves of add_to_set (RUM-6).

    RUM-6: A card may also be added to a set of its rank or to an end of a run of its suit that lies on the
      table, whoever has laid it.
    """
    return [742 + c for c in members(s.sets[HAND + me]) if (s.memory[LAID] >> (CARD_RANK[c] - 1) & 1)]


def why_add_to_set(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why add_to_set cannot be played, with these picks or any; empty if it can."""
    deepest = 0
    for c in members(s.sets[HAND + me]):
        if picks is not None and c != picks[0]:
            continue
        if not (s.memory[LAID] >> (CARD_RANK[c] - 1) & 1):
            continue
        deepest = max(deepest, 1)
        return []
    return [('none of your cards belongs to a set on the table (RUM-6)',)[deepest]]


def moves_add_to_run(s: State, me: int) -> list[int]:
    """The legal moves of add_to_run (RUM-6).

    RUM-6: A card may also be added to a set of its rank or to an end of a run of its suit that lies on the
      table, whoever has laid it.
    """
    the_members = members(s.sets[RUNS])
    return [
        794 + c
        for c in members(s.sets[HAND + me])
        if any(
            CARD_SUIT[k] == CARD_SUIT[c] and (
                (CARD_RANK[k] + 1) == CARD_RANK[c]
                or (CARD_RANK[k] - 1) == CARD_RANK[c]
            )
            for k in the_members
        )
    ]


def why_add_to_run(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why add_to_run cannot be played, with these picks or any; empty if it can."""
    deepest = 0
    for c in members(s.sets[HAND + me]):
        if picks is not None and c != picks[0]:
            continue
        if not any(
            CARD_SUIT[k] == CARD_SUIT[c] and (
                (CARD_RANK[k] + 1) == CARD_RANK[c]
                or (CARD_RANK[k] - 1) == CARD_RANK[c]
            )
            for k in members(s.sets[RUNS])
        ):
            continue
        deepest = max(deepest, 1)
        return []
    return [('none of your cards belongs to a run on the table (RUM-6)',)[deepest]]


def moves_discard(s: State, me: int) -> list[int]:
    """The legal moves of discard (RUM-7).

    RUM-7: Last a player discards a card, but not the one just taken from the discards, unless it is the
      only one left.
    """
    hand = HAND + me
    return [
        846 + c
        for c in members(s.sets[hand])
        if (c != s.memory[TAKEN] or s.sets[hand].bit_count() == 1)
    ]


def why_discard(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why discard cannot be played, with these picks or any; empty if it can."""
    hand = HAND + me
    deepest = 0
    for c in members(s.sets[hand]):
        if picks is not None and c != picks[0]:
            continue
        if not (c != s.memory[TAKEN] or s.sets[hand].bit_count() == 1):
            continue
        deepest = max(deepest, 1)
        return []
    return [('you have just taken it (RUM-7)',)[deepest]]


# ---- what happens without a decision


def turn_over(s: State) -> None:
    """turn_over."""
    for c in [c for c in s.zones[DISCARDS] if c != (s.zones[DISCARDS][-1] if s.zones[DISCARDS] else -1)]:
        if c in s.zones[DISCARDS]:
            move_card(s, c, STOCK)
    shuffle(s, STOCK, HIDDEN_CARD, SEES[STOCK], BACKS[STOCK])
    s.memory[TURNED] += 1
    if s.memory[TURNED] > 1:
        raise RuleError("turned would leave its range 0..1 (line 40)")


# ---- steps: True when somebody must decide, or the game is over


def step_0(s: State, f: list[Any]) -> bool:
    """setup, line 25 (RUM-2)."""
    shuffle(s, STOCK, HIDDEN_CARD, SEES[STOCK], BACKS[STOCK])
    for p in range(s.players):
        if s.zones[STOCK]:
            for _ in range(min(HAND_SIZE[s.players - 2], len(s.zones[STOCK]))):
                deal_card(s, STOCK, LISTS + HAND + p)
    if s.zones[STOCK]:
        deal_card(s, STOCK, DISCARDS)
    s.frames.pop()
    return False


def step_1(s: State, f: list[Any]) -> bool:
    """turn, line 30."""
    s.memory[0] += 1  # a new round
    f[1] = 0
    f[2] = f[1]
    f[1] += 1
    f[0] = 2
    return not s.explicit and step_2(s, f)


def step_2(s: State, f: list[Any]) -> bool:
    """turn, line 30."""
    start_turn(s)
    if not s.zones[STOCK] and s.memory[TURNED] == 0:
        turn_over(s)
    f[0] = 3
    return step_3(s, f)


def step_3(s: State, f: list[Any]) -> bool:
    """turn, line 33."""
    me = f[2]
    s.to_move, s.legal = me, [0, *moves_take_discard(s, me)]
    if not s.legal:
        raise RuleError("no action offered here is possible: draw_card, take_discard")
    return True


def step_4(s: State, f: list[Any]) -> bool:
    """turn, line 34."""
    me = f[2]
    hand = s.sets[HAND + me]
    s.to_move, s.legal = me, [
        *moves_lay_set(s, me),
        *(moves_lay_run(s, me) if hand else ()),
        *(moves_add_to_set(s, me) if hand else ()),
        *(moves_add_to_run(s, me) if hand else ()),
        *(moves_discard(s, me) if hand else ()),
    ]
    if not s.legal:
        raise RuleError(
            "no action offered here is possible: lay_set, lay_run, add_to_set, add_to_run, discard"
        )
    return True


# ---- answers


def answer_3(s: State, f: list[Any], m: int) -> bool:
    """The answer to the offer of line 33."""
    me = f[2]
    hand = HAND + me
    if m >= 1:
        # take_discard (RUM-3)
        c = m - 1
        move_card(s, c, LISTS + hand)
        s.memory[TAKEN] = c
    else:
        # draw_card (RUM-3)
        if s.zones[STOCK]:
            deal_card(s, STOCK, LISTS + hand)
    # gone_out (RUM-8)
    for p in range(s.players):
        if not s.sets[HAND + p]:
            return end(s, 0)
    f[0] = 4
    return step_4(s, f)


def answer_4(s: State, f: list[Any], m: int) -> bool:
    """The answer to the offer of line 34."""
    me = f[2]
    if m >= 846:
        # discard (RUM-7)
        c = m - 846
        move_card(s, c, DISCARDS)
        # gone_out (RUM-8)
        for p in range(s.players):
            if not s.sets[HAND + p]:
                return end(s, 0)
        if not s.zones[STOCK] and s.memory[TURNED] == 1:  # no_stock (RUM-9)
            return end(s, 1)
        if f[1] == s.players:
            s.memory[0] += 1  # a new round
            f[1] = 0
        me = f[2] = f[1]
        f[1] += 1
        f[0] = 2
        return not s.explicit and step_2(s, f)
    elif m >= 794:
        # add_to_run (RUM-6)
        c = m - 794
        move_card(s, c, LISTS + RUNS)
        # gone_out (RUM-8)
        for p in range(s.players):
            if not s.sets[HAND + p]:
                return end(s, 0)
        return step_4(s, f)
    elif m >= 742:
        # add_to_set (RUM-6)
        c = m - 742
        move_card(s, c, LISTS + SETS)
        # gone_out (RUM-8)
        for p in range(s.players):
            if not s.sets[HAND + p]:
                return end(s, 0)
        return step_4(s, f)
    elif m >= 66:
        # lay_run (RUM-5)
        low = (m - 66) // 13
        high = (m - 66) % 13 + 1
        move_card(s, low, LISTS + RUNS)
        move_several_card(
            s,
            [
                c
                for c in members(s.sets[HAND + me])
                if CARD_SUIT[c] == CARD_SUIT[low] and CARD_RANK[low] < CARD_RANK[c] and CARD_RANK[c] <= high
            ],
            LISTS + HAND + me,
            LISTS + RUNS,
        )
        # gone_out (RUM-8)
        for p in range(s.players):
            if not s.sets[HAND + p]:
                return end(s, 0)
        return step_4(s, f)
    else:
        # lay_set (RUM-4)
        r = m - 52
        s.memory[LAID] |= 1 << (r - 1)
        move_several_card(
            s,
            [c_2 for c_2 in members(s.sets[HAND + me]) if CARD_RANK[c_2] == r],
            LISTS + HAND + me,
            LISTS + SETS,
        )
        # gone_out (RUM-8)
        for p in range(s.players):
            if not s.sets[HAND + p]:
                return end(s, 0)
        return step_4(s, f)


STEPS: tuple[Callable[[State, list[Any]], bool], ...] = (step_0, step_1, step_2, step_3, step_4)

ANSWERS: dict[int, Callable[[State, list[Any], int], bool]] = {3: answer_3, 4: answer_4}

# which actions a step offers
OFFERS: dict[int, tuple[str, ...]] = {
    3: ("draw_card", "take_discard"), 4: ("lay_set", "lay_run", "add_to_set", "add_to_run", "discard"),
}

# which values of a frame are components, by its step
HELD: dict[int, tuple[tuple[int, str, str], ...]] = {}

WHY: dict[str, Callable[[State, int, tuple[int, ...] | None], list[str]]] = {
    "draw_card": why_draw_card, "take_discard": why_take_discard, "lay_set": why_lay_set,
    "lay_run": why_lay_run, "add_to_set": why_add_to_set, "add_to_run": why_add_to_run,
    "discard": why_discard,
}


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
