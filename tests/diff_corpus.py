"""The corpus of layer 3: mutants of rulesets played against their originals.

`python -m tests.diff_corpus [--keep FILE] [EACH] [NAME ...]` prints a table by kind of change: how many
mutants, in how many the right declaration was named, how many random games can tell apart, how many of these
have a witness, and what that took. EACH is how many of a kind are taken of each ruleset; names are rulesets,
all if left out. With `--keep`, outcomes are added to a file line by line, and a run that was stopped goes on
there.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from statistics import median
from types import ModuleType

from rulewright import core, pipeline
from rulewright.commands._deadline import deadline
from rulewright.diff.behaviour import behaviour, paired
from rulewright.diff.lock_step import exactly
from rulewright.diff.result import compared
from rulewright.diff.shrink import Limits, is_minimal
from rulewright.diff.side import Side
from rulewright.diff.versions import Pair, Setting, Version
from rulewright.python import engine
from rulewright.python.runtime import Game
from rulewright.reading.files import RulesetPath, rulesets_below
from rulewright.report.diagnostics import Report
from tests.rule_mutants import Mutant, mutants, side_of

ROOT = Path(__file__).parent.parent
GAMES = 2_000
MOST_PLIES = 2_000


@dataclass(frozen=True)
class Outcome:
    """What came of one mutant; `seconds` is process time from both texts to the small witness."""

    ruleset: str
    kind: str
    said: str
    named: bool
    told: bool = False
    found: bool = False
    replayed: bool = False
    minimal: bool = False
    moves: int = 0
    seconds: float = 0.0

    @property
    def is_good(self) -> bool:
        """Is all there that can be asked for?"""
        return self.named and (not self.told or (self.found and self.replayed and self.minimal))


@dataclass(frozen=True)
class Built:
    """One side as it is played, and the process time from its text to its engine."""

    side: Side
    game: core.Game
    engine: ModuleType
    seconds: float


def rulesets(names: tuple[str, ...] = ()) -> list[RulesetPath]:
    """All rulesets, or some of them."""
    found = [*rulesets_below(ROOT / "rulesets"), *rulesets_below(ROOT / "tests" / "rulesets")]
    return [ruleset for ruleset in found if not names or ruleset.name in names]


def picked(each: int, names: tuple[str, ...] = ()) -> Iterator[Mutant]:
    """`each` mutants of a kind of each ruleset, of those that mean something."""
    for ruleset in rulesets(names):
        counts: Counter[str] = Counter()
        for mutant in mutants(ruleset, 1):
            if counts[mutant.kind] < each and mutant.side().game is not None:
                counts[mutant.kind] += 1
                yield mutant


def playable(side: Side) -> core.Game | None:
    """The game of a side with a budget for what is not proved to stop; None where it cannot be played."""
    report = Report()
    game = pipeline.check_unproved(side.loaded, side.ruleset, report)
    return None if report.has_errors else game


def built(side: Side, started: float) -> Built | None:
    """A side that was read since `started`, as an engine; None where it cannot be played."""
    game = playable(side)
    if game is None:
        return None
    module = engine.load(pipeline.generate(game), game.slug)
    return Built(side, game, module, time.process_time() - started)


@lru_cache(maxsize=1)
def original(ruleset: RulesetPath) -> Built | None:
    """A ruleset as it is; its mutants come one after the other, and share it."""
    started = time.process_time()
    return built(side_of(ruleset, ruleset.name), started)


def outcome(mutant: Mutant, games: int = GAMES, seconds: float = 150) -> Outcome | None:
    """A mutant against its original; None where it cannot be played."""
    old, started = original(mutant.ruleset), time.process_time()
    new = built(mutant.side(), started)
    if old is None or new is None:
        return None
    try:
        return _played(mutant, old, new, games, (started - old.seconds, seconds))
    finally:
        engine.unload(new.engine)


def _played(mutant: Mutant, old: Built, new: Built, games: int, clock: tuple[float, float]) -> Outcome:
    started, seconds = clock
    result = compared(old.side, new.side)
    named = {one.change.key for one in result.found} == {mutant.key}
    head = mutant.ruleset.name, mutant.kind, mutant.said, named
    pair = paired(old.engine, new.engine, (result.old, result.new), result.found)
    checked = old.game, new.game
    limits = Limits(*(deadline(most, started) for most in (seconds, min(20, seconds), 2 * seconds)))
    found = behaviour(pair, checked, result.found, games, limits)
    spent = time.process_time() - started
    if found.witness is None:
        return Outcome(*head, told=tell_apart(pair, games), seconds=spent)
    parting = found.witness.parting
    fresh = Pair(Version(old.engine, pair.old.renamed), Version(new.engine))
    again = exactly(fresh, parting.setting, parting.moves) is not None
    return Outcome(*head, True, True, again, is_minimal(pair, parting), len(parting.moves), spent)


def tell_apart(pair: Pair, games: int) -> bool:
    """Can random games tell two versions apart? Each plays alone, by moves in the order of their names; what
    they print of themselves is compared, without lock step."""
    for seed in range(games):
        setting = Setting(pair.players[seed % len(pair.players)], (), seed)
        if _story(pair.old, setting) != _story(pair.new, setting):
            return True
    return False


def _story(version: Version, setting: Setting) -> list[object]:
    """All that a random game shows."""
    rng, told = random.Random(setting.seed), list[object]()
    try:
        game: Game = version.new(setting)
        for _ in range(MOST_PLIES):
            legal = version.legal(game)
            keys = sorted(legal, key=lambda key: (key[0], key[1] is None, key[1] or ()))
            told.append((game.state.to_move, keys, version.points(game)))
            if game.over:
                return [*told, game.ending, game.winners()]
            game.apply(legal[rng.choice(keys)])
    except version.error as error:
        told.append(str(error).partition(" (line")[0])
    return told


COUNTED = ("named", "told", "found", "replayed", "minimal")


def table(found: list[Outcome]) -> str:
    """The outcomes by kind."""
    heads = ["all", *COUNTED, "median s", "most s", "moves"]
    lines = [f"{'kind':20}" + "".join(f"{head:>10}" for head in heads)]
    for kind in [*dict.fromkeys(one.kind for one in found), "all"]:
        some = [one for one in found if kind in (one.kind, "all")]
        seconds = [one.seconds for one in some if one.found] or [0.0]
        moves = [one.moves for one in some if one.found] or [0]
        counts = [len(some), *(sum(getattr(one, name) for one in some) for name in COUNTED)]
        times = [f"{median(seconds):.2f}", f"{max(seconds):.1f}", f"{median(moves):.0f}"]
        lines.append(f"{kind:20}" + "".join(f"{value:>10}" for value in [*counts, *times]))
    return "\n".join(lines)


def main(words: list[str]) -> None:
    """Run the corpus and print its table."""
    keep = Path(words[1]) if words[:1] == ["--keep"] else None
    words = words[2:] if keep is not None else words
    each = int(words[0]) if words else 3
    there = keep.read_text("utf-8").splitlines() if keep is not None and keep.exists() else []
    found = [Outcome(**json.loads(line)) for line in there]
    known = {(one.ruleset, one.kind, one.said) for one in found}
    for mutant in picked(each, tuple(words[1:])):
        if (mutant.ruleset.name, mutant.kind, mutant.said) not in known:
            one = outcome(mutant)
            if one is not None:
                found.append(one)
                _told(one, keep)
    print(table(found))


def _told(one: Outcome, keep: Path | None) -> None:
    if not one.is_good:
        print(str(one)[:400], flush=True)
    if keep is not None:
        with keep.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(one)) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
