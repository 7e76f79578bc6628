"""Where a text stopped being a declaration: the place, what stands there, and what could have stood there."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, Literal

from lark import Lark, Token
from lark.exceptions import LarkError, UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from rulewright.syntax.keywords import Keywords
from rulewright.syntax.words import Vocabulary

What = Literal["text", "line end", "deeper", "shallower", "end"]
_KINDS: dict[str, What] = {"_NL": "line end", "_INDENT": "deeper", "_DEDENT": "shallower", "$END": "end"}
_LEXEME = re.compile(
    r"[^\W\d][\w\u0300-\u036f]*|\d+|\"[^\"]*\"?|==+|!=|<>|=>|=<|>=|<=|->|\.\.+|:=|&&|\|\||\+\+|--|."
)
_PIECE = re.compile(r'"[^"]*"?|#.*|[()\[\]]|[^"#()\[\]]+')
CLOSING = {"(": ")", "[": "]"}


@dataclass(frozen=True)
class Failure:
    """The first fault of a text; line and column from 1, `lexeme` is empty at the end of a line."""

    lines: tuple[str, ...]
    what: What
    line: int
    column: int
    lexeme: str
    accepts: frozenset[str]
    vocabulary: Vocabulary = field(repr=False)

    @property
    def text(self) -> str:
        """The line of the failure."""
        return self.lines[self.line - 1]

    @property
    def before(self) -> str:
        """What stands before the failure on its line."""
        return self.text[: self.column - 1]

    @property
    def is_word(self) -> bool:
        """Whether a word stands there."""
        return self.lexeme[:1].isalpha()

    @property
    def starts_line(self) -> bool:
        """Whether nothing stands before it on its line."""
        return not self.before.strip()

    @property
    def keywords(self) -> Keywords:
        """The words of the language."""
        return self.vocabulary.keywords

    @cached_property
    def words(self) -> list[str]:
        """The first words of the keywords that could have stood there."""
        return sorted({phrase.split()[0] for phrase in self.vocabulary.phrases(self.accepts)})

    @cached_property
    def brackets(self) -> Brackets:
        """The brackets of the whole text."""
        return Brackets(self.lines)


class Brackets:
    """The brackets of a text outside its strings and comments, each with the one that closes it."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        self.closed: dict[tuple[int, int], tuple[int, int]] = {}
        self.never_closed: dict[tuple[int, int], str] = {}
        self.stray: set[tuple[int, int]] = set()
        self._open: list[tuple[tuple[int, int], str]] = []
        for number, line in enumerate(lines, start=1):
            self._scan(number, line)
        self.never_closed.update(self._open)

    def _scan(self, number: int, line: str) -> None:
        for match in _PIECE.finditer(line):
            piece, place = match.group(), (number, match.start() + 1)
            if piece in CLOSING:
                self._open.append((place, piece))
            elif piece in CLOSING.values():
                self._close(piece, place)

    def _close(self, piece: str, place: tuple[int, int]) -> None:
        """Close the innermost bracket of that shape; those inside it that were left open never close."""
        at = next((i for i in reversed(range(len(self._open))) if CLOSING[self._open[i][1]] == piece), None)
        if at is None:
            self.stray.add(place)
            return
        self.never_closed.update(self._open[at + 1 :])
        self.closed[self._open[at][0]] = place
        del self._open[at:]

    def unclosed_before(self, place: tuple[int, int]) -> tuple[tuple[int, int], str] | None:
        """Give the last bracket before a place that nothing closes."""
        found = [(start, piece) for start, piece in self.never_closed.items() if start < place]
        return max(found, default=None)

    def around(self, place: tuple[int, int]) -> tuple[int, int] | None:
        """Give the innermost bracket that is open at a place."""
        found = [start for start, end in self.closed.items() if start < place <= end]
        return max([*found, *(start for start in self.never_closed if start < place)], default=None)


def failure(parser: Lark, text: str, vocabulary: Vocabulary) -> Failure | None:
    """Parse a text for its first fault; None when it has none."""
    try:
        parser.parse(f"{text}\n")
        return None
    except UnexpectedInput as error:
        found = error
    except LarkError:  # a block that ends at no level: the indentation was reported
        return None
    lines = tuple(text.split("\n"))
    what, line, column = _place(found, lines)
    match = _LEXEME.match(lines[line - 1], column - 1) if what == "text" else None
    lexeme = match.group() if match else ""
    return Failure(lines, what, line, column, lexeme, _accepts(parser, f"{text}\n"), vocabulary)


def _place(error: UnexpectedInput, lines: tuple[str, ...]) -> tuple[What, int, int]:
    if isinstance(error, UnexpectedCharacters):
        return "text", error.line, error.column
    assert isinstance(error, UnexpectedToken)
    token = error.token
    what = _KINDS.get(token.type, "text")
    line = min(_line(token, what), len(lines))
    if what == "text":
        return what, line, token.column or 1
    if what == "deeper":
        return what, line, len(lines[line - 1]) - len(lines[line - 1].lstrip()) + 1
    line = last_code_line(lines, line)
    return what, line, code_end(lines[line - 1])


def _line(token: Token, what: What) -> int:
    """Give the line a token stands for: the one after the break for a block that starts."""
    line = token.end_line if what == "deeper" else token.line
    return line or 1


def last_code_line(lines: tuple[str, ...], line: int) -> int:
    """Give the last line up to this one that holds more than blanks and a comment."""
    while line > 1 and code_end(lines[line - 1]) == 1:
        line -= 1
    return line


def code_end(line: str) -> int:
    """Give the column after the last letter of a line that is not a comment.

    >>> code_end('move x  # "why"')
    7
    """
    code = "".join(piece for piece in _PIECE.findall(line) if piece[0] != "#")
    return len(code.rstrip()) + 1


def _accepts(parser: Lark, text: str) -> frozenset[str]:
    """Give the terminals that could follow what was read before the fault.

    The text is read twice: what a parser that has seen the fault accepts is too little.
    """
    read = 0
    state: Any = parser.parse_interactive(text)
    try:
        for token in state.lexer_thread.lex(state.parser_state):
            state.feed_token(token)
            read += 1
    except UnexpectedInput:
        pass
    state = parser.parse_interactive(text)
    for token in islice(state.lexer_thread.lex(state.parser_state), read):
        state.feed_token(token)
    return frozenset(state.accepts())
