"""A scene as SVG. Colours are CSS variables, light or dark as who looks prefers; each space and thing says
what it is (`data-zone`, `data-seat`, `data-space`, `data-piece`), so that a page can make moves of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from textwrap import wrap

from rulewright.pictures.scene import Item, Part, Plane, Scene, Thing, Track
from rulewright.pictures.shapes import SIZES, Block, Tag, below, box, flowing, group, length, titled, words
from rulewright.pictures.style import STYLE
from rulewright.pictures.svg_planes import plane
from rulewright.pictures.things import Painter
from rulewright.pictures.to_text import EMPTY, contents

WIDE = 1360.0
PAD, GAP = 20.0, 16.0
STEP = 26.0
MOST_CARDS = 24  # cards of one place that are drawn; more are told


def to_svg(scene: Scene, word: Callable[[str], str]) -> str:
    """The whole picture; `word` translates what views say."""
    painter = Painter(scene.seats, _men(scene))
    parts = [_part(part, scene, painter, word) for part in scene.parts]
    body = below([block for block in (parts[0], flowing(parts[1:], WIDE, GAP)) if block.height], GAP)
    head = words(0, 18, scene.title[0], "title")
    rest = words(length(scene.title[0], "title") + 18, 18, "  ·  ".join(scene.title[1:]), "name soft")
    tags = (head, rest, group(0, 44, body.tags))
    return _sheet(" | ".join(scene.title), Block(max(body.width, 480), body.height + 44, tags))


def cards(things: Sequence[tuple[Thing, int]], title: str, seats: Sequence[str]) -> str:
    """Cards side by side, each with how many there are of it."""
    painter = Painter(seats, set())
    return _sheet(title, flowing([_counted(painter.card(thing), n) for thing, n in things], WIDE, GAP))


def _sheet(title: str, body: Block) -> str:
    """A block on paper, with all that it needs."""
    width, height = body.width + 2 * PAD, body.height + 2 * PAD
    inside = [
        titled(title),
        Tag("style", {}, [STYLE]),
        _patterns(),
        box(0, 0, width, height, "paper"),
        group(PAD, PAD, body.tags),
    ]
    size = {"viewBox": f"0 0 {width:.0f} {height:.0f}", "width": f"{width:.0f}", "height": f"{height:.0f}"}
    return Tag("svg", {"xmlns": "http://www.w3.org/2000/svg", **size, "role": "img"}, inside).written() + "\n"


def _men(scene: Scene) -> set[str]:
    """What the pieces on boards are called; where there is one kind only, they need no letter."""
    spots = (spot for part in scene.parts for of in part.planes for spot in of.spots)
    return {thing.name for spot in spots for thing in spot.things if thing.sort == "piece"}


def _patterns() -> Tag:
    stripe = Tag("path", {"d": "M0 8 L8 0 M-2 2 L2 -2 M6 10 L10 6", "class": "stripe"})
    size: dict[str, str | float] = {"width": 8, "height": 8, "patternUnits": "userSpaceOnUse"}
    return Tag("defs", {}, [Tag("pattern", {"id": "crossed", **size}, [stripe])])


def _part(part: Part, scene: Scene, painter: Painter, word: Callable[[str], str]) -> Block:
    """The middle, or a seat's side: its planes, its cards, what is told in a word, each under its name."""
    seat = "" if part.seat is None else scene.seats[part.seat]
    blocks: list[Block] = []
    notes: list[tuple[str, str]] = []
    for item in part.items:
        if item.things and len(item.things) <= MOST_CARDS and not all(t.is_hidden for t in item.things):
            blocks.append(_shelf(item, seat, painter))
        elif item.things and all(t.is_hidden for t in item.things):
            blocks.append(_pile(item, seat, painter))
        elif (text := contents(item.value, item.in_order, scene.lang, word)) not in EMPTY:
            notes.append((item.title, text))
    blocks += [_track(track, seat) for track in part.tracks]
    drawn = [
        _panel(of.title, _caption(of), plane(of, seat, painter), of.zone, seat)
        for of in part.planes
        if _is_worth(of)
    ]
    small = sorted(blocks, key=lambda block: -block.height)
    rows = [flowing([*(b for b in drawn if b.width <= WIDE / 2), *small], WIDE, GAP)]
    rows = [*(b for b in drawn if b.width > WIDE / 2), *rows] if drawn else rows
    told = _notes(notes)
    inner = below([block for block in (told, *rows) if block.height], GAP)
    return _framed(part, inner, painter)


