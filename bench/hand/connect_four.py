"""Connect four by hand. A move is the number of a column, from 0."""

from __future__ import annotations

from dataclasses import dataclass, field

COLUMNS, ROWS = 7, 6


# ---- as one writes it


@dataclass
class Idiomatic:
    """A dictionary of squares, and lines looked for around the last disc."""

    board: dict[tuple[int, int], int] = field(default_factory=dict)
    moves: list[int] = field(default_factory=list)
    winner: int | None = None

    @property
    def over(self) -> bool:
        """Has somebody won, or is the board full?"""
        return self.winner is not None or len(self.board) == COLUMNS * ROWS

    @property
    def to_move(self) -> int | None:
        """Whose turn it is."""
        return None if self.over else len(self.moves) % 2

    def winners(self) -> list[int]:
        """Who has won; both when the board is full."""
        return [self.winner] if self.winner is not None else [0, 1] if self.over else []

    def height(self, column: int) -> int:
        """How many discs a column holds."""
        return sum((column, row) in self.board for row in range(ROWS))

    def legal_moves(self) -> list[int]:
        """The columns that are not full."""
        return [] if self.over else [c for c in range(COLUMNS) if (c, ROWS - 1) not in self.board]

    def apply(self, column: int) -> None:
        """Drops a disc."""
        if column not in self.legal_moves():
            raise ValueError(f"{column} is not legal now")
        row, me = self.height(column), len(self.moves) % 2
        self.board[column, row] = me
        self.moves.append(column)
        directions = ((1, 0), (0, 1), (1, 1), (1, -1))
        if any(self.run(column, row, dx, dy) + self.run(column, row, -dx, -dy) >= 3 for dx, dy in directions):
            self.winner = me

    def run(self, column: int, row: int, dx: int, dy: int) -> int:
        """How many discs of the same player follow a square in a direction."""
        me, found = self.board[column, row], 0
        while self.board.get((column + dx * (found + 1), row + dy * (found + 1))) == me:
            found += 1
        return found

    def undo(self) -> None:
        """Takes the last disc out again."""
        column = self.moves.pop()
        del self.board[column, self.height(column) - 1]
        self.winner = None

    def copy(self) -> Idiomatic:
        """An independent game."""
        return Idiomatic(dict(self.board), list(self.moves), self.winner)


# ---- for speed

WIDTH = 8  # a column that no disc reaches lies between the last and the first
TOP = WIDTH * (ROWS + 1)
NOBODY = 2


class Tuned:
    """Cells with a border in one flat list; only lines through the last disc are looked at."""

    __slots__ = ("cells", "columns", "moves", "next", "over", "to_move", "winner")

    def __init__(self) -> None:
        self.cells = [NOBODY] * (TOP + 2 * WIDTH)
        self.next = list(range(WIDTH, WIDTH + COLUMNS))
        self.columns = list(range(COLUMNS))
        self.moves: list[int] = []
        self.over = False
        self.to_move = 0
        self.winner = NOBODY

    def winners(self) -> list[int]:
        """Who has won; both when the board is full."""
        return [] if not self.over else [0, 1] if self.winner == NOBODY else [self.winner]

    def legal_moves(self) -> list[int]:
        """The columns that are not full."""
        return self.columns[:] if not self.over else []

    def apply(self, column: int) -> None:
        """Drops a disc."""
        if column not in self.columns or self.over:
            raise ValueError(f"{column} is not legal now")
        cells, at, me = self.cells, self.next[column], self.to_move
        cells[at] = me
        self.moves.append(column)
        self.to_move = 1 - me
        self.next[column] = at + WIDTH
        if at + WIDTH >= TOP:
            self.columns.remove(column)
            self.over = not self.columns
        if cells[at - 8] == me and cells[at - 16] == me and cells[at - 24] == me:
            self.over, self.winner = True, me
            return
        for step in (1, 7, 9):
            low = at - step
            while cells[low] == me:
                low -= step
            high = at + step
            while cells[high] == me:
                high += step
            if high - low > 4 * step:
                self.over, self.winner = True, me
                return

    def undo(self) -> None:
        """Takes the last disc out again."""
        column = self.moves.pop()
        self.next[column] -= WIDTH
        self.cells[self.next[column]] = NOBODY
        if column not in self.columns:
            self.columns = sorted([*self.columns, column])
        self.over, self.winner = False, NOBODY
        self.to_move = 1 - self.to_move

    def copy(self) -> Tuned:
        """An independent game."""
        other = Tuned.__new__(Tuned)
        other.cells, other.next, other.columns = self.cells[:], self.next[:], self.columns[:]
        other.moves, other.over, other.to_move = self.moves[:], self.over, self.to_move
        other.winner = self.winner
        return other
