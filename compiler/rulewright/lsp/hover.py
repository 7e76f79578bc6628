"""Hover: what is told of the name under the cursor: its declaration, type, remarks, and its clauses."""

from __future__ import annotations

from rulewright.elaborate.names import BUILTINS
from rulewright.elaborate.types import show
from rulewright.elaborate.work import Work
from rulewright.lsp.index import WORD, Index, Stands, Thing
from rulewright.reading.source import Chunk, Source
from rulewright.report.diagnostics import Span

MOST_LINES = 12
Place = tuple[str, int, int]


def hover(index: Index, work: Work, chunks: tuple[Chunk, ...], place: Place) -> str | None:
    """What to say of a place, as Markdown; None where nothing stands."""
    found = index.at(*place)
    if found is None:
        return _builtin(work, *place)
    if found.thing.sort == "clause":
        clause = work.loaded.rulebook.get(found.thing.name)
        return None if clause is None else f"**{clause.id}** {clause.text}"
    parts = [_head(found, index, work, chunks)]
    if found.type is not None:
        parts.append(f"of type `{show(found.type)}`")
    return "\n\n".join([part for part in (*parts, *_more(found, index, work, chunks)) if part])


def _builtin(work: Work, path: str, line: int, column: int) -> str | None:
    """A word of the language that is a name."""
    source = work.loaded.sources.get(path)
    text = "" if source is None else source.line(line)
    for word in WORD.finditer(text):
        if word.start() < column <= word.end() + 1 and word[0] in BUILTINS:
            return f"`{word[0]}`: {BUILTINS[word[0]]}"
    return None


def _head(found: Stands, index: Index, work: Work, chunks: tuple[Chunk, ...]) -> str:
    """The declaration as it is written."""
    thing = found.thing
    span = next(iter(index.declared(thing)), None)
    if thing.sort == "row":
        return _row(thing, span, work)
    if thing.sort == "word":
        text = f' ("{_shown(work, thing)}")' if _shown(work, thing) else ""
        return f"a word of `{thing.of}`{text}"
    chunk = None if span is None else chunk_at(chunks, span)
    if chunk is None or span is None:
        return f"{thing.sort} `{thing.name}`" if thing.sort != "local" else "a local name"
    lines = chunk.text.split("\n")
    if thing.sort in ("column", "local", "seat"):
        said = lines[span.line - chunk.first_line].strip()
        return f"```rules\n{said}\n```"
    whole = lines if len(lines) <= MOST_LINES else [*lines[:MOST_LINES], "    ..."]
    return "```rules\n{}\n```".format("\n".join(whole))


def _row(thing: Thing, span: Span | None, work: Work) -> str:
    """A row of a table, column by column."""
    record = work.game.records.get(thing.of)
    source = work.loaded.sources.get(span.path) if span is not None else None
    if span is None or source is None or record is None:
        return f"a {thing.of}"
    header = source.lines[0]
    return f"a {thing.of}\n\n```csv\n{header}\n{source.line(span.line)}\n```"


def _shown(work: Work, thing: Thing) -> str:
    word = work.words.get(thing.of, {}).get(thing.name)
    return word.text if word is not None and word.text else ""


def _more(found: Stands, index: Index, work: Work, chunks: tuple[Chunk, ...]) -> list[str]:
    """The remarks above the declaration, and the clauses that it cites."""
    if found.thing.sort in ("local", "word", "row", "column"):
        return []
    span = next(iter(index.declared(found.thing)), None)
    chunk = None if span is None else chunk_at(chunks, span)
    if chunk is None:
        return []
    remark = " ".join(line.lstrip("# ") for line in chunk.lead.split("\n")).strip()
    head = index.lines.get((chunk.path, chunk.first_line), ())
    cited = [one.thing.name for one in head if one.thing.sort == "clause"]
    clauses = (work.loaded.rulebook.get(id) for id in dict.fromkeys(cited))
    return [remark, *(f"**{clause.id}** {clause.text}" for clause in clauses if clause is not None)]


def chunk_at(chunks: tuple[Chunk, ...], span: Span) -> Chunk | None:
    """The declaration that a place lies in."""
    return next(
        (
            chunk
            for chunk in chunks
            if chunk.path == span.path and 0 <= span.line - chunk.first_line <= chunk.text.count("\n")
        ),
        None,
    )


def text_of(source: Source, span: Span) -> str:
    """The text of a span within one line."""
    return source.line(span.line)[span.column - 1 : span.end_column - 1]
