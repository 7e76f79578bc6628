"""Connect four 1.0.0: games for speed, which hold no more than play needs.

A light game holds landing, red_lines, yellow_lines. Spaces are bits: a set of them is a whole number. For all that
is asked beside playing it becomes a full game, with a state.

Written by Rulewright 0.1.0 from rulesets/connect_four/connect_four.rules; change that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._runtime import (
    BoardGame,
    State,
    above_on,
    axes_of,
    filling,
    held_at,
    lowest_free,
    new_line,
    rows_of,
    set_board,
    spaces_filling,
)
from .data import DROP_WAYS, LINES_PLACE_4, LINES_THROUGH_PLACE_4_STAR
from .scoring import end
from .state import BOARD, BOARD_CHANGED, BOARD_MEN

AXES_PLACE_4 = axes_of(LINES_PLACE_4, 4)
ROWS_OF_4 = rows_of(4, 7)
ABOVE_DROP_WAYS = above_on(DROP_WAYS)
AXES_PLACE_4_OF = tuple(AXES_PLACE_4.values())


class Light(BoardGame):
    """A game that holds landing, red_lines, yellow_lines."""

    __slots__ = ()
    landing: Any = held_at(0)
    red_lines: Any = held_at(1)
    yellow_lines: Any = held_at(2)

    @staticmethod
    def holds(s: State) -> list[Any]:
        """What a light game holds of a position in which the first seat is to move."""
        landing = lowest_free(s.memory[BOARD_MEN - 1], DROP_WAYS)
        red_lines = filling(s.memory[BOARD_MEN], AXES_PLACE_4)
        yellow_lines = filling(s.memory[BOARD_MEN + 1], AXES_PLACE_4)
        return [landing, red_lines, yellow_lines]

    @staticmethod
    def ends(s: State) -> bool:
        """Tests the endings, from all that has changed before."""
        memory = s.memory
        if (memory[BOARD_MEN] & memory[BOARD_CHANGED] and new_line(memory[BOARD_MEN], memory[BOARD_CHANGED], LINES_THROUGH_PLACE_4_STAR, 4)) or (  # four (CON-5)
            memory[BOARD_MEN + 1] & memory[BOARD_CHANGED]
            and new_line(memory[BOARD_MEN + 1], memory[BOARD_CHANGED], LINES_THROUGH_PLACE_4_STAR, 4)
        ):
            return end(s, 0)
        if memory[BOARD_MEN - 1] >> 35 == 0:  # full (CON-6)
            return end(s, 1)
        memory[BOARD_CHANGED] = 0
        return False

    @staticmethod
    def write(s: State, held: list[Any], turn: int, changed: tuple[int, ...]) -> None:
        """Writes what a light game holds into the state that it began with, after so many turns."""
        memory, f = s.memory, s.frames[-1]
        memory[0] += turn // 2
        f[2], f[1] = turn % 2, turn % 2 + 1
        set_board(
            memory,
            BOARD,
            BOARD_MEN,
            42,
            [spaces_filling(held[1], AXES_PLACE_4), spaces_filling(held[2], AXES_PLACE_4)],
        )
        memory[BOARD_CHANGED] = changed[0] if changed else 0

    @staticmethod
    def copied(held: list[Any]) -> list[Any]:
        """A copy of what is held."""
        return [held[0].copy(), held[1][:], held[2][:]]

    def held(self) -> list[Any]:
        """All that is held."""
        return [self.landing, self.red_lines, self.yellow_lines]

    def hold(self, held: list[Any]) -> None:
        """Holds all that is listed."""
        self.landing, self.red_lines, self.yellow_lines = held

    def legal_moves(self, seat: int | None = None) -> list[int]:
        """The moves that the seat to move may choose, in a fixed order."""
        if seat is not None and seat != self.to_move:
            return []
        landing = self.landing
        return [*landing]

    def apply(self, move: int, seat: int | None = None) -> None:
        """Plays a legal move; the rules go on to the next decision. Raises IllegalMove."""
        landing = self.landing
        try:
            space = landing[move]
        except (KeyError, TypeError):
            self._otherwise(move, seat)
            return
        if seat is not None:
            self._otherwise(move, seat)
            return
        if self.to_move:
            # drop (CON-3)
            yellow_lines = self.yellow_lines
            above = ABOVE_DROP_WAYS[space]
            if above < 0:
                del landing[move]
            else:
                landing[move] = above
            self.moves.append(move)
            at_1, in_1, at_2, in_2, at_3, in_3, at_4, in_4 = AXES_PLACE_4_OF[space]
            row_1 = yellow_lines[at_1] = yellow_lines[at_1] | in_1
            row_2 = yellow_lines[at_2] = yellow_lines[at_2] | in_2
            row_3 = yellow_lines[at_3] = yellow_lines[at_3] | in_3
            row_4 = yellow_lines[at_4] = yellow_lines[at_4] | in_4
            if ROWS_OF_4[row_1] or ROWS_OF_4[row_2] or ROWS_OF_4[row_3] or ROWS_OF_4[row_4]:  # four (CON-5)
                landing.clear()
                self._to_move, self._over = None, True
                self._ended = 0, [1], 1 << space
                return
            if not landing:  # full (CON-6)
                landing.clear()
                self._to_move, self._over = None, True
                self._ended = 1, [0, 1], 1 << space
                return
            self._to_move = 0
            return
        # drop (CON-3)
        red_lines = self.red_lines
        above = ABOVE_DROP_WAYS[space]
        if above < 0:
            del landing[move]
        else:
            landing[move] = above
        self.moves.append(move)
        at_1, in_1, at_2, in_2, at_3, in_3, at_4, in_4 = AXES_PLACE_4_OF[space]
        row_1 = red_lines[at_1] = red_lines[at_1] | in_1
        row_2 = red_lines[at_2] = red_lines[at_2] | in_2
        row_3 = red_lines[at_3] = red_lines[at_3] | in_3
        row_4 = red_lines[at_4] = red_lines[at_4] | in_4
        if ROWS_OF_4[row_1] or ROWS_OF_4[row_2] or ROWS_OF_4[row_3] or ROWS_OF_4[row_4]:  # four (CON-5)
            landing.clear()
            self._to_move, self._over = None, True
            self._ended = 0, [0], 1 << space
            return
        if not landing:  # full (CON-6)
            landing.clear()
            self._to_move, self._over = None, True
            self._ended = 1, [0, 1], 1 << space
            return
        self._to_move = 1

    @classmethod
    def played_out(cls, draw: Callable[[], int]) -> tuple[int, list[int]] | None:
        """A new game by random moves, `draw` gives 32 bits for each: the number of plies, and who won."""
        held = cls.first or cls.prepared()
        if not held:
            return None
        landing, red_lines, yellow_lines = cls.copied(held)
        legal = [*landing]
        plies = 0
        while True:
            move = legal[draw() * len(legal) >> 32]
            space = landing[move]
            # drop (CON-3)
            above = ABOVE_DROP_WAYS[space]
            if above < 0:
                del landing[move]
                legal = [*landing]
            else:
                landing[move] = above
            at_1, in_1, at_2, in_2, at_3, in_3, at_4, in_4 = AXES_PLACE_4_OF[space]
            row_1 = red_lines[at_1] = red_lines[at_1] | in_1
            row_2 = red_lines[at_2] = red_lines[at_2] | in_2
            row_3 = red_lines[at_3] = red_lines[at_3] | in_3
            row_4 = red_lines[at_4] = red_lines[at_4] | in_4
            if ROWS_OF_4[row_1] or ROWS_OF_4[row_2] or ROWS_OF_4[row_3] or ROWS_OF_4[row_4]:  # four (CON-5)
                return plies + 1, [0]
            if not landing:  # full (CON-6)
                return plies + 1, [0, 1]
            move = legal[draw() * len(legal) >> 32]
            space = landing[move]
            # drop (CON-3)
            above = ABOVE_DROP_WAYS[space]
            if above < 0:
                del landing[move]
                legal = [*landing]
            else:
                landing[move] = above
            at_1, in_1, at_2, in_2, at_3, in_3, at_4, in_4 = AXES_PLACE_4_OF[space]
            row_1 = yellow_lines[at_1] = yellow_lines[at_1] | in_1
            row_2 = yellow_lines[at_2] = yellow_lines[at_2] | in_2
            row_3 = yellow_lines[at_3] = yellow_lines[at_3] | in_3
            row_4 = yellow_lines[at_4] = yellow_lines[at_4] | in_4
            if ROWS_OF_4[row_1] or ROWS_OF_4[row_2] or ROWS_OF_4[row_3] or ROWS_OF_4[row_4]:  # four (CON-5)
                return plies + 2, [1]
            if not landing:  # full (CON-6)
                return plies + 2, [0, 1]
            plies += 2


def begun(seed: int) -> Light | None:
    """A new game; None where games do not begin lightly."""
    held = Light.first or Light.prepared()
    if not held:
        return None
    game = Light()
    game.landing = held[0].copy()
    game.red_lines = held[1][:]
    game.yellow_lines = held[2][:]
    game.seed = seed
    game.moves = []
    game._to_move = 0
    game._over = False
    return game
