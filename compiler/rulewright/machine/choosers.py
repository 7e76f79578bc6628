"""The seat that acts: inside `choose ... by q`, `me` is q.

`with_choosers(block)` makes it a local value of its own there.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from rulewright import core

T = TypeVar("T")


def with_choosers(block: core.Block) -> core.Block:
    """Inside `choose ... by q`, `me` is q: there it becomes a local value of its own."""
    return tuple(_chooser(stmt) for stmt in block)


def _chooser(stmt: core.Stmt) -> core.Stmt:
    for name in ("body", "or_else", "then", "otherwise"):
        inner = getattr(stmt, name, None)
        if isinstance(inner, tuple):
            changed: dict[str, Any] = {name: with_choosers(inner)}
            stmt = replace(stmt, **changed)
    if isinstance(stmt, core.MatchStmt):
        cases = tuple(replace(case, body=with_choosers(case.body)) for case in stmt.cases)
        stmt = replace(stmt, cases=cases)
    if isinstance(stmt, core.Choose) and not isinstance(stmt.by, core.Me):
        chooser = core.Local(name=f"{stmt.name}_chooser", type=core.Seat(), span=stmt.by.span)
        stmt = replace(
            stmt,
            source=swap_me(stmt.source, chooser),
            where=swap_me(stmt.where, chooser),
            body=swap_me(stmt.body, chooser),
            or_else=swap_me(stmt.or_else, chooser),
        )
    return stmt


def swap_me(node: T, by: core.Expr) -> T:
    """A copy of a tree with `me` replaced."""
    return _swapped(node, by)  # type: ignore[no-any-return]


def _swapped(node: Any, by: core.Expr) -> Any:
    if isinstance(node, core.Me):
        return by
    if isinstance(node, tuple):
        return tuple(_swapped(item, by) for item in node)
    if is_dataclass(node) and isinstance(
        node, core.Expr | core.Stmt | core.Binder | core.MatchCase | core.StmtCase
    ):
        values = {f.name: _swapped(getattr(node, f.name), by) for f in fields(node)}
        if isinstance(node, core.Stmt) and node.me is None:
            values["me"] = by
        return type(node)(**values)
    return node
