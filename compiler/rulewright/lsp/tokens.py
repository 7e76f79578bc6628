"""Tokens: the colours of a text by what its words are, as editors ask for them."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.highlight import patterns as p
from rulewright.highlight.scopes import scopes
from rulewright.lsp.index import Index
from rulewright.lsp.positions import Units
from rulewright.reading.source import Source

TYPES = (
    "keyword",
    "type",
    "enumMember",
    "property",
    "variable",
    "parameter",
    "function",
    "method",
    "event",
    "number",
    "string",
    "comment",
    "operator",
    "macro",
)
MODIFIERS = ("declaration", "readonly", "defaultLibrary")
BY_SCOPE = {
    p.DECLARATION: "keyword",
    p.KEYWORD: "keyword",
    p.WORD_OPERATOR: "keyword",
    p.GATHERER: "keyword",
    p.TYPE: "type",
    p.NUMBER: "number",
    p.TEXT: "string",
    p.OPERATOR: "operator",
    p.CLAUSE: "macro",
    p.NAME: "variable",
    p.MEMBER: "property",
    p.FUNCTION: "function",
    p.LANGUAGE: "variable",
}
BY_SORT = {
    "word": "enumMember",
    "seat": "enumMember",
    "row": "enumMember",
    "column": "property",
    "local": "parameter",
    "define": "function",
    "procedure": "function",
    "action": "method",
    "event": "event",
    "reaction": "event",
    "zone": "variable",
    "memory": "variable",
    "token": "variable",
    "constant": "variable",
    "option": "variable",
    "kind": "type",
    "record": "type",
    "range": "type",
    "piece": "type",
    "man": "type",
    "group": "variable",
    "score": "variable",
    "ending": "variable",
    "unit": "type",
    "clause": "macro",
}
READONLY = frozenset({"constant", "option", "local"})


def tokens(source: Source, index: Index, units: Units) -> list[int]:
    """The words of a text, five numbers each, as the protocol has them."""
    data: list[int] = []
    last_line = last_start = 0
    for line, start, end, kind, modifiers in _words(source, index):
        text = source.line(line + 1)
        column = units.column(text, start + 1)
        length = units.column(text, end + 1) - column
        data += [line - last_line, column - (last_start if line == last_line else 0), length, kind, modifiers]
        last_line, last_start = line, column
    return data


def _words(source: Source, index: Index) -> Iterator[tuple[int, int, int, int, int]]:
    """Line, start and end in the line, from 0, and what it is."""
    line, line_start = 0, 0
    for spot in scopes(source):
        kind = "comment" if spot.scope.startswith("comment") else BY_SCOPE.get(spot.scope)
        while line + 1 < len(source.lines) and line_start + len(source.lines[line]) < spot.start:
            line_start += len(source.lines[line]) + 1
            line += 1
        start, end = spot.start - line_start, spot.end - line_start
        if kind is None or end > len(source.lines[line]):
            continue
        found = index.at(source.path, line + 1, start + 1) if kind not in ("keyword", "comment") else None
        modifiers = 4 if spot.scope == p.LANGUAGE else 0
        if found is not None and found.span.column == start + 1 and found.thing.sort in BY_SORT:
            kind = BY_SORT[found.thing.sort]
            modifiers = found.declares + 2 * (found.thing.sort in READONLY)
        yield line, start, end, TYPES.index(kind), modifiers
