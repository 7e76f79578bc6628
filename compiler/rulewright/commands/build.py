"""`rulewright build`: engines from rulesets; nothing is written when anything fails."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.commands import _complete, _watch


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
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@_watch.option
def command(
    rulesets: tuple[str, ...],
    out: Path,
    only_check: bool,
    show_diff: bool,
    options: tuple[str, ...],
    unproved: bool,
    strict: bool,
    watch: bool,
) -> int:
    """Build RULESETS: names, `game+variant`, folders or files; all below rulesets/ when none is given."""
    asked = rulesets or ("rulesets",)

    def run() -> int:
        return _build(asked, out, only_check, show_diff, options, unproved, strict)

    return _watch.watched(asked, run) if watch else run()


def _build(
    asked_for: tuple[str, ...],
    out: Path,
    only_check: bool,
    show_diff: bool,
    options: tuple[str, ...],
    unproved: bool,
    strict: bool,
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
                engines[out / pipeline.slug(ruleset)] = pipeline.generate(game)
                notes[out / pipeline.slug(ruleset)] = said_unproved(game)
    code = console.emit(report, sources, "full", strict) or (console.ERRORS if broken else console.CLEAN)
    if code:
        click.echo(f"nothing was {'compared' if only_check or show_diff else 'built'}: {', '.join(broken)}")
        return code
    if only_check or show_diff:
        return _compare(engines, diff_folder, show_diff)
    for path, files in engines.items():
        write_folder(path, files)
        click.echo(f"built {path.as_posix()}{notes[path] and ', '}{notes[path]}")
    return console.CLEAN


def _compare(engines: dict[Path, dict[str, str]], diff_folder: object, show_diff: bool) -> int:
    """Says which engines are not fresh, or shows how they differ."""
    stale = 0
    for path, files in engines.items():
        assert callable(diff_folder)
        differences = diff_folder(path, files)
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
