"""Leaves out what does nothing in a game: tests of endings that it does not have, the start of turns that
start nothing anew, notes for reactions that are not there.

`leave_out(game, machine)` changes the machine in place.
"""

from __future__ import annotations

from rulewright import core
from rulewright.machine.machine import Goto, Hold, Machine, StartTurn, TestEndings

TESTED = {
    "action": ("at_once", "after_round"),
    "turn": ("end_of_turn", "after_round"),
    "round": ("end_of_round", "rounds", "after_round"),
}


def leave_out(game: core.Game, machine: Machine) -> None:
    """Takes such operations and ends out of the steps."""
    anew = any(memory.lifetime == "turn" for memory in game.memories.values())
    awaited = any(isinstance(reaction, core.AsSoonAs) for reaction in game.reactions.values())
    for step in machine.steps:
        nothing = [*([] if anew else [StartTurn]), *([] if awaited else [Hold])]
        step.ops = [op for op in step.ops if type(op) not in nothing]
        if isinstance(step.end, TestEndings) and not endings_at(game, step.end.when):
            step.end = Goto(step.end.then)


def endings_at(game: core.Game, when: str) -> list[core.Ending]:
    """The endings that are tested at the end of each action, turn or round."""
    return [ending for ending in game.endings.values() if ending.tested in TESTED[when]]
