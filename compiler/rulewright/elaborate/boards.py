"""What stands on a board: whose it is, and the statements that place, move, capture, promote and give it."""

from __future__ import annotations

from dataclasses import replace

from rulewright import core, nodes
from rulewright.elaborate.actor import me
from rulewright.elaborate.fit import fit
from rulewright.elaborate.spaces import add_table
from rulewright.elaborate.work import Scope
from rulewright.report.diagnostics import Span

NONE = -1


def board_of(scope: Scope, expr: core.Expr | None) -> core.Board | None:
    """The board of which an expression is one space."""
    return scope.game.boards.get(expr.name) if isinstance(expr, core.MemoryValue) else None


def on_board(scope: Scope, node: nodes.Expr, doing: str) -> tuple[core.MemoryValue, core.Board] | None:
    """Read one space of a board."""
    found = scope.read(node)
    board = board_of(scope, found)
    if found is None or not isinstance(found, core.MemoryValue):
        if found is not None:
            help = "write `board[s]` with the name of the board"
            scope.error("RW211", f"{doing} is a space of a board", found.span, help)
        return None
    if board is None:
        scope.error("RW211", f"{doing} is a space of a board, this is memory", found.span)
        return None
    return _as_declared(scope, found), board


def _as_declared(scope: Scope, found: core.MemoryValue) -> core.MemoryValue:
    """The space as it is declared, whatever is known of what stands there."""
    memory = scope.game.memories[found.name]
    return core.MemoryValue(
        name=found.name, seat=found.seat, index=found.index, type=memory.type, span=found.span
    )


# ---- whose and what


def part(scope: Scope, value: core.Expr, men: str, attr: nodes.Attr) -> core.Expr | None:
    """`board[s].owner`, `board[s].piece`: none where nothing stands."""
    name, span = attr.name.text, value.span.to(attr.span)
    if name == "owner":
        words = scope.game.kinds[men].words
        if len(words) == 1 and words[0].params:  # the word of a seat is numbered as the seat is
            seat = core.Optional(core.Seat()) if isinstance(value.type, core.Optional) else core.Seat()
            return replace(value, type=seat, span=span)
        return _looked_up(scope, value, men, "owner", _owners(scope.game, men), core.Seat(), span)
    if name == "piece":
        kind = _names(scope, men)
        values = _pieces(scope.game, men)
        return _looked_up(scope, value, men, "piece", values, core.KindType(kind), span)
    scope.work.note(attr.name.span, "asked", name, "man")
    near = scope.work.suggest(name, ("owner", "piece"))
    help = near or "write `.owner` for whose it is, `.piece` for what it is"
    scope.error(
        "RW210", f"what stands on a board has an `owner` and a `piece`, no `{name}`", attr.name.span, help
    )
    return None


def _looked_up(
    scope: Scope, value: core.Expr, men: str, sort: str, values: list[int], type: core.Type, span: Span
) -> core.Expr:
    table = f"{sort}:{men}"
    optional = isinstance(value.type, core.Optional)
    axis = core.Optional(core.KindType(men))
    add_table(scope.game, table, (axis,), [*values, NONE])
    result = core.Optional(type) if optional or NONE in values else type
    return core.Table(name=table, indices=(value,), type=result, span=span)


def _owners(game: core.Game, men: str) -> list[int]:
    return [seat for word in game.kinds[men].words for seat in (range(word.size) if word.params else [NONE])]


def _pieces(game: core.Game, men: str) -> list[int]:
    return [at for at, word in enumerate(game.kinds[men].words) for _ in range(word.size)]


def _names(scope: Scope, men: str) -> str:
    """The kind of the pieces' names, without their seats: `board[s].piece is King`."""
    name = f"piece:{men}"
    if name not in scope.game.kinds:
        words = {
            word.name: core.KindWord(name=word.name, text=word.text, params=(), base=at, size=1, joker=False)
            for at, word in enumerate(scope.game.kinds[men].words)
        }
        scope.work.words[name] = words
        span = scope.game.kinds[men].span
        scope.game.kinds[name] = core.Kind(name=name, span=span, words=tuple(words.values()), size=len(words))
    return name


# ---- statements


def _word(scope: Scope, board: core.Board, man: nodes.Word) -> core.KindWord | None:
    """A piece that may stand on a board."""
    words = scope.work.words[board.men]
    if man.text not in words:
        help = scope.work.suggest(man.text, words) or f"it holds {', '.join(words)}"
        scope.error("RW224", f"no {man.text} stands on `{board.name}`", man.span, help)
        return None
    scope.work.note(man.span, "man", man.text)
    return words[man.text]


