"""Bots: by name, the same each time, and blind to what their seat cannot see."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulewright import cli, core, pipeline
from rulewright.play.bots import BOTS, bot, bot_names, seat_seed
from rulewright.play.imagine import imagined, margin
from rulewright.python import engine
from rulewright.python.runtime import Random, Rules, new_game
from rulewright.reading.files import find_ruleset
from rulewright.report.diagnostics import Report
from tests import little

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("name", sorted(BOTS))
def test_a_bot_plays_legal_moves_and_leaves_the_state_alone(name: str) -> None:
    game = little.new(3, seed=4)
    player = bot(name, 1)
    while not game.over:
        before = game.state.copy()
        move = player.choose(game.rules, game.state)
        assert game.state == before
        game.apply(move)
    assert player.name == name


@pytest.mark.parametrize("name", sorted(BOTS))
def test_the_same_seed_gives_the_same_moves(name: str) -> None:
    state = little.new(2, seed=4).state
    first, second = bot(name, 9), bot(name, 9)
    assert [first.choose(little.RULES, state) for _ in range(5)] == [
        second.choose(little.RULES, state) for _ in range(5)
    ]


def test_greedy_takes_the_most_points() -> None:
    game = little.new(2, seed=1)
    seat = game.to_move
    assert seat is not None
    best = max(move for move in game.legal_moves() if move != little.REST)
    assert bot("greedy", 0).choose(game.rules, game.state) == best


@pytest.mark.parametrize("name", ["greedy", "mcts"])
@pytest.mark.parametrize("seed", range(20))
def test_a_bot_does_not_see_what_is_hidden(seed: int, name: str) -> None:
    """Two positions that look the same to a seat get the same answer."""
    game = little.new(3, seed=2)
    other = game.resample(0, Random(seed))
    other.state.rng = seed
    assert other.observation_key(0) == game.observation_key(0)
    hidden = imagined(game.rules, game.state, 0, Random(7))
    assert hidden.sets[little.HAND] == game.state.sets[little.HAND]
    moves = {bot(name, 5).choose(each.rules, each.state) for each in (game, other)}
    assert len(moves) == 1


def test_a_won_game_outweighs_points() -> None:
    game = little.new(2, seed=1)
    while not game.over:
        game.apply(game.legal_moves()[0])
    winner = game.winners()[0]
    assert margin(game.rules, game.state, winner) > 1000
    assert margin(game.rules, game.state, 1 - winner) < -1000


# ---- mcts


def wins(name: str, games: int, mine: str, other: str) -> float:
    """The share of games that a bot wins, from both seats; a shared win counts in part."""
    won = 0.0
    rules = built(name)
    for seed in range(games):
        seat, state = seed % 2, new_game(rules, 2, seed, None, "sampled", False).state
        bots = [bot(mine if each == seat else other, seat_seed(seed, each)) for each in range(2)]
        while state.ending < 0:
            assert state.to_move is not None
            rules.apply(state, bots[state.to_move].choose(rules, state))
        winners = rules.winners(state)
        won += (seat in winners) / len(winners)
    return won / games


@cache
def built(name: str) -> Rules:
    """The rules of an engine of the tree."""
    report = Report()
    game = pipeline.check(find_ruleset(name, ROOT), report)
    assert game is not None, list(report)
    rules: Rules = engine.load(pipeline.generate(game), name).RULES
    return rules


@pytest.mark.parametrize(
    ("name", "games", "mine", "least"),
    [
        ("connect_four", 20, "mcts", 0.9),
        ("tic_tac_toe", 20, "mcts", 0.85),
        ("nim", 20, "mcts", 0.9),
        ("kanagawa", 2, "mcts:25", 1.0),
    ],
)
def test_mcts_beats_random(name: str, games: int, mine: str, least: float) -> None:
    """More games are played by `python -m bench.bots`."""
    assert wins(name, games, mine, "random") >= least


@pytest.mark.deep
@pytest.mark.parametrize("name", ["connect_four", "kanagawa"])
def test_mcts_beats_random_in_many_games(name: str) -> None:
    assert wins(name, 100, "mcts", "random") >= 0.9


def test_more_iterations_play_better() -> None:
    assert wins("connect_four", 12, "mcts:120", "mcts:8") > 0.6


def test_mcts_takes_a_win_and_parries_one() -> None:
    """In tic-tac-toe, whatever its seed."""
    module = engine.load(pipeline.generate(_checked("tic_tac_toe")), "tic_tac_toe")
    for moves, wanted in ((("a1", "a2", "b1", "b2"), "c1"), (("a1", "b2", "b1"), "c1")):
        game = module.new()
        for name in moves:
            game.apply(game.move_named(name))
        found = {game.name(bot("mcts:200", seed).choose(game.rules, game.state)) for seed in range(5)}
        assert found == {wanted}


def test_simulate_takes_mcts(capsys: pytest.CaptureFixture[str]) -> None:
    """The same games for the same seed, however many processes play them."""
    asked = [
        "simulate",
        str(ROOT / "rulesets" / "nim"),
        "--games",
        "4",
        "--bots",
        "mcts:20,random",
        "--seed",
        "3",
    ]
    said = []
    for more in ([], [], ["--jobs", "2"]):
        assert cli.run([*asked, *more]) == 0
        said.append(capsys.readouterr().out)
    assert "mcts:20" in said[0]
    assert said[0] == said[1] == said[2]
    assert cli.run([*asked[:4], "--bots", "mcts:none"]) == 2
    assert "only mcts takes a number" in capsys.readouterr().err


def test_play_takes_mcts(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["play", str(ROOT / "rulesets" / "nim"), "--bots", "mcts:20,random", "--seed", "3"]) == 0
    assert "The game is over" in capsys.readouterr().out


def _checked(name: str) -> core.Game:
    game = pipeline.check(find_ruleset(name, ROOT), Report())
    assert game is not None
    return game


def test_names() -> None:
    assert bot_names("greedy,random") == ("greedy", "random")
    with pytest.raises(ValueError, match="no bot `clever`; bots: random, greedy, mcts"):
        bot_names("random,clever")
    assert bot_names("mcts:200, mcts") == ("mcts:200", "mcts")
    for name in ("mcts:", "mcts:0", "mcts:-3", "mcts:x", "mcts:1e3", "mcts:9999999", "greedy:5"):
        with pytest.raises(ValueError, match="only mcts takes a number, of iterations, 1 to 1000000"):
            bot_names(name)
    assert seat_seed(1, 0) != seat_seed(1, 1) != seat_seed(2, 0)
