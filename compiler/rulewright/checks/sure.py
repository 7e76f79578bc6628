"""Sure: what certainly holds, as far as ranges, members of kinds and what was asked before can tell.

`Sure(game)` answers with yes, no or None (not known). `Known` holds what was asked on the way to a place:
bounds of the terms that conditions speak of. A term is what can be compared with itself later: a memory,
the number of components in a cell, a define with its arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from rulewright import core
from rulewright.checks.effects import Reads
from rulewright.elaborate.types import as_number

MOST_MEMBERS = 64
MOST_DEPTH = 2
T = TypeVar("T")
Bounds = tuple[int, int]
Term = tuple[object, ...]
YES, NO = (1, 1), (0, 0)


@dataclass(slots=True)
class Known:
    """What holds at a place: `me` is the seat that acts as a term, `unit` what local names belong to."""

    unit: str = ""
    me: Term = ("me",)
    bounds: dict[Term, Bounds] = field(default_factory=dict)
    places: dict[Term, frozenset[str]] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)

    def copy(self) -> Known:
        """The same, to be changed."""
        return Known(self.unit, self.me, dict(self.bounds), dict(self.places), dict(self.values))

    def forget(self, written: Iterable[str] | None) -> None:
        """Leave out what reads places that were written; all that can change with None."""
        gone = None if written is None else set(written)
        for term in [t for t, read in self.places.items() if read and (gone is None or read & gone)]:
            del self.bounds[term], self.places[term]


class Sure:
    """Three-valued answers about the expressions of one game."""

    def __init__(self, game: core.Game) -> None:
        self._game = game
        self._reads = Reads(game)
        self._depth = 0
        self._bound: dict[str, Term] = {}

    # ---- terms

    def term(self, expr: core.Expr | None, known: Known) -> Term | None:
        """What makes two expressions the same value at one moment; None when nothing does."""
        match expr:
            case None:
                return ("none",)
            case core.Const(value=value):
                return ("const", value)
            case core.Local(name=name):
                given = known.values.get(name)
                local = self._bound.get(name, ("local", known.unit, name))
                return local if given is None else ("const", given)
            case core.Me():
                return known.me
            case core.MemoryValue(name=name, seat=seat, index=index):
                return self._of("memory", name, (seat, index), known)
            case core.ZoneRef(zone=name, seat=seat, indices=indices):
                return self._of("zone", name, (seat, *indices), known)
            case core.Column(field=name, of=of):
                return self._of("column", name, (of,), known)
            case core.Call(define=name, args=args):
                return self._of("call", name, args, known)
            case core.EndOf(end=end, zone=zone):
                return self._of("end", end, (zone,), known)
            case core.Aggregate(op="count", binders=(binder,), where=None):
                return self._of("count", "", (binder.source,), known)
            case core.Holder(token=name) | core.OptionValue(name=name) | core.ConstantByPlayers(name=name):
                return (type(expr).__name__, name)
            case core.PlayerCount() | core.RoundNumber():
                return (type(expr).__name__,)
        return self._shape(expr, known)

    def _shape(self, expr: core.Expr, known: Known) -> Term | None:
        """Any other expression: the same as one that is written alike, whatever its inner names."""
        if isinstance(expr, core.Aggregate):
            for binder in expr.binders:
                self._bound[binder.name] = ("bound", len(self._bound))
        try:
            return self._spelt(expr, known)
        finally:
            if isinstance(expr, core.Aggregate):
                for binder in expr.binders:
                    del self._bound[binder.name]

    def _spelt(self, expr: core.Expr, known: Known) -> Term | None:
        parts = [
            getattr(expr, name) for name in type(expr).__dataclass_fields__ if name not in ("type", "span")
        ]
        found = [self._part(part, known) for part in parts]
        return None if None in found else (type(expr).__name__, *found)

    def _part(self, part: object, known: Known) -> Term | None:
        if isinstance(part, core.Expr):
            return self.term(part, known)
        if isinstance(part, core.Binder):
            return self._of("binder", "", (part.source,), known)
        if isinstance(part, tuple):
            found = [self._part(item, known) for item in part]
            return None if None in found else ("parts", *found)
        return None if isinstance(part, core.MatchCase) else ("value", part)

    def _of(self, sort: str, name: str, parts: Iterable[core.Expr | None], known: Known) -> Term | None:
        terms = [self.term(part, known) for part in parts]
        return None if None in terms else (sort, name, *terms)

    def _count(self, source: core.Expr, known: Known) -> Term | None:
        if isinstance(source, core.EndOf):
            source = source.zone
        return self._of("count", "", (source,), known)

    # ---- values

    def number(self, expr: core.Expr, known: Known) -> Bounds | None:
        """The least and the highest that a number, word, seat or yes_no can be here."""
        found = self._computed(expr, known)
        term = self.term(expr, known) if known.bounds else None
        if found is None or term not in known.bounds:
            return found
        low, high = known.bounds[term]
        return max(found[0], low), min(found[1], high)

    def _computed(self, expr: core.Expr, known: Known) -> Bounds | None:
        match expr:
            case core.Const(value=value):
                return value, value
            case core.Local(name=name) if name in known.values:
                return known.values[name], known.values[name]
            case core.PlayerCount():
                return self._game.low, self._game.high
            case core.ConstantByPlayers(name=name):
                values = self._game.constants[name].values
                return min(values), max(values)
            case core.Binary(op="+" | "-" as op, left=left, right=right):
                a, b = self.number(left, known), self.number(right, known)
                if a is not None and b is not None:
                    return (a[0] + b[0], a[1] + b[1]) if op == "+" else (a[0] - b[1], a[1] - b[0])
        number = as_number(self._game, expr.type)
        if number is not None:
            return number.low, number.high
        plain = core.YesNo | core.KindType | core.Seat
        return core.bounds(self._game, expr.type) if isinstance(expr.type, plain) else None

    def truth(self, expr: core.Expr | None, known: Known) -> bool | None:
        """Whether a condition certainly holds, or certainly does not."""
        match expr:
            case None:
                return True
            case core.Const(value=value):
                return value == 1
            case core.Not(of=of):
                found = self.truth(of, known)
                return None if found is None else not found
            case core.Binary(op="and" | "or" as op, left=left, right=right):
                sides, stops = {self.truth(left, known), self.truth(right, known)}, op == "or"
                return stops if stops in sides else None if None in sides else not stops
            case core.Binary(op=op, left=left, right=right) if expr.type == core.YesNo():
                return self._compared(op, left, right, known)
            case core.IsEmpty(of=of):
                return self._empty(of, known)
            case core.In(value=value, source=core.Interval(low=low, high=high)):
                return self._both(("<=", low, value), ("<=", value, high), known)
            case core.In(source=core.Domain()):
                return True
        found = self._noted(self._asked(expr, known), known) if known.bounds else None
        inside = self._opened(expr) if found is None else None
        return found if inside is None else self._deeper(lambda: self.truth(inside, known))

    def _noted(self, term: Term | None, known: Known) -> bool | None:
        bounds = known.bounds.get(term) if term is not None else None
        return None if bounds is None or bounds[0] != bounds[1] else bounds == YES

    def _asked(self, expr: core.Expr, known: Known) -> Term | None:
        """A condition as a term of its own."""
        if isinstance(expr, core.In):
            return self._of("in", "", (expr.value, expr.source), known)
        return self.term(expr, known)

    def _empty(self, of: core.Expr, known: Known) -> bool | None:
        if isinstance(of.type, core.Optional) and not isinstance(of, core.EndOf):
            return self._noted(self._of("empty", "", (of,), known), known)
        term = self._count(of, known) if known.bounds else None
        low, high = known.bounds.get(term, (0, 1)) if term is not None else (0, 1)
        return True if high == 0 else False if low > 0 else None

    def _both(
        self, one: tuple[str, core.Expr, core.Expr], two: tuple[str, core.Expr, core.Expr], known: Known
    ) -> bool | None:
        found = {self._compared(*one, known), self._compared(*two, known)}
        return False if False in found else None if None in found else True

    def _compared(self, op: str, left: core.Expr, right: core.Expr, known: Known) -> bool | None:
        if op in (">", ">="):
            return self._compared("<" if op == ">" else "<=", right, left, known)
        if op in ("is", "is_not"):
            found = self._same(left, right, known)
            return None if found is None else found == (op == "is")
        a, b = self.number(left, known), self.number(right, known)
        if op not in ("<", "<=") or a is None or b is None:
            return None
        edge = 0 if op == "<" else 1
        return True if a[1] < b[0] + edge else False if a[0] >= b[1] + edge else None

    def _same(self, left: core.Expr, right: core.Expr, known: Known) -> bool | None:
        one, other = self.term(left, known), self.term(right, known)
        if one is not None and one == other:
            return True
        a, b = self.number(left, known), self.number(right, known)
        if a is None or b is None:
            return None
        if a[1] < b[0] or b[1] < a[0]:
            return False
        return True if a[0] == a[1] == b[0] == b[1] else None

    # ---- learning

    def assume(self, expr: core.Expr | None, holds: bool, known: Known) -> bool:
        """Note that a condition holds, or does not; no when that cannot be."""
        found = self.truth(expr, known)
        if expr is None or found is not None:
            return found is None or found == holds
        match expr:
            case core.Not(of=of):
                return self.assume(of, not holds, known)
            case core.Binary(op="and" | "or" as op, left=left, right=right):
                return self._assume_parts((op == "and") == holds, left, right, holds, known)
            case core.Binary(op=op, left=left, right=right) if expr.type == core.YesNo():
                return self._assume_compared(op, left, right, holds, known)
            case core.IsEmpty(of=of):
                if isinstance(of.type, core.Optional) and not isinstance(of, core.EndOf):
                    return self._note(self._of("empty", "", (of,), known), YES if holds else NO, of, known)
                return self._note(self._count(of, known), NO if holds else (1, 10**9), of, known)
        inside = self._opened(expr)
        if inside is not None and not self._deeper(lambda: self.assume(inside, holds, known)):
            return False
        return self._note(self._asked(expr, known), YES if holds else NO, expr, known)

    # ---- what a define says

    def _opened(self, expr: core.Expr) -> core.Expr | None:
        """What a define stands for, with its arguments in it; of defines in defines only the first."""
        if not isinstance(expr, core.Call) or self._depth >= MOST_DEPTH:
            return None
        define = self._game.defines[expr.define]
        if isinstance(define.value, core.Match):
            return None
        given = {param.name: arg for param, arg in zip(define.params, expr.args, strict=True)}
        return core.substituted(define.value, given)

    def _deeper(self, ask: Callable[[], T]) -> T:
        self._depth += 1
        try:
            return ask()
        finally:
            self._depth -= 1

    def _assume_parts(
        self, all_of: bool, left: core.Expr, right: core.Expr, holds: bool, known: Known
    ) -> bool:
        if all_of:
            return self.assume(left, holds, known) and self.assume(right, holds, known)
        for one, other in ((left, right), (right, left)):
            if self.truth(one, known) == (not holds):
                return self.assume(other, holds, known)
        return True

    def _assume_compared(self, op: str, left: core.Expr, right: core.Expr, holds: bool, known: Known) -> bool:
        if op in (">", ">="):
            return self._assume_compared("<" if op == ">" else "<=", right, left, holds, known)
        if op in ("is", "is_not"):
            return (op == "is") != holds or self._assume_same(left, right, known)
        if not holds:  # not a < b is b <= a
            op, left, right = ("<=" if op == "<" else "<"), right, left
        a, b = self.number(left, known), self.number(right, known)
        if op not in ("<", "<=") or a is None or b is None:
            return True
        edge = 1 if op == "<" else 0
        return self._note(self.term(left, known), (a[0], b[1] - edge), left, known) and self._note(
            self.term(right, known), (a[0] + edge, b[1]), right, known
        )

    def _assume_same(self, left: core.Expr, right: core.Expr, known: Known) -> bool:
        a, b = self.number(left, known), self.number(right, known)
        if a is None or b is None:
            return True
        both = max(a[0], b[0]), min(a[1], b[1])
        return all(self._note(self.term(side, known), both, side, known) for side in (left, right))

    def _note(self, term: Term | None, bounds: Bounds, of: core.Expr, known: Known) -> bool:
        if term is None:
            return True
        low, high = known.bounds.get(term, (-(10**9), 10**9))
        low, high = max(low, bounds[0]), min(high, bounds[1])
        known.bounds[term] = low, high
        known.places[term] = frozenset(place for place, _ in self._reads.of(of))
        return low <= high

    # ---- what can be chosen

    def never_empty(self, name: str, source: core.Expr, where: core.Expr | None, known: Known) -> bool:
        """Is there certainly a member for which `where` holds?"""
        if where is None and self._empty(source, known) is False:
            return True
        members = self._members(source, known)
        if self._spared(name, where) < len(members):
            return True
        return any(self.truth(where, self._with(known, name, value)) is True for value in members)

    def surely_empty(self, name: str, source: core.Expr, where: core.Expr | None, known: Known) -> bool:
        """Is there certainly nothing that can be chosen?"""
        return self._empty(source, known) is True or self.truth(where, known) is False

    def may_be_empty(self, stmt: core.Choose) -> bool:
        """May a choice be skipped, as far as can be told where it stands?"""
        return not self.never_empty(stmt.name, stmt.source, stmt.where, Known())

    def _with(self, known: Known, name: str, value: int) -> Known:
        found = known.copy()
        found.values[name] = value
        return found

    def _members(self, source: core.Expr, known: Known) -> list[int]:
        """The values that are surely members; of large sources only the first."""
        match source:
            case core.Domain(of=core.Seat()):
                return list(range(self._game.low))
            case core.Domain(of=core.KindType(name=name)):
                return list(range(min(self._game.kinds[name].size, MOST_MEMBERS)))
            case core.Domain(of=core.RangeType(name=name)):
                bounds = self._game.ranges[name]
                return self._between(bounds.low_expr, bounds.high_expr, known)
            case core.Interval(low=low, high=high):
                return self._between(low, high, known)
            case core.Members(group=name):
                return list(self._game.groups[name].members)
            case core.SeatsFrom(of=of):
                return self._members(of, known)
        return []

    def _between(self, low: core.Expr, high: core.Expr, known: Known) -> list[int]:
        a, b = self.number(low, known), self.number(high, known)
        if a is None or b is None:
            return []
        return list(range(a[1], min(b[0], a[1] + MOST_MEMBERS - 1) + 1))

    def _spared(self, name: str, where: core.Expr | None) -> int:
        """How many members `where` leaves out at most, if it only says which ones are not meant."""
        parts = core.conjuncts(where)
        simple = all(
            isinstance(part, core.Binary)
            and part.op == "is_not"
            and isinstance(part.left, core.Local)
            and part.left.name == name
            and not any(isinstance(x, core.Local) and x.name == name for x in core.walk(part.right))
            for part in parts
        )
        return len(parts) if simple else MOST_MEMBERS + 1
