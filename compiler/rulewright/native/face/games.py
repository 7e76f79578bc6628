"""Games that are played in C."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from rulewright.native.face.library import ILLEGAL, OVER, RULES_FAIL, Library
from rulewright.python.runtime import Game, IllegalMove, Random, State, held_at


class NativeGame(Game):
    """A game that is played in C; its face is that of Game.

    What is asked beside playing is asked of `state`, the same position for the Python engine; to change that
    is of no effect. Where the rules fail, or a position is larger than the native form holds, it becomes a
    Game. A game that began with its seed has no `_base`: it begins again when moves are taken back.
    """

    __slots__ = ()
    to_move: int | None = vars(Game)["_to_move"]  # the slot by another name: to ask costs nothing
    over: bool = vars(Game)["_over"]
    _play: Callable[[int], int] = held_at(0)
    _listed: Callable[[], list[int]] = held_at(1)
    _memory: bytes = held_at(2)
    _library: Library = held_at(3)
    _base: Any = held_at(4)
    _known: list[int] = held_at(5)

    @property
    def _raw(self) -> Any:
        """Its state."""
        return self._library.as_state(self._library.ffi.from_buffer(self._memory))

    @property
    def _run(self) -> Any:
        """What it works with."""
        ffi = self._library.ffi
        return ffi.cast("Run *", ffi.from_buffer(self._memory) + self._library.run_at)

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
        return int(self._library.lib.rw_setting(self._raw, 0))

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
        return self._library.state_size

    def place(self) -> bytes:
        """What lies where, who decides and what is known, for comparison with that of a game whose schema is
        the same."""
        ffi = self._library.ffi
        buffer = ffi.new("int64_t[]", self._library.states.place_room)
        size = self._library.lib.rw_place(self._raw, buffer)
        return bytes(ffi.buffer(buffer, 8 * size))

    def lines(self) -> list[int] | None:
        """What each line of the sheet is worth, seat by seat; None where the rules fail in one."""
        size = len(self._library.schema["scores"]) * self.players
        buffer = self._library.ffi.new("int64_t[]", size)
        failed = self._library.lib.rw_lines(self._raw, self._run, buffer)
        return None if failed else self._library.ffi.unpack(buffer, size) if size else []

    def legal_moves(self, seat: int | None = None) -> list[int]:
        """The moves that the seat to move may choose, or another that decides now, in a fixed order."""
        if seat is None or seat == self._to_move:
            return self._listed()
        return super().legal_moves(seat)

    def n_legal(self) -> int:
        """How many legal moves there are."""
        return int(self._library.lib.rw_legal(self._run, self._library.ffi.NULL))

    def nth_legal(self, k: int) -> int:
        """The k-th legal move, from 0. Raises IllegalMove where there is none."""
        moves = self._library.ffi.new("int32_t **")
        n = self._library.lib.rw_legal(self._run, moves)
        return int(moves[0][k]) if 0 <= k < n else super().nth_legal(k)

    def random_move(self, rng: Random) -> int:
        """One legal move, all alike likely; `rng` needs `below(n)`. Raises IllegalMove when the game is
        over."""
        moves = self._library.ffi.new("int32_t **")
        n = self._library.lib.rw_legal(self._run, moves)
        if not n:
            raise IllegalMove("the game is over")
        return int(moves[0][rng.below(n)])

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
            return library.standing(self._base.at)
        options = tuple(
            int(library.lib.rw_setting(self._raw, 1 + i)) for i in range(library.schema["options"])
        )
        return library.begun(self.players, options, self.seed)

    def _ahead_of_failure(self) -> State:
        """The position after all moves but the one that failed, found by playing them again."""
        library, memory = self._library, self._first()[0]
        state = library.read(library.as_state(library.ffi.from_buffer(memory)))
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
        other = made(self._library, self._library.standing(self._raw), self.seed)
        other.moves, other._known = self.moves[:], self.movers[:]
        return based(other)

    def fill(self) -> None:
        """Becomes a game of the Python engine."""
        self._full(self.state)

    def _full(self, state: State) -> None:
        base = self._base
        root = None if base is None else self._library.read(base.at)
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


@cache
def kind(library: Library) -> type[NativeGame]:
    """The games of a library: `apply` and `legal_moves` are functions of the module, which call those above
    for what is out of the ordinary."""
    names = {"__slots__": (), "__module__": __name__, "__doc__": NativeGame.__doc__}
    found = type("NativeGame", (NativeGame,), names)
    slots = [vars(NativeGame)[name] for name in ("_memory", "to_move")]
    for method in library.methods(found, NativeGame, *slots, vars(Game)["moves"]):
        setattr(found, method.__name__, method)
    return found


def made(library: Library, begun: Any, seed: int) -> NativeGame:
    """A game of its memory, its functions and who decides."""
    game = object.__new__(kind(library))
    game.rules, game.seed, game._library, game._base = library.rules, seed, library, None
    game._memory, game._play, game._listed, found = begun
    game.moves, game._known, game._past, game._root = [], [], None, None
    game._rooted = game._floor = 0
    game._keep, game._debug, game._careful, game._seen = False, False, False, []
    game._stands(found)
    return game


def based(game: NativeGame) -> NativeGame:
    """A game that goes back to where it stands now, and no further."""
    game._base = game._library.new_state()
    game._library.lib.rw_copy(game._base.at, game._raw)
    game._rooted = game._floor = len(game.moves)
    return game
