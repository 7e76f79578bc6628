"""Simulating: many games by bots, counted, for tables and plots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.studio.asked import Asked, Refused
from rulewright.studio.desk import Desk, Made
from rulewright.studio.jobs import Job, Jobs, told

if TYPE_CHECKING:
    from rulewright.play.tally import Plan

MOST = 100_000


def simulate(desk: Desk, jobs: Jobs, asked: Asked) -> dict[str, Any]:
    """Starts a simulation of the drafts; tells under which name it runs."""
    made = desk.playable(asked.texts("texts"))
    plan, files = _plan(made, asked), desk.engine(made)

    def work(progress: Callable[[int], None]) -> dict[str, Any]:
        return _played(made, files, plan, progress)

    return jobs.begin(Job(plan.games, work))


def simulated(jobs: Jobs, asked: Asked) -> dict[str, Any]:
    """How far a simulation is, and what it found."""
    return told(jobs.named(asked.text("job")))


def stop(jobs: Jobs, asked: Asked) -> dict[str, Any]:
    """Ends a simulation."""
    job = jobs.named(asked.text("job"))
    job.stop()
    return told(job)


def _plan(made: Made, asked: Asked) -> Plan:
    from rulewright.play.bots import bot_names
    from rulewright.play.tally import Plan

    game = made.game
    assert game is not None
    players = asked.number("players", game.low, game.high, game.low)
    try:
        bots = bot_names(",".join(asked.words("bots") or ["random"]))
    except ValueError as error:
        raise Refused(str(error)) from None
    if len(bots) > players:
        raise Refused(f"{len(bots)} bots, but {players} players")
    games, seed = asked.number("games", 1, MOST, 200), asked.number("seed", 0, 2**63, 0)
    return Plan(players, games, bots, seed, True, 20_000, tuple(asked.texts("options").items()))


def _played(made: Made, files: dict[str, str], plan: Plan, progress: Callable[[int], None]) -> dict[str, Any]:
    from rulewright.play.playouts import run
    from rulewright.play.simulate import statistics
    from rulewright.play.simulate_table import as_data, tables
    from rulewright.python.engine import load, unload
    from rulewright.python.runtime import option_values

    assert made.game is not None
    engine = load(files, made.game.slug)
    try:
        rules = engine.RULES
        try:
            option_values(rules, dict(plan.options))
        except ValueError as error:
            raise Refused(str(error)) from None
        tally = run(rules, plan, 0, plan.games, progress)
        found = statistics(rules, plan, tally, (), made.game.reactions)
    finally:
        unload(engine)
    counts = {"decisions": _pairs(tally.decisions), "rounds": _pairs(tally.rounds)}
    scores = {seat.seat: _pairs(total) for seat, total in zip(found.seats, tally.total, strict=True)}
    return {"key": made.key, "text": tables(found), "found": as_data(found), **counts, "scores": scores}


def _pairs(counted: Counter[int]) -> list[list[int]]:
    """Values with how often each was, in order."""
    return [[value, counted[value]] for value in sorted(counted)]
