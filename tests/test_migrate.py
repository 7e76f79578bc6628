"""Saved games under new rules: what becomes of each, and that no file is changed or lost."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from rulewright import pipeline
from rulewright.cli import run
from rulewright.commands._sides import playable
from rulewright.diff.transfer import Transfer, rule
from rulewright.python import engine
from rulewright.python.runtime import Random, new_game
from rulewright.reading.files import find_ruleset, rulesets_below
from rulewright.report.diagnostics import Report
from tests.test_diff import BOOK, RULES, TABLE

ROOT = Path(__file__).parent.parent
ALL = {r.name: r for r in [*rulesets_below(ROOT / "rulesets"), *rulesets_below(ROOT / "tests" / "rulesets")]}


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


# ---- positions

DEAL = ("deal 2 from pond to p.hand", "deal 1 from pond to p.hand")
WORD = ("white, mallard, teal", "white, mallard, teal, golden")
TURN = ("    offer call, settle", "    offer call, settle\n    offer call, settle")
FIRST = ("white, mallard, teal", "golden, white, mallard, teal")
HELD = ("reaction full as", "reaction more as soon as fed_enough(me):\n    nothing\n\nreaction full as")


def opened(side: str, name: str) -> Any:
    """A save of an engine, opened by the rules of a side."""
    game = playable(side, Report())
    assert game is not None
    return engine.load(pipeline.generate(game), game.slug).from_json(Path(name).read_text("utf-8"))


@pytest.mark.parametrize(
    ("pairs", "row"),
    [
        ([DEAL], ""),
        ([DEAL, ("pond", "lake"), ("mallard", "pintail")], ""),
        ([DEAL, WORD], ""),
        ([], "d9,2,teal,6,"),
    ],
    ids=["set-up", "renamed", "word", "row"],
)
def test_a_position_is_taken_over(
    home: Path, capsys: pytest.CaptureFixture[str], pairs: list[tuple[str, str]], row: str
) -> None:
    """Where the same moves would lead elsewhere, all lies as it did, and the game goes on to its end."""
    (one,) = saves(1)
    change(*pairs)
    file = Path("rulesets/ducks/ducks.csv")
    new_names = dict(pairs[1:] if len(pairs) == 3 else [])
    table = TABLE.replace("mallard", new_names.get("mallard", "mallard"))
    file.write_text(f"{table}{row}\n" if row else table, "utf-8")
    capsys.readouterr()
    assert run(["migrate", "old.json", "ducks", one]) == 0
    said = capsys.readouterr().out
    assert said.startswith("migrated "), said
    assert "its position was taken over" in said
    before, after = opened("old.json", one), opened("ducks", f"migrated/{one}")
    was = json.dumps(before.view(None))
    for old, new in new_names.items():
        was = was.replace(old, new)
    now = after.view(None)
    if row:
        assert "positions: d9 of Duck lie where a game begins with them" in said
        assert now["pond"][:2] == ["d9", "d9"]
        now["pond"] = now["pond"][2:]
    assert now == json.loads(was)
    assert after.check() == []
    rng = Random(1)
    while not after.over:
        after.apply(after.random_move(rng))


@pytest.mark.parametrize(
    ("pairs", "without", "words"),
    [
        ([DEAL, FIRST], "", "the words of Plumage are not those of the old rules"),
        ([DEAL, TURN], "", "in the middle of turn, which has changed"),
        ([DEAL, HELD], "", "more is new"),
        ([DEAL, ("players 2..3: red, blue, green", "players 3: red, blue, green")], "", "3 players, not 2"),
        (
            [("holds d2", "holds d3"), ("settle(d2)", "settle(d3)")],
            "d2,3,mallard,2,\n",
            "d2 has come into play",
        ),
    ],
    ids=["words", "turn", "reaction", "players", "row"],
)
def test_what_cannot_be_taken_over_is_pinned(
    home: Path, capsys: pytest.CaptureFixture[str], pairs: list[tuple[str, str]], without: str, words: str
) -> None:
    (one,) = saves(1)
    change(*pairs)
    Path("rulesets/ducks/ducks.csv").write_text(TABLE.replace(without, ""), "utf-8")
    capsys.readouterr()
    assert run(["migrate", "old.json", "ducks", one]) == 1
    said = capsys.readouterr().out
    assert said.startswith("pinned "), said
    assert words in said
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


def test_a_run_that_is_killed_leaves_whole_files(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By SIGKILL, in the midst of many saves: what is there is whole, nothing was changed, and a second run
    does the rest."""
    names = saves(40)
    before = {name: Path(name).read_bytes() for name in names}
    change(DEAL)
    with subprocess.Popen(
        [sys.executable, "-m", "rulewright", "migrate", "old.json", "ducks", *names]
    ) as started:
        while started.poll() is None and not any(Path("migrated").glob("save*.json")):
            time.sleep(0.002)
        started.kill()
    there = [file for file in Path("migrated").iterdir() if not file.name.startswith(".")]
    assert 1 <= len(there) < len(names)
    for file in there:
        assert opened("ducks", str(file)).check() == []
    assert {name: Path(name).read_bytes() for name in names} == before
    assert run(["migrate", "old.json", "ducks", *names]) == 0
    assert {file.name for file in Path("migrated").glob("save*")} == set(names)
    assert "40 migrated" in capsys.readouterr().out


