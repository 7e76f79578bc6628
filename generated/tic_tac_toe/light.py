"""Tic-tac-toe 1.1.0: games for speed, which hold no more than play needs.

A light game holds free, x, o. Spaces are bits: a set of them is a whole number. For all that
is asked beside playing it becomes a full game, with a state.

Written by Rulewright 0.1.0 from rulesets/tic_tac_toe/tic_tac_toe.rules; change that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._runtime import FEW, BoardGame, ChartedGame, State, held_at, set_board
from .data import LINES_SQUARE_3_WHOLE
from .scoring import end
from .state import BOARD, BOARD_MEN

# what is known of each move: space
MOVES = {
    s_: 1 << s_
    for s_ in range(9)
}


class Light(BoardGame):
    """A game that holds free, x, o."""

    __slots__ = ()
    free: Any = held_at(0)
    x: Any = held_at(1)
    o: Any = held_at(2)

    @staticmethod
    def holds(s: State) -> list[Any]:
        """What a light game holds of a position in which the first seat is to move."""
        free = s.memory[BOARD_MEN - 1]
        x = s.memory[BOARD_MEN]
        o = s.memory[BOARD_MEN + 1]
        return [free, x, o]

    @staticmethod
    def ends(s: State) -> bool:
        """Tests the endings, from all that has changed before."""
        if (LINES_SQUARE_3_WHOLE[s.memory[BOARD_MEN]] or LINES_SQUARE_3_WHOLE[s.memory[BOARD_MEN + 1]]):  # three (TTT-4)
            return end(s, 0)
        if s.memory[BOARD_MEN - 1] == 0:  # full (TTT-5)
            return end(s, 1)
        return False

    @staticmethod
    def write(s: State, held: list[Any], turn: int, changed: tuple[int, ...]) -> None:
        """Writes what a light game holds into the state that it began with, after so many turns."""
        memory, f = s.memory, s.frames[-1]
        memory[0] += turn // 2
        f[2], f[1] = turn % 2, turn % 2 + 1
        set_board(memory, BOARD, BOARD_MEN, 9, [held[1], held[2]])

    @staticmethod
    def copied(held: list[Any]) -> list[Any]:
        """A copy of what is held."""
        return held[:]

    def held(self) -> list[Any]:
        """All that is held."""
        return [self.free, self.x, self.o]

    def hold(self, held: list[Any]) -> None:
        """Holds all that is listed."""
        self.free, self.x, self.o = held

    def legal_moves(self, seat: int | None = None) -> list[int]:
        """The moves that the seat to move may choose, in a fixed order."""
        if seat is not None and seat != self.to_move:
            return []
        free = self.free
        return [*FEW[free]]

    def apply(self, move: int, seat: int | None = None) -> None:
        """Plays a legal move; the rules go on to the next decision. Raises IllegalMove."""
        try:
            space = MOVES[move]
        except (KeyError, TypeError):
            self._otherwise(move, seat)
            return
        if self.to_move:
            # mark (TTT-3)
            free = self.free
            o = self.o
            if seat is not None or not free & space:
                self._otherwise(move, seat)
                return
            free ^= space
            o |= space
            self.moves.append(move)
            self.free = free
            self.o = o
            if LINES_SQUARE_3_WHOLE[o]:  # three (TTT-4)
                self.free = 0
                self._to_move, self._over = None, True
                self._ended = 0, [1]
                return
            if not free:  # full (TTT-5)
                self.free = 0
                self._to_move, self._over = None, True
                self._ended = 1, [0, 1]
                return
            self._to_move = 0
            return
        # mark (TTT-3)
        free = self.free
        x = self.x
        if seat is not None or not free & space:
            self._otherwise(move, seat)
            return
        free ^= space
        x |= space
        self.moves.append(move)
        self.free = free
        self.x = x
        if LINES_SQUARE_3_WHOLE[x]:  # three (TTT-4)
            self.free = 0
            self._to_move, self._over = None, True
            self._ended = 0, [0]
            return
        if not free:  # full (TTT-5)
            self.free = 0
            self._to_move, self._over = None, True
            self._ended = 1, [0, 1]
            return
        self._to_move = 1

    @classmethod
    def played_out(cls, draw: Callable[[], int]) -> tuple[int, list[int]] | None:
        """A new game by random moves, `draw` gives 32 bits for each: the number of plies, and who won."""
        held = cls.first or cls.prepared()
        if not held:
            return None
        free, x, o = cls.copied(held)
        plies = 0
        while True:
            legal = FEW[free]
            move = legal[draw() * len(legal) >> 32]
            space = MOVES[move]
            # mark (TTT-3)
            free ^= space
            x |= space
            if LINES_SQUARE_3_WHOLE[x]:  # three (TTT-4)
                return plies + 1, [0]
            if not free:  # full (TTT-5)
                return plies + 1, [0, 1]
            legal = FEW[free]
            move = legal[draw() * len(legal) >> 32]
            space = MOVES[move]
            # mark (TTT-3)
            free ^= space
            o |= space
            if LINES_SQUARE_3_WHOLE[o]:  # three (TTT-4)
                return plies + 2, [1]
            if not free:  # full (TTT-5)
                return plies + 2, [0, 1]
            plies += 2


class Charted(ChartedGame):
    """A game that is at a node of the chart: 9 nodes by moves, the legal moves, whose turn it is."""

    __slots__ = ()

    def legal_moves(self, seat: int | None = None) -> list[int]:
        """The moves that the seat to move may choose, in a fixed order."""
        if seat is not None and seat != self.to_move:
            return []
        return self.node[9].copy()  # type: ignore[no-any-return]

    def apply(self, move: int, seat: int | None = None) -> None:
        """Plays a legal move; the rules go on to the next decision. Raises IllegalMove."""
        try:
            node = self.node[move]
            turn = node[10]
        except (IndexError, TypeError):
            self._otherwise(move, seat)
            return
        if seat is None and move >= 0:
            self.moves.append(move)
            self.node = node
            self._to_move = turn
            if turn is None:
                self._over = True
                self._ended = node[0]
        else:
            self._otherwise(move, seat)

    @classmethod
    def played_out(cls, draw: Callable[[], int]) -> tuple[int, list[int]] | None:
        """A new game by random moves, `draw` gives 32 bits for each: the number of plies, and who won."""
        if cls.root is None:
            begun(0)
            return Light.played_out(draw)
        node, plies = cls.root, 0
        while legal := node[9]:
            node = node[legal[draw() * len(legal) >> 32]]
            plies += 1
        return plies, node[0][1]


def begun(seed: int) -> Light | None:
    """A new game without a chart; None where games do not begin lightly."""
    held = Light.first or Light.prepared()
    if not held:
        return None
    game = Light()
    game.free, game.x, game.o = held
    game.seed = seed
    game.moves = []
    game._to_move = 0
    game._over = False
    Charted.begins(game)
    return game
