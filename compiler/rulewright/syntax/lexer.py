"""Lexer: Lark's contextual lexer, made fast for the words that texts are mostly made of.

Lark tries, in each state of the parser, one large pattern of all that the grammar accepts there, and makes
hundreds of those. Here one small pattern finds the next word or mark, and the grammar says which terminal it
is; what is not plain is left to Lark's own lexer. A test holds the two together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from typing import Any

from lark import Token
from lark.lexer import BasicLexer, ContextualLexer

from rulewright.syntax.keywords import phrases

_NEXT = re.compile(
    r"""
    (?P<blank> [ \t]+ | \#[^\n]* )
    | (?P<CLAUSE> [A-Z]+-[A-Z]?[0-9]+[a-z]?(?!\w) )
    | (?P<word> [^\W\d_]\w*+(?![\u0300-\u036f\u0591-\u0e4e]) )
    | (?P<INT> [0-9]+(?!\w) )
    | (?P<STRING> "[^"\n]*" )
    | (?P<mark> -> | \.\. | [<>]=? | [^\w\s] )
    | (?P<_NL> (?: \n[ \t]*(?:\#[^\n]*)? )+ )
    """,
    re.VERBOSE,
)


class WholeWords(BasicLexer):
    """A lexer to which a keyword ends where its word ends: `inside` is not `in` and `side`."""

    def match(self, text: Any, pos: int) -> tuple[str, str] | None:
        found: tuple[str, str] | None = self.scanner.match(text, pos)
        if found is not None and found[0][-1].isalpha():
            whole = getattr(text, "text", text)
            after = whole[pos + len(found[0])]  # a text ends with a line end
            if after.isalnum() or after == "_":
                return None
        return found


class _Lexers(dict[int, BasicLexer]):
    """Lark's lexer for each state of the parser, made when it is first needed."""

    def __init__(self, conf: Any, states: dict[int, Any], always: Any) -> None:
        super().__init__()
        self._conf = conf
        self._states = states
        self._always = {*always, *conf.ignore}
        self._by_terminals: dict[frozenset[str], BasicLexer] = {}

    def __missing__(self, state: int) -> BasicLexer:
        wanted = frozenset(self._always.union(self._states[state]))
        lexer = self._by_terminals.get(wanted)
        if lexer is None:
            known = self._conf.terminals_by_name
            conf = copy(self._conf)
            conf.terminals = [known[name] for name in wanted if name in known]
            lexer = self._by_terminals[wanted] = WholeWords(conf)
        self[state] = lexer
        return lexer


class Lexer(ContextualLexer):
    """Gives the tokens of a text, each as the grammar reads it where it stands."""

    def __init__(self, conf: Any, states: dict[int, Any], always_accept: Any = ()) -> None:
        self.lexers = _Lexers(conf, states, always_accept)  # type: ignore[assignment]
        self.root_lexer = WholeWords(conf)
        texts = {t.name: t.pattern.value for t in conf.terminals if t.pattern.type == "str"}
        self._texts = {text: name for name, text in texts.items()}
        # Terminals of several words, or of one of several, are left to Lark in the states that accept them.
        plain = {"NAME", "TYPE", "INT", "STRING", "COMPARE", "CLAUSE", *conf.ignore, *always_accept, *texts}
        self._special = {t.name for t in conf.terminals} - plain
        # The words with which those start.
        said = (
            phrase for t in conf.terminals if t.name in self._special for phrase in phrases(t.pattern.value)
        )
        self.special_words = frozenset(phrase.split()[0] for phrase in said)
        self._specials: dict[int, bool] = {}
        self._type = re.compile(next(t.pattern.to_regexp() for t in conf.terminals if t.name == "TYPE"))

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        """Give token by token: where it is plain what comes, at once, else as Lark does."""
        text = getattr(lexer_state.text, "text", lexer_state.text)
        states = parser_state.parse_conf.states
        place = lexer_state.line_ctr
        match = _NEXT.match
        while True:
            state = parser_state.state_stack[-1]
            found = match(text, place.char_pos)
            kind = found.lastgroup if found is not None else None
            if found is not None and kind == "blank":
                place.column += found.end() - place.char_pos
                place.char_pos = found.end()
                continue
            terminal = self._terminal(kind, found.group(), state, states[state]) if found else None
            token = (
                self._slow(lexer_state, parser_state) if terminal is None else _token(found, terminal, place)
            )
            if token is None:
                return
            lexer_state.last_token = token
            yield token

    def _terminal(self, kind: str | None, text: str, state: int, accepts: Any) -> str | None:
        """Give the terminal of what was found, or None where that is not plain."""
        if kind == "word":
            if text in self.special_words and self._is_special(state, accepts):
                return None
            keyword = self._texts.get(text)
            if keyword in accepts:
                return keyword
            if "CODE" in accepts:
                return None
            kind = "TYPE" if text[0].isupper() and self._type.match(text) else "NAME"
        elif kind == "mark":
            if text == "," and self._is_special(state, accepts):
                return None
            kind = "COMPARE" if text[0] in "<>" else self._texts.get(text)
        return kind if kind == "_NL" or kind in accepts else None

    def _is_special(self, state: int, accepts: Any) -> bool:
        special = self._specials.get(state)
        if special is None:
            special = self._specials[state] = not self._special.isdisjoint(accepts)
        return special

    def _slow(self, lexer_state: Any, parser_state: Any) -> Token | None:
        """Give Lark's next token, None at the end; raises as Lark does."""
        return next(super().lex(lexer_state, parser_state), None)


def _token(found: Any, terminal: str, place: Any) -> Token:
    """Make the token of what was found, and go on to its end."""
    value, start, line, column = found.group(), place.char_pos, place.line, place.column
    place.char_pos = end = found.end()
    if terminal == "_NL":
        place.line += value.count("\n")
        place.line_start_pos = start + value.rindex("\n") + 1
        place.column = end - place.line_start_pos + 1
    else:
        place.column = column + end - start
    return Token(terminal, value, start, line, column, place.line, place.column, end)
