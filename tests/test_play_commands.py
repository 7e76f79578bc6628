"""`rulewright play` and `rulewright simulate` on the ruleset that `new` writes."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from rulewright import cli

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def garden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Path:
    """A working folder with a small ruleset."""
    monkeypatch.chdir(tmp_path)
    assert cli.run(["new", "garden"]) == 0
    capsys.readouterr()
    return tmp_path / "rulesets" / "garden"


def run(capsys: Captured, *arguments: str) -> tuple[int, str, str]:
    code = cli.run([*arguments])
    out, err = capsys.readouterr()
    return code, out, err


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


# ---- simulate


def test_tables(capsys: Captured) -> None:
    code, out, err = run(
        capsys, "simulate", "garden", "--players", "3", "--games", "30", "--bots", "random,greedy", "--check"
    )
    assert (code, err) == (0, "")
    assert "Garden 0.1.0; 3 players; bots random, greedy, random; 30 games; seed 0" in out
    assert "last_card     30  100.0 %" in out
    assert out.endswith("no errors in 30 games\n")


def test_json_is_the_same_for_any_number_of_processes(capsys: Captured) -> None:
    arguments = ["simulate", "garden", "--games", "40", "--seed", "3", "--json"]
    one, two = run(capsys, *arguments), run(capsys, *arguments, "--jobs", "2")
    assert one == two
    assert json.loads(one[1])["plan"]["seed"] == 3


@pytest.mark.parametrize(
    "change", ["most_in_hand=5", "full_rows=no", "Flower.rose.worth=1", "Flower.rose.colour=white"]
)
def test_a_setting_changes_the_game_and_no_file(change: str, garden: Path, capsys: Captured) -> None:
    before = {path.name: path.read_bytes() for path in garden.iterdir()}
    plain = json.loads(run(capsys, "simulate", "garden", "--games", "20", "--json")[1])
    code, out, err = run(capsys, "simulate", "garden", "--games", "20", "--json", "--set", change)
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["changes"] == [change]
    assert found["meaning"] != plain["meaning"] or found["total"] != plain["total"]
    assert {path.name: path.read_bytes() for path in garden.iterdir()} == before


@pytest.mark.parametrize(
    "change",
    [
        "most_in_hnd=5",
        "full_rows=maybe",
        "Flower.rse.worth=1",
        "Flower.rose.wrth=1",
        "Flower.rose.worth=9",
        "x",
        "a=1+",
    ],
)
def test_a_setting_that_cannot_be_made_is_a_coded_error(change: str, capsys: Captured) -> None:
    code, out, err = run(capsys, "simulate", "garden", "--games", "1", "--set", change)
    assert (code, out) == (1, "")
    assert "error[RW" in err
    assert "--> --set:1:" in err
    assert "Traceback" not in err


def test_sweep(capsys: Captured) -> None:
    code, out, err = run(capsys, "simulate", "garden", "--games", "10", "--sweep", "most_in_hand=2..4")
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()[3:]] == ["most_in_hand", "2", "3", "4"]
    code, out, err = run(
        capsys, "simulate", "garden", "--games", "3", "--sweep", "full_rows=no,yes", "--json"
    )
    assert [row["value"] for row in json.loads(out)["rows"]] == ["no", "yes"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "5"], "Garden is for 2 to 4 players, not 5"),
        (["--bots", "clever"], "there is no bot `clever`"),
        (["--bots", "random,random,random", "--players", "2"], "3 bots, but 2 players"),
        (["--sweep", "goal"], "name=1..5"),
        (["--games", "0"], "--games"),
    ],
)
def test_what_simulate_cannot_do(arguments: list[str], said: str, capsys: Captured) -> None:
    code, out, err = run(capsys, "simulate", "garden", *arguments)
    assert (code, out) == (2, "")
    assert said in err


def test_a_game_over_the_budget_is_an_error(capsys: Captured) -> None:
    code, out, _ = run(capsys, "simulate", "garden", "--games", "2", "--plies", "3")
    assert code == 1
    assert "seed 0, decision 3: does not end" in out


# ---- play


def test_bots_play_to_the_end(capsys: Captured) -> None:
    code, out, err = run(
        capsys, "play", "garden", "--players", "3", "--bots", "random,greedy,random", "--seed", "7"
    )
    assert (code, err) == (0, "")
    assert (
        out
        == run(capsys, "play", "garden", "--players", "3", "--bots", "random,greedy,random", "--seed", "7")[1]
    )
    assert "The game is over: the deck has run out." in out
    assert "flowers in the garden (G-6)" in out


def test_a_person_plays(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    typed(monkeypatch, "take", "why take", "why take", "1", "1", "score", "quit")
    code, out, err = run(capsys, "play", "garden", "--bots", "random", "--seats", "Ann", "--seed", "1")
    assert (code, err) == (0, "")
    assert "Ann (red), you" in out
    assert "your hand is full: plant a card first" in out


def test_the_input_ends(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    typed(monkeypatch)
    assert run(capsys, "play", "garden", "--bots", "random")[0] == 0


def test_a_save_holds_its_rules(garden: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    typed(monkeypatch, "1", "note what a start", "save a.json", "quit")
    assert run(capsys, "play", "garden+long_hands", "--bots", "greedy", "--seed", "5")[0] == 0
    rules = garden / "garden.rules"
    rules.write_text(rules.read_text("utf-8").replace("most_in_hand = 5", "most_in_hand = 2"), "utf-8")
    (garden / "cards.csv").unlink()
    typed(monkeypatch, "log", "save a.json", "quit")
    code, out, err = run(capsys, "play", "--load", "a.json")
    assert (code, err) == (0, "")
    assert "red: take a card" in out
    assert json.loads(Path("a.json").read_text("utf-8"))["notes"][0]["text"] == "what a start"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["garden"], "`a.json` is a save of `garden+long_hands`: leave out `garden`, or write that"),
        (["kanagawa"], "leave out `kanagawa`"),
        (["--bots", "random"], "a save says itself how it is played: leave out `--bots`"),
        (["--seed", "0", "--option", "full_rows=no"], "leave out `--seed`, `--option`"),
        (["garden+long_hands"], None),
        ([], None),
    ],
)
def test_a_save_says_what_is_played(
    arguments: list[str], said: str | None, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    typed(monkeypatch, "save a.json", "quit")
    run(capsys, "play", "garden+long_hands", "--bots", "greedy", "--seed", "5")
    typed(monkeypatch, "quit")
    code, _, err = run(capsys, "play", *arguments, "--load", "a.json")
    assert (code, said or "") == ((2, said) if said else (0, err))
    assert said is None or said in err


def test_saves_that_are_none(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    Path("b.json").write_text("{}", "utf-8")
    assert "error[RW016]" in run(capsys, "play", "--load", "b.json")[2]
    assert "error[RW001]" in run(capsys, "play", "--load", "none.json")[2]
    typed(monkeypatch, "save b.json", "save none/x.json", "load b.json", "quit")
    code, out, _ = run(capsys, "play", "garden", "--bots", "random")
    assert code == 0
    assert "b.json is there and is no save" in out
    assert "none/x.json cannot be written" in out
    assert "is no whole save" in out
    assert Path("b.json").read_text("utf-8") == "{}"


def test_a_save_with_unsound_rules(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    typed(monkeypatch, "save a.json", "quit")
    run(capsys, "play", "garden", "--bots", "random")
    text = Path("a.json").read_text("utf-8").replace("most_in_hand = 3", "most_in_hand = x")
    Path("a.json").write_text(text, "utf-8")
    code, _, err = run(capsys, "play", "--load", "a.json")
    assert code == 2
    assert "the rules in it are not sound" in err
    assert "a.json/garden/garden.rules" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "name a ruleset"),
        (["garden", "--players", "7"], "is for 2 to 4 players"),
        (["garden", "--bots", "x"], "there is no bot `x`"),
        (["garden", "--bots", "random,random,random", "--players", "2"], "too many for 2 players"),
        (["garden", "--option", "x"], "write name=value"),
        (["garden", "--option", "x=1"], "has no option 'x'"),
        (["garden", "--option", "full_rows=9"], "takes"),
        (["garden", "--lang", "fr"], "no texts for `fr`"),
        (["gardn"], "did you mean `garden`?"),
    ],
)
def test_what_play_cannot_do(arguments: list[str], said: str, capsys: Captured) -> None:
    code, _, err = run(capsys, "play", *arguments)
    assert code == 2
    assert said in err


def test_what_is_played_is_said_first(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    typed(monkeypatch, "quit")
    arguments = ("play", "garden+long_hands", "--option", "full_rows=no", "--bots", "random", "--seed", "1")
    lines = run(capsys, *arguments)[1].splitlines()
    assert lines[:3] == [
        "Garden 0.1.0, 2 players, seed 1",
        "  players may hold five cards",
        "  each colour in a garden is worth 2 points more: no",
    ]


def test_one_example_holds(capsys: Captured) -> None:
    assert run(capsys, "check", "garden")[1] == "garden: no errors, 1 example holds\n"


def test_a_score_line_of_hidden_cards(
    garden: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """A hand counts in the middle of the game for its own seat only, the deck for nobody."""
    rules = garden / "garden.rules"
    text = rules.read_text("utf-8")
    more = "score held = total(k.worth for k in my.hand)\nscore rest = total(k.worth for k in deck)\nending"
    rules.write_text(text.replace("ending", more, 1), "utf-8")
    typed(monkeypatch, "score", "quit")
    code, out, err = run(capsys, "play", "garden", "--bots", "random", "--seed", "1")
    assert code == 0, err
    held = next(line.split() for line in out.splitlines() if line.startswith("  held"))
    rest = next(line.split() for line in out.splitlines() if line.startswith("  rest"))
    assert held[1].isdecimal()
    assert held[2] == "?"
    assert rest[1:] == ["?", "?"]


# ---- what is shown can be typed


def at_breakthrough(monkeypatch: pytest.MonkeyPatch, capsys: Captured, *lines: str) -> str:
    typed(monkeypatch, *lines, "quit")
    code, out, err = run(capsys, "play", "breakthrough", "--bots", "random", "--seed", "1")
    assert (code, err) == (0, "")
    return out


@pytest.mark.parametrize(
    "move", ["b2 forward left", "advance(b2, forward left)", "Advance (b2,forward_left)"]
)
def test_moves_are_typed_as_the_menu_or_an_example_has_them(
    move: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    out = at_breakthrough(monkeypatch, capsys, f"why {move}", move)
    assert "  advance\n" in out
    assert "16  b2 forward left" in out
    assert f"`{move}` can be played now" in out
    assert "white: b2 forward left" in out


def test_why_says_how_it_is_used_and_what_a_number_means(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    out = at_breakthrough(monkeypatch, capsys, "why", "why 1", "why advance(a1, forward)")
    assert "> why\nwrite a move or an action after `why`" in out
    assert "> why 1\n`a2 forward` can be played now" in out
    assert "> why advance(a1, forward)\nthere is nothing to choose" in out


def test_show_tells_what_stands_on_a_space(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    out = at_breakthrough(monkeypatch, capsys, "show A2", "show a4", "show z9")
    assert "> show A2\na2, board: Man(white)\n" in out
    assert "> show a4\na4, board: nothing\n" in out
    assert "> show z9\nwrite `show` and the name of a card or a space" in out


def test_a_save_in_a_folder_that_is_not_there(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    out = at_breakthrough(monkeypatch, capsys, "save none/x.json")
    assert "none/x.json cannot be written: there is no folder none\n" in out


@pytest.mark.parametrize("command", ["play", "simulate", "perft"])
def test_for_two_only(command: str, capsys: Captured) -> None:
    depth = ["1"] if command == "perft" else []
    code, _, err = run(capsys, command, "breakthrough", *depth, "--players", "3")
    assert code == 2
    assert "Breakthrough is for 2 players, not 3" in err


def test_what_reactions_run_is_told(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    """With the clause that each follows, to who watches bots and to who plays."""
    root = Path(__file__).parent.parent
    ruleset = str(root / "rulesets" / "kokeshi")
    assert cli.run(["play", ruleset, "--seed", "3", "--bots", "random,random"]) == 0
    assert re.search(r"\n  That set off: .*landing \(KOK-\d+\)", capsys.readouterr().out)
    typed(monkeypatch, *["1"] * 8, "quit")
    assert cli.run(["play", ruleset, "--players", "2", "--seed", "3", "--bots", "random"]) == 0
    assert re.search(r"\nThat set off: .*landing \(KOK-\d+\)", capsys.readouterr().out)
