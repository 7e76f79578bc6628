"""What is found of a cascade: it ends, it does not, or nothing can be said."""

from __future__ import annotations

from typing import Any

from rulewright import core
from rulewright.cascades.loops import Loop
from rulewright.record import record
from rulewright.report.diagnostics import Span


@record
class Budget:
    """How much is looked at before a question is given up: statements that are run in a proof and in searches
    for a loop (`few`: by chance, among few things; `many`: so once more, where nothing else is left), how
    long a line of reactions may get, and how many run one after the other. `chance` is what chance begins
    with."""

    ways: int = 400_000
    landings: int = 100_000
    few: int = 150_000
    many: int = 600_000
    line: int = 24
    deepest: int = 120
    chance: int = 1


@record
class Turn:
    """A reaction that runs in a witness: for whom and with what, what was chosen and what it changed, in
    words, the choices as values, the rows of tables of which it asks something, and how many others it sets
    off."""

    reaction: str
    said: str
    effects: tuple[str, ...]
    span: Span
    choices: tuple[tuple[str, int | None], ...] = ()
    rows: tuple[tuple[str, Span], ...] = ()
    others: int = 0


@record
class Witness:
    """A cascade that does not end: the position in which it starts (in words, and as values), what is set off
    first, the steps that come before the loop and those of it, and what grows in it, which it never reads."""

    start: tuple[tuple[str, str], ...]
    first: tuple[tuple[str, int, tuple[int, ...]], ...]
    lead: tuple[Turn, ...]
    steps: tuple[Turn, ...]
    grows: tuple[str, ...]
    players: int
    cells: tuple[tuple[tuple[Any, ...], Any], ...]
    options: tuple[tuple[str, int], ...] = ()


@record
class Fault:
    """What is wrong with a claim about a cascade: a code, what is said, and notes with their places."""

    code: str
    message: str
    span: Span
    help: str
    notes: tuple[tuple[str, Span | None], ...] = ()


@record
class Verdict:
    """Of the reactions that can set each other off: `sort` is proved, proved if, limited, accepted,
    refused or not proved; `because` the measures, the claim or the limit. `faults` are of claims about it;
    `loops` those of its reactions that stand for loops."""

    sort: str
    reactions: tuple[str, ...]
    because: tuple[str, ...]
    witness: Witness | None = None
    span: Span = Span("", 0, 0, 0, 0)
    left: tuple[tuple[str, Span], ...] = ()
    faults: tuple[Fault, ...] = ()
    loops: tuple[Loop, ...] = ()


ACCEPTED = ("proved", "proved if", "limited", "accepted")
__all__ = ["ACCEPTED", "Budget", "Fault", "Turn", "Verdict", "Witness", "core"]
