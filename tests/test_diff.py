"""Diff, layers 1 and 2: what changed in meaning, where, what it reaches, and how bad that is."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli import run
from rulewright.diff.advice import counted
from rulewright.diff.consequences import AUDIENCES, LEVELS, Consequence
from rulewright.diff.data import rows
from rulewright.diff.result import Result, compared
from rulewright.diff.side import Side
from rulewright.diff.to_json import as_data, schema, to_json
from rulewright.diff.to_markdown import to_markdown
from rulewright.diff.to_text import to_text
from rulewright.reading.files import RulesetPath, find_ruleset, rulesets_below
from tests.rule_mutants import Mutant, layouts, mutants, side_of

ROOT = Path(__file__).parent.parent
Layout = tuple[RulesetPath, dict[str, str]]
HOME = Path("/rulesets/ducks").absolute()
DUCKS = RulesetPath("ducks", HOME / "ducks.rules", HOME.parent)
RULES = """\
language 1
game Ducks "Ducks" version "1.2.3"
rulebook "rulebook.md"
players 2..3: red, blue, green per DUC-1

kinds Plumage: white, mallard, teal
kinds Odd: left, right
card Duck "a duck" from table "ducks.csv" per DUC-1:
    plumage: Plumage
    worth: 1..6
    ignore notes
constant most = 3 per DUC-2
constant last = 4
option long: yes_no default no "a long game" per DUC-3

zone pond: stack of Duck, face down, starts with all
zone hand of player: set of Duck, seen by owner per DUC-1
zone nest of player: row of Duck, public
memory fed of player: 0..9, all game

setup:
    shuffle pond
    each p in players:
        resolve first_ducks(p)

turn:
    offer call, settle

action call "call a duck" per DUC-2:
    requires count(d in my.hand) < most else "your hand is full" per DUC-2
    requires pond is not empty else "the pond is empty"
    do:
        deal 1 from pond to my.hand

action settle "settle {d}" per DUC-2:
    choose d from my.hand where d.worth > 1 or fed_enough(me)
    do:
        move d to end of my.nest
        add 1 to my.fed

procedure first_ducks(p: Player):
    deal 2 from pond to p.hand

define fed_enough(p: Player) = p.fed > 2
define pretty(p: Player) = count(d in p.nest where d.plumage is teal)

reaction pair as soon as any(count(d in p.nest where d.plumage is white) is 2 for p in players):
    add 1 to my.fed

reaction full as soon as any(count(d in p.nest) is last for p in players):
    deal 1 from pond to my.hand

score nest "the nest" = total(d.worth for d in my.nest) per DUC-3
score pretty "teals" = 2 * pretty(me)

ending dry "the pond is dry" when pond is empty, at end of round per DUC-3
winner is most score, ties share

example "ducks of the hand settle":
    given red.hand holds d2
    then red may settle(d2)
