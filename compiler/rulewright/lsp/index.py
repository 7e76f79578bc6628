"""Index: which name stands where in all files of a ruleset, what each means, and where it is declared.

A thing is known by its sort and name; a word of a kind, a column or a row also by the kind or record; a local
name by where it was named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from rulewright import core, nodes
from rulewright.elaborate.names import SORTS
from rulewright.elaborate.work import Noted, Work
from rulewright.loading.load import Loaded
from rulewright.reading.source import Source
from rulewright.reading.tables import RawTable
from rulewright.report.diagnostics import Span

WORD = re.compile(r"[^\W\d]\w*")
DEEDS = ("action", "procedure", "event", "reaction")


@dataclass(frozen=True, slots=True)
class Thing:
    """What a name means."""

    sort: str
    name: str
    of: str = ""


@dataclass(frozen=True, slots=True)
class Stands:
    """A name at a place: what it means, whether it is declared there, its type where it is a value."""

    span: Span
    thing: Thing
    declares: bool = False
    type: core.Type | None = None


@dataclass(slots=True)
class Index:
    """All names of a ruleset, by the file and line that they stand in, and by what they mean."""

    lines: dict[tuple[str, int], list[Stands]] = field(default_factory=dict)
    things: dict[Thing, dict[Span, Stands]] = field(default_factory=dict)

    def add(self, found: Stands) -> None:
        """Take a name; the same at the same place is kept once, the one that declares before others."""
        places = self.things.setdefault(found.thing, {})
        known = places.get(found.span)
        if known is not None and (known.declares or not found.declares):
            return
        line = self.lines.setdefault((found.span.path, found.span.line), [])
        if known is not None:
            line.remove(known)
        places[found.span] = found
        line.append(found)

    def at(self, path: str, line: int, column: int) -> Stands | None:
        """What stands at a place: the smallest that does."""
        here = (
            one
            for one in self.lines.get((path, line), ())
            if one.span.column <= column <= one.span.end_column
        )
        return min(
            here, key=lambda one: (one.span.end_column - one.span.column, one.thing.sort), default=None
        )

    def declared(self, thing: Thing) -> list[Span]:
        """Where a thing is declared."""
        return [one.span for one in self.things.get(thing, {}).values() if one.declares]

    def places(self, thing: Thing) -> list[Stands]:
        """All places where a thing is named, in the order of the text."""
        return sorted(self.things.get(thing, {}).values(), key=lambda one: one.span)


def index_of(works: Iterable[Work]) -> Index:
    """Take what was found out about a ruleset (of a variant too), give its index."""
    index = Index()
    for work in works:
        loaded = work.loaded
        for found in (*_noted(work), *_declared(work), *_cited(work), *_changed(work), *_files(loaded)):
            index.add(found)
        for found in _tables(work):
            index.add(found)
    return index


# ---- what elaboration noted


def _noted(work: Work) -> Iterator[Stands]:
    for note in work.notes or ():
        thing = _thing(note)
        span = None if thing is None else _own(note, work.loaded.sources)
        if thing is not None and span is not None:
            declares = note.sort == "local" and note.name == f"{span.path}:{span.line}:{span.column}"
            yield Stands(span, thing, declares, note.type)


def _thing(note: Noted) -> Thing | None:
    if note.sort in ("asked", "reacts"):
        return None
    if note.of.startswith(("men:", "piece:men:")):
        return Thing("man", note.name)
    return Thing(note.sort, note.name, note.of)


def _own(note: Noted, sources: Mapping[str, Source]) -> Span | None:
    """The place of the name alone: what was noted may have its owner before it, or brackets behind it."""
    span, source = note.span, sources.get(note.span.path)
    if note.sort == "local" or source is None or not span.has_place:
        return span
    first, last = source.line(span.line), source.line(span.end_line)
    width = len(note.name)
    if last[: span.end_column - 1].endswith(note.name):
        return Span.on_line(span.path, span.end_line, span.end_column - width, span.end_column)
    if first[span.column - 1 :].startswith(note.name):
        return Span.on_line(span.path, span.line, span.column, span.column + width)
    return None


# ---- what is declared


def _declared(work: Work) -> Iterator[Stands]:
    for node in _all(work.loaded.declarations):
        yield from _of(node)
    for clause in work.loaded.rulebook.values():
        yield Stands(clause.span, Thing("clause", clause.id), declares=True)


def _all(declarations: Iterable[nodes.AnyDeclaration]) -> Iterator[nodes.AnyDeclaration]:
    """All declarations, those of variants too."""
    for node in declarations:
        yield node
        if isinstance(node, nodes.Variant):
            yield from (c.declaration for c in node.changes if isinstance(c, nodes.Add | nodes.Replace))


def _of(node: nodes.AnyDeclaration) -> Iterator[Stands]:
    sort = SORTS.get(type(node))  # type: ignore[arg-type]
    if isinstance(node, nodes.Declaration):
        yield Stands(node.name.span, Thing(sort or type(node).__name__.lower(), node.name.text), True)
    if isinstance(node, nodes.Players):
        for word in node.names:
            yield Stands(word.span, Thing("seat", word.text), True)
    if isinstance(node, nodes.Kinds):
        for kind in node.kinds:
            yield Stands(kind.name.span, Thing("word", kind.name.text, node.name.text), True)
    if isinstance(node, nodes.Variant):
        yield Stands(node.of.span, Thing("game", node.of.text))
    if isinstance(node, nodes.Spaces):
        for faces in node.faces:
            yield Stands(faces.seat.span, Thing("seat", faces.seat.text))
    if isinstance(node, nodes.Option) and isinstance(node.type, nodes.Words):
        for word in node.type.words:
            yield Stands(word.span, Thing("word", word.text, f"option:{node.name.text}"), True)
    if isinstance(node, nodes.Record | nodes.Spaces):
        for column in node.fields:
            yield Stands(column.name.span, Thing("column", column.name.text, node.name.text), True)
    if isinstance(node, nodes.AsSoonAs | nodes.When):
        for word in node.after:
            yield Stands(word.span, Thing("reaction", word.text))
    if isinstance(node, nodes.CascadeClaim) and node.of is not None:
        yield Stands(node.of.span, Thing("reaction", node.of.text))


def _cited(work: Work) -> Iterator[Stands]:
    for id, span in work.game.citations:
        if id in work.loaded.rulebook:
            yield Stands(span, Thing("clause", id))
    for node in work.loaded.declarations:
        if isinstance(node, nodes.Waive):
            yield from (Stands(cite.span, Thing("clause", cite.text)) for cite in node.clauses)


def _changed(work: Work) -> Iterator[Stands]:
    """The names in the changes of variants."""
    for node in work.loaded.declarations:
        for change in node.changes if isinstance(node, nodes.Variant) else ():
            if isinstance(change, nodes.SetValue):
                entry = work.names.values.get(change.name.text)
                yield Stands(change.name.span, Thing(entry.sort if entry else "constant", change.name.text))
            elif isinstance(change, nodes.SetCell):
                record = change.record.text
                yield Stands(change.record.span, Thing("record", record))
                yield Stands(change.row.span, Thing("row", change.row.text, record))
                yield Stands(change.column.span, Thing("column", change.column.text, record))
            elif isinstance(change, nodes.RemoveNamed):
                yield Stands(change.name.span, Thing(change.sort.text, change.name.text))
            elif isinstance(change, nodes.Add) and change.anchor is not None:
                sort = SORTS.get(type(change.declaration), "")  # type: ignore[arg-type]
                yield Stands(change.anchor.span, Thing(sort, change.anchor.text))


def _files(loaded: Loaded) -> Iterator[Stands]:
    """The names of files, each as what leads to it."""
    for (_, name), path in loaded.named.items():
        yield Stands(Span.whole(path), Thing("file", path), declares=True)
        for node in _all(loaded.declarations):
            table = getattr(node, "table", None)
            if (
                isinstance(table, nodes.Text)
                and table.text == name
                and loaded.named.get((table.span.path, name)) == path
            ):
                yield Stands(table.span, Thing("file", path))


# ---- tables


def _tables(work: Work) -> Iterator[Stands]:
    for node in _all(work.loaded.declarations):
        if isinstance(node, nodes.Record | nodes.Spaces) and node.table is not None:
            table = work.loaded.table(node.table)
            if table is not None:
                yield from _table(work, node, table)


def _table(work: Work, node: nodes.Record | nodes.Spaces, table: RawTable) -> Iterator[Stands]:
    name = node.name.text
    kinds = {column.name.text: _kinds(work, column.type) for column in node.fields}
    of_column = {word: column.name.text for column in node.fields for word in _rows(column)}
    for at, head in enumerate(table.header):
        column = of_column.get(head.text)
        if column is not None and column == head.text:
            yield Stands(head.span, Thing("column", column, name))
        for row in table.rows:
            cell = row.cells[at] if at < len(row.cells) else None
            if cell is None:
                continue
            if head.text == "id" and cell.text:
                thing = Thing("row", cell.text, name)
                yield Stands(
                    cell.span,
                    thing if isinstance(node, nodes.Record) else Thing("word", cell.text, name),
                    True,
                )
            elif column is not None:
                yield from _words(cell.span, work, kinds[column])


def _rows(column: nodes.Field) -> Iterator[str]:
    """The columns of the table that a declared one is read from."""
    if column.rows:
        yield from (word.text for word in column.rows if word is not None)
    else:
        yield column.name.text


def _kinds(work: Work, type: nodes.Type) -> tuple[str, ...]:
    """The kinds whose words a cell of a type may have, those that words carry too."""
    while isinstance(type, nodes.ListOf | nodes.SetOf):
        type = type.item
    if not isinstance(type, nodes.Named | nodes.Optional):
        return ()
    found, todo = dict[str, None](), [type.name.text]
    while todo:
        name = todo.pop()
        if name in work.words and name not in found:
            found[name] = None
            params = (param for word in work.words[name].values() for param in word.params)
            todo += [param.name for param in params if isinstance(param, core.KindType)]
    return tuple(found)


def _words(span: Span, work: Work, kinds: tuple[str, ...]) -> Iterator[Stands]:
    """The words of kinds in a cell."""
    source = work.loaded.sources.get(span.path)
    if source is None or span.line != span.end_line:
        return
    text = source.line(span.line)[span.column - 1 : span.end_column - 1]
    for found in WORD.finditer(text):
        kind = next((name for name in kinds if found[0] in work.words[name]), None)
        if kind is not None:
            start = span.column + found.start()
            place = Span.on_line(span.path, span.line, start, start + len(found[0]))
            yield Stands(place, Thing("word", found[0], kind))
