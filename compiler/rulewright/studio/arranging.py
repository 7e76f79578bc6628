"""Arranging: a position that is set up by hand, as the `given` lines of an example.

A page sends the lines; or it puts a thing to another place, and is told the lines that say so. What examples
have no words for cannot be set up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rulewright import core
from rulewright.checks.examples import Failure, given, position
from rulewright.python.runtime import Game, view
from rulewright.reading.files import must_read, shown
from rulewright.record import record
from rulewright.report.diagnostics import Span
from rulewright.studio.asked import Asked, Refused
from rulewright.studio.desk import Desk, Texts
from rulewright.studio.keeping import offered
from rulewright.studio.putting import men, places, put

TITLE = "a position that is set up by hand"
MOST = 400
"""Lines that an example of the page may have."""


@record
class Arranged:
    """What was set up: the game as it means it, the position before anything is played, and the game on to
    its first decision."""

    game: core.Game
    seen: dict[str, Any]
    started: Game


def arrange(desk: Desk, asked: Asked) -> dict[str, Any]:
    """The position that some lines give, with all places and what lies there; first a thing is put elsewhere,
    where that is asked for."""
    lines, thing = _lines(asked), asked.texts("put")
    if thing:
        with _set_up(desk, asked, lines, TITLE) as found:
            lines = put(found.game, found.seen, lines, thing)
    with _set_up(desk, asked, lines, TITLE) as found:
        return {"given": lines, **_shown(found)}


def arranged(desk: Desk, asked: Asked) -> dict[str, Any]:
    """The rules with one example more, which gives the position and says what is offered there."""
    title = " ".join(asked.text("title").replace('"', "'").split())
    if not title:
        raise Refused("an example needs a title: what it shows")
    game = desk.playable(asked.texts("texts")).game
    if game is not None and any(example.title == title for example in game.examples):
        raise Refused(f"there is an example with this title already: {title}")
    lines = _lines(asked)
    with _set_up(desk, asked, lines, title) as found:
        said = [f"    then {line}" for line in offered(found.started, found.game)]
    path, _, draft = _draft(desk, asked, lines, title)
    return {"path": path, "text": draft + "\n".join(said) + "\n"}


def _lines(asked: Asked) -> list[str]:
    lines = [" ".join(line.split()).removeprefix("given ") for line in asked.words("given")]
    if len(lines) > MOST:
        raise Refused(f"an example of more than {MOST} lines is too long")
    return [line for line in lines if line]


def _draft(desk: Desk, asked: Asked, lines: Sequence[str], title: str) -> tuple[str, int, str]:
    """The file of the rules, how many lines stand above what is given, and its text with the example."""
    path = shown(desk.ruleset.file)
    rules = asked.texts("texts").get(path) or must_read(desk.ruleset.file).text
    low = desk.playable(asked.texts("texts")).game
    assert low is not None
    players = asked.number("players", low.low, low.high, low.low)
    head = f'{rules.rstrip()}\n\nexample "{title}":\n    given players {players}\n'
    return path, head.count("\n"), head + "".join(f"    given {line}\n" for line in lines)


@contextmanager
def _set_up(desk: Desk, asked: Asked, lines: Sequence[str], title: str) -> Iterator[Arranged]:
    """Refused at the first line that gives what cannot be."""
    from rulewright.python.engine import load, unload

    path, above, draft = _draft(desk, asked, lines, title)
    texts: Texts = {**asked.texts("texts"), path: draft}
    side, files = desk.exemplary(texts, title)
    for found in side.report.errors:
        raise _refused(
            found.message, found.help, found.span if found.span.path == path else None, above, lines
        )
    assert side.game is not None
    engine = load(files, side.game.slug)
    try:
        state = given(side.game, engine, 0)
        seen = view(engine.RULES, state, None)
        yield Arranged(side.game, seen, position(side.game, engine, 0))
    except Failure as failure:
        raise _refused(failure.message, failure.help, failure.span, above, lines) from None
    finally:
        unload(engine)


def _refused(said: str, help: str | None, span: Span | None, above: int, lines: Sequence[str]) -> Refused:
    """What cannot be, with the line that says it."""
    number = -1 if span is None else span.line - above - 1
    where = f"`{lines[number]}`: " if 0 <= number < len(lines) else ""
    more = f" ({help})" if help else ""
    return Refused(f"{where}{said}{more}", 422, {"line": number})


def _shown(found: Arranged) -> dict[str, Any]:
    """The position as all see it, its places, the pieces that can be put on boards, what is offered."""
    from rulewright.pictures.sketch import sketch
    from rulewright.play.play import seating, session
    from rulewright.play.play_view import picture

    game, started = found.game, found.started
    play = session(started, seating(game.seats[: started.players], [], []), sketch=sketch(game))
    return {
        "players": [game.low, game.high, started.players],
        "picture": picture(play, None),
        "places": [each.told for each in places(game, found.seen)],
        "men": men(game),
        "moves": [] if started.over else [started.name(move) for move in started.legal_moves()],
        "decides": None if started.to_move is None else play.label(started.to_move),
    }
