"""Splitting a text into declarations, and what is said about its indentation."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.reading.source import Chunk, Source, split
from rulewright.report.diagnostics import Report


def chunks(text: str) -> tuple[list[Chunk], list[str]]:
    """Split a text, give the chunks and what was said as `code line:column-end`."""
    report = Report()
    found = split(Source("a.rules", text), report)
    return found, [f"{d.code} {d.span.line}:{d.span.column}-{d.span.end_column}" for d in report.sorted()]


def test_declarations_with_their_lead() -> None:
    text = """\
# the file

# the deck
# of cards
zone deck: stack of Card

action take:
    # what it does
    do:

        nothing
    # trailing

# leads b
b
"""
    found, said = chunks(text)
    assert said == []
    assert [c.first_line for c in found] == [5, 7, 15]
    assert [c.lead for c in found] == ["# the deck\n# of cards", "", "# leads b"]
    assert found[1].text == "action take:\n    # what it does\n    do:\n\n        nothing"
    assert found[0].text == "zone deck: stack of Card"


def test_lead_does_not_reach_over_an_indented_line() -> None:
    found, said = chunks("a:\n# in the middle\n    b\nc\n")
    assert said == []
    assert [c.lead for c in found] == ["", ""]
    assert found[0].text == "a:\n# in the middle\n    b"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_line_ends_and_byte_order_mark(end: str, bom: str) -> None:
    found, said = chunks(bom + end.join(["a:", "    b", "c"]))
    assert said == []
    assert [(c.first_line, c.text) for c in found] == [(1, "a:\n    b"), (3, "c")]


def test_other_line_separators_end_no_line() -> None:
    found, _ = chunks('text "a\u2028b\x0cc"\nnext')
    assert [c.first_line for c in found] == [1, 2]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a:\n\tb\n", ["RW007 2:1-2"]),
        ("a:\n    b:\n    \t\tc\n", ["RW007 3:5-7"]),
        ("a:\n \t b\n", ["RW007 2:2-3"]),
        ("a:\n   b\n", ["RW008 2:1-4"]),
        ("a:\n     b\n", ["RW008 2:5-6"]),
        ("a:\n        b\n", ["RW008 2:5-9"]),
        ("a:\n    b:\n            c\n", ["RW008 3:9-13"]),
        ("a:\n\u00a0\u00a0\u00a0\u00a0b\n", ["RW008 2:1-5"]),
        ("a:\n\u3000b\n", ["RW008 2:1-2"]),
        ("    b\n        c\n", ["RW008 1:1-5"]),
        ("# x\n\n  b\na\n", ["RW008 3:1-3"]),
        ("\tb\n", ["RW007 1:1-2"]),
        ("a (b,\n  c,\n          d)\n    e\n", []),
        ("a (b,\n  c\n)\nd\n", []),
        ('a "(":\n  b\n', ["RW008 2:1-3"]),
        ("a # (\n  b\n", ["RW008 2:1-3"]),
        ("a:\n\t\n  # odd\n\t# odd\n    b\n", []),
        ("a:\n   b\n   c\n    d\n", ["RW008 2:1-4", "RW008 3:1-4"]),
    ],
)
def test_indentation(text: str, said: list[str]) -> None:
    assert chunks(text)[1] == said


def test_a_closing_bracket_in_column_one_goes_on() -> None:
    assert [c.text for c in chunks("a (b,\n  c\n)\nd\n")[0]] == ["a (b,\n  c\n)", "d"]


def test_an_open_bracket_ends_with_its_declaration() -> None:
    found, said = chunks("a (b\nc:\n  d\n")
    assert [c.text for c in found] == ["a (b", "c:\n  d"]
    assert said == ["RW008 3:1-3"]


def test_only_the_declaration_with_bad_indentation_is_unsound() -> None:
    assert [c.sound for c in chunks("a:\n   b\nc:\n    d\ne:\n\tf\n")[0]] == [False, True, False]


@pytest.mark.parametrize("text", ["", "\n\n", "# a\n  # b\n", "\ufeff"])
def test_a_text_that_says_nothing(text: str) -> None:
    found, said = chunks(text)
    assert found == []
    assert said == ["RW005 0:0-0"]


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("a:\n  b\n", "indent the line by 4 spaces"),
        ("a:\n    b:\n      c\n", "indent the line by 4 or 8 spaces"),
        ("a:\n      c\n", "indent the line by 4 spaces"),
        ("a:\n          c\n", "indent the line by 4 spaces"),
    ],
)
def test_help_names_the_widths_that_fit(text: str, help: str) -> None:
    report = Report()
    split(Source("a.rules", text), report)
    assert [d.help for d in report] == [help]


@given(st.text(alphabet='ab \t\n\r#"\\()[]:é\u3000', max_size=200))
def test_chunks_are_the_lines_of_the_file(text: str) -> None:
    source = Source("a.rules", text)
    last = 0
    for chunk in split(source, Report()):
        lines = chunk.text.split("\n")
        assert chunk.first_line > last
        last = chunk.first_line + len(lines) - 1
        assert tuple(lines) == source.lines[chunk.first_line - 1 : last]
        assert lines[-1].strip()


def test_fifty_thousand_lines_are_fast() -> None:
    text = "action take (a, b):\n    do:\n        move c to hand (1)\n# x\n\n" * 10_000
    start = time.process_time()
    found, said = chunks(text)
    assert time.process_time() - start < 2.0
    assert (len(found), said) == (10_000, [])
