"""Diagnostics as people and programs see them: snapshots with the text that they are about."""

from __future__ import annotations

import json

import click
import pytest

from rulewright.reading.source import Source
from rulewright.report.diagnostics import Diagnostic, Note, Span
from rulewright.report.github import as_github
from rulewright.report.render import as_json, concise, full, summary
from rulewright.report.sarif import as_sarif

PATH = "a.rules"


def shown(text: str, span: Span, **more: str) -> str:
    """Render one error about a text, without its first two lines."""
    found = Diagnostic("RW008", "message", span, more.get("help"))
    lines = full([found], {PATH: Source(PATH, text)}).split("\n")
    assert lines[0] == "error[RW008]: message"
    return "\n".join(lines[2:])


def on(line: int, column: int, end: int) -> Span:
    return Span.on_line(PATH, line, column, end)


def test_full_with_notes_and_help() -> None:
    text = "deck:\n" + "\n" * 8 + "    move c to hnad\n"
    notes = (Note("declared here", on(1, 1, 5)), Note("a plain note"))
    found = Diagnostic("RW008", "no zone `hnad`", on(10, 15, 19), "did you mean `hand`?\nor `hat`?", notes)
    assert (
        full([found], {PATH: Source(PATH, text)})
        == """\
error[RW008]: no zone `hnad`
  --> a.rules:10:15
   |
10 |     move c to hnad
   |               ^^^^
note: declared here
  --> a.rules:1:1
   |
 1 | deck:
   | ----
   = note: a plain note
   = help: did you mean `hand`?
           or `hat`?
"""
    )


@pytest.mark.parametrize(
    ("line", "span", "marked"),
    [
        ("move c", on(1, 6, 7), "     ^"),
        ("move c", on(1, 7, 7), "      ^"),  # the end of the line, nothing covered
        ("move c", on(1, 7, 8), "      ^"),  # past the end
        ("move c", on(1, 99, 120), "      ^"),
        ("move c", on(1, 1, 1), "^"),
        ("", on(1, 1, 1), "^"),
        ("神奈川 c", on(1, 5, 6), "       ^"),  # three wide characters and a blank
        ("神奈川 c", on(1, 2, 4), "  ^^^^"),
        ("e\u0301te\u0301 c", on(1, 7, 8), "    ^^^^"[:4] + "^"),  # two combining accents
        ("été c", on(1, 5, 6), "    ^"),
        ("\ta", on(1, 1, 2), "^^^^"),
        ("\ta", on(1, 2, 3), "    ^"),
    ],
)
def test_carets_stand_under_what_they_mean(line: str, span: Span, marked: str) -> None:
    text = line.replace("\t", "    ")
    first = f"1 | {text}".rstrip()
    assert shown(line, span) == f"  |\n{first}\n  | {marked}\n"


def test_a_span_over_two_lines() -> None:
    assert (
        shown("ab cd\n    ef gh\n", Span(PATH, 1, 4, 2, 7))
        == """\
  |
1 | ab cd
  |    ^^
2 |     ef gh
  |     ^^
"""
    )


def test_a_span_over_many_lines_shows_its_first_and_last() -> None:
    assert (
        shown("ab:\n" + "    c\n" * 10, Span(PATH, 1, 1, 11, 6))
        == """\
   |
 1 | ab:
   | ^^^
...
11 |     c
   |     ^
"""
    )


def test_a_span_that_ends_before_a_line_does_not_show_it() -> None:
    assert shown("ab\ncd\n", Span(PATH, 1, 1, 2, 1)) == "  |\n1 | ab\n  | ^^\n"


def test_a_span_past_the_end_of_the_file() -> None:
    assert shown("ab\n", Span(PATH, 1, 1, 9, 3)).startswith("  |\n1 | ab\n")
    assert shown("ab\n", on(7, 1, 2)) == ""


def test_a_long_line_is_cut_around_the_span() -> None:
    lines = shown("x" * 1000 + "HERE" + "y" * 1000, on(1, 1001, 1005)).split("\n")
    assert len(lines[1]) < 180
    at = lines[2].index("^")
    assert lines[1][at : at + 4] == "HERE"
    assert lines[2].count("^") == 4
    assert lines[1][4] == lines[1][-1] == "…"


