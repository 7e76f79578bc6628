"""What the shell offers for an argument: rulesets by name, their variants, codes of diagnostics."""

from __future__ import annotations

from pathlib import Path

import click
from click.shell_completion import CompletionItem


def rulesets(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offers the names of rulesets, after a plus those of a ruleset's variants, and else files."""
    from rulewright.reading.files import ruleset_names

    name, plus, _ = incomplete.rpartition("+")
    if plus:
        others = name.split("+")[1:]
        found = [f"{name}+{variant}" for variant in _variants(name.split("+")[0]) if variant not in others]
    else:
        found = ruleset_names(Path.cwd())
    fit = [CompletionItem(one) for one in found if one.startswith(incomplete)]
    return fit or [CompletionItem(incomplete, type="file")]


def codes(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offers the codes of diagnostics with their titles."""
    from rulewright.report.codes import CODES

    wanted = incomplete.upper()
    return [CompletionItem(one.code, help=one.title) for one in CODES.values() if one.code.startswith(wanted)]


def _variants(name: str) -> list[str]:
    """The names of a ruleset's variants; none where it cannot be read."""
    from rulewright.reading.files import find_ruleset, read
    from rulewright.reading.source import split
    from rulewright.report.diagnostics import Report, UserError

    quiet = Report()
    try:
        folder = find_ruleset(name, Path.cwd()).folder
    except UserError:
        return []
    sources = (read(file, quiet) for file in sorted(folder.glob("*.rules")))
    words = (chunk.text.split()[:2] for source in sources if source for chunk in split(source, quiet))
    return [head[1] for head in words if head[0] == "variant" and len(head) > 1]
