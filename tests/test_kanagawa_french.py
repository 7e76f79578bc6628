"""Kanagawa in French: every text of the rules that a player reads, from moves to score sheets."""

from __future__ import annotations

import ast
import csv
import re
from pathlib import Path
from types import ModuleType

import pytest

from rulewright import cli, core, pipeline
from rulewright.elaborate.texts import ENGINE, all_texts, places
from rulewright.pictures import frame
from rulewright.play import play_table
from rulewright.play.move_words import why_not
from rulewright.python import engine
from rulewright.python.runtime import WORDS, in_words
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


CODE = re.compile(r"[A-Z]\d+")  # what lessons and start tiles go by, in every language


def test_every_text_has_a_translation(game: core.Game, french: dict[str, str]) -> None:
    read = {text for text in all_texts(game) if not CODE.fullmatch(text)}
    assert read - french.keys() == set()
    assert all(text.strip() for text in french.values())


def test_everything_a_person_reads_is_a_text(game: core.Game, module: ModuleType) -> None:
    """What the engine can show, word by word, against the list that RW242 knows."""
    rules, known = module.RULES, set(all_texts(game))
    table = dict.fromkeys(known, "*")
    words = [word for group in rules.groups for _, words, _ in group.picks for word in words]
    words += [word for shown in (*rules.places, *rules.cells) for word in shown.cells if word]
    words += [word for cell in rules.cells for word in cell.words]
    words += [back for record in rules.records for back in (*record.all_backs, record.unseen)]
    words += [*rules.seats, *(id for record in rules.records for id in record.ids)]
    assert {word for word in words if re.search(r"[^\W\d]", in_words(word, table))} == set()
    assert set(ENGINE) == set(WORDS) <= known


def test_the_frame_is_whole() -> None:
    """Each sentence of the table around a game stands in the frame's table, and no other."""
    play = Path(play_table.__file__).parent
    found = {part for entry in play_table.HELP for part in entry} | {play_table.HEAD}
    pictures = Path(frame.__file__).parent
    booklet = play.parent / "booklet"
    files = [file for folder in (play, pictures, booklet) for file in folder.glob("*.py")]
    for file in (*files, play.parent / "commands" / "play.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        if not any(isinstance(node, ast.alias) and node.name == "framed" for node in ast.walk(tree)):
            continue
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id="framed"), args=[_, ast.Constant(value=str(text))]):
                    found.add(text)
                case ast.Call(func=ast.Attribute(attr="_framed"), args=[ast.Constant(value=str(text))]):
                    found.add(text)
                case ast.Assign(targets=[ast.Name(id="said")], value=ast.Constant(value=str(text))):
                    found.add(text)
    for table in frame.tables().values():
        assert set(table) == found
        assert all(sorted(places(text)) == sorted(places(said)) for text, said in table.items())


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
    asked += [place.text for place in rules.places]
    assert [text for text in asked if rules.texts["fr"].get(text) != french.get(text, "?")] == []


def test_a_move_in_french(module: ModuleType) -> None:
    game = module.new(players=2, seed=1)
    assert "partir avec la colonne 1" in {game.name(move, "fr") for move in game.legal_moves()}
    assert game.name(game.move_named("leave with column 1"), "fr") == "partir avec la colonne 1"
    assert game.name(game.move_named("leave with column 1"), "xx") == "leave with column 1"


def test_a_refusal_in_french(module: ModuleType) -> None:
    game = module.new(players=2, seed=1)
    game.apply(game.move_named("leave with column 1"))
    reasons = why_not(game, "finish", "fr")
    assert reasons is not None
    assert "placez vos cartes" in reasons[0]
    assert "(KAN-34" in reasons[0]
    assert game.why_not("finish", lang="fr") == reasons
    assert game.why_not("stay", lang="fr") == ["stay n'est pas proposé maintenant"]
    assert game.name(0, "fr") == "rester à l'école"


def test_what_cannot_be_chosen_in_french(module: ModuleType) -> None:
    game = module.new(players=3, seed=1)
    game.apply(game.move_named("leave with column 1"))
    while game.move_named("leave with column 2") is None:
        game.apply(game.legal_moves()[-1])
    (said,) = game.why_not("leave", 0)
    assert said == "1 cannot be chosen for c; 2, 3 can (KAN-16)"
    (said,) = game.why_not("leave", 0, lang="fr")
    assert said == "1 ne peut pas être choisi pour c ; au choix : 2, 3 (KAN-16)"
    assert why_not(game, "partir avec la colonne 1", "fr") == [said]


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
    said = capsys.readouterr().err
    assert "error[RW017]: the ruleset has no texts for `xx`" in said
    assert "it has fr" in said


def test_a_whole_table_in_french(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What a person meets in French holds no English sentence of the frame and none of Kanagawa."""
    monkeypatch.chdir(FOLDER.parents[1])
    lines = iter(["?", "look", "show trees_3", "log", "score", "why finish", "zzz", "1", "1", "undo", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(lines))
    assert cli.run(["play", "kanagawa", "--lang", "fr", "--bots", "random", "--seed", "3"]) == 0
    said = capsys.readouterr().out
    for text in ("manche 1", "à rouge de jouer", "rouge, vous", "jaune (random)", "réserve de pinceaux",
                 "face cachée", "rien dans", "famille arbres", "tapez le numéro", "arbres_3"):  # fmt: skip
        assert text in said, text
    for text in ("round", "to move", "nothing in", "face down", "supply", "red", "yellow", "trees_4"):
        assert not re.search(rf"\b{text}\b", said), text
