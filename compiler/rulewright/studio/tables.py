"""Tables: the games that are played on the page, each with its engine, its players and who may look."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import RLock
from types import ModuleType
from typing import TYPE_CHECKING

from rulewright.studio.asked import Asked, Refused
from rulewright.studio.desk import Desk, Made

if TYPE_CHECKING:
    from rulewright.play.play import Session

MOST = 8
"""Tables that are kept; the oldest goes when there is one more."""


@dataclass(slots=True)
class Table:
    """A game that is played by the rules that were `made` then. `turn` counts what has happened, `links` has
    a secret word for each seat that is played from elsewhere."""

    name: str
    made: Made
    engine: ModuleType
    session: Session
    options: Mapping[str, str]
    turn: int = 0
    links: dict[str, int] = field(default_factory=dict)
    lock: RLock = field(default_factory=RLock)


class Tables:
    """All of them, by their names."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._lock = RLock()

    def begin(self, desk: Desk, asked: Asked) -> Table:
        """A new game by the rules as they are in some drafts."""
        made = desk.playable(asked.texts("texts"))
        table = _begun(made, desk.engine(made), asked)
        with self._lock:
            self._pass_on(self._tables.get(asked.text("table", "")), table)
            self._tables[table.name] = table
            while len(self._tables) > MOST:
                _, gone = self._tables.popitem(last=False)
                _forget(gone)
        return table

    def _pass_on(self, old: Table | None, new: Table) -> None:
        """The links of a game go on to the one that is begun in its place."""
        if old is not None:
            people = new.session.people
            new.links = {word: seat for word, seat in old.links.items() if seat in people}
            old.links = {}

    def named(self, name: str) -> Table:
        """A table; refused where it is gone."""
        with self._lock:
            found = self._tables.get(name)
            if found is None:
                raise Refused("this game is no longer kept: start a new one", 404)
            self._tables.move_to_end(name)
            return found

    def linked(self, word: str) -> tuple[Table, int]:
        """The table and the seat that a secret word opens."""
        with self._lock:
            for table in self._tables.values():
                for each, seat in table.links.items():
                    if secrets.compare_digest(each.encode(), word.encode("utf-8", "replace")):
                        return table, seat
        raise Refused("this link opens no game: ask for a new one", 404)


def _begun(made: Made, files: Mapping[str, str], asked: Asked) -> Table:
    from rulewright.pictures.sketch import sketch
    from rulewright.play.play import seating, session
    from rulewright.play.play_cards import cards
    from rulewright.python.engine import load

    game = made.game
    assert game is not None
    players = asked.number("players", game.low, game.high, game.low)
    seed = asked.number("seed", 0, 2**63, secrets.randbelow(1_000_000))
    bots = _bots(asked, players)
    lang = asked.text("lang", "") or None
    if lang is not None and lang not in game.texts:
        raise Refused(f"the rules do not speak `{lang}`")
    engine, options = load(files, game.slug), asked.texts("options")
    try:
        started = engine.new(players=players, seed=seed, options=options)
    except ValueError as error:
        raise Refused(str(error)) from None
    except engine.RuleError as error:
        raise stopped(made, error) from None
    seated = seating(game.seats[:players], [], bots)
    play = session(started, seated, lang, cards(game, lang), sketch(game, lang))
    return Table(secrets.token_urlsafe(9), made, engine, play, options)


def _bots(asked: Asked, players: int) -> tuple[str, ...]:
    from rulewright.play.bots import bot_names

    words = asked.words("bots")
    try:
        bots = bot_names(",".join(words)) if words else ()
    except ValueError as error:
        raise Refused(str(error)) from None
    if len(bots) > players:
        raise Refused(f"{len(bots)} bots, but {players} players")
    return bots


def _forget(table: Table) -> None:
    from rulewright.python.engine import unload

    unload(table.engine)


def stopped(made: Made, error: Exception) -> Refused:
    """What the rules did wrong at play, at its line."""
    from rulewright.play.faults import fault
    from rulewright.studio.findings import told

    assert made.game is not None
    found = fault(error, made.game.path, made.sources)
    return Refused(found.message, 422, {"found": told([found])})
