"""The style of rules: what it does to a text, and that it never changes what a text says.

Whatever is formatted is the same when formatted again, has the same words at the same depths, and all its
comments in their order: over all rulesets, cases, documents, programs of the grammar, and wild white space.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright import pipeline
from rulewright.formatting import formatted as module
from rulewright.formatting.formatted import formatted
from rulewright.highlight.scopes import scopes
from rulewright.loading.load import load
from rulewright.machine.meaning import meaning
from rulewright.play.new import new
from rulewright.reading.files import find_ruleset, read
from rulewright.reading.reader import Memory
from rulewright.reading.source import Source, split
from rulewright.report.diagnostics import CompilerBug, Report
from tests.grammar_programs import program
from tests.test_fuzz import damaged

ROOT = Path(__file__).parent.parent
RULES = sorted([*ROOT.glob("rulesets/**/*.rules"), *ROOT.glob("tests/rulesets/**/*.rules")])
GOOD = sorted(ROOT.glob("tests/cases/good/**/*.rules"))
BAD = sorted(ROOT.glob("tests/cases/bad/**/*.rules"))
DOCUMENTS = sorted(
    [
        ROOT / "README.md",
        *(file for part in ("docs", "compiler", "rulesets") for file in (ROOT / part).rglob("*.md")),
    ]
)
FENCE = re.compile(r"^(```rules[^\n]*\n)(.*?)(^```$)", re.MULTILINE | re.DOTALL)
PIECE = re.compile(r'"[^"\n]*"|#[^\n]*|[\w\u0300-\u036f]+|\.\.|->|[<>]=?|[^\w\s]')


def name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def style(text: str) -> str:
    """A text in the style."""
    report = Report()
    made = formatted(Source("a.rules", text), report)
    assert made is not None, report.sorted()
    return made


def pieces(text: str) -> list[str]:
    """The words, marks and comments of a text, found without the compiler; white space in comments aside."""
    return [re.sub(r"^#\s*", "#", piece.rstrip()) for piece in PIECE.findall(text.removeprefix("\ufeff"))]


def holds(text: str) -> str:
    """Formats a text; nothing but white space changes, and the style stays as it is."""
    made = style(text)
    assert pieces(made) == pieces(Source("a.rules", text).text)
    assert style(made) == made
    assert not re.search(r"[ \t]$|\n\n\n|\A\n|\n\n\Z|\t", re.sub(r'"[^"\n]*"|#.*', "x", made), re.MULTILINE)
    return made


# ---- what the style is


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("zone  deck :stack of Card ,face down", "zone deck: stack of Card, face down\n"),
        ("range X : - 2 .. 2", "range X: -2..2\n"),
        ("define a( p :Player )=p . x[ 1,2 ]-1- - 2", "define a(p: Player) = p.x[1, 2] - 1 - -2\n"),
        ("define a = count (x in y)*( -1+b )", "define a = count(x in y) * (-1 + b)\n"),
        ("define a = b and(c or not (d))", "define a = b and (c or not (d))\n"),
        ('kinds K: a "b" (1 .. 2) as  any', 'kinds K: a "b"(1..2) as any\n'),
        ("constant a by players : 2->3,4 -> 5", "constant a by players: 2 -> 3, 4 -> 5\n"),
        ('card C from table "c" :\n    a: B ? ,  seen  by all',
         'card C from table "c":\n    a: B?, seen by all\n'),
        ("define a = f (x , jokers :1)", "define a = f(x, jokers: 1)\n"),
        ("zone a: grid X by 1 .. 2 of C, face down at(1,2)and (2,2)",
         "zone a: grid X by 1..2 of C, face down at (1, 2) and (2, 2)\n"),
        ('variant v "v" of G:\n    set C  9 . x = 1,2', 'variant v "v" of G:\n    set C 9.x = 1, 2\n'),
    ],
)  # fmt: skip
def test_words_and_marks(text: str, expected: str) -> None:
    assert holds(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\n\n#a\n\n\n\nunit x\n\n\n", "# a\n\nunit x\n"),
        ("unit x#b", "unit x  # b\n"),
        ("setup:\n\n    nothing\n\n\n    nothing\nunit x", "setup:\n    nothing\n\n    nothing\n\nunit x\n"),
        ("setup:\n# in\n    nothing\n# out\nunit x", "setup:\n    # in\n    nothing\n\n# out\nunit x\n"),
        ("setup:\n    nothing\n    # in\n# out", "setup:\n    nothing\n    # in\n\n# out\n"),
        ("setup: # a\n\n    # b\n\n    nothing # c", "setup:  # a\n    # b\n\n    nothing  # c\n"),
        ("unit x #!\n#--- y\n##\n#", "unit x  #!\n#--- y\n##\n#\n"),
        (
            "setup:\n    if a:\n        nothing\n          # deep\n      # half\n    nothing",
            "setup:\n    if a:\n        nothing\n        # deep\n    # half\n    nothing\n",
        ),
    ],
)
def test_comments_and_blank_lines(text: str, expected: str) -> None:
    assert holds(text) == expected


LONG = "any(the_first_of_some_long_names(p) for p in players where the_second_of_some_long_names(p))"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # What fits in a line is in one; what does not is broken where it was, and nowhere else.
        ("define a = any(\n  x\n for x in y\n)", "define a = any(x for x in y)\n"),
        (f"define a = {LONG} and {LONG}", f"define a = {LONG} and {LONG}\n"),
        (
            f"define a = ({LONG}\n and {LONG}\n) per A-1",
            f"define a = ({LONG}\n    and {LONG}\n) per A-1\n",
        ),
        (
            f"define a = f(g(\n{LONG.replace('any(', ' any(')},\n  2),\n {LONG})",
            f"define a = f(g(\n    {LONG},\n    2),\n    {LONG})\n",
        ),
        # A comment needs the end of its line.
        ("define a = any( #one\n  #two\n\n x for x in y)",
         "define a = any(  # one\n    # two\n    x for x in y)\n"),
        ("define a = f((\n\n 1), # x\n)", None),
    ],
)  # fmt: skip
def test_lines_that_go_on(text: str, expected: str | None) -> None:
    if expected is None:
        assert formatted(Source("a.rules", text), Report()) is None
    else:
        assert holds(text) == expected


@pytest.mark.parametrize("unit", ["\t", " ", "  ", "     "])
def test_blocks_of_another_width_are_mended(unit: str) -> None:
    text = (ROOT / "tests/rulesets/orchard/orchard.rules").read_text("utf-8")
    assert style(text.replace("    ", unit)) == text


@pytest.mark.parametrize(
    "text",
    [
        "setup:\n\tnothing\n    nothing",  # a tab has no width
        "setup:\n    if a:\n      nothing\n     nothing",  # to no level
        "  setup:\n    nothing",
        "setup:\n\u00a0\u00a0nothing",
        "setup:\n  deal deal",
    ],
)
def test_blocks_that_cannot_be_told_are_reported(text: str) -> None:
    report, checked = Report(), Report()
    assert formatted(Source("a.rules", text), report) is None
    assert report.has_errors
    load(
        find_ruleset("kanagawa", ROOT),
        checked,
        Memory({str(ROOT / "rulesets/kanagawa/kanagawa.rules"): text}),
    )
    assert {d.code for d in report} <= {d.code for d in checked}


def test_a_text_that_would_say_something_else_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "layout", lambda line, gaps: [" ".join(word.text for word in line[:-1])])
    with pytest.raises(CompilerBug):
        style("unit x  \nunit y")


# ---- all texts that there are


@pytest.mark.parametrize("file", RULES, ids=name)
def test_rulesets_are_in_the_style(file: Path) -> None:
    text = file.read_text("utf-8")
    assert holds(text) == text, f"run `rulewright fmt {name(file)}`"


@pytest.mark.parametrize("file", DOCUMENTS, ids=name)
def test_documents_are_in_the_style(file: Path, request: pytest.FixtureRequest) -> None:
    """`--record` brings them into it."""
    text = file.read_text("utf-8")
    made = FENCE.sub(lambda fence: fence[1] + fence_in_style(fence[2]) + fence[3], text)
    if request.config.getoption("--record") and made != text:
        file.write_text(made, "utf-8")
    assert made == file.read_text("utf-8"), f"run `pytest {name(Path(__file__))} -k documents --record`"


def fence_in_style(text: str) -> str:
    """The rules of a document in the style; what has a mistake is there to show it."""
    source, report = Source("fence", text), Report()
    made = formatted(source, report)
    split(source, report)
    return text if made is None or report.has_errors else made


def test_a_new_ruleset_is_in_the_style() -> None:
    text = new("two_towers")["two_towers.rules"]
    assert holds(text) == text


@pytest.mark.parametrize("file", GOOD, ids=name)
def test_right_programs_mean_the_same(file: Path) -> None:
    report = Report()
    source = read(file, report)
    assert source is not None
    made = holds(source.text)
    if file.stem == file.parent.name or file.parent.name == "good":
        assert hashed(file, made) == hashed(file, source.text)


def hashed(file: Path, text: str) -> str | None:
    """The meaning of a ruleset with another text of its file."""
    place = find_ruleset(str(file), ROOT)
    game = pipeline.check(place, Report(), reader=Memory({str(file): text}))
    return meaning(game) if game is not None else None


@pytest.mark.parametrize("file", BAD, ids=name)
def test_wrong_programs_are_left_or_say_the_same(file: Path) -> None:
    report = Report()
    source = read(file, report)
    if source is None:
        return
    made = formatted(source, report)
    syntax = loaded_codes(file, source.text)
    if made is None:
        assert {d.code for d in report} <= syntax
    else:
        left = {code for code in syntax if code.startswith("RW1")} - {"RW121", "RW123"}
        assert not left
        assert style(made) == made
        assert pieces(made) == pieces(source.text)


def loaded_codes(file: Path, text: str) -> set[str]:
    """What loading says about a program with a text, in its own file."""
    report = Report()
    load(find_ruleset(str(file), ROOT), report, Memory({str(file): text}))
    return {d.code for d in report}


# ---- wild texts


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_programs_of_the_grammar(rng: random.Random) -> None:
    report = Report()
    text = program(rng)
    made = formatted(Source("a.rules", text), report)
    if made is None:  # `language 12`; all else parses
        assert {d.code for d in report} == {"RW122"}, text
        return
    holds(text)


def mangled(rng: random.Random, text: str) -> str:
    """A text with other white space between its words: what the style must bring back."""
    return "".join(respaced(rng, line) for line in blank_lines(rng, text))


def respaced(rng: random.Random, line: str) -> str:
    if not line.strip() or line.lstrip().startswith("#"):
        return line
    indentation = line[: len(line) - len(line.lstrip())]
    found = re.findall(r'"[^"\n]*"|#.*|[^\s"#]+|[ \t]+|"', line.strip())
    spread = "".join(rng.choice([" ", "  ", "\t"]) if part.isspace() else wide(rng, part) for part in found)
    return f"{indentation}{spread}{rng.choice(['', ' ', chr(9)])}\n"


def wide(rng: random.Random, part: str) -> str:
    """Some words with blanks at their marks."""
    if part[0] in '"#':
        return part
    return re.sub(r"(?<!\.)[,:()\[\]](?!\.)", lambda m: rng.choice([m[0], f" {m[0]} "]), part)


def blank_lines(rng: random.Random, text: str) -> Iterator[str]:
    for line in text.splitlines(keepends=True):
        yield line
        if line == "\n":
            yield rng.choice(["", "\n", " \t\n"])


@pytest.mark.parametrize("file", RULES, ids=name)
def test_wild_white_space_is_brought_back(file: Path) -> None:
    text = file.read_text("utf-8")
    for seed in range(2):
        wild = mangled(random.Random(seed), text)
        assert wild != text
        assert style(wild) == text


@pytest.mark.parametrize("file", RULES, ids=name)
def test_comments_anywhere_are_kept(file: Path) -> None:
    text = file.read_text("utf-8")
    rng = random.Random(7)
    lines = []
    for line in text.splitlines():
        if rng.random() < 0.2:
            lines.append(" " * rng.randrange(14) + rng.choice(["#é", "# why (", '#"']))
        lines.append(line if "#" in line or rng.random() < 0.8 else f"{line} # beside")
    wild = "\r\n".join(lines)
    assert code(holds(wild)) == code(text)


def code(text: str) -> list[str]:
    """The lines of a text without comments and blank lines."""
    bare = re.sub(r'("[^"\n]*")|[ \t]*#[^\n]*', r"\1", text)
    return [line for line in bare.splitlines() if line]


@pytest.mark.parametrize(
    "file", [f for f in RULES if "tests" in f.parts and f.stem == f.parent.name], ids=name
)
def test_wild_rulesets_mean_the_same(file: Path) -> None:
    text = file.read_text("utf-8")
    before = hashed(file, text)
    assert before is not None
    assert hashed(file, style(mangled(random.Random(1), text))) == before


def damaged_text(seed: int) -> None:
    """A damaged ruleset is reported or formatted, and coloured."""
    ruleset, files = damaged(seed)
    source, report = Source("a.rules", files[f"{ruleset}.rules"]), Report()
    made = formatted(source, report)
    assert (made is None) == report.has_errors
    if made is not None:
        assert style(made) == made
        assert "".join(made.split()) == "".join(source.text.split())
    end = 0
    for spot in scopes(source):
        assert end <= spot.start < spot.end
        end = spot.end


@pytest.mark.parametrize("seed", range(30))
def test_damaged_texts(seed: int) -> None:
    damaged_text(seed)


@pytest.mark.deep
def test_many_damaged_texts() -> None:
    for seed in range(2_000):
        damaged_text(seed)
