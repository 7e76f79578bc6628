"""Rulesets as environments of PettingZoo: one agent for each seat, with action masks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from rulewright.interop.engines import Face, checked, legal
from rulewright.interop.payoffs import Payoffs
from rulewright.interop.tensors import layout

HORIZON = 10_000
"""A game of more decisions is truncated."""


class RawEnv(AECEnv):
    """The environment without wrappers: an action that is not legal raises IllegalMove.

    Agents are called as the seats are. An observation is a dictionary: `observation`, what the seat sees, as
    `interop.tensors` lays it out, and `action_mask`, 1 for each legal move, all 0 for a seat that does not
    decide. Rewards come at the end of the game. Where several seats decide at once they answer one by one,
    and none sees what the others have chosen.
    """

    def __init__(
        self,
        ruleset: str | Path | ModuleType,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        returns: str = "rules",
        horizon: int = HORIZON,
        render_mode: str | None = None,
    ) -> None:
        """Raises ValueError for what the rules exclude."""
        super().__init__()
        self.setup = checked(ruleset, players, options)
        self.render_mode = render_mode
        self.metadata = {
            "name": self.setup.rules.name,
            "render_modes": ["ansi"],
            "render_fps": 4,
            "is_parallelizable": True,
        }
        self.layout = layout(self.setup)
        self._payoffs = Payoffs(returns)
        self._horizon = horizon
        self._seeds, _ = seeding.np_random()
        self.possible_agents = list(self.setup.seats)
        self._actions = {agent: spaces.Discrete(self.setup.actions) for agent in self.possible_agents}
        self._observations = {agent: self._space() for agent in self.possible_agents}
        self.game: Face = None

    def _space(self) -> Any:
        return spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, (self.layout.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.setup.actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> Any:
        """What an agent can observe."""
        return self._observations[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of all moves."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new game; with a seed, the same each time, and so are those that follow it."""
        if seed is not None:
            self._seeds, _ = seeding.np_random(seed)
        self.game = self.setup.new(int(self._seeds.integers(1 << 32)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and its legal moves."""
        seat = self.possible_agents.index(agent)
        mask: Any = np.zeros(self.setup.actions, np.int8)
        mask[legal(self.game, seat)] = 1
        return {
            "observation": np.array(self.layout.write(self.game, seat), np.float32),
            "action_mask": mask,
        }

    def step(self, action: Any) -> None:
        """The move of the agent that is selected. Raises IllegalMove."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self.game.apply(int(action), seat=self.possible_agents.index(agent))
        self._clear_rewards()
        if self.game.over:
            self._end(self.terminations, self._payoffs.of(self.game))
        elif len(self.game.moves) >= self._horizon:
            self._end(self.truncations, self._payoffs.cut_short(self.game))
        self._select()
        self._accumulate_rewards()
        if self.render_mode is not None:
            self.render()

    def _end(self, why: dict[str, bool], returns: list[float]) -> None:
        why.update(dict.fromkeys(self.agents, True))
        self.rewards = dict(zip(self.agents, returns, strict=True))

    def _select(self) -> None:
        """The next to decide; when the game is over, the agents leave one by one."""
        deciding = self.game.deciding
        self.agent_selection = self.possible_agents[deciding[0]] if deciding else self.agents[0]

    def render(self) -> str | None:
        """What lies on the table, as all may see who look at everything."""
        if self.render_mode != "ansi":
            return None
        return "\n".join(f"{name}: {shown}" for name, shown in self.game.view().items())

    def close(self) -> None:
        """Nothing is held open."""


def env(ruleset: str | Path | ModuleType, **given: Any) -> Any:
    """The environment as PettingZoo has them: who plays an illegal move loses by -1, and the game ends."""
    raw = wrappers.TerminateIllegalWrapper(RawEnv(ruleset, **given), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw))


def parallel_env(ruleset: str | Path | ModuleType, **given: Any) -> Any:
    """The same with a dictionary of actions for each step, of which that of the seat to move counts."""
    return turn_based_aec_to_parallel(RawEnv(ruleset, **given))
