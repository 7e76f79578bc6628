"""A game without what has no part in a cascade, for its proof.

`narrowed(game, names)` keeps what can set off a reaction and what changes a place that this depends on; all
else becomes nothing. What a player may choose is any of what is there, but for what its filter asks of
memory. Each way through the cascade is still a way through what is left, so a proof for that is one for all;
a loop in it proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright import core
from rulewright.cascades.graph import reached
from rulewright.checks.effects import Reads, expressions, inner_blocks, writes
from rulewright.record import record


@record(kw_only=True)
class Anything(core.Expr):
    """A value of which nothing is known."""


def narrowed(game: core.Game, names: tuple[str, ...], also: tuple[core.Expr, ...] = ()) -> core.Game | None:
    """The game with narrow bodies of these reactions, and of the procedures that they resolve; None where
    they offer actions, whose moves are not taken apart. What claims (`also`) read is kept."""
    narrow = _Narrow(game, names, also)
    if any(isinstance(stmt, core.Offer) for stmt in narrow.reached()):
        return None
    while narrow.grows():
        pass
    reactions = {name: _with_body(game.reactions[name], narrow) for name in names}
    resolved = dict.fromkeys(stmt.procedure for stmt in narrow.reached() if isinstance(stmt, core.Resolve))
    procedures = {
        name: replace(game.procedures[name], body=narrow.block(game.procedures[name].body))
        for name in resolved
    }
    return replace(
        game, reactions={**game.reactions, **reactions}, procedures={**game.procedures, **procedures}
    )


def _with_body(reaction: core.AsSoonAs | core.When, narrow: _Narrow) -> core.AsSoonAs | core.When:
    return replace(reaction, body=narrow.block(reaction.body))


class _Narrow:
    """What is kept; `places` are those that it depends on, more and more until nothing is added."""

    def __init__(self, game: core.Game, names: tuple[str, ...], also: tuple[core.Expr, ...]) -> None:
        self.game, self.names = game, names
        self.reads = Reads(game)
        self.places: set[str] = set()
        self.changed: set[str] = set()
        self._kept: dict[str, bool] = {}
        for name in names:
            self._need(_asked_first(game.reactions[name]))
        self._need(iter(also))

    def reached(self) -> Iterator[core.Stmt]:
        """All statements of the reactions, those of procedures too."""
        for name in self.names:
            yield from reached(self.game, self.game.reactions[name].body)

    def grows(self) -> bool:
        """Adds what the statements that are kept read and write; says whether that was more than before."""
        before = len(self.places)
        self._kept.clear()
        for stmt in self.reached():
            if self.keeps(stmt):
                self._need(self._needed(stmt))
                self.changed.update(access.place for access in writes(self.game, stmt))
        self.places |= self.changed
        return len(self.places) > before

    def _need(self, exprs: Iterator[core.Expr]) -> None:
        self.places.update(place for expr in exprs for place, _ in self.reads.of(expr))

    def _needed(self, stmt: core.Stmt) -> Iterator[core.Expr]:
        """What must be known of a statement: all that it asks, but of a filter of a choice a part only."""
        for expr in expressions(stmt):
            if not (isinstance(stmt, core.Choose) and expr is stmt.where):
                yield expr
        if isinstance(stmt, core.Choose):
            yield from self._remembered(stmt)

    def _remembered(self, stmt: core.Choose) -> Iterator[core.Expr]:
        """The conditions of a filter that ask of memory alone."""
        for part in core.conjuncts(stmt.where):
            if all(place.startswith("memory:") for place, _ in self.reads.of(part)):
                yield part

    def keeps(self, stmt: core.Stmt) -> bool:
        """Can it set something off, or change a place that this depends on, itself or inside?"""
        if isinstance(stmt, core.Trigger | core.Let | core.Draw | core.DropLine):
            return True
        if any(access.place in self.places for access in writes(self.game, stmt)):
            return True
        if isinstance(stmt, core.Resolve):
            return self._keeps_procedure(stmt.procedure)
        return any(self._does(inner) for block in inner_blocks(stmt) for inner in block)

    def _does(self, stmt: core.Stmt) -> bool:
        """As `keeps`, for what is inside: a name that nothing uses is no reason."""
        return not isinstance(stmt, core.Let | core.Draw) and self.keeps(stmt)

    def _keeps_procedure(self, name: str) -> bool:
        if name not in self._kept:
            self._kept[name] = False
            self._kept[name] = any(self._does(stmt) for stmt in self.game.procedures[name].body)
        return self._kept[name]

    # ---- what is left

    def block(self, block: core.Block) -> core.Block:
        """The statements that are kept, each with what is kept in it."""
        return tuple(self._inside(stmt) for stmt in block if self.keeps(stmt))

    def _inside(self, stmt: core.Stmt) -> core.Stmt:
        match stmt:
            case core.Let() if self._is_found(stmt.value):
                return replace(stmt, value=Anything(type=stmt.value.type, span=stmt.value.span))
            case core.Choose():
                return self._chosen(stmt)
            case core.Each() | core.Repeat():
                return replace(stmt, body=self.block(stmt.body))
            case core.IfStmt():
                return replace(stmt, then=self.block(stmt.then), otherwise=self.block(stmt.otherwise))
            case core.MatchStmt():
                cases = tuple(replace(case, body=self.block(case.body)) for case in stmt.cases)
                otherwise = None if stmt.otherwise is None else self.block(stmt.otherwise)
                return replace(stmt, cases=cases, otherwise=otherwise)
        return stmt

    def _is_found(self, value: core.Expr) -> bool:
        """Is it one of what lies in zones that nothing of this changes? To a proof it is the same which."""
        zones = {place for place, _ in self.reads.of(value) if place.startswith("zone:")}
        one = isinstance(value.type, core.Component | core.Optional)
        return one and bool(zones) and not zones & self.changed

    def _chosen(self, stmt: core.Choose) -> core.Stmt:
        """A choice that may also not be made. What its filter asks of memory is asked of what was chosen."""
        body = self.block(stmt.body)
        for part in self._remembered(stmt):
            body = (core.IfStmt(condition=part, then=body, otherwise=(), span=stmt.span, per=()),)
        return replace(stmt, how="may", where=None, body=body, or_else=self.block(stmt.or_else or ()))


def _asked_first(reaction: core.AsSoonAs | core.When) -> Iterator[core.Expr]:
    if isinstance(reaction, core.When):
        yield from () if reaction.guard is None else (reaction.guard,)
        return
    yield reaction.condition
    if reaction.binder is not None:
        yield reaction.binder.source
