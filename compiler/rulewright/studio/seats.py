"""Seats: what somebody does by a secret link, from another machine, who sees no more than the seat does."""

from __future__ import annotations

from typing import Any

from rulewright.studio.asked import Asked, Refused
from rulewright.studio.playing import back, play, reasons, seen
from rulewright.studio.tables import Tables


def act(tables: Tables, word: str, what: str, asked: Asked) -> dict[str, Any]:
    """Looks, moves, takes back or asks why not, at the seat that a secret word opens."""
    table, seat = tables.linked(word)
    with table.lock:
        if what == "turn":
            return {"turn": table.turn, "table": table.name}
        if what == "why":
            return {"said": reasons(table, asked.text("text"), seat)}
        if what == "move":
            if table.session.game.to_move != seat:
                raise Refused("another seat decides now", 409)
            play(table, asked)
        elif what == "undo":
            back(table, seat)
        elif what != "look":
            raise Refused(f"`{what}` is not done at a seat", 404)
        return seen(table, seat)
