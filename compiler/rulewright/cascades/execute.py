"""What statements do in a world that is made up as it is read.

`Runner` walks a block; what is chosen, drawn and found is decided by the world. Those who use it say what a
change is noted as, and what happens when reactions are set off (`Starter`).
"""

from __future__ import annotations

from typing import Any

from rulewright import core
from rulewright.cascades import values as v
from rulewright.cascades.asker import MANY, NO_CASE, Env
from rulewright.cascades.carry import Carrier
from rulewright.cascades.rules import ASKED, Letter
from rulewright.cascades.sources import is_short
from rulewright.cascades.values import Some
from rulewright.cascades.world import CannotTell, Dead, Stopped


class Runner(Carrier):
    """Statements of one game in one world."""

    # ---- what is left to those who use it

    def brought(self, letter: Letter, at: int, value: Any) -> None:
        """What an event brings that was left open is now known by an unknown."""

    def begun(self, letter: Letter, env: Env) -> None:
        """A reaction runs now, with what it was given."""

    def drop_line(self) -> None:
        """What waits in line is dropped."""

    def repeated(self, stmt: core.Stmt, body: core.Block, env: Env, some: v.Source | None, name: str) -> None:
        """A block runs again and again, nobody knows how often."""
        raise NotImplementedError

    # ---- blocks

    def run(self, letter: Letter) -> None:
        """The body of a reaction that is set off."""
        reaction = self.game.reactions[letter.reaction]
        env: Env = {"me": letter.me}
        if isinstance(reaction, core.When):
            params: list[core.Param | core.Binder] = list(reaction.params)
        else:
            params = [reaction.binder] if reaction.binder else []
        for at, (param, arg) in enumerate(zip(params, letter.args, strict=False)):
            env[param.name] = self.given(param.type) if arg is None else arg
            if arg is None and isinstance(param.type, core.Number | core.RangeType):
                self.brought(letter, at, env[param.name])
        self.begun(letter, env)
        self.block(reaction.body, env)

    def given(self, type: core.Type) -> Any:
        """Any value that an event can bring."""
        if isinstance(type, core.Component):
            return self.world.component(v.domain_of(self.game, type))
        if isinstance(type, core.SetType | core.ListType | core.Multiset):
            return Some(type, (0, 1), "", (), {}, None)
        return self.world.fresh(v.domain_of(self.game, type))

    def block(self, block: core.Block, env: Env) -> None:
        """Statements one after the other; names last to the end of the block."""
        env = dict(env)
        for stmt in block:
            if self.rules.slice.keeps(stmt):
                self.statement(stmt, env)

    def statement(self, stmt: core.Stmt, env: Env) -> None:
        """One statement."""
        self.rules.done += 1 + self.asked // ASKED
        self.asked %= ASKED
        getattr(self, f"_{type(stmt).__name__.lower()}")(stmt, env)

    def _let(self, stmt: core.Let, env: Env) -> None:
        env[stmt.name] = self.whole(stmt.value, env)

    def _ifstmt(self, stmt: core.IfStmt, env: Env) -> None:
        self.block(stmt.then if self.truth(stmt.condition, env) else stmt.otherwise, env)

    def _matchstmt(self, stmt: core.MatchStmt, env: Env) -> None:
        found = env.get(stmt.value.name) if isinstance(stmt.value, core.Local) else None
        if isinstance(found, v.Pick):
            value = self.picked(found, lambda x: x if self._has_case(stmt, x) else NO_CASE, id(stmt))
            if value == NO_CASE:
                return
        else:
            value = self.world.known(self.number(stmt.value, env))
        if value is None:
            self._any_case(stmt, env)
            return
        for case in stmt.cases:
            names = self.carried(stmt.value.type, case.word, case.params, value)
            if names is not None:
                self.block(case.body, {**env, **names})
                return
        self.block(stmt.otherwise or (), env)

    def _has_case(self, stmt: core.MatchStmt, value: int) -> bool:
        """Does anything that matters happen in the case of a value?"""
        key = id(stmt), value
        if key not in self.rules.cases:
            self.rules.cases[key] = self._in_case(stmt, value)
        return self.rules.cases[key]

    def _in_case(self, stmt: core.MatchStmt, value: int) -> bool:
        for case in stmt.cases:
            if self.carried(stmt.value.type, case.word, case.params, value) is not None:
                return any(self.rules.slice.keeps(inner) for inner in case.body)
        return any(self.rules.slice.keeps(inner) for inner in stmt.otherwise or ())

    def _any_case(self, stmt: core.MatchStmt, env: Env) -> None:
        taken = self.world.decide(len(stmt.cases) + 1)
        if taken == len(stmt.cases):
            self.block(stmt.otherwise or (), env)
            return
        case = stmt.cases[taken]
        self.block(case.body, {**env, **{name: self.given(type) for name, type in case.params}})

    def _resolve(self, stmt: core.Resolve, env: Env) -> None:
        procedure = self.game.procedures[stmt.procedure]
        inner = {p.name: self.whole(arg, env) for p, arg in zip(procedure.params, stmt.args, strict=True)}
        self._depth += 1
        if self._depth > 2 * MANY:
            raise CannotTell(stmt.span)
        self.block(procedure.body, {**inner, "me": env.get("me")})
        self._depth -= 1

    def _dropline(self, stmt: core.DropLine, env: Env) -> None:
        self.drop_line()

    # ---- decisions: anything may be decided

    def _choose(self, stmt: core.Choose, env: Env) -> None:
        seat = (
            self.world.known(self.number(stmt.by, env)) if not isinstance(stmt.by, core.Me) else env.get("me")
        )
        env = {**env, "me": seat}
        found = self.members(stmt.source, env)
        options = 1 if isinstance(found, Some) else len(found)
        names: list[tuple[Any, ...]] = [
            (id(stmt), one) for one in range(options + (2 if stmt.how == "may" else 1))
        ]
        if not isinstance(found, Some):
            names[:options] = [(id(stmt), "choose", one) for one in found]
        taken = self.world.decide(len(names), names)
        if taken < options:
            chosen = self._chosen(found, taken, stmt, env)
            self.log.append(("choose", stmt, (seat, chosen)))
            self.block(stmt.body, {**env, stmt.name: chosen})
        elif taken == options:
            self._nothing_to_choose(found, stmt, env)
        elif stmt.how == "may" and not isinstance(found, Some) and not found:
            raise Dead
        else:
            self.log.append(("choose", stmt, (seat, None)))
            self.block(stmt.or_else or (), env)

    def _chosen(self, found: Any, taken: int, stmt: core.Choose, env: Env) -> Any:
        if isinstance(found, Some):
            return self.one_of(found, stmt.name, env, stmt.where)
        chosen = found[taken]
        if chosen in found[:taken]:
            raise Dead
        for part in core.conjuncts(stmt.where):
            if self._asks(part) and not self.truth(part, {**env, stmt.name: chosen}):
                raise Dead
        return chosen

    def _asks(self, condition: core.Expr) -> bool:
        """Is a condition of a choice to be asked? What is much to ask is left open, but in an exact world."""
        return self.world.exact or is_short(condition)

    def _nothing_to_choose(self, found: Any, stmt: core.Choose, env: Env) -> None:
        if not isinstance(found, Some) and (stmt.where is None or self._asks(stmt.where)):
            for one in found:
                if stmt.where is None or self.truth(stmt.where, {**env, stmt.name: one}):
                    raise Dead
        if stmt.how == "must":
            raise Stopped
        self.block(stmt.or_else or (), env)

    def _draw(self, stmt: core.Draw, env: Env) -> None:
        found = self.members(stmt.source, env)
        if isinstance(found, Some):
            env[stmt.name] = self.one_of(found, stmt.name, env)
        elif not found:
            raise Stopped
        else:
            env[stmt.name] = found[self.world.decide(len(found)) if len(found) > 1 else 0]
        self.log.append(("draw", stmt, env[stmt.name]))

    def _offer(self, stmt: core.Offer, env: Env) -> None:
        if self.world.exact:
            raise CannotTell(stmt.span)
        self.repeated(stmt, (), env, None, "")

    def play(self, action: core.Action, env: Env) -> None:
        """One move of an action."""
        inner = dict(env)
        for line in action.lines:
            if isinstance(line, core.Guard):
                if not self.truth(line.condition, inner):
                    raise Dead
                continue
            found = self.members(line.source, inner)
            if isinstance(found, Some):
                inner[line.name] = self.one_of(found, line.name, inner, line.where)
                continue
            if not found:
                raise Dead
            inner[line.name] = found[self.world.decide(len(found)) if len(found) > 1 else 0]
            if line.where is not None and not self.truth(line.where, inner):
                raise Dead
        self.block(action.body, inner)

    # ---- loops

    def _each(self, stmt: core.Each, env: Env) -> None:
        found = self.members(stmt.source, env)
        if isinstance(found, Some):
            where = found.where
            self.repeated(stmt, stmt.body, env, found._replace(where=where), stmt.name)
            return
        if self.rules.coarse and len(found) > 1:
            self.repeated(stmt, stmt.body, env, found, stmt.name)
            return
        kept = [x for x in found if stmt.where is None or self.truth(stmt.where, {**env, stmt.name: x})]
        for x in kept:
            if stmt.recheck is None or self.truth(stmt.recheck, {**env, stmt.name: x}):
                self.block(stmt.body, {**env, stmt.name: x})

    def _repeat(self, stmt: core.Repeat, env: Env) -> None:
        if not self.world.exact:
            self.repeated(stmt, stmt.body, env, None, "")
            return
        for _ in range(v.FEW):
            if self.truth(stmt.until, env):
                return
            self.block(stmt.body, env)
        raise CannotTell(stmt.span)
