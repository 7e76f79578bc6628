"""Positions: spans of the compiler, in code points from 1, and ranges of editors, in the units of the client
from 0."""

from __future__ import annotations

from lsprotocol import types as lsp

from rulewright.reading.source import Source
from rulewright.report.diagnostics import Span

_UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class Units:
    """Counts columns as the client does: `utf-16`, `utf-8` or `utf-32`."""

    def __init__(self, encoding: str) -> None:
        self.codec, self.size = _UNITS[encoding]

    def column(self, line: str, column: int) -> int:
        """The client's column of one of ours.

        >>> Units("utf-16").column("𝄞 x", 3)
        3
        """
        before = line[: max(0, column - 1)]
        return len(before) if before.isascii() else len(before.encode(self.codec)) // self.size

    def own_column(self, line: str, character: int) -> int:
        """Our column of one of the client's.

        >>> Units("utf-16").own_column("𝄞 x", 3)
        3
        """
        if line.isascii():
            return min(character, len(line)) + 1
        before = line.encode(self.codec)[: character * self.size]
        return len(before.decode(self.codec, "ignore")) + 1

    def range(self, span: Span, source: Source | None) -> lsp.Range:
        """The range of a span; the first line where it means a file as a whole."""
        if not span.has_place or source is None:
            start = max(0, span.line - 1)
            return lsp.Range(lsp.Position(start, 0), lsp.Position(start, 0))
        return lsp.Range(
            self.position(source, span.line, span.column),
            self.position(source, span.end_line, span.end_column),
        )

    def position(self, source: Source, line: int, column: int) -> lsp.Position:
        """The position of a line and a column of ours."""
        return lsp.Position(line - 1, self.column(source.line(line), column))

    def place(self, source: Source, position: lsp.Position) -> tuple[int, int]:
        """Our line and column of a position."""
        line = position.line + 1
        return line, self.own_column(source.line(line), position.character)
