"""Rulewright among other tools: completion in shells, hooks before a commit, formats of `check`."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright import cli
from rulewright.commands import _complete
from rulewright.reading.files import shown

ROOT = Path(__file__).parent.parent
HOOKS = ROOT / ".pre-commit-hooks.yaml"
BAD = ROOT / "tests" / "cases" / "bad" / "declared_twice.rules"


def offered(words: str, at: Path = ROOT) -> list[str]:
    """What bash is offered for the last of some words."""
    asked = {"_RULEWRIGHT_COMPLETE": "bash_complete", "COMP_WORDS": words}
    env = {**os.environ, **asked, "COMP_CWORD": str(words.count(" "))}
    done = subprocess.run(
        [sys.executable, "-m", "rulewright"], cwd=at, env=env, capture_output=True, text=True
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_the_shell_completes_commands_and_rulesets() -> None:
    assert offered("rulewright ch") == ["plain,check"]
    assert offered("rulewright check kana") == ["plain,kanagawa"]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("kanagawa+t", ["kanagawa+two_storms"]),
        ("kanagawa+two_storms+", ["kanagawa+two_storms+first_list", "kanagawa+two_storms+second_list"]),
        ("nothing+", ["nothing+"]),
        ("./ru", ["./ru"]),
    ],
)
def test_rulesets_and_variants_are_offered_or_else_files(
    typed: str, expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    context = cli.group.make_context("rulewright", ["check"])
    found = _complete.rulesets(context, cli.group.params[0], typed)
    assert [one.value for one in found] == expected
    assert {one.type for one in found} == {"plain" if typed.startswith("kanagawa") else "file"}


def test_codes_are_offered_with_their_titles() -> None:
    context = cli.group.make_context("rulewright", ["explain"])
    found = _complete.codes(context, cli.group.params[0], "rw20")
    assert [one.value for one in found][:2] == ["RW201", "RW202"]
    assert found[1].help == "name declared twice"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_there_is_a_script_for_each_shell(shell: str) -> None:
    env = {**os.environ, "_RULEWRIGHT_COMPLETE": f"{shell}_source"}
    done = subprocess.run([sys.executable, "-m", "rulewright"], env=env, capture_output=True, text=True)
    if shell == "bash" and "4.4" in done.stderr:
        pytest.skip("this bash is too old for click")
    assert "rulewright" in done.stdout


def hooks() -> dict[str, dict[str, str]]:
    """The hooks by their names, each a mapping of plain words."""
    parts = HOOKS.read_text("utf-8").split("- id: ")[1:]
    found = [dict(re.findall(r"^ *(\w+): (.*)$", f"id: {part}", re.MULTILINE)) for part in parts]
    return {hook["id"]: hook for hook in found}


def test_hooks_do_what_they_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "rulesets" / "nim"
    shutil.copytree(ROOT / "rulesets" / "nim", folder)
    monkeypatch.chdir(tmp_path)
    file = folder / "nim.rules"
    runs = {name: hook["entry"].split()[1:] for name, hook in hooks().items()}
    assert cli.run(["build", "nim"]) == 0
    assert [cli.run(run) for run in runs.values()] == [0, 0, 0]
    file.write_text(file.read_text("utf-8").replace("score ", "score   "), "utf-8")
    assert cli.run([*runs["rulewright-fmt"], "rulesets/nim/nim.rules"]) == 0
    assert "score   " not in file.read_text("utf-8")
    file.write_text(file.read_text("utf-8").replace("\nsetup", "\nsettup"), "utf-8")
    assert {name: cli.run(run) for name, run in runs.items()} == dict.fromkeys(runs, 1)


def test_hooks_look_at_the_files_of_rulesets() -> None:
    for name, hook in hooks().items():
        assert hook["language"] == "python"
        assert re.search(hook["files"], "rulesets/nim/nim.rules"), name
        assert not re.search(hook["files"], "setup.py"), name
    assert not re.search(hooks()["rulewright-fmt"]["files"], "rulesets/nim/heaps.csv")


def test_check_speaks_sarif_and_to_github(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["check", str(BAD), "--format", "github"]) == 1
    assert capsys.readouterr().out.startswith(f"::error file={shown(BAD)},line=23,")
    assert cli.run(["check", str(BAD), "--format", "sarif"]) == 1
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    assert [found["ruleId"] for found in run["results"]] == ["RW202"]
    assert cli.run(["check", "nim", "--format", "sarif"]) == 0
    assert json.loads(capsys.readouterr().out)["runs"][0]["results"] == []
