"""What a seat sees as numbers in 0..1, of all games of a batch: the numbers of `rulewright.interop.tensors`.

`seen(rules, schema, players)` says which number holds what (`parts`), and how C finds them: a list of whole
numbers, each piece of which begins with what is to be done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

from rulewright.python.runtime import Cell, Place, Record, Rules

SEAT, TO_MOVE, ROUND, ENDING, CHOSEN, POOLS, LISTS, SETS, RECORD, NUMBERS, WORDS, MEMBERS = range(12)
Part = tuple[str, int, tuple[int, ...]]


class Seen:
    """`parts` are named blocks of the numbers: where each starts, and its shape. `plan` is what C reads."""

    def __init__(self, rules: Rules, schema: Mapping[str, Any], players: int) -> None:
        self._rules, self._schema, self._players = rules, schema, players
        self.parts: list[Part] = []
        self.plan: list[int] = []
        self._first()
        for place in rules.places:
            self._place(place)
        for record in rules.records:
            self._record(record)
        for cell in rules.cells:
            self._cell(cell)
        self.plan.append(-1)

    @property
    def size(self) -> int:
        """How many numbers there are."""
        _, at, shape = self.parts[-1]
        return at + prod(shape)

    def _part(self, name: str, *shape: int) -> int:
        """A new block; gives where it starts."""
        at = self.size if self.parts else 0
        self.parts.append((name, at, shape))
        return at

    def _owners(self, of_player: bool) -> int:
        return self._players if of_player else 1

    def _first(self) -> None:
        rules, players = self._rules, self._players
        asked = self._together()
        self.plan += [SEAT, self._part("seat", players)]
        self.plan += [TO_MOVE, self._part("to_move", players), *asked]
        self.plan += [ROUND, self._part("round", 1)]
        self.plan += [ENDING, self._part("ending", len(rules.endings))]
        if rules.together:
            moves = max(group.base + group.count for group in rules.groups if not group.chance)
            self.plan += [CHOSEN, self._part("chosen", moves), *asked]

    def _together(self) -> list[int]:
        """Steps where seats decide together: where a frame keeps who they are, and what each has chosen."""
        found = [len(self._rules.together)]
        for step, (seats, chosen, _) in self._rules.together.items():
            slots = self._schema["steps"][str(step)]
            found += [step, slots[seats - 1][1], slots[chosen - 1][1]]
        return found

    def _place(self, place: Place) -> None:
        owners = self._owners(place.of_player)
        at = self._part(place.name, owners, len(place.cells))
        sort = {"pool": POOLS, "list": LISTS, "set": SETS}[place.sort]
        if place.sort == "pool":
            whole = dict(self._rules.pieces).get(place.item, 0)
        else:
            whole = sum(len(record.ids) for record in self._rules.records if record.name == place.item)
        self.plan += [sort, at, place.at, owners * len(place.cells), max(1, whole)]

    def _record(self, record: Record) -> None:
        rules, whole = self._rules, len(record.ids)
        places = [place for place in rules.places if place.item == record.name]
        spots = [
            (place.sort == "set", place.at + i)
            for place in places
            for i in range(self._owners(place.of_player) * len(place.cells))
        ]
        faces, backs = _starts(record.ids), _starts(record.backs)
        at = self._part(record.name, whole, len(spots), 2)
        many = len(record.all_backs) > 1
        turned = self._part(f"{record.name} backs", whole, len(spots), 2) if many else -1
        self.plan += [RECORD, at, turned, record.base, whole, *faces, *backs, len(spots)]
        for in_set, spot in spots:
            self.plan += [in_set, spot, bool(rules.backs[rules.lists * in_set + spot])]

    def _cell(self, cell: Cell) -> None:
        owners, count = self._owners(cell.of_player), len(cell.cells)
        block, first = self._block(cell.at)
        if not cell.words and not cell.is_set and cell.record is None:
            at = self._part(cell.name, owners, count)
            self.plan += [NUMBERS, at, block, first, owners * count, cell.low, max(1, cell.high - cell.low)]
            return
        known, unknown, base = self._words(cell)
        width = max((place for place, _ in [*known, *unknown]), default=-1) + 1
        at = self._part(cell.name, owners, count, width)
        low = cell.high + 1 - len(cell.words) if cell.words and not cell.is_set and cell.record is None else 0
        sort = MEMBERS if cell.is_set else WORDS
        self.plan += [sort, at, block, first, owners * count, width, base, low, len(known)]
        for pair in (*known, *(unknown or known)):
            self.plan += pair

    def _words(self, cell: Cell) -> tuple[list[tuple[int, int]], list[tuple[int, int]], int]:
        """For each value, or each member of a set, the number of its word among all and how often that may
        stand there: as it is seen, and as it is told to whom has not seen it; where what is known of it is
        kept, -1 for what all know."""
        if cell.record is None:
            words: Sequence[Any] = cell.words
            if not words:
                words = range(cell.low, cell.low + cell.high.bit_length())
            return _counted(words, words), [], -1
        rules = self._rules
        record = next(each for each in rules.records if each.name == cell.record)
        told = [f"?{back}" for back in record.backs]
        words = [*record.ids, *told, *["?"] * len(record.ids)]
        numbers = (
            (rules.lists if place.sort == "set" else 0) + place.at + i
            for place in rules.places
            if place.item == record.name
            for i in range((rules.high if place.of_player else 1) * len(place.cells))
        )
        shown = told if all(rules.backs[number] for number in numbers) else ["?"] * len(told)
        return _counted(record.ids, words), _counted(shown, words), record.base

    def _block(self, place: int) -> tuple[int, int]:
        """The number of a field of the state, and which of its places one of the memory is."""
        for number, (at, count, _) in enumerate(self._schema["memory"]):
            if at <= place < at + count:
                return number, place - at
        raise AssertionError(f"place {place} of the memory is in no field")


def _starts(words: Sequence[str]) -> list[int]:
    """For each word where the slots of all that are alike start: as many as there are, in the order of words.

    >>> _starts(["a", "b", "a"])
    [0, 2, 0]
    """
    starts, at = dict[str, int](), 0
    for word in dict.fromkeys(words):
        starts[word] = at
        at += list(words).count(word)
    return [starts[word] for word in words]


def _counted(shown: Sequence[Any], words: Sequence[Any]) -> list[tuple[int, int]]:
    """For each of some words its number among all that differ, and how often it is there."""
    index = {word: i for i, word in enumerate(dict.fromkeys(words))}
    return [(index[word], list(words).count(word)) for word in shown]
