"""Which moves of pieces a condition cannot tell: from one pool to another where it only asks for their sum.

`count(b in p.camp) + count(u in Use, l in Ground, b in p.helpers[u, l])` is the same after any move of a
seat's pieces between these two pools, or within one. `Conserved(game).by(expr, move)` says so, and then no
reaction needs to be tested.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulewright import core
from rulewright.machine.substitute import inlined, is_written_out

Part = tuple[str, object]
Sum = Counter[Part]
"""How often all of a seat's part of a pool is counted in a sum: once, or less than never where it is taken
away."""


class Conserved:
    """Sums of whole pools in the conditions of one game; defines are looked into once."""

    def __init__(self, game: core.Game) -> None:
        self._game = game
        self._sizes: dict[str, int] = {}
        self._found: dict[str, tuple[Sum | str, ...]] = {}

    def by(self, expr: core.Expr, move: core.MovePieces) -> bool:
        """Is an expression worth the same before and after pieces move?"""
        source, to = move.source, move.to
        whose, same = _whose(source.seat), _whose(to.seat)
        if whose is None or whose != same:
            return False
        return all(_is_kept(found, source.zone, to.zone) for found in self._sums(expr))

    def _sums(self, expr: core.Expr) -> Iterator[Sum | str]:
        """The sums of whole pools in an expression, and the pools that are read in another way."""
        terms = list(self._terms(expr, 1))
        parts = [(part, sign) for term, sign in terms if (part := self._whole(term)) is not None]
        if parts:
            found: Sum = Counter()
            for part, sign in parts:
                found[part] += sign
            yield found
        for term, _ in terms:
            if self._whole(term) is not None:
                continue
            if isinstance(term, core.ZoneRef):
                yield term.zone
            elif isinstance(term, core.Call):
                yield from self._called(term.define)
            for child in core.children(term):
                yield from self._sums(child)

    def _terms(self, expr: core.Expr, sign: int) -> Iterator[tuple[core.Expr, int]]:
        """The terms of a sum, each with its sign; anything else is a sum of one."""
        if isinstance(expr, core.Binary) and expr.op in ("+", "-") and isinstance(expr.type, core.Number):
            yield from self._terms(expr.left, sign)
            yield from self._terms(expr.right, sign if expr.op == "+" else -sign)
        elif (
            isinstance(expr, core.Call)
            and isinstance(expr.type, core.Number)
            and is_written_out(self._game, expr.define, self._sizes)
        ):
            yield from self._terms(inlined(self._game, expr), sign)
        else:
            yield expr, sign

    def _called(self, define: str) -> tuple[Sum | str, ...]:
        if define not in self._found:
            self._found[define] = ()
            self._found[define] = tuple(self._sums(self._game.defines[define].value))
        return self._found[define]

    def _whole(self, expr: core.Expr) -> Part | None:
        """The pool of which an expression counts all that a seat has; None for anything else."""
        if not isinstance(expr, core.Aggregate) or expr.op != "count" or expr.where is not None:
            return None
        *axes, last = expr.binders
        pool = last.source
        if not isinstance(pool, core.ZoneRef) or self._game.zones[pool.zone].shape != "pool":
            return None
        given = [index.name for index in pool.indices if isinstance(index, core.Local)]
        if len(given) != len(pool.indices) or sorted(given) != sorted(binder.name for binder in axes):
            return None
        if any(not isinstance(binder.source, core.Domain) or not _is_kind(binder) for binder in axes):
            return None
        whose = _whose(pool.seat)
        return None if whose is None else (pool.zone, whose)


def _is_kind(binder: core.Binder) -> bool:
    return isinstance(binder.type, core.KindType)


def _whose(seat: core.Expr | None) -> object:
    """What tells seats apart within one expression; None where they cannot be told."""
    match seat:
        case None:
            return "shared"
        case core.Me():
            return "me"
        case core.Local(name=name):
            return (name,)
        case core.Const(value=value):
            return value
    return None


def _is_kept(found: Sum | str, one: str, other: str) -> bool:
    """Does a sum count two pools alike, for whichever seat?"""
    if isinstance(found, str):
        return found not in (one, other)
    return all(found[one, whose] == found[other, whose] for _, whose in found)
