"""Evened: a file whose blocks can be told, though not by four spaces, with four spaces for each level.

Tabs and other widths are mistakes to the compiler. Where all lines are indented by one of the two, and each
line that ends a block is as deep as an earlier one, there is one reading of it, and it is given that.
"""

from __future__ import annotations

import re

from rulewright.reading.source import INDENT, Source, open_brackets

_INDENTATION = re.compile(r" +|\t*")


def evened(source: Source) -> Source | None:
    """Take a file, give it with even indentation, or None where its blocks cannot be told.

    >>> evened(Source("a.rules", "setup:\\n  each p in players:\\n     nothing")).text
    'setup:\\n    each p in players:\\n        nothing'
    >>> evened(Source("a.rules", "setup:\\n  shuffle deck\\n shuffle pile")) is None
    True
    """
    walk = _Walk()
    lines = [walk.line(line) for line in source.lines]
    if None in lines or len(walk.used) > 1:
        return None
    return Source(source.path, "\n".join(line for line in lines if line is not None))


class _Walk:
    """One walk over the lines; `widths` are those of the blocks that are open, the file's first."""

    def __init__(self) -> None:
        self.widths = [0]
        self.depth = 0
        self.used: set[str] = set()

    def line(self, line: str) -> str | None:
        """Take the next line, give it at its level; None where it is at none."""
        body = line.strip()
        if not body:
            return ""
        found = _INDENTATION.match(line)
        width = found.end() if found else 0
        if line[width].isspace():
            return None
        self.used |= set(line[:width])
        level = self._level(body, width)
        return None if level is None else " " * (INDENT * level) + body

    def _level(self, body: str, width: int) -> int | None:
        if body[0] == "#":  # a comment may stand anywhere
            return sum(other <= width for other in self.widths) - 1
        inside = self.depth > 0
        self.depth = open_brackets(body, self.depth)
        if inside:
            return len(self.widths) if width else 0
        return self._code(width)

    def _code(self, width: int) -> int | None:
        ends = width < self.widths[-1]
        while width < self.widths[-1]:
            self.widths.pop()
        if width > self.widths[-1]:
            if ends:
                return None
            self.widths.append(width)
        return len(self.widths) - 1
