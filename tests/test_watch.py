"""`--watch`: a command runs again after each change, tells what changed, and is not stopped by trouble."""

from __future__ import annotations

import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import IO

import pytest

from rulewright import cli
from rulewright.commands import _watch
from tests.extras import extra

ROOT = Path(__file__).parent.parent


@pytest.fixture
def heaps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a ruleset; gives its file."""
    folder = tmp_path / "rulesets" / "heaps"
    shutil.copytree(ROOT / "rulesets" / "nim", folder)
    monkeypatch.chdir(tmp_path)
    return (folder / "nim.rules").rename(folder / "heaps.rules")


def changes(monkeypatch: pytest.MonkeyPatch, *steps: Callable[[], object]) -> None:
    """Puts a watcher in the place of the real one, to which these things happen, then it is stopped."""

    def watch(*roots: Path, **settings: object) -> Iterator[object]:
        assert [root.name for root in roots] == ["rulesets"]
        for step in steps:
            step()
            yield set()
        raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "watchfiles", SimpleNamespace(watch=watch))


def replaced(file: Path, old: str, new: str) -> Callable[[], object]:
    return lambda: file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")


def test_check_runs_again_after_each_change(
    heaps: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    changes(
        monkeypatch,
        lambda: None,  # nothing has changed
        replaced(heaps, "\nsetup", "\nsettup"),
        lambda: (heaps.parent / ".heaps.rules.swp").write_text("x"),  # no file of a ruleset
        lambda: heaps.rename(heaps.with_name("gone")),
        lambda: heaps.with_name("gone").rename(heaps),
        replaced(heaps, "\nsettup", "\nsetup"),
    )
    assert cli.run(["check", "heaps", "--watch"]) == cli.STOPPED
    out, err = capfd.readouterr()
    assert err.count("watching") == 5
    assert err.count("rulesets/heaps/heaps.rules changed\n") == 4
    assert "error[RW010]: there is no ruleset `heaps`" in err
    assert err.endswith("\nstopped\n")
    assert out.startswith("heaps: no errors, 3 examples hold\nerror[RW103]: `settup` starts no declaration\n")
    assert out.endswith("\nheaps: no errors, 3 examples hold\n")


def test_build_runs_again_after_each_change(
    heaps: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    manifest = Path("generated", "heaps", "manifest.json")
    seen: list[str] = []
    note = lambda: seen.append(manifest.read_text("utf-8"))  # noqa: E731
    changes(
        monkeypatch,
        note,
        replaced(heaps, '"1.0.0"', '"1.0.1"'),
        note,
        replaced(heaps, "\nsetup", "\nsettup"),
        note,
    )
    assert cli.run(["build", "heaps", "--watch"]) == cli.STOPPED
    first, second, third = seen
    assert "1.0.1" not in first
    assert "1.0.1" in second
    assert third == second  # what does not check is not built
    assert "nothing was built" in capfd.readouterr().out


def test_trouble_of_the_first_run_ends_it(
    heaps: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    changes(monkeypatch)
    assert cli.run(["check", "nym", "--watch"]) == cli.TROUBLE
    assert "RW010" in capfd.readouterr().err


@pytest.mark.parametrize("command", ["check", "build"])
def test_what_to_install_is_said(
    heaps: Path, command: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    assert cli.run([command, "heaps", "--watch"]) == cli.TROUBLE
    out, err = capfd.readouterr()
    assert out == ""
    assert err == 'Error: --watch needs watchfiles: pip install "rulewright[watch]"\n'


def test_many_changes_are_counted() -> None:
    now = {Path(f"/x/{n}.rules"): (1, n) for n in range(5)}
    assert _watch._changed({}, now) == "/x/0.rules, /x/1.rules, /x/2.rules and 2 more changed"


@pytest.mark.skipif(os.name != "posix", reason="stopped by a signal")
def test_a_real_change_is_seen(heaps: Path) -> None:
    extra("watchfiles")
    command = [sys.executable, "-m", "rulewright", "check", "heaps", "--watch", "--no-examples"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=pump, args=(process.stdout, lines), daemon=True).start()
        try:
            assert until(lines, "watching")[0] == "heaps: no errors\n"
            replaced(heaps, "\nsetup", "\nsettup")()
            assert "error[RW103]: `settup` starts no declaration\n" in until(lines, "watching")
            replaced(heaps, "\nsettup", "\nsetup")()
            assert "heaps: no errors\n" in until(lines, "watching")
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == cli.STOPPED
        finally:
            process.kill()


def pump(stream: IO[str], lines: queue.Queue[str]) -> None:
    for line in stream:
        lines.put(line)


def until(lines: queue.Queue[str], end: str) -> list[str]:
    """The lines that come, up to one that holds some text."""
    found = [lines.get(timeout=60)]
    while end not in found[-1]:
        found.append(lines.get(timeout=60))
    return found