def test_nothing_in_a_text_steers_the_terminal() -> None:
    evil = "a\x1b[31mb\u202ec"
    found = Diagnostic("RW008", f"no name `{evil}`", on(1, 1, 2), evil, (Note(evil),))
    text = full([found], {PATH: Source(PATH, evil)}) + concise([found])
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_a_file_as_a_whole_and_a_file_that_is_not_at_hand() -> None:
    found = Diagnostic("RW005", "the file is empty", Span.whole(PATH), "fill it")
    assert full([found], {}) == "error[RW005]: the file is empty\n --> a.rules\n  = help: fill it\n"
    assert concise([found]) == "a.rules: error RW005: the file is empty\n"


def test_concise() -> None:
    assert concise([Diagnostic("RW008", "no", on(3, 5, 6))]) == "a.rules:3:5: error RW008: no\n"


def test_colour_changes_no_text() -> None:
    found = Diagnostic("RW008", "message", on(1, 1, 3), "help", (Note("n", on(1, 2, 3)), Note("m")))
    sources = {PATH: Source(PATH, "abc")}
    coloured = full([found], sources, colour=True)
    assert "\x1b[" in coloured
    assert click.unstyle(coloured) == full([found], sources)


def test_json() -> None:
    found = Diagnostic("RW008", "é", on(3, 5, 6), None, (Note("n", on(1, 1, 2)), Note("m")))
    span = {"path": PATH, "line": 3, "column": 5, "end_line": 3, "end_column": 6}
    assert json.loads(as_json([found])) == [
        {
            "format": 1,
            "code": "RW008",
            "level": "error",
            "title": "bad indentation",
            "message": "é",
            "span": span,
            "help": None,
            "notes": [
                {"text": "n", "span": {**span, "line": 1, "column": 1, "end_line": 1, "end_column": 2}},
                {"text": "m", "span": None},
            ],
        }
    ]
    assert as_json([]) == "[]\n"


def test_summary() -> None:
    error = Diagnostic("RW008", "x", on(1, 1, 2))
    assert summary([error]) == "1 error"
    assert summary([error, error]) == "2 errors"


def test_a_workflow_of_github_gets_one_line_for_each_finding() -> None:
    notes = (Note("declared, here", on(1, 1, 5)), Note("100% sure"))
    found = [
        Diagnostic("RW201", "no `tre`", Span("a,b:c.rules", 3, 5, 4, 8), "did you mean `tree`?", notes),
        Diagnostic("RW403", "the game has no ending", Span.whole(PATH)),
        Diagnostic("RW415", "it may be skipped", on(2, 1, 3)),
    ]
    place = "file=a%2Cb%3Ac.rules,line=3,col=5,endLine=4,endColumn=8,title=RW201"
    assert as_github(found) == (
        f"::error {place}::no `tre`%0Adeclared, here (a.rules:1:1)%0A100%25 sure%0Adid you mean `tree`?\n"
        "::warning file=a.rules,title=RW403::the game has no ending\n"
        "::notice file=a.rules,line=2,col=1,endLine=2,endColumn=3,title=RW415::it may be skipped\n"
    )


def test_sarif_has_a_rule_for_each_code_and_a_result_for_each_finding() -> None:
    notes = (Note("the first is here", on(1, 1, 5)), Note("a plain note"))
    found = [
        Diagnostic("RW202", "`a` is declared twice", on(3, 5, 6), "rename one of them", notes),
        Diagnostic("RW005", "the file is empty", Span.whole("/x y/b.rules")),
        Diagnostic("RW202", "`b` is declared twice", on(4, 5, 6)),
    ]
    (run,) = json.loads(as_sarif(found))["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["RW005", "RW202"]
    assert all(rule["help"]["markdown"].startswith(f"# {rule['id']}: ") for rule in rules)
    first, second, third = run["results"]
    assert [rules[one["ruleIndex"]]["id"] for one in (first, second, third)] == ["RW202", "RW005", "RW202"]
    assert first["message"]["text"] == "`a` is declared twice\na plain note\nrename one of them"
    (place,) = first["locations"]
    assert place["physicalLocation"] == {
        "artifactLocation": {"uri": "a.rules", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 3, "startColumn": 5, "endLine": 3, "endColumn": 6},
    }
    (related,) = first["relatedLocations"]
    assert related["message"]["text"] == "the first is here"
    assert related["physicalLocation"]["region"]["startLine"] == 1
    (whole,) = second["locations"]
    assert whole["physicalLocation"] == {"artifactLocation": {"uri": "file:///x%20y/b.rules"}}
    assert "relatedLocations" not in third
