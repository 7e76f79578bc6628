"""The face of a native engine: games, saves and moves are those of the Python engine, played in C.

Written into each engine as `native.py`, beside the module `_native` that a C compiler has built. What is
asked beside playing is asked of the Python engine, of the same state: states convert both ways exactly.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cached_property
from hashlib import blake2b
from operator import index
from pathlib import Path
from threading import Lock
from typing import Any

from rulewright.python.runtime import (
    CHANCE,
    HELD,
    Game,
    IllegalMove,
    Playouts,
    Random,
    RuleError,
    Rules,
    SaveError,
    State,
    broken,
    load_game,
    new_game,
    settled,
    shadow,
)

OVER = -64
RULES_FAIL, TOO_LARGE, ILLEGAL, TOO_LONG = -1, -2, -3, -5
_MASK64 = (1 << 64) - 1
NOBODY = -2


class Stale(ImportError):
    """A native module that was not built from this engine."""


STAMPED = ("__init__.py", "_runtime.py", "data.py", "moves.py", "scoring.py", "state.py")


def stamp_of(folder: Path) -> str:
    """What tells the engine in a folder from all others."""
    found = blake2b(digest_size=16)
    for name in STAMPED:
        found.update((folder / name).read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return found.hexdigest()


class Library:
    """What a built module and the rules of its Python engine are together."""

    def __init__(self, module: Any, rules: Rules, stamp: str | None = None) -> None:
        self.ffi, self.lib, self.rules = module.ffi, module.lib, rules
        self.schema = json.loads(self.ffi.string(self.lib.rw_schema()))
        if self.schema["meaning"] != rules.meaning or stamp not in (None, self.schema["stamp"]):
            raise Stale(
                f"the native engine of {rules.name} is stale: run `rulewright build --native {rules.name}`"
            )
        self._starts: dict[tuple[int, tuple[int, ...]], Any] = {}
        self._addresses: dict[tuple[int, tuple[int, ...]], int] = {}
        self.bound = self._fast()
        self.run_at = int(self.lib.rw_run_at())
        self.steps = {int(number): slots for number, slots in self.schema["steps"].items()}

    @cached_property
    def room(self) -> int:
        """How many numbers a state can take, at most."""
        found = self.schema
        frames = (found["deep"] + found["line"]) * found["frame"]
        memory = sum(count * max(1, words) for _, count, words in found["memory"])
        sets = found["sets"] * found["set_words"]
        return int(
            8
            + found["options"]
            + memory
            + found["pools"]
            + sets
            + found["lists"]
            + 3 * found["components"]
            + frames
        )

    def _fast(self) -> Callable[..., Any]:
        """What makes a game's memory, and the functions that it is played by without cffi between."""
        import ctypes

        address = int(self.ffi.cast("uintptr_t", self.lib.rw_fast()))
        found: Callable[..., Any] = ctypes.cast(address, ctypes.py_object).value
        return found

    def blank(self) -> tuple[Any, Any]:
        """Memory for a state, and to work with."""
        return self.ffi.new("State *"), self.ffi.new("Run *")

    def start(self, players: int, options: tuple[int, ...]) -> Any:
        """The state that all games with so many players and these options begin with."""
        found = self._starts.get((players, options))
        if found is None:
            state = self.rules.start(players, options, 0)
            if not self.rules.random:
                self.rules.begin(state)
            found = self._starts[players, options] = self.ffi.new("State *")
            self.write(found, state)
        return found

    def address(self, data: Any) -> int:
        """Where something lies."""
        return int(self.ffi.cast("uintptr_t", data))

    def begun(self, players: int, options: tuple[int, ...], seed: int) -> Any:
        """A game's memory, its functions, and who decides first."""
        at = self._addresses.get((players, options))
        if at is None:
            at = self._addresses[players, options] = self.address(self.start(players, options))
        return self.bound(at, seed & _MASK64) if self.rules.random else self.bound(at)

    def standing(self, raw: Any) -> Any:
        """As `begun`, from where a state stands."""
        return self.bound(self.address(raw))

    # ---- states, both ways

    def write(self, raw: Any, state: State) -> None:
        """Writes a state of the Python engine, which must be one."""
        words = self.numbers(state)
        self.lib.rw_unpack(raw, self.ffi.new("int64_t[]", words))

    def numbers(self, state: State) -> list[int]:
        """A state as numbers of 64 bits."""
        found = self.schema
        ending, to_move = state.ending, NOBODY if state.to_move is None else state.to_move
        numbers = [state.players, *state.options, _signed(state.rng), ending, to_move, state.memory[0]]
        for at, count, words in found["memory"]:
            for value in state.memory[at : at + count]:
                numbers += _words(value, words) if words else [value]
        numbers += state.pools[: found["pools"]]
        for value in state.sets[: found["sets"]]:
            numbers += _words(value, found["set_words"])
        for zone in state.zones:
            numbers += [len(zone), *zone]
        numbers += [*state.where, *state.known]
        for frames in (state.queue, state.frames):
            numbers.append(len(frames))
            for frame in frames:
                numbers += self._frame(frame)
        return numbers

    def _frame(self, frame: list[Any]) -> list[int]:
        """A frame: its step, then numbers, sets, and lists behind one more than their length."""
        found = [0] * self.schema["frame"]
        found[0] = frame[0]
        for (sort, at, words, _, _), value in zip(self.steps[frame[0]], frame[1:], strict=True):
            if sort == "list" and isinstance(value, list):
                if len(value) >= words:
                    raise ValueError("a list is longer than the native form holds")
                found[at : at + 1 + len(value)] = [len(value) + 1, *value]
            elif sort == "set":
                found[at : at + words] = _words(value, words)
            else:
                found[at] = value
        return found

    def read(self, raw: Any) -> State:
        """The state of the Python engine that a native one is."""
        buffer = self.ffi.new("int64_t[]", self.room)
        size = self.lib.rw_pack(raw, buffer)
        return _Reader(self, self.ffi.unpack(buffer, size)).state()

    def check(self, state: State) -> None:
        """Raises SaveError for what cannot be a state of these rules, so that C may trust it."""
        try:
            found = self._faults(state)
        except (TypeError, ValueError, IndexError, KeyError, AttributeError, OverflowError) as error:
            found = [str(error)]
        if found:
            raise SaveError(f"this is no position of these rules: {found[0]}")

    def _faults(self, state: State) -> list[str]:
        if state.explicit or state.batches or state.drawn or state.answering >= 0 or state.past:
            return ["it has what a native game does not hold: explicit chance, or positions that have come"]
        options = [[value for _, value in option.values] for option in self.rules.options]
        if not self.rules.low <= state.players <= self.rules.high or len(options) != len(state.options):
            return ["so many do not play it"]
        if not all(value in known for value, known in zip(state.options, options, strict=True)):
            return ["its options are none"]
        if not -1 <= state.ending < len(self.rules.endings) or not 0 <= state.rng <= _MASK64:
            return ["its ending or its chance is out of range"]
        if not all(type(value) is int for value in [*state.memory, *state.pools, *state.sets]):
            return ["it holds what is no whole number"]
        found = broken(self.rules, state) or self._strange(state)
        if found:
            return found
        self.numbers(state)
        return []

    def _strange(self, state: State) -> list[str]:
        """Sets and frames that are out of range, which the Python engine does not mind."""
        found = []
        for at, count, words in self.schema["memory"]:
            low, high = (0, (1 << 64 * words) - 1) if words else (-(2**53), 2**53)
            found += [
                f"place {i} of the memory is {state.memory[i]}"
                for i in range(at, at + count)
                if not low <= state.memory[i] <= high
            ]
        if len(state.frames) > self.schema["deep"] or len(state.queue) > self.schema["line"]:
            found.append("it has more frames than the native form holds")
        if not state.frames:
            found.append("it has no frames")
        everyone = (1 << self.rules.high) - 1
        found += [
            f"component {i} is known to {known:b}" for i, known in enumerate(state.known) if known & ~everyone
        ]
        for frame in (*state.queue, *state.frames):
            found += self._strange_frame(frame)
        return found

    def _strange_frame(self, frame: list[Any]) -> list[str]:
        slots = self.steps.get(frame[0])
        if slots is None or len(slots) != len(frame) - 1:
            return [f"{frame} is no frame of these rules"]
        for (sort, _, words, low, high), value in zip(slots, frame[1:], strict=True):
            values = value if sort == "list" and isinstance(value, list) else [value]
            least, most = (0, (1 << 64 * words) - 1) if sort == "set" else (low, high)
            if not all(type(one) in (int, bool) and least <= one <= most for one in values):
                return [f"a frame at step {frame[0]} holds {value}"]
        return []


