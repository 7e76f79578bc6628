"""Records: the columns that are declared against the table that holds them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright import core, nodes
from rulewright.elaborate.cells import Cells, Value
from rulewright.elaborate.declarations import scope_for, text_of
from rulewright.elaborate.fit import article, fit
from rulewright.elaborate.pictures import note_picture, picture_type, read_picture
from rulewright.elaborate.texts import check_places
from rulewright.elaborate.typenames import type_of
from rulewright.elaborate.work import Scope, Work
from rulewright.reading.tables import ID, LOST_ROWS
from rulewright.report.diagnostics import Note, Span

if TYPE_CHECKING:
    from rulewright.reading.tables import Cell, RawTable

SPECIAL = ("id", "copies", "players")
MOST_COMPONENTS = 65_536


def record(work: Work, node: nodes.Record) -> bool:
    """`card Fruit from table "fruits.csv":`; its rows are what `cell` changes in `work.changes` leave."""
    name = node.name.text
    scope = scope_for(work, "record", name, "in a table")
    per = work.cites(node.per)
    table = work.loaded.table(node.table)
    lost = (found.span.path for found in work.report if found.code in LOST_ROWS)
    if table is None or table.path in lost:
        work.rows_lost = True
    fields = _fields(scope, node)
    columns = _columns(work, node, table, fields)
    rows = [] if table is None else [row.known for row in table.rows]
    ids = _ids(rows, columns.get("id"))
    changes = _changes(work, name, ids, fields)
    made = core.Record(
        name=name,
        span=node.name.span,
        per=per,
        text=text_of(node.text),
        sort=node.sort,
        ids=tuple(ids),
        copies=_counts(work, rows, columns.get("copies"), "copies"),
        players=_counts(work, rows, columns.get("players"), "players"),
        fields={},
        table=node.table.text,
        row_spans=() if table is None else tuple(row.span for row in table.rows),
    )
    for field, type in fields.values():
        values: tuple[Value, ...] | None
        if field.rows and isinstance(type, core.ListType):
            values = read_picture(scope, node, field, type, rows, columns)
        else:
            values = _values(scope, field, type, rows, columns.get(field.name.text), changes)
        if values is None:
            work.broken.add((name, field.name.text))
        else:
            made.fields[field.name.text] = _field(work, field, type, values)
            if field.rows:
                note_picture(scope, name, field)
    if node.reconstructed is not None:
        work.game.reconstructed[node.table.text] = node.reconstructed.text
    if table is not None and not table.rows:
        help = f"write a row for each {name} below the header of {node.table.text}"
        work.error("RW236", "this table has no rows", node.table.span, help)
        work.rows_lost = True
    if made.size > MOST_COMPONENTS:
        work.error("RW240", f"`{name}` has more than {MOST_COMPONENTS} components", node.name.span)
    _number_rows(work, made)
    check_places(work, node.text, [*made.fields, "id"], "columns")
    work.game.records[name] = made
    return True


def read_columns(
    scope: Scope, node: nodes.Spaces, table: RawTable
) -> list[tuple[nodes.Field, core.Type, tuple[Value, ...]]] | None:
    """The columns of a table of spaces, one value a row; None after an error."""
    fields = _fields(scope, node)
    columns = _columns(scope.work, node, table, fields)
    rows = [row.known for row in table.rows]
    changes = _changes(scope.work, node.name.text, _ids(rows, columns.get("id")), fields)
    before = len(scope.work.report)
    found = []
    for field, type in fields.values():
        values = _values(scope, field, type, rows, columns.get(field.name.text), changes)
        if values is not None:
            scope.work.cites(field.per)
            found.append((field, _field(scope.work, field, type, values).type, values))
    whole = len(found) == len(node.fields) and len(scope.work.report) == before
    return found if whole else None


def _fields(scope: Scope, node: nodes.Record | nodes.Spaces) -> dict[str, tuple[nodes.Field, core.Type]]:
    found: dict[str, tuple[nodes.Field, core.Type]] = {}
    seen: dict[str, Span] = {}
    for field in node.fields:
        name = field.name.text
        type = type_of(scope, field.type)
        if type is not None and field.rows:
            type = picture_type(scope, field, type)
        if name in SPECIAL:
            message = f"every table may have a column `{name}`, which is not declared"
            scope.error("RW203", message, field.name.span, "remove this line")
        elif name in seen:
            notes = [Note("the first is here", seen[name])]
            scope.error("RW202", f"`{name}` is declared twice", field.name.span, "remove one", notes)
        elif type is not None and not field.rows and not _holds(type):
            message = f"a cell cannot hold {article(type)}"
            help = "cells hold words, numbers, yes_no, optionals and lists of these"
            scope.error("RW232", message, field.type.span, help)
        elif type is not None:
            found[name] = field, type
            seen[name] = field.name.span
            continue
        seen.setdefault(name, field.name.span)
        scope.work.broken.add((node.name.text, name))
    return found


def _holds(type: core.Type) -> bool:
    if isinstance(type, core.Optional | core.ListType):
        return not isinstance(type.of, core.Optional) and _holds(type.of)
    return isinstance(type, core.KindType | core.RangeType | core.Number | core.YesNo)


# ---- columns


def columns_of(field: nodes.Field) -> tuple[nodes.Word, ...]:
    """The columns of the table that a declared one is read from: those of a picture's rows, or its own."""
    return tuple(word for word in field.rows if word is not None) if field.rows else (field.name,)


