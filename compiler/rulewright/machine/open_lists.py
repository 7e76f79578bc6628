"""Lists whose members can always be told: somebody sees all that lies there, and it is never shuffled.

Of such a list an engine may keep a mask of its members beside it, so that counts by what is printed on them
need not go through it. Where a list is shuffled, explicit chance leaves open what lies in it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import core
from rulewright.checks.effects import statements


def open_lists(game: core.Game) -> frozenset[str]:
    """The names of these zones."""
    shuffled = {
        stmt.zone.zone
        for block in _blocks(game)
        for stmt in statements(block)
        if isinstance(stmt, core.Shuffle)
    }
    return frozenset(
        zone.name
        for zone in game.zones.values()
        if zone.shape not in ("pool", "set")
        and zone.item in game.records
        and zone.visibility in ("public", "owner")
        and not zone.down
        and zone.name not in shuffled
    )


def _blocks(game: core.Game) -> Iterator[core.Block]:
    """All that rules do."""
    yield from (part.body for part in (game.setup, game.flow) if part is not None)
    for parts in (game.actions, game.procedures, game.reactions):
        yield from (part.body for part in parts.values())
