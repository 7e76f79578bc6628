"""Kokeshi in French: every text of the rules that a player reads."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from types import ModuleType

import pytest

from rulewright import cli, core, pipeline
from rulewright.elaborate.texts import all_texts, places
from rulewright.python import engine
from rulewright.python.runtime import in_words
from rulewright.reading.files import RulesetPath
from rulewright.report.diagnostics import Report

FOLDER = Path(__file__).parents[1] / "rulesets" / "kokeshi"
CODE = re.compile(r"[A-Z]+\d*")  # what tiles go by, in every language


@pytest.fixture(scope="module")
def game() -> core.Game:
    found = pipeline.check(RulesetPath("kokeshi", FOLDER / "kokeshi.rules", FOLDER.parent), Report())
    assert found is not None
    return found


@pytest.fixture(scope="module")
def module(game: core.Game) -> ModuleType:
    return engine.load(pipeline.generate(game), "kokeshi_french")


@pytest.fixture(scope="module")
def french() -> dict[str, str]:
    with (FOLDER / "texts.fr.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, strict=True))
    found = {row["text"]: row["fr"] for row in rows}
    assert len(found) == len(rows), "a text stands there twice"
    return found


def test_every_text_has_a_translation(game: core.Game, french: dict[str, str]) -> None:
    read = {text for text in all_texts(game) if not CODE.fullmatch(text)}
    assert read - french.keys() == set()
    assert all(sorted(places(text)) == sorted(places(said)) for text, said in french.items())


def test_everything_a_person_reads_is_a_text(game: core.Game, module: ModuleType) -> None:
    rules = module.RULES
    table = dict.fromkeys(all_texts(game), "*")
    words = [word for group in rules.groups for _, words, _ in group.picks for word in words]
    words += [word for shown in (*rules.places, *rules.cells) for word in shown.cells if word]
    words += [word for cell in rules.cells for word in cell.words]
    assert {word for word in words if re.search(r"[^\W\d]", in_words(word, table))} == set()


def test_a_move_and_a_refusal_in_french(module: ModuleType) -> None:
    game = module.new(players=2, seed=1)
    assert all(game.name(move, "fr").startswith("poser ") for move in game.legal_moves())
    while "climb" not in {group.name for group in game.rules.groups if group.base in game.legal_moves()}:
        game.apply(game.legal_moves()[0])
    assert "avancer : pêcheur" in {game.name(move, "fr") for move in game.legal_moves()}
    assert game.why_not("place", lang="fr") == ["place n'est pas proposé maintenant"]


def test_a_table_in_french(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What a person meets holds no English word of Kokeshi, from set-up to a tile that is taken."""
    monkeypatch.chdir(FOLDER.parents[1])
    lines = iter(["1", "1", "3", "1", "show P01", "score", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(lines, "quit"))
    assert cli.run(["play", "kokeshi", "--lang", "fr", "--bots", "random", "--seed", "3"]) == 0
    said = capsys.readouterr().out
    for text in ("reconstitués, et non ceux de la boîte : rows.csv", "poser ", "marché", "tuiles de qualité",
                 "grand-mère", "avancer : ", "pistes d'animaux"):  # fmt: skip
        assert text in said, text
    for text in ("market", "granny", "tiles", "move", "put", "take", "bag"):
        assert not re.search(rf"\b{text}\b", said.replace("tiles.csv", "")), text
