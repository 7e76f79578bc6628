"""Commands that play give the same output with native engines and without, and use those that are there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright import cli
from rulewright.diff.native_pairs import NativePair
from rulewright.native import build
from rulewright.play.native_games import Counted
from tests.extras import extra

pytestmark = pytest.mark.skipif(shutil.which("cc") is None and "CC" not in os.environ, reason="no C compiler")
ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rulesets are named from the top; in the cache no engine is there yet."""
    extra("cffi")
    monkeypatch.chdir(ROOT)
    folder = tmp_path_factory.getbasetemp() / "cache_of_commands"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    monkeypatch.setattr("rulewright.diff.explore.SMALL", 40)
    for kept in folder.glob("rulewright/native/*/"):
        shutil.rmtree(kept)
    return folder


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Notes each game that is played in C."""
    noted: list[str] = []
    for kind, name in ((Counted, "game"), (NativePair, "played"), (NativePair, "reached")):
        plain = getattr(kind, name)

        def noting(*given: object, plain: object = plain, name: str = name) -> object:
            noted.append(name)
            return plain(*given)  # type: ignore[operator]

        monkeypatch.setattr(kind, name, noting)
    return noted


@pytest.mark.parametrize(
    ("names", "arguments"),
    [
        (["pig"], ["simulate", "pig", "--games", "20", "--seed", "3"]),
        (["pig"], ["simulate", "pig", "--games", "9", "--plies", "20", "--json"]),
        (["tests/rulesets/orchard"], ["matrix", "tests/rulesets/orchard", "--games", "3", "--players", "2"]),
        (["pig"], ["diff", "pig", "pig", "--play", "--games", "30", "--spread", "30"]),
        (["pig", "pig+goal=60"], ["diff", "pig", "pig+goal=60", "--play", "--games", "30", "--spread", "9"]),
        (["tic_tac_toe"], ["diff", "tic_tac_toe", "tic_tac_toe", "--play", "--games", "9"]),
    ],
    ids=["simulate", "broken off", "matrix", "same rules", "other rules", "small game"],
)
def test_the_output_is_the_same(
    names: list[str], arguments: list[str], inside: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    codes = [cli.run([*arguments, "--no-native"])]
    said = [capsys.readouterr()]
    assert not inside
    codes.append(cli.run([*arguments, "--native"]))  # which builds what is not there
    said.append(capsys.readouterr())
    assert inside
    inside.clear()
    codes.append(cli.run(arguments))
    said.append(capsys.readouterr())
    assert inside, "an engine that is there is used"
    assert said[0] == said[1] == said[2]
    assert codes[0] == codes[1] == codes[2]


def test_other_bots_play_in_python(inside: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["simulate", "pig", "--games", "2", "--bots", "random,greedy", "--native"]) == 0
    assert not inside


def test_a_kept_module_that_cannot_be_imported_is_none(cache: Path) -> None:
    """Playing goes on in Python; where C is asked for, it is said."""
    command = [sys.executable, "-m", "rulewright", "perft", "kuhn_poker", "1"]
    assert cli.run(["perft", "kuhn_poker", "1", "--native"]) == 0
    (kept,) = cache.rglob(build.file_name())
    kept.unlink()  # what was imported stays what it is
    kept.write_bytes(b"no module")
    plain, asked = (
        subprocess.run([*command, *flags], capture_output=True, text=True, check=False)
        for flags in ([], ["--native"])
    )
    assert plain.returncode == 0, plain.stderr
    assert "  1  " in plain.stdout
    assert asked.returncode == 2
    assert "cannot be imported" in asked.stderr
