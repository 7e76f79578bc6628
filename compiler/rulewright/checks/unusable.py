"""Unusable: components that stay where they start, because all that takes any from there asks for others.

`check(game, report)` reports rows of a table that no rule ever moves or looks at (RW641). What a rule takes
is told by its conditions, as far as these read what is printed: `each t in box where t.kind is start` takes
no tile of another kind. Where a rule takes or looks at a component for any other reason, it is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright import core
from rulewright.checks.effects import bodies, inner_blocks
from rulewright.checks.printed import Known, Printed
from rulewright.checks.thresholds import asked
from rulewright.record import record
from rulewright.report.diagnostics import Report

UNUSED = "RW641"
MOST_NAMED = 6


@record
class Use:
    """Something is done with members of a zone (None: of any): the name it goes by, the conditions that hold
    then."""

    record: str
    zone: str | None
    name: str
    conditions: tuple[core.Expr, ...]


def check(game: core.Game, report: Report) -> None:
    """Take a checked game; report components that no rule can use."""
    starts = {zone.item: zone.name for zone in game.zones.values() if zone.fills}
    uses = [*_taken(game), *_read(game)]
    printed = Printed(game)
    for name, zone in starts.items():
        if name in game.records:
            here = [use for use in uses if use.record in (name, "") and use.zone in (zone, None)]
            _record(game, printed, game.records[name], zone, here, report)


def _record(
    game: core.Game, printed: Printed, record: core.Record, zone: str, uses: list[Use], report: Report
) -> None:
    """Reports the rows that nothing takes, unless nothing takes any."""
    idle = [row for row in range(len(record.ids)) if not any(_is_used(printed, use, row) for use in uses)]
    if not uses or not idle or len(idle) == len(record.ids):
        return
    ids = [record.ids[row] for row in idle]
    said = ", ".join(ids[:MOST_NAMED]) + (
        f" and {len(ids) - MOST_NAMED} more" if len(ids) > MOST_NAMED else ""
    )
    where = game.zones[zone].name
    message = f"no rule ever takes {said} out of `{where}`: what is printed there is never asked for"
    report.add(UNUSED, message, record.span, f"let a rule take it, or take the row out of {record.table}")


def _is_used(printed: Printed, use: Use, row: int) -> bool:
    known = {use.name: Known(use.record, row)} if use.name else {}
    return not any(printed.never(condition, known) for condition in use.conditions)


# ---- what is taken


Sources = Mapping[str, tuple[str, str | None]]
Conditions = tuple[core.Expr, ...]


def _taken(game: core.Game) -> Iterator[Use]:
    """What moves components, with the conditions under which it does."""
    for action in game.actions.values():
        sources: dict[str, tuple[str, str | None]] = {}
        conditions: list[core.Expr] = []
        for line in action.lines:
            if isinstance(line, core.Guard):
                conditions.append(line.condition)
            else:
                _name(sources, line.name, line.type, line.source)
                conditions += [] if line.where is None else [line.where]
                conditions += _filters(line.source, line.name)
        yield from _moves(action.body, sources, tuple(conditions))
    named = {id(action.body) for action in game.actions.values()}
    for body in bodies(game):
        if id(body) not in named:
            yield from _moves(body, {}, ())


def _moves(block: core.Block, sources: Sources, conditions: Conditions) -> Iterator[Use]:
    for stmt in block:
        match stmt:
            case core.Move(what=core.Local(name=name), source=source) if name in sources:
                record, zone = sources[name]
                yield Use(record, source.zone if source is not None else zone, name, conditions)
            case core.Move(what=what, source=source) if isinstance(what.type, core.Component):
                yield Use(what.type.record, None if source is None else source.zone, "", ())
            case core.Move(what=what):
                inner = what.type.of if isinstance(what.type, core.Optional) else what.type
                if isinstance(inner, core.Component):
                    yield Use(inner.record, None, "", ())
            case core.Deal(source=source) | core.MoveAll(source=source):
                yield from _any_of(source)
            case core.IfStmt(condition=condition):
                yield from _moves(stmt.then, sources, (*conditions, condition))
                yield from _moves(stmt.otherwise, sources, conditions)
                continue
            case core.Each() | core.Choose():
                inside = dict(sources)
                _name(inside, stmt.name, stmt.type, stmt.source)
                where = [] if stmt.where is None else [stmt.where]
                found = (*conditions, *where, *_filters(stmt.source, stmt.name))
                yield from _moves(stmt.body, inside, found)
                yield from _moves(getattr(stmt, "or_else", None) or (), sources, conditions)
                continue
        for inner_block in inner_blocks(stmt):
            yield from _moves(inner_block, sources, conditions)


def _any_of(source: core.ZoneRef) -> Iterator[Use]:
    """All that lies in a zone, whatever is printed on it; of which record it is the zone says."""
    yield Use("", source.zone, "", ())


def _name(sources: dict[str, tuple[str, str | None]], name: str, type: core.Type, source: core.Expr) -> None:
    """Keeps where a named component comes from."""
    if isinstance(type, core.Component):
        sources[name] = (type.record, _zone(source))


def _zone(source: core.Expr) -> str | None:
    if isinstance(source, core.ZoneRef):
        return source.zone
    if (
        isinstance(source, core.Aggregate)
        and source.op in ("those", "list", "first")
        and len(source.binders) == 1
    ):
        return _zone(source.binders[0].source)
    return None


def _filters(source: core.Expr, name: str) -> list[core.Expr]:
    """The condition of `those(x in zone where ...)`, about who is chosen from it."""
    if not isinstance(source, core.Aggregate) or source.where is None or len(source.binders) != 1:
        return []
    binder = source.binders[0]
    return [
        core.substituted(
            source.where, {binder.name: core.Local(name=name, type=binder.type, span=binder.span)}
        )
    ]


# ---- what is looked at


def _read(game: core.Game) -> Iterator[Use]:
    """Members of a zone that rules count, compare or list where they lie."""
    for expr in asked(game):
        for part in core.walk(expr):
            if isinstance(part, core.EndOf):
                yield Use("", part.zone.zone, "", ())
            for binder in getattr(part, "binders", ()):
                if isinstance(binder.type, core.Component) and isinstance(part, core.Aggregate):
                    where = () if part.where is None else (part.where,)
                    yield Use(binder.type.record, _zone(binder.source), binder.name, where)