def _is_worth(of: Plane) -> bool:
    """A plane with something on it, or a board, whose spaces alone say something."""
    return not of.is_bare or of.shape in ("squares", "hexes", "free") or bool(of.marks)


def _caption(of: Plane) -> str:
    said = [*of.seen, *(f"◂ {mark}" if of.shape == "table" else f"○ {mark}" for mark in of.marks)]
    return ", ".join(said)


def _framed(part: Part, inner: Block, painter: Painter) -> Block:
    """A part with its name on a band of its colour."""
    if part.seat is None:
        return inner
    width = max(inner.width + 2 * PAD, length(part.label, "head") + 2 * PAD)
    height = inner.height + (52 if inner.height else 44)
    look = "seat own" if part.is_own else "seat"
    tags = [
        box(0, 0, width, height, look, 10),
        box(0, 12, 6, 22, f"band {painter.colour(part.seat)}", 2),
        words(PAD, 29, part.label, "head"),
        group(PAD, 42, inner.tags),
    ]
    return Block(width, height, tuple(tags))


def _panel(title: str, caption: str, inner: Block, zone: str, seat: str) -> Block:
    width = max(inner.width, length(title, "name") + length(caption, "small") + 12)
    tags = [
        words(0, 13, title, "name"),
        words(length(title, "name") + 12, 13, caption, "small faint"),
        group(0, 22, inner.tags),
    ]
    said = group(0, 0, tags, class_="zone", data_zone=zone, data_seat=seat)
    return Block(width, inner.height + 22, (said,))


# ---- places that are no planes


def _shelf(item: Item, seat: str, painter: Painter) -> Block:
    """Cards side by side; alike ones of a set are one, with how many there are."""
    blocks = []
    for _, alike in groupby(item.things, lambda thing: (thing.id, thing.is_hidden)):
        some = list(alike)
        blocks.append(_counted(painter.card(some[0]), len(some)))
    return _panel(item.title, "", flowing(blocks, WIDE - 2 * PAD, 8), item.zone, seat)


def _counted(block: Block, count: int) -> Block:
    if count == 1:
        return block
    said = f"× {count}"
    return Block(block.width + 30, block.height, (*block.tags, words(block.width + 5, 18, said, "name")))


def _pile(item: Item, seat: str, painter: Painter) -> Block:
    """Cards face down: the one on top, and how many there are."""
    top: Thing = item.things[-1]
    return _panel(item.title, "", _counted(painter.card(top), len(item.things)), item.zone, seat)


def _track(track: Track, seat: str) -> Block:
    """Lines of numbers, where each stands filled."""
    margin = max([length(name, "small") for name, _ in track.stands], default=0) + 10
    tags: list[Tag] = []
    for row, (name, at) in enumerate(track.stands):
        y = row * STEP
        tags.append(words(margin - 8, y + 17, name, "small end"))
        for i, number in enumerate(range(track.low, track.high + 1)):
            look = "step here" if number == at else "step"
            tags.append(box(margin + i * STEP, y + 1, STEP - 3, STEP - 3, look, 5))
            text = "small mid onword" if number == at else "tiny mid faint"
            tags.append(words(margin + i * STEP + (STEP - 3) / 2, y + 16, str(number), text))
    size = Block(margin + (track.high - track.low + 1) * STEP, len(track.stands) * STEP, tuple(tags))
    return _panel(track.title, "", size, track.cell, seat)


def _notes(notes: Sequence[tuple[str, str]]) -> Block:
    """What is told in words, line by line."""
    lines: list[Block] = []
    for name, text in notes:
        room = int((WIDE - 2 * PAD - length(name, "small") - 12) / (0.58 * SIZES["small"]))
        for i, some in enumerate(wrap(text, max(room, 20)) or [""]):
            x = length(name, "small strong") + 10
            tags = [*([words(0, 12, name, "small faint")] if i == 0 else []), words(x, 12, some, "small")]
            lines.append(Block(x + length(some, "small"), 17, tuple(tags)))
    short = [block for block in lines if block.width <= WIDE / 3]
    long = [block for block in lines if block.width > WIDE / 3]
    return below([block for block in (flowing(short, WIDE - 2 * PAD, 22), *long) if block.height], 2)
