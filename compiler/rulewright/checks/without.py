"""A ruleset without what cites one clause.

`without(declarations, clause, game)` is a change on the tree, never on text. Statements go; what others refer
to stays in its `neutral` form, so that examples, claims and games judge what is left. Examples and claims
stay as they are: they are the witnesses.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import fields, is_dataclass, replace
from typing import Any

from rulewright import core, nodes
from rulewright.checks.neutral import neutral, nothing, without_value
from rulewright.nodes import AnyDeclaration
from rulewright.report.diagnostics import Span

KEPT = (
    nodes.Example
    | nodes.Claim
    | nodes.CascadeClaim
    | nodes.Waive
    | nodes.Variant
    | nodes.Game
    | nodes.Language
)
BLOCKS = ("body", "then", "otherwise", "or_else")


def without(
    declarations: tuple[AnyDeclaration, ...], clause: str, game: core.Game
) -> tuple[AnyDeclaration, ...]:
    """The declarations that remain when nothing rules what a clause says. Where all that cites it are
    declarations without which nothing can stand (a kind, a card), they go."""
    thinning = _Thinning(frozenset(span for text, span in game.citations if text == clause), game)
    thinned = tuple(d if isinstance(d, KEPT) else thinning.of(d) for d in declarations)
    left = tuple(d for d in thinned if d is not None)
    if left != declarations:
        return left
    return tuple(d for d in declarations if isinstance(d, KEPT) or not thinning.anywhere(d))


class _Thinning:
    """Takes out what cites a clause at some places."""

    def __init__(self, places: Set[Span], game: core.Game) -> None:
        self._places = places
        self._game = game

    def of(self, node: Any) -> Any:
        """A node in which no part rules what the clause says; None when the node itself goes."""
        if self._cites(node):
            return neutral(node, self._game)
        if isinstance(node, nodes.Define):
            return without_value(node, self._game, self._gone) if self.anywhere(node) else node
        changes = {}
        for field in fields(node):
            value = getattr(node, field.name)
            new = self._value(value)
            if new is not value:
                changes[field.name] = new or nothing(node.span) if field.name in BLOCKS else new
        return replace(node, **changes) if changes else node

    def _value(self, value: Any) -> Any:
        if isinstance(value, tuple):
            thinned = tuple(self._value(item) for item in value)
            if all(a is b for a, b in zip(thinned, value, strict=True)):
                return value
            return tuple(item for item in thinned if item is not None)
        if is_dataclass(value) and not isinstance(value, type | Span):
            return self.of(value)
        return value

    def _cites(self, node: Any) -> bool:
        return self._gone(getattr(node, "per", ())) or self._gone(getattr(node, "otherwise_per", ()))

    def _gone(self, per: nodes.Cites) -> bool:
        return any(cite.span in self._places for cite in per)

    def anywhere(self, node: Any) -> bool:
        """Does the node, or anything in it, cite the clause?"""
        if isinstance(node, tuple):
            return any(self.anywhere(item) for item in node)
        if not is_dataclass(node) or isinstance(node, type | Span):
            return False
        return self._cites(node) or any(self.anywhere(getattr(node, field.name)) for field in fields(node))
