"""The cookbook: each recipe is a game that is sound, whose examples hold, and that bots play to its end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.loading.load import load
from rulewright.reading.files import RulesetPath
from rulewright.reading.reader import Memory
from rulewright.report.diagnostics import Report
from rulewright.report.render import concise
from tests.language_docs import FENCE, play

FOLDER = Path(__file__).parent.parent / "docs" / "cookbook"
RECIPES = sorted(file for file in FOLDER.glob("*.md") if file.stem != "README")
GAMES = 3


@pytest.mark.parametrize("recipe", RECIPES, ids=[file.stem for file in RECIPES])
def test_recipe(recipe: Path) -> None:
    home = Path("/nowhere/rulesets") / recipe.stem
    texts: dict[str, str] = {}
    for found in FENCE.finditer(recipe.read_text("utf-8")):
        name = f"{recipe.stem}.rules" if found[1] == "rules" else found[2].strip().removeprefix("file=")
        texts[str(home / name)] = found[3]
    place, report = RulesetPath(recipe.stem, home / f"{recipe.stem}.rules", home.parent), Report()
    loaded = load(place, report, Memory(texts))
    game = pipeline.check_loaded(loaded, place, report)
    assert report.sorted() == [], concise(report)
    assert game is not None
    assert game.examples, "a recipe shows an example"
    play(game, GAMES, f"cookbook_{recipe.stem}")


def test_all_recipes_are_listed() -> None:
    listed = re.findall(r"\]\((\w+)\.md\)", (FOLDER / "README.md").read_text("utf-8"))
    assert sorted(listed) == [file.stem for file in RECIPES]
    assert len(listed) == 20
