"""Parsing: every rule of the grammar, the cache on the disk, and that keywords are whole words."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Token, Tree

from rulewright.reading.source import Chunk, Source, split
from rulewright.report.diagnostics import Report
from rulewright.syntax import parser
from rulewright.syntax.failure import failure
from rulewright.syntax.keywords import keywords_of
from rulewright.syntax.words import Vocabulary
from tests.samples import SAMPLES

KANAGAWA = Path(__file__).parent.parent / "rulesets" / "kanagawa" / "kanagawa.rules"


def said(text: str) -> list[str]:
    """Parse a declaration, give what is said about it as `code line:column-end`."""
    report = Report()
    parser.parse(Chunk("a.rules", 1, text), report)
    return [f"{d.code} {d.span.line}:{d.span.column}-{d.span.end_column}" for d in report]


def rules_in(tree: Tree[Token]) -> Iterator[str]:
    for found in tree.iter_subtrees():
        yield str(found.data)


@pytest.mark.parametrize("text", SAMPLES, ids=lambda text: text[:24])
def test_samples_parse(text: str) -> None:
    assert said(text) == []


def test_samples_reach_every_rule_of_the_grammar() -> None:
    made = parser.parser()
    wanted = {
        str(rule.alias or rule.origin.name)
        for rule in made.rules
        if not rule.origin.name.startswith("_")
        and not (rule.options.expand1 and len(rule.expansion) == 1 and not rule.alias)
    }
    reached: set[str] = set()
    for text in SAMPLES:
        tree = parser.parse(Chunk("a.rules", 1, text), Report())
        assert tree is not None
        reached.update(rules_in(tree))
    # `?expr: ... | "(" expr ")"` and the like are never in the tree under their own name.
    unseen = {"atom", "cite"}
    assert wanted - reached - unseen == set()


def test_the_grammar_is_strict() -> None:
    pytest.importorskip("interegular")
    parser.build(strict=True)


def test_kanagawa_parses() -> None:
    report = Report()
    source = Source("kanagawa.rules", KANAGAWA.read_text(encoding="utf-8"))
    for chunk in split(source, report):
        assert parser.parse(chunk, report) is not None
    assert report.sorted() == []


def test_word_lists_are_those_of_the_grammar() -> None:
    made = parser.parser()
    words = Vocabulary(made)
    at_top = failure(made, "?", words)
    in_block = failure(made, "setup:\n    ?", words)
    assert at_top is not None
    assert in_block is not None
    assert set(at_top.words) == set(words.keywords.declarations)
    assert set(in_block.words) == set(words.keywords.statements)


@pytest.mark.parametrize(
    "text",
    ["score x = a inside b", "score x = a notin b", "setup:\n    movex to y", "score x = 1 ifx otherwise 2"],
)
def test_keywords_are_whole_words(text: str) -> None:
    assert said(text) != []


@pytest.mark.parametrize(
    "name", ["score", "of", "player", "per", "is_empty", "înalt", "川", "नदी", "cafe\u0301"]
)
def test_fields_may_have_any_name(name: str) -> None:
    assert said(f"score x = a.{name}") == []


@pytest.mark.parametrize("name", ["Łowca", "Čas", "Ёж", "Ώρα", "Éte"])
def test_types_start_with_a_capital_of_several_scripts(name: str) -> None:
    assert said(f"zone deck: stack of {name}") == []


def test_a_chunk_with_bad_indentation_is_not_reported_twice() -> None:
    report = Report()
    chunks = split(Source("a.rules", "setup:\n   shuffle\n"), report)
    before = len(report)
    assert parser.parse(chunks[0], report) is None
    assert len(report) == before


def test_the_same_text_is_parsed_once() -> None:
    first = parser.parse(Chunk("a.rules", 1, "unit twice"), Report())
    assert parser.parse(Chunk("b.rules", 9, "unit twice"), Report()) is first


def places(text: str) -> list[tuple[object, ...]]:
    """Parse a text that was not parsed before, give its rules and tokens with their places."""
    tree: Any = parser.parser().parse(f"{text}\n")
    found: list[tuple[object, ...]] = []
    for part in tree.iter_subtrees_topdown():
        meta = part.meta
        found.append((part.data, meta.empty or (meta.line, meta.column, meta.end_line, meta.end_column)))
        for token in part.children:
            if isinstance(token, Token):
                end = (token.end_line, token.end_column, token.end_pos)
                found.append((token.type, str(token), token.line, token.column, token.start_pos, *end))
    return found


def test_special_words_are_those_of_the_grammar() -> None:
    first = {t.name for t in parser.parser().terminals if t.pattern.type == "re"}
    plain = {"NAME", "TYPE", "INT", "STRING", "COMPARE", "CLAUSE", "CODE", "COMMENT", "_NL", "__IGNORE_0"}
    phrases = keywords_of(parser.parser()).phrases
    assert first - plain == first & {*phrases}
    starts = {phrase.split()[0] for name in first - plain for phrase in phrases[name]}
    lexer: Any = parser.parser().parser.lexer
    assert starts == lexer.lexer.special_words
    assert {"card", "of", "end", "choose", "most_alike", "table", "first"} <= starts


def test_the_fast_lexer_reads_as_the_slow_one(monkeypatch: pytest.MonkeyPatch) -> None:
    source = Source("kanagawa.rules", KANAGAWA.read_text(encoding="utf-8"))
    texts = [*SAMPLES, *(chunk.text for chunk in split(source, Report()))]
    texts += ["unit café", "zone Ёж_2: set of Ա", "unit cafe\u0301", "score x = A-1", "score नदी = a.Éte"]
    sound = [text for text in texts if not said(text)]
    assert len(sound) > len(texts) - 5
    fast = [places(text) for text in sound]
    monkeypatch.setattr("rulewright.syntax.lexer.Lexer._terminal", lambda *_: None)
    assert fast == [places(text) for text in sound]


@pytest.fixture
def fresh_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    parser.parser.cache_clear()
    yield tmp_path / "cache"
    parser.parser.cache_clear()


def test_the_cache_is_written_and_read(fresh_cache: Path) -> None:
    parser.parser()
    path = parser.cache_path()
    assert path is not None
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    parser.parser.cache_clear()
    assert str(parser.parser().parse("unit a\n").children[0].data) == "unit"  # type: ignore[union-attr]


def test_a_spoilt_cache_is_made_again(fresh_cache: Path) -> None:
    parser.parser()
    path = parser.cache_path()
    assert path is not None
    path.write_bytes(path.read_bytes()[:1000])
    parser.parser.cache_clear()
    parser.parser()
    assert path.stat().st_size > 1000


def test_a_cache_that_cannot_be_written_is_no_trouble(fresh_cache: Path) -> None:
    fresh_cache.write_text("a file, no folder")
    parser.parser()
    assert fresh_cache.is_file()


WORDS = keywords_of(parser.parser())
PIECES = st.sampled_from(
    [
        *"()[]:,.+-*/<>=?;{}'\"#",
        "->",
        "..",
        "==",
        "\n",
        "\n    ",
        "\n        ",
        " per KAN-1",
        ' "text"',
        " 12",
    ]
    + [f" {word}" for word in (*WORDS.statements, *WORDS.declarations)]
    + [" x", " Y", " is", " in", " else", " otherwise", " where", " from", " to", " do", " case", " count("]
)


@given(st.sampled_from(SAMPLES), st.lists(PIECES, max_size=6), st.data())
def test_no_text_makes_it_fail(text: str, pieces: list[str], data: st.DataObject) -> None:
    for piece in pieces:
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + piece + text[at + data.draw(st.integers(0, 4)) :]
    report = Report()
    for chunk in split(Source("a.rules", text), report):
        tree = parser.parse(chunk, report)
        assert tree is not None or report.has_errors
    lines = text.split("\n")
    for found in report:
        if found.span.has_place:
            assert 1 <= found.span.line <= len(lines)
            assert 1 <= found.span.column < found.span.end_column <= len(lines[found.span.line - 1]) + 2
        assert found.help or found.code == "RW005"


def test_threads_parse_at_once() -> None:
    texts = [
        f"action a_{n}:\n    do:\n        if x[{n}] is (1):\n            nothing\n        nothing"
        for n in range(60)
    ]
    alone = [parser.parser().parse(f"{text}\n") for text in texts]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            together = list(pool.map(lambda text: parser.parser().parse(f"{text}\n"), texts))
    finally:
        sys.setswitchinterval(before)
    assert together == alone
