"""The corpus of layer 3: mutants of rulesets played against their originals.

`python -m tests.diff_corpus [EACH] [NAME ...]` prints a table by kind of change: how many mutants, in how
many the right declaration was named, how many random games can tell apart, how many of these have a witness,
and what that took. EACH is how many of a kind are taken of each ruleset; names are rulesets, all if left out.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from types import ModuleType

from rulewright import core, pipeline
from rulewright.diff.behaviour import behaviour, paired
from rulewright.diff.lock_step import exactly
from rulewright.diff.result import Result, compared
from rulewright.diff.shrink import is_minimal
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

    mutant: Mutant
    named: bool
    told: bool
    found: bool
    replayed: bool
    minimal: bool
    moves: int
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


def outcome(mutant: Mutant, games: int = GAMES, seconds: float = 150) -> Outcome | None:
    """A mutant against its original; None where it cannot be played."""
    started = time.process_time()
    sides = side_of(mutant.ruleset, mutant.ruleset.name), mutant.side()
    result = compared(*sides)
    named = {one.change.key for one in result.found} == {mutant.key}
    checked = playable(sides[0]), playable(sides[1])
    if checked[0] is None or checked[1] is None:
        return None
    one, other = (engine.load(pipeline.generate(game), game.slug) for game in checked if game is not None)
    try:
        return _played(
            mutant, result, (checked[0], checked[1]), (one, other), games, (started, seconds), named
        )
    finally:
        engine.unload(one)
        engine.unload(other)


def _played(
    mutant: Mutant,
    result: Result,
    checked: tuple[core.Game, core.Game],
    engines: tuple[ModuleType, ModuleType],
    games: int,
    clock: tuple[float, float],
    named: bool,
) -> Outcome:
    pair = paired(*engines, (result.old, result.new), result.found)
    started, seconds = clock

    def within(share: float) -> bool:
        return time.process_time() - started > share

    found = behaviour(pair, checked, result.found, games, lambda: within(seconds), lambda: within(20))
    spent = time.process_time() - started
    if found.witness is None:
        return Outcome(mutant, named, tell_apart(pair, games), False, False, False, 0, spent)
    parting = found.witness.parting
    fresh = Pair(Version(engines[0], pair.old.renamed), Version(engines[1]))
    again = exactly(fresh, parting.setting, parting.moves) is not None
    return Outcome(mutant, named, True, True, again, is_minimal(pair, parting), len(parting.moves), spent)


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
            told.append((game.state.to_move, sorted(map(str, legal)), version.points(game)))
            if game.over:
                return [*told, game.ending, game.winners()]
            game.apply(legal[rng.choice(sorted(legal, key=str))])
    except version.error as error:
        told.append(str(error).partition(" (line")[0])
    return told


COUNTED = ("named", "told", "found", "replayed", "minimal")


def table(found: list[Outcome]) -> str:
    """The outcomes by kind."""
    heads = ["all", *COUNTED, "median s", "most s", "moves"]
    lines = [f"{'kind':20}" + "".join(f"{head:>10}" for head in heads)]
    for kind in [*dict.fromkeys(one.mutant.kind for one in found), "all"]:
        some = [one for one in found if kind in (one.mutant.kind, "all")]
        seconds = [one.seconds for one in some if one.found] or [0.0]
        moves = [one.moves for one in some if one.found] or [0]
        counts = [len(some), *(sum(getattr(one, name) for one in some) for name in COUNTED)]
        times = [f"{median(seconds):.2f}", f"{max(seconds):.1f}", f"{median(moves):.0f}"]
        lines.append(f"{kind:20}" + "".join(f"{value:>10}" for value in [*counts, *times]))
    return "\n".join(lines)


def main(words: list[str]) -> None:
    """Run the corpus and print its table."""
    each = int(words[0]) if words else 3
    found: list[Outcome] = []
    for mutant in picked(each, tuple(words[1:])):
        one = outcome(mutant)
        if one is not None:
            found.append(one)
            if (one.told and not (one.found and one.replayed and one.minimal)) or not one.named:
                print(f"{mutant.ruleset.name}: {mutant.kind}: {mutant.said}: {one}"[:400], flush=True)
    print(table(found))


if __name__ == "__main__":
    main(sys.argv[1:])