def _columns(
    work: Work,
    node: nodes.Record | nodes.Spaces,
    table: RawTable | None,
    fields: dict[str, tuple[nodes.Field, core.Type]],
) -> dict[str, int]:
    """Which column of the table is which; what is declared and missing, or the other way, is reported."""
    if table is None:
        return {}
    header: dict[str, int] = {}
    for at, cell in enumerate(table.header):
        header.setdefault(cell.text.strip(), at)
    names = [cell.text.strip() for cell in table.header]
    twice = {name for name in names if names.count(name) > 1}  # which is reported
    ignored = {word.text: word for line in node.ignored for word in line.names}
    declared = {word.text for field in node.fields for word in columns_of(field)}
    known = SPECIAL if isinstance(node, nodes.Record) else (ID,)  # a space is there once, for all
    strange = [name for name in header if name not in declared and name not in ignored]
    strange = [name for name in strange if name not in known]
    if "id" not in header:  # which is reported: the first column may be the one
        if not declared & set(header):  # there is no header at all
            work.rows_lost = True
            return header
        strange = [name for name in strange if header[name] > 0]
    meant = _missing(work, node, header, strange, table.header)
    for name in strange:
        if name and name not in meant:
            cell = table.header[header[name]]
            ignore = f"write `ignore {name}`" if name in SPECIAL else f"declare it, or write `ignore {name}`"
            help = work.suggest(name, declared) or ignore
            work.error("RW622", f"the column `{name}` is not declared", cell.span, help)
    for name, word in ignored.items():
        if name not in header:
            work.error("RW621", f"the table has no column `{name}`", word.span, work.suggest(name, header))
    return {name: at for name, at in header.items() if name not in twice}


def _missing(
    work: Work,
    node: nodes.Record | nodes.Spaces,
    header: dict[str, int],
    strange: list[str],
    cells: Sequence[Cell],
) -> set[str]:
    """Report the fields without a column; give the columns that they may have meant."""
    from rulewright.report.suggest import nearest

    meant: set[str] = set()
    for word in dict.fromkeys(word for field in node.fields for word in columns_of(field)):
        name = word.text
        if name in header or name in SPECIAL:
            continue
        near = nearest(name, [other for other in strange if other not in meant])
        file = "the table" if node.table is None else node.table.text
        help = f"did you mean `{near}`?" if near else f"add a column `{name}` to {file}"
        notes = [] if near is None else [Note("the column in the table", cells[header[near]].span)]
        work.error("RW621", f"the table has no column `{name}`", word.span, help, notes)
        if near is not None:
            meant.add(near)
    return meant


def _ids(rows: list[tuple[Cell, ...]], at: int | None) -> list[str]:
    """The names of the rows; what is wrong with them was said when the table was read."""
    cells = [_cell(row, at) for row in rows]
    return [f"row_{n}" if cell is None else cell.text for n, cell in enumerate(cells, start=1)]


def _cell(row: tuple[Cell, ...], at: int | None) -> Cell | None:
    return None if at is None or at >= len(row) else row[at]


