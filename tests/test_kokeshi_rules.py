"""Kokeshi in play: what must hold in every game, under every reading, and what only a long run can show."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from types import ModuleType

import pytest

from rulewright import cascades, core, pipeline
from rulewright.loading.load import load
from rulewright.python import engine
from rulewright.python.runtime import Game, State
from rulewright.reading.files import RulesetPath
from rulewright.report.diagnostics import Report

FOLDER = Path(__file__).parents[1] / "rulesets" / "kokeshi"
READINGS = [
    {},
    {"red_line": "quality_tile", "extra_rounds": 0},
    {"rows_filled": "anywhere", "leap_pays": "no"},
    {"neighbours_cost": "when_placed", "ahead": "on_top"},
]
DOLLS = ("princess", "granny", "fisherman", "samurai", "sumo")
EFFECTS = [f"step({doll})" for doll in DOLLS] + [
    *("step_any", "leap_any", "step_right", "step_left"),
    *("animal(cat)", "any_animal", "gain_here", "gain_any"),
]
FROM_ROW = {1: 4, 2: 6, 3: 8}
TRACKS, ROWS = 5, 8


@pytest.fixture(scope="module")
def kokeshi() -> ModuleType:
    return built()


@pytest.fixture
def games(pytestconfig: pytest.Config) -> int:
    """How many are played of each kind."""
    return 8 if pytestconfig.getoption("--deep") else 1


def built(*variants: str) -> ModuleType:
    path = RulesetPath("kokeshi", FOLDER / "kokeshi.rules", FOLDER.parent, variants)
    found = pipeline.check(path, Report())
    assert found is not None
    return engine.load(pipeline.generate(found), "_".join(("kokeshi_rules", *variants)))


def played(module: ModuleType, players: int, seed: int, options: dict[str, object]) -> Iterator[Game]:
    """A game by random moves, at each of its decisions and at its end; all that must hold is tested."""
    game: Game = module.new(players=players, seed=seed, options=options, debug=True)
    moves = random.Random(seed)
    while not game.over:
        yield game
        game.apply(moves.choice(game.legal_moves()))
    yield game


def track(module: ModuleType, state: State, seat: int, doll: int) -> list[int]:
    """The rows of a track from below: a tile's number, or -1."""
    first = module.state.BOARD + (seat * TRACKS + doll) * ROWS
    return [cell[0] if cell else -1 for cell in state.zones[first : first + ROWS]]


def check_tracks(module: ModuleType, game: Game, gaps: bool) -> None:
    """One Quality tile a track at most, of its colour and not below its mark; no gap from row 1 on."""
    data = module.data
    for seat in range(game.players):
        for doll in range(TRACKS):
            tiles = track(module, game.state, seat, doll)
            filled = [row for row, tile in enumerate(tiles, start=1) if tile >= 0]
            assert gaps or filled == list(range(1, len(filled) + 1))
            levels = [
                (row, data.TILE_LEVEL[tile] + 1) for row, tile in enumerate(tiles, start=1) if tile >= 0
            ]
            marked = [(row, level) for row, level in levels if level > 0]
            assert len(marked) <= 1
            for row, level in marked:
                assert row >= FROM_ROW[level]
                assert data.TILE_COLOUR[tiles[row - 1]] == doll


def check_takers(module: ModuleType, game: Game) -> None:
    """All players but one, at most, have a Quality tile of a colour; then the others are gone."""
    data, state = module.data, game.state
    taken = [state.memory[module.state.RECOGNISED + seat] for seat in range(game.players)]
    left = state.sets[module.state.QUALITIES]
    for doll in range(TRACKS):
        takers = sum(mask >> doll & 1 for mask in taken)
        there = [t for t, colour in enumerate(data.TILE_COLOUR) if colour == doll and left >> t & 1]
        assert takers <= game.players - 1
        assert bool(there) == (takers < game.players - 1)


