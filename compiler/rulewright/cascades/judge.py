"""Verdicts: what is found of each part of the trigger graph that leads back to itself."""

from __future__ import annotations

from dataclasses import replace

from rulewright import core
from rulewright.cascades.carry import FEW
from rulewright.cascades.claims import always, claimed, of_parts, unknown
from rulewright.cascades.follow import Loop as Endless
from rulewright.cascades.loops import has_loops
from rulewright.cascades.measures import Proof, proof
from rulewright.cascades.moves import begun_by_moves, from_moves
from rulewright.cascades.narrow import narrowed
from rulewright.cascades.parts import Part, parts_of
from rulewright.cascades.paths import TooMany, Web, letters_of, ways
from rulewright.cascades.room import with_room
from rulewright.cascades.rules import Letter, Rules
from rulewright.cascades.seats import seats_of
from rulewright.cascades.seek import Sought, guessed, has_more, sought
from rulewright.cascades.slice import Slice
from rulewright.cascades.tell import witness
from rulewright.cascades.verdict import Budget, Fault, Verdict, Witness
from rulewright.cascades.world import CannotTell
from rulewright.checks.effects import Reads
from rulewright.report.diagnostics import Span

LESS = 20  # of the budget of a proof is for each that takes claims for granted


def verdicts(game: core.Game, budget: Budget | None = None) -> list[Verdict]:
    """One for each part whose reactions can set each other off, and for each loop; none when there is no
    such part."""
    if not game.reactions and not has_loops(game):
        return []
    return with_room(lambda: _verdicts(game, budget or Budget()))


def _verdicts(game: core.Game, budget: Budget) -> list[Verdict]:
    parts = parts_of(game)
    meant, _ = of_parts(game, parts)
    return [_Judge(part, budget, claims).verdict() for part, claims in zip(parts, meant, strict=True)]


