"""The reference of the language is true: its programs run, nothing of the grammar is missing, codes exist."""

from __future__ import annotations

import re

import pytest

from rulewright.elaborate.names import BUILTINS
from rulewright.reading.source import Source, split
from rulewright.report.codes import CODES
from rulewright.report.diagnostics import Report
from rulewright.syntax.parser import grammar, parse, parser
from tests.language_docs import DOC, UNUSED, Fence, check, fences, files, first_of, play, programs, whole

SAYS = {"name", "fragment", "error", "file", "with", "build"}
WRONG = [fence for fence in programs() if "error" in fence.says]
RIGHT = [fence for fence in programs() if "error" not in fence.says]
SAMPLES = {"CODE", "CLAUSE", "TYPE", "NAME", "INT", "STRING", "COMMENT", "_NL"}
PLAIN_WORD = re.compile(r"[a-z_]+")


@pytest.mark.parametrize("fence", RIGHT, ids=str)
def test_a_program_is_sound_and_plays(fence: Fence) -> None:
    run = check(fence)
    part = "fragment" in fence.says
    assert [d for d in run.found if not (part and d.code == UNUSED)] == []
    assert run.game is not None
    play(run.game, 2 if part else 5, "docs")
    for name, game in run.variants.items():
        play(game, 1, name)


@pytest.mark.parametrize("fence", WRONG, ids=str)
def test_a_wrong_program_has_the_error_that_it_shows(fence: Fence) -> None:
    assert first_of(check(fence), fence.says["error"]) == fence.says["error"]


def test_no_fence_is_without_a_run() -> None:
    texts = [whole(fence) for fence in programs()]
    for fence in fences():
        assert set(fence.says) <= SAYS, fence
        assert fence.language in ("rules", "csv", "md"), fence
        named = fence.says.get("file")
        assert (fence.language == "rules") or named, fence
        assert named is None or any(f'"{named}"' in text for text in texts), fence
    whole_games = [fence for fence in programs() if "fragment" not in fence.says]
    assert all(fence.text.startswith("language ") or "# " in fence.text for fence in whole_games)
    assert all(files(fence) for fence in programs())


# ---- the grammar


def test_every_rule_of_the_grammar_is_shown() -> None:
    shown: set[str] = set()
    for fence in fences():
        for chunk in split(Source("docs", fence.text), Report()) if fence.language == "rules" else ():
            tree = parse(chunk, Report())
            assert tree is not None or fence in WRONG, fence
            if tree is not None:
                shown.update(str(subtree.data) for subtree in tree.iter_subtrees())
    assert rules_of_the_grammar() - shown == set()


def rules_of_the_grammar() -> set[str]:
    """The names that a tree can have: rules and what their alternatives are called."""
    found = set()
    for rule in parser().rules:
        name = rule.alias or rule.origin.name
        if not name.startswith("_") and not (rule.options.expand1 and not rule.alias):
            found.add(str(name))
    return found


def keywords() -> set[str]:
    """Every word that the grammar has in it."""
    found: set[str] = set()
    for line in grammar().splitlines():
        terminal = re.match(r"([A-Z_]+)(?:\.\d)?:\s*/(.*)/\s*$", line)
        if terminal is None:
            code = line.partition("//")[0]
            found.update(word for word in re.findall(r'"([^"]+)"', code) if PLAIN_WORD.fullmatch(word))
        elif terminal[1] not in SAMPLES:
            body = re.sub(r"\\[a-zA-Z]|\[[^\]]*\]|\(\?[=!][^)]*\)", " ", terminal[2])
            found.update(PLAIN_WORD.findall(body))
    return found


def table(title: str) -> list[str]:
    """The words of the first column of the table below a heading."""
    section = re.split(r"^#+ ", DOC.read_text(encoding="utf-8").partition(f"# {title}\n")[2], flags=re.M)[0]
    return re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)


def test_the_index_has_every_word_of_the_grammar() -> None:
    assert table("Index of words") == sorted(keywords())


def test_the_index_has_every_name_of_the_language() -> None:
    assert table("Names of the language") == sorted(BUILTINS)


def test_every_word_of_the_grammar_is_used_in_a_program() -> None:
    text = " ".join(re.sub(r'"[^"\n]*"|#[^\n]*', " ", fence.text) for fence in RIGHT)
    assert keywords() - set(re.findall(r"\w+", text)) == set()


# ---- links


def test_every_code_exists_and_leads_to_its_page() -> None:
    text = DOC.read_text(encoding="utf-8")
    links = dict(re.findall(r"^\[(RW\d+)\]: (\S+)$", text, re.MULTILINE))
    assert set(re.findall(r"RW\d+", text)) == set(links)
    assert set(links) <= set(CODES)
    assert [link for link in links.values() if not (DOC.parent / link).is_file()] == []


def test_every_link_leads_to_a_heading() -> None:
    text = DOC.read_text(encoding="utf-8")
    titles = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S), re.MULTILINE)
    anchors = {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) - anchors == set()
    assert len(anchors) == len(titles)
