"""Engines against the naive interpreter: on random rulesets, on all that are tested, on small programs.

`--deep` plays thousands of random rulesets. What is found becomes a small program here.
"""

# ruff: noqa: E501  a line of rules stands on one line

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright import core
from rulewright.python import engine as engines_in_memory
from rulewright.python.names import RESERVED
from rulewright.python.to_python import RUNTIME_NAMES
from tests import engine_checks as checks
from tests import lock_step
from tests.engine_checks import Setting
from tests.random_rulesets import checked, ruleset

# 1135: a yes or no that two seats give is stored; 1521: what stops a ray depends on where it starts
SEEDS = (*range(30), 1135, 1521)
SMALL = [folder for folder in checks.folders() if folder.parent.parent.name == "tests"]


def engine_of(seed: int) -> checks.Engine:
    game, files = ruleset(seed)
    assert game is not None, files["chaos.rules"]
    return checks.engine_of(game)


def in_lock_step(engine: checks.Engine, seeds: int, plies: int) -> int:
    """Plays games of all player counts in both; gives the number of decisions."""
    return sum(
        lock_step.play(Setting(engine, players), seed, plies)
        for players in range(engine.rules.low, engine.rules.high + 1)
        for seed in range(seeds)
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_random_rulesets(seed: int) -> None:
    engine = engine_of(seed)
    in_lock_step(engine, 2, 40)
    engines_in_memory.unload(engine.module)


@pytest.mark.deep
def test_thousands_of_random_rulesets() -> None:
    seeds, mended = range(1000, 4000), 0
    for seed in seeds:
        game, _ = ruleset(seed)
        if game is not None:
            engine = checks.engine_of(game)
            in_lock_step(engine, 4, 80)
            engines_in_memory.unload(engine.module)
            mended += 1
    assert mended > 0.98 * len(seeds)


@pytest.mark.parametrize("folder", SMALL, ids=[folder.name for folder in SMALL])
def test_rulesets(folder: Path) -> None:
    for setting in checks.settings_of(folder)[:6]:
        assert lock_step.play(setting, 1, 150)


@pytest.mark.parametrize("seed", [100, 101, 103, 106, 108])
def test_invariants(seed: int) -> None:
    """What every engine must keep, random ones too (those that never get stuck)."""
    engine = engine_of(seed)
    checks.check_layout(engine)
    checks.check_imports(engine)
    checks.check_straight(engine)
    chance = random.Random(seed)
    for players in range(engine.rules.low, engine.rules.high + 1):
        setting = Setting(engine, players)
        for game in positions(setting, seed):
            checks.check_undo(game)
            checks.check_copy(game)
            checks.check_replay(setting, game, seed)
            checks.check_moves(setting, game)
            checks.check_refusals(setting, game, chance)
            checks.check_why_not(setting, game)
            checks.check_view_hides(setting, game)
            check_looks_the_same(setting, game, seed)
            checks.check_scores(setting, game)
            assert game.check() == []
            again = engine.module.from_json(game.to_json())
            assert again == game
            assert checks.shown(again) == checks.shown(game)


@pytest.mark.parametrize("seed", range(200, 240))
def test_what_is_seen(seed: int) -> None:
    """Nobody sees, in a place or in memory, what nobody showed him; dealt anew, it stays so."""
    engine = engine_of(seed)
    for players in range(engine.rules.low, engine.rules.high + 1):
        setting = Setting(engine, players)
        for game in positions(setting, seed):
            checks.check_view_hides(setting, game)
            check_looks_the_same(setting, game, seed)
    engines_in_memory.unload(engine.module)


def check_looks_the_same(setting: Setting, game: checks.Face, seed: int) -> None:
    """A resampled game looks the same to a seat. (What may be played can be another thing where rules read
    what nobody sees, as random rules do.)"""
    for seat in range(game.players):
        other = game.resample(seat, setting.stream(seed))
        assert {**other.view(seat), "to_move": 0} == {**game.view(seat), "to_move": 0}
        assert checks.remembered(other) == checks.remembered(game)
        assert other.check() == []


def positions(setting: Setting, seed: int) -> list[checks.Face]:
    """Some positions of one game, as far as its rules have a way on."""
    found = []
    try:
        game, stream = setting.new(seed, history=True), setting.stream(seed)
        for ply in range(40):
            if ply % 5 == 0 or game.over:
                found.append(game.copy())
            if game.over:
                break
            game.apply(game.random_move(stream))
    except setting.engine.module.RuleError:
        pass
    return found


# ---- small programs, each of which once went wrong

TABLE = """\
id,copies,colour,twin,worth
a,1,red_one,blue_one,-1
b,2,blue_one,,-1
c,1,red_one,red_one,2
d,1,green_one,,3
"""

BASE = """\
language 1
game Chaos "Chaos" version "1.0.0"
players 2: ann, ben
kinds Colour: red_one, blue_one, green_one
group some of Colour: red_one, green_one
range Slot: 1..3
card Card from table "cards.csv":
    colour: Colour
    twin: Colour?
    worth: -1..3
zone deck: stack of Card, hidden, starts with all
zone hand of player: set of Card, seen by owner
zone row of player: row of Card, public, at most 9
token Coin, 9 in all
zone purse of player: pool of Coin
memory n: -99..99, all game
memory m of player: 0..99, all game
memory flag: yes_no, all game
memory colours: set of Colour, all game
memory slots: set of Slot, all game
memory log: 0..99999, all game
setup:
    shuffle deck
    each p in players:
        deal 2 from deck to p.hand
turn:
    offer go, rest
action rest:
    do:
        nothing
ending last after 3 rounds
winner is most score
"""

GO = "action go:\n    do:\n"

PROGRAMS = {
    "numbers between two others": GO + """\
        set n to count(x in 1..9 where x > my.m and x <= count(c in my.hand) + 4) - count(x in Slot where 2 <= x)
        if any(x < 3 for x in Slot where x is next(me)):
            add 1 to my.m
        choose x from Slot where may(me, x):
            add x to n
        each x in list(y for y in -2..5 where y >= n and my.m > y):
            add 1 to log
        set flag to not flag
define next(p: Player) = count(c in p.hand) + 1
define may(p: Player, x: Slot) = (x is next(p) if flag otherwise x < 3) and any(y is x + 1 for y in 1..4)
score s = n + log
""",
    "several that are moved at once": GO + """\
        each c in my.hand where c.worth > 0:
            move c to heap
        move all from heap to ann.hand
        each c in ben.hand where c.twin is not empty:
            move c to deck
        if count(c in ann.hand) > 3:
            move all from ann.hand to deck
            deal 2 from deck to my.hand
zone heap: set of Card, public
score s = total(c.worth for c in my.hand)
""",
    "branches on any and all": GO + """\
        if all(c.worth > 0 for c in my.hand):
            if n > 2:
                set n to 0
            add 1 to n
        otherwise:
            add 2 to n
        if any(c.colour is red_one for c in my.hand where c.worth < 2):
            each c in my.hand:
                add 1 to log
        if all(p.m <= my.m for p in players):
            add 1 to my.m
score s = n + log
""",
    "an alternative as a condition": GO + """\
        if (deck is empty if flag otherwise my.hand is not empty):
            add 1 to n
        each c in my.hand where (c.worth > 0 if flag otherwise c.worth < 1):
            add 1 to n
score s = count(c in my.hand where (c.worth > 0 if n > 2 otherwise c.worth < 1)) + n
""",
    "what is not empty, as a value": GO + """\
        set flag to deck is not empty
        let b = my.hand is not empty
        if (my.row is not empty) is flag:
            add 1 to n
        if b is flag:
            add 1 to n
        resolve told(deck is not empty)
procedure told(b: yes_no):
    if b is flag:
        add 1 to n
score s = distinct((p.hand is not empty) for p in players) + distinct((p.row is not empty) for p in players) + n
""",
    "not before two conditions": GO + """\
        if not (flag and n is not 0):
            add 1 to n
        if not (n > 1 and any(c.colour is red_one for c in my.hand)):
            add 1 to n
score s = n
""",
    "not in, with another in": GO + """\
        if highest(c.worth for c in my.hand) not in Slot:
            add 1 to n
score s = n
""",
    "a number below a set of numbers": GO + """\
        if n - 1 in slots:
            add 1 to n
        remove 1 from n
        add 2 to slots
score s = n
""",
    "a group as a set": GO + """\
        set colours to some
        add some to colours
        if colours is those(c in Colour where c is not blue_one):
            add 1 to n
        remove some from colours
        add blue_one to colours
memory first: set of Colour, each round, starts as some
score s = n + count(c in colours) + count(c in first)
""",
    "lists of tables and lists that are made": GO + """\
        each c in my.hand:
            let all = c.needs + list(k.colour for k in my.hand)
            if c.needs is list(k.colour for k in my.hand where k is c):
                add 1 to n
            add longest_run(all) to n
            choose x from all:
                add 1 to n
score s = n
""",
    "none is in no list": GO + """\
        add count(c in my.hand where c.twin in list(k.twin for p in players, k in p.hand)) to n
        remove count(c in my.hand where c.twin not in list(k.twin for p in players, k in p.hand)) from n
score s = n
""",
    "below 0 is as alike as above": GO + """\
        deal 1 from deck to my.hand
score s = most_alike(c.worth for c in my.hand) + most_alike(c.twin for c in my.hand)
""",
    "one choice for what a list holds twice": """\
action go:
    choose x from list(c.colour for p in players, c in p.hand)
    do:
        choose y from list(c.worth for p in players, c in p.hand):
            add y to n
score s = n
""",
    "a long value in a table": GO + """\
        nothing
score s = table(count(p in players where count(c in p.hand where c.colour is red_one and c.worth > 1) > 1): 0 -> 1, 1 -> 2, 2 -> 3)
""",
    "a reaction to what enters a place with a limit": GO + """\
        deal 1 from deck to my.row
        move 1 Coin from supply to my.till
zone till of player: pool of Coin, at most 9
reaction filled as soon as my.row is not empty:
    add 1 to n
reaction paid as soon as my.till is not empty:
    add 1 to n
score s = n
""",
    "reactions in the order of the file, one that asks and one that does not": GO + """\
        add 1 to n
reaction asks as soon as n > 0:
    may choose x from Slot:
        set log to 9
reaction tells as soon as n > 0:
    set log to log * 2 + 1
score s = log
""",
    "once each, for each seat that raises it": GO + """\
        trigger rung
        choose x from Slot by next_player(me):
            trigger rung
        trigger rung
event rung
reaction tells when rung, in line once each:
    add 1 to n
score s = n
""",
    "reactions in the order of the file, whatever is read first": GO + """\
        move 2 Coin from supply to my.purse
reaction rich as soon as count(c in my.purse) > 1:
    set log to log * 2 + 1
    choose x from Slot:
        nothing
reaction low as soon as count(c in supply[Coin]) < 8:
    set log to log * 3
score s = log
""",
    "what one verb sets off is settled before the first of it runs": GO + """\
        add 1 to n
reaction one as soon as n > 0:
    set log to log * 2 + 1
    add red_one to colours
reaction other as soon as n > 0 and red_one not in colours:
    set log to log * 3 + 1
score s = log
""",
    "a copy that a guard lets pass, beside one that it does not": """\
action go:
    choose c from my.hand
    choose d from my.hand where d is not c and c not in used
    requires d not in used else "it is used"
    do:
        add c to used
memory used: set of Card, all game
score s = count(c in used)
""",
    "whose it was before the verb": GO + """\
        set my.friend.friend to ben
        set ben.friend.friend to ann
memory friend of player: Player, all game, starts as ann
reaction met as soon as my.friend is ben:
    add 1 to n
score s = n
""",
    "a member of a range leaves it": GO + """\
        set place to place + 1
memory place: Slot, all game, starts as 1
score s = n
""",
    "an event of the turn itself, answered in line": """\
event rung
reaction later when rung, in line:
    add 1 to n
action go:
    do:
        trigger rung
score s = n
""",
    "the number of the round while the game is set up": GO + """\
        add 1 to slots
reaction new as soon as round_number not in slots:
    add 1 to n
score s = n
""",
    "a round starts anew what a reaction waits for": GO + """\
        set fresh to yes
memory fresh: yes_no, each round
reaction woken as soon as fresh:
    add 1 to n
score s = n
""",
    "in a choice by another that one acts": """\
round:
    each p in players:
        choose x from Slot by p:
            resolve noted
            add 1 to n
    each p in players:
        offer go, rest to p
action go:
    do:
        choose x from Slot by ben:
            resolve noted
            trigger rung
            remove 1 from n
procedure noted:
    add 1 to my.m
event rung
reaction rings when rung, at once:
    add 1 to my.m
reaction odd as soon as n > 1:
    set log to log * 2 + (1 if me is ann otherwise 2)
reaction less as soon as n < 1:
    set log to log * 2 + (1 if me is ann otherwise 2)
score s = my.m + log
""",
}  # fmt: skip


def program(text: str, tables: dict[str, str] | None = None) -> core.Game:
    """A small game: its turn is left out where it has a round, a list in its table where it asks for one."""
    base, table = BASE, TABLE
    if text.startswith("round:"):
        base = base.replace("turn:\n    offer go, rest\n", "")
    if ", in line" in text:
        base = base.replace(
            "    offer go, rest\n", "    trigger rung\n    offer go, rest\n    trigger rung\n"
        )
    if ".needs" in text:
        base = base.replace("    worth:", "    needs: list of Colour\n    worth:")
        rows = table.replace("worth\n", "needs,worth\n").replace("one,-1", "one,red_one,-1")
        table = rows.replace(",,", ",,blue_one red_one,", 1).replace("b,2,blue_one,,-1", "b,2,blue_one,,,-1")
        table = table.replace("red_one,2", "red_one,red_one,2").replace(
            "d,1,green_one,,3", "d,1,green_one,,,3"
        )
    game, report = checked({"chaos.rules": base + text, "cards.csv": table, **(tables or {})})
    assert game is not None, [checks.told(found) for found in report.errors]
    return game


LINES = """\
group few of Square: a1, b2
spaces Square: squares 3 by 3, ann faces north, ben faces south
piece Man of player
zone board: board Square of Man
define full(p: Player) = any(all(board[s].owner is p for s in l) for l in lines(b1, 2))
define near(p: Player, s: Square) = count(t in those(u in Square where u is s or board[u].owner is p) where t in few)
memory spots: set of Square, all game, starts as few
score near = near(me, a1)
score full = 1 if full(me) otherwise 0
score known = count(s in neighbours(a1)) + count(s in ray(c3, north)) + count(s in few)
"""


def test_what_boards_are_asked_becomes_masks() -> None:
    reached = "region(those(t in Square where board[t] is not Man(me)), spots)"
    go = GO.replace(
        "    do:",
        f'    requires not any(n > 9 for s in {reached} where board[s].piece is Man) else "no"\n    do:',
    )
    text = f"""{LINES}{go}        each s in few where board[s] is empty:
            place Man on board[s]
            if step(s, left, me) is not empty:
                place Man on board[b1]
"""
    engine = checks.engine_of(program(text))
    assert in_lock_step(engine, 8, 40)


def test_no_rule_can_take_a_name_that_engines_import() -> None:
    assert set(RUNTIME_NAMES) - RESERVED == set()


def test_what_an_event_brings_may_lie_anywhere() -> None:
    """It is not used up by a move to where it may lie already."""
    text = GO + "        each c in my.hand:\n            trigger rung(c)\nevent rung(x: Card)\n"
    text += "reaction again when rung(c), at once:\n    trigger rung(c)\n    move c to end of ann.row\n"
    _, report = checked({"chaos.rules": BASE + text, "cards.csv": TABLE})
    assert {found.code for found in report.errors} == {"RW310"}


@pytest.mark.parametrize("text", PROGRAMS.values(), ids=list(PROGRAMS))
def test_small_programs(text: str) -> None:
    engine = checks.engine_of(program(text))
    assert in_lock_step(engine, 8, 40)
    setting = Setting(engine, 2)
    for game in positions(setting, 1):
        again = engine.module.from_json(game.to_json())
        assert again == game
