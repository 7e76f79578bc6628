"""Patterns: what words are by the line that they stand in, for texts that do not parse and for editors.

A word of the language may be a name elsewhere (`row`, `a`). So a word that the grammar has in phrases only is
known in its phrases only: `a` in `held by a player`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby

from rulewright.elaborate.names import BUILTINS
from rulewright.record import record
from rulewright.syntax.keywords import Keywords, keywords_of
from rulewright.syntax.parser import parser

COMMENT = "comment.line.number-sign"
TEXT = "string.quoted.double"
CLAUSE = "constant.other.clause"
NUMBER = "constant.numeric"
DECLARATION = "keyword.declaration"
KEYWORD = "keyword.control"
WORD_OPERATOR = "keyword.operator.word"
OPERATOR = "keyword.operator"
GATHERER = "support.function"
FUNCTION = "entity.name.function"
TYPE = "entity.name.type"
LANGUAGE = "variable.language"
MEMBER = "variable.other.member"
NAME = "variable.other"
MARK = "punctuation"

OPERATORS = frozenset(["+", "-", "*", "/", "->", "..", "=", "?"])
_NAME = r"[^\W\d_]\w*"
_BLANK = r"[ \t]+"


@record
class Pattern:
    """A regular expression and the scope of what fits, or of each of its groups."""

    regex: str
    scope: str = ""
    groups: tuple[str, ...] = ()


@record
class Spot:
    """A part of a text and its scope."""

    start: int
    end: int
    scope: str


@cache
def patterns() -> tuple[Pattern, ...]:
    """Give all patterns; at a place of a text the first that fits holds."""
    words = keywords_of(parser())
    capital = re.match(r"\[[^\]]*\]", _pattern("TYPE"))
    assert capital is not None
    named = _either(sorted(_named(words)))
    others = _either(sorted({*words.declarations} - _named(words)))
    before = rf"^({_BLANK}(?:replace|add){_BLANK})?"
    colon = _either(sorted(word for t in words.before("COLON") for word in words.phrases.get(t, ())))
    return (
        Pattern(r"#.*", COMMENT),
        Pattern(r'"[^"\n]*"?', TEXT),
        Pattern(rf"\b(?:{_pattern('CLAUSE')}|{_pattern('CODE')})\b", CLAUSE),
        Pattern(r"\b[0-9]+\b", NUMBER),
        Pattern(rf"((?<!\.)\.(?!\.))[ \t]*({_NAME})", groups=(MARK, MEMBER)),
        Pattern(rf"^{_BLANK}(?!{colon}\b)({_NAME})(?=[ \t]*:[ \t]*[^\s#])", groups=(NAME,)),
        Pattern(rf"{before}({named})\b(?:{_BLANK}({capital[0]}\w*)|{_BLANK}({_NAME}))?",
                groups=(KEYWORD, DECLARATION, TYPE, FUNCTION)),
        Pattern(rf"{before}({others})\b", groups=(KEYWORD, DECLARATION)),
        Pattern(rf"\b{_either(sorted(words.gatherers))}(?=[ \t]*\()", GATHERER),
        *_phrases(words),
        Pattern(rf"\b{_either(sorted(BUILTINS))}\b", LANGUAGE),
        *_alone(words),
        Pattern(rf"\b{capital[0]}\w*", TYPE),
        Pattern(rf"\b{_NAME}(?=\()", FUNCTION),
        Pattern(rf"\b{_NAME}", NAME),
        Pattern(r"->|\.\.|[<>]=?|[-+*/=?]", OPERATOR),
        Pattern(r"[()\[\]:,.]", MARK),
    )  # fmt: skip


def spots(text: str, start: int, end: int) -> Iterator[Spot]:
    """Take a part of a text, give what the patterns find in it, in order."""
    every = patterns()
    compiled = _compiled()
    for found in compiled.finditer(text, start, end):
        at = int((found.lastgroup or "p0")[1:])
        first = compiled.groupindex[f"p{at}"]
        if every[at].scope:
            yield Spot(found.start(), found.end(), every[at].scope)
        for number, scope in enumerate(every[at].groups, first + 1):
            if found.end(number) > found.start(number):
                yield Spot(found.start(number), found.end(number), scope)


@cache
def _compiled() -> re.Pattern[str]:
    ways = (f"(?P<p{at}>{pattern.regex})" for at, pattern in enumerate(patterns()))
    return re.compile("|".join(ways), re.MULTILINE)


def _pattern(terminal: str) -> str:
    """Give the regular expression of a terminal."""
    return next(str(t.pattern.value) for t in parser().terminals if t.name == terminal)


def _either(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(words)})"


def _named(words: Keywords) -> set[str]:
    """Give the words of declarations after which the name of what is declared stands."""
    heads = words.first("declaration")
    found = (words.before("NAME") | words.before("TYPE")) & {*heads}
    return {word for name in found for word in words.phrases[name]}


def _phrases(words: Keywords) -> list[Pattern]:
    """Give the patterns of phrases with a word that stands in none alone, the longest first."""
    alone = _single(words)
    spaced = {" ".join(run) for run in _runs(words)}
    found = sorted((p for p in spaced if not {*p.split()} <= alone), key=lambda p: (-len(p.split()), p))
    return _split(found, words)


def _alone(words: Keywords) -> list[Pattern]:
    """Give the patterns of words that are known wherever they stand."""
    return _split(sorted(_single(words)), words)


def _single(words: Keywords) -> set[str]:
    return {run[0] for run in _runs(words) if len(run) == 1 and " " not in run[0]}


def _split(found: list[str], words: Keywords) -> list[Pattern]:
    """Give the pattern of those that are operators, and of the others."""
    operators = {word for phrase in words.operators for word in phrase.split()}
    first = [phrase for phrase in found if {*phrase.split()} <= operators]
    others = [phrase for phrase in found if phrase not in first]
    return [_keywords(part, scope) for part, scope in ((first, WORD_OPERATOR), (others, KEYWORD)) if part]


def _keywords(found: list[str], scope: str) -> Pattern:
    """Give the pattern of some keywords; what has a part or an index is a name."""
    return Pattern(rf"\b{_either(phrase.replace(' ', _BLANK) for phrase in found)}\b(?!\[|\.\w)", scope)


def _runs(words: Keywords) -> set[tuple[str, ...]]:
    """Give the keywords that follow each other in a rule of the grammar; what is called is none."""
    found: set[tuple[str, ...]] = set()
    for ways in words.rules.values():
        for parts in ways:
            for keyword, run in groupby(
                parts, lambda part: part in words.phrases and part not in words.callers
            ):
                if keyword:
                    found |= _products([words.phrases[name] for name in run])
    return found


def _products(parts: list[tuple[str, ...]]) -> set[tuple[str, ...]]:
    from itertools import product

    found = {tuple(phrase.lstrip(", ") for phrase in way) for way in product(*parts)}
    return {way for way in found if "of of" not in " ".join(way)}
