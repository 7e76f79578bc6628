"""Saved games under new rules: what becomes of each, and that no file is changed or lost."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.cli import run
from rulewright.python import engine
from rulewright.python.runtime import Random
from rulewright.reading.files import find_ruleset
from rulewright.report.diagnostics import Report
from tests.test_diff import BOOK, RULES, TABLE


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Ducks as they are, and as snapshot `old.json`, with some saves of them."""
    folder = tmp_path / "rulesets" / "ducks"
    folder.mkdir(parents=True)
    for name, text in {"ducks.rules": RULES, "ducks.csv": TABLE, "rulebook.md": BOOK}.items():
        (folder / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert run(["snapshot", "ducks", "-o", "old.json"]) == 0
    return tmp_path


def saves(number: int, moves: int = 4) -> list[str]:
    """Files of games in progress, as the engine saves them."""
    game = pipeline.check(find_ruleset("ducks", Path.cwd()), Report())
    assert game is not None
    module = engine.load(pipeline.generate(game), game.slug)
    names = []
    for seed in range(number):
        made, rng = module.new(players=2, seed=seed), Random(seed)
        for _ in range(moves):
            made.apply(made.random_move(rng))
        names.append(f"save{seed}.json")
        Path(names[-1]).write_text(made.to_json(), "utf-8")
    engine.unload(module)
    return names


def change(*pairs: tuple[str, str]) -> None:
    """Changes the rules of Ducks, everywhere."""
    file = Path("rulesets/ducks/ducks.rules")
    text = file.read_text("utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, "utf-8")


def statuses(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What was said of each save."""
    return [line.split(" ")[0] for line in capsys.readouterr().out.splitlines() if ".json: " in line]


def test_layout_changes_no_save(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (one,) = saves(1)
    change(("turn:\n", "# turns\nturn:\n"))
    capsys.readouterr()
    assert run(["migrate", "old.json", "ducks", one]) == 0
    assert statuses(capsys) == ["unchanged"]
    assert Path("migrated", one).read_text("utf-8") == Path(one).read_text("utf-8")


def test_a_save_is_replayed_where_nothing_differs_yet(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = saves(3)
    before = [Path(name).read_bytes() for name in names]
    change(("2 * pretty(me)", "3 * pretty(me)"))
    capsys.readouterr()
    assert run(["migrate", "old.json", "ducks", *names]) == 0
    assert statuses(capsys) == ["replayed"] * 3
    assert [Path(name).read_bytes() for name in names] == before
    after = pipeline.check(find_ruleset("ducks", Path.cwd()), Report())
    assert after is not None
    module = engine.load(pipeline.generate(after), after.slug)
    assert len(module.from_json(Path("migrated", names[0]).read_text("utf-8")).moves) == 4
    engine.unload(module)


def test_what_is_renamed_is_migrated(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (one,) = saves(1)
    change(("settle", "nestle"), ("pond", "lake"), ("mallard", "pintail"))
    file = Path("rulesets/ducks/ducks.csv")
    file.write_text(TABLE.replace("mallard", "pintail"), "utf-8")
    capsys.readouterr()
    assert run(["migrate", "old.json", "ducks", one]) == 0
    assert statuses(capsys) == ["migrated"]


def test_what_would_be_another_game_is_pinned(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (one,) = saves(1)
    change(("deal 2 from pond to p.hand", "deal 1 from pond to p.hand"))
    capsys.readouterr()
    assert run(["migrate", "old.json", "ducks", one]) == 1
    assert statuses(capsys) == ["pinned"]
    assert not Path("migrated", one).exists()


def test_bad_saves_are_named_and_left_alone(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (one,) = saves(1)
    text = Path(one).read_text("utf-8")
    bad = {
        "cut.json": (text[:200], "not JSON"),
        "edited.json": (text.replace('"seed": 0', '"seed": 1'), "changed or damaged"),
        "newer.json": ('{"format": "rulewright save 9"}', "RW033"),
        "other.json": ('{"a": 1}', "RW016"),
    }
    for name, (said, _) in bad.items():
        Path(name).write_text(said, "utf-8")
    change(("2 * pretty(me)", "3 * pretty(me)"))
    capsys.readouterr()
    assert run(["migrate", "old.json", "ducks", *bad, "absent.json", one]) == 1
    said = capsys.readouterr().out
    for name, (_, words) in bad.items():
        line = next(line for line in said.splitlines() if name in line)
        assert line.startswith("damaged"), line
        assert words in line, line
    assert "1 replayed" in said
    assert sorted(file.name for file in Path("migrated").iterdir()) == [one]


def test_nothing_is_overwritten_and_a_second_run_goes_on(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = saves(2)
    change(("2 * pretty(me)", "3 * pretty(me)"))
    Path("migrated").mkdir()
    Path("migrated", names[0]).write_text("mine", "utf-8")
    capsys.readouterr()
    assert run(["migrate", "old.json", "ducks", *names]) == 1
    assert statuses(capsys) == ["kept", "replayed"]
    assert Path("migrated", names[0]).read_text("utf-8") == "mine"
    assert run(["migrate", "old.json", "ducks", names[1]]) == 0


def test_a_run_that_is_stopped_leaves_whole_files(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped while the second save is written: the first is there and whole, of the second there is
    nothing."""
    names = saves(3)
    change(("2 * pretty(me)", "3 * pretty(me)"))
    calls = []

    def stopping(fd: int) -> None:
        calls.append(fd)
        if len(calls) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", stopping)
    assert run(["migrate", "old.json", "ducks", *names]) == 130
    assert [file.name for file in Path("migrated").iterdir()] == names[:1]
    json.loads(Path("migrated", names[0]).read_text("utf-8"))
    assert all(Path(name).is_file() for name in names)


def test_more_than_a_thousand_saves_a_minute(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = saves(60, moves=6)
    change(("2 * pretty(me)", "3 * pretty(me)"))
    started = time.process_time()
    assert run(["migrate", "old.json", "ducks", *names]) == 0
    assert time.process_time() - started < 60 * 60 / 1000
    assert len(list(Path("migrated").iterdir())) == 60


def test_a_game_saved_at_the_table_takes_its_new_rules_along(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`play` loads it, with the new rules in it; the save of the old rules is a side of a diff."""
    said = iter(["1", "save table.json", "quit", "quit", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(said))
    run(["play", "ducks", "--players", "2", "--seed", "5"])
    assert Path("table.json").is_file()
    change(("2 * pretty(me)", "3 * pretty(me)"))
    capsys.readouterr()
    assert run(["migrate", "table.json", "ducks", "table.json"]) == 0
    assert statuses(capsys) == ["replayed"]
    assert run(["diff", "migrated/table.json", "ducks"]) == 0
    assert "no change in meaning" in capsys.readouterr().out
    assert run(["play", "--load", "migrated/table.json"]) == 0
