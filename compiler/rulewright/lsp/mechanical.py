"""Mechanical: mends that need nobody's decision, by the code of the finding: what is written, moved or taken
out. What a finding says may differ within a code; a mend is given only where it surely fits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rulewright.reading.source import INDENT, Chunk, Source
from rulewright.record import record
from rulewright.report.diagnostics import Diagnostic, Span

Edit = tuple[Span, str]
LONGEST = 15
"""Digits of a clause's number that is counted on."""


@record
class Place:
    """A finding with the text that it is in and the declaration that it is in, if any."""

    found: Diagnostic
    source: Source
    chunk: Chunk | None

    @property
    def span(self) -> Span:
        """Where the finding is."""
        return self.found.span

    @property
    def line(self) -> str:
        """The line of the text on which it begins."""
        return self.source.line(self.span.line)

    @property
    def words(self) -> str:
        """What stands there."""
        return self.line[self.span.column - 1 : self.span.end_column - 1] if self.is_short else ""

    @property
    def is_short(self) -> bool:
        """Does it stand on one line?"""
        return self.span.line == self.span.end_line

    def part(self, column: int, end: int) -> Span:
        """Some columns of the line."""
        return Span.on_line(self.span.path, self.span.line, column, end)

    @property
    def whole(self) -> Span:
        """The line with its end."""
        return Span(self.span.path, self.span.line, 1, self.span.line + 1, 1)

    def above(self, number: int) -> Span:
        """The place above a line."""
        return Span(self.span.path, number, 1, number, 1)

    @property
    def width(self) -> int:
        """How far the line is indented."""
        return len(self.line) - len(self.line.lstrip())


Mechanical = tuple[str, tuple[Edit, ...]]


def mechanical(found: Diagnostic, source: Source, chunk: Chunk | None) -> Iterator[Mechanical]:
    """Take a finding, give what mends it: a title, and the changes of the text."""
    make = _BY_CODE.get(found.code)
    if make is not None:
        yield from make(Place(found, source, chunk))


# ---- words and lines


def _written(at: Place) -> Iterator[Mechanical]:
    """The help says what to write instead, and all of it."""
    found = re.fullmatch(r"write `([^`]+)`(?: here)?", at.found.help or "")
    if found and "..." not in found[1] and at.is_short:
        yield f"write `{found[1]}`", ((at.span, found[1]),)


def _game(at: Place) -> Iterator[Mechanical]:
    """A variant is of the game beside it."""
    found = re.match(r"write `of (\w+)`", at.found.help or "")
    if found:
        yield f"write `of {found[1]}`", ((at.span, found[1]),)


def _indented(at: Place) -> Iterator[Mechanical]:
    """White space before a line: tabs and others as plain spaces, or as many as the help says."""
    blank = at.part(1, at.width + 1)
    wanted = re.search(r"indent (?:the|this) line by (\d+) spaces$", at.found.help or "")
    if wanted is not None:
        yield f"indent it by {wanted[1]} spaces", ((blank, " " * int(wanted[1])),)
    elif "column 1" in (at.found.help or ""):
        yield "start it in column 1", ((blank, ""),)
    elif "4 spaces for each level" in (at.found.help or ""):
        before = at.line[: at.width]
        even = before.replace("\t", " " * INDENT)
        yield "write plain spaces", ((blank, "".join(" " for _ in even)),)


def _without_line(at: Place) -> Iterator[Mechanical]:
    """The line says nothing, or what cannot be."""
    if re.search(r"leave (?:this|it) (?:line )?out|take the line out|remove this", at.found.help or ""):
        yield "take the line out", ((at.whole, ""),)


def _without_part(at: Place) -> Iterator[Mechanical]:
    """What is too much, with the comma before it."""
    if at.is_short and re.search(r"remove this$|take it out$|leave out the brackets$", at.found.help or ""):
        before = at.line[: at.span.column - 1]
        start = len(re.sub(r",? *$", "", before)) if before.rstrip().endswith(",") else at.span.column - 1
        yield f"take out `{at.words}`", ((at.part(start + 1, at.span.end_column), ""),)


def _citation_last(at: Place) -> Iterator[Mechanical]:
    """What a line cites goes to its end."""
    if not at.is_short:
        return
    line = at.line.split("#")[0].rstrip()
    end = len(line) if not line.endswith(":") else len(line) - 1
    rest = at.line[at.span.end_column - 1 : end].rstrip()
    moved = f"{at.line[: at.span.column - 1].rstrip()}{' ' if rest[:1] not in ',:' else ''}{rest.lstrip()}"
    yield (
        f"move `{at.words}` to the end",
        ((at.part(1, end + 1), f"{moved} {at.words}"),),
    )


def _lower_first(at: Place) -> Iterator[Mechanical]:
    found = re.fullmatch(r"(\d+)\.\.(\d+)", at.words)
    if found and int(found[1]) > int(found[2]):
        text = f"{found[2]}..{found[1]}"
        yield f"write `{text}`", ((at.span, text),)


