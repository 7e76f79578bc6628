"""Kanagawa 1.0.0: where everything lies in a State, and how it starts.

Written by Rulewright 0.1.0 from rulesets/kanagawa/kanagawa.rules; change that.
"""

from __future__ import annotations

from ._runtime import Hidden, RuleError, State, entering, mask_of, readers
from .data import LESSON_ITEM, LESSON_LANDSCAPE, LESSON_SUBJECT, START_ITEM, START_LANDSCAPE

ALL = 15  # a bit for each seat
LISTS = 26  # place numbers: lists first, then sets

# offsets in zones
DECK = 0  # stack
START_TILES = 1  # stack
SCHOOL = 2  # grid + 4 * axis 1 + 1 * axis 2
START_ = 14  # row + seat
PRINT = 18  # row + seat
STUDIO = 22  # row + seat

# offsets in sets
DIPLOMAS = 0  # set
HAND = 1  # set + seat
HONOURS = 5  # set + seat

# offsets in pools
SUPPLY_BRUSH = 0  # pool
SUPPLY_STORM = 1  # pool
EASEL = 2  # pool + seat
BRUSHES = 6  # pool + 10 * seat + 5 * axis 1 + 1 * axis 2
BRUSHES_FRESH = 6  # fresh + 10 * seat
BRUSHES_SPENT = 11  # spent + 10 * seat
STORMS = 46  # pool + seat

# offsets in pools, of what is printed on components
IN_START_AND_STUDIO_BY_LANDSCAPE = 51  # + 6 * seat + value
IN_START_AND_STUDIO_BY_LANDSCAPE_WILD = 55  # wild + 6 * seat
IN_START_AND_STUDIO_BY_ITEM = 75  # + 5 * seat + value
IN_START_AND_STUDIO_BY_ITEM_ARROW = 77  # arrow + 5 * seat
IN_STUDIO_BY_ITEM = 95  # + 5 * seat + value
IN_STUDIO_BY_ITEM_KEEP = 98  # keep + 5 * seat
IN_PRINT_BY_SUBJECT = 115  # + 15 * seat + value
IN_PRINT_BY_SUBJECT_BOAR = 119  # boar + 15 * seat
IN_PRINT_BY_SUBJECT_STAG = 120  # stag + 15 * seat
IN_PRINT_BY_SUBJECT_CRANE = 121  # crane + 15 * seat
IN_PRINT_BY_SUBJECT_BUTTERFLY = 122  # butterfly + 15 * seat
IN_START_BY_ITEM = 175  # + 5 * seat + value
IN_START_BY_ITEM_ARROW = 177  # arrow + 5 * seat

# offsets in memory
GRAND_MASTER = 1
ASSISTANT = 2
AT_SCHOOL = 3
CLOSED = 4
ROWS_LAID = 5
ARROWS_USED = 6  # + seat
REFUSED = 10  # + seat
HELD_DECIDE_DIPLOMA = 14  # + seat

# offsets in where and known
LESSON = 0
START = 72
DIPLOMA = 76

# offsets in kept, of values that are kept until what they read changes
ALIKE_LANDSCAPES_KEPT = 0  # + seat
ENDING_ELEVEN_CARDS_KEPT = 4

# who sees a component's face, by place
SEES = (
    0, 0, 15, 15, 0, 15, 15, 0, 15, 15, 0, 15, 15, 0, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
    1, 2, 4, 8, 15, 15, 15, 15,
)

# where backs show, by place
BACKS = (
    True, False, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True,
    True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True, True,
    True,
)

# how many show what in a list, by place: where the counts begin, by which column
TALLIES: dict[int, tuple[tuple[int, tuple[int, ...]], ...]] = {
    **{
        START_ + seat: (
            (IN_START_AND_STUDIO_BY_LANDSCAPE + 6 * seat, START_LANDSCAPE),
            (IN_START_AND_STUDIO_BY_ITEM + 5 * seat, START_ITEM),
            (IN_START_BY_ITEM + 5 * seat, START_ITEM),
        )
        for seat in range(4)
    },
    **{
        STUDIO + seat: (
            (IN_START_AND_STUDIO_BY_LANDSCAPE + 6 * seat, LESSON_LANDSCAPE),
            (IN_START_AND_STUDIO_BY_ITEM + 5 * seat, LESSON_ITEM),
            (IN_STUDIO_BY_ITEM + 5 * seat, LESSON_ITEM),
        )
        for seat in range(4)
    },
    **{
        PRINT + seat: (
            (IN_PRINT_BY_SUBJECT + 15 * seat, LESSON_SUBJECT),
        )
        for seat in range(4)
    },
}

