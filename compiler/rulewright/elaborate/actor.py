"""The seat that acts: `me`, and what is `my`."""

from __future__ import annotations

from rulewright import core
from rulewright.elaborate.work import Scope
from rulewright.report.diagnostics import Span


def me(scope: Scope, span: Span, help: str | None = None) -> core.Me | None:
    """The seat that acts; where none does, an error, with `help` or else the usual one."""
    if scope.chooser:
        return core.Me(type=core.Seat(), span=span)
    if scope.unit.seatless is not None:
        usual = "name the seat: a parameter `p: Player`, or `each p in players`"
        scope.error("RW207", f"`me` means nobody {scope.unit.seatless}", span, help or usual)
        return None
    scope.unit.uses_me = True
    return core.Me(type=core.Seat(), span=span)
