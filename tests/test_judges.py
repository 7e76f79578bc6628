"""What is held against whole games: the judges never raise, and what they let through keeps its secrets."""

from __future__ import annotations

from functools import cache

import pytest

from rulewright import pipeline
from rulewright.python import engine as engines_in_memory
from rulewright.report.diagnostics import Report
from tests import engine_checks as checks
from tests.engine_checks import Setting
from tests.random_rulesets import checked, ruleset

LEAK, STUCK = "RW501", "RW412"
SEEDS = range(40)
PLIES, ENOUGH = 40, 2

BASE = """\
language 1
game Foxes "Foxes" version "1"
players 2: red, green
card Fox from table "foxes.csv":
    coat: 1..3, seen by all
    age: 1..3
range Slot: 1..2
zone deck: stack of Fox, face down, starts with all
zone hand of player: set of Fox, seen by owner
zone den of player: set of Fox
zone row: grid Slot by Slot of Fox, public, face down at (1, 2)
pawn Coin, 6 in all
zone purse of player: pool of Coin
memory n: 0..9, all game
setup:
    shuffle deck
    each p in players:
        deal 2 from deck to p.hand
score foxes = count(f in my.den)
ending late after 9 rounds
winner is most score
"""
FLOW = "turn:\n    offer go, rest\naction rest:\n    do:\n        nothing\naction go:\n"
TABLE = "id,copies,coat,age\nann,2,1,1\nben,2,2,2\ncyn,2,3,3\n"


@cache
def found(text: str) -> frozenset[str]:
    """The codes of what the judges say about a program."""
    game, report = checked({"chaos.rules": BASE + text, "foxes.csv": TABLE})
    assert game is not None, [(d.span, d.message) for d in report]
    said = Report()
    pipeline.judged(game, said)
    return frozenset(d.code for d in said)


def guarded(condition: str) -> str:
    """A program with a guard."""
    return f'{FLOW}    requires {condition} else "no"\n    do:\n        deal 1 from deck to my.den\n'


LEAKS = {
    "another's hand": "any(f.age > 1 for q in players, f in q.hand)",
    "the top of the deck": "any(f is top of deck for f in my.hand)",
    "a card that lies face down": "any(f.age > 1 for f in row[1, 2])",
    "a cell that may lie face down": "any(f.age > 1 for s in Slot, f in row[s, 2])",
    "how many of another's hand": "count(f in those(f in next(me).hand where f.age > 1)) > 0",
    "through two defines": "oldest(next(me)) > 1",
    "whether one is in another's hand": "any(f in next(me).hand for f in deck)",
    "which way a value goes": "(1 if any(f.age is 1 for f in deck) otherwise 2) is 1",
}
SEEN = {
    "one's own hand": "any(f.age > 1 for f in my.hand)",
    "how many lie face down": "count(f in deck) > 1 and top of deck is not empty",
    "another's hand, counted": "count(f in next(me).hand) > 1",
    "what shows on the back": "any(f.coat > 1 for f in deck) or any(f.coat is 1 for f in next(me).hand)",
    "a cell that lies open": "any(f.age > 1 for s in Slot, f in row[2, s])",
    "through two defines, of one's own": "oldest(me) > 1",
    "what lies open": "any(f.age > 1 for q in players, f in q.den)",
}
DEFINES = """\
define next(p: Player) = first_of(p) if n > 0 otherwise p
define first_of(p: Player) = red if p is green otherwise green
define oldest(p: Player) = oldest_of(p)
define oldest_of(q: Player) = highest(f.age for f in q.hand)
"""


def defines_for(text: str) -> str:
    """The defines that a text needs."""
    lines = DEFINES.splitlines(keepends=True)
    needed = [*(lines[:2] if "next(" in text else []), *(lines[2:] if "oldest(" in text else [])]
    return "".join(needed)


@pytest.mark.parametrize("condition", LEAKS.values(), ids=list(LEAKS))
def test_a_guard_that_leaks(condition: str) -> None:
    assert LEAK in found(guarded(condition) + defines_for(condition))


@pytest.mark.parametrize("condition", SEEN.values(), ids=list(SEEN))
def test_a_guard_that_does_not(condition: str) -> None:
    assert LEAK not in found(guarded(condition) + defines_for(condition))


BLOCK = FLOW + "    choose f from my.hand\n    do:\n"
ASKED = """\
        each q in players where q is not me:
            choose x from {} by q:
                nothing
"""
PASSED_ON = """\
        each q in players where q is not me:
            resolve ask({}, q)
procedure ask(p: Player, q: Player):
    choose x from p.hand by {}:
        nothing
"""


