"""Analysis: what is known of one ruleset while it is written.

A keystroke mostly changes one declaration. It alone is parsed again and, where it is known to the others as
it was, it alone is elaborated (`quick`): that is told at once. Then all is checked anew (`full`), and what
plays is played when a file is saved.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from rulewright import core, pipeline
from rulewright.elaborate.citations import check_citations
from rulewright.elaborate.elaborate import survey
from rulewright.elaborate.names import collect
from rulewright.elaborate.sources import add_sources
from rulewright.elaborate.unused import check_unused
from rulewright.elaborate.work import Work
from rulewright.loading import variants
from rulewright.loading.load import Loaded, declared, load
from rulewright.lsp.alone import apart, elaborate_alone
from rulewright.lsp.texts import Texts
from rulewright.nodes import AnyDeclaration
from rulewright.reading.files import RulesetPath
from rulewright.reading.source import Chunk
from rulewright.report.diagnostics import Diagnostic, Note, Report, Span

_RULES = {"action", "procedure", "reaction", "define", "score", "ending", "claim", "example"}
_NAMED = {"zone", "memory", "constant", "option", "range", "group", "token", "pawn", "unit"}
ON_ITS_OWN = frozenset({"setup", "round", "turn", *_RULES, *_NAMED})
"""What can be elaborated alone, as long as its name and parameters are as they were."""


LARGE = 400_000
"""Letters from which on nothing is done at each key but wait for the checks."""
HEAD = re.compile(r"(?:example|setup|round|turn)\b|\w+[ \t]+\w+(?:[ \t]*\([^)]*\))?")


@dataclass(slots=True)
class Kept:
    """Declarations that were made, by their chunks, with what was said about them."""

    made: dict[Chunk, tuple[AnyDeclaration | None, tuple[Diagnostic, ...]]] = field(default_factory=dict)
    asked: dict[Chunk, None] = field(default_factory=dict)
    fresh: int = 0

    def __call__(self, chunk: Chunk, report: Report) -> AnyDeclaration | None:
        """Make a declaration, or give the one that was made of the same text at the same place."""
        if chunk not in self.made:
            inner = Report()
            self.made[chunk] = declared(chunk, inner), tuple(inner)
            self.fresh += 1
        node, found = self.made[chunk]
        report.extend(found)
        self.asked[chunk] = None
        return node

    def begin(self) -> None:
        """A new load begins: count what is new, and what is asked for."""
        self.asked, self.fresh = {}, 0

    def forget(self) -> None:
        """Forget what the last load did not ask for."""
        self.made = {chunk: self.made[chunk] for chunk in self.asked}


@dataclass(frozen=True, slots=True)
class Seen:
    """A ruleset at one moment: its chunks, what it says, what was found out."""

    chunks: tuple[Chunk, ...]
    loaded: Loaded
    work: Work | None
    game: core.Game | None
    found: tuple[Diagnostic, ...]


class Analysis:
    """One ruleset, from keystroke to keystroke."""

    def __init__(self, place: RulesetPath, texts: Texts) -> None:
        self.place, self.texts, self.kept = place, texts, Kept()
        self.seen: Seen | None = None
        self.played: tuple[Diagnostic, ...] = ()

    # -- after a keystroke

    def quick(self) -> tuple[Diagnostic, ...]:
        """What can be told at once: syntax and names."""
        before = self.seen
        report, loaded, chunks = self._load()
        self.played = _moved(self.played, before.chunks if before else (), chunks)
        changed = None if before is None or before.work is None else _changed(before.chunks, chunks)
        if before is None or changed is None or not loaded.declarations:
            return self._survey(report, loaded, chunks)
        if not changed:
            found = _moved(before.found, before.chunks, chunks)
        else:
            assert before.work is not None
            found = _anew(before.work, loaded, chunks, changed, report)
            found = (*_moved(before.found, before.chunks, chunks), *found)
        self.seen = replace(before, chunks=chunks, loaded=loaded, found=_unique(found))
        return (*self.seen.found, *self.played)

    def _load(self) -> tuple[Report, Loaded, tuple[Chunk, ...]]:
        report = Report()
        self.kept.begin()
        loaded = load(self.place, report, self.texts, self.kept)
        chunks = tuple(self.kept.asked)
        if len(self.kept.made) > 4 * len(chunks) + 64:
            self.kept.forget()
        return report, loaded, chunks

    def _survey(self, report: Report, loaded: Loaded, chunks: tuple[Chunk, ...]) -> tuple[Diagnostic, ...]:
        """All that elaboration finds."""
        work = None
        if loaded.declarations:
            applied = variants.apply(loaded.declarations, (), report)
            work = survey(loaded, report, applied.declarations, applied.cells)
        self.seen = Seen(chunks, loaded, work, None, tuple(report.sorted()))
        return (*self.seen.found, *self.played)

    # -- when there is time

    def full(self) -> Seen:
        """All checks but those that play; nothing is changed here until `take` is called with it."""
        report, kept = Report(), Kept(made=dict(self.kept.made))
        loaded = load(self.place, report, self.texts, kept)
        work, game = None, None
        if loaded.declarations:
            applied = variants.apply(loaded.declarations, (), report)
            work = survey(loaded, report, applied.declarations, applied.cells)
            if not report.has_errors:
                check_unused(work)
                add_sources(work.game)
                game = pipeline.judged(pipeline.proved(work.game, self.place, report), report)
        return Seen(tuple(kept.asked), loaded, work, game, tuple(report.sorted()))

    def take(self, seen: Seen) -> tuple[Diagnostic, ...]:
        """Take what `full` found, if nothing has changed since."""
        if self.seen is not None and self.seen.chunks != seen.chunks and not self.large:
            return (*self.seen.found, *self.played)
        self.seen = seen
        return (*seen.found, *self.played)

    def take_played(self, found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Take what a whole check on the disk found: what `full` does not find is what playing showed."""
        assert self.seen is not None
        known = {(one.code, one.span) for one in self.seen.found}
        self.played = tuple(one for one in found if (one.code, one.span) not in known)
        return (*self.seen.found, *self.played)

    @property
    def large(self) -> bool:
        """Whether the rules are too long to do anything at each key."""
        source = self.texts.source(self.place.file)
        return source is not None and len(source.text) > LARGE

    @property
    def current(self) -> Seen:
        """What is known now, with all places right: nothing has changed since all was elaborated. Of rules
        that are very long it is what the last check knew."""
        if self.large:
            return self.seen or Seen((), Loaded(str(self.place.file), ()), None, None, ())
        if self.seen is None or self.seen.work is None or self.seen.work.loaded is not self.seen.loaded:
            self._survey(*self._load())
        assert self.seen is not None
        return self.seen


