"""Which steps go straight on to another: by a call, instead of leaving it to the loop that goes from step to
step.

Calls must come to an end, and must not be deep. A unit may call the first step of one that it enters, and a
step any later one of its unit; a unit that is done calls what it returns to only where that is done as well.
So no step can come to itself again without the loop, which counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright import core
from rulewright.machine.machine import Drain, Enter, Machine, Path, Return, Step
from rulewright.machine.reaction_tests import reactions_to
from rulewright.machine.thread_steps import targets

MOST = 12  # calls inside each other


class StraightOn:
    """The calls that steps may make; `back` is where units return to that always return to one step."""

    def __init__(self, game: core.Game, machine: Machine, back: Mapping[str, int]) -> None:
        self._game = game
        self._machine = machine
        self._back = back
        self._order = self._units_in_order()
        self._depth: dict[int, int] = {}
        self._calls: set[tuple[int, int]] = set()
        for number in sorted(machine.paths, key=self._key, reverse=True):
            self._find(number)

    def may(self, number: int, other: int) -> bool:
        """May the function of a step call that of another?"""
        return (number, other) in self._calls

    def above(self, step: Step) -> int | None:
        """The first step of the one unit that may come on top of another, without having been entered."""
        unit = self.unit_above(step)
        return None if unit is None else self._machine.units[unit].entry

    def unit_above(self, step: Step) -> str | None:
        """That unit; None where there are several, or none."""
        units: set[str] = set()
        if isinstance(step.end, Drain):
            units = {f"reaction:{r.name}" for r in self._game.reactions.values() if _waits(r)}
        elif step.yields and isinstance(last := step.ops[-1], core.Stmt):
            units = {f"reaction:{test.reaction}" for test in self._machine.tests.get(id(last), ())}
            if isinstance(last, core.Trigger):
                found = reactions_to(self._game, last.event)
                units |= {f"reaction:{r.name}" for r in found if not _waits(r)}
            units = {unit for unit in units if not self._machine.units[unit].simple}
        return units.pop() if len(units) == 1 else None

    def _key(self, number: int) -> tuple[bool, int, int]:
        """What is done comes last, innermost first; else units before those that they enter."""
        step = self._machine.paths[number].step
        done, order = self._is_done(number), self._order[step.unit]
        return done, -order if done else order, number

    def _is_done(self, number: int) -> bool:
        step = self._machine.paths[number].step
        return isinstance(step.end, Return) and not step.yields

    def _find(self, number: int) -> None:
        """The calls of one step; those of all steps that it may call are known."""
        depth = 0
        for other in self._onward(number):
            if self._key(other) > self._key(number) and self._depth[other] < MOST:
                self._calls.add((number, other))
                depth = max(depth, self._depth[other] + 1)
        self._depth[number] = depth

    def _onward(self, number: int) -> Iterator[int]:
        """Where the function of a step goes on that is not part of it."""
        waiting = [self._machine.paths[number]]
        while waiting:
            path = waiting.pop()
            yield from self._left_by(path)
            waiting.extend(path.ways.values())

    def _left_by(self, path: Path) -> Iterator[int]:
        end = path.step.end
        above = self.above(path.step)
        if above is not None:
            yield above
        if isinstance(end, Enter):
            yield self._machine.units[end.unit].entry
        elif isinstance(end, Return) and not path.step.yields:
            if path.step.unit in self._back and self._is_done(self._back[path.step.unit]):
                yield self._back[path.step.unit]
        else:
            yield from (to for to in targets(end) if to in self._machine.paths and to not in path.ways)

    def _units_in_order(self) -> dict[str, int]:
        """A number for each unit, that of one that it enters higher, but where units enter each other."""
        inner: dict[str, dict[str, None]] = {name: {} for name in self._machine.units}
        for step in self._machine.steps:
            if isinstance(step.end, Enter):
                inner[step.unit][step.end.unit] = None
            above = self.unit_above(step)
            if above is not None:
                inner[step.unit][above] = None
        found: list[str] = []
        seen: set[str] = set()
        for name in inner:
            waiting = [(name, False)]
            while waiting:
                unit, entered = waiting.pop()
                if entered:
                    found.append(unit)
                elif unit not in seen:
                    seen.add(unit)
                    waiting += [(unit, True), *((other, False) for other in inner[unit])]
        return {name: number for number, name in enumerate(reversed(found))}


def _waits(reaction: core.AsSoonAs | core.When) -> bool:
    return isinstance(reaction, core.When) and reaction.order == "in_line"
