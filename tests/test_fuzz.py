"""Damaged texts of all rulesets: the compiler reports, and never raises, hangs or leaves half a folder.

Each seed makes one damage. What still checks must build, import, and play a while, or say by a RuleError
that the rules do not go on. `--deep` takes many more seeds; a failure names its seed.
"""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from rulewright import core, pipeline
from rulewright.commands.build import command as build
from rulewright.console import sources_with
from rulewright.loading.load import load
from rulewright.python import engine
from rulewright.python.runtime import Random
from rulewright.reading.files import RulesetPath
from rulewright.reading.folders import MARKER
from rulewright.reading.reader import Memory
from rulewright.report.diagnostics import Report
from rulewright.report.render import as_json, concise, full

ROOT = Path(__file__).parent.parent
KANAGAWA = ROOT / "rulesets" / "kanagawa"
SMALL = sorted(file.parent for file in (ROOT / "tests" / "rulesets").glob("*/*.rules"))
NOWHERE = Path("/nowhere/rulesets")
SECONDS = 20.0
"""Far more than a check needs, so that a slow machine is no failure."""
PLIES = 300
FEW, MANY = 40, 3_000
PIECE = re.compile(r'"[^"\n]*"|\w+|[^\w\s]|[ \t]+|\n')
NUMBERS = ("0", "1", "2", "5", "9", "99", "1000", "65536", "999999999999999")
STRANGE = "é漢ش\u0301\u200d\u202e\u00a0\u2028\t\r\x0b\x1f\ufeff\U0001f98a{}%$'\"\\#`~^&;?()[]:,.0123456789"

Damage = Callable[[random.Random, str], str]


@cache
def original(home: Path) -> dict[str, str]:
    """The files of a ruleset; Kanagawa's examples are left out, since they take long and say little here."""
    texts = {file.name: file.read_text(encoding="utf-8") for file in sorted(home.iterdir()) if file.is_file()}
    if home == KANAGAWA:
        rules = texts["kanagawa.rules"]
        texts["kanagawa.rules"] = rules[: rules.index("# ---- the rulebook's examples")]
    return texts


# ---- damages


def pieces(text: str) -> list[str]:
    """The words, signs, texts and blanks of a text."""
    return PIECE.findall(text)


def on_pieces(change: Callable[[random.Random, list[str]], None], times: int) -> Damage:
    """A damage of words and signs, `times` times."""

    def damage(rng: random.Random, text: str) -> str:
        found = pieces(text)
        for _ in range(times):
            change(rng, found)
        return "".join(found)

    return damage


def on_lines(change: Callable[[random.Random, list[str]], None], times: int) -> Damage:
    """A damage of whole lines, `times` times."""

    def damage(rng: random.Random, text: str) -> str:
        lines = text.splitlines(keepends=True)
        for _ in range(times):
            change(rng, lines)
        return "".join(lines)

    return damage


def drop(rng: random.Random, items: list[str]) -> None:
    del items[rng.randrange(len(items))]


def duplicate(rng: random.Random, items: list[str]) -> None:
    at = rng.randrange(len(items))
    items.insert(at, items[at])


def swap(rng: random.Random, items: list[str]) -> None:
    a, b = rng.randrange(len(items)), rng.randrange(len(items))
    items[a], items[b] = items[b], items[a]


def replace(rng: random.Random, items: list[str]) -> None:
    items[rng.randrange(len(items))] = rng.choice(items)


def spoil(rng: random.Random, items: list[str]) -> None:
    at = rng.randrange(len(items))
    word = items[at]
    cut = rng.randrange(len(word) + 1)
    items[at] = word[:cut] + rng.choice(STRANGE) + word[cut + rng.randrange(2) :]


def truncate(rng: random.Random, text: str) -> str:
    return text[: rng.randrange(len(text))]


def unicode(rng: random.Random, text: str) -> str:
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(text))
        low, high = rng.choice(((1, 0x300), (0x300, 0xD800), (0xE000, 0x110000)))
        char = chr(rng.randrange(low, high))
        text = text[:at] + char + text[at + rng.randrange(2) :]
    return text


def same_sort(rng: random.Random, items: list[str]) -> None:
    """A word in the place of another word: what most often still parses."""
    words = [at for at, item in enumerate(items) if re.match(r"\w", item)]
    items[rng.choice(words)] = items[rng.choice(words)]


