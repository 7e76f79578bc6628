"""`rulewright coverage`: clauses of the rulebook cited, waived and open, and rules that cite nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.commands import _complete

if TYPE_CHECKING:
    from rulewright import core
    from rulewright.checks.coverage import Coverage
    from rulewright.loading.load import Loaded
    from rulewright.reading.files import RulesetPath


@click.command()
@click.argument("ruleset", shell_complete=_complete.rulesets)
@click.option(
    "--witness", is_flag=True, help="Take out what cites each clause and see whether anything notices."
)
@click.option("--games", default=20, show_default=True, help="Random games a clause for --witness.")
@click.option("--verbose", "-v", is_flag=True, help="List every clause with its places.")
def command(ruleset: str, witness: bool, games: int, verbose: bool) -> int:
    """Show how RULESET covers its rulebook."""
    from rulewright import console, pipeline
    from rulewright.checks.coverage import coverage
    from rulewright.loading.load import load
    from rulewright.reading.files import find_ruleset
    from rulewright.report.diagnostics import Report

    found, report = find_ruleset(ruleset, Path.cwd()), Report()
    loaded = load(found, report)
    game = pipeline.check_to_play(loaded, found, report)
    if game is None:
        return console.emit(report, loaded.sources)
    result = coverage(game)
    _print(result, verbose)
    missed = _print_witnesses(result, loaded, found, game, games, verbose) if witness else 0
    return 1 if result.open or missed * 20 > len(result.cited) else 0


def _print(result: Coverage, verbose: bool) -> None:
    total = len(result.clauses)
    click.echo(
        f"{total} clauses: {len(result.cited)} cited, {len(result.waived)} waived, {len(result.open)} open "
        f"({result.percent:.1f} % covered)"
    )
    if verbose:
        for clause, spans in result.cited.items():
            click.echo(f"  {clause:<8} cited at {', '.join(f'{s.path}:{s.line}' for s in spans)}")
    for clause, reason in result.waived.items():
        click.echo(f"  {clause:<8} waived: {reason}")
    for clause in result.open:
        click.echo(f"  {clause:<8} open: {result.clauses[clause]}")
    if result.uncited:
        click.echo(f"{len(result.uncited)} rules cite nothing:")
        for label, span in result.uncited:
            click.echo(f"  {label} ({span.path}:{span.line})")
    if result.reconstructed:
        click.echo("tables that are reconstructed, not the published ones:")
        for table, why in result.reconstructed.items():
            click.echo(f"  {table}: {why}")


def _print_witnesses(
    result: Coverage, loaded: Loaded, ruleset: RulesetPath, game: core.Game, games: int, verbose: bool
) -> int:
    """Shows the clauses that nothing notices (with `verbose`, also what notices the others), gives their
    number."""
    from rulewright.checks.witness import witnesses

    counts: dict[str, int] = {}
    missed = []
    for one in witnesses(loaded, ruleset, game, list(result.cited), games):
        counts[one.sort] = counts.get(one.sort, 0) + 1
        if verbose:
            click.echo(f"  {one.clause:<8} {one.sort}: {one.text}")
        if one.sort == "nothing":
            missed.append(one.clause)
    earned = 100 * (len(result.cited) - len(missed)) / max(1, len(result.cited))
    told = ", ".join(f"{n} by {sort}" for sort, n in sorted(counts.items()))
    click.echo(f"witnesses: {told}; {earned:.1f} % earned")
    for clause in missed:
        click.echo(f"  {clause:<8} nothing notices: {result.clauses[clause]}")
    return len(missed)
