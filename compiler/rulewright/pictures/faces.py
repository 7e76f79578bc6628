"""Faces: what is printed on cards, in words or square by square, and which of it a place still needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright import core
from rulewright.checks.effects import asked_by, bodies, expressions, statements
from rulewright.elaborate.sources import origin
from rulewright.machine.words import value_words
from rulewright.pictures.scene import Glimpse, Square
from rulewright.python.runtime import in_words
from rulewright.record import record

Value = int | tuple[int, ...]
Texts = Mapping[str, str]
Squares = tuple[tuple[Square, ...], ...]


@record
class Face:
    """What is printed on a card: by column in words, and its pictures."""

    lines: Mapping[str, str]
    squares: Squares = ()
    tone: int = -1


class Press:
    """Prints the cards of a game in a language."""

    def __init__(self, game: core.Game, texts: Texts) -> None:
        self.game, self.texts = game, texts
        self._tones = _tones(game)

    def faces(self) -> dict[str, dict[str, Face]]:
        """By record, then by id, what is printed."""
        return {
            record.name: {id: self._face(record, row) for row, id in enumerate(record.ids)}
            for record in self.game.records.values()
        }

    def _face(self, record: core.Record, row: int) -> Face:
        pictures = self.game.pictures.get(record.name)
        drawn = pictures.fields if pictures else ()
        plain = [info for name, info in record.fields.items() if name not in drawn]
        lines = {info.name: self._line(record, info, row) for info in plain}
        tones = [self.tone(info.type, info.values[row]) for info in plain]
        tone = next((tone for tone in tones if tone >= 0), -1)
        return Face({name: line for name, line in lines.items() if line}, self._squares(record, row), tone)

    def _line(self, record: core.Record, info: core.FieldInfo, row: int) -> str:
        """`sand`, `needs clay + sand`, `trees 2`: the column is named where its words do not say it."""
        word = words_of(self.game, info.type, info.values[row])
        name = self.said(info.name.replace("_", " "))
        if not word or word == "yes":
            return name if word else ""
        alike = [other for other in record.fields.values() if other.type == info.type]
        bare = isinstance(_item(info.type), core.KindType) and len(alike) == 1
        bare = bare and not isinstance(info.type, core.ListType)
        return self.said(word) if bare else f"{name} {self.said(word)}"

    def said(self, word: str) -> str:
        """A word in the language, or each of several."""
        return " + ".join(in_words(part, self.texts) for part in word.split(" + "))

    def tone(self, type: core.Type, value: Value) -> int:
        """A number for the colour of a word, for each that can be printed another; -1 for what is no word."""
        item = type.of if isinstance(type, core.Optional) else type
        if not isinstance(item, core.KindType) or not isinstance(value, int) or value < 0:
            return -1
        return self._tones.get(item.name, 0) + value

    def _squares(self, record: core.Record, row: int) -> Squares:
        """A card's pictures, row by row from the top; nothing where it has none."""
        found = self.game.pictures.get(record.name)
        if found is None:
            return ()
        flat = [self.square(record, row, at) for at in range(found.width * found.height)]
        return tuple(tuple(flat[y * found.width : (y + 1) * found.width]) for y in range(found.height))

    def square(self, record: core.Record, row: int, at: int, layer: int = -1) -> Square:
        """What a card of pictures shows on one of its squares, counted from the top left."""
        glimpses: list[Glimpse] = []
        crossed = False
        for name in self.game.pictures[record.name].fields:
            info = record.fields[name]
            items, item = info.values[row], _item(info.type)
            value = items[at] if isinstance(items, tuple) else items
            if isinstance(item, core.YesNo):
                crossed = crossed or bool(value)
            elif value >= 0 and (word := words_of(self.game, item, value)):
                tone = self.tone(item, value)
                glimpses.append(Glimpse(self.said(name.replace("_", " ")), self.said(word), tone))
        return Square(record.ids[row], layer, tuple(glimpses), crossed)


def _item(type: core.Type) -> core.Type:
    """What a column has one of, or several."""
    inner = type.of if isinstance(type, core.ListType) else type
    return inner.of if isinstance(inner, core.Optional) else inner


def _tones(game: core.Game) -> dict[str, int]:
    """Where the colours of each printed kind start: one after the other, so that two on a card differ too."""
    items = (_item(info.type) for record in game.records.values() for info in record.fields.values())
    printed = {item.name for item in items if isinstance(item, core.KindType)}
    found, first = {}, 0
    for name, info in game.kinds.items():
        if name in printed:
            found[name] = first
            first += info.size
    return found


def words_of(game: core.Game, type: core.Type, value: Value) -> str:
    """A value in words; empty for none, no, 0 and an empty list."""
    if isinstance(value, tuple):
        item = type.of if isinstance(type, core.ListType | core.SetType) else type
        return " + ".join(words_of(game, item, each) or "0" for each in value)
    if isinstance(type, core.Optional):
        return "" if value < 0 else words_of(game, type.of, value)
    if isinstance(type, core.Number):
        return str(value) if value else ""
    if isinstance(type, core.YesNo):
        return "yes" if value else ""
    return value_words(game, type)[value - core.bounds(game, type)[0]]


# ---- what still matters


def needed(game: core.Game) -> dict[str, frozenset[str]]:
    """By zone the columns that rules read of cards there, for zones that cards never leave: nothing else of
    them matters any more. A zone of which rules read nothing is not among them."""
    left = _left(game)
    read: dict[str, set[str]] = {}
    for expr in _all_expressions(game):
        for zone, column in _reads(game, expr):
            read.setdefault(zone, set()).add(column)
    return {zone: frozenset(found) for zone, found in read.items() if zone not in left}


def _left(game: core.Game) -> set[str]:
    """Zones from which something moves."""
    found: set[str] = set()
    unknown: set[str] = set()
    for block in bodies(game):
        for stmt in statements(block):
            source = getattr(stmt, "source", None)
            if isinstance(stmt, core.MoveAll | core.Deal | core.Move) and isinstance(source, core.ZoneRef):
                found.add(source.zone)
            elif isinstance(stmt, core.Move) and isinstance(stmt.what.type, core.Component):
                unknown.add(stmt.what.type.record)
    return found | {zone.name for zone in game.zones.values() if zone.item in unknown}


def _all_expressions(game: core.Game) -> Iterator[core.Expr]:
    for block in bodies(game):
        for stmt in statements(block):
            yield from expressions(stmt)
    for action in game.actions.values():
        for line in action.lines:
            yield from asked_by(line)
    yield from (define.value for define in game.defines.values())
    yield from (score.value for score in game.scores.values())
    yield from (ending.condition for ending in game.endings.values())


def _reads(game: core.Game, expr: core.Expr) -> Iterator[tuple[str, str]]:
    """The columns that an expression reads of members of a zone, by the names that go through it."""
    lies: dict[str, str] = {}
    for part in core.walk(expr):
        for binder in getattr(part, "binders", ()):
            if (found := origin(game, binder.source)) is not None:
                lies[binder.name] = found.zone
            elif isinstance(binder.source, core.ZoneRef):
                lies[binder.name] = binder.source.zone
    for part in core.walk(expr):
        if isinstance(part, core.Column) and isinstance(part.of, core.Local) and part.of.name in lies:
            yield lies[part.of.name], part.field
