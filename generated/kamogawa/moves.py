"""Walking in Kamogawa 1.0.0: the rules as numbered steps, legal moves, what moves do.

A frame is a list: the number of its next step, then its local values. A step runs on into those that follow it
as far as it can; `run` takes steps until a seat must decide; `apply` gives the answer and runs on.

Written by Rulewright 0.1.0 from rulesets/kamogawa/kamogawa.rules; change that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._runtime import (
    BUDGET,
    RuleError,
    State,
    bits,
    byte_tables,
    eight,
    mask_of,
    members,
    one_each,
    pick,
    run_explicit,
    shuffle,
    turn_order,
)
from .data import (
    ANIMALTOKEN_ROW,
    AT_SPOT,
    BACKGROUNDTILE_ROW,
    BRIDGETILE_ROW,
    DIRECTION_RIGHT,
    FIELD_SLOT_BACKGROUND,
    FIELD_SLOT_BACKGROUND_IS_MASKS,
    FIELD_SLOT_NUMBER,
    FIELD_SLOT_NUMBER_IS_MASKS,
    FIELD_SLOT_NUMBER_UP_TO_MASKS,
    FIELD_SLOT_PART_IS_MASKS,
    FIELD_SLOT_VALUE,
    FOOTPRINT_SPOT_4_3,
    LAYER_OVER,
    OBJECTIVE_ROW,
    OPTION_COMPENSATE_SELF,
    OPTION_PICNIC_AGAIN,
    OPTION_ROUND_CARDS,
    OPTION_SECOND_SPACE,
    OPTION_TUCK,
    PART_GOALS,
    RIVER_BACKGROUND_SHOWN,
    RIVER_BRIDGE_SHOWN,
    ROUNDCARD_MEASURE,
    STEP_SLOT,
)
from .scoring import (
    corner,
    depths,
    end,
    end_space,
    free,
    grid_of,
    icons,
    icons_of,
    inwards,
    is_compensated,
    is_run,
    is_searchable,
    left_space,
    reach,
    result,
    road,
    seen_columns,
    where_clear_under,
    where_picnic,
    where_search,
    where_take_token,
)
from .state import (
    AREA,
    BACKS,
    BAG,
    BARE_PANORAMA,
    BARE_SPANS,
    BARE_TOKENS,
    BARE_TREATS,
    BOARD,
    BOARD_MEN,
    DECK,
    DISPLAY,
    DRAWN,
    FIRST_PLAYER,
    GOALS_DECK,
    HAND,
    HAS_DRAWN,
    HAS_EXTENDED,
    HIDDEN_ANIMALTOKEN,
    HIDDEN_OBJECTIVE,
    HIDDEN_RIVER,
    HIDDEN_ROUNDCARD,
    LAWN,
    LISTS,
    LOST,
    OBJECTIVES,
    PANORAMA,
    PART_PANORAMA,
    PICNICS,
    ROUND_BOX,
    SEEN_PANORAMA_BACKGROUND,
    SEEN_PANORAMA_BRIDGE,
    SEEN_PANORAMA_SIGN,
    SEES,
    SPANS,
    SPARE_SPANS,
    SPARE_TOKENS,
    SPARE_TREATS,
    STEPS_TAKEN_MEN,
    TOKENS,
    TOP_SPANS,
    TOP_TREATS,
    TRACK,
    TREATS,
    WON,
    deal_animaltoken,
    deal_objective,
    deal_river,
    deal_roundcard,
    lay_panorama,
    lay_spans,
    lay_tokens,
    lay_treats,
    move_animaltoken,
    move_backgroundtile,
    move_bridgetile,
    move_objective,
    move_on_board,
    move_river,
    move_roundcard,
    put_board,
    put_steps_taken,
)

# the numbers of moves, by what they start with
TAKE_BACK_NUMBERS = byte_tables(32, 1, 4290)

# ---- which moves are legal, and why not


def moves_begin(s: State, me: int) -> list[int]:
    """The legal moves of begin (KAM-14).

    KAM-14: Each picks one of them to open the Panorama, face up, and keeps the two others in hand.
    """
    return bits(s.sets[HAND + me])


def why_begin(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why begin cannot be played, with these picks or any; empty if it can."""
    deepest = 0
    for k in members(s.sets[HAND + me]):
        deepest = max(deepest, 1)
        if picks is not None and k != picks[0]:
            continue
        deepest = max(deepest, 2)
        return []
    return [('there is nothing to choose for k', '{k} cannot be chosen for k',)[deepest]]


def moves_draw_open(s: State, me: int) -> list[int]:
    """The legal moves of draw_open (KAM-41).

    KAM-41: One draws an open card, or the unseen card on top of the deck.
    """
    if s.memory[HAS_DRAWN + me]:
        return []
    return [64 + k for k in s.zones[DISPLAY]]


