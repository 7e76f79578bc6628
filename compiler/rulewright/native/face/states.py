"""States of the Python engine as numbers of 64 bits, and back: what native states are made of."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from rulewright.python.runtime import Rules, State, shadow

MASK64 = (1 << 64) - 1
NOBODY = -2


class States:
    """States of some rules, by the schema of their C text: what stands where."""

    def __init__(self, rules: Rules, schema: Mapping[str, Any]) -> None:
        self.rules, self.schema = rules, schema
        self.steps = {int(number): slots for number, slots in schema["steps"].items()}

    @cached_property
    def room(self) -> int:
        """How many numbers a state can take, at most."""
        frames = (self.schema["deep"] + self.schema["line"]) * self.schema["frame"]
        return int(self.place_room + frames)

    @cached_property
    def place_room(self) -> int:
        """How many it can take without its frames."""
        found = self.schema
        memory = sum(count * max(1, words) for _, count, words in found["memory"])
        sets = found["sets"] * found["set_words"]
        single = 8 + found["options"] + found["pools"] + found["lists"] + 3 * found["components"]
        return int(single + memory + sets)

    def numbers(self, state: State) -> list[int]:
        """A state as numbers."""
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

    def state(self, numbers: list[int]) -> State:
        """The state that some numbers are."""
        return _Reader(self, numbers).state()


class _Reader:
    """Takes a state out of its numbers."""

    def __init__(self, states: States, numbers: list[int]) -> None:
        self._states = states
        self._numbers = iter(numbers)

    def _take(self, count: int) -> list[int]:
        return [next(self._numbers) for _ in range(count)]

    def _set(self, words: int) -> int:
        return sum((word & MASK64) << 64 * i for i, word in enumerate(self._take(words)))

    def state(self) -> State:
        """The state."""
        rules, found = self._states.rules, self._states.schema
        (players,), options = self._take(1), tuple(self._take(found["options"]))
        state = rules.start(players, options, 0)
        state.rng = next(self._numbers) & MASK64
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
        words = self._take(self._states.schema["frame"])
        frame: list[Any] = [words[0]]
        for sort, at, size, _, _ in self._states.steps[words[0]]:
            if sort == "list":
                frame.append(words[at + 1 : at + words[at]] if words[at] else 0)
            elif sort == "set":
                frame.append(sum((word & MASK64) << 64 * i for i, word in enumerate(words[at : at + size])))
            else:
                frame.append(words[at])
        return frame


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value


def _words(value: int, words: int) -> list[int]:
    return [_signed(value >> 64 * i & MASK64) for i in range(words)]
