"""What an editor is told at once is what all checks say then, and what a fresh check says."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import cli, pipeline
from rulewright.elaborate.geometry import FUNCTIONS
from rulewright.elaborate.shapes import HEADINGS
from rulewright.elaborate.work import Work
from rulewright.highlight import patterns
from rulewright.highlight.scopes import scopes
from rulewright.report.diagnostics import Diagnostic, Report
from tests.designers_mistakes import CLOSE, OPEN, Mistake, base, edited, mistakes
from tests.extras import extra

extra("lsprotocol")

from rulewright.lsp.analysis import Analysis  # noqa: E402
from rulewright.lsp.index import Index, index_of  # noqa: E402
from rulewright.lsp.texts import Texts, main_of, normal  # noqa: E402

ROOT = Path(__file__).parent.parent
EVERY = 9
BUILT_IN = {"Direction", "Heading"}
NAMES = {patterns.NAME, patterns.TYPE, patterns.MEMBER, patterns.FUNCTION}
OF_THE_LANGUAGE = {
    *FUNCTIONS,
    *HEADINGS,
    "north",
    "south",
    "holder",
    "team",
    "owner",
    "piece",
    "score",
    "empty",
    "jokers",
}
LATER = {"RW501"}  # what only a whole game tells
GAMES = ("orchard", "fair", "crossing")


def typed(mistake: Mistake) -> str:
    """The text of the rules with a mistake."""
    text = base(mistake.game)[f"{mistake.game}.rules"]
    for edit in mistake.edits:
        text = edited(text, edit, mistake.where)
    return text.replace(OPEN, "").replace(CLOSE, "")


def of_game(game: str) -> list[Mistake]:
    """The mistakes in the rules of a game."""
    rules = f"{game}.rules"
    return [
        found
        for found in mistakes()
        if found.game == game and not found.save and all(edit.file == rules for edit in found.edits)
    ]


def errors(found: tuple[Diagnostic, ...]) -> set[tuple[str, str]]:
    return {(one.code, str(one.span)) for one in found if one.level == "error"}


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_at_once(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    monkeypatch.chdir(tmp_path)
    home = tmp_path / game
    home.mkdir()
    for name, text in base(game).items():
        (home / name).write_text(text, "utf-8")
    main = normal(home / f"{game}.rules")
    place, texts = main_of(main), Texts()
    assert place is not None
    analysis = Analysis(place, texts)
    sound = base(game)[f"{game}.rules"]
    for mistake in of_game(game)[:: 1 if pytestconfig.getoption("--deep") else EVERY]:
        texts.put(main, sound)
        analysis.quick()
        assert analysis.take(analysis.full()) == ()
        texts.put(main, typed(mistake))
        at_once = errors(analysis.quick())
        then = errors(analysis.take(analysis.full()))
        fresh = Report()
        main.write_text(typed(mistake), "utf-8")
        pipeline.check(place, fresh)
        main.write_text(sound, "utf-8")
        assert then == errors(tuple(fresh)), mistake.where
        assert at_once <= then, mistake.where
        assert at_once or {code for code, _ in then} <= LATER, mistake.where


def test_very_long_rules_wait_for_the_checks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.lsp.analysis.LARGE", 100)
    for name, text in base("orchard").items():
        (tmp_path / name).write_text(text, "utf-8")
    main, texts = normal(tmp_path / "orchard.rules"), Texts()
    place = main_of(main)
    assert place is not None
    analysis = Analysis(place, texts)
    texts.put(main, base("orchard")["orchard.rules"])
    assert analysis.large
    assert analysis.current.work is None  # nothing is worked out while somebody waits
    assert analysis.take(analysis.full()) == ()
    assert analysis.current.work is not None
    texts.put(main, base("orchard")["orchard.rules"].replace("shuffle tree", "shuffle tre"))
    assert {found.code for found in analysis.take(analysis.full())} == {"RW201"}


def test_a_text_that_is_too_large_is_refused(tmp_path: Path) -> None:
    main, texts = normal(tmp_path / "orchard.rules"), Texts()
    main.write_text("language 1\n", "utf-8")
    texts.put(main, "language 1\n" + "# and so on\n" * 420_000)
    place = main_of(main)
    assert place is not None
    assert [found.code for found in Analysis(place, texts).full().found] == ["RW004"]


def indexed(name: str) -> tuple[Work, Index]:
    """What is known of a ruleset."""
    place = main_of(ROOT / "rulesets" / name / f"{name}.rules")
    assert place is not None
    work = Analysis(place, Texts()).current.work
    assert work is not None
    return work, index_of([work])


@pytest.mark.parametrize("name", ["kanagawa", "kokeshi", "kamogawa", "rummy", "othello", "cant_stop"])
def test_every_name_is_declared_somewhere(name: str) -> None:
    work, index = indexed(name)
    own = [
        thing
        for thing in index.things
        if not {thing.name, thing.of} & BUILT_IN and thing.of not in work.game.spaces
    ]
    assert [(thing, min(index.things[thing])) for thing in own if not index.declared(thing)] == []
    for found in (one for line in index.lines.values() for one in line):
        if found.thing.sort not in ("local", "file"):  # the place of each is the text of its name
            text = work.loaded.sources[found.span.path].line(found.span.line)
            assert text[found.span.column - 1 : found.span.end_column - 1].strip('"') == found.thing.name, (
                found
            )


@pytest.mark.parametrize("name", ["rummy", "othello", "cant_stop", "whist", "breakthrough", "hex", "nim"])
def test_every_name_of_a_text_is_found(name: str) -> None:
    work, index = indexed(name)
    source = work.loaded.sources[work.loaded.path]
    at = 0
    for spot in scopes(source):
        if spot.scope in NAMES and source.text[spot.start : spot.end] not in OF_THE_LANGUAGE:
            line = source.text.count("\n", 0, spot.start) + 1
            column = spot.start - source.text.rfind("\n", 0, spot.start)
            assert index.at(source.path, line, column) is not None, source.line(line)
            at += 1
    assert at > 50


def test_without_pygls_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import sys

    for module in [name for name in sys.modules if name.startswith("rulewright.lsp.s")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "pygls", None)
    assert cli.run(["lsp"]) == 2
    assert 'pip install "rulewright[lsp]"' in capsys.readouterr().err
