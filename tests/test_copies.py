"""What a move is called for a seat where copies of a card lie in its sight and others do not."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.engine_checks import engine_of
from tests.random_rulesets import checked

RULES = """\
language 1
game Chaos "Chaos" version "1"
players 2: red, yellow
card Flower "a flower" from table "flowers.csv":
    worth: 1..5

zone deck: stack of Flower, face down, starts with all
zone hand of player: set of Flower, seen by owner
zone garden of player: row of Flower
zone market: row of Flower, face down
zone well of player: row of Flower, face down

setup:
    each p in players:
        deal 2 from deck to p.hand
        deal 1 from deck to p.garden
    deal 1 from deck to market

turn:
    offer plant, sink, buy, draw_one, show

action show "show {k}":
    choose k from my.hand
    do:
        nothing

action plant "plant {k}":
    choose k from my.hand
    do:
        move k to my.garden

action sink "sink {k}":
    choose k from my.hand
    do:
        move k to my.well

action buy "buy {k}":
    choose k from market
    do:
        move k to my.well

action draw_one "draw {k}":
    choose k from market
    do:
        move k to my.hand

score worth = total(k.worth for k in my.garden)
ending long after 9 rounds
winner is most score
"""
# From the bottom of the deck to its top: red is dealt two roses and plants a third, yellow holds a rose and
# the iris and plants a lily; a lily lies face down in the market.
FLOWERS = "id,copies,worth\ntulip,1,5\nlily,2,3\niris,1,2\nrose,4,1\n"


@cache
def made() -> Any:
    game, report = checked({"chaos.rules": RULES, "flowers.csv": FLOWERS})
    assert game is not None, list(report)
    return engine_of(game).module


def called(game: Any, seat: int) -> list[str]:
    return [game.name(move, None, seat) for move in game.legal_moves()]


def test_a_hand_is_named_and_a_face_is_not() -> None:
    """Red knows three roses of four, and one lily of two: it is the copy that counts."""
    game = made().new()
    assert [game.name(move) for move in game.legal_moves()] == [
        "plant rose", "sink rose", "buy lily", "draw lily", "show rose",
    ]  # fmt: skip
    assert called(game, 0) == ["plant rose", "sink rose", "buy a flower", "draw a flower", "show rose"]
    assert called(game, 1) == [f"{verb} a flower" for verb in ("plant", "sink", "buy", "draw", "show")]


def test_what_the_others_hear() -> None:
    """Yellow sees roses too; one that is sunk is only a flower to it, one that is planted is a rose."""
    for move, heard in (("plant rose", "plant rose"), ("sink rose", "sink a flower")):
        game = made().new(history=True)
        game.apply(game.move_named(move))
        assert game.log(0) == [f"red: {move}"]
        assert game.log(1) == [f"red: {heard}"]


def test_what_comes_to_a_hand_is_known_to_it() -> None:
    game = made().new(history=True)
    game.apply(game.move_named("draw lily"))
    assert game.log(0) == ["red: draw lily"]
    assert game.log(1) == ["red: draw a flower"]


def test_keys_differ_for_each_move_of_ones_own() -> None:
    found = []
    for move in ("show rose", "plant rose", "sink rose"):
        game = made().new(history=True)
        game.apply(game.move_named(move))
        found.append(game.information_key(0))
    assert len(set(found)) == 3


def test_what_is_taken_unseen_is_heard_by_nobody() -> None:
    game = made().new(history=True)
    game.apply(game.move_named("buy lily"))
    assert game.log(0) == game.log(1) == ["red: buy a flower"]
    assert game.log() == ["red: buy lily"]
