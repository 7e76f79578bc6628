"""Bare: a node of the syntax tree as nested tuples, without its places, so that two texts can be compared.

`bare(node)` is the same for two texts that differ in comments, layout and formatting only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from rulewright import nodes

NO_NAMES: Mapping[str, str] = {}


def bare(value: object, renamed: Mapping[str, str] = NO_NAMES) -> Any:
    """A node, or a tuple of nodes, without spans; names that `renamed` has are replaced by what it says.

    >>> from rulewright.report.diagnostics import Span
    >>> bare(nodes.Word(Span("a", 1, 1, 1, 4), "hand"), {"hand": "cards"})
    ('Word', 'cards')
    """
    if isinstance(value, tuple):
        return tuple(bare(item, renamed) for item in value)
    if isinstance(value, nodes.Word):
        return "Word", renamed.get(value.text, value.text)
    if isinstance(value, nodes.Node):
        found = (bare(getattr(value, field.name), renamed) for field in fields(value) if field.name != "span")
        return (type(value).__name__, *found)
    return value


def is_whole(node: object) -> bool:
    """Is it a part of the tree that a text can be shown of: a node with a place?"""
    return isinstance(node, nodes.Node) and node.span.has_place
