"""Shapes of a picture: boxes, lines and words with their places, and their text as SVG.

A `Block` is a piece of a picture with its size; `beside`, `below` and `flowing` put blocks together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from html import escape

from rulewright.pictures.widths import wide
from rulewright.record import record

EM, BOLD = 0.56, 0.66  # how wide a letter is, in its height
STRONG = ("title", "head", "name", "strong")


@record
class Tag:
    """An element of SVG with its attributes, and what is inside it."""

    name: str
    attributes: Mapping[str, str | float]
    inside: Sequence[Tag | str] = ()

    def written(self) -> str:
        """Its text."""
        said = "".join(f' {name}="{_value(value)}"' for name, value in self.attributes.items() if value != "")
        inner = "".join(part if isinstance(part, str) else part.written() for part in self.inside)
        return f"<{self.name}{said}>{inner}</{self.name}>" if inner else f"<{self.name}{said}/>"


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else f"{value:.1f}".removesuffix(".0")


@record
class Block:
    """A piece of a picture that is `width` by `height`."""

    width: float
    height: float
    tags: tuple[Tag, ...] = field(default=())


def group(x: float, y: float, tags: Sequence[Tag], **data: str | float) -> Tag:
    """Tags moved to a place; `data` says what they are, for programs."""
    said = {name.rstrip("_").replace("_", "-"): value for name, value in data.items()}
    move = f"translate({_value(x)} {_value(y)})" if x or y else ""
    return Tag("g", {"transform": move, **said}, tags)


def box(x: float, y: float, width: float, height: float, look: str, round: float = 0, style: str = "") -> Tag:
    """A rectangle."""
    size: dict[str, str | float] = {"x": x, "y": y, "width": width, "height": height}
    return Tag("rect", {**size, **({"rx": round} if round else {}), "class": look, "style": style})


def line(x: float, y: float, to_x: float, to_y: float, look: str) -> Tag:
    """A line."""
    return Tag("line", {"x1": x, "y1": y, "x2": to_x, "y2": to_y, "class": look})


def disc(x: float, y: float, size: float, look: str, style: str = "") -> Tag:
    """A circle."""
    return Tag("circle", {"cx": x, "cy": y, "r": size, "class": look, "style": style})


def polygon(points: Sequence[tuple[float, float]], look: str) -> Tag:
    """A shape of corners."""
    said = " ".join(f"{_value(x)},{_value(y)}" for x, y in points)
    return Tag("polygon", {"points": said, "class": look})


def words(x: float, y: float, text: str, look: str, most: float = 0) -> Tag:
    """A line of text; cut to a width in pixels where one is given."""
    return Tag(
        "text",
        {"x": x, "y": y, "class": look},
        [escape(cut(text, most, size_of(look)) if most else text, quote=False)],
    )


def titled(text: str) -> Tag:
    """What a picture says when a pointer rests on it."""
    return Tag("title", {}, [escape(text, quote=False)])


SIZES = {"title": 22.0, "head": 17.0, "name": 13.0, "small": 11.0, "tiny": 9.5, "big": 15.0}


def size_of(look: str) -> float:
    """How high the letters of a look are."""
    return next((SIZES[word] for word in look.split() if word in SIZES), SIZES["small"])


def length(text: str, look: str) -> float:
    """About how wide a text is drawn."""
    return wide(text) * size_of(look) * (BOLD if any(word in STRONG for word in look.split()) else EM)


def cut(text: str, most: float, size: float) -> str:
    """A text that is no wider, with a sign where it was cut.

    >>> cut("a long word", 40, 11)
    'a lon…'
    """
    room = int(most / (EM * size))
    return text if wide(text) <= room else text[: max(1, room - 1)].rstrip() + "…"


# ---- blocks together


def at(x: float, y: float, block: Block) -> Tag:
    """A block at a place."""
    return group(x, y, block.tags)


def below(blocks: Sequence[Block], gap: float) -> Block:
    """Blocks one below the other."""
    tags, y = [], 0.0
    for block in blocks:
        tags.append(at(0, y, block))
        y += block.height + gap
    return Block(max((block.width for block in blocks), default=0), max(0, y - gap), tuple(tags))


def flowing(blocks: Sequence[Block], most: float, gap: float) -> Block:
    """Blocks side by side, in lines that are no wider than `most` where that can be."""
    rows: list[list[Block]] = []
    for block in blocks:
        used = sum(other.width + gap for other in rows[-1]) if rows else 0
        if not rows or used + block.width > most:
            rows.append([])
        rows[-1].append(block)
    return below([_beside(row, gap) for row in rows], gap)


def _beside(blocks: Sequence[Block], gap: float) -> Block:
    tags, x = [], 0.0
    for block in blocks:
        tags.append(at(x, 0, block))
        x += block.width + gap
    return Block(max(0, x - gap), max((block.height for block in blocks), default=0), tuple(tags))
