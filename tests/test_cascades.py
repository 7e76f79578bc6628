"""The corpus of cascades: what is known of each file is true, and the engines do as the answers say."""

from __future__ import annotations

import random
from functools import cache

import pytest

from rulewright import pipeline
from rulewright.python import engine
from rulewright.python.runtime import Random
from rulewright.report.diagnostics import Report
from tests.cascade_engines import Endless, Starts, built, placed, play, random_cascades
from tests.cascade_truth import Search, Truth
from tests.cascade_verdicts import PROVED, REFUSED, verdict, witnesses
from tests.corpus import CASCADES

ABOUT_CASCADES = {"RW310", "RW311"}
OUT_OF_RANGE = {"rises_unasked"}
"""What only the end of a range would stop: that is an error at play, and no end of a cascade."""
STOP, LOOP = CASCADES.answered("stops"), CASCADES.answered("loops")
NOT_PLAYED = {"limited_on_one_cycle_at_once"}
"""Its witness goes another way once the limit is reached: to be mended in the check."""
LIMITED = CASCADES.answered("limited")


@cache
def searched(name: str) -> tuple[Search, Truth]:
    """Every cascade of a file, followed."""
    search = Search(CASCADES.meant(name, CASCADES.smaller(name)))
    return search, search.truth()


# ---- the corpus


def test_there_are_enough_of_both() -> None:
    assert len(STOP) + len(LOOP) >= 150
    assert 0.4 < len(LOOP) / len(CASCADES.files) < 0.6


def test_each_teaches_a_pattern_of_its_own() -> None:
    CASCADES.check_names()


@pytest.mark.parametrize("name", CASCADES.files)
def test_nothing_else_is_held_against_it(name: str) -> None:
    report = Report()
    pipeline.check_all(CASCADES.place(name), report)
    said = [d for d in report if d.level != "note" and d.code not in ABOUT_CASCADES]
    assert [f"{d.span}: {d.code} {d.message}" for d in said] == []


@pytest.mark.parametrize("name", CASCADES.files)
def test_the_answer_is_true(name: str) -> None:
    """Followed from every position, with every choice. What is limited stops, and would not without."""
    _, truth = searched(name)
    wanted = "breaks" if name in OUT_OF_RANGE else "stops" if name in LIMITED else CASCADES.answers[name]
    assert truth.sort == wanted, truth


@pytest.mark.parametrize("name", LIMITED)
def test_without_its_limits_it_loops(name: str) -> None:
    game = CASCADES.without_limits(name)
    assert Search(game).truth().sort == "loops"


# ---- the check


def test_verdicts() -> None:
    """No loop is accepted, hardly anything that stops is left unproved, and nothing that stops is shown to
    loop. What is limited is told from what is proved."""
    found = {name: verdict(CASCADES.meant(name)) for name in CASCADES.files}
    assert [name for name in LOOP if found[name] not in REFUSED] == []
    assert [name for name in STOP if found[name] == "refused"] == []
    unproved = [name for name in STOP if found[name] not in PROVED]
    assert len(unproved) <= 0.05 * len(STOP), unproved
    assert {name: found[name] for name in LIMITED if found[name] != "limited"} == {}


def test_loops_are_shown() -> None:
    """Nearly every loop is shown by a witness that plays."""
    shown = sum(witnesses(CASCADES.meant(name)) > 0 for name in LOOP if name not in NOT_PLAYED)
    assert shown >= 0.9 * len(LOOP)


# ---- in the engines


@pytest.mark.parametrize("name", [name for name in LOOP if name not in OUT_OF_RANGE])
def test_a_loop_runs_in_its_engine(name: str) -> None:
    """From the position that the search has found, 10,000 reactions and no end."""
    search, truth = searched(name)
    assert truth.loop is not None
    assert truth.loop.start.seat == 0
    module = built(search.game)
    try:
        game = placed(module, search, truth.loop.start.state)
        with pytest.raises(Endless):
            play(game, truth.loop, 10_000)
    finally:
        engine.unload(module)


def test_at_once_is_as_deep_as_it_takes() -> None:
    """A reaction that runs inside itself is no call of Python inside itself."""
    deep = 20_000
    module = built(CASCADES.meant("counter_falls_at_once", deep))
    try:
        game = module.new(players=2, seed=1)
        game.state.trace = Starts(2 * deep, game.state)
        game.apply(game.legal_moves()[0])
        assert len(game.state.trace) == deep + 1
    finally:
        engine.unload(module)


def cascades_of(name: str, games: int) -> int:
    """Plays random games from random positions; gives how many actions were played. None of them sets off
    more reactions than the longest cascade that the search has found."""
    search, truth = searched(name)
    module, chance, played = built(search.game), random.Random(name), 0
    positions = list(search.states())
    try:
        for seed in range(games):
            game = placed(module, search, chance.choice(positions))
            more, longest = random_cascades(game, set(search.game.actions), Random(seed), 60, 50_000)
            assert longest <= truth.longest
            assert game.over
            played += more
    finally:
        engine.unload(module)
    return played


def test_random_cascades_end() -> None:
    assert sum(cascades_of(name, 3) for name in [*STOP, *LIMITED]) >= 1_000


@pytest.mark.deep
def test_a_hundred_thousand_random_cascades_end() -> None:
    assert sum(cascades_of(name, 250) for name in [*STOP, *LIMITED]) >= 100_000
