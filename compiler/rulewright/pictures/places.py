"""Places: where the spaces of a board are drawn. `places(game, spaces)` gives a spot for each, in squares, y
downwards, with what stands at the sides and which spaces are joined by a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from math import cos, pi, sin

from rulewright import core
from rulewright.elaborate.shapes import letters
from rulewright.pictures.faces import words_of
from rulewright.pictures.scene import Spot
from rulewright.record import record

HEXAGONAL = 6  # directions
WIDEST, GAP = 10.0, 0.25  # spaces side by side, and between what does not hang together
SLANT = 0.87  # of a row of hexagons, in their width
TOWARDS: Mapping[str, tuple[int, int]] = {
    "left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1), "above": (0, -1), "below": (0, 1),
    "west": (-1, 0), "east": (1, 0), "north": (0, -1), "south": (0, 1), "northeast": (1, -1),
    "northwest": (-1, -1), "southeast": (1, 1), "southwest": (-1, 1), "next": (1, 0), "previous": (-1, 0),
}  # fmt: skip
At = tuple[float, float]


@record
class Lie:
    """How spaces lie: their shape, a spot for each, words at the sides, pairs that are joined."""

    shape: str
    spots: tuple[Spot, ...]
    sides: tuple[tuple[float, float, str], ...] = ()
    joins: tuple[tuple[int, int], ...] = ()


def places(game: core.Game, name: str) -> Lie:
    """How the spaces of a kind lie."""
    spaces = game.spaces[name]
    if spaces.columns:
        return _plane(game, spaces)
    names = _names(game, name)
    at = _free(game, spaces)
    facts = _facts(game, spaces)
    spots = [Spot(name=n, x=x, y=y, facts=f) for n, (x, y), f in zip(names, at, facts, strict=True)]
    near = _near(game, name)
    joins = {(min(a, b), max(a, b)) for a, others in enumerate(near) for b in others}
    return Lie("free", tuple(spots), joins=tuple(sorted(joins)))


def _names(game: core.Game, name: str) -> list[str]:
    return [word.name.replace("_", " ").strip() for word in game.kinds[name].words]


def _near(game: core.Game, name: str) -> Sequence[Sequence[int]]:
    return [value if isinstance(value, tuple) else () for value in game.tables[f"near:{name}"].values]  # type: ignore[misc]


def _facts(game: core.Game, spaces: core.Spaces) -> list[tuple[str, ...]]:
    """What a table says of each space: its numbers and what it has by yes or no, for words are mostly said by
    the name of a space already."""
    found: list[list[str]] = [[] for _ in game.kinds[spaces.name].words]
    for name, type in spaces.facts.items():
        for at, value in enumerate(game.tables[f"field:{spaces.name}:{name}"].values):
            word = words_of(game, type, value)  # type: ignore[arg-type]
            if word and isinstance(type, core.Number | core.YesNo):
                found[at].append(name.replace("_", " ") if word == "yes" else word)
    return [tuple(words) for words in found]


# ---- squares and hexagons


def _plane(game: core.Game, spaces: core.Spaces) -> Lie:
    is_hex = len(spaces.directions) == HEXAGONAL
    planes = list(zip(spaces.columns, spaces.rows, strict=True))
    high = max(spaces.rows)

    def at(column: float, row: float) -> At:
        down = high - row
        return (column + down / 2, down * SLANT) if is_hex else (column, down)

    sides = []
    for column in sorted(set(spaces.columns)):
        x, y = at(column, min(r for c, r in planes if c == column) - 1)
        sides.append((x - (0.25 if is_hex else 0), y, letters(column)))
    for row in sorted(set(spaces.rows)):
        x, y = at(min(c for c, r in planes if r == row) - 1, row)
        sides.append((x, y, str(row)))
    spots = [
        Spot(name=n, x=x, y=y)
        for n, (x, y) in zip(_names(game, spaces.name), (at(*place) for place in planes), strict=True)
    ]
    return Lie("hexes" if is_hex else "squares", tuple(spots), tuple(sides))


# ---- spaces of a table


def _free(game: core.Game, spaces: core.Spaces) -> list[At]:
    """Where each space lies: along directions that say so, in a ring, or by how far it is from the first.
    What has the same first word in the table stands together, the others beside it."""
    near = _near(game, spaces.name)
    at: list[At] = [(0.0, 0.0)] * len(near)
    left, top, deepest = 0.0, 0.0, 0.0
    for section in _sections(game, spaces, _connected(near)):
        found = _section(spaces, near, section, _breaks(game, spaces))
        across, down = (max(place[axis] for place in found.values()) + 1 for axis in (0, 1))
        if left and left + across > WIDEST:
            left, top = 0.0, top + deepest + GAP
            deepest = 0.0
        for space, (x, y) in found.items():
            at[space] = (left + x, top + y)
        left, deepest = left + across + GAP, max(deepest, down)
    return at


def _sections(
    game: core.Game, spaces: core.Spaces, parts: Sequence[Sequence[int]]
) -> list[list[Sequence[int]]]:
    """Parts that have the same first word in the table, together."""
    words = [name for name, type in spaces.facts.items() if isinstance(type, core.KindType)]
    if not words:
        return [list(parts)]
    values = game.tables[f"field:{spaces.name}:{words[0]}"].values
    return [list(some) for _, some in groupby(parts, lambda part: values[part[0]])]


def _section(
    spaces: core.Spaces, near: Sequence[Sequence[int]], parts: Sequence[Sequence[int]], breaks: set[int]
) -> dict[int, At]:
    """Parts one below the other; spaces that nothing joins in lines, a new one where a word changes."""
    at: dict[int, At] = {}
    x, y = 0.0, 0.0
    for part in parts:
        if x and (len(part) > 1 or part[0] in breaks or x >= WIDEST):
            x, y = 0.0, y + 1
        if len(part) == 1:
            at[part[0]] = (x, y)
            x += 1
            continue
        found = _along(spaces, part) or _ring(near, part) or _layers(near, part)
        left, top = (min(place[axis] for place in found.values()) for axis in (0, 1))
        for space, (a, b) in found.items():
            at[space] = (a - left, y + b - top)
        y = max(at[space][1] for space in part) + 1
    return at


def _breaks(game: core.Game, spaces: core.Spaces) -> set[int]:
    """Spaces with which a line begins: a word of the table is another than before."""
    found: set[int] = set()
    for name, type in spaces.facts.items():
        inner = type.of if isinstance(type, core.Optional) else type
        if isinstance(inner, core.KindType):
            values = game.tables[f"field:{spaces.name}:{name}"].values
            found |= {at for at in range(1, len(values)) if values[at] != values[at - 1]}
    return found


def _connected(near: Sequence[Sequence[int]]) -> list[list[int]]:
    found: list[list[int]] = []
    seen: set[int] = set()
    for start in range(len(near)):
        if start not in seen:
            part, waiting = [], [start]
            seen.add(start)
            while waiting:
                space = waiting.pop(0)
                part.append(space)
                new = [other for other in near[space] if other not in seen]
                seen.update(new)
                waiting += new
            found.append(sorted(part))
    return found


def _along(spaces: core.Spaces, part: Sequence[int]) -> dict[int, At] | None:
    """By directions whose names say where they lead; None where that contradicts itself or is not enough."""
    ways = {name: steps for name, steps in spaces.ways.items() if name in TOWARDS}
    found: dict[int, tuple[int, int]] = {part[0]: (0, 0)}
    waiting = [part[0]]
    while waiting:
        space = waiting.pop(0)
        x, y = found[space]
        for name, steps in ways.items():
            dx, dy = TOWARDS[name]
            there = [(steps[space], (x + dx, y + dy))]
            there += [(other, (x - dx, y - dy)) for other in part if steps[other] == space]
            for other, place in there:
                if other < 0 or found.get(other) == place:
                    continue
                if other in found or place in found.values():
                    return None
                found[other] = place
                waiting.append(other)
    return (
        {space: (float(x), float(y)) for space, (x, y) in found.items()} if len(found) == len(part) else None
    )


def _ring(near: Sequence[Sequence[int]], part: Sequence[int]) -> dict[int, At] | None:
    """Around a circle, where each space has two neighbours."""
    if len(part) < 3 or any(len(near[space]) != 2 for space in part):
        return None
    order = [part[0]]
    while len(order) < len(part):
        order.append(next(other for other in near[order[-1]] if other not in order))
    size = max(1.0, len(part) / (1.6 * pi))
    turn = 2 * pi / len(part)
    return {space: (size * sin(i * turn), -size * cos(i * turn)) for i, space in enumerate(order)}


def _layers(near: Sequence[Sequence[int]], part: Sequence[int]) -> dict[int, At]:
    """In rows by how many steps each is from the first; in a row after those above it."""
    rows, seen = [[part[0]]], {part[0]}
    while len(seen) < len(part):
        new = list(dict.fromkeys(other for space in rows[-1] for other in near[space] if other not in seen))
        seen.update(new)
        rows.append(new)
    widest = max(map(len, rows))
    return {
        space: (1.4 * (i + (widest - len(row)) / 2), 1.4 * y)
        for y, row in enumerate(rows)
        for i, space in enumerate(row)
    }
