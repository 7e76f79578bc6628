"""Play, card by card: what is printed on each component, in words, for a person who asks."""

from __future__ import annotations

from rulewright import core
from rulewright.machine.words import value_words

Value = int | tuple[int, ...]


def cards(game: core.Game) -> dict[str, str]:
    """For each id what the table says of it; where two records share an id, both in their order."""
    found: dict[str, str] = {}
    for record in game.records.values():
        for row, card in enumerate(record.ids):
            text = ", ".join(_columns(game, record, row))
            found[card] = (
                f"{found[card]}; {record.name}: {text}" if card in found else f"{record.name}: {text}"
            )
    return found


def _columns(game: core.Game, record: core.Record, row: int) -> list[str]:
    """The columns that say something, `landscape ocean`."""
    columns = []
    for field in record.fields.values():
        text = _words(game, field.type, field.values[row])
        if text:
            columns.append(f"{field.name.replace('_', ' ')} {text}")
    return columns


def _words(game: core.Game, type: core.Type, value: Value) -> str:
    """A value in words; empty for none, 0 and an empty list."""
    if isinstance(value, tuple):
        item = type.of if isinstance(type, core.ListType | core.SetType) else type
        return " + ".join(_words(game, item, each) or "0" for each in value)
    if isinstance(type, core.Optional):
        return "" if value < 0 else _words(game, type.of, value)
    if isinstance(type, core.Number):
        return str(value) if value else ""
    low = core.bounds(game, type)[0] if isinstance(type, core.RangeType) else 0
    return value_words(game, type)[value - low]
