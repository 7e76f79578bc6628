"""A fault of the rules that shows when they are played is told as theirs: where it is, with exit code 1."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from rulewright import cli
from rulewright.play import play_table

Captured = pytest.CaptureFixture[str]

FROGS = """\
language 1
game Frogs "Frogs" version "1.0.0"
players 2: red, green
constant leap = 1
memory hops of player: 0..3, all game
memory all_hops: 0..999, all game
{library}
setup:
    {setup}

turn:
    offer hop

action hop "hop":
    do:
        {hop}
        add 1 to all_hops

score hops = my.hops
ending late when all_hops > {last}, at once
winner is most score
"""


def frogs(
    setup: str = "nothing",
    hop: str = "add leap to my.hops",
    library: str = "",
    last: int = 50,
) -> None:
    folder = Path("rulesets/frogs")
    folder.mkdir(parents=True, exist_ok=True)
    text = FROGS.format(setup=setup, hop=hop, library=library, last=last)
    (folder / "frogs.rules").write_text(text, "utf-8")


BROKEN_SETUP = "each p in players:\n        add 2 to p.hops\n        add 2 to p.hops"
SAID = "error[RW904]: the rules stopped the game: hops would leave its range 0..3"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    frogs()


def run(capsys: Captured, *arguments: str) -> tuple[int, str, str]:
    code = cli.run([*arguments])
    out, err = capsys.readouterr()
    assert "bug" not in err
    assert "Traceback" not in err
    return code, out, err


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_bots_are_stopped(capsys: Captured) -> None:
    code, out, err = run(capsys, "play", "frogs", "--bots", "random,random", "--seed", "4")
    assert code == 1
    assert SAID in err
    assert "--> rulesets/frogs/frogs.rules:16:9" in err
    assert "add leap to my.hops" in err
    assert "That came by red: hop." in out
    assert "The game stops after 6 moves; its seed is 4." in out


def test_a_person_keeps_the_position_before(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    typed(monkeypatch, "hop", "hop", "hop", "hop", "none/a.json", "a.json")
    code, out, err = run(capsys, "play", "frogs", "--bots", "random")
    assert code == 1
    assert SAID in err
    assert "saved as a.json" in out
    assert len(json.loads(Path("a.json").read_text("utf-8"))["game"]["moves"]) == 6
    typed(monkeypatch, "hop", "")
    code, out, err = run(capsys, "play", "--load", "a.json")
    assert code == 1
    assert SAID in err
    assert "--> a.json/frogs/frogs.rules:16:9" in err


def test_a_bot_that_looks_ahead_is_stopped(capsys: Captured) -> None:
    code, _, err = run(capsys, "play", "frogs", "--bots", "mcts,mcts", "--seed", "4")
    assert (code, SAID in err) == (1, True)


@pytest.mark.parametrize("command", [["play", "--bots", "random"], ["perft", "2"]])
def test_before_the_first_decision(command: list[str], capsys: Captured) -> None:
    frogs(BROKEN_SETUP)
    code, out, err = run(capsys, command[0], "frogs", *command[1:])
    assert (code, out) == (1, "")
    assert SAID in err
    assert "frogs.rules:11:" in err


def test_perft_is_stopped(capsys: Captured) -> None:
    code, out, err = run(capsys, "perft", "frogs", "9")
    assert code == 1
    assert SAID in err
    assert "  7" in out


@pytest.mark.parametrize(("setup", "ply", "line"), [("nothing", 6, 16), (BROKEN_SETUP, 0, 11)])
def test_simulate_counts_and_says_why(setup: str, ply: int, line: int, capsys: Captured) -> None:
    frogs(setup)
    code, out, err = run(capsys, "simulate", "frogs", "--games", "3", "--jobs", "2")
    assert (code, err) == (1, "")
    assert "3 of 3 games went wrong:" in out
    said = "the rules stopped the game: hops would leave its range 0..3"
    assert f"seed 0, decision {ply}: {said} (rulesets/frogs/frogs.rules:{line})" in out


def test_a_sweep_shows_the_reason_of_each(capsys: Captured) -> None:
    frogs(last=3)
    code, out, err = run(capsys, "simulate", "frogs", "--games", "2", "--sweep", "leap=1..2")
    assert (code, err) == (1, "")
    assert "  1: " not in out
    assert "  2: seed 0, decision 2: the rules stopped the game: hops would leave its range" in out
    assert [line.split()[-1] for line in out.splitlines()[4:6]] == ["0", "2"]


def test_a_line_of_another_file_is_shown_there(capsys: Captured) -> None:
    frogs(library='use "jumps.rules"', hop="resolve far_hop(2)")
    jumps = "language 1\n\nprocedure far_hop(n: 1..2):\n    add n to my.hops\n"
    Path("rulesets/frogs/jumps.rules").write_text(jumps, "utf-8")
    code, _, err = run(capsys, "play", "frogs", "--bots", "random,random")
    assert code == 1
    assert "--> rulesets/frogs/jumps.rules:4:5" in err


def test_bots_do_not_play_for_ever(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    frogs(hop="set my.hops to 1")
    monkeypatch.setattr(play_table, "BUDGET", 20)
    code, out, _ = run(capsys, "play", "frogs", "--bots", "random,random")
    assert code == 1
    assert out.endswith("no end after 20 decisions of bots: the game stops here\n")
