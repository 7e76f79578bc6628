"""What components, places and values are called, for moves, views and saves."""

from __future__ import annotations

from itertools import product

from rulewright import core


def rows(record: core.Record) -> list[int]:
    """The row of each physical component."""
    return [row for row, copies in enumerate(record.copies) for _ in range(copies)]


def component_ids(record: core.Record) -> list[str]:
    """The ids of all components; copies of a row share its id."""
    return [record.ids[row] for row in rows(record)]


def backs(game: core.Game, record: core.Record) -> list[str]:
    """For each component, the columns that all see, as words."""
    seen = [field for field in record.fields.values() if field.seen_by_all]
    return [" ".join(_column_word(game, field, row) for field in seen) for row in rows(record)]


def _column_word(game: core.Game, field: core.FieldInfo, row: int) -> str:
    value = field.values[row]
    if isinstance(value, tuple) or value < 0:
        return str(value)
    low = core.bounds(game, field.type)[0]
    return value_words(game, field.type)[value - low]


def cell_names(game: core.Game, axes: tuple[core.AxisInfo, ...]) -> tuple[str, ...]:
    """The names of a zone's cells, in order: `1, 3` or `fresh sand`; one empty name for a plain zone."""
    if not axes:
        return ("",)
    return tuple(", ".join(parts) for parts in product(*(axis_words(game, axis) for axis in axes)))


def axis_words(game: core.Game, axis: core.AxisInfo) -> list[str]:
    """What the members of an axis are called."""
    if isinstance(axis.type, core.KindType):
        return value_words(game, axis.type)
    return [str(axis.low + i) for i in range(axis.size)]


def value_words(game: core.Game, type: core.Type) -> list[str]:
    """What the values of a type are called, by dense index.

    A word of a kind goes by its text, or its name without underscores."""
    match type:
        case core.KindType(name):
            return [text for word in game.kinds[name].words for text in _word_texts(game, word)]
        case core.Seat():
            return list(game.seats)
        case core.YesNo():
            return ["no", "yes"]
        case core.Component(record):
            return component_ids(game.records[record])
        case core.Multiset(kind, most):
            return [_multiset_text(game.kinds[kind], m) for m in core.multisets(game.kinds[kind].size, most)]
        case core.Optional(of):
            return value_words(game, of)
    low, high = core.bounds(game, type)
    return [str(n) for n in range(low, high + 1)]


def source_words(game: core.Game, type: core.Type) -> list[str]:
    """How rules write the values of a type, by dense index, as `value_words` has them for people."""
    match type:
        case core.KindType(name):
            return [text for word in game.kinds[name].words for text in _word_sources(game, word)]
        case core.Optional(of):
            return source_words(game, of)
        case core.RangeType() | core.Number():
            low, high = core.bounds(game, type)
            return [str(n) for n in range(low, high + 1)]
    return value_words(game, type)


def _word_sources(game: core.Game, word: core.KindWord) -> list[str]:
    if not word.params:
        return [word.name]
    return [
        f"{word.name}({', '.join(p)})" for p in product(*(source_words(game, param) for param in word.params))
    ]


def cell_sources(game: core.Game, axes: tuple[core.AxisInfo, ...]) -> tuple[str, ...]:
    """How rules write a zone's cells, in the order of `cell_names`."""
    return tuple(", ".join(parts) for parts in product(*(_axis_sources(game, axis) for axis in axes)))


def _axis_sources(game: core.Game, axis: core.AxisInfo) -> list[str]:
    return source_words(game, axis.type) if isinstance(axis.type, core.KindType) else axis_words(game, axis)


def choice_words(game: core.Game, type: core.Type) -> list[str]:
    """As `value_words`, with one entry for all copies of a component."""
    return (
        list(game.records[type.record].ids) if isinstance(type, core.Component) else value_words(game, type)
    )


def spoken(name: str) -> str:
    """A name as people say it.

    >>> spoken("rows_laid")
    'rows laid'
    """
    return name.replace("_", " ").strip()


def _word_texts(game: core.Game, word: core.KindWord) -> list[str]:
    name = word.text or spoken(word.name)
    if not word.params:
        return [name]
    return [f"{name}({', '.join(p)})" for p in product(*(value_words(game, param) for param in word.params))]


def _multiset_text(kind: core.Kind, members: tuple[int, ...]) -> str:
    names = {w.base: w.text or spoken(w.name) for w in kind.words}
    return " and ".join(names[m] for m in members) or "nothing"


def carried(game: core.Game, word: core.KindWord, value: int) -> tuple[int, ...]:
    """The values that a word carries, out of its dense index."""
    rest, values = value - word.base, []
    for type in reversed(word.params):
        low, high = core.bounds(game, type)
        rest, index = divmod(rest, high - low + 1)
        values.append(low + index)
    return tuple(reversed(values))
