"""Whose seat `me` is in procedures and reactions: who calls them must have one."""

from __future__ import annotations

from dataclasses import replace

from rulewright import core
from rulewright.elaborate.work import Unit, Work

Deed = tuple[str, str]


def check_seats(work: Work) -> None:
    """Find the procedures and events that need a seat, note it in the procedures, and report where set-up
    or a round names one that needs a seat outside `choose ... by`."""
    needy = _needy(work)
    for name, procedure in work.game.procedures.items():
        if ("procedure", name) in needy:
            work.game.procedures[name] = replace(procedure, uses_me=True)
    for unit in work.units:
        if unit.seatless is None:
            continue
        for name, span in unit.resolves:
            if ("procedure", name) in needy:
                help = "give it the seat as a parameter `p: Player`"
                work.error("RW407", f"`{name}` reads `me`, which means nobody here", span, help)
        for name, span in unit.triggers:
            if ("event", name) in needy:
                help = "give the event the seat as a parameter `p: Player`"
                work.error("RW407", f"a reaction to `{name}` reads `me`, which means nobody here", span, help)


def _needy(work: Work) -> set[Deed]:
    callers: dict[Deed, list[Deed]] = {}
    waiting: list[Deed] = []
    for unit in work.units:
        deed = _deed(work, unit)
        if deed is None:
            continue
        if unit.uses_me:
            waiting.append(deed)
        called = [("procedure", name) for name, _ in unit.resolves]
        for target in [*called, *(("event", name) for name, _ in unit.triggers)]:
            callers.setdefault(target, []).append(deed)
    needy: set[Deed] = set()
    while waiting:
        deed = waiting.pop()
        if deed not in needy:
            needy.add(deed)
            waiting.extend(callers.get(deed, ()))
    return needy


def _deed(work: Work, unit: Unit) -> Deed | None:
    if unit.sort == "procedure":
        return "procedure", unit.name
    reaction = work.game.reactions.get(unit.name) if unit.sort == "reaction" else None
    return ("event", reaction.event) if isinstance(reaction, core.When) else None
