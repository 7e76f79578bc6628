"""Footprints: what a block reads and writes, with all that it sets off, as finely as can be told from its
text.

`Footprints(game).of(asked, body)` follows procedures, events and the reactions `as soon as` whose
conditions read what is written. `commute(a, b)` says whether two footprints show that their order is all
the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulewright import core
from rulewright.checks.effects import ANY, ME, Access, Reads, asked_by, expressions, inner_blocks, writes
from rulewright.record import record

TOGETHER = frozenset({"sum", "union", "minus"})


@record
class Spot:
    """A place, whose part of it (`me`, a seat's number, or `*`), and which of its cells (None: any)."""

    place: str
    whose: str
    index: int | None = None

    def meets(self, other: Spot) -> bool:
        """May the two be the same?"""
        if self.place != other.place:
            return False
        if self.index is not None and other.index is not None and self.index != other.index:
            return False
        numbered = self.whose.isdecimal() and other.whose.isdecimal()
        return not numbered or self.whose == other.whose


@dataclass(slots=True)
class Footprint:
    """What is read, and what is written in which way: two writes in one of the ways of `TOGETHER`, or of the
    same constant, are the same in either order."""

    reads: set[Spot] = field(default_factory=set)
    writes: set[tuple[Spot, str]] = field(default_factory=set)
    options: set[str] = field(default_factory=set)
    units: set[tuple[str, bool]] = field(default_factory=set)

    @property
    def mine(self) -> set[str]:
        """The places of which nothing but the part of the seat that acts matters."""
        spots = [*self.reads, *(spot for spot, _ in self.writes)]
        return self.places - {spot.place for spot in spots if spot.whose != ME}

    @property
    def places(self) -> set[str]:
        """All places that matter to it."""
        return {spot.place for spot in self.reads} | {spot.place for spot, _ in self.writes}


def commute(one: Footprint, other: Footprint) -> bool:
    """Do two footprints show that it is all the same which comes first?"""
    return not (
        _disturbs(one, other)
        or _disturbs(other, one)
        or any(
            a.meets(b) and not (way == wise and (way in TOGETHER or way.startswith("set ")))
            for a, way in one.writes
            for b, wise in other.writes
        )
    )


def _disturbs(one: Footprint, other: Footprint) -> bool:
    return any(spot.meets(read) for spot, _ in one.writes for read in other.reads)


class Footprints:
    """The footprints of one game's blocks."""

    def __init__(self, game: core.Game) -> None:
        self._game = game
        self._reads = Reads(game)
        self._waiting: dict[str, list[core.AsSoonAs]] = {}
        self._known: dict[int, tuple[core.Block, Footprint]] = {}
        for reaction in game.reactions.values():
            if isinstance(reaction, core.AsSoonAs):
                for place in {place for place, _ in self._reads.of(reaction.condition)}:
                    self._waiting.setdefault(place, []).append(reaction)

    def of(self, asked: Iterable[core.Expr], body: core.Block) -> Footprint:
        """What a block asks first and does, with all that it sets off."""
        key = id(body)
        if key not in self._known:
            found = Footprint()
            for expr in asked:
                self._ask(found, expr, own=True)
            self._run(found, body, own=True)
            self._known[key] = (body, found)  # the body is kept, and so is its id its own
        return self._known[key][1]

    def _run(self, found: Footprint, body: core.Block, own: bool) -> None:
        """Follow a block; `own` says that its `me` is that of the pair."""
        for stmt in body:
            inside = own and not (isinstance(stmt, core.Choose) and not isinstance(stmt.by, core.Me))
            for expr in _read_by(stmt):
                self._ask(found, expr, inside)
            for access in writes(self._game, stmt):
                found.writes.add((_written(stmt, access, own), _way(stmt)))
                for reaction in self._waiting.get(access.place, ()):
                    self._unit(found, f"reaction {reaction.name}", [reaction.condition], reaction.body, False)
            self._lead(found, stmt, own)
            for block in inner_blocks(stmt):
                self._run(found, block, inside)

    def _lead(self, found: Footprint, stmt: core.Stmt, own: bool) -> None:
        """Follow a statement to the units that it runs."""
        match stmt:
            case core.DropLine():
                found.writes.add((Spot("line", ANY), "drops"))
            case core.Resolve(procedure=name):
                self._unit(found, f"procedure {name}", [], self._game.procedures[name].body, own)
            case core.Trigger(event=event):
                found.writes.add((Spot("line", ANY), "union"))
                for answer in self._game.reactions.values():
                    if isinstance(answer, core.When) and answer.event == event:
                        guard = [] if answer.guard is None else [answer.guard]
                        self._unit(found, f"reaction {answer.name}", guard, answer.body, own)
            case core.Offer(actions=actions, to=to):
                for name in actions:
                    action = self._game.actions[name]
                    lines = [expr for line in action.lines for expr in asked_by(line)]
                    ours = own and isinstance(to, core.Me)
                    self._unit(found, f"action {name}", lines, action.body, ours)

    def _unit(self, found: Footprint, name: str, asked: list[core.Expr], body: core.Block, own: bool) -> None:
        """Follow a unit once, and once more where its `me` is another's."""
        if (name, own) not in found.units:
            found.units.add((name, own))
            for expr in asked:
                self._ask(found, expr, own)
            self._run(found, body, own)

    def _ask(self, found: Footprint, expr: core.Expr, own: bool) -> None:
        for part in core.walk(expr):
            match part:
                case core.MemoryValue():
                    found.reads.add(_spot(part, own))
                case core.Call():
                    found.reads.update(Spot(place, ANY) for place, _ in self._reads.of(part))
                    found.options.update(_options(self._game, part.define, set()))
                case core.OptionValue(name=name):
                    found.options.add(name)
                case core.ZoneRef() | core.Holder() | core.RoundNumber() | core.Repeated():
                    found.reads.update(Spot(place, ANY) for place, _ in self._reads.own(part))


def _read_by(stmt: core.Stmt) -> Iterator[core.Expr]:
    """The expressions of a statement that are read: of the memory that it changes, which one only."""
    for expr in expressions(stmt):
        if isinstance(stmt, core.Remember) and expr is stmt.target:
            yield from (part for part in (stmt.target.seat, stmt.target.index) if part is not None)
        else:
            yield expr


def _spot(memory: core.MemoryValue, own: bool) -> Spot:
    index = memory.index.value if isinstance(memory.index, core.Const) else None
    return Spot(f"memory:{memory.name}", _whose(memory.seat, own), index)


def _whose(seat: core.Expr | None, own: bool) -> str:
    match seat:
        case core.Me() if own:
            return ME
        case core.Const(value=value):
            return str(value)
    return ANY


def _written(stmt: core.Stmt, access: Access, own: bool) -> Spot:
    if isinstance(stmt, core.Remember):
        return _spot(stmt.target, own)
    return Spot(access.place, ANY)


def _way(stmt: core.Stmt) -> str:
    """In which way a statement writes; other writes in the same way may come before or after it."""
    if not isinstance(stmt, core.Remember):
        return "moves"
    is_set = isinstance(stmt.target.type, core.SetType)
    if stmt.op == "set":
        return f"set {stmt.value.value}" if isinstance(stmt.value, core.Const) else "set"
    if is_set:
        return "union" if stmt.op == "add" else "minus"
    return "sum"


def _options(game: core.Game, define: str, seen: set[str]) -> set[str]:
    """The options that a define reads, also by others."""
    if define in seen:
        return set()
    seen.add(define)
    found: set[str] = set()
    for part in core.walk(game.defines[define].value):
        if isinstance(part, core.OptionValue):
            found.add(part.name)
        elif isinstance(part, core.Call):
            found |= _options(game, part.define, seen)
    return found