# what shuffling needs of a record
HIDDEN_LESSON = Hidden(0, 1669, 1741, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71), (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 26)
HIDDEN_START = Hidden(72, 1745, 1749, (0, 1, 2, 3), (0, 0, 0, 0), 26)
HIDDEN_DIPLOMA = Hidden(76, 1750, 1769, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 26)

# where values are kept that read a zone, by place
READERS = readers(
    35,
    (
        (14, 1, 4, 0, 1, 1, 1, 0),  # start
        (14, 1, 4, 4, 0, 1, 1, 0),  # start
        (18, 1, 4, 4, 0, 1, 1, 0),  # print
        (22, 1, 4, 0, 1, 1, 1, 0),  # studio
    ),
)


def move_lesson(s: State, k: int, to: int, at: int = -1) -> None:
    """Moves a Lesson from where it lies to a place; `at` 0 puts it under the others."""
    lay = s.where[LESSON + k]
    if lay >= LISTS:
        s.sets[lay - LISTS] ^= 1 << k
    elif lay >= 0:
        s.zones[lay].remove(k)
        for counts, column in TALLIES.get(lay, ()):
            s.pools[counts + column[k]] -= 1
        for part, nothing in READERS[lay]:
            s.kept[part] = nothing
    elif lay < -1:
        raise RuleError("a component is moved that was shuffled: with explicit chance, where it lies is open")
    if to >= LISTS:
        s.sets[to - LISTS] |= 1 << k
    else:
        for counts, column in TALLIES.get(to, ()):
            s.pools[counts + column[k]] += 1
        for part, nothing in READERS[to]:
            s.kept[part] = nothing
        if at:
            s.zones[to].append(k)
        else:
            s.zones[to].insert(0, k)
    s.where[LESSON + k] = to
    s.known[LESSON + k] |= SEES[to]


def deal_lesson(s: State, source: int, to: int, index: int = -1, at: int = -1) -> None:
    """Moves the top (or with `index` 0 the bottom) Lesson of a list place to another."""
    zone = s.zones[source]
    k = zone[index]
    if k < 0:
        k = entering(s, source, index, to, HIDDEN_LESSON, SEES[to], BACKS[to])
        if k < 0:
            zone.pop(index)
            s.zones[to].insert(len(s.zones[to]) if at else 0, k)
            return
    zone.pop(index)
    for counts, column in TALLIES.get(source, ()):
        s.pools[counts + column[k]] -= 1
    for part, nothing in READERS[source]:
        s.kept[part] = nothing
    if to >= LISTS:
        s.sets[to - LISTS] |= 1 << k
    else:
        for counts, column in TALLIES.get(to, ()):
            s.pools[counts + column[k]] += 1
        for part, nothing in READERS[to]:
            s.kept[part] = nothing
        if at:
            s.zones[to].append(k)
        else:
            s.zones[to].insert(0, k)
    s.where[LESSON + k] = to
    s.known[LESSON + k] |= SEES[to]


def move_start(s: State, k: int, to: int, at: int = -1) -> None:
    """Moves a Start from where it lies to a place; `at` 0 puts it under the others."""
    lay = s.where[START + k]
    if lay >= LISTS:
        s.sets[lay - LISTS] ^= 1 << k
    elif lay >= 0:
        s.zones[lay].remove(k)
        for counts, column in TALLIES.get(lay, ()):
            s.pools[counts + column[k]] -= 1
        for part, nothing in READERS[lay]:
            s.kept[part] = nothing
    elif lay < -1:
        raise RuleError("a component is moved that was shuffled: with explicit chance, where it lies is open")
    if to >= LISTS:
        s.sets[to - LISTS] |= 1 << k
    else:
        for counts, column in TALLIES.get(to, ()):
            s.pools[counts + column[k]] += 1
        for part, nothing in READERS[to]:
            s.kept[part] = nothing
        if at:
            s.zones[to].append(k)
        else:
            s.zones[to].insert(0, k)
    s.where[START + k] = to
    s.known[START + k] |= SEES[to]