def _counts(work: Work, rows: list[tuple[Cell, ...]], at: int | None, column: str) -> tuple[int, ...]:
    """The `copies` or `players` of each row; an empty cell is 1 copy, or any number of players."""
    default = 1 if column == "copies" else 0
    highest = 1000 if column == "copies" else work.game.high
    found: list[int] = []
    for row in rows:
        cell = _cell(row, at)
        text = "" if cell is None else cell.text.strip()
        if cell is None or not text:
            found.append(default)
        elif text.isdecimal() and len(text) < 6 and 0 <= int(text) <= highest:
            found.append(int(text))
        else:
            found.append(default)
            help = f"write a whole number in 0..{highest}, or leave the cell empty"
            work.error("RW630", f"`{text}` is no number in 0..{highest}", cell.span, help)
    return tuple(found)


def _number_rows(work: Work, made: core.Record) -> None:
    base = 0
    rows = work.rows.setdefault(made.name, {})
    for name, copies in zip(made.ids, made.copies, strict=True):
        if name not in rows:
            rows[name] = base
            work.copies.setdefault(made.name, {})[name] = copies
            work.rows_of.setdefault(name, []).append(made.name)
        base += copies


# ---- values


def _field(work: Work, node: nodes.Field, type: core.Type, values: tuple[Value, ...]) -> core.FieldInfo:
    if isinstance(type, core.ListType):
        longest = max((len(value) for value in values if isinstance(value, tuple)), default=0)
        type = core.ListType(type.of, longest)
    return core.FieldInfo(
        name=node.name.text,
        span=node.name.span,
        per=work.cites(node.per),
        type=type,
        seen_by_all=node.seen_by_all,
        values=values,
    )


def _values(
    scope: Scope,
    field: nodes.Field,
    type: core.Type,
    rows: list[tuple[Cell, ...]],
    at: int | None,
    changes: dict[tuple[int, str], nodes.SetCell],
) -> tuple[Value, ...] | None:
    name = field.name.text
    if at is None and rows:
        return None
    cells = Cells(scope.work, name, type)
    found: list[Value] = []
    for number, row in enumerate(rows):
        cell = _cell(row, at)
        change = changes.get((number, name)) if changes else None
        value = _changed(scope, type, change) if change else None
        if change is None and cell is not None:
            value = cells.read(cell.text, cell.span)
        if value is None:
            # The error is reported; a value of the type lets the rest be checked.
            value = () if isinstance(type, core.ListType) else -1
        found.append(value)
    return tuple(found)


def _changes(
    work: Work, record: str, ids: list[str], fields: dict[str, tuple[nodes.Field, core.Type]]
) -> dict[tuple[int, str], nodes.SetCell]:
    """The cells of this record that a variant sets, by row and column."""
    found: dict[tuple[int, str], nodes.SetCell] = {}
    places = {name: at for at, name in enumerate(ids)} if work.changes.get(record) else {}
    for change in work.changes.get(record, ()):
        row, column = change.row, change.column
        if row.text not in places:
            help = work.suggest(row.text, places)
            work.error("RW631", f"{record} has no row `{row.text}`", row.span, help)
        elif column.text not in fields and (record, column.text) not in work.broken:
            help = work.suggest(column.text, fields)
            work.error("RW631", f"{record} has no column `{column.text}`", column.span, help)
        elif column.text in fields and fields[column.text][0].rows:
            message = f"`{column.text}` is a picture, which no variant changes"
            work.error("RW631", message, column.span, "let the variant have a table of its own")
        else:
            work.cites(change.per)
            found[places[row.text], column.text] = change
    return found


def _changed(scope: Scope, type: core.Type, change: nodes.SetCell) -> Value | None:
    if isinstance(type, core.ListType):
        items = [_constant(scope, value, type.of) for value in change.value]
        return None if None in items else tuple(item for item in items if item is not None)
    if not change.value:
        if isinstance(type, core.Optional):
            return -1
        scope.error("RW623", f"a cell of `{change.column.text}` is empty", change.span)
        return None
    if len(change.value) > 1:
        scope.error("RW627", "this column holds one value", change.value[1].span)
        return None
    return _constant(scope, change.value[0], type)


def _constant(scope: Scope, node: nodes.Expr, type: core.Type) -> int | None:
    value = fit(scope, scope.read(node, type), type, "this cell")
    if value is None or isinstance(value, core.Const):
        return None if value is None else value.value
    scope.error("RW234", "a cell holds a number or a word", value.span)
    return None
