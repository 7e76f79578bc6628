"""Rulesets as games of OpenSpiel (the extra `rulewright[openspiel]`).

    from rulewright import openspiel

    game = openspiel.load("orchard")

`register` only makes a ruleset known, as `rulewright_NAME`; `native` gives a small game to solvers in C++.
`docs/interop.md` tells the rest.
"""

from __future__ import annotations

from rulewright.interop.extras import extra

with extra("openspiel", "pyspiel", "open_spiel", "numpy"):
    from rulewright.interop.spiel_game import Game, State, load, native, register

__all__ = ["Game", "State", "load", "native", "register"]
