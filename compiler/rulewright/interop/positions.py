"""Positions of a game as nodes of its tree, for OpenSpiel: they never change, so a copy is the node itself.

A Tree is a game with all that is known of it; `tree.root` its first Position, `position.after(step)` those
that follow. In a game that is small enough to be searched whole, each position is made once and kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from typing import Any

from rulewright.interop.engines import Face, Setup
from rulewright.interop.payoffs import Payoffs, bounds
from rulewright.interop.survey import survey
from rulewright.interop.tensors import layout
from rulewright.python.runtime import CHANCE

HORIZON = 10_000
"""A game of more decisions is stopped, where its rules do not bound it."""
SEEDS = 1024
"""How many deals there are of a game whose chance cannot be played out node by node."""


Step = tuple[tuple[int, int], ...]
"""One step in a tree: the seats that decide, or CHANCE, each with its move."""


class Tree:
    """A game with its facts, payoffs and layout. `explicit`: each chance is a node of its own; else one node
    at the start draws the seed of the whole game."""

    def __init__(self, setup: Setup, returns: str, horizon: int) -> None:
        self.setup = setup
        self.name = (setup.rules.meaning, setup.players, setup.options, returns, horizon)
        self.facts = survey(setup)
        self.payoffs = Payoffs(returns)
        self.bounds = bounds(returns, setup, self.facts)
        self.layout = layout(setup)
        self.explicit = not setup.rules.reads_hidden
        self.longest = min(horizon, self.facts.decisions) if self.facts.whole else horizon
        self.chances = setup.chances if self.explicit else SEEDS

    @cached_property
    def root(self) -> Position:
        """The position before the first move, or the first chance node."""
        first = self.setup.new(explicit=True, history=True) if self.explicit else None
        return Position(self, first)


@cache
def tree_of(setup: Setup, returns: str = "rules", horizon: int = HORIZON) -> Tree:
    """The tree of a game, each made once. Raises ValueError for a way of returns that is none."""
    tree = Tree(setup, returns, horizon)
    _TREES[tree.name] = tree
    return tree


_TREES: dict[tuple[Any, ...], Tree] = {}


def restored(name: tuple[Any, ...], steps: tuple[Step, ...]) -> Position:
    """A position that was pickled. Raises ValueError if its game was not loaded before."""
    if name not in _TREES:
        raise ValueError("a pickled state needs its game: register the ruleset first")
    position = _TREES[name].root
    for step in steps:
        position = position.after(step)
    return position


class Position:
    """A node: a game at one decision or chance node. `game` is None where the seed is yet to be drawn."""

    __slots__ = ("_next", "_texts", "before", "decisions", "game", "step", "tree")

    def __init__(self, tree: Tree, game: Face, before: Position | None = None, step: Step = ()) -> None:
        self.tree = tree
        self.game = game
        self.before = before
        self.step = step
        self.decisions: int = 0 if before is None else before.decisions + (not before.by_chance)
        self._next: dict[Step, Position] = {}
        self._texts: dict[tuple[str, int], str] = {}

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.tree.name, tuple(at.step for at in self.line())[1:])

    def line(self) -> Iterator[Position]:
        """The positions from the first to this one."""
        found: list[Position] = []
        at: Position | None = self
        while at is not None:
            found.append(at)
            at = at.before
        return reversed(found)

    @property
    def over(self) -> bool:
        """Has the game ended, or been stopped?"""
        return self.game is not None and (self.game.over or self.decisions >= self.tree.longest)

    @property
    def by_chance(self) -> bool:
        """Is it a chance node?"""
        return not self.over and (self.game is None or self.game.to_move == CHANCE)

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats that decide."""
        return () if self.over or self.by_chance else tuple(self.game.deciding)

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance can bring, numbered from 0, with the probabilities."""
        if self.game is None:
            return [(seed, 1 / SEEDS) for seed in range(SEEDS)]
        first = self.tree.setup.actions
        return [(move - first, chance) for move, chance in self.game.chance_outcomes()]

    def happen(self, outcome: int) -> Position:
        """The position after an outcome of chance."""
        first = 0 if self.game is None else self.tree.setup.actions
        return self.after(((CHANCE, outcome + first),))

    def after(self, step: Step) -> Position:
        """The position after a step. Raises IllegalMove."""
        if step in self._next:
            return self._next[step]
        if self.game is None:
            game = self.tree.setup.new(step[0][1], history=True)
        else:
            game = self.game.copy()
            for seat, move in step:
                game.apply(move, seat=seat)
        after = Position(self.tree, game, self, step)
        if self.tree.facts.whole:
            self._next[step] = after
        return after

    def returns(self) -> list[float]:
        """What the seats get: nothing before the end."""
        if not self.over:
            return [0.0] * self.tree.setup.players
        return self.tree.payoffs.of(self.game) if self.game.over else self.tree.payoffs.cut_short(self.game)

    def name(self, move: int) -> str:
        """What a move is called; where chance draws one of several of that name, its number too."""
        if self.game is None:
            return f"seed {move}"
        group, picks = self.game.decode(move)
        words, called = [words for _, words, _ in group.picks], str(self.game.name(move))
        alike = group.chance and words[0].count(words[0][picks[0]]) > 1
        return f"{called} ({picks[0] + 1})" if alike else called

    def information_key(self, seat: int) -> str:
        """All that a seat has seen and chosen, as one word."""
        return self._text("information", seat)

    def observation(self, seat: int) -> str:
        """What a seat sees, in words."""
        return self._text("observation", seat)

    def text(self) -> str:
        """All that lies there, in words; of two positions that differ, two texts."""
        return self._text("all", -1)

    def _text(self, sort: str, seat: int) -> str:
        if (sort, seat) not in self._texts:
            self._texts[sort, seat] = self._made(sort, seat)
        return self._texts[sort, seat]

    def _made(self, sort: str, seat: int) -> str:
        if self.game is None:
            return "the seed is not drawn"
        if sort == "information":
            return str(self.game.information_key(seat))
        view = self.game.view(None if sort == "all" else seat)
        lines = [f"{name}: {shown}" for name, shown in view.items()]
        return "\n".join([*lines, f"position: {self.game.key()}"] if sort == "all" else lines)

    def numbers(self, seat: int) -> list[float]:
        """What a seat sees, in numbers."""
        if self.game is None:
            return [0.0] * self.tree.layout.size
        return self.tree.layout.write(self.game, seat)

    def recalled(self) -> list[Position]:
        """The positions that seats have seen, first to this: a chance node shows nothing."""
        return [at for at in self.line() if not at.by_chance]
