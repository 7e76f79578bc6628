"""Playing: what a seat sees of a table, and what it does there."""

from __future__ import annotations

import secrets
from typing import Any

from rulewright.play.faults import rule_error
from rulewright.play.play import Refused as NotAllowed
from rulewright.python.runtime import Game
from rulewright.studio.asked import Asked, Refused
from rulewright.studio.desk import Desk
from rulewright.studio.tables import Table, Tables, stopped

ALL, WHO_DECIDES = "all", "turn"
FEW = 60
"""Legal moves of which it is looked up where they lead; with more, only what they name can be clicked."""


def begin(desk: Desk, tables: Tables, asked: Asked) -> dict[str, Any]:
    """A new game, and how it looks after the bots that come first."""
    table = tables.begin(desk, asked)
    with table.lock:
        _bots(table)
        return view(table, asked)


def look(tables: Tables, asked: Asked) -> dict[str, Any]:
    """How a table looks to a seat."""
    table = tables.named(asked.text("table"))
    with table.lock:
        return view(table, asked)


def move(tables: Tables, asked: Asked) -> dict[str, Any]:
    """A move of the seat that decides, and those of the bots after it."""
    table = tables.named(asked.text("table"))
    with table.lock:
        play(table, asked)
        return view(table, asked)


def undo(tables: Tables, asked: Asked) -> dict[str, Any]:
    """Takes back the last decision of a person, and what bots did after it."""
    table = tables.named(asked.text("table"))
    with table.lock:
        people = [mark.seat for mark in table.session.marks if mark.seat in table.session.people]
        if not people:
            raise Refused("nobody has decided anything yet", 409)
        back(table, people[-1])
        return view(table, asked)


def turn(tables: Tables, asked: Asked) -> dict[str, Any]:
    """How far a table is."""
    return {"turn": tables.named(asked.text("table")).turn}


def share(tables: Tables, asked: Asked) -> dict[str, Any]:
    """A secret link for each seat that a person plays."""
    table = tables.named(asked.text("table"))
    with table.lock:
        given = set(table.links.values())
        for seat in table.session.people:
            if seat not in given:
                table.links[secrets.token_urlsafe(16)] = seat
        return view(table, asked)


def why(tables: Tables, asked: Asked) -> dict[str, Any]:
    """Why a move cannot be made now, in the words of the rules."""
    table = tables.named(asked.text("table"))
    with table.lock:
        return {"said": reasons(table, asked.text("text"), seat_of(table, asked.text("seat", ALL)))}


# ---- for a page of one seat too


def play(table: Table, asked: Asked) -> None:
    """Makes a move that is legal at the turn that was seen; another turn is refused."""
    session = table.session
    if asked.number("turn", 0, 10**9) != table.turn:
        raise Refused("the game has gone on: look again", 409)
    wanted = asked.number("move", 0, 10**12)
    if wanted not in session.game.state.legal:
        raise Refused("this move cannot be made now", 409)
    try:
        session.apply(wanted)
    except table.engine.RuleError as error:
        raise stopped(table.made, error) from None
    table.turn += 1
    _bots(table)


def back(table: Table, seat: int) -> None:
    """Takes back the last decision of a seat."""
    try:
        table.session.undo(seat)
    except NotAllowed as error:
        raise Refused(str(error), 409) from None
    table.turn += 1


def reasons(table: Table, text: str, seat: int | None) -> list[str]:
    """Why what somebody typed cannot be done."""
    from rulewright.play.move_words import why_not

    session = table.session
    if session.game.over:
        return ["the game is over"]
    found = why_not(session.game, text, session.lang, seat)
    if found is None:
        return [f"no move is called `{text.strip()}`"]
    return found or ["it can be played"]


def _bots(table: Table) -> None:
    """Lets bots play until a person decides, or nobody."""
    session = table.session
    while session.bot_to_move is not None:
        try:
            session.step()
        except table.engine.RuleError as error:
            raise stopped(table.made, error) from None
        table.turn += 1


def seat_of(table: Table, word: str) -> int | None:
    """The seat that somebody looks from: its name, the one that decides, or None, who sees all."""
    session, game = table.session, table.session.game
    if word == WHO_DECIDES:
        if game.to_move in session.people:
            return game.to_move
        return session.people[0] if len(session.people) == 1 else None
    names = [player.seat for player in session.players]
    if word == ALL or word not in names:
        return None
    return names.index(word)


def view(table: Table, asked: Asked) -> dict[str, Any]:
    """How a table looks from a seat, which is `seat` of what was asked."""
    links = {table.session.players[seat].seat: f"/seat/{word}" for word, seat in table.links.items()}
    seat = seat_of(table, asked.text("seat", ALL))
    return {**seen(table, seat), "links": links, "seed": table.session.game.seed}


def seen(table: Table, seat: int | None) -> dict[str, Any]:
    """How a table looks from a seat: the picture, the moves where it decides, all that happened. The seed is
    left out, for it tells what is hidden."""
    from rulewright.play.play_view import picture, result, sheet, title

    session, game = table.session, table.session.game
    decides = seat is None or seat == game.to_move
    return {
        "table": table.name,
        "key": table.made.key,
        "turn": table.turn,
        "seat": None if seat is None else session.players[seat].seat,
        "seats": [_player(table, each) for each in range(game.players)],
        "title": title(session, seat),
        "picture": picture(session, seat),
        "moves": _moves(table, seat) if decides and not game.over else [],
        "waits": None if decides or game.over or game.to_move is None else session.label(game.to_move),
        "log": session.log(seat),
        "sheet": result(session) if game.over else sheet(session, seat),
        "over": game.over,
        "cards": dict(session.cards),
    }


def _player(table: Table, seat: int) -> dict[str, Any]:
    player = table.session.players[seat]
    return {"seat": player.seat, "label": table.session.label(seat), "bot": player.bot}


def _moves(table: Table, seat: int | None) -> list[dict[str, Any]]:
    """Each legal move with its name, its action and the words of its picks, as pictures have them."""
    from rulewright.play.move_words import blank, group_of

    session, game = table.session, table.session.game
    spaces = _spaces(game) if len(game.legal_moves()) <= FEW else set()
    found: list[dict[str, Any]] = []
    for each in game.legal_moves():
        group = group_of(game.rules, each)
        picks = game.picked(each, None, seat)
        if spaces and spaces.isdisjoint(picks):
            picks += _changed(game, each, seat)
        found.append(
            {
                "move": each,
                "name": game.name(each, session.lang, seat if seat is not None else game.to_move),
                "action": group.name,
                "head": blank(game, group, session.lang),
                "picks": picks,
            }
        )
    return found


def _spaces(game: Game) -> set[str]:
    """All spaces of boards."""
    shown = game.view(None)
    return {space for name, *_ in game.rules.boards for space in shown[name]}


def _changed(game: Game, move: int, seat: int | None) -> list[str]:
    """The spaces of boards that a move changes, if nobody learns anything by it and chance has no part:
    a disc that falls is put where it lands."""
    after = game.copy()
    try:
        after.apply(move)
    except rule_error(game):
        return []
    if after.state.rng != game.state.rng or after.state.known != game.state.known:
        return []
    old, new = game.view(seat), after.view(seat)
    boards = [(old[name], new[name]) for name, *_ in game.rules.boards]
    return [space for before, now in boards for space in before if before[space] != now.get(space)]
