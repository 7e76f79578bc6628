"""Bots: who plays when nobody sits there; `bot(name, seed)` makes one by its name.

A bot is asked with the rules and the state of an engine and gives one legal move. It has a generator of its
own, apart from chance, and never looks at what its seat cannot see: before it looks ahead, all that is
hidden is dealt anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from rulewright.play.imagine import imagined, margin
from rulewright.play.mcts import MctsBot
from rulewright.python.runtime import Random, Rules, State, splitmix64

MOST = 1_000_000
"""More iterations a decision are taken for a slip of the hand."""


class Bot(Protocol):
    """What all bots share: a name, a generator (part of a save), and `choose`."""

    name: str
    rng: Random

    def choose(self, rules: Rules, state: State) -> int:
        """Give one of the legal moves of a state with an open decision; the state stays as it was."""


class RandomBot:
    """Plays any legal move, all alike likely."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, rules: Rules, state: State) -> int:
        """Give any legal move."""
        legal = state.legal
        return legal[self.rng.below(len(legal))]


class GreedyBot:
    """Looks one move ahead: the best score for itself against the best other; ties by its generator."""

    name = "greedy"

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, rules: Rules, state: State) -> int:
        """Give the move after which its score stands best."""
        legal, seat = state.legal, state.to_move
        if len(legal) == 1 or seat is None:
            return legal[0]
        world = imagined(rules, state, seat, self.rng)
        values = [_after(rules, world, move, seat) for move in legal]
        best = max(values)
        ties = [move for move, value in zip(legal, values, strict=True) if value == best]
        return ties[self.rng.below(len(ties))]


def _after(rules: Rules, world: State, move: int, seat: int) -> int:
    after = world.copy()
    rules.apply(after, move)
    return margin(rules, after, seat)


BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": GreedyBot, "mcts": MctsBot}


def bot(name: str, seed: int) -> Bot:
    """Make a bot by its name; raises ValueError for a name that no bot has.

    >>> bot("random", 7).name, bot("mcts:200", 7).name
    ('random', 'mcts:200')
    """
    kind, colon, number = name.partition(":")
    if kind not in BOTS:
        raise ValueError(f"there is no bot `{name}`; bots: {', '.join(BOTS)}")
    if not colon:
        return BOTS[kind](seed)
    if kind != "mcts" or not (number.isascii() and number.isdecimal() and 0 < int(number) <= MOST):
        raise ValueError(f"only mcts takes a number, of iterations, 1 to {MOST}: `mcts:200`, not `{name}`")
    return MctsBot(seed, int(number))


def seat_seed(seed: int, seat: int) -> int:
    """Give the seed of the bot at a seat in the game with a seed: `play` and `simulate` then agree."""
    return splitmix64((seed << 8 | seat) & ((1 << 64) - 1))[1]


def bot_names(text: str) -> tuple[str, ...]:
    """Take names with commas between them (`random,greedy`); raises ValueError as `bot` does.

    >>> bot_names("random, greedy")
    ('random', 'greedy')
    """
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        bot(name, 0)
    return names
