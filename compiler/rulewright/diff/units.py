"""Units: the steps of a game by the rule they belong to, so that a rule under way goes on in another game."""

from __future__ import annotations

from collections.abc import Callable

from rulewright import core
from rulewright.machine.lower import lower
from rulewright.machine.machine import Step


class Units:
    """The steps of one game."""

    def __init__(self, game: core.Game) -> None:
        machine = lower(game)
        self.units = machine.units
        self.named = frozenset(machine.paths)
        self.steps = {step.number: step for step in machine.steps}
        self.of: dict[str, list[int]] = {}
        for step in machine.steps:
            self.of.setdefault(step.unit, []).append(step.number)

    def called(self, number: int) -> str:
        """The rule that a step belongs to."""
        return self.steps[number].unit.rpartition(":")[2]

    def same_step(self, other: Units, number: int, named: Callable[[str], str]) -> int | None:
        """The step of another game at which a frame goes on as at a step of this one; None where that rule
        has other steps or keeps other values."""
        unit = self.steps[number].unit
        name = named(unit)
        if name not in other.of or self._shape(unit, named) != other._shape(name, str):
            return None
        found = other.of[name][self.of[unit].index(number)]
        return found if found in other.named else None

    def _shape(self, unit: str, named: Callable[[str], str]) -> object:
        """What two rules must have in common: how each step ends, and the values that are kept."""
        slots = [(named(slot.name), slot.index) for slot in self.units[unit].slots]
        return slots, [_sort(self.steps[number]) for number in self.of[unit]]


def _sort(step: Step) -> tuple[str, list[str], bool]:
    return type(step.end).__name__, [type(op).__name__ for op in step.ops], step.yields
