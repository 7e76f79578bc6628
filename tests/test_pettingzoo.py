"""Rulesets as environments of PettingZoo: its own tests pass for every ruleset in the tree, at each size."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

from tests import engine_checks as checks
from tests.extras import extra

official = extra("pettingzoo.test")
np = extra("numpy")

from rulewright import pettingzoo  # noqa: E402

FOLDERS = checks.folders()
every_ruleset = pytest.mark.parametrize("folder", FOLDERS, ids=[folder.name for folder in FOLDERS])
# Observations are dictionaries with a mask, and agents are called as the seats are.
EXPECTED = (
    "Observation space for each agent probably should be",
    "We recommend agents to be named",
    "Observation is not a NumPy array",
)


def module(folder: Path) -> Any:
    """The engine of a ruleset."""
    return checks.engines(folder)[0].module


def sizes(folder: Path) -> list[int]:
    """The fewest and the most that play."""
    return sorted({module(folder).RULES.low, module(folder).RULES.high})


@every_ruleset
def test_api_test(folder: Path) -> None:
    for players in sizes(folder):
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            official.api_test(pettingzoo.env(module(folder), players=players), num_cycles=100)
        said = {str(each.message) for each in warned}
        assert {text for text in said if not text.startswith(EXPECTED)} == set()


@every_ruleset
def test_seed_test(folder: Path) -> None:
    official.seed_test(lambda: pettingzoo.env(module(folder)), num_cycles=50)


@every_ruleset
def test_parallel_api_test(folder: Path) -> None:
    for players in sizes(folder):
        official.parallel_api_test(pettingzoo.parallel_env(module(folder), players=players), num_cycles=50)


@every_ruleset
def test_masks_and_rewards_are_those_of_the_engine(folder: Path) -> None:
    env = pettingzoo.RawEnv(module(folder))
    env.reset(seed=3)
    chance = np.random.RandomState(3)
    while env.game.deciding:
        agent, legal = env.agent_selection, sorted(env.game.legal_moves())
        assert env.possible_agents.index(agent) == env.game.to_move
        assert list(np.flatnonzero(env.observe(agent)["action_mask"])) == legal
        masked = [i for i, each in enumerate(env.agents) if env.observe(each)["action_mask"].any()]
        assert masked == sorted(env.game.deciding)
        env.step(int(chance.choice(legal)))
    assert all(env.terminations.values())
    assert list(env.rewards.values()) == pytest.approx(env.game.returns())


def test_an_illegal_move_loses() -> None:
    env = pettingzoo.env("tic_tac_toe")
    env.reset(seed=1)
    env.step(4)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(4)
    assert env.terminations == {"x": True, "o": True}
    assert env.rewards == {"x": 0, "o": -1}
    raw = pettingzoo.RawEnv("tic_tac_toe")
    raw.reset(seed=1)
    raw.step(4)
    with pytest.raises(ValueError, match="'b2' is not a legal move now"):
        raw.step(4)


def test_a_long_game_is_truncated() -> None:
    env = pettingzoo.RawEnv("pig", horizon=5, players=3, options={"goal": 200}, render_mode="ansi")
    env.reset(seed=1)
    for _ in range(5):
        env.step(0)
    assert env.truncations == {"red": True, "yellow": True, "green": True}
    assert env.rewards == {"red": 0, "yellow": 0, "green": 0}
    assert "points: {'red':" in str(env.render())


def test_a_seed_gives_the_games_that_follow_too() -> None:
    def games(seed: int) -> list[str]:
        env = pettingzoo.RawEnv("kuhn_poker")
        env.reset(seed=seed)
        found = [env.game.to_json()]
        for _ in range(5):
            env.reset()
            found.append(env.game.to_json())
        return found

    assert games(4) == games(4)
    assert len(set(games(4))) > 1
    assert games(4) != games(5)


def test_what_the_rules_exclude() -> None:
    with pytest.raises(ValueError, match="for 2 players, not 5"):
        pettingzoo.env("kuhn_poker", players=5)
    with pytest.raises(ValueError, match="returns are"):
        pettingzoo.env("kuhn_poker", returns="chips")