def test_a_full_disk_stops_and_leaves_whole_files(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = saves(3)
    change(DEAL)
    calls = []

    def full(fd: int) -> None:
        calls.append(fd)
        if len(calls) > 1:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert run(["migrate", "old.json", "ducks", *names]) == 2
    assert "RW019" in capsys.readouterr().err
    assert [file.name for file in Path("migrated").iterdir()] == names[:1]
    monkeypatch.undo()
    monkeypatch.chdir(home)
    assert run(["migrate", "old.json", "ducks", *names]) == 0


def test_more_than_a_thousand_saves_a_minute(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = saves(60, moves=6)
    change(DEAL)
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


def test_a_game_at_the_table_goes_on_from_its_position(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is loaded, played on, saved and loaded once more."""
    said = iter(["", "save table.json", "quit", "", "1", "", "save more.json", "quit", "", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(said))
    run(["play", "ducks", "--players", "2", "--seed", "5"])
    change(DEAL)
    capsys.readouterr()
    assert run(["migrate", "table.json", "ducks", "table.json"]) == 0
    assert "its position was taken over" in capsys.readouterr().out
    assert run(["play", "--load", "migrated/table.json"]) == 0
    data = json.loads(Path("more.json").read_text("utf-8"))
    assert (data["origin"]["moves"], len(data["game"]["moves"])) == ([], 1)
    assert run(["play", "--load", "more.json"]) == 0


SOME = ["veil", "keep", "quilt", "othello", "orchard", "kanagawa"]


@pytest.mark.parametrize(
    "name", [*SOME, *(pytest.param(n, marks=pytest.mark.deep) for n in ALL if n not in SOME)]
)
def test_positions_of_the_same_rules_are_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever lies where, whatever rule is under way: each position of random games is taken over whole."""
    monkeypatch.chdir(ROOT)
    report = Report()
    game = pipeline.check(ALL[name], report)
    assert game is not None
    module = engine.load(pipeline.generate(game), game.slug)
    one = rule(game, module)
    same = Transfer(one, one, {})
    for seed in range(2):
        for players in (game.low, game.high):
            made, rng = new_game(module.RULES, players, seed, {}, "sampled", False), Random(seed)
            while not made.over and len(made.moves) < 80 and not made.state.past:
                state = made.state.copy()
                assert same.position(state, players, state.options) == state
                made.apply(made.random_move(rng))
    engine.unload(module)
