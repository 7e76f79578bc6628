"""The seat that acts: `me`, and what is `my`."""

from __future__ import annotations

from rulewright import core
from rulewright.elaborate.work import Scope
from rulewright.report.diagnostics import Span


def me(scope: Scope, span: Span) -> core.Me | None:
    """The seat that acts; where none does, an error."""
    if scope.chooser:
        return core.Me(type=core.Seat(), span=span)
    if scope.unit.seatless is not None:
        help = "name the seat: a parameter `p: Player`, or `each p in players`"
        scope.error("RW207", f"`me` means nobody {scope.unit.seatless}", span, help)
        return None
    scope.unit.uses_me = True
    return core.Me(type=core.Seat(), span=span)
