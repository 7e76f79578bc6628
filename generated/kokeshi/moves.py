"""Kokeshi 1.0.0: the rules as numbered steps, legal moves, what moves do.

A frame is a list: the number of its next step, then its local values. A step runs on into those that follow it
as far as it can; `run` takes steps until a seat must decide; `apply` gives the answer and runs on.

Written by Rulewright 0.1.0 from rulesets/kokeshi/kokeshi.rules; change that.
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
    pick,
    run_explicit,
    shuffle,
    turn_order,
    within,
)
from .data import (
    COMBINE_EITHER,
    DIRECTION_LEFT,
    DIRECTION_RIGHT,
    EFFECT_ANY_ANIMAL,
    EFFECT_GAIN_ANY,
    EFFECT_GAIN_HERE,
    EFFECT_LEAP_ANY,
    EFFECT_STEP_ANY,
    EFFECT_STEP_LEFT,
    EFFECT_STEP_RIGHT,
    FIELD_BONUS_PLACE,
    FIELD_BONUS_TRACKS,
    OPTION_EXTRA_ROUNDS,
    OPTION_LEAP_PAYS,
    OPTION_NEIGHBOURS_COST,
    OPTION_NEIGHBOURS_COST_WHEN_PLACED,
    OPTION_RED_LINE,
    OPTION_RED_LINE_QUALITY_TILE,
    OPTION_ROWS_FILLED,
    OPTION_ROWS_FILLED_FROM_BELOW,
    RAY_DOLL,
    SORT_QUALITY,
    SORT_START,
    TILE_BY_COLOUR,
    TILE_COLOUR,
    TILE_COMBINE,
    TILE_EFFECTS,
    TILE_KIND,
)
from .scoring import (
    alike_beside,
    ends_by_recognitions,
    from_row,
    gap_on,
    gaps,
    has_any_room,
    has_room,
    may_lie,
    may_take,
    over_after_action,
    over_after_round,
    possible,
    room,
    tiles_on,
)
from .state import (
    ALL_READERS_OF_MARKER,
    ALL_READERS_OF_RECOGNISED,
    BACKS,
    BAG,
    BOARD,
    BONUS,
    BOX,
    DOLL,
    FIRST_PLAYER,
    HAPPINESS_IN_PLAY,
    HIDDEN_TILE,
    LATCHED_EMPTY_MARKET,
    LATCHED_RECOGNITIONS,
    LEAPT,
    LISTS,
    MARKER,
    MARKET,
    ON_TOP,
    OUT_OF_PLAY,
    QUALITIES,
    READERS_OF_MARKER,
    READERS_OF_RECOGNISED,
    RECOGNISED,
    RESTING,
    SEES,
    SPARE,
    STARTING_TILES,
    WAITING,
    deal_tile,
    move_several_tile,
    move_tile,
    start_turn,
)

# ---- which moves are legal, and why not


def moves_settle(s: State, me: int) -> list[int]:
    """The legal moves of settle (KOK-1).

    KOK-1: Everybody starts with two tiles, and puts them on two tracks of the own board, one on each.
    """
    board = BOARD + 40 * me
    all_d = [d for d in range(5) if not s.zones[board + 8 * d]]
    if not all_d:
        return []
    return [first + d for t in members(s.sets[SPARE + me]) for first in [5 * t] for d in all_d]


def why_settle(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why settle cannot be played, with these picks or any; empty if it can."""
    board = BOARD + 40 * me
    deepest = 0
    for t in members(s.sets[SPARE + me]):
        deepest = max(deepest, 1)
        if picks is not None and t != picks[0]:
            continue
        deepest = max(deepest, 2)
        for d in range(5):
            if s.zones[board + 8 * d]:
                continue
            deepest = max(deepest, 3)
            if picks is not None and d != picks[1]:
                continue
            deepest = max(deepest, 4)
            return []
    return [
        (
            'there is nothing to choose for t',
            '{t} cannot be chosen for t',
            'there is nothing to choose for d (KOK-1, KOK-D14)',
            '{d} cannot be chosen for d (KOK-1, KOK-D14)',
        )[deepest],
    ]


def moves_climb(s: State, me: int) -> list[int]:
    """The legal moves of climb (KOK-2, KOK-3).

    KOK-2: Whose turn it is lifts one of the own dolls by one space.
    KOK-3: It makes no difference to this whether the next space has a tile or none.
    """
    return [*range(375, 380)]


