"""Hex 1.0.0: where everything lies in a State, and how it starts.

Written by Rulewright 0.1.0 from rulesets/hex/hex.rules; change that.
"""

from __future__ import annotations

from ._runtime import State

ALL = 3  # a bit for each seat
LISTS = 0  # place numbers: lists first, then sets

# offsets in memory
BOARD = 1  # + 1 * axis 1
BOARD_MEN = 123  # + 1 * axis 1
BOARD_CHANGED = 125
JOINED = 126  # + 1 * axis 1

# offsets in kept, of values that are kept until what they read changes
HAS_WON_KEPT = 0  # + p

# offsets in kept, of what reads a place
ALL_READERS_OF_BOARD = 0

# who sees a component's face, by place
SEES = ()

# where backs show, by place
BACKS = ()


def move_on_board(s: State, source: int, to: int) -> None:
    """What stands on a space of board goes to another; what stood there is captured."""
    board_source = BOARD + source
    board_to = BOARD + to
    if source == to:
        return
    memory = s.memory
    man, old = memory[board_source], memory[board_to]
    left, entered = 1 << source, 1 << to
    memory[BOARD_MEN - 1] ^= left
    memory[BOARD_MEN + man] ^= left | entered
    memory[BOARD_MEN + old] ^= entered
    memory[board_source] = -1
    memory[board_to] = man
    memory[BOARD_CHANGED] |= left | entered
    s.kept[ALL_READERS_OF_BOARD : ALL_READERS_OF_BOARD + 2] = (None,) * 2


def put_board(s: State, space: int, man: int) -> None:
    """What stands on a space of board changes (-1: nothing), and the masks with it."""
    board = BOARD + space
    memory = s.memory
    old = memory[board]
    bit = 1 << space
    memory[BOARD_MEN + old] ^= bit
    memory[BOARD_MEN + man] ^= bit
    memory[board] = man
    memory[BOARD_CHANGED] |= bit
    s.kept[ALL_READERS_OF_BOARD : ALL_READERS_OF_BOARD + 2] = (None,) * 2


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
    s.memory = [0] * 130
    s.where = [-1] * 0
    s.known = [0] * 0
    s.kept = [None] * 2
    s.memory[BOARD : BOARD + 121] = [-1] * 121
    s.memory[BOARD_MEN - 1] = 0x1ffffffffffffffffffffffffffffff
    s.memory[BOARD_CHANGED] = 0x1ffffffffffffffffffffffffffffff
    return s


def start_round(s: State) -> None:
    """A new round: its number rises, what is remembered for a round starts anew."""
    s.memory[0] += 1


def start_turn(s: State) -> None:
    """A new turn: what is remembered for a turn starts anew."""
    return
