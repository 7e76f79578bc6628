"""Supplies: does set-up find as much as it takes?

`check(game, report)` reports where set-up takes more out of a place than there is, for some number of players
(RW640). Only what set-up does in any case is counted, from places that nothing fills before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulewright import core
from rulewright.checks.effects import bodies, statements
from rulewright.elaborate.fold import evaluate
from rulewright.record import record
from rulewright.report.diagnostics import Report, Span

TOO_MUCH = "RW640"
PLAIN = (
    core.Move, core.MoveAll, core.MovePieces, core.Deal, core.Shuffle, core.Give, core.Remember, core.Let,
    core.Each, core.IfStmt, core.Draw,
)  # fmt: skip


@record
class Taking:
    """So many go out of a place, where that is said."""

    zone: str
    number: int
    span: Span


def check(game: core.Game, report: Report) -> None:
    """Take a checked game; report where its set-up runs short."""
    if game.setup is None:
        return
    filled = set(_filled(game, game.setup.body))
    told: set[str] = set()
    for players in range(game.low, game.high + 1):
        left = Counter(_starts(game, players))
        for taking in _takings(game, game.setup.body, players, 1):
            if taking.zone in filled or taking.zone not in left or taking.zone in told:
                continue
            left[taking.zone] -= taking.number
            if left[taking.zone] < 0:
                told.add(taking.zone)
                short = -left[taking.zone]
                name = taking.zone.removeprefix("supply:")
                message = f"with {players} players set-up takes {short} more from `{name}` than there are"
                report.add(TOO_MUCH, message, taking.span, "take fewer, or have more of them")


def _starts(game: core.Game, players: int) -> dict[str, int]:
    """How many lie in each place when set-up starts."""
    found = {f"supply:{piece.name}": piece.number for piece in game.pieces.values()}
    for zone in game.zones.values():
        if zone.fills and zone.item in game.records:
            record = game.records[zone.item]
            each = zip(record.copies, record.players, strict=True)
            found[zone.name] = sum(copies for copies, least in each if least <= players)
    return found


def _filled(game: core.Game, setup: core.Block) -> Iterator[str]:
    """Places that set-up puts something into. What it resolves or offers, and what reacts, may do whatever
    rules do."""
    plain = all(isinstance(stmt, PLAIN) for stmt in statements(setup)) and not game.reactions
    for block in (setup,) if plain else bodies(game):
        for stmt in statements(block):
            if isinstance(stmt, core.Move | core.MoveAll | core.MovePieces | core.Deal):
                yield stmt.to.zone


def _takings(game: core.Game, block: core.Block, players: int, times: int) -> Iterator[Taking]:
    """What is taken in any case, as often as loops over players, words and numbers run."""
    for stmt in block:
        match stmt:
            case core.Deal(source=source, number=number):
                yield from _taking(game, source, number, players, times, stmt.span)
            case core.MovePieces(source=source, number=number) if number is not None:
                yield from _taking(game, source, number, players, times, stmt.span)
            case core.Each(source=source, where=None, body=body):
                size = _size(game, source, players)
                if size is not None:
                    yield from _takings(game, body, players, times * size)


def _taking(
    game: core.Game, source: core.ZoneRef, number: core.Expr, players: int, times: int, span: Span
) -> Iterator[Taking]:
    found = evaluate(game, number, players)
    if found is not None and not source.indices:
        yield Taking(source.zone, found * times, span)


def _size(game: core.Game, source: core.Expr, players: int) -> int | None:
    """How many members a source always has."""
    match source:
        case core.SeatsFrom(of=of):
            return _size(game, of, players)
        case core.Domain(of=core.Seat()):
            return players
        case core.Domain(of=core.KindType(name=name)):
            return game.kinds[name].size
        case core.Domain(of=core.RangeType(name=name)):
            low, high = (
                evaluate(game, end, players)
                for end in (game.ranges[name].low_expr, game.ranges[name].high_expr)
            )
            return None if low is None or high is None else max(0, high - low + 1)
        case core.Interval(low=first, high=last):
            low, high = evaluate(game, first, players), evaluate(game, last, players)
            return None if low is None or high is None else max(0, high - low + 1)
    return None