class _Reader:
    """Takes a state out of its numbers."""

    def __init__(self, library: Library, numbers: list[int]) -> None:
        self._library = library
        self._numbers = iter(numbers)

    def _take(self, count: int) -> list[int]:
        return [next(self._numbers) for _ in range(count)]

    def _set(self, words: int) -> int:
        return sum((word & _MASK64) << 64 * i for i, word in enumerate(self._take(words)))

    def state(self) -> State:
        """The state."""
        library, found = self._library, self._library.schema
        rules = library.rules
        (players,), options = self._take(1), tuple(self._take(found["options"]))
        state = rules.start(players, options, 0)
        state.rng = next(self._numbers) & _MASK64
        state.ending, to_move, state.memory[0] = self._take(3)
        state.to_move = None if to_move == NOBODY else to_move
        for at, count, words in found["memory"]:
            state.memory[at : at + count] = (
                [self._set(words) for _ in range(count)] if words else self._take(count)
            )
        state.pools[: found["pools"]] = self._take(found["pools"])
        state.sets[: found["sets"]] = [self._set(found["set_words"]) for _ in range(found["sets"])]
        state.zones = [self._take(next(self._numbers)) for _ in range(found["lists"])]
        state.where, state.known = self._take(found["components"]), self._take(found["components"])
        state.queue = [self._frame() for _ in range(next(self._numbers))]
        state.frames = [self._frame() for _ in range(next(self._numbers))]
        shadow(rules, state)
        return state

    def _frame(self) -> list[Any]:
        words = self._take(self._library.schema["frame"])
        frame: list[Any] = [words[0]]
        for sort, at, size, _, _ in self._library.steps[words[0]]:
            if sort == "list":
                frame.append(words[at + 1 : at + words[at]] if words[at] else 0)
            elif sort == "set":
                frame.append(sum((word & _MASK64) << 64 * i for i, word in enumerate(words[at : at + size])))
            else:
                frame.append(words[at])
        return frame


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value


