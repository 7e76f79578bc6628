"""Leduc poker 1.0.0, as an engine.

Written by Rulewright 0.1.0 from rulesets/leduc_poker/leduc_poker.rules; change that.

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
    Place,
    Playouts,
    Random,
    Record,
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
from .scoring import claims, score_won, winners
from .state import BACKS, LISTS, SEES, start

RULES = Rules(
    name="leduc_poker",
    title="Leduc poker",
    version="1.0.0",
    meaning="bf524ad204bbca6e82cae1c7feec7da2",
    low=2,
    high=2,
    seats=("first", "second"),
    lists=LISTS,
    groups=(
        MoveGroup("fold", 0, 1, "fold", (), False),
        MoveGroup("call", 1, 1, "call", (), False),
        MoveGroup("raise", 2, 1, "raise", (), False),
        MoveGroup(
            "reveal Card",
            3,
            6,
            "{Card} turns up",
            (
                (
                    "Card",
                    (
                        "first_jack", "second_jack", "first_queen", "second_queen", "first_king",
                        "second_king",
                    ),
                    None,
                ),
            ),
            False,
            True,
        ),
        MoveGroup("back Card", 9, 1, "a {Card} back", (("Card", ("",), None),), False, True),
    ),
    places=(
        Place("deck", "deck", "list", "Card", 0, ("",), False),
        Place("hand", "hand", "set", "Card", 0, ("",), True),
        Place("board", "board", "list", "Card", 1, ("",), False),
    ),
    cells=(
        Cell("staked", "staked", 1, ("",), True, (), 1, 13, False, None),
        Cell("raises", "raises", 3, ("",), False, (), 0, 2, False, None),
        Cell("agreed", "agreed", 4, ("",), False, (), 0, 2, False, None),
        Cell("folded", "folded", 5, ("",), False, ("first", "second"), 0, 3, True, None),
    ),
    records=(
        Record(
            "Card",
            0,
            ("first_jack", "second_jack", "first_queen", "second_queen", "first_king", "second_king"),
            ("", "", "", "", "", ""),
            ("",),
            "a Card",
        ),
    ),
    options=(),
    sees=SEES,
    backs=BACKS,
    endings=(
        ("folded", "folded"),
        ("shown", "shown"),
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
        ScoreLine("won", "chips won", ("LED-7", "LED-9"), score_won, "none", -26, 26),
    ),
    winners=winners,
    claims=claims,
    held=HELD,
    paid=True,
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
