"""Random cascades: what the search of truth finds is what the engines do.

`--deep` follows thousands of rulesets.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from types import ModuleType

import pytest

from rulewright import core
from rulewright.checks.effects import statements
from rulewright.python import engine
from rulewright.python.runtime import Random
from tests.cascade_engines import Endless, built, placed, play, random_cascades
from tests.cascade_random import share_of_proved
from tests.cascade_truth import Search, Truth
from tests.cascade_verdicts import REFUSED, verdict, witnesses
from tests.random_cascades import ruleset

FEW, PLAYED, MANY = range(100), range(30), range(1_000, 3_000)


@cache
def searched(seed: int) -> tuple[Search, Truth]:
    """A random ruleset, and what is true of its cascades."""
    search = Search(ruleset(seed)[0])
    return search, search.truth()


def truths(seeds: range) -> Counter[str]:
    """How many stop, loop and are not decided."""
    return Counter(searched(seed)[1].sort for seed in seeds)


def test_there_is_enough_of_each() -> None:
    """Nearly all are decided, and both answers come often. None leaves a range."""
    found = truths(FEW)
    assert found["stops"] > 0.35 * len(FEW)
    assert found["loops"] > 0.35 * len(FEW)
    assert found["undecided"] < 0.05 * len(FEW)
    assert found["breaks"] == 0


# ---- the check


def check(seeds: range) -> Counter[tuple[str, str]]:
    """How often the check says what of what is true. No loop is accepted, and nothing that stops is shown to
    loop."""
    found: Counter[tuple[str, str]] = Counter()
    for seed in seeds:
        search, truth = searched(seed)
        said = verdict(search.game)
        assert truth.sort != "loops" or said in REFUSED, seed
        assert truth.sort != "stops" or said != "refused", seed
        found[truth.sort, said] += 1
    return found


def test_verdicts() -> None:
    assert share_of_proved(check(FEW)) >= 0.95


@pytest.mark.parametrize("seed", [759, 1473, 1761])
def test_a_loop_that_no_move_begins_is_none(seed: int) -> None:
    """Alone, a reaction of these would go round; what can set it off sets off another, or nothing can."""
    assert check(range(seed, seed + 1)) == {("stops", "proved"): 1}


def test_witnesses_play() -> None:
    """Every one of them; 221 has a line that grows."""
    assert sum(witnesses(searched(seed)[0].game) for seed in (*FEW, 221)) > 0.3 * len(FEW)


@pytest.mark.deep
def test_verdicts_on_thousands() -> None:
    found = check(MANY)
    assert sum(number for (sort, _), number in found.items() if sort == "undecided") < 0.05 * len(MANY)
    assert share_of_proved(found) >= 0.9


# ---- the engines


def has_choices(game: core.Game) -> bool:
    """Is a player asked within the cascades?"""
    bodies = [r.body for r in game.reactions.values()]
    return any(isinstance(stmt, core.Choose) for body in bodies for stmt in statements(body))


@pytest.mark.parametrize("seed", PLAYED)
def test_engines_do_what_is_true(seed: int) -> None:
    """A loop goes on for 3,000 reactions from the position that the search names; where all stop, random
    cascades from random positions set off no more reactions than the longest that the search has followed."""
    search, truth = searched(seed)
    module = built(search.game)
    try:
        if truth.loop is not None:
            _loops(module, search, truth)
        elif truth.sort == "stops":
            _stops(module, search, truth, seed)
    finally:
        engine.unload(module)


def _loops(module: ModuleType, search: Search, truth: Truth) -> None:
    assert truth.loop is not None
    if truth.loop.grows and has_choices(search.game):
        return  # what must be chosen so that the line grows is not told
    game = placed(module, search, truth.loop.start.state)
    for _ in range(truth.loop.start.seat):
        game.apply(next(move for move in game.legal_moves() if game.name(move) == "rest"))
    with pytest.raises(Endless):
        play(game, truth.loop, 3_000)


def _stops(module: ModuleType, search: Search, truth: Truth, seed: int) -> None:
    chance, positions = random.Random(seed), list(search.states())
    for i in range(10):
        game = placed(module, search, chance.choice(positions))
        _, longest = random_cascades(game, set(search.game.actions), Random(i), 100, truth.longest)
        assert longest <= truth.longest
        assert game.over
