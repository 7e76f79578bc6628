"""Breakthrough 8x8 by hand. Squares count row by row from a1; a move is 64 times its start, plus its end."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

SIDE = 8


# ---- as one writes it


@dataclass(frozen=True)
class Step:
    """A man's step, and whether it takes another."""

    start: tuple[int, int]
    end: tuple[int, int]
    takes: bool


def _men() -> dict[tuple[int, int], int]:
    rows = {0: 0, 1: 0, SIDE - 2: 1, SIDE - 1: 1}
    return {(column, row): seat for row, seat in rows.items() for column in range(SIDE)}


@dataclass
class Idiomatic:
    """A dictionary of squares, and steps as values."""

    men: dict[tuple[int, int], int] = field(default_factory=_men)
    steps: list[Step] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """Has somebody won?"""
        return bool(self.winners())

    @property
    def to_move(self) -> int | None:
        """Whose turn it is."""
        return None if self.over else len(self.steps) % 2

    def winners(self) -> list[int]:
        """Who stands in the farthest row, or has taken all others."""
        seats = set(self.men.values())
        across = [
            s for s, row in ((0, SIDE - 1), (1, 0)) if s in [self.men.get((c, row)) for c in range(SIDE)]
        ]
        return across or (list(seats) if len(seats) == 1 else [])

    def steps_of(self, me: int) -> list[Step]:
        """All steps of a player."""
        ahead, found = (1, -1)[me], []
        for (column, row), seat in self.men.items():
            if seat != me:
                continue
            for side in (0, -1, 1):
                end = (column + side, row + ahead)
                there = self.men.get(end)
                on_board = 0 <= end[0] < SIDE and 0 <= end[1] < SIDE
                if on_board and (there is None or (side and there != me)):
                    found.append(Step((column, row), end, there is not None))
        return found

    def legal_moves(self) -> list[int]:
        """The steps of the player to move."""
        return [] if self.over else [_number(step) for step in self.steps_of(len(self.steps) % 2)]

    def apply(self, move: int) -> None:
        """Makes a step."""
        me = len(self.steps) % 2
        step = next((s for s in self.steps_of(me) if _number(s) == move), None)
        if step is None or self.over:
            raise ValueError(f"{move} is not legal now")
        del self.men[step.start]
        self.men[step.end] = me
        self.steps.append(step)

    def undo(self) -> None:
        """Takes the last step back."""
        step = self.steps.pop()
        me = len(self.steps) % 2
        self.men[step.start] = me
        del self.men[step.end]
        if step.takes:
            self.men[step.end] = 1 - me

    def copy(self) -> Idiomatic:
        """An independent game."""
        return Idiomatic(dict(self.men), list(self.steps))


def _number(step: Step) -> int:
    (column, row), (to_column, to_row) = step.start, step.end
    return 64 * (SIDE * row + column) + SIDE * to_row + to_column


# ---- for speed

NOBODY = 2


@cache
def _ways(me: int, square: int) -> tuple[int, int, int, int, int, int]:
    """The squares ahead, left and right of it (64, which is always a man of both, where there is none), and
    the numbers of the moves there."""
    column = square % SIDE
    to = square + SIDE * (1, -1)[me]
    if not 0 <= to < 64:
        return (64,) * 6
    ends = to, to - 1 if column else 64 + me, to + 1 if column < SIDE - 1 else 64 + me
    ahead, left, right = (64 * square + end for end in ends)
    return (*ends, ahead, left, right)


WAYS = tuple(tuple(_ways(me, square) for square in range(64)) for me in range(2))


class Tuned:
    """Cells in one flat list, the squares of each player's men in another, what lies ahead in tables."""

    __slots__ = ("cells", "men", "moves", "over", "taken", "to_move")

    def __init__(self) -> None:
        self.cells = [0] * 16 + [NOBODY] * 32 + [1] * 16 + [0, 1]
        self.men = [list(range(16)), list(range(48, 64))]
        self.moves: list[int] = []
        self.taken: list[bool] = []
        self.over = False
        self.to_move = 0

    def winners(self) -> list[int]:
        """Who made the last step."""
        return [1 - self.to_move] if self.over else []

    def legal_moves(self) -> list[int]:
        """The steps of the player to move."""
        found: list[int] = []
        if self.over:
            return found
        add, cells, me = found.append, self.cells, self.to_move
        ways = WAYS[me]
        for square in self.men[me]:
            ahead, left, right, to_ahead, to_left, to_right = ways[square]
            if cells[ahead] == 2:
                add(to_ahead)
            if cells[left] != me:
                add(to_left)
            if cells[right] != me:
                add(to_right)
        return found

    def apply(self, move: int) -> None:
        """Makes a step."""
        start, end = move >> 6, move & 63
        cells, me = self.cells, self.to_move
        there = cells[end]
        if self.over or cells[start] != me or there == me or move not in WAYS[me][start][3:]:
            raise ValueError(f"{move} is not legal now")
        if there != NOBODY and (end - start) % SIDE == 0:
            raise ValueError(f"{move} is not legal now")
        cells[start], cells[end] = NOBODY, me
        men = self.men[me]
        men[men.index(start)] = end
        self.moves.append(move)
        self.taken.append(there != NOBODY)
        self.to_move = 1 - me
        if there != NOBODY:
            self.men[there].remove(end)
        self.over = end >= 56 or end < 8 or not self.men[1 - me]

    def undo(self) -> None:
        """Takes the last step back."""
        move = self.moves.pop()
        start, end = move >> 6, move & 63
        me = self.to_move = 1 - self.to_move
        men = self.men[me]
        men[men.index(end)] = start
        self.cells[start], self.cells[end] = me, NOBODY
        if self.taken.pop():
            self.cells[end] = 1 - me
            self.men[1 - me].append(end)
        self.over = False

    def copy(self) -> Tuned:
        """An independent game."""
        other = Tuned.__new__(Tuned)
        other.cells, other.men = self.cells[:], [men[:] for men in self.men]
        other.moves, other.taken = self.moves[:], self.taken[:]
        other.over, other.to_move = self.over, self.to_move
        return other
