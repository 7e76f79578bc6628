"""What cannot be a state of some rules, found before C trusts it."""

from __future__ import annotations

from typing import Any

from rulewright.native.face.states import MASK64, States
from rulewright.python.runtime import SaveError, State, broken

RANGES = {f"int{bits}_t": (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (8, 16, 32)}
RANGES["int64_t"] = -(2**53), 2**53


def check(states: States, state: State) -> None:
    """Raises SaveError for what cannot be a state of these rules, so that C may trust it."""
    try:
        found = _faults(states, state)
    except (TypeError, ValueError, IndexError, KeyError, AttributeError, OverflowError) as error:
        found = [str(error)]
    if found:
        raise SaveError(f"this is no position of these rules: {found[0]}")


def _faults(states: States, state: State) -> list[str]:
    rules = states.rules
    if state.explicit or state.batches or state.drawn or state.answering >= 0 or state.past:
        return ["it has what a native game does not hold: explicit chance, or positions that have come"]
    options = [[value for _, value in option.values] for option in rules.options]
    if not rules.low <= state.players <= rules.high or len(options) != len(state.options):
        return ["so many do not play it"]
    if not all(value in known for value, known in zip(state.options, options, strict=True)):
        return ["its options are none"]
    if not -1 <= state.ending < len(rules.endings) or not 0 <= state.rng <= MASK64:
        return ["its ending or its chance is out of range"]
    if not all(type(value) is int for value in [*state.memory, *state.pools, *state.sets]):
        return ["it holds what is no whole number"]
    found = broken(rules, state) or _strange(states, state)
    if found:
        return found
    states.numbers(state)
    return []


def _strange(states: States, state: State) -> list[str]:
    """Sets and frames that are out of range, which the Python engine does not mind."""
    found = []
    for (at, count, words), (_, ctype) in zip(states.schema["memory"], states.schema["fields"], strict=True):
        low, high = (0, (1 << 64 * words) - 1) if words else RANGES[ctype]
        found += [
            f"place {i} of the memory is {state.memory[i]}"
            for i in range(at, at + count)
            if not low <= state.memory[i] <= high
        ]
    if len(state.frames) > states.schema["deep"] or len(state.queue) > states.schema["line"]:
        found.append("it has more frames than the native form holds")
    if not state.frames:
        found.append("it has no frames")
    everyone = (1 << states.rules.high) - 1
    found += [
        f"component {i} is known to {known:b}" for i, known in enumerate(state.known) if known & ~everyone
    ]
    for frame in (*state.queue, *state.frames):
        found += _strange_frame(states, frame)
    return found


def _strange_frame(states: States, frame: list[Any]) -> list[str]:
    slots = states.steps.get(frame[0])
    if slots is None or len(slots) != len(frame) - 1:
        return [f"{frame} is no frame of these rules"]
    for (sort, _, words, low, high), value in zip(slots, frame[1:], strict=True):
        values = value if sort == "list" and isinstance(value, list) else [value]
        least, most = (0, (1 << 64 * words) - 1) if sort == "set" else (low, high)
        if not all(type(one) in (int, bool) and least <= one <= most for one in values):
            return [f"a frame at step {frame[0]} holds {value}"]
    return []
