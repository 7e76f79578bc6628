"""The verbs that a block can run, each with the verbs beside it and what is asked on the way to it."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import core
from rulewright.checks.effects import expressions, inner_blocks, writes
from rulewright.record import record


@record
class Reached:
    """A verb that a block can run, the verbs of the blocks around it, which all run too, and what is asked
    on the way to it."""

    verb: core.Stmt
    beside: tuple[core.Stmt, ...]
    asked: tuple[core.Expr, ...] = ()


def reached_verbs(
    game: core.Game,
    block: core.Block,
    around: tuple[core.Stmt, ...] = (),
    seen: frozenset[str] = frozenset(),
    asked: tuple[core.Expr, ...] = (),
) -> Iterator[Reached]:
    """All verbs that a block can run, procedures too, each with the verbs beside it."""
    beside = around + tuple(stmt for stmt in block if writes(game, stmt))
    for stmt in block:
        if writes(game, stmt) or isinstance(stmt, core.Trigger):
            yield Reached(stmt, beside, asked)
        if isinstance(stmt, core.Resolve) and stmt.procedure not in seen:
            body = game.procedures[stmt.procedure].body
            yield from reached_verbs(game, body, beside, seen | {stmt.procedure}, asked)
        for inner in inner_blocks(stmt):
            yield from reached_verbs(game, inner, beside, seen, (*asked, *expressions(stmt)))
