"""`rulewright new NAME`: a small ruleset that checks, builds and plays at once."""

from __future__ import annotations

import os
from pathlib import Path

import click


@click.command()
@click.argument("name")
@click.option(
    "--dir", "folder", default="rulesets", show_default=True, metavar="DIR", help="Where its folder goes."
)
def command(name: str, folder: str) -> None:
    """Write a small ruleset NAME to start from: rules, a table of cards, a rulebook."""
    from rulewright.play.new import new
    from rulewright.reading.files import shown
    from rulewright.reading.folders import write_folder
    from rulewright.report.diagnostics import trouble

    files = new(name)
    path = Path(folder, name)
    if os.path.lexists(path):
        raise trouble("RW014", f"`{shown(path)}` is already there", shown(path), "choose another name")
    write_folder(path, files)
    click.echo(f"wrote {shown(path)}: {', '.join(sorted(files))}")
    target = name if Path(folder) == Path("rulesets") else shown(path)
    for verb in ("check", "build", "play"):
        click.echo(f"  rulewright {verb} {target}")
