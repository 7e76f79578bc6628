"""After which statements reactions are tested, and for what: as rarely as the tables and sums allow."""

from __future__ import annotations

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
