"""All ways through the reactions of a cascade, as steps: what happens between two interruptions.

`ways(...)` runs each reaction in worlds that are made up as they are read, and gives a `Web` of steps. A step
knows by how much each place grows in it, which reactions it sets off, and which step goes on after it. Two
steps of one reaction that change the same are one. A loop over what is not known is a step that its
predecessor may take any number of times.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from rulewright import core
from rulewright.cascades import values as v
from rulewright.cascades.asker import Env
from rulewright.cascades.execute import Runner
from rulewright.cascades.rules import Letter, Rules, told_apart
from rulewright.cascades.values import Bits, Number, Some, Sum
from rulewright.cascades.world import CannotTell, Cell, Dead, Script, Stopped, TooHard, World
from rulewright.record import record

Key = tuple[Any, ...]
Change = tuple[int, tuple[tuple[int, int, int, int], ...]]
"""By how much something grows: a constant, then unknowns by number, how often, lowest, highest."""
QUESTIONS = 6
PLACES = ("memory", "zone", "pool", "holder")


class TooMany(Exception):
    """There are more ways than may be looked at."""


@record
class Step:
    """What happens between two interruptions of a reaction: what grows by how much, what leaves its range (up
    or down), who is set off. `place` says that it is the first of the reaction (0), the second, ..."""

    letter: Letter
    place: int
    changes: tuple[tuple[Key, Change], ...]
    leaves: frozenset[tuple[Key, bool]]
    sets_off: frozenset[Letter]


@dataclass(slots=True)
class Web:
    """The steps of a cascade by number, those that begin a reaction, all `of` it, and those that go on after
    one. `verbs` has for each step what it does that can set off others, `writers` what changes a place."""

    steps: list[Step] = field(default_factory=list)
    numbers: dict[Step, int] = field(default_factory=dict)
    begins: dict[Letter, set[int]] = field(default_factory=dict)
    of: dict[Letter, set[int]] = field(default_factory=dict)
    after: dict[int, set[int]] = field(default_factory=dict)
    verbs: dict[int, dict[Letter, core.Stmt]] = field(default_factory=dict)
    writers: dict[int, dict[str, core.Stmt]] = field(default_factory=dict)

    def number(self, step: Step) -> int:
        """A step's number."""
        number = self.numbers.setdefault(step, len(self.steps))
        if number == len(self.steps):
            self.steps.append(step)
            self.of.setdefault(step.letter, set()).add(number)
        return number


