"""Whist 1.0.0, as an engine.

Written by Rulewright 0.1.0 from rulesets/whist/whist.rules; change that.

    game = new(players=4, seed=7)
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
from .scoring import claims, ends_by_won, score_points, winners, won
from .state import BACKS, LISTS, SEES, TEAMS, start

RULES = Rules(
    name="whist",
    title="Whist",
    version="1.0.0",
    meaning="5dec6b16c57fb83254dbef55413406d1",
    low=4,
    high=4,
    seats=("north", "east", "south", "west"),
    lists=LISTS,
    groups=(
        MoveGroup(
            "play",
            0,
            52,
            "play {c}",
            (
                (
                    "c",
                    (
                        "two_of_clubs", "three_of_clubs", "four_of_clubs", "five_of_clubs", "six_of_clubs",
                        "seven_of_clubs", "eight_of_clubs", "nine_of_clubs", "ten_of_clubs",
                        "jack_of_clubs", "queen_of_clubs", "king_of_clubs", "ace_of_clubs",
                        "two_of_diamonds", "three_of_diamonds", "four_of_diamonds", "five_of_diamonds",
                        "six_of_diamonds", "seven_of_diamonds", "eight_of_diamonds", "nine_of_diamonds",
                        "ten_of_diamonds", "jack_of_diamonds", "queen_of_diamonds", "king_of_diamonds",
                        "ace_of_diamonds", "two_of_hearts", "three_of_hearts", "four_of_hearts",
                        "five_of_hearts", "six_of_hearts", "seven_of_hearts", "eight_of_hearts",
                        "nine_of_hearts", "ten_of_hearts", "jack_of_hearts", "queen_of_hearts",
                        "king_of_hearts", "ace_of_hearts", "two_of_spades", "three_of_spades",
                        "four_of_spades", "five_of_spades", "six_of_spades", "seven_of_spades",
                        "eight_of_spades", "nine_of_spades", "ten_of_spades", "jack_of_spades",
                        "queen_of_spades", "king_of_spades", "ace_of_spades",
                    ),
                    "Card",
                ),
            ),
            False,
        ),
        MoveGroup(
            "reveal Card",
            52,
            52,
            "{Card} turns up",
            (
                (
                    "Card",
                    (
                        "two_of_clubs", "three_of_clubs", "four_of_clubs", "five_of_clubs", "six_of_clubs",
                        "seven_of_clubs", "eight_of_clubs", "nine_of_clubs", "ten_of_clubs",
                        "jack_of_clubs", "queen_of_clubs", "king_of_clubs", "ace_of_clubs",
                        "two_of_diamonds", "three_of_diamonds", "four_of_diamonds", "five_of_diamonds",
                        "six_of_diamonds", "seven_of_diamonds", "eight_of_diamonds", "nine_of_diamonds",
                        "ten_of_diamonds", "jack_of_diamonds", "queen_of_diamonds", "king_of_diamonds",
                        "ace_of_diamonds", "two_of_hearts", "three_of_hearts", "four_of_hearts",
                        "five_of_hearts", "six_of_hearts", "seven_of_hearts", "eight_of_hearts",
                        "nine_of_hearts", "ten_of_hearts", "jack_of_hearts", "queen_of_hearts",
                        "king_of_hearts", "ace_of_hearts", "two_of_spades", "three_of_spades",
                        "four_of_spades", "five_of_spades", "six_of_spades", "seven_of_spades",
                        "eight_of_spades", "nine_of_spades", "ten_of_spades", "jack_of_spades",
                        "queen_of_spades", "king_of_spades", "ace_of_spades",
                    ),
                    None,
                ),
            ),
            False,
            True,
        ),
        MoveGroup("back Card", 104, 1, "a {Card} back", (("Card", ("",), None),), False, True),
    ),
    places=(
        Place("deck", "deck", "list", "Card", 0, ("",), False),
        Place("hand", "hand", "set", "Card", 0, ("",), True),
        Place("turned", "the card turned up", "list", "Card", 1, ("",), False),
        Place("trick", "trick", "list", "Card", 2, ("",), False),
        Place("played", "cards played", "list", "Card", 3, ("",), False),
    ),
    cells=(
        Cell("dealer", "the deal", 1, ("",), False, ("north", "east", "south", "west"), -1, 3, False, None),
        Cell(
            "trump",
            "trump",
            2,
            ("",),
            False,
            ("clubs", "diamonds", "hearts", "spades"),
            0,
            3,
            False,
            None,
        ),
        Cell("led", "led", 3, ("",), False, ("clubs", "diamonds", "hearts", "spades"), -1, 3, False, None),
        Cell("leader", "leader", 4, ("",), False, ("north", "east", "south", "west"), 0, 3, False, None),
        Cell("best", "strength of the best card", 5, ("",), False, (), 0, 200, False, None),
        Cell("tricks", "tricks", 6, ("",), True, (), 0, 13, False, None),
        Cell("points", "points", 10, ("",), True, (), 0, 13, False, None),
    ),
    records=(
        Record(
            "Card",
            0,
            (
                "two_of_clubs", "three_of_clubs", "four_of_clubs", "five_of_clubs", "six_of_clubs",
                "seven_of_clubs", "eight_of_clubs", "nine_of_clubs", "ten_of_clubs", "jack_of_clubs",
                "queen_of_clubs", "king_of_clubs", "ace_of_clubs", "two_of_diamonds", "three_of_diamonds",
                "four_of_diamonds", "five_of_diamonds", "six_of_diamonds", "seven_of_diamonds",
                "eight_of_diamonds", "nine_of_diamonds", "ten_of_diamonds", "jack_of_diamonds",
                "queen_of_diamonds", "king_of_diamonds", "ace_of_diamonds", "two_of_hearts",
                "three_of_hearts", "four_of_hearts", "five_of_hearts", "six_of_hearts", "seven_of_hearts",
                "eight_of_hearts", "nine_of_hearts", "ten_of_hearts", "jack_of_hearts", "queen_of_hearts",
                "king_of_hearts", "ace_of_hearts", "two_of_spades", "three_of_spades", "four_of_spades",
                "five_of_spades", "six_of_spades", "seven_of_spades", "eight_of_spades", "nine_of_spades",
                "ten_of_spades", "jack_of_spades", "queen_of_spades", "king_of_spades", "ace_of_spades",
            ),
            (
                "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "",
                "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "",
                "", "", "", "", "", "",
            ),
            ("",),
            "a Card",
        ),
    ),
    options=(
        OptionInfo(
            "goal",
            (("1", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6", 6), ("7", 7)),
            5,
            "points that win the game",
        ),
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
        ScoreLine("points", "points", ("WHI-8",), score_points, "all", 0, 13),
    ),
    winners=winners,
    claims=claims,
    held=HELD,
    kept=(
        (ends_by_won, 0, ()),
        (won, 1, ()),
    ),
    paid=False,
    teams=TEAMS,
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
