"""Ends: endings that nothing brings about, and games in which none must ever come.

`check(game, report)` reports an ending whose condition nothing after set-up can make true (RW418). A game
of which all endings ask only for what can go back and forth may never end (RW419): a zone that is filled
again by what was taken from it, a memory that rises and falls. A number of rounds, a zone that is only
emptied, a set that only grows are signs that the end comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from rulewright import core
from rulewright.checks.effects import Reads, bodies, statements
from rulewright.checks.reached import Reached, reached
from rulewright.record import record
from rulewright.report.diagnostics import Report

NEVER, MAY_NEVER = "RW418", "RW419"
HELP = "ask for something that a rule changes"


def check(game: core.Game, report: Report) -> None:
    """Take a checked game; report endings that cannot come, and a game that may never end."""
    if not game.endings:
        return  # RW403 tells
    found, verbs, reads = reached(game), _verbs(game), Reads(game)
    read = {
        name: frozenset(place for place, _ in reads.of(ending.condition))
        for name, ending in game.endings.items()
    }
    for name, ending in game.endings.items():
        why = _unreachable(game, ending.condition, read[name], found, verbs)
        if why:
            report.add(NEVER, f"this ending never comes: {why}", ending.condition.span, HELP)
    if not report.has_errors and not any(
        _one_way(verbs, place) for places in read.values() for place in places
    ):
        ending = next(iter(game.endings.values()))
        message = "what the endings ask for can go back and forth, so that the game may never end"
        help = "add an ending that must come, such as `ending NAME after 20 rounds`"
        report.add(MAY_NEVER, message, ending.condition.span, help)


# ---- what all rules do to places


@record
class _Verbs:
    """From which zones components go to which; what becomes of memories: how (`add`, `remove`, or `set` with
    the value, if that is known), by name."""

    ways: frozenset[tuple[str, str]]
    changes: frozenset[tuple[str, str, str]]


def _verbs(game: core.Game) -> _Verbs:
    ways, changes = set[tuple[str, str]](), set[tuple[str, str, str]]()
    for body in bodies(game, setup=False):
        for stmt in statements(body):
            ways.update(_ways(game, stmt))
            if isinstance(stmt, core.MoveMan):  # what stood there is captured
                changes.add((stmt.to.name, "set", "?"))
            if isinstance(stmt, core.Remember):
                value = str(stmt.value.value) if isinstance(stmt.value, core.Const) else "?"
                changes.add((stmt.target.name, stmt.op, value if stmt.op == "set" else ""))
    return _Verbs(frozenset(ways), frozenset(changes))


def _ways(game: core.Game, stmt: core.Stmt) -> Iterator[tuple[str, str]]:
    match stmt:
        case core.MoveAll() | core.Deal() | core.MovePieces():
            yield stmt.source.zone, stmt.to.zone
        case core.Move(to=to):
            source = stmt.what.zone if isinstance(stmt.what, core.EndOf) else stmt.source
            item = game.zones[to.zone].item
            names = (
                [z.name for z in game.zones.values() if z.item == item] if source is None else [source.zone]
            )
            yield from ((name, to.zone) for name in names)


# ---- one ending


def _unreachable(
    game: core.Game, condition: core.Expr, places: frozenset[str], found: Reached, verbs: _Verbs
) -> str:
    """Why a condition can never become true; empty when it can, as far as this looks."""
    if not places & found.written and "round" not in places:
        return "nothing after set-up changes what it asks"
    for part in core.conjuncts(condition):
        match part:
            case core.IsEmpty(of=core.ZoneRef(zone=zone)) if _starts_full(game, zone):
                if not any(source == zone for source, _ in verbs.ways):
                    return f"nothing takes from `{_shown(zone)}`"
            case core.Binary(op=">" | ">=", left=core.MemoryValue(name=name), right=core.Const()):
                if not any(what == name and how in ("add", "set") for what, how, _ in verbs.changes):
                    return f"nothing raises `{name}`"
    return ""


def _shown(zone: str) -> str:
    """A zone as it is written."""
    return f"supply[{zone.removeprefix('supply:')}]" if zone.startswith("supply:") else zone


def _starts_full(game: core.Game, zone: str) -> bool:
    return game.zones[zone].fills or zone.startswith("supply:")


# ---- all endings


def _one_way(verbs: _Verbs, place: str) -> bool:
    """Does something that happens to a place never go back?"""
    sort, _, name = place.partition(":")
    if sort == "memory":
        ops = {(how, value) for what, how, value in verbs.changes if what == name}
        return bool(ops) and not ({("add", ""), ("remove", "")} <= ops)
    if sort == "zone":
        after, before = _led_to(verbs.ways, name), _led_to({(to, source) for source, to in verbs.ways}, name)
        return after != before
    return True


def _led_to(ways: AbstractSet[tuple[str, str]], start: str) -> set[str]:
    """The zones that components of a zone can come to, itself among them."""
    found, waiting = {start}, [start]
    while waiting:
        zone = waiting.pop()
        new = {to for source, to in ways if source == zone} - found
        found |= new
        waiting.extend(new)
    return found
