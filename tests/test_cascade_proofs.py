"""Cascades: what is proved of small ones, and by what; what is refused, and with which witness."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rulewright import cascades, core
from rulewright.cascades.facts import Facts
from rulewright.cascades.room import with_room
from rulewright.cascades.slice import Slice
from rulewright.elaborate.elaborate import elaborate
from rulewright.loading.load import load
from rulewright.reading.files import RulesetPath
from rulewright.reading.reader import Memory
from rulewright.report.diagnostics import Report

FOLDER = Path("/nowhere/rulesets/foxes")
RULES = """\
language 1
game Foxes "Foxes" version "1.0.0"
players 2..4: red, green, blue, white
kinds Colour: amber, blond, copper
pawn Coin, 5 in all
zone purse of player: pool of Coin
memory x: 0..9, all game
memory y: 0..9, all game
memory large: 0..999, all game
memory seen: set of Colour, all game
memory life of player: 0..20, all game
memory day: yes_no, all game
memory done: 0..999, all game
event step
event other
event hit(p: Player)
event down(n: 0..500)
event paint(c: Colour)

setup:
    nothing

turn:
    offer go

action go "go":
    do:
        trigger step

score points = done
ending late after 20 rounds
winner is most score

"""

STOP = {
    "falls": (
        "x",
        """\
reaction r when step, in line:
    if x > 0:
        remove 1 from x
        trigger step
""",
    ),
    "falls in the middle": (
        "x",
        """\
reaction r when step, at once:
    if x > 0:
        remove 1 from x
        trigger step
""",
    ),
    "one number in another": (
        "y",
        """\
reaction r when step, in line:
    if x > 0:
        remove 1 from x
        trigger step
    otherwise:
        if y > 0:
            remove 1 from y
            set x to 9
            trigger step
""",
    ),
    "what is brought": (
        "what r brings",
        """\
reaction r when down(n) if n > 0, in line:
    trigger down(n - 1)
""",
    ),
    "a set that grows": (
        "what is not yet in seen",
        """\
reaction r when step, in line:
    choose c from Colour where c not in seen:
        add c to seen
        trigger step
""",
    ),
    "pieces that run out": (
        "purse",
        """\
reaction r when step, in line:
    if supply[Coin] is not empty:
        move 1 Coin from supply to my.purse
        trigger step
""",
    ),
    "lives of all": (
        "life",
        """\
reaction r when hit(p), in line:
    if p.life > 0:
        remove 1 from p.life
        each q in players where q is not p:
            trigger hit(q)
""",
    ),
    "words that lead on": (
        "guards",
        """\
reaction r when paint(c), in line:
    match c:
        case amber:
            trigger paint(blond)
        case blond:
            trigger paint(copper)
        otherwise:
            add 1 to done
""",
    ),
    "two of one for one of the other": (
        "times",
        """\
reaction r when step, in line:
    if x > 1 and y < 9:
        remove 2 from x
        add 1 to y
        trigger step
    otherwise:
        if y > 0 and x < 9:
            remove 1 from y
            add 1 to x
            trigger step
""",
    ),
    "a half": (
        "large",
        """\
reaction r when step, in line:
    if large > 0:
        set large to large / 2
        trigger step
""",
    ),
    "a product": (
        "large",
        """\
reaction r when step, in line:
    if large * large > done:
        if large > 0:
            remove 1 from large
            trigger step
""",
    ),
    "what a product asks of its factors": (
        "large",
        """\
reaction r when step, in line:
    if large * done > 998:
        remove 1 from large
        trigger step
""",
    ),
    "coins are somewhere": (
        "guards",
        """\
reaction r when step, in line:
    if supply[Coin] is empty and all(p.purse is empty for p in players):
        trigger step
""",
    ),
    "a guard that still holds at once": (
        "x",
        """\
reaction r when step if x > 0, at once:
    remove 1 from x
    trigger step
""",
    ),
}

LOOP = {
    "itself": """\
reaction r when step, in line:
    trigger step
""",
    "itself at once": """\
reaction r when step, at once:
    trigger step
""",
    "falls too late": """\
reaction r when step, at once:
    if x > 0:
        trigger step
        remove 1 from x
""",
    "refilled downstream": """\
reaction r when step, in line:
    if x > 0:
        remove 1 from x
        trigger other
        trigger step
reaction s when other, in line:
    if x < 9:
        add 1 to x
""",
    "there and back": """\
reaction d as soon as not day:
    set day to yes
reaction n as soon as day:
    set day to no
""",
    "twice as many": """\
reaction r when step, in line:
    trigger step
    trigger step
""",
    "the end of a range": """\
reaction r when step, in line:
    add 1 to x
    trigger step
""",
    "by choice": """\
reaction r when step, in line:
    may choose c from Colour:
        trigger step
""",
    "two for one both ways": """\
reaction r when step, in line:
    if x > 1 and y < 9:
        remove 2 from x
        add 1 to y
        trigger step
    otherwise:
        if y > 0 and x < 8:
            remove 1 from y
            add 2 to x
            trigger step
""",
    "from seat to seat": """\
reaction r when hit(p), at once:
    each q in players where q is not p:
        trigger hit(q)
""",
    "a product": """\
reaction r when step, in line:
    if large * large > done:
        trigger step
