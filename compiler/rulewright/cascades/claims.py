"""Claims about cascades: what the author says that falls, proved step by step like a measure that is found.

`claimed(game, claim, web)` takes the measures one after the other: no step may raise one but those that lower
one before it, and none may leave the range of what it reads. What no claimed measure lowers must end by
measures that are found. `of_parts` says which claims are about which cascade.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright import core
from rulewright.cascades.measures import Proof, endless, growth, proof
from rulewright.cascades.parts import Part, parts_of
from rulewright.cascades.paths import PLACES, Change, Step, Web
from rulewright.cascades.verdict import Fault
from rulewright.checks.effects import Reads
from rulewright.machine.words import value_words
from rulewright.report.diagnostics import Span

NOT_FALLING, BELOW, ASTRAY = "RW312", "RW313", "RW314"
SORTS = {"memory": "memory", "zone": "zone", "pool": "zone", "holder": "token"}


def always(claim: core.Claim) -> core.Expr:
    """What a claim says of every position."""
    if claim.promise == "always":
        return claim.condition
    return core.Not(of=claim.condition, type=core.YesNo(), span=claim.condition.span)


# ---- which cascade is meant


def of_parts(game: core.Game, parts: list[Part]) -> tuple[list[list[core.CascadeClaim]], list[Fault]]:
    """The claims about each part, and those that are about none. Where none is named, loops are meant only
    if there is nothing else."""
    found: list[list[core.CascadeClaim]] = [[] for _ in parts]
    faults = []
    for claim in game.cascade_claims.values():
        of = claim.of
        meant = [at for at, part in enumerate(parts) if of is None or part.is_meant(of)]
        meant = [at for at in meant if not parts[at].is_loop()] or meant
        if len(meant) == 1:
            found[meant[0]].append(claim)
        else:
            faults.append(_astray(claim, [parts[at] for at in meant]))
    return found, faults


def astray(game: core.Game) -> list[Fault]:
    """Claims about a cascade that there is not, or about one of several."""
    return of_parts(game, parts_of(game))[1] if game.cascade_claims else []


def _astray(claim: core.CascadeClaim, meant: list[Part]) -> Fault:
    if meant and claim.of is None:
        says = f"{claim.name} does not say which of {len(meant)} cascades it is about"
        help = f"name a reaction of it: `cascade of {meant[0].names[0]}`"
        if meant[0].is_loop():
            help = "name what the loop stands in, an action, a procedure or a reaction: `cascade of NAME`"
    elif meant:
        says = f"{claim.name} does not say which of the {len(meant)} loops of {claim.of} it is about"
        help = "let the loop that is meant stand in a procedure of its own, and name that"
    elif claim.of is not None:
        says = f"{claim.name} is about a cascade of {claim.of}, which nothing sets off again"
        help = "name a reaction that leads back to itself, or what a loop stands in, or take the claim out"
    else:
        says = f"{claim.name} is about a cascade, but no reaction leads back to itself"
        help = "take the claim out: there is nothing to prove"
    return Fault(ASTRAY, says, claim.span, help)


# ---- whether it holds


def unknown(claim: core.CascadeClaim, budget: int) -> Fault:
    """It could not be followed."""
    says = f"it is not shown that {claim.name} falls: there are more ways through its cascade than {budget:,}"
    return Fault(NOT_FALLING, f"{says} statements", claim.span, "let the reactions ask less, or limit them")


def claimed(game: core.Game, claim: core.CascadeClaim, web: Web) -> Proof | Fault:
    """The measures that had to be found besides, when the claimed ones fall; else what is wrong."""
    steps = endless(web, set(range(len(web.steps))))
    teller = _Teller(game, claim, web)
    for at, measure in enumerate(claim.measures):
        if not steps:
            break
        weights = {("claimed", str(at)): 1}
        grows = {number: growth(web.steps[number], weights) for number in sorted(steps)}
        for number, most in grows.items():
            if most > 0:
                return teller.does_not_fall(measure, at, number)
        for number in grows:
            if cell := teller.leaves(measure, number):
                return teller.goes_below(measure, number, cell)
        gone = {number for number, most in grows.items() if most < 0}
        if not gone:
            return teller.does_not_fall(measure, at, min(steps))
        steps = endless(web, steps - gone)
    found = proof(game, web, steps)
    if found.left:
        return teller.does_not_fall(claim.measures[-1], len(claim.measures) - 1, min(found.left))
    return found


class _Teller:
    """Says of a claim on which edge of the cascade it fails, and by what values."""

    def __init__(self, game: core.Game, claim: core.CascadeClaim, web: Web) -> None:
        self.game, self.claim, self.web = game, claim, web
        self.reads = Reads(game)

    def _read(self, measure: core.Expr) -> set[str]:
        return {place for place, _ in self.reads.of(measure)}

    def leaves(self, measure: core.Expr, number: int) -> tuple[str, bool] | None:
        """A memory that a measure reads and that may leave its range in a step, and whether above it."""
        read = self._read(measure)
        ways = sorted((key[1], up) for key, up in self.web.steps[number].leaves)
        return next(((name, up) for name, up in ways if f"memory:{name}" in read), None)

    def does_not_fall(self, measure: core.Expr, at: int, number: int) -> Fault:
        """A step raises it, or leaves it as it is."""
        step = self.web.steps[number]
        change = dict(step.changes).get(("claimed", str(at)), (0, ()))
        most = growth(step, {("claimed", str(at)): 1})
        how = f"{'rises' if most > 0 else 'does not fall'} in {self._said(step)}"
        part = f"part {at + 1} of {self.claim.name}" if len(self.claim.measures) > 1 else self.claim.name
        notes: list[tuple[str, Span | None]] = [(f"there it changes by {_amount(change)}", measure.span)]
        notes += self._written(measure, number)
        notes += self._edges(number)
        help = "claim what falls each time round, or put before it what falls where this rises"
        return Fault(NOT_FALLING, f"{part} {how}", self.claim.span, help, tuple(notes))

    def goes_below(self, measure: core.Expr, number: int, left: tuple[str, bool]) -> Fault:
        """Nothing stops it at its bound."""
        name, up = left
        step = self.web.steps[number]
        low, high = core.bounds(self.game, self.game.memories[name].type)
        says = f"{self.claim.name} has no bound: {name} can go {f'above {high}' if up else f'below {low}'}"
        notes = [(f"the claim reads {name}", measure.span), *self._written(measure, number)]
        notes += self._edges(number)
        help = (
            f"ask before: the end of a range ends no cascade; `if {name} {f'< {high}' if up else f'> {low}'}`"
        )
        return Fault(BELOW, f"{says} in {self._said(step)}", self.claim.span, help, tuple(notes))

    def _said(self, step: Step) -> str:
        """A step: which reaction, with what, which part of it."""
        letter = step.letter
        reaction = self.game.reactions[letter.reaction]
        given = []
        if isinstance(reaction, core.When):
            for param, arg in zip(reaction.params, letter.args, strict=False):
                if isinstance(arg, int):
                    given.append(f"{param.name} = {self._value(param.type, arg)}")
        with_ = f" with {', '.join(given)}" if given else ""
        after = f", after its interruption {step.place}" if step.place else ""
        return f"{letter.reaction}{with_}{after}"

    def _value(self, type: core.Type, value: int) -> str:
        if isinstance(type, core.Number | core.RangeType | core.Optional):
            return str(value)
        words = value_words(self.game, type)
        at = value - core.bounds(self.game, type)[0]
        return words[at] if 0 <= at < len(words) else str(value)

    def _written(self, measure: core.Expr, number: int) -> list[tuple[str, Span | None]]:
        """What the step changes of that which the measure reads."""
        read, found = self._read(measure), dict[str, list[Change]]()
        for key, change in self.web.steps[number].changes:
            if key[0] in PLACES and f"{SORTS[key[0]]}:{key[1]}" in read and key[1:] != (key[1],):
                found.setdefault(key[1], []).append(change)
        writers = self.web.writers.get(number, {})
        return [
            (f"{name} changes by {' and '.join(map(_amount, changes))}", writers[name].span)
            for name, changes in found.items()
            if name in writers
        ]

    def _edges(self, number: int) -> Iterable[tuple[str, Span | None]]:
        """Which reactions the step sets off."""
        edges = {letter.reaction: stmt for letter, stmt in self.web.verbs.get(number, {}).items()}
        return [(f"this then sets off {name}", stmt.span) for name, stmt in edges.items()]


def _amount(change: Change) -> str:
    """By how much something grows: `+1`, or `-2 to +3` where it depends."""
    constant, terms = change
    ends = [(n * low, n * high) for _, n, low, high in terms]
    low, high = (constant + sum(pick(pair) for pair in ends) for pick in (min, max))
    said = [f"{end:+d}" if end else "0" for end in dict.fromkeys((low, high))]
    return " to ".join(said)
