"""Tables that are not the published ones: `coverage` lists them, `play` names them, rules do not change."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from rulewright import cli
from rulewright.machine.meaning import meaning
from tests import engine_checks as checks

SHELVES = next(folder for folder in checks.folders() if folder.name == "shelves")

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with the ruleset and a table of French."""
    folder = tmp_path / "rulesets" / "shelves"
    folder.mkdir(parents=True)
    for file in SHELVES.iterdir():
        folder.joinpath(file.name).write_text(file.read_text("utf-8"), "utf-8")
    path = folder / "shelves.rules"
    french = 'language 1\ngame Shelves "Shelves" version "1.0.0"\ntexts "fr" from table "fr.csv"'
    text = path.read_text("utf-8")
    path.write_text(text.replace('language 1\ngame Shelves "Shelves" version "1.0.0"', french), "utf-8")
    folder.joinpath("fr.csv").write_text("text,fr\nShelves,Étagères\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    return path


def test_coverage_lists_them(rules: Path, capsys: Captured) -> None:
    cli.run(["coverage", "shelves"])
    out = capsys.readouterr().out
    assert "reconstructed, not the published ones:" in out
    assert "  shelves.csv: nobody has seen this cupboard\n  cups.csv: made up\n" in out


def test_coverage_says_nothing_without(rules: Path, capsys: Captured) -> None:
    without(rules)
    cli.run(["coverage", "shelves"])
    assert "reconstructed" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ([], "reconstructed, not the published ones: shelves.csv, cups.csv"),
        (["--lang", "fr"], "reconstitués, et non ceux de la boîte : shelves.csv, cups.csv"),
    ],
)
def test_play_names_them(
    rules: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, language: list[str], said: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    cli.run(["play", "shelves", "--seed", "1", *language])
    assert said in capsys.readouterr().out


def test_the_word_changes_no_rule(rules: Path) -> None:
    before = checks.checked(checks.ruleset(rules.parent))
    without(rules)
    after = checks.checked(checks.ruleset(rules.parent))
    assert before is not None
    assert after is not None
    assert before.reconstructed != after.reconstructed
    assert meaning(before) == meaning(after)


def without(rules: Path) -> None:
    text = rules.read_text("utf-8")
    for why in ("nobody has seen this cupboard", "made up"):
        text = text.replace(f', reconstructed "{why}"', "")
    rules.write_text(text, "utf-8")
