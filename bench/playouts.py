"""Playouts: how many plies and games a second an engine plays by uniform random moves.

    python bench/playouts.py [kanagawa kamogawa] [--players 3] [--seconds 3]

Each ruleset is measured (Kanagawa where none is named), for each number of players. The plies of the second
and those after it are compared with those of the first; their stretches take turns.

Three ways: through `apply` of the public face (with undo history and the test of legality), through
`rules.apply` on the bare state, and through `rules.apply` with a copy of the state at every ply. CPU time of
one process, the median of 5 stretches. Only ratios of one run mean anything elsewhere.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from rulewright import pipeline
from rulewright.python import engine
from rulewright.reading.files import RulesetPath
from rulewright.report.diagnostics import Report

RULESETS = Path(__file__).parent.parent / "rulesets"
STRETCHES = 5


def main() -> None:
    """Measures and prints."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("rulesets", nargs="*", default=["kanagawa"], help="names below rulesets/")
    arguments.add_argument("--players", type=int, help="only for so many")
    arguments.add_argument("--seconds", type=float, default=5.0, help="for each line of the table")
    asked = arguments.parse_args()
    engines = {name: load(name) for name in asked.rulesets}
    print("ruleset       players  way                  plies/s    games/s   plies/game   of the first")
    for players in range(1, 33):
        playing = {n: m for n, (m, low, high) in engines.items() if low <= players <= high}
        if asked.players in (None, players) and playing:
            for way, play in (("face", face), ("rules.apply", bare), ("rules.apply + copy", copied)):
                told(way, players, rates(play, playing, players, asked.seconds))


def load(name: str) -> tuple[Any, int, int]:
    """An engine, and how many can play."""
    file = RULESETS / name / f"{name}.rules"
    game = pipeline.check(RulesetPath(name, file, RULESETS), Report())
    assert game is not None
    return engine.load(pipeline.generate(game), name), game.low, game.high


def told(way: str, players: int, found: dict[str, tuple[float, float]]) -> None:
    """Prints a line for each ruleset."""
    first = next(iter(found.values()))[0]
    for name, (plies, games) in found.items():
        line = f"{name:12} {players:8}  {way:18} {plies:10,.0f} {games:10,.1f} {plies / games:12.0f}"
        print(f"{line} {plies / first:14.2f}")


Play = Callable[[Any, int, int], int]


def rates(
    play: Play, modules: dict[str, Any], players: int, seconds: float
) -> dict[str, tuple[float, float]]:
    """For each engine the medians of plies and games a second, from stretches that take turns."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in modules}
    seeds = dict.fromkeys(modules, 0)
    for _ in range(STRETCHES):
        for name, module in modules.items():
            plies, first, begun = 0, seeds[name], time.process_time()
            while (spent := time.process_time() - begun) < seconds / STRETCHES:
                plies += play(module, players, seeds[name])
                seeds[name] += 1
            found[name].append((plies / spent, (seeds[name] - first) / spent))
    return {name: (median(a for a, _ in each), median(b for _, b in each)) for name, each in found.items()}


def face(module: Any, players: int, seed: int) -> int:
    """One game by the public face."""
    game, stream = module.new(players, seed), module.Random(seed)
    while not game.over:
        game.apply(game.random_move(stream))
    return len(game.moves)


def bare(module: Any, players: int, seed: int) -> int:
    """One game on the bare state."""
    state, below = module.new(players, seed).state, module.Random(seed).below
    apply, plies = module.RULES.apply, 0
    while state.ending < 0:
        legal = state.legal
        apply(state, legal[below(len(legal))])
        plies += 1
    return plies


def copied(module: Any, players: int, seed: int) -> int:
    """One game on the bare state, copied before every move, as a search does."""
    state, below = module.new(players, seed).state, module.Random(seed).below
    apply, plies = module.RULES.apply, 0
    while state.ending < 0:
        state = state.copy()
        legal = state.legal
        apply(state, legal[below(len(legal))])
        plies += 1
    return plies


if __name__ == "__main__":
    main()
