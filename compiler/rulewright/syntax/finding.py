"""A finding of the syntax: what is wrong within one line of a chunk, and the text it would have been."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.report.diagnostics import Diagnostic, Span
from rulewright.syntax.failure import Failure


@dataclass(frozen=True)
class Finding:
    """A diagnostic within one line of a chunk; `mend` replaces its span (up to `mend_end`) for reading on."""

    code: str
    message: str
    line: int
    column: int
    end_column: int
    help: str | None = None
    mend: str | None = None
    mend_end: int = 0

    def diagnostic(self, path: str, first_line: int) -> Diagnostic:
        """Give the diagnostic in the file."""
        line = self.line + first_line - 1
        span = Span.on_line(path, line, self.column, self.end_column)
        mended = Span.on_line(path, line, self.column, self.mend_end or self.end_column)
        mend = None if self.mend is None or self.help is None else (mended, self.mend)
        return Diagnostic(self.code, self.message, span, self.help, mend=mend)


def here(f: Failure, code: str, message: str, help: str | None = None, mend: str | None = None) -> Finding:
    return Finding(code, message, f.line, f.column, f.column + max(1, len(f.lexeme)), help, mend)
