"""What is printed and what rules ask for: components that are too few, for nothing, or beaten by others."""

from __future__ import annotations

from functools import cache

import pytest

from rulewright import pipeline
from rulewright.report.diagnostics import Report
from tests.random_rulesets import checked

SHORT, UNUSED, NEVER, BEATEN = "RW640", "RW641", "RW642", "RW643"
ALL = {SHORT, UNUSED, NEVER, BEATEN}
BASE = """\
language 1
game Foxes "Foxes" version "1"
players 2..3: red, green, blue
kinds Coat: grey, brown, white as any
kinds Wish: old(1..9), young(1..9)
card Fox from table "foxes.csv":
    coat: Coat?
    age: 1..3
tile Wanted from table "wanted.csv":
    wish: Wish
    points: 0..9
zone woods: set of Fox, public, starts with all
zone den of player: set of Fox
zone board: set of Wanted, public, starts with all
zone met of player: set of Wanted
pawn Coin, 6 in all
zone purse of player: pool of Coin
score foxes = total(f.age for f in my.den)
score wishes = total(w.points for w in my.met)
ending late after 9 rounds
winner is most score
define aged(p: Player, n: 1..3) = count(f in p.den where f.age >= n)
define granted(p: Player, w: Wish):
    match w:
        case old(n): aged(p, 3) >= n
        case young(n): count(f in p.den) >= n
action take:
    choose w from board where granted(me, w.wish)
    do:
        move w to my.met
turn:
    offer take, go, rest
action rest:
    do:
        nothing
"""
SETUP = "setup:\n    each p in players:\n        move 2 Coin from supply to p.purse\n"
GO = "action go:\n    choose f from woods\n    do:\n        move f to my.den\n"
FOXES = "id,copies,coat,age\nann,2,grey,1\nben,2,brown,2\ncyn,2,,3\n"
WANTED = "id,wish,points\nfew,young(2),2\nmore,young(4),5\nsages,old(2),7\n"


@cache
def found(rules: str, foxes: str = FOXES, wanted: str = WANTED) -> tuple[tuple[str, str], ...]:
    """The codes of these checks, with their messages."""
    game, report = checked({"chaos.rules": BASE + rules, "foxes.csv": foxes, "wanted.csv": wanted})
    assert game is not None, [(d.span, d.message) for d in report]
    said = Report()
    pipeline.judged(game, said)
    return tuple((d.code, d.message) for d in said if d.code in ALL)


def codes(*texts: str) -> set[str]:
    return {code for code, _ in found(*texts)}


def test_a_game_whose_tables_go_with_its_rules() -> None:
    assert found(SETUP + GO) == ()


@pytest.mark.parametrize(
    ("setup", "short"),
    [
        ("move 2 Coin from supply to p.purse", False),
        ("move 3 Coin from supply to p.purse", True),
        ("move 9 - 3 * player_count Coin from supply to p.purse", False),
        ("each c in Coat:\n            move 1 Coin from supply to p.purse", True),
        ("if player_count is 2:\n            move 3 Coin from supply to p.purse", False),
        ("move 3 Coin from supply to p.purse\n        move 1 Coin from p.purse to supply", False),
    ],
)
def test_what_set_up_takes(setup: str, short: bool) -> None:
    assert (SHORT in codes(f"setup:\n    each p in players:\n        {setup}\n{GO}")) == short


def taking(where: str) -> str:
    return f"{SETUP}action go:\n    choose f from woods where {where}\n    do:\n        move f to my.den\n"


@pytest.mark.parametrize(
    ("where", "idle"),
    [
        ("f.age >= 2", "ann"),
        ("f.coat is grey", "ben, cyn"),
        ("f.coat is not empty", "cyn"),
        ("f.coat is empty or f.age < 3", ""),
        ("f.age + count(g in my.den) >= 3", ""),
        ("f.age * 2 >= 4 and f.age is not 3", "ann, cyn"),
        ("(3 if f.coat is empty otherwise 1) is f.age", "ben"),
    ],
)
def test_what_no_rule_takes(where: str, idle: str) -> None:
    said = [message for code, message in found(taking(where)) if code == UNUSED]
    assert [message.split(" takes ")[1].split(" out of")[0] for message in said] == ([idle] if idle else [])


def test_what_rules_look_at_is_used() -> None:
    looks = "score woods = count(f in woods where f.age is 1)\n"
    assert UNUSED in codes(taking("f.age >= 2"))
    assert UNUSED not in codes(taking("f.age >= 2") + looks)


@pytest.mark.parametrize(
    ("condition", "never"),
    [
        ("count(f in my.den where f.coat is grey) >= 3", True),
        ("count(f in my.den where f.coat is grey) >= 2", False),
        ("count(f in my.den where f.coat is grey) > 2", True),
        ("aged(me, 2) is 5", True),
        ("aged(me, 2) - 1 >= 3", False),
        ("total(f.age for f in my.den) >= 13", True),
        ("total(f.age for f in my.den) >= 12", False),
        ("distinct(f.coat for f in my.den) >= 3", True),
        ("most_alike(f.coat for f in my.den) >= 3", True),
        ("most_alike(f.coat for f in my.den) + count(c in my.purse) >= 8", False),
        ("total(aged(p, 3) for p in players) >= 5", False),
        ("count(f in list(f for p in players, f in my.den)) >= 7", False),
    ],
)
def test_what_is_never_reached(condition: str, never: bool) -> None:
    assert (NEVER in codes(f"{SETUP}{GO}score flock = 1 if {condition} otherwise 0\n")) == never


def test_a_number_that_is_printed_is_named_by_its_row() -> None:
    [(code, message)] = found(SETUP + GO, FOXES, WANTED + "elders,old(3),9\n")
    assert (code, message) == (
        NEVER,
        "by what is printed this comes to 2 at most, and 3 is asked for by elders",
    )


def test_steps_that_are_never_reached() -> None:
    steps = "score old = steps(aged(me, 3): 0 -> 0, 2 -> 1, 3 -> 9)\n"
    assert [message for _, message in found(SETUP + GO + steps)] == [
        "the step 3 is never reached: by what is printed this comes to 2 at most"
    ]


@pytest.mark.parametrize(
    ("row", "beaten"),
    [
        ("hard,young(3),2", "`few` beats `hard`"),
        ("poor,young(2),1", "`few` beats `poor`"),
        ("fair,young(3),3", ""),
        ("other,old(1),1", ""),
        ("twin,young(2),2", ""),
    ],
)
def test_rows_that_others_beat(row: str, beaten: str) -> None:
    said = [
        message.split(":")[0]
        for code, message in found(SETUP + GO, FOXES, f"{WANTED}{row}\n")
        if code == BEATEN
    ]
    assert said == ([beaten] if beaten else [])
