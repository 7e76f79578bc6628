"""A module that a C compiler has built, with the rules of its Python engine."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

from rulewright.native.face.checks import check
from rulewright.native.face.states import MASK64, States
from rulewright.python.runtime import RuleError, Rules, State

OVER = -64
RULES_FAIL, TOO_LARGE, ILLEGAL, TOO_LONG = -1, -2, -3, -5
STAMPED = ("__init__.py", "_runtime.py", "data.py", "moves.py", "scoring.py", "state.py")


class Stale(ImportError):
    """A native module that was not built from this engine."""


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
        self.states = States(rules, self.schema)
        self.state_size, self.run_size, self.run_at = (int(self.lib.rw_size(what)) for what in range(3))
        self._starts: dict[tuple[int, tuple[int, ...]], Any] = {}
        self._addresses: dict[tuple[int, tuple[int, ...]], int] = {}
        self.bound, self.methods = self._fast()

    def _fast(self) -> Any:
        """What makes a game's memory, and the methods that it is played by without cffi between."""
        import ctypes

        address = int(self.ffi.cast("uintptr_t", self.lib.rw_fast()))
        return ctypes.cast(address, ctypes.py_object).value

    # ---- memory

    def room_for(self, states: int) -> Any:
        """Memory for so many states, all zero; it lives as long as what is given. Raises MemoryError."""
        return self.array("char", states * self.state_size, f"{states:,} games")

    def array(self, ctype: str, count: int, what: str) -> Any:
        """Memory for so many values of a type. Raises MemoryError, which says what asks for it."""
        try:
            return self.ffi.new(f"{ctype}[]", count)
        except (MemoryError, OverflowError):
            asked = count * int(self.ffi.sizeof(ctype))
            raise MemoryError(f"{what} take {asked:,} bytes, which are not to be had") from None

    def as_state(self, room: Any, number: int = 0) -> Any:
        """One of the states in some memory, which somebody else keeps."""
        return self.ffi.cast("State *", self.ffi.cast("char *", room) + number * self.state_size)

    def new_run(self) -> Any:
        """What one loop works with."""
        return Kept(self, self.run_size, "Run *")

    def new_state(self, state: State | None = None) -> Kept:
        """Memory for a state; that of the Python engine, which must be one."""
        kept = Kept(self, self.state_size, "State *")
        if state is not None:
            self.lib.rw_unpack(kept.at, self.ffi.new("int64_t[]", self.states.numbers(state)))
        return kept

    # ---- games

    def start(self, players: int, options: tuple[int, ...]) -> Any:
        """The state that all games with so many players and these options begin with."""
        found = self._starts.get((players, options))
        if found is None:
            state = self.rules.start(players, options, 0)
            if not self.rules.random:
                self.rules.begin(state)
            found = self._starts[players, options] = self.new_state(state)
        return found.at

    def address(self, data: Any) -> int:
        """Where something lies."""
        return int(self.ffi.cast("uintptr_t", data))

    def begun(self, players: int, options: tuple[int, ...], seed: int) -> Any:
        """A game's memory, its functions, and who decides first."""
        at = self._addresses.get((players, options))
        if at is None:
            at = self._addresses[players, options] = self.address(self.start(players, options))
        return self.bound(at, seed & MASK64) if self.rules.random else self.bound(at)

    def standing(self, raw: Any) -> Any:
        """As `begun`, from where a state stands."""
        return self.bound(self.address(raw))

    # ---- states of the Python engine

    def read(self, raw: Any) -> State:
        """The state of the Python engine that a native one is."""
        buffer = self.ffi.new("int64_t[]", self.states.room)
        size = self.lib.rw_pack(raw, buffer)
        return self.states.state(self.ffi.unpack(buffer, size))

    def check(self, state: State) -> None:
        """Raises SaveError for what cannot be a state of these rules, so that C may trust it."""
        check(self.states, state)


class Kept:
    """Memory of the size that C says, and a pointer to it."""

    __slots__ = ("at", "memory")

    def __init__(self, library: Library, size: int, pointer: str) -> None:
        self.memory = library.ffi.new("char[]", size)
        self.at = library.ffi.cast(pointer, self.memory)


def trouble(rules: Rules, found: int, told: str) -> Exception:
    """What C says that has gone wrong, as an error."""
    if found == TOO_LARGE:
        return OverflowError(f"{rules.title}: a position is larger than the native form holds{told}")
    if found == TOO_LONG:
        return OverflowError(f"{rules.title}: there is no end{told} by so many plies")
    return RuleError(f"the rules leave no way on{told}; the Python engine says where")
