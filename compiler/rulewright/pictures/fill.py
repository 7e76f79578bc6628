"""Fill: a scene from a sketch and what a seat sees of a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rulewright.pictures.scene import Item, Part, Plane, Scene, Spot, Square, Thing, Track
from rulewright.pictures.sketch import Canvas, Mask, Sketch
from rulewright.python.runtime import Cell, Game, Place

LAID = "top:"


def scene(
    sketch: Sketch,
    game: Game,
    seat: int | None,
    lang: str | None,
    title: Sequence[str],
    labels: Sequence[str],
) -> Scene:
    """What a seat sees of a position; None sees all of it."""
    filler = _Filler(sketch, game, seat, lang)
    parts = [filler.part(None, "", False)]
    parts += [filler.part(owner, labels[owner], owner == seat) for owner in range(game.players)]
    return Scene(tuple(title), tuple(parts), game.rules.seats[: game.players], lang)


class _Filler:
    """Fills a sketch in for one seat."""

    def __init__(self, sketch: Sketch, game: Game, seat: int | None, lang: str | None) -> None:
        self._sketch, self._game, self._lang = sketch, game, lang
        self._view, self._is_open = game.view(seat), seat is None
        self._records = {place.name: place.item for place in game.rules.places}
        self._titles = {what.name: game.translate(what.text, lang) for what in _everything(game)}
        self._drawn = _drawn(sketch)

    def part(self, owner: int | None, label: str, own: bool) -> Part:
        """The middle of the table, or a seat's side of it."""
        canvases = [c for c in self._sketch.canvases if c.of_player == (owner is not None)]
        planes = [self._plane(canvas, owner) for canvas in canvases]
        return Part(owner, label, tuple(self._items(owner)), tuple(planes), tuple(self._tracks(owner)), own)

    def _of(self, name: str, owner: int | None) -> Any:
        value = self._view[name]
        if self._is_open and name in self._sketch.piles:
            value = (
                ["?"] * len(value) if owner is None else {seat: ["?"] * len(of) for seat, of in value.items()}
            )
        return value if owner is None else value[self._game.rules.seats[owner]]

    def _word(self, word: str) -> str:
        return self._game.word(word, self._lang)

    # ---- in words

    def _items(self, owner: int | None) -> Iterator[Item]:
        needed, places = self._sketch.needed, self._game.rules.places
        for number, what in enumerate(_everything(self._game)):
            if what.of_player != (owner is not None) or what.name in self._drawn:
                continue
            value, title = self._of(what.name, owner), self._titles[what.name]
            sort = places[number].sort if number < len(places) else "memory"
            things = self._things(what.name, value) if sort in ("list", "set") else ()
            yield Item(what.name, title, value, sort == "list", sort != "memory", things, what.name in needed)

    def _things(self, zone: str, value: Any) -> tuple[Thing, ...]:
        """The cards that lie in a zone, or in one of its cells."""
        if isinstance(value, dict):
            return tuple(thing for inside in value.values() for thing in self._things(zone, inside))
        return tuple(self._card(zone, id) for id in value) if isinstance(value, list) else ()

    def _card(self, zone: str, id: str) -> Thing:
        if id.startswith("?"):
            return Thing(id, self._word(id[1:]) if id[1:] else "", zone)
        face = self._sketch.faces.get(self._records.get(zone, ""), {}).get(id)
        if face is None:
            return Thing(id, self._word(id), zone)
        needed = self._sketch.needed.get(zone)
        lines = tuple(line for name, line in face.lines.items() if needed is None or name in needed)
        return Thing(id, self._word(id), zone, lines=lines, squares=face.squares, tone=face.tone)

    # ---- tracks

    def _tracks(self, owner: int | None) -> Iterator[Track]:
        for cell in self._game.rules.cells:
            if cell.name in self._sketch.tracks and cell.of_player == (owner is not None):
                low, high = self._sketch.tracks[cell.name]
                value = self._of(cell.name, owner)
                if isinstance(value, dict) and cell.name not in self._walking():
                    stands = tuple((self._word(name), at) for name, at in value.items())
                    yield Track(cell.name, self._titles[cell.name], low, high, stands)

    def _walking(self) -> set[str]:
        return {name for canvas in self._sketch.canvases for name in canvas.walkers}

    # ---- planes

    def _plane(self, canvas: Canvas, owner: int | None) -> Plane:
        spots = list(canvas.spots)
        if canvas.mask is not None:
            spots = self._seen(canvas.mask, canvas.zone, spots, owner)
        for zone, sort in canvas.layers:
            spots = [self._with(spot, self._lying(zone, sort, spot.name, owner)) for spot in spots]
        for name in canvas.pointers:
            spots = [self._with(spot, self._pointed(name, spot.name, owner)) for spot in spots]
        spots, sides = self._walked(canvas, spots, owner)
        zones = [name for name, _ in canvas.layers]
        marks = [self._titles[name] for name in (*canvas.pointers, *canvas.walkers)]
        return Plane(
            canvas.zone,
            self._titles[canvas.zone],
            canvas.shape,
            tuple(spots),
            sides,
            canvas.joins,
            tuple(marks),
            tuple(self._titles[zone] for zone in zones if zone != canvas.zone),
            tuple(dict.fromkeys([canvas.zone, *zones])),
        )

    def _with(self, spot: Spot, things: Sequence[Thing]) -> Spot:
        return replace(spot, things=(*spot.things, *things)) if things else spot

    def _seen(self, mask: Mask, zone: str, spots: Sequence[Spot], owner: int | None) -> list[Spot]:
        """The spots with what is seen there of the cards that cover each other."""
        state, skip = self._game.state, (owner or 0) * mask.cells
        place = next(place for place in self._game.rules.places if place.name == zone)
        order = state.zones[place.at + (owner or 0)]
        layers = {card: layer for layer, card in enumerate(order)}
        found = []
        for at, spot in enumerate(spots, skip):
            part, top = state.memory[mask.at + at], state.memory[mask.top + at]
            square = Square() if part < 0 else mask.parts[part]
            card = self._word(square.card) if square.card else ""
            found.append(replace(spot, square=replace(square, card=card, layer=layers.get(top, -1))))
        return found

    def _lying(self, zone: str, sort: str, spot: str, owner: int | None) -> tuple[Thing, ...]:
        if sort == "laid":
            card = self._of(LAID + zone, owner)[spot]
            return () if card is None else (self._card(zone, card),)
        found = self._of(zone, owner)[spot]
        if sort == "cards":
            return self._things(zone, found)
        return () if found is None else (self._man(zone, found),)

    def _man(self, zone: str, man: str) -> Thing:
        name, owner = self._sketch.owners.get(man, (man, None))
        return Thing(man, self._word(name), zone, owner, "piece")

    def _pointed(self, name: str, spot: str, owner: int | None) -> list[Thing]:
        """Memory that says where something is: a seat's on its own side, on a board of all anybody's."""
        cell = next(cell for cell in self._game.rules.cells if cell.name == name)
        seats = range(self._game.players) if cell.of_player and owner is None else [owner]
        title = self._titles[name]
        whose = [seat if cell.of_player else None for seat in seats]
        return [Thing(name, title, name, seat, "mark") for seat in whose if self._of(name, seat) == spot]

    def _walked(
        self, canvas: Canvas, spots: list[Spot], owner: int | None
    ) -> tuple[list[Spot], tuple[tuple[float, float, str], ...]]:
        """The spots with what walks along their columns; who has gone past either end is told at the head."""
        sides = list(canvas.sides)
        for name in canvas.walkers:
            for head, at in self._of(name, owner).items():
                mark = Thing(name, self._titles[name], name, None, "mark")
                there = [i for i, spot in enumerate(spots) if spot.name == f"{head}, {at}"]
                for i in there:
                    spots[i] = self._with(spots[i], [mark])
                if not there:
                    column = canvas.heads.index(head)
                    top = (float(column), -1.0)
                    sides = [
                        (x, y, f"{text} ({at})") if (x, y) == top else (x, y, text) for x, y, text in sides
                    ]
        return spots, tuple((x, y, self._word(text)) for x, y, text in sides)


def _everything(game: Game) -> tuple[Place | Cell, ...]:
    return (*game.rules.places, *game.rules.cells)


def _drawn(sketch: Sketch) -> set[str]:
    """What is drawn, and so need not be told in words."""
    found = set(sketch.tracks)
    for canvas in sketch.canvases:
        zones = [canvas.zone, *(name for name, _ in canvas.layers)]
        found |= {*zones, *(LAID + zone for zone in zones), *canvas.walkers}
    return found