class Walker(Runner):
    """Runs one reaction one way, and notes its steps. `claims` are conditions that are taken to hold whenever
    a step begins; `measures` are expressions whose growth is noted."""

    def __init__(
        self,
        world: World,
        rules: Rules,
        claims: tuple[core.Expr, ...] = (),
        measures: tuple[tuple[str, core.Expr], ...] = (),
    ) -> None:
        super().__init__(world, rules)
        self.claims, self.measures = claims, measures
        self.steps: list[tuple[Step, dict[Letter, core.Stmt], dict[str, core.Stmt], int]] = []
        self._stmt: core.Stmt | None = None
        self._left = QUESTIONS
        self._letter = Letter("", 0, ())
        self._before = -1  # the step that the next goes on after

    def walk(self, letter: Letter) -> None:
        """All steps of one way through a reaction."""
        self._letter = letter
        self._begin()
        self.noted(("waits", letter), -1)
        with suppress(Stopped):
            self.run(letter)
        self._end()

    def begun(self, letter: Letter, env: Env) -> None:
        """What its guard said holds still, where nobody can have changed it."""
        for part in self.rules.kept.get(letter.reaction, ()):
            if not self.truth(part, env):
                raise Dead

    def brought(self, letter: Letter, at: int, value: Any) -> None:
        """What was left open is now in use, and waits no more."""
        if isinstance(value, int | Sum):
            self.noted(("brings", letter, at), v.times(value, -1))

    def _begin(self) -> None:
        self._changes: dict[Key, Number] = {}
        self._leaves: set[tuple[Key, bool]] = set()
        self._off: dict[Letter, core.Stmt] = {}
        self._writers: dict[str, core.Stmt] = {}
        for claim in self.claims:
            if not self._claimed(claim):
                raise Dead
        self._epoch = self.world.epoch
        self._worth = {name: self._measured(expr) for name, expr in self.measures}
        if self.measures and self._is_idle():
            raise Dead

    def _claimed(self, claim: core.Expr) -> bool:
        """Does a claim hold, or can that not be asked?"""
        try:
            return self.truth(claim, {})
        except Stopped:
            return True

    def _measured(self, expr: core.Expr) -> Number:
        """What a claimed measure is worth; anything, where it has no value: that stops no rule."""
        try:
            return self.number(expr, {})
        except Stopped:
            return self.world.fresh(v.domain_of(self.game, expr.type))

    def _is_idle(self) -> bool:
        """Is it of a seat that does not play, with as many as the measures have asked for?"""
        players = self.world.cells.get(("players",))
        if players is None:
            return False
        reaction = self.game.reactions[self._letter.reaction]
        params = reaction.params if isinstance(reaction, core.When) else ()
        seats = [a for p, a in zip(params, self._letter.args, strict=False) if isinstance(p.type, core.Seat)]
        return any(isinstance(seat, int) and seat >= players for seat in (self._letter.me, *seats))

    def _end(self) -> None:
        """A step is over."""
        self._note_masked()
        for name, expr in self.measures:
            self.noted(("claimed", name), v.minus(self._measured(expr), self._worth[name]))
        step = Step(
            self._letter,
            len(self.steps),
            self._canonical(),
            frozenset(self._leaves),
            frozenset(self._off),
        )
        self.steps.append((step, self._off, self._writers, self._before))

    def _note_masked(self) -> None:
        """By how much numbers grow that count only while their word is not in a set."""
        touched = {key for key in self._changes if key[0] in ("memory", "in")}
        for number, mask in self.rules.masks:
            cells = {(key[2], key[3]) for key in touched if key[:2] == ("memory", number) and len(key) == 4}
            cells |= {
                (key[3], key[5]) for key in touched if key[:3] == ("in", "memory", mask) and key[5] != "?"
            }
            if any((key[-1] == "?" and mask in key[:3]) or key == ("memory", number, "?") for key in touched):
                self.noted(("masked", number, mask, "?"), self.world.fresh((-1, 1)))
            for seat, word in sorted(cells, key=repr):
                self._note_one(number, mask, seat, word)

    def _note_one(self, number: str, mask: str, seat: Any, word: int) -> None:
        cell, held = ("memory", number, seat, word), ("memory", mask, seat, None)
        type = self.game.memories[number].type
        low, high = core.bounds(self.game, type)
        first = self.world.opened((cell, self._epoch), v.domain_of(self.game, type))
        last = self.world.cells.get(cell, first)
        before = Bits((held, self._epoch), frozenset())
        was = not self.has(before, word)
        now = not self.has(self.world.cells.get(held, before), word)
        for sort, end in (("masked", low), ("masked up", high)):
            sign = 1 if end == low else -1
            counted = [
                v.times(v.minus(x, end), sign) if counts else 0 for x, counts in ((first, was), (last, now))
            ]
            self.noted((sort, number, mask, seat, word), v.minus(counted[1], counted[0]))

    def _canonical(self) -> tuple[tuple[Key, Change], ...]:
        """What grows, with unknowns by number: the same for ways that differ by names only."""
        numbers: dict[Any, int] = {}
        found: list[tuple[Key, Change]] = []
        for key in sorted(self._changes, key=repr):
            change = self.world.resolved(self._changes[key])
            if isinstance(change, int):
                if change:
                    found.append((key, (change, ())))
                continue
            terms = []
            for name, n in sorted(change.terms, key=repr):
                domain = self.world.domains[name]
                number = numbers.setdefault(name, len(numbers))
                terms.append((number, n, v.lowest(domain), v.highest(domain)))
            found.append((key, (change.constant, tuple(terms))))
        return tuple(found)

    def _interrupt(self) -> None:
        """Others run in between: the next step begins in a world of which nothing is known."""
        self._end()
        self._before = len(self.steps) - 1
        self.world.forget()
        self._begin()

    # ---- what runs are asked to note

    def noted(self, key: Key, change: Number) -> None:
        """Something has grown by so much."""
        self._changes[key] = v.add(self._changes.get(key, 0), change)
        if key[0] in PLACES and self._stmt is not None:
            self._writers.setdefault(key[1], self._stmt)

    def statement(self, stmt: core.Stmt, env: Env) -> None:
        """One statement, which is remembered: it is what changes a place."""
        self._stmt = stmt
        super().statement(stmt, env)

    def out_of_range(self, cell: Cell, up: bool) -> None:
        """A number may have left its range."""
        self._leaves.add((cell, up))

    def line_up(self, letter: Letter, once: bool, stmt: core.Stmt) -> None:
        """It waits; `once each` may leave it out."""
        key = self._raised(letter)
        self.noted(("waits", key), self.world.fresh((0, 1)) if once else 1)
        self._off.setdefault(key, stmt)

    def _raised(self, letter: Letter) -> Letter:
        """With numbers left open; what they are is noted."""
        found = Letter(
            letter.reaction, letter.me, tuple(a if isinstance(a, int) else None for a in letter.args)
        )
        for at, arg in enumerate(letter.args):
            if isinstance(arg, Sum):
                self.noted(("brings", found, at), arg)
        return found

    def set_off(self, letters: list[Letter], stmt: core.Stmt) -> None:
        """They run now."""
        for letter in letters:
            key = self._raised(letter)
            self.noted(("waits", key), 1)
            self._off[key] = stmt
        self._interrupt()

    def holds(self, condition: core.Expr, env: Env) -> bool | None:
        """Is asked with care: conditions that ask for much are not followed."""
        self.world.quota = self._left
        try:
            return self.truth(condition, env)
        except TooHard:
            return None
        finally:
            self._left, self.world.quota = self.world.quota or 0, None

    def repeated(self, stmt: core.Stmt, body: core.Block, env: Env, some: v.Source | None, name: str) -> None:
        """None, or any number of times: one of them is looked at, in a world of which nothing is known."""
        if self.world.decide(2) == 0:
            return
        self._interrupt()
        if isinstance(stmt, core.Offer):
            self._offered(stmt, env)
        else:
            inner = dict(env)
            if isinstance(stmt, core.Repeat) and self.truth(stmt.until, env):
                raise Dead
            if some is not None and not isinstance(some, Some):
                inner[name] = some[self.world.decide(len(some))]
            elif some is not None:
                assert isinstance(stmt, core.Each)
                inner[name] = self.one_of(some, name, env, stmt.where)
            self.block(body, inner)
        self._interrupt()

    def _offered(self, stmt: core.Offer, env: Env) -> None:
        taken = self.world.decide(len(stmt.actions) + 1)
        seat = self.world.known(self.number(stmt.to, env)) if isinstance(stmt.to.type, core.Seat) else 0
        if taken < len(stmt.actions):
            self.play(self.game.actions[stmt.actions[taken]], {"me": seat})
        else:
            self.block(stmt.otherwise or (), env)


