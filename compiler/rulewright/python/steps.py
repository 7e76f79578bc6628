"""Python functions of the machine: simple units, steps, answers, tests of reactions.

Each function comes out as a `Function`: its head, the sentence of its docstring, its lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Set

from rulewright import core
from rulewright.machine.increments import SMALL
from rulewright.machine.machine import (
    AskChoice,
    AskOffer,
    Machine,
    Unit,
)
from rulewright.machine.reaction_tests import reactions_to
from rulewright.python.expressions import Context, Python
from rulewright.python.functions import Function, function
from rulewright.python.layout import Lines, laid_out, quoted
from rulewright.python.scopes import names_read
from rulewright.python.statements import Statements
from rulewright.python.texts import bracketed, is_listed


class Steps:
    """All functions of a machine's units."""

    def __init__(self, context: Context, machine: Machine, numbers: dict[str, int]) -> None:
        self._context = context
        self._game = context.game
        self._names = context.names
        self._machine = machine
        self._numbers = numbers

    # ---- simple units

    def simple(self, inlined: Set[str]) -> Iterator[Function]:
        """One function for each unit that nobody can interrupt and that does not stand where it is used."""
        for unit in self._machine.units.values():
            if unit.simple and unit.name not in inlined:
                yield self._simple(unit)

    def _simple(self, unit: Unit) -> Function:
        python = Python(self._context)
        args = [f"{python.locals[p.name]}: int" for p in unit.params]
        head = ["s: State", *(["me: int"] if unit.me else []), *args]
        lines = Statements(python, self._machine, self._numbers, unit).block(unit.body)
        return function(self.unit_name(unit), ", ".join(head), "None", self._doc(unit), lines)

    def unit_name(self, unit: Unit) -> str:
        """The name of a simple unit's function."""
        sort, _, name = unit.name.rpartition(":")
        if sort == "action":
            return self._names["play", name]
        if sort == "reaction":
            return self._names["reaction", name]
        return "set_up" if unit.sort == "setup" else self._names["procedure", name]

    def _doc(self, unit: Unit) -> str:
        return f"{unit.name.replace(':', ' ')}{cited(unit.per)}"

    # ---- reactions

    def tests(self) -> Iterator[Function]:
        """For each `as soon as`: which of its conditions hold, and the test that starts it."""
        for reaction in self._game.reactions.values():
            if isinstance(reaction, core.AsSoonAs):
                yield self._holds(reaction)
                yield self._test(reaction)

    def _holds(self, reaction: core.AsSoonAs) -> Function:
        python = Python(self._context)
        condition = python.condition(reaction.condition)
        binder = reaction.binder
        if binder is None:
            lines: Lines = [f"return {python.number(reaction.condition)}"]
        else:
            name, low = python.locals[binder.name], core.bounds(self._game, binder.type)[0]
            shift = f"{name} - {low}" if low else name
            source = python.source(binder.source)
            if self._by_case(reaction):
                few = core.bounds(self._game, binder.type)[1] < SMALL
                source = "FEW[cases]" if few else "bits(cases)"
            then: Lines = [f"if {condition}:", [f"holds |= 1 << {bracketed(shift)}"]]
            lines = ["holds = 0", f"for {name} in {source}:", then, "return holds"]
        name = self._names["holds", reaction.name]
        doc = f"For which cases the condition of {reaction.name} holds now, as a mask."
        return function(name, f"s: State, me: int{self._cases(reaction)}", "int", doc, lines)

    def _by_case(self, reaction: core.AsSoonAs) -> bool:
        """Is a reaction tested for some of its cases only, after some statements?"""
        tests = (test for tests in self._machine.tests.values() for test in tests)
        return any(
            test.reaction == reaction.name and (test.cases is not None or test.apart) for test in tests
        )

    def _cases(self, reaction: core.AsSoonAs) -> str:
        """The parameter that says which cases are tested."""
        if not self._by_case(reaction) or reaction.binder is None:
            return ""
        return f", cases: int = {(1 << core.bounds(self._game, reaction.binder.type)[1] + 1) - 1}"

    def _test(self, reaction: core.AsSoonAs) -> Function:
        unit = self._machine.units[f"reaction:{reaction.name}"]
        test, held = self._names["test", reaction.name], self._names["held", reaction.name]
        low = core.bounds(self._game, reaction.binder.type)[0] if reaction.binder else 0
        case = "case" if not low else f"case + {low}"
        args = ["me", *([case] if reaction.binder else [])]
        if unit.simple:
            start = f"{self.unit_name(unit)}({', '.join(['s', *args])})"
            order = "bits(holds & ~held)"
        else:
            start = f"s.frames.append({self.frame(unit, args)})"
            order = "reversed(bits(holds & ~held))"
        now = f"{self._names['holds', reaction.name]}(s, me)"
        if self._by_case(reaction):
            now = f"held & ~cases | {now[:-1]}, cases)"
        told: Lines = ["if s.trace is not None:", [f"s.trace.append({quoted(reaction.name)})"], start]
        lines: Lines = [
            "if not s.memory[0]:",
            ["return"],
            f"held = s.memory[{held} + me]",
            f"holds = s.memory[{held} + me] = {now}",
            "if holds & ~held:",
            [f"for case in {order}:", told] if reaction.binder else told,
        ]
        doc = f"as soon as: starts {reaction.name} for what has just become true{cited(reaction.per)}"
        return function(test, f"s: State, me: int{self._cases(reaction)}", "None", doc, lines)

    def frame(self, unit: Unit, args: list[str]) -> str:
        """A new frame: the first step, the parameters, empty slots."""
        return f"[{', '.join([str(unit.entry), *args, *(['0'] * (len(unit.slots) - len(args)))])}]"

    def raises(self) -> Iterator[Function]:
        """For each event: what raising it starts, at once or in line."""
        for event in self._game.events.values():
            yield self._raise(event)

    def _raise(self, event: core.Event) -> Function:
        python = Python(self._context)
        names = [python.locals[param.name] for param in event.params]
        found = reactions_to(self._game, event.name)
        now = [r for r in found if r.order == "at_once"]
        frames = any(not self._machine.units[f"reaction:{r.name}"].simple for r in now)
        lines: Lines = ["if not s.memory[0]:", ["return"]]
        for reaction in found:
            lines += self._guard(reaction, names)
        for reaction in [r for r in found if r.order == "in_line"]:
            lines += self._line_up(reaction, names)
        for reaction in reversed(now) if frames else now:
            lines += self._start(reaction, names)
        me = ["me: int"] if self.event_has_me(event.name) else []
        args = ", ".join(["s: State", *me, *(f"{name}: int" for name in names)])
        return function(
            self._names["raise", event.name], args, "None", f"event {event.name}{cited(event.per)}", lines
        )

    def event_has_me(self, event: str) -> bool:
        """Does a reaction to an event need the seat that acts?"""
        return any(self._machine.units[f"reaction:{r.name}"].me for r in reactions_to(self._game, event))

    def _guard(self, reaction: core.When, names: list[str]) -> Lines:
        """Guards are fixed when the event is raised."""
        if reaction.guard is None:
            return []
        python = Python(self._context)
        taken: Lines = [
            f"{python.locals[param.name]} = {name}"
            for param, name in zip(reaction.params, names, strict=True)
            if python.locals[param.name] != name
        ]
        return [
            *taken,
            f"{self._names['reaction', reaction.name]}_holds = {python.condition(reaction.guard)}",
        ]

    def _given(self, reaction: core.When, names: list[str]) -> list[str]:
        return [*(["me"] if self._machine.units[f"reaction:{reaction.name}"].me else []), *names]

    def _line_up(self, reaction: core.When, names: list[str]) -> Lines:
        unit = self._machine.units[f"reaction:{reaction.name}"]
        frame = self.frame(unit, self._given(reaction, names))
        if not reaction.once_each:
            return self._if_holds(reaction, [*self._told(reaction), f"s.queue.append({frame})"])
        told: Lines = [*self._told(reaction), "s.queue.append(waiting)"]
        return self._if_holds(reaction, [f"waiting = {frame}", "if waiting not in s.queue:", told])

    def _start(self, reaction: core.When, names: list[str]) -> Lines:
        unit = self._machine.units[f"reaction:{reaction.name}"]
        given = self._given(reaction, names)
        call = f"{self.unit_name(unit)}({', '.join(['s', *given])})"
        start = call if unit.simple else f"s.frames.append({self.frame(unit, given)})"
        return self._if_holds(reaction, [*self._told(reaction), start])

    def _if_holds(self, reaction: core.When, lines: Lines) -> Lines:
        if reaction.guard is None:
            return lines
        return [f"if {self._names['reaction', reaction.name]}_holds:", lines]

    def _told(self, reaction: core.When) -> Lines:
        """The trace is told each reaction that is certain to run: what waits in line already, once."""
        return ["if s.trace is not None:", [f"s.trace.append({quoted(reaction.name)})"]]

    # ---- decisions

    def ask_offer(self, end: AskOffer, python: Python, otherwise: Lines) -> Lines:
        """The legal moves of all actions that are offered; where there may be none, `otherwise` goes on."""
        seat = python(end.to)
        if len(end.actions) == 1:
            many = self._legal(end.actions[0], seat)
        else:
            lists = [self._legal(action, seat, gate=True) for action in end.actions]
            many = f"[{', '.join(one[2:-1] if is_listed(one[1:]) else one for one in lists)}]"
        lines: Lines = []
        for place, times in Counter(re.findall(r"s\.(?:sets|zones|pools)\[[^][]+\]", many)).items():
            if times > 1:  # a hand, say, that several actions ask for
                name = python.locals.fresh(place[2:].partition("[")[2].partition(" ")[0].lower())
                lines.append(f"{name} = {place}")
                many = many.replace(place, name)
        return [
            *lines,
            f"s.to_move, s.legal = {seat}, {many}",
            "if not s.legal:",
            [f"raise RuleError({quoted(stuck(end.actions))})"] if end.otherwise is None else otherwise,
            "return True",
        ]

    def _legal(self, action: str, seat: str, gate: bool = False) -> str:
        """The legal moves of an action: a call, or what is only looked up; unpacked behind its `gate`."""
        from rulewright.python.moves import gated, short_list

        info = self._game.actions[action]
        if gate:
            return gated(self._context, info, self._numbers, seat)
        found = short_list(self._context, info, self._numbers, seat)
        return found or f"{self._names['moves', action]}(s, {seat})"

    def ask_choice(self, end: AskChoice, python: Python, or_else: Lines) -> Lines:
        """What can be chosen; where that may be nothing, `or_else` says how to go on."""
        choose = end.choose
        base = self._numbers[choose.label]
        name = python.locals[choose.name]
        move = add_number(
            as_choice(python, choose.name, choose.type), base - core.choices(self._game, choose.type)[0]
        )
        source, where = candidates(python, choose.name, choose.type, choose.source, choose.where)
        lines: Lines = [f"legal = [{move} for {name} in {source}{where}]"]
        if choose.how == "must":
            nothing = f'raise RuleError("nothing can be chosen for {choose.label}")'
            lines += ["if not legal:", [nothing]]
        else:
            lines += ["if not legal:", or_else]
        if choose.how == "may":
            low, high = core.choices(self._game, choose.type)
            lines.append(f"legal.append({base + high - low + 1})")
        return [*lines, f"s.to_move, s.legal = {python(choose.by)}, legal", "return True"]

    def play(self, action: str, base: int, seat: str, python: Python) -> Lines:
        """What an answer does first: it plays the action, or puts its frame on top."""
        unit = self._machine.units[f"action:{action}"]
        picks = self._game.actions[action].picks
        texts = self._decoded(base, [core.choices(self._game, pick.type) for pick in picks])
        lines: Lines = []
        if any(core.has_copies(self._game, pick.type) for pick in picks):
            lines += self._found_picks(self._game.actions[action], texts, seat, python)
            texts = [python.locals[pick.name] for pick in picks]
        if unit.simple:
            return [*lines, f"{self._names['play', action]}({', '.join(['s', seat, *texts])})"]
        return [*lines, f"s.frames.append({self.frame(unit, [seat, *texts])})"]

    def played(self, action: str, base: int, seat: str, python: Python, body: Lines) -> Lines:
        """As `play` of a simple action, with what it does instead of a call; names that it reads are given
        before."""
        info = self._game.actions[action]
        texts = self._decoded(base, [core.choices(self._game, pick.type) for pick in info.picks])
        lines: Lines = [f"me = {seat}"] if seat != "me" else []
        if any(core.has_copies(self._game, pick.type) for pick in info.picks):
            lines = self._found_picks(info, texts, seat, python)
        else:
            lines += [f"{python.locals[p.name]} = {t}" for p, t in zip(info.picks, texts, strict=True)]
        values: Lines = [str(line).partition(" = ")[2] for line in lines]
        read = names_read("\n".join(line[4:] for line in laid_out([*values, *body])))[0]
        lines = [line for line in lines if set(re.findall(r"\w+", str(line).partition(" = ")[0])) & read]
        return [f"# {action}{cited(info.per)}", *lines, *body]

    def _found_picks(self, action: core.Action, texts: list[str], seat: str, python: Python) -> Lines:
        """The picks of an action with copies among them."""
        guards = guards_of(action)
        found = self._found_together if copies_differ(self._game, action.picks, guards) else self.found
        return found(action.picks, texts, seat, python, guards)

    def _decoded(self, base: int, sizes: list[tuple[int, int]]) -> list[str]:
        """The picks of a move in mixed radix, as Python."""
        values = []
        rest = f"m - {base}" if base else "m"
        radix = 1
        for index in reversed(range(len(sizes))):
            low, high = sizes[index]
            if radix == 1 and not index:
                text = add_number("m", low - base)
            else:
                text = rest if radix == 1 else f"{bracketed(rest)} // {radix}"
                text = f"{bracketed(text)} % {high - low + 1}" if index else text
                text = add_number(text, low)
            values.append(text)
            radix *= high - low + 1
        return values[::-1]

    def _found_together(
        self,
        picks: tuple[core.Pick, ...],
        texts: list[str],
        seat: str,
        python: Python,
        guards: list[core.Guard],
    ) -> Lines:
        """The first components of the chosen rows that go together, as guards and later parts ask."""
        parts = []
        for level, (pick, text) in enumerate(zip(picks, texts, strict=True), 1):
            source, rest = narrowed(python, pick.name, pick.type, pick.source, pick.where)
            asked = [f"{as_choice(python, pick.name, pick.type)} == {text}"]
            asked += [python.conditions(rest)] if rest else []
            asked += [python.condition(g.condition) for g in guards if level_of(g, picks) == level]
            parts.append(f" for {python.locals[pick.name]} in {source}")
            parts += [f" if {condition}" for condition in asked]
        names = ", ".join(python.locals[pick.name] for pick in picks)
        both = f"({names})" if len(picks) > 1 else names
        lines: Lines = [f"me = {seat}"] if seat != "me" else []
        return [*lines, f"{names} = next({both}{''.join(parts)})"]

    def found(
        self,
        picks: tuple[core.Pick, ...],
        texts: list[str],
        seat: str,
        python: Python,
        guards: list[core.Guard],
    ) -> Lines:
        """Copies are one choice by their row: the first that can be picked is taken."""
        lines: Lines = [f"me = {seat}"] if seat != "me" else []
        for pick, text in zip(picks, texts, strict=True):
            name = python.locals[pick.name]
            if core.has_copies(self._game, pick.type):
                source, where = candidates(python, pick.name, pick.type, pick.source, pick.where)
                test = f"{as_choice(python, pick.name, pick.type)} == {text}"
                condition = f"{where} and {test}" if where else f" if {test}"
                lines.append(f"{name} = next({name} for {name} in {source}{condition})")
            else:
                lines.append(f"{name} = {text}")
        return lines


