"""Board questions: what an expression asks of what stands on a board.

A board is read by nearly everything, so that two rules read it says little. `BoardQuestions.of` gives the
questions instead: whether something stands on a space, whose it is, which piece it is. A group or chain of
pieces asks all three, for it is a question about the whole board.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import core

STANDS, OWNER, PIECE = "stands", "owner", "piece"
ALL = frozenset({STANDS, OWNER, PIECE})


class BoardQuestions:
    """The questions of the expressions of one game; defines are summed up once."""

    def __init__(self, game: core.Game) -> None:
        self._game = game
        self._defines: dict[str, frozenset[str]] = {}

    def of(self, expr: core.Expr) -> frozenset[str]:
        """Takes an expression, gives the questions in it: some of `stands`, `owner`, `piece`."""
        return frozenset(self._asked(expr))

    def _asked(self, expr: core.Expr) -> Iterator[str]:
        match expr:
            case core.IsEmpty(of=core.MemoryValue() as value) if self._is_board(value):
                yield STANDS
                yield from self._below(value)
                return
            case core.Table(name=name, indices=(core.MemoryValue() as value,)) if self._is_board(value):
                yield name.partition(":")[0]
                yield from self._below(value)
                return
            case core.MemoryValue() if self._is_board(expr):
                yield from (OWNER,) if _is_seat(expr.type) else ALL
            case core.Region() | core.Connects() if any(self._below(expr)):
                yield from ALL
            case core.Call(define=name):
                yield from self._summary(name)
        yield from self._below(expr)

    def _below(self, expr: core.Expr) -> Iterator[str]:
        for part in core.children(expr):
            yield from self._asked(part)

    def _is_board(self, value: core.MemoryValue) -> bool:
        return value.name in self._game.boards

    def _summary(self, name: str) -> frozenset[str]:
        if name not in self._defines:
            self._defines[name] = frozenset()
            self._defines[name] = self.of(self._game.defines[name].value)
        return self._defines[name]


def _is_seat(type: core.Type) -> bool:
    return isinstance(type, core.Seat) or type == core.Optional(core.Seat())
