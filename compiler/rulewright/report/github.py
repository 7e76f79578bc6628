"""GitHub: diagnostics as the commands by which a workflow marks lines of a pull request."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.report.diagnostics import Diagnostic, Span

_LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def as_github(diagnostics: Iterable[Diagnostic]) -> str:
    """Give one line for each diagnostic: its place, code and message, with its notes and its help.

    >>> found = Diagnostic("RW201", "no `tre`", Span.on_line("a.rules", 3, 5, 8), "did you mean `tree`?")
    >>> as_github([found])
    '::error file=a.rules,line=3,col=5,endLine=3,endColumn=8,title=RW201::no `tre`%0Adid you mean `tree`?\\n'
    """
    return "".join(map(_one, diagnostics))


def _one(found: Diagnostic) -> str:
    place = ",".join(f"{name}={_property(value)}" for name, value in _place(found.span))
    notes = [f"{note.text} ({note.span})" if note.span else note.text for note in found.notes]
    text = "\n".join([found.message, *notes, *([found.help] if found.help else [])])
    return f"::{_LEVELS[found.level]} {place},title={found.code}::{_data(text)}\n"


def _place(span: Span) -> list[tuple[str, object]]:
    place: list[tuple[str, object]] = [("file", span.path)]
    if span.has_place:
        place += [("line", span.line), ("col", span.column)]
        place += [("endLine", span.end_line), ("endColumn", span.end_column)]
    return place


def _data(text: str) -> str:
    """Give text in which nothing ends the command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: object) -> str:
    """Give a value in which nothing ends the property either."""
    return _data(str(value)).replace(":", "%3A").replace(",", "%2C")
