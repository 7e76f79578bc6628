"""Text of overlays and of cards with pictures: a few letters for each square, and what they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from textwrap import wrap

from rulewright.pictures.scene import Plane, Spot, Square, Thing
from rulewright.record import record

LETTERS = 3
WIDE = LETTERS + 1  # of a square: the letters, and the edge of its card
MARGIN = 6


@record
class Row:
    """A row of squares: what stands before it, the texts of its squares, whether a card begins at each."""

    head: str
    texts: tuple[str, ...]
    edges: tuple[bool, ...]


def overlay(plane: Plane, width: int) -> list[str]:
    """Squares with the topmost card's letters and what lies on it, as far as anything lies; in strips where
    the terminal is narrow."""
    there = [spot for spot in plane.spots if (spot.square and spot.square.card) or spot.things]
    if not there:
        return [f"{plane.title}: -"]
    left, right = (int(f(spot.x for spot in there)) for f in (min, max))
    top, bottom = (int(f(spot.y for spot in there)) for f in (min, max))
    at = {(int(spot.x), int(spot.y)): spot for spot in plane.spots}
    sides = {(int(x), int(y)): text for x, y, text in plane.sides}
    marks = _marks(there)
    fits = max(1, (max(width, 24) - MARGIN - 1) // WIDE)
    lines = [f"{plane.title}:"]
    for first in range(left, right + 1, fits):
        last = min(right, first + fits - 1)
        rows = [_row(at, sides, y, first, last, left, marks) for y in range(top, bottom + 1)]
        lines += _cards_above(at, first, last, top, bottom)
        lines += [_line(row) for row in rows]
        heads = "".join(f"{_below(sides, x, bottom):<{WIDE}}" for x in range(first, last + 1))
        lines += [" " * (MARGIN + 1) + heads.rstrip(), ""]
    lines += _wrapped(_legend(there, marks), width)
    return lines


def _row(
    at: Mapping[tuple[int, int], Spot],
    sides: Mapping[tuple[int, int], str],
    y: int,
    first: int,
    last: int,
    left: int,
    marks: Mapping[str, str],
) -> Row:
    spots = [at.get((x, y)) for x in range(first, last + 1)]
    number = next((text for (_, row), text in sides.items() if row == y and text.isdigit()), "")
    before = at.get((first - 1, y)) if first > left else None
    cards = [_layer(before), *map(_layer, spots)]
    edges = [a != b for a, b in pairwise(cards)] + [cards[-1] >= 0]
    return Row(number, tuple(_square(spot, marks) for spot in spots), tuple(edges))


def _layer(spot: Spot | None) -> int:
    return spot.square.layer if spot is not None and spot.square is not None else -1


def _line(row: Row) -> str:
    edges = ["|" if edge else " " for edge in row.edges]
    inside = "".join(edge + text for edge, text in zip(edges, row.texts, strict=False)) + edges[-1]
    return f"{row.head:>{MARGIN - 1}} {inside}".rstrip()


def _below(sides: Mapping[tuple[int, int], str], x: int, bottom: int) -> str:
    return next((text for (column, row), text in sides.items() if column == x and row > bottom), "")


def _square(spot: Spot | None, marks: Mapping[str, str]) -> str:
    """What is seen on a square: loose pieces in capitals before what is printed, bridges and the like between
    signs."""
    if spot is None or spot.square is None:
        return " " * LETTERS
    if spot.things:
        return f"{marks.get(_key(spot.things[-1]), '?'):<{LETTERS}}"
    return printed(spot.square, marks)


def printed(square: Square, marks: Mapping[str, str]) -> str:
    """What a card shows on a square: its first word's letters, `=` where it is crossed."""
    if not square.card:
        return " " * LETTERS
    text = next((marks.get(glimpse.word, "?") for glimpse in square.glimpses), "")
    if square.crossed:
        return f"{text:=<{LETTERS}}" if text else "=" * LETTERS
    return f"{text or '.':<{LETTERS}}"


def _key(thing: Thing) -> str:
    """Under which its letters are kept: apart from words that are printed on cards."""
    return f"\0{thing.name}"


def _marks(spots: Iterable[Spot]) -> dict[str, str]:
    """Letters for all that is seen: small ones for what is printed, capitals for loose pieces."""
    found = list(spots)
    printed = (glimpse.word for spot in found if spot.square for glimpse in spot.square.glimpses)
    things = {_key(thing): thing for spot in found for thing in spot.things}
    marks = abbreviations(dict.fromkeys(printed))
    for key, thing in things.items():
        marks[key] = _capitals(thing, {marks[other] for other in things if other in marks})
    return marks


