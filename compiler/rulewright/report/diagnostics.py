"""What the compiler says about a text: diagnostics with codes and spans, and the report that collects them.

Two trees of trouble are kept apart. A `Diagnostic` is about the text of a user and goes to a `Report`, so
that one run says all it can; `UserError` carries one where nothing can go on (a missing file). A
`CompilerBug` is ours and asks for a report.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulewright.report.codes import CODES, Level


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of one file: lines and columns from 1, columns in code points, the end not included.

    A span with `line` 0 means the file as a whole; `Span.whole(path)` makes one.
    """

    path: str
    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def whole(cls, path: str) -> Span:
        """Take a path, give the span that means the whole file (or a thing that has no text)."""
        return cls(path, 0, 0, 0, 0)

    @classmethod
    def on_line(cls, path: str, line: int, column: int, end_column: int) -> Span:
        """Give a span within one line."""
        return cls(path, line, column, line, end_column)

    @property
    def has_place(self) -> bool:
        """Whether the span names a line, and not just a file."""
        return self.line > 0

    def to(self, end: Span) -> Span:
        """Give the span from the start of this one to the end of another in the same file."""
        return Span(self.path, self.line, self.column, end.end_line, end.end_column)

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}" if self.has_place else self.path


@dataclass(frozen=True, slots=True)
class Note:
    """A further sentence under a diagnostic, with its own place when it has one."""

    text: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: what is wrong, the smallest span that shows it, and in `help` how to mend it. `mend` is
    the place and the text to put there, where the help means just that."""

    code: str
    message: str
    span: Span
    help: str | None = None
    notes: tuple[Note, ...] = ()
    mend: tuple[Span, str] | None = None

    @property
    def level(self) -> Level:
        """The level that the table of codes gives: error, warning or note."""
        return CODES[self.code].level

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """The order in which a run prints: path, line, column, code, message."""
        return (self.span.path, self.span.line, self.span.column, self.code, self.message)


@dataclass(slots=True)
class Report:
    """Collects the diagnostics of a run; the same one twice is kept once.

    >>> report = Report()
    >>> report.add("RW005", "the file is empty", Span.whole("a.rules"))
    >>> report.has_errors, len(report)
    (True, 1)
    """

    _found: dict[Diagnostic, None] = field(default_factory=dict)

    def add(
        self,
        code: str,
        message: str,
        span: Span,
        help: str | None = None,
        notes: Iterable[Note] = (),
    ) -> None:
        """Add a finding; a code that the table does not know is a bug of ours."""
        if code not in CODES:
            raise CompilerBug(f"the code {code} is not in the table of codes")
        self._found[Diagnostic(code, message, span, help, tuple(notes))] = None

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add findings made elsewhere, another report for one."""
        for found in diagnostics:
            self._found[found] = None

    def replace(self, found: Diagnostic, by: Diagnostic) -> None:
        """Put one finding in the place of another."""
        self._found.pop(found, None)
        self._found[by] = None

    def sorted(self) -> list[Diagnostic]:
        """Give all findings in the order of the text."""
        return sorted(self._found, key=lambda found: found.sort_key)

    @property
    def errors(self) -> list[Diagnostic]:
        """The errors, in the order of the text."""
        return [found for found in self.sorted() if found.level == "error"]

    @property
    def warnings(self) -> list[Diagnostic]:
        """The warnings, in the order of the text."""
        return [found for found in self.sorted() if found.level == "warning"]

    @property
    def has_errors(self) -> bool:
        """Whether anything found so far is an error."""
        return any(found.level == "error" for found in self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.sorted())


class UserError(Exception):
    """Trouble that stops a run and lies outside the rules: a missing file, a bad option (exit 2)."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class CompilerBug(Exception):
    """Something that our own code promised did not hold: the user is asked to report it (exit 2)."""


def trouble(code: str, message: str, path: str, help: str | None = None) -> UserError:
    """Give a `UserError` about a file as a whole; `raise trouble("RW001", ...)`."""
    return UserError(Diagnostic(code, message, Span.whole(path), help))
