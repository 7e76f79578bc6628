"""Rules for Pygments, and so for Sphinx, MkDocs and rich: the lexer named `rules`.

Pygments finds it by the entry point of the package. Words are told as the grammar reads them; in a text that
does not parse, by patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from pygments.lexer import Lexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

from rulewright.highlight import patterns as p
from rulewright.highlight.scopes import scopes
from rulewright.reading.source import Source

__all__ = ["RulesLexer"]

_TOKENS: dict[str, Any] = {
    p.COMMENT: Comment.Single,
    p.TEXT: String.Double,
    p.CLAUSE: Name.Label,
    p.NUMBER: Number.Integer,
    p.DECLARATION: Keyword.Declaration,
    p.KEYWORD: Keyword,
    p.WORD_OPERATOR: Operator.Word,
    p.OPERATOR: Operator,
    p.GATHERER: Name.Builtin,
    p.FUNCTION: Name.Function,
    p.TYPE: Name.Class,
    p.LANGUAGE: Name.Builtin.Pseudo,
    p.MEMBER: Name.Attribute,
    p.NAME: Name,
    p.MARK: Punctuation,
}
_PLACEHOLDER = re.compile(r"(\{\w+\})")


class RulesLexer(Lexer):
    """The rules of a game.

    >>> from pygments import lex
    >>> [str(kind) for kind, text in lex("zone deck: stack of Card", RulesLexer()) if text == "deck"]
    ['Token.Name.Function']
    """

    name = "Rulewright rules"
    url = ""
    aliases: ClassVar[list[str]] = ["rules", "rulewright"]
    filenames: ClassVar[list[str]] = ["*.rules"]
    mimetypes: ClassVar[list[str]] = ["text/x-rulewright"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        """Take a text, give its parts, each with its place and its token."""
        even = text.replace("\r\n", " \n").replace("\r", "\n").replace("\ufeff", " ")  # as long as the text
        done = 0
        for spot in scopes(Source("text", even)):
            yield from _between(text, done, spot.start)
            yield from _spot(text, spot)
            done = spot.end
        yield from _between(text, done, len(text))


def _between(text: str, start: int, end: int) -> Iterator[tuple[int, Any, str]]:
    """Give what stands between two words."""
    if start < end:
        yield start, Whitespace if text[start:end].isspace() else Text, text[start:end]


def _spot(text: str, spot: p.Spot) -> Iterator[tuple[int, Any, str]]:
    """Give a word; a text in its parts, where `{name}` stands for a part of a move."""
    at = spot.start
    parts = _PLACEHOLDER.split(text[at : spot.end]) if spot.scope == p.TEXT else [text[at : spot.end]]
    for number, part in enumerate(parts):
        if part:
            yield at, String.Interpol if number % 2 else _TOKENS[spot.scope], part
        at += len(part)
