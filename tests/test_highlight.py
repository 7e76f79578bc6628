"""What colours rules: Pygments by the grammar itself, editors by patterns that are held to it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rulewright.highlight import patterns as p
from rulewright.highlight.patterns import Spot, patterns, spots
from rulewright.highlight.scopes import scopes
from rulewright.highlight.textmate import textmate
from rulewright.reading.source import Source, split
from rulewright.report.diagnostics import Report
from rulewright.syntax.keywords import keywords_of
from rulewright.syntax.parser import parse, parser
from tests.samples import SAMPLES
from tests.test_language_docs import keywords as words_of_the_grammar

ROOT = Path(__file__).parent.parent
RULES = sorted([*ROOT.glob("rulesets/**/*.rules"), *ROOT.glob("tests/rulesets/**/*.rules")])
VSCODE = ROOT / "editors" / "vscode"
GRAMMAR = VSCODE / "syntaxes" / "rules.tmLanguage.json"
KEYWORDS = frozenset({p.DECLARATION, p.KEYWORD, p.WORD_OPERATOR, p.GATHERER})
PIECE = re.compile(r'"[^"\n]*"|#.*|\w+|[^\w\s]')


def name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def at(found: Iterator[Spot]) -> dict[int, str]:
    """The scope of each place of a text."""
    return {place: spot.scope for spot in found for place in range(spot.start, spot.end)}


# ---- by the grammar


@pytest.mark.parametrize(
    ("text", "word", "scope"),
    [
        ("zone row: row of Card", "zone", p.DECLARATION),
        ("zone row: row of Card", "row", p.FUNCTION),
        ("zone row: row of Card", "Card", p.TYPE),
        ("define x = a.score + count(b in c)", "score", p.MEMBER),
        ("define x = a.score + count(b in c)", "count", p.GATHERER),
        ("define x = a.score + count(b in c)", "in c", p.WORD_OPERATOR),
        ("define x = a.score + count(b in c)", "+", p.OPERATOR),
        ("define x = a(2)", "a", p.FUNCTION),
        ("define x = me per KAN-28", "me", p.LANGUAGE),
        ("define x = me per KAN-28", "KAN-28", p.CLAUSE),
        ("setup:\n    move a to b  # why", "move", p.KEYWORD),
        ("setup:\n    move a to b  # why", "a", p.NAME),
        ("setup:\n    move a to b  # why", "# why", p.COMMENT),
        ('variant v "v" of G:\n    replace constant a = 12', "constant", p.DECLARATION),
        ('variant v "v" of G:\n    replace constant a = 12', "12", p.NUMBER),
        ("setup:\n    shuffle shuffle shuffle", "shuffle", p.KEYWORD),  # does not parse
    ],
)
def test_words_have_their_scopes(text: str, word: str, scope: str) -> None:
    assert at(scopes(Source("a.rules", text)))[text.index(word)] == scope


@pytest.mark.parametrize("file", RULES, ids=name)
def test_every_word_of_a_ruleset_has_one_scope(file: Path) -> None:
    text = file.read_text("utf-8")
    end = 0
    for spot in scopes(Source(name(file), text)):
        assert not text[end : spot.start].strip()
        assert spot.start < spot.end
        end = spot.end
    assert not text[end:].strip()


# ---- by patterns


@pytest.mark.parametrize("file", RULES, ids=name)
def test_patterns_tell_words_as_the_grammar_does(file: Path) -> None:
    """A keyword is taken for a name, or a name for one, in few places; all else is told right."""
    text = file.read_text("utf-8")
    exact, guessed = at(scopes(Source(name(file), text))), at(spots(text, 0, len(text)))
    places = [found.start() for found in PIECE.finditer(text)]
    assert all(place in guessed for place in places)
    wrong = [place for place in places if exact[place] != guessed[place]]
    astray = [place for place in wrong if (exact[place] in KEYWORDS) != (guessed[place] in KEYWORDS)]
    lines = sorted({text[text.rfind("\n", 0, place) + 1 : text.find("\n", place)] for place in astray})
    few = 0.03 if file.stem == "keywords" else 0.02  # names that are words of the language, on purpose
    assert len(astray) <= few * len(places), lines
    assert len(wrong) <= 0.05 * len(places)


def test_every_word_of_the_language_is_in_a_pattern() -> None:
    found: set[str] = set()
    for pattern in patterns():
        found.update(re.findall(r"[a-z_]+", re.sub(r"\\[a-z]", " ", pattern.regex)))
    assert words_of_the_grammar() - found == set()


@pytest.mark.parametrize("text", SAMPLES)
def test_keywords_of_every_rule_are_found(text: str) -> None:
    """In each sample, the first word of each line is known as one of the language."""
    chunk = split(Source("a.rules", text), Report())[0]
    assert parse(chunk, Report()) is not None
    guessed = at(spots(text, 0, len(text)))
    for found in re.finditer(r"^ *([a-z_]+)\b(?![:,]? ?[^ ]* ?=|:)", text, re.MULTILINE):
        if found[1] in keywords_of(parser()).words:
            assert guessed[found.start(1)] in KEYWORDS, found[0]


# ---- editors


def test_the_grammar_of_editors_is_fresh(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--record"):
        GRAMMAR.write_text(textmate(), "utf-8")
    assert GRAMMAR.read_text("utf-8") == textmate(), (
        "the words of the language have changed: run `make editors`"
    )


def test_the_grammar_of_editors_says_what_the_patterns_say() -> None:
    rules: list[dict[str, Any]] = json.loads(GRAMMAR.read_text("utf-8"))["patterns"]
    assert len(rules) == len(patterns())
    for rule, pattern in zip(rules, patterns(), strict=True):
        if "begin" in rule:
            assert pattern.scope == p.TEXT
        else:
            assert rule["match"] == pattern.regex
            assert re.compile(rule["match"]).groups == len(pattern.groups)
            assert not re.search(r"\(\?P|\(\?<[^!=]|\\[AZz]", rule["match"])  # not in all editors


def test_the_extension_names_its_files() -> None:
    package = json.loads((VSCODE / "package.json").read_text("utf-8"))
    contributes = package["contributes"]
    named = [contributes["languages"][0]["configuration"]]
    named += [part["path"] for kind in ("grammars", "snippets") for part in contributes[kind]]
    for path in named:
        assert json.loads((VSCODE / path).read_text("utf-8"))
    for part in contributes["grammars"]:
        assert json.loads((VSCODE / part["path"]).read_text("utf-8"))["scopeName"] == part["scopeName"]
    assert (
        package["version"]
        == (ROOT / "pyproject.toml").read_text("utf-8").split('version = "')[1].split('"')[0]
    )


def test_blocks_are_indented_by_editors() -> None:
    rules = json.loads((VSCODE / "language-configuration.json").read_text("utf-8"))["indentationRules"]
    increase, decrease = (re.compile(rules[f"{way}IndentPattern"]) for way in ("increase", "decrease"))
    for file in RULES:
        lines = [line for line in file.read_text("utf-8").split("\n") if line and line.lstrip()[0] != "#"]
        for line, after in pairwise(lines):
            deeper = indentation(after) > indentation(line)
            assert bool(increase.match(line)) == (deeper and line.rstrip().endswith(":")), line
    assert decrease.match("    otherwise:")
    assert not decrease.match("    move a to b")


def indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


SNIPPETS: dict[str, dict[str, Any]] = json.loads((VSCODE / "snippets" / "rules.json").read_text("utf-8"))


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_snippets_are_rules_in_the_style(snippet: str) -> None:
    from rulewright.formatting.formatted import formatted

    text = filled("\n".join(SNIPPETS[snippet]["body"]))
    if snippet == "Guard":
        text = f"action x:\n    {text}\n    do:\n        nothing\n"
    report = Report()
    made = formatted(Source("snippet", text), report)
    assert made is not None, report.sorted()
    assert made.rstrip() == text.rstrip()


def filled(text: str) -> str:
    """A snippet with what stands in it when it is inserted."""
    text = re.sub(r"\$\{\d+\|([^,|]*)[^}]*\|\}", r"\1", text)
    while (again := re.sub(r"\$\{\d+:((?:[^${}\\]|\\.|\{(?!\d))*?)\}", r"\1", text)) != text:
        text = again
    return text.replace("$0", "").replace("\\}", "}")


# ---- Pygments


def test_pygments_keeps_every_letter() -> None:
    lexer = pytest.importorskip("rulewright.pygments").RulesLexer(stripnl=False, ensurenl=False)
    texts = [file.read_text("utf-8") for file in RULES[:6]]
    for text in [
        *texts,
        "",
        "\n\n",
        "zone {}; x\r\n\ty",
        "\ufeffunit x\r\n",
        'game "open {x} {',
        "setup:\n\tnothing",
    ]:
        found = list(lexer.get_tokens_unprocessed(text))
        assert "".join(part for _, _, part in found) == text
        assert all(text.startswith(part, place) for place, _, part in found)


def test_pygments_tells_words_by_the_grammar() -> None:
    pygments = pytest.importorskip("rulewright.pygments")
    text = 'action a "take {k}":\n    choose k from a.from\n'
    found = [
        (str(kind).removeprefix("Token."), part) for kind, part in pygments.RulesLexer().get_tokens(text)
    ]
    assert [pair for pair in found if pair[1].strip()] == [
        ("Keyword.Declaration", "action"),
        ("Name.Function", "a"),
        ("Literal.String.Double", '"take '),
        ("Literal.String.Interpol", "{k}"),
        ("Literal.String.Double", '"'),
        ("Punctuation", ":"),
        ("Keyword", "choose"),
        ("Name", "k"),
        ("Keyword", "from"),
        ("Name", "a"),
        ("Punctuation", "."),
        ("Name.Attribute", "from"),
    ]


def test_the_entry_point_is_the_lexer() -> None:
    import tomllib

    pygments = pytest.importorskip("rulewright.pygments")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"]["pygments.lexers"] == {"rules": "rulewright.pygments:RulesLexer"}
    assert pygments.RulesLexer.aliases[0] == "rules"
