"""Formatted: a file of rules in the one style. Only white space changes: words and comments stay as they are.

A line is not broken where it was whole; one that goes on in brackets is made whole where it fits. Comments
stay above the line that they stand above, at its depth, or at the end of the block that they were indented
to. One blank line stays one, several become one, none stands where a block begins, and one follows the block
of a declaration. Where nothing is wrong but the indentation, and the blocks can be told, that is mended too.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rulewright import nodes
from rulewright.formatting.evened import evened
from rulewright.formatting.gaps import Gap, gap
from rulewright.formatting.layout import layout
from rulewright.formatting.words import Word, words
from rulewright.loading.load import known_version
from rulewright.reading.source import INDENT, Chunk, Source, split
from rulewright.report.diagnostics import CompilerBug, Report
from rulewright.syntax.from_tree import from_tree
from rulewright.syntax.parser import parse

_INDENTATION = frozenset({"RW007", "RW008"})


def formatted(source: Source, report: Report) -> str | None:
    """Take a file of rules, give its text in the style, or report why it does not parse and give None.

    >>> formatted(Source("a.rules", "setup :\\n\\n    deal 1 from  deck to p . hand #one"), Report())
    'setup:\\n    deal 1 from deck to p.hand  # one\\n'
    """
    inner = Report()
    text = _formatted(source, inner)
    if text is None and all(found.code in _INDENTATION for found in inner):
        even = evened(source)
        text = _formatted(even, Report()) if even is not None else None
    if text is None:
        report.extend(inner)
    return text


def _formatted(source: Source, report: Report) -> str | None:
    chunks = split(source, report)
    if not _parse(chunks, report):
        return None
    found, gaps = _read(source, chunks)
    text = _written(found, gaps)
    if text != source.text:
        _compare(found, gaps, Source(source.path, text))
    return text


def _parse(chunks: Sequence[Chunk], report: Report) -> bool:
    """Report what is wrong with the declarations; say whether nothing is."""
    for chunk in chunks:
        tree = parse(chunk, report)
        made = from_tree(tree, chunk, report) if tree is not None else None
        if isinstance(made, nodes.Language) and not known_version(made, report):
            return False
    return not report.has_errors


def _read(source: Source, chunks: Sequence[Chunk]) -> tuple[list[Word], list[Gap]]:
    """Give the words of a file, and the gaps before the first, between each two and after the last."""
    starts = [0]
    for line in source.lines:
        starts.append(starts[-1] + len(line) + 1)
    found = [word for chunk in chunks for word in words(chunk, starts[chunk.first_line - 1])]
    first, last = found[0].start, found[-1].end
    inside = [source.text[word.end : after.start] for word, after in pairwise(found)]
    texts = [f"\n{source.text[:first]}", *inside, f"{source.text[last:]}\n"]
    return found, [gap(text) for text in texts]


def _compare(found: Sequence[Word], gaps: Sequence[Gap], made: Source) -> None:
    """See that a text that was made says what it was made from: else nobody may have it."""
    report = Report()
    chunks = split(made, report)
    if _parse(chunks, report):
        again, gaps_again = _read(made, chunks)
        if _said(found, gaps) == _said(again, gaps_again):
            return
    raise CompilerBug(f"{made.path} would say something else when it is formatted")


def _said(found: Sequence[Word], gaps: Sequence[Gap]) -> tuple[list[tuple[object, ...]], list[str]]:
    """What may not change: the words, the depths of lines, the comments."""
    return [(w.kind, w.text, w.level) for w in found], [c for each in gaps for c in each.comments]


def _written(found: Sequence[Word], gaps: Sequence[Gap]) -> str:
    """Give the text of a file's words and gaps."""
    page = _Page()
    starts = [at for at, word in enumerate(found) if word.level is not None]
    for start, end in zip(starts, [*starts[1:], len(found)], strict=True):
        before, after = gaps[start], gaps[end]
        page.comments(before, found[start].level or 0)
        page.line(layout(found[start:end], gaps[start + 1 : end]), found[start].level or 0, before.blank)
        page.beside(after.beside)
    page.comments(gaps[-1], 0)
    return page.text()


class _Page:
    """The lines of a file, as far as they are written."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.level = 0  # of the last line
        self.code = 0  # of the last line that is no comment

    def comments(self, above: Gap, level: int) -> None:
        """Write the comments above a line: at its level, or in the block that ends if they are indented."""
        for comment in above.below:
            own = max(level, min(self.code, comment.width // INDENT))
            self._put([" " * (own * INDENT) + comment.text], own, comment.blank)

    def line(self, texts: Sequence[str], level: int, blank: bool) -> None:
        """Write a line of rules, which may go over several of the text."""
        self._put(texts, level, blank)
        self.code = level

    def beside(self, comment: str) -> None:
        """Write a comment at the end of the last line."""
        if comment:
            self.lines[-1] += f"  {comment}"

    def text(self) -> str:
        """Give the text."""
        return "\n".join([*self.lines, ""])

    def _put(self, texts: Sequence[str], level: int, blank: bool) -> None:
        begins = not self.lines or level > self.level
        ends = level == 0 < self.level
        self.lines += [""] * (ends or (blank and not begins))
        self.lines += texts
        self.level = level
