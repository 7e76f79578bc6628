"""Pictures: columns of a table that belong together, each a row of what is printed on a card.

`look: grid of Plant? from upper, lower` reads two columns of the table as the rows of a picture, from the
top; `nothing` stands for a row without anything. All pictures of a record have one size.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright import core, nodes
from rulewright.elaborate.cells import Cells, split
from rulewright.elaborate.fit import article
from rulewright.elaborate.types import plain
from rulewright.elaborate.work import Scope
from rulewright.report.diagnostics import Note

if TYPE_CHECKING:
    from rulewright.reading.tables import Cell

NONE = -1
BLANK = "-"
Row = tuple[int, ...]


def picture_type(scope: Scope, field: nodes.Field, type: core.Type) -> core.ListType | None:
    """The type of a picture's items in a row, from that of one item; None after an error."""
    if not isinstance(plain(type), core.KindType | core.RangeType | core.Number | core.YesNo):
        message = f"a picture shows words, numbers or yes_no, not {article(type)}"
        scope.error("RW232", message, field.type.span)
        return None
    if None in field.rows and not isinstance(type, core.Optional):
        help = "write `?` after the type, or name a column for each row"
        scope.error("RW232", "a row of `nothing` shows none, so the type is optional", field.type.span, help)
        return None
    return core.ListType(type)


def read_picture(
    scope: Scope,
    record: nodes.Record,
    field: nodes.Field,
    type: core.ListType,
    rows: list[tuple[Cell, ...]],
    header: dict[str, int],
) -> tuple[Row, ...] | None:
    """One picture a row of the table, its items row by row from the top; None after an error."""
    columns = [None if word is None else header.get(word.text, -1) for word in field.rows]
    if NONE in columns:
        return None  # the missing column is reported
    reader = _Reader(scope, record, field, type)
    found = [reader.picture(row, columns) for row in rows]
    whole = tuple(picture for picture in found if picture is not None)
    return whole if len(whole) == len(found) else None


def note_picture(scope: Scope, record: str, field: nodes.Field) -> None:
    """A column that was read is a picture of a record, as high as its others."""
    pictures = scope.game.pictures.get(record)
    if pictures is None:
        return
    if pictures.height != len(field.rows):
        message = f"the pictures of {record} have {pictures.height} rows, this one has {len(field.rows)}"
        scope.error("RW634", message, field.name.span, "write `nothing` for a row that shows nothing")
        return
    fields = (*pictures.fields, field.name.text)
    scope.game.pictures[record] = replace(pictures, fields=fields)


class _Reader:
    """Reads the rows of one picture; the first row of the first picture says how wide all are."""

    def __init__(self, scope: Scope, record: nodes.Record, field: nodes.Field, type: core.ListType) -> None:
        self.scope, self.record, self.field = scope, record.name.text, field
        self.items = Cells(scope.work, field.name.text, core.ListType(plain(type.of)))
        self.optional = isinstance(type.of, core.Optional)
        self.height = len(field.rows)

    def picture(self, cells: tuple[Cell, ...], columns: list[int | None]) -> Row | None:
        """The items of one card."""
        rows: list[Row | None] = []
        for at in columns:
            row = () if at is None else self._row(cells[at]) if at < len(cells) else None
            if row is None:
                return None
            rows.append(row if at is not None else None)
        width = self.scope.game.pictures[self.record].width if self._sized() else 0
        return tuple(item for row in rows for item in (row if row is not None else (NONE,) * width))

    def _sized(self) -> bool:
        return self.record in self.scope.game.pictures

    def _row(self, cell: Cell) -> Row | None:
        items = [self._item(part, cell) for part in split(cell.text.strip())]
        found = tuple(item for item in items if item is not None)
        return found if len(found) == len(items) and self._fits(cell, len(items)) else None

    def _item(self, part: str, cell: Cell) -> int | None:
        if part == BLANK and self.optional:
            return NONE
        value = self.items.read(part, cell.span)
        return value[0] if isinstance(value, tuple) and value else None

    def _fits(self, cell: Cell, width: int) -> bool:
        """Whether a row is as wide as all others; the first says how wide that is."""
        pictures = self.scope.game.pictures
        if not self._sized() and width:
            pictures[self.record] = core.Pictures(
                name=self.record, span=cell.span, width=width, height=self.height, fields=()
            )
        size = pictures[self.record].width if self._sized() else 0
        if width and width == size:
            return True
        here = f"are {width} items" if width > 1 else "is 1 item" if width else "is nothing"
        message = f"a row of a picture of {self.record} has {size or 'some'} items, here {here}"
        notes = [Note("the first row is here", pictures[self.record].span)] if self._sized() else []
        self.scope.error("RW634", message, cell.span, f"write `{BLANK}` where nothing is shown", notes)
        return False
