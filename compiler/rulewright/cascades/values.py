"""Values that are not known yet: sums of unknowns, sets of which only some members are known.

An unknown is a whole number, as all values are at run time; what it can be is its domain, an interval or a
set of numbers. `Sum` is a constant plus unknowns, each times a number; `Bits` a set of which the bits are
such sums; `Some` a source of which nothing is known but what its members have in common.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

from rulewright import core

Unknown = Hashable
Domain = tuple[int, int] | frozenset[int]
FEW = 64


class Sum(NamedTuple):
    """A constant plus unknowns, each times a number that is not 0."""

    constant: int
    terms: frozenset[tuple[Unknown, int]]


Number = int | Sum


class Bits(NamedTuple):
    """A set: where `origin` is not None, a member that is not in `known` is as unknown as it was there."""

    origin: Unknown | None
    known: frozenset[tuple[Hashable, Number]]

    def bit(self, member: Hashable) -> Number:
        """1 if a member is in the set, 0 if not, or an unknown."""
        for other, bit in self.known:
            if other == member:
                return bit
        return 0 if self.origin is None else unknown(("in", self.origin, member))

    def with_bit(self, member: Hashable, bit: Number) -> Bits:
        """The same with one member known."""
        kept = {pair for pair in self.known if pair[0] != member}
        return Bits(self.origin, frozenset(kept | {(member, bit)}))


class Some(NamedTuple):
    """Members that are not known: of a type, each fulfilling the conditions, which read it as `name`. `zone`
    is where they lie, if that is known."""

    type: core.Type
    domain: Domain
    name: str
    where: tuple[core.Expr, ...]
    names: Mapping[str, Any]
    zone: tuple[Any, ...] | None


class Pick(NamedTuple):
    """One of the values that a list in a table has for a component that is not known: which is decided when
    it is asked."""

    component: Unknown
    record: str
    field: str
    at: int


Source = tuple[Any, ...] | Some


def unknown(name: Unknown) -> Sum:
    """An unknown alone."""
    return Sum(0, frozenset({(name, 1)}))


def add(left: Number, right: Number) -> Number:
    """left + right"""
    if isinstance(left, int):
        return left + right if isinstance(right, int) else Sum(left + right.constant, right.terms)
    if isinstance(right, int):
        return Sum(left.constant + right, left.terms)
    terms = dict(left.terms)
    for name, times in right.terms:
        terms[name] = terms.get(name, 0) + times
    kept = frozenset((name, n) for name, n in terms.items() if n)
    constant = left.constant + right.constant
    return Sum(constant, kept) if kept else constant


def times(number: Number, factor: int) -> Number:
    """number * factor"""
    if isinstance(number, int):
        return number * factor
    if factor == 0:
        return 0
    return Sum(number.constant * factor, frozenset([(name, n * factor) for name, n in number.terms]))


def minus(left: Number, right: Number) -> Number:
    """left - right"""
    return add(left, times(right, -1))


def lowest(domain: Domain) -> int:
    """The lowest value of a domain."""
    return domain[0] if isinstance(domain, tuple) else min(domain)


def highest(domain: Domain) -> int:
    """The highest value of a domain."""
    return domain[1] if isinstance(domain, tuple) else max(domain)


def size(domain: Domain) -> int:
    """How many values there are."""
    return domain[1] - domain[0] + 1 if isinstance(domain, tuple) else len(domain)


def holds(domain: Domain, value: int) -> bool:
    """Is a value in a domain?"""
    return domain[0] <= value <= domain[1] if isinstance(domain, tuple) else value in domain


def listed(domain: Domain) -> list[int]:
    """All values, rising."""
    return list(range(domain[0], domain[1] + 1)) if isinstance(domain, tuple) else sorted(domain)


def domain_of(game: core.Game, type: core.Type) -> Domain:
    """What a value of a type can be: an interval of numbers, a set of anything else that is few."""
    if isinstance(type, core.Optional):
        inner = domain_of(game, type.of)
        return (-1, inner[1]) if isinstance(inner, tuple) else inner | {-1}
    try:
        low, high = core.bounds(game, type)
    except TypeError:
        return (-(10**9), 10**9)
    if isinstance(type, core.Number | core.RangeType) or high - low > 4096:
        return low, high
    return frozenset(range(low, high + 1))
