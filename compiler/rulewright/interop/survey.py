"""What can be told of a game before it is played, by going through all its positions if there are few.

`survey(setup)` gives Facts. A small game is searched whole, with every outcome of chance: its longest line of
play and its totals are then exact. Of a larger one nothing is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from rulewright.interop.engines import Setup
from rulewright.python.runtime import CHANCE, State

POSITIONS = 10_000
"""A game with more positions is not searched whole."""
DEPTH = 20
"""Nor is one that can be longer, in decisions and chance nodes,"""
MOVES = 50_000
"""or one with more moves between its positions."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What was found. `whole`: the game was searched, and `decisions`, `chances` are the most of one game,
    `totals` the scores with which games end."""

    whole: bool
    decisions: int
    chances: int
    totals: frozenset[tuple[int, ...]]


class _TooLarge(Exception):
    """The game has too many positions to be searched whole."""


@cache
def survey(setup: Setup) -> Facts:
    """The facts of a game with so many players and these options."""
    if not setup.rules.reads_hidden:
        try:
            return _Search(setup).facts()
        except _TooLarge:
            pass
    return Facts(False, 0, 0, frozenset())


def totals(setup: Setup, state: State) -> tuple[int, ...]:
    """What each seat has scored."""
    return tuple(sum(line.value(state, seat) for line in setup.rules.sheet) for seat in range(setup.players))


class _Search:
    """A search of all positions, each once: how much of a game can still follow it."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._known: dict[str, tuple[int, int]] = {}
        self._moves = 0
        self._totals: set[tuple[int, ...]] = set()

    def facts(self) -> Facts:
        """All of them. Raises _TooLarge."""
        decisions, chances = self._after(self._setup.new(explicit=True).state, 0)
        return Facts(True, decisions, chances, frozenset(self._totals))

    def _after(self, state: State, depth: int) -> tuple[int, int]:
        """The most decisions, and the most chance nodes, that can follow."""
        if state.ending >= 0:
            self._totals.add(totals(self._setup, state))
            return 0, 0
        key = state.key()
        if key not in self._known:
            self._moves += len(state.legal)
            if depth == DEPTH or len(self._known) >= POSITIONS or self._moves > MOVES:
                raise _TooLarge
            found = [self._after(child, depth + 1) for child in self._children(state)]
            by_chance = state.to_move == CHANCE
            self._known[key] = (
                max(decisions for decisions, _ in found) + (not by_chance),
                max(chances for _, chances in found) + by_chance,
            )
        return self._known[key]

    def _children(self, state: State) -> Iterator[State]:
        for move in state.legal:
            child = state.copy()
            self._setup.rules.apply(child, move)
            yield child
