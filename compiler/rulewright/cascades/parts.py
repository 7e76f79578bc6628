"""The parts of a game that lead back to themselves: reactions that set each other off, and loops."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from rulewright import core
from rulewright.cascades.facts import Facts
from rulewright.cascades.loops import Loop, loops_of, unrolled
from rulewright.record import record


@record
class Part:
    """A part of the trigger graph of a game (`facts.game`), in which loops are reactions where it has some;
    `loops` has these by name."""

    names: tuple[str, ...]
    facts: Facts
    loops: Mapping[str, Loop] = field(default_factory=dict)

    def is_loop(self) -> bool:
        """Is nothing in it but loops?"""
        return all(name in self.loops for name in self.names)

    def is_meant(self, name: str) -> bool:
        """Is it meant by the name of a reaction, or of what a loop stands in?"""
        if not self.is_loop():
            return name in self.names
        return any(self.loops[loop].unit == name for loop in self.names)


def parts_of(game: core.Game) -> list[Part]:
    """All of them: of reactions first, then of loops, by what can run between their rounds."""
    facts, loops = Facts(game), loops_of(game)
    found = [Part(names, facts) for names in facts.parts]
    for setup in (True, False):
        mine = {name for name, loop in loops.items() if loop.setup == setup}
        if mine:
            inside = Facts(unrolled(game, setup))
            for names in inside.parts:
                if mine & {*names}:
                    found.append(Part(names, inside, {name: loops[name] for name in names if name in loops}))
    return found
