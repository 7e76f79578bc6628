"""Breakthrough 1.0.0: games for speed, which hold no more than play needs.

A light game holds free, white, black, advance_forward, advance_forward_right, advance_forward_left. Spaces are bits: a set of them is a whole number. For all that
is asked beside playing it becomes a full game, with a state.

Written by Rulewright 0.1.0 from rulesets/breakthrough/breakthrough.rules; change that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._runtime import BoardGame, RuleError, State, held_at, nth_bit, set_board, twenty_four
from .data import STEP_SQUARE_HEADING
from .moves import (
    ADVANCE_FORWARD_LEFT_NUMBERS,
    ADVANCE_FORWARD_NUMBERS,
    ADVANCE_FORWARD_RIGHT_NUMBERS,
)
from .scoring import end, ends_by_broken_through
from .state import BOARD, BOARD_MEN

ADVANCE_NUMBERS = ADVANCE_FORWARD_NUMBERS + ADVANCE_FORWARD_RIGHT_NUMBERS + ADVANCE_FORWARD_LEFT_NUMBERS
# what is known of each move: source, target, which
WHITE_MOVES = {
    8 * s_ + h: (1 << s_, 1 << STEP_SQUARE_HEADING[8 * s_ + h], {0: 0, 1: 1, 7: 2}[h])
    for s_ in range(64)
    for h in (0, 1, 7)
    if STEP_SQUARE_HEADING[8 * s_ + h] >= 0 and 1 << s_ != 1 << STEP_SQUARE_HEADING[8 * s_ + h]
}
# what is known of each move: source, target, which
BLACK_MOVES = {
    8 * s_ + h: (1 << s_, 1 << STEP_SQUARE_HEADING[512 + 8 * s_ + h], {0: 0, 1: 1, 7: 2}[h])
    for s_ in range(64)
    for h in (0, 1, 7)
    if STEP_SQUARE_HEADING[512 + 8 * s_ + h] >= 0 and 1 << s_ != 1 << STEP_SQUARE_HEADING[512 + 8 * s_ + h]
}
MOVES = (WHITE_MOVES, BLACK_MOVES)


class Light(BoardGame):
    """A game that holds free, white, black, advance_forward, advance_forward_right, advance_forward_left."""

    __slots__ = ()
    free: Any = held_at(0)
    white: Any = held_at(1)
    black: Any = held_at(2)
    advance_forward: Any = held_at(3)
    advance_forward_right: Any = held_at(4)
    advance_forward_left: Any = held_at(5)

    @staticmethod
    def holds(s: State) -> list[Any]:
        """What a light game holds of a position in which the first seat is to move."""
        free = s.memory[BOARD_MEN - 1]
        white = s.memory[BOARD_MEN]
        black = s.memory[BOARD_MEN + 1]
        advance_forward = white & (free >> 8 & 0xffffffffffffff)
        advance_forward_right = white & 0x7f7f7f7f7f7f7f & ~(white >> 9)
        advance_forward_left = white & 0xfefefefefefefe & ~(white >> 7)
        return [free, white, black, advance_forward, advance_forward_right, advance_forward_left]

    @staticmethod
    def ends(s: State) -> bool:
        """Tests the endings, from all that has changed before."""
        if ends_by_broken_through(s):  # broken_through (BRE-6)
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
        return [
            self.free, self.white, self.black, self.advance_forward, self.advance_forward_right,
            self.advance_forward_left,
        ]

    def hold(self, held: list[Any]) -> None:
        """Holds all that is listed."""
        self.free, self.white, self.black, self.advance_forward, self.advance_forward_right, self.advance_forward_left = held

    def legal_moves(self, seat: int | None = None) -> list[int]:
        """The moves that the seat to move may choose, in a fixed order."""
        if seat is not None and seat != self.to_move:
            return []
        advance_forward = self.advance_forward
        advance_forward_right = self.advance_forward_right
        advance_forward_left = self.advance_forward_left
        return twenty_four(ADVANCE_NUMBERS, advance_forward, advance_forward_right, advance_forward_left)

    def apply(self, move: int, seat: int | None = None) -> None:
        """Plays a legal move; the rules go on to the next decision. Raises IllegalMove."""
        try:
            source, target, which = MOVES[self.to_move][move]  # type: ignore[index]
        except (KeyError, TypeError):
            self._otherwise(move, seat)
            return
        if self.to_move:
            # advance (BRE-3)
            free = self.free
            white = self.white
            black = self.black
            advance_forward = self.advance_forward
            advance_forward_right = self.advance_forward_right
            advance_forward_left = self.advance_forward_left
            if seat is not None or not (
                advance_forward,
                advance_forward_right,
                advance_forward_left,
            )[which] & source:
                self._otherwise(move, seat)
                return
            if free & target:
                free ^= source | target
                black ^= source | target
            elif white & target:
                white ^= target
                free ^= source
                black ^= source | target
            else:
                free ^= source
                black ^= source
            self.moves.append(move)
            advance_forward = white & (free >> 8 & 0xffffffffffffff)
            advance_forward_right = white & 0x7f7f7f7f7f7f7f & ~(white >> 9)
            advance_forward_left = white & 0xfefefefefefefe & ~(white >> 7)
            self.free = free
            self.white = white
            self.black = black
            self.advance_forward = advance_forward
            self.advance_forward_right = advance_forward_right
            self.advance_forward_left = advance_forward_left
            if not black:  # broken_through (BRE-6)
                self.advance_forward = 0
                self.advance_forward_right = 0
                self.advance_forward_left = 0
                self._to_move, self._over = None, True
                self._ended = 0, [0]
                return
            if 0xff & black != 0 or not white:  # broken_through (BRE-6)
                self.advance_forward = 0
                self.advance_forward_right = 0
                self.advance_forward_left = 0
                self._to_move, self._over = None, True
                self._ended = 0, [1]
                return
            if not (advance_forward or advance_forward_right or advance_forward_left):
                self._refused()
                return
            self._to_move = 0
            return
        # advance (BRE-3)
        free = self.free
        white = self.white
        black = self.black
        advance_forward = self.advance_forward
        advance_forward_right = self.advance_forward_right
        advance_forward_left = self.advance_forward_left
        if seat is not None or not (
            advance_forward,
            advance_forward_right,
            advance_forward_left,
        )[which] & source:
            self._otherwise(move, seat)
            return
        if free & target:
            free ^= source | target
            white ^= source | target
        elif black & target:
            black ^= target
            free ^= source
            white ^= source | target
        else:
            free ^= source
            white ^= source
        self.moves.append(move)
        advance_forward = black & (free << 8 & 0xffffffffffffff00)
        advance_forward_right = black & 0xfefefefefefefe00 & ~(black << 9)
        advance_forward_left = black & 0x7f7f7f7f7f7f7f00 & ~(black << 7)
        self.free = free
        self.white = white
        self.black = black
        self.advance_forward = advance_forward
        self.advance_forward_right = advance_forward_right
        self.advance_forward_left = advance_forward_left
        if 0xff00000000000000 & white != 0 or not black:  # broken_through (BRE-6)
            self.advance_forward = 0
            self.advance_forward_right = 0
            self.advance_forward_left = 0
            self._to_move, self._over = None, True
            self._ended = 0, [0]
            return
        if not white:  # broken_through (BRE-6)
            self.advance_forward = 0
            self.advance_forward_right = 0
            self.advance_forward_left = 0
            self._to_move, self._over = None, True
            self._ended = 0, [1]
            return
        if not (advance_forward or advance_forward_right or advance_forward_left):
            self._refused()
            return
        self._to_move = 1

    @classmethod
    def played_out(cls, draw: Callable[[], int]) -> tuple[int, list[int]] | None:
        """A new game by random moves, `draw` gives 32 bits for each: the number of plies, and who won."""
        held = cls.first or cls.prepared()
        if not held:
            return None
        free, white, black, advance_forward, advance_forward_right, advance_forward_left = cls.copied(held)
        plies = 0
        while True:
            n_1 = advance_forward.bit_count()
            n_2 = advance_forward_right.bit_count()
            n_3 = advance_forward_left.bit_count()
            k = draw() * (n_1 + n_2 + n_3) >> 32
            if k < n_1:
                move = 8 * nth_bit(advance_forward, k)
            elif k < n_1 + n_2:
                move = 8 * nth_bit(advance_forward_right, k - n_1) + 1
            else:
                move = 8 * nth_bit(advance_forward_left, k - (n_1 + n_2)) + 7
            source, target, _ = WHITE_MOVES[move]
            # advance (BRE-3)
            if free & target:
                free ^= source | target
                white ^= source | target
            elif black & target:
                black ^= target
                free ^= source
                white ^= source | target
            else:
                free ^= source
                white ^= source
            advance_forward = black & (free << 8 & 0xffffffffffffff00)
            advance_forward_right = black & 0xfefefefefefefe00 & ~(black << 9)
            advance_forward_left = black & 0x7f7f7f7f7f7f7f00 & ~(black << 7)
            if 0xff00000000000000 & white != 0 or not black:  # broken_through (BRE-6)
                return plies + 1, [0]
            if not white:  # broken_through (BRE-6)
                return plies + 1, [1]
            if not (advance_forward or advance_forward_right or advance_forward_left):
                raise RuleError("no action offered here is possible: advance")
            n_1 = advance_forward.bit_count()
            n_2 = advance_forward_right.bit_count()
            n_3 = advance_forward_left.bit_count()
            k = draw() * (n_1 + n_2 + n_3) >> 32
            if k < n_1:
                move = 8 * nth_bit(advance_forward, k)
            elif k < n_1 + n_2:
                move = 8 * nth_bit(advance_forward_right, k - n_1) + 1
            else:
                move = 8 * nth_bit(advance_forward_left, k - (n_1 + n_2)) + 7
            source, target, _ = BLACK_MOVES[move]
            # advance (BRE-3)
            if free & target:
                free ^= source | target
                black ^= source | target
            elif white & target:
                white ^= target
                free ^= source
                black ^= source | target
            else:
                free ^= source
                black ^= source
            advance_forward = white & (free >> 8 & 0xffffffffffffff)
            advance_forward_right = white & 0x7f7f7f7f7f7f7f & ~(white >> 9)
            advance_forward_left = white & 0xfefefefefefefe & ~(white >> 7)
            if not black:  # broken_through (BRE-6)
                return plies + 2, [0]
            if 0xff & black != 0 or not white:  # broken_through (BRE-6)
                return plies + 2, [1]
            if not (advance_forward or advance_forward_right or advance_forward_left):
                raise RuleError("no action offered here is possible: advance")
            plies += 2


def begun(seed: int) -> Light | None:
    """A new game; None where games do not begin lightly."""
    held = Light.first or Light.prepared()
    if not held:
        return None
    game = Light()
    game.free, game.white, game.black, game.advance_forward, game.advance_forward_right, game.advance_forward_left = held
    game.seed = seed
    game.moves = []
    game._to_move = 0
    game._over = False
    return game
