"""The corpus of cascades: what is known of each file is true, and the engines do as the answers say."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from rulewright import pipeline
from rulewright.python import engine
from rulewright.python.runtime import Random
from rulewright.report.diagnostics import Report
from tests import cascade_corpus as corpus
from tests.cascade_engines import Endless, Starts, built, placed, play, random_cascades

CASCADES = {"RW310"}
"""The codes of what is said about cascades."""
OUT_OF_RANGE = {"rises_unasked"}
"""What only the end of a range would stop: that is an error at play, and no end of a cascade."""
STOP, LOOP = corpus.answered("stops"), corpus.answered("loops")


# ---- the corpus


def test_there_are_enough_of_both() -> None:
    assert len(STOP) + len(LOOP) >= 150
    assert 0.4 < len(LOOP) / len(corpus.FILES) < 0.6


def test_each_teaches_a_pattern_of_its_own() -> None:
    """No two have the same reason, and each is called what it is."""
    why = [
        file.read_text(encoding="utf-8").partition("language 1")[0].partition("\n")[2]
        for file in corpus.FILES.values()
    ]
    assert len(set(why)) == len(why)
    for name, file in corpus.FILES.items():
        title = name.replace("_", " ").capitalize()
        assert f'game Cascade "{title}" version "1.0.0"' in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", corpus.FILES)
def test_nothing_else_is_said_about_it(name: str) -> None:
    report = Report()
    pipeline.check_all(corpus.place(name), report)
    assert [f"{d.span}: {d.code} {d.message}" for d in report if d.code not in CASCADES] == []


@pytest.mark.parametrize("name", [*STOP, *LOOP])
def test_the_answer_is_true(name: str) -> None:
    """Followed from every position, with every choice."""
    _, truth = corpus.searched(name)
    wanted = "breaks" if name in OUT_OF_RANGE else corpus.answer(name)
    assert truth.sort == wanted, truth


# ---- in the engines


@pytest.mark.parametrize("name", [name for name in LOOP if name not in OUT_OF_RANGE])
def test_a_loop_runs_in_its_engine(name: str) -> None:
    """From the position that the search has found, 10,000 reactions and no end."""
    search, truth = corpus.searched(name)
    loop = truth.loop
    assert loop is not None
    assert loop.start.seat == 0
    module = built(search.game)
    try:
        game = placed(module, search, loop.start.state)
        with pytest.raises(Endless):
            play(game, loop, 10_000)
    finally:
        engine.unload(module)


def test_at_once_is_as_deep_as_it_takes() -> None:
    """A reaction that runs inside itself is no call of Python inside itself."""
    deep = 20_000
    module = built(corpus.meant("counter_falls_at_once", most=deep))
    try:
        game = module.new(players=2, seed=1)
        game.state.trace = Starts(2 * deep)
        game.apply(game.legal_moves()[0])
        assert len(game.state.trace) == deep + 1
    finally:
        engine.unload(module)


def cascades_of(name: str, games: int) -> int:
    """Plays random games from random positions; gives how many actions were played. None of them sets off
    more reactions than the longest cascade that the search has found."""
    search, truth = corpus.searched(name)
    module, chance, played = built(search.game), random.Random(name), 0
    actions = set(search.game.actions)
    positions = list(islice(search.states(), 5_000))
    try:
        for seed in range(games):
            game = placed(module, search, chance.choice(positions))
            more, longest = random_cascades(game, actions, Random(seed), 60, 50_000)
            assert longest <= truth.longest
            assert game.over
            played += more
    finally:
        engine.unload(module)
    return played


def test_random_cascades_end() -> None:
    assert sum(cascades_of(name, 3) for name in STOP) >= 1_000


@pytest.mark.deep
def test_a_hundred_thousand_random_cascades_end() -> None:
    assert sum(cascades_of(name, 250) for name in STOP) >= 100_000
