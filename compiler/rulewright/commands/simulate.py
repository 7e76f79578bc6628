"""`rulewright simulate RULESET`: many seeded games by bots, and what they show, in tables."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from rulewright.commands import _complete, _native
from rulewright.console import CLEAN, ERRORS
from rulewright.record import record

if TYPE_CHECKING:
    from rulewright.commands._engine import Built
    from rulewright.play.simulate import Statistics
    from rulewright.play.tally import Plan


@record
class Asked:
    """What the command line asked for."""

    ruleset: str
    players: int | None
    games: int
    bots: str
    seed: int
    check: bool
    budget: int
    jobs: int
    sets: tuple[str, ...]
    options: tuple[str, ...]
    unproved: bool
    native: bool | None


@click.command()
@click.argument("ruleset", shell_complete=_complete.rulesets)
@click.option(
    "--players", type=click.IntRange(1), help="How many play; the fewest that the rules allow if left out."
)
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, help="How many games.")
@click.option(
    "--bots",
    default="random",
    show_default=True,
    help="Who plays, seat by seat, over and over: random, greedy, mcts; mcts:500 thinks longer.",
)
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help="The seed of the first game; the next has one more.",
)
@click.option("--check", is_flag=True, help="Test claims and that no component is lost at every decision.")
@click.option(
    "--plies",
    "budget",
    type=click.IntRange(1),
    default=20_000,
    show_default=True,
    help="A longer game is an error.",
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="How many processes play.")
@click.option(
    "--set",
    "sets",
    multiple=True,
    metavar="NAME=VALUE",
    help="Change a constant, an option or Record.row.column.",
)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the ruleset.")
@click.option("--unproved", is_flag=True, help="Play also what is not proved to stop, and count it.")
@_native.option
@click.option("--sweep", metavar="NAME=A..B", help="One row for each value of a constant, option or cell.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(sweep: str | None, as_json: bool, **given: object) -> int:
    """Play many games of RULESET by bots and say what they show; no file is changed."""
    asked = Asked(**given)  # type: ignore[arg-type]
    if sweep is not None:
        return _sweep(asked, sweep, as_json)
    from rulewright.play.simulate_table import as_data, tables

    found = _simulate(asked, asked.sets)
    if found is None:
        return ERRORS
    click.echo(
        json.dumps(as_data(found), ensure_ascii=False, indent=2) if as_json else tables(found).rstrip()
    )
    return ERRORS if found.failures else CLEAN


def _sweep(asked: Asked, text: str, as_json: bool) -> int:
    from rulewright.loading.settings import sweep
    from rulewright.play.simulate_table import as_data, sweep_table

    wanted = sweep(text)
    if wanted is None:
        raise click.BadParameter("write name=1..5 or name=yes,no", param_hint="--sweep")
    name, values = wanted
    rows: list[tuple[str, Statistics]] = []
    for value in values:
        found = _simulate(asked, (*asked.sets, f"{name}={value}"))
        if found is None:
            return ERRORS
        rows.append((value, found))
    if as_json:
        data = {"sweep": name, "rows": [{"value": value, **as_data(found)} for value, found in rows]}
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        click.echo(sweep_table(name, rows).rstrip())
    return ERRORS if any(found.failures for _, found in rows) else CLEAN


def _simulate(asked: Asked, sets: Sequence[str]) -> Statistics | None:
    """Builds the ruleset as it is set, plays, gives what was found; None when the rules have mistakes."""
    from rulewright.commands import _engine
    from rulewright.loading.settings import settings
    from rulewright.play.simulate import statistics
    from rulewright.play.simulate_jobs import run_jobs
    from rulewright.python.engine import load
    from rulewright.python.runtime import option_values
    from rulewright.report.diagnostics import Report

    report = Report()
    changes, source = settings(sets, report)
    if report.has_errors:
        _engine.show(report, {source.path: source})
        return None
    place, chosen = _engine.sized(_engine.ruleset_named(asked.ruleset), asked.options)
    built = _engine.built(place, changes, {source.path: source}, quiet=True, unproved=asked.unproved)
    if built is None:
        return None
    rules = load(built.files, built.game.slug).RULES
    try:
        option_values(rules, chosen)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--option") from None
    plan = _plan(asked, built, chosen)
    path = _native.module_path(built.game, built.files, built.sources, asked.native)
    with _progress(plan.games) as progress:
        tally = run_jobs(built.files, built.game.slug, plan, asked.jobs, progress, path)
    shown = (*asked.options, *asked.sets)
    return _placed(statistics(rules, plan, tally, shown, built.game.reactions), built)


def _placed(found: Statistics, built: Built) -> Statistics:
    """What was found, with the file where the rules stopped a game."""
    from dataclasses import replace

    from rulewright.play.faults import STOPPED, placed

    failures = tuple(
        replace(each, message=placed(each.message, built.game.path, built.sources))
        if each.sort == STOPPED
        else each
        for each in found.failures
    )
    return replace(found, failures=failures)


def _plan(asked: Asked, built: Built, options: Mapping[str, str]) -> Plan:
    from rulewright.play.bots import bot_names
    from rulewright.play.tally import Plan
    from rulewright.python.runtime import from_to

    game = built.game
    players = game.low if asked.players is None else asked.players
    if not game.low <= players <= game.high:
        message = f"{game.title} is for {from_to(game.low, game.high)} players, not {players}"
        raise click.BadParameter(message, param_hint="--players")
    try:
        bots = bot_names(asked.bots)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--bots") from None
    if len(bots) > players:
        raise click.BadParameter(f"{len(bots)} bots, but {players} players", param_hint="--bots")
    return Plan(players, asked.games, bots, asked.seed, asked.check, asked.budget, tuple(options.items()))


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None] | None]:
    """A bar on the error stream when a person looks at it."""
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=games, label="playing", file=sys.stderr) as bar:
        yield bar.update
