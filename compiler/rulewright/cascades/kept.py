"""Guards that still hold when what was raised has its turn.

A guard is asked when an event is raised. What then runs at once, first of all that answer, finds it as it
was. In line, others run in between: `not in SET` of what the event brings is kept where only the reaction
itself puts things into the set, each time first of all the very thing that it was set off by, and `once each`
says that the same thing never waits twice.
"""

from __future__ import annotations

from rulewright import core
from rulewright.checks.effects import bodies, statements


def kept_guards(game: core.Game) -> dict[str, tuple[core.Expr, ...]]:
    """By reaction, the conditions that hold whenever it runs."""
    found: dict[str, tuple[core.Expr, ...]] = {}
    fillers, first = _fillers(game), first_at_once(game)
    for reaction in game.reactions.values():
        if isinstance(reaction, core.When):
            parts = core.conjuncts(reaction.guard)
            at_once = first.get(reaction.event) == reaction.name
            kept = tuple(part for part in parts if at_once or _is_kept(fillers, reaction, part))
            if kept:
                found[reaction.name] = kept
    return found


def first_at_once(game: core.Game) -> dict[str, str]:
    """For each event the first reaction that answers it at once."""
    found: dict[str, str] = {}
    for reaction in game.reactions.values():
        if isinstance(reaction, core.When) and reaction.order != "in_line":
            found.setdefault(reaction.event, reaction.name)
    return found


def _is_kept(fillers: dict[str, list[core.Stmt]], reaction: core.When, part: core.Expr) -> bool:
    match part:
        case core.Not(of=core.In(value=core.Local(name=name), source=core.MemoryValue() as held)):
            first = reaction.body[0] if reaction.body else None
            return (
                reaction.once_each
                and name in {param.name for param in reaction.params}
                and _adds(first, name, held)
                and all(stmt is first for stmt in fillers.get(held.name, ()))
            )
    return False


def _adds(stmt: core.Stmt | None, name: str, held: core.MemoryValue) -> bool:
    """Does a statement put what has a name into this set, of the same seat?"""
    match stmt:
        case core.Remember(op="add", target=target, value=core.Local(name=added)):
            same = isinstance(target.seat, core.Me | None) and type(target.seat) is type(held.seat)
            return added == name and target.name == held.name and same and target.index is held.index is None
    return False


def _fillers(game: core.Game) -> dict[str, list[core.Stmt]]:
    """All statements that may put something into a memory, by its name."""
    found: dict[str, list[core.Stmt]] = {}
    for body in bodies(game):
        for stmt in statements(body):
            if isinstance(stmt, core.Remember) and stmt.op != "remove":
                found.setdefault(stmt.target.name, []).append(stmt)
    return found
