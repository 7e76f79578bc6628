"""Thresholds: numbers that are asked for, and more than all that is printed can come to.

`check(game, report)` reports comparisons that what is counted never reaches (RW642), though its type would
allow it: `count(c in my.hand where c.colour is red) >= 9` where eight red cards are printed. A number that is
printed itself, as in `case at_least(n): count(...) >= n`, is looked up in the tables, and the row is named.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import core
from rulewright.checks.effects import asked_by, bodies, expressions, statements
from rulewright.checks.printed import Bounds, Names, Printed
from rulewright.machine.words import carried
from rulewright.report.diagnostics import Report

NEVER = "RW642"
ASKS = frozenset({"<", "<=", ">", ">=", "is"})
HELP = "ask for less, or print more"
MOST_ROWS = 4


def check(game: core.Game, report: Report) -> None:
    """Take a checked game; report numbers that are never reached."""
    found = _Thresholds(game, report)
    for expr in asked(game):
        found.look(expr, {}, "")
        found.look_in_cases(expr)


def asked(game: core.Game) -> Iterator[core.Expr]:
    """All that rules ask and score, outermost expressions only."""
    for block in bodies(game):
        for stmt in statements(block):
            yield from expressions(stmt)
    for action in game.actions.values():
        for line in action.lines:
            yield from asked_by(line)
    for reaction in game.reactions.values():
        wanted = reaction.condition if isinstance(reaction, core.AsSoonAs) else reaction.guard
        if wanted is not None:
            yield wanted
    yield from (define.value for define in game.defines.values())
    yield from (score.value for score in game.scores.values())
    yield from (ending.condition for ending in game.endings.values())


class _Thresholds:
    """Looks through expressions; each place is reported once."""

    def __init__(self, game: core.Game, report: Report) -> None:
        self._game, self._report = game, report
        self._printed = Printed(game)
        self._told: set[tuple[int, int, str]] = set()

    def look(self, expr: core.Expr, known: Names, whose: str) -> None:
        """Reports what is never reached in an expression."""
        for part in core.walk(expr):
            if isinstance(part, core.Binary) and part.op in ASKS:
                self._compared(part, known, whose)
            elif isinstance(part, core.Lookup) and part.op == "steps":
                self._steps(part, known, whose)

    def _compared(self, part: core.Binary, known: Names, whose: str) -> None:
        """Reports a comparison that never holds, unless its types say so already (RW225 is about those)."""
        sides = part.left, part.right
        if not any(map(self._counts, sides)) or not self._printed.never(part, known):
            return
        if not whose and _is_apart(part.op, self._printed.typed(part.left), self._printed.typed(part.right)):
            return
        left, right = (self._printed.bounds(side, known) for side in sides)
        counted, wanted = (left, right) if self._counts(part.left) else (right, left)
        strict = part.op in ("<", ">")
        if counted[1] < wanted[0] + strict:
            more = "more than " if strict else ""
            end, said = counted[1], f"at most, and {more}{wanted[0]} is asked for"
        else:
            less = "less than " if strict else ""
            end, said = counted[0], f"at least, and {less}{wanted[1]} is asked for"
        self._tell(part, f"by what is printed this comes to {end} {said}{whose}")

    def _counts(self, expr: core.Expr) -> bool:
        """Does an expression count components?"""
        return any(
            isinstance(part, core.Aggregate) or (isinstance(part, core.Call) and self._calls(part))
            for part in core.walk(expr)
        )

    def _calls(self, call: core.Call) -> bool:
        return any(
            isinstance(part, core.Aggregate | core.Call)
            for part in core.walk(self._game.defines[call.define].value)
        )

    def _steps(self, part: core.Lookup, known: Names, whose: str) -> None:
        if not self._counts(part.value):
            return
        most, allowed = self._printed.bounds(part.value, known)[1], self._printed.typed(part.value)[1]
        for step, value in part.arrows:
            if most < step <= allowed:
                said = f"by what is printed this comes to {most} at most"
                self._tell(value, f"the step {step} is never reached: {said}{whose}")

    def _tell(self, part: core.Expr, message: str) -> None:
        place = (part.span.line, part.span.column, message)
        if place not in self._told:
            self._told.add(place)
            self._report.add(NEVER, message, part.span, HELP)

    # ---- numbers that are printed

    def look_in_cases(self, expr: core.Expr) -> None:
        """Looks into each case of a match with the values that are printed for it."""
        for match in core.walk(expr):
            if not isinstance(match, core.Match) or not isinstance(match.value.type, core.KindType):
                continue
            for case in match.cases:
                if case.params:
                    self._case(match.value.type.name, case)

    def _case(self, kind: str, case: core.MatchCase) -> None:
        """One case, for each printed value of its word."""
        word = next(each for each in self._game.kinds[kind].words if each.name == case.word)
        for value, ids in _printed_values(self._game, kind, word).items():
            numbers = carried(self._game, word, value)
            known = {name: (n, n) for (name, _), n in zip(case.params, numbers, strict=True)}
            more = " and others" if len(ids) > MOST_ROWS else ""
            self.look(case.value, known, f" by {', '.join(ids[:MOST_ROWS])}{more}")


def _printed_values(game: core.Game, kind: str, word: core.KindWord) -> dict[int, list[str]]:
    """For each value of a word that is printed somewhere, the rows that have it."""
    found: dict[int, list[str]] = {}
    for record in game.records.values():
        for info in record.fields.values():
            inner = info.type.of if isinstance(info.type, core.Optional) else info.type
            if inner == core.KindType(kind):
                for id, value in zip(record.ids, info.values, strict=True):
                    if isinstance(value, int) and word.base <= value < word.base + word.size:
                        found.setdefault(value, []).append(id)
    return found


def _is_apart(op: str, left: Bounds, right: Bounds) -> bool:
    """Does a comparison of any two numbers in these bounds never hold?"""
    (a, b), (c, d) = left, right
    return {"<": a >= d, "<=": a > d, ">": b <= c, ">=": b < c, "is": b < c or d < a}[op]
