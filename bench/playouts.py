"""Playouts: how many plies and games a second an engine plays by uniform random moves.

    python -m bench.playouts [kanagawa kamogawa] [--players 3] [--seconds 3]

Each ruleset is measured (Kanagawa where none is named), for each number of players. The plies of the second
and those after it are compared with those of the first.

Three ways: through `apply` of the public face (with undo history and the test of legality), through
`rules.apply` on the bare state, and through `rules.apply` with a copy of the state at every ply. CPU time of
one process, the median of 5 stretches, one of each line after the other.

Figures are of one machine and one moment. So OpenSpiel plays connect four beside them, from Python: where it
plays 43,000 games a second, an engine of cards shall play 0.15 million plies a second. The last column says
how far each line comes of what that is here. OpenSpiel is needed for it only: pip install open_spiel.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from importlib import import_module
from statistics import median
from typing import Any

from bench.peers import built, by_openspiel

STRETCHES = 5
PEER = 43_000  # games of connect four a second, where the targets hold
TARGET = 150_000  # plies a second, but for these
OTHERS = {"kamogawa": 50_000}

Line = tuple[str, int, str]
"""A ruleset, a number of players, a way of playing."""

Play = Callable[[int], int]
"""Plays a game from a seed; gives its plies."""


def main() -> None:
    """Measures and prints."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("rulesets", nargs="*", default=["kanagawa"], help="names below rulesets/")
    arguments.add_argument("--players", type=int, help="only for so many")
    arguments.add_argument("--seconds", type=float, default=5.0, help="for each line of the table")
    given = arguments.parse_args()
    lines = dict(playing([*dict.fromkeys(given.rulesets)], given.players))
    peer = openspiel()
    found = rates([*lines.values(), *peer], given.seconds)
    scale = found[-1][1] / PEER if peer else 0.0
    told(dict(zip(lines, found, strict=False)), scale)
    if peer:
        print(f"OpenSpiel plays {found[-1][1]:,.0f} games of connect four a second here", end=": ")
        print(f"{TARGET * scale:,.0f} plies/s are asked of an engine of cards")


def playing(names: list[str], only: int | None) -> list[tuple[Line, Play]]:
    """All that is measured: lines that are compared stand together."""
    engines = {name: built(name) for name in names}
    ways = (("face", face), ("rules.apply", bare), ("rules.apply + copy", copied))
    most = max(module.RULES.high for module in engines.values())
    return [
        ((name, players, way), played(play, module, players))
        for players in range(1, most + 1)
        if only in (None, players)
        for way, play in ways
        for name, module in engines.items()
        if module.RULES.low <= players <= module.RULES.high
    ]


def told(found: dict[Line, tuple[float, float]], scale: float) -> None:
    """Prints a line for each."""
    head = "ruleset       players  way                  plies/s    games/s   plies/game"
    print(f"{head}   of the first   of asked")
    firsts: dict[tuple[int, str], float] = {}
    for (name, players, way), (plies, games) in found.items():
        first = firsts.setdefault((players, way), plies)
        line = f"{name:12} {players:8}  {way:18} {plies:10,.0f} {games:10,.1f} {plies / games:12.0f}"
        asked = OTHERS.get(name, TARGET) * scale
        print(f"{line} {plies / first:14.2f} {f'{plies / asked:10.2f}' if asked else '         -'}")


def openspiel() -> list[Play]:
    """OpenSpiel's connect four, where it is installed."""
    try:
        game = import_module("pyspiel").load_game("connect_four")
    except ImportError:
        return []
    return [lambda seed: by_openspiel(game.new_initial_state())]


def played(play: Callable[[Any, int, int], int], module: Any, players: int) -> Play:
    """A way of playing, for one number of players."""
    return lambda seed: play(module, players, seed)


def rates(plays: list[Play], seconds: float) -> list[tuple[float, float]]:
    """For each the medians of plies and games a second."""
    found: list[list[tuple[float, float]]] = [[] for _ in plays]
    for stretch in range(STRETCHES):
        for rounds, play in zip(found, plays, strict=True):
            plies, games, begun = 0, 0, time.process_time()
            while (spent := time.process_time() - begun) < seconds / STRETCHES:
                plies += play(100_000 * stretch + games)
                games += 1
            rounds.append((plies / spent, games / spent))
    return [(median(a for a, _ in rounds), median(b for _, b in rounds)) for rounds in found]


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
