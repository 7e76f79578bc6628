"""Tic-tac-toe 1.1.0, as an engine.

Written by Rulewright 0.1.0 from rulesets/tic_tac_toe/tic_tac_toe.rules; change that.

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
from .light import Charted, Light, begun
from .moves import ANSWERS, HELD, apply, begin, play_out, refresh, run, set_up, why
from .scoring import claims, score_line, winners
from .state import BACKS, LISTS, SEES, start

RULES = Rules(
    name="tic_tac_toe",
    title="Tic-tac-toe",
    version="1.1.0",
    meaning="fee9890be382c3b6dd287243de10966b",
    low=2,
    high=2,
    seats=("x", "o"),
    lists=LISTS,
    groups=(
        MoveGroup(
            "mark",
            0,
            9,
            "{s}",
            (("s", ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"), None),),
            False,
        ),
    ),
    places=(),
    cells=(
        Cell(
            "board",
            "board",
            1,
            ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"),
            False,
            ("Mark(x)", "Mark(o)"),
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
        ("three", "three"),
        ("full", "full"),
    ),
    texts={},
    pieces=(),
    boards=(("board", 1, 9, 11, 2, False),),
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
        ScoreLine("line", "line", ("TTT-4",), score_line, "all", 0, 1),
    ),
    winners=winners,
    claims=claims,
    held=HELD,
    paid=False,
    random=False,
    answers=ANSWERS,
    run=run,
)

Light.of = Charted.of = RULES


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
        root = Charted.root
        if root is not None and seed.__class__ is int:
            charted = Charted()
            charted.node = root
            charted.seed = seed
            charted.moves = []
            charted._to_move = 0
            charted._over = False
            return charted
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
    return play_games(RULES, play_out, games, seed, players, options, Charted)


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
