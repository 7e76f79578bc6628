"""Whether an order matters in a small game: found by letting both orders run.

`differences(game)` goes through every state, seat and argument with which two reactions to one event, or two
`as soon as` whose conditions hold together, may both run; and through every action in which statements stand
in any order. Each order is followed to all its ends, with every choice; what they can come to is compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from rulewright import core
from tests.cascade_truth import Call, Config, Partly, Search, State
from tests.naive import Env


class Difference(NamedTuple):
    """Two reactions or statements, a state in which their order matters, what either order can come to."""

    one: str
    other: str
    state: State
    one_first: frozenset[State]
    other_first: frozenset[State]


def differences(game: core.Game) -> Iterator[Difference]:
    """Every pair in every state in which their order matters."""
    search = Search(game)
    for state in search.states():
        for one, other in _both(search, state):
            ends = [_ends(search, [Config(state, line)]) for line in ((one, other), (other, one))]
            if ends[0] != ends[1]:
                yield Difference(one.name, other.name, state, ends[0], ends[1])
    yield from _in_any_order(search)


def _in_any_order(search: Search) -> Iterator[Difference]:
    for start, picked in search.starts():
        for said in search.game.any_orders:
            if said.by != ("action", start.move[0]):
                continue
            for one, other in combinations(said.parts, 2):
                ends = [
                    _after(search, start.state, body, picked) for body in ((*one, *other), (*other, *one))
                ]
                if ends[0] != ends[1]:
                    names = [type(part[0]).__name__ for part in (one, other)]
                    yield Difference(names[0], names[1], start.state, ends[0], ends[1])


def _after(search: Search, state: State, body: core.Block, env: Env) -> frozenset[State]:
    search.running = []
    found = search.block(body, env, Partly(state, env, (), (), 0))
    return _ends(search, [Config(after, search.put((), word)) for after, word in found])


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


def _ends(search: Search, configs: list[Config]) -> frozenset[State]:
    """All states in which nothing waits any more."""
    seen, waiting, ends = set(configs), list(configs), set()
    while waiting:
        state, line = waiting.pop()
        if not line:
            ends.add(state)
            continue
        after = {config for config, _ in search.nexts(Config(state, line))} - seen
        seen |= after
        waiting += after
    return frozenset(ends)
