"""Planes as shapes: boards, overlays, tables, spaces joined by roads."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.pictures.scene import Plane, Spot
from rulewright.pictures.shapes import Block, Tag, box, group, length, line, polygon, titled, words
from rulewright.pictures.things import CARD, SQUARE, Painter

FIELD = 46.0  # of a board
NEAR, GAP = 22.0, 8.0
FREE_WIDE, FREE_HIGH = 116.0, 62.0


def plane(of: Plane, seat: str, painter: Painter) -> Block:
    """A plane with all that lies there."""
    if any(spot.square is not None for spot in of.spots):
        return _overlay(of, seat, painter)
    if of.shape == "table":
        return _table(of, seat, painter)
    return _roads(of, seat, painter) if of.shape == "free" else _board(of, seat, painter)


def space(of: Plane, seat: str, spot: Spot, x: float, y: float, tags: Sequence[Tag]) -> Tag:
    """Shapes that say which space they are."""
    key = "-".join([of.zone, *([seat] if seat else []), spot.name.replace(", ", "-").replace(" ", "_")])
    said = ", ".join([spot.name, *spot.facts])
    return group(
        x, y, [titled(said), *tags],
        id=key, class_="space", data_zone=of.zone, data_seat=seat, data_space=spot.name,
    )  # fmt: skip


# ---- boards


def _board(of: Plane, seat: str, painter: Painter) -> Block:
    left, top = (min([spot.x for spot in of.spots]), min([spot.y for spot in of.spots]))
    right, bottom = (max([spot.x for spot in of.spots]), max([spot.y for spot in of.spots]))
    tags: list[Tag] = []
    for number, spot in enumerate(of.spots):
        dark = " dark" if of.shape == "squares" and int(spot.x + spot.y) % 2 else ""
        ground = (
            polygon(_hexagon(FIELD / 2), f"field tint{number % 3}")
            if of.shape == "hexes"
            else box(-FIELD / 2, -FIELD / 2, FIELD, FIELD, f"field{dark}")
        )
        lying = painter.loose(spot.things, 0, 0, FIELD)
        x, y = NEAR + (spot.x - left + 0.5) * FIELD, (spot.y - top + 0.5) * FIELD
        tags.append(space(of, seat, spot, x, y, [ground, *lying]))
    for side_x, side_y, text in of.sides:
        x, y = NEAR + (side_x - left + 0.5) * FIELD, (side_y - top + 0.5) * FIELD
        if side_y > bottom:
            y = min(y, (bottom - top + 1) * FIELD + 12)
        elif side_x < left:
            x = NEAR - 10
        tags.append(words(x, y + 4, text, "small mid faint"))
    slack = FIELD if of.shape == "hexes" else 0
    return Block(
        NEAR + (right - left + 1) * FIELD + slack / 2,
        (bottom - top + 1) * FIELD + 20 + slack / 2,
        tuple(tags),
    )


def _hexagon(size: float) -> list[tuple[float, float]]:
    tall = size * 1.155
    return [(0, -tall), (size, -tall / 2), (size, tall / 2), (0, tall), (-size, tall / 2), (-size, -tall / 2)]


# ---- overlays


def _overlay(of: Plane, seat: str, painter: Painter) -> Block:
    """The squares as far as anything lies; a line around each card as far as it is seen."""
    there = [spot for spot in of.spots if (spot.square and spot.square.card) or spot.things]
    if not there:
        return Block(60, 20, (words(0, 14, "–", "small faint"),))
    left, top = min(spot.x for spot in there), min(spot.y for spot in there)
    right, bottom = max(spot.x for spot in there), max(spot.y for spot in there)
    at = {(spot.x, spot.y): spot for spot in of.spots}
    inside = [spot for spot in of.spots if left <= spot.x <= right and top <= spot.y <= bottom]
    tags: list[Tag] = []
    edges: list[Tag] = []
    named: set[int] = set()
    for spot in inside:
        square, x, y = spot.square, (spot.x - left) * SQUARE, (spot.y - top) * SQUARE + NEAR
        if square is None or not square.card:
            tags.append(space(of, seat, spot, x, y, [box(0, 0, SQUARE, SQUARE, "hollow")]))
        else:
            ground = painter.square(square, SQUARE, f"ground-{'ab'[square.layer % 2]}")
            lying = painter.loose(spot.things, SQUARE / 2, SQUARE / 2, SQUARE)
            tags.append(space(of, seat, spot, x, y, [*ground, *lying]))
            edges += _edges(at, spot, x, y)
            if square.layer not in named:
                named.add(square.layer)
                tags.append(words(x + 3, NEAR - 6, square.card, "small"))
    for side_x, side_y, text in of.sides:
        if left <= side_x <= right and side_y > bottom:
            x = (side_x - left + 0.5) * SQUARE
            tags.append(words(x, (bottom - top + 1) * SQUARE + NEAR + 13, text, "tiny mid faint"))
    return Block((right - left + 1) * SQUARE, (bottom - top + 1) * SQUARE + NEAR + 18, (*tags, *edges))


def _edges(at: dict[tuple[float, float], Spot], spot: Spot, x: float, y: float) -> list[Tag]:
    """Lines between a space and neighbours that show another card."""
    layer = _layer(spot)
    sides = (
        (-1, 0, (x, y, x, y + SQUARE)), (1, 0, (x + SQUARE, y, x + SQUARE, y + SQUARE)),
        (0, -1, (x, y, x + SQUARE, y)), (0, 1, (x, y + SQUARE, x + SQUARE, y + SQUARE)),
    )  # fmt: skip
    return [
        line(*ends, "edge") for dx, dy, ends in sides if _layer(at.get((spot.x + dx, spot.y + dy))) != layer
    ]


def _layer(spot: Spot | None) -> int:
    return spot.square.layer if spot is not None and spot.square is not None and spot.square.card else -1


# ---- tables


def _table(of: Plane, seat: str, painter: Painter) -> Block:
    """A table whose rows are as high as what lies in them."""
    xs, ys = sorted({spot.x for spot in of.spots}), sorted({spot.y for spot in of.spots})
    at = {(spot.x, spot.y): spot for spot in of.spots}
    labels = {y: text for x, y, text in of.sides if x < 0}
    heads = {x: text for x, y, text in of.sides if y < 0 <= x}
    margin = max([length(text, "small") for text in labels.values()], default=0) + 10
    wide_ = CARD + GAP
    tags: list[Tag] = [
        words(margin + i * wide_ + wide_ / 2, 13, heads.get(x, ""), "small mid faint", wide_)
        for i, x in enumerate(xs)
    ]
    top = NEAR
    for y in ys:
        cells = [_cell(at[x, y], painter) for x in xs]
        high = max(cell.height for cell in cells) + GAP
        tags.append(words(margin - 8, top + high / 2 + 4, labels.get(y, ""), "small end faint"))
        for i, (x, cell) in enumerate(zip(xs, cells, strict=True)):
            ground = box(0, 0, wide_, high, "slot")
            inner = group(GAP / 2, GAP / 2, cell.tags)
            tags.append(space(of, seat, at[x, y], margin + i * wide_, top, [ground, inner]))
        top += high
    return Block(margin + len(xs) * wide_, top, tuple(tags))


def _cell(spot: Spot, painter: Painter) -> Block:
    cards = [painter.card(thing, is_tight=True) for thing in spot.things if thing.sort != "mark"]
    marks = [thing for thing in spot.things if thing.sort == "mark"]
    high = sum(card.height for card in cards)
    tags, y = [], 0.0
    for card in cards:
        tags.append(group(0, y, card.tags))
        y += card.height
    high = max(high, 22.0)
    walks = [
        group(CARD - 16, 13, [titled(mark.name), polygon([(-9, 0), (5, -8), (5, 8)], "walker")])
        for mark in marks
    ]
    return Block(CARD, high, (*tags, *walks))


# ---- spaces of a table


def _roads(of: Plane, seat: str, painter: Painter) -> Block:
    """Spaces as boxes with what is printed on them, joined by lines."""
    left, top = min(spot.x for spot in of.spots), min(spot.y for spot in of.spots)

    def middle(spot: Spot) -> tuple[float, float]:
        return (
            (spot.x - left) * (FREE_WIDE + 14) + FREE_WIDE / 2,
            (spot.y - top) * (FREE_HIGH + 10) + FREE_HIGH / 2,
        )

    tags = [line(*middle(of.spots[a]), *middle(of.spots[b]), "road") for a, b in of.joins]
    for spot in of.spots:
        x, y = middle(spot)
        facts = " · ".join(spot.facts)
        inside = [
            box(-FREE_WIDE / 2, -FREE_HIGH / 2, FREE_WIDE, FREE_HIGH, "slot", 6),
            words(-FREE_WIDE / 2 + 8, -FREE_HIGH / 2 + 16, spot.name, "small", FREE_WIDE - 12),
            words(-FREE_WIDE / 2 + 8, FREE_HIGH / 2 - 9, facts, "tiny faint", FREE_WIDE / 2 + 10),
            *painter.loose(spot.things, FREE_WIDE / 2 - 24, 6, FIELD),
        ]
        tags.append(space(of, seat, spot, x, y, inside))
    right, bottom = (max(middle(spot)[axis] for spot in of.spots) for axis in (0, 1))
    return Block(right + FREE_WIDE / 2, bottom + FREE_HIGH / 2, tuple(tags))
