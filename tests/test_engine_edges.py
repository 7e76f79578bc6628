"""What an engine says to calls that cannot be: a sentence about the game, not about a list or a tuple."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rulewright.play.play import seating, session
from rulewright.play.play_save import Rulebox, saved
from rulewright.python.runtime import CHANCE, Random
from tests import engine_checks as checks
from tests import little


@pytest.fixture(scope="module")
def kanagawa() -> Any:
    return _module("kanagawa")


def _module(name: str) -> Any:
    return checks.engines(next(folder for folder in checks.folders() if folder.name == name))[0].module


def _ended(engine: Any) -> Any:
    game, chance = engine.new(seed=3), engine.Random(3)
    while not game.over:
        game.apply(game.random_move(chance))
    return game


def test_why_not_takes_an_action_and_all_of_its_picks(kanagawa: Any) -> None:
    game = kanagawa.new()
    for picks, said in (
        ((0,), r"paint takes 2 picks \(k, w\), not 1"),
        ((0, 10_000), "w of paint is a number from 0 to"),
        ((-1, 0), "k of paint is a number from 0 to"),
    ):
        with pytest.raises(ValueError, match=said):
            game.why_not("paint", *picks)
    with pytest.raises(ValueError, match="no action 'pain'; did you mean 'paint'"):
        game.why_not("pain")
    with pytest.raises(ValueError, match=r"no action 'zzzz'; there are .*paint"):
        game.why_not("zzzz")
    assert game.why_not("paint")
    assert game.why_not("paint", 0, 0)


@pytest.mark.parametrize("seat", [2, 9, -1, "red"])
def test_nobody_sits_there(kanagawa: Any, seat: Any) -> None:
    game = kanagawa.new(history=True)
    for ask in (game.view, game.score_sheet, game.observation_key, game.information_key):
        with pytest.raises(ValueError, match=f"there is no seat {seat!r}: seats are 0 to 1"):
            ask(seat)
    with pytest.raises(ValueError, match="there is no seat"):
        game.resample(seat, kanagawa.Random(1))
    assert game.view(None)["seat"] is None


def test_after_the_end_there_is_no_move(kanagawa: Any) -> None:
    game = _ended(kanagawa)
    with pytest.raises(kanagawa.IllegalMove, match="the game is over"):
        game.random_move(kanagawa.Random(1))
    with pytest.raises(kanagawa.IllegalMove, match="the game is over"):
        game.nth_legal(0)
    other = kanagawa.new()
    with pytest.raises(kanagawa.IllegalMove, match=f"0 to {other.n_legal() - 1}, not {other.n_legal()}"):
        other.nth_legal(other.n_legal())
    with pytest.raises(kanagawa.IllegalMove, match="not -1"):
        other.nth_legal(-1)


def test_numbers_are_whole(kanagawa: Any) -> None:
    for wrong in ("a", 1.5, None):
        with pytest.raises(TypeError, match="a seed is a whole number, not"):
            kanagawa.new(seed=wrong)
        with pytest.raises(TypeError, match="the number of games is a whole number"):
            kanagawa.playout(wrong)
    with pytest.raises(TypeError, match="the number of players is a whole number, not '2'"):
        kanagawa.new("2")
    with pytest.raises(ValueError, match="the number of games is not negative: -1"):
        kanagawa.playout(-1)
    assert kanagawa.playout(0).games == 0


def test_a_random_move_of_chance_goes_by_the_odds() -> None:
    game, chance = little.new(), Random(5)
    game.state.to_move, game.state.legal, game.state.odds = CHANCE, [7, 8, 9], [1, 3, 6]
    odds = dict(game.chance_outcomes())
    drawn = Counter(game.random_move(chance) for _ in range(20_000))
    assert all(abs(drawn[move] / 20_000 - share) < 0.02 for move, share in odds.items())


def test_a_game_says_what_it_is(kanagawa: Any) -> None:
    game = kanagawa.new(3, 7)
    assert repr(game) == "<Kanagawa, 3 players, ply 0, yellow to move>"
    ended = _ended(kanagawa)
    assert repr(ended) == f"<Kanagawa, 2 players, ply {len(ended.moves)}, over by {ended.ending}>"
    assert repr(kanagawa.new(chance="explicit")) == "<Kanagawa, 2 players, ply 0, chance to move>"


def test_for_two_only() -> None:
    with pytest.raises(ValueError, match="Hex is for 2 players, not 3"):
        _module("hex").new(3)


def test_a_save_of_play_is_known_for_what_it_is(kanagawa: Any) -> None:
    game = kanagawa.new()
    made = session(game, seating(game.rules.seats[:2], (), ()))
    with pytest.raises(kanagawa.SaveError, match="a save of `rulewright play`: open it with"):
        kanagawa.from_json(saved(made, Rulebox("a.rules", (), {"a.rules": ""})))
