"""Can't Stop 1.0.0, as an engine.

Written by Rulewright 0.1.0 from rulesets/cant_stop/cant_stop.rules; change that.

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
    OptionInfo,
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
from .moves import ANSWERS, HELD, apply, begin, play_out, refresh, run, set_up, why
from .scoring import claims, ends_by_won, running, score_columns, winners
from .state import BACKS, LISTS, SEES, start

RULES = Rules(
    name="cant_stop",
    title="Can't Stop",
    version="1.0.0",
    meaning="40c146dbb525ba62b069839db5b0cf04",
    low=2,
    high=4,
    seats=("red", "yellow", "green", "blue"),
    lists=LISTS,
    groups=(
        MoveGroup("roll", 0, 1, "roll the dice", (), False),
        MoveGroup("stop", 1, 1, "stop", (), False),
        MoveGroup(
            "roll.k",
            2,
            11,
            "go up in column {k} first",
            (("k", ("2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"), None),),
            False,
        ),
        MoveGroup("draw a", 13, 6, "draw {a}", (("a", ("1", "2", "3", "4", "5", "6"), None),), False, True),
        MoveGroup("draw b", 19, 6, "draw {b}", (("b", ("1", "2", "3", "4", "5", "6"), None),), False, True),
        MoveGroup("draw c", 25, 6, "draw {c}", (("c", ("1", "2", "3", "4", "5", "6"), None),), False, True),
        MoveGroup("draw d", 31, 6, "draw {d}", (("d", ("1", "2", "3", "4", "5", "6"), None),), False, True),
    ),
    places=(),
    cells=(
        Cell(
            "stands",
            "stands",
            1,
            ("2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"),
            True,
            (),
            0,
            13,
            False,
            None,
        ),
        Cell(
            "runner",
            "runner",
            45,
            ("2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"),
            False,
            (),
            0,
            13,
            False,
            None,
        ),
        Cell("over", "over", 56, ("",), False, ("no", "yes"), 0, 1, False, None),
    ),
    records=(),
    options=(
        OptionInfo("goal", (("1", 1), ("2", 2), ("3", 3)), 3, "columns that win the game"),
    ),
    sees=SEES,
    backs=BACKS,
    endings=(
        ("won", "won"),
    ),
    texts={},
    pieces=(),
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
        ScoreLine("columns", "columns won", ("CST-10",), score_columns, "all", 0, 11),
    ),
    winners=winners,
    claims=claims,
    held=HELD,
    kept=(
        (running, 0, ()),
        (ends_by_won, 1, ()),
    ),
    paid=False,
    random=True,
    answers=ANSWERS,
    run=run,
)


def new(
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    chance: str = "sampled",
    history: bool = False,
    debug: bool = False,
) -> Game:
    """A new game, played on to its first decision. Raises ValueError for what the rules exclude."""
    return new_game(RULES, players, seed, options, chance, history, debug)


def playout(
    games: int,
    seed: int = 0,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
) -> Playouts:
    """Plays games by random moves and counts: the first from `seed`, the next from `seed + 1`; one stream
    `Random(seed)` chooses all moves. Raises ValueError for what the rules exclude."""
    return play_games(RULES, play_out, games, seed, players, options)


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
