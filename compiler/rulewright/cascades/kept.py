"""Guards that still hold when what was raised has its turn.

A guard is asked when an event is raised; in line, others run in between. `not in SET` of what the event
brings is kept where only the reaction itself puts things into the set, each time first of all the very thing
that it was set off by, and `once each` says that the same thing never waits twice.
"""

from __future__ import annotations

from rulewright import core
from rulewright.checks.effects import bodies, statements


def kept_guards(game: core.Game) -> dict[str, tuple[core.Expr, ...]]:
    """By reaction, the conditions that hold whenever it runs."""
    found = {}
    for reaction in game.reactions.values():
        if isinstance(reaction, core.When):
            kept = tuple(part for part in core.conjuncts(reaction.guard) if _is_kept(game, reaction, part))
            if kept:
                found[reaction.name] = kept
    return found


def _is_kept(game: core.Game, reaction: core.When, part: core.Expr) -> bool:
    match part:
        case core.Not(of=core.In(value=core.Local(name=name), source=core.MemoryValue() as held)):
            first = reaction.body[0] if reaction.body else None
            return (
                reaction.once_each
                and name in {param.name for param in reaction.params}
                and _adds(first, name, held)
                and all(stmt is first for stmt in _fillers(game, held.name))
            )
    return False


def _adds(stmt: core.Stmt | None, name: str, held: core.MemoryValue) -> bool:
    """Does a statement put what has a name into this set, of the same seat?"""
    match stmt:
        case core.Remember(op="add", target=target, value=core.Local(name=added)):
            same = isinstance(target.seat, core.Me | None) and type(target.seat) is type(held.seat)
            return added == name and target.name == held.name and same and target.index is held.index is None
    return False


def _fillers(game: core.Game, memory: str) -> list[core.Stmt]:
    """All statements that may put something into a set."""
    return [
        stmt
        for body in bodies(game)
        for stmt in statements(body)
        if isinstance(stmt, core.Remember) and stmt.target.name == memory and stmt.op != "remove"
    ]
