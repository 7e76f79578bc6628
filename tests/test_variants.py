"""Variants: what each change does, in which order, and which do not go together."""

from __future__ import annotations

from itertools import permutations

import pytest

from rulewright import nodes
from rulewright.loading.variant_changes import key_of
from rulewright.loading.variants import Applied, apply
from rulewright.nodes import AnyDeclaration
from rulewright.reading.source import Source, split
from rulewright.report.diagnostics import Report
from rulewright.syntax.from_tree import from_tree
from rulewright.syntax.parser import parse

BASE = """\
language 1
game Inari "Inari" version "1.0.0"
card Lesson from table "lessons.csv":
    cost: 0..3
constant goal = 5
constant size by players: 2 -> 5, 4 -> 4
option open_hands: yes_no default no "hands are open"
action stay:
    do:
        nothing
action leave:
    do:
        nothing
procedure lay:
    nothing
score cards = 1
score symbols = goal
example "all stay":
    then goal is 5
"""


def declarations(*variants: str, base: str = BASE) -> list[AnyDeclaration]:
    report = Report()
    found: list[AnyDeclaration] = []
    for chunk in split(Source("a.rules", base + "".join(variants)), report):
        tree = parse(chunk, report)
        made = from_tree(tree, chunk, report) if tree is not None else None
        assert made is not None, report.sorted()
        found.append(made)
    return found


def variant(name: str, *changes: str) -> str:
    lines = "".join(f"    {line}\n" for change in changes for line in change.split("\n"))
    return f'variant {name} "a variant" of Inari:\n{lines}'


def applied(names: list[str], *variants: str) -> tuple[Applied, list[str]]:
    report = Report()
    result = apply(declarations(*variants), names, report)
    return result, [found.code for found in report]


def keys(result: Applied) -> list[str]:
    return [" ".join(key_of(d)).strip() for d in result.declarations][2:]


START = [
    "card Lesson",
    "constant goal",
    "constant size",
    "option open_hands",
    "action stay",
    "action leave",
    "procedure lay",
    "score cards",
    "score symbols",
    "example all stay",
]


def test_without_variants_all_stays() -> None:
    result, said = applied([], variant("a", "remove score cards"))
    assert said == []
    assert keys(result) == START
    assert not any(isinstance(d, nodes.Variant) for d in result.declarations)


def test_set() -> None:
    changes = ("set goal = 7 per KAN-1", "set size = 2", "set open_hands = yes")
    result, said = applied(["a"], variant("a", *changes))
    assert said == []
    assert keys(result) == START
    goal, size, option = result.declarations[3:6]
    assert isinstance(goal, nodes.Constant)
    assert isinstance(goal.value, nodes.Int)
    assert goal.value.value == 7
    assert [cite.text for cite in goal.per] == ["KAN-1"]
    assert isinstance(size, nodes.Constant)
    assert size.by_players == ()
    assert isinstance(option, nodes.Option)
    assert isinstance(option.default, nodes.Ref)
    assert option.default.name.text == "yes"


def test_remove_and_replace_keep_the_place_of_others() -> None:
    result, said = applied(["a"], variant("a", "remove action stay", "replace score cards = 2"))
    assert said == []
    assert keys(result) == [key for key in START if key != "action stay"]
    score = result.declarations[-3]
    assert isinstance(score, nodes.Score)
    assert isinstance(score.value, nodes.Int)
    assert score.value.value == 2


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ("add before cards score more = 1", 7),
        ("add after cards score more = 1", 8),
        ("add score more = 1", 9),
        ("add before stay action more:\n    do:\n        nothing", 4),
        ("add after lay unit more", 7),
        ("add unit more", 10),
        ("add constant more = 1", 3),
    ],
)
def test_add(change: str, at: int) -> None:
    result, said = applied(["a"], variant("a", change))
    assert said == []
    found = keys(result)
    assert found[at].endswith(" more")
    assert found[:at] + found[at + 1 :] == START


def test_examples_go_by_their_titles() -> None:
    changes = ('replace example "all stay":\n    then goal is 6', 'add example "more":\n    then goal is 7')
    result, said = applied(["a"], variant("a", *changes))
    assert said == []
    assert keys(result) == [*START, "example more"]
    (stay, _) = result.declarations[-2:]
    assert isinstance(stay, nodes.Example)
    assert isinstance(stay.lines[0], nodes.Fact)
    result, said = applied(["b"], variant("b", 'remove example "all stay"'))
    assert said == []
    assert keys(result) == START[:-1]


def test_additions_of_one_variant_are_in_its_order() -> None:
    result, said = applied(["a"], variant("a", "add score more = 1", "add after more score most_of_all = 1"))
    assert said == []
    assert keys(result)[-3:-1] == ["score more", "score most_of_all"]


