"""Console: what a command says on the terminal about a report, and the exit code that follows from it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Literal

import click

from rulewright.reading.files import peek
from rulewright.report.diagnostics import Diagnostic, Report
from rulewright.report.render import Sources, as_json, concise, full

CLEAN, ERRORS, TROUBLE = 0, 1, 2
PATIENCE = 1.0
"""Seconds of silence at a terminal after which it is said what is being done."""
Format = Literal["full", "concise", "json", "sarif", "github"]


def emit(report: Report, sources: Sources, output_format: Format = "full", strict: bool = False) -> int:
    """Print a report, give the exit code: 0 clean, 1 errors (warnings too when strict).

    A file may be absent from `sources`: it is then read again as well as it can be shown.
    """
    found = report.sorted()
    if output_format != "full":
        click.echo(_for_programs(found, output_format), nl=False)
    elif found:
        click.echo(full(found, sources_with(report, sources), _colour()))
    return exit_code(report, strict)


@contextmanager
def patient(doing: str) -> Iterator[None]:
    """Says at a terminal what is being done, where it takes more than a second, and wipes it out after."""
    if not sys.stderr.isatty():
        yield
        return
    shown: list[str] = []

    def show() -> None:
        shown.append(doing)
        sys.stderr.write(f"{doing} ...")
        sys.stderr.flush()

    timer = Timer(PATIENCE, show)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if shown:
            sys.stderr.write(f"\r{' ' * (len(doing) + 4)}\r")
            sys.stderr.flush()


def _for_programs(found: list[Diagnostic], output_format: Format) -> str:
    if output_format == "sarif":
        from rulewright.report.sarif import as_sarif

        return as_sarif(found)
    if output_format == "github":
        from rulewright.report.github import as_github

        return as_github(found)
    return as_json(found) if output_format == "json" else concise(found)


def _colour() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def sources_with(report: Report, sources: Sources) -> Sources:
    """Give the sources with those that a span names and nobody read without fault."""
    spans = [s for d in report for s in (d.span, *(n.span for n in d.notes)) if s is not None and s.has_place]
    more = {s.path: peek(Path(s.path)) for s in spans if s.path not in sources}
    return {**sources, **{path: source for path, source in more.items() if source is not None}}


def exit_code(report: Report, strict: bool = False) -> int:
    """Give 1 when the report holds an error, or a warning and `strict`; else 0."""
    return ERRORS if report.has_errors or (strict and report.warnings) else CLEAN
