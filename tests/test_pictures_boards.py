"""Boards as `play` draws them: where spaces lie, what stands at the sides, a sign for each piece."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.pictures.boards import Drawing, drawings, drawn, legend
from rulewright.pictures.sketch import sketch
from rulewright.play.play import seating, session
from rulewright.play.play_view import screen
from tests import engine_checks as checks
from tests.elaborated import game

BOARDS = """\
spaces Square: squares 3 by 2
spaces Cell: hexes 3 by 3
spaces Bee: hexes of side 2
spaces Hour: ring of 4
piece Man "a man" of player
piece Marshal of player
piece Stone
zone board: board Square of Man
zone comb: board Cell of Man or Marshal or Stone
zone hive: board Bee of Man
zone clock: board Hour of Man
claim empty: always all(board[s] is empty for s in Square) and all(comb[c] is empty and hive[b] is empty and clock[h] is empty for c in Cell, b in Bee, h in Hour)
"""  # noqa: E501


@pytest.fixture(scope="module")
def made() -> dict[str, Drawing]:
    return drawings(game(add=BOARDS))


def board(drawing: Drawing, **standing: str) -> list[str]:
    return drawn(drawing, {name: standing.get(name) for name in drawing.places})


def test_what_lies_on_no_plane_has_no_drawing(made: dict[str, Drawing]) -> None:
    assert list(made) == ["board", "comb", "hive"]


def test_squares(made: dict[str, Drawing]) -> None:
    assert made["board"].signs == {"a man(red)": "r", "a man(blue)": "b", "a man(green)": "g"}
    assert board(made["board"], a1="a man(red)", c2="a man(green)") == [
        "2 . . g",
        "1 r . .",
        "  a b c",
    ]


def test_hexagons_lean_and_signs_of_two_letters_have_room(made: dict[str, Drawing]) -> None:
    assert board(made["comb"], a1="a man(red)", b2="Stone", c3="Marshal(blue)") == [
        "3 .   .   bA",
        "  2 .   #   .",
        "    1 rM  .   .",
        "        a   b   c",
    ]
    standing = {"a1": "a man(red)", "a2": "a man(red)", "a3": None, "b1": "Stone"}
    assert list(legend(made["comb"], standing)) == [("rM", "a man(red)"), ("#", "Stone")]


def test_a_hexagon_has_its_letters_below_each_column(made: dict[str, Drawing]) -> None:
    assert board(made["hive"], b2="a man(blue)") == [
        " 3 . .",
        "2 . b .",
        " 1 . . c",
        "    a b",
    ]


def test_two_seats_have_large_and_small_letters() -> None:
    engine = checks.engines(checks.ROOT / "tests" / "rulesets" / "keep")[0]
    play = engine.module.new(seed=1)
    made = session(play, seating(engine.game.seats, [], []), sketch=sketch(engine.game))
    lines = screen(made, 0, 80).splitlines()
    at = lines.index("  5 . . M . .")
    assert lines[at : at + 8] == [
        "  5 . . M . .",
        "  4 . . m . .",
        "  3 M m k m M",
        "  2 . . m . .",
        "  1 . . M . .",
        "    a b c d e",
        "",
        "board: M a man(raiders) | m a man(guards) | k the king(guards)",
    ]


@pytest.mark.parametrize("folder", ["breakthrough", "connect_four", "hex", "othello", "tic_tac_toe"])
def test_each_space_of_the_rulesets_has_a_place_of_its_own(folder: str) -> None:
    ruleset: Path = checks.ROOT / "rulesets" / folder
    found = drawings(checks.engines(ruleset)[0].game)["board"]
    assert len({*found.places.values(), *found.sides}) == len(found.places) + len(found.sides)
    assert len(set(found.signs.values())) == len(found.signs)