def test_cells_and_expected_refusal() -> None:
    text = variant("a", "expect refused RW310", "set Lesson B06.cost = 2", "set Lesson B07.cost = empty")
    result, said = applied(["a"], text)
    assert said == []
    assert [(c.row.text, len(c.value)) for c in result.cells] == [("B06", 1), ("B07", 0)]
    assert result.expect_refused is not None
    assert result.expect_refused.text == "RW310"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("set gaol = 3", "RW705"),
        ("set cards = 3", "RW705"),
        ("set Lessn B06.cost = 2", "RW705"),
        ("set Lesson B06.coast = 2", "RW705"),
        ("remove score card", "RW705"),
        ("remove action cards", "RW705"),
        ("replace score stay = 2", "RW705"),
        ("replace setup:\n    nothing", "RW705"),
        ("add before stay score more = 1", "RW705"),
        ("add after nowhere unit more", "RW705"),
        ("add score cards = 2", "RW708"),
        ("replace language 1", "RW708"),
        ('add use "x.rules"', "RW708"),
        ('replace game Inari "Inari" version "2"', "RW708"),
        ('remove example "everyone goes"', "RW705"),
        ('replace example "everyone goes":\n    then goal is 6', "RW705"),
        ('add example "all stay":\n    then goal is 6', "RW708"),
        ('replace example "all stay":\n    then 1 is 1\n' * 2, "RW706"),
        ("set goal = 3\nset goal = 4", "RW706"),
        ("replace constant goal = 3\nset goal = 4", "RW706"),
    ],
)
def test_every_variant_is_checked_asked_for_or_not(change: str, code: str) -> None:
    assert applied([], variant("a", change))[1] == [code]


def test_helps() -> None:
    report = Report()
    text = variant("a", "set gaol = 3", "remove action cards", "remove score nothing_like_it")
    apply(declarations(text), ["b"], report)
    assert [found.help for found in report] == [
        "the variants are: a",
        "did you mean `goal`?",
        "`cards` is of another sort: write `score`",
        "there are: `cards`, `symbols`",
    ]


def test_another_game() -> None:
    text = variant("a", "set goal = 3").replace("Inari", "Kokeshi")
    assert applied([], text)[1] == ["RW702"]


def test_unknown_variant() -> None:
    report = Report()
    apply(declarations(variant("fast", "set goal = 3")), ["fsat"], report)
    (found,) = report
    assert (found.code, found.help) == ("RW704", "did you mean `fast`?")


TOGETHER = [
    variant("a", "set goal = 3", "add unit coin", "add after cards score more = 1"),
    variant("b", "remove action stay", "set open_hands = yes", "add unit wood"),
    variant("c", "replace procedure lay:\n    shuffle deck", "add before cards score first_of_all = 1"),
]


def test_the_order_of_asking_does_not_matter() -> None:
    results = {applied(list(names), *TOGETHER)[0] for names in permutations("abc")}
    assert len(results) == 1
    assert applied(["c", "a", "b", "a"], *TOGETHER)[1] == []


@pytest.mark.parametrize(
    ("one", "two", "code"),
    [
        ("set goal = 3", "set goal = 3", "RW706"),
        ("set goal = 3", "replace constant goal = 3", "RW706"),
        ("remove score cards", "replace score cards = 2", "RW706"),
        ("remove score cards", "remove score cards", "RW706"),
        ("set Lesson B06.cost = 2", "set Lesson B06.cost = 3", "RW706"),
        ("add unit coin", "add unit coin", "RW706"),
        ("remove score cards", "add before cards score more = 1", "RW706"),
        ("remove procedure lay", "replace score cards = lay", "RW706"),
        ("remove constant goal", "set open_hands = goal", "RW706"),
        (
            'replace card Lesson from table "other.csv":\n    cost: 0..3',
            "set Lesson B06.cost = 2",
            "RW706",
        ),
        ('add example "more":\n    then goal is 6', 'add example "more":\n    then goal is 7', "RW706"),
        ("add score more = 1", "add score most_of_all = 1", "RW707"),
        ("add after cards score more = 1", "add after cards score most_of_all = 1", "RW707"),
    ],
)
def test_what_does_not_go_together(one: str, two: str, code: str) -> None:
    texts = (variant("a", one), variant("b", two))
    assert applied(["a"], *texts)[1] == []
    assert applied(["b"], *texts)[1] == []
    report = Report()
    apply(declarations(*texts), ["b", "a"], report)
    assert code in [found.code for found in report]
    (found,) = (found for found in report if found.code == code)
    assert "`a`" in found.message or "`a`" in found.notes[0].text
    assert "`b`" in found.message
    assert [note.span is not None for note in found.notes] == [True]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("add unit coin", "add unit wood"),
        ("set Lesson B06.cost = 2", "set Lesson B07.cost = 2"),
        ("add before cards score more = 1", "add after cards score most_of_all = 1"),
        ("remove procedure lay", "add define f(lay: Player) = lay"),
        ("remove procedure lay", "add define f = a.lay"),
        ('remove example "all stay"', 'replace example "all stay":\n    then goal is 6'),
        ('remove example "all stay"', 'remove example "all stay"'),
    ],
)
def test_what_goes_together(one: str, two: str) -> None:
    assert applied(["a", "b"], variant("a", one), variant("b", two))[1] == []


@pytest.mark.parametrize(
    "other", ['replace example "all stay":\n    then goal is 6', 'remove example "all stay"']
)
def test_an_example_that_one_of_two_removes_is_gone(other: str) -> None:
    texts = (variant("a", 'remove example "all stay"'), variant("b", other))
    for names in (["a", "b"], ["b", "a"]):
        assert keys(applied(names, *texts)[0]) == START[:-1]


def test_settings_win_over_variants() -> None:
    (settings,) = (d for d in declarations(variant("s", "set goal = 9")) if isinstance(d, nodes.Variant))
    report = Report()
    values = [change for change in settings.changes if isinstance(change, nodes.SetValue)]
    result = apply(declarations(variant("a", "set goal = 3")), ["a"], report, settings=values)
    goal = result.declarations[3]
    assert isinstance(goal, nodes.Constant)
    assert isinstance(goal.value, nodes.Int)
    assert goal.value.value == 9
    assert report.sorted() == []
