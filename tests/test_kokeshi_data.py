"""What the reconstructed tables of Kokeshi must keep, whatever they show, and what only a table can say."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rulewright import core, pipeline
from rulewright.reading.files import RulesetPath
from rulewright.report.diagnostics import Report

FOLDER = Path(__file__).parents[1] / "rulesets" / "kokeshi"
DOLLS = ("princess", "granny", "fisherman", "samurai", "sumo")
MOVES_DOLLS = {"step", "step_any", "leap_any", "step_right", "step_left"}

Row = dict[str, object]


@pytest.fixture(scope="module")
def game() -> core.Game:
    report = Report()
    found = pipeline.check(RulesetPath("kokeshi", FOLDER / "kokeshi.rules", FOLDER.parent), report)
    assert found is not None, list(report)
    return found


@pytest.fixture(scope="module")
def tiles(game: core.Game) -> dict[str, Row]:
    """Each tile with its cells as words; an effect is its word and what it carries."""
    record = game.records["Tile"]
    return {
        id: {name: _shown(game, field.type, field.values[row]) for name, field in record.fields.items()}
        for row, id in enumerate(record.ids)
    }


def _shown(game: core.Game, type: core.Type, value: object) -> object:
    match type, value:
        case core.ListType(of=of), tuple():
            return tuple(_shown(game, of, item) for item in value)
        case core.Optional(of=of), int():
            return None if value < 0 else _shown(game, of, value)
        case core.KindType(name=name), int():
            word = next(w for w in game.kinds[name].words if w.base <= value < w.base + w.size)
            return (word.name, value - word.base) if word.params else word.name
    return value


def effects(tile: Row) -> tuple[str, ...]:
    """The words of a tile's effects."""
    found = tile["effects"]
    assert isinstance(found, tuple)
    return tuple(effect[0] if isinstance(effect, tuple) else effect for effect in found)


def moves(tile: Row) -> int:
    """How many of its effects move a doll."""
    return sum(effect in MOVES_DOLLS for effect in effects(tile))


def test_so_many_of_each_colour(tiles: dict[str, Row]) -> None:
    counts = Counter((tile["kind"], tile["colour"]) for tile in tiles.values())
    wanted = {"start": 2, "market": 10, "quality": 3}
    assert counts == {(kind, doll): n for kind, n in wanted.items() for doll in DOLLS}


def test_starting_tiles_are_those_that_a_source_tells(tiles: dict[str, Row]) -> None:
    """A choice between the doll of the tile's colour and the next, or the one after it, round the board."""
    starts = [tile for tile in tiles.values() if tile["kind"] == "start"]
    assert all(tile["combine"] == "either" for tile in starts)
    found = {(tile["colour"], tile["effects"]) for tile in starts}
    assert found == {
        (doll, (("step", i), ("step", (i + n) % 5))) for i, doll in enumerate(DOLLS) for n in (1, 2)
    }


def test_one_quality_tile_of_each_level_and_colour(tiles: dict[str, Row]) -> None:
    qualities = [tile for tile in tiles.values() if tile["kind"] == "quality"]
    assert {(tile["colour"], tile["level"]) for tile in qualities} == {
        (doll, f"level_{n}") for doll in DOLLS for n in (1, 2, 3)
    }
    assert {(tile["level"], tile["points"]) for tile in qualities} == {
        ("level_1", 3), ("level_2", 6), ("level_3", 9)
    }  # fmt: skip
    assert all(tile["level"] is None for tile in tiles.values() if tile["kind"] != "quality")


def test_enough_tiles_move_dolls(tiles: dict[str, Row]) -> None:
    assert sum(moves(tile) > 0 for tile in tiles.values() if tile["kind"] == "quality") >= 2
    assert sum(moves(tile) > 0 for tile in tiles.values() if tile["kind"] == "market") >= 16


def test_no_branch_moves_two_dolls(tiles: dict[str, Row]) -> None:
    """On this the proof of +quality_once rests."""
    assert all(moves(tile) <= 1 for tile in tiles.values() if tile["combine"] == "both")


def test_effects_fit_how_they_combine(tiles: dict[str, Row]) -> None:
    for name, tile in tiles.items():
        assert len(effects(tile)) == (1 if tile["combine"] == "single" else 2), name


def test_every_icon_is_there_for_every_colour(tiles: dict[str, Row], game: core.Game) -> None:
    icons = {word.name for word in game.kinds["Effect"].words}
    for doll in DOLLS:
        shown = {
            icon
            for tile in tiles.values()
            if tile["kind"] == "market" and tile["colour"] == doll
            for icon in effects(tile)
        }
        assert shown == icons, doll


def numbers(game: core.Game, table: str) -> list[int]:
    """A column of a table of spaces."""
    return [value for value in game.tables[f"field:{table}"].values if isinstance(value, int)]


def test_scales(game: core.Game) -> None:
    """Level 3 is the top row, marks and points rise, and a place is where its row says."""
    assert numbers(game, "Row:row") == list(range(1, 9))
    assert numbers(game, "Place:place") == list(range(8))
    assert numbers(game, "Level:from_row")[-1] == 8
    for column in ("Row:points", "Place:points", "Level:from_row"):
        assert numbers(game, column) == sorted(numbers(game, column)), column


def test_bonus_tiles_of_two_tracks_come_later(game: core.Game) -> None:
    tracks = [len(on) for on in game.tables["field:Bonus:tracks"].values if isinstance(on, tuple)]
    places = list(zip(numbers(game, "Bonus:place"), tracks, strict=True))
    early = [place for place, length in places if length == 1]
    later = [place for place, length in places if length == 2]
    assert (len(early), len(later)) == (4, 2)
    assert max(early) < min(later)


def test_tables_say_that_they_are_reconstructed(game: core.Game) -> None:
    assert set(game.reconstructed) == {"rows.csv", "levels.csv", "places.csv", "bonus.csv", "tiles.csv"}
    for table in game.reconstructed:
        lines = FOLDER.joinpath(table).read_text("utf-8").splitlines()
        assert lines[0].endswith(",source")
        assert all(line.rpartition(",")[2] for line in lines[1:]), table
        assert any("reconstructed" in line for line in lines), table
