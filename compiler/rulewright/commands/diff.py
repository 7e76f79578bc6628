"""`rulewright diff OLD NEW`: what a change of rules means, what it reaches and breaks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.commands import _native
from rulewright.console import CLEAN, ERRORS
from rulewright.record import record

if TYPE_CHECKING:
    from types import ModuleType

    from rulewright import core
    from rulewright.diff.behaviour import Behaviour
    from rulewright.diff.distributions import Distributions
    from rulewright.diff.result import Result
    from rulewright.diff.side import Side
    from rulewright.diff.versions import Pair

FORMATS = ("text", "markdown", "json", "html")
AT = ("any", "risky", "breaking")
SHARES = 0.6, 0.75, 1.0
"""Of the time for play: until when a parting is looked for, a shorter one, and what can be left out."""


@click.command()
@click.argument("sides", nargs=-1, metavar="OLD NEW")
@click.option(
    "--format", "output_format", default="text", show_default=True, help="text, markdown, json or html."
)
@click.option("-o", "--output", metavar="FILE", help="Write to a file.")
@click.option(
    "--fail-on",
    type=click.Choice(AT),
    help="Exit with 1 where a change is this bad; `any` is any change, of text too.",
)
@click.option("--play", is_flag=True, help="Look for the smallest game in which the two part.")
@click.option(
    "--games",
    type=click.IntRange(1),
    default=2000,
    show_default=True,
    help="With --play: how many games in lock step.",
)
@click.option(
    "--seconds",
    type=click.IntRange(1),
    default=60,
    show_default=True,
    help="With --play: how long to look and to make the game small, in seconds of this process.",
)
@click.option("--spread", type=click.IntRange(2), metavar="GAMES", help="Compare results of so many games.")
@click.option(
    "--players", type=click.IntRange(1), help="With --spread: how many play; the fewest if left out."
)
@click.option("--bots", default="random", show_default=True, help="With --spread: who plays, seat by seat.")
@_native.option
@click.option("--plot", metavar="FILE", help="With --spread: draw it to a .png, .svg or .pdf.")
@click.option("--driver", is_flag=True, help="Take the arguments that git gives a diff driver.")
def command(
    sides: tuple[str, ...],
    output_format: str,
    output: str | None,
    fail_on: str | None,
    driver: bool,
    **asked: Any,
) -> int:
    """Say what changed in meaning between the rules OLD and NEW.

    A side is a ruleset (`orchard`), with variants and options (`orchard+rainy`,
    `orchard+size=5`), a folder, a revision of git (`HEAD~3:rulesets/orchard`),
    a saved game or a snapshot.

    Exit codes: 0 done, 1 a side has errors or a change is as bad as `--fail-on` says, 2 trouble.
    """
    from rulewright.diff.result import compared

    _check_format(output_format)
    _check_plot(asked["plot"], asked["spread"])
    one, other = _of_driver(sides) if driver else _two(sides)
    _check_games(one, other)
    result = compared(one, other)
    _show_errors(result)
    if (asked["play"] or asked["spread"]) and not driver:
        result = replace(result, behaviour=_played(result, Asked(**asked)))
    _give(_written(result, output_format), output)
    if asked["plot"] is not None and result.behaviour is not None:
        _draw(result, asked["plot"])
    return ERRORS if result.broken or _fails(result, fail_on) else CLEAN


@record
class Asked:
    """What was asked for of play."""

    play: bool
    games: int
    seconds: int
    spread: int | None
    players: int | None
    bots: str
    native: bool | None
    plot: str | None


def _played(result: Result, asked: Asked) -> Behaviour | None:
    """Layer 3: both sides built and played; None where one of them cannot be, which is said."""
    from rulewright.commands._engine import show
    from rulewright.commands._sides import playable
    from rulewright.pipeline import generate
    from rulewright.python import engine
    from rulewright.report.diagnostics import Report

    built = []
    for side in (result.old, result.new):
        report = Report()
        game = playable(side.name, report)
        if game is None:
            click.echo(f"`{side.name}` cannot be played", err=True)
            show(report, dict(side.sources))
            return None
        module = _native.engine_of(game, generate(game), side.sources, asked.native)
        built.append((game, module))
    (one, old), (other, new) = built
    try:
        return _compared((one, other), (old, new), result, asked)
    finally:
        engine.unload(old)
        engine.unload(new)


def _compared(
    games: tuple[core.Game, core.Game],
    engines: tuple[ModuleType, ModuleType],
    result: Result,
    asked: Asked,
) -> Behaviour:
    from rulewright.commands._deadline import deadline
    from rulewright.diff import behaviour as layer
    from rulewright.diff.explore import Looked
    from rulewright.diff.shrink import Limits

    pair = layer.paired(*engines, (result.old, result.new), result.found)
    found = layer.Behaviour(None, Looked(0, 0, tuple(pair.players), 0))
    if asked.play:
        limits = Limits(*(deadline(asked.seconds * share) for share in SHARES))
        found = layer.behaviour(pair, games, result.found, asked.games, limits)
    if asked.spread is None:
        return found
    return replace(found, spreads=(_spread(pair, asked),))


def _spread(pair: Pair, asked: Asked) -> Distributions:
    from rulewright.diff.distributions import distributions
    from rulewright.play.bots import bot_names

    players = pair.players.start if asked.players is None else asked.players
    if players not in pair.players:
        raise click.BadParameter(f"both rules are for {_many(pair.players)} players", param_hint="--players")
    try:
        bots = bot_names(asked.bots)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--bots") from None
    assert asked.spread is not None
    return distributions(pair.old, pair.new, players, asked.spread, bots)


def _many(players: range) -> str:
    return " or ".join(map(str, players)) or "different numbers of"


def _two(sides: tuple[str, ...]) -> tuple[Side, Side]:
    """The sides that were named."""
    from rulewright.commands._sides import side

    if len(sides) != 2:
        raise click.UsageError(f"name two sides, the old rules and the new ones, not {len(sides)}")
    return side(sides[0]), side(sides[1])


def _of_driver(words: tuple[str, ...]) -> tuple[Side, Side]:
    """The sides of one file that git compares: its ruleset with the one text of it and with the other."""
    from rulewright.commands._sides import with_text

    if len(words) < 7:
        raise click.UsageError("git gives a diff driver seven arguments")
    path, old, _, _, new, _, _ = words[:7]
    return with_text(f"a/{path}", path, old), with_text(f"b/{path}", path, new)


def _check_format(name: str) -> None:
    from rulewright.report.diagnostics import trouble
    from rulewright.report.suggest import did_you_mean

    if name not in FORMATS:
        help = did_you_mean(name, FORMATS) or f"the formats are {', '.join(FORMATS)}"
        raise trouble("RW034", f"there is no format `{name}`", "--format", help)


def _check_plot(file: str | None, spread: int | None) -> None:
    """Refuses a plot of nothing, and a format that is not known, before games are played."""
    from rulewright.diff.to_plot import FORMATS
    from rulewright.report.diagnostics import trouble

    if file is None:
        return
    if spread is None:
        raise click.UsageError("--plot draws what --spread counts: say of how many games")
    format = Path(file).suffix.removeprefix(".").lower()
    if format not in FORMATS:
        help = f"name a file that ends in .{', .'.join(FORMATS)}"
        raise trouble("RW034", f"there is no format `{format}` of plots", "--plot", help)


def _draw(result: Result, file: str) -> None:
    from rulewright.diff.to_plot import to_plot
    from rulewright.reading.files import shown
    from rulewright.reading.overwrite import write_file

    assert result.behaviour is not None
    for spread in result.behaviour.spreads:
        format = Path(file).suffix.removeprefix(".").lower()
        write_file(Path(file), to_plot(spread, (result.old.name, result.new.name), format))
        click.echo(shown(Path(file)), err=True)


def _check_games(old: Side, new: Side) -> None:
    """Refuses rules of two different games: nothing in them has the same name for the same reason."""
    from rulewright.report.diagnostics import trouble

    names = [side.title.name.text if side.title is not None else None for side in (old, new)]
    if None not in names and names[0] != names[1]:
        message = f"`{old.name}` is the game {names[0]}, `{new.name}` is {names[1]}"
        raise trouble("RW032", message, new.name, "compare two versions of one game")


def _show_errors(result: Result) -> None:
    """Says of a side that does not check which it is, and what is wrong with it."""
    from rulewright.commands._engine import show

    for side in result.broken:
        which = "old" if side is result.old else "new"
        click.echo(f"the {which} side `{side.name}` does not check; what can be read is compared", err=True)
        show(side.report, dict(side.sources))


def _fails(result: Result, fail_on: str | None) -> bool:
    from rulewright.diff.consequences import LEVELS

    if fail_on is None or result.level is None:
        return False
    return fail_on == "any" or LEVELS.index(result.level) >= LEVELS.index(fail_on)


def _written(result: Result, output_format: str) -> str:
    match output_format:
        case "json":
            from rulewright.diff.to_json import to_json

            return to_json(result)
        case "html":
            from rulewright.diff.to_html import to_html

            return to_html(result)
        case "markdown":
            from rulewright.diff.to_markdown import to_markdown

            return to_markdown(result)
    from rulewright.diff.to_text import to_text

    return to_text(result)


def _give(text: str, output: str | None) -> None:
    if output is None:
        click.echo(text, nl=False)
        return
    from rulewright.reading.files import shown
    from rulewright.reading.overwrite import write_file

    write_file(Path(output), text)
    click.echo(shown(Path(output)))
