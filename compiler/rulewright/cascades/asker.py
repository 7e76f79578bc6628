"""What asks a world, and answers that are any value: the ground that evaluation stands on.

`Asker(world, fixed)` knows how many play, which options were taken, and of a number whether there are few
that it can be. What cannot be followed is any value of its type; in an exact world it is CannotTell.
"""

from __future__ import annotations

from typing import Any

from rulewright import core
from rulewright.cascades import values as v
from rulewright.cascades.values import Number
from rulewright.cascades.world import CannotTell, World

Env = dict[str, Any]
MANY = 12
NO_CASE = -(10**9)
MOST_ASKED = 20_000


class Asker:
    """What asks a world; `fixed` are the records of which no component moves. How expressions are worth
    something is said further down (`Evaluator`)."""

    def __init__(self, world: World, fixed: frozenset[str]) -> None:
        self.world, self.fixed = world, fixed
        self.game = world.game
        self.asked = 0
        self._rows: dict[str, list[int]] = {}
        self.ends: dict[Number, tuple[int, int]] = {}
        self._depth = 0

    # ---- what is said further down

    def number(self, expr: core.Expr, env: Env) -> Number:
        """A value that is no set or list."""
        raise NotImplementedError

    def truth(self, expr: core.Expr, env: Env) -> bool:
        """Does a condition hold? Narrows what it reads."""
        raise NotImplementedError

    def whole(self, expr: core.Expr, env: Env) -> Any:
        """A value of any type: a number, a set, a list."""
        raise NotImplementedError

    def set(self, expr: core.Expr, env: Env) -> Any:
        """A set, or a tuple of its members, or `Some`."""
        raise NotImplementedError

    # ---- values

    def _any(self, expr: core.Expr) -> Number:
        """Any value of the type of an expression."""
        self._vague(expr)
        return self.world.fresh(v.domain_of(self.game, expr.type))

    def _vague(self, expr: core.Expr | None = None) -> None:
        """Something is answered that is not read; an exact world has no such answers."""
        if self.world.exact:
            raise CannotTell(self.game.span if expr is None else expr.span)
        self.world.vague += 1

    def _seat(self, seat: core.Expr | None, env: Env) -> Any:
        """A seat's number; "?" when it is not known."""
        return None if seat is None else self._few(self.number(seat, env))

    def _few(self, number: Number) -> Any:
        """A value that names a place, if there are few that it can be; else "?"."""
        number = self.world.resolved(number)
        if isinstance(number, int):
            return number
        if self.world.exact or self.world.span(number)[1] - self.world.span(number)[0] <= MANY:
            found = self.world.known(number)
            return "?" if found is None else found
        return "?"

    # ---- players and options

    def players(self) -> int:
        """How many play; decided when it is first asked."""
        cell = ("players",)
        if cell not in self.world.cells:
            least, most = self.game.low, self.game.high
            self.world.start(cell, least + self.world.decide(most - least + 1))
        found: int = self.world.cells[cell]
        return found

    def _playercount(self, expr: core.PlayerCount, env: Env) -> Number:
        return self.players()

    def _optionvalue(self, expr: core.OptionValue, env: Env) -> Number:
        cell = ("option", expr.name)
        if cell not in self.world.cells:
            domain = frozenset(value for _, value in self.game.options[expr.name].values)
            number = self.world.opened((cell, 0), domain)
            known = self.world.known(number) if len(domain) <= v.FEW else None
            self.world.start(cell, number if known is None else known)
        found: Number = self.world.cells[cell]
        return found

    def _constantbyplayers(self, expr: core.ConstantByPlayers, env: Env) -> Number:
        return self.game.constants[expr.name].values[self.players() - self.game.low]

    # ---- defines

    def in_vain(self) -> None:
        """As much was asked as one statement may ask, and nothing came of it."""

    def called(self, expr: core.Call, env: Env) -> Env:
        """The arguments of a define by their names. CannotTell where it goes on and on: two calls in each of
        many defines would be asked for longer than anybody waits."""
        self.asked += 1
        if self.asked > MOST_ASKED:
            self.in_vain()
            raise CannotTell(expr.span)
        params = self.game.defines[expr.define].params
        return {p.name: self.whole(arg, env) for p, arg in zip(params, expr.args, strict=True)}
