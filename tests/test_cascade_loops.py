"""Loops: which `repeat until` and which procedures are proved to end, held against all ways they can go."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright import cascades, core
from rulewright.elaborate.elaborate import elaborate
from rulewright.loading.load import load
from rulewright.reading.files import RulesetPath
from rulewright.reading.reader import Memory
from rulewright.report.diagnostics import Report
from tests.cascade_truth import Search
from tests.cascade_verdicts import PROVED

COINS = "pawn Coin, 3 in all\nzone purse: pool of Coin\nzone box: pool of Coin\n"
STEP = "memory step: 1..2, all game, starts as 1\n"
MAYBE = "memory maybe: 0..2, all game\n"
SEEN = "memory seen: set of Small, all game\n"
FOLDER = Path("/nowhere/rulesets/loops")
RULES = """\
language 1
game Loops "Loops" version "1.0.0"
players 2: red, blue
range Small: 1..2
memory x: 0..6, all game
memory y: 0..3, all game
memory lit: yes_no, all game
event bell

setup:
    nothing

turn:
    offer go

score points = 0
ending late after 3 rounds
winner is most score

"""
BACK = "reaction back as soon as x is 4:\n    remove 1 from x\n"
Case = tuple[str, str]

STOP: dict[str, Case] = {
    "counts up": ("repeat until x >= 5:\n    add 1 to x", ""),
    "counts down": ("repeat until x is 0:\n    remove 1 from x", ""),
    "by what is at least one": ("repeat until x >= 4:\n    set x to x + step", STEP),
    "in either way": (
        "repeat until x >= 5:\n    if lit:\n        add 1 to x\n    otherwise:\n        set lit to yes",
        "",
    ),
    "pieces run out": ("repeat until box is empty:\n    move 1 Coin from box to purse", COINS),
    "until one of two": ("repeat until x >= 5 or y >= 3:\n    add 1 to x\n    add 1 to y", ""),
    "an inner one starts over": (
        "repeat until x >= 5:\n    set y to 0\n    repeat until y >= 2:\n        add 1 to y\n    add 1 to x",
        "",
    ),
    "whatever is chosen": (
        "repeat until x >= 5:\n    choose k from Small:\n        nothing\n    add 1 to x",
        "",
    ),
    "a set fills": (
        "repeat until 1 in seen and 2 in seen:\n    if 1 in seen:\n        add 2 to seen\n    add 1 to seen",
        SEEN,
    ),
    "undone so often only": (
        "repeat until x >= 5:\n    add 1 to x",
        "reaction back as soon as x is 4 and y > 0:\n    remove 1 from y\n    remove 1 from x\n",
    ),
    "undone when it is over": (
        "repeat until x >= 5:\n    add 1 to x\n    trigger bell",
        "reaction back when bell, in line:\n    set x to 0\n",
    ),
    "a procedure counts down": (
        "resolve dig(3)",
        "procedure dig(n: 0..3):\n    if n > 0:\n        resolve dig(n - 1)\n",
    ),
    "a loop in a reaction": (
        "trigger bell",
        "reaction ring when bell, at once:\n    repeat until x >= 5:\n        add 1 to x\n",
    ),
}

LOOP: dict[str, Case] = {
    "in what waits in line": (
        "trigger bell",
        "reaction r when bell, in line:\n    repeat until x >= 5:\n"
        "        add 1 to x\n        remove 1 from x\n",
    ),
    "undone by a reaction": ("repeat until x >= 5:\n    add 1 to x", BACK),
    "undone by itself": ("repeat until x >= 5:\n    add 1 to x\n    remove 1 from x", ""),
    "by what may be nothing": ("repeat until x >= 4:\n    set x to x + maybe", MAYBE),
    "one way changes nothing": ("repeat until x >= 5:\n    if lit:\n        add 1 to x", ""),
    "left to a player": ("repeat until x >= 5:\n    may choose k from Small:\n        add 1 to x", ""),
    "left to chance": (
        "repeat until lit:\n    draw k from Small at random\n    if k is 2:\n        set lit to yes",
        "",
    ),
    "flips": (
        "repeat until x >= 5:\n    if lit:\n        set lit to no\n    otherwise:\n        set lit to yes",
        "",
    ),
    "pieces come back": (
        "repeat until box is empty and purse is empty:\n"
        "    if box is not empty:\n        move 1 Coin from box to purse\n"
        "    otherwise:\n        move 1 Coin from purse to box",
        COINS,
    ),
    "nothing is left": (
        "repeat until x >= 5 or lit:\n    if y > 0:\n        remove 1 from y\n        add 1 to x",
        "",
    ),
    "an inner one gives back": (
        "repeat until x >= 5:\n    set y to 0\n    repeat until y is 1:\n        add 1 to y\n"
        "        if x > 0:\n            remove 1 from x\n    add 1 to x",
        "",
    ),
    "undone by an event": (
        "repeat until x >= 5:\n    add 1 to x\n    trigger bell",
        "reaction back when bell, at once:\n    remove 1 from x\n",
    ),
    "procedures that resolve each other": (
        "resolve to_and",
        "procedure to_and:\n    if x < 5:\n        add 1 to x\n        resolve fro\n"
        "procedure fro:\n    if x > 0:\n        remove 1 from x\n        resolve to_and\n",
    ),
    "a loop in a reaction is undone": (
        "trigger bell",
        "reaction ring when bell, at once:\n    repeat until x >= 5:\n        add 1 to x\n" + BACK,
    ),
}


def made(body: str, more: str = "") -> core.Game:
    """A game in which an action has a loop."""
    text = f'{RULES}action go "go":\n    do:\n'
    text += "".join(f"        {line}\n" for line in body.splitlines()) + f"\n{more}"
    report, file = Report(), FOLDER / "loops.rules"
    loaded = load(RulesetPath("loops", file, FOLDER), report, Memory({str(file): text}))
    game = elaborate(loaded, report)
    assert game is not None, [f"{found.span.line}: {found.message}" for found in report]
    return game


def said(game: core.Game) -> set[str]:
    """The sorts of all verdicts."""
    return {found.sort for found in cascades.verdicts(game)}


@pytest.mark.parametrize("name", STOP)
def test_an_end_is_proved(name: str) -> None:
    game = made(*STOP[name])
    assert Search(game).truth().sort in ("stops", "breaks")
    assert said(game) == {"proved"}


@pytest.mark.parametrize("name", LOOP)
def test_a_loop_is_shown(name: str) -> None:
    game = made(*LOOP[name])
    if not name.startswith("procedures"):  # which the search follows until Python is full
        assert Search(game).truth().sort == "loops"
    (refused,) = [found for found in cascades.verdicts(game) if found.sort == "refused"]
    assert refused.witness is not None
    assert refused.witness.steps
    assert refused.loops


ASKED = ("x < 3", "x > 0", "y > 0", "y < 2", "lit", "not lit", "x is y")
SET = ("set lit to yes", "set lit to no", "set x to 0", "set y to 0")
SURE = {"add 1 to x": "x < 3", "remove 1 from x": "x > 0", "add 1 to y": "y < 2", "remove 1 from y": "y > 0"}


def chance(seed: int) -> Case:
    """A loop that is made up, with a reaction or without."""
    pick = random.Random(seed)

    def verbs(most: int) -> list[str]:
        found = []
        for verb in pick.choices([*SURE, *SURE, *SET], k=pick.randint(1, most)):
            found += [f"if {SURE[verb]}:", f"    {verb}"] if verb in SURE else [verb]
        return found

    body = verbs(2)
    if pick.random() < 0.4:
        then, other = verbs(2), verbs(2)
        body += [f"if {pick.choice(ASKED)}:", *(f"    {v}" for v in then)]
        body += ["otherwise:", *(f"    {v}" for v in other)]
    until = pick.choice(("x >= 3", "x is 0", "y >= 2", "lit", "not lit and y is 0", "x >= 2 or lit"))
    loop = "\n".join([f"repeat until {until}:", *(f"    {line}" for line in body)])
    more = ""
    if pick.random() < 0.3:
        lines = "\n".join(f"    {line}" for line in verbs(1))
        more = f"reaction back as soon as {pick.choice(ASKED)}:\n{lines}\n"
    return loop, more


def test_random_loops() -> None:
    """No loop is accepted, nothing that ends is shown to loop, most that ends is proved."""
    proved = stops = loops = 0
    for seed in range(120):
        game = made(*chance(seed))
        truth, found = Search(game).truth().sort, said(game)
        if truth == "loops":
            loops += 1
            assert not found <= {*PROVED}, seed
        elif truth in ("stops", "breaks"):
            stops += 1
            proved += found <= {*PROVED}
            assert "refused" not in found, seed
    assert min(stops, loops) >= 8
    assert proved >= 0.8 * stops
