"""The small part that all generated engines share; written into each engine as `_runtime.py`.

It knows no game: `Rules` carries the tables and functions of one, `State` is a plain value, `Game` is the
face that people and programs use. Only the standard library is imported.
"""

from __future__ import annotations

import json
import operator
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, lru_cache
from hashlib import blake2b
from importlib import import_module
from itertools import accumulate, chain, product
from math import gcd, lcm
from struct import Struct
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Final

CHANCE: Final = -1
FORMAT: Final = 1
EVERY: Final = 16  # moves played again keep each position that many moves back, and every so many before
AT_LIMIT: Final = " at its limit"
BUDGET: Final = 100_000  # steps or rounds of a loop without a decision, before the rules count as stuck
_MASK64: Final = (1 << 64) - 1


class RuleError(Exception):
    """The rules left no way on (a decision without a move, a value out of its range); says where."""


class IllegalMove(ValueError):
    """A move that the rules do not allow now."""


class SaveError(ValueError):
    """A text that is no save of these rules; says why."""


class NeedChance(Exception):
    """Explicit chance: a random value is needed; `outcomes` holds (move, weight) of what it can be."""

    def __init__(self, outcomes: list[tuple[int, int]]) -> None:
        super().__init__("a chance node must be resolved")
        self.outcomes = outcomes


