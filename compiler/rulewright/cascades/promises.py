"""Positions in which the claims of a game hold: what is claimed of all of them is asked as they are made up.

`Promises(game, fixed, players)` takes the claims apart into what they say of each player, word and place.
`allow` says whether those can be true that speak of what a world has just made up, `kept` makes them true.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from rulewright import core
from rulewright.cascades import values as v
from rulewright.cascades.asker import Env
from rulewright.cascades.claims import always
from rulewright.cascades.evaluate import Evaluator
from rulewright.cascades.values import Bits, Some, Sum
from rulewright.cascades.world import CannotTell, Cell, Dead, Script, Stopped, World
from rulewright.record import record

MOST, TRIES = 600, 300


@record
class Promise:
    """One of several conditions holds, with these names."""

    any_of: tuple[core.Expr, ...]
    env: Env


class Promises:
    """What is claimed of every position, by the places that it speaks of."""

    def __init__(self, game: core.Game, fixed: frozenset[str], players: int) -> None:
        self.game, self.fixed, self.players = game, fixed, players
        self.all: list[Promise] = []
        self.about: dict[Cell, list[int]] = {}
        for claim in game.claims.values():
            found = self._parts(always(claim), {})
            for promise in found[:MOST]:
                self._note(promise)

    def allow(self, world: World) -> bool:
        """Can what is claimed be true, as far as it speaks of places of which more is known than before?"""
        told = {cell: _known(world, value) for cell, value in world.starts.items()}
        new = [cell for cell, value in told.items() if world.looked.get(cell) != value]
        world.looked = told
        return not new or self._kept(world, new) is not None

    def kept(self, world: World) -> World | None:
        """The same world, in which more is known, so that all that is claimed of its places is true."""
        found, asked = self._kept(world, list(world.starts)), set(world.starts)
        while found is not None and (new := [cell for cell in found.starts if cell not in asked]):
            asked.update(new)
            found = self._kept(found, new)
        return found

    def _kept(self, world: World, cells: list[Cell]) -> World | None:
        """The same world, in which what is claimed of some places is true; None if there is none such."""
        found: World | None = world
        for at in dict.fromkeys(at for cell in cells for at in self.about.get(cell, ())):
            if found is not None:
                found = self._one_kept(found, self.all[at])
        return found

    # ---- what is claimed

    def _parts(self, expr: core.Expr, env: Env) -> list[Promise]:
        """A condition as what it says of each thing by itself."""
        match expr:
            case core.Binary(op="and"):
                return [*self._parts(expr.left, env), *self._parts(expr.right, env)]
            case core.Binary(op="or"):
                inner = self._parts(expr.right, env)
                return [Promise((expr.left, *one.any_of), one.env) for one in inner]
            case core.Aggregate(op="all", where=None, value=value) if value is not None:
                ways = self._ways(expr)
                if ways is not None:
                    return [one for way in ways for one in self._parts(value, {**env, **way})]
        return [Promise((expr,), env)]

    def _ways(self, expr: core.Aggregate) -> list[Env] | None:
        """All that the names of an `all` can be; None where that depends on a position."""
        sources = []
        for binder in expr.binders:
            if not isinstance(binder.source, core.Domain | core.Interval):
                return None
            asker = self._asker()
            try:
                found = asker.members(binder.source, {})
            except (CannotTell, Dead, Stopped, KeyError):
                return None
            if isinstance(found, Some) or len(asker.world.starts) > 1:
                return None
            sources.append(found)
        names = [binder.name for binder in expr.binders]
        return [dict(zip(names, values, strict=True)) for values in product(*sources)]

    def _asker(self) -> Evaluator:
        world = World(self.game, True, self.game.high)
        world.start(("players",), self.players)
        return Evaluator(world, self.fixed)

    def _note(self, promise: Promise) -> None:
        """Notes which places it speaks of, those that are read where nothing lies anywhere."""
        cells: set[Cell] = set()
        for expr in promise.any_of:
            asker = self._asker()
            try:
                asker.truth(expr, {"me": None, **promise.env})
            except (CannotTell, Dead, Stopped):
                continue
            finally:
                cells.update(asker.world.reads)
        for cell in cells:
            self.about.setdefault(cell, []).append(len(self.all))
        self.all.append(promise)

    # ---- whether it holds

    def _one_kept(self, world: World, promise: Promise) -> World | None:
        script: Script | None = Script()
        for _ in range(TRIES):
            if script is None:
                return None
            tried = world.copy()
            tried.script = script
            try:
                if self._holds(tried, promise):
                    return tried
            except Dead:
                pass
            script = script.following()
        return None

    def _holds(self, world: World, promise: Promise) -> bool:
        """Is it true of the position in which all began? The rules have read nothing of it."""
        now, reads, blind, partial = world.cells, dict(world.reads), world.blind, world.partial
        world.cells, world.blind = dict(world.starts), None
        asker = Evaluator(world, self.fixed)
        try:
            return any(asker.truth(expr, {"me": None, **promise.env}) for expr in promise.any_of)
        except (CannotTell, Stopped):
            return True
        finally:
            made = {cell: value for cell, value in world.starts.items() if cell not in now}
            world.cells, world.reads, world.blind, world.partial = {**now, **made}, reads, blind, partial


def _known(world: World, value: Any) -> Any:
    """How much is known of what a place holds."""
    if isinstance(value, tuple) and not isinstance(value, Sum | Bits):
        return tuple(_known(world, part) for part in value)
    if isinstance(value, Sum):
        return tuple(v.size(world.domains[name]) for name, _ in value.terms)
    return value
