"""Loops of Kokeshi are found in each reading of what waits, whatever chance begins with; engines play on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright import cascades, core, pipeline
from rulewright.cascades.unproved import MOST
from rulewright.loading.load import load
from rulewright.python import engine
from rulewright.reading.files import RulesetPath
from rulewright.report.diagnostics import Report
from tests.witness_engines import replay

FOLDER = Path(__file__).parent.parent / "rulesets" / "kokeshi"
LANDINGS = 10_000
READINGS = ((), ("each_landing",), ("home_at_once",))
# Only two tiles of a row that moves dolls twice make up for what two dolls lose at the ends of their tracks.
TWICE = "X01,market,princess,both,step_any step_any,,0,a test"


def meant(folder: Path, *variants: str) -> core.Game:
    path = RulesetPath("kokeshi", folder / "kokeshi.rules", folder.parent, variants)
    game = pipeline.meant(load(path, Report()), path, Report())
    assert game is not None
    return game


def with_copies(tmp_path: Path, row: str, copies: int) -> Path:
    """The ruleset with one row more, of which there are several tiles."""
    folder = tmp_path / "kokeshi"
    shutil.copytree(FOLDER, folder)
    table = folder / "tiles.csv"
    header, *rows = table.read_text("utf-8").splitlines()
    rows = [*(f"{old}," for old in rows), f"{row},{copies}"]
    table.write_text("\n".join([f"{header},copies", *rows]) + "\n", "utf-8")
    return folder


def refused(game: core.Game, chance: int = 1) -> cascades.Witness:
    (verdict,) = cascades.verdicts(game, cascades.Budget(chance=chance))
    assert verdict.sort == "refused", verdict.because
    assert verdict.witness is not None
    return verdict.witness


def played(game: core.Game, witness: cascades.Witness) -> None:
    """The engine lands dolls again and again. A landing is a doll that waited and is dealt with, and each
    step that a Quality tile takes it on."""
    game = cascades.with_budget(game, ("RW310",), tuple(game.reactions))
    module = engine.load(pipeline.generate(game), game.slug)
    face = replay(module, game, witness, MOST)
    assert max(face.state.trace.count("landing"), face.state.trace.count("next_doll")) >= LANDINGS - 1
    assert not face.over


@pytest.mark.parametrize("chance", [1, 2, *(pytest.param(n, marks=pytest.mark.deep) for n in range(3, 25))])
@pytest.mark.parametrize("reading", READINGS, ids=str)
def test_the_letter_is_refused_whatever_chance_begins_with(reading: tuple[str, ...], chance: int) -> None:
    game = meant(FOLDER, "literal", *reading)
    played(game, refused(game, chance))


@pytest.mark.deep
@pytest.mark.parametrize("reading", [("at_once",), ("at_once", "home_at_once")], ids=str)
def test_the_letter_is_refused_where_dolls_are_dealt_with_at_once(reading: tuple[str, ...]) -> None:
    game = meant(FOLDER, "literal", *reading)
    played(game, refused(game))


@pytest.mark.parametrize("reading", READINGS, ids=str)
def test_two_tiles_that_move_dolls_twice_undo_quality_once(tmp_path: Path, reading: tuple[str, ...]) -> None:
    """The row of these is named, with its line."""
    folder = with_copies(tmp_path, TWICE, 2)
    game = meant(folder, "quality_once", *reading)
    witness = refused(game)
    rows = {row for turn in witness.steps if turn.others > 1 for row in turn.rows}
    line = len((folder / "tiles.csv").read_text("utf-8").splitlines())
    assert {(id, Path(span.path).name, span.line) for id, span in rows} == {("X01", "tiles.csv", line)}
    played(game, witness)


def test_dolls_that_rest_do_not_mind_such_tiles(tmp_path: Path) -> None:
    (verdict,) = cascades.verdicts(meant(with_copies(tmp_path, TWICE, 2)))
    assert verdict.sort == "proved"


# ---- claims

BOXES = """\
language 1
game Boxes "Boxes" version "1.0.0"
players 2: red, green
memory coins: 0..9, all game
memory lid: 0..1, all game
event opened
setup:
    nothing

turn:
    offer open

action open "open":
    do:
        trigger opened

reaction again when opened, at once:
    if lid is 1:
        trigger opened

{claim}
score points = coins
ending late after 5 rounds
winner is most score
"""


@pytest.mark.parametrize(
    ("claim", "sort"),
    [("", "refused"), ("claim shut: always lid is 0", "proved if")],
    ids=["free", "claimed"],
)
def test_a_witness_keeps_to_what_is_claimed(tmp_path: Path, claim: str, sort: str) -> None:
    """Where it is claimed that a position never is, no loop begins in it."""
    folder = tmp_path / "boxes"
    folder.mkdir()
    (folder / "boxes.rules").write_text(BOXES.format(claim=claim), "utf-8")
    report = Report()
    path = RulesetPath("boxes", folder / "boxes.rules", tmp_path, ())
    game = pipeline.meant(load(path, report), path, report)
    assert game is not None, list(report)
    (verdict,) = cascades.verdicts(game)
    assert verdict.sort == sort
