"""Looks: the pictures of a page: cards, a game as it starts, where examples lead to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

from rulewright import core
from rulewright.booklet.contents import Row
from rulewright.booklet.spoken import Speech
from rulewright.checks.examples import position
from rulewright.pictures.frame import framed
from rulewright.pictures.scene import Thing
from rulewright.pictures.sketch import Sketch, sketch
from rulewright.pictures.to_svg import cards
from rulewright.play.play import seating, session
from rulewright.play.play_view import picture
from rulewright.python.runtime import Game
from rulewright.record import record

SEED = 1
MOST = 200  # sorts of cards that are drawn


@record
class Shown:
    """An example as a page shows it: its place in the rules, its picture, the moves that it plays."""

    number: int
    picture: str
    moves: tuple[str, ...]


class Painted:
    """The pictures of a game in a language. They are given as addresses that hold the whole picture, so that
    what one says of its colours is nothing to the others, nor to the page."""

    def __init__(self, game: core.Game, engine: ModuleType, say: Speech) -> None:
        self._game, self._engine, self._say = game, engine, say
        self._sketch: Sketch = sketch(game, say.lang)

    def cards(self, name: str) -> str:
        """All cards of a record; empty where there are too many sorts of them."""
        record = self._game.records[name]
        if not 0 < len(record.ids) <= MOST:
            return ""
        found = [(self._card(name, id), copies) for id, copies in zip(record.ids, record.copies, strict=True)]
        return address(cards(found, self._say.sort(record), self._game.seats))

    def _card(self, record: str, id: str) -> Thing:
        face = self._sketch.faces[record][id]
        name = self._say.word(id)
        return Thing(id, name, "", lines=tuple(face.lines.values()), squares=face.squares, tone=face.tone)

    def started(self, players: int, options: Mapping[str, str]) -> Game:
        """A game for so many, as chance happens to begin it. What the rules break raises their error."""
        game: Game = self._engine.new(players=players, seed=SEED, options=dict(options))
        return game

    def drawn(self, game: Game) -> str:
        """A position as who sees everything sees it."""
        made = session(
            game, seating(self._game.seats[: game.players], [], []), self._say.lang, sketch=self._sketch
        )
        return address(picture(made, None))

    def examples(self) -> Iterator[Shown]:
        """Where each example leads to. Raises Failure at the first that does not hold."""
        for number in range(len(self._game.examples)):
            game = position(self._game, self._engine, number)
            yield Shown(number, self.drawn(game), tuple(self._moves(game)))

    def _moves(self, game: Game) -> Iterator[str]:
        for mover, move in zip(game.movers, game.moves, strict=True):
            name = game.name(move, self._say.lang)
            yield f"{self._say.word(self._game.seats[mover])}: {name}" if mover >= 0 else name


def address(svg: str) -> str:
    """A picture as an address that holds all of it, to stand between double quotes.

    >>> address('<a b="50 %">&amp;</a>')
    "data:image/svg+xml,<a b='50 %25'>%26amp;</a>"
    """
    for mark, said in (("%", "%25"), ("#", "%23"), ("&", "%26"), ('"', "'"), ("\n", "")):
        svg = svg.replace(mark, said)
    return f"data:image/svg+xml,{svg}"


def lie(game: core.Game, starts: list[Game], say: Speech) -> Iterator[Row]:
    """What lies where when a game begins, by number of players; places that are empty with any are left
    out."""
    views = [start.view(None) for start in starts]
    for name, zone in game.zones.items():
        said = name.replace("supply:", "supply of ")
        told = [_lying(view.get(said), zone.of_player, say) for view in views]
        if any(told):
            yield Row(_place(zone, game, say), tuple(text or "–" for text in told), zone.per)


def _place(zone: core.Zone, game: core.Game, say: Speech) -> str:
    if zone.name.startswith("supply:"):
        return framed(say.lang, "supply of {what}", what=say.name(game.pieces[zone.item]))
    return say.name(zone)


def _lying(value: Any, of_player: bool, say: Speech) -> str:
    if not of_player:
        found = _number(value)
        return str(found) if found else ""
    numbers = [_number(own) for own in value.values()] if isinstance(value, Mapping) else []
    if not any(numbers):
        return ""
    low, high = min(numbers), max(numbers)
    return framed(say.lang, "{number} each", number=str(low) if low == high else f"{low}–{high}")


def _number(value: Any) -> int:
    """How many things lie in a place, or in all its cells."""
    match value:
        case bool() | None:
            return 0
        case int():
            return value
        case Mapping():
            return sum(map(_number, value.values()))
        case str():
            return 1
    return len(value)
