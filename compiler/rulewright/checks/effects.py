"""What expressions read and statements write, place by place, and whose.

A place is a zone, memory or token by name (`zone:basket`, `memory:refused`, `token:lead`). `Whose`
says which seat's part: `ME`, `ANY` (shared, another's, or not known), or a parameter's name while a
define is being summed up. Reactions are tested after statements that write what their condition reads.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import core
from rulewright.record import record

ME = "me"
ANY = "*"


@record
class Access:
    """One place read or written, and whose part of it; `seat` is the expression for a write, if known."""

    place: str
    whose: str
    seat: core.Expr | None = None


class Reads:
    """What the expressions of one game read; defines are summed up once."""

    def __init__(self, game: core.Game) -> None:
        self._game = game
        self._defines: dict[str, frozenset[tuple[str, str]]] = {}

    def of(self, expr: core.Expr) -> frozenset[tuple[str, str]]:
        """Pairs of a place and whose it is, for an expression in a seat's context."""
        return frozenset(self._walk(expr))

    def own(self, expr: core.Expr) -> frozenset[tuple[str, str]]:
        """As `of`, without what the defines read that it calls."""
        return frozenset(self._walk(expr, calls=False))

    def _walk(self, expr: core.Expr, calls: bool = True) -> Iterator[tuple[str, str]]:
        for part in core.walk(expr):
            match part:
                case core.ZoneRef():
                    yield f"zone:{part.zone}", self._whose(part.seat)
                case core.MemoryValue():
                    yield f"memory:{part.name}", self._whose(part.seat)
                case core.Holder():
                    yield f"token:{part.token}", ANY
                case core.RoundNumber():
                    yield "round", ANY
                case core.Repeated(apart=apart):
                    yield from ((place, ANY) for place in self._everything(apart))
                case core.Call() if calls:
                    yield from self._called(part)

    def _everything(self, apart: tuple[str, ...]) -> Iterator[str]:
        """All that makes a position."""
        yield from (f"zone:{name}" for name in self._game.zones)
        yield from (f"memory:{name}" for name in self._game.memories if name not in apart)
        yield from (f"token:{name}" for name in self._game.tokens)
        yield from (f"board:{name}" for name in self._game.boards)

    def _whose(self, seat: core.Expr | None) -> str:
        match seat:
            case core.Me():
                return ME
            case core.Local(name=name):
                return name
        return ANY

    def _called(self, call: core.Call) -> Iterator[tuple[str, str]]:
        define = self._game.defines[call.define]
        given = {param.name: self._whose(arg) for param, arg in zip(define.params, call.args, strict=True)}
        for place, whose in self._summary(call.define):
            yield place, given.get(whose, ME if whose == ME else ANY)

    def _summary(self, name: str) -> frozenset[tuple[str, str]]:
        if name not in self._defines:
            self._defines[name] = frozenset()
            self._defines[name] = frozenset(self._walk(self._game.defines[name].value))
        return self._defines[name]


def writes(game: core.Game, stmt: core.Stmt) -> list[Access]:
    """The places that one verb writes (nothing for control flow)."""
    found = _written(game, stmt)
    if not game.overlays:
        return found
    zones = ((access, access.place.removeprefix("zone:")) for access in found)
    seen = [Access(f"memory:top:{name}", a.whose, a.seat) for a, name in zones if name in game.overlays]
    return [*found, *seen]


def _written(game: core.Game, stmt: core.Stmt) -> list[Access]:
    match stmt:
        case core.Move():
            sources = [_zone(stmt.source)] if stmt.source else _all_of(game, stmt.to)
            return [*sources, _zone(stmt.to)]
        case core.MoveAll() | core.MovePieces() | core.Deal():
            return [_zone(stmt.source), _zone(stmt.to)]
        case core.Shuffle():
            return [_zone(stmt.zone)]
        case core.Give():
            return [Access(f"token:{stmt.token}", ANY)]
        case core.Remember():
            return [_memory(stmt.target)]
        case core.MoveMan():
            return [_memory(stmt.source), _memory(stmt.to)]
    return []


def _memory(target: core.MemoryValue) -> Access:
    return Access(f"memory:{target.name}", ME if isinstance(target.seat, core.Me) else ANY, target.seat)


def _zone(zone: core.ZoneRef) -> Access:
    return Access(f"zone:{zone.zone}", ME if isinstance(zone.seat, core.Me) else ANY, zone.seat)


def _all_of(game: core.Game, to: core.ZoneRef) -> list[Access]:
    item = game.zones[to.zone].item
    return [Access(f"zone:{zone.name}", ANY) for zone in game.zones.values() if zone.item == item]


def inner_blocks(stmt: core.Stmt) -> Iterator[core.Block]:
    """The blocks directly inside a statement."""
    match stmt:
        case core.Choose():
            yield from (stmt.body, stmt.or_else or ())
        case core.Each() | core.Repeat():
            yield stmt.body
        case core.IfStmt():
            yield from (stmt.then, stmt.otherwise)
        case core.MatchStmt():
            yield from (case.body for case in stmt.cases)
            yield stmt.otherwise or ()
        case core.Offer():
            yield stmt.otherwise or ()


def statements(block: core.Block) -> Iterator[core.Stmt]:
    """All statements of a block, nested ones too, in order."""
    for stmt in block:
        yield stmt
        for inner in inner_blocks(stmt):
            yield from statements(inner)


def expressions(stmt: core.Stmt) -> Iterator[core.Expr]:
    """The expressions directly in a statement (not those of its inner statements)."""
    for name in stmt.__dataclass_fields__:
        value = getattr(stmt, name)
        if isinstance(value, core.Expr):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, core.Expr))


def bodies(game: core.Game, setup: bool = True) -> Iterator[core.Block]:
    """What is done in a game: the flow, with or without the set-up, then actions, procedures, reactions."""
    for flow in (game.setup if setup else None, game.flow):
        if flow is not None:
            yield flow.body
    for holder in (*game.actions.values(), *game.procedures.values(), *game.reactions.values()):
        yield holder.body


def asked_by(line: core.Pick | core.Guard) -> Iterator[core.Expr]:
    """What a line of an action asks."""
    if isinstance(line, core.Guard):
        yield line.condition
    else:
        yield line.source
        if line.where is not None:
            yield line.where
