"""The keywords that are found in the grammar are its words, each where it stands."""

from __future__ import annotations

import pytest

from rulewright.syntax.keywords import keywords_of, phrases
from rulewright.syntax.parser import parser
from tests.test_language_docs import keywords as words_in_the_text

KEYWORDS = keywords_of(parser())


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"once[ \t]+each\b", ("once each",)),
        ("once[ \t]+each\\b", ("once each",)),
        (r"(card|tile)\b", ("card", "tile")),
        (r",[ \t]*seen[ \t]+by[ \t]+all\b", (", seen by all",)),
        (r"((may|must)[ \t]+)?choose\b", ("choose", "may choose", "must choose")),
        (r"may([ \t]+not)?\b", ("may", "may not")),
        (r"(total|any)(?=[ \t]*\()", ("total", "any")),
        (r"(top|bottom)(?=[ \t]+of\b)", ("top of", "bottom of")),
        (r"[A-Z]+-[0-9]+", ()),
        (r'"[^"\n]*"', ()),
        ("(?:>=|<=)", ()),
    ],
)
def test_phrases_of_a_pattern(pattern: str, expected: tuple[str, ...]) -> None:
    assert phrases(pattern) == expected


def test_all_words_of_the_grammar_are_found() -> None:
    assert words_in_the_text() == KEYWORDS.words


def test_words_are_found_where_they_stand() -> None:
    assert KEYWORDS.declarations[:3] == ("language", "game", "rulebook")
    assert {"card", "tile", "first", "pawn", "variant"} <= {*KEYWORDS.declarations}
    assert KEYWORDS.statements[:2] == ("move", "deal")
    assert {"may", "must", "choose", "the", "nothing"} <= {*KEYWORDS.statements}
    assert {"count", "those", "total", "first", "table"} <= KEYWORDS.gatherers
    assert {"and", "not", "is", "otherwise", "where", "top of"} <= KEYWORDS.operators
    assert not KEYWORDS.operators & KEYWORDS.gatherers
    assert {*KEYWORDS.marks.values()} >= {"->", "..", "(", "]", ":"}
