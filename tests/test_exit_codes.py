"""Exit codes of `check` and `build`, JSON for programs, and nothing written where anything fails."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright import cli
from rulewright.commands.build import command as build
from rulewright.commands.check import command as check
from rulewright.reading.folders import MARKER
from rulewright.report.diagnostics import UserError

CASES = Path(__file__).parent / "cases"
GOOD, BAD = CASES / "good" / "plain.rules", CASES / "bad" / "misspelt_action.rules"
WARNED = CASES / "bad" / "never_used.rules"
FIELDS = {"format", "code", "level", "title", "message", "span", "help", "notes"}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands run in an empty folder."""
    monkeypatch.chdir(tmp_path)


def invoke(command: str, *arguments: object) -> Result:
    """Run a command; what it returns is its exit code."""
    found = {"check": check, "build": build}[command]
    return CliRunner().invoke(found, [*map(str, arguments)], standalone_mode=False)


def code(command: str, *arguments: object) -> int:
    """The exit code of the whole command line."""
    return cli.run([command, *map(str, arguments)])


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((GOOD,), 0),
        ((GOOD, "--strict"), 0),
        ((BAD,), 1),
        ((WARNED,), 0),
        ((WARNED, "--strict"), 1),
        ((GOOD, BAD), 1),
        ((CASES / "bad" / "empty.rules",), 1),
        ((CASES / "bad" / "binary.rules",), 1),
        (("nothing_here",), 2),
        (("nothing_here.rules",), 1),
        ((GOOD, "--nothing"), 2),
    ],
)
@pytest.mark.parametrize("command", ["check", "build"])
def test_exit_codes(command: str, arguments: Sequence[object], expected: int, tmp_path: Path) -> None:
    assert code(command, *arguments) == expected
    assert command == "build" or not list(tmp_path.iterdir())


@pytest.mark.parametrize("output_format", ["full", "concise", "json"])
def test_the_format_does_not_change_the_code(output_format: str) -> None:
    assert invoke("check", GOOD, "--format", output_format).return_value == 0
    assert invoke("check", BAD, "--format", output_format).return_value == 1
    assert invoke("check", WARNED, "--strict", "--format", output_format).return_value == 1


@pytest.mark.parametrize("file", sorted((CASES / "bad").glob("*.rules")), ids=lambda file: file.stem)
def test_json_is_json(file: Path) -> None:
    """Whatever a text holds; every span is a place from 1, or line 0 for the file as a whole."""
    result = invoke("check", file, "--format", "json")
    assert result.exception is None
    for item in json.loads(result.output):
        assert set(item) == FIELDS
        for span in [item["span"], *(note["span"] for note in item["notes"] if note["span"])]:
            assert span["line"] == 0 or (span["line"] >= 1 and span["column"] >= 1)
            assert (span["end_line"], span["end_column"]) >= (span["line"], span["column"])


def test_json_of_a_clean_check_is_an_empty_list() -> None:
    assert json.loads(invoke("check", GOOD, "--format", "json").output) == []


# ---- what is written


def test_build_writes_one_folder() -> None:
    result = invoke("build", GOOD, "--out", "out")
    assert result.return_value == 0
    assert [entry.name for entry in Path("out").iterdir()] == ["plain"]
    assert json.loads(Path("out", "plain", MARKER).read_text(encoding="utf-8"))
    assert invoke("build", GOOD, "--out", "out", "--check").return_value == 0


@pytest.mark.parametrize("broken", [BAD, CASES / "bad" / "csv_absent", CASES / "bad" / "tab.rules"])
def test_nothing_is_written_when_one_of_several_fails(broken: Path, tmp_path: Path) -> None:
    assert invoke("build", GOOD, broken, "--out", "out").return_value == 1
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_for_a_warning_that_counts(tmp_path: Path) -> None:
    assert invoke("build", WARNED, "--strict", "--out", "out").return_value == 1
    assert not list(tmp_path.iterdir())
    assert invoke("build", WARNED, "--out", "out").return_value == 0


def test_a_failed_build_leaves_the_old_engine(tmp_path: Path) -> None:
    rules = tmp_path / "plain.rules"
    rules.write_bytes(GOOD.read_bytes())
    assert invoke("build", rules, "--out", "out").return_value == 0
    before = {file: file.read_bytes() for file in Path("out").rglob("*") if file.is_file()}
    rules.write_bytes(BAD.read_bytes())
    assert invoke("build", rules, "--out", "out").return_value == 1
    assert {file: file.read_bytes() for file in Path("out").rglob("*") if file.is_file()} == before