def guards_of(action: core.Action) -> list[core.Guard]:
    """The `requires` lines of an action."""
    return [line for line in action.lines if isinstance(line, core.Guard)]


def level_of(guard: core.Guard, picks: tuple[core.Pick, ...]) -> int:
    """After how many picks a guard can be asked."""
    used = _names(guard.condition)
    return max((i for i, pick in enumerate(picks, 1) if pick.name in used), default=0)


def copies_differ(game: core.Game, picks: tuple[core.Pick, ...], guards: list[core.Guard]) -> bool:
    """Can it matter which of several copies is picked? It can where a guard or a later part reads more of the
    pick than a column."""
    read = {name for guard in guards for name in _whole(guard.condition)}
    for pick in reversed(picks):
        if core.has_copies(game, pick.type) and pick.name in read:
            return True
        read |= _whole(pick.source) | (_whole(pick.where) if pick.where is not None else set())
    return False


def _whole(expr: core.Expr) -> set[str]:
    """The names that are read, but for those of which only a column is."""
    if isinstance(expr, core.Local):
        return {expr.name}
    if isinstance(expr, core.Column) and isinstance(expr.of, core.Local):
        return set()
    return set().union(*map(_whole, core.children(expr)))


def narrowed(
    python: Python, name: str, type: core.Type, source: core.Expr, where: core.Expr | None
) -> tuple[str, list[core.Expr]]:
    """A source to choose from, and the conditions that remain to be asked."""
    binder = core.Binder(name=name, type=type, source=source, span=source.span)
    of_kind = isinstance(type, core.KindType)  # spaces, perhaps: more can be said of those
    domain = python.masked_domain(binder, where) if of_kind else None
    if domain is None and where is not None and python.is_mask(source):
        mask, rest = python.masked(binder, where)
        return python.bits_of(source, mask), rest
    domain = domain if of_kind else python.masked_domain(binder, where)
    if domain is not None:
        low = core.bounds(python.game, type)[0]
        return python.members(python.mask_text(domain[0]), low), domain[1]
    numbers = python.narrowed_range(binder, where)
    if numbers is not None:
        return numbers
    text = python.source(source)
    once = isinstance(source, core.Domain | core.Interval | core.SeatsFrom | core.Matchings)
    once = once or (isinstance(source, core.Local) and source.name.endswith(" "))  # hoisted
    once = once or _holds_no_value_twice(python.game, source)
    if isinstance(source.type, core.ListType) and not once:
        text = f"dict.fromkeys({text})"  # what a list holds twice is one choice
    return text, core.conjuncts(where)


