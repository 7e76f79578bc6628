"""Looks for a cascade that does not end, from each reaction that can begin one.

`sought(...)` gives the loop it finds with the world it happens in, and whether all ways were looked at to
their end: then there is none.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product

from rulewright import core
from rulewright.cascades.follow import Follower, Loop, OutOfBudget, Search, follow
from rulewright.cascades.kept import first_at_once
from rulewright.cascades.outside import TOO_MANY, outside, waits
from rulewright.cascades.paths import letters_of
from rulewright.cascades.rules import Letter, Rules
from rulewright.cascades.settle import settled
from rulewright.cascades.verdict import Budget
from rulewright.cascades.world import CannotTell, Dead, Script, Stopped, World
from rulewright.record import record

WORDS = 200


@record
class Sought:
    """The loop, if one was found; `complete`: all was looked at. `spent`: the budget was used up."""

    loop: Loop | None
    complete: bool
    spent: bool


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
        self.search = Search(rules, rules.done + budget.landings, budget.line, budget.deepest)

    def run(self) -> Sought:
        """The first loop that can be; from one reaction, then from several that wait."""
        spent = False
        first = self._among_few()
        if first is not None:
            return Sought(first, False, False)
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

    def _among_few(self) -> Loop | None:
        """A loop in which each reaction runs for two things at most: such are found soonest."""
        kinds = len({letter.reaction for letter in self.start})
        if len(self.start) <= 2 * kinds:
            return None
        few = Search(self.search.rules, self.search.last, self.budget.line, self.budget.deepest, 2 * kinds)
        all, self.search = self.search, few
        few.last = few.rules.done + self.budget.few
        try:
            for letter in self.start:
                found = self._from((letter,))
                if found is not None:
                    return found
            return None
        except OutOfBudget:
            return None
        finally:
            self.search = all
            all.last = all.rules.done + self.budget.landings

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
                begin = partial(_Beginning.begin_with, answers=in_turn, letter=letter, spoilt=spoilt)
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

    def _from_all(self, begin: Callable[[_Beginning], tuple[Letter, ...]]) -> Loop | None:
        script: Script | None = Script()
        while script is not None:
            world = World(self.game, True, self.game.high)
            world.script = script
            world.blind = self.search.rules.slice.reads
            follower = _Beginning(world, self.search)
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
            if settled(loop.world) is not None:
                return loop
            self.search.complete = False
        return None


class _Beginning(Follower):
    """What holds when a cascade begins: the condition, or the guard."""

    def __init__(self, world: World, search: Search) -> None:
        super().__init__(world, search, (), [])

    def begin(self, word: tuple[Letter, ...], late: bool) -> tuple[Letter, ...]:
        """The line that waits; what must be so is so in the world from now on, but for what is late."""
        if self.rules.seats != (0,):
            self.players()
        found = []
        for letter in word:
            if letter.me >= self.game.low and letter.me >= self.players():
                raise Dead
            reaction = self.game.reactions[letter.reaction]
            args = tuple(
                self.given(param.type) if arg is None or self._moves(param.type) else arg
                for param, arg in zip(_params(reaction), letter.args, strict=True)
            )
            env = {p.name: arg for p, arg in zip(_params(reaction), args, strict=True)} | {"me": letter.me}
            first = reaction.condition if isinstance(reaction, core.AsSoonAs) else reaction.guard
            if first is not None and len(word) == 1 and not late and not self.truth(first, env):
                raise Dead
            found.append(Letter(letter.reaction, letter.me, args))
        return tuple(found)

    def begin_with(self, answers: list[core.When], letter: Letter, spoilt: bool) -> tuple[Letter, ...]:
        """The line that an event leaves, in the order in which it runs: of those that answer, all whose guard
        holds; where that is spoilt, any of those that have one."""
        (first,) = self.begin((letter._replace(reaction=answers[0].name),), late=True)
        found = []
        for reaction in answers:
            env = {p.name: arg for p, arg in zip(reaction.params, first.args, strict=True)} | {"me": first.me}
            guard = reaction.guard
            if guard is None or (self.world.decide(2) == 1 if spoilt else self.truth(guard, env)):
                found.append(first._replace(reaction=reaction.name))
        return tuple(found)

    def _moves(self, type: core.Type) -> bool:
        """Is it a component that lies now here, now there?"""
        return isinstance(type, core.Component) and type.record not in self.fixed


def _params(reaction: core.AsSoonAs | core.When) -> list[core.Param | core.Binder]:
    if isinstance(reaction, core.When):
        return list(reaction.params)
    return [reaction.binder] if reaction.binder else []