def ways(
    game: core.Game,
    rules: Rules,
    start: list[Letter],
    most: int,
    claims: tuple[core.Expr, ...] = (),
    measures: tuple[tuple[str, core.Expr], ...] = (),
) -> Web:
    """The web of what some reactions lead to; TooMany when that takes more than `most` statements."""
    web = Web()
    waiting, seen, last = deque(start), set(start), rules.done + most
    while waiting:
        letter = waiting.popleft()
        web.begins.setdefault(letter, set())
        web.of.setdefault(letter, set())
        script: Script | None = Script()
        while script is not None:
            if rules.done > last:
                raise TooMany
            _one_way(game, rules, letter, script, web, claims, measures)
            script = script.following()
        for number in sorted(web.of[letter]):
            sets_off = web.steps[number].sets_off
            for raised in sorted(sets_off, key=repr) if len(sets_off) > 1 else sets_off:
                if raised not in seen:
                    seen.add(raised)
                    waiting.append(raised)
    return web


def _one_way(
    game: core.Game,
    rules: Rules,
    letter: Letter,
    script: Script,
    web: Web,
    claims: tuple[core.Expr, ...],
    measures: tuple[tuple[str, core.Expr], ...],
) -> None:
    world = World(game, False, game.high)
    world.blind = rules.slice.reads
    world.script = script
    walker = Walker(world, rules, claims, measures)
    with suppress(Dead):  # what comes after the last interruption cannot be; what comes before may
        walker.walk(letter)
    numbers = []
    for step, verbs, writers, before in walker.steps:
        number = web.number(step)
        numbers.append(number)
        web.verbs.setdefault(number, {}).update(verbs)
        web.writers.setdefault(number, {}).update(writers)
        if before < 0:
            web.begins[letter].add(number)
        else:
            web.after.setdefault(numbers[before], set()).add(number)


def letters_of(game: core.Game, reaction: core.AsSoonAs | core.When, seats: tuple[int, ...]) -> list[Letter]:
    """A reaction with each seat and all that it can be given, as far as that is little."""
    params: list[core.Param | core.Binder] = []
    if isinstance(reaction, core.When):
        params = list(reaction.params)
    elif reaction.binder is not None:
        params = [reaction.binder]
    given: list[tuple[Number | None, ...]] = [()]
    for param in params:
        domain = None
        if not isinstance(param.type, core.SetType | core.ListType | core.Multiset):
            domain = v.domain_of(game, param.type)
        most = told_apart(param.type)
        few = domain is not None and (v.size(domain) <= most or isinstance(reaction, core.AsSoonAs))
        values: list[int | None] = list(v.listed(domain)) if few and domain is not None else [None]
        given = [(*some, value) for some in given for value in values]
    return [Letter(reaction.name, seat, args) for seat in seats for args in given]


__all__ = ["CannotTell", "Step", "TooMany", "Web", "letters_of", "ways"]
