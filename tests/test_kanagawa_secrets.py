"""What the seats of Kanagawa see: backs always, hidden fronts never (KAN-14, KAN-59, KAN-60, KAN-D9)."""

from __future__ import annotations

import csv
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rulewright import pipeline
from rulewright.python import engine
from rulewright.reading.files import RulesetPath
from rulewright.report.diagnostics import Report

FOLDER = Path(__file__).parents[1] / "rulesets" / "kanagawa"
with (FOLDER / "lessons.csv").open(encoding="utf-8", newline="") as file:
    BACKS = {row["id"]: row["back"] for row in csv.DictReader(file, strict=True)}
SEATS = range(3)


@pytest.fixture(scope="module")
def module() -> ModuleType:
    game = pipeline.check(RulesetPath("kanagawa", FOLDER / "kanagawa.rules", FOLDER.parent), Report())
    assert game is not None
    return engine.load(pipeline.generate(game), "kanagawa_secrets")


def play(game: Any, name: str) -> None:
    """Plays the first legal move of an action, or of the name."""
    game.apply(next(m for m in game.legal_moves() if name in (game.action(m), game.name(m))))


def ids(game: Any, zone: int) -> list[str]:
    """The cards of a list place, as the rows of the table."""
    rows = list(BACKS)
    return [rows[card] for card in game.state.zones[zone]]


def test_the_backs_of_the_deck_are_open_and_its_fronts_are_not(module: ModuleType) -> None:
    game = module.new(3, 1)
    deck = next(p.at for p in game.rules.places if p.name == "deck")
    backs = [f"?{BACKS[card]}" for card in ids(game, deck)]
    assert len(backs) == 69
    for seat in SEATS:
        assert game.view(seat)["deck"] == backs


def test_a_hidden_card_in_the_school_shows_its_back(module: ModuleType) -> None:
    game = module.new(3, 1)
    for seat in SEATS:
        school = game.view(seat)["school"]
        assert school["1, 1"][0] in BACKS
        assert school["1, 2"][0] in BACKS
        assert school["1, 3"][0].removeprefix("?") in BACKS.values()


def test_a_card_taken_face_down_is_seen_by_its_owner_until_it_is_placed(module: ModuleType) -> None:
    game = module.new(3, 1)
    taker = game.to_move
    assert taker is not None
    play(game, "leave with column 3")
    name = module.RULES.seats[taker]
    (card,) = game.view(taker)["hand"][name]
    assert card in BACKS
    for seat in SEATS:
        if seat != taker:
            assert game.view(seat)["hand"][name] == [f"?{BACKS[card]}"]
    play(game, "learn")
    for seat in SEATS:
        assert game.view(seat)["studio"][name] == [card]
