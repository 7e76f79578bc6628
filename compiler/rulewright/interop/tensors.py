"""What a seat sees, as numbers of a fixed size: `layout(setup)` says which, `write(game, seat)` gives them.

They are read off `game.view(seat)`, so they can tell no more than a seat may see, and two views that differ
differ in their numbers too. All lie in 0..1. The parts, in this order:

| part | shape | holds |
|---|---|---|
| `seat` | players | 1 for the seat that looks |
| `to_move` | players | 1 for the seat that decides, or for each of several |
| `round` | 1 | r / (r + 10) in round r |
| `ending` | endings | 1 for the ending that came true |
| `chosen` | moves | 1 for what the seat has chosen where seats decide together; only in games with that |
| a place of pieces | owners, cells | pieces there, of all there are |
| a place of components | owners, cells | components there, of all there are |
| a record | components, cells, 2 | for each that is told: 1 at the cell where it lies, and how high there |
| a record, `backs` | components, cells, 2 | the same for those of which only the back is told, back by back |
| a memory, a board | owners, cells, words | 1 for the word that stands there; all 0 for none |
| a memory of a set | owners, cells, words | 1 for each word in it |
| a memory of components | owners, cells, ids and backs | as above, of as many as are called so |
| a memory of a number | owners, cells | where it lies between its bounds |

Owners are the seats in their order, or one for what is shared. Copies of a row are alike: those that are
told stand first, by cell and height. The n-th from the bottom has the height n, of all components; in a set
it is 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from rulewright.interop.engines import Face, Setup
from rulewright.python.runtime import Cell, Place, Record, together


@dataclass(frozen=True, slots=True)
class Part:
    """A named block of the numbers: where it starts, and its shape."""

    name: str
    at: int
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many numbers."""
        return prod(self.shape)


