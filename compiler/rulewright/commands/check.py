"""`rulewright check`: rulesets, their variants and their examples, with all mistakes in one run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.commands import _complete, _watch
from rulewright.console import Format

if TYPE_CHECKING:
    from rulewright.loading.load import Loaded
    from rulewright.pipeline import Checked
    from rulewright.reading.files import RulesetPath
    from rulewright.report.diagnostics import Report


@click.command()
@click.argument("rulesets", nargs=-1, shell_complete=_complete.rulesets)
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--examples/--no-examples", default=True, help="Play the rulesets' examples too (the default).")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option that a board is built from: size=5.",
)
@click.option("--explain", is_flag=True, help="Say also what was proved, and how.")
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["full", "concise", "json", "sarif", "github"]),
    default="full",
    help="full and concise for people; json for programs, sarif for code scanning, github for workflows.",
)
@_watch.option
def command(
    rulesets: tuple[str, ...],
    strict: bool,
    examples: bool,
    options: tuple[str, ...],
    explain: bool,
    output_format: Format,
    watch: bool,
) -> int:
    """Check RULESETS: names, folders or .rules files; all below rulesets/ when none is given."""
    asked = rulesets or ("rulesets",)

    def run() -> int:
        return _check(asked, strict, examples, options, explain, output_format)

    return _watch.watched(asked, run) if watch else run()


def _check(
    asked_for: tuple[str, ...],
    strict: bool,
    examples: bool,
    options: tuple[str, ...],
    explain: bool,
    output_format: Format,
) -> int:
    """Checks all, shows what was found, gives the exit code."""
    import gc

    from rulewright import console, pipeline
    from rulewright.commands._engine import fixed
    from rulewright.reading.files import find_rulesets
    from rulewright.report.diagnostics import Report, UserError

    gc.disable()  # a compile makes many objects and hardly any garbage
    report, sources, said, trouble = Report(), {}, [], False
    for asked in asked_for:
        try:
            rulesets = find_rulesets(asked, Path.cwd())
        except UserError as error:
            if output_format == "full":
                raise
            report.extend([error.diagnostic])  # for programs it is a finding as others are
            trouble = True
            continue
        for found in rulesets:
            ruleset, one = fixed(found, options), Report()
            with console.patient(f"checking {found.name}"):
                checked = pipeline.check_all(ruleset, one, examples)
            report.extend(one)
            sources.update(checked.loaded.sources)
            said.append(_said(ruleset, one, checked, examples) + _beside(ruleset, one))
            if explain:
                said += [f"    {line}" for line in (*checked.orders, *_cascades(ruleset, checked.loaded))]
    code = console.emit(report, sources, output_format, strict)
    if output_format == "full":
        for line in said:
            click.echo(line)
    return console.TROUBLE if trouble else code


def _cascades(ruleset: RulesetPath, loaded: Loaded) -> list[str]:
    """What is found of each cascade, be the ruleset refused for it or not."""
    from rulewright import pipeline
    from rulewright.report.diagnostics import Report

    game = pipeline.meant(loaded, ruleset, Report())
    if game is None:
        return []
    from rulewright.cascades.explained import explained

    return explained(game)


def _beside(ruleset: object, report: object) -> str:
    """Names the files with errors when the ruleset's own is none of them: one beside it is to be mended."""
    from rulewright.reading.files import RulesetPath, shown
    from rulewright.report.diagnostics import Report

    assert isinstance(ruleset, RulesetPath)
    assert isinstance(report, Report)
    files = list(dict.fromkeys(found.span.path for found in report.errors))
    return f", in {', '.join(files)}" if files and shown(ruleset.file) not in files else ""


def _said(ruleset: RulesetPath, report: Report, checked: Checked, examples: bool) -> str:
    """One line of what was found: `hex+swap: no errors, 2 examples hold`."""
    from dataclasses import replace

    from rulewright import pipeline
    from rulewright.report.render import summary

    name = "+".join((pipeline.slug(replace(ruleset, variants=())), *ruleset.variants))
    codes = () if report.has_errors else pipeline.refused_as_said(checked.loaded, ruleset)
    if codes:
        return f"{name}: refused with {' and '.join(dict.fromkeys(codes))}, as its variant says"
    played = ""
    if examples and checked.game and checked.game.examples:
        number = len(checked.game.examples)
        played = ", 1 example holds" if number == 1 else f", {checked.examples} examples hold"
        if checked.examples < number:
            played = f", {checked.examples} of {number} examples hold"
    return f"{name}: {summary(report.sorted())}{played}"
