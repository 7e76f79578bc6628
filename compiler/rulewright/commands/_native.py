"""What commands share that play: the native engine of a ruleset, where it was built, or is asked for."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rulewright.commands._engine import Built

option = click.option(
    "--native/--no-native",
    default=None,
    help="Play in C, which is built if need be; when not said, in C where it was built.",
)


def module_path(built: Built, native: bool | None) -> Path | None:
    """The native module of an engine: built where it is asked for, else one that is kept. Shows what is over
    a limit of the native form. Raises UserError."""
    if native is False:
        return None
    from rulewright.native import engines

    there = engines.present(built.files)
    if there is not None or not native:
        return there
    text, found = engines.text_of(built.game, built.files)
    if text is None:
        from rulewright.commands._engine import show
        from rulewright.report.diagnostics import Report

        report = Report()
        report.extend([found] if found is not None else [])
        show(report, built.sources)
        return None
    folder = engines.kept(built.files)
    if folder is None:
        raise click.ClickException("there is no folder to keep the native engine in: set XDG_CACHE_HOME")
    return engines.made(text, built.files, folder)


def loaded(built: Built, native: bool | None) -> ModuleType:
    """A ruleset's engine, with its native part where there is one."""
    from rulewright.python import engine

    path = module_path(built, native)
    if path is None:
        return engine.load(built.files, built.game.slug)
    from rulewright.native import engines

    return engines.load(built.files, built.game.slug, path)


def perft(module: ModuleType, game: Any, depth: int) -> int:
    """The number of move sequences from where a game stands, found in C where there is a native engine."""
    from rulewright.play.perft import perft

    part = module.__dict__.get("native")
    return int(part.perft_of(game, depth)) if part is not None else perft(game.rules, game.state, depth)
