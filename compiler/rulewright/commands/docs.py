"""`rulewright docs`: the rulebook of a ruleset as a page, with pictures and a player aid."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.commands import _complete
from rulewright.console import CLEAN, ERRORS

if TYPE_CHECKING:
    from types import ModuleType

    from rulewright.booklet.looks import Painted, Shown
    from rulewright.commands._engine import Built
    from rulewright.loading.load import Loaded
    from rulewright.python.runtime import Game
    from rulewright.reading.files import RulesetPath


@click.command()
@click.argument("ruleset", shell_complete=_complete.rulesets)
@click.option("-o", "--output", metavar="FILE", help="The file to write; NAME.html if left out.")
@click.option("--lang", help="The language of what the page says, as far as the rules have it.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the rules.")
@click.option("--unproved", is_flag=True, help="Take also what is not proved to stop.")
def command(
    ruleset: str, output: str | None, lang: str | None, options: tuple[str, ...], unproved: bool
) -> int:
    """Write the rulebook of RULESET as one page of HTML, which needs nothing beside itself.

    RULESET may have variants with it (`orchard+rainy`). Nothing is written where a rule is wrong, or an
    example does not hold. The player aid is printed on a page of its own."""
    from rulewright.commands._engine import ruleset_named, sized
    from rulewright.reading.files import shown
    from rulewright.reading.overwrite import write_file

    place, chosen = sized(ruleset_named(ruleset), options)
    text = _page(place, chosen, lang, unproved)
    if text is None:
        return ERRORS
    path = Path(output or f"{'+'.join([place.name, *place.variants])}.html")
    write_file(path, text)
    click.echo(shown(path))
    return CLEAN


def _page(place: RulesetPath, chosen: dict[str, str], lang: str | None, unproved: bool) -> str | None:
    """The text of the page; None where the rules have mistakes, which are shown."""
    from rulewright import pipeline
    from rulewright.commands._engine import Built, heeded, show
    from rulewright.loading.load import load
    from rulewright.python import engine
    from rulewright.report.diagnostics import Report

    report = Report()
    loaded = load(place, report)
    game = pipeline.check_to_play(loaded, place, report, unproved=unproved)
    if game is None or report.has_errors:
        show(report, loaded.sources)
        return None
    built = Built(place, game, pipeline.generate(game, examples=True), loaded.sources)
    module = engine.load(built.files, game.slug)
    try:
        with heeded(built, module):
            return _drawn(built, loaded, module, chosen, lang)
    finally:
        engine.unload(module)


def _drawn(
    built: Built, loaded: Loaded, module: ModuleType, chosen: dict[str, str], lang: str | None
) -> str | None:
    from rulewright import pipeline
    from rulewright.booklet.looks import Painted
    from rulewright.booklet.spoken import Speech
    from rulewright.booklet.to_page import Book, to_page
    from rulewright.commands._saves import check_language
    from rulewright.report.diagnostics import Report

    check_language(module, lang)
    game, place = built.game, built.ruleset
    say = Speech(game, lang)
    painted = Painted(game, module, say)
    starts = _starts(game.low, game.high, painted, chosen)
    shown = _examples(built, painted)
    if shown is None:
        return None
    declarations = pipeline.read(loaded, place, Report()).declarations
    name = "+".join([place.name, *place.variants])
    texts = (loaded.sources, loaded.library, declarations, loaded.rulebook)
    book = Book(game, name, place.variants, *texts, starts, shown)
    return to_page(book, painted, say)


def _starts(low: int, high: int, painted: Painted, chosen: dict[str, str]) -> list[Game]:
    try:
        return [painted.started(players, chosen) for players in range(low, high + 1)]
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _examples(built: Built, painted: Painted) -> Sequence[Shown] | None:
    """Where the examples lead to; None where one does not hold, which is shown."""
    from rulewright.checks.examples import Failure
    from rulewright.commands._engine import show
    from rulewright.report.diagnostics import Report

    try:
        return list(painted.examples())
    except Failure as failure:
        report = Report()
        report.add(failure.code, failure.message, failure.span, failure.help)
        show(report, built.sources)
        return None
