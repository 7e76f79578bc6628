"""Kanagawa in French: every text of the rules that a player reads, from moves to score sheets."""

from __future__ import annotations

import csv
from pathlib import Path
from types import ModuleType

import pytest

from rulewright import cli, core, pipeline
from rulewright.elaborate.texts import all_texts, places
from rulewright.play.move_words import why_not
from rulewright.python import engine
from rulewright.reading.files import RulesetPath
from rulewright.report.diagnostics import Report

FOLDER = Path(__file__).parents[1] / "rulesets" / "kanagawa"


@pytest.fixture(scope="module")
def game() -> core.Game:
    ruleset = RulesetPath("kanagawa", FOLDER / "kanagawa.rules", FOLDER.parent)
    found = pipeline.check(ruleset, Report())
    assert found is not None
    return found


@pytest.fixture(scope="module")
def module(game: core.Game) -> ModuleType:
    return engine.load(pipeline.generate(game), "kanagawa_french")


@pytest.fixture(scope="module")
def french() -> dict[str, str]:
    with (FOLDER / "texts.fr.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, strict=True))
    found = {row["text"]: row["fr"] for row in rows}
    assert len(found) == len(rows), "a text stands there twice"
    return found


def test_every_text_has_a_translation(game: core.Game, french: dict[str, str]) -> None:
    # A supply is no text of the rules: the engine makes its name.
    read = {text for text in all_texts(game) if not text.startswith("supply")}
    assert read - french.keys() == set()
    assert all(text.strip() for text in french.values())


def test_every_place_stays_in_the_translation(french: dict[str, str]) -> None:
    for text, translation in french.items():
        assert sorted(places(text)) == sorted(places(translation)), text


def test_moves_endings_and_score_lines(module: ModuleType, french: dict[str, str]) -> None:
    """What the generated engine holds, seen from its own face."""
    rules = module.RULES
    assert set(rules.texts) == {"fr"}
    asked = [group.text for group in rules.groups if ":" not in group.name]
    asked += [text for _, text in rules.endings] + [line.text for line in rules.sheet]
    asked += [option.text for option in rules.options] + [cell.text for cell in rules.cells]
    asked += [place.text for place in rules.places if not place.text.startswith("supply")]
    assert [text for text in asked if rules.texts["fr"].get(text) != french.get(text, "?")] == []


def test_a_move_in_french(module: ModuleType) -> None:
    game = module.new(players=2, seed=1)
    assert "partir avec la colonne 1" in {game.name(move, "fr") for move in game.legal_moves()}
    assert game.name(game.move_named("leave with column 1"), "fr") == "partir avec la colonne 1"
    assert game.name(game.move_named("leave with column 1"), "xx") == "leave with column 1"


@pytest.mark.xfail(reason="a reason is looked up together with its clauses", strict=True)
def test_a_refusal_in_french(module: ModuleType) -> None:
    game = module.new(players=2, seed=1)
    game.apply(game.move_named("leave with column 1"))
    reasons = why_not(game, "finish", "fr")
    assert reasons is not None
    assert "placez vos cartes" in " ".join(reasons)


@pytest.mark.xfail(reason="a choice of two words is looked up as a whole", strict=True)
def test_a_choice_of_two_words_in_french(module: ModuleType) -> None:
    game = module.new(players=2, seed=1)
    paint = next(group for group in game.rules.groups if group.name == "paint")
    name = game.name(paint.base + paint.picks[1][1].index("forest and wild"), "fr")
    assert "forêt" in name
    assert "wild" not in name


@pytest.mark.parametrize("bots", ["random", "random,random"])
def test_a_game_in_french(
    bots: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two bots play to the end; a person beside one bot reads the table and the choices, then leaves."""
    monkeypatch.chdir(FOLDER.parents[1])
    monkeypatch.setattr("builtins.input", lambda prompt="": "quit")
    assert cli.run(["play", "kanagawa", "--lang", "fr", "--bots", bots, "--seed", "1"]) == 0
    said = capsys.readouterr().out
    both = ["partir avec la colonne"]
    own = ["finir de placer", "cartes de l'estampe", "symboles d'harmonie", "une estampe de onze cartes"]
    table = ["pioche", "tuiles de départ", "école", "atelier", "à l'école"]
    for text in both + (own if "," in bots else table):
        assert text in said
    for text in ("cards in the print", "start tiles", "at school"):
        assert text not in said
    if "," in bots:
        assert "leave with column" not in said
        assert "finish placing" not in said


def test_an_unknown_language_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FOLDER.parents[1])
    assert cli.run(["play", "kanagawa", "--lang", "xx", "--bots", "random,random", "--seed", "1"]) == 2
    assert "it has fr" in capsys.readouterr().err
