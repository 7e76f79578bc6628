"""Canonical: what one checked declaration means, so that two ways to write the same are no change.

`canonical(game, sort, name)` leaves out places, texts and what is known of the ranges of numbers inside
expressions; words of kinds go by their names, local names by the order in which they come.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from rulewright import core
from rulewright.machine.meaning import SILENT

SORTS = {
    "zone": "zones",
    "memory": "memories",
    "action": "actions",
    "procedure": "procedures",
    "event": "events",
    "reaction": "reactions",
    "define": "defines",
    "score": "scores",
    "ending": "endings",
    "range": "ranges",
}
ALWAYS = frozenset({"after", "limit", "me"})  # silent in saves, for other parts tell them


def canonical(game: core.Game, sort: str, name: str) -> Any:
    """What a declaration means, as nested tuples; None where that is not told alone."""
    if sort in ("setup", "round", "turn"):
        found: object = game.setup if sort == "setup" else game.flow
    elif sort == "winner":
        found = game.winner
    else:
        found = getattr(game, SORTS[sort], {}).get(name) if sort in SORTS else None
    return None if found is None else _Form(game).of(found)


class _Form:
    """The canonical form of one declaration, with its local names as they come."""

    def __init__(self, game: core.Game) -> None:
        self.game = game
        self.locals: dict[str, int] = {}

    def of(self, value: Any) -> Any:
        if isinstance(value, tuple | list):
            return tuple(self.of(item) for item in value)
        if isinstance(value, dict):
            return tuple((key, self.of(item)) for key, item in value.items())
        if isinstance(value, core.Const):
            return "Const", self.constant(value)
        if isinstance(value, core.Expr):
            return self.record(value, SILENT - ALWAYS | {"type"})
        if is_dataclass(value) and not isinstance(value, type):
            return self.record(value, SILENT - ALWAYS)
        return value

    def record(self, value: Any, left_out: frozenset[str]) -> Any:
        local = isinstance(value, core.Local | core.Let | core.Draw | core.Each | core.Binder | core.Pick)
        local = local or isinstance(value, core.Param | core.Choose)
        made: list[object] = [type(value).__name__]
        for field in fields(value):
            part = getattr(value, field.name)
            if field.name == "label" and isinstance(value, core.Choose):
                continue
            if field.name == "name" and local:
                made.append(self.locals.setdefault(part, len(self.locals)))
            elif field.name == "each" and isinstance(value, core.Draw):
                made.append(self.locals.setdefault(part, len(self.locals)) if part else "")
            elif field.name not in left_out:
                made.append(self.of(part))
        return tuple(made)

    def constant(self, value: core.Const) -> Any:
        """A word of a kind by its name, for its number says nothing where the kind has changed."""
        kind_type = value.type.of if isinstance(value.type, core.Optional) else value.type
        if isinstance(kind_type, core.KindType) and value.value >= 0:
            kind = self.game.kinds[kind_type.name]
            for word in kind.words:
                if word.base <= value.value < word.base + word.size:
                    return kind.name, word.name, value.value - word.base
        if isinstance(kind_type, core.Component) and value.value >= 0:
            return kind_type.record, value.value
        return value.value