def _words(value: int, words: int) -> list[int]:
    return [_signed(value >> 64 * i & _MASK64) for i in range(words)]


def _slot(number: int) -> Any:
    """A slot of light games by another name."""
    return vars(Game)[HELD[number]]


class NativeGame(Game):
    """A game that is played in C; its face is that of Game.

    What is asked beside playing is asked of `state`, the same position for the Python engine; to change that
    is of no effect. Where the rules fail, or a position is larger than the native form holds, it becomes a
    Game. A game that began with its seed has no `_base`: it begins again when moves are taken back.
    """

    __slots__ = ()
    to_move: int | None = vars(Game)["_to_move"]  # the slot by another name: to ask costs nothing
    over: bool = vars(Game)["_over"]
    _play: Callable[[int], int] = _slot(0)
    _listed: Callable[[], list[int]] = _slot(1)
    _memory: bytes = _slot(2)
    _library: Library = _slot(3)
    _base: Any = _slot(4)
    _known: list[int] = _slot(5)

    @property
    def _raw(self) -> Any:
        """Its state."""
        return self._library.ffi.from_buffer("State *", self._memory)

    @property
    def _run(self) -> Any:
        """What it works with."""
        ffi = self._library.ffi
        return ffi.cast("Run *", ffi.from_buffer("char[]", self._memory) + self._library.run_at)

    @property
    def movers(self) -> list[int]:  # type: ignore[override]
        """Who has made each move: found by playing them again when somebody asks."""
        if len(self._known) != len(self.moves):
            _, play, _, found = self._first()
            del self._known[self._rooted :]
            for move in self.moves[self._rooted :]:
                self._known.append(found)
                found = play(move)
        return self._known

    @property
    def players(self) -> int:
        """How many play."""
        return int(self._raw.players)

    @property
    def state(self) -> State:  # type: ignore[override]
        """The position, as the Python engine has it."""
        ply = len(self.moves)
        if self._ended[0] != ply:
            state = self._library.read(self._raw)
            state.legal = self.legal_moves()
            self._ended = ply, state
        found: State = self._ended[1]
        return found

    @property
    def size(self) -> int:
        """How many bytes its state takes."""
        return int(self._library.ffi.sizeof("State"))

    def legal_moves(self, seat: int | None = None) -> list[int]:
        """The moves that the seat to move may choose, or another that decides now, in a fixed order."""
        if seat is None or seat == self._to_move:
            return self._listed()
        return super().legal_moves(seat)

    def n_legal(self) -> int:
        """How many legal moves there are."""
        return int(self._run.n)

    def nth_legal(self, k: int) -> int:
        """The k-th legal move, from 0. Raises IllegalMove where there is none."""
        return int(self._run.moves[k]) if 0 <= k < self._run.n else super().nth_legal(k)

    def random_move(self, rng: Random) -> int:
        """One legal move, all alike likely; `rng` needs `below(n)`. Raises IllegalMove when the game is
        over."""
        run = self._run
        if not run.n:
            raise IllegalMove("the game is over")
        return int(run.moves[rng.below(run.n)])

    def apply(self, move: int, seat: int | None = None) -> None:
        """Plays a legal move; the rules go on to the next decision. Raises IllegalMove."""
        if seat is not None and seat != self._to_move:
            self.fill()
            self.apply(move, seat)
            return
        try:
            found = self._play(move)
        except (TypeError, OverflowError):
            raise IllegalMove(self._refusal(move)) from None
        if found < 0:
            self._special(found, move)
            return
        self.moves.append(move)
        self._to_move = found

    def _special(self, found: int, move: int) -> None:
        """After a move: the game is over, or something was wrong."""
        if found == ILLEGAL:
            raise IllegalMove(self._refusal(move))
        if found == OVER:
            self.moves.append(move)
            self._stands(found)
            return
        self._full(self._ahead_of_failure())
        self.apply(move)
        if found == RULES_FAIL:
            raise AssertionError(
                "the native engine found a fault of the rules where the Python engine has none"
            )

    def _stands(self, found: int) -> None:
        """Notes who decides, of how many moves, or that the game is over."""
        self._over, self._ended = found == OVER, (-1, None)
        self._to_move = None if found == OVER else found

    def _first(self) -> Any:
        """The game as it began, or as it was made from another: its memory, its functions, who decides."""
        library = self._library
        if self._base is not None:
            return library.standing(self._base)
        state = self._raw
        options = tuple(state.options[0 : library.schema["options"]])
        return library.begun(int(state.players), options, self.seed)

    def _ahead_of_failure(self) -> State:
        """The position after all moves but the one that failed, found by playing them again."""
        memory = self._first()[0]
        state = self._library.read(self._library.ffi.from_buffer("State *", memory))
        self.rules.refresh(state)
        for move in self.moves[self._rooted :]:
            self.rules.apply(state, move)
        return state

    def undo(self) -> None:
        """Takes the last move back, exactly. Raises IllegalMove when there is none."""
        if len(self.moves) - 1 < self._floor:
            raise IllegalMove("there is no move to take back")
        self._memory, self._play, self._listed, found = self._first()
        self.moves.pop()
        del self._known[len(self.moves) :]
        for move in self.moves[self._rooted :]:
            found = self._play(move)
        self._stands(found)

    def copy(self) -> Game:
        """An equal and independent game, without undo history."""
        other = _made(self._library, self._library.standing(self._raw), self.seed)
        other.moves, other._known = self.moves[:], self.movers[:]
        return _based(other)

    def fill(self) -> None:
        """Becomes a game of the Python engine."""
        self._full(self.state)

    def _full(self, state: State) -> None:
        base = self._base
        root = None if base is None else self._library.read(base)
        if root is not None:
            self.rules.refresh(root)
        movers = self.movers
        self.__class__ = Game  # type: ignore[assignment]  # the same slots: nothing has to move
        self.state, self._root = state, root  # type: ignore[misc]  # it is a Game now
        self.movers = movers  # type: ignore[misc]
        self._careful = not self.rules.answers

    def full(self) -> Game:
        """An equal game of the Python engine."""
        other = self.copy()
        assert isinstance(other, NativeGame)
        other.fill()
        return other

    def resample(self, seat: int, rng: Random) -> Game:
        """A game that looks the same to a seat; what it cannot know is dealt anew, all alike likely."""
        return self.full().resample(seat, rng)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return self.full().__reduce_ex__(protocol)


