"""Side: one of the two rules that are compared, read and with its variants made."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright import core, nodes
from rulewright.loading.load import Loaded
from rulewright.nodes import AnyDeclaration
from rulewright.reading.files import RulesetPath
from rulewright.reading.source import Source
from rulewright.record import record
from rulewright.report.diagnostics import Report, Span

LONGEST = 72
LEAD = 3
"""How many words are left before what has changed."""


@record
class Side:
    """What a side is called, the declarations and cells that hold in it, and the checked game where its text
    means one; `report` has what is wrong otherwise."""

    name: str
    ruleset: RulesetPath
    loaded: Loaded
    declarations: tuple[AnyDeclaration, ...]
    cells: tuple[nodes.SetCell, ...]
    game: core.Game | None
    report: Report
    sources: Mapping[str, Source]

    @property
    def title(self) -> nodes.Game | None:
        """The line that names the game."""
        return next((d for d in self.declarations if isinstance(d, nodes.Game)), None)

    def written(self, span: Span | None) -> str:
        """What stands at a span, on one line."""
        if span is None or not span.has_place or span.path not in self.sources:
            return ""
        source = self.sources[span.path]
        lines = [source.line(number) for number in range(span.line, span.end_line + 1)]
        if len(lines) == 1:
            return " ".join(lines[0][span.column - 1 : span.end_column - 1].split())
        text = " ".join([lines[0][span.column - 1 :], *lines[1:-1], lines[-1][: span.end_column - 1]])
        return " ".join(text.split())

    def line(self, span: Span | None) -> str:
        """The whole line that a span starts on."""
        return self.whole_line(span).strip()

    def whole_line(self, span: Span | None) -> str:
        """The same with the blanks that it begins with."""
        if span is None or span.path not in self.sources:
            return ""
        return self.sources[span.path].line(span.line)


def both(before: str, after: str) -> tuple[str, str]:
    """Two texts that are not the same, each cut to where they begin to differ.

    >>> many = "an apple a day keeps the doctor away, " * 3
    >>> both(many + "or two", many)
    ('... the doctor away, or two', '... the doctor away,')
    """
    words, others = before.split(), after.split()
    alike = 0
    while alike < min(len(words), len(others)) and words[alike] == others[alike]:
        alike += 1
    if len(" ".join(words[:alike])) < LONGEST - 20:
        return cut(before), cut(after)
    lead = alike - LEAD
    return cut(f"... {' '.join(words[lead:])}"), cut(f"... {' '.join(others[lead:])}")


def around(line: str, column: int) -> str:
    """A line, cut such that what stands at a column is in it.

    >>> around("offer " + "climb, " * 20 + "rest", 146)
    '... climb, climb, climb, rest'
    """
    text = line.strip()
    at = column - 1 - (len(line) - len(line.lstrip()))
    if len(text) <= LONGEST or at < LONGEST - 18:
        return cut(text)
    return cut("... " + " ".join([*text[:at].split()[-LEAD:], text[at:]]))


def cut(text: str) -> str:
    """A text without line ends, with dots for what is too much.

    >>> cut("deal  1   from deck")
    'deal 1 from deck'
    """
    words = " ".join(text.split())
    return words if len(words) <= LONGEST else words[: LONGEST - 4].rstrip() + " ..."
