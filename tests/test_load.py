"""Loading: files that are used, tables, clauses, variants beside, and what is said where one is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import nodes
from rulewright.loading.load import Loaded, load
from rulewright.reading.files import RulesetPath, find_ruleset
from rulewright.reading.reader import Memory
from rulewright.report.diagnostics import Report

ROOT = Path(__file__).parent.parent
HEAD = 'language 1\ngame Inari "Inari" version "1.0.0"\n'


def loaded(main: str, files: dict[str, str] | None = None) -> tuple[Loaded, Report]:
    """Load `rulesets/inari/inari.rules` from memory."""
    folder = Path("/nowhere/rulesets/inari")
    texts = {str(folder / name): text for name, text in (files or {}).items()}
    texts[str(folder / "inari.rules")] = main
    report = Report()
    place = RulesetPath("inari", folder / "inari.rules", folder.parent)
    return load(place, report, Memory(texts)), report


def said(main: str, files: dict[str, str] | None = None) -> list[str]:
    _, report = loaded(main, files)
    return [f"{d.code} {Path(d.span.path).name}:{d.span.line}:{d.span.column}" for d in report]


def names(found: Loaded) -> list[str]:
    return [d.name.text for d in found.declarations if isinstance(d, nodes.Declaration)]


def test_kanagawa() -> None:
    report = Report()
    found = load(find_ruleset("kanagawa", ROOT), report)
    assert report.sorted() == []
    tables = {Path(path).name: len(table.rows) for path, table in found.tables.items()}
    assert {name: rows for name, rows in tables.items() if not name.startswith("texts")} == {
        "lessons.csv": 72,
        "starts.csv": 4,
        "diplomas.csv": 19,
    }
    assert "KAN-28" in found.rulebook
    records = [d for d in found.declarations if isinstance(d, nodes.Record)]
    assert all(found.table(record.table) is not None for record in records)
    assert set(found.tables) < set(found.sources)


def test_used_files_stand_where_they_are_used_and_once() -> None:
    main = f'{HEAD}unit a\nuse "b.rules"\nuse "c.rules"\nunit d\n'
    files = {"b.rules": 'language 1\nuse "c.rules"\nunit b\n', "c.rules": "language 1\nunit c\n"}
    found, report = loaded(main, files)
    assert report.sorted() == []
    assert names(found) == ["Inari", "a", "c", "b", "d"]
    assert sum(isinstance(d, nodes.Language) for d in found.declarations) == 1


def test_tables_of_a_used_file_start_from_its_folder() -> None:
    main = f'{HEAD}use "parts/cards.rules"\n'
    files = {
        "parts/cards.rules": 'language 1\ncard Card from table "cards.csv":\n    cost: 0..3\n',
        "parts/cards.csv": "id,cost\na,1\n",
    }
    found, report = loaded(main, files)
    assert report.sorted() == []
    record = next(d for d in found.declarations if isinstance(d, nodes.Record))
    table = found.table(record.table)
    assert table is not None
    assert table.rows[0].cells[0].text == "a"


def test_a_circle_is_shown_with_each_step() -> None:
    files = {
        "a.rules": 'language 1\nuse "b.rules"\nunit a\n',
        "b.rules": 'language 1\n\nuse "a.rules"\nunit b\n',
    }
    found, report = loaded(f'{HEAD}use "a.rules"\n', files)
    (circle,) = report
    assert circle.code == "RW701"
    assert [(Path(n.span.path).name, n.span.line) for n in circle.notes if n.span] == [
        ("a.rules", 2),
        ("b.rules", 3),
    ]
    assert names(found) == ["Inari", "b", "a"]


def test_a_file_that_uses_itself() -> None:
    assert said(f'{HEAD}use "inari.rules"\n') == ["RW701 inari.rules:3:5"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('use "gone.rules"', "RW001 inari.rules:3:5"),
        ('use "../../x.rules"', "RW006 inari.rules:3:5"),
        ('use "/etc/passwd"', "RW006 inari.rules:3:5"),
        ('rulebook "gone.md"', "RW001 inari.rules:3:10"),
        ('card X from table "gone.csv":\n    a: 0..1', "RW001 inari.rules:3:19"),
        ('texts "fr" from table "gone.csv"', "RW001 inari.rules:3:23"),
        (
            'variant a "b" of Inari:\n    add card X from table "gone.csv":\n        a: 0..1',
            "RW001 inari.rules:4:27",
        ),
    ],
)
def test_what_a_text_names_and_is_not_there(line: str, code: str) -> None:
    assert said(f"{HEAD}{line}\n") == [code]


def test_faults_of_tables_are_in_the_table() -> None:
    main = f'{HEAD}card Card from table "cards.csv":\n    cost: 0..3\n'
    assert said(main, {"cards.csv": "id,cost\na\n"}) == ["RW602 cards.csv:2:2"]


def test_a_table_that_two_name_is_read_once() -> None:
    card = 'card {} from table "cards.csv":\n    cost: 0..3\n'
    main = HEAD + card.format("One") + card.format("Two")
    assert said(main, {"cards.csv": "id,cost\na\n"}) == ["RW602 cards.csv:2:2"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('game Inari "Inari" version "1"\n', ["RW121 inari.rules:1:1"]),
        ("language 2\nwhatever comes\n", ["RW122 inari.rules:1:1"]),
        ("language 1\nunit a\n", ["RW123 inari.rules:1:1"]),
        ('language 1\nunit a\ngame Inari "Inari" version "1"\n', ["RW123 inari.rules:3:1"]),
        ('langage 1\ngame Inari "Inari" version "1"\n', ["RW103 inari.rules:1:1"]),
        ('language 1\ngmae Inari "Inari" version "1"\n', ["RW103 inari.rules:2:1"]),
        ("", ["RW005 inari.rules:0:0"]),
        (f"{HEAD}language 1\n", ["RW703 inari.rules:3:1"]),
        (f'{HEAD}game Other "Other" version "1"\n', ["RW703 inari.rules:3:1"]),
        (f"{HEAD}players 2: a, b\nplayers 3: a, b, c\n", ["RW703 inari.rules:4:1"]),
        (f"{HEAD}setup:\n    nothing\nsetup:\n    nothing\n", ["RW703 inari.rules:5:1"]),
        (f"{HEAD}winner is most score\nwinner is least score\n", ["RW703 inari.rules:4:1"]),
    ],
)
def test_what_a_game_has_one_of(text: str, found: list[str]) -> None:
    assert said(text) == found


def test_faults_of_one_file_do_not_hide_those_of_another() -> None:
    main = f'{HEAD}use "b.rules"\nunti a\n'
    assert said(main, {"b.rules": "language 1\nunit b c\n"}) == ["RW101 b.rules:2:6", "RW103 inari.rules:4:1"]


VARIANT = 'language 1\nvariant fast "a fast game" of Inari:\n    set goal = 3\n'


def test_variants_in_files_of_their_own() -> None:
    found, report = loaded(f"{HEAD}constant goal = 5\n", {"fast.rules": VARIANT, "notes.rules": "unit x\n"})
    assert report.sorted() == []
    assert names(found) == ["Inari", "goal", "fast"]


def test_two_variants_of_one_name() -> None:
    main = f'{HEAD}constant goal = 5\nvariant fast "x" of Inari:\n    set goal = 4\n'
    assert said(main, {"fast.rules": VARIANT}) == ["RW703 fast.rules:2:9"] or said(
        main, {"fast.rules": VARIANT}
    ) == ["RW703 inari.rules:4:9"]


def test_faults_of_a_variant_file_are_reported() -> None:
    assert said(HEAD, {"fast.rules": VARIANT.replace("set", "sett")}) == ["RW102 fast.rules:3:5"]


def test_files_that_use_each_other_too_deep() -> None:
    chain = {f"f{n}.rules": f'language 1\nuse "f{n + 1}.rules"\n' for n in range(3000)}
    assert said(HEAD + 'use "f0.rules"\n', chain) == ["RW119 f99.rules:2:5"]
