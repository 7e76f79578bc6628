"""Shrink: a parting made as small as it can be, one thing at a time.

What is left is 1-minimal: no single move, player or option can be dropped, with the later moves kept by name,
so that the versions still part at the last move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from rulewright.diff.lock_step import Parting, played, replayed
from rulewright.diff.versions import Pair, Setting
from rulewright.python.runtime import Game, Random


def shrunk(pair: Pair, parting: Parting, enough: Callable[[], bool] = lambda: False) -> Parting:
    """A parting of which nothing can be dropped. Until it has looked `enough`, shorter games from other seeds
    are tried first."""
    found = _shorter(pair, parting, enough)
    while True:
        smaller = next(_smaller(pair, found), None)
        if smaller is None:
            return found
        found = smaller


def is_minimal(pair: Pair, parting: Parting) -> bool:
    """Can nothing be dropped any more?"""
    return next(_smaller(pair, parting), None) is None


def _smaller(pair: Pair, parting: Parting) -> Iterator[Parting]:
    """Partings with something less: long stretches of moves first, single moves last."""
    moves, setting = parting.moves, parting.setting
    length = len(moves)
    while length >= 1:
        for start in range(0, len(moves) - length + 1, length if length > 1 else 1):
            yield from _better(pair, parting, setting, moves[:start] + moves[start + length :])
        length //= 2
    if setting.players - 1 in pair.players:
        yield from _better(pair, parting, replace(setting, players=setting.players - 1), moves)
    for at in range(len(setting.options)):
        options = setting.options[:at] + setting.options[at + 1 :]
        yield from _better(pair, parting, replace(setting, options=options), moves)


def _better(pair: Pair, parting: Parting, setting: Setting, moves: tuple[object, ...]) -> Iterator[Parting]:
    found = replayed(pair, setting, moves)  # type: ignore[arg-type]
    if found is not None and found.size < parting.size:
        yield found


def _shorter(pair: Pair, parting: Parting, enough: Callable[[], bool]) -> Parting:
    """The shortest parting among games from other seeds that are broken off where they would be as long."""
    best, seed = parting, 0
    while len(best.moves) > 1 and not enough() and seed < 400:
        for players in range(pair.players.start, best.setting.players + 1):
            setting = replace(best.setting, players=players, seed=seed)
            walk = played(pair, setting, _any, Random(seed), len(best.moves))
            found = walk.parting()
            if found is not None and found.size < best.size:
                best = found
        seed += 1
    return best


def _any(game: Game, rng: Random) -> int:
    legal = game.state.legal
    return legal[rng.below(len(legal))]
