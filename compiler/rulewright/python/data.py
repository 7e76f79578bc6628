"""Python text of tables: kinds, components, places, and what the expressions asked for."""

from __future__ import annotations

from typing import Any

from rulewright import core
from rulewright.elaborate.overlays import item_of
from rulewright.machine.words import carried, component_ids, rows
from rulewright.python.expressions import Context
from rulewright.python.layout import quoted
from rulewright.python.places import AS_MASKS
from rulewright.record import record

PARTS = "tuple[tuple[int, tuple[int, ...]], ...]"


@record
class Table:
    """A module constant: its name, its Python text, what a comment says of it."""

    name: str
    text: str
    comment: str = ""


def words(context: Context) -> list[tuple[core.Kind, list[Table]]]:
    """For each kind the constants of its plain words."""
    return [
        (
            kind,
            [
                Table(context.names["word", kind.name, w.name], str(w.base))
                for w in kind.words
                if not w.params
            ],
        )
        for kind in context.game.kinds.values()
    ]


def groups(context: Context) -> list[Table]:
    """The members of each group."""
    return [
        Table(context.names["group", group.name], _tuple([str(m) for m in group.members]), f"of {group.kind}")
        for group in context.game.groups.values()
    ]


def components(context: Context) -> list[tuple[core.Record, list[Table]]]:
    """For each record its ids and columns, one value a physical component."""
    return [(record, _record(context, record)) for record in context.game.records.values()]


def _record(context: Context, record: core.Record) -> list[Table]:
    names = context.names
    tables = [Table(names["ids", record.name], _tuple([quoted(i) for i in component_ids(record)]))]
    if record.size > len(record.ids):
        row = _tuple([str(row) for row in rows(record)])
        tables.append(Table(names["row", record.name], row, "copies of a row are one choice"))
    for field in record.fields.values():
        values = [quoted(value) for value in by_component(record, field)]
        tables.append(Table(names["field", record.name, field.name], _tuple(values)))
    return tables


def by_component(record: core.Record, field: core.FieldInfo) -> list[int | tuple[int, ...]]:
    """A column with one value a component."""
    return [field.values[row] for row in rows(record)]


def constants(context: Context) -> list[Table]:
    """Constants that depend on the number of players, and the places of options."""
    found = [
        Table(
            context.names["constant", c.name],
            _tuple([str(v) for v in c.values]),
            f"from {context.game.low} players on",
        )
        for c in context.game.constants.values()
    ]
    return found + [
        Table(context.names["option", option.name], str(i), option.text or "")
        for i, option in enumerate(context.game.options.values())
    ]


def derived(context: Context) -> list[Table]:
    """The tables that expressions asked for: masks by column, multisets, ways to match."""
    return [
        Table(f"{name}: {PARTS}" if what.startswith("parts:") else name, _derived(context, what))
        for name, what in sorted(context.tables.items())
    ]


def _derived(context: Context, what: str) -> str:
    form, bar, table = what.partition("|")
    if form == "masks":
        return _tuple(table.split(","))
    if form == "whole":
        lines = context.names["table", "set", table]
        size = context.game.kinds[table.split(":")[1]].size
        return f"tuple(any(mask & line == line for line in {lines}) for mask in range({1 << size}))"
    if form == "star":
        lines = context.names["table", "value", table.replace("lines through:", "lines:")]
        return f"lines_through({lines}, {context.game.kinds[table.split(':')[1]].size})"
    if form == "set" and table.startswith(AS_MASKS):
        return f"masks_of({context.names['table', 'value', table]})"
    if bar:
        values = context.game.tables[table].values
        if form == "set":
            values = tuple(_masks_in(members) for members in values)
        return _tuple([quoted(value) for value in values])
    sort, *rest = what.split(":")
    if sort == "masks":
        return _masks(context.game, *rest)
    if sort == "multisets":
        kind, most = context.game.kinds[rest[0]], int(rest[1])
        return _tuple([quoted(m) for m in core.multisets(kind.size, most)])
    if sort == "parts":
        return _parts(context.game, *rest)
    if sort == "shown":
        return _shown(context.game, *rest)
    if sort == "pictures":
        return f"pictures({rest[0]}, {rest[1]})"
    if sort == "ways":
        return _ways_by_component(context.game, rest[0], rest[1], int(rest[2]))
    if sort == "payable":
        return f"Payable({rest[0]})"
    if sort == "cases":
        return _tuple(rest[0].split(", "))
    return _all_ways(context.game.kinds[rest[0]], int(rest[1]))


