"""Where units return to: a frame that is done leaves the one below, and that mostly stands at one step."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.machine.fuse_steps import all_steps
from rulewright.machine.machine import AskOffer, Enter, Machine, Reveal


def ways_back(machine: Machine) -> Iterator[tuple[str, int]]:
    """For each unit that always returns to the same step, which that is."""
    thens: dict[str, set[int]] = {}
    for step in all_steps(machine):
        match step.end:
            case Enter():
                thens.setdefault(step.end.unit, set()).add(step.end.then)
            case AskOffer():
                for action, then in zip(step.end.actions, step.end.after, strict=True):
                    thens.setdefault(f"action:{action}", set()).add(then)
            case Reveal():
                for action in step.end.actions:
                    thens.setdefault(f"action:{action}", set()).add(step.end.again)
    for unit, steps in thens.items():
        (*others, step_number) = steps
        if not others and step_number in machine.paths:
            yield unit, step_number
