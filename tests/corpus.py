"""Small rulesets whose answer is known: `tests/cascades` and `tests/orders`.

A file `NAME.rules`, or `NAME/NAME.rules` with its table, begins with `# answer: stops` and says why. Where
`# followed with most = 3` stands, the ranges are too large to follow everything; what is true in them is true
with smaller numbers as well, and with these it is followed and built.
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

TESTS = Path(__file__).parent
ANSWER = re.compile(r"# answer: (\w+)\n# (?=\S)")
SMALLER = re.compile(r"^# followed with (\w+) = (\d+)$", re.MULTILINE)


class Corpus:
    """The files of a folder, by name, and what is known of each."""

    def __init__(self, folder: str, title: str, answers: tuple[str, ...]) -> None:
        home = TESTS / folder
        self.title = title
        self.files = {file.stem: file for file in sorted([*home.glob("*.rules"), *home.glob("*/*.rules")])}
        self.texts = {name: file.read_text(encoding="utf-8") for name, file in self.files.items()}
        self.answers = {name: self._answer(name, answers) for name in self.files}

    def _answer(self, name: str, answers: tuple[str, ...]) -> str:
        found = ANSWER.match(self.texts[name])
        assert found, f"{name} says no answer, or not why"
        assert found[1] in answers, f"{name} says {found[1]}"
        return found[1]

    def answered(self, answer: str) -> list[str]:
        """The files with an answer."""
        return [name for name, known in self.answers.items() if known == answer]

    def why(self, name: str) -> str:
        """What a file says of its answer."""
        return self.texts[name].partition("language 1")[0].partition("\n")[2]

    def place(self, name: str) -> RulesetPath:
        """Where a file lies."""
        return RulesetPath(name, self.files[name], self.files[name].parent)

    def smaller(self, name: str) -> int | None:
        """The number that stands for a large one where everything is followed."""
        found = SMALLER.search(self.texts[name])
        return int(found[2]) if found else None

    def check_names(self) -> None:
        """Each is called what it is, and has a reason of its own."""
        assert len({self.why(name) for name in self.files}) == len(self.files)
        for name, text in self.texts.items():
            assert f'game {self.title} "{name.replace("_", " ").capitalize()}" version "1.0.0"' in text

    @cache  # noqa: B019  the two corpora live as long as the tests
    def meant(self, name: str, number: int | None = None) -> core.Game:
        """What a file means, whatever is held against it: with another number for its large one, if given."""
        text, found = self.texts[name], SMALLER.search(self.texts[name])
        if number is not None:
            assert found, f"{name} has no large number"
            text = re.sub(rf"^(constant {found[1]} =) \d+$", rf"\1 {number}", text, flags=re.MULTILINE)
        return self._read(name, text)

    def _read(self, name: str, text: str) -> core.Game:
        tables = {
            str(file): file.read_text(encoding="utf-8") for file in self.files[name].parent.glob("*.csv")
        }
        report = Report()
        loaded = load(self.place(name), report, Memory({str(self.files[name]): text, **tables}))
        game = elaborate(loaded, report, loaded.declarations)
        assert game is not None, [f"{d.span} {d.code} {d.message}" for d in report]
        game.slug = name
        return game

    def without_limits(self, name: str) -> core.Game:
        """What a file would mean if nothing in it were limited."""
        text = re.sub(r", at most \w+ times a (turn|round|game)", "", self.texts[name])
        return self._read(name, text)


CASCADES = Corpus("cascades", "Cascade", ("stops", "loops", "limited"))
ORDERS = Corpus("orders", "Order", ("commute", "differ"))