def number(rng: random.Random, items: list[str]) -> None:
    numbers = [at for at, item in enumerate(items) if item.isdecimal()]
    if numbers:
        items[rng.choice(numbers)] = rng.choice(NUMBERS)


DAMAGES: tuple[Damage, ...] = (
    on_pieces(drop, 1), on_pieces(drop, 4), on_pieces(duplicate, 1), on_pieces(swap, 1),
    on_pieces(replace, 1), on_pieces(spoil, 1), on_pieces(spoil, 5),
    on_pieces(same_sort, 1), on_pieces(same_sort, 1),
    on_pieces(same_sort, 3), on_pieces(number, 1), on_pieces(number, 2), on_lines(drop, 1), on_lines(drop, 3),
    on_lines(duplicate, 1), on_lines(swap, 1), on_lines(replace, 1), truncate, unicode,
)  # fmt: skip


def damaged(seed: int, home: Path | None = None) -> tuple[str, dict[str, str]]:
    """A ruleset's name and its files with one damage: of the rules mostly, of another file sometimes."""
    rng = random.Random(seed)
    home = home or rng.choice((KANAGAWA, rng.choice(SMALL)))
    files = dict(original(home))
    name = rng.choice([f"{home.name}.rules"] * 6 + list(files))
    files[name] = rng.choice(DAMAGES)(rng, files[name])
    return home.name, files


# ---- what must hold


def checked(name: str, files: dict[str, str]) -> core.Game | None:
    """Check from memory; the report can be shown in every form."""
    report = Report()
    folder = NOWHERE / name
    place = RulesetPath(name, folder / f"{name}.rules", NOWHERE)
    loaded = load(place, report, Memory({str(folder / file): text for file, text in files.items()}))
    game = pipeline.check_loaded(loaded, place, report)
    found = report.sorted()
    assert (game is None) == report.has_errors
    assert len(as_json(found)) + len(concise(found)) + len(full(found, sources_with(report, loaded.sources)))
    for diagnostic in found:
        source = loaded.sources.get(diagnostic.span.path)
        assert source is None or diagnostic.span.line <= len(source.lines) + 1
    return game


def play(game: core.Game, seed: int) -> None:
    """Build the engine in memory and play two games for a while."""
    module = engine.load(pipeline.generate(game), game.slug)
    try:
        for players in (game.low, game.high):
            try:
                face, rng = module.new(players=players, seed=seed), Random(seed)
                for _ in range(PLIES):
                    if face.over:
                        break
                    face.apply(face.random_move(rng))
            except Exception as error:  # each engine has its own RuleError
                if type(error).__name__ != "RuleError":
                    raise
    finally:
        engine.unload(module)


def run(seed: int) -> None:
    started = time.process_time()
    game = checked(*damaged(seed))
    assert time.process_time() - started < SECONDS
    if game is not None:
        play(game, seed)


def seeds(count: int) -> list[int]:
    """`FUZZ_FROM` moves the seeds, to look further."""
    first = int(os.environ.get("FUZZ_FROM", "0"))
    return list(range(first, first + count))


@pytest.mark.parametrize("seed", seeds(FEW))
def test_damaged(seed: int) -> None:
    run(seed)


@pytest.mark.deep
@pytest.mark.parametrize("block", range(MANY // 100))
def test_much_damaged(block: int) -> None:
    for seed in seeds(MANY)[block * 100 : block * 100 + 100]:
        try:
            run(seed)
        except BaseException as error:
            raise AssertionError(f"seed {seed}") from error


def test_build_leaves_a_whole_folder_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "rulesets" / "kanagawa"
    folder.mkdir(parents=True)
    outcomes = set()
    for seed in seeds(8):
        for name, text in damaged(seed, KANAGAWA)[1].items():
            (folder / name).write_text(text, encoding="utf-8", newline="")
        arguments = ["rulesets/kanagawa", "--out", f"out{seed}"]
        result = CliRunner().invoke(build, arguments, standalone_mode=False)
        assert result.exception is None
        out = tmp_path / f"out{seed}"
        outcomes.add(result.return_value)
        if result.return_value == 0:
            assert [entry.name for entry in out.iterdir()] == ["kanagawa"]
            assert (out / "kanagawa" / MARKER).is_file()
        else:
            assert not out.exists()
    assert outcomes <= {0, 1}
