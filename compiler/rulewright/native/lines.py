"""Lines of spaces as shifts of a set: all lines of one direction are asked for at once.

Where the spaces of a line have numbers at equal distances, a set and itself moved by that distance have in
common what begins a pair of neighbours, and so on to the whole line: a few operations for all such lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from rulewright.native import sets

MOST = 8
"""For more distances a table of lines is as quick."""

Strides = list[tuple[int, int, int]]
"""A distance, how many spaces are in a line, and the set of the first spaces of such lines."""


def strides(masks: Iterable[int]) -> Strides | None:
    """Lines by the distance of their spaces; None where they are not at equal distances, or these are many.

    >>> strides([0b111, 0b111000, 0b1001001]), strides([0b1011])
    ([(1, 3, 9), (3, 3, 1)], None)
    """
    found: dict[tuple[int, int], int] = {}
    for mask in masks:
        members = [i for i in range(mask.bit_length()) if mask >> i & 1]
        steps = {b - a for a, b in pairwise(members)}
        if len(steps) != 1:
            return None
        key = steps.pop(), len(members)
        found[key] = found.get(key, 0) | 1 << members[0]
    return [(*key, starts) for key, starts in found.items()] if len(found) <= MOST else None


def written(name: str, known: Strides) -> list[str]:
    """A C function that gives the first spaces of the lines that are whole in a set of one word."""
    lines = [f"MAYBE static inline S1 {name}(S1 mask)", "{", "    S1 line, found = 0;"]
    for step, length, starts in known:
        text, run = "mask", 1
        while run < length:
            by = min(run, length - run)
            lines.append(f"    line = {text} & {text} >> {by * step};")
            text, run = "line", run + by
        lines.append(f"    found |= line & {sets.const(1, starts)};")
    return [*lines, "    return found;", "}"]