def place_on(scope: Scope, node: nodes.PlaceOn, per: tuple[str, ...]) -> core.Stmt | None:
    """`place Disc on board[s]`: mine, or `of` a seat."""
    there = on_board(scope, node.on, "where a piece is placed")
    word = None if there is None else _word(scope, there[1], node.man)
    if there is None or word is None:
        return None
    args: tuple[core.Expr, ...] = ()
    if word.params:
        seat = (
            me(scope, node.man.span, _whose(scope, word))
            if node.of is None
            else fit(scope, scope.read(node.of, core.Seat()), core.Seat(), "whose piece it is")
        )
        if seat is None:
            return None
        args = (seat,)
    elif node.of is not None:
        scope.error("RW209", f"a {word.name} belongs to nobody", node.man.span, "leave out `of`")
        return None
    return core.Remember(
        op="set", target=there[0], value=_man(there[1], word, args, node.man.span), span=node.span, per=per
    )


def _whose(scope: Scope, word: core.KindWord) -> str:
    seat = scope.game.seats[0] if scope.game.seats else "p"
    return f"say whose it is: `place {word.name} of {seat} on ...`"


def _man(board: core.Board, word: core.KindWord, args: tuple[core.Expr, ...], span: Span) -> core.Expr:
    type = core.KindType(board.men)
    if all(isinstance(arg, core.Const) for arg in args):
        offset = sum(arg.value for arg in args if isinstance(arg, core.Const))
        return core.Const(value=word.base + offset, type=type, span=span)
    return core.Word(kind=board.men, word=word.name, args=args, type=type, span=span)


def capture(scope: Scope, node: nodes.Capture, per: tuple[str, ...]) -> core.Stmt | None:
    """`capture board[t]`"""
    there = on_board(scope, node.what, "what is captured")
    if there is None:
        return None
    nothing = core.Const(value=NONE, type=there[0].type, span=node.span)
    return core.Remember(op="set", target=there[0], value=nothing, span=node.span, per=per)


def promote(scope: Scope, node: nodes.Promote, per: tuple[str, ...]) -> core.Stmt | None:
    """`promote board[t] to King`: it stays whose it is."""
    there = on_board(scope, node.what, "what is promoted")
    word = None if there is None else _word(scope, there[1], node.to)
    if there is None or word is None:
        return None
    target, board = there
    if not word.params:
        message = f"a {word.name} belongs to nobody, and a piece stays whose it is"
        scope.error("RW224", message, node.to.span, "write `capture`, then `place`")
        return None
    owners = enumerate(_owners(scope.game, board.men))
    values = [man if owner == NONE else word.base + owner for man, owner in owners]
    return _changed(scope, target, board, f"promoted to {word.name}", values, node.span, per)


def _changed(
    scope: Scope,
    target: core.MemoryValue,
    board: core.Board,
    sort: str,
    values: list[int],
    span: Span,
    per: tuple[str, ...],
    seat: core.Expr | None = None,
) -> core.Stmt:
    """What stands there becomes something else, by a table; nothing stays nothing."""
    axis = core.Optional(core.KindType(board.men))
    table = f"{sort}:{board.men}"
    high = scope.game.high
    add_table(
        scope.game,
        table,
        (axis,) if seat is None else (core.Seat(), axis),
        [*values, NONE] if seat is None else [v for p in range(high) for v in (*values[p::high], NONE)],
    )
    indices: tuple[core.Expr, ...] = (target,) if seat is None else (seat, target)
    value = core.Table(name=table, indices=indices, type=target.type, span=span)
    return core.Remember(op="set", target=target, value=value, span=span, per=per)


def give_man(scope: Scope, node: nodes.Give, per: tuple[str, ...]) -> core.Stmt | None:
    """`give board[t] to me`: a piece changes its owner."""
    there = on_board(scope, node.what, "what is given")
    seat = fit(scope, scope.read(node.to, core.Seat()), core.Seat(), "who gets it")
    if there is None or seat is None:
        return None
    target, board = there
    game, words = scope.game, scope.game.kinds[board.men].words
    if len(words) == 1 and words[0].params and present_known(scope, node.what):
        value = _man(board, words[0], (seat,), node.span)
        return core.Remember(op="set", target=target, value=value, span=node.span, per=per)
    values: list[int] = []
    for word in words:
        for _ in range(word.size):
            values += [word.base + p if word.params else word.base for p in range(game.high)]
    return _changed(scope, target, board, "given", values, node.span, per, seat)


def present_known(scope: Scope, node: nodes.Expr) -> bool:
    """Is it known here that something stands on a space?"""
    found = scope.read(node)
    return found is not None and not isinstance(found.type, core.Optional)


def move_man(
    scope: Scope, node: nodes.Move, source: core.MemoryValue, per: tuple[str, ...]
) -> core.Stmt | None:
    """`move board[s] to board[t]`: what stood on t is captured."""
    to = on_board(scope, node.to, "where a piece moves")
    if to is None:
        return None
    if node.end is not None:
        scope.error("RW224", f"a board has no {node.end}", node.to.span, f"remove `{node.end} of`")
        return None
    one, other = board_of(scope, source), to[1]
    if one is None or one.men != other.men:
        scope.error("RW211", f"other pieces stand on `{other.name}`", to[0].span)
        return None
    return core.MoveMan(source=_as_declared(scope, source), to=to[0], span=node.span, per=per)
