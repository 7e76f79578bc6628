"""What is said about a text that is no declaration: the code, the smallest span, and how to mend it."""

from __future__ import annotations

import re

import pytest

from rulewright.reading.source import Source, split
from rulewright.report.codes import CODES
from rulewright.report.diagnostics import Report
from rulewright.report.explain import explain
from rulewright.syntax.parser import parse

ACTION = 'action x:\n    requires a else "no"\n'


def said(text: str) -> list[str]:
    report = Report()
    for chunk in split(Source("a.rules", text), report):
        parse(chunk, report)
    return [f"{d.code} {d.span.line}:{d.span.column}-{d.span.end_column}" for d in report]


def helped(text: str) -> tuple[str, str]:
    report = Report()
    for chunk in split(Source("a.rules", text), report):
        parse(chunk, report)
    (found,) = report
    return found.message, found.help or ""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("setup:\n    chosse x from y:\n        nothing", "RW102 2:5-11"),
        ('action x:\n    requries a else "b"\n    do:\n        nothing', "RW102 2:5-13"),
        (f"{ACTION}    doo:\n        nothing", "RW102 3:5-8"),
        ("setup:\n    may chose x from y:\n        nothing", "RW102 2:9-14"),
        ("zone hand of plyer: set of Card", "RW102 1:14-19"),
        ("score x = totl(a for a in b)", "RW102 1:11-15"),
        ("score x = conut(a in b where c)", "RW102 1:11-16"),
        ("score x = a wehre b", "RW101 1:13-18"),
        ("setup:\n    set a = 3", "RW102 2:11-12"),
        ("zoen deck: stack of Card", "RW103 1:1-5"),
        ("move a to b", "RW103 1:1-5"),
        ("3", "RW103 1:1-2"),
        (f"{ACTION}    move x to y", "RW104 3:5-9"),
        (ACTION.rstrip(), "RW104 2:25-26"),
        ("setup\n    nothing", "RW105 1:6-7"),
        ("setup:\n    if a # why\n        nothing", "RW105 2:9-10"),
        ("players 2..4", "RW105 1:13-14"),
        ("setup:", "RW106 1:6-7"),
        ("setup:\n    if a:\n    nothing", "RW106 2:9-10"),
        ("setup:\n    nothing\n        nothing", "RW107 3:1-9"),
        ("unit a\n    nothing", "RW107 2:1-5"),
        ("score x = a == b", "RW108 1:13-15"),
        ("score x = a = b", "RW108 1:13-14"),
        ("score x = a != b", "RW108 1:13-15"),
        ("score x = a <> b", "RW108 1:13-15"),
        ("score x = a => b", "RW108 1:13-15"),
        ("score x = a ≥ b", "RW108 1:13-14"),
        ("score x == a", "RW108 1:10-11"),
        ("score x = 3 per KAN-1 + 4", "RW109 1:13-22"),
        ("constant goal per KAN-57 = 11", "RW109 1:15-25"),
        ('score x = "abc', "RW110 1:11-15"),
        ("score x = (3 + 4", "RW111 1:11-12"),
        ("score x = f(a[3)", "RW111 1:14-15"),
        ("define x = f(a,\n    b\n", "RW111 1:13-14"),
        ("score x = 3)", "RW112 1:12-13"),
        ("score x = a[3]]", "RW112 1:15-16"),
        ("setup:\n    nothing;", "RW113 2:12-13"),
        ("score x = {3}", "RW113 1:11-12"),
        ("score x = 'a'", "RW113 1:11-12"),
        ("score x = a && b", "RW113 1:13-15"),
        ("score x = a\u00a0+ b", "RW113 1:12-13"),
        ("score x = “a”", "RW113 1:11-12"),
        ("score _x = 3", "RW113 1:7-9"),
        ("zone Deck: stack of Card", "RW114 1:6-10"),
        ("kinds Season: Spring, summer", "RW114 1:15-21"),
        ("zone deck: stack of card", "RW115 1:21-25"),
        ("define f(p: player) = 3", "RW115 1:13-19"),
        ("score x = a if b else c", "RW116 1:18-22"),
        ('action x:\n    requires a otherwise "b"\n    do:\n        nothing', "RW116 2:16-25"),
        ("setup:\n    if a:\n        nothing\n    else:\n        nothing", "RW116 4:5-9"),
        ("setup:\n    if a:\n        nothing\n    elif b:\n        nothing", "RW116 4:5-9"),
        ("score x =", "RW117 1:10-11"),
        ("setup:\n    move x to  # where", "RW117 2:14-15"),
        ("score", "RW117 1:6-7"),
        ("setup:\n    pass", "RW118 2:5-9"),
        ("setup:\n    a = 3", "RW118 2:5-6"),
        ("setup:\n    zone deck: stack of Card", "RW118 2:5-9"),
        ("zone deck stack of Card", "RW101 1:11-16"),
        ("score x = total a", "RW101 1:17-18"),
        ("score x = 3 per kan-1", "RW101 1:17-20"),
        ('score x = 3 "text"', "RW101 1:13-19"),
        ("setup:\n    place green Frog on board[s]", "RW101 2:11-21"),
        ("setup:\n    if over not empty:\n        nothing", "RW101 2:13-22"),
        ("score x = 1 if a not full otherwise 2", "RW101 1:18-26"),
        ("ending x when a", "RW117 1:16-17"),
        ("ending x when a per KAN-1", "RW117 1:17-20"),
        ("ending x when a at once", "RW101 1:17-19"),
        ("zone board: board of Frog", "RW101 1:19-21"),
        ("turn:\n    offer a or b", "RW101 2:13-15"),
        ("turn:\n    offer a and b", "RW101 2:13-16"),
        ("turn:\n    offer a, b c", "RW101 2:16-17"),
        ("turn:\n    offer step-on, b", "RW101 2:11-18"),
        ('action step-on "on":\n    do:\n        nothing', "RW101 1:8-15"),
        ("define to the edge(s: Square) = 3", "RW101 1:8-19"),
        ("kinds Colour: dark red, blue", "RW101 1:15-23"),
    ],
)
def test_one_fault(text: str, found: str) -> None:
    assert said(text) == [found]


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("setup:\n    place green Frog on board[s]", "write `place Frog of green`"),
        ("setup:\n    if over not empty:\n        nothing", "write `is not empty`"),
        ("zone board: board of Frog", "name the spaces that it has, such as `board Square of Frog`"),
        ("turn:\n    offer a or b", "write `,`"),
        ("turn:\n    offer step on", "write `step, on` for two actions, `step_on` for one"),
        ("procedure step on:\n    nothing", "write `step_on`, which is shown as `step on`"),
    ],
)
def test_help_for_first_mistakes(text: str, help: str) -> None:
    assert helped(text)[1] == help


