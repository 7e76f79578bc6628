"""Rulesets as environments of Gymnasium: its own check passes for every ruleset in the tree, at each seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests import engine_checks as checks
from tests.extras import extra

checker = extra("gymnasium.utils.env_checker")
gymnasium = extra("gymnasium")
np = extra("numpy")

from rulewright import gym  # noqa: E402

FOLDERS = checks.folders()
every_ruleset = pytest.mark.parametrize("folder", FOLDERS, ids=[folder.name for folder in FOLDERS])


def module(folder: Path) -> Any:
    """The engine of a ruleset."""
    return checks.engines(folder)[0].module


@every_ruleset
def test_check_env(folder: Path) -> None:
    checker.check_env(gym.Env(module(folder), render_mode="ansi"))


@every_ruleset
def test_games_from_each_seat(folder: Path) -> None:
    """Legal moves by the mask come to an end, with the returns of the engine as reward."""
    rules = module(folder).RULES
    for seat in range(rules.low):
        env, chance = gym.Env(module(folder), seat=seat, bots="greedy"), np.random.RandomState(seat)
        seen, info = env.reset(seed=seat)
        assert env.observation_space.contains(seen)
        reward, over = 0.0, False
        while not over:
            assert seat in env.game.deciding or env.game.over
            assert reward == 0
            mask = info["action_mask"]
            assert list(np.flatnonzero(mask)) == sorted(env.game.legal_moves(seat))
            assert (mask == env.action_masks()).all()
            move = chance.choice(np.flatnonzero(mask)) if mask.any() else 0
            seen, reward, over, stopped, info = env.step(move)
            assert env.observation_space.contains(seen)
            assert not stopped
        assert reward == pytest.approx(env.game.returns()[seat])


def test_a_seed_gives_the_same_game() -> None:
    first, second = gym.Env("kanagawa"), gym.Env("kanagawa")
    for env in (first, second):
        _, info = env.reset(seed=8)
        for _ in range(5):
            *_, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert first.game.to_json() == second.game.to_json()


def test_an_illegal_move_loses() -> None:
    env = gym.Env("kanagawa", players=3, seat=2, bots=["random", "greedy"])
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, stopped, info = env.step(illegal)
    assert (reward, over, stopped, info["illegal"]) == (-1, True, False, True)


def test_a_long_game_is_truncated() -> None:
    env = gym.Env("pig", horizon=4, options={"goal": 200})
    env.reset(seed=1)
    for _ in range(4):
        _, reward, over, stopped, info = env.step(0)
        if stopped:
            break
    assert (reward, over, stopped) == (0, False, True)
    assert "illegal" not in info


def test_who_plays() -> None:
    assert gym.Env("nim", bots="mcts:20,greedy").reset(seed=1)
    with pytest.raises(ValueError, match="there is no bot `clever`"):
        gym.Env("nim", bots="clever")
    with pytest.raises(ValueError, match="seats are 0 to 1, not 2"):
        gym.Env("nim", seat=2)


def test_a_step_before_the_reset() -> None:
    env = gym.Env(module(FOLDERS[0]))
    with pytest.raises(gymnasium.error.ResetNeeded, match="call `reset\\(\\)` before `step\\(\\)`"):
        env.step(0)
