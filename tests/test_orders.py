"""The check of orders: small rulesets with a known answer, and what is said of each kind of pair.

`tests/orders/NAME.rules`, or a folder of that name, holds a program that begins with `# answer: commute` or
`# answer: differ`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright import core, pipeline
from rulewright.loading.load import load
from rulewright.orders.check import Verdict, explained, verdicts
from rulewright.orders.footprint import Footprints, commute
from rulewright.orders.pairs import pairs
from rulewright.orders.search import Budget
from rulewright.reading.files import RulesetPath
from rulewright.report.diagnostics import Report
from tests.random_rulesets import ruleset
from tests.test_cases import BAD, place, programs

ORDERS = Path(__file__).parent / "orders"
ANSWER = re.compile(r"^# answer: (commute|differ)$", re.MULTILINE)
HEAD = """\
language 1
game Foxes "Foxes" version "1.0.0"
players 2: red, green
memory coins of player: 0..9, all game
range Star: 1..3
memory stars: 0..3, all game
event paid(n: 1..2)

setup:
    nothing

turn:
    offer take

action take:
    do:
        trigger paid(1)

score coins = my.coins + stars
ending late after 9 rounds
winner is most score
"""


def meant(ruleset: RulesetPath) -> core.Game:
    report = Report()
    game = pipeline.meant(load(ruleset, report), ruleset, report)
    assert game is not None, report.errors
    return game


def judged(tmp_path: Path, rest: str, budget: Budget | None = None) -> list[Verdict]:
    """The verdicts of a small game with more rules."""
    file = tmp_path / "foxes.rules"
    file.write_text(f"{HEAD}{rest}", encoding="utf-8")
    return verdicts(meant(RulesetPath("foxes", file, tmp_path)), budget)


@pytest.mark.parametrize("file", programs(ORDERS), ids=[file.stem for file in programs(ORDERS)])
def test_known_answers(file: Path) -> None:
    answer = ANSWER.search(file.read_text(encoding="utf-8"))
    assert answer is not None
    found = {verdict.sort for verdict in verdicts(meant(place(file)))}
    assert "open" not in found
    assert ("differs" in found) == (answer[1] == "differ")


def test_what_differs_is_shown_by_a_position_and_both_ends(tmp_path: Path) -> None:
    (verdict,) = judged(
        tmp_path,
        """
reaction grow when paid(n), at once:
    if my.coins < 8:
        add n to my.coins

reaction double when paid(n), at once:
    if my.coins < 5:
        set my.coins to my.coins * 2
""",
    )
    assert verdict.sort == "differs"
    assert verdict.difference is not None
    assert verdict.difference.acts == "red of 2 acts, with n 1"
    assert verdict.difference.given == ("red.coins is 0",)
    assert verdict.difference.first == ("red.coins is 2",)
    assert verdict.difference.second == ("red.coins is 1",)


@pytest.mark.parametrize(
    ("rest", "sort", "because"),
    [
        ("when paid(n), in line, after one:\n    set stars to 2", "said", "`after one`"),
        ("when paid(n), at once:\n    set stars to 2", "said", "one runs at once"),
        ("when paid(n), in line:\n    set stars to 1", "commutes", "neither"),
        (
            "when paid(n), in line:\n    if stars is 0:\n        set stars to 1",
            "commutes",
            "from every position",
        ),
        ("when paid(n), in line:\n    set stars to 2", "differs", ""),
    ],
)
def test_kinds_of_verdict(tmp_path: Path, rest: str, sort: str, because: str) -> None:
    one = "\nreaction one when paid(n), in line:\n    set stars to 1\n"
    (verdict,) = judged(tmp_path, f"{one}\nreaction other {rest}\n")
    assert verdict.sort == sort
    assert because in verdict.because
    assert "one, other" in explained(verdict)


def test_the_same_without_end_of_tries_is_not_settled(tmp_path: Path) -> None:
    rest = """
reaction one when paid(n), in line:
    if my.coins < 3:
        set my.coins to 3

reaction other when paid(n), in line:
    if my.coins < 7:
        set my.coins to 7
"""
    (verdict,) = judged(tmp_path, rest, Budget(runs=10))
    assert verdict.sort == "open"
    (verdict,) = judged(tmp_path, rest)
    assert verdict.sort == "commutes"


def test_seats_and_chances_and_choices(tmp_path: Path) -> None:
    """Both orders come to the same things, though not to the same thing each time."""
    (verdict,) = judged(
        tmp_path,
        """
reaction luck when paid(n), at once:
    draw p from players at random
    set p.coins to n

reaction want when paid(n), at once:
    choose s from Star:
        set stars to s
""",
    )
    assert verdict.sort == "commutes"


def test_a_choice_that_depends_on_what_the_other_did(tmp_path: Path) -> None:
    (verdict,) = judged(
        tmp_path,
        """
reaction rise when paid(n), at once:
    if stars < 3:
        add 1 to stars

reaction want when paid(n), at once:
    choose s from Star where s <= stars:
        set my.coins to s
    or else:
        nothing
""",
    )
    assert verdict.sort == "differs"


def test_a_claim_excludes_positions(tmp_path: Path) -> None:
    rest = """
reaction one when paid(n), at once:
    if stars > 1:
        set my.coins to 1

reaction other when paid(n), at once:
    if stars > 1:
        set my.coins to 2
"""
    assert [v.sort for v in judged(tmp_path, rest)] == ["differs"]
    assert [v.sort for v in judged(tmp_path, f"{rest}\nclaim few: never stars > 1\n")] == ["commutes"]


def test_of_three_each_pair_is_looked_at(tmp_path: Path) -> None:
    rest = "".join(
        f"\nreaction {name} when paid(n), at once:\n    set {what}\n"
        for name, what in (("one", "stars to 1"), ("two", "my.coins to 2"), ("three", "stars to 3"))
    )
    found = {(v.pair.one.name, v.pair.other.name): v.sort for v in judged(tmp_path, rest)}
    assert found == {("one", "two"): "commutes", ("one", "three"): "differs", ("two", "three"): "commutes"}


def test_footprints_show_only_what_searches_find(tmp_path: Path) -> None:
    """What the footprints of a pair settle, playing both orders settles the same."""
    from rulewright.orders import check

    for file in programs(ORDERS):
        game = meant(place(file))
        footprints = Footprints(game)
        for pair in pairs(game):
            parts = [footprints.of(side.asked, side.body) for side in (pair.one, pair.other)]
            if not pair.said and commute(*parts):
                searched = getattr(check, "_searched")  # noqa: B009
                verdict = searched(game, pair, [*parts, footprints.of((), pair.causes)], Budget(300))
                assert verdict.sort != "differs", f"{file.stem}: {explained(verdict)}"


def test_random_rulesets_have_a_verdict_for_each_pair() -> None:
    """Their pairs draw, shuffle, ask, move cards, and stop the game in many positions."""
    games = [game for game, _ in map(ruleset, (71, 79, 103, 258, 380)) if game is not None]
    found = [verdict for game in games for verdict in verdicts(game, Budget(runs=200, moves=2_000))]
    assert len(found) > 5
    assert all(verdict.sort == "differs" or verdict.because for verdict in found)


def test_in_any_order_is_confirmed_or_shown_not_to_be() -> None:
    found = verdicts(meant(place(BAD / "any_order_that_matters.rules")))
    assert [(verdict.pair.sort, verdict.sort) for verdict in found] == [
        ("any order", "differs"),
        ("any order", "commutes"),
    ]
