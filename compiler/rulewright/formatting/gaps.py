"""Gaps: what stands between two words of a file, which is blanks, line ends, and comments."""

from __future__ import annotations

from rulewright.reading.source import INDENT
from rulewright.record import record


@record
class Comment:
    """A comment on a line of its own, with its indentation and whether a blank line stands above it."""

    text: str
    width: int
    blank: bool


@record
class Gap:
    """`beside` is the comment at the end of the line, `below` are those on lines of their own; `broken` says
    whether a line ends in the gap, `blank` whether a blank line stands above what follows it."""

    beside: str = ""
    below: tuple[Comment, ...] = ()
    broken: bool = False
    blank: bool = False

    @property
    def comments(self) -> list[str]:
        """Give all comments in the order of the text."""
        return [self.beside] * bool(self.beside) + [comment.text for comment in self.below]


def gap(text: str) -> Gap:
    """Take the text between two words, give what it holds.

    >>> gap("  #why\\n\\n    # and what\\n    ").comments
    ['# why', '# and what']
    """
    first, *rest = text.split("\n")
    below: list[Comment] = []
    blank = False
    for line in rest[:-1]:
        body = line.strip()
        if body:
            width = len(line.expandtabs(INDENT)) - len(line.expandtabs(INDENT).lstrip())
            below.append(Comment(_written(body), width, blank))
        blank = not body
    return Gap(_written(first.strip()), tuple(below), bool(rest), blank)


def _written(comment: str) -> str:
    """Give a comment with a blank after its `#` when a word would touch it."""
    return f"# {comment[1:]}" if comment[1:2].isalnum() else comment
