"""Keeping: the position of a table as an `example` of the rules.

It is written from what was played: what chance made of set-up becomes givens, then each move. It is played
before it is given; one that leads elsewhere is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rulewright import core
from rulewright.checks.examples import Failure, position
from rulewright.play.move_words import group_of, picks_of, words_of
from rulewright.python.runtime import Game, State, splitmix64, view
from rulewright.reading.files import must_read, shown
from rulewright.studio.asked import Asked, Refused
from rulewright.studio.desk import Desk, Texts
from rulewright.studio.exemplary import engine_of
from rulewright.studio.tables import Table, Tables

CHANCE = (
    "chance decided something here that an example has no words for yet: write it by hand, with `given draws`"
)
NOT_TOLD = ("seat", "to_move", "round", "ending", "supply of ")


def keep(desk: Desk, tables: Tables, asked: Asked) -> dict[str, Any]:
    """The rules with one example more, which leads to the position of a table."""
    table, texts = tables.named(asked.text("table")), asked.texts("texts")
    title = " ".join(asked.text("title").replace('"', "'").split())
    if not title:
        raise Refused("an example needs a title: what it shows")
    path = shown(desk.ruleset.file)
    rules = texts.get(path) or must_read(desk.ruleset.file).text
    with table.lock:
        failed = []
        for is_whole in (False, True):
            example = "\n".join(_example(table, title, is_whole))
            draft = f"{rules.rstrip()}\n\n{example}\n"
            why = _elsewhere(desk, {**texts, path: draft}, table, title)
            if why is None:
                return {"path": path, "text": draft}
            failed.append(why)
    raise Refused(f"{CHANCE} ({failed[0]})", 422)


# ---- what is written


def _example(table: Table, title: str, is_whole: bool) -> Iterator[str]:
    """Its lines; with whole stacks, or what has been taken from them so far."""
    game, rules = table.session.game, table.session.game.rules
    yield f'example "{title}":'
    yield f"    given players {game.players}"
    for option, value in zip(rules.options, game.state.options, strict=True):
        if value != option.default:
            word = next(word for word, number in option.values if number == value)
            yield f"    given option {option.name} is {word}"
    yield from (f"    given {line}" for line in _set_up(table, is_whole))
    for move, seat in zip(game.moves, game.movers, strict=True):
        yield f"    when {rules.seats[seat]} {_done(game, _meant(table), move)}"
    yield from (f"    then {line}" for line in offered(game, _meant(table)))


def _set_up(table: Table, is_whole: bool) -> Iterator[str]:
    """What chance made of set-up, as far as examples are set up otherwise; then what is dealt first."""
    game = table.session.game
    start = game.rules.start
    mine = start(game.players, game.state.options, 0)
    mine.rng = splitmix64(game.seed)[1]  # as games begin
    theirs = start(game.players, game.state.options, 1)  # as examples do
    yield from _differs(table, _began(game, mine), _began(game, theirs), is_whole)


def _differs(
    table: Table, mine: Mapping[str, Any], theirs: Mapping[str, Any], is_whole: bool
) -> Iterator[str]:
    game, zones = table.session.game, _meant(table).zones
    for name, found in mine.items():
        if name.startswith(NOT_TOLD) or found == theirs[name] or (name in zones and _is_stack(table, name)):
            continue
        asked = f"{name}.holder" if name in _meant(table).tokens else name
        for place, value in _places(game, asked, found):
            yield _given(place, value, name in zones and zones[name].shape != "pool")
    for name in mine:
        if name in zones and _is_stack(table, name) and mine[name]:
            yield from _dealt(table, name, mine[name], is_whole)


def _meant(table: Table) -> Any:
    assert table.made.game is not None
    return table.made.game


def _is_stack(table: Table, name: str) -> bool:
    zone = _meant(table).zones[name]
    return bool(zone.shape == "stack" and not zone.of_player and not zone.axes)


def _began(game: Game, state: State) -> dict[str, Any]:
    """All that there is to see after set-up."""
    game.rules.set_up(state)
    return view(game.rules, state, None)


def _places(game: Game, name: str, found: Any) -> Iterator[tuple[str, Any]]:
    """The places of a zone or memory as examples call them, each with what is there."""
    if not isinstance(found, Mapping):
        yield name, found
    elif set(found) <= set(game.rules.seats):
        for seat, own in found.items():
            yield from _places(game, f"{seat}.{name}", own)
    else:
        for cell, value in found.items():
            yield f"{name}[{cell}]", value


def _given(place: str, value: Any, is_zone: bool) -> str:
    if value is None or value == []:
        return f"{place} is empty"
    if isinstance(value, list):
        return f"{place} holds {', '.join(map(str, value))}"
    return f"{place} holds {value}" if is_zone and not isinstance(value, int) else f"{place} is {value}"


def _dealt(table: Table, name: str, before: list[str], is_whole: bool) -> Iterator[str]:
    """What has been taken from a stack since set-up, in its order; or all of it."""
    left = [] if is_whole else table.session.game.view(None)[name]
    taken = len(before) - len(left)
    if taken > 0:
        yield f"{name} begins with {', '.join(reversed(before[-taken:]))}"


def _done(game: Game, meant: core.Game, move: int) -> str:
    group = group_of(game.rules, move)
    parts = [_source(word) for word in words_of(group, move) if word]
    if group.name in meant.actions:
        return f"plays {group.name}({', '.join(parts)})" if parts else f"plays {group.name}"
    return "declines" if picks_of(group, move) is None else f"chooses {', '.join(parts)}"


def _source(word: str) -> str:
    """A word of a value as rules write it.

    >>> _source("forward right"), _source("clay and sand")
    ('forward_right', 'clay + sand')
    """
    return re.sub(r"(?<=\w) (?=\w)", "_", word.replace(" and ", " + "))


def offered(game: Game, meant: core.Game) -> Iterator[str]:
    """What is offered now, as an example says it."""
    if game.over or game.to_move is None:
        yield "game_over"
        return
    by_name = {group_of(game.rules, move).name: move for move in reversed(game.legal_moves())}
    seat = game.rules.seats[game.to_move]
    for name, move in reversed(by_name.items()):
        done = _done(game, meant, move)
        if name in meant.actions:
            yield f"{seat} may {name}"
        else:
            yield (
                f"{seat} may decline"
                if done == "declines"
                else f"{seat} may {done.replace('chooses', 'choose')}"
            )


# ---- whether it leads there


def _elsewhere(desk: Desk, texts: Texts, table: Table, title: str) -> str | None:
    """Why an example does not lead to the position of a table; None where it does."""
    made = desk.made(texts)
    if made.game is None:
        return next((found.message for found in made.found if found.level == "error"), "")
    number = max(i for i, example in enumerate(made.game.examples) if example.title == title)
    with engine_of(desk, made) as engine:
        try:
            reached = position(made.game, engine, number)
        except Failure as failure:
            return failure.message
        return None if _seen(reached) == _seen(table.session.game) else "something else would be seen"


def _seen(game: Game) -> list[Any]:
    """What all seats see, and what can be done."""
    views = [game.view(seat) for seat in range(game.players)]
    return [*views, [game.name(move) for move in game.legal_moves()]]
