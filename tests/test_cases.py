"""The cases: wrong programs with what is said about them, right ones that check, build and play.

`tests/cases/bad/NAME.rules`, or a folder `NAME/` with `NAME.rules` and the files that it names, is checked as
`rulewright check` does; what a run says, concise and then full, is `NAME.expected`. `pytest --record` writes
these files anew, to be read as a diff. A comment `# check with: a, b` names the variants to be checked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.console import sources_with
from rulewright.python import engine
from rulewright.python.runtime import Random
from rulewright.reading.files import MAX_BYTES, RulesetPath
from rulewright.report.codes import CODES
from rulewright.report.diagnostics import Report
from rulewright.report.render import as_json, concise, full

CASES = Path(__file__).parent / "cases"
BAD, GOOD = CASES / "bad", CASES / "good"
WITH = re.compile(r"^# check with: (.+)$", re.MULTILINE)
MOST_PLIES = 5_000


def programs(folder: Path) -> list[Path]:
    """The programs of a folder: its files of rules, and those named like the folder that they lie in."""
    flat = list(folder.glob("*.rules"))
    return sorted([*flat, *(file for file in folder.glob("*/*.rules") if file.stem == file.parent.name)])


def place(file: Path) -> RulesetPath:
    """A program's file, from the working folder, with the variants that it asks for."""
    text = file.read_bytes().decode("utf-8", "replace")
    found = WITH.search(text)
    variants = tuple(found[1].replace(" ", "").split(",")) if found else ()
    return RulesetPath(file.stem, file, file.parent, variants)


def said(file: Path) -> tuple[Report, str]:
    """What a check says about a program: one line for each finding, then each in full."""
    report = Report()
    checked = pipeline.check_all(place(file), report)
    found = report.sorted()
    return report, f"{concise(found)}\n{full(found, sources_with(report, checked.loaded.sources))}"


BAD_PROGRAMS = programs(BAD)
GOOD_PROGRAMS = programs(GOOD)


@pytest.fixture
def in_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths in messages start from the folder of the cases."""
    monkeypatch.chdir(BAD)


# ---- wrong programs


@pytest.mark.parametrize("file", BAD_PROGRAMS, ids=[file.stem for file in BAD_PROGRAMS])
@pytest.mark.usefixtures("in_bad")
def test_bad(file: Path, pytestconfig: pytest.Config) -> None:
    report, text = said(file.relative_to(BAD))
    expected = BAD / f"{file.stem}.expected" if file.parent == BAD else file.with_suffix(".expected")
    assert len(report), "nothing is said about it"
    assert len(json.loads(as_json(report.sorted()))) == len(report)
    if pytestconfig.getoption("--record"):
        expected.write_text(text, encoding="utf-8", newline="")
    assert text == expected.read_bytes().decode("utf-8"), "run `pytest --record` and read the diff"


def expectations() -> Iterator[tuple[Path, str]]:
    """The expected outputs."""
    for file in sorted(BAD.rglob("*.expected")):
        yield file, file.read_text(encoding="utf-8")


def test_each_expected_output_has_its_program() -> None:
    assert [file for file, _ in expectations() if not file.with_suffix(".rules").exists()] == []


def lines_of(text: str) -> list[str]:
    """The concise lines of an expected output."""
    return text.partition("\n\n")[0].splitlines()


BLAME = re.compile(r"\b(you|your|invalid|illegal|wrong|bad|error|please|sorry)\b")


def test_messages_read_well() -> None:
    """Lower case unless it begins with a type or a clause, no full stop, no blame."""
    for file, text in expectations():
        for line in lines_of(text):
            message = re.sub(r"`[^`]*`", "`x`", line.split(": ", 2)[2])
            assert re.match(r"[a-z`0-9]|[A-Z]\w+ ", message), f"{file.name}: {line}"
            assert not message.endswith("."), f"{file.name}: {line}"
            assert not BLAME.search(message), f"{file.name}: {line}"


FEW = {"first_mistakes", "many_mistakes", "many_meanings", "overlays", "parts_missing", "picture_rows_differ"}


def test_one_cause_gives_one_or_two_messages() -> None:
    many = {file.stem: lines_of(text) for file, text in expectations() if len(lines_of(text)) > 4}
    assert {name: lines for name, lines in many.items() if name not in FEW} == {}


NOT_FROM_A_TEXT = {
    "RW004": "made by a test below",
    "RW009": "a folder that is not a file",
    "RW010": "the command line",
    "RW011": "the command line",
    "RW012": "the command line",
    "RW013": "the command line",
    "RW014": "the command line",
    "RW015": "the command line",
    "RW016": "the command line",
    "RW017": "the command line",
    "RW018": "the command line",
    "RW019": "the command line",
    "RW030": "the command line",
    "RW031": "the command line",
    "RW032": "the command line",
    "RW033": "the command line",
    "RW034": "the command line",
    "RW020": "the command line",
    "RW021": "the command line",
    "RW022": "the command line",
    "RW904": "said when a game is played",
}


def test_each_code_that_a_text_can_have_has_a_case() -> None:
    said = re.compile(r": (?:error|warning|note) (RW\d+): ")
    found = {code for _, text in expectations() for code in said.findall(text)}
    assert sorted(code for code in CODES if code not in found and code not in NOT_FROM_A_TEXT) == []


def test_a_file_over_4_mb_is_refused_by_its_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("large.rules").write_bytes(b"language 1\n" + b"#" * MAX_BYTES)
    report, text = said(Path("large.rules"))
    assert [found.code for found in report] == ["RW004"]
    assert text.startswith("large.rules: error RW004: the file is larger than 4 MB\n")


# ---- right programs


@pytest.mark.parametrize("file", GOOD_PROGRAMS, ids=[file.stem for file in GOOD_PROGRAMS])
def test_good(file: Path) -> None:
    """It checks without a word, its examples hold, and three random games end with nothing broken."""
    report = Report()
    checked = pipeline.check_all(place(file), report)
    assert [f"{found.span}: {found.code} {found.message}" for found in report] == []
    assert checked.game is not None
    module = engine.load(pipeline.generate(checked.game), checked.game.slug)
    try:
        for seed in range(3):
            low, high = checked.game.low, checked.game.high
            game, rng = module.new(players=low + seed % (high - low + 1), seed=seed), Random(seed)
            for _ in range(MOST_PLIES):
                if game.over:
                    break
                game.apply(game.random_move(rng))
            assert game.over
            assert game.check() == []
    finally:
        engine.unload(module)


def test_texts_like_code_are_in_the_engine_as_they_are_written() -> None:
    file = GOOD / "texts_like_code.rules"
    written = re.findall(r'^game \w+ "(.*?)" version', file.read_text(encoding="utf-8"), re.MULTILINE)[0]
    assert all(part in written for part in ("{{", "{%", "{#", "'''", "\\n", "%s", "#"))
    game = pipeline.check(place(file), Report())
    assert game is not None
    module = engine.load(pipeline.generate(game), game.slug)
    try:
        rules = module.RULES
        assert rules.title == rules.version == written
        assert rules.options[0].text == written
        assert rules.sheet[0].text == written
        assert rules.endings[0][1] == written
        play = module.new(players=2, seed=1)
        assert play.name(play.legal_moves()[0]).startswith(f"take {written} ")
        play.state.memory[:] = [9] * len(play.state.memory)
        assert play.why_not("take", 0) == [written]
    finally:
        engine.unload(module)
