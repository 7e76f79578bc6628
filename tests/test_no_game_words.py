"""The compiler knows no game: no noun of a ruleset stands in it, not even in an example of a page.

The nouns are read from the rulesets: titles, rows of tables, and what kinds, components, spaces and zones are
called. Words that everybody uses, of games in general or of none, are listed here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright import nodes
from rulewright.loading.load import load
from rulewright.reading.files import find_ruleset
from rulewright.reading.tables import RawTable
from rulewright.report.diagnostics import Report

ROOT = Path(__file__).parent.parent
WRITTEN = (".py", ".lark", ".j2", ".md", ".csv", ".rules")
# of games in general
FIELD = """
    board card cell deck hand tile tiles token tokens player play played pile place square row track turned
    won lost taken drawn start starting level round step steps layer slot spot back bag box spare waiting
    bonus reward hex man mark marker disc stone king wild goal
"""
# of the language, of programs, of English
ENGLISH = """
    alike animal any arrow arrows both bridge can cat characters condition connect different effect either
    family first four fresh gain here item keep least left market measure out over pair part per plain print
    right runs same search sets side single sort spans spent stop trees under use walking most second two
    three five six seven eight nine ten studio
"""
COLOURS = "red green blue yellow black white"
COMMON = frozenset(f"{FIELD} {ENGLISH} {COLOURS}".split())
SHORTEST = 3


def named(declaration: nodes.AnyDeclaration) -> Iterator[str]:
    """What a declaration calls a thing of its game."""
    match declaration:
        case nodes.Game():
            yield declaration.title.text
        case nodes.Kinds():
            yield declaration.name.text
            yield from (kind.name.text for kind in declaration.kinds)
        case nodes.Record() | nodes.Zone() | nodes.Man() | nodes.Piece() | nodes.Token() | nodes.Spaces():
            yield declaration.name.text


def ids(table: RawTable) -> Iterator[str]:
    """What the rows of a table are called."""
    at = table.column("id")
    yield from (row.cells[at].text for row in table.rows if at is not None and at < len(row.cells))


def words(name: str) -> list[str]:
    """The words of a name, `AnimalToken` or `animal_token`."""
    found = re.findall(r"[A-Z]?[a-z]+", name)
    return [word.lower() for word in found if len(word) >= SHORTEST]


@pytest.fixture(scope="module")
def nouns() -> dict[str, str]:
    """The nouns of all rulesets, each with one that has it."""
    found: dict[str, str] = {}
    for folder in sorted(path.parent for path in (ROOT / "rulesets").glob("*/*.rules")):
        if not (folder / f"{folder.name}.rules").exists():
            continue  # the standard library has none of its own
        loaded = load(find_ruleset(str(folder), ROOT), Report())
        names = [folder.name, *(name for each in loaded.declarations for name in named(each))]
        names += [id for table in loaded.tables.values() for id in ids(table)]
        found.update({word: folder.name for name in names for word in words(name)})
    return {word: folder for word, folder in found.items() if word not in COMMON}


def test_the_nouns_are_read(nouns: dict[str, str]) -> None:
    some = {
        "kamogawa",
        "kanagawa",
        "kokeshi",
        "samurai",
        "panda",
        "lawn",
        "capybara",
        "diploma",
        "easel",
        "whist",
    }
    assert some - set(nouns) == set()


def test_no_common_word_is_listed_for_nothing() -> None:
    every = set[str]()
    for path in (ROOT / "rulesets").glob("*/*.rules"):
        every.update(words(path.read_text(encoding="utf-8").replace("_", " ")))
    assert COMMON - every == set()


def unstyled(text: str) -> list[str]:
    """The lines of a text, those left empty that say how a page looks: their words are those of CSS."""
    return re.sub(
        r"<style>.*?</style>", lambda m: "\n" * m[0].count("\n"), text, flags=re.DOTALL
    ).splitlines()


def test_the_compiler_names_no_game(nouns: dict[str, str]) -> None:
    other = {"panorama", "lantern"}  # what variants and texts of rulesets speak of
    pattern = re.compile(rf"(?<![a-z])({'|'.join(sorted({*nouns, *other}))})(?:s|es)?(?![a-z])")
    found = [
        f"{path.relative_to(ROOT)}:{number}: {match[1]}"
        for folder in ("compiler", "grammar")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in WRITTEN and path.is_file()
        for number, line in enumerate(unstyled(path.read_text(encoding="utf-8").lower()), start=1)
        if (match := pattern.search(line))
    ]
    assert found == []
