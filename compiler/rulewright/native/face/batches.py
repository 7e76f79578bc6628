"""Batches: many games side by side, for learners."""

from __future__ import annotations

from functools import cached_property
from threading import Lock
from typing import Any

from rulewright.native.face.games import based, made
from rulewright.native.face.library import OVER, Library, trouble
from rulewright.native.face.seen import Seen
from rulewright.native.face.states import MASK64
from rulewright.python.runtime import Game, IllegalMove, Random
from rulewright.python.runtime import _whole as whole

TOLD = ("to_move", "n_legal", "ending")


class Batch:
    """Many games side by side, for learners: what is asked of all of them lies in arrays, which are never
    copied. With numpy these are `masks` (a row a game, 1 for each legal move), `to_move` (-1 when a game is
    over), `n_legal`, `ending` (-1 while a game goes on), `won` (a bit a seat), and the places of `field`.
    Threads that share a batch wait for each other; each with a batch of its own run side by side.
    """

    def __init__(self, library: Library, size: int, seed: int, start: Any) -> None:
        ffi, schema, games = library.ffi, library.schema, f"{size:,} games"
        self.library, self.size, self.n_moves = library, size, int(schema["moves"])
        self._start, self._run, self._alone = start, library.new_run(), Lock()
        self.players = int(library.lib.rw_setting(start, 0))
        self._looked: dict[int, tuple[Any, Any, Any]] = {}
        self._states = library.room_for(size)
        self._masks = library.array("uint8_t", size * schema["row"], games)
        self._lists = library.array("int32_t", size * (self.n_moves + 1), games)
        self._told = library.array("int32_t", 3 * size, games)
        self._won = library.array("uint64_t", size, games)
        self._chosen = library.array("int32_t", size, games)
        self._batch = ffi.new(
            "Batch *",
            {
                "n": size,
                "seed": seed & MASK64,
                "stream": Random(seed).state,
                "states": library.as_state(self._states),
                "masks": self._masks,
                "lists": self._lists,
                "told": self._told,
                "chosen": self._chosen,
                "won": self._won,
            },
        )
        self._begin(1)

    def _begin(self, all: int) -> None:
        found = self.library.lib.rw_batch_begin(self._start, self._batch, self._run.at, all)
        if found < 0:
            raise trouble(self.library.rules, found, "")

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
        found = self.library.lib.rw_batch_step(self._batch, self._run.at, chosen)
        if found > 0:
            raise IllegalMove(
                f"move {chosen[found - 1]} of game {found - 1} is not legal now; none was played"
            )
        if found < 0:
            raise trouble(self.library.rules, found, "; the batch is not to be used any more")

    def _given(self, moves: Any) -> Any:
        ffi = self.library.ffi
        kind = getattr(moves, "dtype", None)
        if isinstance(moves, ffi.CData) and ffi.typeof(moves).cname.startswith("int32_t["):
            found = moves
        elif kind == "int32" and moves.flags.c_contiguous:
            found = ffi.from_buffer("int32_t[]", moves)
        else:
            numbers = [whole("a move", move) for move in moves]
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

    @cached_property
    def _seen(self) -> Seen:
        return Seen(self.library.rules, self.library.schema, self.players)

    @property
    def observation_parts(self) -> list[tuple[str, int, tuple[int, ...]]]:
        """What the numbers of an observation are: named blocks, where each starts, and its shape."""
        return self._seen.parts

    def observations(self, seat: int | None = None) -> Any:
        """What a seat sees of each game, as numbers in 0..1, a row a game; without a seat what the one sees
        that decides there (the first where the game is over). The numbers are those of
        `rulewright.interop.tensors`. The array of a seat is used again when it is asked for again."""
        if seat is not None:
            seat = whole("a seat", seat)
            if not 0 <= seat < self.players:
                raise ValueError(f"seats are 0 to {self.players - 1}, not {seat}")
        ffi, seen, key = self.library.ffi, self._seen, -1 if seat is None else seat
        if key not in self._looked:
            found = self.library.array("float", self.size * seen.size, f"observations of {self.size:,} games")
            self._looked[key] = found, ffi.new("int32_t[]", seen.plan), ffi.new("double[]", seen.size)
        rows, plan, row = self._looked[key]
        with self._alone:
            self.library.lib.rw_batch_see(self._batch, key, plan, seen.size, row, rows)
        return _array(self.library, rows, "float32").reshape(self.size, seen.size)

    def _column(self, name: str) -> Any:
        return _array(self.library, self._told, "int32").reshape(self.size, 3)[:, TOLD.index(name)]

    def field(self, name: str) -> Any:
        """A place of all games (a memory, `men:BOARD` for the sets of a board, `pools`, `sets`), a row a
        game: everything, whoever may see it. It changes as the games go on, and is not to be written to."""
        import numpy

        at, dtype, count = self._field(name)
        size = self.library.state_size
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
        number = whole("the number of a game", number)
        if not 0 <= number < self.size:
            raise IndexError(f"games are 0 to {self.size - 1}, not {number}")
        begun = self.library.standing(self.library.as_state(self._states, number))
        if OVER < begun[3] < 0:
            raise trouble(self.library.rules, begun[3], "")
        return based(made(self.library, begun, 0))


def _array(library: Library, data: Any, dtype: str) -> Any:
    import numpy

    found = numpy.frombuffer(library.ffi.buffer(data), dtype)
    found.flags.writeable = False
    return found
