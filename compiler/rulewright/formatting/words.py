"""Words: the tokens of a declaration with their places in the file; the first of a line knows its depth."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from rulewright.reading.source import Chunk
from rulewright.record import record
from rulewright.syntax.parser import parser

_BLANKS = re.compile(r"[ \t]+")


@record
class Word:
    """A token of the grammar. `level` is the indentation of the line that it starts, in levels; None for a
    word inside a line, be that broken in a bracket. The text of a file from `start` to `end` is the word."""

    kind: str
    text: str
    start: int
    end: int
    level: int | None


def words(chunk: Chunk, offset: int) -> Iterator[Word]:
    """Take a declaration that parses and where it starts in its file, give its words.

    >>> [(word.text, word.level) for word in words(Chunk("a.rules", 1, "setup:\\n    shuffle  deck"), 0)]
    [('setup', 0), (':', None), ('shuffle', 1), ('deck', None)]
    """
    for word in _words(chunk.text):
        yield Word(word.kind, word.text, offset + word.start, offset + word.end, word.level)


@lru_cache(maxsize=8192)
def _words(text: str) -> tuple[Word, ...]:
    """Give the words of a declaration by its text, once in a process."""
    found: list[Word] = []
    depth, starts = 0, True
    for token in parser().parse_interactive(f"{text}\n").exhaust_lexer():
        if token.type == "_NL":
            starts = True
        elif token.type in ("_INDENT", "_DEDENT"):
            depth += 1 if token.type == "_INDENT" else -1
        else:
            start, end = token.start_pos or 0, token.end_pos or 0
            level = depth if starts else None
            found.append(Word(token.type, plain(token.type, token.value), start, end, level))
            starts = False
    return tuple(found)


def plain(kind: str, text: str) -> str:
    """Give a token as it is written: one of several words has one blank between them.

    >>> plain("SEEN_BY_ALL", ",seen  by all"), plain("STRING", '"a  b"')
    (', seen by all', '"a  b"')
    """
    if kind == "STRING":
        return text
    mark = ", " if text[0] == "," and len(text) > 1 else ""
    return mark + _BLANKS.sub(" ", text[1:].lstrip() if mark else text)
