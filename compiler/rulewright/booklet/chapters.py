"""Chapters: a rulebook as it is read, heading by heading, with what stands between its clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from rulewright.reading.rulebook import Clause
from rulewright.reading.source import Source
from rulewright.record import record

_HEADING = re.compile(r"(#+)\s+(.*?)\s*#*$")
_ITEM = re.compile(r"\s*[-*]\s+(.*)")
_ROW = re.compile(r"\s*\|(.*)\|\s*$")
_RULE = re.compile(r"[\s|:-]+$")


@record
class Part:
    """A piece of a chapter: a `clause` with its id, a `paragraph`, an `item` of a list, a `row` of cells."""

    sort: str
    text: str
    id: str = ""
    cells: tuple[str, ...] = ()


@record
class Chapter:
    """A heading (empty for what stands before the first), how deep it is, and what follows it."""

    title: str
    level: int
    parts: tuple[Part, ...]

    @property
    def clauses(self) -> tuple[str, ...]:
        """The ids of its clauses."""
        return tuple(part.id for part in self.parts if part.sort == "clause")


def chapters(source: Source, clauses: Mapping[str, Clause]) -> list[Chapter]:
    """Take a rulebook and its clauses, give its chapters. The heading of the whole book is left out.

    >>> from rulewright.reading.rulebook import read_rulebook
    >>> from rulewright.report.diagnostics import Report
    >>> source = Source("r.md", "# Game\\nFor two.\\n\\n## Play\\n- **G-1** Draw,\\n  then play.")
    >>> [(c.title, [p.text for p in c.parts]) for c in chapters(source, read_rulebook(source, Report()))]
    [('', ['For two.']), ('Play', ['Draw, then play.'])]
    """
    by_line = {clause.line: clause for clause in clauses.values()}
    found: list[Chapter] = []
    title, level, lines = "", 1, list[tuple[int, str]]()
    for number, line in enumerate(source.lines, start=1):
        heading = _HEADING.match(line)
        if heading is None:
            lines.append((number, line))
            continue
        found.append(Chapter(title, level, tuple(_parts(lines, by_line))))
        title = heading[2] if len(heading[1]) > 1 else ""
        level, lines = len(heading[1]), []
    found.append(Chapter(title, level, tuple(_parts(lines, by_line))))
    return [chapter for chapter in found if chapter.parts or chapter.title]


def _parts(lines: list[tuple[int, str]], by_line: Mapping[int, Clause]) -> Iterator[Part]:
    """The pieces of a chapter; lines go on with the piece above up to a blank one."""
    sort, words, id = "", list[str](), ""
    for number, line in [*lines, (0, "")]:
        clause, item, row = by_line.get(number), _ITEM.match(line), _ROW.match(line)
        begins = clause is not None or item is not None or row is not None or not line.strip()
        if begins and sort:
            yield Part(sort, " ".join(words), id)
            sort, words, id = "", [], ""
        if clause is not None:
            sort, words, id = "clause", [clause.text], clause.id
        elif item is not None:
            sort, words = "item", [item[1].strip()]
        elif row is not None:
            if not _RULE.match(row[1]):
                yield Part("row", "", cells=tuple(cell.strip() for cell in row[1].split("|")))
        elif line.strip():
            if sort == "clause":  # its text has these lines already
                continue
            sort = sort or "paragraph"
            words.append(line.strip())
