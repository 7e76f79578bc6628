"""The corpus of orders: reactions and statements of which it is known whether their order matters."""

from __future__ import annotations

import pytest

from rulewright import pipeline
from rulewright.orders.check import verdicts
from rulewright.report.diagnostics import Report
from tests.corpus import ORDERS
from tests.order_truth import differences

ABOUT_ORDERS = {"RW320", "RW321"}


def test_there_are_enough_of_both() -> None:
    assert len(ORDERS.files) >= 30
    assert 0.4 < len(ORDERS.answered("differ")) / len(ORDERS.files) < 0.6


def test_each_teaches_a_pattern_of_its_own() -> None:
    ORDERS.check_names()


@pytest.mark.parametrize("name", ORDERS.files)
def test_nothing_else_is_said_about_it(name: str) -> None:
    report = Report()
    pipeline.check_all(ORDERS.place(name), report)
    assert [f"{d.span}: {d.code} {d.message}" for d in report if d.code not in ABOUT_ORDERS] == []
    assert bool(len(report)) == (ORDERS.answers[name] == "differ")


@pytest.mark.parametrize("name", ORDERS.files)
def test_the_answer_is_true(name: str) -> None:
    """Both orders followed to all their ends, from every position."""
    found = next(differences(ORDERS.meant(name)), None)
    assert ("commute" if found is None else "differ") == ORDERS.answers[name], found


@pytest.mark.parametrize("name", ORDERS.files)
def test_the_check_finds_it(name: str) -> None:
    """Nothing is left open; what differs is shown in a position."""
    found = verdicts(ORDERS.meant(name))
    differs = ORDERS.answers[name] == "differ"
    assert {verdict.sort for verdict in found} == {"differs" if differs else "commutes"}
    assert all((verdict.difference is not None) == differs for verdict in found)
