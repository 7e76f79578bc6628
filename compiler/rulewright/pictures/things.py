"""Things as shapes: cards, pieces, marks, and squares of pictures, with colours by owner and by word."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from textwrap import wrap

from rulewright.pictures.scene import Glimpse, Square, Thing
from rulewright.pictures.shapes import EM, Block, Tag, box, disc, group, length, size_of, titled, words

TONES = 12
CARD, WIDEST, LINE = 116.0, 200.0, 14.0
MOST_LINES = 7
SQUARE = 58.0
COLOURS = ("red", "yellow", "green", "blue", "purple", "black", "white", "orange", "brown", "pink", "grey")


class Painter:
    """Draws things; `seats` are the names of those who play, for their colours, `men` the names of pieces."""

    def __init__(self, seats: Sequence[str], men: Collection[str]) -> None:
        self._seats, self._men = seats, men

    def colour(self, owner: int | None) -> str:
        """The look of what a seat owns: a seat that is called by a colour has that one."""
        if owner is None:
            return "nobody"
        name = self._seats[owner].lower()
        return f"of-{name}" if name in COLOURS else f"of-{COLOURS[owner % 5]}"

    # ---- cards

    def card(self, thing: Thing, is_tight: bool = False) -> Block:
        """A card with its name and what is printed on it; one that lies face down with its back. In a table
        it has the width of the others, and its words in running lines."""
        if thing.is_hidden:
            return self._back(thing)
        if thing.squares:
            return self._pictured(thing)
        width = CARD if is_tight else min(WIDEST, max(CARD, length(thing.name, "name") + 20))
        lines = _lines(thing, width, is_tight)
        height = 26 + LINE * len(lines)
        tags = [
            box(0, 0, width, height, "card", 5),
            box(0, 0, 5, height, tone(thing.tone), 2),
            words(12, 18, thing.name, "name", width - 18),
            *(words(12, 32 + LINE * i, text, "small soft", width - 18) for i, text in enumerate(lines)),
        ]
        return Block(width, height, (_named(thing, tags),))

    def _back(self, thing: Thing) -> Block:
        look = f"back of-{thing.name}" if thing.name in COLOURS else "back"
        tags = [
            box(0, 0, 54, 40, look, 5),
            box(6, 6, 42, 28, "inlay", 3),
            words(27, 25, "?", "name mid onback"),
        ]
        return Block(54, 40, (_named(thing, tags),))

    def _pictured(self, thing: Thing) -> Block:
        size = SQUARE * 0.78
        wide_, high = len(thing.squares[0]) * size, len(thing.squares) * size
        tags: list[Tag] = [words(2, 12, thing.name, "small")]
        for y, row in enumerate(thing.squares):
            for x, square in enumerate(row):
                tags.append(group(x * size, 18 + y * size, self.square(square, size, "ground-a")))
        tags.append(box(0, 18, wide_, high, "edge", 3))
        return Block(wide_, high + 18, (_named(thing, tags),))

    # ---- squares

    def square(self, square: Square, size: float, look: str) -> list[Tag]:
        """What is seen on one square."""
        tags = [box(0, 0, size, size, f"cell {look}")]
        if square.crossed:
            tags.append(box(0, 0, size, size, "crossed"))
        step = size / (len(square.glimpses) or 1)
        for i, glimpse in enumerate(square.glimpses):
            tags += self._glimpse(glimpse, step * (i + 0.5), size / 2, size, square.crossed)
        return tags

    def _glimpse(self, glimpse: Glimpse, x: float, y: float, size: float, crossed: bool) -> list[Tag]:
        """A word as a disc of its colour with its first letters, and in full below."""
        where = f"{glimpse.column}: {glimpse.word}"
        look = f"disc {tone(glimpse.tone)}"
        sign = (
            box(x - size * 0.24, y - size * 0.3, size * 0.48, size * 0.4, look, 3)
            if crossed
            else disc(x, y - size * 0.1, size * 0.24, look)
        )
        short = glimpse.word[:2]
        return [
            group(0, 0, [
                titled(where), sign,
                words(x, y - size * 0.1 + 4, short, "small mid onword"),
                words(x, y + size * 0.37, glimpse.word, f"tiny mid soft{' halo' if crossed else ''}", size),
            ])
        ]  # fmt: skip

    # ---- loose pieces

    def loose(self, things: Sequence[Thing], x: float, y: float, size: float) -> list[Tag]:
        """Pieces, marks and small cards on a space, one over the other, the last on top."""
        tags = []
        for i, thing in enumerate(things):
            shift = (i - (len(things) - 1) / 2) * size * 0.34
            tags.append(_named(thing, self._piece(thing, x + shift, y, size)))
        return tags

    def _piece(self, thing: Thing, x: float, y: float, size: float) -> list[Tag]:
        radius = size * 0.36
        if thing.sort == "card":
            name = thing.lines[0] if thing.lines else thing.name
            look = f"token {tone(thing.tone)}"
            return [
                box(x - radius, y - radius, 2 * radius, 2 * radius, look, radius * 0.4),
                words(x, y + 1, name[:2], "name mid onword"),
                words(x, y + radius - 4, name, "tiny mid onword", 2 * radius),
            ]
        if thing.sort == "mark":
            return [
                disc(x, y, radius, f"ring {self.colour(thing.owner)}"),
                words(x, y + radius + 10, thing.name, "tiny mid soft", size * 1.4),
            ]
        initial = thing.name.split()[-1][:1].upper() if len(self._men) > 1 else ""
        return [
            disc(x, y, radius, f"man {self.colour(thing.owner)}"),
            words(x, y + 4, initial, f"name mid on {self.colour(thing.owner)}-on"),
        ]


def _named(thing: Thing, tags: Sequence[Tag]) -> Tag:
    """Shapes that say which thing they are."""
    said = ", ".join([thing.name or "?", *thing.lines])
    id = "?" if thing.is_hidden else thing.id
    return group(0, 0, [titled(said), *tags], class_="thing", data_zone=thing.zone, data_piece=id)


def tone(number: int) -> str:
    """The look of a word's colour."""
    return f"tone{number % TONES}" if number >= 0 else "plain"


def _lines(thing: Thing, width: float, is_tight: bool) -> list[str]:
    """What is printed on a card, in short lines; what its name says already is left out."""
    said = thing.name.lower().replace("_", " ")
    room = int((width - 18) / (EM * size_of("small")))
    new = [text for text in thing.lines if text.lower() not in said]
    found = [part for text in ([" · ".join(new)] if is_tight else new) for part in wrap(text, room)]
    return found if len(found) <= MOST_LINES else [*found[: MOST_LINES - 1], "…"]
