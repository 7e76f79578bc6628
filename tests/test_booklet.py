"""`rulewright docs`: the page of every ruleset is whole and stands alone, and is drawn and printed."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli import run
from rulewright.loading.load import load
from rulewright.reading.files import find_ruleset
from rulewright.report.diagnostics import Report
from tests.extras import extra, with_room

ROOT = Path(__file__).parent.parent
RULESETS = sorted(path.parent.name for path in (ROOT / "rulesets").glob("*/rulebook.md"))
VOID = {"meta", "img", "br", "link", "input", "hr"}
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Page(HTMLParser):
    """What a page holds: its anchors and links, what it takes from elsewhere, its words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: set[str] = set()
        self.taken: list[str] = []
        self.open: list[str] = []
        self.words = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids += [given["id"] or ""] if "id" in given else []
        self.links |= {given["href"] or ""} if "href" in given else set()
        self.taken += [given["src"] or ""] if "src" in given else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        self.words += " " if tag in ("td", "th", "p", "li", "tr", "h1", "h2", "h3") else ""

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.words += data

    @property
    def said(self) -> str:
        """Its words with single spaces."""
        return " ".join(self.words.split())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("booklets")


@cache
def booklet(folder: Path, *words: str) -> Path:
    """The page of a ruleset, made once."""
    file = folder / ("_".join(words) + ".html")
    assert run(["docs", str(ROOT / "rulesets" / words[0]), *words[1:], "-o", str(file)]) == 0
    return file


@pytest.mark.parametrize("name", [*RULESETS, "kokeshi+quality_once"])
def test_a_page_of_every_ruleset(name: str, folder: Path) -> None:
    """It has each clause once, each link leads somewhere in it, and it takes nothing from elsewhere."""
    text = booklet(folder, name).read_text("utf-8")
    page = Page(text)
    loaded = load(find_ruleset(str(ROOT / "rulesets" / name), ROOT), Report())
    assert len(set(page.ids)) == len(page.ids)
    assert set(loaded.rulebook) <= set(page.ids)
    assert {link for link in page.links if link.removeprefix("#") not in page.ids} == set()
    assert [address[:30] for address in page.taken if not address.startswith("data:image/svg+xml,<svg")] == []
    assert page.taken
    assert re.findall(r".{20}(?:\{\{|built-in|\bNone\b|\bcore\.|object at).{20}", page.words) == []


def test_what_a_page_says(folder: Path) -> None:
    said = Page(booklet(folder, "kanagawa").read_text("utf-8")).said
    assert "Lesson 72 72 card" in said.replace("lesson", "Lesson")
    assert re.search(r"KAN-28.{0,300}followed by.{0,100}action paint", said)
    assert "the highest score wins" in said
    assert re.search(r"for this many players 2 3 4 .*? deck \d+ \d+ \d+", said)
    titles = re.findall(r'^example "(.+?)"', (ROOT / "rulesets/kanagawa/kanagawa.rules").read_text(), re.M)
    assert titles
    assert [title for title in titles if title not in said] == []


def test_a_variant_and_its_changes(folder: Path) -> None:
    said = Page(booklet(folder, "kokeshi+quality_once").read_text("utf-8")).said
    assert "with the variants:" in said
    assert "kokeshi+quality_once" in said


def test_a_page_in_french(folder: Path) -> None:
    said = Page(booklet(folder, "kanagawa", "--lang", "fr").read_text("utf-8")).said
    for words in (
        "leçon 72",
        "Mise en place",
        "le plus haut score gagne",
        "la pioche est épuisée",
        "peindre",
    ):
        assert words in said
    assert "Player aid" not in said


@pytest.mark.parametrize(
    ("name", "more", "said"),
    [
        ("kokeshi", ["--lang", "xx"], "RW017"),
        ("kokeshi+nothing", [], "RW704"),
        ("nosuch", [], "RW0"),
        ("pig", ["--option", "goal=5000"], "goal"),
        ("pig", ["-o", "there/"], "RW019"),
    ],
)
def test_nothing_is_written_where_anything_fails(
    name: str, more: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    assert run(["docs", str(ROOT / "rulesets" / name), *more]) in (1, 2)
    assert said in capsys.readouterr().err
    assert [path.name for path in tmp_path.rglob("*")] == ["there"]


def test_an_example_that_does_not_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = shutil.copytree(ROOT / "rulesets" / "pig", tmp_path / "pig")
    file = own / "pig.rules"
    file.write_text(file.read_text().replace("then red.points is 29", "then red.points is 30"))
    assert run(["docs", str(own), "-o", str(tmp_path / "pig.html")]) == 1
    assert re.search(r"error\[RW901\](?s:.)*pig.rules:\d+", capsys.readouterr().err)
    assert not (tmp_path / "pig.html").exists()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    api = extra("playwright.sync_api")
    with_room()
    with api.sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield made
        made.close()


@pytest.mark.parametrize("name", [pytest.param("kamogawa", marks=pytest.mark.deep), "kokeshi"])
def test_the_page_in_a_browser(name: str, folder: Path, tmp_path: Path, browser: Any) -> None:
    """Every picture is drawn, light and dark differ, a link opens its rule, the aid is one page of paper."""
    page = browser.new_page(viewport={"width": 1440, "height": 900}, color_scheme="light")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda asked: faults.append(asked.url) if asked.url.startswith("http") else None)
    page.goto(booklet(folder, name).as_uri())
    pictures = Path(os.environ.get("STUDIO_PICTURES", tmp_path))
    pictures.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=str(pictures / f"booklet-{name}.png"))
    page.evaluate("document.querySelectorAll('img').forEach(i => { i.loading = 'eager' })")
    page.wait_for_function("[...document.images].every(i => i.complete)")
    assert page.evaluate("[...document.images].filter(i => !i.naturalWidth).length") == 0
    page.locator(".followed a").first.click()
    assert page.locator(".rule:target").count() == 1
    ink = "getComputedStyle(document.body).color"
    light = page.evaluate(ink)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(ink) != light
    page.evaluate("document.body.className = 'only-aid'")
    paper = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
    page.close()
    assert faults == []
