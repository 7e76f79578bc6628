"""Console: what a command says on the terminal about a report, and the exit code that follows from it."""

from __future__ import annotations

import sys
from typing import Literal

import click

from rulewright.diagnostics import Report
from rulewright.render import Sources, as_json, concise, full

CLEAN, ERRORS, TROUBLE = 0, 1, 2
Format = Literal["full", "concise", "json"]


def emit(report: Report, sources: Sources, output_format: Format = "full", strict: bool = False) -> int:
    """Print a report, give the exit code: 0 clean, 1 errors (warnings too when strict).

    JSON is what a program asked for and goes to the standard output; text goes to the standard error.
    """
    found = report.sorted()
    if output_format == "json":
        click.echo(as_json(found), nl=False)
    elif found:
        colour = sys.stderr.isatty()
        text = full(found, sources, colour) if output_format == "full" else concise(found)
        click.echo(text, nl=output_format == "full", err=True)
    return exit_code(report, strict)


def exit_code(report: Report, strict: bool = False) -> int:
    """Give 1 when the report holds an error, or a warning and `strict`; else 0."""
    return ERRORS if report.has_errors or (strict and report.warnings) else CLEAN