# ---- one declaration alone


def _changed(before: Sequence[Chunk], after: Sequence[Chunk]) -> tuple[Chunk, ...] | None:
    """The chunks with a new text, where nothing else depends on what they were or are; else None."""
    old, new = Counter(map(_text, before)), Counter(map(_text, after))
    gone, come = old - new, new - old
    if not all(_word(text) in ON_ITS_OWN for _, text in (*gone, *come)):
        return None
    if Counter(_head(text) for _, text in gone) != Counter(_head(text) for _, text in come):
        return None
    return tuple(chunk for chunk in after if _text(chunk) in come)


def _text(chunk: Chunk) -> tuple[str, str]:
    return chunk.path, chunk.text


def _word(text: str) -> str:
    return text.split(None, 1)[0].rstrip(":") if text.strip() else ""


def _head(text: str) -> str:
    """What a declaration is known by to others: its sort, name and parameters. (Of an example nothing is.)"""
    found = HEAD.match(text)
    return found[0] if found else ""


def _anew(
    work: Work, loaded: Loaded, chunks: Sequence[Chunk], changed: Sequence[Chunk], report: Report
) -> tuple[Diagnostic, ...]:
    """What is wrong with some declarations, by what is known of the others."""
    inner, quiet = Report(), Report()
    inner.extend(found for found in report if _holds(changed, found.span))
    known = replace(work, loaded=loaded, names=collect(loaded.declarations, quiet), suggestions=0)
    for node in loaded.declarations:
        if any(_starts(chunk, node.span) for chunk in changed):
            alone = apart(known, node, inner)
            elaborate_alone(alone, node)
            if loaded.rulebook:
                check_citations(alone)
            alone.tell_where_else()
    return tuple(inner.sorted())


# ---- findings that move with their texts


def _moved(
    found: Iterable[Diagnostic], before: Sequence[Chunk], after: Sequence[Chunk]
) -> tuple[Diagnostic, ...]:
    """The findings about texts that are still there, at the lines where these stand now."""
    there: dict[tuple[str, str], list[int]] = {}
    for chunk in after:
        there.setdefault(_text(chunk), []).append(chunk.first_line)
    shift: dict[tuple[str, int], int | None] = {}
    for chunk in before:
        lines = there.get(_text(chunk))
        line = lines.pop(0) if lines else None
        for n in range(chunk.first_line, chunk.first_line + chunk.text.count("\n") + 1):
            shift[chunk.path, n] = None if line is None else line - chunk.first_line
    moved = (_shifted(one, shift) for one in found)
    return tuple(one for one in moved if one is not None)


def _shifted(found: Diagnostic, shift: dict[tuple[str, int], int | None]) -> Diagnostic | None:
    by = shift.get((found.span.path, found.span.line), 0)
    if by is None:
        return None
    notes = tuple(Note(note.text, _by(note.span, shift)) for note in found.notes)
    mend = found.mend and (_by(found.mend[0], shift) or found.mend[0], found.mend[1])
    return replace(found, span=_by(found.span, shift) or found.span, notes=notes, mend=mend)


def _by(span: Span | None, shift: dict[tuple[str, int], int | None]) -> Span | None:
    by = 0 if span is None else shift.get((span.path, span.line), 0)
    if span is None or not by:
        return span
    return replace(span, line=span.line + by, end_line=span.end_line + by)


def _holds(chunks: Sequence[Chunk], span: Span) -> bool:
    return any(
        chunk.path == span.path and 0 <= span.line - chunk.first_line <= chunk.text.count("\n")
        for chunk in chunks
    )


def _starts(chunk: Chunk, span: Span) -> bool:
    return chunk.path == span.path and chunk.first_line == span.line


def _unique(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(dict.fromkeys(found))
