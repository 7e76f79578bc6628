"""Diff, layer 3: both versions in lock step, the game in which they part, how results are spread."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli import run
from rulewright.commands._deadline import deadline
from rulewright.diff.behaviour import behaviour, paired
from rulewright.diff.distributions import Row, Spread
from rulewright.diff.explore import Looked
from rulewright.diff.lock_step import Parting, exactly
from rulewright.diff.result import compared
from rulewright.diff.shrink import Limits
from rulewright.diff.to_game import nothing
from rulewright.diff.to_json import schema
from rulewright.diff.versions import Pair, Version
from tests.diff_corpus import Built, built, original, outcome, picked, table
from tests.extras import extra, with_room
from tests.rule_mutants import Mutant, side_of
from tests.test_diff import fits

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rulesets are named from the top."""
    monkeypatch.chdir(ROOT)


def diffed(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """What a diff says in JSON of how both behave; it fits its schema."""
    assert run(["diff", *words, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert fits(data, schema()) == []
    found = data["behaviour"]
    assert isinstance(found, dict)
    return found


def test_the_smallest_game_in_which_an_option_matters(capsys: pytest.CaptureFixture[str]) -> None:
    """Pig to ten points ends with the move that brings them, and no move before it can be left out."""
    found = diffed(capsys, "pig+goal=100", "pig+goal=10", "--play")
    witness = found["witness"]
    assert isinstance(witness, dict)
    assert witness["options"] == {}
    assert [turn["move"] for turn in witness["turns"]][-1] == "stop"
    assert witness["differences"][0]["old"] == "goes on"
    assert witness["differences"][0]["new"].startswith("ends: ")
    assert witness["changes"] == ["option goal"]


def test_what_points_tell_at_the_start_needs_no_move(capsys: pytest.CaptureFixture[str]) -> None:
    """Nim: by the misère rule it is no loss to be the one who cannot take a stone."""
    small = "+".join(["nim", "pile_1=1", "pile_2=0", "pile_3=0", "pile_4=0"])
    witness = diffed(capsys, small, f"{small}+misere=yes", "--play")["witness"]
    assert isinstance(witness, dict)
    assert (witness["turns"], witness["players"]) == ([], 2)
    assert {each["sort"] for each in witness["differences"]} == {"score"}


def test_a_whole_tree_without_a_parting_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    found = diffed(capsys, "tic_tac_toe", "tic_tac_toe", "--play")
    looked = found["looked"]
    assert isinstance(looked, dict)
    assert found["witness"] is None
    assert looked["whole"]
    assert looked["positions"] == 4520
    assert run(["diff", "tic_tac_toe", "tic_tac_toe", "--play"]) == 0
    assert "no game tells them apart: all 4,520 positions" in capsys.readouterr().out


def test_where_nothing_is_found_no_more_is_claimed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["diff", "pig", "pig", "--play", "--games", "3"]) == 0
    said = capsys.readouterr().out
    assert "in 3 random games in lock step" in said
    assert "there may be one" in said
    assert "1 to 2 players" in nothing(Looked(5, 10, (1, 2), 1))


def test_spreads_have_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    found = diffed(capsys, "pig", "pig+goal=20", "--spread", "40")
    spread = found["spreads"][0]
    rows = {row["name"]: row for row in spread["rows"]}
    assert rows["decisions"]["old"]["mean"] > 2 * rows["decisions"]["new"]["mean"]
    assert sum(often for _, often in rows["decisions"]["old"]["counts"]) == 40
    row = Row("x", Spread(((0, 100), (10, 100))), Spread(((5, 200),)))
    assert row.change is not None
    assert not row.has_changed
    assert abs(row.change[1] - 1.96 * (25 / 199) ** 0.5) < 0.01
    assert Row("x", Spread(((1, 9),)), Spread(((2, 9),))).has_changed
    assert run(["diff", "pig", "pig", "--spread", "9", "--players", "99"]) == 2
    assert run(["diff", "pig", "pig", "--spread", "9", "--bots", "nobody"]) == 2


def test_spreads_are_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["diff", "pig", "pig+goal=20", "--spread", "9", "--plot"]
    assert run([*words, str(tmp_path / "pig.gif")]) == 2
    assert "there is no format `gif` of plots" in capsys.readouterr().err
    assert run(["diff", "pig", "pig", "--plot", "pig.png"]) == 2
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "matplotlib.figure", None)
        assert run([*words, str(tmp_path / "pig.png")]) == 2
    assert 'pip install "rulewright[plot]"' in capsys.readouterr().err
    extra("matplotlib")
    assert run([*words, str(tmp_path / "pig.svg")]) == 0
    assert "<svg" in (tmp_path / "pig.svg").read_text("utf-8")


def test_to_the_letter_it_does_not_stop(capsys: pytest.CaptureFixture[str]) -> None:
    """The loop is told, short, with what the new rules make of it; and the time is kept."""
    started = time.process_time()
    found = diffed(capsys, "kokeshi+literal", "kokeshi", "--play", "--seconds", "2")
    assert time.process_time() - started < 20
    (loop,) = found["endless"]
    assert (loop["side"], loop["reactions"], loop["other"]) == ("old", ["next_doll", "landing"], "stops")
    assert "landing" in loop["loop"][1]
    assert found["witness"]["differences"]


def test_markdown_has_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["diff", "pig", "pig+goal=20", "--play", "--games", "50", "--format", "markdown"]) == 0
    said = capsys.readouterr().out
    assert "### In play\n\n```text\na game in which they part" in said


