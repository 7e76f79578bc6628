"""Types in words, which types go together, how large they are, and intervals of numbers."""

from __future__ import annotations

from math import comb

from rulewright import core

CAP = 10**6
"""Bounds beyond this say nothing: a number is at most known to lie in -CAP..CAP."""


def show(type: core.Type) -> str:
    """Name a type as a designer would write it.

    >>> show(core.Optional(core.KindType("Colour")))
    'Colour?'
    """
    match type:
        case core.YesNo():
            return "yes_no"
        case core.Number(low, high, unit):
            return f"{low}..{high}{f' {unit}' if unit else ''}" if known(type) else unit or "number"
        case core.KindType(name) if name.startswith("option:"):
            return f"a word of the option `{name[7:]}`"
        case core.KindType(name) if name.startswith(("men:", "piece:")):
            return f"piece ({name.rpartition(':')[2].replace('_', ' or ')})"
        case core.KindType(name) | core.RangeType(name) | core.Component(name) | core.PieceType(name):
            return name
        case core.Seat():
            return "Player"
        case core.Optional(of):
            return f"{show(of)}?"
        case core.ListType(of):
            return f"list of {show(of)}"
        case core.SetType(of):
            return f"set of {show(of)}"
        case core.Multiset(kind):
            return f"some of {kind}"
        case core.Place(zone):
            return f"the zone `{zone}`"
        case core.TextType():
            return "a sentence"


def known(number: core.Number) -> bool:
    """Whether both bounds of a number say something."""
    return number.low > -CAP and number.high < CAP


def number(low: int, high: int, unit: str | None = None) -> core.Number:
    """A number type with its bounds capped."""
    return core.Number(max(-CAP, min(CAP, low)), max(-CAP, min(CAP, high)), unit)


def as_number(game: core.Game, type: core.Type) -> core.Number | None:
    """The numbers that a value of this type can be, or None when it is no number.

    >>> as_number(core.Game(name="", slug="", title="", version="", path="", span=None, low=2, high=4,
    ...     seats=()), core.Number(1, 3))
    Number(low=1, high=3, unit=None)
    """
    if isinstance(type, core.Number):
        return type
    if isinstance(type, core.RangeType):
        found = game.ranges[type.name]
        return core.Number(found.low, found.high)
    return None


def plain(type: core.Type) -> core.Type:
    """A type without its optional."""
    return type.of if isinstance(type, core.Optional) else type


def alike(one: core.Type, other: core.Type) -> bool:
    """Whether values of two types (not optional) can be compared."""
    match one, other:
        case (core.Number(), core.Number() | core.RangeType()) | (core.RangeType(), core.Number()):
            return True
        case (core.SetType(a), core.SetType(b)) | (core.ListType(a), core.ListType(b)):
            return alike(plain(a), plain(b))
        case core.Multiset(a), core.Multiset(b):
            return a == b
    return one == other and not isinstance(one, core.Place | core.PieceType | core.TextType)


def join(game: core.Game, one: core.Type, other: core.Type) -> core.Type | None:
    """The type of a value that is of one of two types, or None when they have none in common. Units are
    checked elsewhere; the first that has one gives it."""
    if isinstance(one, core.Optional) or isinstance(other, core.Optional):
        joined = join(game, plain(one), plain(other))
        return None if joined is None else core.Optional(joined)
    if one == other:
        return one
    left, right = as_number(game, one), as_number(game, other)
    if left is not None and right is not None and alike(one, other):
        unit = left.unit or right.unit
        return core.Number(min(left.low, right.low), max(left.high, right.high), unit)
    if isinstance(one, core.ListType) and isinstance(other, core.ListType):
        item = join(game, one.of, other.of)
        longest = None if one.longest is None or other.longest is None else max(one.longest, other.longest)
        return None if item is None else core.ListType(item, longest)
    if isinstance(one, core.SetType) and isinstance(other, core.SetType):
        item = join(game, one.of, other.of)
        return None if item is None else core.SetType(item)
    if isinstance(one, core.Multiset) and isinstance(other, core.Multiset) and one.kind == other.kind:
        return one if one.most >= other.most else other
    return None


def size(game: core.Game, type: core.Type) -> int:
    """How many values a type has, at most CAP.

    >>> size(None, core.Number(1, 3))
    3
    """
    match type:
        case core.YesNo():
            return 2
        case core.Number(low, high):
            return min(CAP, high - low + 1)
        case core.KindType(name):
            return min(CAP, game.kinds[name].size)
        case core.RangeType(name):
            return min(CAP, game.ranges[name].high - game.ranges[name].low + 1)
        case core.Seat():
            return game.high
        case core.Component(record):
            return min(CAP, game.records[record].size)
        case core.PieceType(name):
            return min(CAP, game.pieces[name].number)
        case core.Optional(of):
            return size(game, of) + 1
        case core.Multiset(kind, most):
            words = size(game, core.KindType(kind))
            total = 0
            for n in range(most + 1):
                total += comb(words + n - 1, n) if words else 0
                if total >= CAP:
                    return CAP
            return total
    return CAP


def choices(game: core.Game, type: core.Type) -> int:
    """How many different choices a value of this type can be: equal components are one."""
    if isinstance(type, core.Component):
        return max(1, len(game.records[type.record].ids))
    return size(game, type)
