"""Rulesets as environments of PettingZoo (the extra `rulewright[pettingzoo]`).

    from rulewright import pettingzoo

    env = pettingzoo.env("orchard", players=3)

`docs/interop.md` says what agents see and do.
"""

from __future__ import annotations

from rulewright.interop.extras import extra

with extra("pettingzoo", "pettingzoo", "gymnasium", "numpy"):
    from rulewright.interop.zoo_env import RawEnv, env, parallel_env

__all__ = ["RawEnv", "env", "parallel_env"]
