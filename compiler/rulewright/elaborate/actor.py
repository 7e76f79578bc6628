"""The seat that acts: `me`, and what is `my`."""

from __future__ import annotations

from rulewright import core
from rulewright.elaborate.work import Scope
from rulewright.report.diagnostics import Span

NAMED = {
    "example": "name the seat, as in `red.hand`",
    "ending": "ask it of each player: `any(... for p in players)`, with `p.` in place of `my.`",
    "claim": "ask it of each player: `any(... for p in players)`, with `p.` in place of `my.`",
    "define": "give it the seat: `define name(p: Player) = ...`, with `p.` in place of `my.`",
}
"""Where no seat acts: how one is named there. Elsewhere a block goes through the players."""


def me(scope: Scope, span: Span, help: str | None = None) -> core.Me | None:
    """The seat that acts; where none does, an error, with `help` or else the usual one."""
    if scope.chooser:
        return core.Me(type=core.Seat(), span=span)
    if scope.unit.seatless is not None:
        usual = NAMED.get(scope.unit.sort, "name the seat: a parameter `p: Player`, or `each p in players`")
        scope.error("RW207", f"`me` means nobody {scope.unit.seatless}", span, help or usual)
        return None
    scope.unit.uses_me = True
    return core.Me(type=core.Seat(), span=span)
