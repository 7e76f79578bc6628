"""`rulewright fmt`: which files it takes, what it writes and when, what it says."""

from __future__ import annotations

import io
import os
import re
import stat
import sys
from pathlib import Path

import pytest

from rulewright import cli
from rulewright.reading import overwrite
from rulewright.reading.overwrite import Change
from rulewright.report.diagnostics import UserError

WILD = b"setup :\n    deal 1 from  deck to p.hand#one\n"
NEAT = b"setup:\n    deal 1 from deck to p.hand  # one\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a ruleset, one of its variants, and a library."""
    monkeypatch.chdir(tmp_path)
    for name, data in {"inari/inari": WILD, "inari/more": WILD, "inari/neat": NEAT, "std/sets": WILD}.items():
        file = tmp_path / "rulesets" / f"{name}.rules"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return tmp_path / "rulesets"


def fmt(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], str]:
    """Runs the command; gives its exit code, the lines that it prints, and what it says beside."""
    code = cli.run(["fmt", *arguments])
    said = capfd.readouterr()
    assert "Traceback" not in said.err
    return code, said.out.splitlines(), said.err


def held(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()
    }


ALL = ["rulesets/inari/inari.rules", "rulesets/inari/more.rules", "rulesets/std/sets.rules"]


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ([], ALL),
        (["rulesets"], ALL),
        (["."], ALL),
        (["inari"], ALL[:2]),
        (["rulesets/inari", "inari"], ALL[:2]),
        (["rulesets/inari/more.rules", "rulesets/std/../inari/more.rules"], ALL[1:2]),
    ],
)
def test_files_that_are_meant(
    folder: Path, asked: list[str], meant: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    before = held(folder)
    assert fmt(capfd, "--check", *asked) == (
        1,
        [f"{f} is not in the style: run `rulewright fmt`" for f in meant],
        "",
    )
    assert held(folder) == before
    assert fmt(capfd, *asked) == (0, [f"formatted {file}" for file in meant], "")
    changed = {file.removeprefix("rulesets/") for file in meant}
    assert held(folder) == {name: NEAT if name in changed else data for name, data in before.items()}
    for options in ([], ["--check"]):
        code, lines, _ = fmt(capfd, *options, *asked)
        assert code == 0
        assert lines == ["1 file is in the style"] or re.fullmatch(r"all \d files are in the style", lines[0])
    assert fmt(capfd, "--diff", *asked) == (0, [], "")


def test_diff(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    before = held(folder)
    code, lines, _ = fmt(capfd, "--diff", "rulesets/inari")
    assert code == 1
    assert lines[:2] == ["--- rulesets/inari/inari.rules", "+++ rulesets/inari/inari.rules"]
    assert lines[3:7] == [
        "-setup :",
        "-    deal 1 from  deck to p.hand#one",
        *(f"+{x}" for x in NEAT.decode().splitlines()),
    ]
    assert held(folder) == before
    (folder / "inari" / "more.rules").write_bytes(b"\xef\xbb\xbf" + NEAT)
    assert fmt(capfd, "--diff", "rulesets/inari/more.rules")[1] == [
        "rulesets/inari/more.rules: only line ends or a byte order mark"
    ]


def test_nothing_is_written_when_a_file_does_not_parse(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "inari" / "more.rules").write_bytes(b"setup:\n    shufle deck\n")
    (folder / "std" / "sets.rules").write_bytes(b"setup:\n    caf\xe9\n")
    before = held(folder)
    for options in ([], ["--check"], ["--diff"]):
        code, lines, _ = fmt(capfd, *options)
        assert code == 1
        assert "error[RW102]: `shufle` starts no statement" in lines
        assert "error[RW002]: the byte 0xe9 is not UTF-8" in lines
        assert (
            lines[-1]
            == "nothing was formatted: mend rulesets/inari/more.rules, rulesets/std/sets.rules first"
        )
        assert held(folder) == before


@pytest.mark.parametrize("asked", ["nothing_of_the_kind", "README.md", "empty"])
def test_what_is_no_ruleset(folder: Path, asked: str, capfd: pytest.CaptureFixture[str]) -> None:
    (folder.parent / "empty").mkdir()
    (folder.parent / "README.md").write_text("x", "utf-8")
    code, lines, said = fmt(capfd, asked)
    assert (code, lines) == (2, [])
    assert "RW010" in said


def test_a_file_that_is_missing_is_named(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    code, lines, _ = fmt(capfd, "rulesets/inari/inary.rules")
    assert code == 1
    assert lines[0] == "error[RW001]: there is no file `rulesets/inari/inary.rules`"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (WILD, NEAT),
        (WILD.replace(b"\n", b"\r\n"), NEAT.replace(b"\n", b"\r\n")),
        (WILD.replace(b"\n", b"\r"), NEAT),
        (WILD.replace(b"\n", b"\r\n", 1), NEAT.replace(b"\n", b"\r\n")),
        (b"\xef\xbb\xbf" + WILD, NEAT),
        ("unit  été # œuvre\r\n".encode(), "unit été  # œuvre\r\n".encode()),
        (WILD.rstrip(b"\n"), NEAT),
    ],
)
def test_line_ends_and_letters(
    folder: Path, data: bytes, expected: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    file = folder / "inari" / "inari.rules"
    file.write_bytes(data)
    assert fmt(capfd, str(file))[0] == 0
    assert file.read_bytes() == expected
    assert fmt(capfd, "--check", str(file))[0] == 0


def pipe(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    pipe(monkeypatch, WILD.replace(b"\n", b"\r\n"))
    assert cli.run(["fmt", "-"]) == 0
    assert capfdbinary.readouterr() == (NEAT.replace(b"\n", b"\r\n"), b"")


@pytest.mark.parametrize("data", [b"zone x y", b"\xff\xfez", b"", b"#" * 5_000_000])
def test_standard_input_that_does_not_parse(
    monkeypatch: pytest.MonkeyPatch, data: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    pipe(monkeypatch, data)
    code, lines, said = fmt(capfd, "-")
    assert (code, lines) == (1, [])
    assert "error[RW" in said
    assert "<stdin>" in said


def test_standard_input_is_compared(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    pipe(monkeypatch, WILD)
    assert fmt(capfd, "-", "--check") == (1, ["<stdin> is not in the style: run `rulewright fmt`"], "")
    pipe(monkeypatch, WILD)
    assert fmt(capfd, "-", "--diff")[1][0] == "--- <stdin>"
    pipe(monkeypatch, NEAT)
    assert fmt(capfd, "-", "--check") == (0, [], "")
    assert fmt(capfd, "-", "inari")[0] == 2


# ---- writing


def test_links_are_followed_and_modes_kept(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file, link = folder / "inari" / "inari.rules", folder / "std" / "link.rules"
    file.chmod(0o640)
    link.symlink_to(file)
    assert fmt(capfd, str(link))[0] == 0
    assert link.is_symlink()
    assert file.read_bytes() == NEAT
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def refused(changes: list[Change]) -> str:
    with pytest.raises(UserError) as caught:
        overwrite.overwrite(changes)
    assert caught.value.diagnostic.code == "RW019"
    return caught.value.diagnostic.message


def test_no_file_is_written_when_one_cannot_be(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = held(folder)
    first, second = folder / "inari" / "inari.rules", folder / "inari" / "more.rules"
    changes = [Change(first, WILD, NEAT), Change(second, WILD, NEAT)]
    assert "was changed while it was read" in refused([changes[0], Change(second, b"other", NEAT)])
    assert "cannot be written: no such file" in refused(
        [changes[0], Change(folder / "no" / "x.rules", WILD, NEAT)]
    )
    with monkeypatch.context() as patched:
        patched.setattr(os, "access", lambda path, mode: Path(path) != second)
        assert "is protected against writing" in refused(changes)
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        assert "cannot be written: the disk is full" in refused(changes)
    assert held(folder) == before


def full(handle: int) -> None:
    raise OSError(28, "The disk is full")


def test_trouble_when_writing_exits_with_2(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "fsync", full)
    code, lines, said = fmt(capfd)
    assert (code, lines) == (2, [])
    assert "error[RW019]" in said
