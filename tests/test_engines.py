"""The invariants of generated engines, for every ruleset, variant, player count and option.

Nothing here knows a game. A folder dropped into `rulesets/` or `tests/rulesets/` is covered.
`--deep` adds 10,000 games and 200 debug games for each player count.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.play import playouts, tally
from rulewright.report.diagnostics import Report
from tests import engine_checks as checks
from tests.engine_checks import Setting

FOLDERS = checks.folders()
every_ruleset = pytest.mark.parametrize("folder", FOLDERS, ids=[folder.name for folder in FOLDERS])


def test_there_are_rulesets() -> None:
    assert "kanagawa" in {folder.name for folder in FOLDERS}


@every_ruleset
def test_checks_clean(folder: Path) -> None:
    """No error, no warning, and every example holds."""
    report = Report()
    checked = pipeline.check_all(checks.ruleset(folder), report)
    found = [checks.told(d) for d in report if d.level != "note"]
    assert not found, "\n".join(found)
    assert checked.examples > 0


# ---- positions


@every_ruleset
def test_undo(folder: Path) -> None:
    for setting in checks.settings_of(folder):
        for game in checks.some(setting, 1, 4):
            checks.check_undo(game)


@every_ruleset
def test_undo_of_a_whole_game(folder: Path) -> None:
    """Taken back move by move, a game passes through the states it was played through."""
    for setting in checks.settings_of(folder):
        states = []
        for game in checks.walk(setting, 2):
            states.append(game.state.copy())
        while game.moves:
            assert game.state == states.pop()
            game.undo()
        assert [game.state] == states
        assert checks.shown(game) == checks.shown(setting.new(2))


@every_ruleset
def test_undo_begins_anywhere(folder: Path) -> None:
    """A copy, a loaded and a resampled game take back what was played in them, to the ply, and no more."""
    for setting in checks.plain_of(folder):
        for game in checks.some(setting, 21, 3):
            made = [game.copy(), setting.engine.module.from_json(game.to_json())]
            made.append(game.resample(0, setting.stream(3)))
            for other in made:
                checks.check_takes_back(other, setting.stream(5), 40)


@every_ruleset
def test_a_position_changed_by_hand_is_not_taken_back(folder: Path) -> None:
    setting = checks.plain_of(folder)[0]
    game = setting.new(22)
    game.apply(game.nth_legal(0))
    game.state.memory[0] += 1
    with pytest.raises(setting.engine.module.IllegalMove, match="by hand"):
        game.undo()


@every_ruleset
def test_playout(folder: Path) -> None:
    """`playout` is what the face does with the same seeds."""
    for setting in checks.settings_of(folder):
        stream, games, plies, shared = setting.stream(23), 8, 0, 0
        wins = [0] * setting.players
        for number in range(games):
            game = setting.new(23 + number)
            while not game.over:
                game.apply(game.random_move(stream))
            plies += len(game.moves)
            shared += len(game.winners()) > 1
            for seat in game.winners():
                wins[seat] += 1
        found = setting.engine.module.playout(games, 23, setting.players, dict(setting.options))
        assert (found.games, found.plies, found.wins, found.shared) == (games, plies, tuple(wins), shared)


@every_ruleset
def test_debug(folder: Path) -> None:
    """A debug game plays the same game, and stops where something does not hold; another does not look."""
    setting = checks.plain_of(folder)[0]
    plain, tested = setting.new(24), setting.new(24, debug=True)
    twice = plain.copy()
    twice.state.legal = [*twice.state.legal, twice.state.legal[0]]
    assert any("twice" in found for found in twice.check())
    for game in (plain, tested):
        game.apply(game.nth_legal(0))
        game.undo()
        game.rules = replace(game.rules, claims=lambda state: ["claim nothing holds"])
    assert plain == tested
    plain.apply(plain.nth_legal(0))
    for game in (tested, tested.copy()):
        with pytest.raises(setting.engine.module.RuleError, match="1 moves: claim nothing holds"):
            game.apply(game.nth_legal(0))


@every_ruleset
def test_copies(folder: Path) -> None:
    for setting in checks.settings_of(folder):
        for game in checks.some(setting, 3, 5):
            checks.check_copy(game)


@every_ruleset
def test_replays(folder: Path) -> None:
    for setting in checks.settings_of(folder):
        for game in checks.some(setting, 4, 4):
            checks.check_replay(setting, game, 4)


@every_ruleset
def test_saves(folder: Path) -> None:
    for setting in checks.settings_of(folder):
        for game in checks.some(setting, 5, 4):
            checks.check_json(setting, game)


@every_ruleset
def test_damaged_saves(folder: Path) -> None:
    """Cut short or changed, a save is refused in the one way; no damage passes for a whole game."""
    chance = random.Random(6)
    for engine in checks.engines(folder)[:1]:
        for setting in list(checks.settings(engine))[:2]:
            for game in checks.some(setting, 6, 3):
                checks.check_save_refusals(setting, game)
                accepted = checks.check_damaged_saves(setting, game, chance, 80)
                assert not accepted, f"{setting}: {accepted[:5]}"


@every_ruleset
def test_moves(folder: Path) -> None:
    for setting in checks.settings_of(folder):
        for game in checks.some(setting, 7, 12):
            checks.check_moves(setting, game)


@every_ruleset
def test_illegal_moves(folder: Path) -> None:
    chance = random.Random(8)
    for setting in checks.settings_of(folder):
        for game in checks.some(setting, 8, 5):
            checks.check_refusals(setting, game, chance)


@every_ruleset
def test_why_not(folder: Path) -> None:
    for setting in checks.settings_of(folder):
        for game in checks.some(setting, 9, 10):
            checks.check_why_not(setting, game)


# ---- what is seen


@every_ruleset
def test_resample(folder: Path) -> None:
    for setting in checks.plain_of(folder):
        games = checks.some(setting, 10, 6, history=True)
        changed = [checks.check_resample(setting, game, 10) for game in games]
        secrets = [
            len(checks.unknown(game, record, seat)) > 1
            for game in games
            for record in setting.engine.rules.records
            for seat in range(game.players)
            if len(set(record.backs)) == 1 and len(set(record.ids)) == len(record.ids)
        ]
        assert any(changed) or not any(secrets), f"{setting}: nothing hidden is ever dealt anew"


@every_ruleset
def test_information(folder: Path) -> None:
    for setting in checks.plain_of(folder):
        for game in checks.some(setting, 11, 4, history=True):
            checks.check_information(game)
        with pytest.raises(ValueError, match="history"):
            setting.new(0).information_key(0)


@every_ruleset
def test_together(folder: Path) -> None:
    chance = random.Random(14)
    for setting in checks.plain_of(folder):
        for game in checks.some(setting, 14, 12, history=True):
            if len(game.deciding) > 1:
                checks.check_together(setting, game, chance)


@every_ruleset
def test_views_hide(folder: Path) -> None:
    for setting in checks.plain_of(folder):
        for game in checks.some(setting, 12, 8):
            checks.check_view_hides(setting, game)


@every_ruleset
def test_logs_hide(folder: Path) -> None:
    for setting in checks.plain_of(folder):
        checks.check_log(setting, 13)


# ---- whole games


@every_ruleset
def test_games_end_and_keep_their_components(folder: Path) -> None:
    """Every decision of some games: nothing lost or copied, no claim broken, memory in its range."""
    for setting in checks.settings_of(folder):
        for seed in range(2):
            for game in checks.walk(setting, seed, debug=True):
                assert game.check() == [], f"{setting} seed {seed}"
            checks.check_scores(setting, game)
            assert game.ending in setting.engine.game.endings


@every_ruleset
def test_many_games(folder: Path) -> None:
    for setting in checks.settings_of(folder):
        _play(setting, games=10, check=False)


@every_ruleset
def test_scores(folder: Path) -> None:
    for setting in checks.settings_of(folder):
        for game in checks.some(setting, 14, 3):
            checks.check_scores(setting, game)


@every_ruleset
def test_same_seed_same_game(folder: Path) -> None:
    for setting in checks.settings_of(folder):
        first = [game.key() for game in checks.walk(setting, 15)]
        assert first == [game.key() for game in checks.walk(setting, 15)]


@every_ruleset
def test_wrong_ways_to_start(folder: Path) -> None:
    for engine in checks.engines(folder):
        new = engine.module.new
        for players in (engine.rules.low - 1, engine.rules.high + 1, -1):
            with pytest.raises(ValueError, match="players"):
                new(players)
        with pytest.raises(ValueError, match="no option"):
            new(options={"no_such_option": "yes"})
        for option in engine.rules.options:
            with pytest.raises(ValueError, match=option.name):
                new(options={option.name: "no such word"})


@pytest.mark.deep
@every_ruleset
def test_deep(folder: Path) -> None:
    for setting in checks.settings_of(folder):
        _play(setting, games=10_000, check=False)
        _play(setting, games=200, check=True)


def _play(setting: Setting, games: int, check: bool) -> None:
    plan = tally.Plan(setting.players, games, ("random",), 100, check, checks.BUDGET, setting.options)
    found = playouts.run(setting.engine.rules, plan, 0, games)
    assert not found.failures, f"{setting}: {found.failures[0]}"
    assert found.games == games


# ---- the generated text


@every_ruleset
def test_text(folder: Path) -> None:
    for engine in checks.engines(folder):
        checks.check_layout(engine)
        checks.check_imports(engine)
        checks.check_straight(engine)
        checks.check_slots(engine)
        checks.check_documented(engine)


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all engines as packages."""
    home = tmp_path_factory.mktemp("written")
    for folder in FOLDERS:
        for engine in checks.engines(folder):
            package = home / "engines" / engine.game.slug
            package.mkdir(parents=True)
            for name, text in engine.files.items():
                (package / name).write_text(text, "utf-8")
    return home