def why_draw_open(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why draw_open cannot be played, with these picks or any; empty if it can."""
    missing: list[str] = []
    if s.memory[HAS_DRAWN + me]:
        missing.append("you have drawn a card this turn (KAM-35)")
    if missing:
        return missing
    deepest = 0
    for k in s.zones[DISPLAY]:
        if picks is not None and k != picks[0]:
            continue
        deepest = max(deepest, 1)
        return []
    return [('no card lies open',)[deepest]]


def moves_draw_unseen(s: State, me: int) -> list[int]:
    """The legal moves of draw_unseen (KAM-41).

    KAM-41: One draws an open card, or the unseen card on top of the deck.
    """
    if s.memory[HAS_DRAWN + me]:
        return []
    if not s.zones[DECK]:
        return []
    return [128]


def why_draw_unseen(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why draw_unseen cannot be played, with these picks or any; empty if it can."""
    missing: list[str] = []
    if s.memory[HAS_DRAWN + me]:
        missing.append("you have drawn a card this turn (KAM-35)")
    if not s.zones[DECK]:
        missing.append("the deck is empty (KAM-D13)")
    return missing


def moves_extend(s: State, me: int) -> list[int]:
    """The legal moves of extend (KAM-43).

    KAM-43: A card is laid from the hand at the left or the right end of the Panorama.
    """
    if s.memory[HAS_EXTENDED + me]:
        return []
    the_icons_of = icons_of(s, me)
    the_members = members(s.sets[HAND + me])
    return [
        first + k
        for u in bits(1 | (3 if s.options[OPTION_TUCK] else 0))
        for e in range(2)
        for the_end_space in [end_space(s, me, e)]
        for o in bits(
            depths(
                s,
                u,
                e,
                seen_columns(s, me, the_end_space, inwards(s, e)),
                the_icons_of,
                the_end_space,
            ) << 1
        )
        for first in [65 + 384 * u + 192 * e + 64 * o]
        for k in the_members
    ]


def why_extend(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why extend cannot be played, with these picks or any; empty if it can."""
    hand = HAND + me
    missing: list[str] = []
    if s.memory[HAS_EXTENDED + me]:
        missing.append("you have laid a card this turn (KAM-35)")
    if missing:
        return missing
    deepest = 0
    for u in bits(1 | (3 if s.options[OPTION_TUCK] else 0)):
        deepest = max(deepest, 1)
        if picks is not None and u != picks[0]:
            continue
        deepest = max(deepest, 2)
        for e in range(2):
            deepest = max(deepest, 3)
            if picks is not None and e != picks[1]:
                continue
            deepest = max(deepest, 4)
            for o in bits(
                depths(
                    s,
                    u,
                    e,
                    seen_columns(s, me, end_space(s, me, e), inwards(s, e)),
                    icons_of(s, me),
                    end_space(s, me, e),
                ) << 1
            ):
                if picks is not None and o != picks[2] + 1:
                    continue
                deepest = max(deepest, 5)
                for k in members(s.sets[hand]):
                    deepest = max(deepest, 6)
                    if picks is not None and k != picks[3]:
                        continue
                    deepest = max(deepest, 7)
                    return []
    return [
        (
            'there is nothing to choose for u (KAM-47, KAM-D9)',
            '{u} cannot be chosen for u (KAM-47, KAM-D9)',
            'there is nothing to choose for e (KAM-43)',
            '{e} cannot be chosen for e (KAM-43)',
            'the card must cover an icon, and of one card only (KAM-44, KAM-45, KAM-46)',
            'there is nothing to choose for k',
            '{k} cannot be chosen for k',
        )[deepest],
    ]


def moves_skip(s: State, me: int) -> list[int]:
    """The legal moves of skip (KAM-49).

    KAM-49: Scoring may be passed over.
    """
    return [897]


def why_skip(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why skip cannot be played, with these picks or any; empty if it can."""
    missing: list[str] = []
    return missing


def moves_picnic(s: State, me: int) -> list[int]:
    """The legal moves of picnic (KAM-50).

    KAM-50: The first way: score a background of the Panorama.
    """
    if not (
        (
            8 - (
                0xffffffffffffffffffffffffffffffffffffffffffffffff ^ s.memory[STEPS_TAKEN_MEN + 6 * me - 1]
            ).bit_count()
        ) >= 1
    ):
        return []
    return [
        first + s_
        for b in bits(where_picnic(s, me))
        for the_icons in [icons(s, me, b)]
        if the_icons >= 3
        for first in [898 + 32 * b]
        for s_ in bits(
            FIELD_SLOT_BACKGROUND_IS_MASKS[b] & s.memory[BOARD_MEN - 1] & FIELD_SLOT_NUMBER_UP_TO_MASKS[
                min(the_icons, 7)
            ]
        )
    ]


def why_picnic(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why picnic cannot be played, with these picks or any; empty if it can."""
    missing: list[str] = []
    if not (
        (
            8 - (
                0xffffffffffffffffffffffffffffffffffffffffffffffff ^ s.memory[STEPS_TAKEN_MEN + 6 * me - 1]
            ).bit_count()
        ) >= 1
    ):
        missing.append("no marker is left (KAM-76, KAM-78)")
    if missing:
        return missing
    deepest = 0
    for b in bits(where_picnic(s, me)):
        if picks is not None and b != picks[0]:
            continue
        if icons(s, me, b) < 3:
            continue
        deepest = max(deepest, 1)
        for s_ in bits(
            FIELD_SLOT_BACKGROUND_IS_MASKS[b] & s.memory[BOARD_MEN - 1] & FIELD_SLOT_NUMBER_UP_TO_MASKS[
                min(icons(s, me, b), 7)
            ]
        ):
            if picks is not None and s_ != picks[1]:
                continue
            deepest = max(deepest, 2)
            return []
    return [
        (
            'no background that you have not scored shows three icons (KAM-50, KAM-53, KAM-D24)',
            'no space is free and reached (KAM-54, KAM-56, KAM-57)',
        )[deepest],
    ]


def moves_search(s: State, me: int) -> list[int]:
    """The legal moves of search (KAM-51, KAM-52).

    KAM-51: The second: score animals of one sort in a row, within a segment.
    KAM-52: The third: score animals of different sorts in a row, within a segment.
    """
    if not (
        (
            8 - (
                0xffffffffffffffffffffffffffffffffffffffffffffffff ^ s.memory[STEPS_TAKEN_MEN + 6 * me - 1]
            ).bit_count()
        ) >= 2
    ):
        return []
    return [
        first + k
        for s_ in bits(where_search(s, me))
        if is_searchable(s, me, road(s, me, s_))
        for first in [1026 + 2 * s_]
        for k in range(2)
        if is_run(s, me, k, s_)
    ]


def why_search(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why search cannot be played, with these picks or any; empty if it can."""
    missing: list[str] = []
    if not (
        (
            8 - (
                0xffffffffffffffffffffffffffffffffffffffffffffffff ^ s.memory[STEPS_TAKEN_MEN + 6 * me - 1]
            ).bit_count()
        ) >= 2
    ):
        missing.append("a search needs two markers (KAM-76, KAM-78, KAM-D19)")
    if missing:
        return missing
    deepest = 0
    for s_ in bits(where_search(s, me)):
        if picks is not None and s_ != picks[0]:
            continue
        if not is_searchable(s, me, road(s, me, s_)):
            continue
        deepest = max(deepest, 1)
        for k in range(2):
            if picks is not None and k != picks[1]:
                continue
            if not is_run(s, me, k, s_):
                continue
            deepest = max(deepest, 2)
            return []
    return [
        (
            'no road without a marker has three such animals in a row (KAM-66, KAM-79, KAM-83, KAM-84)',
            'no road without a marker has three such animals in a row (KAM-67, KAM-79)',
        )[deepest],
    ]


def moves_take_token(s: State, me: int) -> list[int]:
    """The legal moves of take_token (KAM-31, KAM-32).

    KAM-31: An Animal Token is put on a space of a road.
    KAM-32: The space may be empty or show a printed animal, which is then covered. It may not hold another
      Animal Token.
    """
    all_t = list(bits(where_take_token(s, me)))
    if not all_t:
        return []
    return [
        first + t
        for x in one_each(bits(s.sets[SPARE_TOKENS]), ANIMALTOKEN_ROW)
        for first in [1410 + 192 * ANIMALTOKEN_ROW[x]]
        for t in all_t
    ]


def why_take_token(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why take_token cannot be played, with these picks or any; empty if it can."""
    deepest = 0
    for x in members(s.sets[SPARE_TOKENS]):
        deepest = max(deepest, 1)
        if picks is not None and ANIMALTOKEN_ROW[x] != picks[0]:
            continue
        deepest = max(deepest, 2)
        for t in bits(where_take_token(s, me)):
            deepest = max(deepest, 3)
            if picks is not None and t != picks[1]:
                continue
            deepest = max(deepest, 4)
            return []
    return [
        (
            'there is nothing to choose for x',
            '{x} cannot be chosen for x',
            'there is nothing to choose for t',
            '{t} cannot be chosen for t',
        )[deepest],
    ]


def moves_take_treat(s: State, me: int) -> list[int]:
    """The legal moves of take_treat (KAM-28).

    KAM-28: A Background Tile is put into the sky, where no icon is yet.
    """
    all_t = list(
        bits(
            (
                0xffffffffffffffff00000000000000000000000000000000 & (
                    0xffffffffffffffffffffffffffffffffffffffffffffffff ^ s.memory[BARE_PANORAMA + me]
                )
            ) & s.memory[BARE_TREATS + me] & s.memory[SEEN_PANORAMA_BACKGROUND + 5 * me - 1]
        )
    )
    if not all_t:
        return []
    return [
        first + t
        for x in one_each(bits(s.sets[SPARE_TREATS]), BACKGROUNDTILE_ROW)
        for first in [2562 + 192 * BACKGROUNDTILE_ROW[x]]
        for t in all_t
    ]


def why_take_treat(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why take_treat cannot be played, with these picks or any; empty if it can."""
    bare_panorama = BARE_PANORAMA + me
    bare_treats = BARE_TREATS + me
    seen_panorama_background = SEEN_PANORAMA_BACKGROUND + 5 * me
    deepest = 0
    for x in members(s.sets[SPARE_TREATS]):
        deepest = max(deepest, 1)
        if picks is not None and BACKGROUNDTILE_ROW[x] != picks[0]:
            continue
        deepest = max(deepest, 2)
        for t in bits(
            (
                0xffffffffffffffff00000000000000000000000000000000 & (
                    0xffffffffffffffffffffffffffffffffffffffffffffffff ^ s.memory[bare_panorama]
                )
            ) & s.memory[bare_treats] & s.memory[seen_panorama_background - 1]
        ):
            deepest = max(deepest, 3)
            if picks is not None and t != picks[1]:
                continue
            deepest = max(deepest, 4)
            return []
    return [
        (
            'there is nothing to choose for x',
            '{x} cannot be chosen for x',
            'there is nothing to choose for t',
            '{t} cannot be chosen for t',
        )[deepest],
    ]


def moves_take_span(s: State, me: int) -> list[int]:
    """The legal moves of take_span (KAM-29).

    KAM-29: A Bridge Tile is put on a bridge, or over a symbol that scores.
    """
    all_t = list(
        bits(
            0xffffffffffffffffffffffffffffffff & s.memory[BARE_SPANS + me] & (
                s.memory[
                    SEEN_PANORAMA_BRIDGE
                    + 3 * me
                    + 1
                ] | 0xffffffffffffffffffffffffffffffffffffffffffffffff ^ s.memory[SEEN_PANORAMA_SIGN + 7 * me - 1]
            )
        )
    )
    if not all_t:
        return []
    return [
        first + t
        for x in one_each(bits(s.sets[SPARE_SPANS]), BRIDGETILE_ROW)
        for first in [3138 + 192 * BRIDGETILE_ROW[x]]
        for t in all_t
    ]


def why_take_span(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why take_span cannot be played, with these picks or any; empty if it can."""
    bare_spans = BARE_SPANS + me
    seen_panorama_bridge = SEEN_PANORAMA_BRIDGE + 3 * me
    seen_panorama_sign = SEEN_PANORAMA_SIGN + 7 * me
    deepest = 0
    for x in members(s.sets[SPARE_SPANS]):
        deepest = max(deepest, 1)
        if picks is not None and BRIDGETILE_ROW[x] != picks[0]:
            continue
        deepest = max(deepest, 2)
        for t in bits(
            0xffffffffffffffffffffffffffffffff & s.memory[bare_spans] & (
                s.memory[
                    seen_panorama_bridge
                    + 1
                ] | 0xffffffffffffffffffffffffffffffffffffffffffffffff ^ s.memory[seen_panorama_sign - 1]
            )
        ):
            deepest = max(deepest, 3)
            if picks is not None and t != picks[1]:
                continue
            deepest = max(deepest, 4)
            return []
    return [
        (
            'there is nothing to choose for x',
            '{x} cannot be chosen for x',
            'there is nothing to choose for t',
            '{t} cannot be chosen for t',
        )[deepest],
    ]


def moves_take_back(s: State, me: int) -> list[int]:
    """The legal moves of take_back (KAM-76).

    KAM-76: Who needs a marker and has none may take one back from the board; what it scored is lost.
    """
    return eight(TAKE_BACK_NUMBERS, s.memory[BOARD_MEN + me])


def why_take_back(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why take_back cannot be played, with these picks or any; empty if it can."""
    deepest = 0
    for s_ in bits(s.memory[BOARD_MEN + me]):
        deepest = max(deepest, 1)
        if picks is not None and s_ != picks[0]:
            continue
        deepest = max(deepest, 2)
        return []
    return [('there is nothing to choose for s', '{s} cannot be chosen for s',)[deepest]]


def moves_take_back_area(s: State, me: int) -> list[int]:
    """The legal moves of take_back_area (KAM-76).

    KAM-76: Who needs a marker and has none may take one back from the board; what it scored is lost.
    """
    if s.memory[AREA + me] <= 0:
        return []
    return [4322]


def why_take_back_area(s: State, me: int, picks: tuple[int, ...] | None = None) -> list[str]:
    """Why take_back_area cannot be played, with these picks or any; empty if it can."""
    missing: list[str] = []
    if s.memory[AREA + me] <= 0:
        missing.append("none of your markers lies there")
    return missing


def together_3(s: State, me: int) -> list[int]:
    """The legal moves of a seat in the decision of line 129."""
    return [*moves_begin(s, me)]


# ---- what happens without a decision


def clear_under(s: State, me: int, s_: int) -> None:
    """clear_under (KAM-48, KAM-D11).

    KAM-48: An Animal Token that would be hidden is lifted and set down on the new card, in the same place.
    KAM-D11: Tokens and markers stay where they are when a card is laid. A Background Tile over which the
      new card shows an icon, and a Bridge Tile that lies on no bridge any more, go back to the supply.
    """
    memory = s.memory
    if where_clear_under(s, me, s_) != 0:
        top_treats = TOP_TREATS + 192 * me
        part_panorama = PART_PANORAMA + 192 * me
        treats = TREATS + me
        top_spans = TOP_SPANS + 192 * me
        spans = SPANS + me
        for t in FOOTPRINT_SPOT_4_3[s_]:
            if memory[top_treats + t] >= 0 and RIVER_BACKGROUND_SHOWN[memory[part_panorama + t]] >= 0:
                for x in [x for x in s.zones[treats] if memory[top_treats + t] == x]:
                    if x in s.zones[treats]:
                        move_backgroundtile(s, x, LISTS + SPARE_TREATS)
            if memory[top_spans + t] >= 0 and not RIVER_BRIDGE_SHOWN[memory[part_panorama + t]]:
                for x_2 in [x_2 for x_2 in s.zones[spans] if memory[top_spans + t] == x_2]:
                    if x_2 in s.zones[spans]:
                        move_bridgetile(s, x_2, LISTS + SPARE_SPANS)


def push(s: State, s_: int) -> None:
    """push."""
    memory = s.memory
    t = STEP_SLOT[9 * s_ + DIRECTION_RIGHT]
    if t >= 0 and memory[BOARD + s_] >= 0:
        if memory[BOARD + t] >= 0:
            memory[AREA + memory[BOARD + t]] += 1
            if memory[AREA + memory[BOARD + t]] > 8:
                raise RuleError("area would leave its range 0..8 (line 302)")
        move_on_board(s, s_, t)


def round_card(s: State) -> None:
    """round_card (KAM-22, KAM-36).

    KAM-22: Every round closes with one Round Card.
    KAM-36: Scoring is one of three ways at most. When the round is over, the Round Card on top is looked
      at.
    """
    c = (s.zones[TRACK][-1] if s.zones[TRACK] else -1)
    if c >= 0:
        most = max([result(s, p, ROUNDCARD_MEASURE[c]) for p in range(s.players)], default=0)
        leaders = mask_of([p_2 for p_2 in range(s.players) if result(s, p_2, ROUNDCARD_MEASURE[c]) == most])
        if leaders.bit_count() == 1:
            for p_4 in bits(leaders):
                move_roundcard(s, c, LISTS + WON + p_4)
        else:
            move_roundcard(s, c, LISTS + LOST)


# ---- steps: True when somebody must decide, or the game is over


def step_0(s: State, f: list[Any]) -> bool:
    """setup, line 110 (KAM-13)."""
    shuffle(s, DECK, HIDDEN_RIVER, SEES[DECK], BACKS[DECK])
    shuffle(s, BAG, HIDDEN_ANIMALTOKEN, SEES[BAG], BACKS[BAG])
    shuffle(s, GOALS_DECK, HIDDEN_OBJECTIVE, SEES[GOALS_DECK], BACKS[GOALS_DECK])
    for b in range(4):
        for n in range(3, 7):
            if s.zones[BAG]:
                deal_animaltoken(s, BAG, LAWN + 4 * b + (n - 3))
    for _ in range(len(s.zones[BAG])):
        deal_animaltoken(s, BAG, LISTS + SPARE_TOKENS, 0)
    if s.options[OPTION_ROUND_CARDS]:
        shuffle(s, ROUND_BOX, HIDDEN_ROUNDCARD, SEES[ROUND_BOX], BACKS[ROUND_BOX])
        for _ in range(len(s.zones[ROUND_BOX])):
            deal_roundcard(s, ROUND_BOX, TRACK, 0)
    for p in range(s.players):
        if s.zones[DECK]:
            for _ in range(min(3, len(s.zones[DECK]))):
                deal_river(s, DECK, LISTS + HAND + p)
    first = f[1] = pick(s, range(s.players), 4743)
    s.memory[FIRST_PLAYER] = first
    s.frames.pop()
    return False


def step_1(s: State, f: list[Any]) -> bool:
    """round, line 127."""
    s.memory[0] += 1  # a new round
    if any(not s.zones[PANORAMA + p] for p in range(s.players)):
        f[1] = list(
            dict.fromkeys(
                turn_order(
                    mask_of([p_2 for p_2 in range(s.players) if not s.zones[PANORAMA + p_2]]),
                    s.memory[FIRST_PLAYER],
                    s.players,
                )
            )
        )
        f[2] = [-1] * len(f[1])
        f[3] = 0
        f[0] = 3
        return step_3(s, f)
    f[0] = 2
    return not s.explicit and step_2(s, f)


def step_2(s: State, f: list[Any]) -> bool:
    """round, line 130 (KAM-15)."""
    if s.zones[DECK]:
        for _ in range(min(4 - len(s.zones[DISPLAY]), len(s.zones[DECK]))):
            deal_river(s, DECK, DISPLAY)
        if len(s.zones[DISPLAY]) > 4:
            raise RuleError("display would hold more than it may (line 130)")
    f[5] = list(turn_order((1 << s.players) - 1, s.memory[FIRST_PLAYER], s.players))
    f[6] = 0
    if f[6] < len(f[5]):
        p_3 = f[7] = f[5][f[6]]
        f[6] += 1
        f[0] = 7
        return enter_14(s, p_3)
    f[0] = 6
    return not s.explicit and step_6(s, f)


def step_3(s: State, f: list[Any]) -> bool:
    """round, line 129."""
    if -1 not in f[2]:
        f[0] = 4
        return step_4(s, f)
    s.to_move = f[1][f[2].index(-1)]
    s.legal = together_3(s, f[1][f[2].index(-1)])
    if not s.legal:
        raise RuleError("no action offered here is possible: begin")
    return True


def step_4(s: State, f: list[Any]) -> bool:
    """round, line 129."""
    if f[3] == len(f[1]):
        f[0] = 2
        return False
    me, m = f[1][f[3]], f[2][f[3]]
    f[3] += 1
    if m in together_3(s, me):
        # begin (KAM-14)
        k = m
        move_river(s, k, PANORAMA + me)
        lay_panorama(s, me, AT_SPOT[90], k)
    return False


def step_5(s: State, f: list[Any]) -> bool:
    """round, line 131."""
    if f[6] < len(f[5]):
        p_3 = f[7] = f[5][f[6]]
        f[6] += 1
        f[0] = 7
        return enter_14(s, p_3)
    f[0] = 6
    return not s.explicit and step_6(s, f)


def step_6(s: State, f: list[Any]) -> bool:
    """round, line 134 (KAM-22, KAM-39)."""
    if s.options[OPTION_ROUND_CARDS]:
        round_card(s)
    if s.memory[0] >= 10:  # ten_rounds (KAM-87, KAM-88, KAM-89)
        return end(s, 0)
    s.memory[0] += 1  # a new round
    if any(not s.zones[PANORAMA + p] for p in range(s.players)):
        f[1] = list(
            dict.fromkeys(
                turn_order(
                    mask_of([p_2 for p_2 in range(s.players) if not s.zones[PANORAMA + p_2]]),
                    s.memory[FIRST_PLAYER],
                    s.players,
                )
            )
        )
        f[2] = [-1] * len(f[1])
        f[3] = 0
        f[0] = 3
        return False
    f[0] = 2
    return False


def step_7(s: State, f: list[Any]) -> bool:
    """round, line 133."""
    p_3 = f[7]
    s.to_move, s.legal = p_3, [*moves_picnic(s, p_3), *moves_search(s, p_3), 897]
    if not s.legal:
        raise RuleError("no action offered here is possible: picnic, search, skip")
    return True


def step_8(s: State, f: list[Any]) -> bool:
    """action picnic, line 235."""
    me = f[1]
    f[0] = 9
    return enter_26(s, me, 1)


def step_9(s: State, f: list[Any]) -> bool:
    """action picnic, line 241 (KAM-54)."""
    me = f[1]
    b = f[2]
    s_ = f[3]
    lawn = LAWN + 4 * b
    put_board(s, s_, me)
    s.memory[PICNICS + me] |= 1 << b
    f[4] = s.zones[lawn + (FIELD_SLOT_NUMBER[s_] - 3)][:]
    f[5] = 0
    while f[5] < len(f[4]):
        x = f[6] = f[4][f[5]]
        f[5] += 1
        if x in s.zones[lawn + (FIELD_SLOT_NUMBER[s_] - 3)]:
            f[0] = 10
            return step_10(s, f)
    s.frames.pop()
    return False


def step_10(s: State, f: list[Any]) -> bool:
    """action picnic, line 244."""
    me = f[1]
    legal = [t + 4323 for t in bits(where_take_token(s, me))]
    if not legal:
        b = f[2]
        s_ = f[3]
        while f[5] < len(f[4]):
            x = f[6] = f[4][f[5]]
            f[5] += 1
            if x in s.zones[LAWN + 4 * b + (FIELD_SLOT_NUMBER[s_] - 3)]:
                return False
        s.frames.pop()
        return False
    s.to_move, s.legal = me, legal
    return True


def step_11(s: State, f: list[Any]) -> bool:
    """action picnic, line 245."""
    me = f[1]
    x = f[6]
    t = f[7]
    move_animaltoken(s, x, TOKENS + me)
    lay_tokens(s, me, t, x)
    b = f[2]
    s_ = f[3]
    while f[5] < len(f[4]):
        x = f[6] = f[4][f[5]]
        f[5] += 1
        if x in s.zones[LAWN + 4 * b + (FIELD_SLOT_NUMBER[s_] - 3)]:
            f[0] = 10
            return False
    s.frames.pop()
    return False


def step_12(s: State, f: list[Any]) -> bool:
    """action search, line 252."""
    me = f[1]
    s_ = f[2]
    k = f[3]
    f[4] = 6 if reach(s, me, k, s_) > 6 else reach(s, me, k, s_)
    f[0] = 13
    return enter_26(s, me, 2)


def step_13(s: State, f: list[Any]) -> bool:
    """action search, line 254."""
    me = f[1]
    s_ = f[2]
    legal = [t + 4515 for t in bits(road(s, me, s_) & s.memory[BARE_TOKENS + me])]
    if not legal:
        k = f[3]
        n = f[4]
        s.frames.pop()
        return enter_16(s, me, k, n)
    s.to_move, s.legal = me, legal
    return True


def enter_14(s: State, p: int) -> bool:
    """extend_phase, line 144: has no frame until it must wait."""
    memory = s.memory
    has_extended = HAS_EXTENDED + p
    has_drawn = HAS_DRAWN + p
    f: list[Any]
    if memory[has_extended] and (memory[has_drawn] or (not s.zones[DECK] and not s.zones[DISPLAY])):
        memory[has_drawn] = 0
        memory[has_extended] = 0
        return step_7(s, s.frames[-1])
    f = [15, p]
    s.frames.append(f)
    return step_15(s, f)


def step_14(s: State, f: list[Any]) -> bool:
    """extend_phase, line 144."""
    s.frames.pop()
    return enter_14(s, *f[1:2])


def step_15(s: State, f: list[Any]) -> bool:
    """extend_phase, line 145."""
    memory = s.memory
    p = f[1]
    has_drawn = HAS_DRAWN + p
    has_extended = HAS_EXTENDED + p
    s.to_move, s.legal = p, [
        *(moves_draw_open(s, p) if not memory[has_drawn] else ()),
        *([128] if not memory[has_drawn] and s.zones[DECK] else []),
        *(moves_extend(s, p) if not memory[has_extended] else ()),
    ]
    if not s.legal:
        memory[has_drawn] = 1
        memory[has_extended] = 1
        if memory[has_extended] and (memory[has_drawn] or (not s.zones[DECK] and not s.zones[DISPLAY])):
            memory[has_drawn] = 0
            memory[has_extended] = 0
            s.frames.pop()
            return step_7(s, s.frames[-1])
        return False
    return True


def enter_16(s: State, me: int, k: int, n: int) -> bool:
    """take_space, line 269: has no frame until it must wait."""
    f: list[Any]
    s_ = left_space(s, k, n)
    if s_ >= 0:
        t = STEP_SLOT[9 * s_ + DIRECTION_RIGHT]
        if s.options[
            OPTION_SECOND_SPACE
        ] and t >= 0 and s.memory[BOARD + s_] >= 0 and s.memory[BOARD + t] < 0:
            f = [17, me, k, n, s_, t, 0]
            s.frames.append(f)
            return step_17(s, f)
        return enter_18(s, me, s_, grid_of(s, k))
    return False


def step_16(s: State, f: list[Any]) -> bool:
    """take_space, line 269."""
    s.frames.pop()
    return enter_16(s, *f[1:4])


def step_17(s: State, f: list[Any]) -> bool:
    """take_space, line 273."""
    me = f[1]
    k = f[2]
    n = f[3]
    legal = [
        to + 4707
        for to in bits(FIELD_SLOT_PART_IS_MASKS[grid_of(s, k)] & FIELD_SLOT_NUMBER_IS_MASKS[n])
    ]
    if not legal:
        s.frames.pop()
        return False
    s.to_move, s.legal = me, legal
    return True


def enter_18(s: State, me: int, s_: int, g: int) -> bool:
    """take, line 282: has no frame until it must wait."""
    f: list[Any]
    t = STEP_SLOT[9 * s_ + DIRECTION_RIGHT]
    near = s.memory[BOARD + s_]
    far = (-1) if t < 0 or near < 0 else s.memory[BOARD + t]
    push(s, s_)
    put_board(s, s_, me)
    if g == PART_GOALS:
        f = [19, me, s_, g, t, near, far]
        s.frames.append(f)
        frame = [21, me, 0]
        s.frames.append(frame)
        return not s.explicit and step_21(s, frame)
    f = [19, me, s_, g, t, near, far]
    s.frames.append(f)
    frame_2 = [25, me]
    s.frames.append(frame_2)
    return step_25(s, frame_2)


def step_18(s: State, f: list[Any]) -> bool:
    """take, line 282."""
    s.frames.pop()
    return enter_18(s, *f[1:4])


def step_19(s: State, f: list[Any]) -> bool:
    """take, line 290."""
    t = f[4]
    near = f[5]
    if near >= 0 and t >= 0:
        me = f[1]
        s_ = f[2]
        g = f[3]
        if is_compensated(s, g, s_, FIELD_SLOT_VALUE[t]) and (
            near != me
            or s.options[OPTION_COMPENSATE_SELF]
        ):
            f[0] = 20
            frame = [25, near]
            s.frames.append(frame)
            return step_25(s, frame)
        far = f[6]
        if far >= 0:
            if is_compensated(s, g, t, 3) and (far != me or s.options[OPTION_COMPENSATE_SELF]):
                s.frames.pop()
                frame_2 = [25, far]
                s.frames.append(frame_2)
                return step_25(s, frame_2)
            s.frames.pop()
            return False
        s.frames.pop()
        return False
    s.frames.pop()
    return False


def step_20(s: State, f: list[Any]) -> bool:
    """take, line 293."""
    far = f[6]
    if far >= 0:
        me = f[1]
        g = f[3]
        t = f[4]
        if is_compensated(s, g, t, 3) and (far != me or s.options[OPTION_COMPENSATE_SELF]):
            s.frames.pop()
            frame = [25, far]
            s.frames.append(frame)
            return step_25(s, frame)
        s.frames.pop()
        return False
    s.frames.pop()
    return False


def step_21(s: State, f: list[Any]) -> bool:
    """objective, line 308 (KAM-D26)."""
    me = f[1]
    if s.zones[GOALS_DECK]:
        drawn_ = DRAWN + me
        for _ in range(min(2, len(s.zones[GOALS_DECK]))):
            deal_objective(s, GOALS_DECK, drawn_)
    f[0] = 22
    return step_22(s, f)


def step_22(s: State, f: list[Any]) -> bool:
    """objective, line 309."""
    me = f[1]
    legal = [OBJECTIVE_ROW[g] + 4739 for g in one_each(s.zones[DRAWN + me], OBJECTIVE_ROW)]
    if not legal:
        f[0] = 24
        return not s.explicit and step_24(s, f)
    s.to_move, s.legal = me, legal
    return True


def step_23(s: State, f: list[Any]) -> bool:
    """objective, line 310."""
    me = f[1]
    g = f[2]
    move_objective(s, g, LISTS + OBJECTIVES + me)
    f[0] = 24
    return not s.explicit and step_24(s, f)


def step_24(s: State, f: list[Any]) -> bool:
    """objective, line 313."""
    me = f[1]
    cell = DRAWN + me
    for _ in range(len(s.zones[cell])):
        deal_objective(s, cell, GOALS_DECK, 0, 0)
    s.frames.pop()
    return False


def step_25(s: State, f: list[Any]) -> bool:
    """gift, line 316."""
    p = f[1]
    s.to_move, s.legal = p, [
        *(moves_take_token(s, p) if s.sets[SPARE_TOKENS] else ()),
        *(moves_take_treat(s, p) if s.sets[SPARE_TREATS] else ()),
        *(moves_take_span(s, p) if s.sets[SPARE_SPANS] else ()),
    ]
    if not s.legal:
        s.frames.pop()
        return False
    return True


def enter_26(s: State, me: int, n: int) -> bool:
    """free_markers, line 348: has no frame until it must wait."""
    f: list[Any]
    if free(s, me) >= n:
        return False
    f = [27, me, n]
    s.frames.append(f)
    return step_27(s, f)


def step_26(s: State, f: list[Any]) -> bool:
    """free_markers, line 348."""
    s.frames.pop()
    return enter_26(s, *f[1:3])


def step_27(s: State, f: list[Any]) -> bool:
    """free_markers, line 349."""
    me = f[1]
    s.to_move, s.legal = me, [
        *eight(TAKE_BACK_NUMBERS, s.memory[BOARD_MEN + me]),
        *([4322] if s.memory[AREA + me] > 0 else []),
    ]
    if not s.legal:
        raise RuleError("no action offered here is possible: take_back, take_back_area")
    return True


# ---- answers


def answer_3(s: State, f: list[Any], m: int) -> bool:
    """One seat's choice in the decision of line 129."""
    chosen = f[2][:]
    chosen[f[1].index(s.to_move)] = m
    f[2] = chosen
    return False


def answer_7(s: State, f: list[Any], m: int) -> bool:
    """The answer to the offer of line 133."""
    p_3 = f[7]
    if m >= 1026:
        f[0] = 5
        s.frames.append([12, p_3, (m - 1026) // 2, (m - 1026) % 2, 0, 0])
        return step_12(s, s.frames[-1])
    elif m >= 898:
        f[0] = 5
        s.frames.append([8, p_3, (m - 898) // 32, (m - 898) % 32, 0, 0, 0, 0])
        return step_8(s, s.frames[-1])
    else:
        # skip (KAM-49)
        pass
    if f[6] < len(f[5]):
        p_3 = f[7] = f[5][f[6]]
        f[6] += 1
        return enter_14(s, p_3)
    f[0] = 6
    return not s.explicit and step_6(s, f)


def answer_10(s: State, f: list[Any], m: int) -> bool:
    """The answer to the choice of line 244."""
    f[7] = m - 4323
    f[0] = 11
    return not s.explicit and step_11(s, f)


def answer_13(s: State, f: list[Any], m: int) -> bool:
    """The answer to the choice of line 254."""
    t = f[5] = m - 4515
    me = f[1]
    put_steps_taken(s, me, t, me)
    k = f[3]
    n = f[4]
    s.frames.pop()
    return enter_16(s, me, k, n)


def answer_15(s: State, f: list[Any], m: int) -> bool:
    """The answer to the offer of line 145."""
    memory = s.memory
    p = f[1]
    has_extended = HAS_EXTENDED + p
    has_drawn = HAS_DRAWN + p
    if m >= 129:
        # extend (KAM-43)
        me = p
        u = (m - 129) // 384
        e = ((m - 129) // 192) % 2
        o = ((m - 129) // 64) % 3 + 1
        k = (m - 129) % 64
        s_ = corner(s, e, end_space(s, me, e), o)
        if u == LAYER_OVER:
            move_river(s, k, PANORAMA + me)
            lay_panorama(s, me, s_, k)
        else:
            move_river(s, k, PANORAMA + me, 0)
            lay_panorama(s, me, s_, k, True)
        memory[HAS_EXTENDED + me] = 1
        clear_under(s, me, s_)
    elif m >= 128:
        # draw_unseen (KAM-41)
        me = p
        if s.zones[DECK]:
            deal_river(s, DECK, LISTS + HAND + me)
        memory[HAS_DRAWN + me] = 1
    else:
        # draw_open (KAM-41)
        me = p
        k = m - 64
        move_river(s, k, LISTS + HAND + me)
        memory[HAS_DRAWN + me] = 1
        if s.zones[DECK]:
            deal_river(s, DECK, DISPLAY)
            if len(s.zones[DISPLAY]) > 4:
                raise RuleError("display would hold more than it may (line 158)")
    if memory[has_extended] and (memory[has_drawn] or (not s.zones[DECK] and not s.zones[DISPLAY])):
        memory[has_drawn] = 0
        memory[has_extended] = 0
        s.frames.pop()
        return step_7(s, s.frames[-1])
    return step_15(s, f)


def answer_17(s: State, f: list[Any], m: int) -> bool:
    """The answer to the choice of line 273."""
    to = f[6] = m - 4707
    me = f[1]
    k = f[2]
    s.frames.pop()
    return enter_18(s, me, to, grid_of(s, k))


def answer_22(s: State, f: list[Any], m: int) -> bool:
    """The answer to the choice of line 309."""
    me = f[1]
    g = next(g for g in one_each(s.zones[DRAWN + me], OBJECTIVE_ROW) if OBJECTIVE_ROW[g] == m - 4739)
    f[2] = g
    f[0] = 23
    return not s.explicit and step_23(s, f)


def answer_25(s: State, f: list[Any], m: int) -> bool:
    """The answer to the offer of line 316."""
    p = f[1]
    if m >= 3138:
        # take_span (KAM-29)
        me = p
        x = next(
            x
            for x in one_each(bits(s.sets[SPARE_SPANS]), BRIDGETILE_ROW)
            if BRIDGETILE_ROW[x] == (m - 3138) // 192
        )
        t = (m - 3138) % 192
        move_bridgetile(s, x, SPANS + me)
        lay_spans(s, me, t, x)
    elif m >= 2562:
        # take_treat (KAM-28)
        me = p
        x = next(
            x
            for x in one_each(bits(s.sets[SPARE_TREATS]), BACKGROUNDTILE_ROW)
            if BACKGROUNDTILE_ROW[x] == (m - 2562) // 192
        )
        t = (m - 2562) % 192
        move_backgroundtile(s, x, TREATS + me)
        lay_treats(s, me, t, x)
    else:
        # take_token (KAM-31, KAM-32)
        me = p
        x = next(
            x
            for x in one_each(bits(s.sets[SPARE_TOKENS]), ANIMALTOKEN_ROW)
            if ANIMALTOKEN_ROW[x] == (m - 1410) // 192
        )
        t = (m - 1410) % 192
        move_animaltoken(s, x, TOKENS + me)
        lay_tokens(s, me, t, x)
    s.frames.pop()
    return False


def answer_27(s: State, f: list[Any], m: int) -> bool:
    """The answer to the offer of line 349."""
    me = f[1]
    if m >= 4322:
        area = AREA + me
        # take_back_area (KAM-76)
        s.memory[area] -= 1
        if s.memory[area] < 0:
            raise RuleError("area would leave its range 0..8 (line 362)")
    else:
        # take_back (KAM-76)
        s_ = m - 4290
        put_board(s, s_, -1)
        b = FIELD_SLOT_BACKGROUND[s_]
        if b >= 0 and s.options[OPTION_PICNIC_AGAIN]:
            s.memory[PICNICS + me] &= ~(1 << b)
    n = f[2]
    if free(s, me) >= n:
        s.frames.pop()
        return False
    return step_27(s, f)


STEPS: tuple[Callable[[State, list[Any]], bool], ...] = (
    step_0, step_1, step_2, step_3, step_4, step_5, step_6, step_7, step_8, step_9, step_10, step_11,
    step_12, step_13, step_14, step_15, step_16, step_17, step_18, step_19, step_20, step_21, step_22,
    step_23, step_24, step_25, step_26, step_27,
)

ANSWERS: dict[int, Callable[[State, list[Any], int], bool]] = {
    3: answer_3, 7: answer_7, 10: answer_10, 13: answer_13, 15: answer_15, 17: answer_17, 22: answer_22,
    25: answer_25, 27: answer_27,
}

# which actions a step offers
OFFERS: dict[int, tuple[str, ...]] = {
    3: ("begin",), 7: ("picnic", "search", "skip"), 15: ("draw_open", "draw_unseen", "extend"),
    25: ("take_token", "take_treat", "take_span"), 27: ("take_back", "take_back_area"),
}

# where a frame keeps which seats decide together and what each has chosen, and what a seat may choose
TOGETHER: dict[int, tuple[int, int, Callable[[State, int], list[int]]]] = {3: (1, 2, together_3)}

# which values of a frame are components, by its step
HELD: dict[int, tuple[tuple[int, str, str], ...]] = {
    8: ((4, "AnimalToken", "list"), (6, "AnimalToken", "one")),
    9: ((4, "AnimalToken", "list"), (6, "AnimalToken", "one")),
    10: ((4, "AnimalToken", "list"), (6, "AnimalToken", "one")),
    11: ((4, "AnimalToken", "list"), (6, "AnimalToken", "one")), 21: ((2, "Objective", "one"),),
    22: ((2, "Objective", "one"),), 23: ((2, "Objective", "one"),), 24: ((2, "Objective", "one"),),
}

WHY: dict[str, Callable[[State, int, tuple[int, ...] | None], list[str]]] = {
    "begin": why_begin, "draw_open": why_draw_open, "draw_unseen": why_draw_unseen, "extend": why_extend,
    "skip": why_skip, "picnic": why_picnic, "search": why_search, "take_token": why_take_token,
    "take_treat": why_take_treat, "take_span": why_take_span, "take_back": why_take_back,
    "take_back_area": why_take_back_area,
}


def first_frames() -> list[list[Any]]:
    """The round below, the set-up on top."""
    return [[1, 0, 0, 0, 0, 0, 0, 0], [0, 0]]


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
