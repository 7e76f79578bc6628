"""What statements set off: reactions to an event, and those whose condition has become true."""

from __future__ import annotations

from typing import Any

from rulewright import core
from rulewright.cascades import values as v
from rulewright.cascades.asker import Env
from rulewright.cascades.evaluate import Evaluator
from rulewright.cascades.rules import ASKED, Letter, Rules, told_apart
from rulewright.cascades.values import Number
from rulewright.cascades.world import CannotTell, Cell, World


class Starter(Evaluator):
    """What a change starts; two things are left to those who use it: what a change is noted as (`noted`), and
    what happens when reactions are set off (`set_off`, `line_up`)."""

    def __init__(self, world: World, rules: Rules) -> None:
        super().__init__(world, rules.fixed)
        self.rules = rules
        self.log: list[tuple[str, core.Stmt, Any]] = []

    # ---- what is left to those who use it

    def noted(self, key: tuple[Any, ...], change: Number) -> None:
        """Something has grown by so much."""

    def out_of_range(self, cell: Cell, up: bool) -> None:
        """A number may have left its range."""

    def line_up(self, letter: Letter, once: bool, stmt: core.Stmt) -> None:
        """A reaction waits in line."""
        raise NotImplementedError

    def set_off(self, letters: list[Letter], stmt: core.Stmt) -> None:
        """Reactions run now, one after the other."""
        raise NotImplementedError

    def in_vain(self) -> None:
        """It is taken from the budget."""
        self.rules.done += self.asked // ASKED

    # ---- what is set off

    def _trigger(self, stmt: core.Trigger, env: Env) -> None:
        args = tuple(self.whole(arg, env) for arg in stmt.args)
        me = env.get("me")
        now: list[Letter] = []
        for reaction in self.rules.answers.get(stmt.event, ()):
            names = {p.name: arg for p, arg in zip(reaction.params, args, strict=True)}
            if reaction.guard is not None and not self.truth(reaction.guard, {**names, "me": me}):
                continue
            letter = self.letter(reaction, me, args)
            if reaction.order == "in_line":
                self.line_up(letter, reaction.once_each, stmt)
            else:
                now.append(letter)
        if now:
            self.set_off(now, stmt)

    def letter(self, reaction: core.When, me: Any, args: tuple[Any, ...]) -> Letter:
        """A reaction with what it is given; open where that can be too much."""
        given = []
        for param, arg in zip(reaction.params, args, strict=True):
            open = isinstance(param.type, core.Component) and self.world.exact
            if isinstance(arg, int | v.Sum) and (not open or param.type.record in self.fixed):  # type: ignore[union-attr]
                small = v.size(v.domain_of(self.game, param.type)) <= told_apart(param.type)
                given.append(self.world.known(arg) if small or self.world.exact else arg)
            elif self.world.exact and isinstance(arg, int | v.Sum):
                given.append(arg)
            else:
                given.append(None)
        return Letter(reaction.name, 0 if me is None else me, tuple(given))

    def _changed(
        self,
        stmt: core.Stmt,
        places: list[str],
        written: set[Cell] | None,
        before: dict[Cell, Any],
        env: Env,
    ) -> None:
        """Which conditions have become true by a change of some cells (None: nobody knows which)."""
        found = {r.name: r for place in places for r in self.rules.waiting.get(place, ())}
        if not found:
            return
        waiting = [found[name] for name in sorted(found, key=self.rules.order.__getitem__)]
        risen: list[Letter] = []
        may: list[Letter] = []
        first = env.get("me") or 0
        seats = sorted(self.rules.seats, key=lambda seat: (seat < first, seat))
        for reaction in waiting:
            for seat in seats:
                if self.world.exact and seat >= self.players():
                    continue
                for case in self.cases(reaction):
                    letter = Letter(reaction.name, seat, case)
                    rises = self._rises(reaction, letter, written, before)
                    if rises or rises is None:
                        (risen if rises else may).append(letter)
        for letter in may:
            self.noted(("false", *letter), self.world.fresh((-1, 1)))
        if risen or may:
            self.set_off([*risen, *may], stmt)

    def cases(self, reaction: core.AsSoonAs) -> list[tuple[int, ...]]:
        """The cases of a `for each`."""
        if reaction.binder is None:
            return [()]
        found = self.members(reaction.binder.source, {})
        assert isinstance(found, tuple)
        return [(case,) for case in found]

    def _rises(
        self,
        reaction: core.AsSoonAs,
        letter: Letter,
        written: set[Cell] | None,
        before: dict[Cell, Any],
    ) -> bool | None:
        """Has a condition become true? None when that cannot be told."""
        env: Env = {"me": letter.me}
        if reaction.binder is not None:
            env[reaction.binder.name] = letter.args[0]
        if self.world.exact and written is None:
            raise CannotTell(reaction.span)
        if written is None or (reaction.name in self.rules.hard and not self.world.exact):
            return None
        self.world.clock += 1
        vague = self.world.vague
        now = self.holds(reaction.condition, env)
        asked = {cell for cell, when in self.world.reads.items() if when == self.world.clock}
        if now is None or self.world.vague > vague:
            self.rules.hard.add(reaction.name)
            return None
        if not asked & written:
            return False
        key = ("false", *letter)
        if not now:
            if not self.world.exact:
                self.noted(key, self.world.fresh((0, 1)))
            return False
        after, self.world.cells = self.world.cells, dict(before)
        was = self.holds(reaction.condition, env)
        kept = {cell: x for cell, x in self.world.cells.items() if cell not in after}
        self.world.cells = {**after, **kept}
        if was is None or self.world.vague > vague:
            return None
        if not was:
            self.noted(key, -1)
        return not was

    def holds(self, condition: core.Expr, env: Env) -> bool | None:
        """Does a condition hold? None when that is not to be followed."""
        return self.truth(condition, env)
