"""Hex 1.0.0: games for speed, which hold no more than play needs.

A light game holds free, black, white, black_joined, white_joined, spaces. Spaces are bits: a set of them is a whole number. For all that
is asked beside playing it becomes a full game, with a state.

Written by Rulewright 0.1.0 from rulesets/hex/hex.rules; change that.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import Any

from ._runtime import BoardGame, RuleError, State, bits, held_at, now_connects, region, set_board
from .data import NEAR_CELL_MASKS
from .scoring import end
from .state import BOARD, BOARD_CHANGED, BOARD_MEN, JOINED

# what is known of each move: space, around
MOVES = {
    s_: (1 << s_, NEAR_CELL_MASKS[s_])
    for s_ in range(121)
}


class Light(BoardGame):
    """A game that holds free, black, white, black_joined, white_joined, spaces."""

    __slots__ = ()
    free: Any = held_at(0)
    black: Any = held_at(1)
    white: Any = held_at(2)
    black_joined: Any = held_at(3)
    white_joined: Any = held_at(4)
    spaces: Any = held_at(5)

    @staticmethod
    def holds(s: State) -> list[Any]:
        """What a light game holds of a position in which the first seat is to move."""
        memory = s.memory
        free = memory[BOARD_MEN - 1]
        black = memory[BOARD_MEN]
        white = memory[BOARD_MEN + 1]
        black_joined = memory[JOINED]
        white_joined = memory[JOINED + 2]
        spaces = bits(free)
        return [free, black, white, black_joined, white_joined, spaces]

    @staticmethod
    def ends(s: State) -> bool:
        """Tests the endings, from all that has changed before."""
        memory = s.memory
        if now_connects(s.memory, JOINED, memory[BOARD_MEN], memory[BOARD_CHANGED], 0x1ffc000000000000000000000000000, 0x7ff, NEAR_CELL_MASKS) or now_connects(  # joined (HEX-3)
            s.memory,
            JOINED + 2,
            memory[BOARD_MEN + 1],
            memory[BOARD_CHANGED],
            0x4008010020040080100200400801,
            0x1002004008010020040080100200400,
            NEAR_CELL_MASKS,
        ):
            return end(s, 0)
        memory[BOARD_CHANGED] = 0
        return False

    @staticmethod
    def write(s: State, held: list[Any], turn: int, changed: tuple[int, ...]) -> None:
        """Writes what a light game holds into the state that it began with, after so many turns."""
        memory, f = s.memory, s.frames[-1]
        memory[0] += turn // 2
        f[2], f[1] = turn % 2, turn % 2 + 1
        set_board(memory, BOARD, BOARD_MEN, 121, [held[1], held[2]])
        memory[BOARD_CHANGED] = changed[0] if changed else 0
        memory[JOINED] = held[3]
        memory[JOINED + 2] = held[4]

    @staticmethod
    def copied(held: list[Any]) -> list[Any]:
        """A copy of what is held."""
        return [held[0], held[1], held[2], held[3], held[4], held[5][:]]

    def held(self) -> list[Any]:
        """All that is held."""
        return [self.free, self.black, self.white, self.black_joined, self.white_joined, self.spaces]

    def hold(self, held: list[Any]) -> None:
        """Holds all that is listed."""
        self.free, self.black, self.white, self.black_joined, self.white_joined, self.spaces = held

    def legal_moves(self, seat: int | None = None) -> list[int]:
        """The moves that the seat to move may choose, in a fixed order."""
        if seat is not None and seat != self.to_move:
            return []
        spaces = self.spaces
        return [*spaces]

    def apply(self, move: int, seat: int | None = None) -> None:
        """Plays a legal move; the rules go on to the next decision. Raises IllegalMove."""
        try:
            space, around = MOVES[move]
        except (KeyError, TypeError):
            self._otherwise(move, seat)
            return
        if self.to_move:
            # put (HEX-2)
            free = self.free
            white = self.white
            white_joined = self.white_joined
            spaces = self.spaces
            if seat is not None or not free & space:
                self._otherwise(move, seat)
                return
            free ^= space
            white |= space
            del spaces[bisect_left(spaces, move)]
            self.moves.append(move)
            self.free = free
            self.white = white
            if around & white_joined or space & 0x4008010020040080100200400801:
                white_joined |= region(space, white & ~white_joined | space, NEAR_CELL_MASKS)
                self.white_joined = white_joined
                if white_joined & 0x1002004008010020040080100200400:  # joined (HEX-3)
                    spaces.clear()
                    self._to_move, self._over = None, True
                    self._ended = 0, [1], space
                    return
            if not spaces:
                self._refused()
                return
            self._to_move = 0
            return
        # put (HEX-2)
        free = self.free
        black = self.black
        black_joined = self.black_joined
        spaces = self.spaces
        if seat is not None or not free & space:
            self._otherwise(move, seat)
            return
        free ^= space
        black |= space
        del spaces[bisect_left(spaces, move)]
        self.moves.append(move)
        self.free = free
        self.black = black
        if around & black_joined or space & 0x1ffc000000000000000000000000000:
            black_joined |= region(space, black & ~black_joined | space, NEAR_CELL_MASKS)
            self.black_joined = black_joined
            if black_joined & 0x7ff:  # joined (HEX-3)
                spaces.clear()
                self._to_move, self._over = None, True
                self._ended = 0, [0], space
                return
        if not spaces:
            self._refused()
            return
        self._to_move = 1

    @classmethod
    def played_out(cls, draw: Callable[[], int]) -> tuple[int, list[int]] | None:
        """A new game by random moves, `draw` gives 32 bits for each: the number of plies, and who won."""
        held = cls.first or cls.prepared()
        if not held:
            return None
        free, black, white, black_joined, white_joined, spaces = cls.copied(held)
        plies = 0
        while True:
            move = spaces.pop(draw() * len(spaces) >> 32)
            space, around = MOVES[move]
            # put (HEX-2)
            free ^= space
            black |= space
            if around & black_joined or space & 0x1ffc000000000000000000000000000:
                black_joined |= region(space, black & ~black_joined | space, NEAR_CELL_MASKS)
                if black_joined & 0x7ff:  # joined (HEX-3)
                    return plies + 1, [0]
            if not spaces:
                raise RuleError("no action offered here is possible: put, swap")
            move = spaces.pop(draw() * len(spaces) >> 32)
            space, around = MOVES[move]
            # put (HEX-2)
            free ^= space
            white |= space
            if around & white_joined or space & 0x4008010020040080100200400801:
                white_joined |= region(space, white & ~white_joined | space, NEAR_CELL_MASKS)
                if white_joined & 0x1002004008010020040080100200400:  # joined (HEX-3)
                    return plies + 2, [1]
            if not spaces:
                raise RuleError("no action offered here is possible: put, swap")
            plies += 2


def begun(seed: int) -> Light | None:
    """A new game; None where games do not begin lightly."""
    held = Light.first or Light.prepared()
    if not held:
        return None
    game = Light()
    game.free = held[0]
    game.black = held[1]
    game.white = held[2]
    game.black_joined = held[3]
    game.white_joined = held[4]
    game.spaces = held[5][:]
    game.seed = seed
    game.moves = []
    game._to_move = 0
    game._over = False
    return game
