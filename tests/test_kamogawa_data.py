"""The reconstructed tables of Kamogawa: what games need of them, and what the rulebook says of them."""

from __future__ import annotations

import csv
import random
from collections import Counter
from itertools import pairwise, product
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "rulesets" / "kamogawa"
BLANK = "-"
WIDTH = 4
ROADS = ("upper", "lower")
ANIMALS = ("turtle", "heron", "capybara", "duck", "cat", "deer")
BACKGROUNDS = ("onigiri", "dango", "tea", "shiba")

Card = dict[str, list[str]]


def table(name: str) -> list[dict[str, str]]:
    """The rows of one table."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


CARDS: list[Card] = [{key: value.split() for key, value in row.items()} for row in table("river.csv")]
"""Each River Card: the items of its rows, from left to right."""


def bridge(card: Card) -> int | None:
    """The column of a card's bridge."""
    return card["bridge"].index("yes") if "yes" in card["bridge"] else None


# ---- what a card is


def test_64_cards_of_four_columns() -> None:
    assert len(CARDS) == 64
    rows = ("sky", "upper", "lower", "bridge", "upper_sign", "lower_sign")
    assert all(len(card[row]) == WIDTH for card in CARDS for row in rows)


def test_no_card_is_there_twice() -> None:
    assert len({tuple(map(tuple, list(card.values())[1:])) for card in CARDS}) == 64


def test_bridges_hold_no_animals_and_symbols_stand_on_bridges() -> None:
    for card in CARDS:
        for road, column in product(ROADS, range(WIDTH)):
            if column == bridge(card):
                assert card[road][column] == BLANK
            else:
                assert card[f"{road}_sign"][column] == BLANK


# ---- (a) each column at the end of a card has an icon


def test_a_card_can_always_be_laid() -> None:
    for card in CARDS:
        for end in (0, WIDTH - 1):
            icons = [card[row][end] for row in ("sky", *ROADS) if card[row][end] != BLANK]
            assert icons, card["id"]
            assert bridge(card) != end


def test_a_card_leaves_room_in_the_sky_for_a_tile() -> None:
    assert all(BLANK in card["sky"] for card in CARDS)


# ---- (b) runs of six


@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("animal", ANIMALS)
def test_six_equal_animals_can_lie_in_a_row(animal: str, road: str) -> None:
    """At the right end cards that begin with the animal are laid, at the left end those that end with it."""
    runs = []
    for card in CARDS:
        ways = [
            next((at for at, other in enumerate(items) if other != animal), WIDTH)
            for items in (card[road], card[road][::-1])
        ]
        runs.append(min(max(ways), WIDTH - 1))
    assert sum(sorted(runs, reverse=True)[:11]) >= 6


@pytest.mark.parametrize("road", ROADS)
def test_six_different_animals_can_lie_in_a_row(road: str) -> None:
    """Laid to the right, each card hides all but the first columns of the one before."""
    found: set[tuple[str, ...]] = {()}
    for _ in range(6):
        longer: set[tuple[str, ...]] = set()
        for run in found:
            for card in CARDS:
                for keep in range(1, WIDTH + 1):
                    shown = tuple(card[road][:keep])
                    if BLANK not in shown and len({*run, *shown}) == len(run) + keep:
                        longer.add(run + shown)
        found |= {tuple(sorted(run)) for run in longer}
    assert max(map(len, found)) == len(ANIMALS)


# ---- (c) five tea are no rarity


@pytest.mark.parametrize("background", BACKGROUNDS)
def test_five_icons_of_a_background_are_ordinary_by_the_middle_of_a_game(background: str) -> None:
    """Six cards, each the best of four for this background and hidden by a column: half of the time five."""
    stream, reached = random.Random(7), 0
    for _ in range(200):
        deck = stream.sample(CARDS, 24)
        best = [
            max(deck[at : at + 4], key=lambda card: card["sky"].count(background)) for at in range(0, 24, 4)
        ]
        seen = [icon for card in best[:-1] for icon in card["sky"][: WIDTH - 1]] + best[-1]["sky"]
        reached += seen.count(background) >= 5
    assert reached >= 100


# ---- (d) three to six segments


def test_there_are_bridges_for_three_to_six_segments() -> None:
    """Eleven cards at random, each hidden by one to three columns of the next."""
    stream, segments = random.Random(7), []
    for _ in range(400):
        cards = stream.sample(CARDS, 11)
        seen = [card["bridge"][: stream.randint(1, WIDTH - 1)].count("yes") for card in cards[:-1]]
        segments.append(1 + sum(seen) + cards[-1]["bridge"].count("yes"))
    assert sum(3 <= number <= 6 for number in segments) > 200


# ---- (e) animals prefer no road


def test_each_animal_is_as_often_on_the_upper_road_as_on_the_lower() -> None:
    for road in ROADS:
        found = Counter(animal for card in CARDS for animal in card[road] if animal != BLANK)
        assert found == dict.fromkeys(ANIMALS, 24)


def test_each_background_is_there_as_often() -> None:
    found = Counter(icon for card in CARDS for icon in card["sky"] if icon != BLANK)
    assert found == dict.fromkeys(BACKGROUNDS, 48)


# ---- (f) points of bridges


@pytest.mark.parametrize(("animal", "points"), [("turtle", 7), ("capybara", 6)])
def test_bridges_can_bring_as_much_as_in_the_example(animal: str, points: int) -> None:
    """Symbols of the animal are printed, and beside a bridge a road may hold as many as it needs."""
    signs = sum(card[f"{road}_sign"].count(animal) for card in CARDS for road in ROADS)
    tiles = sum(int(row["copies"]) for row in table("bridge_tiles.csv") if row["animal"] == animal)
    tokens = sum(int(row["copies"]) for row in table("tokens.csv") if row["animal"] == animal)
    two_beside = any(
        one == other == animal for card in CARDS for road in ROADS for one, other in pairwise(card[road])
    )
    assert signs + tiles >= 3
    assert two_beside
    assert (signs + tiles) * (2 + tokens) >= points


# ---- the other components


def test_counts_of_the_rulebook() -> None:
    def count(name: str) -> int:
        return sum(int(row.get("copies") or 1) for row in table(name))

    assert count("tokens.csv") == 18
    assert count("background_tiles.csv") == 6
    assert count("bridge_tiles.csv") == 8
    assert count("round_cards.csv") == 10
    assert count("objectives.csv") == 16


def test_the_board() -> None:
    rows = {row["id"]: row for row in table("board.csv")}
    picnic = [row for row in rows.values() if row["part"] == "picnic"]
    assert Counter((row["background"], row["number"]) for row in picnic) == dict.fromkeys(
        product(BACKGROUNDS, "3456"), 1
    )
    for grid in ("gifts", "goals"):
        left = [rows[f"{grid}_{number}"] for number in range(3, 7)]
        assert [row["value"] for row in left] == ["2", "4", "6", "9"]
        assert all(rows[row["right"]]["right"] == "" for row in left)
    higher = [int(rows[f"gifts_{n}_right"]["value"]) > int(rows[f"gifts_{n}"]["value"]) for n in range(3, 7)]
    lower = [int(rows[f"goals_{n}_right"]["value"]) < int(rows[f"goals_{n}"]["value"]) for n in range(3, 7)]
    assert all(higher)
    assert all(lower)
