"""Scopes: what each word of a text is, as the grammar reads it; by patterns where that does not parse.

The names of scopes are those that editors know from TextMate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.elaborate.names import BUILTINS
from rulewright.formatting.words import Word, words
from rulewright.highlight import patterns as p
from rulewright.highlight.patterns import Spot, spots
from rulewright.reading.source import Source, split
from rulewright.report.diagnostics import Report
from rulewright.syntax.keywords import keywords_of
from rulewright.syntax.parser import parse, parser

_PLAIN = {"INT": p.NUMBER, "STRING": p.TEXT, "CLAUSE": p.CLAUSE, "CODE": p.CLAUSE, "COMPARE": p.OPERATOR}


def scopes(source: Source) -> Iterator[Spot]:
    """Take a text, give what its words are, in order; what lies between is white space.

    >>> source = Source("a.rules", "zone row: row of Card  # here")
    >>> [(source.text[spot.start : spot.end], spot.scope.split(".")[0]) for spot in scopes(source)][:4]
    [('zone', 'keyword'), ('row', 'entity'), (':', 'punctuation'), ('row', 'keyword')]
    """
    starts = [0]
    for line in source.lines:
        starts.append(starts[-1] + len(line) + 1)
    done = 0
    for chunk in split(source, Report()):
        if parse(chunk, Report()) is None:
            continue
        found = list(words(chunk, starts[chunk.first_line - 1]))
        for at, word in enumerate(found):
            yield from spots(source.text, done, word.start)
            yield Spot(word.start, word.end, _scope(found, at))
            done = word.end
    yield from spots(source.text, done, len(source.text))


def _scope(found: Sequence[Word], at: int) -> str:
    """What a word of a declaration is."""
    word = found[at]
    before = found[at - 1] if at else None
    after = found[at + 1].text if at + 1 < len(found) else ""
    if word.kind == "TYPE":
        return p.LANGUAGE if word.text in BUILTINS else p.TYPE
    if word.kind != "NAME":
        return _PLAIN.get(word.kind) or _keyword(word, before)
    if before is not None and before.text == ".":
        return p.MEMBER
    if word.text in BUILTINS:
        return p.LANGUAGE
    declared = at == 1 or (at == 2 and _begins(found[0]))
    return p.FUNCTION if after == "(" or declared else p.NAME


def _keyword(word: Word, before: Word | None) -> str:
    """What a word of the language is, or a mark."""
    keywords = keywords_of(parser())
    if word.kind in keywords.marks:
        return p.OPERATOR if word.text in p.OPERATORS else p.MARK
    if word.kind in keywords.callers:
        return p.GATHERER
    if word.level == 0 or (before is not None and _begins(before)):
        return p.DECLARATION
    return p.WORD_OPERATOR if word.text in keywords.operators else p.KEYWORD


def _begins(word: Word) -> bool:
    """Whether a declaration follows a word, in a variant."""
    return word.level is not None and word.text in ("replace", "add")
