"""Alike: two engines that keep a position in nearly the same way, compared as it is kept.

`alike(old, new)` gives a function of two states that says whether they differ; None where the engines keep so
different things that only views can be compared. A memory that only one of them has says nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from rulewright.python.runtime import Cell, Place, Rules, State

SAME = ("lists", "records", "pieces", "sees", "backs", "seats", "boards", "places")
Differ = Callable[[State, State], bool]


def alike(old: Rules, new: Rules) -> Differ | None:
    """How positions of two engines are compared, if they can be."""
    if any(repr(getattr(old, name)) != repr(getattr(new, name)) for name in SAME):
        return None
    if repr(old.cells) == repr(new.cells) and old.shadows == new.shadows and old.tallies == new.tallies:
        return lambda a, b: (
            a.zones != b.zones
            or a.pools != b.pools
            or a.sets != b.sets
            or a.memory != b.memory
            or a.known != b.known
        )
    return _by_parts(old, new)


def _by_parts(old: Rules, new: Rules) -> Differ:
    """Where one of them keeps more than the other: what both have."""
    theirs = {cell.name: cell for cell in new.cells}
    both = [(cell, theirs[cell.name]) for cell in old.cells if _said(cell) == _said(theirs.get(cell.name))]

    @cache
    def stretches(players: int) -> list[tuple[slice, slice]]:
        return [(_stretch(one, players), _stretch(other, players)) for one, other in both]

    @cache
    def spots(players: int, sort: str) -> list[slice]:
        return [_stretch(place, players) for place in old.places if place.sort == sort]

    def differ(a: State, b: State) -> bool:
        players = a.players
        return (
            a.zones != b.zones
            or a.known != b.known
            or any(a.sets[spot] != b.sets[spot] for spot in spots(players, "set"))
            or any(a.pools[spot] != b.pools[spot] for spot in spots(players, "pool"))
            or any(a.memory[one] != b.memory[other] for one, other in stretches(players))
        )

    return differ


def _said(cell: Cell | None) -> object:
    """All of a memory but where it lies."""
    return None if cell is None else repr(cell).replace(f" at={cell.at},", "")


def _stretch(what: Place | Cell, players: int) -> slice:
    return slice(what.at, what.at + len(what.cells) * (players if what.of_player else 1))
