"""Rename: the places that change with a name, in rules and tables; a name that cannot be is refused."""

from __future__ import annotations

import re

from rulewright.elaborate.names import BUILTINS
from rulewright.elaborate.work import Work
from rulewright.lsp.index import Index, Stands, Thing
from rulewright.reading.source import Source
from rulewright.report.diagnostics import Span

TYPES = frozenset({"kind", "record", "range", "piece", "man"})
NAME = re.compile(r"[^\W\d]\w*")
CANNOT = {"clause": "clauses are numbered in the rulebook", "file": "files are renamed on the disk"}
OWN_NAMES = frozenset({"id", "copies", "players"})


def prepare(index: Index, path: str, line: int, column: int) -> Stands | None:
    """What would be renamed at a place; None where nothing can be."""
    found = index.at(path, line, column)
    if found is None or found.thing.sort in CANNOT or not index.declared(found.thing):
        return None
    return found


def refused(index: Index, work: Work, thing: Thing, name: str) -> str | None:
    """Why a thing cannot have a new name; None where it can."""
    if NAME.fullmatch(name) is None and thing.sort != "row":
        return f"`{name}` is no name: letters, digits and `_`, and a letter first"
    if name in BUILTINS or (thing.sort == "column" and name in OWN_NAMES):
        return f"`{name}` is a word of the language"
    if thing.sort in TYPES and not name[0].isupper():
        return f"a type starts with a capital: `{name[0].upper()}{name[1:]}`"
    if thing.sort not in (*TYPES, "row", "Game", "variant", "game") and name[0].isupper():
        return f"a name starts with a small letter: `{name[0].lower()}{name[1:]}`"
    taken = _taken(index, work, thing, name)
    return f"`{name}` is there already" if taken else None


def _taken(index: Index, work: Work, thing: Thing, name: str) -> bool:
    """Whether a name of the same namespace is there."""
    if thing.sort in ("word", "column", "row"):
        return bool(index.things.get(Thing(thing.sort, name, thing.of)))
    if thing.sort == "local":
        return name in work.names.values
    return name in work.names.space(thing.sort)


def edits(index: Index, thing: Thing) -> list[Span]:
    """The places of a name."""
    return [one.span for one in index.places(thing)]


def placeholders(sources: dict[str, Source], index: Index, thing: Thing) -> list[Span]:
    """The places `{k}` in the text of the move or choice that names a local; they change with it."""
    if thing.sort not in ("local", "column"):
        return []
    found: list[Span] = []
    for declared in index.declared(thing):
        source = sources.get(declared.path)
        if source is None:
            continue
        name = source.line(declared.line)[declared.column - 1 : declared.end_column - 1]
        for number in _lines(source, declared.line):
            for match in re.finditer(r'"[^"\n]*"', source.line(number)):
                for place in re.finditer(rf"\{{{re.escape(name)}\}}", match[0]):
                    start = match.start() + place.start() + 2
                    found.append(Span.on_line(declared.path, number, start, start + len(name)))
    return found


def _lines(source: Source, line: int) -> list[int]:
    """The lines of the texts that may name what is named in a line: its own, and the head of its block."""
    lines = [line]
    while line > 1 and source.line(line)[:1].isspace():
        line -= 1
    return lines if line == lines[0] else [line, *lines]
