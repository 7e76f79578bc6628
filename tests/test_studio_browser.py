"""The studio in a browser, as a designer uses it. Where STUDIO_PICTURES names a folder, pictures go there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.extras import extra, with_room
from tests.studio_pages import copied

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    api = extra("playwright.sync_api")
    with_room()
    with api.sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield made
        made.close()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The address of a running studio, and the folder of its ruleset, which git knows."""
    folder = tmp_path_factory.mktemp("studio")
    own = copied("connect_four", folder)
    name = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    for words in (["init", "-q"], ["add", "."], [*name, "commit", "-q", "-m", "first"]):
        subprocess.run(["git", *words], cwd=folder, check=True)
    with running("connect_four", folder) as address:
        yield address, own


@contextmanager
def running(name: str, folder: Path) -> Iterator[str]:
    """The address of the studio of a ruleset, as long as it runs."""
    words = [sys.executable, "-u", "-m", "rulewright", "studio", name, "--share", "--no-open", "--port", "0"]
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = re.search(r"http://\S+", process.stdout.readline())
        assert said is not None
        try:
            yield said[0]
        finally:
            process.terminate()


@pytest.fixture
def page(browser: Any, place: tuple[str, Path]) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(15_000)
    made = context.new_page()
    faults: list[str] = []
    made.on("pageerror", lambda error: faults.append(str(error)))
    made.on("request", lambda asked: faults.append(asked.url) if place[0] not in asked.url else None)
    made.goto(place[0])
    made.wait_for_selector(".move")
    yield made
    context.close()
    assert [fault for fault in faults if not fault.startswith("data:")] == []


def says(page: Any, where: str, text: str | re.Pattern[str]) -> None:
    """Waits until a part of the page says something."""
    extra("playwright.sync_api").expect(page.locator(where)).to_contain_text(text, timeout=15_000)


def picture(page: Any, name: str) -> None:
    """Keeps what is seen now."""
    if folder := os.environ.get("STUDIO_PICTURES"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(folder) / f"{name}.png")


def write(page: Any, old: str, new: str) -> None:
    """Finds a text in the editor and types another over it."""
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+f")
    page.locator(".cm-search input[name=search]").press_sequentially(old)
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.type(new)


def test_a_mistake_shows_and_goes(page: Any) -> None:
    assert page.locator("#summary").inner_text() == "no errors"
    write(page, "squares 7", "sqares 7")
    page.wait_for_selector(".problem")
    assert "squares" in page.locator(".problem").first.inner_text()
    page.wait_for_selector(".cm-lintRange-error")
    picture(page, "mistake")
    page.locator(".problem").first.click()
    page.keyboard.press("Control+z")
    page.wait_for_selector("#summary.is-good")
    assert page.locator(".problem").count() == 0


def test_a_game_is_played_to_its_end_by_its_buttons(page: Any) -> None:
    moves = page.locator(".move")
    for turn in range(42):
        says(page, "#log summary", f"({turn} moves)")
        if moves.count() == 0:
            break
        moves.nth(turn % moves.count()).click()
    says(page, "#sheet", "The game is over")
    picture(page, "play")
    page.locator("#undo").click()
    page.wait_for_selector(".move")
    page.locator("#keep").fill("a game to its end")
    page.locator("#keep").press("Enter")
    says(page, ".cm-content", 'example "a game to its end":')
    says(page, "#summary", "no errors")
    picture(page, "kept")


def test_a_game_is_played_on_the_board_by_the_keyboard(page: Any) -> None:
    page.locator("[data-space=d1]").click()
    says(page, "#log summary", "(1 moves)")
    page.locator("[data-space=d2]").focus()
    page.keyboard.press("Enter")
    says(page, "#log summary", "(2 moves)")
    assert page.locator("[data-space=d2] [data-piece]").count() == 1


