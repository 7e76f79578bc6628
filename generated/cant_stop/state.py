"""Can't Stop 1.0.0: where everything lies in a State, and how it starts.

Written by Rulewright 0.1.0 from rulesets/cant_stop/cant_stop.rules; change that.
"""

from __future__ import annotations

from ._runtime import State

ALL = 15  # a bit for each seat
LISTS = 0  # place numbers: lists first, then sets

# offsets in memory
STANDS = 1  # + 11 * seat + 1 * axis 1
RUNNER = 45  # + 1 * axis 1
OVER = 56

# offsets in kept, of values that are kept until what they read changes
RUNNING_KEPT = 0
ENDING_WON_KEPT = 1

# offsets in kept, of what reads a place
ALL_READERS_OF_STANDS = 1
ALL_READERS_OF_RUNNER = 0

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
    s.pools = [0] * 0
    s.memory = [0] * 57
    s.where = [-1] * 0
    s.known = [0] * 0
    s.kept = [None] * 2
    s.memory[RUNNER : RUNNER + 11] = [0] * 11
    s.memory[OVER] = 0
    return s


def start_round(s: State) -> None:
    """A new round: its number rises, what is remembered for a round starts anew."""
    s.memory[0] += 1


def start_turn(s: State) -> None:
    """A new turn: what is remembered for a turn starts anew."""
    s.memory[RUNNER : RUNNER + 11] = [0] * 11
    s.kept[ALL_READERS_OF_RUNNER] = None
    s.memory[OVER] = 0
