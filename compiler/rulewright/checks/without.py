"""A ruleset without what cites one clause: the statements, guards, cases, fields and declarations go.

`without(declarations, clause)` is a change on the tree, never on text; examples stay, they are the witnesses.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from rulewright import nodes
from rulewright.nodes import AnyDeclaration
from rulewright.report.diagnostics import Span

KEPT = nodes.Example | nodes.Waive | nodes.Variant | nodes.Game | nodes.Language


def without(declarations: tuple[AnyDeclaration, ...], clause: str) -> tuple[AnyDeclaration, ...]:
    """The declarations that remain when everything that cites a clause is deleted."""
    remaining = []
    for declaration in declarations:
        if isinstance(declaration, KEPT):
            remaining.append(declaration)
        elif not _cites(declaration, clause):
            remaining.append(_pruned(declaration, clause))
    return tuple(remaining)


def _cites(node: Any, clause: str) -> bool:
    return any(cite.text == clause for cite in getattr(node, "per", ()))


def _pruned(node: Any, clause: str) -> Any:
    """A copy of a node in which no part cites the clause; an emptied block holds `nothing`."""
    changes = {}
    for field in fields(node):
        value = getattr(node, field.name)
        new = _pruned_value(value, clause)
        if new is not value:
            changes[field.name] = _filled(node, field.name, value, new)
    return replace(node, **changes) if changes else node


def _pruned_value(value: Any, clause: str) -> Any:
    if isinstance(value, tuple):
        kept = tuple(_pruned_value(item, clause) for item in value if not _cites(item, clause))
        same = len(kept) == len(value) and all(a is b for a, b in zip(kept, value, strict=True))
        return value if same else kept
    if is_dataclass(value) and not isinstance(value, type | Span):
        return _pruned(value, clause)
    return value


def _filled(node: Any, name: str, old: Any, new: Any) -> Any:
    blocks = ("body", "then", "otherwise", "or_else")
    if name in blocks and isinstance(new, tuple) and not new and old and isinstance(old[0], nodes.Statement):
        return (nodes.Nothing(old[0].span, ()),)
    return new