""",
}


def meant(rules: str) -> core.Game:
    """A checked game, whatever is held against its cascades."""
    file = FOLDER / "foxes.rules"
    report = Report()
    ruleset = RulesetPath("foxes", file, FOLDER)
    loaded = load(ruleset, report, Memory({str(file): RULES + rules + "\n"}))
    game = elaborate(loaded, report)
    assert game is not None, [f"{d.span} {d.code} {d.message}" for d in report]
    return game


def one(rules: str) -> cascades.Verdict:
    """The one verdict."""
    (found,) = cascades.verdicts(meant(rules))
    return found


@pytest.mark.parametrize("name", STOP)
def test_what_ends_is_proved(name: str) -> None:
    measure, rules = STOP[name]
    found = one(rules)
    assert found.sort == "proved"
    assert measure in ", ".join(found.because)
    assert found.witness is None


@pytest.mark.parametrize("name", LOOP)
def test_what_does_not_end_is_refused(name: str) -> None:
    found = one(LOOP[name])
    assert found.sort == "refused"
    assert found.witness is not None
    assert found.witness.steps


def test_a_limit_closes_a_loop() -> None:
    found = one("reaction r when step, in line, at most 200 times a turn:\n    trigger step")
    assert found.sort == "limited"
    assert "how often r can still run this turn" in found.because


def test_a_limit_elsewhere_closes_nothing() -> None:
    rules = "reaction r when step, at once:\n    trigger other\n    trigger step\n"
    limited = "reaction s when other, in line, at most 2 times a turn:\n    trigger other"
    assert [found.sort for found in cascades.verdicts(meant(rules + limited))] == ["refused", "limited"]


def test_a_line_that_is_dropped_ends_all_that_waits() -> None:
    rules = "reaction r when step, in line:\n    trigger step\n    trigger other\n"
    limited = "reaction s when other, in line, at most 2 times a turn:\n    trigger step"
    assert one(rules + limited).sort == "limited"


def test_no_loop_no_verdict() -> None:
    assert cascades.verdicts(meant("reaction r when step, in line:\n    add 1 to done")) == []


def test_a_witness_tells_what_happens() -> None:
    rules = """\
reaction r when step, in line:
    if x > 2:
        set x to x
        add 1 to done
        trigger step
"""
    found = one(rules).witness
    assert found is not None
    assert ("x", "3") in found.start
    assert [turn.reaction for turn in found.steps] == ["r"]
    assert found.grows == ("done",)


# ---- guards that hold no more

SPOILED = {
    "by what waits beside it": """\
reaction r when step if me is red, in line:
    if day:
        set day to no
        trigger step
reaction q when step, in line:
    set day to not day
""",
    "at once": """\
reaction q when step, at once:
    set x to 5
reaction r when step if x < 5, at once:
    if x is 5:
        set x to 0
        trigger step
""",
    "in line": """\
reaction q when step, at once:
    set x to 5
reaction r when step if x < 5, in line:
    if x is 5:
        set x to 0
        trigger step
""",
}


@pytest.mark.parametrize("how", SPOILED)
def test_another_answer_spoils_a_guard(how: str) -> None:
    """It is asked before the other runs: no proof may lean on it."""
    assert one(SPOILED[how]).sort in ("refused", "not proved")


# ---- what it costs


def test_many_measures_in_one_part() -> None:
    """What falls here is filled again where another falls: each of many takes a measure, in its turn."""
    many = 40
    rules = [f"memory fuel_{i}: 0..9, all game\nevent push_{i}" for i in range(many)]
    for i in range(many):
        rules += [f"reaction r_{i} when push_{i}, in line:", f"    if fuel_{i} > 0:"]
        rules += [f"        remove 1 from fuel_{i}", f"        trigger push_{i}"]
        rules += [f"        trigger push_{(i + 1) % many}"]
        rules += [f"        set fuel_{i + 1} to 9"] if i + 1 < many else []
    found = one("\n".join(rules))
    assert found.sort == "proved"
    assert found.because[:3] == ("fuel_0", "fuel_1", "fuel_2")
    assert len(found.because) >= many


def test_a_cascade_is_not_charged_for_others() -> None:
    """What each part costs does not grow with the number of parts, each of which leads to the next."""
    counts = []
    for many in (10, 40):
        rules = [f"memory fuel_{i}: 0..9, all game\nevent push_{i}" for i in range(many)]
        for i in range(many):
            rules += [f"reaction r_{i} when push_{i}, in line:", f"    if fuel_{i} > 0:"]
            rules += [f"        remove 1 from fuel_{i}", f"        trigger push_{i}"]
            rules += [f"    trigger push_{i + 1}"] if i + 1 < many else []
        facts = Facts(meant("\n".join(rules)))
        counts.append({len(Slice(facts.game, facts, part).reactions) for part in facts.parts})
    assert counts == [{1}, {1}]


def test_what_is_asked_without_end() -> None:
    """Two calls in each of many defines: it is given up, soon."""
    rules = ["define f0(a: Colour) = any(b is a for b in Colour)"]
    both = "f{0}(a) and f{0}(a)"
    rules += [f"define f{i}(a: Colour) = {both.format(i - 1)}" for i in range(1, 39)]
    rules += ["reaction r when paint(c), in line:", "    if f38(c):", "        trigger paint(c)"]
    few = cascades.Budget(ways=3_000, landings=3_000, few=3_000)
    (found,) = cascades.verdicts(meant("\n".join(rules)), few)
    assert found.sort == "not proved"


def test_there_is_room() -> None:
    """Deeper than Python allows by itself; what is raised there is raised here, the limit is as before."""
    limit = sys.getrecursionlimit()

    def down(n: int) -> int:
        return sum([down(n - 1)]) if n else 7

    assert with_room(lambda: down(15_000)) == 7
    with pytest.raises(RecursionError):
        with_room(lambda: down(10**6))
    assert sys.getrecursionlimit() == limit
