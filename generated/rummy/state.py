"""Rummy 1.0.0: where everything lies in a State, and how it starts.

Written by Rulewright 0.1.0 from rulesets/rummy/rummy.rules; change that.
"""

from __future__ import annotations

from collections.abc import Iterable

from ._runtime import Hidden, RuleError, State, entering

ALL = 15  # a bit for each seat
LISTS = 2  # place numbers: lists first, then sets

# offsets in zones
STOCK = 0  # stack
DISCARDS = 1  # row

# offsets in sets
HAND = 0  # set + seat
SETS = 4  # set
RUNS = 5  # set

# offsets in memory
LAID = 1
TAKEN = 2
TURNED = 3

# offsets in where and known
CARD = 0

# who sees a component's face, by place
SEES = (0, 15, 1, 2, 4, 8, 15, 15)

# where backs show, by place
BACKS = (False, True, True, True, True, True, True, True)

# what shuffling needs of a record
HIDDEN_CARD = Hidden(0, 898, 950, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51), (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 2)


def move_card(s: State, k: int, to: int, at: int = -1) -> None:
    """Moves a Card from where it lies to a place; `at` 0 puts it under the others."""
    lay = s.where[CARD + k]
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
    s.where[CARD + k] = to
    s.known[CARD + k] |= SEES[to]


def move_several_card(s: State, several: Iterable[int], source: int, to: int) -> None:
    """Moves some of Card from a set to another place."""
    moved, seen = [*several], SEES[to]
    mask = sum([1 << k for k in moved])
    s.sets[source - LISTS] ^= mask
    for k in moved:
        s.where[CARD + k] = to
        s.known[CARD + k] |= seen
    if to >= LISTS:
        s.sets[to - LISTS] |= mask
    else:
        s.zones[to] += moved


def deal_card(s: State, source: int, to: int, index: int = -1, at: int = -1) -> None:
    """Moves the top (or with `index` 0 the bottom) Card of a list place to another."""
    zone = s.zones[source]
    k = zone[index]
    if k < 0:
        k = entering(s, source, index, to, HIDDEN_CARD, SEES[to], BACKS[to])
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
    s.where[CARD + k] = to
    s.known[CARD + k] |= SEES[to]


def start(players: int, options: tuple[int, ...], rng: int) -> State:
    """A state with all components where they start, before the set-up."""
    s = State.__new__(State)
    s.players, s.options, s.rng, s.ending = players, options, rng, -1
    s.to_move, s.legal, s.odds, s.frames, s.trace = None, [], [], [], None
    s.queue, s.past = [], ()
    s.explicit, s.batches, s.drawn, s.answering = False, [], [], -1
    s.zones = [[] for _ in range(2)]
    s.sets = [0] * 6
    s.pools = [0] * 0
    s.memory = [0] * 4
    s.where = [-1] * 52
    s.known = [0] * 52
    s.kept = [None] * 0
    s.zones[STOCK] = [*range(52)]
    s.where[CARD : CARD + 52] = [STOCK] * 52
    s.known[CARD : CARD + 52] = [SEES[STOCK]] * 52
    s.memory[TAKEN] = -1
    return s


def start_round(s: State) -> None:
    """A new round: its number rises, what is remembered for a round starts anew."""
    s.memory[0] += 1


def start_turn(s: State) -> None:
    """A new turn: what is remembered for a turn starts anew."""
    s.memory[TAKEN] = -1
