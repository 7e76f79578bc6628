"""Wanders through cascades, one way at a time, in search of one that does not end.

Where there are too many ways to follow them all, `wandered(...)` takes some by chance: always the same, so
that a check says twice what it says once. It stays among few things (two of five), goes back from what
has led to an end, and prefers what has led far: a walk among few places that goes on long enough comes back
to where it was. Walks that find nothing are given up, and others begun elsewhere, now and then with more
things and for longer (`luby`), until the budget is spent. What is found is a loop like any other; that none
is found says nothing.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice

from rulewright import core
from rulewright.cascades.begin import Beginning, new_world, params
from rulewright.cascades.follow import Follower, Landing, Loop, OutOfBudget, Search, comes_back, possible
from rulewright.cascades.outside import waits
from rulewright.cascades.rules import Letter
from rulewright.cascades.settle import settled
from rulewright.cascades.world import CannotTell, Dead, Script, Stopped, World

TRIES, STEPS, BACK, LINE, ALIKE = 12, 120, 24, 6, 10
FAR, USUAL, AGAIN = 12, 4, 0.3
WAYS, MOST = 3, 3
Things = dict[core.Type, frozenset[int]]
Line = tuple[Letter, ...]
Answers = tuple[int, ...]


class Open:
    """The answers that are still to be given, by those before them; none is given twice."""

    def __init__(self) -> None:
        self.left: dict[Answers, list[int]] = {}
        self.over = False

    def close(self, taken: list[tuple[int, int]]) -> None:
        """All these have been given."""
        answers = tuple(answer for answer, _ in taken)
        while answers:
            left = self.left[answers[:-1]]
            left.remove(answers[-1])
            if left:
                return
            answers = answers[:-1]
        self.over = True

    def first(self, answers: Answers) -> Answers:
        """As many of these as have something left to be answered."""
        for at in range(len(answers)):
            if answers[at] not in self.left.get(answers[:at], ()):
                return answers[:at]
        return answers


class Luck:
    """How far each answer has led: what leads to an end is seldom given. These are the rows of tables, and
    the choices, by which a cascade goes on."""

    def __init__(self) -> None:
        self.given: dict[Hashable, int] = {}
        self.steps: dict[Hashable, int] = {}

    def note(self, names: Sequence[Hashable], steps: int) -> None:
        """So many reactions have run after these answers."""
        for name in names:
            self.given[name] = self.given.get(name, 0) + 1
            self.steps[name] = self.steps.get(name, 0) + min(steps, FAR)

    def of(self, name: Hashable) -> float:
        """How far an answer leads."""
        return (self.steps.get(name, 0) + USUAL) / (self.given.get(name, 0) + 1)


class Guess(Script):
    """Answers by chance, none that has led to its end before. `names` are those that have one, with their
    depth; `times` tells of each how many reactions had `landed` then."""

    def __init__(self, chance: random.Random, luck: Luck, open: Open, given: Answers = ()) -> None:
        super().__init__(open.first(given))
        self.chance, self.luck, self.open = chance, luck, open
        self.answers: Answers = ()
        self.names: list[Hashable] = []
        self.times: list[int] = []
        self.depth = self.landed = 0

    def decide(self, options: int, names: Sequence[Hashable] | None = None) -> int:
        """A given answer, or one by chance, rather a lucky one."""
        left = self.open.left.setdefault(self.answers, list(range(options)))
        answer = super().decide(options)
        if answer not in left or len(self.answers) >= len(self.given):
            odds = [1.0 if names is None else self.luck.of((self.depth, names[one])) for one in left]
            answer = self.chance.choices(left, odds)[0]
            self.taken[-1] = answer, options
        self.answers += (answer,)
        if names is not None:
            self.names.append((self.depth, names[answer]))
            self.times.append(self.landed)
        return answer

    def amount(self, options: int) -> int:
        """Rather something than nothing."""
        return self.decide(options, [("lying", one) for one in range(options)])


@dataclass(slots=True)
class Place:
    """Where a walk is: the world, the line, what has run, and the ways on that are still to be taken."""

    world: World
    line: Line
    landings: list[Landing]
    names: Sequence[Hashable] = ()
    far: int = 0
    on: Iterator[Wandering] | None = None


class Wandering(Follower):
    """Runs one reaction by chance, among few things; `marks` are how many questions had been answered when
    each reaction began."""

    def __init__(self, search: Search, place: Place, script: Guess, things: Things) -> None:
        world = place.world.copy()
        world.script = script
        super().__init__(world, search, place.line[1:], list(place.landings))
        self.things, self.guess = things, script
        self.marks: list[int] = []
        self.names: Sequence[Hashable] = ()

    def land(self, letter: Letter) -> None:
        """One reaction."""
        self.marks.append(len(self.world.script.taken))
        self.guess.depth = min(len(self.nested), 2)
        self.guess.landed = len(self.marks)
        super().land(letter)

    def set_off(self, letters: list[Letter], stmt: core.Stmt) -> None:
        """They run now, if they are about the few things."""
        if self.search.promises is not None and not self.search.promises.allow(self.world):
            raise Dead
        if not all(is_among(self.game, self.things, letter) for letter in letters):
            raise Dead
        super().set_off(letters, stmt)

    def line_up(self, letter: Letter, once: bool, stmt: core.Stmt) -> None:
        """It waits, if it is about the few things."""
        if not is_among(self.game, self.things, letter):
            raise Dead
        super().line_up(letter, once, stmt)


def is_among(game: core.Game, things: Things, letter: Letter) -> bool:
    """Is a reaction about nothing but these? What has a number is not told apart."""
    return all(
        arg in things[param.type]
        for param, arg in zip(params(game.reactions[letter.reaction]), letter.args, strict=False)
        if isinstance(arg, int) and param.type in things
    )


def luby() -> Iterator[int]:
    """1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8 ...: how long to go on before one begins anew, where nobody
    knows how long it takes. However long that is, not much more time is spent than by those who know."""
    for at in count(1):
        while at & (at + 1):
            at -= (1 << at.bit_length() - 1) - 1
        yield (at + 1) >> 1


def wandered(game: core.Game, search: Search, start: list[Letter], chance: int) -> Loop | None:
    """A loop, if one is found before the budget of the search is used up; `chance` is what chance begins
    with."""
    try:
        return _Wanderer(game, search, start, random.Random(chance)).loop()
    except OutOfBudget:
        return None


class _Wanderer:
    def __init__(self, game: core.Game, search: Search, start: list[Letter], chance: random.Random) -> None:
        self.game, self.search, self.start, self.chance = game, search, start, chance
        self.things: Things = {}
        self.luck = Luck()
        self.values = self._values()

    def loop(self) -> Loop:
        """One walk after the other, a few about the same things, until the budget is used up."""
        patience = luby()
        while True:
            letter, times = self.chance.choice(self.start), next(patience)
            self.things, self.luck = self._among(letter, self.chance.randint(1, min(times, MOST))), Luck()
            for _ in range(ALIKE):
                place = self._began(letter)
                found = None if place is None else self._walk(place, times)
                if found is not None:
                    return found

    # ---- where it begins

    def _values(self) -> dict[core.Type, set[int]]:
        """What reactions can be about, by type."""
        found: dict[core.Type, set[int]] = {}
        for letter in self.start:
            for param, arg in zip(params(self.game.reactions[letter.reaction]), letter.args, strict=True):
                if isinstance(arg, int) and not isinstance(param.type, core.Number | core.RangeType):
                    found.setdefault(param.type, set()).add(arg)
        return found

    def _among(self, letter: Letter, more: int) -> Things:
        """Those things that a reaction is about, and few more of each type."""
        things = {}
        for type, values in self.values.items():
            mine = {
                arg
                for param, arg in zip(params(self.game.reactions[letter.reaction]), letter.args, strict=True)
                if param.type == type and isinstance(arg, int)
            }
            others = sorted(values - mine)
            things[type] = frozenset(mine | set(self.chance.sample(others, min(len(others), more))))
        return things

    def _began(self, letter: Letter) -> Place | None:
        for _ in range(TRIES):
            self._spend(TRIES)
            world = new_world(self.game, self.search, Guess(self.chance, self.luck, Open()))
            try:
                line = Beginning(world, self.search).begin((letter,), False)
            except (Dead, Stopped, CannotTell):
                continue
            return Place(world, line, [])
        return None

    def _spend(self, statements: int) -> None:
        """So much of the budget is used."""
        self.search.rules.done += statements
        if self.search.rules.done > self.search.last:
            raise OutOfBudget

    # ---- one walk

    def _walk(self, start: Place, times: int) -> Loop | None:
        """Goes on until it has been there before, and back where nothing goes on: so many times as often as
        is usual."""
        way, back, steps = [start], 0, 0
        start.on = self._ways(start)
        while way and back < BACK * times and steps < STEPS * times:
            try:
                found = next(way[-1].on or iter(()), None)
            except Loop as loop:
                if self._is_sound(loop):
                    return loop
                found = None
            if found is None:
                back += 1
                for _ in range(1 + int(self.chance.expovariate(AGAIN))):
                    self._given_up(way)
                continue
            steps += 1
            if (at := been_there(found)) is not None:
                closed = Loop(found.landings, at, found.world, False)
                if self._is_sound(closed):
                    return closed
            else:
                place = Place(found.world, tuple(found.line), found.landings, found.names)
                place.on = self._longest_first(place)
                way.append(place)
        return None

    def _longest_first(self, place: Place) -> Iterator[Wandering]:
        """The ways on, of the first few that with the longest line: what ends there is not the end of all."""
        ways = self._ways(place)
        first = list(islice(ways, WAYS))
        yield from sorted(first, key=lambda one: (been_there(one) is None, -len(one.line) - len(one.marks)))
        yield from ways

    def _given_up(self, way: list[Place]) -> None:
        """The last place of a walk leads no further."""
        if way:
            last = way.pop()
            self.luck.note(last.names, 1 + last.far)
            if way:
                way[-1].far = max(way[-1].far, 1 + last.far)

    def _is_sound(self, loop: Loop) -> bool:
        """Is there a position to begin in, in which all claims hold? It is made a part of the loop."""
        world = possible(self.search, loop.world)
        if world is not None:
            loop.world = world
        return world is not None

    def _ways(self, place: Place) -> Iterator[Wandering]:
        """Ways on, by chance. What leads to an end is tried with other answers to its last questions."""
        given: Answers = ()
        open, left, deepest = Open(), TRIES, 4
        while left > 0 and not open.over:
            left -= 1
            self._spend(1)
            script = Guess(self.chance, self.luck, open, given)
            found = Wandering(self.search, place, script, self.things)
            try:
                found.land(place.line[0])
                on = 0 < len(found.line) <= LINE
            except (Dead, Stopped, CannotTell):
                on = False
            open.close(script.taken)
            if on and self._can_be(found.world):
                found.names = script.names
                given, left = (), TRIES
                yield found
                continue
            self._note(script, 0 if waits(self.game.reactions[place.line[0].reaction]) else len(found.marks))
            if len(found.marks) > deepest:
                left, deepest = 2 * TRIES, len(found.marks)
            given = self._other_answers(script, found.marks)

    def _note(self, script: Guess, landed: int) -> None:
        """What has led to an end; maybe far before, where all runs in the middle of what runs first."""
        for name, before in zip(script.names, script.times, strict=True):
            self.luck.note((name,), max(0, landed - before))

    def _can_be(self, world: World) -> bool:
        """Is there such a position, in which all claims hold?"""
        return settled(world) is not None and (
            self.search.promises is None or self.search.promises.allow(world)
        )

    def _other_answers(self, script: Script, marks: list[int]) -> tuple[int, ...]:
        """The answers to keep: those before one of the last reactions."""
        back = min(len(marks), 1 + int(self.chance.expovariate(1.0)))
        low, high = marks[-back], len(script.taken)
        kept = self.chance.randint(low, max(low, high - 1))
        return tuple(answer for answer, _ in script.taken[:kept])


def been_there(found: Follower) -> int | None:
    """Which landing had the same ahead of it, and all that was read since?"""
    for at, before in enumerate(found.landings):
        if (
            not before.depth
            and before.letter == found.line[0]
            and before.line == tuple(found.line[1:])
            and comes_back(found.world, before)
        ):
            return at
    return None
