"""Pictures of positions: text to a width, SVG that is whole, and nothing in them that a seat may not see."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulewright import cli
from rulewright.pictures.scene import Item, Part, Plane, Scene
from rulewright.pictures.shapes import Block, flowing
from rulewright.pictures.sketch import sketch
from rulewright.play.play import Session, seating, session
from rulewright.play.play_view import picture, screen, seen
from rulewright.python.runtime import Random
from tests import engine_checks as checks
from tests.elaborated import game

ROOT = checks.ROOT
SOME = ("rulesets/kamogawa", "rulesets/kanagawa", "rulesets/kokeshi", "rulesets/hex", "tests/rulesets/realms")
ALL = sorted(
    str(path.parent.relative_to(ROOT))
    for folder in ("rulesets", "tests/rulesets")
    for path in (ROOT / folder).glob("*/*.rules")
    if path.stem == path.parent.name
)
SVG = "{http://www.w3.org/2000/svg}"
Captured = pytest.CaptureFixture[str]


@cache
def engine(folder: str) -> checks.Engine:
    """The engine of a ruleset without its variants."""
    found = checks.checked(checks.ruleset(ROOT / folder))
    assert found is not None
    return checks.engine_of(found)


def played(folder: str, plies: int, seed: int = 3) -> Session:
    """A game of a ruleset after some random moves, everybody at the table."""
    made = engine(folder)
    play = made.module.new(players=made.game.high, seed=seed)
    dice = Random(seed)
    for _ in range(plies):
        if play.over:
            break
        play.apply(play.random_move(dice))
    return session(play, seating(made.game.seats[: play.players], [], []), sketch=sketch(made.game))


def drawn(made: Session, seat: int | None) -> ElementTree.Element:
    return ElementTree.fromstring(picture(made, seat))


def part(scene: Scene, seat: int | None) -> Part:
    return next(part for part in scene.parts if part.seat == seat)


def plane(scene: Scene, seat: int | None, zone: str) -> Plane:
    return next(plane for plane in part(scene, seat).planes if plane.zone == zone)


def item(scene: Scene, seat: int | None, zone: str) -> Item:
    return next(item for item in part(scene, seat).items if item.zone == zone)


# ---- all of them


def whole(folder: str, plies: int) -> None:
    """The text fits its width; the SVG is XML in which each space of a plane stands once, with its data."""
    made = played(folder, plies)
    for seat in (None, 0):
        longest = max(map(len, screen(made, seat, 100).splitlines()))
        assert longest <= 100
        root = drawn(made, seat)
        spaces = [tag for tag in root.iter(f"{SVG}g") if tag.get("class") == "space"]
        ids = Counter(tag.get("id") for tag in spaces)
        assert [id for id, count in ids.items() if count > 1 or not id] == []
        assert all(tag.get("data-zone") and tag.get("data-space") for tag in spaces)
        assert all(tag.get("data-piece") for tag in root.iter(f"{SVG}g") if tag.get("class") == "thing")


@pytest.mark.parametrize("folder", SOME)
def test_pictures_are_whole(folder: str) -> None:
    whole(folder, 40)


@pytest.mark.deep
@pytest.mark.parametrize("folder", ALL)
@pytest.mark.parametrize("plies", [0, 15, 60])
def test_all_pictures_are_whole(folder: str, plies: int) -> None:
    whole(folder, plies)


@pytest.mark.parametrize("plies", [5, 30, 60])
def test_a_seat_sees_no_card_that_it_does_not_know(plies: int) -> None:
    made = played("rulesets/kanagawa", plies)
    own, everything = made.game.view(0), made.game.view()
    for seat in made.game.rules.seats[1 : made.game.players]:
        hidden = [card for card in everything["hand"][seat] if card not in own["hand"][seat]]
        text, root = screen(made, 0, 100), drawn(made, 0)
        pieces = {tag.get("data-piece") for tag in root.iter(f"{SVG}g")}
        words = {word for tag in root.iter() for word in re.findall(r"\w+", tag.text or "")}
        assert not any(re.search(rf"\b{card}\b", text) for card in hidden)
        assert not pieces & set(hidden)
        assert not words & set(hidden)
        assert set(hidden) <= {tag.get("data-piece") for tag in drawn(made, None).iter(f"{SVG}g")}


# ---- the parts


def test_an_overlay_shows_the_topmost_cards_and_what_rides_on_them(capsys: Captured) -> None:
    example = "tokens and markers ride on the card that comes"
    assert cli.run(["show", str(ROOT / "rulesets/kamogawa"), "--example", example, "--width", "80"]) == 0
    lines = capsys.readouterr().out.split("\nred\n")[1].split("\nyellow\n")[0].splitlines()
    at = lines.index("panorama:")
    assert lines[at + 1 : at + 9] == [
        "       K01     K04",
        "    3 |.   tea|oni oni tea .  |",
        "    2 |duc .  |her TUR .   cat|",
        "    1 |dee her|MAR .   tur cat|",
        "       ae  af  ag  ah  ai  aj",
        "",
        "      dee deer  her heron  tur turtle  cat cat  duc duck  tea tea  oni onigiri",
        "      MAR marker  TUR turtle_token",
    ]


def test_each_space_of_an_overlay_shows_what_rules_read_there() -> None:
    """What is drawn is what a memory of the state says is seen: the card on top, and its part."""
    made = played("rulesets/kamogawa", 80)
    found = engine("rulesets/kamogawa").game
    pictures = {id: row for row, id in enumerate(found.records["River"].ids)}
    fields = found.records["River"].fields
    tops = made.game.view()["top:panorama"]["red"]
    spots = plane(seen(made, None), 0, "panorama").spots
    assert {spot.name: spot.square.card or None for spot in spots if spot.square} == tops
    there = [spot for spot in spots if spot.square and spot.square.card]
    assert there
    for spot in there:
        assert spot.square is not None
        animals = fields["animal"].values[pictures[spot.square.card]]
        words = {found.kinds["Animal"].words[a].name for a in animals if a >= 0}  # type: ignore[union-attr]
        assert {g.word for g in spot.square.glimpses if g.column == "animal"} <= words


def test_the_school_shows_what_is_printed_and_the_print_only_what_counts() -> None:
    scene = seen(played("rulesets/kanagawa", 62), None)
    school = plane(scene, None, "school")
    cards = [thing for spot in school.spots for thing in spot.things if not thing.is_hidden]
    assert cards
    assert all(len(card.lines) >= 3 for card in cards)
    printed = [
        thing
        for each in scene.parts[1:]
        for entry in each.items
        if entry.zone == "print"
        for thing in entry.things
    ]
    assert printed
    assert not any(line.startswith("needs") for thing in printed for line in thing.lines)


def test_dolls_stand_where_they_climb() -> None:
    made = played("rulesets/kokeshi", 31)
    scene = seen(made, None)
    for seat, name in enumerate(made.game.rules.seats[: made.game.players]):
        board = plane(scene, seat, "board")
        stands = {spot.name for spot in board.spots for thing in spot.things if thing.sort == "mark"}
        at = made.game.view()["doll"][name]
        spots = {spot.name for spot in board.spots}
        assert stands == {f"{doll}, {row}" for doll, row in at.items()} & spots
        away = {f"{doll} ({row})" for doll, row in at.items() if f"{doll}, {row}" not in spots}
        assert away <= {text for _, _, text in board.sides}


def test_a_track_shows_where_each_stands(capsys: Captured) -> None:
    assert cli.run(["show", str(ROOT / "rulesets/kokeshi")]) == 0
    assert "  rabbit  [0] . . . . . . ." in capsys.readouterr().out


def test_roads_join_what_is_near() -> None:
    board = plane(seen(played("tests/rulesets/realms", 0), None), None, "board")
    assert len({(spot.x, spot.y) for spot in board.spots}) == len(board.spots)
    near = engine("tests/rulesets/realms").game.tables["near:Town"].values
    assert set(board.joins) == {(a, b) for a, them in enumerate(near) for b in them if a < b}  # type: ignore[union-attr,operator]


def test_spaces_of_a_ring_and_of_directions_lie_apart() -> None:
    add = (
        "spaces Hour: ring of 12\nspaces Cell: hexes 3 by 3\npiece Man of player\n"
        "zone clock: board Hour of Man\nzone comb: board Cell of Man\n"
        "claim bare: always all(clock[h] is empty for h in Hour) and all(comb[c] is empty for c in Cell)\n"
    )
    canvases = sketch(game(add=add)).canvases
    for canvas in canvases:
        places = [(spot.x, spot.y) for spot in canvas.spots]
        apart = [abs(a - c) + abs(b - d) for i, (a, b) in enumerate(places) for c, d in places[:i]]
        assert min(apart) > 0.5, canvas.zone


def test_blocks_flow_in_lines() -> None:
    block = flowing([Block(60, 10)] * 5, 200, 10)
    assert (block.width, block.height) == (200, 30)


# ---- the command


def run(capsys: Captured, *arguments: str) -> tuple[int, str, str]:
    code = cli.run(["show", *arguments])
    return code, *capsys.readouterr()


def test_show_a_save_as_svg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.run(["new", "garden"]) == 0
    monkeypatch.setattr("sys.stdin", open_lines(tmp_path, "1", "1", "save game.json", "quit"))
    assert cli.run(["play", "garden", "--bots", "random", "--seed", "1"]) == 0
    capsys.readouterr()
    assert run(capsys, "--load", "game.json", "-o", "game.svg") == (0, "", "")
    root = ElementTree.parse(tmp_path / "game.svg").getroot()
    assert any(tag.text == "Garden" for tag in root.iter(f"{SVG}text"))
    code, out, _ = run(capsys, "--load", "game.json", "--seat", "red")
    assert (code, "red, you" in out) == (0, True)
    code, _, err = run(capsys, "--load", "game.json", "--plies", "3")
    assert (code, "leave out `--plies`" in err) == (2, True)
    code, _, err = run(capsys, "garden", "--load", "game.json", "-o", str(tmp_path / "none" / "a.svg"))
    assert (code, "RW019" in err) == (2, True)
    code, _, err = run(capsys, "garden", "--seat", "rde")
    assert (code, "did you mean `red`?" in err) == (2, True)
    code, _, err = run(capsys)
    assert (code, "name a ruleset" in err) == (2, True)


def open_lines(folder: Path, *lines: str) -> object:
    file = folder / "typed.txt"
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return file.open(encoding="utf-8")


def test_an_example_is_found_by_a_part_of_its_title(capsys: Captured) -> None:
    hexes = str(ROOT / "rulesets/hex")
    code, _, err = run(capsys, hexes, "--example", "no such title at all")
    assert (code, "no example is called" in err) == (2, True)
    code, _, err = run(capsys, hexes, "--example", "a")
    assert (code, "may be one of" in err) == (2, True)
    code, _, err = run(capsys, hexes, "--example", "a", "--plies", "2")
    assert (code, "leave out --plies" in err) == (2, True)


@pytest.mark.parametrize("folder", ["rulesets/kanagawa", "rulesets/kokeshi"])
def test_what_is_told_in_words_fits_any_width(folder: str) -> None:
    """Boards are as wide as they are; all else keeps to the width."""
    assert max(map(len, screen(played(folder, 0), None, 20).splitlines())) <= 20
