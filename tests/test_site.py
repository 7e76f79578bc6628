"""The documents: every link leads somewhere, and they build as a site that colours rules."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from subprocess import run
from urllib.parse import unquote

import pytest

from rulewright.cli import group
from rulewright.report.codes import CODES
from tests.extras import extra

ROOT = Path(__file__).parent.parent
HIDDEN = {"node_modules", "build", "generated"}
DOCUMENTS = [
    path
    for path in sorted(ROOT.rglob("*.md"))
    if not HIDDEN & set(path.relative_to(ROOT).parts)
    and not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
    and path.suffix == ".md"
    and "{{" not in path.read_text(encoding="utf-8")
]
FENCE = re.compile(r"^(`{3,}).*?^\1`*$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!\\)\]\(<?([^)\s>]+)>?\)|^\[[^\]]+\]: (\S+)$", re.MULTILINE)


@cache
def prose(path: Path) -> str:
    """A document without its fences and code."""
    return re.sub(r"`[^`\n]+`", lambda found: "x" * len(found[0]), FENCE.sub("", path.read_text("utf-8")))


@cache
def anchors(path: Path) -> frozenset[str]:
    """What its headings are called in links."""
    found: dict[str, int] = {}
    for heading in re.findall(r"^#{1,6} +(.*?) *#*$", FENCE.sub("", path.read_text("utf-8")), re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")
        slug = re.sub(r"[^\w\- ]", "", plain.lower()).strip().replace(" ", "-")
        found[slug] = found.get(slug, -1) + 1
    return frozenset(f"{slug}-{n}" if n else slug for slug, many in found.items() for n in range(many + 1))


def broken(path: Path) -> list[str]:
    """The links of a document that lead nowhere; those to other machines are not followed."""
    found = []
    for link in (a or b for a, b in LINK.findall(prose(path))):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = unquote(link).partition("#")
        target = (path.parent / name).resolve() if name else path
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            found.append(f"{path.relative_to(ROOT)}: {link}")
    return found


def test_every_link_leads_somewhere() -> None:
    assert len(DOCUMENTS) > 200
    assert [link for path in DOCUMENTS for link in broken(path)] == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.test_site.ROOT", tmp_path)
    file = tmp_path / "a.md"
    file.write_text("# One two\n[x](#one-two) [y](#three) [z](b.md)\n```\n[no](no.md)\n```\n")
    assert broken(file) == ["a.md: #three", "a.md: b.md"]


def test_the_site(tmp_path: Path) -> None:
    """It is built without a warning, has a page for each document, code and command, and colours rules."""
    extra("mkdocs")
    extra("material")
    site = tmp_path / "site"
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    made = run(
        [*words, "-f", str(ROOT / "docs/site/mkdocs.yml"), "-d", str(site)], capture_output=True, text=True
    )
    assert made.returncode == 0, made.stdout + made.stderr
    there = {path.relative_to(site).as_posix() for path in site.rglob("*.html")}
    documents = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    wanted = {
        re.sub(r"(README)?\.md$", lambda m: "index.html" if m[1] else ".html", name) for name in documents
    }
    assert wanted | {f"codes/{code}.html" for code in CODES} <= there
    language = (site / "language.html").read_text("utf-8")
    assert re.search(r'<span class="kd">(players|zone)</span>', language)
    assert 'href="codes/RW201.html"' in language
    commands = (site / "commands.html").read_text("utf-8")
    assert set(re.findall(r'<h2 id="(\w+)"', commands)) >= set(group.commands or {"check", "docs", "play"})
    taken = re.findall(r'<(?:link|script|img)[^>]*(?:src|href)="(https?:[^"]*)"', language)
    assert taken == []
