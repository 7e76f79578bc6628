"""Othello 1.0.0: games for speed, which hold no more than play needs.

A light game holds free, black, white, lay. Spaces are bits: a set of them is a whole number. For all that
is asked beside playing it becomes a full game, with a state.

Written by Rulewright 0.1.0 from rulesets/othello/othello.rules; change that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._runtime import (
    BoardGame,
    State,
    bits,
    enclosed,
    held_at,
    nth_bit,
    rays_from,
    seats_with_most,
    set_board,
)
from .data import RAY_SQUARE
from .scoring import end, ends_by_stuck, where_lay
from .state import BOARD, BOARD_MEN

RAY_SQUARE_FROM = rays_from(RAY_SQUARE, 8)
# what is known of each move: space, rays
MOVES = {
    s_: (1 << s_, RAY_SQUARE_FROM[s_])
    for s_ in range(64)
}


class Light(BoardGame):
    """A game that holds free, black, white, lay."""

    __slots__ = ()
    free: Any = held_at(0)
    black: Any = held_at(1)
    white: Any = held_at(2)
    lay: Any = held_at(3)

    @staticmethod
    def holds(s: State) -> list[Any]:
        """What a light game holds of a position in which the first seat is to move."""
        free = s.memory[BOARD_MEN - 1]
        black = s.memory[BOARD_MEN]
        white = s.memory[BOARD_MEN + 1]
        lay = where_lay(free, white, black)
        return [free, black, white, lay]

    @staticmethod
    def ends(s: State) -> bool:
        """Tests the endings, from all that has changed before."""
        if ends_by_stuck(s):  # stuck (OTH-6)
            return end(s, 0)
        return False

    @staticmethod
    def write(s: State, held: list[Any], turn: int, changed: tuple[int, ...]) -> None:
        """Writes what a light game holds into the state that it began with, after so many turns."""
        memory, f = s.memory, s.frames[-1]
        memory[0] += turn // 2
        f[2], f[1] = turn % 2, turn % 2 + 1
        set_board(memory, BOARD, BOARD_MEN, 64, [held[1], held[2]])

    @staticmethod
    def copied(held: list[Any]) -> list[Any]:
        """A copy of what is held."""
        return held[:]

    def held(self) -> list[Any]:
        """All that is held."""
        return [self.free, self.black, self.white, self.lay]

    def hold(self, held: list[Any]) -> None:
        """Holds all that is listed."""
        self.free, self.black, self.white, self.lay = held

    def legal_moves(self, seat: int | None = None) -> list[int]:
        """The moves that the seat to move may choose, in a fixed order."""
        if self.over or (seat is not None and seat != self.to_move):
            return []
        lay = self.lay
        if not lay:
            return [64]
        return bits(lay)

    def apply(self, move: int, seat: int | None = None) -> None:
        """Plays a legal move; the rules go on to the next decision. Raises IllegalMove."""
        try:
            space, rays = MOVES[move]
        except (KeyError, TypeError):
            self._single(move, seat)
            return
        if self.to_move:
            # lay (OTH-3)
            free = self.free
            black = self.black
            white = self.white
            lay = self.lay
            if seat is not None or not lay & space:
                self._otherwise(move, seat)
                return
            free ^= space
            white |= space
            turned = enclosed(rays, black, white)
            white |= turned
            black ^= turned
            self.moves.append(move)
            lay = where_lay(free, white, black)
            self.free = free
            self.black = black
            self.white = white
            self.lay = lay
            if not lay and where_lay(free, black, white) == 0:  # stuck (OTH-6)
                self.lay = 0
                self._to_move, self._over = None, True
                self._ended = 0, seats_with_most([black.bit_count(), white.bit_count()], True)
                return
            self._to_move = 0
            return
        # lay (OTH-3)
        free = self.free
        black = self.black
        white = self.white
        lay = self.lay
        if seat is not None or not lay & space:
            self._otherwise(move, seat)
            return
        free ^= space
        black |= space
        turned = enclosed(rays, white, black)
        black |= turned
        white ^= turned
        self.moves.append(move)
        lay = where_lay(free, black, white)
        self.free = free
        self.black = black
        self.white = white
        self.lay = lay
        if not lay and where_lay(free, white, black) == 0:  # stuck (OTH-6)
            self.lay = 0
            self._to_move, self._over = None, True
            self._ended = 0, seats_with_most([black.bit_count(), white.bit_count()], True)
            return
        self._to_move = 1

    def _single(self, move: int, seat: int | None) -> None:
        """Plays the move without picks, if it may be played."""
        if seat is None and self.to_move == 1 and move == 64:
            lay = self.lay
            if not lay:
                # pass_by (OTH-5)
                free = self.free
                black = self.black
                white = self.white
                self.moves.append(move)
                lay = where_lay(free, white, black)
                self.lay = lay
                if not lay and where_lay(free, black, white) == 0:  # stuck (OTH-6)
                    self.lay = 0
                    self._to_move, self._over = None, True
                    self._ended = 0, seats_with_most([black.bit_count(), white.bit_count()], True)
                    return
                self._to_move = 0
                return
        if seat is None and self.to_move == 0 and move == 64:
            lay = self.lay
            if not lay:
                # pass_by (OTH-5)
                free = self.free
                black = self.black
                white = self.white
                self.moves.append(move)
                lay = where_lay(free, black, white)
                self.lay = lay
                if not lay and where_lay(free, white, black) == 0:  # stuck (OTH-6)
                    self.lay = 0
                    self._to_move, self._over = None, True
                    self._ended = 0, seats_with_most([black.bit_count(), white.bit_count()], True)
                    return
                self._to_move = 1
                return
        self._otherwise(move, seat)

    @classmethod
    def played_out(cls, draw: Callable[[], int]) -> tuple[int, list[int]] | None:
        """A new game by random moves, `draw` gives 32 bits for each: the number of plies, and who won."""
        held = cls.first or cls.prepared()
        if not held:
            return None
        free, black, white, lay = cls.copied(held)
        plies = 0
        while True:
            if lay:
                move = nth_bit(lay, draw() * lay.bit_count() >> 32)
                space, rays = MOVES[move]
                # lay (OTH-3)
                free ^= space
                black |= space
                turned = enclosed(rays, white, black)
                black |= turned
                white ^= turned
                lay = where_lay(free, black, white)
                if not lay and where_lay(free, white, black) == 0:  # stuck (OTH-6)
                    return plies + 1, seats_with_most([black.bit_count(), white.bit_count()], True)
            else:
                draw()
                # pass_by (OTH-5)
                lay = where_lay(free, black, white)
                if not lay and where_lay(free, white, black) == 0:  # stuck (OTH-6)
                    return plies + 1, seats_with_most([black.bit_count(), white.bit_count()], True)
            if lay:
                move = nth_bit(lay, draw() * lay.bit_count() >> 32)
                space, rays = MOVES[move]
                # lay (OTH-3)
                free ^= space
                white |= space
                turned = enclosed(rays, black, white)
                white |= turned
                black ^= turned
                lay = where_lay(free, white, black)
                if not lay and where_lay(free, black, white) == 0:  # stuck (OTH-6)
                    return plies + 2, seats_with_most([black.bit_count(), white.bit_count()], True)
            else:
                draw()
                # pass_by (OTH-5)
                lay = where_lay(free, white, black)
                if not lay and where_lay(free, black, white) == 0:  # stuck (OTH-6)
                    return plies + 2, seats_with_most([black.bit_count(), white.bit_count()], True)
            plies += 2


def begun(seed: int) -> Light | None:
    """A new game; None where games do not begin lightly."""
    held = Light.first or Light.prepared()
    if not held:
        return None
    game = Light()
    game.free, game.black, game.white, game.lay = held
    game.seed = seed
    game.moves = []
    game._to_move = 0
    game._over = False
    return game
