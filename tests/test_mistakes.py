"""Designers' mistakes: the first message stands at the right line and names the mend, and no cause is told
more than three times. `tests/designers_mistakes.py` says how they are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.reading.files import RulesetPath
from rulewright.report.diagnostics import Report
from rulewright.report.render import concise
from tests.designers_mistakes import FOLDER, base, checked, faults, mistakes

LEAST = 200
MOST_SHORT = 0.05
FILES = sorted(file.name for file in FOLDER.glob("*.txt"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", FILES)
def test_the_first_message_is_at_the_right_line_and_names_the_mend(name: str, folder: Path) -> None:
    wrong = []
    for mistake in (found for found in mistakes() if found.where.startswith(f"{name}:")):
        found = checked(mistake, folder)
        said = faults(mistake, found)
        if bool(said) != bool(mistake.short):
            why = said or ["it is good enough now: take `short:` out"]
            wrong += [f"{mistake.where} {mistake.title}", *why, concise(found)]
    assert wrong == [], "\n".join(wrong)


def test_the_corpus_is_large_and_few_messages_fall_short() -> None:
    found = mistakes()
    assert len(found) >= LEAST
    assert len({mistake.title for mistake in found}) == len(found), "two have one title"
    assert sum(bool(mistake.short) for mistake in found) <= MOST_SHORT * len(found)


@pytest.mark.parametrize("game", sorted({mistake.game for mistake in mistakes()}))
def test_the_games_have_no_mistakes_of_their_own(game: str, folder: Path) -> None:
    for name, text in base(game).items():
        (folder / name).write_text(text, "utf-8")
    report = Report()
    pipeline.check_all(RulesetPath(game, Path(f"{game}.rules"), Path()), report)
    assert report.sorted() == []
