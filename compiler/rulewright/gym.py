"""Rulesets as environments of Gymnasium, for one learner against bots (the extra `rulewright[gym]`).

    from rulewright import gym

    env = gym.Env("orchard", bots="greedy")

`docs/interop.md` says what the learner sees and does.
"""

from __future__ import annotations

from rulewright.interop.extras import extra

with extra("gym", "gymnasium", "numpy"):
    from rulewright.interop.gym_env import Env

__all__ = ["Env"]
