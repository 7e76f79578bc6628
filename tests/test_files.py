"""Reading texts and finding rulesets: each refusal with its code, nothing read from outside the project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright.reading import files
from rulewright.reading.files import (
    RulesetPath,
    find_ruleset,
    find_rulesets,
    must_read,
    read,
    read_named,
    resolve_named,
    rulesets_beside,
)
from rulewright.report.diagnostics import Report, Span, UserError

CITED = Span.on_line("k.rules", 3, 12, 20)


def refused(path: Path, cited: Span | None = None) -> tuple[str, str, int, int]:
    """Read a file that is no good, give the code, the path, the line and the column of what was said."""
    report = Report()
    assert read(path, report, cited) is None
    (found,) = report
    return found.code, Path(found.span.path).name, found.span.line, found.span.column


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", ("RW005", "f", 0, 0)),
        (b"\xef\xbb\xbf \n", ("RW005", "f", 0, 0)),
        (b"a\0b", ("RW003", "f", 0, 0)),
        (b"\xff\xfea\0", ("RW002", "f", 0, 0)),
        (b"\xc3\xa9t\xe9", ("RW002", "f", 1, 3)),
        (b"a\r\nb\r\n\xc3\xa9\xe9", ("RW002", "f", 3, 2)),
        (b"\xef\xbb\xbf\xe9", ("RW002", "f", 1, 1)),
        (b"ab\n\xed\xa0\x80", ("RW002", "f", 2, 1)),
    ],
)
def test_what_is_no_text(tmp_path: Path, data: bytes, said: tuple[str, str, int, int]) -> None:
    (tmp_path / "f").write_bytes(data)
    assert refused(tmp_path / "f") == said


def test_size_is_looked_at_before_anything_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "f"
    with open(file, "wb") as big:
        big.truncate(files.MAX_BYTES + 1)

    def fail(*_: object) -> None:
        raise AssertionError("the file was opened")

    monkeypatch.setattr("builtins.open", fail)
    assert refused(file)[0] == "RW004"


def test_a_file_of_the_largest_size_is_read(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"a" * files.MAX_BYTES)
    assert len(must_read(tmp_path / "f").text) == files.MAX_BYTES


def test_what_is_not_there_or_no_file(tmp_path: Path) -> None:
    (tmp_path / "lessons.csv").write_text("x")
    report = Report()
    read(tmp_path / "lesons.csv", report)
    (found,) = report
    assert (found.code, found.help) == ("RW001", "did you mean `lessons.csv`?")
    assert refused(tmp_path)[0] == "RW009"
    assert refused(tmp_path / "lessons.csv" / "x")[0] == "RW001"
    assert refused(tmp_path / "a\0b")[0] == "RW001"
    assert refused(tmp_path / ("n" * 5000))[0] == "RW009"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "f")
    assert refused(tmp_path / "f")[0] == "RW009"


def test_a_cited_file_is_reported_where_it_was_named(tmp_path: Path) -> None:
    assert refused(tmp_path / "none", CITED) == ("RW001", "k.rules", 3, 12)
    (tmp_path / "f").write_bytes(b"\xe9")
    report = Report()
    read(tmp_path / "f", report, CITED)
    (found,) = report
    assert [note.span for note in found.notes] == [CITED]


def test_must_read_raises(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        must_read(tmp_path / "none")
    assert caught.value.diagnostic.code == "RW001"


# -- finding ----------------------------------------------------------------------------------------------


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("go", "hex", "std", "box/inner"):
        folder = tmp_path / "rulesets" / name
        folder.mkdir(parents=True)
        (folder / f"{folder.name}.rules").write_text("language 1\n")
    (tmp_path / "rulesets" / "std" / "sets.rules").write_text("language 1\n")
    (tmp_path / "rulesets" / "hex" / "big.rules").write_text("language 1\n")
    (tmp_path / "outside.csv").write_text("id\n")
    return tmp_path


@pytest.mark.parametrize(
    ("asked", "name", "variants"),
    [
        ("go", "go", ()),
        ("go+big+small", "go", ("big", "small")),
        ("rulesets/go", "go", ()),
        ("rulesets/go/", "go", ()),
        ("rulesets/hex/big.rules", "big", ()),
        ("rulesets/hex+pie", "hex", ("pie",)),
    ],
)
def test_find(root: Path, asked: str, name: str, variants: tuple[str, ...]) -> None:
    found = find_ruleset(asked, root)
    assert (found.name, found.variants, found.root) == (name, variants, root / "rulesets")
    assert found.file.is_file()


def test_a_plus_in_a_path_that_is_there(root: Path) -> None:
    folder = root / "a+b"
    folder.mkdir()
    (folder / "a+b.rules").write_text("language 1\n")
    found = find_ruleset("a+b/a+b.rules", root)
    assert (found.name, found.variants, found.root) == ("a+b", (), folder)


@pytest.mark.parametrize("asked", ["goo", "", "nothing/here", "go+", "n" * 5000, "a\0b", "rulesets"])
def test_find_nothing(root: Path, asked: str) -> None:
    with pytest.raises(UserError) as caught:
        find_ruleset(asked, root)
    assert caught.value.diagnostic.code == "RW010"


def test_nearest_ruleset_is_named(root: Path) -> None:
    with pytest.raises(UserError) as caught:
        find_ruleset("hexx", root)
    assert caught.value.diagnostic.help == "did you mean `hex`?"


def test_all_rulesets_below_a_folder(root: Path) -> None:
    assert [found.name for found in find_rulesets("rulesets/", root)] == ["go", "hex", "inner"]
    assert [found.name for found in find_rulesets("go", root)] == ["go"]
    (root / "empty").mkdir()
    with pytest.raises(UserError, match="no ruleset below"):
        find_rulesets("empty", root)


# -- what a text names ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "../../outside.csv",
        "/etc/passwd",
        "~/x",
        "C:/x",
        "C:x",
        "..\\x",
        "\\\\host\\x",
        "",
        "a\0b",
        "std/../../outside.csv",
        "link.csv",
    ],
)
def test_paths_that_leave_the_project(root: Path, name: str) -> None:
    ruleset = find_ruleset("go", root)
    (ruleset.folder / "link.csv").symlink_to(root / "outside.csv")
    report = Report()
    assert read_named(name, CITED, ruleset, report) is None
    (found,) = report
    assert (found.code, found.span) == ("RW006", CITED)


def test_paths_inside_the_project(root: Path) -> None:
    ruleset = find_ruleset("go", root)
    assert resolve_named("../hex/hex.rules", ruleset) == root / "rulesets" / "hex" / "hex.rules"
    assert resolve_named("std/sets.rules", ruleset) == root / "rulesets" / "std" / "sets.rules"
    assert resolve_named("a/../cards.csv", ruleset) == root / "rulesets" / "go" / "cards.csv"


def test_a_ruleset_outside_a_folder_of_rulesets_stays_in_its_own(root: Path) -> None:
    own = RulesetPath("x", root / "x" / "x.rules", root / "x")
    assert resolve_named("../outside.csv", own) is None
    assert resolve_named("cards.csv", own) == root / "x" / "cards.csv"


def test_shown_is_from_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert files.shown(tmp_path / "a" / "b.rules") == "a/b.rules"
    assert files.shown(tmp_path.parent / "c") == (tmp_path.parent / "c").as_posix()


def test_rulesets_beside_a_folder_are_not_looked_for_below(tmp_path: Path) -> None:
    for name in ("std/std", "garden/garden", "pond/pond", "far/away/away", "pond/other"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / f"{name}.rules").write_text("", "utf-8")
    assert [found.name for found in rulesets_beside(tmp_path / "std")] == ["garden", "pond"]
