"""Jump threading: steps that only lead on are skipped, steps with one way in join the one before.

`thread_steps(machine)` changes the machine in place and numbers its steps anew, without gaps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from rulewright.machine.machine import (
    Ask,
    AskChoice,
    AskOffer,
    AskTogether,
    Branch,
    Drain,
    End,
    Enter,
    Goto,
    Machine,
    Next,
    Return,
    Reveal,
    Step,
    Switch,
    TestEndings,
)


def thread_steps(machine: Machine) -> None:
    """Shortens the ways between steps; what happens stays the same."""
    steps = {step.number: step for step in machine.steps}
    for step in steps.values():
        step.end = _mapped(step.end, lambda n: _last(steps, n))
    for unit in machine.units.values():
        if not unit.simple:
            unit.entry = _last(steps, unit.entry)
    _join(machine, steps)
    _make_way(machine, steps)
    kept = list(_reached(machine, steps))
    renumber(machine, kept, {step.number: i for i, step in enumerate(kept)})


def _last(steps: dict[int, Step], number: int) -> int:
    """Where a step leads to when it and those after it only lead on."""
    seen = set()
    while number not in seen:
        seen.add(number)
        step = steps[number]
        if step.ops or not isinstance(step.end, Goto):
            break
        number = step.end.step
    return number


def _join(machine: Machine, steps: dict[int, Step]) -> None:
    """A step takes in the one it leads to, if nothing else leads there and nobody can be asked between. One
    that works off the line is taken again after each reaction, so it does nothing else."""
    entries = {unit.entry for unit in machine.units.values() if not unit.simple}
    ways = Counter(target for step in _reached(machine, steps) for target in targets(step.end))
    for step in list(_reached(machine, steps)):
        while isinstance(step.end, Goto) and not step.yields and step.end.step != step.number:
            after = steps[step.end.step]
            returns = isinstance(after.end, Return) and not after.ops
            alone = ways[after.number] == 1 and after.number not in entries
            if not (alone or returns) or isinstance(after.end, Ask | Reveal | Drain):
                break
            step.ops = [*step.ops, *after.ops]
            step.end, step.yields = after.end, after.yields


def _make_way(machine: Machine, steps: dict[int, Step]) -> None:
    """A unit whose last act is to enter another, or may put one on top, makes way for it; set-up and flow
    stay, for they are waited for."""
    for step in steps.values():
        if machine.units[step.unit].sort not in ("action", "procedure", "reaction"):
            continue
        if isinstance(step.end, Enter) and _does_nothing(steps[step.end.then]):
            step.end = replace(step.end, then=-1)
        elif isinstance(step.end, Goto) and step.yields and _does_nothing(steps[step.end.step]):
            step.end = Return()


def _does_nothing(step: Step) -> bool:
    """Does a step only end its unit?"""
    return not step.ops and isinstance(step.end, Return)


def _reached(machine: Machine, steps: dict[int, Step]) -> Iterator[Step]:
    """The steps that a unit's first step leads to, lowest number first."""
    seen: set[int] = set()
    waiting = [unit.entry for unit in machine.units.values() if not unit.simple]
    while waiting:
        number = waiting.pop()
        if number not in seen:
            seen.add(number)
            waiting.extend(targets(steps[number].end))
    return iter([steps[number] for number in sorted(seen)])


def renumber(machine: Machine, steps: list[Step], numbers: dict[int, int]) -> None:
    """Gives the steps of a machine other numbers, and leaves out those that are not among them."""
    for step in steps:
        step.number = numbers[step.number]
        step.end = _mapped(step.end, numbers.__getitem__)
    for unit in machine.units.values():
        if not unit.simple:
            unit.entry = numbers[unit.entry]
    machine.steps = sorted(steps, key=lambda step: step.number)


def targets(end: End) -> list[int]:
    """The steps of the same frame that an end can lead to."""
    found: list[int] = []

    def note(number: int) -> int:
        found.append(number)
        return number

    _mapped(end, note)
    return found


def _mapped(end: End, new: Callable[[int], int]) -> End:
    """An end with its step numbers changed."""
    match end:
        case Goto(step):
            return Goto(new(step))
        case Branch(condition, then, otherwise):
            return Branch(condition, new(then), new(otherwise))
        case Switch(cases=cases):
            changed = tuple((word, params, new(step)) for word, params, step in cases)
            return replace(end, cases=changed, otherwise=new(end.otherwise))
        case Next():
            return replace(end, body=new(end.body), after=new(end.after))
        case Enter(then=-1):
            return end
        case Enter() | TestEndings() | Drain():
            return replace(end, then=new(end.then))
        case AskTogether():
            return replace(end, reveal=new(end.reveal))
        case Reveal():
            return replace(end, asked=new(end.asked), again=new(end.again), after=new(end.after))
        case AskOffer():
            stuck = None if end.otherwise is None else new(end.otherwise)
            return replace(end, after=tuple(new(step) for step in end.after), otherwise=stuck)
        case AskChoice():
            return replace(end, body=new(end.body), or_else=new(end.or_else))
        case Return():
            return end
