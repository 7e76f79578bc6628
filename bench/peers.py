"""Peers: uniform random playouts of generated engines, of OpenSpiel from Python, and of engines by hand.

    python -m bench.peers [--seconds 5] [--games connect_four,hex] [--native]

All in one process and one thread, in rounds that go from one to the next, by CPU time. What is printed are
the medians over the rounds, and the medians of the ratios within each round. Through its face (`legal_moves`,
one index drawn in the same way for all, `apply`) an engine is asked like any other; `playout` is the fused
loop of a generated engine. OpenSpiel is needed for its column only: pip install open_spiel.

With `--native` engines in C are measured too, by their face, their loop, in a batch of 1,024 (plies only) and
by a loop in each of two threads (by the clock), the large games as well; then what it takes to build them.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

from bench.hand import breakthrough, connect_four
from rulewright import pipeline
from rulewright.native import build, engines
from rulewright.python import engine
from rulewright.reading.files import RulesetPath
from rulewright.report.diagnostics import Report

HOME = Path(__file__).parent.parent / "rulesets"
ROUNDS = 7
GAMES = {
    "tic_tac_toe": "tic_tac_toe",
    "connect_four": "connect_four",
    "othello": "othello",
    "breakthrough": "breakthrough",
    "hex": "hex(board_size=11)",
}
HAND = {"connect_four": connect_four, "breakthrough": breakthrough}
SPIEL, FACE, FUSED, TUNED, IDIOMATIC = "OpenSpiel", "generated", "playout", "tuned", "idiomatic"
NATIVE_FACE, NATIVE_LOOP, NATIVE_BATCH, THREADS = "native", "native loop", "batch", "two threads"
LARGE = ("kanagawa", "kokeshi", "kamogawa")
BATCH = 1024
WIDE = 12

Play = Callable[[int], int]
"""Plays games that begin with a seed; gives the plies of all."""


def main() -> None:
    """Measures and prints."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--seconds", type=float, default=5.0, help="for each line of the table")
    arguments.add_argument("--games", default=",".join(GAMES), help="which games, with commas between them")
    arguments.add_argument("--native", action="store_true", help="engines in C too, and the large games")
    given = arguments.parse_args()
    names = given.games.split(",")
    if given.native and given.games == ",".join(GAMES):
        names += LARGE
    ratios = f"{'x OpenSpiel':>{WIDE}} {'x tuned':>{WIDE}} {'x playout':>{WIDE}}"
    print(f"{'game':13} {'engine':11} {'games/s':>10} {'plies/s':>11} {ratios}")
    for name in names:
        if (HOME / name).is_dir():
            engine = native(name) if given.native else None
            show(name, measured(peers(name, engine), given.seconds))
            if engine is not None:
                print(f"{'':13} {in_threads(engine.module)}; {engine.told}")


@dataclass(frozen=True, slots=True)
class Engine:
    """A native engine, and what it took to build it."""

    module: ModuleType
    told: str


def native(name: str) -> Engine:
    """A ruleset's native engine, built anew."""
    game = pipeline.check(RulesetPath(name, HOME / name / f"{name}.rules", HOME.parent), Report())
    assert game is not None, name
    files, begun = pipeline.generate(game), _spent()
    text, found = engines.text_of(game, files)
    assert text is not None, found
    written = _spent()
    with TemporaryDirectory() as folder:
        path = build.built(text.text, Path(folder))
        done = _spent()
        module = engines.load(files, name, path)
    size = module.native.of(module.new()).size
    told = f"C in {written - begun:.2f} s, built in {done - written:.2f} s; {size:,} bytes a state"
    return Engine(module, told)


def _spent() -> float:
    """Seconds of the processor so far, those of compilers that were called included."""
    return sum(os.times()[:4])


def in_threads(module: ModuleType) -> str:
    """What two threads gain, by the clock: the interpreter is let go while a loop runs."""
    games = 1000
    while _clock(module, games, 1) < 0.2:
        games *= 2
    one, two = _clock(module, games, 1), _clock(module, games, 2)
    return f"{THREADS}: {2 * one / two:.2f} times as many games"


