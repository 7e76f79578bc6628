"""The settings of a ruleset, and the table of what games under them show."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from rulewright.cli import run
from rulewright.diff.matrix import Axis, settings

ROOT = Path(__file__).parent.parent


def test_every_two_values_come_together() -> None:
    axes = [Axis(f"o{n}", tuple("abc"[: 2 + n % 2]), False) for n in range(9)]
    found, whole = settings(axes, 100)
    assert not whole
    assert found[0] == ("a",) * 9
    assert len(found) < 40
    for (i, one), (j, other) in combinations(enumerate(axes), 2):
        seen = {(setting[i], setting[j]) for setting in found}
        assert seen == {(a, b) for a in one.values for b in other.values}


def test_few_settings_are_all_tried() -> None:
    found, whole = settings([Axis("v", ("without", "with"), True), Axis("o", ("a", "b", "c"), False)], 6)
    assert whole
    assert len(set(found)) == 6
    assert settings([], 1) == ([()], True)


def test_the_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert run(["matrix", "tests/rulesets/orchard", "--games", "5", "--players", "2"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Orchard 1.0.0: all settings, 5 games each\n")
    heads = [line for line in said.splitlines()[3:] if line[0] != " "]
    assert said.count(" 100% ") == 8
    assert heads[:2] == ["base", "+basket=2"]
    assert "+harvest=late+basket=4" in heads
    assert "+small+harvest=late" in heads
    assert len(set(heads)) == len(heads) == 8
    assert "lines: coins " in said
    assert run(["matrix", "nim", "--players", "9"]) == 2
    assert run(["matrix", "nim", "--bots", "nobody"]) == 2


def test_what_was_never_seen_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    run(["matrix", "kanagawa", "--games", "1", "--players", "2", "--most", "1"])
    assert "components never used: " in capsys.readouterr().out
