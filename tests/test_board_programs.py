"""Small games on boards, each of which once went wrong, played side by side with the naive interpreter."""

from __future__ import annotations

import pytest

from rulewright.python import engine as engines_in_memory
from tests import engine_checks as checks
from tests.random_rulesets import checked
from tests.test_random_rulesets import in_lock_step

BASE = """\
language 1
game Chaos "Chaos" version "1.0.0"
players 2: red, yellow
piece Man of player
piece King of player
piece Rock
zone board: board Square of Man or King or Rock
memory allowed: set of Player, all game
memory spots: set of Square, all game
memory here: Square, all game, starts as a1
memory friend: Player?, all game
setup:
    nothing
turn:
    offer go, put, shove, turn_over, rest
action put:
    choose s from Square
    do:
        place Man on board[s]
        set here to s
        add me to allowed
action shove:
    choose s from Square where board[s] is not empty
    do:
        draw t from Square at random
        move board[s] to board[t]
        capture board[s]
action go:
    do:
        draw s from Square at random
        draw q from players at random
        place King of q on board[s]
        draw r from Square at random
        place Rock on board[r]
        remove q from allowed
        set friend to q
        add s to spots
action turn_over:
    choose s from Square where board[s].owner is not me
    do:
        give board[s] to me
        promote board[s] to King
        may choose t from Square:
            place Man on board[t]
action rest:
    do:
        set allowed to players
        set friend to none
ending last after 30 rounds
winner is most score
"""

SQUARES = "spaces Square: squares 4 by 3, red faces north, yellow faces south\n"
HEXES = "spaces Square: hexes 4 by 4, red faces northeast, yellow faces southwest\n"
LINE = "any(all(board[s].owner is p for s in l) for l in lines(Square, 3))"
MINE = "those(s in Square where board[s].owner is p)"
SIDES = "edge(Square, {}), edge(Square, {})"

ENDINGS = {
    "lines of seats that come and go": (SQUARES, f"any({LINE} for p in allowed)"),
    "lines of the seat that holds a corner": (
        SQUARES,
        f"any({LINE} for p in those(q in players where board[a1].owner is q))",
    ),
    "lines, once anything is there": (SQUARES, f"any({LINE} for k in spots, p in players)"),
    "lines that are whole from the start": (
        SQUARES,
        "any(all(board[s] is empty for s in l) for l in lines(Square, 3))",
    ),
    "chains of seats that come and go": (
        HEXES,
        f"any(connects({MINE}, {SIDES.format('forward, p', 'backward, p')}) for p in allowed)",
    ),
    "chains to the sides of another": (
        HEXES,
        f"any(connects({MINE}, {SIDES.format('forward, q', 'backward, q')}) for p in players, q in players)",
    ),
    "chains from each space of a side": (
        HEXES,
        f"any(connects({MINE}, s1, edge(Square, east)) for p in players, s1 in edge(Square, west))",
    ),
    "chains to each space of a side": (
        HEXES,
        f"any(connects({MINE}, edge(Square, east), s1) for p in players, s1 in edge(Square, west))",
    ),
    "chains over a space that is anybody's": (
        HEXES,
        "any(connects(those(s in Square where board[s].owner is p or s is a1), "
        f"{SIDES.format('west', 'east')}) for p in players)",
    ),
    "chains of one sort of piece": (
        HEXES,
        f"connects(those(s in Square where board[s].piece is King), {SIDES.format('west', 'east')})",
    ),
    "chains round what is red": (
        HEXES,
        "connects(those(s in Square where board[s] is not empty and board[s].owner is not red), "
        f"{SIDES.format('west', 'east')})",
    ),
}

SCORES = {
    "whose piece it is, of a seat that may be none": """\
define of(p: Player?) = count(s in Square where board[s].owner is p)
score of = of(friend) * 100 + of(none)
score like = count(s in Square where board[s].owner is board[here].owner)
score other = count(s in Square where board[s].owner is not board[here].owner)
score either = count(s in Square where board[s].owner is (friend if board[here] is empty otherwise none))
""",
    "what is asked only where a space is there": """\
define up(s: Square) = step(s, north)
define reached(s: Square, t: Square?) = t is not empty and s in region(t, spots)
score asked = count(s in Square where up(here) is not empty and (board[s] is empty or up(here) not in spots))
score region = count(s in Square where reached(s, up(here)) or board[s].owner is me)
score joined = count(s in Square where up(here) is empty or connects(spots, up(here), s))
score far = count(s in spots where s is not here and up(here) is not empty and s in region(up(here), spots))
""",
    "what is asked only where a number is on the board": """\
score guarded = count(c in 1..4 where n > 0 and n < 5 and board[n, 1] is empty)
score shared = count(c in 1..4 where c > n and board[c, 1] is empty or n > 2)
memory n: -9..9, all game
reaction counts as soon as board[here].owner is me:
    draw m from Few at random
    set n to m
range Few: -1..6
""",
}

OFF_THE_BOARD = {
    "the column": "board[c + 1, 1] is empty",
    "the column of a number": "board[n + 1, 1] is empty",
    "the row of a number": "board[c, n] is empty",
    "a space": "Square[c + n, 1] is here",
    "a board of a seat": "my.den[c, n] is Man(me)",
}


def plays_alike(text: str, seeds: int) -> None:
    game, report = checked({"chaos.rules": BASE + text})
    assert game is not None, [checks.told(found) for found in report.errors]
    engine = checks.engine_of(game)
    assert in_lock_step(engine, seeds, 60)
    engines_in_memory.unload(engine.module)


@pytest.mark.parametrize(("spaces", "condition"), ENDINGS.values(), ids=list(ENDINGS))
def test_endings_that_are_asked_from_what_has_changed(spaces: str, condition: str) -> None:
    plays_alike(f"{spaces}ending e when {condition}, at once\nscore none = 0\n", 25)


@pytest.mark.parametrize("text", SCORES.values(), ids=list(SCORES))
def test_sets_of_spaces(text: str) -> None:
    plays_alike(SQUARES + text, 6)


@pytest.mark.parametrize("condition", OFF_THE_BOARD.values(), ids=list(OFF_THE_BOARD))
def test_a_place_off_the_board_is_an_error(condition: str) -> None:
    """It is one for engines and the naive interpreter alike: both stop there."""
    text = f"""\
range Column: 1..4
memory n: -9..9, all game, starts as 4
zone den of player: board Square of Man
score none = 0
action look:
    choose c from Column where {condition}
    do:
        nothing
"""
    game, report = checked({"chaos.rules": (BASE + SQUARES + text).replace("offer go", "offer look, go")})
    assert game is not None, [checks.told(found) for found in report.errors]
    engine = checks.engine_of(game)
    assert in_lock_step(engine, 1, 1) == 0
    engines_in_memory.unload(engine.module)


def test_defines_that_call_twice_what_calls_twice_are_not_written_out() -> None:
    defines = ["define d0(p: Player, s: Square) = board[s].owner is p"]
    for i in range(1, 24):
        value = f"d{i - 1}(p, s) or (board[s] is empty and d{i - 1}(p, s))"
        defines.append(f"define d{i}(p: Player, s: Square) = {value}")
    asked = "ending e when any(d23(p, a1) for p in players), at once"
    text = "\n".join([*defines, asked, "score mine = count(s in Square where d23(me, s))"]) + "\n"
    game, report = checked({"chaos.rules": BASE + SQUARES + text})
    assert game is not None, [checks.told(found) for found in report.errors]
    assert checks.engine_of(game).rules.low == 2
