"""Advice: which version the new rules should have."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.diff.consequences import Consequence, worst
from rulewright.diff.side import Side
from rulewright.record import record

PLAY = ("games", "replays", "agents")
PARTS = ("major", "minor", "patch")


@record
class Advice:
    """The part of the version to count up (`none`: nothing has changed), the version that the old rules have,
    the one advised, and the one that the new rules say."""

    part: str
    before: str
    advised: str
    said: str


def advice(old: Side, new: Side, found: Sequence[Consequence]) -> Advice:
    """The advice on some changes: what breaks games, replays or agents is major, what may break them is
    minor, all else is a patch."""
    level = worst(one.levels[each] for one in found for each in PLAY)
    part = {"breaking": "major", "risky": "minor"}.get(level, "patch") if found else "none"
    before, said = (side.title.version.text if side.title is not None else "" for side in (old, new))
    return Advice(part, before, counted(before, part), said)


def counted(version: str, part: str) -> str:
    """A version with one of its parts counted up; empty where it is not of three numbers.

    >>> counted("1.4.2", "minor"), counted("1.4.2", "none"), counted("second edition", "major")
    ('1.5.0', '1.4.2', '')
    """
    if part == "none":
        return version
    if re.fullmatch(r"\d{1,9}\.\d{1,9}\.\d{1,9}", version) is None:
        return ""
    numbers = [int(number) for number in version.split(".")]
    at = PARTS.index(part)
    return ".".join(map(str, [*numbers[:at], numbers[at] + 1, *[0] * (2 - at)]))