class State:
    """One position. A plain value: lists of whole numbers, nothing else.

    `zones` holds a list for each ordered place (last is the top), `sets` a bit mask for each unordered
    one, `pools` counts of alike pieces, `memory` all that is remembered. `where` and `known` tell for each
    component its place and who has seen it (a bit a seat). `frames` is what to do next: each frame starts
    with the number of its next step, its local values follow; `queue` holds the frames of reactions that wait
    in line. `rng` is the chance generator's state.
    `to_move`, `legal` are the open decision, derived from the rest. `trace`, when a list, is told each
    reaction that starts; it is no part of the position.

    `kept` has values that have been worked out, None for those that nobody knows; what else is there tells
    them, too.

    `past` are the positions that have come, as numbers, where an ending asks for it.

    With `explicit` chance nothing is drawn from `rng`. A shuffle makes a batch: `batches` holds the
    components (a mask) whose order is open, and their places hold `unknown(batch, back)` instead. A step that
    needs a random value is taken again once it is known: `drawn` holds the values so far (in an
    example, those that are given), `answering` the move that was being played, `odds` the weights of the open
    chance node.
    """

    __slots__ = (
        "answering",
        "batches",
        "drawn",
        "ending",
        "explicit",
        "frames",
        "kept",
        "known",
        "legal",
        "memory",
        "odds",
        "options",
        "past",
        "players",
        "pools",
        "queue",
        "rng",
        "sets",
        "to_move",
        "trace",
        "where",
        "zones",
    )

    players: int
    options: tuple[int, ...]
    zones: list[list[int]]
    sets: list[int]
    pools: list[int]
    memory: list[int]
    where: list[int]
    known: list[int]
    frames: list[list[Any]]
    queue: list[list[Any]]
    rng: int
    ending: int
    explicit: bool
    batches: list[int]
    drawn: list[int]
    answering: int
    past: tuple[int, ...]
    to_move: int | None
    legal: list[int]
    odds: list[int]
    trace: list[str] | None
    kept: list[Any]

    def copy(self) -> State:
        """An equal and independent state."""
        other = State.__new__(State)
        other.players = self.players
        other.options = self.options
        # These never grow: empty ones can be shared.
        other.zones = self.zones and [zone[:] for zone in self.zones]
        other.sets = self.sets and self.sets[:]
        other.pools = self.pools and self.pools[:]
        other.memory = self.memory[:]
        other.where = self.where and self.where[:]
        other.known = self.known and self.known[:]
        frames = self.frames
        other.frames = [frames[0][:]] if len(frames) == 1 else [frame[:] for frame in frames]
        other.queue = [frame[:] for frame in self.queue] if self.queue else []
        other.rng = self.rng
        other.ending = self.ending
        other.to_move = self.to_move
        other.legal = self.legal
        other.explicit = self.explicit
        other.batches, other.drawn = self.batches, self.drawn
        if self.explicit:
            other.batches, other.drawn = self.batches[:], self.drawn[:]
        other.answering = self.answering
        other.past = self.past
        other.odds = self.odds
        other.trace = None
        other.kept = self.kept and self.kept[:]
        return other

    def forget(self) -> None:
        """Nothing is known any more of what is worked out when it is asked."""
        self.kept = [None] * len(self.kept)

    def packed(self) -> tuple[Any, ...]:
        """All of it in tuples, for undo: the garbage collector does not look at them again and again."""
        return (
            tuple(map(tuple, self.zones)),
            tuple(self.sets),
            tuple(self.pools),
            tuple(self.memory),
            tuple(self.where),
            tuple(self.known),
            tuple(map(tuple, self.frames)),
            tuple(map(tuple, self.queue)),
            (self.rng, self.ending, self.to_move, self.answering, self.past),
            tuple(self.legal),
            tuple(self.odds),
            tuple(self.batches),
            tuple(self.drawn),
        )

    def unpacked(self, packed: tuple[Any, ...]) -> State:
        """The state that `packed` was made from; players, options and chance mode are this one's."""
        other = self.copy()
        zones, sets, pools, memory, where, known, frames, queue, rest, *opened = packed
        other.zones, other.frames, other.queue = ([*map(list, part)] for part in (zones, frames, queue))
        other.sets, other.pools, other.memory = list(sets), list(pools), list(memory)
        other.where, other.known = list(where), list(known)
        other.rng, other.ending, other.to_move, other.answering, other.past = rest
        other.legal, other.odds, other.batches, other.drawn = map(list, opened)
        other.forget()
        return other

    def become(self, other: State) -> None:
        """Takes over all that another state holds; used to take a step back."""
        for name in State.__slots__:
            if name != "trace":
                setattr(self, name, getattr(other, name))

    def parts(self) -> tuple[Any, ...]:
        """All that makes two states equal."""
        return (
            self.players,
            self.options,
            self.zones,
            self.sets,
            self.pools,
            self.memory,
            self.where,
            self.known,
            self.frames,
            self.queue,
            self.rng,
            self.ending,
            self.explicit,
            self.batches,
            self.drawn,
            self.answering,
            self.past,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.parts() == other.parts()

    __hash__ = None  # type: ignore[assignment]

    def key(self) -> str:
        """A fingerprint of what the rules can still read; the same in every process."""
        read = (
            self.players,
            self.options,
            self.zones,
            self.sets,
            self.pools,
            self.memory,
            self.frames,
            self.queue,
            self.ending,
            self.batches,
            self.drawn,
            self.answering,
            sorted(self.past),
        )
        return blake2b(json.dumps(read, separators=(",", ":")).encode(), digest_size=16).hexdigest()

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1: the next of splitmix64, its high 32 bits times n, shifted by 32."""
        self.rng, bits = splitmix64(self.rng)
        return (bits >> 32) * n >> 32


_STEP: Final = 0x9E3779B97F4A7C15
_FIRST: Final = 0xBF58476D1CE4E5B9
_SECOND: Final = 0x94D049BB133111EB


def splitmix64(state: int) -> tuple[int, int]:
    """The next state of the chance generator and its 64 bits (Steele, Lea and Flood 2014)."""
    state = (state + _STEP) & _MASK64
    z = ((state ^ (state >> 30)) * _FIRST) & _MASK64
    z = ((z ^ (z >> 27)) * _SECOND) & _MASK64
    return state, z ^ (z >> 31)


@cache
def _lanes(size: int) -> tuple[int, int, int, Struct]:
    """For `splitmix64_block`: a 1 in each lane of 128 bits, the steps to each lane's state, the lower half of
    all lanes, and what reads the bits 32 to 63 of each."""
    ones = sum(1 << 128 * i for i in range(size))
    steps = sum(((i + 1) * _STEP & _MASK64) << 128 * i for i in range(size))
    return ones, steps, ones * _MASK64, Struct("<" + "4xI8x" * size)


def splitmix64_block(state: int, size: int) -> tuple[int, ...]:
    """The high 32 bits of the next `size` results of `splitmix64`, all at once: side by side in one whole
    number, in lanes of 128 bits, so that no product of one reaches the next.

    >>> splitmix64_block(7, 2)[0] == splitmix64(7)[1] >> 32
    True
    """
    ones, steps, low, words = _lanes(size)
    z = (state * ones + steps) & low
    z = ((z ^ (z >> 30)) & low) * _FIRST & low
    z = ((z ^ (z >> 27)) & low) * _SECOND & low
    return words.unpack((z ^ (z >> 31)).to_bytes(16 * size, "little"))


class Random:
    """A stream of its own for choosing moves; the same generator as chance uses, in blocks that grow."""

    __slots__ = ("_block", "_last", "_size")

    def __init__(self, seed: int) -> None:
        self.state = splitmix64((seed ^ 0x5851F42D4C957F2D) & _MASK64)[1]

    @property
    def state(self) -> int:
        """Where the stream stands: the same numbers follow wherever it is set to the same."""
        return (self._last - len(self._block) * _STEP) & _MASK64

    @state.setter
    def state(self, state: int) -> None:
        self._block: list[int] = []
        self._last = state
        self._size = 4

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        if not self._block:
            self._fill()
        return self._block.pop() * n >> 32

    def _fill(self) -> None:
        self._size = min(2 * self._size, 64)
        self._block = [*reversed(splitmix64_block(self._last, self._size))]
        self._last = (self._last + self._size * _STEP) & _MASK64

    def numbers(self) -> Iterator[int]:
        """The stream's numbers of 32 bits, without end: `below(n)` is the next times n, shifted by 32. They
        are taken out of the stream in whole blocks."""
        return chain.from_iterable(self._blocks())

    def _blocks(self) -> Iterator[Sequence[int]]:
        block, self._block = self._block[::-1], []
        yield block
        while True:
            self._size = min(2 * self._size, 64)
            state, self._last = self._last, (self._last + self._size * _STEP) & _MASK64
            yield splitmix64_block(state, self._size)


# ---- small tools of the generated modules


def bits(mask: int) -> list[int]:
    """The numbers in a bit mask, rising.

    >>> bits(0b1010)
    [1, 3]
    """
    if mask < 512:
        return list(FEW[mask])
    rest = mask & mask - 1
    if not rest:
        return [mask.bit_length() - 1]
    if not rest & rest - 1:
        return [(mask ^ rest).bit_length() - 1, rest.bit_length() - 1]
    if mask <= _MASK64:
        return eight(_LOWEST, mask)
    if mask.bit_count() < SPARSE:
        return _sparse(mask)
    found, word = eight(_LOWEST, mask & _MASK64), 1
    while mask := mask >> 64:
        found += eight(byte_tables(64, 1, 64 * word), mask & _MASK64)
        word += 1
    return found


@lru_cache(maxsize=4096)
def members(mask: int) -> tuple[int, ...]:
    """The numbers in a bit mask, rising; remembered, for a hand is looked at again and again."""
    return tuple(bits(mask))


def _sparse(mask: int) -> list[int]:
    """The numbers in a mask that has few, from the highest down, then turned round."""
    found = []
    while mask:
        highest = mask.bit_length() - 1
        found.append(highest)
        mask ^= 1 << highest
    found.reverse()
    return found


# For each of eight bytes, and each value of it, the numbers that its bits stand for.
Bytes = tuple[tuple[tuple[int, ...], ...], ...]


def eight(tables: Bytes, mask: int) -> list[int]:
    """The numbers that eight bytes of a mask stand for. Written out: a loop takes three times as long."""
    a, b, c, d, e, f, g, h = tables
    i, j, k, l, m, n, o, p = mask.to_bytes(8, "little")  # noqa: E741
    return [*a[i], *b[j], *c[k], *d[l], *e[m], *f[n], *g[o], *h[p]]


_THREE: Final = Struct("<3Q").pack


def twenty_four(tables: Bytes, one: int, two: int, three: int) -> list[int]:
    """As `eight`, of three masks one after the other, with the tables of all three."""
    a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x = tables  # noqa: E741
    a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1, l1, m1, n1, o1, p1, q1, r1, s1, t1, u1, v1, w1, x1 = _THREE(
        one, two, three
    )
    # fmt: off
    return [
        *a[a1], *b[b1], *c[c1], *d[d1], *e[e1], *f[f1], *g[g1], *h[h1],
        *i[i1], *j[j1], *k[k1], *l[l1], *m[m1], *n[n1], *o[o1], *p[p1],
        *q[q1], *r[r1], *s[s1], *t[t1], *u[u1], *v[v1], *w[w1], *x[x1],
    ]
    # fmt: on


@cache
def byte_tables(size: int, stride: int, first: int) -> Bytes:
    """Tables for `eight`: bit 0 stands for `first`, each next one of `size` for `stride` more."""
    return tuple(
        tuple(
            tuple(first + stride * bit for bit in range(8 * i, 8 * i + 8) if byte >> bit - 8 * i & 1)
            if 8 * i < size
            else ()
            for byte in range(256)
        )
        for i in range(8)
    )


@cache
def numbering(size: int, stride: int, first: int) -> tuple[Bytes, ...]:
    """Tables for `spread`: for each 64 of so many spaces the move numbers, `first` for space 0, `stride` more
    for each next one."""
    return tuple(byte_tables(size - at, stride, first + stride * at) for at in range(0, max(size, 1), 64))


def spread(mask: int, numbers: tuple[Bytes, ...]) -> list[int]:
    """The move numbers of the spaces in a mask.

    >>> spread(0b101, numbering(3, 8, 2)), spread(1 << 64, numbering(65, 1, 5))
    ([2, 18], [69])
    """
    if len(numbers) == 1:
        return eight(numbers[0], mask)
    found: list[int] = []
    for tables in numbers:
        found += eight(tables, mask & _MASK64)
        mask >>= 64
    return found


REMEMBERED: Final = 4096  # entries of a table that fills as it is asked
SPARSE: Final = 9  # so many numbers are found as soon byte by byte

# the numbers in each mask of nine bits, and in those of 64
FEW: Final = tuple(tuple(bit for bit in range(9) if mask >> bit & 1) for mask in range(512))
_LOWEST: Final = byte_tables(64, 1, 0)
_A, _B, _C, _D, _E, _F, _G, _H = _LOWEST


def mask_of(items: Iterable[int]) -> int:
    """A bit mask of some numbers.

    >>> mask_of([1, 3]) == 0b1010
    True
    """
    mask = 0
    for item in items:
        mask |= 1 << item
    return mask


@lru_cache(maxsize=4096)
def turn_order(seats: int, start: int, players: int, step: int = 1) -> tuple[int, ...]:
    """The seats in a bit mask, clockwise from `start`; backwards by steps of -1.

    >>> turn_order(0b1011, 1, 4), turn_order(0b1011, 1, 4, -1)
    ((1, 3, 0), (1, 0, 3))
    """
    return tuple(seat for i in range(players) if seats >> (seat := (start + step * i) % players) & 1)


def next_seat(seat: int, among: int, players: int, step: int) -> int:
    """The next seat of a bit mask after a seat, itself where there is no other.

    >>> next_seat(1, 0b1011, 4, 1), next_seat(1, 0b1011, 4, -1), next_seat(1, 0b0010, 4, 1)
    (3, 0, 1)
    """
    return next(
        (other for i in range(1, players) if among >> (other := (seat + step * i) % players) & 1), seat
    )


def best_teams(
    ranks: Sequence[tuple[int, ...]], teams: Sequence[tuple[str, str, tuple[int, ...]]], share: bool
) -> list[int]:
    """The seats of the best team or teams: what the seats of a team have is added up.

    >>> best_teams([(1,), (5,), (3,), (0,)], (("odd", "odd", (0, 2)), ("even", "even", (1, 3))), True)
    [1, 3]
    """
    playing = [[seat for seat in seats if seat < len(ranks)] for _, _, seats in teams]
    sums = [[sum(each) for each in zip(*(ranks[seat] for seat in team), strict=True)] for team in playing]
    best = [team for team, rank in zip(playing, sums, strict=True) if rank == max(sums)]
    return sorted(seat for team in (best if share else best[:1]) for seat in team)


def within(index: int, size: int, line: int | str) -> int:
    """An index that lies on its axis. Raises RuleError with the line of the rules otherwise."""
    if not 0 <= index < size:
        raise RuleError(f"there is no such place: number {index + 1} of {size} (line {line})")
    return index


def readers(
    places: int, read: Iterable[tuple[int, int, int, int, int, int, int, int]]
) -> tuple[tuple[tuple[slice, tuple[None, ...]], ...], ...]:
    """For each place where kept values lie that read it, and as many times nothing. Zones are given by their
    first place, cells and owners, the first value, how far those of the next owner are, and how many there
    are; then how many cells a part of the zone has, and how far the values are that read the next part.

    >>> readers(3, [(1, 1, 2, 0, 5, 1, 1, 0)])
    ((), ((slice(0, 1, None), (None,)),), ((slice(5, 6, None), (None,)),))
    >>> readers(2, [(0, 2, 1, 0, 0, 1, 1, 3)])
    (((slice(0, 1, None), (None,)),), ((slice(3, 4, None), (None,)),))
    """
    found: list[list[tuple[slice, tuple[None, ...]]]] = [[] for _ in range(places)]
    for place, cells, owners, first, block, size, part, step in read:
        for cell in range(cells * owners):
            at = first + block * (cell // cells) + step * (cell % cells // part)
            found[place + cell].append((slice(at, at + size), (None,) * size))
    return tuple(map(tuple, found))


def one_each(items: Iterable[int], rows: Sequence[int]) -> list[int]:
    """The first component of each row, in order.

    >>> one_each([0, 1, 3], (5, 5, 6, 6))
    [0, 3]
    """
    first: dict[int, int] = {}
    for item in items:
        first.setdefault(rows[item], item)
    return list(first.values())


def most_alike(values: Sequence[int], lowest: int = 0) -> int:
    """The size of the largest group of equal values; what is below `lowest`, as none (-1), is not counted.

    >>> most_alike([2, 5, 2, -1, -1, -1]), most_alike([2, -1, -1], -2)
    (2, 2)
    """
    return max((values.count(value) for value in set(values) if value >= lowest), default=0)


def longest_run(values: Sequence[int], wild: int, jokers: int, fixed: int) -> int:
    """The most neighbours that are alike when words in the mask `wild` are alike to all and up to `jokers`
    others, not among the first `fixed`, are replaced. None (-1) breaks a run.

    >>> longest_run([0, 4, 0, 3], 1 << 4, 0, 0)
    3
    >>> longest_run([0, 1, 0, 0], 0, 1, 0), longest_run([1, 0, 0], 0, 1, 1)
    (4, 2)
    """
    kinds = {value for value in values if value >= 0 and not wild >> value & 1}
    return max((_run_of(kind, values, wild, jokers, fixed) for kind in kinds or {-2}), default=0)


def _run_of(kind: int, values: Sequence[int], wild: int, jokers: int, fixed: int) -> int:
    best = start = used = 0
    replaced: list[int] = []
    for i, value in enumerate(values):
        if value < 0 or (value != kind and not wild >> value & 1 and (i < fixed or not jokers)):
            start, used, replaced = i + 1, 0, []
            continue
        if value != kind and not wild >> value & 1:
            replaced.append(i)
            used += 1
            if used > jokers:
                start = replaced.pop(0) + 1
                used -= 1
        best = max(best, i + 1 - start)
    return best


def leading_alike(values: Iterable[int]) -> int:
    """How many at the start are the same; none (-1) ends it.

    >>> leading_alike([2, 2, 3, 2]), leading_alike([-1, 2]), leading_alike([])
    (2, 0, 0)
    """
    found = first = 0
    for value in values:
        if value < 0 or (found and value != first):
            break
        found, first = found + 1, value
    return found


def leading_different(values: Iterable[int]) -> int:
    """At how many from the start no two are the same; none (-1) ends it.

    >>> leading_different([2, 0, 3, 0]), leading_different([4, -1, 2]), leading_different([])
    (3, 1, 0)
    """
    found: list[int] = []
    for value in values:
        if value < 0 or value in found:
            break
        found.append(value)
    return len(found)


def leading(test: Callable[[int], object], items: Iterable[int]) -> list[int]:
    """The items up to the first that fails a test.

    >>> leading(lambda n: n < 3, (1, 2, 3, 1))
    [1, 2]
    """
    found = []
    for item in items:
        if not test(item):
            break
        found.append(item)
    return found


def rising(line: int, stops: int) -> int:
    """The members of a mask below the lowest that is in another.

    >>> bin(rising(0b111110, 0b11001001))
    '0b110'
    """
    stops &= line
    return line & (stops & -stops) - 1 if stops else line


def falling(line: int, stops: int) -> int:
    """The members of a mask above the highest that is in another.

    >>> bin(falling(0b111110, 0b11001001))
    '0b110000'
    """
    above = (stops & line).bit_length()
    return line >> above << above


def lowest(mask: int) -> int:
    """The lowest number in a mask, -1 if there is none.

    >>> lowest(0b1100), lowest(0)
    (2, -1)
    """
    return (mask & -mask).bit_length() - 1


def seen(goal: int, through: int, shift: int, reached: int) -> int:
    """The spaces from which a goal is seen through others, looking one way: a step adds `shift` to the number
    of a space, and `reached` are the spaces that have one.

    >>> bin(seen(0b10000, 0b01100, 1, 0b01111))
    '0b1110'
    """
    found = 0
    while goal:
        goal = (goal >> shift if shift > 0 else goal << -shift) & reached
        found |= goal
        goal &= through
    return found


def on_a_line(mask: int, lines: Sequence[int]) -> bool:
    """Are all spaces of one of some lines in a mask?

    >>> on_a_line(0b0111, (0b0011, 0b1100)), on_a_line(0b0101, (0b0011, 0b1100))
    (True, False)
    """
    for line in lines:
        if mask & line == line:
            return True
    return False


def masks_of(lines: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The masks of some lines.

    >>> masks_of(((0, 2), (1,)))
    (5, 2)
    """
    return tuple(map(mask_of, lines))


def lines_through(lines: Sequence[Sequence[int]], size: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """For each of so many spaces all that lies on its lines, and the lines, as masks.

    >>> lines_through(((0, 1), (1, 2)), 3)
    ((3, (3,)), (7, (3, 6)), (6, (6,)))
    """
    stars = [0] * size
    through: list[list[int]] = [[] for _ in range(size)]
    for line in lines:
        mask = mask_of(line)
        for space in line:
            stars[space] |= mask
            through[space].append(mask)
    return tuple((star, tuple(masks)) for star, masks in zip(stars, through, strict=True))


def new_line(mask: int, changed: int, through: Sequence[tuple[int, Sequence[int]]], length: int) -> bool:
    """Is a line whole that goes through a space that has changed? `through` has for each space all
    that lies on its lines, and the lines.

    >>> new_line(0b011, 0b001, ((0b011, (0b011,)), (0b111, (0b011, 0b110)), (0b110, (0b110,))), 2)
    True
    """
    changed &= mask
    while changed:
        low = changed & -changed
        star, lines = through[low.bit_length() - 1]
        if (mask & star).bit_count() >= length:
            for line in lines:
                if mask & line == line:
                    return True
        changed ^= low
    return False


Axes = dict[int, tuple[int, ...]]


def pictures(shown: Sequence[int], parts: Sequence[int]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each card the values that it shows, each with a mask of where: `shown` is what all parts of all
    cards show, `parts` how far from the corner of a card they lie.

    >>> pictures((5, 5, 7, 5), (1, 0))
    (((5, 3),), ((7, 2), (5, 1)))
    """
    found = []
    for first in range(0, len(shown) - len(parts) + 1, len(parts)):
        masks: dict[int, int] = {}
        for by, value in zip(parts, shown[first:], strict=False):
            masks[value] = masks.get(value, 0) | 1 << by
        found.append(tuple(masks.items()))
    return tuple(found)


def axes_of(lines: Sequence[Sequence[int]], through: int) -> Axes:
    """For each space, as a bit, the axes through it: the number of each and the bit that stands for the space
    on it, side by side, filled up to so many by an axis on which nothing lies. An axis is what lines lie on
    that share two spaces.

    >>> axes_of(((0, 1), (2, 3)), 2)
    {1: (0, 1, 2, 0), 2: (0, 2, 2, 0), 4: (1, 1, 2, 0), 8: (1, 2, 2, 0)}
    """
    axes: list[set[int]] = []
    for line in lines:
        spaces = set(line)
        for axis in [axis for axis in axes if len(axis & spaces) > 1]:
            axes.remove(axis)
            spaces |= axis
        axes.append(spaces)
    found: dict[int, list[int]] = {1 << space: [] for space in sorted(set().union(*axes))}
    for number, axis in enumerate(axes):
        for bit, space in enumerate(sorted(axis)):
            found[1 << space] += [number, 1 << bit]
    return {space: (*own, *[len(axes), 0] * (through - len(own) // 2)) for space, own in found.items()}


def filling(mask: int, axes: Axes) -> list[int]:
    """How far each axis is filled by the spaces of a mask.

    >>> filling(0b1011, axes_of(((0, 1), (2, 3)), 2))
    [3, 2, 0]
    """
    found = [0] * (max(number for own in axes.values() for number in own[::2]) + 2)
    for space, own in axes.items():
        if mask & space:
            for number, bit in zip(own[::2], own[1::2], strict=True):
                found[number] |= bit
    return found[: max(len(found) - 1, 1)]


def spaces_filling(lines: Sequence[int], axes: Axes) -> int:
    """The spaces that fill axes so far.

    >>> spaces_filling([3, 2, 0], axes_of(((0, 1), (2, 3)), 2)) == 0b1011
    True
    """
    return sum(space for space, own in axes.items() if lines[own[0]] & own[1])


def rows_of(length: int, size: int) -> tuple[bool, ...]:
    """For each filling of an axis of up to so many spaces: are there so many in a row?

    >>> rows_of(2, 3)
    (False, False, False, True, False, False, True, True)
    """
    runs = [((1 << length) - 1) << at for at in range(size - length + 1)]
    return tuple(any(mask & run == run for run in runs) for mask in range(1 << size))


def lowest_free(free: int, ways: Sequence[int]) -> dict[int, int]:
    """The lowest free space of each way that has one, by the number of the way.

    >>> lowest_free(0b1010, (0b0011, 0b0100, 0b1000))
    {0: 1, 2: 3}
    """
    return {way: lowest(free & mask) for way, mask in enumerate(ways) if free & mask}


def above_on(ways: Sequence[int]) -> tuple[int, ...]:
    """For each space the next on its way, -1 where it is the last.

    >>> above_on((0b0101, 0b0010))
    (2, -1, -1)
    """
    found: dict[int, int] = {}
    for mask in ways:
        spaces = bits(mask)
        found.update(zip(spaces, [*spaces[1:], -1], strict=True))
    return tuple(found.get(space, -1) for space in range(max(found) + 1))


Rays = tuple[tuple[int, int, bool], ...]


def rays_from(rays: Sequence[Sequence[int]], ways: int) -> tuple[Rays, ...]:
    """For each space its rays, so many of them: the first space on one, as a bit, its mask, and whether the
    numbers of its spaces rise.

    >>> rays_from(((1, 2), (), (2,), (0,), (), (1, 0)), 2)
    (((2, 6, True),), ((4, 4, True), (1, 1, False)), ((2, 3, False),))
    """
    return tuple(
        tuple((1 << ray[0], mask_of(ray), ray[0] > at // ways) for ray in rays[at : at + ways] if ray)
        for at in range(0, len(rays), ways)
    )


def enclosed(rays: Rays, through: int, goal: int) -> int:
    """The spaces of `through` that lead away along rays without a gap, to one of `goal`.

    >>> enclosed(((2, 14, True),), 0b0110, 0b1000), enclosed(((2, 14, True),), 0b0110, 0b0001)
    (6, 0)
    """
    found = 0
    for first, ray, rises in rays:
        if through & first:
            stops = ray & ~through
            if rises:
                stop = stops & -stops
                if stop & goal:
                    found |= ray & (stop - 1)
            elif stops:
                stop = 1 << stops.bit_length() - 1
                if stop & goal:
                    found |= ray & -stop ^ stop
    return found


def nth_bit(mask: int, k: int) -> int:
    """The k-th number in a mask, from 0; there must be one.

    >>> nth_bit(0b10110, 0), nth_bit(0b10110, 2), nth_bit(1 << 200, 0)
    (1, 4, 200)
    """
    at = 0
    while mask > _MASK64:
        word = mask & _MASK64
        count = word.bit_count()
        if k < count:
            mask = word
            break
        k -= count
        at += 64
        mask >>= 64
    for byte in mask.to_bytes(8, "little"):
        inside = _A[byte]
        if k < len(inside):
            return at + inside[k]
        k -= len(inside)
        at += 8
    raise IndexError("there are not so many")


def seats_with_most(ranks: Sequence[int], share: bool) -> list[int]:
    """The seats with the highest rank; where they do not `share`, the first of them.

    >>> seats_with_most([3, 3], True), seats_with_most([3, 3], False)
    ([0, 1], [0])
    """
    best = max(ranks)
    first = [seat for seat, rank in enumerate(ranks) if rank == best]
    return first if share else first[:1]


def now_connects(
    memory: list[int], slot: int, within: int, changed: int, one: int, other: int, near: Sequence[int]
) -> bool:
    """Do the spaces of `within` join one of `one` to one of `other`? Slot `slot` keeps those that are joined
    to `one`; only what has changed since is looked at, unless one of them has gone.

    >>> memory = [0]
    >>> near = (0b0010, 0b0101, 0b1010, 0b0100)
    >>> now_connects(memory, 0, 0b0011, 0b0011, 0b0001, 0b1000, near), memory
    (False, [3])
    >>> now_connects(memory, 0, 0b1111, 0b1100, 0b0001, 0b1000, near)
    True
    """
    joined = memory[slot]
    if not changed & (joined | within):
        return joined & other != 0
    fresh = changed & within
    if joined & ~within:
        joined, fresh = 0, within
    start = fresh & one
    while fresh:
        low = fresh & -fresh
        if near[low.bit_length() - 1] & joined:
            start |= low
        fresh ^= low
    if start:
        joined |= region(start, within & ~joined | start, near)
    memory[slot] = joined
    return joined & other != 0


def region(start: int, within: int, near: Sequence[int]) -> int:
    """The spaces of `within` that are reached from those of `start` inside it, as masks; `near` has the
    neighbours of each space.

    >>> region(0b00001, 0b11011, (0b00010, 0b00101, 0b01010, 0b10100, 0b01000))
    3
    """
    found = wave = start & within
    while wave:
        around = 0
        while wave:
            low = wave & -wave
            around |= near[low.bit_length() - 1]
            wave ^= low
        wave = around & within & ~found
        found |= wave
    return found


def connects(within: int, one: int, other: int, near: Sequence[int]) -> bool:
    """Do the spaces of `within` join one of `one` to one of `other`?

    >>> connects(0b0111, 0b0001, 0b0100, (0b0010, 0b0101, 0b1010, 0b0100))
    True
    """
    return within & one != 0 and within & other != 0 and region(one, within, near) & other != 0


class Payable(dict[tuple[int, ...], int]):
    """By how many of each word there are: which of some multisets of words they can pay for, as a mask of
    their numbers. Each is worked out when it is first asked for.

    >>> bin(Payable(((), (0,), (1,), (0, 0), (0, 1)))[2, 0])
    '0b1011'
    """

    def __init__(self, multisets: Sequence[tuple[int, ...]]) -> None:
        super().__init__()
        self._needs = [[(word, needs.count(word)) for word in set(needs)] for needs in multisets]

    def __missing__(self, counts: tuple[int, ...]) -> int:
        if len(self) >= REMEMBERED:
            self.clear()
        self[counts] = found = mask_of(
            number
            for number, needs in enumerate(self._needs)
            if all(counts[word] >= count for word, count in needs)
        )
        return found


def pick(state: State, items: Sequence[int], first: int) -> int:
    """A random one, all alike likely; as a chance node its move is `first` plus the item. Raises RuleError
    when there is none."""
    if not items:
        raise RuleError("there is nothing to draw from")
    if state.explicit:
        return drawn(state, [(first + item, 1) for item in items]) - first
    if state.drawn:
        return given(state, items)
    return items[state.below(len(items))]


def given(state: State, items: Sequence[int]) -> int:
    """What an example says that chance gives next. Raises RuleError when chance could not."""
    item = state.drawn.pop(0)
    if item not in items:
        raise RuleError("what the example gives to be drawn next cannot be drawn here")
    return item


def weighed(state: State, items: Sequence[int], weights: Sequence[int], first: int, line: int | str) -> int:
    """A random one by weight; as a chance node as in `pick`. Raises RuleError when no weight can be drawn."""
    if not any(weights) or min(weights) < 0:
        raise RuleError(f"these weights are no chances: {list(weights)} (line {line})")
    if state.explicit:
        odds = [(first + item, weight) for item, weight in zip(items, weights, strict=True) if weight]
        return drawn(state, odds) - first
    if state.drawn:
        return given(state, items)
    at = state.below(sum(weights))
    return items[bisect_right(list(accumulate(weights)), at)]


def came(state: State, parts: Sequence[object]) -> int:
    """How often a position has come at this place of the rules, with this time; `past` keeps it. `parts` tell
    positions apart beside the zones and pools."""
    text = json.dumps((parts, state.zones, state.sets, state.pools), separators=(",", ":"))
    position = int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "big")
    state.past = (*state.past, position)
    return state.past.count(position)


# ---- words of other languages

# What engines say of themselves; a table of translations may hold these beside the texts of the rules.
WORDS: Final = (
    "decline",
    "total",
    "nothing",
    "and",
    "yes",
    "no",
    "chance",
    "the game is over",
    "{action} is not offered now",
    "there is nothing to choose for {pick}",
    "{value} cannot be chosen for {pick}; {values} can",
    "{value} cannot be chosen for {pick}",
)


LISTED: Final = 6  # values that a refusal lists


def in_words(word: str, table: Mapping[str, str]) -> str:
    """A word as a table has it, whole or part by part.

    >>> table = {"clay": "argile", "sand": "sable", "and": "et", "a Fruit": "un fruit", "red": "rouge"}
    >>> in_words("clay and sand", table), in_words("pair(sand, clay)", table)
    ('argile et sable', 'pair(sable, argile)')
    >>> in_words("a Fruit (red)", table), in_words("red, 2", table), in_words("red 2", table)
    ('un fruit (rouge)', 'rouge, 2', 'rouge 2')
    """
    if not table or word in table:
        return table.get(word, word)
    head, bracket, rest = word.partition("(")
    if bracket and rest.endswith(")"):
        name = head.rstrip()
        return f"{in_words(name, table)}{head[len(name) :]}({in_words(rest[:-1], table)})"
    for mark in (", ", " and "):
        if mark in word:
            joined = mark.replace("and", table.get("and", "and"))
            return joined.join(in_words(part, table) for part in _known_parts(word, mark, table))
    parts = _known_parts(word, " ", table)
    known = all(part in table or part.isdecimal() for part in parts)
    return " ".join(table.get(part, part) for part in parts) if known else word


def _known_parts(word: str, mark: str, table: Mapping[str, str]) -> list[str]:
    """A word cut at a mark, but not inside what the table has with the mark in it."""
    rest, found = word.split(mark), []
    while rest:
        size = next((n for n in range(len(rest), 1, -1) if mark.join(rest[:n]) in table), 1)
        found.append(mark.join(rest[:size]))
        rest = rest[size:]
    return found


def in_sentence(text: str, table: Mapping[str, str]) -> str:
    """A sentence as a table has it; clauses in brackets at its end stay.

    >>> in_sentence("no coin is left (L-2)", {"no coin is left": "plus de pièces"})
    'plus de pièces (L-2)'
    """
    if text in table:
        return table[text]
    said, space, clauses = text.rpartition(" (")
    if space and said in table:
        return f"{table[said]}{space}{clauses}"
    for template in WORDS:
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^(]+?)", re.escape(template)) + r"(?P<_per> \(.*\))?"
        found = re.fullmatch(pattern, text) if "{" in template else None
        if found:
            return filled(table.get(template, template), found.groupdict()) + (found["_per"] or "")
    return text


def filled(text: str, values: Mapping[str, str]) -> str:
    """A text with its places filled in, each once.

    >>> filled("paint {k} {x}", {"k": "{x}"})
    'paint {x} {x}'
    """
    return re.sub(r"\{(\w+)\}", lambda m: values.get(m[1], m[0]), text)


# ---- chance


@dataclass(frozen=True, slots=True)
class Hidden:
    """What shuffling needs of a record: where its components start in `known`, the chance moves that tell a
    component's row and back, and by component its row and its back. `lists` is where set places start."""

    base: int
    rows_at: int
    backs_at: int
    rows: tuple[int, ...]
    backs: tuple[int, ...]
    lists: int


OPEN_BACK: Final = 63


def unknown(batch: int, back: int) -> int:
    """What lies where a component of a batch will turn out to be; always below -1."""
    return -2 - 64 * batch - back


def drawn(state: State, outcomes: list[tuple[int, int]]) -> int:
    """The move that the next chance node gave. Raises NeedChance when it is not known yet."""
    if len(outcomes) == 1:
        return outcomes[0][0]
    if not state.drawn:
        raise NeedChance(outcomes)
    return state.drawn.pop(0)


def shuffle(state: State, at: int, hidden: Hidden, seen: int, backs: bool) -> None:
    """A random order for a list place (Fisher-Yates from the end); what was known is forgotten, but for the
    seats that see into the place (`seen`) and the backs, where they show."""
    zone = state.zones[at]
    if state.explicit:
        _open_order(state, zone, hidden, seen, backs)
        return
    numbers = splitmix64_block(state.rng, max(len(zone) - 1, 0))  # as `below` would give them, one by one
    state.rng = (state.rng + len(numbers) * _STEP) & _MASK64
    for i, number in zip(range(len(zone) - 1, 0, -1), numbers, strict=True):
        j = number * (i + 1) >> 32
        zone[i], zone[j] = zone[j], zone[i]
    for component in zone:
        state.known[hidden.base + component] = seen


def _open_order(state: State, zone: list[int], hidden: Hidden, seen: int, backs: bool) -> None:
    """The order is left open: a new batch, and in each place what will be one of it."""
    mask = 0
    for i in range(len(zone)):
        mask |= _absorbed(state, zone, i, hidden)
    if mask.bit_count() < 2:
        at = next(at for at, other in enumerate(state.zones) if other is zone)
        for component in bits(mask):
            zone[:] = [component]
            state.where[hidden.base + component], state.known[hidden.base + component] = at, seen
        return
    state.batches.append(mask)
    batch = len(state.batches) - 1
    for component in bits(mask):
        state.where[hidden.base + component] = -2
        state.known[hidden.base + component] = 0
    zone[:] = [unknown(batch, OPEN_BACK)] * len(zone)
    for i in range(len(zone)):
        if seen:
            told(state, zone, i, hidden, seen)
        elif backs:
            turned(state, zone, i, hidden)


def _absorbed(state: State, zone: list[int], i: int, hidden: Hidden) -> int:
    """The components that an open place adds to a new batch: all of its batch if it lies here alone."""
    value = zone[i]
    if value >= 0:
        return 1 << value
    batch = (-2 - value) // 64
    elsewhere = any(
        other is not zone and any((-2 - v) // 64 == batch for v in other if v < 0) for other in state.zones
    )
    if not elsewhere:
        mask, state.batches[batch] = state.batches[batch], 0
        return mask
    return 1 << told(state, zone, i, hidden, 0)


def told(state: State, zone: list[int], i: int, hidden: Hidden, seen: int) -> int:
    """Which component lies in an open place: a chance node, equal components together."""
    batch, back = divmod(-2 - zone[i], 64)
    backs = _backs_of(state, batch, hidden)
    free = {b: n - promised for b, (n, promised) in backs.items()} if back == OPEN_BACK else {back: 1}
    parts = lcm(*(backs[b][0] for b in free))
    weights: dict[int, int] = {}
    for component in bits(state.batches[batch]):
        share = free.get(hidden.backs[component], 0)
        if share:
            row = hidden.rows[component]
            weights[row] = weights.get(row, 0) + share * parts // backs[hidden.backs[component]][0]
    whole = gcd(*weights.values())
    row = (
        drawn(state, [(hidden.rows_at + row, weight // whole) for row, weight in sorted(weights.items())])
        - hidden.rows_at
    )
    component = next(c for c in bits(state.batches[batch]) if hidden.rows[c] == row)
    state.batches[batch] &= ~(1 << component)
    zone[i] = component
    state.where[hidden.base + component] = next(at for at, other in enumerate(state.zones) if other is zone)
    state.known[hidden.base + component] |= seen
    return component


def _backs_of(state: State, batch: int, hidden: Hidden) -> dict[int, tuple[int, int]]:
    """For each back in a batch: how many components have it, and how many places are known to show it."""
    found: dict[int, tuple[int, int]] = {}
    for component in bits(state.batches[batch]):
        number, _ = found.get(hidden.backs[component], (0, 0))
        found[hidden.backs[component]] = number + 1, 0
    for zone in state.zones:
        for value in zone:
            if value < -1 and (-2 - value) // 64 == batch and (-2 - value) % 64 != OPEN_BACK:
                number, promised = found[(-2 - value) % 64]
                found[(-2 - value) % 64] = number, promised + 1
    return found


def turned(state: State, zone: list[int], i: int, hidden: Hidden) -> None:
    """Which back lies in an open place: a chance node."""
    batch, back = divmod(-2 - zone[i], 64)
    if back != OPEN_BACK:
        return
    left = {b: number - promised for b, (number, promised) in _backs_of(state, batch, hidden).items()}
    outcomes = [(hidden.backs_at + b, weight) for b, weight in sorted(left.items()) if weight > 0]
    zone[i] = unknown(batch, drawn(state, outcomes) - hidden.backs_at)


def entering(state: State, source: int, index: int, to: int, hidden: Hidden, seen: int, backs: bool) -> int:
    """What an open place holds when it is moved on: told where somebody sees it, or in a set."""
    zone = state.zones[source]
    i = index % len(zone)
    if seen or to >= hidden.lists:
        return told(state, zone, i, hidden, 0)
    if backs:
        turned(state, zone, i, hidden)
    return zone[i]


def run_explicit(
    state: State, step: Callable[[State], bool], answer: Callable[[State, int], bool], chosen: int | None
) -> None:
    """Runs with explicit chance: a step that needs a random value is taken back, and a chance node opened."""
    if chosen is not None and state.to_move == CHANCE:
        state.drawn.append(chosen)
    elif chosen is not None:
        state.answering = chosen
    for _ in range(BUDGET):
        before = state.copy()
        try:
            stop = _one_step(state, step, answer)
        except NeedChance as need:
            state.become(before)
            state.to_move = CHANCE
            state.legal = [move for move, _ in need.outcomes]
            state.odds = [weight for _, weight in need.outcomes]
            return
        state.drawn = []
        if stop:
            state.odds = []
            return
    raise RuleError("the rules run on and on without a decision")


def _one_step(state: State, step: Callable[[State], bool], answer: Callable[[State, int], bool]) -> bool:
    if state.answering >= 0:
        move, state.answering = state.answering, -1
        return answer(state, move)
    return step(state)


# ---- what a generated engine tells the face


@dataclass(frozen=True, slots=True)
class MoveGroup:
    """The moves of one action or decision: numbers `base` to `base + count - 1`.

    `text` is the name with {pick} places; `picks` holds, for each pick, its name, how many values it has,
    their words, and the record if they are components. `declines` says that the last number declines,
    `chance` that only chance makes these moves."""

    name: str
    base: int
    count: int
    text: str
    picks: tuple[tuple[str, tuple[str, ...], str | None], ...]
    declines: bool
    chance: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A zone for views: `sort` is list, set or pool; `item` the record or piece; cells have names."""

    name: str
    text: str
    sort: str
    item: str
    at: int
    cells: tuple[str, ...]
    of_player: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """A memory or token for views: how to show a value (`words` by value, or numbers), `is_set` for masks;
    `record` is what it holds components of, if it does."""

    name: str
    text: str
    at: int
    cells: tuple[str, ...]
    of_player: bool
    words: tuple[str, ...]
    low: int
    high: int
    is_set: bool
    record: str | None


@dataclass(frozen=True, slots=True)
class Record:
    """A record for views: where its components start, their ids, and their visible columns as words; `unseen`
    is what one is called that cannot be told."""

    name: str
    base: int
    ids: tuple[str, ...]
    backs: tuple[str, ...]
    all_backs: tuple[str, ...]
    unseen: str = "?"


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option: its words with their values, and the default value."""

    name: str
    values: tuple[tuple[str, int], ...]
    default: int
    text: str


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A score line: its name, what the sheet prints, its clauses, the function of (state, seat); who can tell
    it before the end: `all`, the `own` seat, `none`; the bounds of what it is worth, where they are known."""

    name: str
    text: str
    clauses: tuple[str, ...]
    value: Callable[[State, int], int]
    seen: str = "all"
    low: int | None = None
    high: int | None = None


def _stuck(state: State) -> None:
    raise RuleError("these rules have no way on")


@dataclass(frozen=True, slots=True)
class Rules:
    """All that the face needs of one game.

    `held` tells by step which values of a frame are components: their index, their record, and whether it is
    `one`, a `list` or a `set`. `together` tells of the steps where seats decide together: where a frame keeps
    the seats and what each has chosen (-1: nothing yet), and the function of (state, seat) that gives what
    one may choose. `random`: does anything happen by chance? What `apply` does is told in two parts where it
    is known: `answers` by step give the answer and tell whether somebody decides by then; if not, `run` goes
    on. `starts` keeps how games start, by players and options, once one has been made. `boards` holds
    the name, the first space, how many, the first mask, how many pieces, and whether each player has
    one. Where `shadows` is not -1, `sets` has from there on a mask of what lies in each list. `tallies` says
    of some lists where `pools` counts what is printed on what lies there, and in which columns. `kept`
    tells which functions keep what they have found, where it lies, and of each number that they are given the
    lowest, how many there are, and how far apart. `endless` is the ending of a game whose rules do not stop,
    where that is not ruled out."""

    name: str
    title: str
    version: str
    meaning: str
    low: int
    high: int
    seats: tuple[str, ...]
    lists: int
    groups: tuple[MoveGroup, ...]
    places: tuple[Place, ...]
    cells: tuple[Cell, ...]
    records: tuple[Record, ...]
    options: tuple[OptionInfo, ...]
    sees: tuple[int, ...]
    backs: tuple[bool, ...]
    endings: tuple[tuple[str, str], ...]
    texts: Mapping[str, Mapping[str, str]]
    pieces: tuple[tuple[str, int], ...]
    reactions: tuple[str, ...]
    least_wins: bool
    reads_hidden: str
    start: Callable[[int, tuple[int, ...], int], State]
    set_up: Callable[[State], None]
    begin: Callable[[State], None]
    apply: Callable[[State, int], None]
    refresh: Callable[[State], None]
    why: Callable[[State, str, tuple[int, ...] | None], list[str]]
    sheet: tuple[ScoreLine, ...]
    winners: Callable[[State], list[int]]
    claims: Callable[[State], list[str]]
    held: Mapping[int, tuple[tuple[int, str, str], ...]]
    paid: bool = False
    teams: tuple[tuple[str, str, tuple[int, ...]], ...] = ()
    together: Mapping[int, tuple[int, int, Callable[[State, int], list[int]]]] = field(default_factory=dict)
    random: bool = True
    answers: Mapping[int, Callable[[State, list[Any], int], bool]] = field(default_factory=dict)
    run: Callable[[State], None] = _stuck
    starts: dict[tuple[int, tuple[int, ...]], State] = field(default_factory=dict)
    shadows: int = -1
    tallies: Mapping[int, tuple[tuple[int, Sequence[int]], ...]] = field(default_factory=dict)
    boards: tuple[tuple[str, int, int, int, int, bool], ...] = ()
    kept: tuple[tuple[Callable[..., object], int, tuple[tuple[int, int, int], ...]], ...] = ()
    endless: int = -1


HELD = tuple(f"_held_{number}" for number in range(12))  # places for what light games hold


class Game:
    """A game in play: make one with `new`, ask `to_move` and `legal_moves`, `apply` one of them.

    `apply` refuses what is not legal (IllegalMove). With `history=True` each seat's perfect recall is kept
    for `information_key`; with `debug=True` all that must always hold is tested after each move (RuleError).
    Copies start without undo history.

    Nothing is kept for `undo` until it is asked for: the position before the last move is then found by
    playing the others again from `_root`, the position after `_rooted` moves (None: the start). From then on
    `_past` keeps each position. Moves below `_floor` are not taken back. `_careful` says that `apply` has to
    do more than to play: to keep positions, to remember what seats see, or to test. `_to_move`, `_over`,
    `_ended` and the places of HELD belong to light games.
    """

    __slots__ = (
        "_careful",
        "_debug",
        "_ended",
        "_floor",
        "_keep",
        "_over",
        "_past",
        "_root",
        "_rooted",
        "_seen",
        "_to_move",
        "movers",
        "moves",
        "rules",
        "seed",
        "state",
        *HELD,
    )

    _to_move: int | None
    _over: bool
    _ended: tuple[Any, ...]

    def __init__(
        self,
        rules: Rules,
        state: State,
        seed: int,
        history: bool = False,
        debug: bool = False,
        fresh: bool = False,
    ) -> None:
        self.rules = rules
        self.state = state
        self.seed = seed
        self.moves: list[int] = []
        self.movers: list[int] = []
        self._past: dict[int, tuple[Any, ...]] | None = None
        self._root = None if fresh else state.copy()
        self._rooted = self._floor = 0
        self._keep = history
        self._debug = debug
        self._careful = history or debug or state.explicit or not rules.answers
        self._seen: list[list[list[str]]] = []
        if history:
            self._seen = [[] for _ in range(state.players)]
            self._remember([])
        if debug:
            self._test()

    # ---- asking

    @property
    def players(self) -> int:
        """How many play."""
        return self.state.players

    @property
    def to_move(self) -> int | None:
        """The seat that decides now; CHANCE at a chance node; None when the game is over."""
        return self.state.to_move

    @property
    def deciding(self) -> tuple[int, ...]:
        """All seats that decide now. Where they decide together, `apply` takes the move of any of them."""
        found = together(self.rules, self.state)
        if found is None:
            return () if self.state.to_move in (None, CHANCE) else (self.state.to_move,)
        return tuple(seat for seat, move in found.items() if move < 0)

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.state.ending >= 0

    @property
    def ending(self) -> str | None:
        """The name of the ending that came true."""
        return self.rules.endings[self.state.ending][0] if self.over else None

    def legal_moves(self, seat: int | None = None) -> list[int]:
        """The moves that the seat to move may choose, or another that decides now, in a fixed order."""
        if seat is None or seat == self.state.to_move:
            return self.state.legal[:]
        return self._choices()(self.state, seat) if seat in self.deciding else []

    def _choices(self) -> Callable[[State, int], list[int]]:
        """What may be chosen where seats decide together."""
        return self.rules.together[self.state.frames[-1][0]][2]

    def n_legal(self) -> int:
        """How many legal moves there are."""
        return len(self.state.legal)

    def nth_legal(self, k: int) -> int:
        """The k-th legal move, from 0. Raises IllegalMove where there is none."""
        legal = self.state.legal
        if not 0 <= k < len(legal):
            raise IllegalMove(
                "the game is over" if self.over else f"legal moves are 0 to {len(legal) - 1}, not {k}"
            )
        return legal[k]

    def random_move(self, rng: Random) -> int:
        """One legal move, all alike likely, at a chance node by its odds; `rng` needs `below(n)`. Raises
        IllegalMove when the game is over."""
        legal, odds = self.state.legal, self.state.odds
        if odds:
            return legal[bisect_right(list(accumulate(odds)), rng.below(sum(odds)))]
        if not legal:
            raise IllegalMove("the game is over")
        return legal[rng.below(len(legal))]

    def name(self, move: int, lang: str | None = None, seat: int | None = None) -> str:
        """What a move is called, for people. For a `seat`, components that it cannot tell are only called
        what they are, `a Fruit (green)`."""
        return self._named(move, lang, seat, None)

    def picked(self, move: int, lang: str | None = None, seat: int | None = None) -> list[str]:
        """The words of a move's picks, as `name` has them; none when it declines."""
        return self._picked(move, lang, seat, None)

    def translate(self, text: str, lang: str | None) -> str:
        """A text of the rules in another language, where the ruleset has it."""
        return self.rules.texts.get(lang, {}).get(text, text) if lang else text

    def word(self, word: str, lang: str | None) -> str:
        """A word for a value (`clay`, `clay and sand`, an id) in another language."""
        return in_words(word, self.rules.texts.get(lang, {})) if lang else word

    def action(self, move: int) -> str:
        """The name of the action or decision that a move belongs to."""
        return self.decode(move)[0].name

    def move_named(self, name: str) -> int | None:
        """The legal move with that name, if there is one."""
        return next((move for move in self.state.legal if self.name(move) == name), None)

    def why_not(self, action: str, *picks: int, lang: str | None = None) -> list[str]:
        """Why an action cannot be played now: the rules' sentences with their clauses; empty if it can.

        `picks` are indices into the words of its picks: all of them, or none for the action as a whole.
        Raises ValueError for what is no action, and for picks that it does not have."""
        self._asked(action, picks)
        found = self.rules.why(self.state, action, picks or None)
        table = self.rules.texts.get(lang, {}) if lang else {}
        return [self._why(sentence, action, picks, table) for sentence in found]

    def _why(self, sentence: str, action: str, picks: tuple[int, ...], table: Mapping[str, str]) -> str:
        """A sentence in a language; what cannot be chosen is named, and what can be where that is little."""
        refused = re.match(r"\{(\w+)\} cannot be chosen for \w+", sentence)
        if refused is None:
            return in_sentence(sentence, table) if table else sentence
        group = next(group for group in self.rules.groups if group.name == action)
        at = [name for name, *_ in group.picks].index(refused[1])
        _, words, record = group.picks[at]
        values = {refused[1]: in_words(words[picks[at]], table)}
        others = self._others(group, picks[:at]) if record is None else []
        if 0 < len(others) <= LISTED:
            values["others"] = ", ".join(in_words(words[other], table) for other in others)
            sentence = f"{refused[0]}; {{others}} can{sentence[refused.end() :]}"
        return filled(in_sentence(sentence, table), values)

    def _others(self, group: MoveGroup, before: tuple[int, ...]) -> list[int]:
        """What can be chosen after some picks of a move."""
        inside = range(group.base, group.base + group.count)
        legal = [self.decode(move)[1] or () for move in self.state.legal if move in inside]
        size = len(before)
        return list(dict.fromkeys(picks[size] for picks in legal if picks[:size] == before))

    def _asked(self, action: str, picks: tuple[int, ...]) -> None:
        groups = {group.name: group for group in self.rules.groups if not group.chance}
        if action not in groups:
            near = get_close_matches(str(action), groups, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(groups)}"
            raise ValueError(f"there is no action {action!r}; {hint}")
        wanted = [(name, len(words)) for name, words, _ in groups[action].picks]
        if picks and len(picks) != len(wanted):
            names = f" ({', '.join(name for name, _ in wanted)})" if wanted else ""
            raise ValueError(f"{action} takes {len(wanted)} picks{names}, not {len(picks)}")
        for (name, size), value in zip(wanted, picks, strict=False):
            if value not in range(size):
                raise ValueError(f"{name} of {action} is a number from 0 to {size - 1}, not {value!r}")

    def _sits(self, seat: int) -> int:
        """The seat, if somebody plays there. Raises ValueError."""
        if seat not in range(self.players):
            raise ValueError(f"there is no seat {seat!r}: seats are 0 to {self.players - 1}")
        return seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The moves of the open chance node with their probabilities; empty when chance is sampled."""
        total = sum(self.state.odds)
        return [(move, odds / total) for move, odds in zip(self.state.legal, self.state.odds, strict=False)]

    def decode(self, move: int) -> tuple[MoveGroup, tuple[int, ...] | None]:
        """A move's group and its picks as indices into their words; None declines. Raises IllegalMove."""
        groups = self.rules.groups
        at = bisect_right(groups, move, key=lambda group: group.base) - 1
        if at < 0 or not 0 <= move - groups[at].base < groups[at].count:
            raise IllegalMove(f"there is no move {move}")
        group, rest = groups[at], move - groups[at].base
        if group.declines and rest == group.count - 1:
            return group, None
        picks = []
        for _, words, _ in reversed(group.picks):
            rest, value = divmod(rest, len(words))
            picks.append(value)
        return group, tuple(reversed(picks))

    # ---- playing

    def apply(self, move: int, seat: int | None = None) -> None:
        """Plays a legal move; the rules go on to the next decision. Raises IllegalMove."""
        state = self.state
        if seat is not None or self._careful:
            self._apply_carefully(move, seat)
            return
        if move not in state.legal:
            raise IllegalMove(self._refusal(move))
        self.moves.append(move)
        self.movers.append(state.to_move or 0)
        rules, frame = self.rules, state.frames[-1]
        if not rules.answers[frame[0]](state, frame, move):
            rules.run(state)

    def _apply_carefully(self, move: int, seat: int | None) -> None:
        """As `apply`, for a seat that is named, and with what the game was asked to do besides."""
        state = self.state
        legal = state.legal if seat is None else self.legal_moves(seat)
        if move not in legal:
            raise IllegalMove(self._refusal(move))
        if self._past is not None:
            self._past[len(self.moves)] = state.packed()
        if seat is not None and seat != state.to_move:
            state.to_move, state.legal = seat, legal
        mover = CHANCE if state.to_move is None else state.to_move
        self.moves.append(move)
        self.movers.append(mover)
        shown = self._shown_by(mover, move) if self._keep else []
        self.rules.apply(state, move)
        if self._keep:
            self._remember(shown)
        if self._debug:
            self._test()

    def _test(self) -> None:
        """Raises RuleError when something does not hold that must always."""
        if found := self.check():
            raise RuleError(f"after {len(self.moves)} moves: {'; '.join(found)}")

    def _refusal(self, move: int) -> str:
        if self.over:
            return "the game is over"
        if not isinstance(move, int):
            return f"a move is a whole number, not {move!r}"
        return f"'{self.name(move)}' is not a legal move now"

    def undo(self) -> None:
        """Takes the last move back, exactly. Raises IllegalMove when there is none."""
        ply = len(self.moves) - 1
        if ply < self._floor:
            raise IllegalMove("there is no move to take back")
        if self._past is None or ply not in self._past:
            self._replay(ply)
        assert self._past is not None
        self.state = self.state.unpacked(self._past.pop(ply))
        self.moves.pop()
        self.movers.pop()
        for seen in self._seen:
            seen.pop()

    def _replay(self, ply: int) -> None:
        """Finds the position before a move by playing the others again; keeps it, and some of those before.

        Raises IllegalMove when the moves do not lead to this position: it was changed by hand."""
        past = self._past = {} if self._past is None else self._past
        self._careful = True
        at = max(past, default=self._rooted)
        state = self.state.unpacked(past[at]) if past else self._rooted_state()
        for number in range(at, ply):
            if number >= self._floor and (number % EVERY == 0 or ply - number <= EVERY):
                past[number] = state.packed()
            self._again(state, number)
        past[ply] = state.packed()
        try:
            self._again(state, ply)
        except RuleError:
            return
        if state != self.state:
            del past[ply]
            raise IllegalMove("this position was changed by hand, so no move can be taken back")

    def _again(self, state: State, number: int) -> None:
        """Plays one of the moves in another state."""
        mover = self.movers[number]
        if mover != state.to_move:
            state.to_move = mover
        self.rules.apply(state, self.moves[number])

    def _rooted_state(self) -> State:
        if self._root is not None:
            return self._root.copy()
        state = self.state
        return started(self.rules, state.players, state.options, self.seed, state.explicit).state

    def copy(self) -> Game:
        """An equal and independent game, without undo history."""
        other = Game.__new__(Game)
        other.rules, other.seed, other.state = self.rules, self.seed, self.state.copy()
        other.moves, other.movers, other._floor = self.moves[:], self.movers[:], len(self.moves)
        other._root, other._rooted, other._past = self._root, self._rooted, None
        other._keep, other._debug = self._keep, self._debug
        other._careful = self._keep or self._debug or self.state.explicit or not self.rules.answers
        other._seen = [seen[:] for seen in self._seen] if self._keep else []
        return other

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Game)
            and self.rules.meaning == other.rules.meaning
            and self.state == other.state
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        seat = self.to_move
        who = "nobody" if seat is None else "chance" if seat == CHANCE else self.rules.seats[seat]
        now = f"over by {self.ending}" if self.over else f"{who} to move"
        return f"<{self.rules.title}, {self.players} players, ply {len(self.moves)}, {now}>"

    # ---- scores

    def scores(self) -> list[int]:
        """The total of each seat, as if the game ended now."""
        return [
            sum(line.value(self.state, seat) for line in self.rules.sheet) for seat in range(self.players)
        ]

    def team_scores(self) -> list[tuple[str, int]]:
        """What each team is called and has, as if the game ended now; none where nobody has a partner."""
        scores = self.scores()
        return [
            (text, sum(scores[seat] for seat in seats if seat < self.players))
            for _, text, seats in self.rules.teams
        ]

    def score_sheet(self, seat: int, lang: str | None = None) -> list[tuple[str, int, tuple[str, ...]]]:
        """Named lines (text, points, clauses) of a seat; the last is the total."""
        self._sits(seat)
        lines = [
            (self.translate(line.text, lang), line.value(self.state, seat), line.clauses)
            for line in self.rules.sheet
        ]
        return [*lines, (self.translate("total", lang), sum(points for _, points, _ in lines), ())]

    def winners(self) -> list[int]:
        """The seats that have won; empty while the game goes on."""
        return self.rules.winners(self.state) if self.over else []

    def returns(self) -> list[float]:
        """For learners: 1 shared among the winners, -1 shared among the others; 0 in a full tie or before the
        end; they sum to 0. In a game that is paid by score, the scores (less is better: their negatives).
        0 for all in a game that does not stop."""
        if self.rules.paid and self.over and self.state.ending != self.rules.endless:
            return [float(-points if self.rules.least_wins else points) for points in self.scores()]
        winners = self.winners()
        losers = self.players - len(winners)
        if not winners or not losers:
            return [0.0] * self.players
        return [1 / len(winners) if seat in winners else -1 / losers for seat in range(self.players)]

    # ---- what a seat sees

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat sees now, in words: zones, pools, memory, who decides, what it has chosen already where
        seats decide together. `None` sees everything."""
        if seat is not None:
            self._sits(seat)
        shown, found = view(self.rules, self.state, seat), together(self.rules, self.state)
        if found is not None:
            made = {owner: move for owner, move in found.items() if move >= 0 and seat in (None, owner)}
            shown["chosen"] = {self.rules.seats[owner]: self.name(made[owner], seat=seat) for owner in made}
        return shown

    def observation_key(self, seat: int) -> str:
        """A fingerprint of the view: equal exactly when a seat sees the same."""
        return _digest(self.view(self._sits(seat)))

    def information_key(self, seat: int) -> str:
        """A fingerprint of everything a seat has seen and chosen; needs `history=True`."""
        if not self._keep:
            raise ValueError("make the game with history=True to keep what each seat has seen")
        return _digest([line for seen in self._seen[self._sits(seat)] for line in seen])

    def _shown_by(self, mover: int, move: int, lang: str | None = None) -> list[Made]:
        """The moves that a move shows when it is made, the mover's own first. Where seats decide together the
        last of them shows all, the others none but their own."""
        found = together(self.rules, self.state)
        own = Made(mover, move, *self._before(move, lang, mover), found is None)
        if found is None or list(found.values()).count(-1) > 1:
            return [own]
        made = (found | {mover: move}).items()
        return [own, *(Made(seat, chosen, *self._before(chosen, lang, seat), True) for seat, chosen in made)]

    def _remember(self, shown: list[Made]) -> None:
        """What each seat learns by a move. Chance nodes are no events of the game: what chance has brought is
        seen at the next decision."""
        for seat, seen in enumerate(self._seen):
            lines = [
                f"{self._told(made, None, seat)}|" for made in shown if made.mover == seat and not made.open
            ]
            did = "|".join(
                self._told(made, None, seat) for made in shown if made.open and made.mover != CHANCE
            )
            hidden = bool(shown) and not shown[-1].open
            now = "" if hidden or self.state.to_move == CHANCE else self.observation_key(seat)
            seen.append([*lines, f"{did}|{now}"] if did or now else lines)

    def _named(self, move: int, lang: str | None, seat: int | None, before: list[int] | None) -> str:
        """What a move is called. `before` says where all lay when it was made; None: it is yet to be made."""
        group, picks = self.decode(move)
        if picks is None:
            return self.translate("decline", lang)
        words = zip(group.picks, self._picked(move, lang, seat, before), strict=True)
        return filled(self.translate(group.text, lang), {pick: word for (pick, _, _), word in words})

    def _before(self, move: int, lang: str | None, mover: int | None) -> tuple[str, list[int]]:
        """What a move that is yet to be made is called for its mover, and where all lies."""
        return self._named(move, lang, None if mover == CHANCE else mover, None), self.state.where[:]

    def _told(self, made: Made, lang: str | None, seat: int | None) -> str:
        """What a move that was just made is called: what its mover saw of it may be shuffled away by now."""
        seen = seat == made.mover and made.called == self._named(made.move, lang, None, None)
        return made.called if seen else self._named(made.move, lang, seat, made.where)

    def _picked(self, move: int, lang: str | None, seat: int | None, before: list[int] | None) -> list[str]:
        group, picks = self.decode(move)
        words = [
            word_of[value] if seat is None else self._word(seat, word_of[value], record, move, before)
            for (_, word_of, record), value in zip(group.picks, picks or (), strict=False)
        ]
        return [self.word(word, lang) for word in words]

    def _word(self, seat: int, word: str, record: str | None, move: int, before: list[int] | None) -> str:
        found = next((r for r in self.rules.records if r.name == record), None)
        copies = [] if found is None else [i for i, id in enumerate(found.ids) if id == word]
        if found is None or not copies or self._tells(seat, found, copies, move, before):
            return word
        back = found.backs[copies[0]]
        return f"{found.unseen} ({back})" if back else found.unseen

    def _tells(
        self, seat: int, record: Record, copies: list[int], move: int, before: list[int] | None
    ) -> bool:
        """Can a seat tell which component a move names? Where it knows some copies of a row and others not,
        that is for the one to say that the move carries from its place."""
        now, base = self.state, record.base
        known = [i for i in copies if now.known[base + i] >> seat & 1]
        if len(known) in (0, len(copies)):
            return bool(known)
        if before is not None:
            return any(before[base + i] != now.where[base + i] for i in known)
        if seat != now.to_move or move not in now.legal:
            return seat == now.to_move
        after = self.copy()
        try:
            after.rules.apply(after.state, move)
        except RuleError:
            return True
        moved = [i for i in copies if after.state.where[base + i] != now.where[base + i]]
        return not moved or any(i in known for i in moved)

    def log(self, seat: int | None = None, lang: str | None = None) -> list[str]:
        """The moves so far, one line each, as a seat may know them; None reads everything."""
        return [
            f"{self.translate('chance' if mover == CHANCE else self.rules.seats[mover], lang)}: {told}"
            for mover, told in self.history(seat, lang)
        ]

    def history(self, seat: int | None = None, lang: str | None = None) -> list[tuple[int, str]]:
        """As `log`: who moved (CHANCE is read with everything only), and the move."""
        again = started(self.rules, self.players, self.state.options, self.seed, self.state.explicit)
        found = []
        for mover, move in zip(self.movers, self.moves, strict=True):
            shown = again._shown_by(mover, move, lang)
            fired: list[str] = []
            again.state.trace = fired
            again.apply(move, mover)
            found += [(made.mover, again._told(made, lang, seat)) for made in _read_by(seat, shown)]
            found += [(mover, self._dropped(told, lang)) for told in fired if told.endswith(AT_LIMIT)]
        return found

    def _dropped(self, told: str, lang: str | None) -> str:
        """What a reaction that has come to its limit leaves undone."""
        text = self.translate("{reaction} has come to its limit, the rest is dropped", lang)
        return text.replace("{reaction}", self.word(told.removesuffix(AT_LIMIT), lang))

    def resample(self, seat: int, rng: Random) -> Game:
        """A game that looks the same to a seat; what it cannot know is dealt anew, all alike likely. At a
        chance node, what chance has brought since the last decision is open again."""
        self._sits(seat)
        other = self.copy()
        other.state.drawn = []
        for record in self.rules.records:
            _redeal(self.rules, other.state, record, seat, rng)
        shadow(self.rules, other.state)
        other.state.rng = rng.state
        other.rules.refresh(other.state)
        if together(self.rules, self.state) is not None:
            _choose_anew(other, seat, rng)
        other._root, other._rooted = other.state.copy(), len(other.moves)
        return other

    def key(self) -> str:
        """A fingerprint of what the rules can still read; the same in every process."""
        return self.state.key()

    def check(self) -> list[str]:
        """What is broken: components lost or copied, moves offered twice, claims that do not hold; a game
        with `debug=True` asks after each move."""
        return [*broken(self.rules, self.state), *self.rules.claims(self.state)]

    # ---- saving

    def to_json(self) -> str:
        """The whole game as JSON: format, rules, options, seed, moves with names, state."""
        state = self.state
        data = {
            "format": FORMAT,
            "ruleset": self.rules.name,
            "version": self.rules.version,
            "meaning": self.rules.meaning,
            "players": self.players,
            "chance": "explicit" if state.explicit else "sampled",
            "seed": self.seed,
            "options": {
                o.name: _word_of(o, v) for o, v in zip(self.rules.options, state.options, strict=True)
            },
            "moves": [
                {"move": move, "name": self.name(move), "seat": seat}
                for move, seat in zip(self.moves, self.movers, strict=True)
            ],
            "state": {name: getattr(state, name) for name in SAVED},
        }
        return json.dumps({**data, "digest": _digest(data)}, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Made:
    """A move as it was made: what its mover called it, where all lay then, and whether it is shown to all."""

    mover: int
    move: int
    called: str
    where: list[int]
    open: bool


def _read_by(seat: int | None, shown: list[Made]) -> list[Made]:
    """What a seat reads when a move is made: its own at once, those of others once they are open."""
    if seat is None:
        return shown[:1]
    if len(shown) == 1 and shown[0].open:
        return [made for made in shown if made.mover != CHANCE]
    return [made for made in shown if made.open != (made.mover == seat)]


SAVED: Final = (
    "zones",
    "sets",
    "pools",
    "memory",
    "where",
    "known",
    "frames",
    "queue",
    "rng",
    "ending",
    "batches",
    "drawn",
    "answering",
    "past",
)


def _word_of(option: OptionInfo, value: int) -> str:
    return next(word for word, number in option.values if number == value)


def _digest(value: object) -> str:
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False, sort_keys=True)
    return blake2b(text.encode(), digest_size=16).hexdigest()


def together(rules: Rules, state: State) -> dict[int, int] | None:
    """Who decides together now, and what each has chosen, -1 for nothing yet; None where one seat decides."""
    if not rules.together or state.to_move in (None, CHANCE):
        return None
    frame = state.frames[-1]
    found = rules.together.get(frame[0])
    return None if found is None else dict(zip(frame[found[0]], frame[found[1]], strict=True))


# ---- games that hold no more than play needs


def _full(name: str) -> Any:
    """What only a full game has: a light one becomes full when it is asked for."""

    def found(game: LightGame) -> Any:
        game.fill()
        return getattr(game, name)

    return property(found, doc=f"`{name}` of the full game.")


def held_at(number: int) -> Any:
    """A place that light games hold something in, for the name that is given to it: to ask costs nothing."""
    return vars(Game)[HELD[number]]


class LightGame(Game):
    """A game that holds no more than play needs, for speed.

    It has the face of a Game, and all that is asked beside playing is asked of a Game indeed: `fill` makes it
    one, with a State, once and for all. A way of holding positions is a class that gives names to what it
    holds (`held_at`), gives `legal_moves`, plays in `apply`, and tells the State in `_position`.
    Light are games with the least number of players and the default options, in which nothing happens by
    chance.
    """

    __slots__ = ()

    of: ClassVar[Rules]
    rules = property(operator.attrgetter("of"), doc="The rules that are played.")
    to_move: int | None = vars(Game)["_to_move"]  # the slot by another name: to ask costs nothing
    over: bool = vars(Game)["_over"]
    state = _full("state")
    movers = _full("movers")
    _past = _full("_past")
    _root = _full("_root")
    _rooted = _full("_rooted")
    _keep = _full("_keep")
    _debug = _full("_debug")
    _careful = _full("_careful")
    _seen = _full("_seen")

    if TYPE_CHECKING:

        def __init__(self) -> None:
            """Holds nothing yet: who makes one tells it what."""

    else:
        __init__ = object.__init__  # faster than a function that does nothing

    @classmethod
    def played_out(cls, draw: Callable[[], int]) -> tuple[int, list[int]] | None:
        """A new game by random moves, `draw` gives 32 bits for each: the number of plies, and who won; None
        where that is not known lightly."""
        return None

    def held(self) -> list[Any]:
        """All that is held."""
        raise NotImplementedError

    def hold(self, held: list[Any]) -> None:
        """Holds all that is listed."""
        raise NotImplementedError

    @staticmethod
    def copied(held: list[Any]) -> list[Any]:
        """A copy of what is held."""
        raise NotImplementedError

    @property
    def players(self) -> int:
        """How many play."""
        return self.of.low

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seat that decides now."""
        return () if self.to_move is None else (self.to_move,)

    def n_legal(self) -> int:
        """How many legal moves there are."""
        return len(self.legal_moves())

    def nth_legal(self, k: int) -> int:
        """The k-th legal move, from 0. Raises IllegalMove where there is none."""
        legal = self.legal_moves()
        if 0 <= k < len(legal):
            return legal[k]
        self.fill()
        return self.nth_legal(k)

    def random_move(self, rng: Random) -> int:
        """One legal move, all alike likely; `rng` needs `below(n)`. Raises IllegalMove when the game is
        over."""
        legal = self.legal_moves()
        if not legal:
            raise IllegalMove("the game is over")
        return legal[rng.below(len(legal))]

    def move_named(self, name: str) -> int | None:
        """The legal move with that name, if there is one."""
        return next((move for move in self.legal_moves() if self.name(move) == name), None)

    @property
    def ending(self) -> str | None:
        """The name of the ending that came true."""
        return self.rules.endings[self._ended[0]][0] if self.over else None

    def winners(self) -> list[int]:
        """The seats that have won; empty while the game goes on."""
        if not self.over:
            return []
        won: list[int] | None = self._ended[1]
        if won is None:
            self.fill()
            return self.winners()
        return won[:]

    def copy(self) -> Game:
        """An equal and independent game, without undo history."""
        other = type(self)()
        other.hold(self.copied(self.held()))
        other.seed, other._to_move, other._over = self.seed, self.to_move, self.over
        other.moves, other._floor = self.moves[:], len(self.moves)
        if self.over:
            other._ended = self._ended
        return other

    def undo(self) -> None:
        """Takes the last move back, exactly. Raises IllegalMove when there is none."""
        self.fill()
        self.undo()

    def __reduce_ex__(self, protocol: Any) -> Any:
        self.fill()
        return self.__reduce_ex__(protocol)

    def fill(self) -> None:
        """Becomes a full game."""
        self._become(self._position(), self._movers())

    def _become(self, state: State, movers: list[int]) -> None:
        rules = self.rules
        self.__class__ = Game  # type: ignore[assignment]  # the same slots: nothing has to move
        self.rules, self.state, self.movers = rules, state, movers
        self._past, self._root, self._rooted = None, None, 0
        self._keep, self._debug, self._seen = False, False, []
        self._floor = getattr(self, "_floor", 0)
        self._careful = not rules.answers

    def _otherwise(self, move: int, seat: int | None) -> None:
        """Plays a move for a seat that is named, or refuses it."""
        if seat is not None and seat == self.to_move:
            self.apply(move)
        else:
            self.fill()
            self.apply(move, seat)

    def _position(self) -> State:
        """The position."""
        raise NotImplementedError

    def _played(self) -> State:
        """The position to which the moves lead in a full game."""
        state = opened(self.rules, self.rules.low, option_values(self.rules, None), self.seed)
        for move in self.moves:
            self.rules.apply(state, move)
        return state

    def _movers(self) -> list[int]:
        """Who has made each move: the seats in turn."""
        return [number % self.players for number in range(len(self.moves))]


class BoardGame(LightGame):
    """A light game that holds sets of spaces, as whole numbers. Two play, seat by seat.

    An engine's own class says what is held, and `held` lists it: `holds` takes it out of a state in which the
    first seat is to move, `write` puts it into one; `ends` tests the endings in full, which are asked in play
    only as far as a move can bring them about. `first` is the list of a new game; empty where games do not
    begin lightly: where they have ended before they begin, for one.
    """

    __slots__ = ()

    first: ClassVar[list[Any] | None] = None

    @staticmethod
    def holds(s: State) -> list[Any]:
        """What is held of a state."""
        raise NotImplementedError

    @staticmethod
    def ends(s: State) -> bool:
        """Tests the endings in full."""
        raise NotImplementedError

    @staticmethod
    def write(s: State, held: list[Any], turn: int, changed: tuple[int, ...]) -> None:
        """Writes what is held into the state that games begin with, after so many turns."""
        raise NotImplementedError

    @classmethod
    def prepared(cls) -> list[Any]:
        """Finds `first`."""
        rules, cls.first = cls.of, []
        state = opened(rules, rules.low, option_values(rules, None), 0)
        asked = state.copy()
        if state.to_move == 0 and state.memory[0] == 1 and not cls.ends(asked):
            held = cls.holds(asked)
            again = state.copy()
            cls.write(again, held, 0, ())
            if again.memory[1:] == asked.memory[1:]:
                cls.first = held
        return cls.first

    def _position(self) -> State:
        state = opened(self.rules, self.rules.low, option_values(self.rules, None), self.seed)
        if self.over and len(self.moves) == 1:  # then much was asked for the first time
            self.rules.apply(state, self.moves[0])
        elif self.moves:
            turn = len(self.moves) - self.over
            changed = self._ended[2:] if self.over else ()
            type(self).write(state, self.held(), turn, changed)
            state.forget()
            state.ending = self._ended[0] if self.over else -1
            state.to_move, state.legal = self.to_move, self.legal_moves()
        return state

    def _refused(self) -> None:
        """After its last move the rules have no way on: says so as a full game does that comes to it."""
        move = self.moves.pop()
        self._become(self._played(), self._movers())
        self.apply(move)


Node = tuple[Any, ...]
"""All positions in which the same can happen: by the number of each move the node that it leads to (None: no
move), then the legal moves, then who is to move. After the end stands first how the game has ended."""


class ChartedGame(LightGame):
    """A light game that goes from node to node of a chart of all positions that there can be.

    The chart is drawn when so many games have begun (`waits`) that it is worth that. An engine's own class
    plays, with the places in a node written out. New games begin at `root`.
    """

    __slots__ = ()

    root: ClassVar[Node | None] = None
    waits: ClassVar[int] = 500
    node: Node = held_at(0)

    @classmethod
    def begins(cls, game: BoardGame) -> None:
        """One more game begins without a chart."""
        cls.waits -= 1
        if cls.waits <= 0 and cls.root is None:
            plan = _Plan()
            plan.number(game)
            cls.root = plan.drawn(sum(group.count for group in game.rules.groups))

    def held(self) -> list[Any]:
        """All that is held."""
        return [self.node]

    def hold(self, held: list[Any]) -> None:
        """Holds all that is listed."""
        (self.node,) = held

    @staticmethod
    def copied(held: list[Any]) -> list[Any]:
        """A copy of what is held."""
        return held

    def _position(self) -> State:
        return self._played()


class _Plan:
    """What a chart will be, of rules by which no position comes again: all nodes in rows, as numbers, with
    those that they lead to before them. One is enough for all positions from which the same can come."""

    def __init__(self) -> None:
        self._rows: dict[tuple[Any, ...], int] = {}
        self._known: dict[tuple[Any, ...], int] = {}

    def number(self, game: LightGame) -> int:
        """The number of the node of a game's position."""
        if game.over:
            ending, won = game._ended[:2]
            return self._row((None, (), ending, *won))
        held = game.to_move, *game.held()
        if held not in self._known:
            legal = game.legal_moves()
            after = [self._after(game, move) for move in legal]
            self._known[held] = self._row((game.to_move, (*legal,), *after))
        return self._known[held]

    def _after(self, game: LightGame, move: int) -> int:
        then = game.copy()
        then.apply(move)
        return self.number(then)  # type: ignore[arg-type]  # a copy is of the same class

    def _row(self, row: tuple[Any, ...]) -> int:
        return self._rows.setdefault(row, len(self._rows))

    def drawn(self, size: int) -> Node:
        """The last node, with so many places for moves. All are made in one go: they lie side by side, and
        those that are asked one after the other may be in the processor's cache."""
        nodes: list[Node] = []
        lists: dict[tuple[int, ...], list[int]] = {}
        for turn, legal, *after in self._rows:
            places: list[Any] = [None] * size
            if turn is None:
                places[0] = after[0], after[1:]
            for move, number in zip(legal, after, strict=False):
                places[move] = nodes[number]
            nodes.append((*places, lists.setdefault(legal, list(legal)), turn))
        return nodes[-1]


def set_board(memory: list[int], cells: int, masks: int, size: int, men: Sequence[int]) -> None:
    """Writes what stands on a board, as masks (of the free spaces just before `masks`) and space by space."""
    memory[cells : cells + size] = [-1] * size
    free = (1 << size) - 1
    for man, mask in enumerate(men):
        memory[masks + man] = mask
        free ^= mask
        for space in bits(mask):
            memory[cells + space] = man
    memory[masks - 1] = free


# ---- making games


def native_part(package: str, name: str) -> ModuleType:
    """The part `native` of an engine, which plays in C. Raises AttributeError for any other, and where the
    engine was built without."""
    if name != "native":
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    try:
        return import_module(f"{package}.native")
    except ModuleNotFoundError as error:
        said = f"{package} was built without its native part: run `rulewright build --native`"
        raise AttributeError(f"{said} ({error})") from error


def option_values(rules: Rules, options: Mapping[str, object] | None) -> tuple[int, ...]:
    """The run-time values of all options; yes and no may be True and False. Raises ValueError."""
    given = dict(options or {})
    values = tuple(_option_value(option, given.pop(option.name, None)) for option in rules.options)
    if given:
        known = ", ".join(option.name for option in rules.options) or "none"
        raise ValueError(f"{rules.name} has no option {', '.join(map(repr, given))}; its options: {known}")
    return values


def _option_value(option: OptionInfo, given: object) -> int:
    if given is None:
        return option.default
    word = ("yes" if given else "no") if isinstance(given, bool) else str(given)
    for name, value in option.values:
        if name == word:
            return value
    raise ValueError(f"option {option.name} takes {', '.join(w for w, _ in option.values)}, not {word!r}")


def new_game(
    rules: Rules,
    players: int | None,
    seed: int,
    options: Mapping[str, object] | None,
    chance: str,
    history: bool,
    debug: bool = False,
) -> Game:
    """A new game, set up and played on to its first decision. Raises ValueError for what rules exclude."""
    count, values = settled(rules, players, options)
    seed = _whole("a seed", seed)
    if chance not in ("sampled", "explicit"):
        raise ValueError(f"chance is 'sampled' or 'explicit', not {chance!r}")
    if chance == "explicit" and rules.reads_hidden:
        raise ValueError(f"{rules.title} cannot be played with explicit chance: {rules.reads_hidden}")
    state = opened(rules, count, values, seed, chance == "explicit")
    return Game(rules, state, seed, history, debug, fresh=True)


def _whole(what: str, value: object) -> int:
    """A whole number, of any type that is one. Raises TypeError."""
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {value!r}") from None


def from_to(low: int, high: int) -> str:
    """Two numbers as a text, one where they are equal.

    >>> from_to(2, 4), from_to(2, 2)
    ('2 to 4', '2')
    """
    return str(low) if low == high else f"{low} to {high}"


def settled(
    rules: Rules, players: int | None, options: Mapping[str, object] | None
) -> tuple[int, tuple[int, ...]]:
    """How many play, and the values of all options. Raises ValueError for what rules exclude."""
    count = rules.low if players is None else _whole("the number of players", players)
    if not rules.low <= count <= rules.high:
        raise ValueError(f"{rules.title} is for {from_to(rules.low, rules.high)} players, not {count}")
    return count, option_values(rules, options) if rules.options or options else ()


def started(
    rules: Rules,
    players: int,
    options: tuple[int, ...],
    seed: int,
    explicit: bool,
    history: bool = False,
) -> Game:
    """A game at its first decision or chance node."""
    return Game(rules, opened(rules, players, options, seed, explicit), seed, history, fresh=True)


def opened(rules: Rules, players: int, options: tuple[int, ...], seed: int, explicit: bool = False) -> State:
    """A position at its first decision or chance node. What all games share is made once: the start, or where
    nothing happens by chance the first decision."""
    state = rules.starts.get((players, options))
    if state is None:
        state = rules.start(players, options, 0)
        if not rules.random:
            rules.begin(state)
        rules.starts[players, options] = state
    state = state.copy()
    if explicit:
        state.explicit, state.batches, state.drawn = True, [], []
    if rules.random:
        state.rng = splitmix64(seed & _MASK64)[1]
        rules.begin(state)
    return state


@dataclass(frozen=True, slots=True)
class Playouts:
    """What came of games by random moves: how many, their plies together, for each seat how many it won,
    alone or with others; how many had more than one winner."""

    games: int
    plies: int
    wins: tuple[int, ...]
    shared: int


PlayOut = Callable[[State, Callable[[], int]], int]


def play_games(
    rules: Rules,
    play_out: PlayOut,
    games: int,
    seed: int,
    players: int | None,
    options: Mapping[str, object] | None,
    light: type[LightGame] | None = None,
) -> Playouts:
    """Games by random moves: the first from `seed`, the next from `seed + 1`; one stream `Random(seed)`
    chooses all moves. `play_out` plays on from a position to the end and gives the number of plies; `light`
    are games that can do so by themselves, as long as nothing else is asked than they are made for."""
    count, values = settled(rules, players, options)
    games, seed = _whole("the number of games", games), _whole("a seed", seed)
    if games < 0:
        raise ValueError(f"the number of games is not negative: {games}")
    wins, plies, shared = [0] * count, 0, 0
    draw = Random(seed).numbers().__next__
    lightly = light is not None and count == rules.low and values == option_values(rules, None)
    for number in range(games):
        played = light.played_out(draw) if light is not None and lightly else None
        if played is None:
            state = opened(rules, count, values, seed + number)
            played = play_out(state, draw), rules.winners(state)
        made, winners = played
        plies += made
        for seat in winners:
            wins[seat] += 1
        shared += len(winners) > 1
    return Playouts(games, plies, tuple(wins), shared)


def replay(
    rules: Rules,
    players: int,
    seed: int,
    options: tuple[int, ...],
    moves: Iterable[int],
    explicit: bool = False,
) -> Game:
    """The game that a seed and moves give. Raises IllegalMove."""
    game = started(rules, players, options, seed, explicit)
    for move in moves:
        game.apply(move)
    return game


def load_game(rules: Rules, text: str, history: bool = False) -> Game:
    """A game from `to_json`; with `history` what each seat has seen is found by playing its moves again.

    Raises SaveError for another format, other rules, or a damaged text."""
    try:
        data = json.loads(text)
        _check_save(rules, data)
        state = _state_of(rules, data)
        moves = [(int(entry["move"]), int(entry["seat"])) for entry in data["moves"]]
        seed = int(data["seed"])
    except SaveError:
        raise
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, RuleError) as error:
        raise SaveError(f"this is no whole save: {error}") from error
    if history:
        return _replayed(rules, state, seed, moves)
    game = Game(rules, state, seed)
    game.moves, game.movers = [move for move, _ in moves], [seat for _, seat in moves]
    game._rooted = game._floor = len(moves)
    return game


def _replayed(rules: Rules, state: State, seed: int, moves: list[tuple[int, int]]) -> Game:
    """The game that leads to a state, with its history. Raises SaveError if the moves lead elsewhere."""
    game = started(rules, state.players, state.options, seed, state.explicit, history=True)
    try:
        for move, seat in moves:
            game.apply(move, seat)
    except IllegalMove as error:
        raise SaveError(f"its moves cannot be played again: {error}") from error
    if game.state != state:
        raise SaveError("its moves lead to another position, so what each seat has seen is not known")
    return game


def _check_save(rules: Rules, data: Mapping[str, Any]) -> None:
    if str(data["format"]).startswith("rulewright save"):
        raise SaveError(
            "this is a save of `rulewright play`: open it with `rulewright play --load FILE`; the save of an "
            "engine is its part `game`"
        )
    if data["format"] != FORMAT:
        raise SaveError(f"this save has format {data['format']}, this engine reads format {FORMAT}")
    if data["ruleset"] != rules.name:
        raise SaveError(f"this is a save of {data['ruleset']}, not of {rules.name}")
    if data["meaning"] != rules.meaning:
        raise SaveError(
            f"this save was played under {data['ruleset']} {data['version']} with meaning {data['meaning']}; "
            f"this engine is {rules.version} with meaning {rules.meaning}"
        )
    if data["digest"] != _digest({key: value for key, value in data.items() if key != "digest"}):
        raise SaveError("it was changed or damaged after it was saved")


def _state_of(rules: Rules, data: Mapping[str, Any]) -> State:
    options = option_values(rules, data["options"])
    if not rules.low <= int(data["players"]) <= rules.high:
        raise SaveError(
            f"{rules.title} is for {from_to(rules.low, rules.high)} players, not {data['players']}"
        )
    state = rules.start(int(data["players"]), options, 0)
    saved = data["state"]
    for name in ("zones", "sets", "pools", "memory", "where", "known"):
        if len(saved[name]) != len(getattr(state, name)):
            raise SaveError(f"its {name} do not fit these rules")
    for name in SAVED:
        setattr(state, name, saved[name])
    state.past = tuple(saved["past"])
    state.explicit = data["chance"] == "explicit"
    rules.refresh(state)
    return state


# ---- what must always hold


def broken(rules: Rules, state: State) -> list[str]:
    """Components lost, copied or misplaced, pieces that do not add up, memory out of its range, a decision
    without moves or with one of them twice."""
    return [
        *_lost(rules, state),
        *_uneven(rules, state),
        *_out_of_range(rules, state),
        *_undecided(rules, state),
        *_unshadowed(rules, state),
        *(
            f"pool {place} counts {state.pools[place]}, its list has {count}"
            for place, count in _tallied(rules, state).items()
            if state.pools[place] != count
        ),
        *_unmasked(rules, state),
        *_outdated(rules, state),
    ]


def _unmasked(rules: Rules, state: State) -> list[str]:
    """Boards whose masks are not those of what stands on their spaces."""
    found = []
    for name, at, spaces, men_at, men, of_player in rules.boards:
        for owner in range(state.players if of_player else 1):
            cells = state.memory[at + owner * spaces : at + (owner + 1) * spaces]
            kept = state.memory[men_at + owner * (men + 1) - 1 : men_at + owner * (men + 1) + men]
            there = [mask_of(i for i, man in enumerate(cells) if man == wanted) for wanted in range(-1, men)]
            if kept != there:
                found.append(f"the masks of {name} are {kept}, its spaces say {there}")
    return found


def _outdated(rules: Rules, state: State) -> list[str]:
    """Values that are kept and are not what they would be if they were worked out now."""
    found, anew = [], state.copy()
    anew.forget()
    for define, first, axes in rules.kept:
        for given in product(*(range(size) for _, size, _ in axes)):
            at = first + sum(index * step for index, (_, _, step) in zip(given, axes, strict=True))
            args = [low + index for index, (low, _, _) in zip(given, axes, strict=True)]
            if state.kept[at] is not None and state.kept[at] != (now := define(anew, *args)):
                found.append(f"{define.__name__}{(*args,)} is kept as {state.kept[at]}, it is {now}")
    return found


def _unshadowed(rules: Rules, state: State) -> list[str]:
    """With explicit chance, lists that are shuffled have no masks worth reading."""
    if rules.shadows < 0 or state.explicit:
        return []
    masks = state.sets[rules.shadows :]
    return [
        f"list {at} holds {zone}, its mask says {bits(mask)}"
        for at, (zone, mask) in enumerate(zip(state.zones, masks, strict=True))
        if mask_of(zone) != mask
    ]


def _undecided(rules: Rules, state: State) -> list[str]:
    found, legal = [], state.legal
    if (state.ending >= 0) != (state.to_move is None) or (state.to_move is None) == bool(legal):
        found.append(f"ending {state.ending}, to move {state.to_move}, {len(legal)} moves")
    twice = sorted({move for move in legal if legal.count(move) > 1})
    if twice:
        found.append(f"moves {twice} are offered twice")
    wrong = [m for m in legal if not any(0 <= m - group.base < group.count for group in rules.groups)]
    if wrong:
        found.append(f"there are no moves {wrong}")
    return found


def _lost(rules: Rules, state: State) -> list[str]:
    found = []
    for record in rules.records:
        seen: dict[int, list[int]] = {i: [] for i in range(len(record.ids))}
        for place in rules.places:
            if place.item == record.name:
                for _, number, inside in _inside(rules, state, place):
                    for component in inside:
                        if component >= 0:
                            seen[component].append(number)
        for component, numbers in seen.items():
            where = state.where[record.base + component]
            if numbers != ([] if where < 0 else [where]):
                found.append(
                    f"{record.name} {record.ids[component]} lies in places {numbers}, noted in {where}"
                )
    return found


def _spots(what: Place | Cell, players: int) -> range:
    """Where the cells of a zone or memory lie in their list, for so many players."""
    return range(what.at, what.at + len(what.cells) * (players if what.of_player else 1))


def _inside(rules: Rules, state: State, place: Place) -> Iterable[tuple[int, int, list[int]]]:
    for at in _spots(place, rules.high):
        if place.sort == "list":
            yield at, at, state.zones[at]
        elif place.sort == "set":
            yield at, rules.lists + at, bits(state.sets[at])


def _uneven(rules: Rules, state: State) -> list[str]:
    found = []
    for piece, number in rules.pieces:
        counts = [
            state.pools[at]
            for place in rules.places
            if place.item == piece
            for at in _spots(place, rules.high)
        ]
        if sum(counts) != number or min(counts) < 0:
            found.append(f"there are {number} {piece}, the places hold {counts}")
    return found


def _out_of_range(rules: Rules, state: State) -> list[str]:
    return [
        f"{cell.name} is {state.memory[at]}, its range is {cell.low}..{cell.high}"
        for cell in rules.cells
        for at in _spots(cell, state.players)
        if not cell.low <= state.memory[at] <= cell.high
    ]


# ---- views


def view(rules: Rules, state: State, seat: int | None) -> dict[str, Any]:
    """What a seat sees of a state, in words."""
    records = {record.name: record for record in rules.records}
    shown: dict[str, Any] = {
        "seat": None if seat is None else rules.seats[seat],
        "to_move": _deciding(rules, state),
        "round": state.memory[0],
        "ending": None if state.ending < 0 else rules.endings[state.ending][0],
    }
    for place in rules.places:
        each = [_zone(rules, state, place, owner, seat, records) for owner in _owners(state, place.of_player)]
        shown[place.name] = dict(zip(rules.seats, each, strict=False)) if place.of_player else each[0]
    for cell in rules.cells:
        values = [_cell(rules, state, cell, owner, seat, records) for owner in _owners(state, cell.of_player)]
        shown[cell.name] = dict(zip(rules.seats, values, strict=False)) if cell.of_player else values[0]
    return shown


def _deciding(rules: Rules, state: State) -> str | list[str] | None:
    """Who decides; where seats decide together all of them, whoever has chosen already."""
    found = together(rules, state)
    if found is not None:
        return [rules.seats[seat] for seat in found]
    if state.to_move is None:
        return None
    return "chance" if state.to_move == CHANCE else rules.seats[state.to_move]


def _owners(state: State, of_player: bool) -> range:
    return range(state.players if of_player else 1)


def _zone(
    rules: Rules, state: State, place: Place, owner: int, seat: int | None, records: Mapping[str, Record]
) -> Any:
    at = place.at + owner * len(place.cells)
    shown = [_contents(rules, state, place, at + i, seat, records) for i in range(len(place.cells))]
    return shown[0] if place.cells == ("",) else dict(zip(place.cells, shown, strict=True))


def _contents(
    rules: Rules, state: State, place: Place, at: int, seat: int | None, records: Mapping[str, Record]
) -> Any:
    if place.sort == "pool":
        return state.pools[at]
    record = records[place.item]
    inside = state.zones[at] if place.sort == "list" else bits(state.sets[at])
    number = at if place.sort == "list" else rules.lists + at
    shown = [_shown(rules, state, record, component, number, seat) for component in inside]
    return shown if place.sort == "list" else sorted(shown)


def _shown(rules: Rules, state: State, record: Record, component: int, number: int, seat: int | None) -> str:
    """A component's id, or `?` with its back where that is all a seat sees; only `?` in a hidden place."""
    if component < 0:
        back = (-2 - component) % 64
        return "?" if back == OPEN_BACK or not rules.backs[number] else f"?{record.all_backs[back]}"
    known = state.known[record.base + component]
    if seat is None or (known >> seat & 1):
        return record.ids[component]
    return f"?{record.backs[component]}" if rules.backs[number] else "?"


def _cell(
    rules: Rules, state: State, cell: Cell, owner: int, seat: int | None, records: Mapping[str, Record]
) -> Any:
    at = cell.at + owner * len(cell.cells)
    values = state.memory[at : at + len(cell.cells)]
    if cell.record is None:
        shown = [_value(cell, value) for value in values]
    else:
        shown = [_named(rules, state, cell, records[cell.record], value, seat) for value in values]
    return shown[0] if cell.cells == ("",) else dict(zip(cell.cells, shown, strict=True))


def _value(cell: Cell, value: int) -> Any:
    if cell.is_set:
        return [_value_word(cell, i) for i in bits(value)]
    if not cell.words:
        return value
    first = cell.high + 1 - len(cell.words)  # below it, an optional is none
    return cell.words[value - first] if value >= first else None


def _value_word(cell: Cell, index: int) -> Any:
    return cell.words[index] if cell.words else index + cell.low


def _named(rules: Rules, state: State, cell: Cell, record: Record, value: int, seat: int | None) -> Any:
    """Remembered components: those that a seat has not seen are `?`, with their backs if these are open
    wherever one may lie, for memory must not tell where that is."""
    if not cell.is_set and value < 0:
        return None
    backs = all(rules.backs[number] for number in _numbers(rules, record))
    shown = []
    for component in bits(value) if cell.is_set else [value]:
        seen = seat is None or state.known[record.base + component] >> seat & 1
        shown.append(record.ids[component] if seen else f"?{record.backs[component]}" if backs else "?")
    return sorted(shown) if cell.is_set else shown[0]


def _numbers(rules: Rules, record: Record) -> Iterable[int]:
    """All places, by number, where components of a record may lie."""
    for place in rules.places:
        if place.item == record.name:
            first = rules.lists if place.sort == "set" else 0
            yield from (first + at for at in _spots(place, rules.high))


# ---- dealing anew what a seat cannot know


def shadow(rules: Rules, state: State) -> None:
    """Works out the masks and tallies that are kept beside lists, forgets what is kept until it changes."""
    state.forget()
    for place, count in _tallied(rules, state).items():
        state.pools[place] = count
    if rules.shadows >= 0:
        for at, zone in enumerate(state.zones):
            state.sets[rules.shadows + at] = mask_of(item for item in zone if item >= 0)


def _tallied(rules: Rules, state: State) -> dict[int, int]:
    """What the tallies are, by where they lie."""
    found: dict[int, int] = {}
    for at, counted in rules.tallies.items():
        for place, column in counted:
            for value in column:
                found.setdefault(place + value, 0)
            for item in state.zones[at]:
                if item >= 0:
                    found[place + column[item]] += 1
    return found


def _redeal(rules: Rules, state: State, record: Record, seat: int, rng: Random) -> None:
    """Components that a seat has not seen change places: where their backs show, among those with the same
    back; the others take what remains."""
    unseen = [i for i in range(len(record.ids)) if not state.known[record.base + i] >> seat & 1]
    shown: dict[str, list[int]] = {}
    covered = []
    turned = _turned(rules, state, record)
    for i in unseen:
        where = state.where[record.base + i]
        if rules.backs[where] if where >= 0 else turned >> i & 1:
            shown.setdefault(record.backs[i], []).append(i)
        else:
            covered.append(i)
    swap: dict[int, int] = {}
    for back, olds in shown.items():
        dealt = _mixed([i for i in unseen if record.backs[i] == back], rng)
        swap.update(zip(olds, dealt, strict=False))
    given = set(swap.values())
    left = [i for i in unseen if i not in given]
    swap.update(zip(covered, _mixed(left, rng), strict=True))
    _exchange(rules, state, record, swap)


def _open(rules: Rules, state: State, record: Record) -> list[int]:
    """What open places of a record hold: a batch and a back each."""
    return [
        value
        for place in rules.places
        if place.item == record.name and place.sort == "list"
        for at in _spots(place, rules.high)
        for value in state.zones[at]
        if value < -1
    ]


def _turned(rules: Rules, state: State, record: Record) -> int:
    """Of each batch, as many components with a back as its open places are known to show: a mask. They stand
    for those places when a batch is dealt anew, for it must keep as many such backs."""
    mask = 0
    for value in _open(rules, state, record):
        batch, back = divmod(-2 - value, 64)
        if back != OPEN_BACK:
            free = bits(state.batches[batch] & ~mask)
            mask |= 1 << next(i for i in free if record.backs[i] == record.all_backs[back])
    return mask


def _mixed(items: list[int], rng: Random) -> list[int]:
    for i in range(len(items) - 1, 0, -1):
        j = rng.below(i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def _exchange(rules: Rules, state: State, record: Record, swap: Mapping[int, int]) -> None:
    """Each component takes the place, and the beholders, of the one that it replaces."""
    where, known = state.where[:], state.known[:]
    for old, new in swap.items():
        state.where[record.base + new] = where[record.base + old]
        state.known[record.base + new] = known[record.base + old]
    for place in rules.places:
        if place.item == record.name:
            held = state.zones if place.sort == "list" else state.sets
            _replace(held, _spots(place, rules.high), place.sort, swap)
    for cell in rules.cells:
        if cell.record == record.name:
            _replace(state.memory, _spots(cell, state.players), "set" if cell.is_set else "one", swap)
    for frame in (*state.frames, *state.queue):
        for index, name, sort in rules.held.get(frame[0], ()):
            if name == record.name:
                frame[index] = _replaced(frame[index], sort, swap)
    for batch in {(-2 - value) // 64 for value in _open(rules, state, record)}:
        state.batches[batch] = _replaced(state.batches[batch], "set", swap)


def _replace(values: list[Any], spots: range, sort: str, swap: Mapping[int, int]) -> None:
    for at in spots:
        values[at] = _replaced(values[at], sort, swap)


def _choose_anew(game: Game, seat: int, rng: Random) -> None:
    """Where seats decide together, what others have chosen is any of what they may choose; what a seat has
    chosen itself stays, or what looks like it to the seat if that lies elsewhere now."""
    frame = game.state.frames[-1]
    seats, chosen, choices = game.rules.together[frame[0]]
    moves = []
    for owner, move in zip(frame[seats], frame[chosen], strict=True):
        legal = choices(game.state, owner)
        if move >= 0 and owner == seat and move not in legal:
            called = game.name(move, seat=seat)
            legal = [other for other in legal if game.name(other, seat=seat) == called] or legal
        elif move < 0 or owner == seat:
            legal = [move]
        moves.append(legal[rng.below(len(legal))])
    frame[chosen] = moves


def _replaced(value: Any, sort: str, swap: Mapping[int, int]) -> Any:
    """A value with its components exchanged: a rule in the middle, and memory, mean what lies there now."""
    if sort == "list":
        return [swap.get(component, component) for component in value] if isinstance(value, list) else value
    if sort == "set":
        return mask_of(swap.get(component, component) for component in bits(value))
    return swap.get(value, value)
