"""Tables: what changed in the rows of a component's table, cell by cell.

Rows go by their `id`, columns by their names: another order of columns is no change, nor are cells that rules
ignore. A row with all cells of one that went is the same row renamed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright import nodes
from rulewright.diff.change import Change
from rulewright.diff.side import Side
from rulewright.reading.tables import ID, Cell, RawRow, RawTable
from rulewright.record import record
from rulewright.report.diagnostics import Span

COUNTED = ("copies", "players")
TABLES = (nodes.Record, nodes.Spaces)
Declared = nodes.Record | nodes.Spaces


@record
class Row:
    """A row with those cells that rules read, by column; a cell that a variant set has its place there."""

    span: Span
    cells: Mapping[str, Cell]

    @property
    def texts(self) -> dict[str, str]:
        """What stands in its cells."""
        return {name: cell.text for name, cell in self.cells.items()}


def cells(
    sort: str, old: Declared, new: Declared, sides: tuple[Side, Side], renamed: Mapping[str, str]
) -> Iterator[Change]:
    """What changed in the tables of two declarations of one name."""
    before = _rows(old, sides[0], renamed)
    after = _rows(new, sides[1], {})
    name = new.name.text
    yield from _rows_changed(sort, name, before, after)
    for row in before:
        if row in after:
            yield from _cells(sort, name, row, before[row], after[row])
    kept_before, kept_after = [r for r in before if r in after], [r for r in after if r in before]
    if kept_before != kept_after:
        first = next(b for a, b in zip(kept_before, kept_after, strict=True) if a != b)
        yield Change(
            how="moved",
            sort=sort,
            name=name,
            way=("Table.order",),
            what="the order of its rows",
            before=kept_before[kept_after.index(first)],
            after=first,
            old=before[first].span,
            new=after[first].span,
        )


def _rows_changed(
    sort: str, name: str, before: Mapping[str, Row], after: Mapping[str, Row]
) -> Iterator[Change]:
    """Rows that came, went, or have another id."""
    fresh = [row for row in after if row not in before]

    def change(how: str, row: str, now: str, old: Span | None, new: Span | None) -> Change:
        was, what = "" if how == "added" else row, f"row `{row}`"
        return Change(
            how=how, sort=sort, name=name, way=("Table.row",), what=what,
            before=was, after=now, old=old, new=new,
        )  # fmt: skip

    for row in [row for row in before if row not in after]:
        twin = next((other for other in fresh if before[row].texts == after[other].texts), None)
        if twin is None:
            yield change("removed", row, "", before[row].span, None)
        else:
            fresh.remove(twin)
            yield change("renamed", row, twin, before[row].span, after[twin].span)
    yield from (change("added", row, row, None, after[row].span) for row in fresh)


def _cells(sort: str, name: str, row: str, before: Row, after: Row) -> Iterator[Change]:
    """The cells of a row that are not the same; a column that came or went with its declaration is told
    there, and not once more for each row."""
    counted = {column: Cell("", row_.span) for column in COUNTED for row_ in (before, after)}
    one, other = {**counted, **before.cells}, {**counted, **after.cells}
    for column in one:
        if column in other and _value(column, one[column]) != _value(column, other[column]):
            yield Change(
                how="changed",
                sort=sort,
                name=name,
                way=(f"Table.{column}" if column in COUNTED else "Table.cell",),
                what=f"`{row}.{column}`",
                before=one[column].text,
                after=other[column].text,
                old=one[column].span,
                new=other[column].span,
            )


def _value(column: str, cell: Cell) -> str:
    """What a cell says, however it is written: `2` copies are `02`, and one where nothing is said."""
    text = " ".join(cell.text.replace(",", ", ").split())
    if not text and column == "copies":
        return "1"
    return str(int(text)) if text.isascii() and text.lstrip("-").isdecimal() and len(text) < 9 else text


def _rows(declared: Declared, side: Side, renamed: Mapping[str, str]) -> dict[str, Row]:
    """The rows of a declaration's table by their ids, in the names of the new rules."""
    table = side.loaded.table(declared.table) if declared.table is not None else None
    if table is None or table.column(ID) is None:
        return {}
    read = _read_columns(declared)
    found = {_id(table, row): _row_of(table, row, read, renamed) for row in table.rows}
    for change in side.cells:
        if change.record.text == declared.name.text and change.row.text in found:
            _set(found, change, side, renamed)
    return found


def _read_columns(declared: Declared) -> frozenset[str]:
    """The columns that the rules read."""
    fields = [field for field in declared.fields if not field.rows]
    pictures = [word.text for field in declared.fields for word in field.rows if word is not None]
    ignored = {word.text for line in declared.ignored for word in line.names}
    return frozenset([*(f.name.text for f in fields), *pictures, *COUNTED]) - ignored


def _id(table: RawTable, row: RawRow) -> str:
    at = table.column(ID)
    return row.cells[at].text if at is not None and at < len(row.cells) else ""


def _row_of(table: RawTable, row: RawRow, read: frozenset[str], renamed: Mapping[str, str]) -> Row:
    pairs = zip(table.header, row.cells, strict=False)
    return Row(
        row.span,
        {
            renamed.get(head.text, head.text): Cell(_renamed(cell.text, renamed), cell.span)
            for head, cell in pairs
            if head.text in read
        },
    )


def _renamed(text: str, renamed: Mapping[str, str]) -> str:
    """The words of a cell as the new rules call them.

    >>> _renamed("pair(crimson, fall)", {"fall": "purple"})
    'pair(crimson, purple)'
    """
    if not renamed or text in renamed:
        return renamed.get(text, text)
    from re import sub

    return sub(r"\w+", lambda found: renamed.get(found[0], found[0]), text)


def _set(found: dict[str, Row], change: nodes.SetCell, side: Side, renamed: Mapping[str, str]) -> None:
    """Makes what a variant says of a cell."""
    row = found[change.row.text]
    texts = [side.written(value.span) for value in change.value]
    cell = Cell(_renamed(" ".join(texts), renamed), change.span)
    column = renamed.get(change.column.text, change.column.text)
    found[change.row.text] = Row(row.span, {**row.cells, column: cell})
