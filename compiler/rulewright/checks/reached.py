"""Reached: what is offered, resolved or waited for only by rules that never run themselves.

`reached(game)` gives the names of all that set-up and flow lead to; `check(game, report)` reports the
actions and procedures that are mentioned but never come up, and reactions that nothing after set-up can
start (RW410). What is mentioned nowhere is reported by its name (RW227).
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import core
from rulewright.checks.effects import Reads, bodies, statements, writes
from rulewright.record import record
from rulewright.report.diagnostics import Report

NEVER = "RW410"


@record
class Reached:
    """The deeds that come up (`action pick`, `procedure refill`, `reaction bonus`), and the places that are
    written after set-up."""

    deeds: frozenset[str]
    written: frozenset[str]


def check(game: core.Game, report: Report) -> None:
    """Take a checked game; report what never comes up."""
    found = reached(game)
    mentioned = set().union(*(set(_leads_to(game, body)) for body in bodies(game)))
    for sort, deeds in (("action", game.actions), ("procedure", game.procedures)):
        for deed in deeds.values():
            key = f"{sort} {deed.name}"
            if key not in found.deeds and key in mentioned:
                how = "offered" if sort == "action" else "resolved"
                message = f"`{deed.name}` is {how} only by rules that never run"
                report.add(NEVER, message, deed.span, "let the flow lead to it, or remove it")
    for reaction in game.reactions.values():
        if f"reaction {reaction.name}" not in found.deeds and isinstance(reaction, core.AsSoonAs):
            message = f"nothing after set-up changes what `{reaction.name}` waits for"
            help = "ask for something that a rule changes, or remove it"
            report.add(NEVER, message, reaction.condition.span, help)


def reached(game: core.Game) -> Reached:
    """What the set-up and the flow lead to, and what is written on the way."""
    reads = Reads(game)
    waiting_for: dict[str, list[str]] = {}
    for reaction in game.reactions.values():
        if isinstance(reaction, core.AsSoonAs):
            for place, _ in reads.of(reaction.condition):
                waiting_for.setdefault(place, []).append(f"reaction {reaction.name}")
    deeds, written = set[str](), set[str]()
    waiting = [(flow.body, flow.sort == "setup") for flow in (game.setup, game.flow) if flow is not None]
    in_setup = set[str]()
    while waiting:
        body, setup = waiting.pop()
        new = set() if setup else {a.place for s in statements(body) for a in writes(game, s)} - written
        written |= new
        started = [key for place in new for key in waiting_for.get(place, ())]
        for key in [*_leads_to(game, body), *started]:
            known = in_setup if setup else deeds
            if key not in known:
                known.add(key)
                waiting.append((_body(game, key), setup))
    return Reached(frozenset(deeds | in_setup), frozenset(written))


def _leads_to(game: core.Game, body: core.Block) -> Iterator[str]:
    """The deeds that a block offers, resolves or triggers."""
    for stmt in statements(body):
        match stmt:
            case core.Offer(actions=names):
                yield from (f"action {name}" for name in names)
            case core.Resolve(procedure=name):
                yield f"procedure {name}"
            case core.Trigger(event=event):
                for reaction in game.reactions.values():
                    if isinstance(reaction, core.When) and reaction.event == event:
                        yield f"reaction {reaction.name}"


def _body(game: core.Game, key: str) -> core.Block:
    sort, _, name = key.partition(" ")
    if sort == "action":
        return game.actions[name].body
    return game.procedures[name].body if sort == "procedure" else game.reactions[name].body
