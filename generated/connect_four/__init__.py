"""Connect four 1.0.0, as an engine.

Written by Rulewright 0.1.0 from rulesets/connect_four/connect_four.rules; change that.

    game = new(players=2, seed=7)
    while not game.over:
        game.apply(game.legal_moves()[0])
    print(game.scores(), game.winners())
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from ._runtime import (
    CHANCE,
    Cell,
    Game,
    IllegalMove,
    MoveGroup,
    Playouts,
    Random,
    RuleError,
    Rules,
    SaveError,
    ScoreLine,
    load_game,
    native_part,
    new_game,
    play_games,
)
from .light import Light, begun
from .moves import ANSWERS, HELD, apply, begin, play_out, refresh, run, set_up, why
from .scoring import claims, score_line, winners
from .state import BACKS, LISTS, SEES, start

RULES = Rules(
    name="connect_four",
    title="Connect four",
    version="1.0.0",
    meaning="6946264a512354b64115d41ce0c07b3e",
    low=2,
    high=2,
    seats=("red", "yellow"),
    lists=LISTS,
    groups=(
        MoveGroup("drop", 0, 7, "column {c}", (("c", ("1", "2", "3", "4", "5", "6", "7"), None),), False),
    ),
    places=(),
    cells=(
        Cell(
            "board",
            "board",
            1,
            (
                "a1", "b1", "c1", "d1", "e1", "f1", "g1", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "a3",
                "b3", "c3", "d3", "e3", "f3", "g3", "a4", "b4", "c4", "d4", "e4", "f4", "g4", "a5", "b5",
                "c5", "d5", "e5", "f5", "g5", "a6", "b6", "c6", "d6", "e6", "f6", "g6",
            ),
            False,
            ("Disc(red)", "Disc(yellow)"),
            -1,
            1,
            False,
            None,
        ),
    ),
    records=(),
    options=(),
    sees=SEES,
    backs=BACKS,
    endings=(
        ("four", "four"),
        ("full", "full"),
    ),
    texts={},
    pieces=(),
    boards=(("board", 1, 42, 44, 2, False),),
    reactions=(),
    least_wins=False,
    reads_hidden="",
    start=start,
    set_up=set_up,
    begin=begin,
    apply=apply,
    refresh=refresh,
    why=why,
    sheet=(
        ScoreLine("line", "line", ("CON-5",), score_line, "all", 0, 1),
    ),
    winners=winners,
    claims=claims,
    held=HELD,
    paid=False,
    random=False,
    answers=ANSWERS,
    run=run,
)

Light.of = RULES


def new(
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    chance: str = "sampled",
    history: bool = False,
    debug: bool = False,
) -> Game:
    """A new game, played on to its first decision. Raises ValueError for what the rules exclude."""
    if players is None and options is None and chance == "sampled" and not history and not debug:
        game = begun(seed) if seed.__class__ is int else None
        if game is not None:
            return game
    return new_game(RULES, players, seed, options, chance, history, debug)


def playout(
    games: int,
    seed: int = 0,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
) -> Playouts:
    """Plays games by random moves and counts: the first from `seed`, the next from `seed + 1`; one stream
    `Random(seed)` chooses all moves. Raises ValueError for what the rules exclude."""
    return play_games(RULES, play_out, games, seed, players, options, Light)


def __getattr__(name: str) -> ModuleType:
    """`native`: the same games played in C, where they were built so."""
    return native_part(__name__, name)


def from_json(text: str, history: bool = False) -> Game:
    """A game from `to_json`. Raises SaveError for another format, other rules, or a damaged text."""
    return load_game(RULES, text, history)


__all__ = [
    "CHANCE",
    "RULES",
    "Game",
    "IllegalMove",
    "Playouts",
    "Random",
    "RuleError",
    "SaveError",
    "from_json",
    "new",
    "playout",
]
