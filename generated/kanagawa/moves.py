"""Kanagawa 1.0.0: the rules as numbered steps, legal moves, what moves do.

A frame is a list: the number of its next step, then its local values. A step runs on into those that follow it
as far as it can; `run` takes steps until a seat must decide; `apply` gives the answer and runs on.

Written by Rulewright 0.1.0 from rulesets/kanagawa/kanagawa.rules; change that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._runtime import (
    BUDGET,
    FEW,
    RuleError,
    State,
    bits,
    members,
    pick,
    run_explicit,
    shuffle,
    turn_order,
    within,
)
from .data import (
    DECIDE_DIPLOMA_CASES_IN_PRINT,
    DECIDE_DIPLOMA_CASES_IN_REFUSED,
    DECIDE_DIPLOMA_CASES_IN_STUDIO,
    DIPLOMA_REWARD,
    ITEM_ASSISTANT,
    ITEM_BRUSH,
    LANDSCAPE_MULTISETS,
    LANDSCAPE_PAYABLE,
    LESSON_ITEM,
    LESSON_NEEDS_WAYS,
    REWARD_ASSISTANT,
    REWARD_BRUSH,
    REWARD_STORM,
)
from .scoring import has_room, offered, over_after_round
from .state import (
    ALL,
    ARROWS_USED,
    ASSISTANT,
    AT_SCHOOL,
    BACKS,
    BRUSHES,
    BRUSHES_FRESH,
    BRUSHES_SPENT,
    CLOSED,
    DECK,
    EASEL,
    GRAND_MASTER,
    HAND,
    HELD_DECIDE_DIPLOMA,
    HIDDEN_LESSON,
    HIDDEN_START,
    HONOURS,
    IN_START_AND_STUDIO_BY_ITEM_ARROW,
    IN_START_AND_STUDIO_BY_LANDSCAPE,
    IN_STUDIO_BY_ITEM_KEEP,
    LISTS,
    PRINT,
    REFUSED,
    ROWS_LAID,
    SCHOOL,
    SEES,
    START_,
    START_TILES,
    STORMS,
    STUDIO,
    SUPPLY_BRUSH,
    SUPPLY_STORM,
    deal_lesson,
    deal_start,
    move_diploma,
    move_lesson,
    start_round,
)

# the numbers of moves, by what they start with
LEAVE_NUMBERS = tuple(
    tuple(c for c in range(1, 5) if mask >> (c - 1) & 1)
    for mask in range(16)
)
MOVE_BRUSH_NUMBERS = tuple(
    tuple(
        tuple(1594 + 25 * u + 5 * a + b for b in range(5) if mask >> b & 1 and b != a)
        for mask in range(32)
    )
    for u in range(2)
    for a in range(5)
)

# ---- which moves are legal, and why not


def moves_stay(s: State, me: int) -> list[int]:
    """The legal moves of stay (KAN-15).

    KAN-15: Those still at school then decide one after the other, beginning with the Grand Master's holder:
      remain, or go.
    """
    if s.memory[AT_SCHOOL].bit_count() < 2:
        return []
    if s.memory[ROWS_LAID] >= 3:
        return []
    if not s.zones[DECK]:
        return []
    return [0]


def why_stay(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why stay cannot be played, with these picks or any; empty if it can."""
    missing: list[str] = []
    if s.memory[AT_SCHOOL].bit_count() < 2:
        missing.append("the others have gone, and so must the last one (KAN-19)")
    if s.memory[ROWS_LAID] >= 3:
        missing.append("the third row is out, everyone must leave (KAN-18)")
    if not s.zones[DECK]:
        missing.append("the last card has reached the school, everyone must leave (KAN-55, KAN-D10)")
    return missing


def moves_leave(s: State, me: int) -> list[int]:
    """The legal moves of leave."""
    return [*LEAVE_NUMBERS[(1 << s.players) - 1 & ~s.memory[CLOSED]]]


