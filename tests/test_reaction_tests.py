"""After which statements reactions are tested, and for what: as rarely as the tables and sums allow."""

from __future__ import annotations

import pytest

from tests import engine_checks as checks
from tests.test_random_rulesets import GO, in_lock_step, program

SUMS = """\
        move 1 Coin from supply to my.purse
        move 1 Coin from my.purse to my.till[red_one]
        move 1 Coin from my.till[red_one] to my.till[blue_one]
        if flag:
            move 1 Coin from my.till[blue_one] to ann.purse
        set flag to not flag
zone till of player: pool Colour of Coin
define owned(p: Player) = count(c in p.purse) + kept(p)
define kept(p: Player) = count(k in Colour, c in p.till[k])
"""
REACTION = "reaction seen as soon as {}:\n    add 1 to n\nscore s = n\n"


def count_of_tests(rules: str) -> int:
    """How often a reaction is tested in the text of an engine; it plays as the rules say."""
    engine = checks.engine_of(program(GO + rules))
    assert in_lock_step(engine, 8, 40)
    return engine.files["moves.py"].count("notice_seen(s, ")


def test_moves_between_pools_that_are_counted_together() -> None:
    """Only what comes from outside changes the sum, or goes to another seat."""
    assert count_of_tests(SUMS + REACTION.format("owned(me) > 1")) == 2


def test_moves_that_a_sum_can_tell() -> None:
    for condition, times in {
        "kept(me) > 1": 2,
        "count(c in my.purse) - kept(me) > 0": 3,
        "count(c in my.purse) + owned(me) > 2": 3,
        "owned(me) > 1 and count(c in my.till[red_one]) is 0": 4,
        "count(k in Colour, j in Colour, c in my.till[k]) + count(c in my.purse) > 1": 4,
    }.items():
        assert count_of_tests(SUMS + REACTION.format(condition)) == times, condition


LAY = """\
        each c in my.hand where c not in laid:
            move c to end of my.row
            add c to laid
            if flag:
                move c to my.hand
        set flag to not flag
        deal 1 from deck to my.hand
memory laid: set of Card, all game
"""
SEEN = "    add 1 to n\nscore s = n\n"
ASKED = {  # what is waited for, and for which of a, b, b, c, d that can change when one comes or goes
    "count(c in my.row where c.twin is red_one) > 0": (0, 0, 0, 1, 0),
    "count(c in my.row where c.twin is not empty) > 0": (),
    "any(c.colour is blue_one for c in my.row)": (0, 1, 1, 0, 0),
    "any(c.colour in some for c in my.row where c.twin is not red_one)": (1, 0, 0, 0, 1),
    "total(c.worth for c in my.row where c.colour is not blue_one) > 1": (1, 0, 0, 1, 1),
    "distinct(c.colour for p in players, c in p.row where c.colour is p.favourite) > 0": (),
    "top of my.row is not empty": (),
    "any(c in laid for c in my.row where c.colour is green_one)": (0, 0, 0, 0, 1),
}
BY_CASE = {  # cases are red_one 1, blue_one 2, green_one 4
    "count(c in my.row where c.colour is k) > 0": (1, 2, 2, 1, 4),
    "count(c in my.row where c.twin is k) > 0": (2, 0, 0, 1, 0),
    "twins(me, k) > 0": (2, 0, 0, 1, 0),
    "any(c.colour is k for c in my.row where c not in laid)": (1, 2, 2, 1, 4),
}
FAVOURITE = "memory favourite of player: Colour, all game, starts as red_one\n"
TWINS = "define twins(p: Player, k: Colour) = count(c in p.row where c.twin is k)\n"


def tables(text: str, name: str) -> list[tuple[int, ...]]:
    """The tables that say which cases a card touches; the engine plays as the rules say."""
    engine = checks.engine_of(program(text))
    assert in_lock_step(engine, 8, 40)
    space: dict[str, object] = {}
    exec(engine.files["data.py"], space)
    return [value for key, value in space.items() if key.startswith(name) and isinstance(value, tuple)]


@pytest.mark.parametrize("condition", ASKED)
def test_which_cards_a_reaction_can_tell(condition: str) -> None:
    text = f"{GO}{LAY}{FAVOURITE}reaction seen as soon as {condition}:\n{SEEN}"
    found = tables(text, "SEEN_CASES_IN_ROW")
    assert found == ([ASKED[condition]] if ASKED[condition] else [])


@pytest.mark.parametrize("condition", BY_CASE)
def test_which_cases_a_card_touches(condition: str) -> None:
    text = f"{GO}{LAY}{TWINS}reaction seen as soon as {condition}, for each k in Colour:\n{SEEN}"
    assert tables(text, "SEEN_CASES_IN_ROW") == [BY_CASE[condition]]


def test_a_match_on_what_is_printed_is_asked_of_all_at_once() -> None:
    """Once for each word, whatever number it carries, and one by one where a word needs more."""
    text = """\
        move x to my.won
        deal 1 from deck to my.hand
kinds Goal: many(1..3), few(1..3), both(Colour, Colour), any_of(Colour), none_of(1..2), rich
tile Aim from table "aims.csv":
    goal: Goal
    points: 0..9
zone aims: set of Aim, public, starts with all
zone won of player: set of Aim, public
define reached(p: Player, a: Aim):
    match a.goal:
        case many(k): count(c in p.hand) >= k
        case few(k): k > count(c in p.hand)
        case both(x, y): shows(p, x) and shows(p, y)
        case any_of(x): shows(p, x)
        case none_of(k): a.points > k
        otherwise: total(c.worth for c in p.hand) > 0
define shows(p: Player, x: Colour) = any(c.colour is x for c in p.hand)
score reach = total(a.points for a in aims where a not in my.won and reached(me, a)) + count(a in my.won)
score some = (1 if any(reached(p, a) for p in players, a in aims) otherwise 0)
"""
    aims = "id,copies,goal,points\n" + "".join(
        f"t{i},{1 + i % 2},{goal},{i % 10}\n"
        for i, goal in enumerate(
            [f"many({n})" for n in (1, 2, 3)]
            + [f"few({n})" for n in (1, 3)]
            + ['"both(red_one, blue_one)"', "any_of(green_one)", "rich", "none_of(1)", "none_of(2)"]
            + [f"any_of({colour})" for colour in ("red_one", "blue_one")]
        )
    )
    base = "action go:\n    choose x from aims where x not in my.won and reached(me, x)\n    do:\n"
    engine = checks.engine_of(program(base + text, {"aims.csv": aims}))
    assert in_lock_step(engine, 12, 40)
    scoring = engine.files["scoring.py"]
    assert "REACHED_BY_MANY[" in scoring
    assert "reached_among(s, me, " in scoring
    assert "reached_among(s, me, " in engine.files["moves.py"]