@pytest.mark.parametrize(
    "options", READINGS, ids=lambda options: " ".join(map(str, options.values())) or "default"
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_invariants(kokeshi: ModuleType, players: int, options: dict[str, object], games: int) -> None:
    endings = set()
    for seed in range(games):
        for game in played(kokeshi, players, seed, options):
            check_tracks(kokeshi, game, gaps=options.get("rows_filled") == "anywhere")
            check_takers(kokeshi, game)
        endings.add(game.ending)
    assert endings <= {"recognitions", "empty_market"}


def test_scores_do_not_depend_on_when_neighbours_are_counted(kokeshi: ModuleType) -> None:
    for seed in range(6):
        late = list(played(kokeshi, 3, seed, {}))[-1]
        early = list(played(kokeshi, 3, seed, {"neighbours_cost": "when_placed"}))[-1]
        assert late.scores() == early.scores()


@pytest.mark.parametrize("variant", ["at_once", "home_at_once", "each_landing", "quality_once", "limited"])
def test_other_readings_of_a_cascade_keep_it_all(variant: str, games: int) -> None:
    module = built(variant)
    for seed in range(games):
        for game in played(module, 3, seed, {}):
            check_tracks(module, game, gaps=False)
            check_takers(module, game)


# ---- what is known of its cascades

WAITS = [(), ("at_once",), ("home_at_once",), ("each_landing",), ("at_once", "home_at_once")]
QUICK = cascades.Budget(landings=1, few=0, many=0)  # a proof is looked for, a loop is not


def checked(*variants: str, folder: Path = FOLDER) -> core.Game:
    """The game as it is meant, whatever is said of it."""
    path = RulesetPath("kokeshi", folder / "kokeshi.rules", folder.parent, variants)
    game = pipeline.meant(load(path, Report()), path, Report())
    assert game is not None
    return game


def verdict(*variants: str, folder: Path = FOLDER) -> str:
    (found,) = cascades.verdicts(checked(*variants, folder=folder), QUICK)
    return found.sort


@pytest.mark.parametrize(
    ("variants", "sort"),
    [
        pytest.param((*cure, *reading), sort, marks=() if usual else pytest.mark.deep)
        for cure, sort in [((), "proved"), (("quality_once",), "proved"), (("limited",), "limited")]
        for reading in WAITS
        for usual in [len(reading) < 2 and (not cure or not reading or reading[0] == "each_landing")]
    ],
    ids=str,
)
def test_cascades_end(variants: tuple[str, ...], sort: str) -> None:
    """With each cure, in each reading of what waits and of who is dealt with first."""
    assert verdict(*variants) == sort


def test_the_letter_is_refused() -> None:
    """The check finds the two tracks that push each other by itself."""
    game = checked("literal")
    (found,) = cascades.verdicts(game)
    assert found.sort == "refused"
    assert found.witness is not None
    assert len(found.witness.steps) > 1
    dolls = {place for place, _ in found.witness.start if "doll[" in place}
    assert dolls
    assert not dolls & set(found.witness.grows)


def with_tiles(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """The ruleset with other rows of tiles, each found by how it begins."""
    folder = tmp_path / "kokeshi"
    shutil.copytree(FOLDER, folder)
    table = folder / "tiles.csv"
    rows = table.read_text("utf-8").splitlines()
    for start, row in changes:
        at = next(i for i, old in enumerate(rows) if old.startswith(start))
        rows[at] = row
    table.write_text("\n".join(rows) + "\n", "utf-8")
    return folder


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.deep) for n in range(2, 31))])
def test_dolls_that_rest_stop_with_any_table(tmp_path: Path, seed: int) -> None:
    """Each tile shows what chance gives, the readings of what waits in turn."""
    assert verdict(*WAITS[seed % len(WAITS)], folder=with_tiles(tmp_path, *any_effects(seed))) == "proved"


def any_effects(seed: int) -> Iterator[tuple[str, str]]:
    """All rows of the table with other effects: up to three of any sort."""
    chance = random.Random(seed)
    for old in (FOLDER / "tiles.csv").read_text("utf-8").splitlines()[1:]:
        id, kind, colour, _, _, level, points, _ = old.split(",")
        combine = chance.choice(("single", "either", "both", "both"))
        number = 1 if combine == "single" else chance.choice((2, 2, 3))
        effects = " ".join(chance.choices(EFFECTS, k=number))
        yield f"{id},", ",".join((id, kind, colour, combine, effects, level, points, "a test"))


def test_the_letter_is_sound_where_quality_tiles_move_animals_only(tmp_path: Path) -> None:
    changes = [
        (
            f"{colour}Q{n},",
            f"{colour}Q{n},quality,{doll},both,any_animal animal(cat),level_{n},{3 * n},a test",
        )
        for colour, doll in zip("PGFSU", DOLLS, strict=True)
        for n in (2, 3)
        for start in [f"{colour}Q{n},"]
    ]
    assert verdict("literal", folder=with_tiles(tmp_path, *changes)) == "proved"


def test_one_tile_that_moves_two_dolls_ends_the_proof_of_quality_once(tmp_path: Path) -> None:
    """Resting dolls do not mind. There is no loop with one such tile, but it takes counting to see that."""
    folder = with_tiles(tmp_path, ("P03,", "P03,market,princess,both,step(sumo) step(granny),,0,a test"))
    assert verdict(folder=folder) == "proved"
    assert verdict("quality_once", folder=folder) != "proved"


VARIANTS = ("at_once", "home_at_once", "each_landing", "quality_once", "limited")


def examples_hold(*variants: str) -> bool:
    """The examples hold with these variants, be it proved that they stop or not; False where they do not go
    together."""
    report = Report()
    path = RulesetPath("kokeshi", FOLDER / "kokeshi.rules", FOLDER.parent, variants)
    game = pipeline.meant(load(path, report), path, report)
    if report.has_errors:
        assert {found.code for found in report.errors} == {"RW706"}
        return False
    assert game is not None
    assert pipeline.run_examples(game, report) >= 45
    assert not report.has_errors, [found.message for found in report]
    return True


def test_readings_and_cures_go_together() -> None:
    assert examples_hold("home_at_once", "quality_once")
    assert not examples_hold("at_once", "each_landing")


@pytest.mark.deep
def test_examples_hold_whatever_is_played_together() -> None:
    """Three readings of what waits, of which two go together, and two cures."""
    together = [names for n in range(1, 4) for names in combinations(VARIANTS, n) if examples_hold(*names)]
    assert len(together) == 14, together
