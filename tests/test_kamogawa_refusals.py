"""Kamogawa, what is refused: cards where none may lie, broken tables, options and saves that do not fit."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pytest

from rulewright import cli, pipeline
from rulewright.checks.examples import position
from rulewright.python import engine
from rulewright.python.runtime import Game
from tests import engine_checks as checks

FOLDER = checks.ROOT / "rulesets" / "kamogawa"
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the ruleset, in a working folder of its own."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(FOLDER, tmp_path / "rulesets" / "kamogawa"))


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def said(capsys: Captured, *arguments: str) -> tuple[int, str]:
    code = cli.run([*arguments])
    out, err = capsys.readouterr()
    return code, out + err


# ---- where cards may lie


@pytest.fixture(scope="module")
def places() -> dict[str, Game]:
    """Positions of examples, by how their titles begin."""
    game = checks.checked(checks.ruleset(FOLDER))
    assert game is not None
    module = engine.load(pipeline.generate(game, examples=True), game.slug)
    titles = {"two": "never over two cards", "nothing": "something must be covered"}
    numbers = {
        key: next(i for i, each in enumerate(game.examples) if each.title.startswith(title))
        for key, title in titles.items()
    }
    return {key: position(game, module, number) for key, number in numbers.items()}


@pytest.mark.parametrize(
    ("place", "move", "why"),
    [
        ("two", "lay K03 over the left end, 2 deep", "of one card only (KAM-44, KAM-45, KAM-46)"),
        ("nothing", "lay K03 over the right end, 1 deep", "must cover an icon, and of one card only (KAM-44"),
        (
            "two",
            "lay K03 under the left end, 1 deep",
            "under cannot be chosen for u; over can (KAM-47, KAM-D9)",
        ),
    ],
)
def test_a_card_that_may_not_lie_there(places: dict[str, Game], place: str, move: str, why: str) -> None:
    play = places[place]
    group = next(group for group in play.rules.groups if group.name == "extend")
    number = next(n for n in range(group.base, group.base + group.count) if play.name(n) == move)
    _, picks = play.decode(number)
    assert picks is not None
    [sentence] = play.why_not("extend", *picks)
    assert why in sentence
    with pytest.raises(ValueError, match="not a legal move now"):
        play.apply(number)


def test_a_card_off_the_strip(copy: Path, capsys: Captured) -> None:
    change(
        copy / "kamogawa.rules",
        "    given red.panorama[31, 1] holds K01\n",
        "    given red.panorama[62, 1] holds K01\n",
    )
    code, text = said(capsys, "check", "kamogawa")
    assert code == 1
    assert "error[RW902]: the rules break here: a card would lie beyond the edge of Spot" in text


# ---- tables


SHORT = ",no no no no,- - - -,- - - -\nK02", ",no no no no,- - - -\nK02"
BROKEN = {
    "a short row": (*SHORT, "error[RW602]: this row has no cell for `lower_sign`"),
    "an unknown icon": ("K01,- tea", "K01,- coffee", "error[RW626]: `coffee` is no word of Background"),
    "a short strip": (
        "K02,shiba shiba - ",
        "K02,shiba shiba ",
        "error[RW634]: a row of a picture of River has 4",
    ),
}


@pytest.mark.parametrize(("old", "new", "message"), BROKEN.values(), ids=BROKEN)
def test_a_broken_row_is_told_and_nothing_else(
    copy: Path, capsys: Captured, old: str, new: str, message: str
) -> None:
    change(copy / "river.csv", old, new)
    code, text = said(capsys, "check", "kamogawa")
    assert (code, text.count("error[")) == (1, 1), text
    assert message in text
    assert "river.csv:2" in text or "river.csv:3" in text


# ---- what is asked for


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "6"], "Walking in Kamogawa is for 2 to 5 players, not 6"),
        (["--option", "reward=literal", "--option", "reward=shifted"], "`reward` is said to be `literal`"),
        (["--option", "reward=both"], "option reward takes shifted, literal, not 'both'"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(arguments: list[str], message: str, capsys: Captured) -> None:
    code, text = said(capsys, "show", str(FOLDER), *arguments)
    assert code == 2
    assert message in text


def test_an_option_that_a_variant_has_no_more(capsys: Captured) -> None:
    code, text = said(capsys, "show", f"{FOLDER}+easy", "--option", "reward=literal")
    assert code == 2
    assert "kamogawa_easy has no option 'reward'" in text


def test_a_save_of_another_variant(copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("save game.json\nquit\n"))
    assert cli.run(["play", "kamogawa", "--bots", "random", "--seed", "1"]) == 0
    capsys.readouterr()
    for command in ("play", "show"):
        code, text = said(capsys, command, "kamogawa+solo", "--load", "game.json")
        assert code == 2
        assert "`game.json` is a save of `kamogawa`" in text
    change(Path("game.json"), '"variants": []', '"variants": ["easy"]')
    code, text = said(capsys, "show", "--load", "game.json")
    assert code == 2
    assert "this is a save of kamogawa, not of kamogawa_easy" in text
