"""Exemplary: the examples of a ruleset, whether each holds, and the position that it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from rulewright import core
from rulewright.checks.examples import Failure, position
from rulewright.report.diagnostics import Diagnostic
from rulewright.studio.asked import Asked, Refused
from rulewright.studio.covering import place
from rulewright.studio.desk import Desk, Made
from rulewright.studio.findings import told


def examples(desk: Desk, asked: Asked) -> dict[str, Any]:
    """All examples, each with the line where it does not hold, if there is one."""
    made = desk.playable(asked.texts("texts"))
    assert made.game is not None
    with engine_of(desk, made) as engine:
        found = [_played(made.game, engine, number) for number in range(len(made.game.examples))]
    return {"key": made.key, "examples": found}


def _played(game: core.Game, engine: ModuleType, number: int) -> dict[str, Any]:
    example = game.examples[number]
    failed: list[dict[str, Any]] = []
    try:
        position(game, engine, number)
    except Failure as failure:
        failed = told([Diagnostic(failure.code, failure.message, failure.span, failure.help)])
    return {
        "title": example.title,
        "per": list(example.per),
        "span": place(example.span),
        "failed": failed,
    }


def shown(desk: Desk, asked: Asked) -> dict[str, Any]:
    """The position that an example leads to, as all see it."""
    from rulewright.pictures.sketch import sketch
    from rulewright.play.play import seating, session
    from rulewright.play.play_view import picture, sheet

    made = desk.playable(asked.texts("texts"))
    game = made.game
    assert game is not None
    number = asked.number("number", 0, max(0, len(game.examples) - 1))
    with engine_of(desk, made) as engine:
        try:
            started = position(game, engine, number)
        except (Failure, IndexError):
            raise Refused("this example does not hold: there is no position to show", 422) from None
        play = session(started, seating(game.seats[: started.players], [], []), sketch=sketch(game))
        return {"picture": picture(play, None), "sheet": sheet(play)}


@contextmanager
def engine_of(desk: Desk, made: Made) -> Iterator[ModuleType]:
    """The engine with its examples, forgotten afterwards."""
    from rulewright.python.engine import load, unload

    assert made.game is not None
    engine = load(desk.engine(made, examples=True), made.game.slug)
    try:
        yield engine
    finally:
        unload(engine)
