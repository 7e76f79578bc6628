"""Secrets: which components that somebody cannot see one has to know, to know what an expression is worth.

`Secrets(game).of(expr, env)` follows zones by their visibility, defines by what they are called with, and
local names by what they were bound to (`Env`). How many components lie somewhere is never a secret; which
ones is, where their faces do not show to all, but for the columns that are seen by all. A memory tells what
was put into it (`memories`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rulewright import core
from rulewright.record import record

NOBODY = ""
"""The key of a seat that is not known, and so the same as no other."""
OWNER = "owner"
"""The key of whoever a memory belongs to, where it is told what any of its values tells."""


@record
class Secret:
    """Components of a zone, and the seats (by their keys) that know them."""

    zone: str
    known_to: frozenset[str] = frozenset()


Told = frozenset[Secret]
NOTHING: Told = frozenset()


@dataclass(slots=True)
class Env:
    """What is known of names: the key of the seat that acts, of seats under other names, and what each local
    value tells of."""

    me: str = NOBODY
    seats: dict[str, str] = field(default_factory=dict)
    told: dict[str, Told] = field(default_factory=dict)

    def inner(self, me: str | None = None) -> Env:
        """A copy for a block or an expression inside, where another seat may act."""
        return Env(self.me if me is None else me, dict(self.seats), dict(self.told))


def seat_key(seat: core.Expr | None, env: Env) -> str:
    """What makes two expressions the same seat for the time of one rule.

    >>> from rulewright.report.diagnostics import Span
    >>> seat_key(core.Me(type=core.Seat(), span=Span.whole("a")), Env(me="the seat"))
    'the seat'
    """
    match seat:
        case core.Me():
            return env.me
        case core.Local(name=name):
            return env.seats.get(name, f"local {name}")
        case core.Const(value=value):
            return f"seat {value}"
        case core.Holder(token=token):
            return f"holder {token}"
    return NOBODY


class Secrets:
    """What the expressions of one game tell; each define is followed once for each way of calling it."""

    def __init__(self, game: core.Game, memories: Mapping[str, Told] | None = None) -> None:
        self._game = game
        self._memories = memories or {}
        self._called: dict[object, Told] = {}

    def of(self, expr: core.Expr | None, env: Env) -> Told:
        """The secrets that decide what an expression is worth; of a component, which one it is."""
        match expr:
            case None:
                return NOTHING
            case core.Local(name=name):
                return env.told.get(name, NOTHING)
            case core.ZoneRef():
                return self.inside(expr, env) | self._where(expr, env)
            case core.Column(record=record, field=field, of=of):
                return NOTHING if self._game.records[record].fields[field].seen_by_all else self.of(of, env)
            case core.IsEmpty(of=core.EndOf(zone=zone)) | core.IsFull(of=zone):
                return self._where(zone, env)
            case core.IsEmpty(of=core.Aggregate(op="first") as first):
                return self._places(first, env)[0]
            case core.IsEmpty(of=of) if not isinstance(of.type, core.Optional):
                return self.size(of, env)
            case core.MemoryValue(name=name, seat=seat):
                owner = {OWNER: seat_key(seat, env)}
                return self._all(core.children(expr), env) | _renamed(
                    self._memories.get(name, NOTHING), owner
                )
            case core.IsEmpty(of=core.MemoryValue() as memory):
                return self.size(memory, env)
            case core.In(value=value, source=core.MemoryValue() as memory):
                return self.of(value, env) | self.size(memory, env)
            case core.Aggregate():
                return self._gathered(expr, env)
            case core.Call():
                return self._call(expr.define, expr.args, env, of_size=False)
            case core.Match():
                return self._matched(expr, env)
            case core.Matchings(needs=needs, pool=pool):
                return self.of(needs, env) | self._where(pool, env)
        return self._all(core.children(expr), env)

    def size(self, expr: core.Expr, env: Env) -> Told:
        """As `of`, for how many members a source has."""
        match expr:
            case core.ZoneRef():
                return self._where(expr, env)
            case core.MemoryValue():
                return self._all(core.children(expr), env)
            case core.Aggregate(op="those" | "list"):
                return self._places(expr, env)[0]
            case core.Call():
                return self._call(expr.define, expr.args, env, of_size=True)
            case core.If(condition=condition, then=then, otherwise=otherwise):
                return self.of(condition, env) | self.size(then, env) | self.size(otherwise, env)
        return self.of(expr, env)

    def inside(self, zone: core.ZoneRef, env: Env) -> Told:
        """Which components lie there, if not all see them."""
        info = self._game.zones[zone.zone]
        if info.shape == "pool" or (info.visibility == "public" and not _covered(info, zone)):
            return NOTHING
        owner = seat_key(zone.seat, env) if info.visibility == "owner" else NOBODY
        return frozenset({Secret(zone.zone, frozenset({owner} - {NOBODY}))})

    def _where(self, zone: core.ZoneRef, env: Env) -> Told:
        """What tells which zone or cell is meant."""
        return self.of(zone.seat, env) | self._all(zone.indices, env)

    def _all(self, exprs: Iterable[core.Expr], env: Env) -> Told:
        return NOTHING.union(*(self.of(expr, env) for expr in exprs))

    # ---- what has names of its own

    def _gathered(self, expr: core.Aggregate, env: Env) -> Told:
        found, inner = self._places(expr, env)
        if expr.op in ("those", "first"):
            return found | inner.told.get(expr.binders[0].name, NOTHING)
        return found | self.of(expr.value, inner)

    def _places(self, expr: core.Aggregate, env: Env) -> tuple[Told, Env]:
        """What tells how many members are gathered; and what is known of each."""
        inner, found = env.inner(), NOTHING
        for binder in expr.binders:
            found |= self.size(binder.source, inner)
            inner.told[binder.name] = self.of(binder.source, inner)
        return found | self.of(expr.where, inner), inner

    def _matched(self, expr: core.Match, env: Env) -> Told:
        value, inner = self.of(expr.value, env), env.inner()
        for case in expr.cases:
            inner.told.update((name, value) for name, _ in case.params)
        cases = self._all((case.value for case in expr.cases), inner)
        return value | cases | self.of(expr.otherwise, env)

    def _call(self, name: str, args: tuple[core.Expr, ...], env: Env, of_size: bool) -> Told:
        define = self._game.defines[name]
        inner, keys = self.given(define.params, args, env)
        key = (name, of_size, frozenset(inner.seats.items()), frozenset(inner.told.items()))
        if key not in self._called:
            self._called[key] = NOTHING
            self._called[key] = (self.size if of_size else self.of)(define.value, inner)
        return _renamed(self._called[key], {new: old for old, new in keys.items()})

    def given(
        self, params: tuple[core.Param, ...], args: tuple[core.Expr, ...], env: Env
    ) -> tuple[Env, dict[str, str]]:
        """What is known inside of what is called with these arguments; and what seats are called there."""
        inner, keys = Env(env.me), {env.me: env.me}
        for number, (param, arg) in enumerate(zip(params, args, strict=True)):
            key = seat_key(arg, env)
            if isinstance(param.type, core.Seat) and key != NOBODY:
                inner.seats[param.name] = keys.setdefault(key, f"given {number}" if _is_local(key) else key)
        for param, arg in zip(params, args, strict=True):
            told = self.of(arg, env)
            if told:
                inner.told[param.name] = _renamed(told, keys)
        return inner, keys


def _is_local(key: str) -> bool:
    """Does a key mean a seat only inside of one rule?"""
    return key.startswith(("local ", "given "))


def _renamed(told: Told, keys: Mapping[str, str]) -> Told:
    """Secrets with what their seats are called elsewhere; those that have no name there are left out."""
    return frozenset(
        Secret(s.zone, frozenset(keys.get(k, k) for k in s.known_to if k in keys or not _is_local(k)))
        for s in told
    )


def _covered(zone: core.Zone, ref: core.ZoneRef) -> bool:
    """May what is meant be, or hold, a cell that lies face down?"""
    given = [
        index.value - axis.low if isinstance(index, core.Const) else None
        for index, axis in zip(ref.indices, zone.axes, strict=False)
    ]
    return any(
        all(wanted is None or wanted == at for wanted, at in zip(given, cell, strict=False))
        for cell in zone.down
    )


def kept(told: Told, owner: str) -> Told:
    """What a memory tells of what was put into it: it stays known to the memory's owner, if to anybody."""
    knows = frozenset({OWNER})
    return frozenset(Secret(s.zone, knows if owner in s.known_to else frozenset()) for s in told)


def unseen_by(told: Told, seat: str) -> list[str]:
    """The zones of the secrets that a seat does not know, by name, in order.

    >>> unseen_by(frozenset({Secret("hand", frozenset({"me"})), Secret("deck")}), "me")
    ['deck']
    """
    return sorted({secret.zone for secret in told if seat == NOBODY or seat not in secret.known_to})


def shown_to(told: Mapping[str, Told], name: str, seats: frozenset[str] | None) -> Told:
    """What a local component tells after some seats have seen it, all of them with None."""
    if seats is None:
        return NOTHING
    return frozenset(Secret(s.zone, s.known_to | seats) for s in told.get(name, NOTHING))
