"""Play, card by card: what is printed on each component, in words, for a person who asks."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright import core
from rulewright.elaborate.texts import shown, statements
from rulewright.machine.words import value_words
from rulewright.python.runtime import in_words

Value = int | tuple[int, ...]


def reactions(game: core.Game, lang: str | None = None) -> dict[str, str]:
    """What each reaction is called at a table: its name in words, and a clause that it follows. In another
    language, which has no words for it, the clause says enough."""
    found = {}
    for reaction in game.reactions.values():
        inside = (clause for stmt in statements(reaction.body) for clause in stmt.per)
        clause = next((clause for clause in (*reaction.per, *inside) if clause in game.clauses), None)
        name = shown(reaction.name)
        found[reaction.name] = name if clause is None else clause if lang else f"{name} ({clause})"
    return found


def cards(game: core.Game, lang: str | None = None) -> dict[str, str]:
    """For each id what the table says of it; where two records share an id, both in their order. In another
    language a component goes by its id there too."""
    found: dict[str, str] = {}
    table = game.texts.get(lang, {}) if lang else {}
    for record in game.records.values():
        for row, card in enumerate(record.ids):
            columns = ", ".join(_columns(game, record, row, table))
            text = f"{in_words(record.text or record.name, table)}: {columns}"
            found[card] = f"{found[card]}; {text}" if card in found else text
    return {in_words(card, table): text for card, text in found.items()} | found


def _columns(game: core.Game, record: core.Record, row: int, table: Mapping[str, str]) -> list[str]:
    """The columns that say something, `ground clay`."""
    columns = []
    for field in record.fields.values():
        text = _words(game, field.type, field.values[row], table)
        if text:
            columns.append(f"{in_words(shown(field.name), table)} {text}")
    return columns


def _words(game: core.Game, type: core.Type, value: Value, table: Mapping[str, str]) -> str:
    """A value in words; empty for none, 0 and an empty list."""
    if isinstance(value, tuple):
        item = type.of if isinstance(type, core.ListType | core.SetType) else type
        return " + ".join(_words(game, item, each, table) or "0" for each in value)
    if isinstance(type, core.Optional):
        return "" if value < 0 else _words(game, type.of, value, table)
    if isinstance(type, core.Number):
        return str(value) if value else ""
    low = core.bounds(game, type)[0] if isinstance(type, core.RangeType) else 0
    return in_words(value_words(game, type)[value - low], table)
