"""Rulesets as environments of Gymnasium: one learner at a seat, bots at the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from rulewright.interop.engines import Face, checked, legal
from rulewright.interop.payoffs import Payoffs
from rulewright.interop.tensors import layout
from rulewright.play.bots import Bot, bot, bot_names, seat_seed

HORIZON = 10_000
"""A game of more decisions is truncated."""


class Env(gymnasium.Env):
    """A game from one seat. An observation is what the seat sees, as `interop.tensors` lays it out; actions
    are the numbers of moves. `info["action_mask"]`, also given by `action_masks()`, has 1 for each legal one.

    The reward comes at the end. An action that is not legal ends the game with reward -1 and
    `info["illegal"]`. A game that ends before the learner has decided anything has a mask of zeros from the
    start: any action then gives its result.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        ruleset: str | Path | ModuleType,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        seat: int = 0,
        bots: str | Sequence[str] = "random",
        returns: str = "rules",
        horizon: int = HORIZON,
        render_mode: str | None = None,
    ) -> None:
        """`bots` play the other seats, over and over. Raises ValueError for what the rules exclude."""
        self.setup = checked(ruleset, players, options)
        if not 0 <= seat < self.setup.players:
            raise ValueError(f"seats are 0 to {self.setup.players - 1}, not {seat}")
        self.seat = seat
        self.render_mode = render_mode
        self.layout = layout(self.setup)
        self._names = bot_names(bots if isinstance(bots, str) else ",".join(bots))
        self._payoffs = Payoffs(returns)
        self._horizon = horizon
        self.observation_space = spaces.Box(0.0, 1.0, (self.layout.size,), np.float32)
        self.action_space = spaces.Discrete(self.setup.actions)
        self.game: Face = None
        self._bots: dict[int, Bot] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """A new game, played on to the learner's first decision."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(1 << 32))
        self.game = self.setup.new(number)
        others = [seat for seat in range(self.setup.players) if seat != self.seat]
        self._bots = {
            seat: bot(self._names[i % len(self._names)], seat_seed(number, seat))
            for i, seat in enumerate(others)
        }
        self._others_play()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The learner's move, then those of the bots up to its next decision."""
        if self.game is None:
            raise gymnasium.error.ResetNeeded("no game has begun: call `reset()` before `step()`")
        decides = self.seat in self.game.deciding
        if decides and int(action) not in legal(self.game, self.seat):
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": True}
        if decides:
            self.game.apply(int(action), seat=self.seat)
            self._others_play()
        over, stopped = self.game.over, self._stopped()
        worth = self._payoffs.of if over else self._payoffs.cut_short
        reward = worth(self.game)[self.seat] if over or stopped else 0.0
        return self._seen(), reward, over, stopped, self._info()

    def action_masks(self) -> Any:
        """1 for each legal move."""
        mask: Any = np.zeros(self.setup.actions, np.int8)
        mask[legal(self.game, self.seat)] = 1
        return mask

    def render(self) -> str | None:
        """What the learner sees, in words."""
        if self.render_mode != "ansi":
            return None
        return "\n".join(f"{name}: {shown}" for name, shown in self.game.view(self.seat).items())

    def _stopped(self) -> bool:
        return not self.game.over and len(self.game.moves) >= self._horizon

    def _others_play(self) -> None:
        """The bots' moves, until the learner decides or nobody does."""
        game = self.game
        while game.deciding and self.seat not in game.deciding and not self._stopped():
            seat = game.deciding[0]
            game.apply(self._bots[seat].choose(game.rules, game.state), seat=seat)

    def _seen(self) -> Any:
        return np.array(self.layout.write(self.game, self.seat), np.float32)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}
