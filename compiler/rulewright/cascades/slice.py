"""What matters in a cascade: the statements that set off its reactions, and what decides whether they run.

`Slice(game, facts, part)` holds the statements that matter (`keeps`), the places that they read
(`places`), and the reactions that lead back or change such a place (`reactions`). What is left out changes
nothing that the cascade asks: it may happen or not. Where a choice has a `where` that reads much, what it
reads does not count: what such a place holds is not known.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright import core
from rulewright.cascades.facts import Facts
from rulewright.checks.effects import expressions, inner_blocks, statements, writes

LITTLE = 4


class Slice:
    """The part of the rules that a cascade goes by; what claims (`also`) read matters too. The `whole` of it
    has the moves that begin it, and reactions that lead to it or run beside it."""

    def __init__(
        self,
        game: core.Game,
        facts: Facts,
        part: tuple[str, ...],
        also: tuple[core.Expr, ...] = (),
        whole: bool = False,
    ) -> None:
        self.game, self._facts, self._part, self._whole = game, facts, part, whole
        self.reactions: set[str] = set()
        self._events: set[str] = set()
        self.places: set[str] = set()
        self._kept: set[int] = set()
        self._named: set[str] = set()
        for name in part:
            self._add(name)
        self._note(also)
        self._grow()

    def keeps(self, stmt: core.Stmt) -> bool:
        """Does a statement matter?"""
        return id(stmt) in self._kept

    def reads(self, cell: tuple[object, ...]) -> bool:
        """Does what a place holds matter?"""
        sort = {"pool": "zone", "holder": "token"}.get(str(cell[0]), str(cell[0]))
        return self.reads_place(f"{sort}:{cell[1]}")

    def reads_place(self, place: str) -> bool:
        """Does a place matter, by its name?"""
        return place in self.places

    def _grow(self) -> None:
        before: tuple[int, ...] = ()
        while before != (now := self._size()):
            before = now
            for name in self._candidates():
                reaction = self.game.reactions[name]
                if name in self.reactions:
                    self._asked(reaction)
                if self._visit(reaction.body, set()):
                    self._add(name)
                    self._asked(reaction)
            for action in self.game.actions.values() if self._whole else ():
                self._visit(action.body, set())

    def _add(self, name: str) -> None:
        """A reaction matters, and so does the event that it answers."""
        self.reactions.add(name)
        reaction = self.game.reactions[name]
        if isinstance(reaction, core.When):
            self._events.add(reaction.event)

    def _candidates(self) -> tuple[str, ...]:
        """The reactions that may matter, of those that the part leads to, or of all: what sets off one that
        does, writes a place that does, or drops the line."""
        facts = self._facts
        found = {before for name in self.reactions for before in facts.made.predecessors(name)}
        found.update(name for place in self.places for name in facts.writers.get(place, ()))
        found.update(facts.droppers)
        return facts.in_order(
            self.reactions | {x for x in found if self._whole or facts.is_after(self._part, x)}
        )

    def _size(self) -> tuple[int, ...]:
        return len(self.reactions), len(self.places), len(self._kept), len(self._named)

    def _asked(self, reaction: core.AsSoonAs | core.When) -> None:
        if isinstance(reaction, core.When):
            self._note(() if reaction.guard is None else (reaction.guard,))
            return
        self._note((reaction.condition, *(() if reaction.binder is None else (reaction.binder.source,))))

    def _note(self, exprs: Iterable[core.Expr]) -> None:
        """What these read matters."""
        for expr in exprs:
            asked = self._facts.asked(expr)
            self.places |= asked.places
            self._named |= asked.names

    def _visit(self, block: core.Block, seen: set[str]) -> bool:
        """Note what matters in a block, from its end, so that names are known to be read; whether anything
        does."""
        found = False
        for stmt in reversed(block):
            if self._matters(stmt, seen):
                found = True
                if id(stmt) not in self._kept:
                    self._kept.add(id(stmt))
                if isinstance(stmt, core.Choose) and not self._asks_little(stmt):
                    self._note((stmt.source, stmt.by))
                else:
                    self._note(expressions(stmt))
        return found

    def _asks_little(self, stmt: core.Choose) -> bool:
        return stmt.where is None or len(self._facts.asked(stmt.where).places) <= LITTLE

    def _matters(self, stmt: core.Stmt, seen: set[str]) -> bool:
        match stmt:
            case core.Let() | core.Draw():
                return stmt.name in self._named
            case core.DropLine():
                return True
            case core.Trigger():
                return stmt.event in self._events
            case core.Resolve():
                return self._visit_once(stmt.procedure, self.game.procedures[stmt.procedure].body, seen)
            case core.Offer():
                inner = [
                    self._visit_once(f"action {a}", self.game.actions[a].body, seen) for a in stmt.actions
                ]
                inner.append(self._visit(stmt.otherwise or (), seen))
                if any(inner):
                    self._offered(stmt)
                return any(inner)
        if any(access.place in self.places for access in writes(self.game, stmt)):
            return True
        inner = [self._visit(block, seen) for block in inner_blocks(stmt)]
        return any(inner)

    def _visit_once(self, name: str, block: core.Block, seen: set[str]) -> bool:
        if name in seen:
            return any(self.keeps(stmt) for stmt in statements(block))
        seen.add(name)
        return self._visit(block, seen)

    def _offered(self, stmt: core.Offer) -> None:
        """What the moves that are offered ask."""
        for action in stmt.actions:
            for line in self.game.actions[action].lines:
                if isinstance(line, core.Guard):
                    self._note((line.condition,))
                else:
                    self._note((line.source, *(() if line.where is None else (line.where,))))
