"""`rulewright matrix RULESET`: every setting of variants and options by number of players, checked and
played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.commands import _native
from rulewright.console import CLEAN, ERRORS
from rulewright.record import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import ModuleType

    from rulewright import core
    from rulewright.diff.matrix import Axis, Row, Setting


@record
class Asked:
    """How lines of the table are played: how many games each, for one number of players or all, by whom."""

    games: int
    players: int | None
    bots: tuple[str, ...]
    native: bool | None


@click.command()
@click.argument("ruleset")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="Games for each line.")
@click.option(
    "--most",
    type=click.IntRange(1),
    default=32,
    show_default=True,
    help="Up to so many settings all are tried; of more, enough that every two values come together.",
)
@click.option("--players", type=click.IntRange(1), help="Only this number of players.")
@click.option("--bots", default="random", show_default=True, help="Who plays, seat by seat.")
@_native.option
def command(ruleset: str, games: int, most: int, players: int | None, bots: str, native: bool | None) -> int:
    """Check and play RULESET with its variants and options, and compare what the games show.

    A star says that a seat wins more than its share, as far as these games tell. Exit codes: 0 all settings
    are sound, 1 some are not, 2 trouble."""
    from rulewright.commands._engine import show
    from rulewright.commands._sides import side
    from rulewright.diff.matrix import axes, settings, to_text
    from rulewright.play.bots import bot_names

    base = side(ruleset)
    if base.game is None:
        show(base.report, dict(base.sources))
        return ERRORS
    try:
        names = bot_names(bots)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--bots") from None
    there = axes(base.loaded.declarations, base.game)
    free = [axis for axis in there if axis.name not in base.ruleset.variants]
    chosen, whole = settings(free, most)
    rows = list(_rows(ruleset, free, chosen, Asked(games, players, names, native)))
    if not rows:
        raise click.BadParameter(f"{base.game.title} is not for {players} players", param_hint="--players")
    click.echo(to_text(f"{base.game.title} {base.game.version}", rows, whole, games), nl=False)
    return ERRORS if any(row.found is None or row.found.failures for row in rows) else CLEAN


def _rows(
    ruleset: str,
    axes: Sequence[Axis],
    chosen: Sequence[Setting],
    asked: Asked,
) -> Iterator[Row]:
    """The lines of the table; settings of the same variants share an engine."""
    from rulewright.diff.matrix import ON

    by_variants: dict[tuple[str, ...], list[tuple[tuple[str, str], ...]]] = {}
    for setting in chosen:
        pairs = list(zip(axes, setting, strict=True))
        variants = tuple(axis.name for axis, value in pairs if axis.is_variant and value == ON)
        options = tuple((a.name, value) for a, value in pairs if not a.is_variant and value != a.values[0])
        by_variants.setdefault(variants, []).append(options)
    for variants, some in by_variants.items():
        yield from _of_variants(ruleset, variants, list(dict.fromkeys(some)), asked)


def _of_variants(
    ruleset: str,
    variants: tuple[str, ...],
    some: Sequence[tuple[tuple[str, str], ...]],
    asked: Asked,
) -> Iterator[Row]:
    from rulewright.commands._sides import playable
    from rulewright.diff.matrix import Row
    from rulewright.pipeline import generate
    from rulewright.python import engine
    from rulewright.report.diagnostics import Report

    report = Report()
    game = playable("+".join([ruleset, *variants]), report)
    if game is None:
        codes = {found.code for found in report.errors}
        if codes != {"RW706"}:  # variants that exclude each other are no setting
            yield Row(variants, (), 0, None, reason=f"is refused: {', '.join(sorted(codes))}")
        return
    module = _native.engine_of(game, generate(game), {}, asked.native)
    try:
        there = {option.name: dict(option.values) for option in module.RULES.options}
        kept = [tuple((name, word) for name, word in each if word in there.get(name, {})) for each in some]
        for options in dict.fromkeys(kept):  # without those that a variant takes away
            yield from _played(game, module, (variants, options), asked)
    finally:
        engine.unload(module)


def _played(
    game: core.Game,
    module: ModuleType,
    setting: tuple[tuple[str, ...], tuple[tuple[str, str], ...]],
    asked: Asked,
) -> Iterator[Row]:
    """A line for each number of players."""
    from rulewright.diff.matrix import Row, unused
    from rulewright.play.simulate import simulate
    from rulewright.play.tally import Plan

    variants, options = setting
    for players in range(game.low, game.high + 1):
        if asked.players in (None, players):
            made = Plan(players, asked.games, asked.bots, options=options)
            rules, native = module.RULES, _native.part(module)
            found = simulate(rules, made, reactions=rules.reactions, native=native)
            yield Row(variants, options, players, found, unused(module.RULES, found))
