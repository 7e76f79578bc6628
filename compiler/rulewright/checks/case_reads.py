"""What a condition reads for one case of its `for each`, as far as the tables can tell.

`offered(me, f)` with f fixed looks only at the diplomas of one family, and `meets` then only at what the
conditions printed on those ask about. `CaseReads(game).of(condition, name, value)` gives these places, so
that a reaction is tested only for the cases that a change can touch.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import core
from rulewright.checks.effects import ANY, ME
from rulewright.machine.words import rows as rows_of

MOST_CASES = 64
Possible = dict[str, frozenset[int]]
Found = frozenset[tuple[str, str]]


class CaseReads:
    """Readings under knowledge of what some locals can be."""

    def __init__(self, game: core.Game) -> None:
        self._game = game
        self._known: dict[tuple[str, tuple[tuple[str, frozenset[int]], ...]], Found] = {}

    def of(self, condition: core.Expr, name: str, value: int) -> Found:
        """Pairs of a place and whose it is, for one case."""
        return frozenset(self._walk(condition, {name: frozenset({value})}))

    def _walk(self, expr: core.Expr, possible: Possible) -> Iterator[tuple[str, str]]:
        match expr:
            case core.ZoneRef():
                yield f"zone:{expr.zone}", _whose(expr.seat)
            case core.MemoryValue():
                yield f"memory:{expr.name}", _whose(expr.seat)
            case core.Holder():
                yield f"token:{expr.token}", ANY
            case core.RoundNumber():
                yield "round", ANY
            case core.Call():
                yield from self._called(expr, possible)
            case core.Aggregate():
                yield from self._gathered(expr, possible)
                return
            case core.Match():
                yield from self._matched(expr, possible)
                return
        for child in core.children(expr):
            yield from self._walk(child, possible)

    def _gathered(self, expr: core.Aggregate, possible: Possible) -> Iterator[tuple[str, str]]:
        inner = dict(possible)
        for binder in expr.binders:
            yield from self._walk(binder.source, inner)
            if isinstance(binder.type, core.Component):
                inner[binder.name] = self._candidates(binder, expr.where, inner)
        if all(inner.get(binder.name, {0}) for binder in expr.binders):
            for part in (expr.where, expr.value):
                if part is not None:
                    yield from self._walk(part, inner)

    def _candidates(self, binder: core.Binder, where: core.Expr | None, possible: Possible) -> frozenset[int]:
        """The components that printed columns do not rule out."""
        assert isinstance(binder.type, core.Component)
        record = self._game.records[binder.type.record]
        rows = rows_of(record)
        found = set(range(record.size))
        for part in core.conjuncts(where):
            match part:
                case core.Binary(op="is", left=core.Column(of=core.Local(name=name)) as column, right=right):
                    values = self._values(right, possible)
                    if name == binder.name and values is not None:
                        column_values = record.fields[column.field].values
                        found = {k for k in found if column_values[rows[k]] in values}
        return frozenset(found)

    def _values(self, expr: core.Expr, possible: Possible) -> frozenset[int] | None:
        """What an expression can be, if that is known."""
        match expr:
            case core.Const(value=value):
                return frozenset({value})
            case core.Local(name=name):
                return possible.get(name)
        return None

    def _matched(self, expr: core.Match, possible: Possible) -> Iterator[tuple[str, str]]:
        yield from self._walk(expr.value, possible)
        words = self._words(expr.value, possible)
        for case in expr.cases:
            if words is None or case.word in words:
                yield from self._walk(case.value, possible)
        if expr.otherwise is not None:
            yield from self._walk(expr.otherwise, possible)

    def _words(self, value: core.Expr, possible: Possible) -> set[str] | None:
        """The words that a printed column can hold for the components in question."""
        match value:
            case core.Column(record=name, field=field, of=core.Local(name=local)) if local in possible:
                record = self._game.records[name]
                type = record.fields[field].type
                if not isinstance(type, core.KindType):
                    return None
                rows = rows_of(record)
                indices = {record.fields[field].values[rows[k]] for k in possible[local]}
                words = self._game.kinds[type.name].words
                return {
                    w.name
                    for w in words
                    for i in indices
                    if isinstance(i, int) and w.base <= i < w.base + w.size
                }
        return None

    def _called(self, call: core.Call, possible: Possible) -> Iterator[tuple[str, str]]:
        define = self._game.defines[call.define]
        known: Possible = {}
        given: dict[str, str] = {}
        for param, arg in zip(define.params, call.args, strict=True):
            given[param.name] = _whose(arg)
            values = self._values(arg, possible)
            if values is not None:
                known[param.name] = values
        for place, whose in self._summary(call.define, known):
            yield place, given.get(whose, ME if whose == ME else ANY)

    def _summary(self, name: str, known: Possible) -> Found:
        key = (name, tuple(sorted(known.items())))
        if key not in self._known:
            self._known[key] = frozenset()
            self._known[key] = frozenset(self._walk(self._game.defines[name].value, known))
        return self._known[key]


def cases_by_place(game: core.Game, reaction: core.AsSoonAs) -> dict[str, int] | None:
    """For each place the mask of the cases that read it; None where cases cannot be told apart."""
    binder = reaction.binder
    if (
        binder is None
        or not isinstance(binder.type, core.KindType)
        or not isinstance(binder.source, core.Domain)
    ):
        return None
    reads, found = CaseReads(game), dict[str, int]()
    size = game.kinds[binder.type.name].size
    if size > MOST_CASES:
        return None
    for value in range(size):
        for place, _ in reads.of(reaction.condition, binder.name, value):
            found[place] = found.get(place, 0) | 1 << value
    return found if any(mask != (1 << size) - 1 for mask in found.values()) else None


def _whose(seat: core.Expr | None) -> str:
    match seat:
        case core.Me():
            return ME
        case core.Local(name=name):
            return name
    return ANY
