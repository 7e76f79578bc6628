"""`rulewright explain CODE`: what a diagnostic means, an example that gives it, and how to mend it."""

from __future__ import annotations

import click

from rulewright.commands import _complete


@click.command()
@click.argument("code", required=False, shell_complete=_complete.codes)
@click.option("--list", "listing", is_flag=True, help="List all codes with their titles.")
def command(code: str | None, listing: bool) -> None:
    """Explain the diagnostic CODE, for example RW007."""
    from rulewright.report.codes import CODES
    from rulewright.report.explain import explain

    if listing:
        for known in CODES.values():
            click.echo(f"{known.code}  {known.level:<7}  {known.title}")
    elif code is None:
        raise click.UsageError("give a code, for example `rulewright explain RW007`, or `--list`")
    else:
        click.echo(explain(code), nl=False)
