"""Tables: the text of a CSV file becomes rows of cells, each with its place in the file.

Cells are text here: what a cell means is for the record that names the table to say.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from rulewright.record import record
from rulewright.report.diagnostics import Note, Report, Span
from rulewright.report.suggest import nearest

ID = "id"
# Faults of a table after which some of its rows are not what was written.
LOST_ROWS = frozenset({"RW603", "RW604", "RW605", "RW606", "RW608"})
_SEPARATORS = ",;\t"
_QUOTED = re.compile(r'"((?:[^"]|"")*)("?)')


@record
class Cell:
    """The text of a cell, without quotes and outer blanks, and where it stands; a quoted cell's span holds
    its quotes."""

    text: str
    span: Span


@record
class RawRow:
    """One row, as many cells as the header has."""

    cells: tuple[Cell, ...]
    span: Span
    short: int = 0
    """How many cells at the end were not written."""
    long: bool = False
    """There were more cells than columns: nobody knows which belongs where."""

    @property
    def known(self) -> tuple[Cell, ...]:
        """The cells of which it is known in which column they stand."""
        return () if self.long else self.cells[: len(self.cells) - self.short]


@record
class RawTable:
    """A table as it was written; blank rows are left out."""

    path: str
    header: tuple[Cell, ...]
    rows: tuple[RawRow, ...]

    def column(self, name: str) -> int | None:
        """Give the index of a column by its name, or None."""
        return next((at for at, cell in enumerate(self.header) if cell.text == name), None)


def read_table(path: str, text: str, report: Report, key: str | None = ID) -> RawTable | None:
    """Take the text of a CSV file, give its table; faults go to the report (RW005, RW601 to RW608).

    Columns are parted by commas, or by `;` or tabs where the header uses those instead. `key` is the column
    that names the rows (None: rows have no names). A faulty row is made to fit the header; None only where
    nothing is left to read.

    >>> table = read_table("a.csv", 'id,colour\\nB01, crimson\\n', Report())
    >>> [(cell.text, str(cell.span)) for cell in table.rows[0].cells]
    [('B01', 'a.csv:2:1'), ('crimson', 'a.csv:2:6')]
    """
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    reader = _Reader(path, plain, report)
    rows = [row for row in reader.rows() if any(cell.text for cell in row)]
    if not rows:
        report.add(
            "RW005", "the table is empty", Span.whole(path), help="start it with the names of its columns"
        )
        return None
    header, body = rows[0], rows[1:]
    _check_header(header, body, report)
    if reader.cut_off and body:
        body.pop()  # what is left of a row whose cell has no end
    fitted = tuple(_fitted(row, header, report) for row in body)
    table = RawTable(path, tuple(header), fitted)
    if key is not None:
        _check_names(table, key, report)
    return table


class _Reader:
    """Walks over the text once and gives rows of cells."""

    def __init__(self, path: str, text: str, report: Report) -> None:
        self.path = path
        self.text = text
        self.report = report
        self.at = 0
        self.line = 1
        self.line_start = 0
        self.cut_off = False  # the last cell has no closing quote
        first = text.lstrip("\n").split("\n", 1)[0]
        self.separator = _separator(first)
        self.bare = re.compile(f"[^{re.escape(self.separator)}\n]*")

    def rows(self) -> Iterator[list[Cell]]:
        while self.at < len(self.text):
            yield self._row()

    def _row(self) -> list[Cell]:
        cells = [self._cell()]
        while self.text[self.at : self.at + 1] == self.separator:
            self.at += 1
            cells.append(self._cell())
        if self.at < len(self.text):  # a line end
            self._pass(self.at + 1)
        return cells

    def _cell(self) -> Cell:
        """Read a cell up to a separator or the end of its line."""
        match = self.bare.match(self.text, self.at)
        assert match is not None
        bare = match.group()
        start = self.at + len(bare) - len(bare.lstrip(" \t"))
        if self.text[start : start + 1] == '"':
            return self._quoted(start)
        line, column = self._place(start)
        self.at = match.end()
        said = _plain(bare.strip())
        return Cell(said, Span.on_line(self.path, line, column, column + len(bare.strip())))

    def _quoted(self, start: int) -> Cell:
        match = _QUOTED.match(self.text, start)
        assert match is not None
        line, column = self._place(start)
        if not match.group(2):
            self.cut_off = True
            self.report.add(
                "RW608",
                "this cell has no closing quote",
                Span.on_line(self.path, line, column, column + 1),
                help='end it with `"`; a quote inside a quoted cell is written twice',
            )
        self._pass(match.end())
        end_line, end_column = self._place(self.at)
        text = match.group(1).replace('""', '"')
        rest = self.bare.match(self.text, self.at)
        assert rest is not None
        self.at = rest.end()
        said = _plain((text + rest.group()).strip())
        return Cell(said, Span(self.path, line, column, end_line, end_column))

    def _place(self, at: int) -> tuple[int, int]:
        return self.line, at - self.line_start + 1

    def _pass(self, end: int) -> None:
        """Go on to a place, counting the lines on the way."""
        self.line += self.text.count("\n", self.at, end)
        newline = self.text.rfind("\n", self.at, end)
        if newline >= 0:
            self.line_start = newline + 1
        self.at = end


def _plain(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _separator(header: str) -> str:
    """Give what parts the columns: a comma, unless the header only has another.

    >>> _separator("id;colour;trees")
    ';'
    """
    bare = re.sub(r'"[^"]*"', "", header)
    return max(_SEPARATORS, key=lambda mark: bare.count(mark) if "," not in bare else mark == ",")


def _check_header(header: list[Cell], body: list[list[Cell]], report: Report) -> None:
    seen: dict[str, Cell] = {}
    for at, cell in enumerate(header):
        if cell.text in seen and cell.text:
            report.add(
                "RW601",
                f"the column `{cell.text}` is there twice",
                cell.span,
                help="rename one of them, or leave it out",
                notes=[Note("it is here first", seen[cell.text].span)],
            )
        elif not cell.text and any(at < len(row) and row[at].text for row in body):
            report.add("RW607", f"column {at + 1} has no name", _wide(cell.span), help="give it a name")
        seen.setdefault(cell.text, cell)


def _fitted(row: list[Cell], header: list[Cell], report: Report) -> RawRow:
    """Give a row as many cells as the header has; empty cells at the end do not count as too many."""
    span = row[0].span.to(row[-1].span)
    wanted = len(header)
    short = max(0, wanted - len(row))
    if len(row) < wanted:
        end = Span(span.path, span.end_line, span.end_column, span.end_line, span.end_column)
        missing = [cell for cell in header[len(row) :] if cell.text]  # a comma may end the header
        if missing:
            report.add(
                "RW602",
                f"this row has no cell for {', '.join(f'`{cell.text}`' for cell in missing)}",
                _wide(end),
                help="add a comma for each empty cell",
                notes=[Note("the columns are named here", missing[0].span)],
            )
        row = [*row, *(Cell("", end) for _ in range(wanted - len(row)))]
    extra = [cell for cell in row[wanted:] if cell.text]
    if extra:
        notes = _long_cell(row)
        report.add(
            "RW603",
            f"`{extra[0].text}` stands in no column: the header has {wanted}",
            extra[0].span,
            help='end that cell with `"`' if notes else "a cell with a comma in it stands in quotes",
            notes=notes,
        )
    return RawRow(tuple(row[:wanted]), span, short, bool(extra))


def _long_cell(row: list[Cell]) -> list[Note]:
    """Point at a cell that goes over several lines: the quote that was to end it may be missing."""
    found = next((cell for cell in row if cell.span.end_line > cell.span.line), None)
    if found is None:
        return []
    lines = found.span.end_line - found.span.line + 1
    start = Span.on_line(found.span.path, found.span.line, found.span.column, found.span.column + 1)
    return [Note(f"this quote opens a cell of {lines} lines: is the one that ends it missing?", start)]


def _check_names(table: RawTable, key: str, report: Report) -> None:
    at = table.column(key)
    if at is None:
        near = nearest(key, [cell.text for cell in table.header])
        add = f"add a column `{key}` that gives each row a name of its own"
        help = f"rename the column `{near}` to `{key}`" if near else add
        report.add("RW605", f"the table has no column `{key}`", table.header[0].span, help=help)
        return
    seen: dict[str, Cell] = {}
    for row in table.rows:
        cell = row.cells[at]
        if not cell.text:
            report.add(
                "RW606", f"this row has no `{key}`", _wide(cell.span), help="give it a name of its own"
            )
        elif cell.text in seen:
            report.add(
                "RW604",
                f"two rows are named `{cell.text}`",
                cell.span,
                help="rename one of them; copies are counted in a column `copies`",
                notes=[Note("the first is here", seen[cell.text].span)],
            )
        seen.setdefault(cell.text, cell)


def _wide(span: Span) -> Span:
    """Give a span that covers a letter, so that an empty cell can be seen."""
    if (span.line, span.column) != (span.end_line, span.end_column):
        return span
    return Span.on_line(span.path, span.line, span.column, span.column + 1)