def deal_start(s: State, source: int, to: int, index: int = -1, at: int = -1) -> None:
    """Moves the top (or with `index` 0 the bottom) Start of a list place to another."""
    zone = s.zones[source]
    k = zone[index]
    if k < 0:
        k = entering(s, source, index, to, HIDDEN_START, SEES[to], BACKS[to])
        if k < 0:
            zone.pop(index)
            s.zones[to].insert(len(s.zones[to]) if at else 0, k)
            return
    zone.pop(index)
    for counts, column in TALLIES.get(source, ()):
        s.pools[counts + column[k]] -= 1
    for part, nothing in READERS[source]:
        s.kept[part] = nothing
    if to >= LISTS:
        s.sets[to - LISTS] |= 1 << k
    else:
        for counts, column in TALLIES.get(to, ()):
            s.pools[counts + column[k]] += 1
        for part, nothing in READERS[to]:
            s.kept[part] = nothing
        if at:
            s.zones[to].append(k)
        else:
            s.zones[to].insert(0, k)
    s.where[START + k] = to
    s.known[START + k] |= SEES[to]


def move_diploma(s: State, k: int, to: int, at: int = -1) -> None:
    """Moves a Diploma from where it lies to a place; `at` 0 puts it under the others."""
    lay = s.where[DIPLOMA + k]
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
    s.where[DIPLOMA + k] = to
    s.known[DIPLOMA + k] |= SEES[to]


def deal_diploma(s: State, source: int, to: int, index: int = -1, at: int = -1) -> None:
    """Moves the top (or with `index` 0 the bottom) Diploma of a list place to another."""
    zone = s.zones[source]
    k = zone[index]
    if k < 0:
        k = entering(s, source, index, to, HIDDEN_DIPLOMA, SEES[to], BACKS[to])
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
    s.where[DIPLOMA + k] = to
    s.known[DIPLOMA + k] |= SEES[to]


def start(players: int, options: tuple[int, ...], rng: int) -> State:
    """A state with all components where they start, before the set-up."""
    s = State.__new__(State)
    s.players, s.options, s.rng, s.ending = players, options, rng, -1
    s.to_move, s.legal, s.odds, s.frames, s.trace = None, [], [], [], None
    s.queue, s.past = [], ()
    s.explicit, s.batches, s.drawn, s.answering = False, [], [], -1
    s.zones = [[] for _ in range(26)]
    s.sets = [0] * 9
    s.pools = [0] * 194
    s.memory = [0] * 18
    s.where = [-1] * 95
    s.known = [0] * 95
    s.kept = [None] * 5
    s.pools[SUPPLY_BRUSH] = 15
    s.pools[SUPPLY_STORM] = 3
    s.memory[GRAND_MASTER] = -1
    s.memory[ASSISTANT] = -1
    s.zones[DECK] = [*range(72)]
    s.where[LESSON : LESSON + 72] = [DECK] * 72
    s.known[LESSON : LESSON + 72] = [SEES[DECK]] * 72
    s.zones[START_TILES] = [*range(4)]
    s.where[START : START + 4] = [START_TILES] * 4
    s.known[START : START + 4] = [SEES[START_TILES]] * 4
    s.sets[DIPLOMAS] = (1 << 19) - 1
    s.where[DIPLOMA : DIPLOMA + 19] = [LISTS + DIPLOMAS] * 19
    s.known[DIPLOMA : DIPLOMA + 19] = [SEES[LISTS + DIPLOMAS]] * 19
    s.memory[AT_SCHOOL] = mask_of(range(s.players))
    s.memory[CLOSED] = 0
    s.memory[ROWS_LAID] = 0
    s.memory[ARROWS_USED : ARROWS_USED + 4] = [0] * 4
    return s


def start_round(s: State) -> None:
    """A new round: its number rises, what is remembered for a round starts anew."""
    memory = s.memory
    memory[0] += 1
    memory[AT_SCHOOL] = mask_of(range(s.players))
    memory[CLOSED] = 0
    memory[ROWS_LAID] = 0
    memory[ARROWS_USED : ARROWS_USED + 4] = [0] * 4


def start_turn(s: State) -> None:
    """A new turn: what is remembered for a turn starts anew."""
    return
