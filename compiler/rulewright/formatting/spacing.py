"""Spacing: which words of a line touch. What is not known here stands apart by one blank."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rulewright.formatting.words import Word
from rulewright.syntax.keywords import keywords_of
from rulewright.syntax.parser import parser

_TOUCHES_BEFORE = frozenset([")", "]", ",", ":", ".", "..", "?"])
_TOUCHES_AFTER = frozenset(["(", "[", ".", ".."])
_ENDS_A_VALUE = frozenset(["NAME", "TYPE", "INT", "STRING", "RPAR", "RSQB"])


def separators(line: Sequence[Word]) -> list[str]:
    """Take the words of a line, give what stands before each: a blank or nothing."""
    return ["" if not at or _touch(line, at) else " " for at in range(len(line))]


def joined(line: Sequence[Word]) -> str:
    """Give the words of a line as one text."""
    return "".join(
        part for pair in zip(separators(line), line, strict=True) for part in (pair[0], pair[1].text)
    )


def _touch(line: Sequence[Word], at: int) -> bool:
    """Whether a word and the one before it touch."""
    before, word = line[at - 1], line[at]
    if word.text in _TOUCHES_BEFORE or before.text in _TOUCHES_AFTER or word.text.startswith(", "):
        return True
    if word.text in ("(", "["):
        return before.kind in _ENDS_A_VALUE or (word.text == "(" and before.kind in _callers())
    sign = before.text == "-" and (at == 1 or line[at - 2].kind not in _ENDS_A_VALUE)
    return sign and word.text != "-"


@cache
def _callers() -> frozenset[str]:
    """Give the terminals that a rule of the grammar follows with `(`, such as `count`."""
    return keywords_of(parser()).callers
