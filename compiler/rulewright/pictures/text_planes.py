"""Text of planes: boards of signs, tables, overlays, spaces that are joined by roads."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, zip_longest
from textwrap import wrap

from rulewright.pictures.boards import Drawing, legend
from rulewright.pictures.boards import drawn as drawn_board
from rulewright.pictures.scene import Plane, Spot, Thing
from rulewright.pictures.text_squares import overlay
from rulewright.pictures.widths import wide

NOTHING = "-"
FREE = "."
MOST_LINES = 4  # of a table with room in its cells for what is printed
NARROW = 6  # a table with narrower columns is told in words


def drawn(plane: Plane, board: Drawing | None, width: int) -> list[str]:
    """A plane below what was told; its title is with it."""
    if any(spot.square is not None for spot in plane.spots):
        return ["", *overlay(plane, width)]
    if plane.shape in ("squares", "hexes") and board is not None:
        return _board(plane, board, width)
    if plane.is_bare and not plane.marks:
        return _hanging(f"  {plane.title}: ", NOTHING, width)
    return _table(plane, width) if plane.shape == "table" else _roads(plane, width)


def _board(plane: Plane, board: Drawing, width: int) -> list[str]:
    standing = {
        spot.name: next((t.id for t in spot.things if t.sort == "piece"), None) for spot in plane.spots
    }
    names = {thing.id: thing for spot in plane.spots for thing in spot.things}
    signs = [f"{sign} {_man(names[man])}" for sign, man in legend(board, standing)]
    return [
        "",
        *(f"  {line}" for line in drawn_board(board, standing)),
        "",
        *_hanging(f"{plane.title}: ", " | ".join(signs) or NOTHING, width),
    ]


def _man(thing: Thing) -> str:
    return thing.id if thing.owner is not None else thing.name


def _hanging(head: str, text: str, width: int) -> list[str]:
    return wrap(head + text, max(width, 20), subsequent_indent="  ") or [head]


# ---- tables


def _table(plane: Plane, width: int) -> list[str]:
    """Rows and columns with heads; cells hold names, and what is printed where there is room for it."""
    xs = sorted({spot.x for spot in plane.spots})
    ys = sorted({spot.y for spot in plane.spots})
    labels = {y: text for x, y, text in plane.sides if x < 0}
    margin = max([wide(text) for text in labels.values()], default=0) + 2
    room = (max(width, 20) - margin - 2) // len(xs) - 2
    if room < NARROW:
        return _told(plane, width)
    is_low = len(ys) <= MOST_LINES
    heads = {x: wrap(text, room) for x, y, text in plane.sides if y < 0 <= x}
    cells = {(spot.x, spot.y): _cell(spot, room, is_low) for spot in plane.spots}
    size = min(room, max(map(wide, chain(*heads.values(), *cells.values()))))
    rows = _high_row("", [heads.get(x, []) for x in xs], margin, size)
    for y in ys:
        row = _high_row(labels.get(y, ""), [cells[x, y] for x in xs], margin, size)
        rows += [*row, ""] if is_low and len(row) > 1 else row
    marks = [f"  < {', '.join(plane.marks)}"] if plane.marks else []
    return ["", f"{plane.title}:", *rows, *marks]


def _high_row(label: str, cells: Sequence[Sequence[str]], margin: int, size: int) -> list[str]:
    lines = []
    for i, texts in enumerate(zip_longest(*cells, fillvalue="")):
        said = "  ".join(text + " " * max(0, size - wide(text)) for text in texts)
        lines.append(f"  {label if i == 0 else '':<{margin}}{said}".rstrip())
    return lines


def _cell(spot: Spot, room: int, is_low: bool) -> list[str]:
    """The names of what lies there, what walks there as `<`; below a single card what is printed on it."""
    cards = [thing for thing in spot.things if thing.sort != "mark"]
    walks = " <" * (len(spot.things) - len(cards))
    names = ", ".join(f"[{t.name or '?'}]" if t.is_hidden else t.name for t in cards) or FREE
    printed = cards[0].lines if is_low and len(cards) == 1 else ()
    lines = [line for line in printed if line.lower() not in names.lower()]
    return [*wrap(names + walks, room), *wrap(", ".join(lines), room)]


def _told(plane: Plane, width: int) -> list[str]:
    parts = [
        f"{spot.name} {', '.join(t.name or '?' for t in spot.things)}" for spot in plane.spots if spot.things
    ]
    return _hanging(f"  {plane.title}: ", "; ".join(parts) or NOTHING, width)


# ---- spaces of a table


def _roads(plane: Plane, width: int) -> list[str]:
    """Spaces line by line as they lie, with what is printed on each and who stands there; the roads below."""
    rows = [
        [_space(spot) for spot in sorted(plane.spots, key=lambda spot: spot.x) if spot.y == y]
        for y in sorted({spot.y for spot in plane.spots})
    ]
    size = max(wide(text) for row in rows for text in row) + 3
    across = max(1, (max(width, 20) - 2) // size)
    lines = [f"{plane.title}:"]
    for row in rows:
        for first in range(0, len(row), across):
            some = row[first : first + across]
            lines.append("  " + "".join(text + " " * (size - wide(text)) for text in some).rstrip())
    return ["", *lines, *_joined(plane, width)]


def _space(spot: Spot) -> str:
    facts = f" ({', '.join(spot.facts)})" if spot.facts else ""
    there = ", ".join(_man(thing) for thing in spot.things) or FREE
    return f"{spot.name}{facts} {there}"


def _joined(plane: Plane, width: int) -> list[str]:
    """The roads, but for those between neighbours in one line."""
    spots = plane.spots
    roads = [(spots[a], spots[b]) for a, b in plane.joins]
    far = [(a, b) for a, b in roads if a.y != b.y or abs(a.x - b.x) > 1]
    return _hanging("  ", "; ".join(f"{a.name} - {b.name}" for a, b in far), width) if far else []
