"""`rulewright migrate OLD NEW SAVES...`: saved games under new rules, as far as they come to the same."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.console import CLEAN, ERRORS

if TYPE_CHECKING:
    from rulewright.diff.migrate import Outcome
    from rulewright.diff.transfer import Transfer
    from rulewright.diff.versions import Pair


@click.command()
@click.argument("old")
@click.argument("new")
@click.argument("saves", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=Path("migrated"),
    show_default=True,
    help="The folder for saves of the new rules.",
)
def command(old: str, new: str, saves: tuple[Path, ...], output: Path) -> int:
    """Bring SAVES of games under the rules OLD to the rules NEW.

    A save whose moves lead to the same position is written to a folder, and so is one whose position can be
    taken over place by place; the others are named with the reason, and can go on under the rules that they
    hold. No file that is there is changed.

    Exit codes: 0 all saves can go on under the new rules, 1 some cannot, 2 trouble.
    """
    from rulewright.commands._sides import pack
    from rulewright.diff.migrate import KEPT, migrated

    both = _both(old, new)
    if both is None:
        return ERRORS
    pair, transfer = both
    rules, counts, taken_over = pack(new), dict[str, int](), False
    for path in saves:
        found = migrated(_text(path), str(path), pair, rules, transfer)
        found = _written(found, path, output)
        counts[found.status] = counts.get(found.status, 0) + 1
        taken_over = taken_over or found.taken_over
        click.echo(f"{found.status:10} {path}: {found.reason}")
    for line in transfer.said() if taken_over else ():
        click.echo(f"positions: {line}")
    click.echo(", ".join(f"{number} {status}" for status, number in counts.items()))
    return CLEAN if set(counts) <= set(KEPT) else ERRORS


def _text(path: Path) -> str:
    """The text of a save; empty where there is none, which is then no whole save."""
    from rulewright.reading.files import must_read
    from rulewright.report.diagnostics import UserError

    try:
        return must_read(path).text
    except UserError:
        return ""


def _written(found: Outcome, path: Path, output: Path) -> Outcome:
    """Writes a save of the new rules in one step; one that is there is left alone."""
    from rulewright.diff.migrate import Outcome
    from rulewright.reading.overwrite import write_file

    if found.text is None:
        return found
    target = output / path.name
    if target.exists():
        same = target.read_bytes() == found.text.encode("utf-8")
        return found if same else Outcome("kept", None, f"`{target}` is there and holds something else")
    write_file(target, found.text)
    return found


def _both(old: str, new: str) -> tuple[Pair, Transfer] | None:
    """Both rules as engines, and how positions are taken over; None where one of them cannot be played, which
    is shown."""
    from rulewright.commands._engine import show
    from rulewright.commands._sides import playable, side
    from rulewright.diff.behaviour import paired
    from rulewright.diff.transfer import Transfer, rule
    from rulewright.pipeline import generate
    from rulewright.python import engine
    from rulewright.report.diagnostics import Report

    sides, games, engines = (side(old), side(new)), [], []
    for each in sides:
        report = Report()
        game = playable(each.name, report)
        if game is None:
            click.echo(f"`{each.name}` cannot be played", err=True)
            show(report, dict(each.sources))
            return None
        games.append(game)
        engines.append(engine.load(generate(game), game.slug))
    pair = paired(engines[0], engines[1], sides, ())
    before, after = (rule(*each) for each in zip(games, engines, strict=True))
    return pair, Transfer(before, after, pair.old.renamed)