def _made(library: Library, begun: Any, seed: int) -> NativeGame:
    game = object.__new__(NativeGame)
    game.rules, game.seed, game._library, game._base = library.rules, seed, library, None
    game._memory, game._play, game._listed, found = begun
    game.moves, game._known, game._past, game._root = [], [], None, None
    game._rooted = game._floor = 0
    game._keep, game._debug, game._careful, game._seen = False, False, False, []
    game._stands(found)
    return game


def _based(game: NativeGame) -> NativeGame:
    """A game that goes back to where it stands now, and no further."""
    game._base = game._library.ffi.new("State *")
    game._library.lib.rw_copy(game._base, game._raw)
    game._rooted = game._floor = len(game.moves)
    return game


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
        seed = index(seed)
        begun = self.library.begun(count, values, seed)
        if OVER < begun[3] < 0:
            return new_game(self.rules, count, seed, options, chance, history, debug)
        return _made(self.library, begun, seed)

    def of(self, game: Game) -> NativeGame:
        """A game of the Python engine, as it stands, as a native one. Raises SaveError for what it is not."""
        library = self.library
        library.check(game.state)
        raw = library.ffi.new("State *")
        library.write(raw, game.state)
        begun = library.standing(raw)
        if OVER < begun[3] < 0:
            raise SaveError("this position cannot be played on natively")
        other = _made(library, begun, game.seed)
        other.moves, other._known = game.moves[:], game.movers[:]
        return _based(other)

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
        raw, run = self.library.blank()
        played = self.library.lib.rw_playout(
            plan.start, raw, run, plan.games, plan.seed & _MASK64, plan.counts
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
        states, run = self.library.ffi.new("State[2]"), self.library.ffi.new("Run *")
        sums = self.library.ffi.new("int64_t[]", self.rules.high)
        line = self._line(policy)
        played = self.library.lib.rw_simulate(
            plan.start, states, run, plan.games, plan.seed & _MASK64, line, index(plies), plan.counts, sums
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
        games, seed = index(games), index(seed)
        if games < 0:
            raise ValueError(f"the number of games is not negative: {games}")
        counts = self.library.ffi.new("int64_t[]", 4 + self.rules.high)
        return _Plan(self.library, self.library.start(count, values), count, games, seed, counts)

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
        run = self.library.ffi.new("Run *")
        found = int(self.library.lib.rw_perft(native._raw, run, index(depth)))
        if found < 0:
            raise _trouble(self.rules, found, "")
        return found

    def new_batch(
        self,
        size: int,
        seed: int = 0,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
    ) -> Batch:
        """So many games side by side, the first from `seed`, the next from `seed + 1`."""
        count, values = settled(self.rules, players, options)
        if index(size) < 1:
            raise ValueError(f"a batch has one game or more, not {size}")
        return Batch(self.library, index(size), index(seed), self.library.start(count, values))


class _Plan:
    """Games to be played inside, and where they are counted."""

    def __init__(
        self, library: Library, start: Any, players: int, games: int, seed: int, counts: Any
    ) -> None:
        self.library, self.start, self.players = library, start, players
        self.games, self.seed, self.counts = games, seed, counts

    def outcome(self, played: int) -> Playouts:
        """What was counted. Raises RuleError where the rules left no way on in a game, OverflowError where it
        was too large."""
        if played < self.games:
            told = f" in the game of seed {self.seed + played}"
            raise _trouble(self.library.rules, self.counts[0], told)
        wins = tuple(self.counts[4 + seat] for seat in range(self.players))
        return Playouts(self.games, self.counts[1], wins, self.counts[3])


def _trouble(rules: Rules, found: int, told: str) -> Exception:
    if found == TOO_LARGE:
        return OverflowError(f"{rules.title}: a position is larger than the native form holds{told}")
    if found == TOO_LONG:
        return OverflowError(f"{rules.title}: there is no end{told} by so many plies")
    return RuleError(f"the rules leave no way on{told}; the Python engine says where")


TOLD = ("to_move", "n_legal", "ending")


class Batch:
    """Many games side by side, for learners: what is asked of all of them lies in arrays, which are never
    copied. With numpy these are `masks` (a row a game, 1 for each legal move), `to_move` (-1 when a game is
    over), `n_legal`, `ending` (-1 while a game goes on), `won` (a bit a seat), and the places of `field`.
    Threads that share a batch wait for each other; each with a batch of its own run side by side.
    """

    def __init__(self, library: Library, size: int, seed: int, start: Any) -> None:
        ffi, schema = library.ffi, library.schema
        self.library, self.size, self.n_moves = library, size, int(schema["moves"])
        self._start, self._run, self._alone = start, ffi.new("Run *"), Lock()
        self._states = ffi.new("State[]", size)
        self._masks = ffi.new("uint8_t[]", size * schema["row"])
        self._lists = ffi.new("int32_t[]", size * (self.n_moves + 1))
        self._told = ffi.new("int32_t[]", 3 * size)
        self._won = ffi.new("uint64_t[]", size)
        self._chosen = ffi.new("int32_t[]", size)
        self._batch = ffi.new(
            "Batch *",
            {
                "n": size,
                "seed": seed & _MASK64,
                "stream": Random(seed).state,
                "states": self._states,
                "masks": self._masks,
                "lists": self._lists,
                "told": self._told,
                "chosen": self._chosen,
                "won": self._won,
            },
        )
        self._begin(1)

    def _begin(self, all: int) -> None:
        found = self.library.lib.rw_batch_begin(self._start, self._batch, self._run, all)
        if found < 0:
            raise _trouble(self.library.rules, found, "")

    def restart(self) -> None:
        """Begins those games anew that are over, each from the next seed."""
        with self._alone:
            self._begin(0)

    def step(self, moves: Any) -> None:
        """Plays a move in each game that is not over: an array of 32 bits, or anything that gives numbers.

        Raises IllegalMove when one is not legal; then none is played."""
        chosen = self._given(moves)
        with self._alone:
            self._play(chosen)

    def _play(self, chosen: Any) -> None:
        found = self.library.lib.rw_batch_step(self._batch, self._run, chosen)
        if found > 0:
            raise IllegalMove(
                f"move {chosen[found - 1]} of game {found - 1} is not legal now; none was played"
            )
        if found < 0:
            raise _trouble(self.library.rules, found, "; the batch is not to be used any more")

    def _given(self, moves: Any) -> Any:
        ffi = self.library.ffi
        kind = getattr(moves, "dtype", None)
        if isinstance(moves, ffi.CData) and ffi.typeof(moves).cname.startswith("int32_t["):
            found = moves
        elif kind == "int32" and moves.flags.c_contiguous:
            found = ffi.from_buffer("int32_t[]", moves)
        else:
            numbers = [index(move) for move in moves]
            if not all(-(2**31) <= number < 2**31 for number in numbers):
                raise IllegalMove("a move is a number of 32 bits; none was played")
            found = ffi.new("int32_t[]", numbers)
        if len(found) != self.size:
            raise ValueError(f"a batch of {self.size} takes as many moves, not {len(found)}")
        return found

    def random_moves(self) -> Any:
        """A random legal move for each game, -1 where it is over; the array is used again."""
        with self._alone:
            self.library.lib.rw_batch_choose(self._batch)
        return self._chosen

    def random_step(self) -> int:
        """Plays a random move in each game that is not over; gives how many."""
        with self._alone:
            self.library.lib.rw_batch_choose(self._batch)
            playing = int(self._batch.playing)
            self._play(self.library.ffi.NULL)
        return playing

    @property
    def masks(self) -> Any:
        """A row for each game: 1 for each legal move."""
        rows = _array(self.library, self._masks, "uint8").reshape(self.size, self.library.schema["row"])
        return rows[:, : self.n_moves]

    @property
    def to_move(self) -> Any:
        """The seat that decides in each game; -1 when it is over."""
        return self._column("to_move")

    @property
    def n_legal(self) -> Any:
        """How many legal moves there are in each game."""
        return self._column("n_legal")

    @property
    def ending(self) -> Any:
        """The number of the ending of each game, -1 while it goes on."""
        return self._column("ending")

    @property
    def won(self) -> Any:
        """Who has won each game that is over: a bit a seat."""
        return _array(self.library, self._won, "uint64")

    def _column(self, name: str) -> Any:
        return _array(self.library, self._told, "int32").reshape(self.size, 3)[:, TOLD.index(name)]

    def field(self, name: str) -> Any:
        """A place of all games (a memory, `men:BOARD` for the sets of a board, `pools`, `sets`), a row a
        game: everything, whoever may see it. It changes as the games go on, and is not to be written to."""
        import numpy

        at, dtype, count = self._field(name)
        size = self.library.ffi.sizeof("State")
        whole = numpy.frombuffer(self.library.ffi.buffer(self._states), dtype="uint8")
        found = numpy.ndarray((self.size, count), dtype, whole.data, at, (size, numpy.dtype(dtype).itemsize))
        found.flags.writeable = False
        return found

    def _field(self, name: str) -> tuple[int, str, int]:
        schema, lib = self.library.schema, self.library.lib
        fields = [key for key, _ in schema["fields"]]
        if name == "pools":
            return int(lib.rw_offset(len(fields))), "int32", schema["pools"]
        if name == "sets":
            return int(lib.rw_offset(len(fields) + 1)), "uint64", schema["sets"] * schema["set_words"]
        if name not in fields:
            raise ValueError(f"there is no place {name!r}: {', '.join([*fields, 'pools', 'sets'])}")
        number = fields.index(name)
        (_, count, words), (_, ctype) = schema["memory"][number], schema["fields"][number]
        return int(lib.rw_offset(number)), "uint64" if words else ctype[:-2], count * max(1, words)

    def game(self, number: int) -> Game:
        """One of the games, as it stands, as a native game of its own."""
        if not 0 <= number < self.size:
            raise IndexError(f"games are 0 to {self.size - 1}, not {number}")
        begun = self.library.standing(self._states + number)
        if OVER < begun[3] < 0:
            raise _trouble(self.library.rules, begun[3], "")
        return _based(_made(self.library, begun, 0))


def _array(library: Library, data: Any, dtype: str) -> Any:
    import numpy

    found = numpy.frombuffer(library.ffi.buffer(data), dtype)
    found.flags.writeable = False
    return found


__all__ = ["CHANCE", "Batch", "Library", "Native", "NativeGame", "Stale"]
