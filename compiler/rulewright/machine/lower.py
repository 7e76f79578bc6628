"""From the checked tree to the machine: which units can be interrupted, and their steps.

`lower(game)` gives a Machine. A statement that cannot lead to a decision stays whole inside a step; one that
can is cut: what comes before it ends a step, what follows starts another. Verbs that write what a reaction's
condition reads are followed by a Test of that reaction.
"""

from __future__ import annotations

from rulewright import core
from rulewright.checks.effects import expressions, statements
from rulewright.machine.choosers import with_choosers
from rulewright.machine.cutter import Cutter
from rulewright.machine.fuse_steps import fuse_steps
from rulewright.machine.leave_out import leave_out
from rulewright.machine.machine import Machine, Unit
from rulewright.machine.reaction_tests import ReactionTests, reactions_to
from rulewright.machine.thread_steps import thread_steps


def lower(game: core.Game) -> Machine:
    """The machine of a checked game."""
    machine = Machine()
    for unit in _units(game):
        machine.units[unit.name] = unit
    tests = ReactionTests(game, machine)
    _find_me(game, machine, tests)
    _find_simple(game, machine, tests)
    for unit in machine.units.values():
        if not unit.simple:
            Cutter(game, machine, tests, unit).cut()
    machine.tests = tests.after
    leave_out(game, machine)
    thread_steps(machine)
    fuse_steps(game, machine)
    return machine


def _units(game: core.Game) -> list[Unit]:
    setup, flow = game.setup, game.flow
    units = []
    if setup:
        units.append(Unit("setup", "setup", False, (), setup.body, setup.span, setup.per, simple=False))
    if flow:
        units.append(Unit(flow.sort, flow.sort, False, (), flow.body, flow.span, flow.per, simple=False))
    for action in game.actions.values():
        params = tuple(core.Param(name=p.name, type=p.type, span=p.span) for p in action.picks)
        units.append(_unit(f"action:{action.name}", "action", True, params, action))
    for procedure in game.procedures.values():
        units.append(_unit(procedure.name, "procedure", procedure.uses_me, procedure.params, procedure))
    for reaction in game.reactions.values():
        if isinstance(reaction, core.AsSoonAs):
            binder = reaction.binder
            params = (core.Param(name=binder.name, type=binder.type, span=binder.span),) if binder else ()
            units.append(_unit(f"reaction:{reaction.name}", "reaction", True, params, reaction))
        else:
            units.append(
                _unit(f"reaction:{reaction.name}", "reaction", uses_me(reaction), reaction.params, reaction)
            )
    for unit in units:
        unit.body = with_choosers(unit.body)
    return units


def _unit(
    name: str,
    sort: str,
    me: bool,
    params: tuple[core.Param, ...],
    of: core.Action | core.Procedure | core.AsSoonAs | core.When,
) -> Unit:
    return Unit(name, sort, me, params, of.body, of.span, of.per)


def uses_me(reaction: core.When) -> bool:
    """Does a reaction to an event read the seat that acts? `once each` does: it compares the seats."""
    parts = [expr for stmt in statements(reaction.body) for expr in expressions(stmt)]
    parts += [reaction.guard] if reaction.guard is not None else []
    resolves = any(
        isinstance(stmt, core.Resolve | core.Trigger | core.Choose | core.Offer)
        for stmt in statements(reaction.body)
    )
    return (
        reaction.once_each
        or resolves
        or any(isinstance(part, core.Me) for expr in parts for part in core.walk(expr))
    )


def _find_me(game: core.Game, machine: Machine, tests: ReactionTests) -> None:
    """A unit that tests reactions for all seats, itself or in what it runs, must know which seat is first."""
    changed = True
    while changed:
        changed = False
        for unit in machine.units.values():
            if unit.sort in ("procedure", "reaction") and not unit.me:
                unit.me = changed = any(
                    any(test.seat is None for test in tests.after.get(id(stmt), ()))
                    or any(inner.me for inner in _run_by(game, machine, stmt))
                    for stmt in statements(unit.body)
                )
                if changed:
                    break


def _run_by(game: core.Game, machine: Machine, stmt: core.Stmt) -> list[Unit]:
    """The units that a statement runs."""
    if isinstance(stmt, core.Resolve):
        return [machine.units[stmt.procedure]]
    if isinstance(stmt, core.Trigger):
        return [machine.units[f"reaction:{r.name}"] for r in reactions_to(game, stmt.event)]
    return []


def _sets_off(game: core.Game, machine: Machine, tests: ReactionTests, unit: Unit, seen: set[str]) -> bool:
    """Can a unit change what a reaction waits for?"""
    seen.add(unit.name)
    return any(
        id(stmt) in tests.after
        or any(
            _sets_off(game, machine, tests, inner, seen)
            for inner in _run_by(game, machine, stmt)
            if inner.name not in seen
        )
        for stmt in statements(unit.body)
    )


def _together(game: core.Game, machine: Machine, tests: ReactionTests) -> list[list[Unit]]:
    """Units that are simple together or not at all, because they run in order: reactions to one event, and
    those that one verb can set off."""
    groups = [[r.name for r in reactions_to(game, event) if r.order == "at_once"] for event in game.events]
    groups += [[test.reaction for test in after] for after in tests.after.values()]
    return [[machine.units[f"reaction:{name}"] for name in group] for group in groups]


def _inside_themselves(game: core.Game, machine: Machine, tests: ReactionTests) -> list[Unit]:
    """The reactions to events that can start anew before they are done."""
    starts = [r for r in game.reactions.values() if isinstance(r, core.When) and r.order == "at_once"]
    units = [machine.units[f"reaction:{reaction.name}"] for reaction in starts]
    return [unit for unit in units if unit.name in _now(game, machine, tests, unit)]


def _now(game: core.Game, machine: Machine, tests: ReactionTests, unit: Unit) -> set[str]:
    """All units that can run before a unit is done."""
    found: set[str] = set()
    waiting = [unit]
    while waiting:
        for stmt in statements(waiting.pop().body):
            names = {f"reaction:{test.reaction}" for test in tests.after.get(id(stmt), ())}
            if isinstance(stmt, core.Trigger):
                raised = reactions_to(game, stmt.event)
                names |= {f"reaction:{r.name}" for r in raised if r.order == "at_once"}
            if isinstance(stmt, core.Resolve):
                names.add(stmt.procedure)
            waiting += [machine.units[name] for name in sorted(names - found)]
            found |= names
    return found


def _find_simple(game: core.Game, machine: Machine, tests: ReactionTests) -> None:
    """A unit is simple until something in it can ask; found by going round until nothing changes.

    One that waits in line needs its frame, and so does one `as soon as` that can set off others: what a verb
    sets off is settled before the first of it runs. One that can run inside itself needs it as well: frames
    are as deep as it takes, calls of Python are not."""
    for reaction in game.reactions.values():
        if isinstance(reaction, core.When) and reaction.order == "in_line":
            machine.units[f"reaction:{reaction.name}"].simple = False
        if isinstance(reaction, core.AsSoonAs):
            unit = machine.units[f"reaction:{reaction.name}"]
            unit.simple = not _sets_off(game, machine, tests, unit, set())
    for unit in _inside_themselves(game, machine, tests):
        unit.simple = False
    together = _together(game, machine, tests)
    changed = True
    while changed:
        changed = False
        for group in together:
            if any(unit.simple for unit in group) and not all(unit.simple for unit in group):
                changed = True
                for unit in group:
                    unit.simple = False
        for unit in machine.units.values():
            if unit.simple and any(tests.asks(stmt) for stmt in statements(unit.body)):
                unit.simple = False
                changed = True
