"""Endings that are asked again and again, from what has changed since they were last asked.

`four in a line` was false a move ago, or the game would be over: only lines through the spaces that changed
since can be whole now. The same holds for chains from side to side: what was joined to a side stays joined
until a piece leaves. `increments(game)` gives, for each ending that is looked at after every action, its
condition with such parts replaced; a board then remembers which of its spaces changed, at first all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulewright import core
from rulewright.checks.effects import Reads
from rulewright.machine.substitute import free_locals, inlined, is_written_out, mentions, substitute
from rulewright.record import record

MOST_SEATS = 4
SMALL = 9  # spaces of a board whose sets are so few that a table has the answer for each


@record(kw_only=True)
class NewLine(core.Expr):
    """Has a line become whole: do all its spaces meet `test`, a condition on the space `name` of a board?"""

    board: str
    name: str
    test: core.Expr
    spaces: str
    length: int


@record(kw_only=True)
class NowConnects(core.Expr):
    """`connects`, for the pieces of a board that `seat` tells; slot `slot + seat` keeps what is joined."""

    board: str
    of: core.Connects
    seat: core.Expr
    slot: int


@dataclass(slots=True)
class Increments:
    """The conditions that replace those of endings, by name; the boards that remember what changed; how many
    slots keep what is joined, a block of one for each seat."""

    conditions: dict[str, core.Expr] = field(default_factory=dict)
    boards: set[str] = field(default_factory=set)
    slots: int = 0


def increments(game: core.Game) -> Increments:
    """Take a checked game, give what its endings need not ask anew."""
    found = Increments()
    if game.boards:
        finder = _Finder(game, found)
        for ending in game.endings.values():
            if ending.tested == "at_once":
                condition = finder.positive(ending.condition)
                if condition != ending.condition and finder.changed:
                    found.conditions[ending.name] = condition
                finder.changed = False
    return found


class _Finder:
    """Goes through the alternatives of a condition: each was false when it was last asked."""

    def __init__(self, game: core.Game, found: Increments) -> None:
        self._game = game
        self._found = found
        self._reads = Reads(game)
        self._sizes: dict[str, int] = {}
        self.changed = False

    def positive(self, expr: core.Expr) -> core.Expr:
        """An expression all of whose alternatives were false before."""
        match expr:
            case core.Call(define=define) if is_written_out(self._game, define, self._sizes):
                body = inlined(self._game, expr)
                before, self.changed = self.changed, False
                made = self.positive(body)
                kept, self.changed = self.changed, before or self.changed
                return made if kept else expr
            case core.Binary(op="or", left=left, right=right):
                return replace(expr, left=self.positive(left), right=self.positive(right))
            case core.If(condition=condition, then=then, otherwise=otherwise) if self._fixed(condition):
                known = _known(condition)
                if known is not None:
                    return self.positive(then if known else otherwise)
                return replace(expr, then=self.positive(then), otherwise=self.positive(otherwise))
            case core.Aggregate(op="any", where=None) if self._seats(expr):
                return self.positive(self._each_seat(expr))
            case core.Aggregate(op="any", value=core.Expr() as value, where=None) if self._same(expr):
                return self._line(expr) or replace(expr, value=self.positive(value))
            case core.Connects():
                return self._connects(expr) or expr
        return expr

    def _seats(self, expr: core.Aggregate) -> bool:
        """Does an expression go through all seats, of which there is one number?"""
        source = expr.binders[0].source
        seats = isinstance(source, core.Domain) and isinstance(source.of, core.Seat)
        return len(expr.binders) == 1 and seats and self._game.low == self._game.high <= MOST_SEATS

    def _each_seat(self, expr: core.Aggregate) -> core.Expr:
        """The condition for one seat, or the next, ..."""
        binder, value = expr.binders[0], expr.value
        assert value is not None
        found: core.Expr | None = None
        for seat in range(self._game.high):
            const = core.Const(value=seat, type=core.Seat(), span=expr.span)
            one = substitute(value, {binder.name: const})
            found = (
                one
                if found is None
                else core.Binary(op="or", left=found, right=one, type=expr.type, span=expr.span)
            )
        assert found is not None
        return found

    def _same(self, expr: core.Aggregate) -> bool:
        """Does an expression go through the same all game? Of a new member nothing was asked before."""
        return all(self._fixed(binder.source) for binder in expr.binders)

    def _fixed(self, expr: core.Expr) -> bool:
        """Does an expression stay what it is all game?"""
        return not self._reads.of(expr)

    def _line(self, expr: core.Aggregate) -> core.Expr | None:
        """`any(all(test(s) for s in l) for l in lines(Square, 4))`"""
        lines, whole = expr.binders[0].source, expr.value
        if len(expr.binders) != 1 or not isinstance(lines, core.Table) or lines.indices:
            return None
        sort, spaces, length = (*lines.name.split(":"), "", "")[:3]
        if sort != "lines" or not isinstance(whole, core.Aggregate) or whole.op != "all":
            return None
        binder, test = whole.binders[0], whole.value
        over = len(whole.binders) == 1 and whole.where is None and isinstance(binder.source, core.Local)
        if not over or test is None or binder.source.name != expr.binders[0].name:  # type: ignore[attr-defined]
            return None
        board = self._board_of(test, binder.name)
        if board is None or self._game.kinds[spaces].size <= SMALL:
            return None
        self._use(board)
        return NewLine(
            board=board,
            name=binder.name,
            test=test,
            spaces=spaces,
            length=int(length),
            type=expr.type,
            span=expr.span,
        )

    def _board_of(self, test: core.Expr, name: str) -> str | None:
        """The only board that a test of a space reads, and only there."""
        places = {
            part.name
            for part in core.walk(test)
            if isinstance(part, core.MemoryValue)
            and isinstance(part.index, core.Local)
            and part.index.name == name
        }
        read = {place for place, _ in self._reads.of(test)}
        if len(places) != 1 or read != {f"memory:{board}" for board in places}:
            return None
        board = places.pop()
        others = any(
            isinstance(part, core.MemoryValue) and not (part.index and mentions(part.index, name))
            for part in core.walk(test)
        )
        shared = board in self._game.boards and not self._game.memories[board].of_player
        return board if shared and not others else None

    def _connects(self, expr: core.Connects) -> core.Expr | None:
        """`connects(those(s in Cell where board[s].owner is p), ..., ...)`"""
        within = expr.within
        if not isinstance(within, core.Aggregate) or within.op != "those" or within.where is None:
            return None
        binder = within.binders[0]
        board = self._board_of(within.where, binder.name)
        whole = isinstance(binder.source, core.Domain)
        if board is None or not whole or not self._fixed(expr.one) or not self._fixed(expr.other):
            return None
        seats = [local for part in (within, expr.one, expr.other) for local in free_locals(part)]
        if len({seat.name for seat in seats}) > 1 or not all(isinstance(s.type, core.Seat) for s in seats):
            return None
        none = core.Const(value=0, type=core.Seat(), span=expr.span)
        self._use(board)
        slot, self._found.slots = self._found.slots, self._found.slots + self._game.high
        seat = seats[0] if seats else none
        return NowConnects(board=board, of=expr, seat=seat, slot=slot, type=expr.type, span=expr.span)

    def _use(self, board: str) -> None:
        self._found.boards.add(board)
        self.changed = True


def _known(condition: core.Expr) -> bool | None:
    """Whether a comparison of two constants holds; None for anything else."""
    match condition:
        case core.Binary(op="is" | "is_not" as op, left=core.Const(value=one), right=core.Const(value=other)):
            return (one == other) == (op == "is")
    return None
