"""Layout: one line of rules as text, whole where it fits, and never broken where it was whole.

A line that goes on in brackets keeps its line ends when it would be too long without, and where a comment
needs one. What stands in a bracket is one level deeper than the line that opens it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.formatting.gaps import Gap
from rulewright.formatting.spacing import joined, separators
from rulewright.formatting.words import Word
from rulewright.reading.source import INDENT

WIDTH = 110
_OPENS, _CLOSES = ("(", "["), (")", "]")


def layout(line: Sequence[Word], gaps: Sequence[Gap]) -> list[str]:
    """Take the words of a line, the gap after each but the last, give the text's lines.

    The comments of the gaps are in it; that after the last word is not.
    """
    level = line[0].level or 0
    whole = " " * (level * INDENT) + joined(line)
    commented = any(gap.comments for gap in gaps)
    if not commented and (len(whole) <= WIDTH or not any(gap.broken for gap in gaps)):
        return [whole]
    return list(_broken(line, gaps, level))


def _broken(line: Sequence[Word], gaps: Sequence[Gap], level: int) -> Iterator[str]:
    """Give the lines of one that keeps its line ends."""
    brackets = _Brackets(level)
    text = brackets.margin(line[0])
    for word, space, gap in zip(line, separators(line), (Gap(), *gaps), strict=True):
        if gap.broken:
            yield f"{text}  {gap.beside}" if gap.beside else text
            yield from (brackets.inside() + comment.text for comment in gap.below)
            text = brackets.margin(word)
        else:
            text += space
        text += word.text
        brackets.take(word)
    yield text


class _Brackets:
    """The brackets that are open, each by the level of the line that it stands in."""

    def __init__(self, level: int) -> None:
        self.level = level  # of the line at hand
        self.open: list[int] = []

    def take(self, word: Word) -> None:
        """Take the next word."""
        if word.text in _OPENS:
            self.open.append(self.level)
        elif word.text in _CLOSES and self.open:
            self.open.pop()

    def margin(self, word: Word) -> str:
        """Begin a line with a word; give what stands before it."""
        if self.open:
            self.level = self.open[-1] + (word.text not in _CLOSES)
        return " " * (self.level * INDENT)

    def inside(self) -> str:
        """Give what stands before a comment."""
        return " " * ((self.open[-1] + 1 if self.open else self.level) * INDENT)
