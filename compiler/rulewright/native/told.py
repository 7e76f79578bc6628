"""What a trace is told of in C: each reaction that starts, and each that came to its limit, by number."""

from __future__ import annotations

from rulewright import core


def told(game: core.Game) -> list[str]:
    """The names, as the Python engine says them."""
    return [*game.reactions, *map(limited, game.reactions)]


def limited(reaction: str) -> str:
    """What is said of a reaction at its limit."""
    return f"{reaction} at its limit"


def fired(game: core.Game, name: str) -> str:
    """The line that counts one of them."""
    return f"r->fired[{told(game).index(name)}]++;"