class _Judge:
    """Of one part of the trigger graph."""

    def __init__(self, part: Part, budget: Budget, claims: list[core.CascadeClaim]) -> None:
        self.game, self.facts, self.part = part.facts.game, part.facts, part.names
        self.budget, self.claims, self.of = budget, claims, part
        slice = Slice(self.game, self.facts, self.part)
        self.seats = seats_of(self.game, self.facts, slice)
        self.rules = Rules(self.game, self.facts, self.seats, slice)
        self.why: tuple[str, ...] = ()
        self.too_many = False
        self.left: tuple[tuple[str, Span], ...] = ()
        self.faults: list[Fault] = []

    def verdict(self) -> Verdict:
        """What is found, with what is wrong with the claims about it."""
        try:
            found = [self._by_claim(claim) for claim in self.claims if claim.measures]
            made = next((verdict for verdict in found if verdict is not None), None) or self._found()
        except RecursionError:
            made = self._made("not proved", ("its rules are nested too deep to be followed",))
        return replace(made, faults=tuple(self.faults))

    def _found(self) -> Verdict:
        """The first that holds: a proof, a witness, a proof by claims; else nothing can be said."""
        found = self._proved(True)
        start = _start(self.game, self.part, self.seats)
        if found is None and (loop := guessed(self.game, self.rules, start, self.budget)) is not None:
            return self._refused(loop, self.why)
        if found is None:
            found = self._proved(True, coarse=True) if self.too_many else self._proved(False)
        if found is not None:
            return found
        why = self.why
        inside = set(self.part)
        upstream = any(a not in inside for a, _ in self.facts.made.in_edges(self.part))
        looked = sought(self.game, self.rules, self.part, start, self.budget, upstream)
        if not (looked.complete or self.of.loops):  # a loop may stand where no move begins it
            looked = self._from_moves(looked)
        if looked.loop is not None:
            return self._refused(looked.loop, why)
        if looked.complete:
            limited = any(self.game.reactions[name].limit for name in self.rules.slice.reactions)
            return self._made(
                "limited" if limited else "proved", ("followed from every position to its end",)
            )
        spent = f"a search for a loop used up its budget of {self.budget.landings:,} statements"
        unproved = self._made("not proved", (*why, spent if looked.spent else "a search found no loop"))
        return self._if_claimed() or self._accepted() or self._guessed_at_last(start, why) or unproved

    def _from_moves(self, looked: Sought) -> Sought:
        """What is found where cascades begin with moves: that decides, as far as all can be followed. A loop
        that begins with a reaction alone is told rather where no move can begin any: it stands in the rules,
        and waits for the first rule that does. Where many components matter there are too many positions."""
        if has_more(self.game, self.rules.slice, FEW) or not begun_by_moves(self.game, self.rules):
            return looked
        found = from_moves(self.game, self.facts, self.part, self.budget)
        return found if found.complete or looked.loop is None else looked

    def _guessed_at_last(self, start: list[Letter], why: tuple[str, ...]) -> Verdict | None:
        """A witness that is found by wandering longer than before."""
        loop = guessed(self.game, self.rules, start, self.budget, long=True)
        return None if loop is None else self._refused(loop, why)

    def _refused(self, loop: Endless, why: tuple[str, ...]) -> Verdict:
        return self._made("refused", why, witness(self.game, loop, self.rules.slice))

    def _made(self, sort: str, because: tuple[str, ...], witness: Witness | None = None) -> Verdict:
        span = self.game.reactions[self.part[0]].span
        loops = tuple(self.of.loops.values())
        return Verdict(sort, self.part, because, witness, span, self.left, loops=loops)

    def _ways(
        self,
        narrow: bool,
        most: int,
        claims: tuple[core.Expr, ...] = (),
        measures: tuple[core.Expr, ...] = (),
        coarse: bool = False,
    ) -> Web | None:
        """All ways through it; `narrow` looks at nothing but what has a part in it, if that can be."""
        also, rules = (*claims, *measures), self.rules
        slice = Slice(self.game, self.facts, self.part, also) if also else rules.slice
        names = self.facts.in_order(slice.reactions)
        game = narrowed(self.game, names, also) if narrow else self.game
        if game is None:
            return None
        if narrow or also:
            slice = Slice(game, self.facts, self.part, also)
            rules = Rules(game, self.facts, seats_of(game, self.facts, slice, also), slice)
        rules.coarse = coarse
        start = _start(game, self.part, rules.seats)
        named = tuple((str(at), measure) for at, measure in enumerate(measures))
        return ways(game, rules, start, most, claims, named)

    def _proved(
        self,
        narrow: bool,
        claims: tuple[core.Expr, ...] = (),
        most: int | None = None,
        coarse: bool = False,
    ) -> Verdict | None:
        try:
            web = self._ways(narrow, most or self.budget.ways, claims, coarse=coarse)
        except (TooMany, CannotTell):
            self.too_many = True
            self.why = (f"there are too many ways through it: more than {self.budget.ways:,} statements",)
            return None
        if web is None:
            return None
        found = proof(self.game, web)
        if found.left:
            self._note_left(web, found)
            return None
        because = tuple(measure.says for measure in found.measures)
        limited = any(measure.counted for measure in found.measures)
        return self._made("limited" if limited else "proved", because or ("its guards exclude each other",))

    def _by_claim(self, claim: core.CascadeClaim) -> Verdict | None:
        """A proof by what the author claims; else it is noted why there is none."""
        fault = unknown(claim, self.budget.ways)
        for narrow in (True, False):
            try:
                web = self._ways(narrow, self.budget.ways, measures=claim.measures)
            except (TooMany, CannotTell):
                continue
            found = claimed(self.game, claim, web) if web is not None else fault
            if isinstance(found, Proof):
                because = (f"{claim.name} falls", *(measure.says for measure in found.measures))
                limited = any(measure.counted for measure in found.measures)
                return self._made("limited" if limited else "proved", because)
            fault = found
        self.faults.append(fault)
        return None

    def _if_claimed(self) -> Verdict | None:
        """A proof that takes for granted what the author claims of every position: one claim, or all."""
        conditions = {claim.name: always(claim) for claim in self.game.claims.values()}
        conditions = {name: said for name, said in conditions.items() if self._matters(said)}
        groups = [(name,) for name in conditions]
        for names in groups if len(groups) < 2 else [*groups, tuple(conditions)]:
            taken = tuple(conditions[name] for name in names)
            most = self.budget.ways // LESS
            found = self._proved(True, taken, most) or self._proved(False, taken, most)
            if found is not None:
                return replace(found, sort="proved if", because=(" and ".join(names), *found.because))
        return None

    def _matters(self, condition: core.Expr) -> bool:
        """Does a condition speak of what the cascade goes by?"""
        return any(self.rules.slice.reads_place(place) for place, _ in Reads(self.game).of(condition))

    def _accepted(self) -> Verdict | None:
        """What the author accepts without a proof."""
        reasons = tuple(claim.reason for claim in self.claims if claim.reason is not None)
        return self._made("accepted", reasons) if reasons else None

    def _note_left(self, web: Web, found: Proof) -> None:
        """What is set off again and again, as far as can be seen."""
        left = []
        for number in sorted(found.left):
            for letter, stmt in web.verbs.get(number, {}).items():
                if any(n in found.left for n in web.begins.get(letter, ())):
                    left.append((f"this can set off `{letter.reaction}` again", stmt.span))
        self.left = tuple(dict.fromkeys(left))
        self.why = ("no measure was found that falls each time",)


def _start(game: core.Game, part: tuple[str, ...], seats: tuple[int, ...]) -> list[Letter]:
    """All that can be set off in a part."""
    return [letter for name in part for letter in letters_of(game, game.reactions[name], seats)]
