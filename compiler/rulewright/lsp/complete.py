"""Completion: what may be written at a place, what fits the type that is asked for first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lsprotocol.types import CompletionItemKind as Kind

from rulewright import core, nodes
from rulewright.elaborate.geometry import FUNCTIONS as OF_SPACES
from rulewright.elaborate.names import BUILTINS
from rulewright.elaborate.spaces import DIRECTION
from rulewright.elaborate.types import alike, plain, show
from rulewright.elaborate.work import Noted, Work
from rulewright.lsp.asking import asked
from rulewright.lsp.index import WORD
from rulewright.reading.source import Chunk, Source
from rulewright.record import record
from rulewright.syntax.failure import failure
from rulewright.syntax.parser import parser
from rulewright.syntax.words import Vocabulary

CLAUSES = re.compile(r"\bper\s+(?:(?:[A-Z]+-\w+|\"[^\"]*\")\s*,\s*)*[A-Z0-9-]*$")
STARTED = re.compile(r"[^\W\d]\w*$")
NOWHERE = "§"
"""What no text may have: what the parser would take in its place is what may be written."""
DEEDS = {"resolve": "procedure", "trigger": "event", "offer": "action", "plays": "action"}
KINDS = {
    "zone": Kind.Field,
    "memory": Kind.Variable,
    "define": Kind.Function,
    "constant": Kind.Constant,
    "option": Kind.Constant,
    "group": Kind.Enum,
    "kind": Kind.Enum,
    "range": Kind.Enum,
    "record": Kind.Class,
    "piece": Kind.Class,
    "man": Kind.Class,
    "token": Kind.Variable,
    "seat": Kind.EnumMember,
    "action": Kind.Method,
    "procedure": Kind.Function,
    "event": Kind.Event,
    "reaction": Kind.Event,
    "score": Kind.Property,
    "unit": Kind.Unit,
    "team": Kind.Enum,
}


@record
class Item:
    """One thing that may be written; `rank` puts what fits best first."""

    label: str
    kind: Kind
    detail: str = ""
    rank: int = 5


def complete(work: Work, chunks: tuple[Chunk, ...], source: Source, place: tuple[int, int]) -> list[Item]:
    """What may be written at a place of a text."""
    line, column = place
    whole = source.line(line)
    before, after = whole[: column - 1], whole[column - 1 :]
    if source.path.endswith(".csv"):
        return _unique(_cell(work, source, line, before))
    if CLAUSES.search(before):
        return [Item(one.id, Kind.Reference, one.text) for one in work.loaded.rulebook.values()]
    if before.count('"') % 2 or "#" in re.sub(r'"[^"]*"', "", before):
        return []
    started = STARTED.search(before)
    before = before[: started.start()] if started else before
    after = re.sub(r"^\w+", "", after)
    chunk = _chunk(chunks, source, line)
    if chunk is None or (not whole[:1].isspace() and not before):
        return [Item(word, Kind.Keyword) for word in Vocabulary(parser()).keywords.declarations]
    return _unique(_inside(work, chunk, line, before, after))


def _chunk(chunks: tuple[Chunk, ...], source: Source, line: int) -> Chunk | None:
    """The declaration that a line belongs to, also one that was just begun below it."""
    above = [chunk for chunk in chunks if chunk.path == source.path and chunk.first_line <= line]
    if not above:
        return None
    chunk = max(above, key=lambda one: one.first_line)
    length = chunk.text.count("\n") + 1
    missing = line - chunk.first_line + 1 - length
    if missing > 0 and source.line(line).strip() and not source.line(line)[0].isspace():
        return None
    if missing <= 0:
        return chunk
    more = source.lines[chunk.first_line - 1 + length : line]
    return Chunk(chunk.path, chunk.first_line, "\n".join([chunk.text, *more]))


def _inside(work: Work, chunk: Chunk, line: int, before: str, after: str) -> Iterator[Item]:
    lines = chunk.text.split("\n")[: line - chunk.first_line]
    vocabulary = Vocabulary(parser())
    found = failure(parser(), "\n".join([*lines, before + NOWHERE]), vocabulary)
    accepts = frozenset[str]() if found is None else found.accepts
    word = re.search(r"(\w+)[ \t]+(?:\w+[ \t]*,[ \t]*)*$", before)
    deed = DEEDS.get(word[1]) if word else None
    if deed is not None:
        yield from _named(work, deed)
        return
    if "NAME" in accepts or "TYPE" in accepts:
        note = asked(work, chunk, line, before, after)
        yield from _for(work, note, before, "TYPE" in accepts and "NAME" not in accepts)
    if not before.rstrip().endswith("."):
        yield from (Item(phrase, Kind.Keyword, rank=7) for phrase in vocabulary.phrases(accepts))


def _for(work: Work, note: Noted | None, before: str, is_type: bool) -> Iterator[Item]:
    """The names that answer what was asked."""
    if note is None:
        if before.rstrip().endswith("."):
            yield from _of_seat(work)
            for made in work.game.records.values():
                yield from _columns(work, made.name)
        elif is_type:
            yield from _types(work)
        else:
            yield from _values(work, None, ())
    elif note.sort == "column":
        yield from _columns(work, note.of)
    elif note.of == "seat":
        yield from _of_seat(work)
    elif note.of == "man":
        yield from (Item(name, Kind.Property) for name in ("owner", "piece"))
    elif note.of == "type":
        yield from _types(work)
    elif note.of in ("action", "score"):
        yield from _named(work, note.of)
    else:
        yield from _values(work, note.type, note.known)


def _named(work: Work, sort: str) -> Iterator[Item]:
    names = work.names.space(sort) if sort == "score" else work.names.deeds
    yield from (
        Item(e.name, KINDS.get(sort, Kind.Text), _text(e.node), 1) for e in names.values() if e.sort == sort
    )


def _text(node: nodes.Declaration | None) -> str:
    text = getattr(node, "text", None)
    return text.text if isinstance(text, nodes.Text) else ""


def _of_seat(work: Work) -> Iterator[Item]:
    """What belongs to a player."""
    for sort in ("zone", "memory"):
        for entry in work.names.of_sort(sort):
            if isinstance(entry.node, nodes.Zone | nodes.Memory) and entry.node.of_player:
                yield Item(entry.name, KINDS[sort], _text(entry.node) or sort, 1)


def _columns(work: Work, of: str) -> Iterator[Item]:
    """The columns of a record, the parts of a space."""
    if of in work.game.records:
        for column in work.game.records[of].fields.values():
            yield Item(column.name, Kind.Property, show(column.type), 1)
    elif of in work.game.spaces:
        names = [name for kind, name in work.fields if kind == of]
        names += ["column", "row"] if work.game.spaces[of].columns else []
        yield from (Item(name, Kind.Property, "", 1) for name in names)


def _types(work: Work) -> Iterator[Item]:
    for sort in ("kind", "range", "record", "piece", "man"):
        yield from (Item(entry.name, KINDS[sort], sort, 1) for entry in work.names.of_sort(sort))
    yield Item("Player", Kind.Class, "a seat", 2)


def _values(work: Work, type: core.Type | None, known: tuple[str, ...]) -> Iterator[Item]:
    """Local names, the words of the kind that is asked for, then all that is declared."""
    wanted = None if type is None else plain(type)
    yield from (Item(name, Kind.Variable, "a local name", 1) for name in known)
    if isinstance(wanted, core.KindType):
        for word in work.words.get(wanted.name, {}).values():
            yield Item(word.name, Kind.EnumMember, word.text or wanted.name, 0)
    if isinstance(wanted, core.Component):
        yield from (Item(name, Kind.Value, wanted.record, 0) for name in work.rows.get(wanted.record, {}))
    for sort in ("seat", "zone", "memory", "define", "constant", "option", "group", "kind", "range", "token"):
        for entry in work.names.of_sort(sort):
            yield Item(
                entry.name, KINDS[sort], _text(entry.node) or sort, _rank(work, sort, entry.name, wanted)
            )
    functions = [name for name, what in BUILTINS.items() if what == "a function"]
    functions += list(OF_SPACES) if DIRECTION in work.names.values else []
    yield from (Item(name, Kind.Function, "a function", 6) for name in functions)
    yield from (Item(name, Kind.Keyword, what, 4) for name, what in BUILTINS.items() if name not in functions)


def _rank(work: Work, sort: str, name: str, wanted: core.Type | None) -> int:
    """Those of the type that is asked for stand before others."""
    types: dict[str, core.Type | None] = {"seat": core.Seat()}
    for table in (work.game.memories, work.game.constants, work.game.options, work.game.defines):
        if name in table:
            types[sort] = getattr(table[name], "type", None)
    given = types.get(sort)
    if wanted is None or given is None:
        return 4
    return 2 if alike(plain(given), wanted) else 5


def _cell(work: Work, source: Source, line: int, before: str) -> Iterator[Item]:
    """The words that a cell of a table may have."""
    header = [cell.strip() for cell in re.split(r"[,;\t]", source.line(1))]
    at = len(re.split(r"[,;\t]", before)) - 1
    for made in work.game.records.values():
        table = work.loaded.named.get((made.span.path, made.table))
        if table == source.path and at < len(header) and header[at] in made.fields:
            type = plain(made.fields[header[at]].type)
            yield from _of_type(work, plain(type.of) if isinstance(type, core.ListType) else type)


def _of_type(work: Work, type: core.Type) -> Iterator[Item]:
    """The words of a type, in a cell."""
    if isinstance(type, core.KindType):
        for word in work.words[type.name].values():
            yield Item(word.name, Kind.EnumMember, word.text or type.name, 0)
    elif isinstance(type, core.YesNo):
        yield from (Item(word, Kind.EnumMember, "", 0) for word in ("yes", "no"))


def _unique(items: Iterable[Item]) -> list[Item]:
    """Each label once, the best of it, what fits best first."""
    best: dict[str, Item] = {}
    for item in items:
        if WORD.match(item.label) and (item.label not in best or item.rank < best[item.label].rank):
            best[item.label] = item
    return sorted(best.values(), key=lambda item: (item.rank, item.label))
