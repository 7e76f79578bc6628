"""Scene: what there is to see of a position, before anybody has laid it out. `fill.scene` makes it; `to_text`
and `to_svg` draw it. Everything here is as one seat may know it, in the language of who looks."""

from __future__ import annotations

from typing import Any

from rulewright.record import record


@record
class Glimpse:
    """What a card shows on one space: the column, the word there, a number for its colour."""

    column: str
    word: str
    tone: int


@record
class Thing:
    """A card, tile, piece or marker: what rules call it (`?` and its back, where no more is seen), and what
    people do; whose it is; what is printed on it, in words, or square by square from the top."""

    id: str
    name: str
    zone: str
    owner: int | None = None
    sort: str = "card"  # card, piece, mark
    lines: tuple[str, ...] = ()
    squares: tuple[tuple[Square, ...], ...] = ()
    tone: int = -1

    @property
    def is_hidden(self) -> bool:
        """Does it lie face down?"""
        return self.id.startswith("?")


@record
class Square:
    """What is seen on one space of an overlay, or on one square of a card: the topmost card, which one it is
    counted from below, what it shows; whether it is crossed by something that is there or not (`yes_no`)."""

    card: str = ""
    layer: int = -1
    glimpses: tuple[Glimpse, ...] = ()
    crossed: bool = False


@record
class Spot:
    """A space of a plane: its name, where it lies (in squares, y downwards), what is printed on it and what
    lies there."""

    name: str
    x: float
    y: float
    facts: tuple[str, ...] = ()
    square: Square | None = None
    things: tuple[Thing, ...] = ()


@record
class Plane:
    """Spaces that are drawn: squares, hexes, a table of cells, or `free`, spaces joined by lines. `sides` are
    words at the edges; `upright` says that a table's rows count upwards; `marks` tells what the marks are."""

    zone: str
    title: str
    shape: str
    spots: tuple[Spot, ...]
    sides: tuple[tuple[float, float, str], ...] = ()
    joins: tuple[tuple[int, int], ...] = ()
    marks: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()

    @property
    def is_bare(self) -> bool:
        """Is there nothing to see but the spaces?"""
        return not any(spot.things or (spot.square and spot.square.card) for spot in self.spots)


@record
class Track:
    """A line of numbers and where each stands on it: memory that counts along a kind."""

    cell: str
    title: str
    low: int
    high: int
    stands: tuple[tuple[str, int], ...]


@record
class Item:
    """A place or memory that is told in words: what a view says of it, and the things that lie there. `stays`
    says that what is printed there is what still matters of it."""

    zone: str
    title: str
    value: Any
    in_order: bool
    is_place: bool
    things: tuple[Thing, ...] = ()
    stays: bool = False
    more: int = 0


@record
class Part:
    """The table's middle (`seat` None), or what lies before a seat."""

    seat: int | None
    label: str
    items: tuple[Item, ...]
    planes: tuple[Plane, ...]
    tracks: tuple[Track, ...]
    is_own: bool = False


@record
class Scene:
    """A whole position: what is said above it, the middle, each seat."""

    title: tuple[str, ...]
    parts: tuple[Part, ...]
    seats: tuple[str, ...]
    lang: str | None
