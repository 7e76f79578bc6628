"""Settings: `name=value` from a command line becomes a change of the ruleset, as a variant would say it.

`settings(texts, report)` gives the changes and the text that their spans point into: `--set` or `--option` is
its path, and setting n its line n. `sweep(text)` gives the settings of a range.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright import nodes
from rulewright.reading.source import INDENT, Chunk, Source
from rulewright.report.diagnostics import Report, Span

PATH, OPTION = "--set", "--option"
MOST = 1000  # values in a sweep
Setting = nodes.SetValue | nodes.SetCell
_NAME = r"\s*(?P<name>[^\s=.]+(?:\.[^\s=.]+\.[^\s=.]+)?)\s*=(?P<value>[^\n\r]*)"


def settings(texts: Sequence[str], report: Report, path: str = PATH) -> tuple[tuple[Setting, ...], Source]:
    """Takes texts such as `goal=12` or `Fruit.B06.colour=gold`, gives the changes that they ask for.

    What is not of this form is reported as RW015, what is wrong in a value by the codes of the syntax.
    """
    source = Source(path, "\n".join(_statement(text) or f"{' ' * INDENT}{text}" for text in texts))
    found = [_setting(text, number, report, path) for number, text in enumerate(texts, start=1)]
    return tuple(setting for setting in found if setting is not None), source


def _statement(text: str) -> str | None:
    """Write a setting as the line of a variant.

    >>> _statement("Fruit.B06.colour=gold").strip(), _statement("goal = 3").strip()
    ('set Fruit B06.colour = gold', 'set goal = 3')
    """
    match = re.fullmatch(_NAME, text)
    if match is None:
        return None
    value = match["value"].strip() or "empty"
    record, _, cell = match["name"].partition(".")
    return f"{' ' * INDENT}set {record}{' ' if cell else ''}{cell} = {value}"


def _setting(text: str, number: int, report: Report, path: str) -> Setting | None:
    from rulewright.syntax.from_tree import from_tree
    from rulewright.syntax.parser import parse

    statement = _statement(text)
    if statement is None:
        span = Span.on_line(path, number, INDENT + 1, INDENT + 1 + len(text))
        help = f"write `{path} name=value`"
        if path == PATH:
            help += f", or `{path} Record.row.column=value` for a cell of a table"
        report.add("RW015", f"`{text}` is no setting", span, help)
        return None
    chunk = Chunk(path, number - 1, f'variant settings "of the command line" of Game:\n{statement}')
    tree = parse(chunk, report)
    made = from_tree(tree, chunk, report) if tree is not None else None
    changes = made.changes if isinstance(made, nodes.Variant) else ()
    return changes[0] if len(changes) == 1 and isinstance(changes[0], Setting) else None


def sweep(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Takes `name=a..b` or `name=word,word`, gives the name and the values; None for another form.

    >>> sweep("goal=3..5")
    ('goal', ('3', '4', '5'))
    >>> sweep("short = yes, no")
    ('short', ('yes', 'no'))
    """
    match = re.fullmatch(_NAME, text)
    if match is None:
        return None
    value = match["value"].strip()
    ends = re.fullmatch(r"(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})", value)
    if ends is None:
        values = tuple(word.strip() for word in value.split(","))
        return (match["name"], values) if all(values) and ".." not in value else None
    low, high = int(ends[1]), int(ends[2])
    return (match["name"], tuple(map(str, range(low, high + 1)))) if 0 <= high - low < MOST else None
