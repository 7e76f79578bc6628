"""Where values lie that are kept until what they read changes."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.record import record


@record
class Kept:
    """A define whose values are kept from `at` on: by the name of each parameter its lowest value, how many
    there are, and how far apart they lie. `seat` is the parameter that tells whose places it reads, if it
    reads no others: then there is a block of values for each seat."""

    define: str
    at: int
    axes: tuple[tuple[str, int, int, int], ...]
    seat: str
    size: int
    places: frozenset[str]


@dataclass(slots=True)
class Keeping:
    """All values that are kept: blocks of `block` values for each of `owners` seats, after them the others.
    `readers` are the names of where values begin that read a place."""

    of: dict[str, Kept] = field(default_factory=dict)
    block: int = 0
    owners: int = 0
    readers: dict[str, tuple[str, int, bool]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many values there are."""
        return self.block * self.owners + sum(kept.size for kept in self.of.values() if not kept.seat)

    def reading(self, place: str, own: bool) -> list[tuple[int, int]]:
        """Where values lie that read a place, as far as they lie side by side: from where on, how many."""
        found: list[tuple[int, int]] = []
        for kept in sorted(self.of.values(), key=lambda kept: kept.at):
            if place in kept.places and bool(kept.seat) == own:
                if found and sum(found[-1]) == kept.at:
                    found[-1] = found[-1][0], found[-1][1] + kept.size
                else:
                    found.append((kept.at, kept.size))
        return found
