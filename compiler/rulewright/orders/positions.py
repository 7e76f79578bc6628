"""Positions: what can be so when a pair runs, as far as the pair can tell.

A position is a tuple of givens: a memory cell, a pool or a component, and what it holds or where it lies.
Only places that matter to the pair are given; all others stay as they are before a set-up. `Positions` says
how many there are, and goes through all of them, or through some, drawn from a seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product
from math import factorial, prod
from random import Random

from rulewright import core
from rulewright.machine.layout import Layout, Region
from rulewright.python.runtime import Rules, State, shadow
from rulewright.record import record

Given = tuple[str, int, int]
"""`memory` and `pool`: an offset and a value; `component`: its number in `where`, and a place."""
Position = tuple[Given, ...]
SMALL_SET = 4
LIKELY = 0.6
ROUNDS = 12
MOVED = 12


@record
class Cell:
    """One number of the memory and what it can be: `number` values from `low`, and none (-1) where it is
    `optional`; `likely` are those values where rules tend to turn."""

    at: int
    low: int
    number: int
    likely: tuple[int, ...]
    optional: bool = False

    @property
    def values(self) -> Iterator[int]:
        """All that it can be."""
        yield from (-1,) if self.optional else ()
        yield from range(self.low, self.low + self.number)

    def drawn(self, rng: Random) -> int:
        """One of them by chance."""
        if self.likely and rng.random() < LIKELY:
            return rng.choice(self.likely)
        return self.low + rng.randrange(self.number)


@record
class Pool:
    """The cells of one piece, apart from its supply."""

    supply: int
    cells: tuple[int, ...]
    number: int


@record
class Kit:
    """The components of a record that play, by their numbers in `where`, and where they may lie."""

    components: tuple[int, ...]
    places: tuple[int, ...]


class Positions:
    """What can be given for one number of players where a seat acts; of the places `mine` only its part."""

    def __init__(
        self,
        game: core.Game,
        layout: Layout,
        places: set[str],
        mine: set[str],
        turning: dict[str, set[int]],
        players: int,
        seat: int,
    ) -> None:
        self._game, self._layout, self._turning = game, layout, turning
        self._players, self._seat, self._mine = players, seat, mine
        self.cells = [cell for place in sorted(places) for cell in self._cells(place)]
        self.pools = list(self._pools(places))
        self.kits = list(self._kits(places))

    # ---- what there is

    def _spots(self, region: Region, of_player: bool) -> range:
        return range(region.at, region.at + region.cells * (self._players if of_player else 1))

    def _cells(self, place: str) -> Iterator[Cell]:
        sort, _, name = place.partition(":")
        if place == "round":
            yield Cell(0, 0, ROUNDS, (0, 1))
        elif sort == "token":
            yield Cell(self._layout.memory[place].at, 0, self._players, ())
        elif sort == "memory":
            memory = self._game.memories[name]
            spots = self._spots(self._layout.memory[name], memory.of_player)
            if memory.of_player and place in self._mine:
                cells = self._layout.memory[name].cells
                spots = spots[cells * self._seat : cells * (self._seat + 1)]
            for at in spots:
                yield self._cell(at, name, memory.type)

    def _cell(self, at: int, name: str, type: core.Type) -> Cell:
        if isinstance(type, core.Optional):
            inner = self._cell(at, name, type.of)
            return replace(inner, likely=(-1, *inner.likely), optional=True)
        if isinstance(type, core.SetType):
            low, high = core.bounds(self._game, type.of)
            size = self._players if isinstance(type.of, core.Seat) else high - low + 1
            full = (1 << size) - 1
            return Cell(at, 0, full + 1, (0, full, *(1 << i for i in range(min(size, SMALL_SET)))))
        low, high = core.bounds(self._game, type)
        high = self._players - 1 if isinstance(type, core.Seat) else high
        near = {v + d for v in self._turning.get(name, set()) for d in (-1, 0, 1)}
        likely = sorted(v for v in {low, low + 1, 0, 1, 2, high - 1, high} | near if low <= v <= high)
        return Cell(at, low, high - low + 1, tuple(likely))

    def _pools(self, places: set[str]) -> Iterator[Pool]:
        for piece in self._game.pieces.values():
            named = [
                z for z in self._game.zones.values() if z.item == piece.name and f"zone:{z.name}" in places
            ]
            supply = f"supply:{piece.name}"
            cells: list[int] = []
            for zone in named:
                if zone.name != supply:
                    cells += self._spots(self._layout.pools[zone.name], zone.of_player)
            if cells:
                yield Pool(self._layout.pools[supply].at, tuple(cells), piece.number)

    def _kits(self, places: set[str]) -> Iterator[Kit]:
        for info in self._game.records.values():
            spots: list[int] = []
            for zone in self._game.zones.values():
                if zone.item == info.name and f"zone:{zone.name}" in places:
                    region = self._layout.zones.get(zone.name) or self._layout.sets[zone.name]
                    first = self._layout.place(zone.name)
                    spots += range(first, first + region.cells * (self._players if zone.of_player else 1))
            if spots:
                base = self._layout.components[info.name]
                rows = [row for row, copies in enumerate(info.copies) for _ in range(copies)]
                playing = [base + i for i, row in enumerate(rows) if info.players[row] <= self._players]
                yield Kit(tuple(playing), tuple(spots))

    # ---- how many, all, and some

    @property
    def number(self) -> int:
        """How many positions there are, or more."""
        cells: int = prod(cell.number + cell.optional for cell in self.cells)
        pools: int = prod((pool.number + 1) ** len(pool.cells) for pool in self.pools)
        kits: int = prod(
            len(kit.places) ** len(kit.components) * factorial(len(kit.components)) for kit in self.kits
        )
        return cells * pools * kits

    def all(self) -> Iterator[Position]:
        """Every position."""
        cells = [[("memory", cell.at, value) for value in cell.values] for cell in self.cells]
        pools = [list(_shares(pool)) for pool in self.pools]
        kits = [list(_lays(kit)) for kit in self.kits]
        for one in product(*cells):
            for two in product(*pools):
                for three in product(*kits):
                    yield (*one, *(g for part in (*two, *three) for g in part))

    def some(self, rng: Random) -> Iterator[Position]:
        """Positions drawn by chance for ever, first those in which hardly anything is given."""
        while True:
            found: list[Given] = [("memory", cell.at, cell.drawn(rng)) for cell in self.cells]
            for pool in self.pools:
                found += _share(pool, rng)
            for kit in self.kits:
                found += _lay(kit, rng)
            yield tuple(found)


def _shares(pool: Pool) -> Iterator[Position]:
    for numbers in product(range(pool.number + 1), repeat=len(pool.cells)):
        if sum(numbers) <= pool.number:
            yield tuple(("pool", at, number) for at, number in zip(pool.cells, numbers, strict=True))


def _share(pool: Pool, rng: Random) -> Iterator[Given]:
    left = pool.number
    for at in rng.sample(pool.cells, len(pool.cells)):
        number = min(left, rng.choice((0, 0, 1, 2, 3, rng.randint(0, pool.number))))
        left -= number
        yield "pool", at, number


def _lays(kit: Kit) -> Iterator[Position]:
    for order in permutations(kit.components):
        for places in product(kit.places, repeat=len(order)):
            yield tuple(("component", c, place) for c, place in zip(order, places, strict=True))


def _lay(kit: Kit, rng: Random) -> Iterator[Given]:
    moved = rng.sample(kit.components, min(len(kit.components), rng.randint(0, MOVED)))
    for component in moved:
        yield "component", component, rng.choice(kit.places)


# ---- putting them down


def put(rules: Rules, state: State, position: Position, pools: Sequence[Pool]) -> None:
    """Give a position to a state at the start of a game."""
    for sort, at, value in position:
        if sort == "memory":
            state.memory[at] = value
        elif sort == "pool":
            supply = next(pool.supply for pool in pools if at in pool.cells)
            state.pools[supply] -= value - state.pools[at]
            state.pools[at] = value
        else:
            _move(rules, state, at, value)
    shadow(rules, state)
    for _, first, spaces, masks, pieces, of_player in rules.boards:
        for seat in range(state.players if of_player else 1):
            _stand(state, first + seat * spaces, spaces, masks + seat * (pieces + 1), pieces)


def _move(rules: Rules, state: State, number: int, to: int) -> None:
    component = number - max(record.base for record in rules.records if record.base <= number)
    lay = state.where[number]
    if lay >= rules.lists:
        state.sets[lay - rules.lists] ^= 1 << component
    elif lay >= 0:
        state.zones[lay].remove(component)
    state.where[number] = to
    if to >= rules.lists:
        state.sets[to - rules.lists] |= 1 << component
    else:
        state.zones[to].append(component)
    state.known[number] = rules.sees[to]


def _stand(state: State, first: int, spaces: int, masks: int, pieces: int) -> None:
    """Work out the masks of a board anew: of the free spaces, then of each piece."""
    found = [0] * (pieces + 1)
    for space in range(spaces):
        found[state.memory[first + space] + 1] |= 1 << space
    state.memory[masks - 1 : masks + pieces] = found
