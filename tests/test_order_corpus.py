"""The corpus of orders: pairs of reactions of which it is known whether their order matters."""

from __future__ import annotations

import pytest

from rulewright import pipeline
from rulewright.report.diagnostics import Report
from tests.corpus import ORDERS
from tests.order_truth import differences


def test_there_are_enough_of_both() -> None:
    assert len(ORDERS.files) >= 30
    assert 0.4 < len(ORDERS.answered("differ")) / len(ORDERS.files) < 0.6


def test_each_teaches_a_pattern_of_its_own() -> None:
    ORDERS.check_names()


@pytest.mark.parametrize("name", ORDERS.files)
def test_nothing_is_held_against_it(name: str) -> None:
    report = Report()
    pipeline.check_all(ORDERS.place(name), report)
    assert [f"{d.span}: {d.code} {d.message}" for d in report if d.level != "note"] == []


@pytest.mark.parametrize("name", ORDERS.files)
def test_the_answer_is_true(name: str) -> None:
    """Both orders followed to all their ends, from every position."""
    found = next(differences(ORDERS.meant(name)), None)
    assert ("commute" if found is None else "differ") == ORDERS.answers[name], found
