"""Following: what stands in the rules, declaration by declaration, and which of it follows which clause."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from itertools import islice, takewhile

from rulewright import core, nodes
from rulewright.highlight import patterns as p
from rulewright.highlight.scopes import scopes
from rulewright.reading.source import Source
from rulewright.record import record
from rulewright.report.diagnostics import Span

LOOKS = {
    p.COMMENT: "c", p.TEXT: "s", p.CLAUSE: "n", p.NUMBER: "n", p.DECLARATION: "d", p.KEYWORD: "k",
    p.WORD_OPERATOR: "k", p.GATHERER: "k", p.FUNCTION: "f", p.TYPE: "t", p.LANGUAGE: "v",
}  # fmt: skip
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


@record
class Rule:
    """A declaration: what it is called, its anchor in the page, its text in coloured parts (look, words)."""

    title: str
    anchor: str
    path: str
    line: int
    text: tuple[tuple[str, str], ...]
    span: Span
    is_example: bool = False


def rules(
    declarations: Iterable[nodes.AnyDeclaration], sources: Mapping[str, Source], library: frozenset[str]
) -> list[Rule]:
    """Take the declarations that hold, give what is shown of each; those of the library are no game's."""
    colours: dict[str, list[p.Spot]] = {}
    found: list[Rule] = []
    for declaration in declarations:
        span = declaration.span
        source = sources.get(span.path)
        if source is None or span.path in library or not span.has_place:
            continue
        if span.path not in colours:
            colours[span.path] = list(scopes(source))
        text = tuple(_coloured(source, span, colours[span.path]))
        is_example = isinstance(declaration, nodes.Example)
        anchor = f"rule-{len(found) + 1}"
        found.append(Rule(called(declaration), anchor, span.path, span.line, text, span, is_example))
    return found


def called(declaration: nodes.AnyDeclaration) -> str:
    """What people call a declaration: `procedure lift`, `setup`, `first turn`."""
    match declaration:
        case nodes.Flow(sort=sort):
            return sort
        case nodes.Example(title=title):
            return f"example {title.text}"
        case nodes.AsSoonAs() | nodes.When():
            return f"reaction {declaration.name.text}"
        case nodes.Record(sort=sort):
            return f"{sort} {declaration.name.text}"
        case nodes.RangeOf():
            return f"range {declaration.name.text}"
    sort = _HUMP.sub(" ", type(declaration).__name__).lower()
    name = declaration.name.text if isinstance(declaration, nodes.Declaration) else ""
    return f"{sort} {name}".strip()


def followed(game: core.Game, found: list[Rule]) -> dict[str, list[Rule]]:
    """By clause the rules that cite it, in the order of the file; examples show a clause, and follow none."""
    by_clause: dict[str, list[Rule]] = {}
    for clause, span in game.citations:
        rule = next((rule for rule in found if _within(span, rule.span)), None)
        if rule is not None and not rule.is_example:
            some = by_clause.setdefault(clause, [])
            if rule not in some:
                some.append(rule)
    return by_clause


def _within(span: Span, whole: Span) -> bool:
    return span.path == whole.path and whole.line <= span.line <= whole.end_line


def _coloured(source: Source, span: Span, spots: list[p.Spot]) -> Iterable[tuple[str, str]]:
    """The lines of a declaration, part by part."""
    start = sum(len(line) + 1 for line in source.lines[: span.line - 1])
    end = start + sum(len(line) + 1 for line in source.lines[span.line - 1 : span.end_line])
    text, done = source.text, start
    end = start + len(text[start:end].rstrip())
    first = bisect_left(spots, start, key=lambda spot: spot.start)
    for spot in takewhile(lambda spot: spot.end <= end, islice(spots, first, None)):
        if spot.start > done:
            yield "", text[done : spot.start]
        yield LOOKS.get(spot.scope, ""), text[spot.start : spot.end]
        done = spot.end
    if done < end:
        yield "", text[done:end]
