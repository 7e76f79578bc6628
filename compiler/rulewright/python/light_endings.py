"""When a light game is over: what of the endings can have come true by a move, and who has won then."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

from rulewright import core
from rulewright.machine.increments import NewLine, NowConnects
from rulewright.machine.leave_out import endings_at
from rulewright.machine.substitute import Variable
from rulewright.python.expressions import Context
from rulewright.python.layout import Lines
from rulewright.python.light_body import Body
from rulewright.python.light_lines import Axes, axes_of
from rulewright.python.light_spaces import Held, LightPython
from rulewright.python.light_terms import (
    SEATS,
    Facts,
    UnfitError,
    alternatives,
    amounts,
    settled,
    shape,
    truth,
)
from rulewright.python.masks import And, Known, Leaf, Mask, Not, Or, Shift, inner

KEPT = "kept: "  # a mark in lines: what is held is this now


@dataclass(slots=True)
class Exit:
    """A way for a game to end: the lines before the test, the test, which ending it is, and the Python of who
    has won. `within` says that the test stands inside the last of the lines."""

    before: Lines
    test: str
    ending: int
    winners: str
    comment: str
    within: str = ""


@dataclass(slots=True)
class Endings:
    """What is asked after the moves of each seat. `axes` keeps for a set, by its name, the lists that say how
    the lines of its board are filled with it."""

    context: Context
    held: Held
    taken: set[str]
    bodies: list[dict[str, Body]]
    axes: dict[str, tuple[str, Axes]] = field(default_factory=dict)

    def of(self, seat: int, body: Body, python: LightPython) -> list[Exit]:
        """The exits after a body of a seat, in the order of the endings."""
        game = self.context.game
        facts: Facts = {}
        asked: list[tuple[core.Expr | None, Exit]] = []
        for number, ending in enumerate(game.endings.values()):
            if ending in endings_at(game, "action"):
                python.context.title = ending.name
                for plain, part in self._parts(ending):
                    made = self._exit(part, body, python, number, ending)
                    if made is not None:
                        asked.append((plain, made))
                    elif plain is not None:
                        facts[shape(plain)] = False  # as it was before
        for plain, made in asked:
            now = {**facts, shape(plain): True} if plain is not None else facts
            made.winners = self._winners(now, python)
            if plain is not None:
                facts[shape(plain)] = False
        return [made for _, made in asked]

    def _parts(self, ending: core.Ending) -> list[tuple[core.Expr | None, core.Expr]]:
        """The alternatives of an ending, as they are asked; before each as the rules have it, where that is
        known."""
        game = self.context.game
        asked = self.context.layout.asked.conditions.get(ending.name, ending.condition)
        plain, parts = (alternatives(game, settled(game, one)) for one in (ending.condition, asked))
        if len(plain) != len(parts):
            return [(None, part) for part in parts]
        return list(zip(plain, parts, strict=True))

    def _exit(
        self, part: core.Expr, body: Body, python: LightPython, number: int, ending: core.Ending
    ) -> Exit | None:
        comment = f"  # {ending.name}" + (f" ({', '.join(ending.per)})" if ending.per else "")
        made = Exit([], "", number, "None", comment)
        if truth(self.context.game, part, {}) is False:
            return None
        if isinstance(part, NewLine):
            return self._line(part, body, python, made)
        if isinstance(part, NowConnects):
            return self._connects(part, body, python, made)
        if self._is_as_before(part, body, python):
            return None
        every = alternatives(self.context.game, part, "and")
        made.test = (
            " and ".join(python.condition(one) for one in every) if len(every) > 1 else python.condition(part)
        )
        return made

    def _is_as_before(self, part: core.Expr, body: Body, python: LightPython) -> bool:
        """Was a condition false, and can it not have come true? So it is where the sets that would have had
        to grow, or shrink, for that have not."""
        if not isinstance(part, core.Aggregate) or part.op not in ("any", "all") or part.where is not None:
            return False
        assert part.value is not None
        if part.op == "any" and isinstance(part.value, core.Aggregate) and part.value.op == "all":
            return self._no_line_grew(part, part.value, body, python)
        some = part.op == "any"
        asked = part.value if some else core.Not(of=part.value, type=core.YesNo(), span=part.span)
        found = python.masked_domain(part.binders[0], asked) if len(part.binders) == 1 else None
        if found is None or found[1]:
            return False
        grow, shrink = needs(found[0]) if some else needs(found[0])[::-1]
        return None not in grow | shrink and not grow & set(body.gained) and not shrink & set(body.lost)

    def _no_line_grew(
        self, lines: core.Aggregate, whole: core.Aggregate, body: Body, python: LightPython
    ) -> bool:
        """As `_is_as_before`, of lines that the rules fix: is any full of one sort of pieces?"""
        binder = whole.binders[0]
        source = lines.binders[0].source
        fixed = isinstance(source, core.Table) and not source.indices and source.name.startswith("lines:")
        if not fixed or len(whole.binders) > 1 or whole.where is not None or whole.value is None:
            return False
        if not isinstance(binder.type, core.KindType):
            return False
        size = self.context.game.kinds[binder.type.name].size
        found = python.vector(whole.value, Variable(binder.name, 0, size))
        grow, shrink = ({None}, set()) if found is None else needs(python.simpler(found))
        return None not in grow | shrink and not grow & set(body.gained) and not shrink & set(body.lost)

    # ---- lines

    def _line(self, part: NewLine, body: Body, python: LightPython, made: Exit) -> Exit | None:
        mask = python.spaces(part.test, part.name, part.spaces)
        if not isinstance(mask, Leaf):
            raise UnfitError("line")
        bits = body.gained.get(mask.text)
        if not bits:
            return None
        lines = self._filled(part, mask.text, python)
        if lines is None:
            name = python.table_name(f"lines through:{part.spaces}:{part.length}", "star")
            made.test = f"new_line({mask.text}, {' | '.join(bits)}, {name}, {part.length})"
            return made
        name, axes = lines
        made.before = axes.entered(name, bits[0])
        made.test = axes.whole()
        return made

    def _filled(self, part: NewLine, of: str, python: LightPython) -> tuple[str, Axes] | None:
        """The lists that say how lines are filled, where pieces only come, one a move."""
        if of not in self.axes:
            every = [body for bodies in self.bodies for body in bodies.values()]
            grows = all(of not in body.lost and len(body.gained.get(of, [])) <= 1 for body in every)
            axes = axes_of(self.context, part.spaces, part.length, python) if grows else None
            if axes is None:
                return None
            first = f"filling({self.held.first[of]}, {axes.name})"
            self.axes[of] = self.held.add(f"{of}_lines", self.taken, first, is_list=True), axes
        return self.axes[of]

    # ---- chains

    def _connects(self, part: NowConnects, body: Body, python: LightPython, made: Exit) -> Exit | None:
        """What is joined to a side grows from the new space, if it touches what is joined, or the side."""
        seat, within = part.seat, part.of.within
        if not isinstance(seat, core.Const) or not isinstance(within, core.Aggregate) or within.where is None:
            raise UnfitError("connects")
        kind = within.binders[0].type
        assert isinstance(kind, core.KindType)
        mask = python.spaces(within.where, within.binders[0].name, kind.name)
        every = [body for bodies in self.bodies for body in bodies.values()]
        if not isinstance(mask, Leaf) or any(mask.text in one.lost for one in every):
            raise UnfitError("connects")
        bits = body.gained.get(mask.text, [])
        joined = self._joined(part, seat.value, mask.text)
        if not bits:
            return None
        if len(bits) > 1 or bits[0] not in body.number_of:
            raise UnfitError("connects")
        bit, near = bits[0], python.near(part.of.near)
        around = body.column("around", f"{near}[{body.number_of[bit]}]")
        one, other = python.mask(part.of.one), python.mask(part.of.other)
        grown = f"{joined} |= region({bit}, {mask.text} & ~{joined} | {bit}, {near})"
        made.within, made.before = f"if {around} & {joined} or {bit} & {one}:", [grown, f"{KEPT}{joined}"]
        made.test = f"{joined} & {other}"
        return made

    def _joined(self, part: NowConnects, seat: int, of: str) -> str:
        """The name of the set of what is joined to a side."""
        at = " + ".join(
            term for term in (self.context.names["joined", "sides"], str(part.slot + seat or "")) if term
        )
        first = f"s.memory[{at}]"
        for name, text in self.held.first.items():
            if text == first:
                return name
        return self.held.add(f"{of}_joined", self.taken, first)

    # ---- who has won

    def _winners(self, facts: Facts, python: LightPython) -> str:
        """The Python of the seats that have won, where facts, or what is held, tell; else None."""
        game, winner = self.context.game, self.context.game.winner
        if winner is None:
            return "[]"
        if winner.tie_breaks or winner.target is not None or game.teams:
            return "None"
        scores = [
            [settled(game, score.value, seat) for score in game.scores.values()] for seat in range(SEATS)
        ]
        least = winner.extreme == "least"
        known = [self._totals(lines, facts) for lines in scores]
        if None not in known:
            found = {tuple(_best(ranks, winner.share, least)) for ranks in product(*known)}  # type: ignore[arg-type]
            if len(found) == 1:
                return str(list(found.pop()))
        try:
            texts = [" + ".join(python.atom(line) for line in lines) or "0" for lines in scores]
        except UnfitError:
            return "None"
        if any(" s." in f" {text}" or "(s" in text for text in texts):
            return "None"
        signed = [f"-({text})" if least else text for text in texts]
        return f"seats_with_most([{', '.join(signed)}], {winner.share})"

    def _totals(self, lines: list[core.Expr], facts: Facts) -> set[int] | None:
        found = {0}
        for line in lines:
            part = amounts(self.context.game, line, facts)
            if part is None:
                return None
            found = {a + b for a in found for b in part}
        return found


def needs(mask: Mask) -> tuple[set[str | None], set[str | None]]:
    """Of which sets some must grow, or others shrink, for a mask to have new members; None where that is not
    known."""
    match mask:
        case Leaf(text):
            return {text}, set()
        case Known():
            return set(), set()
        case Not(of):
            grow, shrink = needs(of)
            return shrink, grow
        case And() | Or() | Shift():
            parts = [needs(part) for part in inner(mask)]
            return set().union(*(grow for grow, _ in parts)), set().union(*(shrink for _, shrink in parts))
    return {None}, {None}


def _best(ranks: tuple[int, ...], share: bool, least: bool) -> list[int]:
    best = min(ranks) if least else max(ranks)
    first = [seat for seat, rank in enumerate(ranks) if rank == best]
    return first if share else first[:1]
