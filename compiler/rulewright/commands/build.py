"""`rulewright build`: engines from rulesets; nothing is written when anything fails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.commands import _complete, _watch
from rulewright.native import OWN

if TYPE_CHECKING:
    from rulewright import core
    from rulewright.native.to_c import Text
    from rulewright.report.diagnostics import Diagnostic


@click.command()
@click.argument("rulesets", nargs=-1, shell_complete=_complete.rulesets)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("generated"),
    show_default=True,
    help="The folder that engines are written below.",
)
@click.option("--check", "only_check", is_flag=True, help="Write nothing; fail when an engine is not fresh.")
@click.option("--diff", "show_diff", is_flag=True, help="Write nothing; show what would change.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option that a board is built from: size=5.",
)
@click.option(
    "--unproved", is_flag=True, help="Build also what is not proved to stop (RW310, RW311), with a budget."
)
@click.option("--native", is_flag=True, help="Build also the engine in C, where there is a C compiler.")
@click.option("--explain", is_flag=True, help="Say how the engine in C holds each zone and memory.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@_watch.option
def command(
    rulesets: tuple[str, ...],
    out: Path,
    only_check: bool,
    show_diff: bool,
    options: tuple[str, ...],
    unproved: bool,
    native: bool,
    explain: bool,
    strict: bool,
    watch: bool,
) -> int:
    """Build RULESETS: names, `game+variant`, folders or files; all below rulesets/ when none is given."""
    asked = rulesets or ("rulesets",)
    natively = Natively(native and not (only_check or show_diff), explain)

    def run() -> int:
        return _build(asked, out, only_check, show_diff, options, unproved, strict, natively)

    return _watch.watched(asked, run) if watch else run()


@dataclass(slots=True)
class Natively:
    """What `--native` builds and `--explain` says, by the folder of an engine."""

    wanted: bool
    explain: bool
    games: dict[Path, core.Game] = field(default_factory=dict)
    made: dict[Path, Text] = field(default_factory=dict)

    def add(self, path: Path, game: core.Game) -> None:
        """Remembers a game."""
        if self.wanted or self.explain:
            self.games[path] = game

    def texts(self, engines: Mapping[Path, Mapping[str, str]]) -> Iterator[Diagnostic]:
        """Writes the C texts; gives what is over a limit of the native form."""
        if self.games:
            from rulewright.native.engines import text_of

            for path, game in self.games.items():
                text, found = text_of(game, engines[path])
                if text is not None:
                    self.made[path] = text
                if found is not None:
                    yield found

    def files(self, path: Path) -> dict[str, str]:
        """The files beside an engine."""
        if not self.wanted or path not in self.made:
            return {}
        from rulewright.native.engines import SOURCE, face

        return {**face(), SOURCE: self.made[path].text}

    def build(self, path: Path, files: Mapping[str, str]) -> None:
        """Builds the module, and says how it holds everything. Raises UserError."""
        text = self.made.get(path)
        if text is None:
            return
        if self.wanted:
            from rulewright.native.engines import made

            click.echo(f"built {made(text, files, path).as_posix()}")
        if self.explain:
            from rulewright.native.explain import explained

            click.echo(explained(text.native))


def _build(
    asked_for: tuple[str, ...],
    out: Path,
    only_check: bool,
    show_diff: bool,
    options: tuple[str, ...],
    unproved: bool,
    strict: bool,
    natively: Natively,
) -> int:
    """Builds all, or compares them with what is there; gives the exit code."""
    import gc

    from rulewright import console, pipeline
    from rulewright.commands._engine import UNPROVED, fixed, said_unproved
    from rulewright.loading.load import load
    from rulewright.reading.files import find_rulesets
    from rulewright.reading.folders import diff_folder, write_folder
    from rulewright.report.diagnostics import Report
    from rulewright.report.render import summary

    gc.disable()  # a compile makes many objects and hardly any garbage
    report, sources, engines, broken = Report(), {}, {}, []
    notes: dict[Path, str] = {}
    for asked in asked_for:
        for found in find_rulesets(asked, Path.cwd()):
            ruleset, one = fixed(found, options), Report()
            loaded = load(ruleset, one)
            check = pipeline.check_unproved if unproved else pipeline.check_loaded
            game = check(loaded, ruleset, one)
            report.extend(one)
            if console.exit_code(one, strict):
                hint = f"; `--unproved` {UNPROVED}" if pipeline.is_unproved_only(one) else ""
                broken.append(f"{pipeline.slug(ruleset)} has {summary(one.sorted())}{hint}")
            elif game is None:
                said = "is refused, as its variant says"
                broken.append(f"{pipeline.slug(ruleset)} {said}; `--unproved` {UNPROVED}")
            sources.update(loaded.sources)
            if game is not None:
                natively.add(out / pipeline.slug(ruleset), game)
                engines[out / pipeline.slug(ruleset)] = pipeline.generate(game)
                notes[out / pipeline.slug(ruleset)] = said_unproved(game)
    report.extend(natively.texts(engines))
    code = console.emit(report, sources, "full", strict) or (console.ERRORS if broken else console.CLEAN)
    if code:
        click.echo(f"nothing was {'compared' if only_check or show_diff else 'built'}: {', '.join(broken)}")
        return code
    if only_check or show_diff:
        return _compare(engines, diff_folder, show_diff)
    for path, files in engines.items():
        write_folder(path, {**files, **natively.files(path)})
        click.echo(f"built {path.as_posix()}{notes[path] and ', '}{notes[path]}")
        natively.build(path, files)
    return console.CLEAN


def _compare(engines: dict[Path, dict[str, str]], diff_folder: object, show_diff: bool) -> int:
    """Says which engines are not fresh, or shows how they differ."""
    stale = 0
    for path, files in engines.items():
        assert callable(diff_folder)
        differences = diff_folder(path, files, OWN)
        if differences:
            stale = 1
            click.echo(
                "\n".join(differences)
                if show_diff
                else f"{path.as_posix()} is not fresh: run `rulewright build`"
            )
        else:
            click.echo(f"{path.as_posix()} is fresh")
    return stale
