"""Seats that decide together: information sets, explicit chance, what the table tells. What holds for every
ruleset is in `test_engines`."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rulewright.play.play import seating, session
from tests import engine_checks as checks

FOLDER = Path(__file__).parent / "rulesets"


def engine(name: str) -> ModuleType:
    return checks.engines(FOLDER / name)[0].module


def after(game: Any, *moves: str) -> Any:
    other = game.copy()
    for move in moves:
        other.apply(other.move_named(move))
    return other


HANDS = ("rock", "paper", "scissors")


def test_information_sets_are_those_of_simultaneous_moves() -> None:
    game = engine("fists").new(history=True)
    assert game.deciding == (0, 1)
    second = {after(game, hand).information_key(1) for hand in HANDS}
    assert second == {game.information_key(1)}
    keys = {after(game, one, two).information_key(1) for one in HANDS for two in HANDS}
    assert len(keys) == 9


def test_each_sees_its_own_choice_only() -> None:
    game = after(engine("fists").new(players=3), "paper")
    assert game.view(0)["to_move"] == game.view(1)["to_move"] == ["ann", "ben", "cleo"]
    assert [game.view(seat)["chosen"] for seat in (0, 1, None)] == [{"ann": "paper"}, {}, {"ann": "paper"}]
    assert [game.log(seat) for seat in (0, 1, None)] == [["ann: paper"], [], ["ann: paper"]]
    game.apply(game.move_named("rock"), seat=2)
    assert game.log(2) == ["cleo: rock"]
    game.apply(game.move_named("scissors"), seat=1)
    assert game.log(2) == ["cleo: rock", "ann: paper", "ben: scissors"]
    assert game.log() == ["ann: paper", "cleo: rock", "ben: scissors"]


def test_who_does_not_decide_is_refused() -> None:
    module = engine("fists")
    game = module.new()
    game.apply(game.move_named("rock"), seat=1)
    for seat in (1, 2, -1):
        assert game.legal_moves(seat) == []
        with pytest.raises(module.IllegalMove):
            game.apply(game.legal_moves()[0], seat)


@pytest.mark.parametrize("seed", range(4))
def test_explicit_chance(seed: int) -> None:
    """Chance that comes in the middle of what was chosen together."""
    module = engine("stalls")
    game, stream = module.new(3, seed, chance="explicit", history=True), module.Random(seed)
    while not game.over:
        if game.to_move == module.CHANCE:
            assert game.deciding == ()
            assert sum(chance for _, chance in game.chance_outcomes()) == pytest.approx(1)
        before = game.state.copy()
        game.apply(game.random_move(stream))
        game.undo()
        assert game.state == before
        game.apply(game.random_move(stream))
    assert game.check() == []
    assert module.from_json(game.to_json(), history=True) == game


def test_resampling_chooses_anew_for_others() -> None:
    """Ann may hold any of the eight cards that Ben has not seen."""
    module = engine("bids")
    game = module.new(3, seed=2, history=True)
    game.apply(game.legal_moves()[1])
    stream = module.Random(3)
    for seat, number in ((0, 1), (1, 8)):
        chosen = {game.resample(seat, stream).view(None)["chosen"]["ann"] for _ in range(60)}
        assert len(chosen) == number, chosen


def test_the_table_tells_a_choice_when_all_have_chosen() -> None:
    game = engine("fists").new()
    table = session(game, seating(game.rules.seats[:2], ["Ann", "Ben"], []))
    table.apply(game.move_named("rock"))
    assert table.news(1) == []
    table.apply(game.move_named("paper"))
    assert table.news(1) == ["Ben: paper", "Ann: rock", "That set off: tally × 2."]
    assert table.news(0) == ["Ann: rock", "Ben: paper", "That set off: tally × 2."]
    assert table.news(1) == table.news(0) == []
