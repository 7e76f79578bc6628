"""Nim 1.0.0: where everything lies in a State, and how it starts.

Written by Rulewright 0.1.0 from rulesets/nim/nim.rules; change that.
"""

from __future__ import annotations

from ._runtime import State

ALL = 3  # a bit for each seat
LISTS = 0  # place numbers: lists first, then sets

# offsets in pools
SUPPLY_STONE = 0  # pool
PILE = 1  # pool + 1 * axis 1
TAKEN = 5  # pool + seat

# offsets in memory
LAST = 1

# who sees a component's face, by place
SEES = ()

# where backs show, by place
BACKS = ()


def start(players: int, options: tuple[int, ...], rng: int) -> State:
    """A state with all components where they start, before the set-up."""
    s = State.__new__(State)
    s.players, s.options, s.rng, s.ending = players, options, rng, -1
    s.to_move, s.legal, s.odds, s.frames, s.trace = None, [], [], [], None
    s.queue, s.past = [], ()
    s.explicit, s.batches, s.drawn, s.answering = False, [], [], -1
    s.zones = [[] for _ in range(0)]
    s.sets = [0] * 0
    s.pools = [0] * 7
    s.memory = [0] * 2
    s.where = [-1] * 0
    s.known = [0] * 0
    s.kept = [None] * 0
    s.pools[SUPPLY_STONE] = 36
    s.memory[LAST] = -1
    return s


def start_round(s: State) -> None:
    """A new round: its number rises, what is remembered for a round starts anew."""
    s.memory[0] += 1


def start_turn(s: State) -> None:
    """A new turn: what is remembered for a turn starts anew."""
    return
