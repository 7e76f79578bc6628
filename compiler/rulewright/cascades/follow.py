"""Follows cascades to their end, from positions that are made up as they are read.

`follow(...)` runs what waits, one reaction after the other, through all that can be chosen and all that can
lie on the table. A position that comes back with the same line waiting is a loop (`Loop`); the values of
places that were not read in between need not be the same: they grow, and nobody asks. When every way has come
to an end, and nothing was left out, the cascade always ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulewright import core
from rulewright.cascades import values as v
from rulewright.cascades.execute import Runner
from rulewright.cascades.rules import Letter, Rules
from rulewright.cascades.settle import settled
from rulewright.cascades.values import Bits, Number, Sum, Unknown
from rulewright.cascades.world import CannotTell, Cell, Dead, Script, Stopped, World, is_component

if TYPE_CHECKING:
    from rulewright.cascades.promises import Promises

NESTED = 24
WIDE, TRIES, ALIKE = 120, 500, 1
Log = tuple[tuple[str, core.Stmt, Any], ...]


@dataclass(slots=True)
class Landing:
    """A reaction that has run: what was there before, what was decided in it, what it read and changed.
    `depth` tells how deep it ran in another, `verb` what last set off another, `others` how many it set off,
    `asked` of which components it asked something."""

    letter: Letter
    cells: dict[Cell, Any]
    clock: int
    line: tuple[Letter, ...]
    log: Log = ()
    after: dict[Cell, Any] = field(default_factory=dict)
    depth: int = 0
    verb: core.Stmt | None = None
    others: int = 0
    asked: list[tuple[str, Unknown]] = field(default_factory=list)


class Loop(Exception):
    """A cascade that does not end: the landings, from which of them it comes again, the world it happens in.
    `nested`: each time round runs in the middle of the one before."""

    def __init__(
        self, landings: list[Landing], first: int, world: World, nested: bool, grows: bool = False
    ) -> None:
        super().__init__()
        self.landings, self.first, self.world = landings, first, world
        self.nested, self.grows = nested, grows


class OutOfBudget(Exception):
    """More steps than may be looked at."""


@dataclass(slots=True)
class Search:
    """What has been found so far. `complete` says that nothing was left out; `ended` are positions from which
    all ways have come to an end."""

    rules: Rules
    last: int
    most_waiting: int
    deepest: int
    nested: int = NESTED
    most_letters: int | None = None
    promises: Promises | None = None
    complete: bool = True
    ended: set[Any] = field(default_factory=set)


class Follower(Runner):
    """Runs one reaction in an exact world, and what it sets off at once in the middle of it."""

    def __init__(
        self, world: World, search: Search, line: tuple[Letter, ...], landings: list[Landing]
    ) -> None:
        super().__init__(world, search.rules)
        self.search = search
        self.line = list(line)
        self.landings = landings
        self.nested: list[Landing] = []

    def land(self, letter: Letter) -> None:
        """One reaction with all that runs in the middle of it."""
        landing = Landing(
            letter, dict(self.world.cells), self.world.clock, tuple(self.line), depth=len(self.nested)
        )
        if len(self.nested) > self.search.nested:
            raise CannotTell(self.game.span)
        self.nested.append(landing)
        log, self.log = self.log, []
        self.landings.append(landing)
        self.world.clock += 1
        asked, self.world.asked = self.world.asked, landing.asked
        depth, self._depth = self._depth, 0  # procedures in procedures: of one reaction
        self.run(letter)
        self.world.asked, self._depth = asked, depth
        landing.after = dict(self.world.cells)
        landing.log, self.log = tuple(self.log), log
        self.nested.pop()

    def set_off(self, letters: list[Letter], stmt: core.Stmt) -> None:
        """They run now, in the middle."""
        for letter in letters:
            for before in self.nested:
                if before.letter == letter and comes_back(self.world, before):
                    self._note(stmt)
                    first = next(at for at, landing in enumerate(self.landings) if landing is before)
                    raise Loop(self.landings, first, self.world, True)
            self._note(stmt)
            self.land(letter)

    def _note(self, stmt: core.Stmt) -> None:
        landing = self.nested[-1]
        landing.log, landing.verb = tuple(self.log), stmt
        landing.others += 1

    def line_up(self, letter: Letter, once: bool, stmt: core.Stmt) -> None:
        """It waits at the end of the line."""
        if self.nested:
            self.nested[-1].verb = stmt
        if not once or letter not in self.line:
            self.line.append(letter)
            if self.nested:
                self.nested[-1].others += 1

    def drop_line(self) -> None:
        """Nothing waits any more."""
        self.line.clear()


def comes_back(world: World, before: Landing) -> bool:
    """Does all that was read since then hold again what it held?"""
    for cell, when in world.reads.items():
        if when > before.clock and cell in world.cells:
            was = before.cells.get(cell, world.starts.get(cell))
            if not same(world, was, world.cells[cell]):
                return False
    return True


def same(world: World, one: Any, other: Any) -> bool:
    """Are two values of a place the same, whatever is still open?"""
    if one is other:
        return True
    if isinstance(one, Bits) and isinstance(other, Bits):
        members = {member for member, _ in (*one.known, *other.known)}
        bits = [(_bit(world, one, m), _bit(world, other, m)) for m in members]
        return one.origin == other.origin and all(a == b for a, b in bits)
    if isinstance(one, int | Sum) and isinstance(other, int | Sum):
        return world.resolved(one) == world.resolved(other)
    return bool(one == other)


def _bit(world: World, found: Bits, member: Any) -> Number:
    bit = found.bit(member)
    if isinstance(bit, Sum):
        for name, _ in bit.terms:
            world.domains.setdefault(name, (0, 1))
    return world.resolved(bit)


def possible(search: Search, world: World) -> World | None:
    """The same world, in which so much is known that there is a position in which all claims hold; None if
    there is none."""
    kept = world if search.promises is None else search.promises.kept(world)
    return None if kept is None or settled(kept) is None else kept


# ---- the search


def follow(search: Search, world: World, line: tuple[Letter, ...], landings: list[Landing]) -> None:
    """All ways on from a position with a line waiting. Raises Loop when one does not end."""
    if not line:
        return
    for at, before in enumerate(landings):
        if (
            before.depth
            or before.letter != line[0]
            or before.line != line[1:]
            or not comes_back(world, before)
        ):
            continue
        kept = possible(search, world)
        if kept is not None:
            raise Loop(landings, at, kept, False)
        search.complete = False
        return
    key = _position(world, line)
    if key is not None and key in search.ended:
        return
    if len(line) > search.most_waiting or sum(1 for one in landings if one.depth == 0) >= search.deepest:
        search.complete = False
        return
    if len(line) in (2, 4, 8, 16):
        _never_empty(search, world, line, landings)
    for outcome in _ordered(search, world, line, landings):
        if search.most_letters is not None and _promise(line[0], outcome)[2] > search.most_letters:
            search.complete = False
            continue
        follow(search, outcome.world, tuple(outcome.line), outcome.landings)
    if key is not None:
        search.ended.add(key)


def outcomes(
    search: Search, world: World, line: tuple[Letter, ...], landings: list[Landing]
) -> Iterator[Follower]:
    """All that the first in line can lead to."""
    script: Script | None = Script()
    found = tries = 0
    while script is not None:
        tries += 1
        if found >= WIDE or tries > TRIES:
            search.complete = False
            return
        if search.rules.done > search.last:
            raise OutOfBudget
        tried = world.copy()
        tried.script = script
        follower = Follower(tried, search, line[1:], list(landings))
        try:
            follower.land(line[0])
            search.complete = search.complete and not tried.partial
            found += 1
            yield follower
        except (Dead, Stopped):
            pass
        except CannotTell:
            search.complete = False
        script = script.following()


def _ordered(
    search: Search, world: World, line: tuple[Letter, ...], landings: list[Landing]
) -> list[Follower]:
    """What the first in line can lead to, the most promising first; in a search among few, a part of what
    differs only by the components that lie there."""
    found = sorted(outcomes(search, world, line, landings), key=lambda one: _promise(line[0], one))
    if search.most_letters is None:
        return found
    kept: dict[Any, int] = {}
    chosen = []
    for one in found:
        cells = {c: x for c, x in one.world.cells.items() if c[0] != "zone"}
        key = _position_of(one.world, cells, tuple(one.line))
        if kept.get(key, 0) < ALIKE and settled(one.world) is not None:
            kept[key] = kept.get(key, 0) + 1
            chosen.append(one)
    search.complete = False
    return chosen


def _promise(letter: Letter, found: Follower) -> tuple[bool, bool, int, int]:
    """What is looked at first: where something waits, and not the same again, of few sorts, and little is
    asked."""
    seen = {landing.letter for landing in found.landings} | set(found.line)
    return not found.line, letter in found.line, len(seen), len(found.world.starts)


def _never_empty(search: Search, world: World, line: tuple[Letter, ...], landings: list[Landing]) -> None:
    """Raises Loop when each that waits can run, leave all as it is, and set off others that can."""
    good: dict[Letter, list[tuple[Follower, tuple[Letter, ...]]]] = {}
    waiting = list(dict.fromkeys(line))
    while waiting:
        letter = waiting.pop()
        if letter in good:
            continue
        good[letter] = []
        found = _leaves_all(search, world, letter)
        if found is not None:
            good[letter].append((found, tuple(found.line)))
            waiting.extend(found.line)
    while True:
        bad = {x for x, found in good.items() if not any(all(y in good for y in word) for _, word in found)}
        if not bad:
            break
        good = {x: found for x, found in good.items() if x not in bad}
    if all(letter in good for letter in line):
        first = next(found for found, word in good[line[0]] if all(y in good for y in word))
        raise Loop([*landings, *first.landings], len(landings), first.world, False, grows=True)


def _leaves_all(search: Search, world: World, letter: Letter) -> Follower | None:
    """One way in which a reaction leaves all as it is and sets off others. A loop inside it is none yet: what
    waits before it has not run."""
    try:
        for found in outcomes(search, world, (letter,), []):
            back = found.line and comes_back(found.world, found.landings[0])
            if back and not _narrowed(world, found.world):
                return found
    except Loop:
        pass
    return None


def _narrowed(before: World, after: World) -> bool:
    """Was anything found out that was not known before?"""
    if len(after.starts) > len(before.starts):
        return True
    return any(after.domains[name] != domain for name, domain in before.domains.items())


def _position(world: World, line: tuple[Letter, ...]) -> Any:
    """What tells a position and a line from others, whatever led to it; None when that is not to be had."""
    if any(isinstance(arg, Sum) for letter in line for arg in letter.args):
        return None
    return _position_of(world, world.cells, line)


def _position_of(world: World, cells: dict[Cell, Any], line: tuple[Letter, ...]) -> Any:
    uses: dict[Any, int] = {}
    for value in cells.values():
        for name in _names(value):
            uses[name] = uses.get(name, 0) + 1
    found = []
    for cell, value in cells.items():
        part = _plain(world, cell, value, uses)
        if part is not None:
            found.append((cell, part))
    return line, frozenset(found)


def _names(value: Any) -> Iterator[Any]:
    if isinstance(value, Sum):
        yield from (name for name, _ in value.terms)
    elif isinstance(value, Bits):
        for _, bit in value.known:
            yield from _names(bit)
        yield value.origin
    elif isinstance(value, tuple):
        for part in value:
            yield from _names(part)


def _plain(world: World, cell: Cell, value: Any, uses: dict[Any, int]) -> Any:
    """A value without the names of unknowns that nothing else shares; None when it can be anything."""
    if isinstance(value, Bits):
        bits = [(m, world.resolved(_bit(world, value, m))) for m, _ in value.known]
        opened = [
            (name[2], domain)
            for name, domain in world.domains.items()
            if isinstance(name, tuple) and name[0] == "in" and name[1] == value.origin and v.size(domain) == 1
        ]
        return (value.origin is None, frozenset(bits), frozenset(opened))
    if isinstance(value, Sum):
        value = world.resolved(value)
    if isinstance(value, Sum) and len(value.terms) == 1:
        (name, n) = next(iter(value.terms))
        domain = world.domains[name]
        if n == 1 and uses.get(name, 0) == 1 and not is_component(name):
            if isinstance(domain, tuple):
                return (domain[0] + value.constant, domain[1] + value.constant)
            return frozenset(x + value.constant for x in domain)
    if isinstance(value, Sum):
        return value, frozenset((name, world.domains[name]) for name, _ in value.terms)
    if isinstance(value, tuple):
        return tuple(
            frozenset(world.domains[name]) if isinstance(x, Sum) else x
            for x in value
            for name in ([next(iter(x.terms))[0]] if isinstance(x, Sum) else [None])
        )
    return value