def test_a_folder_of_others_is_not_replaced() -> None:
    Path("out", "plain").mkdir(parents=True)
    Path("out", "plain", "notes.txt").write_text("mine", encoding="utf-8")
    result = invoke("build", GOOD, "--out", "out")
    assert isinstance(result.exception, UserError)
    assert result.exception.diagnostic.code == "RW011"
    assert [file.name for file in Path("out", "plain").iterdir()] == ["notes.txt"]


def test_a_stale_engine_is_found() -> None:
    assert invoke("build", GOOD, "--out", "out", "--check").return_value == 1
    assert not Path("out").exists()
    assert invoke("build", GOOD, "--out", "out").return_value == 0
    manifest = Path("out", "plain", MARKER)
    manifest.write_text("{}", encoding="utf-8")
    assert invoke("build", GOOD, "--out", "out", "--check").return_value == 1
    assert "manifest.json" in invoke("build", GOOD, "--out", "out", "--diff").output


def test_a_build_that_fails_says_that_nothing_was_built() -> None:
    said = invoke("build", GOOD, BAD).output.splitlines()[-1]
    assert said.startswith("nothing was built: ")
    assert f"{Path(BAD).stem} has " in said
    assert Path(GOOD).stem not in said
    assert invoke("build", BAD, "--check").output.splitlines()[-1].startswith("nothing was compared: ")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("variant a 'b' of Foxes:\n    set goal = 3\n", "RW113"),
        ('varaint a "b" of Foxes:\n    set goal = 3\n', "RW103"),
        ('variant a "b" of Foxes:\n    set goal_of_nobody = 3\n', "RW705"),
    ],
)
def test_the_last_line_names_a_file_beside_the_rules(text: str, code: str, tmp_path: Path) -> None:
    """A variant in a file of its own that is wrong makes its ruleset fail: that says which file to mend."""
    folder = tmp_path / "rulesets" / "foxes"
    folder.mkdir(parents=True)
    good = Path(GOOD).read_text("utf-8")
    name = re.findall(r"^game (\w+)", good, re.MULTILINE)[0]
    (folder / "foxes.rules").write_text(good, "utf-8")
    (folder / "mine.rules").write_text(f"language 1\n{text.replace('Foxes', name)}", "utf-8")
    result = invoke("check", folder)
    assert code in result.output
    last = result.output.splitlines()[-1]
    assert last.startswith("foxes: 1 error, in ")
    assert last.endswith("mine.rules")


def test_a_ruleset_that_is_not_there_is_a_finding_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    """It is trouble outside a text; a log has it all the same, beside what else was asked for."""
    assert code("check", "nosuch") == 2
    assert "there is no" in capsys.readouterr().err
    assert code("check", GOOD, "nosuch", "--format", "sarif") == 2
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    assert [found["ruleId"] for found in run["results"]] == ["RW010"]
    assert code("check", "nosuch", "--format", "concise") == 2
    assert "there is no" in capsys.readouterr().out


def test_what_takes_long_is_said_at_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import sys
    from time import sleep

    from rulewright import console

    monkeypatch.setattr(console, "PATIENCE", 0.01)
    with console.patient("checking quietly"):
        sleep(0.05)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with console.patient("checking pond"):
        sleep(0.2)
    said = capsys.readouterr().err
    assert said.startswith("checking pond ...\r")
    assert said.endswith("\r")


def test_examples_that_fail_are_counted_with_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = Path(__file__).parent.parent.joinpath("rulesets/pig/pig.rules").read_text("utf-8")
    (tmp_path / "rulebook.md").write_text(
        Path(__file__).parent.parent.joinpath("rulesets/pig/rulebook.md").read_text("utf-8"), "utf-8"
    )
    (tmp_path / "pig.rules").write_text(
        text.replace("then red.points is 29", "then red.points is 30"), "utf-8"
    )
    assert code("check", tmp_path / "pig.rules") == 1
    assert "pig: 1 error, 2 of 3 examples hold" in capsys.readouterr().out
    broken = text.replace("    given draws 2\n", "    given draws\n")
    variant = '\nvariant short "short" of Pig:\n    remove example "the goal is reached at once"\n'
    (tmp_path / "pig.rules").write_text(broken + variant, "utf-8")
    assert code("check", tmp_path / "pig.rules") == 1
    assert "RW705" not in capsys.readouterr().out
