"""A scene as text, to a terminal's width. What is short is told in words, planes are drawn below them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any

from rulewright.pictures.boards import Drawing
from rulewright.pictures.frame import framed
from rulewright.pictures.scene import Item, Part, Scene, Thing, Track
from rulewright.pictures.text_planes import drawn
from rulewright.pictures.text_squares import cards
from rulewright.pictures.widths import wide

NOTHING = "-"
EMPTY = (NOTHING, "0", "no")
MANY = 6  # as many face-down components of one place are only counted
SHORT = 40  # what is shorter shares a line
RULE = 100  # the longest line above a scene


def to_text(scene: Scene, boards: Mapping[str, Drawing], word: Callable[[str], str], width: int) -> str:
    """The shared places, then each seat with its own; `word` translates what views say."""
    rule = "-" * min(width, RULE)
    lines = [rule, *wrap(" | ".join(scene.title), width), rule]
    for part in scene.parts:
        lines += _part(part, scene, boards, word, width)
    return "\n".join(lines)


def _part(
    part: Part, scene: Scene, boards: Mapping[str, Drawing], word: Callable[[str], str], width: int
) -> list[str]:
    told = [(item, _told(item, scene.lang, word)) for item in part.items if not _is_picture(item)]
    head, entries = _middle(told, width) if part.seat is None else _side(part, told, scene.lang, width)
    lines = [*head, *entries]
    for item in part.items:
        if _is_picture(item):
            lines += ["", *cards(item.title, item.things, width)]
    for track in part.tracks:
        lines += _track(track, width)
    for plane in part.planes:
        lines += drawn(plane, boards.get(plane.zone), width)
    return lines


def _is_picture(item: Item) -> bool:
    return any(thing.squares for thing in item.things)


def _middle(told: Sequence[tuple[Item, str]], width: int) -> tuple[list[str], list[str]]:
    """The shared places: what is short stands together, what is long on lines of its own."""
    entries = [f"{item.title}: {text}" for item, text in told if item.is_place or text not in EMPTY]
    short = [text for text in entries if wide(text) <= SHORT]
    long = [text for text in entries if wide(text) > SHORT]
    lines = hanging("", " | ".join(short), width, 2) if short else []
    return [], lines + [line for text in long for line in hanging("", text, width, 2)]


def _side(
    part: Part, told: Sequence[tuple[Item, str]], lang: str | None, width: int
) -> tuple[list[str], list[str]]:
    """A seat's places in a few lines, those that hold nothing only named."""
    full = [f"{item.title}: {text}" for item, text in told if text not in EMPTY]
    empty = [item.title for item, text in told if text in EMPTY and item.is_place]
    if empty:
        full.append(framed(lang, "nothing in {places}", places=", ".join(empty)))
    head = framed(lang, "{name}, you", name=part.label) if part.is_own else part.label
    return ["", head], hanging("  ", " | ".join(full), width, 4) if full else []


def hanging(head: str, text: str, width: int, margin: int) -> list[str]:
    """A text in lines, all but the first by a margin."""
    return wrap(head + text, max(width, 20), subsequent_indent=" " * margin, drop_whitespace=True) or [head]


def _track(track: Track, width: int) -> list[str]:
    """A line of numbers for each that counts, and where it stands."""
    longest = max((wide(name) for name, _ in track.stands), default=0)
    numbers = range(track.low, track.high + 1)
    lines = [f"{track.title}:"]
    for name, at in track.stands:
        marks = " ".join(f"[{n}]" if n == at else "." for n in numbers)
        pad = " " * (longest - wide(name))
        line = f"  {name}{pad}  {marks}"
        lines.append(line if wide(line) <= width else f"  {name}{pad}  {at}")
    return lines


# ---- in words


def _told(item: Item, lang: str | None, word: Callable[[str], str]) -> str:
    """What lies in a place; with what is printed there, where that is what still matters."""
    if item.stays and item.things and not any(thing.is_hidden for thing in item.things):
        return ", ".join(map(_printed, item.things))
    return contents(item.value, item.in_order, lang, word)


def _printed(thing: Thing) -> str:
    lines = [line for line in thing.lines if line.lower() not in thing.name.lower()]
    return f"{thing.name} ({', '.join(lines)})" if lines else thing.name


def contents(value: Any, ordered: bool, lang: str | None = None, word: Callable[[str], str] = str) -> str:
    """What is in a place, in words; `ordered` says that the last is the top.

    >>> contents(["G01", "?", "?"], True), contents({"sand": 2, "clay": 0}, False), contents([], True)
    ('G01, 2 x [?]', 'sand 2', '-')
    >>> contents("?green", False), contents("green", False)
    ('[green]', 'green')
    >>> contents(["?green"] * 5 + ["?red"] * 2, True)
    '7 face down, [red] on top'
    """
    if value is None:
        return NOTHING
    if isinstance(value, dict):
        parts = [(word(name), contents(inside, ordered, lang, word)) for name, inside in value.items()]
        return "; ".join(f"{name} {text}" for name, text in parts if text not in (NOTHING, "0")) or NOTHING
    if not isinstance(value, list):
        return next(iter(_runs([str(value)], word)))
    if ordered and len(value) > MANY and all(str(item).startswith("?") for item in value):
        if value[-1] == "?":
            return framed(lang, "{count} face down", count=len(value))
        return framed(lang, "{count} face down, [{back}] on top", count=len(value), back=word(value[-1][1:]))
    return ", ".join(_runs(map(str, value), word)) or NOTHING


def _runs(items: Iterable[str], word: Callable[[str], str]) -> list[str]:
    found = []
    for item, same in groupby(items):
        count = len(list(same))
        shown = f"[{word(item[1:]) or '?'}]" if item.startswith("?") else word(item)
        found.append(f"{count} x {shown}" if count > 1 else shown)
    return found