def test_style(written: Path) -> None:
    """Ruff has nothing to say, with the project's rules for generated code."""
    config = ["--config", str(checks.ROOT / "pyproject.toml"), "--ignore", "E501,SIM110", "--no-cache"]
    _run([sys.executable, "-m", "ruff", "check", *config, "--output-format", "concise", "engines"], written)


def test_types(written: Path, pytestconfig: pytest.Config) -> None:
    """Mypy has nothing to say, strictly."""
    assert pytestconfig.cache is not None
    cache = ["--cache-dir", str(pytestconfig.cache.mkdir("mypy_of_engines"))]
    _run([sys.executable, "-m", "mypy", "--strict", "--config-file", os.devnull, *cache, "engines"], written)


PLAY = """
import importlib, sys
for slug in sys.argv[1:]:
    engine = importlib.import_module(slug)
    for players in range(engine.RULES.low, engine.RULES.high + 1):
        game, rng = engine.new(players, 16, history=players == engine.RULES.low), engine.Random(16)
        while not game.over:
            print(slug, players, game.key(), game.observation_key(0))
            if players == engine.RULES.low:
                print(game.information_key(0))
            game.apply(game.random_move(rng))
        print(game.to_json())
"""


def test_same_keys_in_every_process(written: Path) -> None:
    """Engines dropped into another project play alike there, whatever the order of Python's sets."""
    slugs = [engine.game.slug for folder in FOLDERS for engine in checks.engines(folder)]
    command = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, 'engines'){PLAY}", *slugs]
    first, second = _twice(command, written)
    assert first == second
    for folder in FOLDERS:
        setting = Setting(checks.engines(folder)[0], checks.engines(folder)[0].rules.low)
        for game in checks.walk(setting, 16):
            assert game.over or f"{game.key()} {game.observation_key(0)}" in first


WRITE = """
import hashlib, sys
from pathlib import Path
from tests import engine_checks as checks
for folder in checks.folders():
    for engine in checks.engines(folder):
        for name, text in engine.files.items():
            print(engine.game.slug, name, hashlib.sha256(text.encode()).hexdigest())
"""


def test_same_bytes_in_every_process() -> None:
    """The same rules give the same files."""
    first, second = _twice([sys.executable, "-c", WRITE], checks.ROOT)
    assert first == second


def _twice(command: list[str], folder: Path) -> list[str]:
    """What a command prints under two orders of Python's sets, the two side by side in time."""
    running = []
    for seed in ("1", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{checks.ROOT / 'compiler'}{os.pathsep}."}
        if "-I" in command:
            command = ["-s" if part == "-I" else part for part in command]
            del env["PYTHONPATH"]
        out, err = subprocess.PIPE, subprocess.PIPE
        running.append(subprocess.Popen(command, cwd=folder, env=env, stdout=out, stderr=err, text=True))
    printed = []
    for process in running:
        told, trouble = process.communicate(timeout=300)
        assert process.returncode == 0, trouble
        printed.append(told)
    return printed


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
