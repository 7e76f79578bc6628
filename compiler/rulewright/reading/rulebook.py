"""Rulebook: the numbered clauses of a `rulebook.md`, which `per` cites and coverage counts."""

from __future__ import annotations

import re

from rulewright.reading.source import Source
from rulewright.record import record
from rulewright.report.diagnostics import Note, Report, Span

_CLAUSE = re.compile(r"[-*] \*\*([A-Z]+-[A-Z]?[0-9]+[a-z]?)\*\*[ \t]*(.*)")


@record
class Clause:
    """One clause: `- **KAN-28** text`; its text may go on in the lines below, its span is the id's."""

    id: str
    text: str
    line: int
    span: Span


def read_rulebook(source: Source, report: Report) -> dict[str, Clause]:
    """Take a rulebook, give its clauses by id in their order; an id that is there twice is RW801.

    >>> found = read_rulebook(Source("r.md", "# Rules\\n- **KAN-1** Two play,\\n  or three.\\n"), Report())
    >>> found["KAN-1"].text
    'Two play, or three.'
    """
    clauses: dict[str, Clause] = {}
    for number, line in enumerate(source.lines, start=1):
        match = _CLAUSE.match(line.strip())
        if match is None:
            continue
        column = line.index("**") + 3
        span = Span.on_line(source.path, number, column, column + len(match.group(1)))
        text = " ".join([match.group(2).strip(), *_more(source, number)]).strip()
        clause = Clause(match.group(1), text, number, span)
        if clause.id in clauses:
            _twice(clauses[clause.id], clause, report)
        clauses.setdefault(clause.id, clause)
    return clauses


def _more(source: Source, number: int) -> list[str]:
    """Give the lines that go on with the clause of a line: indented, up to a blank line or the next item."""
    found: list[str] = []
    for line in source.lines[number:]:
        if not line.startswith(" ") or not line.strip() or _CLAUSE.match(line.strip()):
            break
        found.append(line.strip())
    return found


def _twice(first: Clause, second: Clause, report: Report) -> None:
    report.add(
        "RW801",
        f"the clause `{second.id}` is there twice",
        second.span,
        help="give it a number of its own",
        notes=[Note("the first is here", first.span)],
    )
