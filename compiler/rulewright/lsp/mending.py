"""Mending: what an editor can do about a finding by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.lsp.hover import chunk_at
from rulewright.lsp.mechanical import mechanical
from rulewright.reading.source import INDENT, Chunk, Source
from rulewright.record import record
from rulewright.report.diagnostics import Diagnostic, Span

MEANT = re.compile(r"did you mean `([^`]+)`\?")
WRITTEN = re.compile(r"write `([^`]+)`")
DECLARED = re.compile(r"[Dd]eclare it: `([^`]+)`")
REPLACED = frozenset({"RW208", "RW209", "RW116", "RW114", "RW115"})
"""Codes whose help says what to write in place of the span."""
UNUSED = "RW227"


@record
class Mend:
    """A change of a file that mends a finding; `best` where it is surely what was meant."""

    title: str
    edits: tuple[tuple[Span, str], ...]
    best: bool = False


def mends(found: Diagnostic, source: Source, chunks: tuple[Chunk, ...]) -> Iterator[Mend]:
    """Take a finding and the text that it is in, give the ways to mend it."""
    help, span = found.help or "", found.span
    if found.mend is not None:
        yield Mend(help, (found.mend,), best=True)
        return
    meant = MEANT.search(help)
    if meant is not None and span.line == span.end_line:
        yield Mend(f"write `{meant[1]}`", ((span, meant[1]),), best=True)
    written = WRITTEN.search(help)
    if written is not None and found.code in REPLACED:
        yield Mend(f"write `{written[1]}`", ((span, written[1]),), best=True)
    declared = DECLARED.search(help)
    chunk = chunk_at(chunks, span)
    if declared is not None and chunk is not None and not declared[1].endswith(":"):
        yield Mend(f"declare `{declared[1]}`", ((_before(chunk), f"{declared[1]}\n"),))
    yield from _by_code(found, source, chunk)
    if meant is None:
        for title, edits in mechanical(found, source, chunk):
            yield Mend(title, edits, best=True)


def _by_code(found: Diagnostic, source: Source, chunk: Chunk | None) -> Iterator[Mend]:
    path, line = found.span.path, found.span.line
    if found.code == UNUSED and chunk is not None and found.span.line == chunk.first_line:
        last = chunk.first_line + chunk.text.count("\n") + 1
        yield Mend("remove it", ((Span(path, chunk.first_line, 1, last, 1), ""),))
    if found.code == "RW121":
        yield Mend("start with `language 1`", ((Span(path, 1, 1, 1, 1), "language 1\n"),), best=True)
    if found.code == "RW106":
        text = source.line(line)
        indent = " " * (len(text) - len(text.lstrip()) + INDENT)
        end = len(text.rstrip()) + 1
        yield Mend(
            "write `nothing` there", ((Span(path, line, end, line, end), f"\n{indent}nothing"),), best=True
        )
    if found.code == "RW403" and chunk is not None:
        text = "ending last_round after 10 rounds\n"
        yield Mend("add an ending after 10 rounds", ((_end(source), text),))
    if found.code == "RW404" and "who wins" in found.message:
        yield Mend("add `winner is most score`", ((_end(source), "winner is most score, ties share\n"),))


def _before(chunk: Chunk) -> Span:
    """The place above a declaration and the remarks that lead it."""
    line = chunk.first_line - (chunk.lead.count("\n") + 1 if chunk.lead else 0)
    return Span(chunk.path, line, 1, line, 1)


def _end(source: Source) -> Span:
    """The end of a text."""
    line = len(source.lines)
    column = len(source.lines[-1]) + 1
    return Span(source.path, line, column, line, column)
