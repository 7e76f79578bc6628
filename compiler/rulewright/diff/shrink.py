"""Shrink: a parting made as small as it can be, one thing at a time.

What is left is 1-minimal: no single move, player, option or row of a table can be dropped, with the later
moves kept by name, so that the versions still part at the last move. Without a row they must part in the same
thing: to run out of cards is another story.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.diff.lock_step import Parting, played, replayed
from rulewright.diff.versions import Key, Pair, Setting
from rulewright.python.runtime import Game, Random
from rulewright.record import record

MOST_SEEDS = 400
Stretch = Callable[[Parting, int, int], Parting | None]


@record
class Limits:
    """When to stop: to look for a parting, to look for a shorter one from other seeds, and to leave things
    out."""

    look: Callable[[], bool]
    others: Callable[[], bool]
    small: Callable[[], bool]


def shrunk(pair: Pair, parting: Parting, limits: Limits) -> tuple[Parting, bool]:
    """A parting of which nothing can be dropped, and whether that is so: False where time was up before."""
    return _Shrinker(pair, limits).run(parting)


def is_minimal(pair: Pair, parting: Parting) -> bool:
    """Can nothing be dropped any more?"""
    shrinker = _Shrinker(pair, Limits(_never, _never, _never))
    return all(step(parting).size == parting.size for step in shrinker.steps)


class _Shrinker:
    def __init__(self, pair: Pair, limits: Limits) -> None:
        self.pair, self.limits = pair, limits
        self.rows = pair.rows()
        self.steps = (self.fewer_moves, self.fewer_players, self.fewer_options, self.fewer_rows)

    def run(self, parting: Parting) -> tuple[Parting, bool]:
        found = self.shorter(parting)
        while True:
            before = found.size
            for step in self.steps:
                found = step(found)
            if self.limits.small():
                return found, False
            if found.size == before:
                return found, True

    def shorter(self, parting: Parting) -> Parting:
        """The shortest parting among games from other seeds, broken off where they would be as long."""
        best, enough = parting, self.limits.others
        for seed in range(MOST_SEEDS):
            for players in range(self.pair.players.start, best.setting.players + 1):
                if len(best.moves) <= 1 or enough():
                    return best
                setting = replace(best.setting, players=players, seed=seed)
                walk = played(self.pair, setting, _any, Random(seed), enough, len(best.moves))
                found = walk.parting()
                if found is not None and found.size < best.size:
                    best = found
        return best

    def fewer_moves(self, parting: Parting) -> Parting:
        def without(best: Parting, at: int, length: int) -> Parting | None:
            return self.smaller(best, best.setting, best.moves[:at] + best.moves[at + length :])

        return self.stretches(parting, lambda best: len(best.moves), without)

    def fewer_players(self, parting: Parting) -> Parting:
        setting = parting.setting
        if setting.players - 1 not in self.pair.players:
            return parting
        fewer = replace(setting, players=setting.players - 1)
        return self.smaller(parting, fewer, parting.moves) or parting

    def fewer_options(self, parting: Parting) -> Parting:
        def without(best: Parting, at: int, length: int) -> Parting | None:
            options = best.setting.options
            setting = replace(best.setting, options=options[:at] + options[at + length :])
            return self.smaller(best, setting, best.moves)

        return self.stretches(parting, lambda best: len(best.setting.options), without)

    def fewer_rows(self, parting: Parting) -> Parting:
        def without(best: Parting, at: int, length: int) -> Parting | None:
            more = self.left(best)[at : at + length]
            setting = replace(best.setting, without=(*best.setting.without, *more))
            found = self.smaller(best, setting, best.moves)
            return found if found is not None and _head(found) == _head(best) else None

        return self.stretches(parting, lambda best: len(self.left(best)), without)

    def left(self, parting: Parting) -> list[tuple[str, str]]:
        """The rows that are in play."""
        gone = set(parting.setting.without)
        return [row for row in self.rows if row not in gone]

    def stretches(self, parting: Parting, number: Callable[[Parting], int], without: Stretch) -> Parting:
        """Leaves out what is not needed: long stretches first, single things last."""
        length = number(parting)
        while length >= 1:
            at = 0
            while at < number(parting) and not self.limits.small():
                found = without(parting, at, length)
                if found is None:
                    at += length
                else:
                    parting = found
            length //= 2
        return parting

    def smaller(self, parting: Parting, setting: Setting, moves: tuple[Key, ...]) -> Parting | None:
        found = replayed(self.pair, setting, moves)
        return found if found is not None and found.size < parting.size else None


def _head(parting: Parting) -> object:
    """In what they part before all else; where the rules stop the game, with the reason."""
    first = parting.differences[0]
    return (first.sort, first.what, (first.old, first.new) if first.sort == "stop" else None)


def _any(game: Game, rng: Random) -> int:
    legal = game.state.legal
    return legal[rng.below(len(legal))]


def _never() -> bool:
    return False
