"""What commands that play share: a ruleset by its name, checked and generated, or its mistakes shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import click

from rulewright import console
from rulewright.reading.files import RulesetPath, find_ruleset
from rulewright.record import record
from rulewright.report.diagnostics import Report

if TYPE_CHECKING:
    from rulewright import core
    from rulewright.loading.settings import Setting
    from rulewright.reading.reader import Reader
    from rulewright.report.render import Sources


UNPROVED = "takes rules that are not proved to stop, and ends a game that does not"


@record
class Built:
    """A checked game, its engine as texts, and the texts that it was made of."""

    ruleset: RulesetPath
    game: core.Game
    files: dict[str, str]
    sources: Sources


def built(
    ruleset: RulesetPath,
    changes: Sequence[Setting] = (),
    sources: Sources | None = None,
    reader: Reader | None = None,
    quiet: bool = False,
    unproved: bool = False,
) -> Built | None:
    """Checks a ruleset with some changes and generates its engine; shows its mistakes and gives None.

    `sources` holds texts that are no files, `reader` reads them; `quiet` keeps warnings to itself. `unproved`
    lets rules through that are not proved to stop, as those are of which a variant says it.
    """
    from rulewright import pipeline
    from rulewright.loading.load import load

    report = Report()
    loaded = load(ruleset, report, reader)
    with console.patient(f"checking {ruleset.name}"):
        game = pipeline.check_to_play(loaded, ruleset, report, tuple(changes), unproved)
    failed = game is None or report.has_errors
    texts = {**loaded.sources, **(sources or {})}
    if failed or not quiet:
        show(report, texts)
        _hint(report, unproved)
    if game is None or failed:
        return None
    with console.patient(f"making the engine of {ruleset.name}"):
        return Built(ruleset, game, pipeline.generate(game), texts)


def _hint(report: Report, unproved: bool) -> None:
    """Says how rules can be played of which nothing else is wrong than that they are not proved to stop."""
    from rulewright import pipeline

    if not unproved and pipeline.is_unproved_only(report):
        click.echo(f"`--unproved` {UNPROVED}", err=True)


def said_unproved(game: core.Game) -> str:
    """What is known of a game that was built though it is not proved to stop; empty for all others."""
    if game.unproved is None:
        return ""
    codes = " and ".join(game.unproved.codes)
    return f"not proved to stop ({codes}): more than {game.unproved.most:,} reactions in a turn end the game"


@contextmanager
def heeded(built: Built, engine: ModuleType) -> Iterator[None]:
    """Where the rules stop a game in here, their fault is shown and the command ends with ERRORS."""
    try:
        yield
    except engine.RuleError as error:
        show_fault(built, error)
        raise click.exceptions.Exit(console.ERRORS) from None


def show_fault(built: Built, error: Exception) -> None:
    """Shows where in their text the rules stopped a game."""
    from rulewright.play.faults import fault

    report = Report()
    report.extend([fault(error, built.game.path, built.sources)])
    show(report, built.sources)


def sized(ruleset: RulesetPath, options: Sequence[str]) -> tuple[RulesetPath, dict[str, str]]:
    """The ruleset with those `name=value` that a build fixes, and the others, for when a game starts."""
    from rulewright import pipeline

    chosen: dict[str, str] = {}
    for text in options:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not (value.isidentifier() or value.isdecimal()):
            raise click.BadParameter(f"`{text}`: write name=value", param_hint="--option")
        if chosen.setdefault(name, value) != value:
            message = f"`{name}` is said to be `{chosen[name]}` and `{value}`: say one of them"
            raise click.BadParameter(message, param_hint="--option")
    return pipeline.sized(ruleset, chosen) if chosen else (ruleset, chosen)


def fixed(ruleset: RulesetPath, options: Sequence[str]) -> RulesetPath:
    """The ruleset with what a build fixes, for a command that starts no game: nothing else can be chosen."""
    found, others = sized(ruleset, options)
    for name in others:
        message = f"no board of {ruleset.name} is built from `{name}`: it is chosen when a game starts"
        raise click.BadParameter(message, param_hint="--option")
    return found


def show(report: Report, sources: Sources) -> None:
    """Shows a report on the error stream, so that what a command prints stays clean."""
    import contextlib
    import sys

    with contextlib.redirect_stdout(sys.stderr):
        console.emit(report, sources)


def ruleset_named(name: str) -> RulesetPath:
    """Finds a ruleset from the working folder."""
    return find_ruleset(name, Path.cwd())
