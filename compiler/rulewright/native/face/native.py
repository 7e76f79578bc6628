"""The face of a native engine: games, saves and moves are those of the Python engine, played in C.

What is asked beside playing is asked of the Python engine, of the same state: states convert both ways
exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulewright.native.face.batches import Batch
from rulewright.native.face.counts import Counts
from rulewright.native.face.games import NativeGame, based, made
from rulewright.native.face.library import OVER, Library, Stale, stamp_of, trouble
from rulewright.native.face.states import MASK64
from rulewright.python.runtime import (
    CHANCE,
    Game,
    Playouts,
    SaveError,
    load_game,
    new_game,
    settled,
)
from rulewright.python.runtime import _whole as whole


class Native:
    """What a native engine offers: games, and loops that run inside, while others may run meanwhile."""

    def __init__(self, library: Library, playout: Callable[..., Playouts]) -> None:
        self.library = library
        self.rules = library.rules
        self._playout = playout
        self._default = settled(library.rules, None, None)

    def new(
        self,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        chance: str = "sampled",
        history: bool = False,
        debug: bool = False,
    ) -> Game:
        """A new game, played on to its first decision. Raises ValueError for what the rules exclude.

        With explicit chance, with `history` or `debug`, it is one of the Python engine."""
        if chance != "sampled" or history or debug:
            return new_game(self.rules, players, seed, options, chance, history, debug)
        if players is None and options is None:
            count, values = self._default
        else:
            count, values = settled(self.rules, players, options)
        seed = whole("a seed", seed)
        begun = self.library.begun(count, values, seed)
        if OVER < begun[3] < 0:
            return new_game(self.rules, count, seed, options, chance, history, debug)
        return made(self.library, begun, seed)

    def of(self, game: Game) -> NativeGame:
        """A game of the Python engine, as it stands, as a native one. Raises SaveError for what it is not."""
        library = self.library
        library.check(game.state)
        kept = library.new_state(game.state)
        begun = library.standing(kept.at)
        if OVER < begun[3] < 0:
            raise SaveError("this position cannot be played on natively")
        other = made(library, begun, game.seed)
        other.moves, other._known = game.moves[:], game.movers[:]
        return based(other)

    def from_json(self, text: str, history: bool = False) -> Game:
        """A game from `to_json`. Raises SaveError for another format, other rules, or a damaged text."""
        game = load_game(self.rules, text, history)
        return game if history or game.state.explicit else self.of(game)

    # ---- loops inside

    def playout(
        self,
        games: int,
        seed: int = 0,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
    ) -> Playouts:
        """As `playout` of the Python engine, with the same result. Where the rules fail, or a position is
        larger than the native form holds, it is that of the Python engine."""
        plan = self._plan(games, seed, players, options)
        played = self.library.lib.rw_playout(
            plan.start, plan.states, plan.run, plan.games, plan.seed & MASK64, plan.counts
        )
        if played < plan.games:
            return self._playout(games, seed, players, options)
        return plan.outcome(played)

    def simulate(
        self,
        games: int,
        seed: int = 0,
        policy: str = "random",
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        plies: int = 20_000,
    ) -> tuple[Playouts, tuple[int, ...]]:
        """Games by a policy, and what each seat scored in all of them together: `random` as `playout`,
        `greedy` by the total, `greedy:LINE` by a line of the score sheet, of moves that are alike a random
        one. Greedy looks one move ahead, at what no seat may see too. A game of more plies than that is an
        OverflowError."""
        plan = self._plan(games, seed, players, options)
        sums = self.library.ffi.new("int64_t[]", self.rules.high)
        line, most = self._line(policy), whole("the number of plies", plies)
        played = self.library.lib.rw_simulate(
            plan.start, plan.states, plan.run, plan.games, plan.seed & MASK64, line, most, plan.counts, sums
        )
        return plan.outcome(played), tuple(sums[seat] for seat in range(plan.players))

    def _line(self, policy: str) -> int:
        """The number of a policy."""
        known = ["random", "greedy", *(f"greedy:{name}" for name in self.library.schema["scores"])]
        if policy not in known:
            raise ValueError(f"a policy is {', '.join(known)}, not {policy!r}")
        if policy != "random" and self.rules.endless >= 0:
            raise ValueError(f"{self.rules.title} is not proved to stop, and is played by random moves only")
        return known.index(policy) - 2

    def _plan(
        self, games: int, seed: int, players: int | None, options: Mapping[str, object] | None
    ) -> _Plan:
        count, values = settled(self.rules, players, options)
        games, seed = whole("the number of games", games), whole("a seed", seed)
        if games < 0:
            raise ValueError(f"the number of games is not negative: {games}")
        return _Plan(self.library, self.library.start(count, values), count, games, seed)

    def perft(
        self,
        depth: int,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
    ) -> int:
        """How many sequences of exactly so many moves a new game has."""
        return self.perft_of(self.new(players, seed, options), depth)

    def perft_of(self, game: Game, depth: int) -> int:
        """As `perft`, from where a game stands. Raises RuleError, OverflowError."""
        native = game if isinstance(game, NativeGame) else self.of(game)
        run = self.library.new_run()
        found = int(self.library.lib.rw_perft(native._raw, run.at, whole("a depth", depth)))
        if found < 0:
            raise trouble(self.rules, found, "")
        return found

    def counts(
        self,
        players: int,
        options: Mapping[str, object],
        most: int,
        homes: Sequence[tuple[int, Sequence[int], Sequence[int], Sequence[int]]],
    ) -> Counts:
        """Games by random moves of up to `most` decisions, played and counted one by one."""
        count, values = settled(self.rules, players, options)
        return Counts(self.library, count, self.library.start(count, values), most, homes)

    def new_batch(
        self,
        size: int,
        seed: int = 0,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
    ) -> Batch:
        """So many games side by side, the first from `seed`, the next from `seed + 1`."""
        count, values = settled(self.rules, players, options)
        size, seed = whole("the number of games", size), whole("a seed", seed)
        if size < 1:
            raise ValueError(f"a batch has one game or more, not {size}")
        return Batch(self.library, size, seed, self.library.start(count, values))


class _Plan:
    """Games to be played inside, and where they are counted."""

    def __init__(self, library: Library, start: Any, players: int, games: int, seed: int) -> None:
        self.library, self.start, self.players = library, start, players
        self.games, self.seed = games, seed
        self.counts = library.ffi.new("int64_t[]", 4 + library.rules.high)
        self._room, self._run = library.room_for(2), library.new_run()
        self.states, self.run = library.as_state(self._room), self._run.at

    def outcome(self, played: int) -> Playouts:
        """What was counted. Raises RuleError where the rules left no way on in a game, OverflowError where it
        was too large."""
        if played < self.games:
            told = f" in the game of seed {self.seed + played}"
            raise trouble(self.library.rules, self.counts[0], told)
        wins = tuple(self.counts[4 + seat] for seat in range(self.players))
        return Playouts(self.games, self.counts[1], wins, self.counts[3])


__all__ = ["CHANCE", "Batch", "Library", "Native", "NativeGame", "Stale", "stamp_of"]
