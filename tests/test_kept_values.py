"""Values that are kept until what they read changes: they are always what they would be anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.python import engine as engines_in_memory
from rulewright.python import kept_values
from tests import engine_checks as checks
from tests import lock_step
from tests.engine_checks import Setting
from tests.random_rulesets import ruleset

HOME = Path(__file__).parent / "rulesets"


@pytest.fixture
def greedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that can be kept is kept, whether it pays or not."""
    monkeypatch.setattr(kept_values, "DEAR", 0)
    monkeypatch.setattr(kept_values, "PAYS", 0)
    monkeypatch.setattr(kept_values, "MOST", 400)


def kept(engine: checks.Engine) -> int:
    """How many functions keep what they have found."""
    return len(engine.rules.kept)


def played(engine: checks.Engine, seeds: int, plies: int) -> None:
    """Plays in lock step with the naive interpreter, and once more looking at all that is kept."""
    module = engine.module
    for players in range(engine.rules.low, engine.rules.high + 1):
        setting = Setting(engine, players)
        for seed in range(seeds):
            lock_step.play(setting, seed, plies)
            looked_at(setting, seed, plies, module.RuleError)


def looked_at(setting: Setting, seed: int, plies: int, error: type[Exception]) -> None:
    """Plays, with a move taken back now and then: what is kept is what it would be anew, in copies too."""
    stream = setting.stream(seed)
    try:
        game = setting.new(seed)
        for ply in range(plies):
            if game.over:
                return
            before = game.copy()
            game.apply(move := game.random_move(stream))
            assert not [said for one in (game, before) for said in one.check() if "is kept as" in said]
            if ply % 7 == 3:
                game.undo()
                game.apply(move)
    except error:
        return


@pytest.mark.usefixtures("greedy")
@pytest.mark.parametrize("seed", [2, 5, 11])
def test_all_that_can_be_kept_in_random_rulesets(seed: int) -> None:
    game, _ = ruleset(seed)
    assert game is not None
    engine = checks.engine_of(game)
    played(engine, 1, 30)
    engines_in_memory.unload(engine.module)


@pytest.mark.usefixtures("greedy")
def test_random_rulesets_keep_values() -> None:
    """The random rulesets above have something to keep."""
    found = [checks.engine_of(game) for seed in (2, 5, 11) if (game := ruleset(seed)[0]) is not None]
    assert sum(map(kept, found)) >= 3
    for engine in found:
        engines_in_memory.unload(engine.module)


# What each of these writes that kept values read: memory, boards, zones, cards that lie over each other
SMALL = {"arrows": 1, "bridge": 5, "fists": 1, "pits": 1, "quilt": 3, "realms": 1, "sparks": 1, "tolls": 1}


@pytest.mark.usefixtures("greedy")
@pytest.mark.parametrize("name", SMALL)
def test_all_that_can_be_kept(name: str) -> None:
    """These fail where an engine does not forget what reads the places that it writes."""
    game = checks.checked(checks.ruleset(HOME / name))
    assert game is not None
    engine = checks.engine_of(game)
    assert kept(engine) >= SMALL[name]
    setting = Setting(engine, engine.rules.low)
    for seed in range(2):
        looked_at(setting, seed, 60, engine.module.RuleError)
    lock_step.play(setting, 0, 60)
    engines_in_memory.unload(engine.module)


def test_an_outdated_value_is_found() -> None:
    """`check` tells of a value that somebody has written what it reads without forgetting."""
    from generated import kokeshi

    game = kokeshi.new(2, 1)
    for _ in range(30):
        game.apply(game.legal_moves()[0])
    at = next(i for i, value in enumerate(game.state.kept) if value is not None)
    assert game.check() == []
    game.state.kept[at] += 1
    assert any(f"is kept as {game.state.kept[at]}" in said for said in game.check())
