"""Where moved components are known to come from.

`with_origins(game, block, known)` fills `Move.source` where the moved value is a local that was picked, chosen
or gone through from one zone, so that tests of reactions need not fear for every other zone.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright import core


def with_origins(game: core.Game, block: core.Block, known: dict[str, core.ZoneRef]) -> core.Block:
    """A block with the sources of its moves; `known` holds the origins of the locals around it."""
    return tuple(_statement(game, stmt, known) for stmt in block)


def origin(game: core.Game, source: core.Expr) -> core.ZoneRef | None:
    """The one zone that all members of a source lie in, if that can be told."""
    match source:
        case core.ZoneRef():
            return source
        case core.Aggregate(op="those", binders=(binder,)):
            return origin(game, binder.source)
        case core.Call(define=name):
            found = origin(game, game.defines[name].value)
            return found if found is not None and found.seat is None and not found.indices else None
    return None


def _statement(game: core.Game, stmt: core.Stmt, known: dict[str, core.ZoneRef]) -> core.Stmt:
    match stmt:
        case core.Move(what=core.Local(name=name), source=None) if name in known:
            return replace(stmt, source=known[name])
        case core.Choose() | core.Each():
            found = origin(game, stmt.source)
            inner = {**known, stmt.name: found} if found is not None else known
            changed = replace(stmt, body=with_origins(game, stmt.body, inner))
            if isinstance(changed, core.Choose):
                return replace(changed, or_else=with_origins(game, changed.or_else, known))
            return changed
        case core.Repeat():
            return replace(stmt, body=with_origins(game, stmt.body, known))
        case core.IfStmt():
            then, otherwise = with_origins(game, stmt.then, known), with_origins(game, stmt.otherwise, known)
            return replace(stmt, then=then, otherwise=otherwise)
        case core.MatchStmt():
            cases = tuple(replace(case, body=with_origins(game, case.body, known)) for case in stmt.cases)
            rest = with_origins(game, stmt.otherwise, known) if stmt.otherwise is not None else None
            return replace(stmt, cases=cases, otherwise=rest)
    return stmt
