"""Nim 1.0.0, as an engine.

Written by Rulewright 0.1.0 from rulesets/nim/nim.rules; change that.

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
    Place,
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
from .scoring import claims, score_last_stone, winners
from .state import BACKS, LISTS, SEES, start

RULES = Rules(
    name="nim",
    title="Nim",
    version="1.0.0",
    meaning="eff6585b971cdf65b7d32ad9eb5c8167",
    low=2,
    high=2,
    seats=("first", "second"),
    lists=LISTS,
    groups=(
        MoveGroup(
            "take_stones",
            0,
            36,
            "take {n} from pile {p}",
            (("p", ("1", "2", "3", "4"), None), ("n", ("1", "2", "3", "4", "5", "6", "7", "8", "9"), None)),
            False,
        ),
    ),
    places=(
        Place("supply of Stone", "supply of Stone", "pool", "Stone", 0, ("",), False),
        Place("pile", "pile", "pool", "Stone", 1, ("1", "2", "3", "4"), False),
        Place("taken", "taken", "pool", "Stone", 5, ("",), True),
    ),
    cells=(
        Cell("last", "last", 1, ("",), False, ("first", "second"), -1, 1, False, None),
    ),
    records=(),
    options=(
        OptionInfo("misere", (("no", 0), ("yes", 1)), 0, "whoever takes the last stone loses"),
        OptionInfo(
            "pile_1",
            (
                ("0", 0),
                ("1", 1),
                ("2", 2),
                ("3", 3),
                ("4", 4),
                ("5", 5),
                ("6", 6),
                ("7", 7),
                ("8", 8),
                ("9", 9),
            ),
            1,
            "stones in the first pile",
        ),
        OptionInfo(
            "pile_2",
            (
                ("0", 0),
                ("1", 1),
                ("2", 2),
                ("3", 3),
                ("4", 4),
                ("5", 5),
                ("6", 6),
                ("7", 7),
                ("8", 8),
                ("9", 9),
            ),
            3,
            "stones in the second pile",
        ),
        OptionInfo(
            "pile_3",
            (
                ("0", 0),
                ("1", 1),
                ("2", 2),
                ("3", 3),
                ("4", 4),
                ("5", 5),
                ("6", 6),
                ("7", 7),
                ("8", 8),
                ("9", 9),
            ),
            5,
            "stones in the third pile",
        ),
        OptionInfo(
            "pile_4",
            (
                ("0", 0),
                ("1", 1),
                ("2", 2),
                ("3", 3),
                ("4", 4),
                ("5", 5),
                ("6", 6),
                ("7", 7),
                ("8", 8),
                ("9", 9),
            ),
            7,
            "stones in the fourth pile",
        ),
    ),
    sees=SEES,
    backs=BACKS,
    endings=(
        ("no_stones", "no stones"),
    ),
    texts={},
    pieces=(
        ("Stone", 36),
    ),
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
        ScoreLine("last_stone", "last stone", ("NIM-4",), score_last_stone, "all", 0, 1),
    ),
    winners=winners,
    claims=claims,
    held=HELD,
    paid=False,
    random=False,
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