def _lifetimes(at: Place) -> Iterator[Mechanical]:
    """How long memory lasts: each of the three ways."""
    for text in re.findall(r"`(, [a-z ]+)`", at.found.help or ""):
        end = len(at.line.rstrip()) + 1
        yield f"write `{text}`", ((at.part(end, end), text),)


def _version(at: Place) -> Iterator[Mechanical]:
    known = re.search(r"reads version (\d+)$", at.found.help or "")
    if known:
        yield f"write `language {known[1]}`", ((at.part(1, len(at.line) + 1), f"language {known[1]}"),)


# ---- what is missing


def _do(at: Place) -> Iterator[Mechanical]:
    """`do:` above what an action does, which goes one level deeper."""
    if at.chunk is None or not at.line.strip():
        return
    last = at.chunk.first_line + at.chunk.text.count("\n")
    inside = [n for n in range(at.span.line, last + 1) if at.source.line(n).strip()]
    blank = " " * INDENT
    edits = [(at.above(at.span.line), f"{blank}do:\n{blank}"), *((at.above(n), blank) for n in inside[1:])]
    yield "write `do:` above it", tuple(edits)


def _cells(at: Place) -> Iterator[Mechanical]:
    """A comma for each cell that a row lacks."""
    missing = len(re.findall(r"`[^`]*`", at.found.message))
    end = len(at.line) + 1
    yield "add a comma for each empty cell", ((at.part(end, end), "," * missing),)


def _players(at: Place) -> Iterator[Mechanical]:
    """How many play in an example."""
    found = re.search(r"write `(given players \d+)` first", at.found.help or "")
    chunk = at.chunk
    if not found or chunk is None or not chunk.text.startswith("example"):
        return
    line, place = f"{' ' * INDENT}{found[1]}\n", at.above(chunk.first_line + 1)
    for number, text in enumerate(chunk.text.split("\n"), start=chunk.first_line):
        if text.strip().startswith("given players "):
            place = Span(at.span.path, number, 1, number + 1, 1)
    yield f"write `{found[1]}`", ((place, line),)


def _parts(at: Place) -> Iterator[Mechanical]:
    """A set-up that does nothing, players as the help has them."""
    if "no `setup`" in at.found.message:
        last = len(at.source.lines)
        end = Span.on_line(at.span.path, last, len(at.source.line(last)) + 1, len(at.source.line(last)) + 1)
        yield "add a `setup` that does nothing", ((end, f"\nsetup:\n{' ' * INDENT}nothing\n"),)
    players = re.search(r"`(players [^`]+)`", at.found.help or "")
    if players:
        yield f"write `{players[1]}`", ((at.above(at.span.line + 1), f"{players[1]}\n"),)


def _or_else(at: Place) -> Iterator[Mechanical]:
    """`or else: nothing` below a choice, `otherwise: nothing` below an offer."""
    words = "or else:" if at.found.code == "RW415" else "otherwise:"
    if at.chunk is None or f"`{words}`" not in (at.found.help or ""):
        return
    last, line = at.chunk.first_line + at.chunk.text.count("\n"), at.span.line + 1
    while line <= last and (not at.source.line(line).strip() or _deep(at.source.line(line)) > at.width):
        line += 1
    blank = " " * at.width
    end = len(at.source.line(line - 1)) + 1
    place = Span.on_line(at.span.path, line - 1, end, end)
    text = f"\n{blank}{words}\n{blank}{' ' * INDENT}nothing"
    yield f"write `{words} nothing`", ((place, text),)


def _deep(line: str) -> int:
    return len(line) - len(line.lstrip())


def _next_clause(at: Place) -> Iterator[Mechanical]:
    """The number after the highest of the clauses."""
    head = re.fullmatch(r"(.*?)(\d+)[a-z]?", at.words)
    if head is None:
        return
    used = re.findall(rf"\*\*{re.escape(head[1])}(\d{{1,{LONGEST}}})[a-z]?\*\*", at.source.text)
    text = f"{head[1]}{max(map(int, used), default=0) + 1}"
    yield f"call it {text}", ((at.span, text),)


_BY_CODE: dict[str, Callable[[Place], Iterator[Mechanical]]] = {
    "RW007": _indented,
    "RW008": _indented,
    "RW101": _written,
    "RW104": _do,
    "RW107": _indented,
    "RW109": _citation_last,
    "RW113": _written,
    "RW117": _lifetimes,
    "RW118": _indented,
    "RW122": _version,
    "RW201": _written,
    "RW210": _without_part,
    "RW224": _without_part,
    "RW226": _without_part,
    "RW228": _written,
    "RW231": _without_line,
    "RW232": _written,
    "RW235": _written,
    "RW236": _lower_first,
    "RW243": _players,
    "RW401": _parts,
    "RW413": _or_else,
    "RW415": _or_else,
    "RW602": _cells,
    "RW701": _without_line,
    "RW702": _game,
    "RW708": _without_line,
    "RW709": _without_line,
    "RW801": _next_clause,
}
