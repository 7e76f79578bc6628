"""Bots: by name, the same each time, and blind to what their seat cannot see."""

from __future__ import annotations

import pytest

from rulewright.play.bots import BOTS, bot, bot_names, seat_seed
from rulewright.play.imagine import imagined, margin
from rulewright.python.runtime import Random
from tests import little


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


@pytest.mark.parametrize("seed", range(20))
def test_greedy_does_not_see_what_is_hidden(seed: int) -> None:
    """Two positions that look the same to a seat get the same answer."""
    game = little.new(3, seed=2)
    other = game.resample(0, Random(seed))
    other.state.rng = seed
    assert other.observation_key(0) == game.observation_key(0)
    hidden = imagined(game.rules, game.state, 0, Random(7))
    assert hidden.sets[little.HAND] == game.state.sets[little.HAND]
    moves = {bot("greedy", 5).choose(each.rules, each.state) for each in (game, other)}
    assert len(moves) == 1


def test_a_won_game_outweighs_points() -> None:
    game = little.new(2, seed=1)
    while not game.over:
        game.apply(game.legal_moves()[0])
    winner = game.winners()[0]
    assert margin(game.rules, game.state, winner) > 1000
    assert margin(game.rules, game.state, 1 - winner) < -1000


def test_names() -> None:
    assert bot_names("greedy,random") == ("greedy", "random")
    with pytest.raises(ValueError, match="no bot `clever`; bots: random, greedy"):
        bot_names("random,clever")
    assert seat_seed(1, 0) != seat_seed(1, 1) != seat_seed(2, 0)