@pytest.mark.parametrize("text", ["ending x when a", "ending x when a at once", "ending x when a per KAN-1"])
def test_an_ending_that_does_not_say_when(text: str) -> None:
    help = helped(text)[1]
    assert all(
        f"`, {when}`" in help for when in ("at once", "at end of turn", "at end of round", "after this round")
    )


@pytest.mark.parametrize(
    ("text", "message", "help"),
    [
        (
            "setup:\n    chosse x from y:\n        nothing",
            "`chosse` starts no statement",
            "did you mean `choose`?",
        ),
        (
            "zone deck stack of Card",
            "expected a text in quotes, `of player` or `:`, found `stack`",
            "leave it out, or write one of these before it or in its place: "
            "a text in quotes, `of player` or `:`",
        ),
        (
            "score x =",
            "the line is not finished: expected a value",
            "go on with a value",
        ),
        ("setup:\n    take a from b", "`take` starts no statement", "did you mean `move`?"),
        ("zone Deck: stack of Card", "a name starts with a small letter, `Deck` does not", "write `deck`"),
    ],
)
def test_message_and_help(text: str, message: str, help: str) -> None:
    assert helped(text) == (message, help)


def test_all_declarations_are_reported() -> None:
    assert said("unti a\nunit b\nscore c ==\nsetup:\n    nothng\n") == [
        "RW103 1:1-5",
        "RW108 3:10-11",
        "RW102 5:5-11",
    ]


def test_several_faults_of_one_declaration() -> None:
    text = """\
setup:
    chosse x from y:
        shufle deck
    move a too b
    move a to b c
    if a == 3
        pass
    otherwise:
        nothing
    each p in players:
        nothing
"""
    assert said(text) == ["RW102 2:5-11", "RW102 3:9-15", "RW102 4:12-15", "RW101 5:17-18", "RW108 6:10-12"]


def test_a_line_that_goes_takes_its_block_and_its_otherwise() -> None:
    text = """\
setup:
    wenn a:
        nothing
    otherwise:
        nothing
    if b:
        pass
"""
    assert said(text) == ["RW118 2:5-9", "RW118 7:9-13"]


@pytest.mark.parametrize("code", sorted(code for code in CODES if "RW101" <= code <= "RW118"))
def test_the_example_of_a_page_gives_its_code_and_the_mend_none(code: str) -> None:
    example, mended = re.findall(r"```rules\n(.*?)```", explain(code), re.DOTALL)
    assert [found.split()[0] for found in said(example)] == [code]
    assert said(mended) == []


def test_long_chains_of_brackets_are_read() -> None:
    assert said(f"score x = {'(' * 5000}1{')' * 5000}") == []


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("setup:\n    shuffle the deck", "leave out `the`: write `deck` alone"),
        ("setup:\n    draw 5 from deck to hand", "write `deal 5 from ...`"),
        ("setup:\n    move k to my stall", "write `my.stall`"),
        ("setup:\n    // nothing yet\n    nothing", "start a remark with `#`"),
        ("// nothing yet", "start a remark with `#`"),
        ('example "a":\n    given red\'s hand is empty', "write `red.hand`"),
        ('example "a":\n    given red’s hand is empty', "write `red.hand`"),
        ("score a = 1.5 * 2", "write a whole number; one and a half times x is `3 * x / 2`"),
        ("score a = sum(k.a for k in b)", "did you mean `total`?"),
        ("ending a when count(deck) is 0, at once", "write `count(x in deck)`"),
        ("players 2-4: a, b, c, d", "write `2..4`"),
        ("players 2 to 4: a, b, c, d", "write `2..4`"),
        ("score a = 1 per B–4", "write `B-4`, with a plain `-`"),
        (
            "memory a of player: 0..9 per B-4",
            "say how long it lasts: `, all game`, `, each round` or `, each turn`",
        ),
        (
            "setup:\n    if a:\n        nothing\n    otherwise if b:\n        nothing",
            "write `otherwise:` and an `if` below it, or `the first that applies:`",
        ),
        (
            "action a:\n    choose k from b\n        move k to c",
            "write `    do:` above this line: the effects of an action stand below it",
        ),
    ],
)
def test_what_people_write_who_know_other_words(text: str, help: str) -> None:
    assert helped(text)[1] == help
