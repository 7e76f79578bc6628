"""Units that have just been entered: they have no frame until they must wait.

Most of what a cascade enters is done before anybody is asked. So the first step of a unit that another enters
is a function of what it is given; where it asks, enters another before it is done, or goes through something,
it makes its frame, as it would be if it had been there from the start.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulewright.machine.machine import (
    AskChoice,
    AskOffer,
    AskTogether,
    Drain,
    Gather,
    Items,
    Next,
    Path,
    Return,
    Reveal,
    Step,
    Unit,
)
from rulewright.python.functions import Function, function
from rulewright.python.layout import Lines
from rulewright.python.path_bodies import AT, ON, Body, kept_in

if TYPE_CHECKING:
    from rulewright.python.paths import Paths

BARE = -1  # the step that a frame names which is not there
WAITS = AskChoice | AskOffer | AskTogether | Drain | Next | Reveal


class NeedsFrame(Exception):
    """A local value would be lost that only a frame keeps."""


def entered(paths: Paths, unit: Unit) -> Function | None:
    """The function that a unit starts with; None where it needs its frame at once."""
    path = paths.machine.paths[unit.entry]
    if _needs_frame(path.step) or paths.draws.any(path.step.ops):
        return None
    body = EnteredBody(paths, unit, unit.entry)
    given = body.given(unit)
    try:
        lines = body.path(path, BARE, set(given))
    except NeedsFrame:
        return None
    lines = body.finished(lines)
    if "s.frames.append(f)" in str(lines):
        lines = ["f: list[Any]", *lines]
    args = ", ".join(["s: State", *(f"{name}: int" for name in given)])
    doc = f"{unit.name.replace(':', ' ')}, line {path.step.span.line}: has no frame until it must wait."
    return function(f"enter_{unit.entry}", args, "bool", doc, lines)


def _needs_frame(step: Step) -> bool:
    """Does a step put something on top of its frame, or store what it goes through?"""
    stores = any(isinstance(op, Items | Gather) for op in step.ops)
    yields = step.yields and not isinstance(step.end, Return)
    return stores or yields or isinstance(step.end, WAITS)


class EnteredBody(Body):
    """As `Body`, without a frame as long as `at` is BARE; `known` are then the locals that have a value."""

    _bare = False

    def given(self, unit: Unit) -> list[str]:
        """The locals that a unit is given."""
        names = [*(["me"] if unit.me else []), *(param.name for param in unit.params)]
        return [self._python.locals[name] for name in names]

    def path(self, path: Path, at: int, known: set[str]) -> Lines:
        """The lines of a path, with a frame where one is needed."""
        if at != BARE:
            return super().path(path, at, known)
        if _needs_frame(path.step):
            return [*self._framed(path.step.number, known), *super().path(path, path.step.number, known)]
        self._bare = True
        lines = self._lines(path)
        self._bare = False
        if self._read(lines) - known:
            raise NeedsFrame
        return self._without_marks(lines, path.ways, BARE, set(known))

    def _without_marks(self, lines: Lines, ways: dict[int, Path], at: int, known: set[str]) -> Lines:
        if at != BARE:
            return super()._without_marks(lines, ways, at, known)
        found: Lines = []
        for i, line in enumerate(lines):
            if not isinstance(line, str):
                self._loses_nothing(line, known)
                found.append(self._without_marks(line, ways, BARE, set(known)))
            elif line.startswith(AT):
                number = int(line.removeprefix(AT))
                rest = super()._without_marks(lines[i + 1 :], ways, number, known)
                return [*found, *self._framed(number, known), *rest]
            elif line.startswith(ON):
                found += self._on_bare(int(line.removeprefix(ON)), ways, known)
            else:
                if self._lost([line]) & known:
                    raise NeedsFrame
                found.append(re.sub(r"^(\w+) = f\[\d+\] = ", r"\1 = ", line))
                known |= kept_in(line)
        return found

    def _loses_nothing(self, lines: Lines, known: set[str]) -> None:
        """Values that a block stores, and goes on after it, are in no local that is known to have one."""
        leaves = str(lines[-1]).startswith(("return ", ON)) if lines else False
        stores = any(kept_in(line) for line in lines if isinstance(line, str))
        if self._lost(lines) & known or (stores and not leaves):
            raise NeedsFrame

    def _on_bare(self, number: int, ways: dict[int, Path], known: set[str]) -> Lines:
        if number in ways:
            return self.path(ways[number], BARE, known)
        return [*self._framed(number, known), f"return {self._jump(number, 'f')}"]

    def _framed(self, number: int, known: set[str]) -> Lines:
        """The frame is made; what has no value yet is 0."""
        slots = sorted(self._slots.items(), key=lambda slot: slot[1])
        values = [str(number), *(name if name in known else "0" for name, _ in slots)]
        return [f"f = [{', '.join(values)}]", "s.frames.append(f)"]

    def _returned(self, path: Path) -> Lines:
        return super()._returned(path)[1:] if self._bare else super()._returned(path)

    def _makes_way(self) -> Lines:
        return [] if self._bare else super()._makes_way()