def test_mutants_that_games_tell_apart_have_small_witnesses() -> None:
    """Some of the corpus: found, played again in fresh engines, and nothing can be dropped."""
    names = ("weather", "towers", "pig", "pairs", "ponds", "fists", "nim", "keep")
    found = [outcome(mutant, games=60, seconds=3) for mutant in islice(picked(1, names), 44)]
    made = [one for one in found if one is not None]
    assert len(made) >= 40
    told = [one for one in made if one.told]
    assert len(told) >= 30
    assert [one for one in made if not one.is_good] == []
    assert table(made).splitlines()[-1].startswith("all ")


def test_rows_that_are_left_out_could_be_deleted() -> None:
    """With engines that are built from tables without them, the same moves lead to the same parting."""
    number = 0
    for mutant in picked(1, ("bids", "cellar")):
        new = built(mutant.side(), 0)
        old = original(mutant.ruleset)
        if number == 3 or old is None or new is None:
            continue
        parting = small(old, new)
        if parting is not None and parting.setting.without:
            texts = without_rows(mutant, parting.setting.without)
            both = [built(side_of(mutant.ruleset, "less", each), 0) for each in texts]
            if both[0] is None or both[1] is None:  # no table can be empty
                continue
            fresh = Pair(Version(both[0].engine), Version(both[1].engine))
            again = exactly(fresh, replace(parting.setting, without=()), parting.moves)
            assert again is not None, (mutant.said, parting)
            assert again.differences[0] == parting.differences[0]
            number += 1
    assert number >= 2


def small(old: Built, new: Built) -> Parting | None:
    """The smallest game in which two sides part."""
    result = compared(old.side, new.side)
    pair = paired(old.engine, new.engine, (old.side, new.side), result.found)
    limits = Limits(*(deadline(seconds) for seconds in (5, 1, 20)))
    found = behaviour(pair, (old.game, new.game), result.found, 60, limits)
    return None if found.witness is None else found.witness.parting


def without_rows(mutant: Mutant, gone: tuple[tuple[str, str], ...]) -> tuple[dict[str, str], dict[str, str]]:
    """The texts of a ruleset and of its mutant, with rows deleted from the tables."""
    start = tuple(f"{row}," for _, row in gone)
    both: tuple[dict[str, str], dict[str, str]] = ({}, dict(mutant.texts))
    for path in mutant.ruleset.file.parent.glob("*.csv"):
        for texts in both:
            text = texts.get(str(path), path.read_text("utf-8"))
            lines = [line for line in text.splitlines() if not line.startswith(start)]
            texts[str(path)] = "\n".join(lines) + "\n"
    return both


@pytest.mark.deep
@pytest.mark.timeout(0)
def test_the_corpus_in_play() -> None:
    """Every mutant that 2,000 random games tell apart has a witness, in 30 s at the median, 300 at most."""
    made = [one for one in map(outcome, picked(3)) if one is not None]
    told = [one for one in made if one.told]
    assert len(made) >= 600
    assert [one for one in made if not one.is_good] == []
    seconds = sorted(one.seconds for one in told)
    assert seconds[len(seconds) // 2] < 30
    assert seconds[-1] < 300


CHROMIUM = next(
    (found for found in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if found), ""
)


def page(tmp_path: Path, *words: str) -> Path:
    """The page of a diff."""
    file = tmp_path / "diff.html"
    assert run(["diff", *words, "--format", "html", "-o", str(file)]) == 0
    return file


def test_the_page_stands_alone(tmp_path: Path) -> None:
    text = page(tmp_path, "pig", "pig+goal=20", "--play", "--spread", "20").read_text("utf-8")
    assert "http" not in text
    assert re.findall(r"<(?:link|img|iframe|script src)", text) == []
    assert 'class="clause marked"' in text
    assert text.count('class="step') > 2
    assert "<rect " in text
    assert "{{" not in text


@pytest.mark.skipif(not CHROMIUM, reason="there is no browser")
def test_the_page_in_a_browser(tmp_path: Path) -> None:
    """It is drawn, its script has run, and a picture of it is kept."""
    file = page(tmp_path, "pig", "pig+goal=20", "--play")
    words = [
        CHROMIUM,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={tmp_path / 'profile'}",
    ]
    made = subprocess.run(
        [*words, "--dump-dom", file.as_uri()],
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=with_room,
    )
    assert re.search(r'<span id="at">1 of \d+</span>', made.stdout)
    picture = tmp_path / "diff.png"
    subprocess.run(
        [*words, f"--screenshot={picture}", file.as_uri()],
        capture_output=True,
        timeout=60,
        check=True,
        preexec_fn=with_room,
    )
    assert picture.read_bytes()[:4] == b"\x89PNG"
    if folder := os.environ.get("STUDIO_PICTURES"):  # where pictures of pages are kept
        Path(folder).mkdir(parents=True, exist_ok=True)
        shutil.copy(picture, Path(folder) / "diff.png")
