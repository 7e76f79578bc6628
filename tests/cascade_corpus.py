"""The corpus of cascades: small rulesets whose answer is known.

`tests/cascades/NAME.rules`, or `NAME/NAME.rules` with its table, begins with `# answer: stops`, `loops` or
`limited` and says why. Where `# followed with most = 3` stands, the ranges are too large to follow every
cascade; a loop in them is one with smaller numbers as well, and that is what is followed and built.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from rulewright import core
from rulewright.elaborate.elaborate import elaborate
from rulewright.loading.load import load
from rulewright.reading.files import RulesetPath
from rulewright.reading.reader import Memory
from rulewright.report.diagnostics import Report
from tests.cascade_truth import Search, Truth

FOLDER = Path(__file__).parent / "cascades"
ANSWER = re.compile(r"# answer: (stops|loops|limited)\n# (?=\S)")
SMALLER = re.compile(r"^# followed with most = (\d+)$", re.MULTILINE)
FILES = {file.stem: file for file in sorted([*FOLDER.glob("*.rules"), *FOLDER.glob("*/*.rules")])}


def answer(name: str) -> str:
    """What is known of a file."""
    found = ANSWER.match(FILES[name].read_text(encoding="utf-8"))
    assert found, f"{name} says no answer, or not why"
    return found[1]


def answered(*answers: str) -> list[str]:
    """The files with these answers."""
    return [name for name in FILES if answer(name) in answers]


def place(name: str) -> RulesetPath:
    """Where a file lies."""
    return RulesetPath(name, FILES[name], FILES[name].parent)


@cache
def meant(name: str, most: int | None = None) -> core.Game:
    """What a file means, whatever is held against its cascades: with another `most`, if one is given."""
    text = FILES[name].read_text(encoding="utf-8")
    if most is not None:
        text = re.sub(r"^constant most = \d+$", f"constant most = {most}", text, flags=re.MULTILINE)
    tables = {str(file): file.read_text(encoding="utf-8") for file in FILES[name].parent.glob("*.csv")}
    report = Report()
    loaded = load(place(name), report, Memory({str(FILES[name]): text, **tables}))
    game = elaborate(loaded, report, loaded.declarations)
    assert game is not None, [f"{d.span} {d.code} {d.message}" for d in report]
    game.slug = name
    return game


@cache
def searched(name: str) -> tuple[Search, Truth]:
    """Every cascade of a file, followed."""
    smaller = SMALLER.search(FILES[name].read_text(encoding="utf-8"))
    search = Search(meant(name, int(smaller[1]) if smaller else None))
    return search, search.truth()