class Layout:
    """Which number says what. `parts` lists the blocks, `size` is the number of numbers."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._owners = {True: setup.seats, False: (None,)}
        self.parts: list[Part] = []
        self._writers: list[Any] = []
        self._fixed()
        self._chosen = self._part("chosen", setup.actions) if setup.together else None
        for place in setup.rules.places:
            self._place(place)
        for record in setup.rules.records:
            self._record(record)
        for cell in setup.rules.cells:
            self._cell(cell)

    @property
    def size(self) -> int:
        """How many numbers there are."""
        last = self.parts[-1]
        return last.at + last.size

    def write(self, game: Face, seat: int) -> list[float]:
        """The numbers for what a seat sees now."""
        view, numbers = game.view(seat), [0.0] * self.size
        for write in self._writers:
            write(view, numbers)
        if self._chosen is not None:
            chosen = (together(game.rules, game.state) or {}).get(seat, -1)
            if chosen >= 0:
                numbers[self._chosen + chosen] = 1.0
        return numbers

    def _part(self, name: str, *shape: int) -> int:
        """A new block; gives where it starts."""
        at = self.size if self.parts else 0
        self.parts.append(Part(name, at, shape))
        return at

    def _fixed(self) -> None:
        seats, endings = self._setup.seats, [name for name, _ in self._setup.rules.endings]
        self._writers.append(_OneHot("seat", self._part("seat", len(seats)), seats))
        self._writers.append(_OneHot("to_move", self._part("to_move", len(seats)), seats))
        at = self._part("round", 1)
        self._writers.append(lambda view, numbers: _put(numbers, at, view["round"] / (view["round"] + 10)))
        self._writers.append(_OneHot("ending", self._part("ending", len(endings)), endings))

    def _place(self, place: Place) -> None:
        owners = self._owners[place.of_player]
        at = self._part(place.name, len(owners), len(place.cells))
        whole = max(1, self._in_all(place))
        pool = place.sort == "pool"

        def write(view: Mapping[str, Any], numbers: list[float]) -> None:
            for i, inside in enumerate(_cells(view[place.name], owners, place.cells)):
                numbers[at + i] = (inside if pool else len(inside)) / whole

        self._writers.append(write)

    def _in_all(self, place: Place) -> int:
        """How many pieces or components of its sort there are."""
        rules = self._setup.rules
        if place.sort == "pool":
            return dict(rules.pieces).get(place.item, 0)
        return sum(len(record.ids) for record in rules.records if record.name == place.item)

    def _record(self, record: Record) -> None:
        places = [place for place in self._setup.rules.places if place.item == record.name]
        cells = sum(len(self._owners[place.of_player]) * len(place.cells) for place in places)
        whole = len(record.ids)
        faces = _slots(record.ids)
        backs = _slots([f"?{back}" for back in record.backs]) if len(record.all_backs) > 1 else {}
        blocks = [(faces, self._part(record.name, whole, cells, 2))]
        if backs:
            blocks.append((backs, self._part(f"{record.name} backs", whole, cells, 2)))

        def write(view: Mapping[str, Any], numbers: list[float]) -> None:
            taken: dict[str, int] = {}
            for cell, height, word in _lying(view, places, self._owners):
                for slots, at in blocks:
                    if word in slots:
                        slot = slots[word] + taken.get(word, 0)
                        taken[word] = taken.get(word, 0) + 1
                        numbers[at + 2 * (slot * cells + cell)] = 1.0
                        numbers[at + 2 * (slot * cells + cell) + 1] = height / whole

        self._writers.append(write)

    def _cell(self, cell: Cell) -> None:
        owners = self._owners[cell.of_player]
        words = self._words(cell)
        index = {word: i for i, word in enumerate(dict.fromkeys(words))}
        shape = (len(owners), len(cell.cells), len(index)) if words else (len(owners), len(cell.cells))
        at = self._part(cell.name, *shape)

        def write(view: Mapping[str, Any], numbers: list[float]) -> None:
            for i, value in enumerate(_cells(view[cell.name], owners, cell.cells)):
                if not words:
                    numbers[at + i] = (value - cell.low) / max(1, cell.high - cell.low)
                    continue
                for word in value if cell.is_set else [value]:
                    if word in index:
                        numbers[at + i * len(index) + index[word]] += 1 / words.count(word)

        self._writers.append(write)

    def _words(self, cell: Cell) -> Sequence[Any]:
        """What may stand in a cell, each as often as it can; nothing for a number."""
        if cell.record is not None:
            record = next(each for each in self._setup.rules.records if each.name == cell.record)
            return [*record.ids, *(f"?{back}" for back in record.backs), *["?"] * len(record.ids)]
        if cell.is_set and not cell.words:
            return range(cell.low, cell.low + cell.high.bit_length())
        return cell.words


def layout(setup: Setup) -> Layout:
    """The layout of what seats see in a game."""
    return Layout(setup)


@dataclass(frozen=True, slots=True)
class _OneHot:
    """1 for the word that stands in the view under a name, or each of several, if it is one of these."""

    name: str
    at: int
    words: Sequence[str]

    def __call__(self, view: Mapping[str, Any], numbers: list[float]) -> None:
        shown = view[self.name]
        for word in shown if isinstance(shown, list) else [shown]:
            if word in self.words:
                numbers[self.at + self.words.index(word)] = 1.0


def _put(numbers: list[float], at: int, value: float) -> None:
    numbers[at] = value


def _slots(words: Sequence[str]) -> dict[str, int]:
    """Where the slots of each word start: as many follow as it is there.

    >>> _slots(["a", "b", "a"])
    {'a': 0, 'b': 2}
    """
    starts: dict[str, int] = {}
    for word in words:
        starts.setdefault(word, 0)
    at = 0
    for word in starts:
        starts[word] = at
        at += words.count(word)
    return starts


def _cells(shown: Any, owners: Sequence[str | None], cells: Sequence[str]) -> Iterator[Any]:
    """What stands in each cell of each owner, in their order."""
    for owner in owners:
        own = shown if owner is None else shown[owner]
        if tuple(cells) == ("",):
            yield own
        else:
            yield from (own[cell] for cell in cells)


def _lying(
    view: Mapping[str, Any], places: Sequence[Place], owners: Mapping[bool, Sequence[str | None]]
) -> Iterator[tuple[int, int, str]]:
    """Everything that lies in some places: the number of its cell, its height (0 in a set), what is told."""
    cell = 0
    for place in places:
        for inside in _cells(view[place.name], owners[place.of_player], place.cells):
            for height, word in enumerate(inside, 1):
                yield cell, height if place.sort == "list" else 0, word
            cell += 1
