"""Where values lie that are kept until what they read changes."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.record import record


@record
class Kept:
    """A define whose values are kept from `at` on: by the name of each parameter its lowest value, how many
    there are, and how far apart they lie. `seat` is the parameter that tells whose places it reads, if it
    reads no others: then there is a block of values for each seat. `part` says that its other parameter tells
    which part of each place it reads, by the first axis."""

    define: str
    at: int
    axes: tuple[tuple[str, int, int, int], ...]
    seat: str
    size: int
    places: frozenset[str]
    part: bool = False

    @property
    def step(self) -> int:
        """How far the value of the next part lies; 0 where it reads all parts."""
        return self.axes[0][3] if self.part else 0


@record
class Run:
    """Values side by side that read a place: from where on, how many; where they read a part of it, how far
    those of the next part lie (0: they read it all), and how many parts there are."""

    first: int
    size: int
    step: int
    parts: int


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

    def reading(self, place: str, own: bool) -> list[Run]:
        """Where values lie that read a place, as far as they lie side by side."""
        found: list[Run] = []
        for kept in sorted(self.of.values(), key=lambda kept: kept.at):
            if place in kept.places and bool(kept.seat) == own:
                size = 1 if kept.part else kept.size
                last = found[-1] if found else Run(-1, 0, 0, 0)
                if last.first + last.size == kept.at and last.step == kept.step:
                    found[-1] = Run(last.first, last.size + size, kept.step, last.parts)
                else:
                    found.append(Run(kept.at, size, kept.step, kept.axes[0][2] if kept.part else 1))
        return found
