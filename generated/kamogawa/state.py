"""Walking in Kamogawa 1.0.0: where everything lies in a State, and how it starts.

Written by Rulewright 0.1.0 from rulesets/kamogawa/kamogawa.rules; change that.
"""

from __future__ import annotations

from ._runtime import Hidden, RuleError, State, entering, readers
from .data import (
    ANIMALTOKEN_ANIMAL_SHOWN,
    ANIMALTOKEN_ROW,
    BACKGROUNDTILE_BACKGROUND_SHOWN,
    BACKGROUNDTILE_ROW,
    BRIDGETILE_ANIMAL_SHOWN,
    BRIDGETILE_ROW,
    COVER_SPOT_1_1,
    COVER_SPOT_4_3,
    RIVER_ANIMAL_SHOWN,
    RIVER_ANIMAL_SHOWN_PICTURES,
    RIVER_BACKGROUND_SHOWN,
    RIVER_BACKGROUND_SHOWN_PICTURES,
    RIVER_BRIDGE_SHOWN,
    RIVER_BRIDGE_SHOWN_PICTURES,
    RIVER_SIGN_SHOWN,
    RIVER_SIGN_SHOWN_PICTURES,
)

ALL = 31  # a bit for each seat
LISTS = 47  # place numbers: lists first, then sets

# offsets in zones
DECK = 0  # stack
DISPLAY = 1  # row
PANORAMA = 2  # overlay + seat
TOKENS = 7  # overlay + seat
TREATS = 12  # overlay + seat
SPANS = 17  # overlay + seat
BAG = 22  # stack
LAWN = 23  # grid + 4 * axis 1 + 1 * axis 2
GOALS_DECK = 39  # stack
DRAWN = 40  # row + seat
ROUND_BOX = 45  # stack
TRACK = 46  # row

# offsets in sets
HAND = 0  # set + seat
SPARE_TOKENS = 5  # set
SPARE_TREATS = 6  # set
SPARE_SPANS = 7  # set
OBJECTIVES = 8  # set + seat
WON = 13  # set + seat
LOST = 18  # set

# offsets in memory
FIRST_PLAYER = 1
TOP_PANORAMA = 2  # + 192 * seat + 1 * axis 1
TOP_TOKENS = 962  # + 192 * seat + 1 * axis 1
TOP_TREATS = 1922  # + 192 * seat + 1 * axis 1
TOP_SPANS = 2882  # + 192 * seat + 1 * axis 1
STEPS_TAKEN = 3842  # + 192 * seat + 1 * axis 1
BOARD = 4802  # + 1 * axis 1
AREA = 4834  # + seat
HAS_DRAWN = 4839  # + seat
HAS_EXTENDED = 4844  # + seat
PICNICS = 4849  # + seat
STEPS_TAKEN_MEN = 4855  # + 6 * seat + 1 * axis 1
BOARD_MEN = 4885  # + 1 * axis 1
PART_PANORAMA = 4890  # + 192 * seat + 1 * axis 1
CORNER_PANORAMA = 5850  # + 1 * axis 1
BARE_PANORAMA = 5914  # + seat
SEEN_PANORAMA_BACKGROUND = 5920  # + 5 * seat + 1 * axis 1
SEEN_PANORAMA_ANIMAL = 5945  # + 7 * seat + 1 * axis 1
SEEN_PANORAMA_BRIDGE = 5980  # + 3 * seat + 1 * axis 1
SEEN_PANORAMA_SIGN = 5995  # + 7 * seat + 1 * axis 1
PART_TOKENS = 6029  # + 192 * seat + 1 * axis 1
CORNER_TOKENS = 6989  # + 1 * axis 1
BARE_TOKENS = 7007  # + seat
SEEN_TOKENS_ANIMAL = 7013  # + 7 * seat + 1 * axis 1
PART_TREATS = 7047  # + 192 * seat + 1 * axis 1
CORNER_TREATS = 8007  # + 1 * axis 1
BARE_TREATS = 8013  # + seat
SEEN_TREATS_BACKGROUND = 8019  # + 5 * seat + 1 * axis 1
PART_SPANS = 8043  # + 192 * seat + 1 * axis 1
CORNER_SPANS = 9003  # + 1 * axis 1
BARE_SPANS = 9011  # + seat
SEEN_SPANS_ANIMAL = 9017  # + 7 * seat + 1 * axis 1

# offsets in where and known
RIVER = 0
ANIMALTOKEN = 64
BACKGROUNDTILE = 82
BRIDGETILE = 88
ROUNDCARD = 96
OBJECTIVE = 106

# offsets in kept, of values that are kept until what they read changes
END_SPACE_KEPT = 0  # + 2 * seat + e

# who sees a component's face, by place
SEES = (
    0, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 0, 31, 31, 31,
    31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 0, 1, 2, 4, 8, 16, 0, 31, 1, 2, 4, 8, 16, 31, 31,
    31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31,
)

