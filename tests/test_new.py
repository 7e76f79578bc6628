"""`rulewright new`: names, and that what it writes checks, builds and plays at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import cli
from rulewright.play.new import check_name, new
from rulewright.report.diagnostics import UserError


@pytest.mark.parametrize("name", ["garden", "two_towers", "a1", "élan", "игра", "λόγος"])
def test_good_names(name: str) -> None:
    check_name(name)
    assert f"{name}.rules" in new(name)


@pytest.mark.parametrize(
    "name",
    [
        "", "2towers", "_x", "Garden", "my game", "a-b", "a/b", "../x", "a.b", "class", "match", "std", "con",
        "a" * 41, "{{x}}", 'a"b', "a\nb", "川", "ﬁne", "a\0b", "a'b",
    ],
)  # fmt: skip
def test_bad_names(name: str) -> None:
    with pytest.raises(UserError) as caught:
        check_name(name)
    assert caught.value.diagnostic.code == "RW013"
    assert caught.value.diagnostic.help


def test_refuses_a_folder_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rulesets" / "garden").mkdir(parents=True)
    assert cli.run(["new", "garden"]) == 2
    assert "error[RW014]" in capsys.readouterr().err
    assert list((tmp_path / "rulesets" / "garden").iterdir()) == []


def test_a_bad_name_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.run(["new", "../out"]) == 2
    assert list(tmp_path.iterdir()) == []


def test_it_checks_builds_and_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.run(["new", "two_towers"]) == 0
    assert cli.run(["check", "--strict", "two_towers"]) == 0
    assert cli.run(["build", "two_towers"]) == 0
    assert cli.run(["play", "two_towers", "--bots", "random,greedy", "--seed", "3"]) == 0
    assert "The game is over" in capsys.readouterr().out
    assert cli.run(["simulate", "two_towers+long_hands", "--games", "20", "--check"]) == 0