def _masks_in(value: object) -> Any:
    """The members of a set as a mask, in a tuple of sets too."""
    assert isinstance(value, tuple)
    if any(isinstance(member, tuple) for member in value):
        return tuple(map(_masks_in, value))
    return sum(1 << member for member in value)


def _parts(game: core.Game, record_name: str, field_name: str) -> str:
    """By component: the number of its word in the kind, and the values that the word carries."""
    record = game.records[record_name]
    field = record.fields[field_name]
    assert isinstance(field.type, core.KindType)
    kind = game.kinds[field.type.name]
    found = []
    for value in by_component(record, field):
        assert isinstance(value, int)
        number = next(i for i, word in enumerate(kind.words) if word.base <= value < word.base + word.size)
        found.append(quoted((number, carried(game, kind.words[number], value))))
    return _tuple(found)


def _shown(game: core.Game, record_name: str, field_name: str) -> str:
    """By part of a card, row of the table by row: what it shows; none (no, of a yes_no) at -1, the last."""
    field = game.records[record_name].fields[field_name]
    nothing = 0 if isinstance(item_of(game, record_name, field_name), core.YesNo) else -1
    items = [item for value in field.values for item in (value if isinstance(value, tuple) else (value,))]
    return _tuple([str(item) for item in [*items, nothing]])


def _masks(game: core.Game, record_name: str, field_name: str) -> str:
    """By value of a column: the mask of the components that have it; none is at -1, the last."""
    record = game.records[record_name]
    field = record.fields[field_name]
    values = by_component(record, field)
    high = core.bounds(game, field.type)[1]
    masks = [sum(1 << i for i, value in enumerate(values) if value == v) for v in [*range(high + 1), -1]]
    return _tuple([str(mask) for mask in masks])


def _ways_by_component(game: core.Game, record_name: str, field_name: str, most: int) -> str:
    record = game.records[record_name]
    field = record.fields[field_name]
    assert isinstance(field.type, core.ListType)
    assert isinstance(field.type.of, core.KindType)
    kind = game.kinds[field.type.of.name]
    known: dict[tuple[int, ...], str] = {}
    texts = []
    for value in by_component(record, field):
        needs = value if isinstance(value, tuple) else (value,)
        if needs not in known:
            known[needs] = quoted(ways_to_match(kind, needs, most))
        texts.append(known[needs])
    return _tuple(texts)


def _all_ways(kind: core.Kind, most: int) -> str:
    pairs = [
        f"{quoted(needs)}: {quoted(ways_to_match(kind, needs, most))}"
        for needs in core.multisets(kind.size, most)
    ]
    return "{" + ", ".join(pairs) + "}"


def ways_to_match(kind: core.Kind, needs: tuple[int, ...], most: int) -> tuple[int, ...]:
    """The numbers of the multisets that cover some needs: a joker covers any word, and a need that is a joker
    is covered by any."""
    jokers = {w.base for w in kind.words if w.joker}
    return tuple(
        number
        for number, offered in enumerate(core.multisets(kind.size, most))
        if len(offered) == len(needs) and _covers(offered, needs, jokers)
    )


def _covers(offered: tuple[int, ...], needs: tuple[int, ...], jokers: set[int]) -> bool:
    """Can the words be laid one on each need?"""
    if not needs:
        return True
    first, rest = needs[0], needs[1:]
    return any(
        (word == first or word in jokers or first in jokers)
        and _covers(offered[:i] + offered[i + 1 :], rest, jokers)
        for i, word in enumerate(offered)
    )


def _tuple(texts: list[str]) -> str:
    return f"({texts[0]},)" if len(texts) == 1 else f"({', '.join(texts)})"
