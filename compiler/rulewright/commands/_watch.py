"""What `--watch` does: a command runs again whenever a file of the rulesets changes, until it is stopped."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from rulewright.reading.files import find_rulesets, shown
from rulewright.report.diagnostics import UserError

SUFFIXES = frozenset({".rules", ".csv", ".md"})
LOOK_AGAIN = 1000
"""Milliseconds after which files are looked at though nothing was told: no change during a run is lost."""

Stamps = dict[Path, tuple[int, int]]

option = click.option(
    "--watch",
    is_flag=True,
    help="Run again whenever a file changes, until stopped (needs rulewright[watch]).",
)


def watched(asked: Iterable[str], run: Callable[[], int]) -> int:
    """Runs a command for some rulesets, and again after each change; ends when it is stopped from outside.

    The first run may raise as the command does; later, trouble is shown, for the next change may mend it.
    What is said about watching goes to the error stream.
    """
    watch = _watch()
    roots = sorted({found.root for name in asked for found in find_rulesets(name, Path.cwd())})
    seen = stamps(roots)
    code = _timed(run, len(seen))
    for _ in watch(*roots, debounce=200, rust_timeout=LOOK_AGAIN, yield_on_timeout=True):
        now = stamps(roots)
        if now != seen:
            click.echo(f"\n{time.strftime('%H:%M:%S')} {_changed(seen, now)}", err=True)
            seen = now
            code = _timed(_told(run), len(seen))
    return code


def stamps(roots: Iterable[Path]) -> Stamps:
    """The files that rulesets are made of below some folders, each with its time and size."""
    found: Stamps = {}
    for root in roots:
        for path in sorted(root.rglob("*")):
            if path.suffix in SUFFIXES and path.name[0] != ".":
                try:
                    status = path.stat()
                except OSError:  # it went away in the meantime
                    continue
                found[path] = (status.st_mtime_ns, status.st_size)
    return found


def _changed(before: Stamps, now: Stamps) -> str:
    """Says what has changed, the first files by name."""
    paths = sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path))
    more = f" and {len(paths) - 3} more" if len(paths) > 3 else ""
    return f"{', '.join(shown(path) for path in paths[:3])}{more} changed"


def _told(run: Callable[[], int]) -> Callable[[], int]:
    """The same run, that shows trouble instead of ending by it."""

    def told() -> int:
        from rulewright import console
        from rulewright.report.render import full

        try:
            return run()
        except UserError as error:
            click.echo(full([error.diagnostic], {}), nl=False, err=True)
            return console.TROUBLE

    return told


def _timed(run: Callable[[], int], files: int) -> int:
    """Runs, and says how long it took."""
    start = time.perf_counter()
    code = run()
    gc.collect()  # a run makes its garbage with the collector off
    took = time.perf_counter() - start
    click.echo(f"({took:.1f} s; watching {files} files, Ctrl-C stops)", err=True)
    return code


def _watch() -> Callable[..., Iterable[object]]:
    try:
        from watchfiles import watch
    except ModuleNotFoundError as error:
        raise click.ClickException('--watch needs watchfiles: pip install "rulewright[watch]"') from error
    found: Callable[..., Iterable[object]] = watch
    return found
