"""Asking: what could stand at a place, told by the compiler itself: a name that nothing has is put there, and
elaboration notes what it asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.elaborate.work import Noted, Work
from rulewright.loading.load import declared
from rulewright.lsp.alone import apart, elaborate_alone
from rulewright.nodes import AnyDeclaration
from rulewright.reading.source import Chunk
from rulewright.report.diagnostics import Report
from rulewright.syntax.failure import Brackets
from rulewright.syntax.parser import parse

ASKED = "zz_asked_here"
"""A name that nobody gives."""
ENDS = (
    "",
    ' else "x"',
    ":\n{deeper}nothing",
    " = 0",
    ", at once",
    ", all game",
    " to me",
    " is 0",
    ": 0",
    " at random",
)
DO = "\n    do:\n        nothing"


def asked(work: Work, chunk: Chunk, line: int, before: str, after: str) -> Noted | None:
    """Take a declaration, a line of it and what stands before and after the cursor there; give what is asked
    for there, or None where that cannot be told."""
    for text in _whole(chunk, line, before, after):
        made = replace(chunk, text=text)
        if parse(made, Report()) is not None:
            node = declared(made, Report())
            found = None if node is None else _note(work, node)
            if found is not None:
                return found
    return None


def _whole(chunk: Chunk, line: int, before: str, after: str) -> Iterator[str]:
    """The declaration with the name that is asked in it, made whole in several ways."""
    lines = chunk.text.split("\n")
    at = line - chunk.first_line
    above, below = lines[:at], lines[at + 1 :]
    yield "\n".join([*above, before + ASKED + after, *below])
    yield "\n".join([*above, before + ASKED, *below])
    closing = _closing(above, before)
    deeper = " " * (len(before) - len(before.lstrip()) + 4)
    for end in ENDS:
        text = "\n".join([*above, before + ASKED + closing + end.format(deeper=deeper)])
        yield text
        if chunk.text.startswith("action "):
            yield text + DO


def _closing(above: list[str], before: str) -> str:
    """The brackets that are open at the cursor, closed."""
    brackets = Brackets((*above, before))
    pairs = {"(": ")", "[": "]"}
    return "".join(pairs[piece] for _, piece in sorted(brackets.never_closed.items(), reverse=True))


def _note(work: Work, node: AnyDeclaration) -> Noted | None:
    """What elaboration notes of the name that is asked."""
    notes: list[Noted] = []
    alone = apart(work, node, Report(), notes)
    alone.lost, alone.suggestions = type(work.lost)(), 10**6
    elaborate_alone(alone, node)
    found = (note for note in notes if note.name == ASKED and note.sort in ("asked", "column"))
    return next(found, None)
