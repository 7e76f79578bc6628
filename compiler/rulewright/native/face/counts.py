"""Games by random moves that are counted: what a simulation asks of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.native.face.library import Library


class Counts:
    """Plays games one by one, each seat by a stream of its own, and counts over all: how often each move was
    `taken`, whether it was `offered`, how often each seat `decided`, what has `fired`, and the most that was
    `away` from each of some homes (their size; the numbers of their lists, sets and pools).

    After `play` has given 1 (the game has ended) or 0 (not by `most` decisions) there are its `plies`,
    `round`, `ending`, who has `won` (a bit a seat) and its `lines` by seat. Where it gives less, something
    went wrong and nothing was counted that counts again when another engine plays this game.
    """

    def __init__(
        self,
        library: Library,
        players: int,
        start: Any,
        most: int,
        homes: Sequence[tuple[int, Sequence[int], Sequence[int], Sequence[int]]],
    ) -> None:
        schema, high, new = library.schema, library.rules.high, library.ffi.new
        self._library, self._players, self._start = library, players, start
        self._room, self._run = library.room_for(1), library.new_run()
        self._state, self._streams = library.as_state(self._room), new("uint64_t[]", high)
        lines, moves = len(schema["scores"]), schema["moves"] + 1
        self._kept = {
            "moves": library.array("int32_t", most + 1, "the moves of a game"),
            "movers": library.array("int32_t", most + 1, "the moves of a game"),
            "taken": new("int64_t[]", moves),
            "decided": new("int64_t[]", high),
            "away": new("int64_t[]", len(homes) + 1),
            "lines": new("int64_t[]", high * lines + 1),
            "fired": new("int64_t[]", len(schema["told"]) + 1),
            "offered": new("uint8_t[]", moves),
            "homes": new("int32_t[]", [number for home in homes for number in _flat(*home)] or [0]),
        }
        self.count = new("Count *", {"most": most, "n_homes": len(homes), **self._kept})

    def play(self, seed: int, streams: Sequence[int]) -> int:
        """Plays the game of a seed; `streams` are where those of the seats stand."""
        for seat, stream in enumerate(streams):
            self._streams[seat] = stream
        lib, seed = self._library.lib, seed & (1 << 64) - 1
        return int(lib.rw_game(self._start, self._state, self._run.at, seed, self._streams, self.count))

    @property
    def lines(self) -> list[list[int]]:
        """What each line of the sheet was worth to each seat in the game before."""
        size, lines = len(self._library.schema["scores"]), self._kept["lines"]
        return [list(lines[size * seat : size * (seat + 1)]) for seat in range(self._players)]

    def all(self, name: str, size: int) -> list[int]:
        """What was counted over all games; 0 for moves of chance, which come last and are none here."""
        kept = self._kept[name]
        return [*kept[0 : min(size, len(kept))], *[0] * (size - len(kept))]

    @property
    def fired(self) -> dict[str, int]:
        """How often each reaction has started, in games that have ended."""
        told = self._library.schema["told"]
        return {name: times for name, times in zip(told, self.all("fired", len(told)), strict=True) if times}


def _flat(size: int, *places: Sequence[int]) -> list[int]:
    found = [size]
    for of in places:
        found += [len(of), *of]
    return found
