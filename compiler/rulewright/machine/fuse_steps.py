"""Fusion: steps run on into those that follow, as far as nobody decides and nothing else comes between.

`fuse_steps(game, machine)` gives the machine its paths. A path is a step and, for each step that it leads to
and takes in, the path from there; to the others it jumps. A step that several ways lead to is copied into
each of them, as far as there is room. Steps that are jumped to, asked at or returned to are kept; they are
numbered first, so that a frame always names a step that is kept.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rulewright import core
from rulewright.machine.draws import Draws
from rulewright.machine.machine import (
    Ask,
    AskChoice,
    AskOffer,
    Branch,
    Drain,
    End,
    Enter,
    Goto,
    Items,
    Machine,
    Next,
    Path,
    Return,
    Reveal,
    Step,
    Switch,
    TestEndings,
)
from rulewright.machine.thread_steps import renumber, targets

ROOM = 8  # how many operations and ends a function may copy that stand elsewhere too
TAKEN_IN = Goto | Branch | Switch | Next | Enter | Return | TestEndings | Drain


def fuse_steps(game: core.Game, machine: Machine) -> None:
    """Finds the paths from each step that is kept, and from each answer; numbers the steps anew."""
    fuser = _Fuser(game, machine)
    fuser.run()
    kept = sorted(machine.paths)
    others = [step.number for step in machine.steps if step.number not in machine.paths]
    numbers = {old: new for new, old in enumerate([*kept, *others])}
    machine.paths = {numbers[old]: machine.paths[old] for old in kept}
    machine.answers = {
        numbers[old]: {numbers[then]: path for then, path in ways.items()}
        for old, ways in sorted(machine.answers.items())
    }
    for path in _all_paths(machine):
        path.ways = {numbers[old]: way for old, way in path.ways.items()}
    renumber(machine, machine.steps, numbers)


@dataclass(slots=True)
class _Room:
    """How much a function may still copy, and the steps on the way."""

    left: int = ROOM
    seen: list[int] = field(default_factory=list)


class _Fuser:
    def __init__(self, game: core.Game, machine: Machine) -> None:
        self._machine = machine
        self._steps = {step.number: step for step in machine.steps}
        self._draws = Draws(game, machine)
        self._into = Counter(target for step in machine.steps for target in targets(step.end))
        self._wanted = [unit.entry for unit in machine.units.values() if not unit.simple]

    def run(self) -> None:
        """Paths from every step that is wanted, until no more are."""
        while self._wanted:
            number = self._wanted.pop()
            if number not in self._machine.paths:
                self._machine.paths[number] = self._path(number, _Room())
                if isinstance(self._steps[number].end, Ask):
                    self._answers(number)

    def _answers(self, number: int) -> None:
        """An answer is a function of its own: it shares the room."""
        room, end = _Room(), self._steps[number].end
        thens: list[int] = []
        if isinstance(end, AskOffer):
            simple = [self._machine.units[f"action:{action}"].simple for action in end.actions]
            thens = [then for then, here in zip(end.after, simple, strict=True) if here]
            self._wanted += [then for then, here in zip(end.after, simple, strict=True) if not here]
        elif isinstance(end, AskChoice):
            thens = [end.body, end.or_else] if end.choose.how == "may" else [end.body]
        found = {then: path for then in dict.fromkeys(thens) if (path := self._way(then, room)) is not None}
        self._machine.answers[number] = found

    def _path(self, number: int, room: _Room, before: Step | None = None) -> Path:
        step = self._steps[number]
        path = Path(step, {})
        room.seen.append(number)
        if isinstance(step.end, Next):
            begun = before is not None and _begins(before, step.end)
            path.refill = () if begun else self._refill(step, step.end)
        for then in self._onward(path):
            if (way := self._way(then, room, step)) is not None:
                path.ways[then] = way
        room.seen.pop()
        if isinstance(step.end, Enter) or step.yields:
            self._wanted.extend(targets(step.end))
        if isinstance(step.end, Drain):
            self._wanted.append(number)
        return path

    def _onward(self, path: Path) -> list[int]:
        """The steps that a step itself goes on to."""
        end = path.step.end
        if isinstance(end, Enter):
            return []
        if isinstance(end, AskOffer):
            return [] if end.otherwise is None else [end.otherwise]
        if isinstance(end, Reveal):
            self._wanted.append(end.again)
            return [end.after]
        if isinstance(end, AskChoice):
            return [end.or_else] if end.choose.how != "must" else []
        if path.refill is not None and isinstance(end, Next):
            return [end.body]
        return list(dict.fromkeys(targets(end)))

    def _way(self, number: int, room: _Room, before: Step | None = None) -> Path | None:
        """The path from a step that can be taken in; None, and the step is wanted, if it cannot."""
        step = self._steps[number]
        cost = len(step.ops) + 1 if self._into[number] > 1 else 0
        takes = isinstance(step.end, TAKEN_IN) or _asks_one(step)
        if number in room.seen or not takes or cost > room.left or self._draws.any(step.ops):
            self._wanted.append(number)
            return None
        if isinstance(step.end, AskOffer):
            self._wanted.append(number)
        room.left -= cost
        return self._path(number, room, before)

    def _refill(self, step: Step, end: Next) -> tuple[Step, ...] | None:
        """The steps from the end of a loop over all seats straight to the same loop, begun anew: there is a
        first seat, so nobody has to look."""
        found: list[Step] = []
        number = end.after
        while number != step.number:
            after = self._steps[number]
            onward = targets(after.end)
            plain = isinstance(after.end, Goto | TestEndings) and not after.yields
            if not plain or after in found or self._draws.any(after.ops) or end.recheck is not None:
                return None
            found.append(after)
            number = onward[0]
        return tuple(found) if found and _begins(found[-1], end) else None


def _begins(step: Step, loop: Next) -> bool:
    """Does a step fix all seats for a loop and go on to it? There always is a first one."""
    last = step.ops[-1] if step.ops else None
    if not isinstance(last, Items) or last.at != loop.at or last.where is not None:
        return False
    seats = isinstance(last.source, core.Domain) and isinstance(last.source.of, core.Seat)
    return seats and isinstance(step.end, Goto) and loop.recheck is None


def _asks_one(step: Step) -> bool:
    """Does a step only ask for one action? Then its few lines may stand wherever it is led to."""
    alone = isinstance(step.end, AskOffer) and len(step.end.actions) == 1 and not step.ops
    return alone and ends_by_itself(step.end)


def _all_paths(machine: Machine) -> list[Path]:
    waiting = [
        *machine.paths.values(),
        *(path for ways in machine.answers.values() for path in ways.values()),
    ]
    found = []
    while waiting:
        path = waiting.pop()
        found.append(path)
        waiting.extend(path.ways.values())
    return found


def all_steps(machine: Machine) -> list[Step]:
    """The steps that stand in the functions of all paths, as often as they stand there."""
    paths = _all_paths(machine)
    return [*(path.step for path in paths), *(step for path in paths for step in path.refill or ())]


def ends_by_itself(end: End) -> bool:
    """Does a step with this end always come to a decision? Then it may be called instead of jumped to."""
    offer = isinstance(end, AskOffer) and end.otherwise is None
    return offer or (isinstance(end, AskChoice) and end.choose.how == "must")