def _holds_no_value_twice(game: core.Game, source: core.Expr) -> bool:
    """Is a source printed, or a table made at compile time, in which no list has a value twice?"""
    lists: Iterable[object] = ()
    if isinstance(source, core.Column):
        lists = (
            game.records[source.record].fields[source.field].values if source.record in game.records else ()
        )
    elif isinstance(source, core.Table):
        lists = game.tables[source.name].values
    found = [one for one in lists if isinstance(one, tuple)]
    return bool(found) and all(len(set(one)) == len(one) for one in found)


def candidates(
    python: Python, name: str, type: core.Type, source: core.Expr, where: core.Expr | None
) -> tuple[str, str]:
    """As `narrowed`, with only one of several copies."""
    if isinstance(source, core.Matchings):
        asked = [f"{python.payable(source)} >> {python.locals[name]} & 1"]
        asked += [python.conditions(core.conjuncts(where))] if where is not None else []
        return python.ways(source), f" if {' and '.join(asked)}"
    text, rest = narrowed(python, name, type, source, where)
    condition = f" if {python.conditions(rest)}" if rest else ""
    if not core.has_copies(python.game, type):
        return text, condition
    assert isinstance(type, core.Component)
    local = python.locals[name]
    inside = f"[{local} for {local} in {text}{condition}]" if condition else text
    return f"one_each({inside}, {python.names['row', type.record]})", ""


def as_choice(python: Python, name: str, type: core.Type) -> str:
    """A local as a choice: a component with copies by its row."""
    if core.has_copies(python.game, type):
        assert isinstance(type, core.Component)
        return f"{python.names['row', type.record]}[{python.locals[name]}]"
    return python.locals[name]


def add_number(text: str, number: int) -> str:
    """`text + number`, without a zero."""
    return f"{text} + {number}" if number > 0 else f"{text} - {-number}" if number else text


def stuck(actions: tuple[str, ...]) -> str:
    """What a game says when no action that is offered can be played.

    >>> stuck(("take",))
    'no action offered here is possible: take'
    """
    return f"no action offered here is possible: {', '.join(actions)}"


def cited(per: tuple[str, ...]) -> str:
    """` (KAN-1, KAN-2)` or nothing."""
    return f" ({', '.join(per)})" if per else ""


def _names(expr: core.Expr) -> set[str]:
    found = set()
    for part in core.walk(expr):
        if isinstance(part, core.Local):
            found.add(part.name)
        elif isinstance(part, core.Me):
            found.add("me")
    return found
