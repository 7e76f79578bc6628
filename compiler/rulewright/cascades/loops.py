"""Loops as reactions, so that what is proved of cascades is proved of them.

A `repeat until C` is an event of its own that one reaction answers at once, if not C: its body, then the same
event again. A procedure that can resolve itself is one that answers an event with its body. `loops_of(game)`
finds them, `unrolled(game, ...)` gives the game in which each is such a reaction; what a loop reads of the
names around it the event brings. Loops in which players play are none of these: they go on as long as
somebody makes a move, which `checks.progress` looks at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from rulewright import core
from rulewright.cascades.graph import reached
from rulewright.checks.effects import expressions, statements
from rulewright.record import record
from rulewright.report.diagnostics import Span


@record
class Loop:
    """A loop: what it is called (`loop of dig`), what it stands in, where, and whether that is the set-up, in
    which no other reaction runs."""

    name: str
    unit: str
    span: Span
    setup: bool


def loops_of(game: core.Game) -> dict[str, Loop]:
    """The loops of a game by name, those of each unit in the order of the file."""
    found = {
        name: Loop(name, unit, stmt.until.span, unit == "setup")
        for unit, block in _units(game)
        for name, stmt in _named(game, unit, block)
    }
    for unit in _recursive(game):
        found[f"procedure {unit}"] = Loop(f"procedure {unit}", unit, game.procedures[unit].span, False)
    return found


def has_loops(game: core.Game) -> bool:
    """Is there a loop in a game?"""
    return bool(loops_of(game))


def _units(game: core.Game) -> Iterator[tuple[str, core.Block]]:
    """All blocks that are no part of another, by what they are called."""
    if game.setup is not None:
        yield "setup", game.setup.body
    if game.flow is not None:
        yield game.flow.sort, game.flow.body
    for holder in (*game.actions.values(), *game.procedures.values(), *game.reactions.values()):
        yield holder.name, holder.body


def _named(game: core.Game, unit: str, block: core.Block) -> list[tuple[str, core.Repeat]]:
    """The loops of a unit in which nobody plays, each by its name."""
    loops = [stmt for stmt in statements(block) if isinstance(stmt, core.Repeat)]
    found = [stmt for stmt in loops if not _asks(game, stmt.body)]
    if len(found) == 1:
        return [(f"loop of {unit}", found[0])]
    return [(f"loop {number} of {unit}", stmt) for number, stmt in enumerate(found, start=1)]


def _asks(game: core.Game, block: core.Block) -> bool:
    """Can it let somebody play?"""
    return any(isinstance(stmt, core.Offer) for stmt in reached(game, block))


def _recursive(game: core.Game) -> tuple[str, ...]:
    """The procedures that lead back to themselves, in the order of the file."""
    calls = {
        name: set()
        if _asks(game, procedure.body)
        else {stmt.procedure for stmt in statements(procedure.body) if isinstance(stmt, core.Resolve)}
        for name, procedure in game.procedures.items()
    }
    found = []
    for name in calls:
        seen, waiting = set[str](), list(calls[name])
        while waiting:
            other = waiting.pop()
            if other not in seen:
                seen.add(other)
                waiting.extend(calls[other])
        if name in seen:
            found.append(name)
    return tuple(found)


# ---- the game with loops as reactions


def unrolled(game: core.Game, setup: bool) -> core.Game:
    """The game in which loops are reactions, with those other reactions that can run inside a loop: none in
    the set-up; elsewhere not those in line, which wait until it is over, unless a reaction lets players play.
    """
    return _Unroller(game).game(setup)


class _Unroller:
    def __init__(self, game: core.Game) -> None:
        self._game = game
        self._again = _recursive(game)
        self._names = {
            id(stmt): name for unit, block in _units(game) for name, stmt in _named(game, unit, block)
        }
        self._events: dict[str, core.Event] = {}
        self._made: dict[str, core.When] = {}

    def game(self, setup: bool) -> core.Game:
        """All of it."""
        game = self._game
        asks = any(_asks(game, reaction.body) for reaction in game.reactions.values())
        kept = {name: r for name, r in game.reactions.items() if not setup and (asks or not _waits(r))}
        procedures = {name: replace(p, body=self._block(p.body)) for name, p in game.procedures.items()}
        for name in self._again:
            procedure = procedures[name]
            self._answer(f"procedure {name}", procedure.params, None, procedure.body, procedure.span)
        # loops of those that wait in line are loops, too, though they wait until these are over
        reactions = {name: replace(r, body=self._block(r.body)) for name, r in game.reactions.items()}
        reactions = {name: r for name, r in reactions.items() if name in kept}
        made = replace(
            game,
            setup=None if game.setup is None else replace(game.setup, body=self._block(game.setup.body)),
            flow=None if game.flow is None else replace(game.flow, body=self._block(game.flow.body)),
            actions={name: replace(a, body=self._block(a.body)) for name, a in game.actions.items()},
            procedures=procedures,
        )
        events = {**game.events, **self._events}
        return replace(made, reactions={**reactions, **self._made}, events=events)

    def _block(self, block: core.Block) -> core.Block:
        return tuple(rebuilt(self._one(stmt), self._block) for stmt in block)

    def _one(self, stmt: core.Stmt) -> core.Stmt:
        """What stands for a statement."""
        if isinstance(stmt, core.Resolve) and stmt.procedure in self._again:
            event = f"procedure {stmt.procedure}"
            return core.Trigger(event=event, args=stmt.args, span=stmt.span, per=stmt.per, me=stmt.me)
        if id(stmt) in self._names and isinstance(stmt, core.Repeat):
            return self._loop(self._names[id(stmt)], stmt)
        return stmt

    def _loop(self, name: str, stmt: core.Repeat) -> core.Stmt:
        """A loop begins: its event is raised."""
        read = tuple(_free(self._game, stmt).values())
        params = tuple(core.Param(name=local.name, type=local.type, span=local.span) for local in read)
        span = stmt.until.span
        again = core.Trigger(event=name, args=read, span=span, per=())
        guard = core.Not(of=stmt.until, type=core.YesNo(), span=span)
        self._answer(name, params, guard, (*self._block(stmt.body), again), span)
        return again

    def _answer(
        self, name: str, params: tuple[core.Param, ...], guard: core.Expr | None, body: core.Block, span: Span
    ) -> None:
        self._events[name] = core.Event(name=name, span=span, params=params)
        self._made[name] = core.When(
            name=name,
            span=span,
            event=name,
            params=params,
            guard=guard,
            order="at_once",
            once_each=False,
            body=body,
        )


def _waits(reaction: core.AsSoonAs | core.When) -> bool:
    """Does a reaction wait in line?"""
    return isinstance(reaction, core.When) and reaction.order == "in_line"


def _free(game: core.Game, stmt: core.Repeat) -> dict[str, core.Local]:
    """The names from around a loop that it reads; each is unique where it stands."""
    found: dict[str, core.Local] = {}
    bound = set[str]()
    for inner in (stmt, *statements(stmt.body)):
        bound.update(_binds(inner))
        for expr in expressions(inner):
            for part in core.walk(expr):
                if isinstance(part, core.Aggregate):
                    bound.update(binder.name for binder in part.binders)
                elif isinstance(part, core.Match):
                    bound.update(name for case in part.cases for name, _ in case.params)
                elif isinstance(part, core.Local):
                    found.setdefault(part.name, part)
    return {name: local for name, local in found.items() if name not in bound}


def _binds(stmt: core.Stmt) -> Iterator[str]:
    """The names that a statement makes."""
    if isinstance(stmt, core.Let | core.Choose | core.Draw | core.Each):
        yield stmt.name
    if isinstance(stmt, core.Draw):
        yield stmt.each
    if isinstance(stmt, core.MatchStmt):
        yield from (name for case in stmt.cases for name, _ in case.params)


def counted(game: core.Game, names: tuple[str, ...], count: core.Stmt) -> core.Game:
    """The game in which some loops begin each round with a statement."""
    wanted = {
        id(stmt) for unit, block in _units(game) for name, stmt in _named(game, unit, block) if name in names
    }

    def changed(block: core.Block) -> core.Block:
        return tuple(one(stmt) for stmt in block)

    def one(stmt: core.Stmt) -> core.Stmt:
        made = rebuilt(stmt, changed)
        if id(stmt) in wanted and isinstance(made, core.Repeat):
            return replace(made, body=(count, *made.body))
        return made

    def procedure(found: core.Procedure) -> core.Procedure:
        body = changed(found.body)
        return replace(found, body=(count, *body) if f"procedure {found.name}" in names else body)

    return replace(
        game,
        setup=None if game.setup is None else replace(game.setup, body=changed(game.setup.body)),
        flow=None if game.flow is None else replace(game.flow, body=changed(game.flow.body)),
        actions={name: replace(a, body=changed(a.body)) for name, a in game.actions.items()},
        procedures={name: procedure(p) for name, p in game.procedures.items()},
        reactions={name: replace(r, body=changed(r.body)) for name, r in game.reactions.items()},
    )


def rebuilt(stmt: core.Stmt, block: Callable[[core.Block], core.Block]) -> core.Stmt:
    """A statement with other blocks in it."""
    match stmt:
        case core.Choose():
            or_else = None if stmt.or_else is None else block(stmt.or_else)
            return replace(stmt, body=block(stmt.body), or_else=or_else)
        case core.Each() | core.Repeat():
            return replace(stmt, body=block(stmt.body))
        case core.IfStmt():
            return replace(stmt, then=block(stmt.then), otherwise=block(stmt.otherwise))
        case core.MatchStmt():
            cases = tuple(replace(case, body=block(case.body)) for case in stmt.cases)
            otherwise = None if stmt.otherwise is None else block(stmt.otherwise)
            return replace(stmt, cases=cases, otherwise=otherwise)
        case core.Offer(otherwise=otherwise) if otherwise is not None:
            return replace(stmt, otherwise=block(otherwise))
    return stmt


__all__ = ["Loop", "counted", "has_loops", "loops_of", "rebuilt", "unrolled"]
