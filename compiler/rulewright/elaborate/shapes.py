"""Shapes of boards: the names of their spaces and, for each direction, the step from every space.

`squares`, `hexes`, `hexagon` and `ring` are pure: sizes in, `Shape` out. What else geometry asks for (rays,
lines, edges, neighbours, distances) is worked out from the steps alone, so it serves graphs from tables too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

NONE = -1
# Clockwise: a heading of a seat is a direction turned from the one it faces.
COMPASS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
HEX = ("northeast", "east", "southeast", "southwest", "west", "northwest")
AROUND = ("clockwise", "anticlockwise")
HEADINGS = (
    "forward",
    "forward_right",
    "right",
    "backward_right",
    "backward",
    "backward_left",
    "left",
    "forward_left",
)
DIRECTIONS = {"squares": COMPASS, "hexes": HEX, "hexagon": HEX, "ring": AROUND}
_BY_COMPASS = {
    "north": (0, 1),
    "northeast": (1, 1),
    "east": (1, 0),
    "southeast": (1, -1),
    "south": (0, -1),
    "southwest": (-1, -1),
    "west": (-1, 0),
    "northwest": (-1, 1),
}
# Columns lean: the one to the northeast of (c, r) is (c + 1, r + 1), to its northwest (c, r + 1).
_BY_HEX = {
    "northeast": (1, 1),
    "east": (1, 0),
    "southeast": (0, -1),
    "southwest": (-1, -1),
    "west": (-1, 0),
    "northwest": (0, 1),
}

Steps = Mapping[str, Sequence[int]]
Lines = list[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Shape:
    """A board: `names` of its spaces, `steps` by direction (the space that is reached, or NONE), and the
    `columns` and `rows` of its spaces from 1 where it has them; `width`, `height` when all of those exist."""

    names: tuple[str, ...]
    steps: dict[str, tuple[int, ...]]
    columns: tuple[int, ...] = ()
    rows: tuple[int, ...] = ()
    width: int = 0
    height: int = 0
    roads: tuple[tuple[int, ...], ...] = field(default=())

    @property
    def size(self) -> int:
        """How many spaces there are."""
        return len(self.names)


def letters(number: int) -> str:
    """The letters of a column, from 1, as spreadsheets count.

    >>> letters(1), letters(26), letters(27)
    ('a', 'z', 'aa')
    """
    text = ""
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("a") + rest) + text
    return text


def squares(width: int, height: int) -> Shape:
    """Squares named a1, b1, ... from the southwest, row by row.

    >>> squares(3, 2).names, squares(3, 2).steps["north"]
    (('a1', 'b1', 'c1', 'a2', 'b2', 'c2'), (3, 4, 5, -1, -1, -1))
    """
    places = [(c, r) for r in range(1, height + 1) for c in range(1, width + 1)]
    return _on_a_plane(places, _BY_COMPASS, width, height)


def hexes(width: int, height: int) -> Shape:
    """A rhombus of hexagons: each has up to six neighbours.

    >>> sorted(name for name, to in hexes(3, 3).steps.items() if to[4] >= 0)
    ['east', 'northeast', 'northwest', 'southeast', 'southwest', 'west']
    """
    places = [(c, r) for r in range(1, height + 1) for c in range(1, width + 1)]
    return _on_a_plane(places, _BY_HEX, width, height)


def hexagon(side: int) -> Shape:
    """A hexagon of hexagons with so many along each side.

    >>> hexagon(2).size
    7
    """
    most = 2 * side - 1
    places = [(c, r) for r in range(1, most + 1) for c in range(1, most + 1) if abs(c - r) < side]
    return _on_a_plane(places, _BY_HEX, 0, 0)


def _on_a_plane(
    places: list[tuple[int, int]], ways: Mapping[str, tuple[int, int]], width: int, height: int
) -> Shape:
    number = {place: i for i, place in enumerate(places)}
    return Shape(
        tuple(f"{letters(c)}{r}" for c, r in places),
        {name: tuple(number.get((c + x, r + y), NONE) for c, r in places) for name, (x, y) in ways.items()},
        tuple(c for c, _ in places),
        tuple(r for _, r in places),
        width,
        height,
    )


def ring(size: int) -> Shape:
    """Spaces in a circle, named s1, s2, ... clockwise.

    >>> ring(3).steps["clockwise"]
    (1, 2, 0)
    """
    onward, back = AROUND
    return Shape(
        tuple(f"s{i + 1}" for i in range(size)),
        {
            onward: tuple((i + 1) % size for i in range(size)),
            back: tuple((i - 1) % size for i in range(size)),
        },
    )


# ---- what follows from the steps


def ray(to: Sequence[int], start: int) -> tuple[int, ...]:
    """The spaces reached by stepping on and on, each once.

    >>> ray((1, 2, -1), 0), ray((1, 2, 0), 1)
    ((1, 2), (2, 0))
    """
    found: list[int] = []
    here = to[start]
    while here != NONE and here != start and here not in found:
        found.append(here)
        here = to[here]
    return tuple(found)


def neighbours(shape: Shape) -> tuple[tuple[int, ...], ...]:
    """For each space those one step or road away, in rising order."""
    found = []
    for space in range(shape.size):
        near = {to[space] for to in shape.steps.values()} - {NONE}
        near |= set(shape.roads[space]) if shape.roads else set()
        found.append(tuple(sorted(near - {space})))
    return tuple(found)


def edge(to: Sequence[int]) -> tuple[int, ...]:
    """The spaces with no step that way.

    >>> edge((1, 2, -1))
    (2,)
    """
    return tuple(space for space, there in enumerate(to) if there == NONE)


def opposite(shape: Shape, direction: str) -> str | None:
    """The direction whose steps lead back, if there is one."""
    to = shape.steps[direction]
    for other, back in shape.steps.items():
        if other != direction and all(back[there] == i for i, there in enumerate(to) if there != NONE):
            return other
    return None


def lines(shape: Shape, length: int) -> Lines:
    """All straight lines of so many spaces, each once.

    >>> lines(squares(3, 3), 3)[:2], len(lines(squares(3, 3), 3))
    ([(0, 1, 2), (0, 3, 6)], 8)
    """
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for start, to in product(range(shape.size), shape.steps.values()):
        line = (start, *ray(to, start)[: length - 1])
        if len(line) == length:
            found.setdefault(frozenset(line), tuple(sorted(line)))
    return sorted(found.values())


def distances(shape: Shape) -> Iterator[tuple[int, ...]]:
    """For each space how many steps lead to every other; NONE where none do."""
    near = neighbours(shape)
    for start in range(shape.size):
        far = [NONE] * shape.size
        far[start], wave = 0, [start]
        for here in wave:
            for there in near[here]:
                if far[there] == NONE:
                    far[there] = far[here] + 1
                    wave.append(there)
        yield tuple(far)


def passages(shape: Shape) -> Iterator[tuple[int, ...]]:
    """For each two spaces on a straight line those between them, from the first on; nothing for others.

    >>> list(passages(squares(3, 1)))[2]
    (1,)
    """
    for start in range(shape.size):
        passed: list[tuple[int, ...]] = [()] * shape.size
        for to in shape.steps.values():
            way = ray(to, start)
            for far, end in enumerate(way):
                passed[end] = passed[end] or way[:far]
        yield from passed


def heading(directions: Sequence[str], faced: str, turn: str) -> str | None:
    """The direction that a heading is for a seat that faces `faced`; None where there is none such.

    >>> heading(COMPASS, "south", "forward_left"), heading(HEX, "east", "forward_right")
    ('southeast', 'southeast')
    """
    around = next((ways for ways in (COMPASS, HEX) if set(ways) == set(directions)), None)
    turns = HEADINGS if around is COMPASS else tuple(h for h in HEADINGS if h not in ("left", "right"))
    if around is None or faced not in around or turn not in turns:
        return None
    return around[(around.index(faced) + turns.index(turn)) % len(around)]
