"""Rummy 1.0.0, as an engine.

Written by Rulewright 0.1.0 from rulesets/rummy/rummy.rules; change that.

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
from .scoring import claims, score_left, winners
from .state import BACKS, LISTS, SEES, start

RULES = Rules(
    name="rummy",
    title="Rummy",
    version="1.0.0",
    meaning="6a557f8544a5297aed69b94eeedea674",
    low=2,
    high=4,
    seats=("north", "south", "east", "west"),
    lists=LISTS,
    groups=(
        MoveGroup("draw_card", 0, 1, "draw a card", (), False),
        MoveGroup(
            "take_discard",
            1,
            52,
            "take {c}",
            (
                (
                    "c",
                    (
                        "ace_of_clubs", "two_of_clubs", "three_of_clubs", "four_of_clubs", "five_of_clubs",
                        "six_of_clubs", "seven_of_clubs", "eight_of_clubs", "nine_of_clubs", "ten_of_clubs",
                        "jack_of_clubs", "queen_of_clubs", "king_of_clubs", "ace_of_diamonds",
                        "two_of_diamonds", "three_of_diamonds", "four_of_diamonds", "five_of_diamonds",
                        "six_of_diamonds", "seven_of_diamonds", "eight_of_diamonds", "nine_of_diamonds",
                        "ten_of_diamonds", "jack_of_diamonds", "queen_of_diamonds", "king_of_diamonds",
                        "ace_of_hearts", "two_of_hearts", "three_of_hearts", "four_of_hearts",
                        "five_of_hearts", "six_of_hearts", "seven_of_hearts", "eight_of_hearts",
                        "nine_of_hearts", "ten_of_hearts", "jack_of_hearts", "queen_of_hearts",
                        "king_of_hearts", "ace_of_spades", "two_of_spades", "three_of_spades",
                        "four_of_spades", "five_of_spades", "six_of_spades", "seven_of_spades",
                        "eight_of_spades", "nine_of_spades", "ten_of_spades", "jack_of_spades",
                        "queen_of_spades", "king_of_spades",
                    ),
                    "Card",
                ),
            ),
            False,
        ),
        MoveGroup(
            "lay_set",
            53,
            13,
            "lay the set of rank {r}",
            (("r", ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"), None),),
            False,
        ),
        MoveGroup(
            "lay_run",
            66,
            676,
            "lay the run from {low} up to {high}",
            (
                (
                    "low",
                    (
                        "ace_of_clubs", "two_of_clubs", "three_of_clubs", "four_of_clubs", "five_of_clubs",
                        "six_of_clubs", "seven_of_clubs", "eight_of_clubs", "nine_of_clubs", "ten_of_clubs",
                        "jack_of_clubs", "queen_of_clubs", "king_of_clubs", "ace_of_diamonds",
                        "two_of_diamonds", "three_of_diamonds", "four_of_diamonds", "five_of_diamonds",
                        "six_of_diamonds", "seven_of_diamonds", "eight_of_diamonds", "nine_of_diamonds",
                        "ten_of_diamonds", "jack_of_diamonds", "queen_of_diamonds", "king_of_diamonds",
                        "ace_of_hearts", "two_of_hearts", "three_of_hearts", "four_of_hearts",
                        "five_of_hearts", "six_of_hearts", "seven_of_hearts", "eight_of_hearts",
                        "nine_of_hearts", "ten_of_hearts", "jack_of_hearts", "queen_of_hearts",
                        "king_of_hearts", "ace_of_spades", "two_of_spades", "three_of_spades",
                        "four_of_spades", "five_of_spades", "six_of_spades", "seven_of_spades",
                        "eight_of_spades", "nine_of_spades", "ten_of_spades", "jack_of_spades",
                        "queen_of_spades", "king_of_spades",
                    ),
                    "Card",
                ),
                ("high", ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"), None),
            ),
            False,
        ),
        MoveGroup(
            "add_to_set",
            742,
            52,
            "add {c} to its set",
            (
                (
                    "c",
                    (
                        "ace_of_clubs", "two_of_clubs", "three_of_clubs", "four_of_clubs", "five_of_clubs",
                        "six_of_clubs", "seven_of_clubs", "eight_of_clubs", "nine_of_clubs", "ten_of_clubs",
                        "jack_of_clubs", "queen_of_clubs", "king_of_clubs", "ace_of_diamonds",
                        "two_of_diamonds", "three_of_diamonds", "four_of_diamonds", "five_of_diamonds",
                        "six_of_diamonds", "seven_of_diamonds", "eight_of_diamonds", "nine_of_diamonds",
                        "ten_of_diamonds", "jack_of_diamonds", "queen_of_diamonds", "king_of_diamonds",
                        "ace_of_hearts", "two_of_hearts", "three_of_hearts", "four_of_hearts",
                        "five_of_hearts", "six_of_hearts", "seven_of_hearts", "eight_of_hearts",
                        "nine_of_hearts", "ten_of_hearts", "jack_of_hearts", "queen_of_hearts",
                        "king_of_hearts", "ace_of_spades", "two_of_spades", "three_of_spades",
                        "four_of_spades", "five_of_spades", "six_of_spades", "seven_of_spades",
                        "eight_of_spades", "nine_of_spades", "ten_of_spades", "jack_of_spades",
                        "queen_of_spades", "king_of_spades",
                    ),
                    "Card",
                ),
            ),
            False,
        ),
        MoveGroup(
            "add_to_run",
            794,
            52,
            "add {c} to its run",
            (
                (
                    "c",
                    (
                        "ace_of_clubs", "two_of_clubs", "three_of_clubs", "four_of_clubs", "five_of_clubs",
                        "six_of_clubs", "seven_of_clubs", "eight_of_clubs", "nine_of_clubs", "ten_of_clubs",
                        "jack_of_clubs", "queen_of_clubs", "king_of_clubs", "ace_of_diamonds",
                        "two_of_diamonds", "three_of_diamonds", "four_of_diamonds", "five_of_diamonds",
                        "six_of_diamonds", "seven_of_diamonds", "eight_of_diamonds", "nine_of_diamonds",
                        "ten_of_diamonds", "jack_of_diamonds", "queen_of_diamonds", "king_of_diamonds",
                        "ace_of_hearts", "two_of_hearts", "three_of_hearts", "four_of_hearts",
                        "five_of_hearts", "six_of_hearts", "seven_of_hearts", "eight_of_hearts",
                        "nine_of_hearts", "ten_of_hearts", "jack_of_hearts", "queen_of_hearts",
                        "king_of_hearts", "ace_of_spades", "two_of_spades", "three_of_spades",
                        "four_of_spades", "five_of_spades", "six_of_spades", "seven_of_spades",
                        "eight_of_spades", "nine_of_spades", "ten_of_spades", "jack_of_spades",
                        "queen_of_spades", "king_of_spades",
                    ),
                    "Card",
                ),
            ),
            False,
        ),
        MoveGroup(
            "discard",
            846,
            52,
            "discard {c}",
            (
                (
                    "c",
                    (
                        "ace_of_clubs", "two_of_clubs", "three_of_clubs", "four_of_clubs", "five_of_clubs",
                        "six_of_clubs", "seven_of_clubs", "eight_of_clubs", "nine_of_clubs", "ten_of_clubs",
                        "jack_of_clubs", "queen_of_clubs", "king_of_clubs", "ace_of_diamonds",
                        "two_of_diamonds", "three_of_diamonds", "four_of_diamonds", "five_of_diamonds",
                        "six_of_diamonds", "seven_of_diamonds", "eight_of_diamonds", "nine_of_diamonds",
                        "ten_of_diamonds", "jack_of_diamonds", "queen_of_diamonds", "king_of_diamonds",
                        "ace_of_hearts", "two_of_hearts", "three_of_hearts", "four_of_hearts",
                        "five_of_hearts", "six_of_hearts", "seven_of_hearts", "eight_of_hearts",
                        "nine_of_hearts", "ten_of_hearts", "jack_of_hearts", "queen_of_hearts",
                        "king_of_hearts", "ace_of_spades", "two_of_spades", "three_of_spades",
                        "four_of_spades", "five_of_spades", "six_of_spades", "seven_of_spades",
                        "eight_of_spades", "nine_of_spades", "ten_of_spades", "jack_of_spades",
                        "queen_of_spades", "king_of_spades",
                    ),
                    "Card",
                ),
            ),
            False,
        ),
        MoveGroup(
            "reveal Card",
            898,
            52,
            "{Card} turns up",
            (
                (
                    "Card",
                    (
                        "ace_of_clubs", "two_of_clubs", "three_of_clubs", "four_of_clubs", "five_of_clubs",
                        "six_of_clubs", "seven_of_clubs", "eight_of_clubs", "nine_of_clubs", "ten_of_clubs",
                        "jack_of_clubs", "queen_of_clubs", "king_of_clubs", "ace_of_diamonds",
                        "two_of_diamonds", "three_of_diamonds", "four_of_diamonds", "five_of_diamonds",
                        "six_of_diamonds", "seven_of_diamonds", "eight_of_diamonds", "nine_of_diamonds",
                        "ten_of_diamonds", "jack_of_diamonds", "queen_of_diamonds", "king_of_diamonds",
                        "ace_of_hearts", "two_of_hearts", "three_of_hearts", "four_of_hearts",
                        "five_of_hearts", "six_of_hearts", "seven_of_hearts", "eight_of_hearts",
                        "nine_of_hearts", "ten_of_hearts", "jack_of_hearts", "queen_of_hearts",
                        "king_of_hearts", "ace_of_spades", "two_of_spades", "three_of_spades",
                        "four_of_spades", "five_of_spades", "six_of_spades", "seven_of_spades",
                        "eight_of_spades", "nine_of_spades", "ten_of_spades", "jack_of_spades",
                        "queen_of_spades", "king_of_spades",
                    ),
                    None,
                ),
            ),
            False,
            True,
        ),
        MoveGroup("back Card", 950, 1, "a {Card} back", (("Card", ("",), None),), False, True),
    ),
    places=(
        Place("stock", "stock", "list", "Card", 0, ("",), False),
        Place("hand", "hand", "set", "Card", 0, ("",), True),
        Place("discards", "discards", "list", "Card", 1, ("",), False),
        Place("sets", "sets", "set", "Card", 4, ("",), False),
        Place("runs", "runs", "set", "Card", 5, ("",), False),
    ),
    cells=(
        Cell(
            "laid",
            "ranks that lie on the table",
            1,
            ("",),
            False,
            ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"),
            0,
            8191,
            True,
            None,
        ),
        Cell(
            "taken",
            "the card just taken",
            2,
            ("",),
            False,
            (
                "ace_of_clubs", "two_of_clubs", "three_of_clubs", "four_of_clubs", "five_of_clubs",
                "six_of_clubs", "seven_of_clubs", "eight_of_clubs", "nine_of_clubs", "ten_of_clubs",
                "jack_of_clubs", "queen_of_clubs", "king_of_clubs", "ace_of_diamonds", "two_of_diamonds",
                "three_of_diamonds", "four_of_diamonds", "five_of_diamonds", "six_of_diamonds",
                "seven_of_diamonds", "eight_of_diamonds", "nine_of_diamonds", "ten_of_diamonds",
                "jack_of_diamonds", "queen_of_diamonds", "king_of_diamonds", "ace_of_hearts",
                "two_of_hearts", "three_of_hearts", "four_of_hearts", "five_of_hearts", "six_of_hearts",
                "seven_of_hearts", "eight_of_hearts", "nine_of_hearts", "ten_of_hearts", "jack_of_hearts",
                "queen_of_hearts", "king_of_hearts", "ace_of_spades", "two_of_spades", "three_of_spades",
                "four_of_spades", "five_of_spades", "six_of_spades", "seven_of_spades", "eight_of_spades",
                "nine_of_spades", "ten_of_spades", "jack_of_spades", "queen_of_spades", "king_of_spades",
            ),
            -1,
            51,
            False,
            "Card",
        ),
        Cell("turned", "how often the discards became the stock", 3, ("",), False, (), 0, 1, False, None),
    ),
    records=(
        Record(
            "Card",
            0,
            (
                "ace_of_clubs", "two_of_clubs", "three_of_clubs", "four_of_clubs", "five_of_clubs",
                "six_of_clubs", "seven_of_clubs", "eight_of_clubs", "nine_of_clubs", "ten_of_clubs",
                "jack_of_clubs", "queen_of_clubs", "king_of_clubs", "ace_of_diamonds", "two_of_diamonds",
                "three_of_diamonds", "four_of_diamonds", "five_of_diamonds", "six_of_diamonds",
                "seven_of_diamonds", "eight_of_diamonds", "nine_of_diamonds", "ten_of_diamonds",
                "jack_of_diamonds", "queen_of_diamonds", "king_of_diamonds", "ace_of_hearts",
                "two_of_hearts", "three_of_hearts", "four_of_hearts", "five_of_hearts", "six_of_hearts",
                "seven_of_hearts", "eight_of_hearts", "nine_of_hearts", "ten_of_hearts", "jack_of_hearts",
                "queen_of_hearts", "king_of_hearts", "ace_of_spades", "two_of_spades", "three_of_spades",
                "four_of_spades", "five_of_spades", "six_of_spades", "seven_of_spades", "eight_of_spades",
                "nine_of_spades", "ten_of_spades", "jack_of_spades", "queen_of_spades", "king_of_spades",
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
    options=(),
    sees=SEES,
    backs=BACKS,
    endings=(
        ("gone_out", "a player has gone out"),
        ("no_stock", "the stock has run out"),
    ),
    texts={},
    pieces=(),
    reactions=(),
    least_wins=True,
    reads_hidden="turn_over (line 39) shuffles what taken remembers",
    start=start,
    set_up=set_up,
    begin=begin,
    apply=apply,
    refresh=refresh,
    why=why,
    sheet=(
        ScoreLine("left", "cards left in the hand", ("RUM-10",), score_left, "own", 0, 676),
    ),
    winners=winners,
    claims=claims,
    held=HELD,
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
