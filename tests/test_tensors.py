"""What a seat sees, in numbers: of a fixed size, in blocks with names, nothing that the seat cannot know."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interop.engines import Setup, checked
from rulewright.interop.survey import survey
from rulewright.interop.tensors import layout
from tests import engine_checks as checks

FOLDERS = checks.folders()
every_ruleset = pytest.mark.parametrize("folder", FOLDERS, ids=[folder.name for folder in FOLDERS])


@every_ruleset
def test_what_looks_the_same_has_the_same_numbers(folder: Path) -> None:
    """Whatever is dealt anew behind a seat's back."""
    for setting in checks.plain_of(folder):
        numbers = layout(Setup(setting.engine.module, setting.players))
        for game in checks.some(setting, 5, 4):
            for seat in range(game.players):
                found = numbers.write(game, seat)
                assert len(found) == numbers.size
                assert all(0 <= each <= 1 for each in found)
                assert numbers.write(game.resample(seat, setting.stream(9)), seat) == pytest.approx(found)


@every_ruleset
def test_blocks_follow_each_other(folder: Path) -> None:
    setting = checks.plain_of(folder)[-1]
    numbers = layout(Setup(setting.engine.module, setting.players))
    at = 0
    for part in numbers.parts:
        assert part.at == at, part
        at += part.size
    assert at == numbers.size
    assert len({part.name for part in numbers.parts}) == len(numbers.parts)


def test_blocks_of_kuhn_poker() -> None:
    """The own card is told by its row and place; of the other only that it is there."""
    setup = checked(checks.ROOT / "rulesets" / "kuhn_poker")
    game, numbers = setup.new(seed=3), layout(setup)
    parts = {part.name: part for part in numbers.parts}
    assert {name: parts[name].shape for name in ("deck", "hand", "Card", "has_bet", "passes", "gave_up")} == {
        "deck": (1, 1),
        "hand": (2, 1),
        "Card": (3, 3, 2),
        "has_bet": (2, 1, 2),
        "passes": (1, 1),
        "gave_up": (1, 1, 2),
    }
    for seat, name in enumerate(setup.seats):
        found = numbers.write(game, seat)
        (card,) = game.view(seat)["hand"][name]
        at, row = parts["Card"].at, ("jack", "queen", "king").index(card)
        told = [i for i in range(parts["Card"].size) if found[at + i]]
        assert told == [row * 6 + (1 + seat) * 2]  # cells: deck, hand of first, hand of second
        assert found[parts["hand"].at :][:2] == pytest.approx([1 / 3, 1 / 3])


def test_a_survey_of_a_small_game_is_whole() -> None:
    nim = checked(checks.ROOT / "rulesets" / "nim", None, {"pile_3": 0, "pile_4": 0})
    facts = survey(nim)
    assert (facts.whole, facts.decisions, facts.chances) == (True, 4, 0)
    assert facts.totals == {(1, 0), (0, 1)}
    assert not survey(checked(checks.ROOT / "rulesets" / "kanagawa")).whole
