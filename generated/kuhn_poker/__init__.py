"""Kuhn poker 1.0.0, as an engine.

Written by Rulewright 0.1.0 from rulesets/kuhn_poker/kuhn_poker.rules; change that.

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
from .scoring import claims, score_gain, winners
from .state import BACKS, LISTS, SEES, start

RULES = Rules(
    name="kuhn_poker",
    title="Kuhn poker",
    version="1.0.0",
    meaning="836015a124e4bd536565c215e7fa1014",
    low=2,
    high=2,
    seats=("first", "second"),
    lists=LISTS,
    groups=(
        MoveGroup("pass_by", 0, 1, "pass", (), False),
        MoveGroup("bet", 1, 1, "bet", (), False),
        MoveGroup(
            "reveal Card",
            2,
            3,
            "{Card} turns up",
            (("Card", ("jack", "queen", "king"), None),),
            False,
            True,
        ),
        MoveGroup("back Card", 5, 1, "a {Card} back", (("Card", ("",), None),), False, True),
    ),
    places=(
        Place("deck", "deck", "list", "Card", 0, ("",), False),
        Place("hand", "hand", "set", "Card", 0, ("",), True),
    ),
    cells=(
        Cell("has_bet", "has bet", 1, ("",), True, ("no", "yes"), 0, 1, False, None),
        Cell("passes", "passes", 3, ("",), False, (), 0, 3, False, None),
        Cell("gave_up", "gave up", 4, ("",), False, ("first", "second"), 0, 3, True, None),
    ),
    records=(
        Record("Card", 0, ("jack", "queen", "king"), ("", "", ""), ("",), "a Card"),
    ),
    options=(),
    sees=SEES,
    backs=BACKS,
    endings=(
        ("given_up", "given up"),
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
        ScoreLine("gain", "gain", ("KUH-4", "KUH-5"), score_gain, "none", -2, 4),
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
