"""The standard library: found from every ruleset, used by some, in no engine that does not use it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.checks.coverage import coverage
from rulewright.loading.load import load
from rulewright.reading.files import RulesetPath
from rulewright.reading.reader import Memory
from rulewright.report.diagnostics import Report
from tests import engine_checks as checks

LIBRARY = sorted((checks.ROOT / "rulesets" / "std").glob("*.rules"))
FILES = [file for home in checks.HOMES for file in sorted(home.glob("*/*.rules"))]
RULESETS = [file for file in FILES if file not in LIBRARY]
NAMES = {file: re.findall(r"^define (\w+)", file.read_text("utf-8"), re.MULTILINE) for file in LIBRARY}


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


def test_there_is_a_library() -> None:
    assert {file.stem for file in LIBRARY} >= {"connections", "lines", "movement", "sandwich"}


@pytest.mark.parametrize("file", LIBRARY, ids=lambda file: file.stem)
def test_each_file_is_used_whole_by_the_rulesets(file: Path) -> None:
    """Every define of it is elaborated, played and compared with the naive interpreter somewhere."""
    used: set[str] = set()
    for ruleset in RULESETS:
        if f'use "std/{file.name}"' in ruleset.read_text("utf-8"):
            used |= set(checks.engines(ruleset.parent)[0].game.defines)
    assert sorted(set(NAMES[file]) - used) == []


def test_it_is_documented_whole() -> None:
    text = (checks.ROOT / "docs" / "language.md").read_text("utf-8")
    section = text.partition("### The standard library\n")[2].partition("\n## ")[0]
    for file, names in NAMES.items():
        assert f"`std/{file.name}`" in section
        assert set(names) - words(section) == set()


TEXT = """\
language 1
game Row "Row" version "1.0.0"
use "std/lines.rules"
players 2: red, blue
constant line_length = 2
spaces Square: squares 2 by 2
piece Man of player
zone board: board Square of Man
setup:
    nothing
turn:
    offer put
action put "{s}":
    choose s from Square where board[s] is empty
    do:
        place Man on board[s]
score line = 1 if has_line(me) otherwise 0
ending line when any(has_line(p) for p in players), at once
ending full when all(board[s] is not empty for s in Square), at once
winner is most score
"""


def checked(text: str, library: dict[str, str] | None = None) -> tuple[Report, RulesetPath, Memory]:
    root = Path("/nowhere/rulesets")
    place = RulesetPath("row", root / "row" / "row.rules", root)
    texts = {str(file): file.read_text("utf-8") for file in LIBRARY} | {str(place.file): text}
    return Report(), place, Memory(texts | (library or {}))


def test_only_what_is_used_is_in_the_engine() -> None:
    report, place, memory = checked(TEXT)
    game = pipeline.check(place, report, reader=memory)
    assert game is not None, list(report)
    assert not len(report)
    assert list(game.defines) == ["has_line"]
    assert coverage(game).uncited
    assert not [label for label, _ in coverage(game).uncited if "define" in label]


def test_what_it_asks_for_is_told_where_it_asks() -> None:
    report, place, memory = checked(TEXT.replace("constant line_length = 2\n", ""))
    assert pipeline.check(place, report, reader=memory) is None
    assert [(found.code, Path(found.span.path).name) for found in report.errors] == [("RW201", "lines.rules")]


def test_what_both_declare_is_declared_twice() -> None:
    report, place, memory = checked(f"{TEXT}define on_line(p: Player) = has_line(p)\n")
    assert pipeline.check(place, report, reader=memory) is None
    assert [found.code for found in report.errors] == ["RW202"]


def test_a_missing_file_is_told() -> None:
    report, place, memory = checked(TEXT.replace("std/lines.rules", "std/rows.rules"))
    load(place, report, memory)
    assert [found.code for found in report.errors] == ["RW001"]
