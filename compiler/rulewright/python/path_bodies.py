"""Lines of a step, or an answer, and all that it runs on into: what the machine's ends are in Python.

Within a function, `f` is the frame. A local value is read from its frame once and kept in a Python local
until something else is stored in its place; what a later step may read is stored in the frame as well.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from rulewright import core
from rulewright.machine.fuse_steps import ends_by_itself
from rulewright.machine.machine import (
    AskChoice,
    AskOffer,
    AskTogether,
    Branch,
    Drain,
    Enter,
    Goto,
    Next,
    Op,
    Path,
    Return,
    Reveal,
    Step,
    Switch,
    TestEndings,
    Unit,
)
from rulewright.machine.reaction_tests import reactions_to
from rulewright.python.expressions import Python
from rulewright.python.layout import Lines, laid_out, quoted
from rulewright.python.names import Locals
from rulewright.python.scopes import names_read
from rulewright.python.statements import Statements
from rulewright.python.steps import add_number, stuck

if TYPE_CHECKING:
    from rulewright.python.paths import Paths

ON, AT = "-> ", "at "  # marks in lines: go on to a step; the frame must name a step


class Body:
    """The body of one function. `_slots` says where the frame has what a Python local is called after."""

    def __init__(self, paths: Paths, unit: Unit, number: int | None = None, answers: bool = False) -> None:
        self._number = number
        self._answers = answers
        self._paths = paths
        self._steps = paths.steps
        self._machine = paths.machine
        self._numbers = paths.numbers
        self._python = Python(paths.context, Locals(paths.context.names))
        self._stores = {slot.name: slot.index for slot in unit.slots}
        self._statements = Statements(self._python, paths.machine, paths.numbers, unit, self._stores)
        self._slots = {self._python.locals[name]: index for name, index in self._stores.items()}
        self._by_me = False
        self._local_at = {index: name for name, index in self._slots.items()}

    # ---- a path

    def path(self, path: Path, at: int, known: set[str]) -> Lines:
        """The lines of a path. `at` is the step that the frame names by now; `known` the locals that hold
        what the frame has."""
        return self.resolved(self._lines(path), path.ways, at, known)

    def _lines(self, path: Path) -> Lines:
        """What a step does, and how it ends, with marks for what comes after."""
        step, lines = path.step, list[Any]()
        last = step.ops[-1] if step.yields and isinstance(step.end, Return) else None
        for op in step.ops:
            lines += self._put_last(op) if op is last else self._statements.op(op)
        return [*lines, "return False"] if last is not None else [*lines, *self._end(path)]

    def _put_last(self, op: Op) -> Lines:
        """The last act of a unit, which may put another on top: its own frame goes first. The one reaction to
        an event that it raises is entered."""
        unit = self._reacts(op)
        if unit is None or not isinstance(op, core.Trigger):
            return [*self._makes_way(), *self._statements.op(op)]
        me = [self._statements.acting(op.me)] if unit.me else []
        given = ", ".join(["s", *me, *map(self._python.number, op.args)])
        told: Lines = [f"s.trace.append({quoted(unit.name.partition(':')[2])})"]
        entered: Lines = ["if s.trace is not None:", told, f"return enter_{unit.entry}({given})"]
        return [*self._makes_way(), "if s.memory[0]:", entered]

    def _reacts(self, op: Op) -> Unit | None:
        """The unit of the one reaction to an event that is raised, where it can be entered here."""
        if not isinstance(op, core.Trigger) or id(op) in self._machine.tests:
            return None
        found = reactions_to(self._python.game, op.event)
        if len(found) != 1 or found[0].order != "at_once" or found[0].guard is not None:
            return None
        unit = self._machine.units[f"reaction:{found[0].name}"]
        enters = unit.name in self._paths.entered and self._goes_straight_on(unit.entry)
        return unit if enters else None

    def resolved(self, lines: Lines, ways: dict[int, Path], at: int, known: set[str]) -> Lines:
        """Lines with what they read from the frame, and their marks taken out."""
        loaded = self._read(lines) - known
        loads: Lines = [f"{name} = f[{self._slots[name]}]" for name in self._ordered(loaded)]
        return [*loads, *self._without_marks(lines, ways, at, known | loaded)]

    def _without_marks(self, lines: Lines, ways: dict[int, Path], at: int, known: set[str]) -> Lines:
        found: Lines = []
        for line in lines:
            if not isinstance(line, str):
                found.append(self._without_marks(line, ways, at, set(known)))
                known -= self._lost(line)
            elif line.startswith(AT):
                found += self._named(int(line.removeprefix(AT)), at)
                at = int(line.removeprefix(AT))
            elif line.startswith(ON):
                found += self._on(int(line.removeprefix(ON)), ways, at, known)
            else:
                found.append(line)
                known -= self._lost([line])
                known |= kept_in(line)
        return found

    def _named(self, number: int, at: int) -> Lines:
        return [f"f[0] = {number}"] if number != at else []

    def _on(self, number: int, ways: dict[int, Path], at: int, known: set[str]) -> Lines:
        """On to a step: what it does, a call of it, or a jump."""
        if number in ways:
            return self.path(ways[number], at, set(known))
        return [*self._named(number, at), f"return {self._jump(number, 'f')}"]

    def _jump(self, number: int, frame: str) -> str:
        """What a function returns that goes on to a step: what the step does, else it is left to the loop. A
        step that may draw is left to it with explicit chance."""
        if not self._goes_straight_on(number):
            return "False"
        step, call = self._machine.paths[number].step, f"step_{number}(s, {frame})"
        return f"not s.explicit and {call}" if self._paths.draws.any(step.ops) else call

    def _goes_straight_on(self, number: int) -> bool:
        """Is a step called: a question, which cannot go on and on, any by an answer, which no step calls, and
        those that this one may call?"""
        may = self._number is not None and self._paths.straight.may(self._number, number)
        return ends_by_itself(self._machine.paths[number].step.end) or self._answers or may

    def _put_on_top(self, frame: str, entry: int) -> Lines:
        """A frame is put on top, and its first step is taken."""
        if not self._goes_straight_on(entry):
            return [f"s.frames.append({frame})", "return False"]
        above = self._python.locals.fresh("frame")
        return [f"{above} = {frame}", f"s.frames.append({above})", f"return {self._jump(entry, above)}"]

    # ---- the locals of a frame

    def _read(self, lines: Lines) -> set[str]:
        """The locals of the frame that are read before they are given a value."""
        return names_read(parsable(lines))[1] & set(self._slots)

    def _ordered(self, names: set[str]) -> list[str]:
        return sorted(names, key=self._slots.__getitem__)

    def _lost(self, lines: Lines) -> set[str]:
        """The locals that may not hold any more what the frame has."""
        lost: set[str] = set()
        for line in lines:
            if not isinstance(line, str):
                lost |= self._lost(line)
            elif not kept_in(line):
                found = re.match(r"(?:for )?([\w, ]+?) (?:in|[-+|&]?=) ", line)
                lost.update(re.findall(r"\w+", found[1]) if found else ())
                lost.update(re.findall(r"(\w+) :=", line))
                lost.update(
                    self._local_at.get(int(slot), "") for slot in re.findall(r"f\[(\d+)\] [-+]?= ", line)
                )
        return lost

    def finished(self, lines: Lines) -> Lines:
        """`x = f[3] = value` where x is not read becomes `f[3] = value`; a test at the end is the result."""
        read = names_read(parsable(lines))[0]

        def changed(lines: Lines) -> Lines:
            found: Lines = []
            for line in lines:
                if not isinstance(line, str):
                    found.append(changed(line))
                elif kept_in(line) - read:
                    found.append(line.partition(" = ")[2])
                else:
                    found.append(line)
            if found[-2:] == [["return True"], "return False"] and str(found[-3]).startswith(
                "if over_after_"
            ):
                found[-3:] = [f"return {str(found[-3])[3:-1]}"]
            return found

        return changed(lines)

    # ---- ends

    def _end(self, path: Path) -> Lines:
        end = path.step.end
        if path.step.yields:
            assert isinstance(end, Goto)
            above = self._paths.straight.above(path.step)
            on = "False" if above is None else self._jump(above, "s.frames[-1]")
            return [f"{AT}{end.step}", "if s.frames[-1] is not f:", [f"return {on}"], f"{ON}{end.step}"]
        match end:
            case Goto(step):
                return [f"{ON}{step}"]
            case Branch(condition, then, otherwise):
                return [f"if {self._python.condition(condition)}:", [f"{ON}{then}"], f"{ON}{otherwise}"]
            case Return():
                return self._returned(path)
            case Enter():
                return self._enter(end)
            case Next():
                return self._next(end, path.refill)
            case Switch():
                return self._switch(end)
            case AskOffer():
                stuck: Lines = [f"{ON}{end.otherwise}"]
                return [f"{AT}{path.step.number}", *self._steps.ask_offer(end, self._python, stuck)]
            case AskTogether():
                return self._ask_together(end, path.step)
            case Reveal():
                return self._reveal(end)
            case AskChoice():
                return self._steps.ask_choice(end, self._python, [f"{ON}{end.or_else}"])
            case Drain(then):
                taken: Lines = ["s.frames.append(s.queue.pop(0))", "return False"]
                lined = self._paths.straight.unit_above(path.step)
                if lined is not None:
                    taken = self._served(self._machine.units[lined])
                return ["if s.queue:", [f"{AT}{path.step.number}", *taken], f"{ON}{then}"]
            case TestEndings(when, then):
                by_me, self._by_me = self._by_me and when == "action", False
                return [*self._paths.endings(when, by_me), f"{ON}{then}"]

    def _returned(self, path: Path) -> Lines:
        """The frame is done."""
        back = self._paths.back.get(path.step.unit)
        on = "False" if back is None else self._jump(back, "s.frames[-1]")
        return ["s.frames.pop()", f"return {on}"]

    def _enter(self, end: Enter) -> Lines:
        unit = self._machine.units[end.unit]
        me = [self._statements.acting(end.me)] if unit.me else []
        args = [*me, *map(self._python.number, end.args)]
        named: Lines = self._makes_way() if end.then < 0 else [f"{AT}{end.then}"]
        if end.unit in self._paths.entered and self._goes_straight_on(unit.entry):
            return [*named, f"return enter_{unit.entry}({', '.join(['s', *args])})"]
        frame = self._steps.frame(unit, args)
        return [*named, *self._put_on_top(frame, unit.entry)]

    def _makes_way(self) -> Lines:
        """What has nothing left to do goes."""
        return ["s.frames.pop()"]

    def _served(self, unit: Unit) -> Lines:
        """The first that waits in line is next; all in line start with one unit."""
        if unit.name in self._paths.entered and self._goes_straight_on(unit.entry):
            return [f"return enter_{unit.entry}(s, *s.queue.pop(0)[1:{1 + unit.me + len(unit.params)}])"]
        return self._put_on_top("s.queue.pop(0)", unit.entry)

    def _next(self, end: Next, refill: tuple[Step, ...] | None) -> Lines:
        at, name = f"f[{self._stores[end.at]}]", self._python.locals[end.name]
        if end.items:
            items = f"f[{self._stores[end.items]}]"
            item, last = f"{items}[{at}]", f"len({items})"
        else:
            item, last = at, self._statements.counted(end.source)[1]
        take: Lines = [f"{name} = f[{self._stores[end.name]}] = {item}", f"{at} += 1"]
        body, after = f"{ON}{end.body}", f"{ON}{end.after}"
        if refill is not None:
            again: Lines = [f"if {at} == {last}:", self._refilled(refill)] if refill else []
            return [*again, *take, body]
        if end.recheck is None:
            return [f"if {at} < {last}:", [*take, body], after]
        found: Lines = [*take, f"if {self._python.condition(end.recheck)}:", [body]]
        return [f"while {at} < {last}:", found, after]

    def _refilled(self, steps: tuple[Step, ...]) -> Lines:
        lines: Lines = []
        for step in steps:
            for op in step.ops:
                lines += self._statements.op(op)
            if isinstance(step.end, TestEndings):
                lines += self._paths.endings(step.end.when)
        return lines

    def _switch(self, end: Switch) -> Lines:
        lines: Lines = []
        for word, params, step in end.cases:
            test, values = self._python.case(end.value, word, params)
            slots = {self._python.locals[name]: self._stores[name] for name, _ in params}
            body: Lines = [f"{name} = f[{slots[name]}] = {value}" for name, value in values]
            lines += [f"if {test}:", [*body, f"{ON}{step}"]]
        return [*lines, f"{ON}{end.otherwise}"]

    def _ask_together(self, end: AskTogether, step: Step) -> Lines:
        seats, chosen = f"f[{self._stores[end.seats]}]", f"f[{self._stores[end.chosen]}]"
        return [
            f"if -1 not in {chosen}:",
            [f"{ON}{end.reveal}"],
            f"s.to_move = {seats}[{chosen}.index(-1)]",
            f"s.legal = together_{step.number}(s, {seats}[{chosen}.index(-1)])",
            "if not s.legal:",
            [f"raise RuleError({quoted(stuck(end.actions))})"],
            "return True",
        ]

    def _reveal(self, end: Reveal) -> Lines:
        seats, chosen, at = (f"f[{self._stores[name]}]" for name in (end.seats, end.chosen, end.at))
        return [
            f"if {at} == len({seats}):",
            [f"{ON}{end.after}"],
            f"me, m = {seats}[{at}], {chosen}[{at}]",
            f"{at} += 1",
            f"{AT}{end.again}",
            f"if m in together_{end.asked}(s, me):",
            self._dispatched(end.actions, (end.again,) * len(end.actions), "me"),
            "return False",
        ]

    # ---- answers

    def offer(self, end: AskOffer) -> Lines:
        """What each action does; those that go on in the same way do so together."""
        seat = self._python(end.to)
        self._by_me = seat == "me"
        lines = self._dispatched(end.actions, end.after, seat)
        thens = self._thens(end.actions, end.after)
        return [*lines, *(f"{ON}{then}" for then in thens)] if len(thens) == 1 else lines

    def together(self, end: AskTogether) -> Lines:
        """A choice is kept in the frame, where only its seat knows of it."""
        seats, chosen = f"f[{self._stores[end.seats]}]", f"f[{self._stores[end.chosen]}]"
        kept: Lines = [f"chosen = {chosen}[:]", f"chosen[{seats}.index(s.to_move)] = m", f"{chosen} = chosen"]
        return [*kept, "return False"]

    def _thens(self, actions: tuple[str, ...], after: tuple[int, ...]) -> set[int]:
        """How the actions go on that need no frame."""
        return {then for action, then in zip(actions, after, strict=True) if self._is_simple(action)}

    def _dispatched(self, actions: tuple[str, ...], after: tuple[int, ...], seat: str) -> Lines:
        """Plays move `m` of one of some actions; where they do not all go on in the same way, each does."""
        played = [(self._numbers[action], action, then) for action, then in zip(actions, after, strict=True)]
        thens = self._thens(actions, after)
        lines: Lines = []
        for i, (base, action, then) in enumerate(sorted(played, reverse=True)):
            unit = self._machine.units[f"action:{action}"]
            if unit.name in self._paths.inlined:
                statements = Statements(self._python, self._machine, self._numbers, unit)
                body = self._steps.played(action, base, seat, self._python, statements.block(unit.body))
            else:
                body = self._steps.play(action, base, seat, self._python)
            if not self._is_simple(action):
                body = [f"{AT}{then}", *body, f"return step_{unit.entry}(s, s.frames[-1])"]
            elif len(thens) > 1:
                body = [*(line for line in body if line != "pass"), f"{ON}{then}"]
            last = i == len(played) - 1
            if len(played) == 1:
                lines += body
            else:
                lines += ["else:" if last else f"{'elif' if i else 'if'} m >= {base}:", body]
        return lines

    def _is_simple(self, action: str) -> bool:
        return self._machine.units[f"action:{action}"].simple

    def choice(self, end: AskChoice) -> Lines:
        """What was chosen is stored; where it may be declined, the last number does so."""
        choose = end.choose
        base, (low, high) = self._numbers[choose.label], core.choices(self._python.game, choose.type)
        name, slot = self._python.locals[choose.name], self._stores[choose.name]
        chosen: Lines = [f"{name} = f[{slot}] = {add_number('m', low - base)}"]
        if core.has_copies(self._python.game, choose.type):
            pick = core.Pick(
                name=choose.name,
                type=choose.type,
                source=choose.source,
                where=choose.where,
                reason=None,
                per=(),
                span=choose.span,
            )
            number = add_number("m", low - base)
            chosen = [*self._steps.found((pick,), [number], "me", self._python, []), f"f[{slot}] = {name}"]
        declined: Lines = []
        if choose.how == "may":
            declined = [f"if m == {base + high - low + 1}:", [f"{ON}{end.or_else}"]]
        return [*declined, *chosen, f"{ON}{end.body}"]


def kept_in(line: str) -> set[str]:
    """The local of a line that stores the same value in the frame."""
    found = re.match(r"(\w+) = f\[\d+\] = ", line)
    return {found[1]} if found else set()


def parsable(lines: Lines) -> str:
    """Lines as a text of their own, marks left out."""
    text = "\n".join(line[4:] for line in laid_out(lines))
    return re.sub(rf"(?m)^( *)(?:{ON}|{AT})\d+$", r"\1pass", text)
