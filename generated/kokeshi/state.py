"""Kokeshi 1.0.0: where everything lies in a State, and how it starts.

Written by Rulewright 0.1.0 from rulesets/kokeshi/kokeshi.rules; change that.
"""

from __future__ import annotations

from collections.abc import Iterable

from ._runtime import Hidden, RuleError, State, entering, readers

ALL = 15  # a bit for each seat
LISTS = 188  # place numbers: lists first, then sets

# offsets in zones
STARTING_TILES = 0  # stack
BAG = 1  # stack
BONUS = 2  # grid + 1 * axis 1
BOARD = 8  # grid + 40 * seat + 8 * axis 1 + 1 * axis 2
WAITING = 168  # grid + 5 * seat + 1 * axis 1

# offsets in sets
BOX = 0  # set
MARKET = 1  # set
QUALITIES = 2  # set
OUT_OF_PLAY = 3  # set
SPARE = 4  # set + seat

# offsets in memory
FIRST_PLAYER = 1
DOLL = 2  # + 5 * seat + 1 * axis 1
RESTING = 22  # + seat
LEAPT = 26  # + seat
MARKER = 30  # + 4 * seat + 1 * axis 1
ON_TOP = 46  # + 1 * axis 1
RECOGNISED = 50  # + seat
HAPPINESS_IN_PLAY = 54  # + seat
LATCHED_RECOGNITIONS = 58
LATCHED_EMPTY_MARKET = 59

# offsets in where and known
TILE = 0

# offsets in kept, of values that are kept until what they read changes
TILES_ON_KEPT = 0  # + 23 * seat + 3 * d
GAP_ON_KEPT = 1  # + 23 * seat + 3 * d
ROOM_KEPT = 2  # + 23 * seat + 3 * d
RECOGNITIONS_KEPT = 15  # + 23 * seat
HAS_ANY_ROOM_KEPT = 16  # + 23 * seat
HAS_ROOM_KEPT = 17  # + 23 * seat + d
GAPS_KEPT = 22  # + 23 * seat
ENDING_RECOGNITIONS_KEPT = 92

# offsets in kept, of what reads a place
READERS_OF_RECOGNISED = 15  # + 23 * seat
ALL_READERS_OF_RECOGNISED = 92
READERS_OF_MARKER = 15  # + 23 * seat
ALL_READERS_OF_MARKER = 92

# who sees a component's face, by place
SEES = (
    0, 0, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
)

# where backs show, by place
BACKS = (
    False, False, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True,
    True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True,
    True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True,
    True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True,
    True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True,
    True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True,
    True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True,
    True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True,
    True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True,
    True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True,
    True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True,
    True, True, True, True, True, True, True, True, True,
)

# what shuffling needs of a record
HIDDEN_TILE = Hidden(0, 6800, 6875, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 188)

# where values are kept that read a zone, by place
READERS = readers(
    196,
    (
        (8, 40, 4, 0, 23, 3, 8, 3),  # board
        (8, 40, 4, 16, 23, 7, 40, 0),  # board
        (168, 5, 4, 1, 23, 2, 1, 3),  # waiting
        (168, 5, 4, 16, 23, 7, 5, 0),  # waiting
        (192, 1, 4, 16, 23, 6, 1, 0),  # spare
    ),
)


def move_tile(s: State, k: int, to: int, at: int = -1) -> None:
    """Moves a Tile from where it lies to a place; `at` 0 puts it under the others."""
    lay = s.where[TILE + k]
    if lay >= LISTS:
        s.sets[lay - LISTS] ^= 1 << k
        for part, nothing in READERS[lay]:
            s.kept[part] = nothing
    elif lay >= 0:
        s.zones[lay].remove(k)
        for part, nothing in READERS[lay]:
            s.kept[part] = nothing
    elif lay < -1:
        raise RuleError("a component is moved that was shuffled: with explicit chance, where it lies is open")
    if to >= LISTS:
        s.sets[to - LISTS] |= 1 << k
        for part, nothing in READERS[to]:
            s.kept[part] = nothing
    else:
        for part, nothing in READERS[to]:
            s.kept[part] = nothing
        if at:
            s.zones[to].append(k)
        else:
            s.zones[to].insert(0, k)
    s.where[TILE + k] = to
    s.known[TILE + k] |= SEES[to]


def move_several_tile(s: State, several: Iterable[int], source: int, to: int) -> None:
    """Moves some of Tile from a set to another place."""
    moved, seen = [*several], SEES[to]
    mask = sum([1 << k for k in moved])
    s.sets[source - LISTS] ^= mask
    for k in moved:
        s.where[TILE + k] = to
        s.known[TILE + k] |= seen
    if to >= LISTS:
        s.sets[to - LISTS] |= mask
    else:
        s.zones[to] += moved
    for part, nothing in READERS[source] + READERS[to]:
        s.kept[part] = nothing


def deal_tile(s: State, source: int, to: int, index: int = -1, at: int = -1) -> None:
    """Moves the top (or with `index` 0 the bottom) Tile of a list place to another."""
    zone = s.zones[source]
    k = zone[index]
    if k < 0:
        k = entering(s, source, index, to, HIDDEN_TILE, SEES[to], BACKS[to])
        if k < 0:
            zone.pop(index)
            s.zones[to].insert(len(s.zones[to]) if at else 0, k)
            return
    zone.pop(index)
    for part, nothing in READERS[source]:
        s.kept[part] = nothing
    if to >= LISTS:
        s.sets[to - LISTS] |= 1 << k
        for part, nothing in READERS[to]:
            s.kept[part] = nothing
    else:
        for part, nothing in READERS[to]:
            s.kept[part] = nothing
        if at:
            s.zones[to].append(k)
        else:
            s.zones[to].insert(0, k)
    s.where[TILE + k] = to
    s.known[TILE + k] |= SEES[to]


def start(players: int, options: tuple[int, ...], rng: int) -> State:
    """A state with all components where they start, before the set-up."""
    s = State.__new__(State)
    s.players, s.options, s.rng, s.ending = players, options, rng, -1
    s.to_move, s.legal, s.odds, s.frames, s.trace = None, [], [], [], None
    s.queue, s.past = [], ()
    s.explicit, s.batches, s.drawn, s.answering = False, [], [], -1
    s.zones = [[] for _ in range(188)]
    s.sets = [0] * 8
    s.pools = [0] * 0
    s.memory = [0] * 60
    s.where = [-1] * 75
    s.known = [0] * 75
    s.kept = [None] * 93
    s.memory[FIRST_PLAYER] = -1
    s.sets[BOX] = (1 << 75) - 1
    s.where[TILE : TILE + 75] = [LISTS + BOX] * 75
    s.known[TILE : TILE + 75] = [SEES[LISTS + BOX]] * 75
    s.memory[RESTING : RESTING + 4] = [0] * 4
    s.memory[LEAPT : LEAPT + 4] = [0] * 4
    s.memory[ON_TOP : ON_TOP + 4] = [-1] * 4
    return s


def start_round(s: State) -> None:
    """A new round: its number rises, what is remembered for a round starts anew."""
    s.memory[0] += 1


def start_turn(s: State) -> None:
    """A new turn: what is remembered for a turn starts anew."""
    s.memory[RESTING : RESTING + 4] = [0] * 4
    s.memory[LEAPT : LEAPT + 4] = [0] * 4
