"""The tables of Kanagawa are as even as the printed game, and every clause is there once."""

import csv
import re
from collections import Counter
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "rulesets" / "kanagawa"
BACKS = ("green", "red", "yellow", "blue")
LANDSCAPES = ("forest", "ocean", "plain", "mountain")
SEASONS = ("spring", "summer", "autumn", "winter")
Rows = list[dict[str, str]]


def table(name: str) -> Rows:
    """The rows of one table, each as column name to cell."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, strict=True))


def column(rows: Rows, name: str) -> Counter[str]:
    """How often each value stands in a column; an empty cell counts as ''."""
    return Counter(row[name] for row in rows)


LESSONS = table("lessons.csv")
STARTS = table("starts.csv")
DIPLOMAS = table("diplomas.csv")


@pytest.mark.parametrize(
    ("name", "header", "size"),
    [
        (
            "lessons.csv",
            "id,back,landscape,item,studio_harmony,needs,season,subject,trees,print_harmony",
            72,
        ),
        ("starts.csv", "id,landscape,item,season", 4),
        ("diplomas.csv", "id,family,condition,points,reward", 19),
    ],
)
def test_shape(name: str, header: str, size: int) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8").splitlines()[0] == header
    rows = table(name)
    assert len(rows) == size
    assert len({row["id"] for row in rows}) == size
    assert all(list(row) == header.split(",") for row in rows)
    assert all(None not in row.values() for row in rows)


@pytest.mark.parametrize("back", BACKS)
def test_each_back_has_18_lessons_with_even_seasons(back: str) -> None:
    cards = [row for row in LESSONS if row["back"] == back]
    assert [row["id"] for row in cards] == [f"{back[0].upper()}{n:02}" for n in range(1, 19)]
    assert column(cards, "season") == {**dict.fromkeys(SEASONS, 4), "storm": 2}


def test_landscapes_needed_are_even() -> None:
    needs = [row["needs"].split() for row in LESSONS]
    assert Counter(len(need) for need in needs) == {1: 56, 2: 16}
    assert all(len(set(need)) == 1 for need in needs)
    assert Counter(need[0] for need in needs) == dict.fromkeys(LANDSCAPES, 18)
    assert Counter(pip for need in needs for pip in need) == dict.fromkeys(LANDSCAPES, 22)


def test_landscapes_given_are_even() -> None:
    assert column(LESSONS, "landscape") == {**dict.fromkeys(LANDSCAPES, 12), "wild": 4, "": 20}


def test_items() -> None:
    counts = {"assistant": 20, "brush": 4, "arrow": 4, "keep": 4, "": 40}
    assert column(LESSONS, "item") == counts


def test_studio_harmony() -> None:
    assert column(LESSONS, "studio_harmony") == {"0": 56, "1": 8, "2": 4, "-2": 4}
    for row in LESSONS:
        alone = row["item"] == "assistant" and not row["landscape"]
        assert (row["studio_harmony"] == "1") == alone
        assert (row["studio_harmony"] == "2") == (row["item"] == "keep")
        assert (row["studio_harmony"] == "-2") == (row["landscape"] == "wild")


def test_print_harmony() -> None:
    assert column(LESSONS, "print_harmony") == {"0": 49, "1": 23}


SUBJECTS = {
    "red": {"warrior": 4, "peasant": 4, "monk": 4, "lady": 3, "": 3},
    "yellow": {
        "thatched": 3,
        "palace": 3,
        "round": 3,
        "tower": 2,
        "tiled": 2,
        "temple": 2,
        "": 3,
    },
    "blue": {"boar": 4, "stag": 4, "crane": 3, "butterfly": 3, "": 4},
    "green": {"": 18},
}


@pytest.mark.parametrize("back", BACKS)
def test_subjects_follow_the_back(back: str) -> None:
    cards = [row for row in LESSONS if row["back"] == back]
    trees = {"0": 2, "1": 9, "2": 3, "3": 4} if back == "green" else {"0": 18}
    assert column(cards, "subject") == SUBJECTS[back]
    assert column(cards, "trees") == trees


def test_twelve_lessons_depict_nothing_and_all_storms_are_among_them() -> None:
    blank = [row for row in LESSONS if not row["subject"] and row["trees"] == "0"]
    assert column(blank, "back") == {"blue": 4, "red": 3, "yellow": 3, "green": 2}
    assert column(blank, "season")["storm"] == 8


def test_start_tiles() -> None:
    pairs = [("ocean", "summer"), ("mountain", "autumn"), ("forest", "winter"), ("plain", "spring")]
    assert [row["id"] for row in STARTS] == ["S1", "S2", "S3", "S4"]
    assert [(row["landscape"], row["season"]) for row in STARTS] == pairs
    assert column(STARTS, "item") == {"arrow": 4}


def test_diploma_families_and_rewards() -> None:
    assert list(column(DIPLOMAS, "family").items()) == [
        ("trees", 3),
        ("buildings", 3),
        ("characters", 3),
        ("animals", 3),
        ("brushes", 2),
        ("arrows", 2),
        ("landscapes", 3),
    ]
    assert column(DIPLOMAS, "reward") == {"assistant": 6, "storm": 3, "brush": 3, "": 7}


@pytest.mark.parametrize(
    ("family", "points"),
    [
        ("trees", [3, 4, 7]),
        ("buildings", [3, 4, 7]),
        ("characters", [3, 4, 9]),
        ("animals", [3, 4, 7]),
        ("brushes", [1, 3]),
        ("arrows", [1, 3]),
        ("landscapes", [2, 3, 5]),
    ],
)
def test_diploma_points_rise_inside_a_family(family: str, points: list[int]) -> None:
    assert [int(row["points"]) for row in DIPLOMAS if row["family"] == family] == points


def test_diploma_conditions() -> None:
    for row in DIPLOMAS:
        match = re.fullmatch(r"(\w+)\((.+)\)", row["condition"])
        assert match is not None, row["id"]
        head, arguments = match[1], match[2].split(", ")
        if row["family"] == "animals":
            assert head == {2: "pair", 3: "trio"}[len(arguments)]
            assert row["id"] == "_".join(["animals", *arguments])
        else:
            same = "same_" if head == "alike" else ""
            assert row["id"] == f"{row['family']}_{same}{arguments[0]}"
            assert head in {row["family"], "alike"}


def test_rewards_and_items_use_up_the_box() -> None:
    brushes = 2 * len(STARTS) + column(LESSONS, "item")["brush"] + column(DIPLOMAS, "reward")["brush"]
    assert brushes == 15


def test_rulebook_holds_every_clause_once_and_in_order() -> None:
    text = (FOLDER / "rulebook.md").read_text(encoding="utf-8")
    found = re.findall(r"^- \*\*(KAN-D?\d+)\*\* \S", text, flags=re.MULTILINE)
    assert found == [f"KAN-{n}" for n in range(1, 64)] + [f"KAN-D{n}" for n in range(1, 21)]
    assert text.count("**KAN-") == len(found)
