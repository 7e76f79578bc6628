"""Python functions of the machine: simple units, steps, answers, tests of reactions.

Each function comes out as a `Function`: its head, the sentence of its docstring, its lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright import core
from rulewright.machine.machine import (
    AskChoice,
    AskOffer,
    AskTogether,
    Branch,
    Drain,
    Enter,
    Goto,
    Machine,
    Next,
    Return,
    Reveal,
    Step,
    Switch,
    TestEndings,
    Unit,
)
from rulewright.machine.reaction_tests import reactions_to
from rulewright.python.expressions import Context, Python
from rulewright.python.layout import Lines, laid_out, quoted
from rulewright.python.names import Locals
from rulewright.python.statements import Statements
from rulewright.python.texts import bracketed
from rulewright.record import record


@record
class Function:
    """A generated function: `name(args) -> result`, what its docstring says, its body's lines."""

    name: str
    args: str
    result: str
    doc: str
    lines: list[str]
    clauses: tuple[str, ...] = ()


def function(name: str, args: str, result: str, doc: str, lines: Lines) -> Function:
    """A Function with its lines laid out."""
    return Function(name, args, result, doc, laid_out(lines) if lines != ["pass"] else [])


class Steps:
    """All functions of a machine's units."""

    def __init__(self, context: Context, machine: Machine, numbers: dict[str, int]) -> None:
        self._context = context
        self._game = context.game
        self._names = context.names
        self._machine = machine
        self._numbers = numbers

    # ---- simple units

    def simple(self) -> Iterator[Function]:
        """One function for each unit that nobody can interrupt."""
        for unit in self._machine.units.values():
            if unit.simple:
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
            source = "bits(cases)" if self._by_case(reaction) else python.source(binder.source)
            lines = [f"return mask_of([{shift} for {name} in {source} if {condition}])"]
        name = self._names["holds", reaction.name]
        doc = f"For which cases the condition of {reaction.name} holds now, as a mask."
        return function(name, f"s: State, me: int{self._cases(reaction)}", "int", doc, lines)

    def _by_case(self, reaction: core.AsSoonAs) -> bool:
        """Is a reaction tested for some of its cases only, after some statements?"""
        tests = (test for tests in self._machine.tests.values() for test in tests)
        return any(test.reaction == reaction.name and test.cases is not None for test in tests)

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
            order = "bits(risen)"
        else:
            start = f"s.frames.append({self._frame(unit, args)})"
            order = "reversed(bits(risen))"
        lines: Lines = [
            "if not s.memory[0]:",
            ["return"],
            *self._compare(reaction, self._names["holds", reaction.name], f"s.memory[{held} + me]"),
            f"for case in {order}:" if reaction.binder else "if risen:",
            ["if s.trace is not None:", [f"s.trace.append({quoted(reaction.name)})"], start],
        ]
        doc = f"as soon as: starts {reaction.name} for what has just become true{cited(reaction.per)}"
        return function(test, f"s: State, me: int{self._cases(reaction)}", "None", doc, lines)

    def _compare(self, reaction: core.AsSoonAs, holds: str, held: str) -> Lines:
        """What has become true, and what holds from now on."""
        if self._by_case(reaction):
            now: Lines = [f"holds = {held} & ~cases | {holds}(s, me, cases)"]
        else:
            now = [f"holds = {holds}(s, me)"]
        return [*now, f"risen = holds & ~{held}", f"{held} = holds"]

    def _frame(self, unit: Unit, args: list[str]) -> str:
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
        frame = self._frame(unit, self._given(reaction, names))
        lines: Lines = [f"s.queue.append({frame})"]
        if reaction.once_each:
            lines = [f"waiting = {frame}", "if waiting not in s.queue:", ["s.queue.append(waiting)"]]
        return self._if_holds(reaction, lines)

    def _start(self, reaction: core.When, names: list[str]) -> Lines:
        unit = self._machine.units[f"reaction:{reaction.name}"]
        given = self._given(reaction, names)
        call = f"{self.unit_name(unit)}({', '.join(['s', *given])})"
        return self._if_holds(
            reaction, [call if unit.simple else f"s.frames.append({self._frame(unit, given)})"]
        )

    def _if_holds(self, reaction: core.When, lines: Lines) -> Lines:
        told: Lines = ["if s.trace is not None:", [f"s.trace.append({quoted(reaction.name)})"], *lines]
        if reaction.guard is None:
            return told
        return [f"if {self._names['reaction', reaction.name]}_holds:", told]

    # ---- steps

    def steps(self) -> Iterator[Function]:
        """One function a step: True when somebody must decide, or the game is over."""
        for step in self._machine.steps:
            yield self._step(step)

    def _step(self, step: Step) -> Function:
        unit = self._machine.units[step.unit]
        python = Python(self._context, Locals(self._names))
        stores = {slot.name: slot.index for slot in unit.slots}
        statements = Statements(python, self._machine, self._numbers, unit, stores)
        lines: Lines = []
        for op in step.ops:
            lines.extend(statements.op(op))
        lines.extend(self._end(step, python, statements, stores))
        lines = _without_unread(lines)
        lines = [*self._loads(lines, python, stores), *lines]
        doc = f"{unit.name.replace(':', ' ')}, line {step.span.line}"
        if step.ops and isinstance(step.ops[0], core.Stmt) and step.ops[0].per:
            doc += cited(step.ops[0].per)
        return function(f"step_{step.number}", "s: State, f: list[Any]", "bool", doc, lines)

    def _loads(self, lines: Lines, python: Python, stores: dict[str, int]) -> Lines:
        """The locals that a step reads, taken from its frame."""
        text = "\n".join(laid_out(lines))
        names = {python.locals[name]: slot for name, slot in stores.items()}
        read = set(re.findall(r"(?<![\w.])[^\W\d]\w*", text)) & set(names)
        read -= set(re.findall(r"\bfor (\w+) in", text))
        given = {
            name for name in read if re.match(rf"\s*{name} = ", text[text.find(_first_use(text, name)) :])
        }
        return [f"{name} = f[{names[name]}]" for name in sorted(read - given, key=names.__getitem__)]

    def _end(self, step: Step, python: Python, statements: Statements, stores: dict[str, int]) -> Lines:
        end = step.end
        match end:
            case Goto(after):
                return [f"f[0] = {after}", "return False"]
            case Branch(condition, then, otherwise):
                return [f"f[0] = {then} if {python.condition(condition)} else {otherwise}", "return False"]
            case Return():
                return ["s.frames.pop()", "return False"]
            case Enter():
                return self._enter(end, statements)
            case Next():
                return self._next(end, python, stores)
            case Switch():
                return self._switch(end, python, stores)
            case AskOffer():
                return self._ask_offer(end, python)
            case AskTogether():
                return self._ask_together(end, stores, step)
            case Reveal():
                return self._reveal(end, python, stores)
            case AskChoice():
                return self._ask_choice(end, python)
            case Drain(then):
                return [
                    "if s.queue:",
                    ["s.frames.append(s.queue.pop(0))", "return False"],
                    f"f[0] = {then}",
                    "return False",
                ]
            case TestEndings(when, then):
                return [f"f[0] = {then}", f"return over_after_{when}(s)"]

    def _enter(self, end: Enter, statements: Statements) -> Lines:
        unit = self._machine.units[end.unit]
        given = [*([statements.acting(end.me)] if unit.me else []), *map(statements.python.number, end.args)]
        return [f"f[0] = {end.then}", f"s.frames.append({self._frame(unit, given)})", "return False"]

    def _next(self, end: Next, python: Python, stores: dict[str, int]) -> Lines:
        items, at, name = stores[end.items], stores[end.at], python.locals[end.name]
        take = f"f[{stores[end.name]}] = f[{items}][f[{at}]]"
        found: Lines = [f"f[0] = {end.body}", "return False"]
        if end.recheck is not None:
            found = [f"if {python.condition(end.recheck)}:", found]
            take = f"{name} = {take}"
        word = "while" if end.recheck is not None else "if"
        return [
            f"{word} f[{at}] < len(f[{items}]):",
            [take, f"f[{at}] += 1", *found],
            f"f[0] = {end.after}",
            "return False",
        ]

    def _switch(self, end: Switch, python: Python, stores: dict[str, int]) -> Lines:
        lines: Lines = []
        for word, params, step in end.cases:
            test, values = python.case(end.value, word, params)
            slots = {python.locals[name]: stores[name] for name, _ in params}
            body: Lines = [f"f[{slots[name]}] = {value}" for name, value in values]
            lines += [f"{'elif' if lines else 'if'} {test}:", [*body, f"f[0] = {step}"]]
        return [*lines, "else:", [f"f[0] = {end.otherwise}"], "return False"]

    # ---- decisions

    def _ask_offer(self, end: AskOffer, python: Python) -> Lines:
        seat = python(end.to)
        lists = [f"*{self._names['moves', action]}(s, {seat})" for action in end.actions]
        many = f"[{', '.join(lists)}]" if len(lists) > 1 else lists[0][1:]
        return [
            f"s.to_move, s.legal = {seat}, {many}",
            "if not s.legal:",
            _when_stuck(end),
            "return True",
        ]

    def _ask_together(self, end: AskTogether, stores: dict[str, int], step: Step) -> Lines:
        seats, chosen = stores[end.seats], stores[end.chosen]
        return [
            f"if -1 not in f[{chosen}]:",
            [f"f[0] = {end.reveal}", "return False"],
            f"s.to_move = f[{seats}][f[{chosen}].index(-1)]",
            f"s.legal = together_{step.number}(s, f[{seats}][f[{chosen}].index(-1)])",
            "if not s.legal:",
            [f"raise RuleError({quoted(stuck(end.actions))})"],
            "return True",
        ]

    def _reveal(self, end: Reveal, python: Python, stores: dict[str, int]) -> Lines:
        seats, chosen, at = (stores[name] for name in (end.seats, end.chosen, end.at))
        return [
            f"if f[{at}] == len(f[{seats}]):",
            [f"f[0] = {end.after}", "return False"],
            f"me, m = f[{seats}][f[{at}]], f[{chosen}][f[{at}]]",
            f"f[{at}] += 1",
            f"f[0] = {end.again}",
            f"if m in together_{end.asked}(s, me):",
            self._dispatched(end.actions, (end.again,) * len(end.actions), "me", python),
            "return False",
        ]

    def together(self) -> Iterator[Function]:
        """For each step at which seats decide together: the legal moves of one of them."""
        for step in self._machine.steps:
            if isinstance(step.end, AskTogether):
                many = ", ".join(f"*{self._names['moves', action]}(s, me)" for action in step.end.actions)
                doc = f"The legal moves of a seat in the decision of line {step.span.line}."
                name = f"together_{step.number}"
                yield function(name, "s: State, me: int", "list[int]", doc, [f"return [{many}]"])

    def _ask_choice(self, end: AskChoice, python: Python) -> Lines:
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
            lines += ["if not legal:", [f"f[0] = {end.or_else}", "return False"]]
        if choose.how == "may":
            low, high = core.choices(self._game, choose.type)
            lines.append(f"legal.append({base + high - low + 1})")
        return [*lines, f"s.to_move, s.legal = {python(choose.by)}, legal", "return True"]

    def answers(self) -> Iterator[Function]:
        """For each step that asks: what the chosen move does."""
        for step in self._machine.steps:
            if isinstance(step.end, AskOffer):
                yield self._answer_offer(step, step.end)
            elif isinstance(step.end, AskTogether):
                yield self._answer_together(step, step.end)
            elif isinstance(step.end, AskChoice):
                yield self._answer_choice(step, step.end)

    def _answer_offer(self, step: Step, end: AskOffer) -> Function:
        python = Python(self._context)
        stores = {slot.name: slot.index for slot in self._machine.units[step.unit].slots}
        lines = self._dispatched(end.actions, end.after, python(end.to), python)
        lines = [*self._loads(lines, python, stores), *lines]
        doc = f"The answer to the offer of line {step.span.line}."
        return function(f"answer_{step.number}", "s: State, f: list[Any], m: int", "None", doc, lines)

    def _answer_together(self, step: Step, end: AskTogether) -> Function:
        """A choice is kept in the frame, where only its seat knows of it."""
        stores = {slot.name: slot.index for slot in self._machine.units[step.unit].slots}
        seats, chosen = stores[end.seats], stores[end.chosen]
        lines: Lines = [
            f"chosen = f[{chosen}][:]",
            f"chosen[f[{seats}].index(s.to_move)] = m",
            f"f[{chosen}] = chosen",
        ]
        doc = f"One seat's choice in the decision of line {step.span.line}."
        return function(f"answer_{step.number}", "s: State, f: list[Any], m: int", "None", doc, lines)

    def _dispatched(
        self, actions: tuple[str, ...], after: tuple[int, ...], seat: str, python: Python
    ) -> Lines:
        """Plays move `m` of one of some actions."""
        lines: Lines = []
        played = [(self._numbers[action], action, then) for action, then in zip(actions, after, strict=True)]
        for i, (base, action, then) in enumerate(sorted(played, reverse=True)):
            last = i == len(played) - 1
            body = self._play(action, base, then, seat, python)
            if len(played) == 1:
                lines += body
            else:
                lines += ["else:" if last else f"{'elif' if i else 'if'} m >= {base}:", body]
        return lines

    def _play(self, action: str, base: int, then: int, seat: str, python: Python) -> Lines:
        unit = self._machine.units[f"action:{action}"]
        picks = self._game.actions[action].picks
        texts = self._decoded(base, [core.choices(self._game, pick.type) for pick in picks])
        lines: Lines = [f"f[0] = {then}"]
        if any(core.has_copies(self._game, pick.type) for pick in picks):
            guards = guards_of(self._game.actions[action])
            found = self._found_together if copies_differ(self._game, picks, guards) else self._found
            lines += found(picks, texts, seat, python, guards)
            texts = [python.locals[pick.name] for pick in picks]
        if unit.simple:
            return [*lines, f"{self._names['play', action]}({', '.join(['s', seat, *texts])})"]
        return [*lines, f"s.frames.append({self._frame(unit, [seat, *texts])})"]

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

    def _found(
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

    def _answer_choice(self, step: Step, end: AskChoice) -> Function:
        choose, python = end.choose, Python(self._context)
        base, (low, high) = self._numbers[choose.label], core.choices(self._game, choose.type)
        stores = {slot.name: slot.index for slot in self._machine.units[step.unit].slots}
        value = add_number("m", low - base)
        loads: Lines = []
        if core.has_copies(self._game, choose.type):
            used = _names(choose.source) | (_names(choose.where) if choose.where is not None else set())
            loads = [
                f"{python.locals[name]} = f[{stores[name]}]"
                for name in sorted(used & set(stores) - {choose.name})
            ]
            pick = core.Pick(
                name=choose.name,
                type=choose.type,
                source=choose.source,
                where=choose.where,
                reason=None,
                per=(),
                span=choose.span,
            )
            loads += self._found((pick,), [value], "me", python, [])
            value = python.locals[choose.name]
        chosen: Lines = [*loads, f"f[{stores[choose.name]}] = {value}", f"f[0] = {end.body}"]
        if choose.how == "may":
            chosen = [f"if m == {base + high - low + 1}:", [f"f[0] = {end.or_else}"], "else:", chosen]
        doc = f"The answer to the choice of line {step.span.line}."
        return function(f"answer_{step.number}", "s: State, f: list[Any], m: int", "None", doc, chosen)


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
    if where is not None and python.is_mask(source):
        binder = core.Binder(name=name, type=type, source=source, span=source.span)
        mask, rest = python.masked(binder, where)
        return python.bits_of(source, mask), rest
    domain = python.masked_domain(core.Binder(name=name, type=type, source=source, span=source.span), where)
    if domain is not None:
        low = core.bounds(python.game, type)[0]
        return python.members(python.mask_text(domain[0]), low), domain[1]
    text = python.source(source)
    once = isinstance(source, core.Domain | core.Interval | core.SeatsFrom | core.Matchings)
    once = once or (isinstance(source, core.Local) and source.name.endswith(" "))  # hoisted
    if isinstance(source.type, core.ListType) and not once:
        text = f"dict.fromkeys({text})"  # what a list holds twice is one choice
    return text, core.conjuncts(where)


def candidates(
    python: Python, name: str, type: core.Type, source: core.Expr, where: core.Expr | None
) -> tuple[str, str]:
    """As `narrowed`, with only one of several copies."""
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


def _when_stuck(end: AskOffer) -> Lines:
    if end.otherwise is None:
        return [f"raise RuleError({quoted(stuck(end.actions))})"]
    return [f"f[0] = {end.otherwise}", "return False"]


def cited(per: tuple[str, ...]) -> str:
    """` (KAN-1, KAN-2)` or nothing."""
    return f" ({', '.join(per)})" if per else ""


# ---- which locals a step reads


def _first_use(text: str, name: str) -> str:
    """The line of a text that uses a name first."""
    return next(line for line in text.split("\n") if re.search(rf"(?<![\w.]){name}\b", line))


def _without_unread(lines: Lines) -> Lines:
    """`x = f[3] = value` where x is not read again becomes `f[3] = value`."""
    text = "\n".join(laid_out(lines))

    def changed(line: str | Lines) -> str | Lines:
        if not isinstance(line, str):
            return [changed(inner) for inner in line]
        found = re.match(r"(\w+) = (f\[\d+\] = .*)", line)
        if found and len(re.findall(rf"(?<![\w.]){found[1]}\b", text)) == 1:
            return found[2]
        return line

    return [changed(line) for line in lines]


def _names(expr: core.Expr) -> set[str]:
    found = set()
    for part in core.walk(expr):
        if isinstance(part, core.Local):
            found.add(part.name)
        elif isinstance(part, core.Me):
            found.add("me")
    return found