# where backs show, by place
BACKS = (
    False, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True,
    True, True, True, True, True, False, True, True, True, True, True, True, True, True, True, True, True,
    True, True, True, True, True, True, True, True, True, True, True, False, True, True, True, True, True,
    True, True, True, True, True, True, True, True, True, True, True, True, True, True, True,
)

# what shuffling needs of a record
HIDDEN_RIVER = Hidden(0, 4748, 4812, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 47)
HIDDEN_ANIMALTOKEN = Hidden(64, 4813, 4819, (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 47)
HIDDEN_BACKGROUNDTILE = Hidden(82, 4820, 4823, (0, 0, 1, 1, 2, 2), (0, 0, 0, 0, 0, 0), 47)
HIDDEN_BRIDGETILE = Hidden(88, 4824, 4830, (0, 0, 1, 2, 2, 3, 4, 5), (0, 0, 0, 0, 0, 0, 0, 0), 47)
HIDDEN_ROUNDCARD = Hidden(96, 4831, 4841, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 47)
HIDDEN_OBJECTIVE = Hidden(106, 4842, 4846, (0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 47)

# where values are kept that read a zone, by place
READERS = readers(
    66,
    (
        (2, 1, 5, 0, 2, 2, 1, 0),  # panorama
    ),
)


def move_river(s: State, k: int, to: int, at: int = -1) -> None:
    """Moves a River from where it lies to a place; `at` 0 puts it under the others."""
    lay = s.where[RIVER + k]
    if lay >= LISTS:
        s.sets[lay - LISTS] ^= 1 << k
    elif lay >= 0:
        s.zones[lay].remove(k)
        if PANORAMA <= lay < PANORAMA + 5:
            lift_panorama(s, lay - PANORAMA, k)
        for part, nothing in READERS[lay]:
            s.kept[part] = nothing
    elif lay < -1:
        raise RuleError("a component is moved that was shuffled: with explicit chance, where it lies is open")
    if to >= LISTS:
        s.sets[to - LISTS] |= 1 << k
    else:
        for part, nothing in READERS[to]:
            s.kept[part] = nothing
        if at:
            s.zones[to].append(k)
        else:
            s.zones[to].insert(0, k)
    s.where[RIVER + k] = to
    s.known[RIVER + k] |= SEES[to]


def deal_river(s: State, source: int, to: int, index: int = -1, at: int = -1) -> None:
    """Moves the top (or with `index` 0 the bottom) River of a list place to another."""
    zone = s.zones[source]
    k = zone[index]
    if k < 0:
        k = entering(s, source, index, to, HIDDEN_RIVER, SEES[to], BACKS[to])
        if k < 0:
            zone.pop(index)
            s.zones[to].insert(len(s.zones[to]) if at else 0, k)
            return
    zone.pop(index)
    if PANORAMA <= source < PANORAMA + 5:
        lift_panorama(s, source - PANORAMA, k)
    for part, nothing in READERS[source]:
        s.kept[part] = nothing
    if to >= LISTS:
        s.sets[to - LISTS] |= 1 << k
    else:
        for part, nothing in READERS[to]:
            s.kept[part] = nothing
        if at:
            s.zones[to].append(k)
        else:
            s.zones[to].insert(0, k)
    s.where[RIVER + k] = to
    s.known[RIVER + k] |= SEES[to]


def move_animaltoken(s: State, k: int, to: int, at: int = -1) -> None:
    """Moves a AnimalToken from where it lies to a place; `at` 0 puts it under the others."""
    lay = s.where[ANIMALTOKEN + k]
    if lay >= LISTS:
        s.sets[lay - LISTS] ^= 1 << k
    elif lay >= 0:
        s.zones[lay].remove(k)
        if TOKENS <= lay < TOKENS + 5:
            lift_tokens(s, lay - TOKENS, k)
    elif lay < -1:
        raise RuleError("a component is moved that was shuffled: with explicit chance, where it lies is open")
    if to >= LISTS:
        s.sets[to - LISTS] |= 1 << k
    elif at:
        s.zones[to].append(k)
    else:
        s.zones[to].insert(0, k)
    s.where[ANIMALTOKEN + k] = to
    s.known[ANIMALTOKEN + k] |= SEES[to]


def deal_animaltoken(s: State, source: int, to: int, index: int = -1, at: int = -1) -> None:
    """Moves the top (or with `index` 0 the bottom) AnimalToken of a list place to another."""
    zone = s.zones[source]
    k = zone[index]
    if k < 0:
        k = entering(s, source, index, to, HIDDEN_ANIMALTOKEN, SEES[to], BACKS[to])
        if k < 0:
            zone.pop(index)
            s.zones[to].insert(len(s.zones[to]) if at else 0, k)
            return
    zone.pop(index)
    if TOKENS <= source < TOKENS + 5:
        lift_tokens(s, source - TOKENS, k)
    if to >= LISTS:
        s.sets[to - LISTS] |= 1 << k
    elif at:
        s.zones[to].append(k)
    else:
        s.zones[to].insert(0, k)
    s.where[ANIMALTOKEN + k] = to
    s.known[ANIMALTOKEN + k] |= SEES[to]


def move_backgroundtile(s: State, k: int, to: int, at: int = -1) -> None:
    """Moves a BackgroundTile from where it lies to a place; `at` 0 puts it under the others."""
    lay = s.where[BACKGROUNDTILE + k]
    if lay >= LISTS:
        s.sets[lay - LISTS] ^= 1 << k
    elif lay >= 0:
        s.zones[lay].remove(k)
        if TREATS <= lay < TREATS + 5:
            lift_treats(s, lay - TREATS, k)
    elif lay < -1:
        raise RuleError("a component is moved that was shuffled: with explicit chance, where it lies is open")
    if to >= LISTS:
        s.sets[to - LISTS] |= 1 << k
    elif at:
        s.zones[to].append(k)
    else:
        s.zones[to].insert(0, k)
    s.where[BACKGROUNDTILE + k] = to
    s.known[BACKGROUNDTILE + k] |= SEES[to]


def deal_backgroundtile(s: State, source: int, to: int, index: int = -1, at: int = -1) -> None:
    """Moves the top (or with `index` 0 the bottom) BackgroundTile of a list place to another."""
    zone = s.zones[source]
    k = zone[index]
    if k < 0:
        k = entering(s, source, index, to, HIDDEN_BACKGROUNDTILE, SEES[to], BACKS[to])
        if k < 0:
            zone.pop(index)
            s.zones[to].insert(len(s.zones[to]) if at else 0, k)
            return
    zone.pop(index)
    if TREATS <= source < TREATS + 5:
        lift_treats(s, source - TREATS, k)
    if to >= LISTS:
        s.sets[to - LISTS] |= 1 << k
    elif at:
        s.zones[to].append(k)
    else:
        s.zones[to].insert(0, k)
    s.where[BACKGROUNDTILE + k] = to
    s.known[BACKGROUNDTILE + k] |= SEES[to]


def move_bridgetile(s: State, k: int, to: int, at: int = -1) -> None:
    """Moves a BridgeTile from where it lies to a place; `at` 0 puts it under the others."""
    lay = s.where[BRIDGETILE + k]
    if lay >= LISTS:
        s.sets[lay - LISTS] ^= 1 << k
    elif lay >= 0:
        s.zones[lay].remove(k)
        if SPANS <= lay < SPANS + 5:
            lift_spans(s, lay - SPANS, k)
    elif lay < -1:
        raise RuleError("a component is moved that was shuffled: with explicit chance, where it lies is open")
    if to >= LISTS:
        s.sets[to - LISTS] |= 1 << k
    elif at:
        s.zones[to].append(k)
    else:
        s.zones[to].insert(0, k)
    s.where[BRIDGETILE + k] = to
    s.known[BRIDGETILE + k] |= SEES[to]


def deal_bridgetile(s: State, source: int, to: int, index: int = -1, at: int = -1) -> None:
    """Moves the top (or with `index` 0 the bottom) BridgeTile of a list place to another."""
    zone = s.zones[source]
    k = zone[index]
    if k < 0:
        k = entering(s, source, index, to, HIDDEN_BRIDGETILE, SEES[to], BACKS[to])
        if k < 0:
            zone.pop(index)
            s.zones[to].insert(len(s.zones[to]) if at else 0, k)
            return
    zone.pop(index)
    if SPANS <= source < SPANS + 5:
        lift_spans(s, source - SPANS, k)
    if to >= LISTS:
        s.sets[to - LISTS] |= 1 << k
    elif at:
        s.zones[to].append(k)
    else:
        s.zones[to].insert(0, k)
    s.where[BRIDGETILE + k] = to
    s.known[BRIDGETILE + k] |= SEES[to]


def move_roundcard(s: State, k: int, to: int, at: int = -1) -> None:
    """Moves a RoundCard from where it lies to a place; `at` 0 puts it under the others."""
    lay = s.where[ROUNDCARD + k]
    if lay >= LISTS:
        s.sets[lay - LISTS] ^= 1 << k
    elif lay >= 0:
        s.zones[lay].remove(k)
    elif lay < -1:
        raise RuleError("a component is moved that was shuffled: with explicit chance, where it lies is open")
    if to >= LISTS:
        s.sets[to - LISTS] |= 1 << k
    elif at:
        s.zones[to].append(k)
    else:
        s.zones[to].insert(0, k)
    s.where[ROUNDCARD + k] = to
    s.known[ROUNDCARD + k] |= SEES[to]


def deal_roundcard(s: State, source: int, to: int, index: int = -1, at: int = -1) -> None:
    """Moves the top (or with `index` 0 the bottom) RoundCard of a list place to another."""
    zone = s.zones[source]
    k = zone[index]
    if k < 0:
        k = entering(s, source, index, to, HIDDEN_ROUNDCARD, SEES[to], BACKS[to])
        if k < 0:
            zone.pop(index)
            s.zones[to].insert(len(s.zones[to]) if at else 0, k)
            return
    zone.pop(index)
    if to >= LISTS:
        s.sets[to - LISTS] |= 1 << k
    elif at:
        s.zones[to].append(k)
    else:
        s.zones[to].insert(0, k)
    s.where[ROUNDCARD + k] = to
    s.known[ROUNDCARD + k] |= SEES[to]


def move_objective(s: State, k: int, to: int, at: int = -1) -> None:
    """Moves a Objective from where it lies to a place; `at` 0 puts it under the others."""
    lay = s.where[OBJECTIVE + k]
    if lay >= LISTS:
        s.sets[lay - LISTS] ^= 1 << k
    elif lay >= 0:
        s.zones[lay].remove(k)
    elif lay < -1:
        raise RuleError("a component is moved that was shuffled: with explicit chance, where it lies is open")
    if to >= LISTS:
        s.sets[to - LISTS] |= 1 << k
    elif at:
        s.zones[to].append(k)
    else:
        s.zones[to].insert(0, k)
    s.where[OBJECTIVE + k] = to
    s.known[OBJECTIVE + k] |= SEES[to]


def deal_objective(s: State, source: int, to: int, index: int = -1, at: int = -1) -> None:
    """Moves the top (or with `index` 0 the bottom) Objective of a list place to another."""
    zone = s.zones[source]
    k = zone[index]
    if k < 0:
        k = entering(s, source, index, to, HIDDEN_OBJECTIVE, SEES[to], BACKS[to])
        if k < 0:
            zone.pop(index)
            s.zones[to].insert(len(s.zones[to]) if at else 0, k)
            return
    zone.pop(index)
    if to >= LISTS:
        s.sets[to - LISTS] |= 1 << k
    elif at:
        s.zones[to].append(k)
    else:
        s.zones[to].insert(0, k)
    s.where[OBJECTIVE + k] = to
    s.known[OBJECTIVE + k] |= SEES[to]


def put_steps_taken(s: State, seat: int, space: int, man: int) -> None:
    """What stands on a space of steps taken changes (-1: nothing), and the masks with it."""
    steps_taken = STEPS_TAKEN + 192 * seat
    steps_taken_men = STEPS_TAKEN_MEN + 6 * seat
    memory = s.memory
    old = memory[steps_taken + space]
    bit = 1 << space
    memory[steps_taken_men + old] ^= bit
    memory[steps_taken_men + man] ^= bit
    memory[steps_taken + space] = man


def move_on_board(s: State, source: int, to: int) -> None:
    """What stands on a space of board goes to another; what stood there is captured."""
    board_source = BOARD + source
    board_to = BOARD + to
    if source == to:
        return
    memory = s.memory
    man, old = memory[board_source], memory[board_to]
    left, entered = 1 << source, 1 << to
    memory[BOARD_MEN - 1] ^= left
    memory[BOARD_MEN + man] ^= left | entered
    memory[BOARD_MEN + old] ^= entered
    memory[board_source] = -1
    memory[board_to] = man


def put_board(s: State, space: int, man: int) -> None:
    """What stands on a space of board changes (-1: nothing), and the masks with it."""
    board = BOARD + space
    memory = s.memory
    old = memory[board]
    bit = 1 << space
    memory[BOARD_MEN + old] ^= bit
    memory[BOARD_MEN + man] ^= bit
    memory[board] = man


def lay_panorama(s: State, seat: int, space: int, card: int, below: bool = False) -> None:
    """A card has come to panorama, its lower left corner on a space: on top, or below all."""
    bare_panorama = BARE_PANORAMA + seat
    under = COVER_SPOT_4_3[space]
    if not under:
        raise RuleError("a card would lie beyond the edge of Spot")
    memory = s.memory
    top, part = TOP_PANORAMA + 192 * seat, PART_PANORAMA + 192 * seat
    background_ = SEEN_PANORAMA_BACKGROUND + 5 * seat
    animal_ = SEEN_PANORAMA_ANIMAL + 7 * seat
    bridge_ = SEEN_PANORAMA_BRIDGE + 3 * seat
    sign_ = SEEN_PANORAMA_SIGN + 7 * seat
    memory[CORNER_PANORAMA + card] = space
    if below:
        for shown, there in enumerate(under, 12 * card):
            if memory[top + there] >= 0:
                continue
            old, bit = memory[part + there], 1 << there
            memory[top + there], memory[part + there] = card, shown
            if (old < 0) != (shown < 0):
                memory[bare_panorama] ^= bit
            before, after = RIVER_BACKGROUND_SHOWN[old], RIVER_BACKGROUND_SHOWN[shown]
            if before != after:
                memory[background_ + before] ^= bit
                memory[background_ + after] ^= bit
            before, after = RIVER_ANIMAL_SHOWN[old], RIVER_ANIMAL_SHOWN[shown]
            if before != after:
                memory[animal_ + before] ^= bit
                memory[animal_ + after] ^= bit
            before, after = RIVER_BRIDGE_SHOWN[old], RIVER_BRIDGE_SHOWN[shown]
            if before != after:
                memory[bridge_ + before] ^= bit
                memory[bridge_ + after] ^= bit
            before, after = RIVER_SIGN_SHOWN[old], RIVER_SIGN_SHOWN[shown]
            if before != after:
                memory[sign_ + before] ^= bit
                memory[sign_ + after] ^= bit
        return
    for shown, there in enumerate(under, 12 * card):
        memory[top + there], memory[part + there] = card, shown
    others = 0xffffffffffffffffffffffffffffffffffffffffffffffff ^ 0xf000000000000000f000000000000000f << space
    memory[bare_panorama] &= others
    memory[background_ - 1] &= others
    memory[background_] &= others
    memory[background_ + 1] &= others
    memory[background_ + 2] &= others
    memory[background_ + 3] &= others
    for value, picture in RIVER_BACKGROUND_SHOWN_PICTURES[card]:
        memory[background_ + value] |= picture << space
    memory[animal_ - 1] &= others
    memory[animal_] &= others
    memory[animal_ + 1] &= others
    memory[animal_ + 2] &= others
    memory[animal_ + 3] &= others
    memory[animal_ + 4] &= others
    memory[animal_ + 5] &= others
    for value, picture in RIVER_ANIMAL_SHOWN_PICTURES[card]:
        memory[animal_ + value] |= picture << space
    memory[bridge_] &= others
    memory[bridge_ + 1] &= others
    for value, picture in RIVER_BRIDGE_SHOWN_PICTURES[card]:
        memory[bridge_ + value] |= picture << space
    memory[sign_ - 1] &= others
    memory[sign_] &= others
    memory[sign_ + 1] &= others
    memory[sign_ + 2] &= others
    memory[sign_ + 3] &= others
    memory[sign_ + 4] &= others
    memory[sign_ + 5] &= others
    for value, picture in RIVER_SIGN_SHOWN_PICTURES[card]:
        memory[sign_ + value] |= picture << space


def lift_panorama(s: State, seat: int, card: int) -> None:
    """A card has left panorama: what lay under it is seen."""
    bare_panorama = BARE_PANORAMA + seat
    memory = s.memory
    top, part = TOP_PANORAMA + 192 * seat, PART_PANORAMA + 192 * seat
    background_ = SEEN_PANORAMA_BACKGROUND + 5 * seat
    animal_ = SEEN_PANORAMA_ANIMAL + 7 * seat
    bridge_ = SEEN_PANORAMA_BRIDGE + 3 * seat
    sign_ = SEEN_PANORAMA_SIGN + 7 * seat
    left = [
        there
        for there in COVER_SPOT_4_3[memory[CORNER_PANORAMA + card]]
        if memory[top + there] == card
    ]
    memory[CORNER_PANORAMA + card] = -1
    card = shown = -1
    for there in left:
        old, bit = memory[part + there], 1 << there
        memory[top + there], memory[part + there] = card, shown
        if (old < 0) != (shown < 0):
            memory[bare_panorama] ^= bit
        before, after = RIVER_BACKGROUND_SHOWN[old], RIVER_BACKGROUND_SHOWN[shown]
        if before != after:
            memory[background_ + before] ^= bit
            memory[background_ + after] ^= bit
        before, after = RIVER_ANIMAL_SHOWN[old], RIVER_ANIMAL_SHOWN[shown]
        if before != after:
            memory[animal_ + before] ^= bit
            memory[animal_ + after] ^= bit
        before, after = RIVER_BRIDGE_SHOWN[old], RIVER_BRIDGE_SHOWN[shown]
        if before != after:
            memory[bridge_ + before] ^= bit
            memory[bridge_ + after] ^= bit
        before, after = RIVER_SIGN_SHOWN[old], RIVER_SIGN_SHOWN[shown]
        if before != after:
            memory[sign_ + before] ^= bit
            memory[sign_ + after] ^= bit
    for card in reversed(s.zones[PANORAMA + seat]):
        for shown, there in enumerate(COVER_SPOT_4_3[memory[CORNER_PANORAMA + card]], 12 * card):
            if there in left and memory[top + there] < 0:
                old, bit = memory[part + there], 1 << there
                memory[top + there], memory[part + there] = card, shown
                if (old < 0) != (shown < 0):
                    memory[bare_panorama] ^= bit
                before, after = RIVER_BACKGROUND_SHOWN[old], RIVER_BACKGROUND_SHOWN[shown]
                if before != after:
                    memory[background_ + before] ^= bit
                    memory[background_ + after] ^= bit
                before, after = RIVER_ANIMAL_SHOWN[old], RIVER_ANIMAL_SHOWN[shown]
                if before != after:
                    memory[animal_ + before] ^= bit
                    memory[animal_ + after] ^= bit
                before, after = RIVER_BRIDGE_SHOWN[old], RIVER_BRIDGE_SHOWN[shown]
                if before != after:
                    memory[bridge_ + before] ^= bit
                    memory[bridge_ + after] ^= bit
                before, after = RIVER_SIGN_SHOWN[old], RIVER_SIGN_SHOWN[shown]
                if before != after:
                    memory[sign_ + before] ^= bit
                    memory[sign_ + after] ^= bit


def lay_tokens(s: State, seat: int, space: int, card: int, below: bool = False) -> None:
    """A card has come to tokens, its lower left corner on a space: on top, or below all."""
    memory = s.memory
    top, part = TOP_TOKENS + 192 * seat, PART_TOKENS + 192 * seat
    animal_ = SEEN_TOKENS_ANIMAL + 7 * seat
    memory[CORNER_TOKENS + card] = space
    shown, there = ANIMALTOKEN_ROW[card], space
    if below and memory[top + there] >= 0:
        return
    old, bit = memory[part + there], 1 << there
    memory[top + there], memory[part + there] = card, shown
    if (old < 0) != (shown < 0):
        memory[BARE_TOKENS + seat] ^= bit
    before, after = ANIMALTOKEN_ANIMAL_SHOWN[old], ANIMALTOKEN_ANIMAL_SHOWN[shown]
    if before != after:
        memory[animal_ + before] ^= bit
        memory[animal_ + after] ^= bit


def lift_tokens(s: State, seat: int, card: int) -> None:
    """A card has left tokens: what lay under it is seen."""
    bare_tokens = BARE_TOKENS + seat
    memory = s.memory
    top, part = TOP_TOKENS + 192 * seat, PART_TOKENS + 192 * seat
    animal_ = SEEN_TOKENS_ANIMAL + 7 * seat
    left = [there for there in COVER_SPOT_1_1[memory[CORNER_TOKENS + card]] if memory[top + there] == card]
    memory[CORNER_TOKENS + card] = -1
    card = shown = -1
    for there in left:
        old, bit = memory[part + there], 1 << there
        memory[top + there], memory[part + there] = card, shown
        if (old < 0) != (shown < 0):
            memory[bare_tokens] ^= bit
        before, after = ANIMALTOKEN_ANIMAL_SHOWN[old], ANIMALTOKEN_ANIMAL_SHOWN[shown]
        if before != after:
            memory[animal_ + before] ^= bit
            memory[animal_ + after] ^= bit
    for card in reversed(s.zones[TOKENS + seat]):
        for shown, there in enumerate(COVER_SPOT_1_1[memory[CORNER_TOKENS + card]], ANIMALTOKEN_ROW[card]):
            if there in left and memory[top + there] < 0:
                old, bit = memory[part + there], 1 << there
                memory[top + there], memory[part + there] = card, shown
                if (old < 0) != (shown < 0):
                    memory[bare_tokens] ^= bit
                before, after = ANIMALTOKEN_ANIMAL_SHOWN[old], ANIMALTOKEN_ANIMAL_SHOWN[shown]
                if before != after:
                    memory[animal_ + before] ^= bit
                    memory[animal_ + after] ^= bit


def lay_treats(s: State, seat: int, space: int, card: int, below: bool = False) -> None:
    """A card has come to treats, its lower left corner on a space: on top, or below all."""
    memory = s.memory
    top, part = TOP_TREATS + 192 * seat, PART_TREATS + 192 * seat
    background_ = SEEN_TREATS_BACKGROUND + 5 * seat
    memory[CORNER_TREATS + card] = space
    shown, there = BACKGROUNDTILE_ROW[card], space
    if below and memory[top + there] >= 0:
        return
    old, bit = memory[part + there], 1 << there
    memory[top + there], memory[part + there] = card, shown
    if (old < 0) != (shown < 0):
        memory[BARE_TREATS + seat] ^= bit
    before, after = BACKGROUNDTILE_BACKGROUND_SHOWN[old], BACKGROUNDTILE_BACKGROUND_SHOWN[shown]
    if before != after:
        memory[background_ + before] ^= bit
        memory[background_ + after] ^= bit


def lift_treats(s: State, seat: int, card: int) -> None:
    """A card has left treats: what lay under it is seen."""
    bare_treats = BARE_TREATS + seat
    memory = s.memory
    top, part = TOP_TREATS + 192 * seat, PART_TREATS + 192 * seat
    background_ = SEEN_TREATS_BACKGROUND + 5 * seat
    left = [there for there in COVER_SPOT_1_1[memory[CORNER_TREATS + card]] if memory[top + there] == card]
    memory[CORNER_TREATS + card] = -1
    card = shown = -1
    for there in left:
        old, bit = memory[part + there], 1 << there
        memory[top + there], memory[part + there] = card, shown
        if (old < 0) != (shown < 0):
            memory[bare_treats] ^= bit
        before, after = BACKGROUNDTILE_BACKGROUND_SHOWN[old], BACKGROUNDTILE_BACKGROUND_SHOWN[shown]
        if before != after:
            memory[background_ + before] ^= bit
            memory[background_ + after] ^= bit
    for card in reversed(s.zones[TREATS + seat]):
        for shown, there in enumerate(
            COVER_SPOT_1_1[memory[CORNER_TREATS + card]],
            BACKGROUNDTILE_ROW[card],
        ):
            if there in left and memory[top + there] < 0:
                old, bit = memory[part + there], 1 << there
                memory[top + there], memory[part + there] = card, shown
                if (old < 0) != (shown < 0):
                    memory[bare_treats] ^= bit
                before, after = BACKGROUNDTILE_BACKGROUND_SHOWN[old], BACKGROUNDTILE_BACKGROUND_SHOWN[shown]
                if before != after:
                    memory[background_ + before] ^= bit
                    memory[background_ + after] ^= bit


def lay_spans(s: State, seat: int, space: int, card: int, below: bool = False) -> None:
    """A card has come to spans, its lower left corner on a space: on top, or below all."""
    memory = s.memory
    top, part = TOP_SPANS + 192 * seat, PART_SPANS + 192 * seat
    animal_ = SEEN_SPANS_ANIMAL + 7 * seat
    memory[CORNER_SPANS + card] = space
    shown, there = BRIDGETILE_ROW[card], space
    if below and memory[top + there] >= 0:
        return
    old, bit = memory[part + there], 1 << there
    memory[top + there], memory[part + there] = card, shown
    if (old < 0) != (shown < 0):
        memory[BARE_SPANS + seat] ^= bit
    before, after = BRIDGETILE_ANIMAL_SHOWN[old], BRIDGETILE_ANIMAL_SHOWN[shown]
    if before != after:
        memory[animal_ + before] ^= bit
        memory[animal_ + after] ^= bit


def lift_spans(s: State, seat: int, card: int) -> None:
    """A card has left spans: what lay under it is seen."""
    bare_spans = BARE_SPANS + seat
    memory = s.memory
    top, part = TOP_SPANS + 192 * seat, PART_SPANS + 192 * seat
    animal_ = SEEN_SPANS_ANIMAL + 7 * seat
    left = [there for there in COVER_SPOT_1_1[memory[CORNER_SPANS + card]] if memory[top + there] == card]
    memory[CORNER_SPANS + card] = -1
    card = shown = -1
    for there in left:
        old, bit = memory[part + there], 1 << there
        memory[top + there], memory[part + there] = card, shown
        if (old < 0) != (shown < 0):
            memory[bare_spans] ^= bit
        before, after = BRIDGETILE_ANIMAL_SHOWN[old], BRIDGETILE_ANIMAL_SHOWN[shown]
        if before != after:
            memory[animal_ + before] ^= bit
            memory[animal_ + after] ^= bit
    for card in reversed(s.zones[SPANS + seat]):
        for shown, there in enumerate(COVER_SPOT_1_1[memory[CORNER_SPANS + card]], BRIDGETILE_ROW[card]):
            if there in left and memory[top + there] < 0:
                old, bit = memory[part + there], 1 << there
                memory[top + there], memory[part + there] = card, shown
                if (old < 0) != (shown < 0):
                    memory[bare_spans] ^= bit
                before, after = BRIDGETILE_ANIMAL_SHOWN[old], BRIDGETILE_ANIMAL_SHOWN[shown]
                if before != after:
                    memory[animal_ + before] ^= bit
                    memory[animal_ + after] ^= bit


def start(players: int, options: tuple[int, ...], rng: int) -> State:
    """A state with all components where they start, before the set-up."""
    s = State.__new__(State)
    s.players, s.options, s.rng, s.ending = players, options, rng, -1
    s.to_move, s.legal, s.odds, s.frames, s.trace = None, [], [], [], None
    s.queue, s.past = [], ()
    s.explicit, s.batches, s.drawn, s.answering = False, [], [], -1
    s.zones = [[] for _ in range(47)]
    s.sets = [0] * 19
    s.pools = [0] * 0
    s.memory = [0] * 9051
    s.where = [-1] * 122
    s.known = [0] * 122
    s.kept = [None] * 10
    s.memory[FIRST_PLAYER] = -1
    s.zones[DECK] = [*range(64)]
    s.where[RIVER : RIVER + 64] = [DECK] * 64
    s.known[RIVER : RIVER + 64] = [SEES[DECK]] * 64
    s.zones[BAG] = [*range(18)]
    s.where[ANIMALTOKEN : ANIMALTOKEN + 18] = [BAG] * 18
    s.known[ANIMALTOKEN : ANIMALTOKEN + 18] = [SEES[BAG]] * 18
    s.sets[SPARE_TREATS] = (1 << 6) - 1
    s.where[BACKGROUNDTILE : BACKGROUNDTILE + 6] = [LISTS + SPARE_TREATS] * 6
    s.known[BACKGROUNDTILE : BACKGROUNDTILE + 6] = [SEES[LISTS + SPARE_TREATS]] * 6
    s.sets[SPARE_SPANS] = (1 << 8) - 1
    s.where[BRIDGETILE : BRIDGETILE + 8] = [LISTS + SPARE_SPANS] * 8
    s.known[BRIDGETILE : BRIDGETILE + 8] = [SEES[LISTS + SPARE_SPANS]] * 8
    s.zones[GOALS_DECK] = [*range(16)]
    s.where[OBJECTIVE : OBJECTIVE + 16] = [GOALS_DECK] * 16
    s.known[OBJECTIVE : OBJECTIVE + 16] = [SEES[GOALS_DECK]] * 16
    s.zones[ROUND_BOX] = [*range(10)]
    s.where[ROUNDCARD : ROUNDCARD + 10] = [ROUND_BOX] * 10
    s.known[ROUNDCARD : ROUNDCARD + 10] = [SEES[ROUND_BOX]] * 10
    s.memory[TOP_PANORAMA : TOP_PANORAMA + 960] = [-1] * 960
    s.memory[TOP_TOKENS : TOP_TOKENS + 960] = [-1] * 960
    s.memory[TOP_TREATS : TOP_TREATS + 960] = [-1] * 960
    s.memory[TOP_SPANS : TOP_SPANS + 960] = [-1] * 960
    s.memory[STEPS_TAKEN : STEPS_TAKEN + 960] = [-1] * 960
    s.memory[BOARD : BOARD + 32] = [-1] * 32
    for seat in range(5):
        s.memory[STEPS_TAKEN_MEN + 6 * seat - 1] = 0xffffffffffffffffffffffffffffffffffffffffffffffff
    s.memory[BOARD_MEN - 1] = 0xffffffff
    s.memory[PART_PANORAMA : PART_PANORAMA + 960] = [-1] * 960
    s.memory[CORNER_PANORAMA : CORNER_PANORAMA + 64] = [-1] * 64
    for seat in range(5):
        s.memory[BARE_PANORAMA + seat] = 0xffffffffffffffffffffffffffffffffffffffffffffffff
    for seat in range(5):
        s.memory[
            SEEN_PANORAMA_BACKGROUND - 1
            + 5 * seat
        ] = 0xffffffffffffffffffffffffffffffffffffffffffffffff
    for seat in range(5):
        s.memory[SEEN_PANORAMA_ANIMAL - 1 + 7 * seat] = 0xffffffffffffffffffffffffffffffffffffffffffffffff
    for seat in range(5):
        s.memory[SEEN_PANORAMA_BRIDGE + 3 * seat] = 0xffffffffffffffffffffffffffffffffffffffffffffffff
    for seat in range(5):
        s.memory[SEEN_PANORAMA_SIGN - 1 + 7 * seat] = 0xffffffffffffffffffffffffffffffffffffffffffffffff
    s.memory[PART_TOKENS : PART_TOKENS + 960] = [-1] * 960
    s.memory[CORNER_TOKENS : CORNER_TOKENS + 18] = [-1] * 18
    for seat in range(5):
        s.memory[BARE_TOKENS + seat] = 0xffffffffffffffffffffffffffffffffffffffffffffffff
    for seat in range(5):
        s.memory[SEEN_TOKENS_ANIMAL - 1 + 7 * seat] = 0xffffffffffffffffffffffffffffffffffffffffffffffff
    s.memory[PART_TREATS : PART_TREATS + 960] = [-1] * 960
    s.memory[CORNER_TREATS : CORNER_TREATS + 6] = [-1] * 6
    for seat in range(5):
        s.memory[BARE_TREATS + seat] = 0xffffffffffffffffffffffffffffffffffffffffffffffff
    for seat in range(5):
        s.memory[SEEN_TREATS_BACKGROUND - 1 + 5 * seat] = 0xffffffffffffffffffffffffffffffffffffffffffffffff
    s.memory[PART_SPANS : PART_SPANS + 960] = [-1] * 960
    s.memory[CORNER_SPANS : CORNER_SPANS + 8] = [-1] * 8
    for seat in range(5):
        s.memory[BARE_SPANS + seat] = 0xffffffffffffffffffffffffffffffffffffffffffffffff
    for seat in range(5):
        s.memory[SEEN_SPANS_ANIMAL - 1 + 7 * seat] = 0xffffffffffffffffffffffffffffffffffffffffffffffff
    return s


def start_round(s: State) -> None:
    """A new round: its number rises, what is remembered for a round starts anew."""
    s.memory[0] += 1


def start_turn(s: State) -> None:
    """A new turn: what is remembered for a turn starts anew."""
    return
