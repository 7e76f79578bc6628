"""Turns: what belongs to turns in a game that has none.

`check(game, report)` reports endings tested at the end of a turn, and memory kept for one, where the flow is
a `round:`.
"""

from __future__ import annotations

from rulewright import core
from rulewright.report.diagnostics import Report

NO_TURNS = "RW409"


def check(game: core.Game, report: Report) -> None:
    """Reports each ending and memory that waits for turns in vain."""
    if game.flow is None or game.flow.sort == "turn":
        return
    for seat in (game.turns.first, game.turns.next) if game.turns else ():
        if seat is not None:
            report.add(
                NO_TURNS,
                "this game has rounds without turns, so nobody ever has the turn",
                seat.span,
                "write `each p in players from ...`, or give the game a `turn:`",
            )
    for ending in game.endings.values():
        if ending.tested == "end_of_turn":
            report.add(
                NO_TURNS,
                "this game has rounds without turns, so no turn ever ends",
                ending.span,
                "write `at end of round` or `at once`, or give the game a `turn:`",
            )
    for memory in game.memories.values():
        if memory.lifetime == "turn":
            report.add(
                NO_TURNS,
                "this game has rounds without turns, so no turn ever starts",
                memory.span,
                "write `each round`, or give the game a `turn:`",
            )
