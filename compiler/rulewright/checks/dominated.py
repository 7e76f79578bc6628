"""Dominated: rows of a table that another row beats in every way.

`check(game, report)` reports a row that differs from another only in being worth less, or in asking for more
(RW643). A column is worth something where score lines add it up and nothing else reads it. A number that a
word carries asks for more where it is only compared as `... >= n`. Only tables from whose rows players choose
freely are looked at: what comes by chance need not be fair.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import core
from rulewright.checks.effects import bodies, statements
from rulewright.checks.thresholds import asked
from rulewright.machine.words import carried
from rulewright.report.diagnostics import Report

BEATEN = "RW643"
HELP = "make it worth more or easier, or take it out: who can choose takes the other first"
Column = tuple[str, str]
MOST_TOLD = 8


def check(game: core.Game, report: Report) -> None:
    """Take a checked game; report rows that others beat."""
    worth, demands = _worth(game), _demands(game)
    for name in sorted(_offered(game)):
        record = game.records[name]
        told = 0
        for row in range(len(record.ids)):
            better = next(
                (o for o in range(len(record.ids)) if _beats(game, record, o, row, worth, demands)), None
            )
            if better is not None and told < MOST_TOLD:
                told += 1
                names = f"`{record.ids[better]}` beats `{record.ids[row]}`"
                message = f"{names}: it is worth as much or more, and asks for no more"
                report.add(BEATEN, message, record.span, HELP)


def _offered(game: core.Game) -> set[str]:
    """Records that start where everyone sees all of them, from which players choose."""
    starts = {
        z.name: z.item
        for z in game.zones.values()
        if z.fills and z.visibility == "public" and z.shape == "set"
    }
    picks = [line.source for action in game.actions.values() for line in action.picks]
    picks += [s.source for block in bodies(game) for s in statements(block) if isinstance(s, core.Choose)]
    parts = [part for source in picks for part in _reached(game, source)]
    return {
        starts[part.zone]
        for part in parts
        if isinstance(part, core.ZoneRef) and part.zone in starts and starts[part.zone] in game.records
    }


def _reached(game: core.Game, source: core.Expr) -> Iterator[core.Expr]:
    for part in core.walk(source):
        yield part
        if isinstance(part, core.Call):
            yield from core.walk(game.defines[part.define].value)


def _worth(game: core.Game) -> set[Column]:
    """Number columns that rules only add up for the score."""
    added: set[Column] = set()
    read: set[Column] = set()
    summed: set[int] = set()
    for score in game.scores.values():
        for part in core.walk(score.value):
            if (
                isinstance(part, core.Aggregate)
                and part.op == "total"
                and isinstance(part.value, core.Column)
            ):
                added.add((part.value.record, part.value.field))
                summed.add(id(part.value))
    for expr in asked(game):
        for part in core.walk(expr):
            if isinstance(part, core.Column) and id(part) not in summed:
                read.add((part.record, part.field))
    return added - read if game.winner is None or game.winner.extreme == "most" else set()


def _demands(game: core.Game) -> set[tuple[str, str, int]]:
    """Numbers that words carry (kind, word, which) that are only ever the least that is asked for."""
    asks: set[tuple[str, str, int]] = set()
    other: set[tuple[str, str, int]] = set()
    for expr in asked(game):
        for match in core.walk(expr):
            if not isinstance(match, core.Match) or not isinstance(match.value.type, core.KindType):
                continue
            for case in match.cases:
                for at, (name, _) in enumerate(case.params):
                    key = (match.value.type.name, case.word, at)
                    reads = sum(isinstance(p, core.Local) and p.name == name for p in core.walk(case.value))
                    least = sum(_is_least(p, name) for p in core.walk(case.value))
                    (asks if reads == least and reads else other).add(key)
    return asks - other


def _is_least(part: core.Expr, name: str) -> bool:
    match part:
        case (
            core.Binary(op=">=", right=core.Local(name=found))
            | core.Binary(op="<=", left=core.Local(name=found))
        ):
            return found == name
    return False


def _beats(
    game: core.Game,
    record: core.Record,
    one: int,
    other: int,
    worth: set[Column],
    demands: set[tuple[str, str, int]],
) -> bool:
    """Is a row at least as good as another in all, and better in something?"""
    better = False
    for info in record.fields.values():
        a, b = info.values[one], info.values[other]
        if a == b:
            continue
        if not isinstance(a, int) or not isinstance(b, int):
            return False
        if (record.name, info.name) in worth:
            if a < b:
                return False
        elif not _asks_less(game, info.type, a, b, demands):
            return False
        better = True
    return better


def _asks_less(game: core.Game, type: core.Type, a: int, b: int, demands: set[tuple[str, str, int]]) -> bool:
    """Is one word the same as another, with numbers that ask for no more?"""
    inner = type.of if isinstance(type, core.Optional) else type
    if not isinstance(inner, core.KindType) or a < 0 or b < 0:
        return False
    words = game.kinds[inner.name].words
    one, two = (next(w for w in words if w.base <= value < w.base + w.size) for value in (a, b))
    if one.name != two.name:
        return False
    pairs = enumerate(zip(carried(game, one, a), carried(game, two, b), strict=True))
    return all(x == y or (x < y and (inner.name, one.name, at) in demands) for at, (x, y) in pairs)
