"""What commands that play share: a ruleset by its name, checked and generated, or its mistakes shown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright import console
from rulewright.reading.files import RulesetPath, find_ruleset
from rulewright.record import record
from rulewright.report.diagnostics import Report

if TYPE_CHECKING:
    from rulewright import core
    from rulewright.loading.settings import Setting
    from rulewright.reading.reader import Reader
    from rulewright.report.render import Sources


@record
class Built:
    """A checked game and its engine as texts."""

    ruleset: RulesetPath
    game: core.Game
    files: dict[str, str]


def built(
    ruleset: RulesetPath,
    changes: Sequence[Setting] = (),
    sources: Sources | None = None,
    reader: Reader | None = None,
    quiet: bool = False,
) -> Built | None:
    """Checks a ruleset with some changes and generates its engine; shows its mistakes and gives None.

    `sources` holds texts that are no files, `reader` reads them; `quiet` keeps warnings to itself.
    """
    from rulewright import pipeline

    report = Report()
    game = pipeline.check(ruleset, report, tuple(changes), reader)
    failed = game is None or report.has_errors
    if failed or not quiet:
        show(report, sources or {})
    if game is None or failed:
        return None
    return Built(ruleset, game, pipeline.generate(game))


def show(report: Report, sources: Sources) -> None:
    """Shows a report on the error stream, so that what a command prints stays clean."""
    import contextlib
    import sys

    with contextlib.redirect_stdout(sys.stderr):
        console.emit(report, sources)


def ruleset_named(name: str) -> RulesetPath:
    """Finds a ruleset from the working folder."""
    return find_ruleset(name, Path.cwd())
