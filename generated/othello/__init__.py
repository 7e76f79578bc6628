"""Othello 1.0.0, as an engine.

Written by Rulewright 0.1.0 from rulesets/othello/othello.rules; change that.

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
from .scoring import can_move, claims, ends_by_stuck, score_discs, winners
from .state import BACKS, LISTS, SEES, start

RULES = Rules(
    name="othello",
    title="Othello",
    version="1.0.0",
    meaning="b7e19e7e1f8b1b04726e4539b3efbaf5",
    low=2,
    high=2,
    seats=("black", "white"),
    lists=LISTS,
    groups=(
        MoveGroup(
            "lay",
            0,
            64,
            "{s}",
            (
                (
                    "s",
                    (
                        "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2", "b2", "c2", "d2", "e2", "f2",
                        "g2", "h2", "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "a4", "b4", "c4", "d4",
                        "e4", "f4", "g4", "h4", "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "a6", "b6",
                        "c6", "d6", "e6", "f6", "g6", "h6", "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7",
                        "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8",
                    ),
                    None,
                ),
            ),
            False,
        ),
        MoveGroup("pass_by", 64, 1, "pass", (), False),
    ),
    places=(),
    cells=(
        Cell(
            "board",
            "board",
            1,
            (
                "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2", "b2", "c2", "d2", "e2", "f2", "g2",
                "h2", "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "a4", "b4", "c4", "d4", "e4", "f4",
                "g4", "h4", "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "a6", "b6", "c6", "d6", "e6",
                "f6", "g6", "h6", "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "a8", "b8", "c8", "d8",
                "e8", "f8", "g8", "h8",
            ),
            False,
            ("Disc(black)", "Disc(white)"),
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
        ("stuck", "stuck"),
    ),
    texts={},
    pieces=(),
    boards=(("board", 1, 64, 66, 2, False),),
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
        ScoreLine("discs", "discs", ("OTH-7",), score_discs, "all", 0, 64),
    ),
    winners=winners,
    claims=claims,
    held=HELD,
    kept=(
        (can_move, 0, ((0, 2, 1),)),
        (ends_by_stuck, 2, ()),
    ),
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
