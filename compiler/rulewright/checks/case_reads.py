"""What a condition reads for one case of its `for each`, as far as the tables can tell.

`offered(me, f)` with f fixed looks only at the prizes of one family, and `meets` then only at what the
conditions printed on those ask about. `CaseReads(game).of(condition, name, value)` gives these places, so
that a reaction is tested only for the cases that a change can touch. Of each place it also says which
components there can make a difference: a card without a ground never does to a count of grounds.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import replace

from rulewright import core
from rulewright.checks.effects import ANY, ME
from rulewright.machine.words import carried
from rulewright.machine.words import rows as rows_of
from rulewright.record import record

MOST_CASES = 64
NONE = -1
Possible = dict[str, frozenset[int]]


@record
class Told:
    """A place that is read, whose part of it, and the components in it that can make a difference (None: all,
    or what lies there is no component)."""

    place: str
    whose: str
    members: frozenset[int] | None = None


Found = frozenset[Told]


class CaseReads:
    """Readings under knowledge of what some locals can be."""

    def __init__(self, game: core.Game) -> None:
        self._game = game
        self._known: dict[tuple[str, tuple[tuple[str, frozenset[int]], ...]], Found] = {}

    def of(self, condition: core.Expr, name: str = "", value: int = 0) -> Found:
        """What is read for one case; for all, where no name is given."""
        return frozenset(self._walk(condition, {name: frozenset({value})} if name else {}))

    def _walk(self, expr: core.Expr, possible: Possible) -> Iterator[Told]:
        match expr:
            case core.ZoneRef():
                yield Told(f"zone:{expr.zone}", _whose(expr.seat))
            case core.MemoryValue():
                yield Told(f"memory:{expr.name}", _whose(expr.seat))
            case core.Holder():
                yield Told(f"token:{expr.token}", ANY)
            case core.RoundNumber():
                yield Told("round", ANY)
            case core.In(
                value=core.Local(name=name, type=core.Component()), source=core.MemoryValue() as kept
            ):
                yield Told(f"memory:{kept.name}", _whose(kept.seat), possible.get(name))
                yield from self._parts(kept, possible)
                return
            case core.Call():
                yield from self._called(expr, possible)
            case core.Aggregate():
                yield from self._gathered(expr, possible)
                return
            case core.Match():
                yield from self._matched(expr, possible)
                return
        yield from self._parts(expr, possible)

    def _parts(self, expr: core.Expr, possible: Possible) -> Iterator[Told]:
        for child in core.children(expr):
            yield from self._walk(child, possible)

    def _gathered(self, expr: core.Aggregate, possible: Possible) -> Iterator[Told]:
        inner = dict(possible)
        conditions = core.conjuncts(expr.where)
        if expr.op == "any":
            conditions += core.conjuncts(expr.value)
        for binder in expr.binders:
            source = binder.source
            if not isinstance(binder.type, core.Component):
                yield from self._walk(source, inner)
                continue
            found = self._candidates(binder, conditions, inner)
            inner[binder.name] = found
            if isinstance(source, core.ZoneRef):
                counted = self._counted(binder, expr, found)
                yield Told(f"zone:{source.zone}", _whose(source.seat), counted)
                yield from self._parts(source, inner)
            else:
                yield from self._walk(source, inner)
        if all(inner.get(binder.name, {0}) for binder in expr.binders):
            for part in (expr.where, expr.value):
                if part is not None:
                    yield from self._walk(part, inner)

    def _candidates(
        self, binder: core.Binder, conditions: list[core.Expr], possible: Possible
    ) -> frozenset[int]:
        """The components that printed columns do not rule out."""
        assert isinstance(binder.type, core.Component)
        found = set(range(self._game.records[binder.type.record].size))
        for part in conditions:
            match part:
                case core.Binary(op="is" | "is_not", left=core.Column(of=core.Local(name=name)) as column):
                    asked = self._asked(part, column, possible)
                case core.In(
                    value=core.Column(of=core.Local(name=name)) as column, source=core.Members(group=group)
                ):
                    asked = frozenset(self._game.groups[group].members), True
                case _:
                    continue
            if name == binder.name and asked is not None:
                values, wanted = asked
                found = {k for k in found if (self._printed(column, k) in values) == wanted}
        return frozenset(found)

    def _asked(
        self, part: core.Binary, column: core.Column, possible: Possible
    ) -> tuple[frozenset[int], bool] | None:
        """The values that a column must have, or must not; None where that is not known."""
        values = self._values(part.right, possible)
        if part.op == "is" and values is not None:
            return values, True
        if part.op == "is_not" and values is not None and len(values) == 1:
            return values, False
        some = isinstance(column.type, core.Optional) and not isinstance(part.right.type, core.Optional)
        return (frozenset({NONE}), False) if part.op == "is" and some else None

    def _counted(self, binder: core.Binder, expr: core.Aggregate, members: frozenset[int]) -> frozenset[int]:
        """The members that a total can tell: not those that add nothing."""
        match expr.op, expr.value:
            case "total", core.Column(of=core.Local(name=name)) as column if name == binder.name:
                return frozenset(k for k in members if self._printed(column, k) != 0)
        return members

    def _printed(self, column: core.Column, component: int) -> object:
        """What is printed on a component."""
        record = self._game.records[column.record]
        return record.fields[column.field].values[rows_of(record)[component]]

    def _values(self, expr: core.Expr, possible: Possible) -> frozenset[int] | None:
        """What an expression can be, if that is known."""
        match expr:
            case core.Const(value=value):
                return frozenset({value})
            case core.Local(name=name):
                return possible.get(name)
        return None

    def _matched(self, expr: core.Match, possible: Possible) -> Iterator[Told]:
        yield from self._walk(expr.value, possible)
        printed = self._printed_words(expr.value, possible)
        for case in expr.cases:
            given = None if printed is None else printed.get(case.word)
            if given is not None:
                names = [name for name, _ in case.params]
                known = dict(zip(names, map(frozenset, zip(*given, strict=True)), strict=False))
                yield from self._walk(case.value, {**possible, **known})
            elif printed is None:
                yield from self._walk(case.value, possible)
        if expr.otherwise is not None:
            yield from self._walk(expr.otherwise, possible)

    def _printed_words(self, value: core.Expr, possible: Possible) -> dict[str, set[tuple[int, ...]]] | None:
        """The words that a printed column can hold for the components in question, and what they carry."""
        match value:
            case core.Column(of=core.Local(name=local)) as column if local in possible:
                type = self._game.records[column.record].fields[column.field].type
                if not isinstance(type, core.KindType):
                    return None
                found: dict[str, set[tuple[int, ...]]] = {}
                for index in {self._printed(column, k) for k in possible[local]}:
                    for word in self._game.kinds[type.name].words:
                        if isinstance(index, int) and word.base <= index < word.base + word.size:
                            found.setdefault(word.name, set()).add(carried(self._game, word, index))
                return found
        return None

    def _called(self, call: core.Call, possible: Possible) -> Iterator[Told]:
        define = self._game.defines[call.define]
        known: Possible = {}
        given: dict[str, str] = {}
        for param, arg in zip(define.params, call.args, strict=True):
            given[param.name] = _whose(arg)
            values = self._values(arg, possible)
            if values is not None:
                known[param.name] = values
        for told in self._summary(call.define, known):
            yield replace(told, whose=given.get(told.whose, ME if told.whose == ME else ANY))

    def _summary(self, name: str, known: Possible) -> Found:
        key = (name, tuple(sorted(known.items())))
        if key not in self._known:
            self._known[key] = frozenset()
            self._known[key] = frozenset(self._walk(self._game.defines[name].value, known))
        return self._known[key]


class Cases:
    """What each case of a reaction reads. Where cases cannot be told apart there is one, number 0."""

    def __init__(self, game: core.Game, reaction: core.AsSoonAs) -> None:
        binder, reads = reaction.binder, CaseReads(game)
        self._game = game
        self._found = [reads.of(reaction.condition)]
        sources = reads.of(binder.source) if binder is not None else frozenset()
        if binder is not None and _is_apart(game, binder):
            size = core.bounds(game, binder.type)[1] + 1
            cases = [reads.of(reaction.condition, binder.name, value) for value in range(size)]
            if any(case != cases[0] for case in cases):
                self._found = cases
        self._found = [case | sources for case in self._found]

    @property
    def apart(self) -> bool:
        """Can cases be told apart?"""
        return len(self._found) > 1

    def reading(self, places: Container[str]) -> int:
        """The mask of the cases that read one of some places."""
        return sum(1 << i for i, case in enumerate(self._found) if any(told.place in places for told in case))

    def telling(self, record: str, places: Container[str]) -> tuple[int, ...]:
        """For each component the mask of the cases to which it makes a difference in one of some places."""
        masks = [0] * self._game.records[record].size
        for i, case in enumerate(self._found):
            for told in case:
                if told.place in places:
                    for component in range(len(masks)) if told.members is None else told.members:
                        masks[component] |= 1 << i
        return tuple(masks)


def _is_apart(game: core.Game, binder: core.Binder) -> bool:
    """Does a reaction go through all words of a kind, not too many?"""
    if not isinstance(binder.type, core.KindType) or not isinstance(binder.source, core.Domain):
        return False
    return game.kinds[binder.type.name].size <= MOST_CASES


def _whose(seat: core.Expr | None) -> str:
    match seat:
        case core.Me():
            return ME
        case core.Local(name=name):
            return name
    return ANY
