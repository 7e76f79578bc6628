"""`--set` and `--sweep`: what they mean, and what is said about what they cannot mean."""

from __future__ import annotations

import pytest

from rulewright import nodes
from rulewright.loading.settings import settings, sweep
from rulewright.report.diagnostics import Report


def test_a_value_and_a_cell() -> None:
    report = Report()
    found, source = settings(
        ["goal=-3", "Lesson.B06.subject = boar", "Lesson.B06.needs=", "A.b.c=x, y"], report
    )
    assert not len(report)
    value, cell, none, several = found
    assert isinstance(value, nodes.SetValue)
    assert value.name.text == "goal"
    assert isinstance(cell, nodes.SetCell)
    assert (cell.record.text, cell.row.text, cell.column.text) == ("Lesson", "B06", "subject")
    assert isinstance(none, nodes.SetCell)
    assert none.value == ()
    assert isinstance(several, nodes.SetCell)
    assert len(several.value) == 2
    for number, setting in enumerate(found, start=1):
        assert (setting.span.path, setting.span.line) == ("--set", number)
    assert source.line(2).strip() == "set Lesson B06.subject = boar"


def test_spans_point_into_the_text() -> None:
    (setting, *_), source = settings(["goal=12"], Report())
    assert isinstance(setting, nodes.SetValue)
    line, span = source.line(1), setting.name.span
    assert line[span.column - 1 : span.end_column - 1] == "goal"


@pytest.mark.parametrize("text", ["goal", "=3", "", "a.b=3", "a b=3", "goal=1\nset x = 2", "a.b.c.d=1"])
def test_what_is_no_setting(text: str) -> None:
    report = Report()
    assert settings([text], report)[0] == ()
    assert [found.code for found in report] == ["RW015"]


@pytest.mark.parametrize("text", ["goal=1 +", "goal=)", 'goal="', "goal=1 per", "goal=a b c"])
def test_what_is_no_value(text: str) -> None:
    report = Report()
    assert settings([text], report)[0] == ()
    assert report.errors
    assert all(found.span.path == "--set" for found in report)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("goal=1..3", ("1", "2", "3")),
        ("goal=-1..1", ("-1", "0", "1")),
        ("goal=2..2", ("2",)),
        ("short=yes,no", ("yes", "no")),
        ("Lesson.B06.points=1..2", ("1", "2")),
    ],
)
def test_sweeps(text: str, values: tuple[str, ...]) -> None:
    assert sweep(text) == (text.partition("=")[0], values)


@pytest.mark.parametrize("text", ["goal", "goal=3..1", "goal=1..99999999", "goal=a..b", "goal=", "goal=1,,2"])
def test_what_is_no_sweep(text: str) -> None:
    assert sweep(text) is None