def test_a_position_is_set_up_by_hand(page: Any) -> None:
    """A piece is put on the board by the mouse and moved by the keyboard; what is given can be kept."""
    page.locator("#tab-arrange").click()
    man = page.locator("#panel-arrange .move").first
    man.click()
    page.locator("#panel-arrange [data-space=d1]").click()
    given = page.locator("#given")
    extra("playwright.sync_api").expect(given).to_have_value(re.compile(r"^board\[d1\] is Disc\(\w+\)$"))
    page.locator("#panel-arrange [data-space=d1] [data-piece]").focus()
    page.keyboard.press("Enter")
    says(page, "#arranged", "click on where it shall lie")
    page.locator("#panel-arrange [data-space=e1]").focus()
    page.keyboard.press("Enter")
    extra("playwright.sync_api").expect(given).to_have_value(
        re.compile(r"board\[e1\] is .*\n.*d1\] is empty")
    )
    picture(page, "set_up")
    page.locator("#arrange-title").fill("a disc by hand")
    page.locator("#arrange-title").press("Enter")
    says(page, "#arrange-kept", "The example stands at the end of the rules")
    says(page, "#summary", "no errors")


@pytest.mark.deep
@pytest.mark.parametrize("name", ["kanagawa", "kamogawa", "kokeshi"])
def test_each_home_game_is_played_to_its_end(browser: Any, name: str, tmp_path: Path) -> None:
    copied(name, tmp_path)
    with running(name, tmp_path) as address:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(address)
        for turn in range(2000):
            page.wait_for_selector(
                f".moves[data-turn='{turn}']", state="attached"
            )  # a seat's log may hide it
            moves = page.locator(".move")
            if moves.count() == 0:
                break
            moves.nth(turn % moves.count()).click()
        says(page, "#sheet", "The game is over")
        picture(page, name)
        page.close()


def test_a_save_reaches_the_disk_and_another_window(page: Any, place: tuple[str, Path]) -> None:
    other = page.context.new_page()
    other.goto(place[0])
    other.wait_for_selector(".move")
    write(other, "# ", "# Another window. ")
    write(page, "1.0.0", "2.0.0")
    says(page, "#title", "2.0.0")
    page.keyboard.press("Control+s")
    says(page, "#saved", re.compile("^saved$"))
    assert "2.0.0" in (place[1] / "connect_four.rules").read_text("utf-8")
    other.wait_for_selector("#notice button")
    assert "has changed on the disk" in other.locator("#notice").inner_text()
    picture(other, "changed")
    other.locator("#notice button").first.click()
    says(other, "#title", "2.0.0")
    other.close()


def test_every_tab_shows_what_it_should(page: Any) -> None:
    write(page, "squares 7 by 6", "squares 8 by 6")
    page.wait_for_selector("#summary")
    for tab, where, text in (
        ("diff", ".change", "spaces Place"),
        ("examples", "#panel-examples strong", "1 of 1 examples hold"),
        ("coverage", "#panel-coverage strong", "100.0 %"),
        ("graphs", "#panel-graphs pre", "drop"),
    ):
        page.locator(f"#tab-{tab}").click()
        says(page, where, text)
        picture(page, tab)
    page.locator("#tab-simulate").click()
    page.locator("#games").fill("20")
    page.locator("#simulate").click()
    page.wait_for_selector(".plot")
    says(page, "#panel-simulate .said", "20 games, none went wrong")
    picture(page, "simulate")
    page.locator("#tab-simulate").press("ArrowRight")
    page.wait_for_selector("#tab-play[aria-selected=true]")


def test_a_seat_that_is_shared_plays_along(page: Any, place: tuple[str, Path]) -> None:
    page.locator("#share").click()
    path = page.locator(".link").first.get_attribute("href").partition("/seat/")[2]
    other = page.context.new_page()
    other.goto(f"{place[0]}seat/{path}")
    says(other, "#who", "you are red")
    other.locator(".move").nth(3).click()
    says(other, "#seat > .said", "Waiting for yellow")
    says(page, "#log summary", "(1 moves)")
    page.locator(".move").nth(3).click()
    says(other, "#log summary", "(2 moves)")
    picture(other, "seat")
    other.close()


def test_without_javascript_the_page_says_so(browser: Any, place: tuple[str, Path]) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(place[0])
    assert "needs JavaScript" in page.inner_text("body")
    context.close()


def test_it_fits_with_letters_twice_as_large_and_in_the_dark(browser: Any, place: tuple[str, Path]) -> None:
    context = browser.new_context(viewport={"width": 640, "height": 450}, color_scheme="dark")
    page = context.new_page()
    page.goto(place[0])
    page.wait_for_selector(".move")
    assert page.evaluate("document.documentElement.scrollWidth") <= 640
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(27, 29, 33)"
    picture(page, "large_and_dark")
    context.close()
