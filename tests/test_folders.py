"""A folder is written all at once or not at all, and compared byte for byte."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright.reading.folders import diff_folder, write_folder
from rulewright.report.diagnostics import CompilerBug, UserError

FILES = {"manifest.json": "{}\n", "state.py": "x = 'é'\n", "sub/a.txt": ""}


def contents(path: Path) -> dict[str, str]:
    """Give all files below a folder, also those that a failure may have left."""
    return {p.relative_to(path).as_posix(): p.read_text("utf-8") for p in path.rglob("*") if p.is_file()}


def test_write_and_write_again(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "er" / "game"
    write_folder(out, FILES)
    assert contents(tmp_path / "deep" / "er") == {f"game/{name}": text for name, text in FILES.items()}
    write_folder(out, {"manifest.json": "2"})
    assert contents(tmp_path / "deep") == {"er/game/manifest.json": "2"}
    assert os.listdir(out.parent) == ["game"]


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    (tmp_path / "game" / "__pycache__").mkdir(parents=True)
    write_folder(tmp_path / "game", FILES)
    assert contents(tmp_path / "game") == FILES


def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(UserError) as caught:
        write_folder(tmp_path, FILES)
    assert caught.value.diagnostic.code == "RW011"
    assert contents(tmp_path) == {"thesis.txt": "years of work"}


def test_a_file_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "game").write_text("x")
    for path in (tmp_path / "game", tmp_path / "game" / "below"):
        with pytest.raises(UserError) as caught:
            write_folder(path, FILES)
        assert caught.value.diagnostic.code == "RW011"
    assert contents(tmp_path) == {"game": "x"}


@pytest.mark.parametrize("call", ["fsync", "rename"])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_whatever_fails_nothing_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, at: int
) -> None:
    write_folder(tmp_path / "game", {"manifest.json": "old"})
    real, calls = getattr(os, call), iter(range(100))

    def fail(*arguments: object) -> object:
        if next(calls) == at:
            raise OSError(28, "No space left on device")
        return real(*arguments)

    monkeypatch.setattr(os, call, fail)
    if call == "rename" and at == 2:
        write_folder(tmp_path / "game", FILES)  # two renames are all it needs
        return
    with pytest.raises(UserError, match="no space left"):
        write_folder(tmp_path / "game", FILES)
    monkeypatch.undo()
    assert contents(tmp_path) == {"game/manifest.json": "old"}
    assert os.listdir(tmp_path) == ["game"]


def test_a_text_that_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    with pytest.raises(UnicodeEncodeError):
        write_folder(tmp_path / "game", {"a": "fine", "b": "\ud800"})
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", ["", "/a", "../a", "a/../../b", "a\\b", "a\0"])
def test_names_that_leave_the_folder_are_our_bug(tmp_path: Path, name: str) -> None:
    with pytest.raises(CompilerBug):
        write_folder(tmp_path / "game", {name: ""})
    assert os.listdir(tmp_path) == []


def test_a_linked_folder_keeps_its_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "game").symlink_to(tmp_path / "real")
    write_folder(tmp_path / "game", FILES)
    assert (tmp_path / "game").is_symlink()
    assert contents(tmp_path / "real") == FILES


def test_a_fresh_folder_has_no_diff(tmp_path: Path) -> None:
    write_folder(tmp_path / "game", FILES)
    (tmp_path / "game" / "__pycache__").mkdir()
    (tmp_path / "game" / "__pycache__" / "state.pyc").write_bytes(b"\xff")
    assert diff_folder(tmp_path / "game", FILES) == []


def test_diffs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_folder(Path("g"), {"manifest.json": "{}", "same": "s", "old": "o\n", "text": "1\n2\n", "none": ""})
    diffs = diff_folder(Path("g"), {"manifest.json": "{}", "same": "s", "new": "n\n", "text": "1\n3\n"})
    assert [diff.split("\n")[:2] for diff in diffs] == [
        ["--- /dev/null", "+++ g/new"],
        ["--- g/none", "+++ g/none"],
        ["--- g/old", "+++ /dev/null"],
        ["--- g/text", "+++ g/text"],
    ]
    assert "-2\n+3" in diffs[3]


def test_line_ends_count(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"1\r\n")
    assert len(diff_folder(tmp_path, {"a": "1\n"})) == 1


def test_a_missing_folder_differs_in_all_its_files(tmp_path: Path) -> None:
    assert len(diff_folder(tmp_path / "none", FILES)) == 3