def _capitals(thing: Thing, taken: Iterable[str]) -> str:
    """Capitals of what is printed on a piece, or of its name, that no other piece has."""
    said = thing.lines[0] if thing.lines else thing.name
    parts = thing.name.replace("_", " ").split()
    tries = [said[:LETTERS], f"{said[: LETTERS - 1]}{parts[-1][:1]}", *(f"{said[:2]}{n}" for n in range(10))]
    return next((text.upper() for text in tries if text.upper() not in taken), "???")


def abbreviations(words: Iterable[str]) -> dict[str, str]:
    """A few small letters for each word, no two alike.

    >>> abbreviations(["pear", "pearl", "fig", "Peas"])
    {'pear': 'pea', 'pearl': 'prl', 'fig': 'fig', 'Peas': 'ps'}
    """
    found: dict[str, str] = {}
    for word in words:
        plain = "".join(char for char in word.lower() if char.isalnum()) or "?"
        lean = plain[0] + "".join(char for char in plain[1:] if char not in "aeiou")
        tries = [plain[:LETTERS], lean[:LETTERS], *(plain[0] + a + b for a in plain[1:] for b in plain[1:])]
        tries += [f"{plain[:2]}{number}" for number in range(10)]
        taken = set(found.values())
        found[word] = next((text for text in tries if text not in taken), "???")
    return found


def _cards_above(
    at: Mapping[tuple[int, int], Spot], first: int, last: int, top: int, bottom: int
) -> list[str]:
    """The name of each card above the first square where it is seen."""
    line, known = "", set()
    for x in range(first, last + 1):
        column = [at[x, y].square for y in range(top, bottom + 1) if (x, y) in at]
        card = next((square for square in column if square is not None and square.card), None)
        if card is not None and card.layer not in known:
            known.add(card.layer)
            here = MARGIN + 1 + (x - first) * WIDE
            if len(line) < here:
                line = f"{line:<{here}}{card.card}"
    return [line] if line else []


def _legend(spots: Sequence[Spot], marks: Mapping[str, str]) -> list[str]:
    found: list[str] = []
    for spot in spots:
        found += (
            [f"{marks[glimpse.word]} {glimpse.word}" for glimpse in spot.square.glimpses]
            if spot.square
            else []
        )
    for spot in spots:
        found += [f"{marks[_key(thing)]} {thing.name}" for thing in spot.things]
    return [*dict.fromkeys(found)]


def _wrapped(entries: Sequence[str], width: int) -> list[str]:
    text = "  ".join(entry.replace(" ", "\0") for entry in entries)
    indent = " " * MARGIN
    lines = wrap(
        text, max(width, 24), initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )
    return [line.replace("\0", " ") for line in lines]


# ---- cards


def cards(title: str, things: Sequence[Thing], width: int) -> list[str]:
    """Cards with pictures, side by side."""
    marks = abbreviations(
        dict.fromkeys(g.word for t in things for row in t.squares for s in row for g in s.glimpses)
    )
    blocks = [_card(thing, marks) for thing in things]
    lines, row = [f"{title}:"], list[list[str]]()
    for block in blocks:
        if row and sum(len(b[0]) + 2 for b in (*row, block)) > width - 2:
            lines += _beside(row)
            row = []
        row.append(block)
    lines += _beside(row)
    legend = [f"{text} {word}" for word, text in marks.items()]
    return [*lines, *_wrapped(legend, width)]


def _card(thing: Thing, marks: Mapping[str, str]) -> list[str]:
    rows = ["|" + " ".join(printed(square, marks) for square in row) + "|" for row in thing.squares]
    name = f"[{thing.name or '?'}]" if thing.is_hidden else thing.name
    size = max(map(len, [*rows, name]))
    return [f"{name:<{size}}", *(f"{row:<{size}}" for row in rows)]


def _beside(blocks: Sequence[list[str]]) -> list[str]:
    high = max(map(len, blocks), default=0)
    padded = [block + [" " * len(block[0])] * (high - len(block)) for block in blocks]
    return ["  " + "  ".join(parts).rstrip() for parts in zip(*padded, strict=True)]
