"""Looks for a cascade that does not end, from each reaction that can begin one.

`sought(...)` gives the loop it finds with the world it happens in, and whether all ways were looked at to
their end: then there is none.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product

from rulewright import core
from rulewright.cascades.begin import Beginning, new_world
from rulewright.cascades.follow import Loop, OutOfBudget, Search, follow, possible
from rulewright.cascades.kept import first_at_once
from rulewright.cascades.outside import TOO_MANY, outside, waits
from rulewright.cascades.paths import letters_of
from rulewright.cascades.promises import Promises
from rulewright.cascades.rules import Letter, Rules
from rulewright.cascades.slice import Slice
from rulewright.cascades.verdict import Budget
from rulewright.cascades.wander import wandered
from rulewright.cascades.world import CannotTell, Dead, Script, Stopped, World
from rulewright.record import record

WORDS = 200
DEEP, MANY = 160, 12


@record
class Sought:
    """The loop, if one was found; `complete`: all was looked at. `spent`: the budget was used up."""

    loop: Loop | None
    complete: bool
    spent: bool


def guessed(
    game: core.Game, rules: Rules, start: list[Letter], budget: Budget, long: bool = False
) -> Loop | None:
    """A loop that is found by wandering about, in a position in which all claims hold; `long` is for where
    nothing else is left. It is of no use but where a cascade goes by what lies where."""
    if not has_more(game, rules.slice, MANY):
        return None
    promises = Promises(game, rules.fixed, game.low)
    last = rules.done + (budget.many if long else budget.few)
    search = Search(rules, last, budget.line, budget.deepest, DEEP, promises=promises)
    return wandered(game, search, start, 2 * budget.chance + long)


def has_more(game: core.Game, slice: Slice, number: int) -> bool:
    """Does it matter which of more components than so many lies in a place? Of few, all is followed."""
    zones = [zone for zone in game.zones.values() if slice.reads_place(f"zone:{zone.name}")]
    return any(sum(game.records[zone.item].copies) > number for zone in zones if zone.item in game.records)


def sought(
    game: core.Game, rules: Rules, part: tuple[str, ...], start: list[Letter], budget: Budget, upstream: bool
) -> Sought:
    """All ways from all starts, or as many as the budget allows."""
    return _Seeker(game, rules, part, start, budget, upstream).run()


class _Seeker:
    def __init__(
        self,
        game: core.Game,
        rules: Rules,
        part: tuple[str, ...],
        start: list[Letter],
        budget: Budget,
        upstream: bool,
    ) -> None:
        self.game, self.budget = game, budget
        self.start = start
        self.outside = outside(rules, part, upstream)
        self.waiting = self.outside.waiting
        promises = Promises(game, rules.fixed, game.low)
        last = rules.done + budget.landings
        self.search = Search(rules, last, budget.line, budget.deepest, promises=promises)

    def run(self) -> Sought:
        """The first loop that can be; from one reaction, then from several that wait."""
        spent = False
        try:
            for letter in self.start:
                found = self._from((letter,))
                if found is not None:
                    return Sought(found, False, False)
            if self.search.complete and self.outside.mixed:
                self._from_events()
            elif self.search.complete and 1 < self.waiting < TOO_MANY:
                self._from_words()
            if self.search.complete:
                self._from_late_ones()
        except OutOfBudget:
            spent = True
        complete = self.search.complete and not spent and self.waiting < TOO_MANY
        return Sought(None, complete, spent)

    def _from_words(self) -> None:
        """Several that wait: nothing is refused for them alone, but nothing is proved without."""
        if len(self.start) ** self.waiting > WORDS:
            self.search.complete = False
            return
        for word in product(self.start, repeat=self.waiting):
            if self._from(word) is not None:
                self.search.complete = False
                return

    def _from_events(self) -> None:
        """All that one event sets off, where others wait beside those of the cascade: nothing is refused for
        them alone, but nothing is proved without."""
        for event, answers in self.search.rules.answers.items():
            in_turn, spoilt = sorted(answers, key=waits), event in self.outside.spoilt
            for letter in letters_of(self.game, answers[0], self.search.rules.seats):
                begin = partial(Beginning.begin_with, answers=in_turn, letter=letter, spoilt=spoilt)
                if self._from_all(begin) is not None:
                    self.search.complete = False
                    return

    def _from_late_ones(self) -> None:
        """What one verb sets off together runs one after the other, and what waits in line runs after others:
        what comes later runs although its condition or guard may hold no more. Nothing is refused for that
        alone, but nothing is proved without."""
        first = set(first_at_once(self.game).values())
        for letter in self.start:
            reaction = self.game.reactions[letter.reaction]
            asked = isinstance(reaction, core.AsSoonAs) or reaction.guard is not None
            late = asked and reaction.name not in first
            if late and self._from((letter,), late=True) is not None:
                self.search.complete = False
                return

    def _from(self, word: tuple[Letter, ...], late: bool = False) -> Loop | None:
        """A loop that begins with a line, in all worlds in which it can wait."""
        return self._from_all(lambda follower: follower.begin(word, late))

    def _from_all(self, begin: Callable[[Beginning], tuple[Letter, ...]]) -> Loop | None:
        script: Script | None = Script()
        while script is not None:
            world = new_world(self.game, self.search, script)
            follower = Beginning(world, self.search)
            try:
                line = begin(follower)
                loop = self._looked(world, line)
                if loop is not None:
                    return loop
            except (Dead, Stopped):
                pass
            except CannotTell:
                self.search.complete = False
            script = script.following()
        return None

    def _looked(self, world: World, line: tuple[Letter, ...]) -> Loop | None:
        world.script = Script()
        try:
            follow(self.search, world, line, [])
        except Loop as loop:
            kept = possible(self.search, loop.world)
            if kept is not None:
                loop.world = kept
                return loop
            self.search.complete = False
        return None
