"""The meaning hash: a fingerprint of what a ruleset means, whatever it looks like.

Layout, comments, citations, sentences for players, examples and claims do not count; names, order,
tables and expressions do. Saves and replays are bound to it.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from hashlib import blake2b
from typing import Any

from rulewright.core import Game

SILENT = frozenset(
    {"span", "per", "text", "reason", "title", "me", "after", "limit", "ways", "facts", "row_spans"}
)
UNREAD = frozenset(
    {
        "any_orders",
        "version",
        "library",
        "path",
        "span",
        "title",
        "units",
        "claims",
        "cascade_claims",
        "examples",
        "waived",
        "clauses",
        "citations",
        "texts",
        "uses",
        "variants",
        "expect_refused",
        "unproved",
        "reconstructed",
    }
)


# read where there are any, so that other games mean what they always did
LATER = frozenset({"overlays", "pictures", "target"})


def meaning(game: Game) -> str:
    """The hash of a checked game, 32 hexadecimal digits."""
    digest = blake2b(digest_size=16)
    for field in fields(game):
        if field.name not in UNREAD and (field.name not in LATER or getattr(game, field.name)):
            digest.update(f"{field.name}={plain(getattr(game, field.name))!r};".encode())
    return digest.hexdigest()


def plain(value: Any) -> Any:
    """A value as nested tuples, without what does not count."""
    if isinstance(value, tuple | list):
        return tuple(plain(item) for item in value)
    if isinstance(value, dict):
        return tuple((key, plain(item)) for key, item in value.items())
    if is_dataclass(value) and not isinstance(value, type):
        parts = [(f.name, getattr(value, f.name)) for f in fields(value) if f.name not in SILENT]
        there = [(name, plain(part)) for name, part in parts if part or name not in LATER]
        return (type(value).__name__, *there)
    return value
