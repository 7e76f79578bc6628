"""Tables: exact places of cells, what parts columns, and what is said about a faulty table."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.reading.rulebook import read_rulebook
from rulewright.reading.source import Source
from rulewright.reading.tables import RawTable, read_table
from rulewright.report.diagnostics import Report


def read(text: str, key: str | None = "id") -> tuple[RawTable | None, list[str]]:
    report = Report()
    table = read_table("a.csv", text, report, key)
    return table, [f"{d.code} {d.span.line}:{d.span.column}-{d.span.end_column}" for d in report]


def texts(text: str) -> list[list[str]]:
    table, said = read(text)
    assert table is not None
    assert said == []
    return [[cell.text for cell in cells] for cells in (table.header, *(row.cells for row in table.rows))]


def test_commas_may_end_the_header() -> None:
    table, said = read("id,a,,\nx,1\ny,2,\n")
    assert table is not None
    assert said == []
    assert [row.cells[1].text for row in table.rows] == ["1", "2"]


@pytest.mark.parametrize(
    "text",
    [
        "id,a\nx,1\n",
        "id;a\nx;1",
        "id\ta\r\nx\t1\r\n",
        "\ufeffid,a\rx,1\r",
        'id , "a"\n "x" ,1\n',
        "\n\nid,a\n\n,\nx,1\n\n",
        "id,a\nx,1,,\n",
    ],
)
def test_ways_to_write_a_table(text: str) -> None:
    assert texts(text) == [["id", "a"], ["x", "1"]]


def test_quoted_cells() -> None:
    assert texts('id,a\nx,"1, ""2"", or\n3"\ny,4\n')[1:] == [["x", '1, "2", or\n3'], ["y", "4"]]


def test_a_semicolon_in_a_cell_parts_nothing_where_commas_do() -> None:
    assert texts("id,a;b\nx,1;2\n") == [["id", "a;b"], ["x", "1;2"]]


def test_places() -> None:
    table, _ = read('id, a ,b\n"x\ny",  2, z\nw,,3\n')
    assert table is not None
    spans = [cell.span for row in table.rows for cell in row.cells]
    assert [(s.line, s.column, s.end_line, s.end_column) for s in spans] == [
        (2, 1, 3, 3),
        (3, 6, 3, 7),
        (3, 9, 3, 10),
        (4, 1, 4, 2),
        (4, 3, 4, 3),
        (4, 4, 4, 5),
    ]
    assert table.header[1].span.column == 5
    assert (table.column("b"), table.column("c")) == (2, None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ["RW005 0:0-0"]),
        ("\n \n", ["RW005 0:0-0"]),
        ("id,a,a\nx,1,2\n", ["RW601 1:6-7"]),
        ("id,a,b\nx,1\n", ["RW602 2:4-5"]),
        ("id,a\nx\n", ["RW602 2:2-3"]),
        ("id,a\nx,1,2\n", ["RW603 2:5-6"]),
        ("id,a\nx,1\n\nx,2\n", ["RW604 4:1-2"]),
        ("a,b\nx,1\n", ["RW605 1:1-2"]),
        ("id,a\n,1\n", ["RW606 2:1-2"]),
        ("id,,a\nx,1,2\n", ["RW607 1:4-5"]),
        ('id,a\nx,"1\ny,2\n', ["RW608 2:3-4"]),
        ("id,a,a\nx\nx,1,2,3\n", ["RW601 1:6-7", "RW602 2:2-3", "RW604 3:1-2", "RW603 3:7-8"]),
    ],
)
def test_faults(text: str, said: list[str]) -> None:
    assert read(text)[1] == said


def test_faulty_rows_are_made_to_fit() -> None:
    table, _ = read("id,a,b\nx\ny,1,2,3\n")
    assert table is not None
    assert [[cell.text for cell in row.cells] for row in table.rows] == [["x", "", ""], ["y", "1", "2"]]


def test_a_table_without_names() -> None:
    assert read("text,fr\nx,y\nx,z\n", key=None)[1] == []


def test_cells_are_brought_to_one_form() -> None:
    assert texts("id,a\nx,cafe\u0301\n")[1] == ["x", "café"]


CELL = st.text(alphabet='ab,;"\n ', max_size=6)


@given(st.lists(st.lists(CELL, min_size=3, max_size=3), min_size=1, max_size=5))
def test_reads_what_the_csv_module_writes(rows: list[list[str]]) -> None:
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows([["id", "b", "c"], *rows])
    table, _ = read(out.getvalue())
    assert table is not None
    found = [[cell.text for cell in row.cells] for row in table.rows]
    assert found == [[cell.strip() for cell in row] for row in rows if any(cell.strip() for cell in row)]


@given(st.text(alphabet='ab,;\t"\n\r ', max_size=40))
def test_no_text_makes_it_fail(text: str) -> None:
    table, said = read(text)
    assert table is not None or said
    if table is not None:
        assert all(len(row.cells) == len(table.header) for row in table.rows)


def test_rulebook() -> None:
    report = Report()
    text = "# Rules\n\n- **KAN-1** Two can play,\n  or three.\n- **KAN-D6a** Odd.\n- KAN-3 no\n"
    text += "- **KAN-1** Again.\n"
    clauses = read_rulebook(Source("r.md", text), report)
    assert [(c.id, c.text, c.line) for c in clauses.values()] == [
        ("KAN-1", "Two can play, or three.", 3),
        ("KAN-D6a", "Odd.", 5),
    ]
    (found,) = report
    assert (found.code, found.span.line, found.span.column, found.span.end_column) == ("RW801", 7, 5, 10)
    assert [note.span and note.span.line for note in found.notes] == [3]