def why_leave(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why leave cannot be played, with these picks or any; empty if it can."""
    deepest = 0
    for c in range(1, s.players + 1):
        if s.memory[CLOSED] >> (c - 1) & 1:
            continue
        deepest = max(deepest, 1)
        if picks is not None and c != picks[0] + 1:
            continue
        deepest = max(deepest, 2)
        return []
    return [('there is nothing to choose for c (KAN-16)', '{c} cannot be chosen for c (KAN-16)',)[deepest]]


def moves_learn(s: State, me: int) -> list[int]:
    """The legal moves of learn (KAN-22, KAN-24).

    KAN-22: Every card has two possible homes: the Studio, where it hangs upside down from the tile, or the
      far end of the Print.
    KAN-24: There is no condition for putting a card into the Studio.
    """
    return [5 + k for k in members(s.sets[HAND + me])]


def why_learn(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why learn cannot be played, with these picks or any; empty if it can."""
    deepest = 0
    for k in members(s.sets[HAND + me]):
        deepest = max(deepest, 1)
        if picks is not None and k != picks[0]:
            continue
        deepest = max(deepest, 2)
        return []
    return [('there is nothing to choose for k (KAN-35)', '{k} cannot be chosen for k (KAN-35)',)[deepest]]


def moves_paint(s: State, me: int) -> list[int]:
    """The legal moves of paint (KAN-22, KAN-28).

    KAN-22: Every card has two possible homes: the Studio, where it hangs upside down from the tile, or the
      far end of the Print.
    KAN-28: To paint a card, its owner needs a Brush on every Landscape the card asks for; a Landscape asked
      for twice takes two such Landscapes with a Brush on each.
    """
    brushes_fresh = BRUSHES_FRESH + 10 * me
    payable = LANDSCAPE_PAYABLE[tuple(s.pools[brushes_fresh : brushes_fresh + 5])]
    return [
        first + w
        for k in members(s.sets[HAND + me])
        for first in [77 + 21 * k]
        for w in LESSON_NEEDS_WAYS[k]
        if payable >> w & 1
    ]


def why_paint(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why paint cannot be played, with these picks or any; empty if it can."""
    brushes_fresh = BRUSHES_FRESH + 10 * me
    deepest = 0
    for k in members(s.sets[HAND + me]):
        deepest = max(deepest, 1)
        if picks is not None and k != picks[0]:
            continue
        deepest = max(deepest, 2)
        for w in [
            way
            for way in LESSON_NEEDS_WAYS[k]
            if LANDSCAPE_PAYABLE[tuple(s.pools[brushes_fresh : brushes_fresh + 5])] >> way & 1
        ]:
            if picks is not None and w != picks[1]:
                continue
            deepest = max(deepest, 3)
            return []
    return [
        (
            'there is nothing to choose for k (KAN-35)',
            '{k} cannot be chosen for k (KAN-35)',
            'no fresh brush stands on each landscape it requires (KAN-28, KAN-33, KAN-61, KAN-D5, KAN-D20)',
        )[deepest],
    ]


def moves_place_brush(s: State, me: int) -> list[int]:
    """The legal moves of place_brush (KAN-29).

    KAN-29: A Brush that stands nowhere yet may be set on any free Landscape of its owner's Studio, without
      cost.
    """
    if not s.pools[EASEL + me]:
        return []
    brushes_fresh = BRUSHES_FRESH + 10 * me
    brushes_spent = BRUSHES_SPENT + 10 * me
    in_start_and_studio_by_landscape = IN_START_AND_STUDIO_BY_LANDSCAPE + 6 * me
    return [
        1589 + l_
        for l_ in range(5)
        if (
            s.pools[brushes_fresh + l_]
            + s.pools[brushes_spent + l_]
        ) < s.pools[in_start_and_studio_by_landscape + l_]
    ]


def why_place_brush(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why place_brush cannot be played, with these picks or any; empty if it can."""
    missing: list[str] = []
    if not s.pools[EASEL + me]:
        missing.append("no brush is left in front of you")
    if missing:
        return missing
    deepest = 0
    for l_ in range(5):
        if not has_room(s, me, l_):
            continue
        deepest = max(deepest, 1)
        if picks is not None and l_ != picks[0]:
            continue
        deepest = max(deepest, 2)
        return []
    return [('there is nothing to choose for l (KAN-32)', '{l} cannot be chosen for l (KAN-32)',)[deepest]]


def moves_move_brush(s: State, me: int) -> list[int]:
    """The legal moves of move_brush (KAN-30).

    KAN-30: To shift a Brush between two Landscapes, its owner spends an Arrow.
    """
    if s.memory[ARROWS_USED + me] >= s.pools[IN_START_AND_STUDIO_BY_ITEM_ARROW + 5 * me]:
        return []
    brushes_fresh = BRUSHES_FRESH + 10 * me
    brushes_spent = BRUSHES_SPENT + 10 * me
    in_start_and_studio_by_landscape = IN_START_AND_STUDIO_BY_LANDSCAPE + 6 * me
    brushes = BRUSHES + 10 * me
    all_b = 0
    for b in range(5):
        if (
            s.pools[brushes_fresh + b]
            + s.pools[brushes_spent + b]
        ) < s.pools[in_start_and_studio_by_landscape + b]:
            all_b |= 1 << b
    if not all_b:
        return []
    found: list[int] = []
    for at, there in enumerate(s.pools[brushes : brushes + 10]):
        if there:
            found += MOVE_BRUSH_NUMBERS[at][all_b]
    return found


def why_move_brush(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why move_brush cannot be played, with these picks or any; empty if it can."""
    brushes = BRUSHES + 10 * me
    missing: list[str] = []
    if s.memory[ARROWS_USED + me] >= s.pools[IN_START_AND_STUDIO_BY_ITEM_ARROW + 5 * me]:
        missing.append("each Arrow can be used once a round (KAN-31)")
    if missing:
        return missing
    deepest = 0
    for u in range(2):
        deepest = max(deepest, 1)
        if picks is not None and u != picks[0]:
            continue
        deepest = max(deepest, 2)
        for a in range(5):
            if not s.pools[brushes + 5 * u + a]:
                continue
            deepest = max(deepest, 3)
            if picks is not None and a != picks[1]:
                continue
            deepest = max(deepest, 4)
            for b in range(5):
                if not (b != a and has_room(s, me, b)):
                    continue
                deepest = max(deepest, 5)
                if picks is not None and b != picks[2]:
                    continue
                deepest = max(deepest, 6)
                return []
    return [
        (
            'there is nothing to choose for u',
            '{u} cannot be chosen for u',
            'there is nothing to choose for a',
            '{a} cannot be chosen for a',
            'there is nothing to choose for b (KAN-32)',
            '{b} cannot be chosen for b (KAN-32)',
        )[deepest],
    ]


def moves_finish(s: State, me: int) -> list[int]:
    """The legal moves of finish (KAN-20).

    KAN-20: Whoever goes places the new cards straight away; the school pauses until this is finished.
    """
    if s.sets[HAND + me].bit_count() > s.pools[IN_STUDIO_BY_ITEM_KEEP + 5 * me]:
        return []
    return [1644]


def why_finish(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why finish cannot be played, with these picks or any; empty if it can."""
    missing: list[str] = []
    if s.sets[HAND + me].bit_count() > s.pools[IN_STUDIO_BY_ITEM_KEEP + 5 * me]:
        missing.append("place your cards: you may hold back one for each keep-a-card (KAN-34, KAN-D17)")
    return missing


# ---- what happens without a decision


def lay_row(s: State) -> None:
    """lay_row."""
    memory = s.memory
    memory[ROWS_LAID] += 1
    if memory[ROWS_LAID] > 3:
        raise RuleError("rows_laid would leave its range 0..3 (line 110)")
    for c in [c for c in range(1, s.players + 1) if not (memory[CLOSED] >> (c - 1) & 1)]:
        if s.zones[DECK]:
            deal_lesson(s, DECK, SCHOOL + 4 * within(memory[ROWS_LAID] - 1, 3, 112) + (c - 1))


# ---- reactions


def holds_decide_diploma(s: State, me: int, cases: int = 127) -> int:
    """For which cases the condition of decide_diploma holds now, as a mask."""
    holds = 0
    for f_ in FEW[cases]:
        if offered(s, me, f_):
            holds |= 1 << f_
    return holds


def notice_decide_diploma(s: State, me: int, cases: int = 127) -> None:
    """as soon as: starts decide_diploma for what has just become true (KAN-36, KAN-D7)."""
    held_decide_diploma = HELD_DECIDE_DIPLOMA + me
    if not s.memory[0]:
        return
    held = s.memory[held_decide_diploma]
    holds = s.memory[held_decide_diploma] = held & ~cases | holds_decide_diploma(s, me, cases)
    if holds & ~held:
        for case in reversed(bits(holds & ~held)):
            if s.trace is not None:
                s.trace.append("decide_diploma")
            s.frames.append([15, me, case, 0, 0, 0, 0])


# ---- steps: True when somebody must decide, or the game is over


def step_0(s: State, f: list[Any]) -> bool:
    """setup, line 86 (KAN-3)."""
    shuffle(s, DECK, HIDDEN_LESSON, SEES[DECK], BACKS[DECK])
    shuffle(s, START_TILES, HIDDEN_START, SEES[START_TILES], BACKS[START_TILES])
    for p in range(s.players):
        if s.zones[START_TILES]:
            deal_start(s, START_TILES, START_ + p)
        number = min(2, s.pools[SUPPLY_BRUSH])
        if number > 0:
            s.pools[SUPPLY_BRUSH] -= number
            s.pools[EASEL + p] += number
    first = f[1] = pick(s, range(s.players), 1665)
    s.memory[GRAND_MASTER] = first
    s.memory[ASSISTANT] = first
    s.frames.pop()
    return False


def step_1(s: State, f: list[Any]) -> bool:
    """round, line 97."""
    memory = s.memory
    for seat in range(s.players):
        memory[HELD_DECIDE_DIPLOMA + seat] = holds_decide_diploma(s, seat)
    start_round(s)
    for p in range(s.players):
        for l_ in range(5):
            number = s.pools[BRUSHES_SPENT + 10 * p + l_]
            if number > 0:
                s.pools[BRUSHES_SPENT + 10 * p + l_] -= number
                s.pools[BRUSHES_FRESH + 10 * p + l_] += number
    if not memory[AT_SCHOOL]:
        memory[GRAND_MASTER] = memory[ASSISTANT]
        if over_after_round(s):
            return True
        f[0] = 2
        return step_2(s, f)
    f[0] = 4
    return not s.explicit and step_4(s, f)


def step_2(s: State, f: list[Any]) -> bool:
    """round, line 97."""
    start_round(s)
    for p in range(s.players):
        for l_ in range(5):
            number = s.pools[BRUSHES_SPENT + 10 * p + l_]
            if number > 0:
                s.pools[BRUSHES_SPENT + 10 * p + l_] -= number
                s.pools[BRUSHES_FRESH + 10 * p + l_] += number
    if not s.memory[AT_SCHOOL]:
        s.memory[GRAND_MASTER] = s.memory[ASSISTANT]
        return over_after_round(s)
    f[0] = 4
    return not s.explicit and step_4(s, f)


def step_3(s: State, f: list[Any]) -> bool:
    """round, line 101."""
    if not s.memory[AT_SCHOOL]:
        s.memory[GRAND_MASTER] = s.memory[ASSISTANT]
        if over_after_round(s):
            return True
        start_round(s)
        for p in range(s.players):
            for l_ in range(5):
                number = s.pools[BRUSHES_SPENT + 10 * p + l_]
                if number > 0:
                    s.pools[BRUSHES_SPENT + 10 * p + l_] -= number
                    s.pools[BRUSHES_FRESH + 10 * p + l_] += number
        return False
    f[0] = 4
    return not s.explicit and step_4(s, f)


def step_4(s: State, f: list[Any]) -> bool:
    """round, line 102 (KAN-19, KAN-D1)."""
    memory = s.memory
    if memory[AT_SCHOOL].bit_count() >= 2:
        lay_row(s)
    f[1] = list(turn_order(memory[AT_SCHOOL], memory[GRAND_MASTER], s.players))
    f[2] = 0
    while f[2] < len(f[1]):
        p_3 = f[3] = f[1][f[2]]
        f[2] += 1
        if memory[AT_SCHOOL] >> p_3 & 1:
            f[0] = 6
            return step_6(s, f)
    if not memory[AT_SCHOOL]:
        memory[GRAND_MASTER] = memory[ASSISTANT]
        if over_after_round(s):
            return True
        start_round(s)
        for p in range(s.players):
            for l_ in range(5):
                number = s.pools[BRUSHES_SPENT + 10 * p + l_]
                if number > 0:
                    s.pools[BRUSHES_SPENT + 10 * p + l_] -= number
                    s.pools[BRUSHES_FRESH + 10 * p + l_] += number
        f[0] = 3
        return False
    return False


def step_5(s: State, f: list[Any]) -> bool:
    """round, line 104."""
    memory = s.memory
    while f[2] < len(f[1]):
        p_3 = f[3] = f[1][f[2]]
        f[2] += 1
        if memory[AT_SCHOOL] >> p_3 & 1:
            f[0] = 6
            return step_6(s, f)
    if not memory[AT_SCHOOL]:
        memory[GRAND_MASTER] = memory[ASSISTANT]
        if over_after_round(s):
            return True
        start_round(s)
        for p in range(s.players):
            for l_ in range(5):
                number = s.pools[BRUSHES_SPENT + 10 * p + l_]
                if number > 0:
                    s.pools[BRUSHES_SPENT + 10 * p + l_] -= number
                    s.pools[BRUSHES_FRESH + 10 * p + l_] += number
        f[0] = 3
        return False
    f[0] = 4
    return False


def step_6(s: State, f: list[Any]) -> bool:
    """round, line 105."""
    p_3 = f[3]
    s.to_move, s.legal = p_3, [
        *(
            [0] if s.memory[AT_SCHOOL].bit_count() >= 2
            and s.memory[ROWS_LAID] < 3
            and s.zones[DECK] else []
        ),
        *moves_leave(s, p_3),
    ]
    if not s.legal:
        raise RuleError("no action offered here is possible: stay, leave")
    return True


def step_7(s: State, f: list[Any]) -> bool:
    """action leave, line 124 (KAN-17)."""
    me = f[1]
    c = f[2]
    hand = HAND + me
    s.memory[CLOSED] |= 1 << (c - 1)
    s.memory[AT_SCHOOL] &= ~(1 << me)
    for r in range(1, 4):
        cell = SCHOOL + 4 * (r - 1) + (c - 1)
        for _ in range(len(s.zones[cell])):
            deal_lesson(s, cell, LISTS + hand, 0)
    f[0] = 8
    return step_8(s, f)


def step_8(s: State, f: list[Any]) -> bool:
    """action leave, line 128."""
    me = f[1]
    hand = s.sets[HAND + me]
    s.to_move, s.legal = me, [
        *(moves_learn(s, me) if hand else ()),
        *(moves_paint(s, me) if hand else ()),
        *(moves_place_brush(s, me) if s.pools[EASEL + me] else ()),
        *moves_move_brush(s, me),
        *([1644] if hand.bit_count() <= s.pools[IN_STUDIO_BY_ITEM_KEEP + 5 * me] else []),
    ]
    if not s.legal:
        raise RuleError("no action offered here is possible: learn, paint, place_brush, move_brush, finish")
    return True


def step_9(s: State, f: list[Any]) -> bool:
    """action learn, line 135 (KAN-22, KAN-23)."""
    me = f[1]
    k = f[2]
    move_lesson(s, k, STUDIO + me)
    if cases := DECIDE_DIPLOMA_CASES_IN_STUDIO[k]:
        notice_decide_diploma(s, me, cases)
    f[0] = 10
    if s.frames[-1] is not f:
        return step_15(s, s.frames[-1])
    if LESSON_ITEM[k] == ITEM_BRUSH:
        if s.pools[SUPPLY_BRUSH]:
            s.pools[SUPPLY_BRUSH] -= 1
            s.pools[EASEL + me] += 1
            notice_decide_diploma(s, me, 0b10000)
        f[0] = 11
        if s.frames[-1] is not f:
            return step_15(s, s.frames[-1])
        if LESSON_ITEM[k] == ITEM_ASSISTANT:
            s.memory[ASSISTANT] = me
        s.frames.pop()
        return step_8(s, s.frames[-1])
    if LESSON_ITEM[k] == ITEM_ASSISTANT:
        s.memory[ASSISTANT] = me
    s.frames.pop()
    return step_8(s, s.frames[-1])


def step_10(s: State, f: list[Any]) -> bool:
    """action learn, line 135."""
    k = f[2]
    if LESSON_ITEM[k] == ITEM_BRUSH:
        me = f[1]
        if s.pools[SUPPLY_BRUSH]:
            s.pools[SUPPLY_BRUSH] -= 1
            s.pools[EASEL + me] += 1
            notice_decide_diploma(s, me, 0b10000)
        f[0] = 11
        if s.frames[-1] is not f:
            return step_15(s, s.frames[-1])
        if LESSON_ITEM[k] == ITEM_ASSISTANT:
            s.memory[ASSISTANT] = me
        s.frames.pop()
        return step_8(s, s.frames[-1])
    me = f[1]
    if LESSON_ITEM[k] == ITEM_ASSISTANT:
        s.memory[ASSISTANT] = me
    s.frames.pop()
    return step_8(s, s.frames[-1])


def step_11(s: State, f: list[Any]) -> bool:
    """action learn, line 138 (KAN-26, KAN-40)."""
    me = f[1]
    k = f[2]
    if LESSON_ITEM[k] == ITEM_ASSISTANT:
        s.memory[ASSISTANT] = me
    s.frames.pop()
    return step_8(s, s.frames[-1])


def step_12(s: State, f: list[Any]) -> bool:
    """action paint, line 145 (KAN-33)."""
    me = f[1]
    k = f[2]
    w = f[3]
    brushes_fresh = BRUSHES_FRESH + 10 * me
    brushes_spent = BRUSHES_SPENT + 10 * me
    for l_ in LANDSCAPE_MULTISETS[w]:
        if s.pools[brushes_fresh + l_]:
            s.pools[brushes_fresh + l_] -= 1
            s.pools[brushes_spent + l_] += 1
    s.frames.pop()
    move_lesson(s, k, PRINT + me)
    if cases := DECIDE_DIPLOMA_CASES_IN_PRINT[k]:
        notice_decide_diploma(s, me, cases)
    return False


def enter_13(s: State, me: int, d: int) -> bool:
    """reward, line 184: has no frame until it must wait."""
    storms = STORMS + me
    f: list[Any]
    if DIPLOMA_REWARD[d] == REWARD_BRUSH:
        f = [22, me, d]
        s.frames.append(f)
        if s.pools[SUPPLY_BRUSH]:
            s.pools[SUPPLY_BRUSH] -= 1
            s.pools[EASEL + me] += 1
            notice_decide_diploma(s, me, 0b10000)
        f[0] = 14
        if s.frames[-1] is not f:
            return False
        if DIPLOMA_REWARD[d] == REWARD_STORM and s.pools[SUPPLY_STORM]:
            s.pools[SUPPLY_STORM] -= 1
            s.pools[storms] += 1
        if DIPLOMA_REWARD[d] == REWARD_ASSISTANT:
            s.memory[ASSISTANT] = me
        s.frames.pop()
        return False
    if DIPLOMA_REWARD[d] == REWARD_STORM and s.pools[SUPPLY_STORM]:
        s.pools[SUPPLY_STORM] -= 1
        s.pools[storms] += 1
    if DIPLOMA_REWARD[d] == REWARD_ASSISTANT:
        s.memory[ASSISTANT] = me
    return False


def step_13(s: State, f: list[Any]) -> bool:
    """reward, line 184."""
    s.frames.pop()
    return enter_13(s, *f[1:3])


def step_14(s: State, f: list[Any]) -> bool:
    """reward, line 187."""
    me = f[1]
    d = f[2]
    if DIPLOMA_REWARD[d] == REWARD_STORM and s.pools[SUPPLY_STORM]:
        s.pools[SUPPLY_STORM] -= 1
        s.pools[STORMS + me] += 1
    if DIPLOMA_REWARD[d] == REWARD_ASSISTANT:
        s.memory[ASSISTANT] = me
    s.frames.pop()
    return False


def step_15(s: State, f: list[Any]) -> bool:
    """reaction decide_diploma, line 177."""
    me = f[1]
    f_ = f[2]
    legal = [d + 1645 for d in bits(offered(s, me, f_))]
    if not legal:
        refused = REFUSED + me
        f[4] = bits(offered(s, me, f_))
        f[5] = 0
        while f[5] < len(f[4]):
            d_2 = f[6] = f[4][f[5]]
            f[5] += 1
            if offered(s, me, f_) >> d_2 & 1:
                s.memory[refused] |= 1 << d_2
                if cases := DECIDE_DIPLOMA_CASES_IN_REFUSED[d_2]:
                    notice_decide_diploma(s, me, cases)
                f[0] = 18
                if s.frames[-1] is not f:
                    return False
                return step_18(s, f)
        s.frames.pop()
        return False
    legal.append(1664)
    s.to_move, s.legal = me, legal
    return True


def step_16(s: State, f: list[Any]) -> bool:
    """reaction decide_diploma, line 178."""
    me = f[1]
    d = f[3]
    move_diploma(s, d, LISTS + HONOURS + me)
    if cases := DECIDE_DIPLOMA_CASES_IN_REFUSED[d]:
        for seat in reversed(turn_order(ALL, me, s.players)):
            notice_decide_diploma(s, seat, cases)
    f[0] = 17
    if s.frames[-1] is not f:
        return False
    s.frames.pop()
    return enter_13(s, me, d)


def step_17(s: State, f: list[Any]) -> bool:
    """reaction decide_diploma, line 178."""
    me = f[1]
    d = f[3]
    s.frames.pop()
    return enter_13(s, me, d)


def step_18(s: State, f: list[Any]) -> bool:
    """reaction decide_diploma, line 181."""
    me = f[1]
    f_ = f[2]
    refused = REFUSED + me
    while f[5] < len(f[4]):
        d_2 = f[6] = f[4][f[5]]
        f[5] += 1
        if offered(s, me, f_) >> d_2 & 1:
            s.memory[refused] |= 1 << d_2
            if cases := DECIDE_DIPLOMA_CASES_IN_REFUSED[d_2]:
                notice_decide_diploma(s, me, cases)
            if s.frames[-1] is not f:
                return False
            return False
    s.frames.pop()
    return False


# ---- answers


def answer_6(s: State, f: list[Any], m: int) -> bool:
    """The answer to the offer of line 105."""
    memory = s.memory
    p_3 = f[3]
    if m >= 1:
        f[0] = 5
        s.frames.append([7, p_3, m])
        return step_7(s, s.frames[-1])
    else:
        # stay (KAN-15)
        pass
    while f[2] < len(f[1]):
        p_3 = f[3] = f[1][f[2]]
        f[2] += 1
        if memory[AT_SCHOOL] >> p_3 & 1:
            return step_6(s, f)
    if not memory[AT_SCHOOL]:
        memory[GRAND_MASTER] = memory[ASSISTANT]
        if over_after_round(s):
            return True
        start_round(s)
        for p in range(s.players):
            for l_ in range(5):
                number = s.pools[BRUSHES_SPENT + 10 * p + l_]
                if number > 0:
                    s.pools[BRUSHES_SPENT + 10 * p + l_] -= number
                    s.pools[BRUSHES_FRESH + 10 * p + l_] += number
        f[0] = 3
        return step_3(s, f)
    f[0] = 4
    return not s.explicit and step_4(s, f)


def answer_8(s: State, f: list[Any], m: int) -> bool:
    """The answer to the offer of line 128."""
    me = f[1]
    if m >= 1644:
        # finish (KAN-20)
        s.frames.pop()
        return step_5(s, s.frames[-1])
    elif m >= 1594:
        arrows_used = ARROWS_USED + me
        brushes = BRUSHES + 10 * me
        # move_brush (KAN-30)
        u = (m - 1594) // 25
        a = ((m - 1594) // 5) % 5
        b = (m - 1594) % 5
        s.memory[arrows_used] += 1
        if s.memory[arrows_used] > 9:
            raise RuleError("arrows_used would leave its range 0..9 (line 161)")
        if s.pools[brushes + 5 * u + a]:
            s.pools[brushes + 5 * u + a] -= 1
            s.pools[brushes + 5 * u + b] += 1
        return step_8(s, f)
    elif m >= 1589:
        easel = EASEL + me
        # place_brush (KAN-29)
        l_ = m - 1589
        if s.pools[easel]:
            s.pools[easel] -= 1
            s.pools[BRUSHES_FRESH + 10 * me + l_] += 1
        return step_8(s, f)
    elif m >= 77:
        s.frames.append([12, me, (m - 77) // 21, (m - 77) % 21])
        return step_12(s, s.frames[-1])
    else:
        s.frames.append([9, me, m - 5])
        return step_9(s, s.frames[-1])


def answer_15(s: State, f: list[Any], m: int) -> bool:
    """The answer to the choice of line 177."""
    if m == 1664:
        me = f[1]
        f_ = f[2]
        f[4] = bits(offered(s, me, f_))
        f[5] = 0
        while f[5] < len(f[4]):
            d_2 = f[6] = f[4][f[5]]
            f[5] += 1
            if offered(s, me, f_) >> d_2 & 1:
                s.memory[REFUSED + me] |= 1 << d_2
                if cases := DECIDE_DIPLOMA_CASES_IN_REFUSED[d_2]:
                    notice_decide_diploma(s, me, cases)
                f[0] = 18
                if s.frames[-1] is not f:
                    return step_15(s, s.frames[-1])
                return step_18(s, f)
        s.frames.pop()
        return False
    f[3] = m - 1645
    f[0] = 16
    return not s.explicit and step_16(s, f)


STEPS: tuple[Callable[[State, list[Any]], bool], ...] = (
    step_0, step_1, step_2, step_3, step_4, step_5, step_6, step_7, step_8, step_9, step_10, step_11,
    step_12, step_13, step_14, step_15, step_16, step_17, step_18,
)

ANSWERS: dict[int, Callable[[State, list[Any], int], bool]] = {6: answer_6, 8: answer_8, 15: answer_15}

# which actions a step offers
OFFERS: dict[int, tuple[str, ...]] = {6: ("stay", "leave"), 8: ("learn", "paint", "place_brush", "move_brush", "finish")}

# which values of a frame are components, by its step
HELD: dict[int, tuple[tuple[int, str, str], ...]] = {
    9: ((2, "Lesson", "one"),), 10: ((2, "Lesson", "one"),), 11: ((2, "Lesson", "one"),),
    12: ((2, "Lesson", "one"),), 13: ((2, "Diploma", "one"),), 14: ((2, "Diploma", "one"),),
    15: ((3, "Diploma", "one"), (4, "Diploma", "list"), (6, "Diploma", "one")),
    16: ((3, "Diploma", "one"), (4, "Diploma", "list"), (6, "Diploma", "one")),
    17: ((3, "Diploma", "one"), (4, "Diploma", "list"), (6, "Diploma", "one")),
    18: ((3, "Diploma", "one"), (4, "Diploma", "list"), (6, "Diploma", "one")),
}

WHY: dict[str, Callable[[State, int, tuple[int, ...] | None], list[str]]] = {
    "stay": why_stay, "leave": why_leave, "learn": why_learn, "paint": why_paint,
    "place_brush": why_place_brush, "move_brush": why_move_brush, "finish": why_finish,
}


def first_frames() -> list[list[Any]]:
    """The round below, the set-up on top."""
    return [[1, 0, 0, 0], [0, 0]]


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
