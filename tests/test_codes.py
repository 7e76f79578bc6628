"""The table of codes is held to account: each code has a page, each page a code, each range its codes."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from rulewright.report.codes import CODES
from rulewright.report.explain import explain

PAGES = sorted(
    page.name.removesuffix(".md")
    for page in (files("rulewright") / "pages").iterdir()
    if page.name.endswith(".md")
)
HEADINGS = ["## What it means", "## An example", "## How to mend it"]


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert sorted(CODES) == PAGES


def test_codes_are_sorted_unique_and_well_formed() -> None:
    from rulewright.report.codes import _TABLE

    names = [code.code for code in _TABLE]
    assert names == sorted(set(names))
    assert all(re.fullmatch(r"RW\d{3}", name) for name in names)


@pytest.mark.parametrize("code", PAGES)
def test_page_has_its_title_and_parts(code: str) -> None:
    text = explain(code)
    lines = text.splitlines()
    assert lines[0] == f"# {code}: {CODES[code].title}"
    assert [line for line in lines if line.startswith("## ")] == HEADINGS
    example = text.split(HEADINGS[1])[1].split(HEADINGS[2])[0]
    assert re.search(r"^```(rules|sh)\n", example, re.MULTILINE)
    assert text.endswith("\n")


@pytest.mark.parametrize("code", sorted(CODES))
def test_titles_are_short_and_start_in_lower_case_or_a_name(code: str) -> None:
    title = CODES[code].title
    assert 0 < len(title) <= 60
    assert not title.endswith(".")
