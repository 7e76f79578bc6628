"""Spans, diagnostics, the report, and the nearest word."""

from __future__ import annotations

import pytest

from rulewright.report.diagnostics import CompilerBug, Note, Report, Span
from rulewright.report.suggest import did_you_mean, nearest


def test_report_sorts_by_place_and_keeps_one_of_each() -> None:
    report = Report()
    late, early = Span.on_line("a.rules", 9, 1, 2), Span.on_line("a.rules", 2, 5, 6)
    report.add("RW008", "x", late)
    report.add("RW007", "y", early)
    report.add("RW008", "x", late)
    report.add("RW007", "y", early, notes=[Note("other")])
    assert [(d.span.line, d.code) for d in report.sorted()] == [(2, "RW007"), (2, "RW007"), (9, "RW008")]
    assert len(report) == 3
    assert report.has_errors
    assert len(report.errors) == 3
    assert report.warnings == []


def test_reports_merge() -> None:
    one, two = Report(), Report()
    one.add("RW005", "x", Span.whole("a"))
    two.extend(one)
    two.extend(one)
    assert list(two) == list(one)


def test_a_code_that_nobody_defined_is_a_bug_of_ours() -> None:
    with pytest.raises(CompilerBug, match="RW999"):
        Report().add("RW999", "x", Span.whole("a"))


def test_spans() -> None:
    span = Span.on_line("a.rules", 3, 5, 9)
    assert str(span) == "a.rules:3:5"
    assert str(Span.whole("a.rules")) == "a.rules"
    assert span.to(Span("a.rules", 4, 1, 4, 7)) == Span("a.rules", 3, 5, 4, 7)


@pytest.mark.parametrize(
    ("word", "found"),
    [("brsuh", "brush"), ("BRUSH", "brush"), ("çard", "card"), ("qqq", None), ("", None)],
)
def test_nearest(word: str, found: str | None) -> None:
    assert nearest(word, ["brush", "card", "pawn"]) == found


def test_nearest_never_gives_the_word_itself() -> None:
    assert nearest("brush", ["brush"]) is None
    assert did_you_mean("brush", ["brushes"]) == "did you mean `brushes`?"
