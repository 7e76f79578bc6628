"""Profile: where the time of a playout goes, function by function of the generated engine.

    python -m bench.profile [kanagawa] [--games 30] [--players 2] [--lines 25]

The profiler makes each call dearer, so short functions seem to take more than they do. The last lines
compare, without it, ways of playing the same games: by `playout`, by the face, by the face with an undo now
and then.

With `--opcodes` the instructions of CPython are counted instead, for each function in a ply through the face.
No other process disturbs that: the same engine always has the same counts, so a change of a hundredth shows.
What an instruction takes differs, most of all for those that call functions written in C.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import sys
import time
from collections import Counter
from types import FrameType
from typing import Any

from bench.peers import built


def main() -> None:
    """Measures and prints."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("ruleset", nargs="?", default="kanagawa")
    arguments.add_argument("--games", type=int, default=30)
    arguments.add_argument("--players", type=int)
    arguments.add_argument("--lines", type=int, default=25, help="how many functions")
    arguments.add_argument("--opcodes", action="store_true", help="count instructions instead of time")
    given = arguments.parse_args()
    module = built(given.ruleset)
    module.playout(2, 0, given.players)
    if given.opcodes:
        count(module, given.games, given.players, given.lines)
        return
    profile = cProfile.Profile()
    plies = profile.runcall(module.playout, given.games, 0, given.players).plies
    show(profile, plies, given.lines)
    for name, play in (("playout", fused), ("face", by_face), ("face, undo", by_face_with_undo)):
        begun = time.process_time()
        plies = play(module, given.games, given.players)
        print(f"{name:12} {plies / (time.process_time() - begun):10,.0f} plies/s")


def count(module: Any, games: int, players: int | None, lines: int) -> None:
    """The functions with the most instructions of their own, for each ply."""
    own: Counter[str] = Counter()
    calls: Counter[str] = Counter()

    def traced(frame: FrameType, event: str, _: object) -> Any:
        code = frame.f_code
        place = f"{code.co_name} {code.co_filename.rsplit('/', 1)[-1]}:{code.co_firstlineno}"
        if event == "call":
            frame.f_trace_opcodes, frame.f_trace_lines = True, False
            calls[place] += 1
        own[place] += event == "opcode"
        return traced

    sys.settrace(traced)
    try:
        plies = by_face(module, games, players)
    finally:
        sys.settrace(None)
    total = own.total()
    print(f"{plies:,} plies, {total / plies:,.0f} instructions and {calls.total() / plies:.1f} calls a ply")
    print(f"{'share':>8} {'own/ply':>8} {'calls/ply':>10} {'own/call':>9}  function")
    for place, number in own.most_common(lines):
        each = number / max(calls[place], 1)
        print(
            f"{number / total:8.1%} {number / plies:8.1f} {calls[place] / plies:10.3f} {each:9.0f}  {place}"
        )


def show(profile: cProfile.Profile, plies: int, lines: int) -> None:
    """The functions with the most time of their own, for each ply."""
    stats: Any = pstats.Stats(profile)
    rows = sorted(((own, calls, at) for at, (_, calls, own, _, _) in stats.stats.items()), reverse=True)
    total = sum(own for own, _, _ in rows)
    print(f"{plies:,} plies\n{'own time':>9} {'calls/ply':>10}  function")
    for own, calls, (path, line, name) in rows[:lines]:
        place = f"{path.rsplit('/', 1)[-1]}:{line}" if line else ""
        print(f"{own / total:8.1%} {calls / plies:10.2f}  {name} {place}")


def fused(module: Any, games: int, players: int | None) -> int:
    """Games by `playout`."""
    return int(module.playout(games, 0, players).plies)


def by_face(module: Any, games: int, players: int | None, undo: int = 0) -> int:
    """Games through the face; with `undo`, every so many moves one is taken back and made again."""
    stream, plies = module.Random(0), 0
    for number in range(games):
        game = module.new(players, number)
        while not game.over:
            legal = game.legal_moves()
            move = legal[stream.below(len(legal))]
            game.apply(move)
            plies += 1
            if undo and plies % undo == 0:
                game.undo()
                game.apply(move)
    return plies


def by_face_with_undo(module: Any, games: int, players: int | None) -> int:
    """As `by_face`, with one move in ten taken back and made again."""
    return by_face(module, games, players, undo=10)


if __name__ == "__main__":
    main()
