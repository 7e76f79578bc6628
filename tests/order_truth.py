"""Whether the order of two reactions matters in a small game: found by letting both orders run.

`differences(game)` goes through every state, seat and argument with which two reactions to one event, or two
`as soon as` whose conditions hold together, may both run. Each order is followed to all its ends, with every
choice; what they can come to is compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from rulewright import core
from tests.cascade_truth import Call, Config, Search, State


class Difference(NamedTuple):
    """Two calls, a state in which their order matters, and what either order can come to."""

    one: Call
    other: Call
    state: State
    one_first: frozenset[State]
    other_first: frozenset[State]


def differences(game: core.Game) -> Iterator[Difference]:
    """Every pair of calls in every state in which their order matters."""
    search = Search(game)
    for state in search.states():
        for one, other in _both(search, state):
            ends = _ends(search, Config(state, (one, other))), _ends(search, Config(state, (other, one)))
            if ends[0] != ends[1]:
                yield Difference(one, other, state, *ends)


def _both(search: Search, state: State) -> Iterator[tuple[Call, Call]]:
    """The calls of two reactions that may both run in a state."""
    search.go_to(state)
    for event, answers in search.when.items():
        params = search.game.events[event].params
        for me, *args in product(range(search.players), *(search.values_of(p.type) for p in params)):
            given = tuple(args)
            ready = [
                Call(r.name, me, given)
                for r in answers
                if r.guard is None or search.value(r.guard, search._given(r, me, given))
            ]
            yield from combinations(ready, 2)
    holds = sorted(search.holding_in(state))
    yield from ((one, other) for one, other in combinations(holds, 2) if one.name != other.name)


def _ends(search: Search, config: Config) -> frozenset[State]:
    """All states in which nothing waits any more."""
    seen, waiting, ends = {config}, [config], set()
    while waiting:
        state, line = waiting.pop()
        if not line:
            ends.add(state)
            continue
        after = {config for config, _ in search.nexts(Config(state, line))} - seen
        seen |= after
        waiting += after
    return frozenset(ends)