def why_climb(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why climb cannot be played, with these picks or any; empty if it can."""
    deepest = 0
    for d in range(5):
        deepest = max(deepest, 1)
        if picks is not None and d != picks[0]:
            continue
        deepest = max(deepest, 2)
        return []
    return [('there is nothing to choose for d', '{d} cannot be chosen for d',)[deepest]]


def moves_place(s: State, me: int) -> list[int]:
    """The legal moves of place (KOK-22, KOK-24).

    KOK-22: A gained tile belongs to the track that brought it, if nothing says that any track will do.
    KOK-24: When one track gets several, their order is up to the player.
    """
    return [
        first + r
        for d in range(5)
        for t in s.zones[WAITING + 5 * me + d]
        for first in [379 + 600 * d + 8 * t]
        for r in (
            (
                tiles_on(s, me, d) + 1,
            ) if s.options[OPTION_ROWS_FILLED] == OPTION_ROWS_FILLED_FROM_BELOW else range(1, 9)
        )
        if r <= 8 and may_lie(s, me, t, d, r)
    ]


def why_place(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why place cannot be played, with these picks or any; empty if it can."""
    waiting = WAITING + 5 * me
    deepest = 0
    for d in range(5):
        deepest = max(deepest, 1)
        if picks is not None and d != picks[0]:
            continue
        deepest = max(deepest, 2)
        for t in s.zones[waiting + d]:
            deepest = max(deepest, 3)
            if picks is not None and t != picks[1]:
                continue
            deepest = max(deepest, 4)
            for r in (
                (
                    tiles_on(s, me, d) + 1,
                ) if s.options[OPTION_ROWS_FILLED] == OPTION_ROWS_FILLED_FROM_BELOW else range(1, 9)
            ):
                if picks is not None and r != picks[2] + 1:
                    continue
                if not (r <= 8 and may_lie(s, me, t, d, r)):
                    continue
                deepest = max(deepest, 5)
                return []
    return [
        (
            'there is nothing to choose for d',
            '{d} cannot be chosen for d',
            'there is nothing to choose for t (KOK-24)',
            '{t} cannot be chosen for t (KOK-24)',
            'it cannot lie in this row yet (KOK-27, KOK-30)',
        )[deepest],
    ]


def moves_place_anywhere(s: State, me: int) -> list[int]:
    """The legal moves of place_anywhere (KOK-25).

    KOK-25: A tile for any track may join those of a track, in whatever order the player likes.
    """
    spare = SPARE + me
    all_d = [
        d
        for d in range(5)
        if room(s, me, d) > 0 and (gap_on(s, me, d) > 0 or gaps(s, me) < s.sets[spare].bit_count())
    ]
    if not all_d:
        return []
    return [
        first + r
        for t in members(s.sets[spare])
        for d in all_d
        for first in [3379 + 40 * t + 8 * d]
        for r in (
            (
                tiles_on(s, me, d) + 1,
            ) if s.options[OPTION_ROWS_FILLED] == OPTION_ROWS_FILLED_FROM_BELOW else range(1, 9)
        )
        if r <= 8 and may_lie(s, me, t, d, r)
    ]


def why_place_anywhere(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why place_anywhere cannot be played, with these picks or any; empty if it can."""
    spare = SPARE + me
    deepest = 0
    for t in members(s.sets[spare]):
        deepest = max(deepest, 1)
        if picks is not None and t != picks[0]:
            continue
        deepest = max(deepest, 2)
        for d in range(5):
            if room(s, me, d) <= 0:
                continue
            deepest = max(deepest, 3)
            if picks is not None and d != picks[1]:
                continue
            deepest = max(deepest, 4)
            if not (gap_on(s, me, d) > 0 or gaps(s, me) < s.sets[spare].bit_count()):
                continue
            deepest = max(deepest, 5)
            for r in (
                (
                    tiles_on(s, me, d) + 1,
                ) if s.options[OPTION_ROWS_FILLED] == OPTION_ROWS_FILLED_FROM_BELOW else range(1, 9)
            ):
                if not (r <= 8 and may_lie(s, me, t, d, r)):
                    continue
                deepest = max(deepest, 6)
                if picks is not None and r != picks[2] + 1:
                    continue
                deepest = max(deepest, 7)
                return []
    return [
        (
            'there is nothing to choose for t',
            '{t} cannot be chosen for t',
            'there is nothing to choose for d (KOK-23, KOK-25)',
            '{d} cannot be chosen for d (KOK-23, KOK-25)',
            'a Quality tile needs it below (KOK-D5)',
            'there is nothing to choose for r (KOK-27)',
            '{r} cannot be chosen for r (KOK-27)',
        )[deepest],
    ]


# ---- what happens without a decision


def lift(s: State, me: int, d: int, n: int) -> None:
    """lift (KOK-11).

    KOK-11: Effects too lift dolls and never lower them.
    """
    memory = s.memory
    doll_at = DOLL + 5 * me + d
    if memory[doll_at] < 9 and not (memory[RESTING + me] >> d & 1):
        leapt = LEAPT + me
        if (memory[doll_at] + n) > 9:
            memory[doll_at] = 9
        else:
            memory[doll_at] += n
            if memory[doll_at] > 9:
                raise RuleError("doll would leave its range 0..9 (line 147)")
        if n == 2:
            memory[leapt] |= 1 << d
        else:
            memory[leapt] &= ~(1 << d)
        raise_arrives(s, me, d)


def arrive(s: State, me: int, d: int) -> None:
    """arrive."""
    raise_arrives(s, me, d)


def go_home(s: State, me: int, d: int) -> None:
    """go_home."""
    resting = RESTING + me
    if not (s.memory[resting] >> d & 1):
        s.memory[DOLL + 5 * me + d] = 0
        s.memory[resting] |= 1 << d


def fill_market(s: State) -> None:
    """fill_market (KOK-D16).

    KOK-D16: The market lies open, the bag is hidden, chance says who begins, and equal scores share the
      win.
    """
    if s.zones[BAG]:
        for _ in range(min(5 - s.sets[MARKET].bit_count(), len(s.zones[BAG]))):
            deal_tile(s, BAG, LISTS + MARKET)


def note_taken(s: State, me: int, d: int) -> None:
    """note_taken."""
    s.memory[RECOGNISED + me] |= 1 << d
    s.kept[READERS_OF_RECOGNISED + 23 * me] = None
    s.kept[ALL_READERS_OF_RECOGNISED] = None
    if sum([1 for p in range(s.players) if (s.memory[RECOGNISED + p] >> d & 1)]) >= (s.players - 1):
        move_several_tile(
            s,
            [q for q in members(s.sets[QUALITIES]) if TILE_COLOUR[q] == d],
            LISTS + QUALITIES,
            LISTS + OUT_OF_PLAY,
        )


def place_sure_ones(s: State, me: int) -> None:
    """place_sure_ones (KOK-D4).

    KOK-D4: A tile is picked when it is gained and placed at the end of the turn. Tiles that wait take up
      the room that they will need. One that has no choice is placed without a question.
    """
    if not s.sets[SPARE + me] and s.options[OPTION_ROWS_FILLED] == OPTION_ROWS_FILLED_FROM_BELOW:
        waiting = WAITING + 5 * me
        for d in [d for d in range(5) if len(s.zones[waiting + d]) == 1]:
            for t_2 in s.zones[waiting + d][:]:
                if t_2 in s.zones[waiting + d] and tiles_on(s, me, d) < 8:
                    put(s, me, t_2, d, tiles_on(s, me, d) + 1)


def put(s: State, me: int, t: int, d: int, r: int) -> None:
    """put (KOK-22).

    KOK-22: A gained tile belongs to the track that brought it, if nothing says that any track will do.
    """
    move_tile(s, t, BOARD + 40 * me + 8 * d + (r - 1))
    pay_for_neighbours(s, me, d, r)


def pay_for_neighbours(s: State, me: int, d: int, row: int) -> None:
    """pay_for_neighbours."""
    if s.options[OPTION_NEIGHBOURS_COST] == OPTION_NEIGHBOURS_COST_WHEN_PLACED:
        happiness_in_play = HAPPINESS_IN_PLAY + me
        s.memory[happiness_in_play] -= 3 * alike_beside(s, me, d, row)
        if s.memory[happiness_in_play] < -999:
            raise RuleError("happiness_in_play would leave its range -999..9999 (line 343)")


# ---- reactions


def raise_arrives(s: State, me: int, d: int) -> None:
    """event arrives."""
    if not s.memory[0]:
        return
    waiting = [42, me, d]
    if waiting not in s.queue:
        if s.trace is not None:
            s.trace.append("next_doll")
        s.queue.append(waiting)


def raise_lands(s: State, me: int, d: int) -> None:
    """event lands."""
    if not s.memory[0]:
        return
    if s.trace is not None:
        s.trace.append("landing")
    s.frames.append([43, me, d])


# ---- steps: True when somebody must decide, or the game is over


def step_0(s: State, f: list[Any]) -> bool:
    """setup, line 96."""
    move_several_tile(
        s,
        [t for t in members(s.sets[BOX]) if TILE_KIND[t] == SORT_START],
        LISTS + BOX,
        STARTING_TILES,
    )
    move_several_tile(
        s,
        [t_2 for t_2 in members(s.sets[BOX]) if TILE_KIND[t_2] == SORT_QUALITY],
        LISTS + BOX,
        LISTS + QUALITIES,
    )
    move_several_tile(s, bits(s.sets[BOX]), LISTS + BOX, BAG)
    shuffle(s, STARTING_TILES, HIDDEN_TILE, SEES[STARTING_TILES], BACKS[STARTING_TILES])
    shuffle(s, BAG, HIDDEN_TILE, SEES[BAG], BACKS[BAG])
    first = f[1] = pick(s, range(s.players), 6796)
    s.memory[FIRST_PLAYER] = first
    for p in turn_order((1 << s.players) - 1, s.memory[FIRST_PLAYER], s.players):
        if s.zones[STARTING_TILES]:
            for _ in range(min(2, len(s.zones[STARTING_TILES]))):
                deal_tile(s, STARTING_TILES, LISTS + SPARE + p)
    f[2] = list(turn_order((1 << s.players) - 1, s.memory[FIRST_PLAYER], s.players))
    f[3] = 0
    if f[3] < len(f[2]):
        p_2 = f[4] = f[2][f[3]]
        f[3] += 1
        if not s.sets[SPARE + p_2]:
            f[0] = 1
            return step_1(s, f)
        f[0] = 4
        s.to_move, s.legal = p_2, moves_settle(s, p_2)
        if not s.legal:
            raise RuleError("no action offered here is possible: settle")
        return True
    f[0] = 2
    return not s.explicit and step_2(s, f)


def step_1(s: State, f: list[Any]) -> bool:
    """setup, line 107."""
    if f[3] < len(f[2]):
        p_2 = f[4] = f[2][f[3]]
        f[3] += 1
        if not s.sets[SPARE + p_2]:
            return False
        f[0] = 4
        s.to_move, s.legal = p_2, moves_settle(s, p_2)
        if not s.legal:
            raise RuleError("no action offered here is possible: settle")
        return True
    f[0] = 2
    return not s.explicit and step_2(s, f)


def step_2(s: State, f: list[Any]) -> bool:
    """setup, line 110."""
    for b in range(6):
        if s.zones[STARTING_TILES]:
            deal_tile(s, STARTING_TILES, BONUS + b)
        if not s.zones[BONUS + b] and s.zones[BAG]:
            deal_tile(s, BAG, BONUS + b)
    if s.zones[BAG]:
        for _ in range(min(5, len(s.zones[BAG]))):
            deal_tile(s, BAG, LISTS + MARKET)
    s.frames.pop()
    return False


def step_3(s: State, f: list[Any]) -> bool:
    """setup, line 108."""
    p_2 = f[4]
    if not s.sets[SPARE + p_2]:
        if f[3] < len(f[2]):
            p_2 = f[4] = f[2][f[3]]
            f[3] += 1
            return False
        f[0] = 2
        return not s.explicit and step_2(s, f)
    f[0] = 4
    s.to_move, s.legal = p_2, moves_settle(s, p_2)
    if not s.legal:
        raise RuleError("no action offered here is possible: settle")
    return True


def step_4(s: State, f: list[Any]) -> bool:
    """setup, line 109."""
    p_2 = f[4]
    s.to_move, s.legal = p_2, moves_settle(s, p_2)
    if not s.legal:
        raise RuleError("no action offered here is possible: settle")
    return True


def step_5(s: State, f: list[Any]) -> bool:
    """setup, line 109."""
    if s.queue:
        return enter_42(s, *s.queue.pop(0)[1:3])
    if over_after_action(s):
        return True
    p_2 = f[4]
    if not s.sets[SPARE + p_2]:
        if f[3] < len(f[2]):
            p_2 = f[4] = f[2][f[3]]
            f[3] += 1
            f[0] = 3
            return False
        f[0] = 2
        return not s.explicit and step_2(s, f)
    f[0] = 4
    s.to_move, s.legal = p_2, moves_settle(s, p_2)
    if not s.legal:
        raise RuleError("no action offered here is possible: settle")
    return True


def step_6(s: State, f: list[Any]) -> bool:
    """turn, line 126."""
    s.memory[0] += 1  # a new round
    f[1] = list(turn_order((1 << s.players) - 1, s.memory[FIRST_PLAYER], s.players))
    f[2] = 0
    if f[2] < len(f[1]):
        me = f[3] = f[1][f[2]]
        f[2] += 1
        start_turn(s)
        f[0] = 8
        s.to_move, s.legal = me, [*range(375, 380)]
        if not s.legal:
            raise RuleError("no action offered here is possible: climb")
        return True
    return over_after_round(s)


def step_7(s: State, f: list[Any]) -> bool:
    """turn, line 126."""
    if f[2] < len(f[1]):
        me = f[3] = f[1][f[2]]
        f[2] += 1
        start_turn(s)
        f[0] = 8
        s.to_move, s.legal = me, [*range(375, 380)]
        if not s.legal:
            raise RuleError("no action offered here is possible: climb")
        return True
    if over_after_round(s):
        return True
    s.memory[0] += 1  # a new round
    f[1] = list(turn_order((1 << s.players) - 1, s.memory[FIRST_PLAYER], s.players))
    f[2] = 0
    return False


def step_8(s: State, f: list[Any]) -> bool:
    """turn, line 127."""
    me = f[3]
    s.to_move, s.legal = me, [*range(375, 380)]
    if not s.legal:
        raise RuleError("no action offered here is possible: climb")
    return True


def step_9(s: State, f: list[Any]) -> bool:
    """turn, line 127."""
    if s.queue:
        return enter_42(s, *s.queue.pop(0)[1:3])
    if over_after_action(s):
        return True
    if s.queue:
        f[0] = 10
        return enter_42(s, *s.queue.pop(0)[1:3])
    f[0] = 11
    return False


def step_10(s: State, f: list[Any]) -> bool:
    """turn, line 127."""
    if s.queue:
        return enter_42(s, *s.queue.pop(0)[1:3])
    f[0] = 11
    return False


def step_11(s: State, f: list[Any]) -> bool:
    """turn, line 128."""
    memory = s.memory
    me = f[3]
    place_sure_ones(s, me)
    if s.queue:
        f[0] = 12
        return enter_42(s, *s.queue.pop(0)[1:3])
    if not any(s.zones[WAITING + 5 * me : WAITING + 5 * me + 5]) and not s.sets[SPARE + me]:
        if s.queue:
            f[0] = 15
            return enter_42(s, *s.queue.pop(0)[1:3])
        if not memory[LATCHED_RECOGNITIONS] and (ends_by_recognitions(s)):  # recognitions (KOK-36, KOK-D11)
            memory[LATCHED_RECOGNITIONS] = 1 + s.options[OPTION_EXTRA_ROUNDS]
        if not memory[LATCHED_EMPTY_MARKET] and (not s.zones[BAG] and s.sets[MARKET].bit_count() < 5):  # empty_market (KOK-D11, KOK-D23)
            memory[LATCHED_EMPTY_MARKET] = 1 + s.options[OPTION_EXTRA_ROUNDS]
        if f[2] < len(f[1]):
            me = f[3] = f[1][f[2]]
            f[2] += 1
            start_turn(s)
            f[0] = 8
            s.to_move, s.legal = me, [*range(375, 380)]
            if not s.legal:
                raise RuleError("no action offered here is possible: climb")
            return True
        if over_after_round(s):
            return True
        memory[0] += 1  # a new round
        f[1] = list(turn_order((1 << s.players) - 1, memory[FIRST_PLAYER], s.players))
        f[2] = 0
        f[0] = 7
        return False
    f[0] = 13
    return step_13(s, f)


def step_12(s: State, f: list[Any]) -> bool:
    """turn, line 128."""
    memory = s.memory
    if s.queue:
        return enter_42(s, *s.queue.pop(0)[1:3])
    me = f[3]
    if not any(s.zones[WAITING + 5 * me : WAITING + 5 * me + 5]) and not s.sets[SPARE + me]:
        if s.queue:
            f[0] = 15
            return enter_42(s, *s.queue.pop(0)[1:3])
        if not memory[LATCHED_RECOGNITIONS] and (ends_by_recognitions(s)):  # recognitions (KOK-36, KOK-D11)
            memory[LATCHED_RECOGNITIONS] = 1 + s.options[OPTION_EXTRA_ROUNDS]
        if not memory[LATCHED_EMPTY_MARKET] and (not s.zones[BAG] and s.sets[MARKET].bit_count() < 5):  # empty_market (KOK-D11, KOK-D23)
            memory[LATCHED_EMPTY_MARKET] = 1 + s.options[OPTION_EXTRA_ROUNDS]
        if f[2] < len(f[1]):
            me = f[3] = f[1][f[2]]
            f[2] += 1
            start_turn(s)
            f[0] = 8
            s.to_move, s.legal = me, [*range(375, 380)]
            if not s.legal:
                raise RuleError("no action offered here is possible: climb")
            return True
        if over_after_round(s):
            return True
        memory[0] += 1  # a new round
        f[1] = list(turn_order((1 << s.players) - 1, memory[FIRST_PLAYER], s.players))
        f[2] = 0
        f[0] = 7
        return False
    f[0] = 13
    return step_13(s, f)


def step_13(s: State, f: list[Any]) -> bool:
    """turn, line 130."""
    me = f[3]
    s.to_move, s.legal = me, [
        *moves_place(s, me),
        *(moves_place_anywhere(s, me) if s.sets[SPARE + me] else ()),
    ]
    if not s.legal:
        raise RuleError("no action offered here is possible: place, place_anywhere")
    return True


def step_14(s: State, f: list[Any]) -> bool:
    """turn, line 130."""
    memory = s.memory
    if s.queue:
        return enter_42(s, *s.queue.pop(0)[1:3])
    if over_after_action(s):
        return True
    me = f[3]
    if not any(s.zones[WAITING + 5 * me : WAITING + 5 * me + 5]) and not s.sets[SPARE + me]:
        if s.queue:
            f[0] = 15
            return enter_42(s, *s.queue.pop(0)[1:3])
        if not memory[LATCHED_RECOGNITIONS] and (ends_by_recognitions(s)):  # recognitions (KOK-36, KOK-D11)
            memory[LATCHED_RECOGNITIONS] = 1 + s.options[OPTION_EXTRA_ROUNDS]
        if not memory[LATCHED_EMPTY_MARKET] and (not s.zones[BAG] and s.sets[MARKET].bit_count() < 5):  # empty_market (KOK-D11, KOK-D23)
            memory[LATCHED_EMPTY_MARKET] = 1 + s.options[OPTION_EXTRA_ROUNDS]
        if f[2] < len(f[1]):
            me = f[3] = f[1][f[2]]
            f[2] += 1
            start_turn(s)
            f[0] = 8
            s.to_move, s.legal = me, [*range(375, 380)]
            if not s.legal:
                raise RuleError("no action offered here is possible: climb")
            return True
        if over_after_round(s):
            return True
        memory[0] += 1  # a new round
        f[1] = list(turn_order((1 << s.players) - 1, memory[FIRST_PLAYER], s.players))
        f[2] = 0
        f[0] = 7
        return False
    f[0] = 13
    return step_13(s, f)


def step_15(s: State, f: list[Any]) -> bool:
    """turn, line 130."""
    memory = s.memory
    if s.queue:
        return enter_42(s, *s.queue.pop(0)[1:3])
    if not memory[LATCHED_RECOGNITIONS] and (ends_by_recognitions(s)):  # recognitions (KOK-36, KOK-D11)
        memory[LATCHED_RECOGNITIONS] = 1 + s.options[OPTION_EXTRA_ROUNDS]
    if not memory[LATCHED_EMPTY_MARKET] and (not s.zones[BAG] and s.sets[MARKET].bit_count() < 5):  # empty_market (KOK-D11, KOK-D23)
        memory[LATCHED_EMPTY_MARKET] = 1 + s.options[OPTION_EXTRA_ROUNDS]
    if f[2] < len(f[1]):
        me = f[3] = f[1][f[2]]
        f[2] += 1
        start_turn(s)
        f[0] = 8
        s.to_move, s.legal = me, [*range(375, 380)]
        if not s.legal:
            raise RuleError("no action offered here is possible: climb")
        return True
    if over_after_round(s):
        return True
    memory[0] += 1  # a new round
    f[1] = list(turn_order((1 << s.players) - 1, memory[FIRST_PLAYER], s.players))
    f[2] = 0
    f[0] = 7
    return False


def enter_16(s: State, me: int, d: int, row: int) -> bool:
    """land, line 167: has no frame until it must wait."""
    if row == 0:
        return False
    if row == 9:
        if s.options[OPTION_LEAP_PAYS] or not (s.memory[LEAPT + me] >> d & 1):
            happiness_in_play = HAPPINESS_IN_PLAY + me
            s.memory[happiness_in_play] += 3
            if s.memory[happiness_in_play] > 9999:
                raise RuleError("happiness_in_play would leave its range -999..9999 (line 173)")
        go_home(s, me, d)
        return False
    t = next(iter(s.zones[BOARD + 40 * me + 8 * d + within(row - 1, 8, 176)]), -1)
    if t < 0:
        go_home(s, me, d)
        return enter_37(s, me, d, row)
    return enter_17(s, me, t, d, row)


def step_16(s: State, f: list[Any]) -> bool:
    """land, line 167."""
    s.frames.pop()
    return enter_16(s, *f[1:4])


def enter_17(s: State, me: int, t: int, d: int, row: int) -> bool:
    """wake, line 189: has no frame until it must wait."""
    f: list[Any]
    f = [18, me, t, d, row]
    s.frames.append(f)
    return enter_20(s, me, t, d)


def step_17(s: State, f: list[Any]) -> bool:
    """wake, line 189."""
    s.frames.pop()
    return enter_17(s, *f[1:5])


def step_18(s: State, f: list[Any]) -> bool:
    """wake, line 190."""
    t = f[2]
    if TILE_KIND[t] == SORT_QUALITY:
        me = f[1]
        d = f[3]
        row = f[4]
        s.frames.pop()
        return enter_19(s, me, d, row)
    s.frames.pop()
    return False


def enter_19(s: State, me: int, d: int, row: int) -> bool:
    """go_on, line 195: has no frame until it must wait."""
    memory = s.memory
    doll_at = DOLL + 5 * me + d
    if memory[doll_at] < 9 and not (memory[RESTING + me] >> d & 1):
        if memory[doll_at] == row:
            memory[doll_at] += 1
            if memory[doll_at] > 9:
                raise RuleError("doll would leave its range 0..9 (line 198)")
            raise_lands(s, me, d)
            return False
        lift(s, me, d, 1)
        return False
    return False


def step_19(s: State, f: list[Any]) -> bool:
    """go_on, line 195."""
    s.frames.pop()
    return enter_19(s, *f[1:4])


def enter_20(s: State, me: int, t: int, here: int) -> bool:
    """activate, line 205: has no frame until it must wait."""
    f: list[Any]
    if TILE_COMBINE[t] == COMBINE_EITHER:
        f = [21, me, t, here, 0, 0, 0, 0]
        s.frames.append(f)
        return step_21(s, f)
    f = [64, me, t, here, 0, 0, 0, 0]
    s.frames.append(f)
    f[5] = list(TILE_EFFECTS[t])
    f[6] = 0
    if f[6] < len(f[5]):
        e_2 = f[7] = f[5][f[6]]
        f[6] += 1
        f[0] = 22
        return enter_23(s, me, e_2, here)
    s.frames.pop()
    return False


def step_20(s: State, f: list[Any]) -> bool:
    """activate, line 205."""
    s.frames.pop()
    return enter_20(s, *f[1:4])


def step_21(s: State, f: list[Any]) -> bool:
    """activate, line 207."""
    me = f[1]
    t = f[2]
    here = f[3]
    legal = [e + 6380 for e in TILE_EFFECTS[t] if possible(s, me, e, here)]
    if not legal:
        s.frames.pop()
        return False
    s.to_move, s.legal = me, legal
    return True


def step_22(s: State, f: list[Any]) -> bool:
    """activate, line 210."""
    if f[6] < len(f[5]):
        e_2 = f[7] = f[5][f[6]]
        f[6] += 1
        me = f[1]
        here = f[3]
        return enter_23(s, me, e_2, here)
    s.frames.pop()
    return False


def enter_23(s: State, me: int, e: int, here: int) -> bool:
    """perform, line 224: has no frame until it must wait."""
    f: list[Any]
    if 0 <= e < 5:
        d = e
        lift(s, me, d, 1)
        return False
    if e == EFFECT_STEP_ANY:
        f = [24, me, e, here, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        s.frames.append(f)
        return step_24(s, f)
    if e == EFFECT_LEAP_ANY:
        f = [25, me, e, here, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        s.frames.append(f)
        return step_25(s, f)
    if e == EFFECT_STEP_RIGHT:
        f = [26, me, e, here, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        s.frames.append(f)
        return step_26(s, f)
    if e == EFFECT_STEP_LEFT:
        f = [27, me, e, here, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        s.frames.append(f)
        return step_27(s, f)
    if 9 <= e < 13:
        a = e - 9
        return enter_33(s, me, a)
    if e == EFFECT_ANY_ANIMAL:
        f = [28, me, e, here, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        s.frames.append(f)
        return step_28(s, f)
    if e == EFFECT_GAIN_HERE:
        if has_room(s, me, here):
            f = [29, me, e, here, 0, 0, 0, 0, 0, 0, 0, 0, 0]
            s.frames.append(f)
            return step_29(s, f)
        return False
    if e == EFFECT_GAIN_ANY:
        if has_any_room(s, me):
            f = [31, me, e, here, 0, 0, 0, 0, 0, 0, 0, 0, 0]
            s.frames.append(f)
            return step_31(s, f)
        return False
    return False


def step_23(s: State, f: list[Any]) -> bool:
    """perform, line 224."""
    s.frames.pop()
    return enter_23(s, *f[1:4])


def step_24(s: State, f: list[Any]) -> bool:
    """perform, line 229."""
    me = f[1]
    doll = DOLL + 5 * me
    resting = RESTING + me
    legal = [
        d_2 + 6396
        for d_2 in range(5)
        if (s.memory[doll + d_2] < 9 and not (s.memory[resting] >> d_2 & 1))
    ]
    if not legal:
        s.frames.pop()
        return False
    s.to_move, s.legal = me, legal
    return True


def step_25(s: State, f: list[Any]) -> bool:
    """perform, line 232."""
    me = f[1]
    doll = DOLL + 5 * me
    resting = RESTING + me
    legal = [
        d_3 + 6401
        for d_3 in range(5)
        if (s.memory[doll + d_3] < 9 and not (s.memory[resting] >> d_3 & 1))
    ]
    if not legal:
        s.frames.pop()
        return False
    s.to_move, s.legal = me, legal
    return True


def step_26(s: State, f: list[Any]) -> bool:
    """perform, line 235."""
    me = f[1]
    here = f[3]
    doll = DOLL + 5 * me
    resting = RESTING + me
    legal = [
        d_4 + 6406
        for d_4 in RAY_DOLL[2 * here + DIRECTION_RIGHT]
        if (s.memory[doll + d_4] < 9 and not (s.memory[resting] >> d_4 & 1))
    ]
    if not legal:
        s.frames.pop()
        return False
    s.to_move, s.legal = me, legal
    return True


def step_27(s: State, f: list[Any]) -> bool:
    """perform, line 238."""
    me = f[1]
    here = f[3]
    doll = DOLL + 5 * me
    resting = RESTING + me
    legal = [
        d_5 + 6411
        for d_5 in RAY_DOLL[2 * here + DIRECTION_LEFT]
        if (s.memory[doll + d_5] < 9 and not (s.memory[resting] >> d_5 & 1))
    ]
    if not legal:
        s.frames.pop()
        return False
    s.to_move, s.legal = me, legal
    return True


def step_28(s: State, f: list[Any]) -> bool:
    """perform, line 243."""
    me = f[1]
    marker = MARKER + 4 * me
    legal = [a_2 + 6416 for a_2 in range(4) if s.memory[marker + a_2] < 7]
    if not legal:
        s.frames.pop()
        return False
    s.to_move, s.legal = me, legal
    return True


def step_29(s: State, f: list[Any]) -> bool:
    """perform, line 247."""
    me = f[1]
    legal = [t + 6420 for t in members(s.sets[MARKET])]
    if not legal:
        s.frames.pop()
        return False
    s.to_move, s.legal = me, legal
    return True


def step_30(s: State, f: list[Any]) -> bool:
    """perform, line 248."""
    me = f[1]
    here = f[3]
    t = f[11]
    move_tile(s, t, WAITING + 5 * me + here)
    fill_market(s)
    s.frames.pop()
    return False


def step_31(s: State, f: list[Any]) -> bool:
    """perform, line 252."""
    me = f[1]
    legal = [t_2 + 6495 for t_2 in members(s.sets[MARKET])]
    if not legal:
        s.frames.pop()
        return False
    s.to_move, s.legal = me, legal
    return True


def step_32(s: State, f: list[Any]) -> bool:
    """perform, line 253."""
    me = f[1]
    t_2 = f[12]
    move_tile(s, t_2, LISTS + SPARE + me)
    fill_market(s)
    s.frames.pop()
    return False


def enter_33(s: State, me: int, a: int) -> bool:
    """walk, line 261: has no frame until it must wait."""
    f: list[Any]
    if s.memory[MARKER + 4 * me + a] < 7:
        f = [34, me, a, 0]
        s.frames.append(f)
        return not s.explicit and step_34(s, f)
    return False


def step_33(s: State, f: list[Any]) -> bool:
    """walk, line 261."""
    s.frames.pop()
    return enter_33(s, *f[1:3])


def step_34(s: State, f: list[Any]) -> bool:
    """walk, line 263 (KOK-16)."""
    memory = s.memory
    me = f[1]
    a = f[2]
    spare = SPARE + me
    marker_at = MARKER + 4 * me + a
    memory[marker_at] += 1
    s.kept[READERS_OF_MARKER + 23 * me] = None
    s.kept[ALL_READERS_OF_MARKER] = None
    if memory[marker_at] > 7:
        raise RuleError("marker would leave its range 0..7 (line 263)")
    for p in range(s.players):
        if memory[MARKER + 4 * p + a] > memory[marker_at]:
            break
    else:
        memory[ON_TOP + a] = me
    for b in [
        b
        for b in range(6)
        if FIELD_BONUS_PLACE[b] == memory[marker_at] and a in FIELD_BONUS_TRACKS[b]
    ]:
        if has_any_room(s, me):
            cell = BONUS + b
            for _ in range(len(s.zones[cell])):
                deal_tile(s, cell, LISTS + spare, 0)
    if s.options[OPTION_RED_LINE] == OPTION_RED_LINE_QUALITY_TILE and memory[marker_at] == 4:
        f[0] = 35
        return step_35(s, f)
    s.frames.pop()
    return False


def step_35(s: State, f: list[Any]) -> bool:
    """walk, line 270."""
    me = f[1]
    legal = [q + 6570 for q in members(s.sets[QUALITIES]) if may_take(s, me, q)]
    if not legal:
        s.frames.pop()
        return False
    s.to_move, s.legal = me, legal
    return True


def step_36(s: State, f: list[Any]) -> bool:
    """walk, line 271 (KOK-29)."""
    me = f[1]
    q = f[3]
    move_tile(s, q, WAITING + 5 * me + TILE_COLOUR[q])
    note_taken(s, me, TILE_COLOUR[q])
    s.frames.pop()
    return False


def enter_37(s: State, me: int, d: int, row: int) -> bool:
    """earn_tile, line 276: has no frame until it must wait."""
    f: list[Any]
    if has_room(s, me, d):
        f = [38, me, d, row, 0, 0]
        s.frames.append(f)
        return step_38(s, f)
    return False


def step_37(s: State, f: list[Any]) -> bool:
    """earn_tile, line 276."""
    s.frames.pop()
    return enter_37(s, *f[1:4])


def step_38(s: State, f: list[Any]) -> bool:
    """earn_tile, line 278."""
    me = f[1]
    d = f[2]
    row = f[3]
    legal = [
        q + 6645
        for q in members(s.sets[QUALITIES] & TILE_BY_COLOUR[d])
        if row >= from_row(s, q) and may_take(s, me, q)
    ]
    if not legal:
        f[0] = 40
        return step_40(s, f)
    legal.append(6720)
    s.to_move, s.legal = me, legal
    return True


def step_39(s: State, f: list[Any]) -> bool:
    """earn_tile, line 279 (KOK-29)."""
    me = f[1]
    d = f[2]
    q = f[4]
    move_tile(s, q, WAITING + 5 * me + d)
    note_taken(s, me, d)
    s.frames.pop()
    return False


def step_40(s: State, f: list[Any]) -> bool:
    """earn_tile, line 282."""
    me = f[1]
    legal = [t + 6721 for t in members(s.sets[MARKET])]
    if not legal:
        s.frames.pop()
        return False
    s.to_move, s.legal = me, legal
    return True


def step_41(s: State, f: list[Any]) -> bool:
    """earn_tile, line 283 (KOK-22)."""
    me = f[1]
    d = f[2]
    t = f[5]
    move_tile(s, t, WAITING + 5 * me + d)
    fill_market(s)
    s.frames.pop()
    return False


def enter_42(s: State, me: int, d: int) -> bool:
    """reaction next_doll, line 162: has no frame until it must wait."""
    if s.memory[0]:
        if s.trace is not None:
            s.trace.append("landing")
        return enter_43(s, me, d)
    return False


def step_42(s: State, f: list[Any]) -> bool:
    """reaction next_doll, line 162."""
    s.frames.pop()
    return enter_42(s, *f[1:3])


def enter_43(s: State, me: int, d: int) -> bool:
    """reaction landing, line 164: has no frame until it must wait."""
    return enter_16(s, me, d, s.memory[DOLL + 5 * me + d])


def step_43(s: State, f: list[Any]) -> bool:
    """reaction landing, line 164."""
    s.frames.pop()
    return enter_43(s, *f[1:3])


# ---- answers


def answer_4(s: State, f: list[Any], m: int) -> bool:
    """The answer to the offer of line 109."""
    p_2 = f[4]
    # settle (KOK-1)
    me = p_2
    t = m // 5
    d = m % 5
    put(s, me, t, d, 1)
    if s.queue:
        f[0] = 5
        return enter_42(s, *s.queue.pop(0)[1:3])
    if over_after_action(s):
        return True
    if not s.sets[SPARE + p_2]:
        if f[3] < len(f[2]):
            p_2 = f[4] = f[2][f[3]]
            f[3] += 1
            f[0] = 3
            return step_3(s, f)
        f[0] = 2
        return not s.explicit and step_2(s, f)
    s.to_move, s.legal = p_2, moves_settle(s, p_2)
    if not s.legal:
        raise RuleError("no action offered here is possible: settle")
    return True


def answer_8(s: State, f: list[Any], m: int) -> bool:
    """The answer to the offer of line 127."""
    me = f[3]
    # climb (KOK-2, KOK-3)
    d = m - 375
    lift(s, me, d, 1)
    if s.queue:
        f[0] = 9
        return enter_42(s, *s.queue.pop(0)[1:3])
    if over_after_action(s):
        return True
    if s.queue:
        f[0] = 10
        return enter_42(s, *s.queue.pop(0)[1:3])
    f[0] = 11
    return not s.explicit and step_11(s, f)


def answer_13(s: State, f: list[Any], m: int) -> bool:
    """The answer to the offer of line 130."""
    memory = s.memory
    me = f[3]
    if m >= 3380:
        # place_anywhere (KOK-25)
        t = (m - 3380) // 40
        d = ((m - 3380) // 8) % 5
        r = (m - 3380) % 8 + 1
        put(s, me, t, d, r)
    else:
        # place (KOK-22, KOK-24)
        d = (m - 380) // 600
        t = ((m - 380) // 8) % 75
        r = (m - 380) % 8 + 1
        put(s, me, t, d, r)
    if s.queue:
        f[0] = 14
        return enter_42(s, *s.queue.pop(0)[1:3])
    if over_after_action(s):
        return True
    if not any(s.zones[WAITING + 5 * me : WAITING + 5 * me + 5]) and not s.sets[SPARE + me]:
        if s.queue:
            f[0] = 15
            return enter_42(s, *s.queue.pop(0)[1:3])
        if not memory[LATCHED_RECOGNITIONS] and (ends_by_recognitions(s)):  # recognitions (KOK-36, KOK-D11)
            memory[LATCHED_RECOGNITIONS] = 1 + s.options[OPTION_EXTRA_ROUNDS]
        if not memory[LATCHED_EMPTY_MARKET] and (not s.zones[BAG] and s.sets[MARKET].bit_count() < 5):  # empty_market (KOK-D11, KOK-D23)
            memory[LATCHED_EMPTY_MARKET] = 1 + s.options[OPTION_EXTRA_ROUNDS]
        if f[2] < len(f[1]):
            me = f[3] = f[1][f[2]]
            f[2] += 1
            start_turn(s)
            f[0] = 8
            s.to_move, s.legal = me, [*range(375, 380)]
            if not s.legal:
                raise RuleError("no action offered here is possible: climb")
            return True
        if over_after_round(s):
            return True
        memory[0] += 1  # a new round
        f[1] = list(turn_order((1 << s.players) - 1, memory[FIRST_PLAYER], s.players))
        f[2] = 0
        f[0] = 7
        return step_7(s, f)
    return step_13(s, f)


def answer_21(s: State, f: list[Any], m: int) -> bool:
    """The answer to the choice of line 207."""
    e = f[4] = m - 6380
    me = f[1]
    here = f[3]
    s.frames.pop()
    return enter_23(s, me, e, here)


def answer_24(s: State, f: list[Any], m: int) -> bool:
    """The answer to the choice of line 229."""
    d_2 = f[6] = m - 6396
    me = f[1]
    lift(s, me, d_2, 1)
    s.frames.pop()
    return False


def answer_25(s: State, f: list[Any], m: int) -> bool:
    """The answer to the choice of line 232."""
    d_3 = f[7] = m - 6401
    me = f[1]
    lift(s, me, d_3, 2)
    s.frames.pop()
    return False


def answer_26(s: State, f: list[Any], m: int) -> bool:
    """The answer to the choice of line 235."""
    d_4 = f[8] = m - 6406
    me = f[1]
    lift(s, me, d_4, 1)
    s.frames.pop()
    return False


def answer_27(s: State, f: list[Any], m: int) -> bool:
    """The answer to the choice of line 238."""
    d_5 = f[9] = m - 6411
    me = f[1]
    lift(s, me, d_5, 1)
    s.frames.pop()
    return False


def answer_28(s: State, f: list[Any], m: int) -> bool:
    """The answer to the choice of line 243."""
    a_2 = f[10] = m - 6416
    me = f[1]
    s.frames.pop()
    return enter_33(s, me, a_2)


def answer_29(s: State, f: list[Any], m: int) -> bool:
    """The answer to the choice of line 247."""
    f[11] = m - 6420
    f[0] = 30
    return not s.explicit and step_30(s, f)


def answer_31(s: State, f: list[Any], m: int) -> bool:
    """The answer to the choice of line 252."""
    f[12] = m - 6495
    f[0] = 32
    return not s.explicit and step_32(s, f)


def answer_35(s: State, f: list[Any], m: int) -> bool:
    """The answer to the choice of line 270."""
    f[3] = m - 6570
    f[0] = 36
    return not s.explicit and step_36(s, f)


def answer_38(s: State, f: list[Any], m: int) -> bool:
    """The answer to the choice of line 278."""
    if m == 6720:
        f[0] = 40
        return step_40(s, f)
    f[4] = m - 6645
    f[0] = 39
    return not s.explicit and step_39(s, f)


def answer_40(s: State, f: list[Any], m: int) -> bool:
    """The answer to the choice of line 282."""
    f[5] = m - 6721
    f[0] = 41
    return not s.explicit and step_41(s, f)


STEPS: tuple[Callable[[State, list[Any]], bool], ...] = (
    step_0, step_1, step_2, step_3, step_4, step_5, step_6, step_7, step_8, step_9, step_10, step_11,
    step_12, step_13, step_14, step_15, step_16, step_17, step_18, step_19, step_20, step_21, step_22,
    step_23, step_24, step_25, step_26, step_27, step_28, step_29, step_30, step_31, step_32, step_33,
    step_34, step_35, step_36, step_37, step_38, step_39, step_40, step_41, step_42, step_43,
)

ANSWERS: dict[int, Callable[[State, list[Any], int], bool]] = {
    4: answer_4, 8: answer_8, 13: answer_13, 21: answer_21, 24: answer_24, 25: answer_25, 26: answer_26,
    27: answer_27, 28: answer_28, 29: answer_29, 31: answer_31, 35: answer_35, 38: answer_38,
    40: answer_40,
}

# which actions a step offers
OFFERS: dict[int, tuple[str, ...]] = {4: ("settle",), 8: ("climb",), 13: ("place", "place_anywhere")}

# which values of a frame are components, by its step
HELD: dict[int, tuple[tuple[int, str, str], ...]] = {
    16: ((4, "Tile", "one"),), 17: ((2, "Tile", "one"),), 18: ((2, "Tile", "one"),),
    20: ((2, "Tile", "one"),), 21: ((2, "Tile", "one"),), 22: ((2, "Tile", "one"),),
    23: ((11, "Tile", "one"), (12, "Tile", "one")), 24: ((11, "Tile", "one"), (12, "Tile", "one")),
    25: ((11, "Tile", "one"), (12, "Tile", "one")), 26: ((11, "Tile", "one"), (12, "Tile", "one")),
    27: ((11, "Tile", "one"), (12, "Tile", "one")), 28: ((11, "Tile", "one"), (12, "Tile", "one")),
    29: ((11, "Tile", "one"), (12, "Tile", "one")), 30: ((11, "Tile", "one"), (12, "Tile", "one")),
    31: ((11, "Tile", "one"), (12, "Tile", "one")), 32: ((11, "Tile", "one"), (12, "Tile", "one")),
    33: ((3, "Tile", "one"),), 34: ((3, "Tile", "one"),), 35: ((3, "Tile", "one"),),
    36: ((3, "Tile", "one"),), 37: ((4, "Tile", "one"), (5, "Tile", "one")),
    38: ((4, "Tile", "one"), (5, "Tile", "one")), 39: ((4, "Tile", "one"), (5, "Tile", "one")),
    40: ((4, "Tile", "one"), (5, "Tile", "one")), 41: ((4, "Tile", "one"), (5, "Tile", "one")),
}

WHY: dict[str, Callable[[State, int, tuple[int, ...] | None], list[str]]] = {
    "settle": why_settle, "climb": why_climb, "place": why_place, "place_anywhere": why_place_anywhere,
}


def first_frames() -> list[list[Any]]:
    """The turn below, the set-up on top."""
    return [[6, 0, 0, 0], [0, 0, 0, 0, 0]]


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
