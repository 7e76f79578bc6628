"""`rulewright snapshot RULESET`: keep the rules as they are now in one file, to be compared with later."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.console import CLEAN, ERRORS


@click.command()
@click.argument("ruleset")
@click.option(
    "-o", "--output", metavar="FILE", help="The file to write; NAME-VERSION.snapshot.json if left out."
)
def command(ruleset: str, output: str | None) -> int:
    """Keep all texts of RULESET in one file, which `rulewright diff` takes as a side.

    RULESET may have variants with it (`orchard+rainy`), and may be of a revision of git.
    """
    from rulewright.commands._engine import show
    from rulewright.commands._sides import pack, side
    from rulewright.diff.snapshot import written
    from rulewright.reading.files import shown
    from rulewright.reading.overwrite import write_file

    found = side(ruleset)
    if found.game is None:
        show(found.report, dict(found.sources))
        return ERRORS
    version = found.game.version
    path = Path(output or f"{found.ruleset.name}-{version}.snapshot.json")
    write_file(path, written(pack(ruleset), version))
    click.echo(f"{shown(path)}: {found.game.title} {version}")
    return CLEAN