def _clock(module: ModuleType, games: int, threads: int) -> float:
    """Seconds in which each of some threads plays so many games."""
    begun = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(lambda seed: module.native.playout(games, seed), range(threads)):
            pass
    return time.perf_counter() - begun


def in_batch(module: ModuleType, seed: int) -> int:
    """A hundred moves in each game of a batch."""
    batch = module.native.new_batch(BATCH, seed)
    plies = 0
    for _ in range(100):
        plies += batch.random_step()
        batch.restart()
    return plies


def peers(name: str, native: Engine | None = None) -> dict[str, tuple[Play, int]]:
    """All that can play a game: a function, and how many games one call of it plays."""
    module = built(name)
    found: dict[str, tuple[Play, int]] = {
        FACE: (lambda seed: by_face(module.new(seed=seed)), 1),
        FUSED: (lambda seed: int(module.playout(20, seed).plies), 20),
    }
    if name in HAND:
        hand = HAND[name]
        found[TUNED] = (lambda seed: by_face(hand.Tuned()), 1)
        found[IDIOMATIC] = (lambda seed: by_face(hand.Idiomatic()), 1)
    if native is not None:
        part = native.module.native
        found[NATIVE_FACE] = (lambda seed: by_face(part.new(seed=seed)), 1)
        found[NATIVE_LOOP] = (lambda seed: int(part.playout(1000, seed).plies), 1000)
        found[NATIVE_BATCH] = (lambda seed: in_batch(native.module, seed), BATCH)
    if name not in GAMES:
        return found
    try:
        spiel = import_module("pyspiel").load_game(GAMES[name])
    except ImportError:
        return found
    return {SPIEL: (lambda seed: by_openspiel(spiel.new_initial_state()), 1), **found}


def built(name: str) -> ModuleType:
    """A ruleset's engine, made anew."""
    game = pipeline.check(RulesetPath(name, HOME / name / f"{name}.rules", HOME.parent), Report())
    assert game is not None, name
    return engine.load(pipeline.generate(game), name)


draw = random.Random(1).random


def by_face(game: Any) -> int:
    """One game through the face that all engines here share."""
    plies = 0
    while not game.over:
        legal = game.legal_moves()
        game.apply(legal[int(draw() * len(legal))])
        plies += 1
    return plies


def by_openspiel(state: Any) -> int:
    """One game through OpenSpiel's face."""
    plies = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[int(draw() * len(legal))])
        plies += 1
    return plies


def measured(peers: dict[str, tuple[Play, int]], seconds: float) -> dict[str, list[tuple[float, float]]]:
    """For each peer and each round: games and plies a second."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in peers}
    for play, _ in peers.values():
        play(0)
    for number in range(ROUNDS):
        for name, (play, games) in peers.items():
            played, plies, begun = 0, 0, time.process_time()
            while (spent := time.process_time() - begun) < seconds / ROUNDS:
                for _ in range(max(1, 10 // games)):
                    plies += play(1_000_000 * number + played)
                    played += games
            found[name].append((played / spent, plies / spent))
    return found


def show(game: str, found: dict[str, list[tuple[float, float]]]) -> None:
    """A line for each peer."""
    for name, rounds in found.items():
        games, plies = median(a for a, _ in rounds), median(b for _, b in rounds)
        ratios = " ".join(f"{_ratio(rounds, found.get(other)):>{WIDE}}" for other in (SPIEL, TUNED, FUSED))
        print(f"{game:13} {name:11} {games:10,.0f} {plies:11,.0f} {ratios}", flush=True)
        game = ""


def _ratio(rounds: list[tuple[float, float]], others: list[tuple[float, float]] | None) -> str:
    if others is None:
        return "-"
    return f"{median(mine / other for (mine, _), (other, _) in zip(rounds, others, strict=True)):.2f}"


if __name__ == "__main__":
    main()
