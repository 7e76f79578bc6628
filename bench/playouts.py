"""Playouts: how many plies and games a second Kanagawa's engine plays by uniform random moves.

    python bench/playouts.py [--seconds 3]

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

FILE = Path(__file__).parent.parent / "rulesets" / "kanagawa" / "kanagawa.rules"
STRETCHES = 5


def main() -> None:
    """Measures and prints."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--seconds", type=float, default=5.0, help="for each line of the table")
    seconds = arguments.parse_args().seconds
    game = pipeline.check(RulesetPath("kanagawa", FILE, FILE.parent.parent), Report())
    assert game is not None
    module = engine.load(pipeline.generate(game), "kanagawa")
    print("players  way                  plies/s    games/s   plies/game")
    for players in range(game.low, game.high + 1):
        for name, play in (("face", face), ("rules.apply", bare), ("rules.apply + copy", copied)):
            plies, games = rate(play, module, players, seconds)
            print(f"{players:7}  {name:18} {plies:10,.0f} {games:10,.1f} {plies / games:12.0f}")


Play = Callable[[Any, int, int], int]


def rate(play: Play, module: Any, players: int, seconds: float) -> tuple[float, float]:
    """The medians of plies and games a second."""
    found, seed = [], 0
    for _ in range(STRETCHES):
        plies, first, begun = 0, seed, time.process_time()
        while (spent := time.process_time() - begun) < seconds / STRETCHES:
            plies += play(module, players, seed)
            seed += 1
        found.append((plies / spent, (seed - first) / spent))
    return median(a for a, _ in found), median(b for _, b in found)


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
