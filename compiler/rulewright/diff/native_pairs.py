"""Native pairs: two versions in lock step in C, for as long as nothing parts them.

Where something does, or may, the game is played again in Python, which finds what it is; so that the same is
told with native engines and without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulewright.diff.versions import Key, Pair, Setting
from rulewright.python.runtime import Game, Random

SHAPE = ("memory", "fields", "pools", "sets", "set_words", "lists", "components", "options", "scores")


class NativePair:
    """Both versions of a pair, as native engines whose states have the same shape."""

    def __init__(self, pair: Pair) -> None:
        self._pair = pair

    def played(
        self,
        setting: Setting,
        choose: Callable[[Game, Random], int],
        rng: Random,
        enough: Callable[[], bool],
        plies: int,
    ) -> int:
        """A game to its end, or until there is `enough`: the number of its moves, less than 0 where the two
        may part in it."""
        games = self._new(setting)
        for ply in range(plies + 1):
            if games is None:
                return -1
            if games[0].over or ply == plies or enough():
                return ply
            games = self._after(games, choose(games[0], rng))
        return plies

    def reached(self, setting: Setting, moves: Iterable[Key]) -> tuple[Game, Game] | None:
        """Both games after some moves; None where the two may part on the way."""
        games = self._new(setting)
        for key in moves:
            if games is None or games[0].over:
                return None
            move = self._pair.old.move(games[0], key)
            games = None if move is None else self._after(games, move)
        return games

    def _new(self, setting: Setting) -> tuple[Any, Any] | None:
        if setting.without:
            return None
        given = setting.players, setting.seed, dict(setting.options)
        try:
            games = tuple(version.native.new(*given) for version in (self._pair.old, self._pair.new))
        except (self._pair.old.error, self._pair.new.error, ValueError):
            return None
        return self._alike(*games)

    def _after(self, games: tuple[Any, Any], move: int) -> tuple[Any, Any] | None:
        try:
            for game in games:
                game.apply(move)
        except (self._pair.old.error, self._pair.new.error, ValueError):
            return None
        return self._alike(*games)

    def _alike(self, one: Any, other: Any) -> tuple[Any, Any] | None:
        """Both games, if nothing tells them apart that `Pair.differ` asks for."""
        if not hasattr(one, "place") or not hasattr(other, "place"):
            return None  # larger than the native form holds
        if one.place() != other.place() or sorted(one.legal_moves()) != sorted(other.legal_moves()):
            return None
        if one.over and (one.ending, one.winners()) != (other.ending, other.winners()):
            return None
        scored = self._pair.scored
        if one.over or scored is None or scored:
            points = one.lines()
            if points is None or points != other.lines():
                return None
        return one, other


def native_pair(pair: Pair) -> NativePair | None:
    """Both versions natively; None where one has no native engine, or what is kept of a game differs."""
    old, new = pair.old.native, pair.new.native
    if old is None or new is None or pair.alike is None or not pair.numbered_alike:
        return None
    schemas = old.library.schema, new.library.schema
    if any(schemas[0][name] != schemas[1][name] for name in SHAPE):
        return None
    lines = [[line.name for line in version.rules.sheet] for version in (pair.old, pair.new)]
    return NativePair(pair) if lines[0] == lines[1] == schemas[0]["scores"] else None
