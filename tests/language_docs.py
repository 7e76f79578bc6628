"""The programs in `docs/language.md`: read from its fences, completed where they are parts, checked, played.
What they use of the standard library is the library's own.

A fence of rules says in its first line how it is run:

| first line | it is |
|---|---|
| `rules name=orchard` | a whole game, checked, its examples played, then five random games |
| `rules fragment=orchard` | declarations that replace or join those of that game |
| `rules error=RW211 fragment=orchard` | wrong: its first error (or warning) has that code |
| `rules file=a.rules` | a file that the fence uses which says `with=a.rules` |


Fences of `csv` and `md` with `file=` are the tables and rulebooks of the games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import ModuleType

from rulewright import core, nodes, pipeline
from rulewright.loading.load import load
from rulewright.python import engine
from rulewright.python.runtime import Random
from rulewright.reading.files import RulesetPath
from rulewright.reading.reader import Memory
from rulewright.reading.source import Source, split
from rulewright.report.codes import CODES
from rulewright.report.diagnostics import Diagnostic, Report

DOC = Path(__file__).parent.parent / "docs" / "language.md"
STANDARD = Path(__file__).parent.parent / "rulesets" / "std"
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FLOW = {"round": "flow", "turn": "flow", "card": "record", "tile": "record"}
SINGLE = frozenset({"language", "game", "rulebook", "players", "setup", "flow", "winner"})
UNUSED = "RW227"
MOST_PLIES = 5_000


@dataclass(frozen=True, slots=True)
class Fence:
    """A fence: its language, what its first line says, its text, its line in the document."""

    language: str
    says: Mapping[str, str]
    text: str
    line: int

    def __str__(self) -> str:
        return f"line {self.line}"


@cache
def fences() -> tuple[Fence, ...]:
    """All fences of the document."""
    text = DOC.read_text(encoding="utf-8")
    return tuple(
        Fence(
            found[1],
            dict(part.partition("=")[::2] for part in found[2].split()),
            found[3],
            text.count("\n", 0, found.start()) + 1,
        )
        for found in FENCE.finditer(text)
    )


def programs() -> list[Fence]:
    """The fences that are run: all of rules that are not a file of another."""
    return [fence for fence in fences() if fence.language == "rules" and "file" not in fence.says]


def files(fence: Fence) -> dict[str, str]:
    """The files that a program may name: all tables and rulebooks, and the rules that it asks for."""
    wanted = fence.says.get("with")
    return {
        other.says["file"]: other.text
        for other in fences()
        if "file" in other.says and (other.language != "rules" or other.says["file"] == wanted)
    }


# ---- completing


def whole(fence: Fence) -> str:
    """The text of a program: a fragment is put into the game that it names."""
    base = fence.says.get("fragment")
    if base is None:
        return fence.text
    game = next(f for f in fences() if f.language == "rules" and f.says.get("name") == base)
    parts = {key: text for key, text in chunks(game.text) if key[0] != "example"}
    parts.update(chunks(fence.text))
    return "\n".join(f"{text}\n" for text in parts.values())


def chunks(text: str) -> Iterator[tuple[tuple[str, str], str]]:
    """The declarations of a text, each with what it declares."""
    for chunk in split(Source("docs", text), Report()):
        first, _, rest = chunk.text.partition("\n")[0].partition(" ")
        word = first.rstrip(":")
        sort = FLOW.get(word, word)
        name = re.match(r'"[^"]*"|\w*', rest)
        yield (sort, "" if sort in SINGLE or name is None else name[0]), chunk.text


# ---- running


@dataclass(slots=True)
class Run:
    """What a program gave: the diagnostics, the checked game if it is sound, its variants by name."""

    found: list[Diagnostic]
    game: core.Game | None
    variants: dict[str, core.Game] = field(default_factory=dict)


def check(fence: Fence) -> Run:
    """Checks a program and each of its variants; nothing is read from the disk."""
    folder = Path("/nowhere/rulesets/docs")
    texts = {str(folder / name): text for name, text in files(fence).items()}
    texts |= {str(file): file.read_text(encoding="utf-8") for file in STANDARD.glob("*.rules")}
    texts[str(folder / "docs.rules")] = whole(fence)
    place = RulesetPath("docs", folder / "docs.rules", folder.parent)
    report = Report()
    loaded = load(place, report, Memory(texts))
    run = Run([], pipeline.check_loaded(loaded, place, report))
    for variant in loaded.declarations:
        if isinstance(variant, nodes.Variant) and run.game is not None:
            name, inner = variant.name.text, Report()
            game = pipeline.check_loaded(loaded, replace(place, variants=(name,)), inner)
            report.extend(d for d in inner if d.level == "error")
            if game is not None:
                run.variants[name] = game
    run.found = report.sorted()
    return run


def play(game: core.Game, games: int, name: str) -> None:
    """Plays the examples of a game, then random games to their end."""
    from rulewright.checks.examples import run_examples

    module = engine.load(pipeline.generate(game, examples=True), name)
    report = Report()
    try:
        held = run_examples(game, module, report)
        assert report.sorted() == [], report.sorted()
        assert held == len(game.examples)
        for seed in range(games):
            random_game(module, game.low + seed % (game.high - game.low + 1), seed)
    finally:
        engine.unload(module)


def random_game(module: ModuleType, players: int, seed: int) -> None:
    """One game of random moves; it ends, and nothing is broken."""
    game, rng = module.new(players=players, seed=seed), Random(seed)
    for _ in range(MOST_PLIES):
        if game.over:
            break
        game.apply(game.random_move(rng))
    assert game.over, "the game does not end"
    assert game.check() == [], game.check()


def first_of(run: Run, code: str) -> str | None:
    """The code of the first finding of the level that a code has."""
    level = CODES[code].level
    found = [d.code for d in run.found if d.level == level and (d.code != UNUSED or code == UNUSED)]
    return found[0] if found else None