def test_what_was_shown_may_be_asked_for() -> None:
    own = ASKED.format("my.den where x.age is f.age")
    assert LEAK in found(BLOCK + own)
    assert LEAK in found(BLOCK + "        move f to bottom of deck\n" + own)
    assert LEAK not in found(BLOCK + "        move f to my.den\n" + own)


def test_whose_hand_is_told_through_procedures() -> None:
    assert LEAK not in found(BLOCK + PASSED_ON.format("me", "p"))
    assert LEAK in found(BLOCK + PASSED_ON.format("me", "q"))
    assert LEAK not in found(BLOCK + PASSED_ON.format("q", "q"))


def test_a_value_keeps_what_it_tells() -> None:
    told = "        let k = count(x in my.hand where x.age > 1)\n{}"
    mine = "        choose m from Slot where m <= k:\n            nothing\n"
    assert LEAK not in found(BLOCK + told.format(mine))
    assert LEAK in found(BLOCK + told.format(ASKED.format("Slot where x <= k")))


def test_a_memory_tells_what_was_put_into_it() -> None:
    asks = '    requires my.liked is empty or eager(me) else "no"\n    choose f from my.hand\n    do:\n'
    text = "memory liked of player: Fox?, all game\n" + FLOW + asks
    text += "        {}\n        set my.liked to f\n        {}\n"
    own = "define eager(p: Player) = any(f is p.liked for f in p.den)\n"
    assert LEAK not in found(text.format("add 1 to n", "add 1 to n") + own)
    every = "define eager(p: Player) = any(f is q.liked for q in players, f in q.den)\n"
    assert LEAK in found(text.format("add 1 to n", "add 1 to n") + every)
    assert LEAK not in found(text.format("move f to my.den", "add 1 to n") + every)


# ---- offers


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("    if my.purse is empty:\n        offer pay\n", STUCK),
        ("    if my.purse is not empty:\n        offer pay\n", None),
        ("    if count(c in my.purse) > 1:\n        offer pay\n", None),
        ("    offer pay, earn\n", None),
        ("    offer pay\n", "RW413"),
        ("    offer pay, earn_once\n", "RW413"),
        ("    offer pay\n    otherwise:\n        nothing\n", None),
        (
            "    if my.purse is not empty:\n        move 1 Coin from my.purse to supply\n        offer pay\n",
            "RW413",
        ),
        ("    each p in players where p.purse is not empty:\n        offer pay to p\n", None),
    ],
)
def test_offers(lines: str, code: str | None) -> None:
    text = f"turn:\n    offer pay, earn, earn_once, rest\n{lines}"
    text += (
        'action rest:\n    do:\n        nothing\naction pay:\n    requires my.purse is not empty else "no"\n'
    )
    text += "    do:\n        move 1 Coin from my.purse to supply\naction earn:\n"
    text += '    requires poor(me) else "no"\n    do:\n        move 1 Coin from supply to my.purse\n'
    text += 'action earn_once:\n    requires n is 0 else "no"\n    do:\n        add 1 to n\n'
    text += "define poor(p: Player) = count(c in p.purse) < 2\n"
    said = found(text) & {STUCK, "RW413"}
    assert said == (set() if code is None else {code})


# ---- random programs


@pytest.mark.parametrize("seed", SEEDS[:12])
def test_judges_never_raise(seed: int) -> None:
    game, _ = ruleset(seed)
    if game is not None:
        pipeline.judged(game, Report())


def test_what_they_let_through_keeps_its_secrets() -> None:
    """Dealt anew in what the seat to move cannot see, a position has the same moves."""
    kept = [seed for seed in SEEDS if keeps_secrets(seed)]
    assert len(kept) >= ENOUGH


def keeps_secrets(seed: int) -> bool:
    """Whether a random program was let through; then it must keep its secrets."""
    game, _ = ruleset(seed)
    report = Report()
    if game is None:
        return False
    pipeline.judged(game, report)
    if any(d.code == LEAK for d in report):
        return False
    engine = checks.engine_of(game)
    for players in range(engine.rules.low, engine.rules.high + 1):
        check_moves_stay(Setting(engine, players), seed)
    engines_in_memory.unload(engine.module)
    return True


def check_moves_stay(setting: Setting, seed: int) -> None:
    try:
        game, stream = setting.new(seed, history=True), setting.stream(seed)
        for _ in range(PLIES):
            if game.over:
                return
            assert game.to_move is not None
            other = game.resample(game.to_move, setting.stream(seed))
            assert sorted(other.legal_moves()) == sorted(game.legal_moves())
            game.apply(game.random_move(stream))
    except setting.engine.module.RuleError:
        return  # a random program may have no way on
