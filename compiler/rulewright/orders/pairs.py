"""Pairs: what may run one after the other, and whether the rules say which comes first.

`pairs(game)` gives, in the order of the file, each pair of reactions to one event, each pair of reactions
`as soon as` that one verb can make ready together, and each pair of statements of an `in any order`. `said`
tells how the rules fix their order by words of their own: by `after`, or because one runs `at once` and the
other waits `in line`; the order of the file alone says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

from rulewright import core
from rulewright.checks.effects import Reads, bodies, statements, writes
from rulewright.record import record
from rulewright.report.diagnostics import Span

MOST = 2_000
MOST_VERBS = 8


@record
class Side:
    """One of a pair: what it is called, where it stands, what it asks first, what it does."""

    name: str
    span: Span
    asked: tuple[core.Expr, ...]
    body: core.Block


@record
class Pair:
    """Two that may run one after the other; `sort` is event, change or any order. `causes` are the verbs that
    can make both ready, `event` the name of what both answer, `said` how the rules fix their order."""

    sort: str
    one: Side
    other: Side
    span: Span
    event: str = ""
    causes: tuple[core.Stmt, ...] = ()
    said: str = ""


def pairs(game: core.Game) -> list[Pair]:
    """All pairs whose order could matter, or the first `MOST` of each sort."""
    sorts = _of_events(game), _of_changes(game), _any_order(game)
    found = [pair for sort in sorts for pair in islice(sort, MOST)]
    return sorted(found, key=lambda pair: (pair.span.path, pair.span.line, pair.span.column, pair.one.span))


def _of_events(game: core.Game) -> Iterator[Pair]:
    answers: dict[str, list[core.When]] = {}
    for reaction in game.reactions.values():
        if isinstance(reaction, core.When):
            answers.setdefault(reaction.event, []).append(reaction)
    for event, reactions in answers.items():
        for one, other in combinations(reactions, 2):
            said = _said(one, other)
            if not said and one.order != other.order:
                said = "one runs at once, the other waits in line"
            sides = _side(one, one.guard), _side(other, other.guard)
            yield Pair("event", *sides, span=other.span, event=event, said=said)


def _side(reaction: core.When | core.AsSoonAs, asked: core.Expr | None) -> Side:
    return Side(reaction.name, reaction.span, () if asked is None else (asked,), reaction.body)


def _said(one: core.When | core.AsSoonAs, other: core.When | core.AsSoonAs) -> str:
    return f"`after {one.name}` says so" if one.name in other.after else ""


def _of_changes(game: core.Game) -> Iterator[Pair]:
    soon = {r.name: r for r in game.reactions.values() if isinstance(r, core.AsSoonAs)}
    reads, waiting = Reads(game), dict[str, list[str]]()
    for reaction in soon.values() if len(soon) > 1 else ():
        for place in {place for place, _ in reads.of(reaction.condition)}:
            waiting.setdefault(place, []).append(reaction.name)
    causes: dict[tuple[str, str], list[core.Stmt]] = {}
    for verb, written in _verbs(game) if waiting else ():
        woken = {name for place in written for name in waiting.get(place, ())}
        for names in islice(combinations([name for name in soon if name in woken], 2), MOST):
            causes.setdefault(names, []).append(verb)
    for (first, second), verbs in causes.items():
        one, other = soon[first], soon[second]
        sides = _side(one, one.condition), _side(other, other.condition)
        kept = tuple(verbs[:MOST_VERBS])
        yield Pair("change", *sides, span=other.span, causes=kept, said=_said(one, other))


def _verbs(game: core.Game) -> list[tuple[core.Stmt, set[str]]]:
    """The verbs outside the set-up with the places that they write; those that are alike once."""
    found: dict[str, tuple[core.Stmt, set[str]]] = {}
    for body in bodies(game, setup=False):
        for stmt in statements(body):
            written = {access.place for access in writes(game, stmt)}
            if written:
                found.setdefault(_shape(stmt), (stmt, written))
    return list(found.values())


def _shape(stmt: core.Stmt) -> str:
    from rulewright.machine.meaning import plain

    return repr(plain(stmt))


def _any_order(game: core.Game) -> Iterator[Pair]:
    for block in game.any_orders:
        sides = [Side(f"line {part[0].span.line}", part[0].span, (), part) for part in block.parts if part]
        for one, other in combinations(sides, 2):
            yield Pair("any order", one, other, span=block.span)
