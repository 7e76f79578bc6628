"""Verdicts: what is found of each part of the trigger graph that leads back to itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import core
from rulewright.cascades.execute import Letter, Rules
from rulewright.cascades.graph import circles, graph
from rulewright.cascades.measures import Proof, proof
from rulewright.cascades.narrow import narrowed
from rulewright.cascades.paths import TooMany, Web, letters_of, ways
from rulewright.cascades.seats import seats_of
from rulewright.cascades.seek import sought
from rulewright.cascades.slice import Slice
from rulewright.cascades.tell import witness
from rulewright.cascades.verdict import Budget, Verdict, Witness
from rulewright.cascades.world import CannotTell
from rulewright.report.diagnostics import Span

if TYPE_CHECKING:
    import networkx as nx


def verdicts(game: core.Game, budget: Budget | None = None) -> list[Verdict]:
    """One for each part whose reactions can set each other off; none when there is no such part."""
    if not game.reactions:
        return []
    made = graph(game)
    return [_Judge(game, made, part, budget or Budget()).verdict() for part in circles(made)]


class _Judge:
    """Of one part of the trigger graph."""

    def __init__(self, game: core.Game, made: nx.DiGraph[str], part: tuple[str, ...], budget: Budget) -> None:
        self.game, self.made, self.part, self.budget = game, made, part, budget
        after = _downstream(made, part)
        slice = Slice(game, part, after)
        self.seats = seats_of(game, after, slice)
        self.rules = Rules(game, self.seats, slice)
        self.why: tuple[str, ...] = ()
        self.too_many = False
        self.left: tuple[tuple[str, Span], ...] = ()

    def verdict(self) -> Verdict:
        """The first that holds: a proof, a witness, a proof by claims; else nothing can be said."""
        found = self._narrowly()
        if found is None and not self.too_many:
            found = self._proved(())
        if found is not None:
            return found
        upstream = any(a not in self.part for a, b in self.made.in_edges(self.part))
        looked = sought(self.game, self.rules, self.part, self.start(), self.budget, upstream)
        if looked.loop is not None:
            return self._made("refused", self.why, witness(self.game, looked.loop, self.rules.slice))
        if looked.complete:
            limited = any(self.game.reactions[name].limit for name in _downstream(self.made, self.part))
            return self._made(
                "limited" if limited else "proved", ("followed from every position to its end",)
            )
        why = f"a search for a loop used up its budget of {self.budget.landings:,} statements"
        return self._made("not proved", (*self.why, why if looked.spent else "a search found no loop"))

    def _made(self, sort: str, because: tuple[str, ...], witness: Witness | None = None) -> Verdict:
        span = self.game.reactions[self.part[0]].span
        return Verdict(sort, self.part, because, witness, span, self.left)

    def start(self) -> list[Letter]:
        """All that can be set off in this part."""
        return [x for name in self.part for x in letters_of(self.game, self.game.reactions[name], self.seats)]

    def _narrowly(self) -> Verdict | None:
        """A proof that looks at nothing but what has a part in it."""
        names = _downstream(self.made, self.part)
        game = narrowed(self.game, names)
        if game is None:
            return None
        slice = Slice(game, self.part, names)
        rules = Rules(game, seats_of(game, names, slice), slice)
        rules.fixed = self.rules.fixed
        whole = self.game, self.rules, self.seats
        self.game, self.rules, self.seats = game, rules, rules.seats
        try:
            return self._proved(())
        finally:
            self.game, self.rules, self.seats = whole

    def _proved(self, claims: tuple[core.Expr, ...]) -> Verdict | None:
        try:
            web = ways(self.game, self.rules, self.start(), self.budget.ways, claims)
        except (TooMany, CannotTell):
            self.too_many = True
            self.why = (f"there are too many ways through it: more than {self.budget.ways:,} statements",)
            return None
        found = proof(self.game, web)
        if found.left:
            self._note_left(web, found)
            return None
        because = tuple(measure.says for measure in found.measures)
        limited = any(measure.counted for measure in found.measures)
        return self._made("limited" if limited else "proved", because or ("its guards exclude each other",))

    def _note_left(self, web: Web, found: Proof) -> None:
        """What is set off again and again, as far as can be seen."""
        left = []
        for number in sorted(found.left):
            for letter, stmt in web.verbs.get(number, {}).items():
                if any(n in found.left for n in web.begins.get(letter, ())):
                    left.append((f"this can set off `{letter.reaction}` again", stmt.span))
        self.left = tuple(dict.fromkeys(left))
        self.why = ("no measure was found that falls each time",)


def _downstream(made: nx.DiGraph[str], part: tuple[str, ...]) -> tuple[str, ...]:
    """A part with all that it leads to."""
    found, waiting = dict.fromkeys(part), list(part)
    while waiting:
        for name in made.successors(waiting.pop()):
            if name not in found:
                found[name] = None
                waiting.append(name)
    return tuple(found)
