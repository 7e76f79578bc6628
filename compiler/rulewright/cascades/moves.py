"""Follows cascades from the moves that begin them.

`from_moves(...)` plays each action in all positions, with each pick, and all that it sets off, reactions of
other parts too, until the line is empty. What a reaction finds is then what its beginning leaves: others
that answer the same event have run before it. Where no move is left out this decides whether cascades end;
`sought` begins with a reaction alone, whatever has set it off, and can look at much larger games.
"""

from __future__ import annotations

from rulewright import core
from rulewright.cascades.begin import Beginning, new_world
from rulewright.cascades.facts import Facts
from rulewright.cascades.follow import Landing, Loop, OutOfBudget, Search, follow, possible
from rulewright.cascades.promises import Promises
from rulewright.cascades.rules import Letter, Rules
from rulewright.cascades.seek import Sought
from rulewright.cascades.slice import Slice
from rulewright.cascades.values import Some
from rulewright.cascades.verdict import Budget
from rulewright.cascades.world import CannotTell, Dead, Script, Stopped
from rulewright.checks.effects import inner_blocks, writes


def from_moves(game: core.Game, facts: Facts, part: tuple[str, ...], budget: Budget) -> Sought:
    """All ways from all moves, or as many as the budget allows."""
    slice = Slice(game, facts, part, whole=True)
    rules = Rules(game, facts, tuple(range(game.high)), slice)
    promises = Promises(game, rules.fixed, game.low)
    search = Search(rules, budget.landings, budget.line, budget.deepest, promises=promises)
    if game.flow is not None and _sets_off(rules, game.flow.body):
        search.complete = False
    try:
        for action in game.actions.values():
            if any(slice.keeps(stmt) for stmt in action.body):
                for seat in rules.seats:
                    _From(search, part, action, seat).follow()
    except OutOfBudget:
        return Sought(None, False, True)
    except Loop as loop:
        return Sought(loop, False, False)
    return Sought(None, search.complete, False)


def begun_by_moves(game: core.Game, rules: Rules) -> bool:
    """Can any move set off something that the rules ask of?"""
    return any(_sets_off(rules, action.body) for action in game.actions.values())


def _sets_off(rules: Rules, block: core.Block) -> bool:
    """Can the flow itself, without the moves that it offers, set off something?"""
    for stmt in block:
        if isinstance(stmt, core.Trigger) and stmt.event in rules.answers:
            return True
        if any(access.place in rules.waiting for access in writes(rules.game, stmt)):
            return True
        if isinstance(stmt, core.Resolve) and _sets_off(rules, rules.game.procedures[stmt.procedure].body):
            return True
        if any(_sets_off(rules, inner) for inner in inner_blocks(stmt)):
            return True
    return False


class _From:
    """One action of one seat, in all positions."""

    def __init__(self, search: Search, part: tuple[str, ...], action: core.Action, seat: int) -> None:
        self.search, self.part, self.action, self.seat = search, set(part), action, seat

    def follow(self) -> None:
        """All ways that it can go. Raises Loop where one of the part does not end."""
        script: Script | None = Script()
        while script is not None:
            if self.search.rules.done > self.search.last:
                raise OutOfBudget
            self._one_way(script)
            script = script.following()

    def _one_way(self, script: Script) -> None:
        world = new_world(self.search.rules.game, self.search, script)
        move = _Move(world, self.search)
        try:
            move.play_from(self.action, self.seat)
            world.script = Script()
            follow(self.search, world, tuple(move.line), [])
        except (Dead, Stopped):
            pass
        except CannotTell:
            self.search.complete = False
        except Loop as loop:
            self._found(loop)

    def _found(self, loop: Loop) -> None:
        """A loop in which the part runs, from a position that can be; any other is not followed further."""
        self.search.complete = False
        world = possible(self.search, loop.world)
        around = {landing.letter.reaction for landing in loop.landings[loop.first :]}
        if world is not None and around & self.part:
            raise Loop(*_begun(loop), world, loop.nested, loop.grows)


def _begun(loop: Loop) -> tuple[list[Landing], int]:
    """The landings of a loop, from the last on that nothing else had to be set off before."""
    at = loop.first
    if loop.nested:
        at = max(i for i in range(loop.first + 1) if loop.landings[i].depth == 0)
        return loop.landings[at:], loop.first - at
    return loop.landings, at


class _Move(Beginning):
    """A move that is played in a position that is made up as it is asked."""

    def play_from(self, action: core.Action, seat: int) -> None:
        """What its picks and guards ask matters as far as it is known to matter."""
        if seat >= self.game.low and seat >= self.players():
            raise Dead
        env = {"me": seat}
        for line in action.lines:
            if isinstance(line, core.Guard):
                if self._is_known(line.condition) and not self.truth(line.condition, env):
                    raise Dead
                continue
            found = self.members(line.source, env) if self._is_known(line.source) else self.given(line.type)
            if isinstance(found, tuple):
                if not found:
                    raise Dead
                found = found[self.world.decide(len(found)) if len(found) > 1 else 0]
            elif isinstance(found, Some):
                found = self.one_of(found, line.name, env)
            env[line.name] = found
            if line.where is not None and self._is_known(line.where) and not self.truth(line.where, env):
                raise Dead
        self.block(action.body, env)

    def _is_known(self, expr: core.Expr) -> bool:
        """Does all that an expression reads matter?"""
        return self.rules.facts.asked(expr).places <= self.rules.slice.places

    def set_off(self, letters: list[Letter], stmt: core.Stmt) -> None:
        """They run now, in the middle of others or of the move."""
        if self.nested:
            super().set_off(letters, stmt)
            return
        for letter in letters:
            self.land(letter)
