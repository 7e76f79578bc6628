"""Contents: what is in the box, what of it depends on the number of players, and the options of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import core
from rulewright.booklet.spoken import Speech, plain
from rulewright.pictures.frame import framed
from rulewright.record import record


@record
class Component:
    """A sort of components: how many there are of how many kinds, what they are, why they are not the
    published ones; which record they are of, if of one."""

    name: str
    count: int
    each: int
    sort: str
    reconstructed: str
    of: str | None


@record
class Choice:
    """An option of the rules: what it asks, its values in words, which is the default."""

    name: str
    text: str
    values: tuple[str, ...]
    default: str
    per: tuple[str, ...]


@record
class Row:
    """A line of the table by number of players: what it says for each."""

    name: str
    values: tuple[str, ...]
    per: tuple[str, ...] = ()


def components(game: core.Game, say: Speech) -> list[Component]:
    """Cards and tiles, alike pieces, tokens; what is only thought of is no component."""
    found = [
        Component(
            say.sort(each),
            each.size,
            len(each.ids),
            framed(say.lang, "card") if each.sort == "card" else framed(say.lang, "tile"),
            game.reconstructed.get(each.table, ""),
            each.name,
        )
        for each in game.records.values()
    ]
    piece, token, man = framed(say.lang, "piece"), framed(say.lang, "token"), framed(say.lang, "man")
    found += [Component(say.name(p), p.number, 1, piece, "", None) for p in game.pieces.values()]
    found += [Component(say.name(t), 1, 1, token, "", None) for t in game.tokens.values()]
    kinds = dict.fromkeys(board.men for board in game.boards.values())
    for kind in kinds:
        for word in game.kinds[kind].words:
            name = say.text(word.text or plain(word.name))
            found.append(Component(name, 0, max(1, word.size), man, "", None))
    return found


def options(game: core.Game, say: Speech) -> list[Choice]:
    """The options, in the order of the rules."""
    return [_choice(option, say) for option in game.options.values()]


def _choice(option: core.Option, say: Speech) -> Choice:
    words = {value: say.word(plain(word)) for word, value in option.values}
    values = tuple(words.values())
    if isinstance(option.type, core.Number) and len(values) > 4:
        values = (f"{values[0]}–{values[-1]}",)
    return Choice(option.name, say.name(option), values, words.get(option.default, ""), option.per)


def by_players(game: core.Game, say: Speech) -> Iterator[Row]:
    """What depends on the number of players: constants, and components that are not all used."""
    players = range(game.low, game.high + 1)
    for constant in game.constants.values():
        if len(set(constant.values)) > 1:
            yield Row(say.name(constant), tuple(map(str, constant.values)), constant.per)
    for each in game.records.values():
        used = [_used(each, number) for number in players]
        if len(set(used)) > 1:
            yield Row(say.sort(each), tuple(map(str, used)), each.per)


def _used(of: core.Record, players: int) -> int:
    """How many components of a record are used by so many players."""
    return sum(copies for copies, least in zip(of.copies, of.players, strict=True) if least <= players)
