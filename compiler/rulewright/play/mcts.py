"""The bot `mcts`: Monte Carlo tree search, for any number of players, with chance and with secrets.

Each iteration deals anew what the seat cannot know, walks down one tree by the moves that are legal in that
world, adds a node, and plays on at random. A node stands for the moves that lead to it, whatever chance and
the secrets were (single-observer information set search: Cowling, Powley and Whitehouse 2012). A child is
weighed by how often it could have been chosen, for in other worlds other moves are legal.
"""

from __future__ import annotations

from math import log, sqrt

from rulewright.play.imagine import imagined
from rulewright.python.runtime import Random, Rules, State

ITERATIONS = 50
EXPLORE = 0.6
"""How much a move that was seldom tried is preferred: the constant of UCB1 for values in 0..1."""
PLIES = 40
"""A playout that is longer is cut off, and judged by the scores so far."""
FOR_MARGIN = 0.4
"""How much of a finished game's value is its margin of scores; the rest is whether it was won."""


class Node:
    """Moves that lead from the root; `total` is what they were worth to the seat that made the last one."""

    __slots__ = ("available", "children", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[int, Node] = {}
        self.visits = 0
        self.available = 0
        self.total = 0.0

    def worth(self) -> float:
        """Mean value, with a bonus for what was seldom tried."""
        return self.total / self.visits + EXPLORE * sqrt(log(self.available) / self.visits)


class MctsBot:
    """Plays the move that most of its iterations went to; `mcts:500` makes 500 of them for each decision."""

    def __init__(self, seed: int, iterations: int = ITERATIONS) -> None:
        self.name = "mcts" if iterations == ITERATIONS else f"mcts:{iterations}"
        self.rng = Random(seed)
        self._iterations = iterations

    def choose(self, rules: Rules, state: State) -> int:
        """Give the move that was tried most often; the first of several."""
        legal, seat = state.legal, state.to_move
        if len(legal) == 1 or seat is None:
            return legal[0]
        search = Search(rules, self.rng)
        for _ in range(self._iterations):
            search.iterate(imagined(rules, state, seat, self.rng))
        children = search.root.children
        return max(legal, key=lambda move: children[move].visits if move in children else 0)


class Search:
    """One search: its tree, and the largest margin so far, which says what a margin is worth."""

    def __init__(self, rules: Rules, rng: Random) -> None:
        self.root = Node()
        self._rules = rules
        self._below = rng.below
        self._widest = 1

    def iterate(self, world: State) -> None:
        """Walk down the tree in a world that changes, add a node, play on, and note what came of it."""
        apply, node = self._rules.apply, self.root
        path: list[tuple[Node, int]] = []
        while world.ending < 0:
            move, new = self._select(node, world.legal)
            seat = world.to_move
            assert seat is not None
            apply(world, move)
            node = node.children[move]
            path.append((node, seat))
            if new:
                self._play_on(world)
                break
        values = self._values(world)
        for node, seat in path:
            node.visits += 1
            node.total += values[seat]

    def _select(self, node: Node, legal: list[int]) -> tuple[int, bool]:
        """The next move, and whether it was never tried."""
        children = node.children
        untried = [move for move in legal if move not in children]
        for move in legal:
            if move in children:
                children[move].available += 1
        if untried:
            move = untried[self._below(len(untried))]
            child = children[move] = Node()
            child.available = 1
            return move, True
        return max(legal, key=lambda move: children[move].worth()), False

    def _play_on(self, world: State) -> None:
        """Random moves, to the end or until they are too many."""
        apply, below = self._rules.apply, self._below
        for _ in range(PLIES):
            if world.ending >= 0:
                return
            legal = world.legal
            apply(world, legal[below(len(legal))])

    def _values(self, world: State) -> list[float]:
        """What a position is worth to each seat, 0 to 1."""
        margins = self._margins(world)
        if world.ending < 0 or self._rules.paid:
            return margins
        winners = self._rules.winners(world)
        won, lost = (1 - FOR_MARGIN) / max(1, len(winners)), 0.0
        return [
            FOR_MARGIN * margin + (won if seat in winners else lost) for seat, margin in enumerate(margins)
        ]

    def _margins(self, world: State) -> list[float]:
        """How far each seat is ahead of the best other, by the widest margin that was met: 0 to 1."""
        sign = -1 if self._rules.least_wins else 1
        seats = range(world.players)
        totals = [sign * sum([line.value(world, seat) for line in self._rules.sheet]) for seat in seats]
        margins = [
            total - max(totals[:seat] + totals[seat + 1 :], default=0) for seat, total in enumerate(totals)
        ]
        self._widest = max(self._widest, *map(abs, margins))
        return [0.5 + 0.5 * margin / self._widest for margin in margins]
