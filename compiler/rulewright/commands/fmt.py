"""`rulewright fmt`: rules in the one style; nothing is written when anything fails."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.commands import _complete

if TYPE_CHECKING:
    from rulewright.reading.overwrite import Change
    from rulewright.reading.source import Source

STDIN = "<stdin>"


@click.command()
@click.argument("paths", nargs=-1, shell_complete=_complete.rulesets)
@click.option("--check", "only_check", is_flag=True, help="Write nothing; list the files that would change.")
@click.option("--diff", "show_diff", is_flag=True, help="Write nothing; show what would change.")
def command(paths: tuple[str, ...], only_check: bool, show_diff: bool) -> int:
    """Bring PATHS into the style: .rules files, folders, names of rulesets; all below rulesets/ when none is
    given. A dash reads standard input and prints the result.

    Only white space changes. A file that does not parse is reported, as check does. With --check and --diff
    the exit code is 1 when a file would change.
    """
    import gc

    from rulewright import console
    from rulewright.reading.overwrite import overwrite
    from rulewright.report.diagnostics import Report

    if "-" in paths and len(paths) > 1:
        raise click.UsageError("`-` reads standard input: it stands alone")
    gc.disable()  # parsing makes many objects and hardly any garbage
    piped, report = paths == ("-",), Report()
    sources, changes = _formatted(paths, report)
    if report.has_errors:
        return _refused(report, sources, piped)
    changed = [change for change in changes if change.before != change.after]
    if only_check or show_diff:
        for change in changed:
            _tell(change, show_diff)
        if not changed and not show_diff and not piped:
            click.echo(_in_style(len(changes)))
        return console.ERRORS if changed else console.CLEAN
    if piped:
        click.echo(changes[0].after, nl=False)
        return console.CLEAN
    overwrite(changed)
    for change in changed:
        click.echo(f"formatted {_name(change.path)}")
    if not changed:
        click.echo(_in_style(len(changes)))
    return console.CLEAN


def _formatted(paths: tuple[str, ...], report: object) -> tuple[dict[str, Source], list[Change]]:
    """Reads and formats all files; gives their texts for messages, and what they become."""
    from rulewright.formatting.encoded import encoded
    from rulewright.formatting.formatted import formatted
    from rulewright.reading.files import text_of
    from rulewright.reading.overwrite import Change
    from rulewright.report.diagnostics import Report, UserError

    assert isinstance(report, Report)
    sources: dict[str, Source] = {}
    changes: list[Change] = []
    for path in _asked(paths):
        try:
            data = _read(path)
            source = text_of(data, _name(path))
        except UserError as error:
            report.extend([error.diagnostic])
            continue
        sources[source.path], one = source, Report()
        text = formatted(source, one)
        report.extend(one)
        if text is not None:
            changes.append(Change(path, data, encoded(text, data)))
    return sources, changes


def _asked(paths: tuple[str, ...]) -> list[Path]:
    """Gives the files that are meant, each once."""
    from rulewright.reading.files import rules_files

    if paths == ("-",):
        return [Path(STDIN)]
    found: dict[Path, Path] = {}
    for asked in paths or ("rulesets",):
        for path in rules_files(asked, Path.cwd()):
            found.setdefault(path.resolve(), path)
    return list(found.values())


def _read(path: Path) -> bytes:
    from rulewright.reading.files import MAX_BYTES, must_read_bytes

    return sys.stdin.buffer.read(MAX_BYTES + 1) if str(path) == STDIN else must_read_bytes(path)


def _name(path: Path) -> str:
    from rulewright.reading.files import shown

    return STDIN if str(path) == STDIN else shown(path)


def _refused(report: object, sources: dict[str, Source], piped: bool) -> int:
    """Shows why files do not parse; on the error stream where the text itself would be printed."""
    from rulewright import console
    from rulewright.commands._engine import show
    from rulewright.report.diagnostics import Report

    assert isinstance(report, Report)
    if piped:
        show(report, sources)
        return console.ERRORS
    code = console.emit(report, sources)
    files = ", ".join(dict.fromkeys(found.span.path for found in report.sorted() if found.level == "error"))
    click.echo(f"nothing was formatted: mend {files} first")
    return code


def _in_style(files: int) -> str:
    return "1 file is in the style" if files == 1 else f"all {files} files are in the style"


def _tell(change: Change, show_diff: bool) -> None:
    """Says that a file is not in the style, or shows how it differs."""
    from difflib import unified_diff

    from rulewright.reading.source import Source

    name = _name(change.path)
    if not show_diff:
        click.echo(f"{name} is not in the style: run `rulewright fmt`")
        return
    old, new = (Source(name, data.decode("utf-8")).lines for data in (change.before, change.after))
    lines = list(unified_diff(old, new, name, name, lineterm=""))
    click.echo("\n".join(lines) or f"{name}: only line ends or a byte order mark")
