"""Explore: games in lock step, looked for until two versions part.

Small games are gone through whole. Others are played by random moves, every second game guided to what has
changed: moves of the rules that a change reaches first, among these the ones that were made least.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from rulewright.diff.lock_step import MOST_PLIES, Choice, Parting, Walk, played
from rulewright.diff.native_pairs import native_pair
from rulewright.diff.versions import Key, Pair, Setting
from rulewright.python.runtime import Game, Random
from rulewright.record import record

SMALL = 6_000
"""Positions up to which a game without chance is gone through whole."""


@record
class Looked:
    """How far was looked: games in lock step, decisions in them, player counts and settings of options;
    whether all positions were seen, and how many."""

    games: int
    decisions: int
    players: tuple[int, ...]
    settings: int
    positions: int = 0
    whole: bool = False


class Explorer:
    """A search for a parting of two versions; `focus` are names of actions that changes reach, `enough` says
    when to stop."""

    def __init__(self, pair: Pair, focus: frozenset[str], enough: Callable[[], bool]) -> None:
        self.pair = pair
        self.focus = focus
        self.enough = enough
        self.tried: Counter[str] = Counter()
        self._native = native_pair(pair)
        self.games = self.decisions = self.positions = 0
        self.whole = self.exhausted = False

    def run(self, games: int) -> Parting | None:
        """The first parting among so many games."""
        found = self._whole()
        if found is not None or self.whole:
            return found or self._others()
        for number, setting in zip(range(games), self._settings(), strict=False):
            guided = number % 2 == 1 and bool(self.focus)
            parting = self._game(setting, self._guided if guided else _any)
            if parting is not None:
                return parting
            if self.enough():
                break
        return self._others()

    def _game(self, setting: Setting, choose: Choice) -> Parting | None:
        """Where a game parts; what parts natively, or may, is played again in Python."""
        self.games += 1
        tried = Counter(self.tried)
        if self._native is not None:
            moves = self._native.played(setting, choose, Random(setting.seed), self.enough, MOST_PLIES)
            if moves >= 0:
                self.decisions += moves
                return None
            self.tried = tried
        walk = played(self.pair, setting, choose, Random(setting.seed), self.enough)
        self.decisions += len(walk.moves)
        return walk.parting()

    def _others(self) -> Parting | None:
        """A number of players for which only one of the versions is made, where all else is the same."""
        ranges = (range(v.rules.low, v.rules.high + 1) for v in (self.pair.old, self.pair.new))
        one, other = (set(each) for each in ranges)
        lone = sorted(one ^ other)
        return Walk(self.pair, Setting(lone[0], (), 0)).parting() if lone else None

    def looked(self) -> Looked:
        """How far was looked."""
        return Looked(
            self.games,
            self.decisions,
            tuple(self.pair.players),
            len(self.pair.options()),
            self.positions,
            self.whole,
        )

    def _settings(self) -> Iterator[Setting]:
        """Ways to start, for ever: the fewest players and no option most often."""
        options, seed = self.pair.options(), 0
        while True:
            for players in self.pair.players:
                others = options[1:]
                for chosen in ((), (), others[seed % len(others)] if others else ()):
                    yield Setting(players, chosen, seed)
                    seed += 1

    def _guided(self, game: Game, rng: Random) -> int:
        """A move that leads to what has changed, of the sort that was made least; now and then any."""
        legal = game.legal_moves()
        if rng.below(4) == 0:
            return _any(game, rng)
        names = {move: self.pair.old.key(game, move)[0] for move in legal}
        near = [name for name in set(names.values()) if name.split(".")[0] in self.focus] or list(
            names.values()
        )
        name = min(sorted(near), key=self.tried.__getitem__)
        self.tried[name] += 1
        moves = [move for move in legal if names[move] == name]
        return moves[rng.below(len(moves))]

    def _whole(self) -> Parting | None:
        """Goes through all positions of a game without chance, where these are few."""
        if self.pair.old.rules.random or self.pair.new.rules.random:
            return None
        seen: set[str] = set()
        for players in self.pair.players:
            for chosen in self.pair.options():
                setting = Setting(players, chosen, 0)
                found = self._below(setting, seen)
                if found is not None:
                    return found
                self.positions = len(seen)
                if not self.exhausted:
                    return None
        self.whole = True
        return None

    def _below(self, setting: Setting, seen: set[str]) -> Parting | None:
        """Breadth first, so that the first parting is a shortest one."""
        self.exhausted = False
        waiting: list[tuple[Key, ...]] = [()]
        for moves in waiting:
            found = self._reached(setting, moves)
            if isinstance(found, Parting):
                return found
            if found is None or found[0].over:
                continue
            known = f"{setting} {found[0].key()} {found[1].key()}"
            if known not in seen:
                seen.add(known)
                waiting += [(*moves, key) for key in self.pair.old.legal(found[0])]
            if len(seen) > SMALL or len(waiting) > 4 * SMALL or self.enough():
                return None
        self.exhausted = True
        return None

    def _reached(self, setting: Setting, moves: tuple[Key, ...]) -> tuple[Game, Game] | Parting | None:
        """Both games after some moves, or where they part; None where the rules stop them both."""
        found = None if self._native is None else self._native.reached(setting, moves)
        if found is not None:
            return found
        walk = Walk(self.pair, setting)
        for key in moves:
            walk.play(key)
        if walk.parted:
            return walk.parting()
        one, other = walk.one, walk.other
        return (one, other) if isinstance(one, Game) and isinstance(other, Game) else None


def _any(game: Game, rng: Random) -> int:
    legal = game.legal_moves()
    return legal[rng.below(len(legal))]