"""
TABLE = """\
id,copies,plumage,worth,notes
d1,3,white,1,first
d2,3,mallard,2,
d3,3,teal,4,
d4,1,teal,5,
"""
BOOK = """\
# Ducks
- **DUC-1** Two or three play, with ducks.
- **DUC-2** Call a duck, or settle one.
- **DUC-3** When the pond is dry, the best nest wins.
"""


def ducks(rules: str = RULES, table: str = TABLE, book: str = BOOK, name: str = "ducks") -> Side:
    """Ducks with some of its texts."""
    texts = {"ducks.rules": rules, "ducks.csv": table, "rulebook.md": book}
    return side_of(DUCKS, name, {str(HOME / file): text for file, text in texts.items()})


def edited(*pairs: tuple[str, str]) -> Result:
    """What a change of the rules, the table or the rulebook comes to."""
    texts = [RULES, TABLE, BOOK]
    for old, new in pairs:
        at = next(at for at, text in enumerate(texts) if old in text)
        texts[at] = texts[at].replace(old, new, 1)
    after = ducks(texts[0], texts[1], texts[2], "new")
    assert after.game is not None, [found.message for found in after.report]
    return compared(ducks(name="old"), after)


def one(result: Result) -> Consequence:
    """The one change of a diff."""
    (found,) = result.found
    return found


# ---- layer 1: what changed

SAME = {
    "comments": (("turn:\n", "# who plays\nturn:  # in order\n\n"),),
    "blanks": (("0..9, all game", "0..9,   all game"),),
    "order": (
        (
            "constant most = 3 per DUC-2\nconstant last = 4\n",
            "constant last = 4\nconstant most = 3 per DUC-2\n",
        ),
    ),
    "brackets": (("d.worth > 1 or fed_enough(me)", "(d.worth > 1) or (fed_enough(me))"),),
    "local names": (
        ("choose d from my.hand where d.worth > 1", "choose x from my.hand where x.worth > 1"),
        ("settle {d}", "settle {x}"),
        ("move d to end", "move x to end"),
    ),
    "the same words": (("move d to end of my.nest", "move d to top of my.nest"),),
    "a constant for its value": (("is last for", "is 4 for"),),
    "a constant said otherwise": (("most = 3", "most = 1 + 2"),),
    "columns": (
        (
            "id,copies,plumage,worth,notes\nd1,3,white,1,first",
            'id,copies,plumage,worth,notes\n"d1", 3,white,01,',
        ),
    ),
    "cells that are ignored": (("d2,3,mallard,2,", "d2,3,mallard,2,a note"),),
}


@pytest.mark.parametrize("name", SAME)
def test_what_means_the_same_is_no_change(name: str) -> None:
    result = edited(*SAME[name])
    assert list(result.in_play) == []
    assert "no change in meaning" in to_text(result)
    assert result.advice.part in ("none", "patch")


CHANGED = {
    # name: (before, after), declaration, how, what, before, after, classes
    "constant": (
        ("most = 3", "most = 4"),
        "constant most",
        "changed",
        "the value",
        "3",
        "4",
        "new choice + removed choice",
    ),
    "guard": (
        ("d in my.hand) < most", "d in my.hand) <= most"),
        "action call",
        "changed",
        "a guard",
        "count(d in my.hand) < most",
        "count(d in my.hand) <= most",
        "new choice + removed choice",
    ),
    "guard gone": (
        ('    requires pond is not empty else "the pond is empty"\n', ""),
        "action call",
        "removed",
        "a guard",
        'requires pond is not empty else "the pond is empty"',
        "",
        "new choice",
    ),
    "number dealt": (
        ("        deal 1 from pond to my.hand\n\naction", "        deal 2 from pond to my.hand\n\naction"),
        "action call",
        "changed",
        "how many are dealt",
        "1",
        "2",
        "different effect",
    ),
    "set-up by a procedure": (
        ("deal 2 from pond to p.hand", "deal 1 from pond to p.hand"),
        "procedure first_ducks",
        "changed",
        "how many are dealt",
        "2",
        "1",
        "different setup",
    ),
    "score": (
        ("2 * pretty(me)", "3 * pretty(me)"),
        "score pretty",
        "changed",
        "what it is worth",
        "2",
        "3",
        "different score",
    ),
    "define of a score": (
        ("is teal)", "is mallard)"),
        "define pretty",
        "changed",
        "the value",
        "teal",
        "mallard",
        "different score",
    ),
    "define of a choice": (
        ("p.fed > 2", "p.fed > 3"),
        "define fed_enough",
        "changed",
        "the value",
        "2",
        "3",
        "new choice + removed choice",
    ),
    "who sees": (
        ("seen by owner", "public"),
        "zone hand",
        "changed",
        "who sees it",
        "seen by owner",
        "public",
        "different information",
    ),
    "shuffle gone": (
        ("    shuffle pond\n", ""),
        "setup",
        "removed",
        "what it does",
        "shuffle pond",
        "",
        "different chance",
    ),
    "end": (
        ("pond is empty, at end of round", "pond is empty, at once"),
        "ending dry",
        "changed",
        "when it is asked",
        'ending dry "the pond is dry" when pond is empty, at once per DUC-3',
        "",
        "different end",
    ),
    "winner": (
        ("most score", "least score"),
        "winner",
        "changed",
        "whether most or least wins",
        "",
        "",
        "different end",
    ),
    "players": (
        ("players 2..3", "players 3"),
        "players",
        "changed",
        "how few can play",
        "2",
        "3",
        "different setup",
    ),
    "cell": (
        ("d3,3,teal,4,", "d3,3,teal,6,"),
        "card Duck",
        "changed",
        "`d3.worth`",
        "4",
        "6",
        "different score + new choice + removed choice",
    ),
    "copies": (
        ("d4,1,teal", "d4,2,teal"),
        "card Duck",
        "changed",
        "`d4.copies`",
        "1",
        "2",
        "different chance",
    ),
    "row": (("d4,1,teal,5,\n", ""), "card Duck", "removed", "row `d4`", "d4", "", "different chance"),
    "row renamed": (("d4,1", "d5,1"), "card Duck", "renamed", "row `d4`", "d4", "d5", "text only"),
    "text": (
        ('"your hand is full"', '"no more ducks"'),
        "action call",
        "changed",
        "the sentence of a guard",
        "",
        "",
        "text only",
    ),
    "citation": (
        (
            "zone hand of player: set of Duck, seen by owner per DUC-1",
            "zone hand of player: set of Duck, seen by owner per DUC-2",
        ),
        "zone hand",
        "changed",
        "the clauses it cites",
        "DUC-1",
        "DUC-2",
        "text only",
    ),
    "clause": (("with ducks.", "with geese."), "clause DUC-1", "changed", "its words", "", "", "text only"),
    "nobody reads it": (
        ("left, right", "left, right, middle"),
        "kinds Odd",
        "added",
        "its words",
        "",
        "middle",
        "text only",
    ),
    "unused option": (
        ("default no", "default yes"),
        "option long",
        "changed",
        "the default",
        "no",
        "yes",
        "text only",
    ),
    "memory": (
        ("memory fed of player: 0..9, all game", "memory fed of player: 0..9, each round"),
        "memory fed",
        "changed",
        "how long it is remembered",
        "",
        "",
        "different effect",
    ),
}


@pytest.mark.parametrize("name", CHANGED)
def test_a_change_is_named_with_its_part_and_its_class(name: str) -> None:
    pair, title, how, what, before, after, classes = CHANGED[name]
    found = one(edited(pair))
    change = found.change
    assert (change.titled, change.how, change.what) == (title, how, what)
    assert before in ("", change.before) or (how == "changed" and not after)
    assert after in ("", change.after)
    assert found.classes == tuple(classes.split(" + "))


def test_both_places_are_told() -> None:
    change = one(edited(("worth > 1 or", "worth > 2 or"))).change
    assert change.old is not None
    assert change.new is not None
    assert str(change.old) == str(change.new)
    assert change.old.column == RULES.splitlines()[change.old.line - 1].index("1 or fed") + 1
    assert change.per == ("DUC-2",)


def test_what_is_renamed_is_one_change_however_often_it_is_named() -> None:
    text = RULES.replace("pond", "lake").replace("the lake", "the pond")
    result = compared(ducks(), ducks(text, name="new"))
    found = one(result)
    assert (found.change.how, found.change.before, found.change.after) == ("renamed", "pond", "lake")


def test_words_and_columns_are_renamed_in_tables_too() -> None:
    text, table = RULES.replace("teal", "pintail"), TABLE.replace("teal", "pintail")
    found = one(compared(ducks(), ducks(text.replace('"pintails"', '"teals"'), table)))
    assert (found.change.titled, found.change.how) == ("kinds Plumage", "renamed")
    text, table = RULES.replace("worth", "value"), TABLE.replace("worth", "value")
    result = compared(ducks(), ducks(text, table))
    assert [(each.change.how, each.change.what, each.change.after) for each in result.found] == [
        ("renamed", "the column `worth`", "value")
    ]


def test_a_reaction_that_has_moved_is_told_once() -> None:
    lines = RULES.split("\n\n")
    at = next(i for i, part in enumerate(lines) if part.startswith("reaction pair"))
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    found = one(compared(ducks(), ducks("\n\n".join(lines))))
    assert (found.change.how, found.change.sort, found.classes) == (
        "moved",
        "reaction",
        ("different effect",),
    )


def test_rows_in_another_order_deal_other_cards() -> None:
    lines = TABLE.splitlines()
    found = one(compared(ducks(), ducks(table="\n".join([lines[0], *lines[:0:-1]]))))
    assert (found.change.how, found.change.what) == ("moved", "the order of its rows")
    assert {each: found.levels[each] for each in ("games", "replays")} == {
        "games": "safe",
        "replays": "breaking",
    }


def test_declarations_that_came_and_went() -> None:
    result = edited(("score pretty", "score lovely"), ("2 * pretty(me)", "2 * pretty(me) + 1"))
    assert [(found.change.how, found.change.titled) for found in result.found] == [
        ("added", "score lovely"), ("removed", "score pretty"),
    ]  # fmt: skip


# ---- layer 2: what it reaches


def test_what_a_change_reaches() -> None:
    assert one(edited(("is teal)", "is mallard)"))).reaches == ("score pretty",)
    assert "action settle" in one(edited(("p.fed > 2", "p.fed > 3"))).reaches
    assert one(edited(("d3,3,teal,4,", "d3,3,teal,6,"))).reaches == ("action settle", "score nest", "turn")


def test_levels_and_advice() -> None:
    result = edited(("2 * pretty(me)", "3 * pretty(me)"))
    assert result.level == "risky"
    assert result.advice.part == "minor"
    assert result.advice.advised == "1.3.0"
    assert result.advice.said == "1.2.3"
    assert edited(("seen by owner", "public")).advice.advised == "2.0.0"
    assert edited(('"your hand is full"', '"no more ducks"')).advice.part == "patch"
    assert compared(ducks(), ducks()).advice.part == "none"
    assert counted("2.9.9", "major") == "3.0.0"


def test_the_tables_of_kinds_are_whole() -> None:
    """Every line has a class and levels that exist, and the last one takes whatever comes."""
    classes = {row["class"] for row in rows("classes")}
    for row in rows("kinds"):
        assert set(row["class"].split(" + ")) <= classes | {"by use"}, row
        assert {row[each] for each in AUDIENCES} <= {"", *LEVELS}, row
    for row in rows("uses"):
        assert not row["class"] or set(row["class"].split(" + ")) <= classes, row
    last = rows("kinds")[-1]
    assert (last["sort"], last["part"], last["how"]) == ("*", "*", "*")
    assert all(row[each] in LEVELS for row in rows("classes") for each in AUDIENCES)


# ---- outputs


def fits(value: Any, schema: Mapping[str, Any]) -> list[str]:
    """What of a value does not fit a schema, of those parts of JSON schema that ours has."""
    types = {
        "string": str,
        "integer": int,
        "number": int | float,
        "boolean": bool,
        "array": list,
        "object": dict,
        "null": type(None),
    }
    said = schema.get("type")
    if said is not None:
        names = [said] if isinstance(said, str) else said
        if not any(isinstance(value, types[name]) for name in names):
            return [f"{value!r} is no {said}"]
    if "oneOf" in schema and not any(not fits(value, each) for each in schema["oneOf"]):
        return [f"{value!r} fits none"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{value!r} is none of {schema['enum']}"]
    if "const" in schema and value != schema["const"]:
        return [f"{value!r} is not {schema['const']}"]
    if isinstance(value, dict) and "properties" in schema:
        found = [f"{name} is missing" for name in schema["required"] if name not in value]
        found += [f"{name} is not known" for name in value if name not in schema["properties"]]
        return found + [x for k, v in value.items() for x in fits(v, schema["properties"].get(k, {}))]
    if isinstance(value, list) and "items" in schema:
        return [x for item in value for x in fits(item, schema["items"])]
    return []


def test_json_fits_its_schema() -> None:
    result = edited(("most = 3", "most = 4"), ("d4,1,teal,5,\n", ""), ("with ducks.", "with geese."))
    assert len(result.found) == 3
    data = json.loads(to_json(result))
    assert fits(data, schema()) == []
    assert data == as_data(result)
    assert fits({**data, "more": 1}, schema()) == ["more is not known"]
    assert fits({**data, "level": "bad"}, schema()) != []


def test_markdown_escapes_what_rules_say() -> None:
    text = to_markdown(edited(("2 * pretty(me)", "3 * pretty(me)"), ("with ducks.", "with <b>*geese*</b>.")))
    assert "### score pretty" in text
    assert "| risky |" in text
    assert "<b>" not in text
    assert "&lt;b>" in text


# ---- the command


def test_kanagawa_is_kanagawa(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert run(["diff", "kanagawa", "kanagawa", "--fail-on", "any"]) == 0
    assert capsys.readouterr().out == "kanagawa -> kanagawa\n\nno change in meaning\n"


def test_kokeshi_to_the_letter(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert run(["diff", "kokeshi+literal", "kokeshi", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert fits(data, schema()) == []
    found = {f"{c['sort']} {c['name']}": (c["before"], c["after"]) for c in data["changes"]}
    assert found == {
        "option red_line": ("quality_tile", "recognition"),
        "option extra_rounds": ("0", "1"),
        "constant home_rests": ("no", "yes"),
    }
    assert run(["diff", "kokeshi+literal", "kokeshi", "--fail-on", "breaking"]) == 1


def test_two_layers_of_kanagawa_take_less_than_a_second() -> None:
    """Process time, in this process; the first run reads the grammar and networkx, which counts."""
    found = find_ruleset("kanagawa", ROOT)
    text = found.file.read_text("utf-8")
    assert "constant" in text
    changed = re.sub(r"(constant \w+ = )(\d+)", lambda m: f"{m[1]}{int(m[2]) + 1}", text, count=1)
    started = time.process_time()
    result = compared(side_of(found, "old"), side_of(found, "new", {str(found.file): changed}))
    to_text(result)
    assert time.process_time() - started < 1
    assert len(result.in_play) == 1


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with two revisions of Ducks."""
    home = tmp_path / "rulesets" / "ducks"
    home.mkdir(parents=True)
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for name, text in {"ducks.rules": RULES, "ducks.csv": TABLE, "rulebook.md": BOOK}.items():
        (home / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    git("init", "--quiet", "--initial-branch=main")
    git("add", ".")
    git("commit", "--quiet", "-m", "one")
    (home / "ducks.csv").write_text(TABLE.replace("d4,1", "d4,2"), "utf-8")
    git("commit", "--quiet", "-am", "two")
    return tmp_path


def git(*words: str) -> None:
    names = ["-c", "user.email=a@b.c", "-c", "user.name=a"]
    subprocess.run(["git", *names, *words], check=True, capture_output=True)


def test_revisions_are_sides(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["diff", "HEAD~1:rulesets/ducks", "ducks"]) == 0
    said = capsys.readouterr().out
    assert "`d4.copies`: 1 becomes 2" in said
    assert "HEAD~1:rulesets/ducks/ducks.csv:5:4" in said
    assert run(["diff", "HEAD~1:ducks", "HEAD:rulesets/ducks/ducks.rules"]) == 0
    assert "`d4.copies`: 1 becomes 2" in capsys.readouterr().out
    assert run(["diff", "HEAD:ducks", "rulesets/ducks"]) == 0
    assert "no change in meaning" in capsys.readouterr().out


def test_git_shows_changes_of_meaning(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As git calls a driver, for a file that changed and for one that is new."""
    now = repository / "rulesets" / "ducks" / "ducks.csv"
    before = repository / "before.csv"
    before.write_text(TABLE, "utf-8")
    words = ["rulesets/ducks/ducks.csv", str(before), "0" * 40, "100644", str(now), "1" * 40, "100644"]
    assert run(["diff", "--driver", *words]) == 0
    assert "`d4.copies`: 1 becomes 2" in capsys.readouterr().out
    words[1] = os.devnull
    assert run(["diff", "--driver", *words]) == 1
    assert "the old side" in capsys.readouterr().err
    assert run(["diff", "--driver", "x"]) == 2
    assert run(["diff", "ducks"]) == 2


def test_a_repository_without_commits_is_told_how_to_make_one(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree(repository / ".git")
    git("init", "--quiet", "--initial-branch=main")
    assert run(["diff", "HEAD:rulesets/ducks", "ducks"]) == 2
    said = capsys.readouterr().err
    assert "no commits yet" in said
    assert "`git commit -m start`" in said


def test_a_change_far_on_in_a_line_is_shown(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is printed of a long line, and of a long part, has in it what changed."""
    file = repository / "rulesets" / "ducks" / "ducks.rules"
    long = " + ".join(f"total(d.worth for d in my.nest where d.worth > {n})" for n in range(1, 6))
    text = RULES.replace("2 * pretty(me)", f"{long} + 2 * pretty(me)")
    file.write_text(text, "utf-8")
    git("commit", "--quiet", "-am", "three")
    file.write_text(text.replace("2 * pretty(me)", "7 * pretty(me)"), "utf-8")
    assert run(["diff", "HEAD:ducks", "ducks"]) == 0
    said = capsys.readouterr().out
    (new,) = [line for line in said.splitlines() if line.strip().startswith("new ")]
    assert "7 * pretty(me)" in new
    assert "2 becomes 7" in said


def test_an_option_is_a_side(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["diff", "ducks", "ducks+long=yes"]) == 0
    assert "the default: no becomes yes" in capsys.readouterr().out
    assert run(["diff", "ducks", "ducks+long=sideways"]) == 1
    assert "does not check" in capsys.readouterr().err


def test_snapshots_are_sides(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["snapshot", "HEAD~1:ducks", "-o", "old.json"]) == 0
    assert run(["snapshot", "ducks"]) == 0
    assert Path("ducks-1.2.3.snapshot.json").is_file()
    capsys.readouterr()
    assert run(["diff", "old.json", "ducks-1.2.3.snapshot.json"]) == 0
    assert "`d4.copies`: 1 becomes 2" in capsys.readouterr().out


# ---- bad input


def test_bad_sides(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each is told by its code, with what to do; never with a traceback."""
    newer, cut, other = Path("newer.json"), Path("cut.json"), Path("other.json")
    newer.write_text('{"format": "rulewright save 2"}')
    cut.write_text('{"format": "rulewright snapshot 1", "rules": {"file"')
    other.write_text('{"format": "rulewright snapshot 1", "rules": {"file": "../x", "texts": {"../x": ""}}}')
    cases = {
        ("HEAD~9:ducks", "ducks"): ("RW030", "git fetch"),
        ("origin/dev:ducks", "ducks"): ("RW030", "`git fetch origin dev`"),
        ("HEAD:geese", "ducks"): ("RW031", "git log --oneline --all -- geese"),
        ("kanagawa", "ducks"): ("RW032", "one game"),
        ("newer.json", "ducks"): ("RW033", "up to date"),
        ("cut.json", "ducks"): ("RW016", "not JSON"),
        ("other.json", "ducks"): ("RW016", "../x"),
        ("none.json", "ducks"): ("RW001", "none.json"),
        ("ducks+", "ducks"): ("RW010", "plus"),
        ("geese", "ducks"): ("RW010", "geese"),
    }
    for sides, (code, words) in cases.items():
        assert run(["diff", *sides]) == 2, sides
        said = capsys.readouterr().err
        assert code in said, said
        assert words in said, said
    assert run(["diff", "ducks", "ducks", "--format", "jsn"]) == 2
    assert "did you mean `json`" in capsys.readouterr().err


def test_a_side_that_does_not_check_is_named_and_the_rest_compared(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = repository / "rulesets" / "ducks" / "ducks.rules"
    file.write_text(RULES.replace("my.nest) per", "my.nst) per").replace("is last", "is 5"), "utf-8")
    assert run(["diff", "HEAD:ducks", "ducks"]) == 1
    said = capsys.readouterr()
    assert "the new side `ducks` does not check" in said.err
    assert "my.nst" in said.err
    assert "score nest" in said.out
    assert "last becomes 5" in said.out
    assert run(["diff", "HEAD:ducks", "HEAD:ducks+fluffy"]) == 1
    assert "RW704" in capsys.readouterr().err
    file.write_text("not rules at all\n", "utf-8")
    assert run(["diff", "HEAD:ducks", "ducks"]) == 1


def test_outside_a_repository(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert run(["diff", "HEAD:kanagawa", "kanagawa"]) == 2
    assert "snapshot" in capsys.readouterr().err


def test_a_full_disk_leaves_what_was_there(
    repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("out.json").write_text("before")

    def full(fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert run(["diff", "ducks", "ducks", "--format", "json", "-o", "out.json"]) == 2
    assert "RW019" in capsys.readouterr().err
    assert Path("out.json").read_text() == "before"
    assert [file.name for file in repository.iterdir() if file.name.startswith(".out")] == []


# ---- the document


STORIES = re.compile(r"```sh\n(rulewright diff [^\n]+)\n```\n\n```text\n(.*?)```", re.DOTALL)


def test_the_stories_say_what_the_command_prints(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    found = STORIES.findall((ROOT / "docs" / "diff.md").read_text("utf-8"))
    assert len(found) == 3
    for command, text in found:
        assert run(command.split()[1:]) == 0
        assert capsys.readouterr().out.strip() == text.strip()


# ---- the corpus: changes made by a script


SOME = ("kanagawa", "cant_stop", "arrows", "veil", "weather", "tolls", "realms")


def corpus(each: int, layout: int, names: tuple[str, ...] = ()) -> tuple[list[Mutant], list[Layout]]:
    """Mutants of all rulesets, or of some, `each` of a kind for each, and texts with another layout."""
    found: list[Mutant] = []
    plain: list[Layout] = []
    for ruleset in [*rulesets_below(ROOT / "rulesets"), *rulesets_below(ROOT / "tests" / "rulesets")]:
        if names and ruleset.name not in names:
            continue
        counts: dict[str, int] = {}
        for mutant in mutants(ruleset, 1):
            if counts.get(mutant.kind, 0) < each:
                counts[mutant.kind] = counts.get(mutant.kind, 0) + 1
                found.append(mutant)
        plain += [(ruleset, texts) for texts in layouts(ruleset, 1, layout)]
    return found, plain


def named(found: list[Mutant]) -> int:
    """How many of some mutants mean something; in each the declaration is named that was changed, alone."""
    bases: dict[str, Side] = {}
    number = 0
    for mutant in found:
        side = mutant.side()
        if side.game is None:
            continue
        base = bases.setdefault(mutant.ruleset.name, side_of(mutant.ruleset, mutant.ruleset.name))
        keys = {each.change.key for each in compared(base, side).found}
        assert keys == {mutant.key}, f"{mutant.ruleset.name}: {mutant.kind}: {mutant.said}"
        number += 1
    return number


def silent(found: list[Layout]) -> int:
    """How many texts there are; no change is found in any."""
    for ruleset, texts in found:
        side = side_of(ruleset, "layout", texts, whole=True)
        assert side.game is not None, [each.message for each in side.report]
        assert compared(side_of(ruleset, ruleset.name, whole=True), side).found == (), texts
    return len(found)


def test_some_of_the_corpus() -> None:
    found, plain = corpus(1, 1, SOME)
    assert named(found) >= 40
    assert silent(plain) == len(SOME)


@pytest.mark.deep
def test_the_corpus() -> None:
    found, plain = corpus(3, 5)
    assert named(found) >= 600
    assert silent(plain) >= 200
