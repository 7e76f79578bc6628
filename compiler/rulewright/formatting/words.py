"""Words: the tokens of a declaration with their places in the file; the first of a line knows its depth."""

from __future__ import annotations

import re
from collections.abc import Iterator

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
    depth, starts = 0, True
    for token in parser().parse_interactive(f"{chunk.text}\n").exhaust_lexer():
        if token.type == "_NL":
            starts = True
        elif token.type in ("_INDENT", "_DEDENT"):
            depth += 1 if token.type == "_INDENT" else -1
        else:
            assert token.start_pos is not None
            assert token.end_pos is not None
            start, end = offset + token.start_pos, offset + token.end_pos
            yield Word(token.type, plain(token.type, token.value), start, end, depth if starts else None)
            starts = False


def plain(kind: str, text: str) -> str:
    """Give a token as it is written: one of several words has one blank between them.

    >>> plain("SEEN_BY_ALL", ",seen  by all"), plain("STRING", '"a  b"')
    (', seen by all', '"a  b"')
    """
    if kind == "STRING":
        return text
    mark = ", " if text[0] == "," and len(text) > 1 else ""
    return mark + _BLANKS.sub(" ", text[1:].lstrip() if mark else text)
