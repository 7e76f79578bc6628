"""`--option`: what boards are built from is fixed by a build, everything else when a game starts."""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest

from rulewright import cli, nodes
from rulewright.loading.load import load
from rulewright.loading.sizes import fixed_options, resized, sizes
from rulewright.reading.files import RulesetPath
from rulewright.reading.reader import Memory
from rulewright.report.diagnostics import Report

ROOT = Path(__file__).parent.parent
RULES = """\
language 1
game Stones "Stones" version "1.0.0"
option wide: 1..9 default 4 "how wide the board is"
option rich: yes_no default no "more stones"
option many: 1..9 default 3 "how many stones"
constant tall = wide + extra
constant extra = 1
constant hands = many
spaces Square: squares 2 * wide by tall
example "a corner":
    then a1 is a1
"""


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended, and all that it said."""

    exit_code: int
    output: str


def run(*arguments: str, typed: str = "") -> Done:
    said, stdin = StringIO(), sys.stdin
    sys.stdin = StringIO(typed)
    try:
        with redirect_stdout(said), redirect_stderr(said):
            code = cli.run(list(arguments))
    finally:
        sys.stdin = stdin
    return Done(code, said.getvalue())


def declarations() -> tuple[nodes.AnyDeclaration, ...]:
    folder = Path("/nowhere/rulesets/stones")
    place = RulesetPath("stones", folder / "stones.rules", folder.parent)
    return load(place, Report(), Memory({str(place.file): RULES})).declarations


def test_what_a_board_is_built_from() -> None:
    assert sizes(declarations()) == {"wide", "tall", "extra"}
    asked = {"rich": "yes", "wide": "5", "tall": "3", "none": "1"}
    assert fixed_options(declarations(), asked) == (("wide=5",), {"rich": "yes", "tall": "3", "none": "1"})


@pytest.mark.parametrize(("name", "left"), [("wide", 0), ("extra", 0), ("many", 1)])
def test_examples_are_about_the_board_of_the_file(name: str, left: int) -> None:
    span = declarations()[0].span
    change = nodes.SetValue(span, nodes.Word(span, name), nodes.Int(span, 5), ())
    kept = resized(declarations(), [change])
    assert sum(isinstance(d, nodes.Example) for d in kept) == left
    assert len(kept) == len(declarations()) - 1 + left


def test_a_variant_brings_examples_for_its_board() -> None:
    span = declarations()[0].span
    wide, many = (
        nodes.SetValue(span, nodes.Word(span, name), nodes.Int(span, 5), ()) for name in ("wide", "many")
    )
    own = nodes.Example(span, nodes.Text(span, "on a wide board"), (), ())
    brought = nodes.Add(span, None, None, own)
    held = (*declarations(), own)
    titles = [d.title.text for d in resized(held, [wide, brought]) if isinstance(d, nodes.Example)]
    assert titles == ["on a wide board"]
    assert resized(held, [brought], [many]) == held
    assert not any(isinstance(d, nodes.Example) for d in resized(held, [wide, brought], [wide]))


def test_a_variant_for_others_brings_its_examples() -> None:
    """Where others play, or another round, those of the game name seats and moves that are not there."""
    span = declarations()[0].span
    word, one = nodes.Word(span, "ann"), nodes.Int(span, 1)
    alone = nodes.Replace(span, nodes.Players(span, one, one, (word,), ()))
    again = nodes.Replace(span, nodes.Flow(span, "round", (), ()))
    set_up = nodes.Replace(span, nodes.Flow(span, "setup", (), ()))
    own = nodes.Example(span, nodes.Text(span, "alone"), (), ())
    held, brought = (*declarations(), own), nodes.Add(span, None, None, own)
    for change in (alone, again):
        assert [d for d in resized(held, [change, brought]) if isinstance(d, nodes.Example)] == [own]
    assert resized(held, [set_up, brought]) == held


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the rulesets in it."""
    (tmp_path / "rulesets").symlink_to(ROOT / "rulesets")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_build_of_another_size(outside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("build", "hex", "--option", "size=5").output == "built generated/hex_size_5\n"
    both = run("build", "breakthrough", "--option", "rows=6", "--option", "columns=5")
    assert both.output == "built generated/breakthrough_columns_5_rows_6\n"
    assert run("build", "hex", "--option", "size=5", "--check").exit_code == 0
    manifest = json.loads((outside / "generated" / "hex_size_5" / "manifest.json").read_text("utf-8"))
    assert manifest["options"]["size"]["values"] == ["5"]
    monkeypatch.syspath_prepend(str(outside / "generated"))
    engine = __import__("hex_size_5")
    try:
        assert len(engine.new().legal_moves()) == 25
        assert len(engine.new(options={"size": 5, "swapping": True}).legal_moves()) == 25
        with pytest.raises(ValueError, match="option size takes 5, not '7'"):
            engine.new(options={"size": 7})
    finally:
        for module in [name for name in sys.modules if name.startswith("hex_size_5")]:
            del sys.modules[module]


@pytest.mark.usefixtures("outside")
@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("build", "hex", "--option", "size=0"), 1, "a number in 1..26, this is 0"),
        (("build", "hex", "--option", "size=99"), 1, "--option:1:16"),
        (("build", "hex", "--option", "swapping=yes"), 2, "chosen when a game starts"),
        (("build", "hex", "--option", "sise=5"), 2, "built from `sise`"),
        (("check", "hex", "--option", "swapping=yes"), 2, "chosen when a game starts"),
        (("perft", "hex", "1", "--option", "size"), 2, "write name=value"),
        (("perft", "hex", "1", "--option", "size=2 + 3"), 2, "write name=value"),
        (("simulate", "hex", "--option", "swapping=maybe"), 2, "takes no, yes, not 'maybe'"),
        (("simulate", "hex", "--option", "size=x", "--games", "1"), 1, "`x` is not the name of anything"),
    ],
)
def test_what_cannot_be_chosen(arguments: tuple[str, ...], code: int, said: str) -> None:
    done = run(*arguments)
    assert done.exit_code == code, done.output
    assert said in done.output


@pytest.mark.usefixtures("outside")
def test_the_other_commands() -> None:
    assert run("check", "hex", "--option", "size=4").output == "hex_size_4: no errors\n"
    found = run("simulate", "hex", "--option", "size=2", "--option", "swapping=yes", "--games", "5", "--json")
    assert found.exit_code == 0, found.output
    assert json.loads(found.output)["decisions"]["high"] <= 5
    swept = run("simulate", "hex", "--sweep", "size=1..3", "--games", "3", "--json")
    assert [row["value"] for row in json.loads(swept.output)["rows"]] == ["1", "2", "3"]


@pytest.mark.usefixtures("outside")
def test_a_save_keeps_the_size() -> None:
    played = run("play", "hex", "--option", "size=3", "--seed", "1", typed="\nc3\n\nsave s.json\nquit\n")
    assert played.exit_code == 0, played.output
    again = run("play", "--load", "s.json", typed="\na1\n\nquit\n")
    assert again.exit_code == 0, again.output
    assert " 3 . . b\n   2 . . .\n    1 . . .\n       a b c\n" in again.output
    assert json.loads(Path("s.json").read_text("utf-8"))["rules"]["sizes"] == ["size=3"]
