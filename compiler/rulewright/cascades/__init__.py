"""Cascades: reactions that set each other off, and the proof that they end.

`graph(game)` is the trigger graph; `verdicts(game)` says of each part of it that leads back to itself whether
it ends; `astray(game)` of which claims no cascade is meant; `with_budget(game, ...)` lets a game be built of
which that is not proved.
"""

from __future__ import annotations

from rulewright.cascades.claims import astray
from rulewright.cascades.graph import graph
from rulewright.cascades.judge import verdicts
from rulewright.cascades.unproved import with_budget
from rulewright.cascades.verdict import ACCEPTED, Budget, Fault, Turn, Verdict, Witness

__all__ = [
    "ACCEPTED",
    "Budget",
    "Fault",
    "Turn",
    "Verdict",
    "Witness",
    "astray",
    "graph",
    "verdicts",
    "with_budget",
]
