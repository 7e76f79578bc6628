"""What certainly never ends is found without playing; what may end is left alone."""

# ruff: noqa: E501 - a table of programs, one a line

from __future__ import annotations

import pytest

from rulewright.checks import endless
from rulewright.report.diagnostics import Report
from tests.elaborated import game

CALL = ("        trigger learned(k)\n", "        trigger learned(k)\n        resolve a\n")


@pytest.mark.parametrize(
    ("procedures", "said"),
    [
        ("procedure a:\n    resolve a\n", ["RW302"]),
        ("procedure a:\n    resolve b\nprocedure b:\n    add 1 to steps\n    resolve a\n", ["RW302"]),
        (
            "procedure a:\n    resolve b\n    resolve c\nprocedure b:\n    resolve c\nprocedure c:\n    nothing\n",
            [],
        ),
        (
            "procedure a:\n    resolve b\n    resolve c\nprocedure b:\n    resolve c\nprocedure c:\n    resolve b\n",
            ["RW302"],
        ),
        ("procedure a:\n    if steps < 9:\n        resolve a\n", []),
        ("procedure a:\n    repeat until steps > 5:\n        nothing\n", ["RW408"]),
        ("procedure a:\n    repeat until steps > 5:\n        set lead to none\n", ["RW408"]),
        ("procedure a:\n    repeat until steps > 5:\n        add 1 to steps\n", []),
        ("procedure a:\n    repeat until steps > 5:\n        offer wait\n", []),
        (
            "procedure a:\n    repeat until steps > 5:\n        resolve b\nprocedure b:\n    add 1 to steps\n",
            [],
        ),
    ],
)
def test_endless(procedures: str, said: list[str]) -> None:
    report = Report()
    endless.check(game(CALL, add=procedures), report)
    assert [found.code for found in report] == said
