"""What a cascade is narrowed to for its proof: nothing that matters goes, so no loop is accepted for it."""

from __future__ import annotations

from pathlib import Path

from rulewright import cascades, core, pipeline
from rulewright.cascades.narrow import narrowed
from rulewright.loading.load import load
from rulewright.reading.files import RulesetPath
from rulewright.report.diagnostics import Report

GAME = """language 1
game Chain "Chain" version "1.0.0"
players 2: red, blue

spaces Ring: ring of 4
memory at of player per Ring: 0..5, all game
memory seen of player: 0..99, all game
memory worth of player: 0..99, all game
memory rest of player: set of Ring, each turn

setup:
    nothing

turn:
    offer push

action push:
    choose r from Ring
    do:
        trigger moved(r)

event moved(r: Ring)

reaction go_on when moved(r), in line:
    RULE
    if worth_it(me):
        set my.worth to 3
    each p in players:
        if p.seen < 99:
            add 1 to p.seen

define worth_it(p: Player) = all(q.seen <= p.seen for q in players) and count(r in Ring where p.at[r] > 2) > 1
score worth = my.worth + my.seen
ending long after 5 rounds
winner is most score, ties share
"""


def chain(tmp_path: Path, *rule: str) -> core.Game:
    file = tmp_path / "chain.rules"
    file.write_text(GAME.replace("RULE", "\n    ".join(rule)), "utf-8")
    path = RulesetPath("chain", file, tmp_path)
    report = Report()
    game = pipeline.meant(load(path, report), path, report)
    assert game is not None, list(report)
    return game


def sort(game: core.Game) -> str:
    (verdict,) = cascades.verdicts(game)
    return verdict.sort


def test_what_sets_nothing_off_goes(tmp_path: Path) -> None:
    game = chain(tmp_path, "if my.at[r] < 5:", "    add 1 to my.at[r]", "    trigger moved(r)")
    narrow = narrowed(game, ("go_on",))
    assert narrow is not None
    assert len(game.reactions["go_on"].body) == 3
    assert len(narrow.reactions["go_on"].body) == 1
    assert sort(game) == "proved"


def test_what_a_guard_asks_stays(tmp_path: Path) -> None:
    """The guard falls with each round of the loop, and something else lifts it again."""
    game = chain(
        tmp_path, "if my.at[r] < 5:", "    add 1 to my.at[r]", "    trigger moved(r)", "set my.at[r] to 0"
    )
    narrow = narrowed(game, ("go_on",))
    assert narrow is not None
    assert len(narrow.reactions["go_on"].body) == 2
    assert sort(game) != "proved"


def test_a_procedure_that_refills_stays(tmp_path: Path) -> None:
    game = chain(
        tmp_path,
        "if my.at[r] < 5:",
        "    add 1 to my.at[r]",
        "    choose s from Ring where my.at[s] > 0 and worth_it(me):",
        "        remove 1 from my.at[s]",
        "    trigger moved(r)",
    )
    assert sort(game) != "proved"


def test_a_choice_may_not_be_made(tmp_path: Path) -> None:
    """What a filter asks of other places is not known: the loop is still cut by what falls."""
    game = chain(
        tmp_path,
        "choose s from Ring where s not in my.rest and worth_it(me):",
        "    add s to my.rest",
        "    trigger moved(s)",
    )
    assert sort(game) == "proved"


def test_a_choice_that_cuts_nothing(tmp_path: Path) -> None:
    game = chain(tmp_path, "choose s from Ring where worth_it(me):", "    trigger moved(s)")
    assert sort(game) != "proved"
