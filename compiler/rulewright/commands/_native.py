"""What commands share that play: the native engine of a ruleset, where it was built, or is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rulewright import core
    from rulewright.commands._engine import Built
    from rulewright.report.render import Sources

option = click.option(
    "--native/--no-native",
    default=None,
    help="Play in C, which is built if need be; when not said, in C where it was built.",
)


def module_path(
    game: core.Game, files: Mapping[str, str], sources: Sources, native: bool | None
) -> Path | None:
    """The native module of an engine: built where it is asked for, else one that is kept. Shows what is over
    a limit of the native form. Raises UserError."""
    if native is False:
        return None
    from rulewright.native import engines

    there = engines.present(files)
    if there is not None or not native:
        return there
    text, found = engines.text_of(game, files)
    if text is None:
        from rulewright.commands._engine import show
        from rulewright.report.diagnostics import Report

        report = Report()
        report.extend([found] if found is not None else [])
        show(report, sources)
        return None
    folder = engines.kept(files)
    if folder is None:
        raise click.ClickException("there is no folder to keep the native engine in: set XDG_CACHE_HOME")
    return engines.made(text, files, folder)


def loaded(built: Built, native: bool | None) -> ModuleType:
    """A ruleset's engine, with its native part where there is one."""
    return engine_of(built.game, built.files, built.sources, native)


def engine_of(game: core.Game, files: Mapping[str, str], sources: Sources, native: bool | None) -> ModuleType:
    """An engine in memory, with its native part where there is one. One that is kept but cannot be imported,
    since it was built for another Python, say, is none."""
    from rulewright.python import engine

    path = module_path(game, files, sources, native)
    if path is not None:
        from rulewright.native import engines

        try:
            return engines.load(files, game.slug, path)
        except ImportError as error:
            if native:
                raise click.ClickException(f"the native engine cannot be imported: {error}") from error
    return engine.load(files, game.slug)


def part(module: ModuleType) -> Any:
    """What plays an engine's games in C, if it has a native part."""
    found = module.__dict__.get("native")
    return None if found is None else found.ENGINE


def perft(module: ModuleType, game: Any, depth: int) -> int:
    """The number of move sequences from where a game stands, found in C where there is a native engine."""
    from rulewright.play.perft import perft

    native = part(module)
    return perft(game.rules, game.state, depth) if native is None else int(native.perft_of(game, depth))
