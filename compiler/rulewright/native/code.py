"""C text as it is written: lines in blocks, fresh names, and what a game needs beside its functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rulewright.report.diagnostics import Span

Lines = list["str | Lines"]
T = TypeVar("T")


class Unfit(Exception):
    """What the native form cannot say: `what` it is, and where it stands."""

    def __init__(self, what: str, span: Span) -> None:
        super().__init__(what)
        self.what, self.span = what, span


def ident(name: str) -> str:
    """A name as part of a C identifier.

    >>> ident("men:board"), ident("größe")
    ('men_board', 'gr_f6__df_e')
    """
    plain = re.sub(r"[:~ ]", "_", name)
    return re.sub(r"[^0-9A-Za-z_]", lambda found: f"_{ord(found[0]):x}_", plain)


class Code:
    """The lines of one function."""

    def __init__(self) -> None:
        self.lines: Lines = []
        self._numbers: dict[str, int] = {}

    def add(self, *lines: str) -> None:
        """Adds lines at the end."""
        self.lines.extend(lines)

    def fresh(self, name: str) -> str:
        """A local name that nobody else has."""
        base = ident(name)
        self._numbers[base] = self._numbers.get(base, 0) + 1
        return f"{base}_{self._numbers[base]}"

    @contextmanager
    def block(self, head: str = "") -> Iterator[None]:
        """A block: what is added inside stands between its braces."""
        inner: Lines = []
        self.lines += [f"{head} {{".strip(), inner, "}"]
        outer, self.lines = self.lines, inner
        try:
            yield
        finally:
            self.lines = outer

    def captured(self, write: Callable[[], T]) -> tuple[T, Lines]:
        """What a function gives, and the lines that it would have added."""
        outer, self.lines = self.lines, []
        try:
            return write(), self.lines
        finally:
            self.lines = outer


def laid_out(lines: Lines, depth: int = 0) -> list[str]:
    """Lines with their blocks indented.

    >>> laid_out(["if (x) {", ["y();"], "}"])
    ['if (x) {', '    y();', '}']
    """
    found = []
    for line in lines:
        if isinstance(line, str):
            found.append("    " * depth + line)
        else:
            found += laid_out(line, depth + 1)
    return found
