"""C functions of the machine: simple units, reactions, the paths of steps and answers.

The functions of steps go on and jump exactly as those of the Python engine do, so that a frame always names
the same step in both, and the same number of steps is taken.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import core
from rulewright.machine.draws import Draws
from rulewright.machine.fuse_steps import ends_by_itself
from rulewright.machine.leave_out import endings_at
from rulewright.machine.machine import (
    AskChoice,
    AskOffer,
    AskTogether,
    Branch,
    Drain,
    Enter,
    Goto,
    Next,
    Path,
    Return,
    Reveal,
    Step,
    Switch,
    TestEndings,
    Unit,
)
from rulewright.machine.reaction_tests import reactions_to
from rulewright.machine.ways_back import ways_back
from rulewright.native import sets
from rulewright.native.code import Code, Lines, Unfit, ident
from rulewright.native.game import Native
from rulewright.native.moves import Found, Moves
from rulewright.native.statements import Statements
from rulewright.native.told import fired
from rulewright.record import record


@record
class Function:
    """A C function: its type, name, parameters, lines, and what a comment says of it."""

    type: str
    name: str
    params: str
    lines: Lines
    doc: str

    @property
    def head(self) -> str:
        """What declares it."""
        return f"static {self.type} {self.name}({self.params})"


STATE = "State *s, Run *r"


class Steps:
    """All functions of a machine."""

    def __init__(self, native: Native) -> None:
        self.native = native
        self.game, self.machine, self.shape = native.game, native.machine, native.shape
        self.back = dict(ways_back(native.machine))
        self.draws = Draws(native.game, native.machine)

    def functions(self) -> Iterator[Function]:
        """Units, reactions and events, steps, answers."""
        for unit in self.machine.units.values():
            if unit.simple:
                yield self._simple(unit)
        for reaction in self.game.reactions.values():
            if isinstance(reaction, core.AsSoonAs):
                yield self._holds(reaction)
                yield self._notice(reaction)
        for event in self.game.events.values():
            yield self._raise(event)
        for number, path in self.machine.paths.items():
            if isinstance(path.step.end, AskTogether):
                yield self._together(number, path.step.end)
            yield self._step(number, path)
        for number, ways in self.machine.answers.items():
            yield self._answer(number, ways)

    # ---- simple units

    def _simple(self, unit: Unit) -> Function:
        writer = Statements(self.native, unit, "me", Code())
        params = self._params(writer, unit.params)
        writer.block(unit.body)
        head = ", ".join([STATE, *(["I me"] if unit.me else []), *params])
        return Function(
            "void", f"u_{ident(unit.name)}", head, writer.code.lines, _told(unit.name, unit.span.line)
        )

    def _params(self, writer: Statements, params: tuple[core.Param, ...]) -> list[str]:
        found = []
        for param in params:
            if isinstance(param.type, core.ListType | core.Place):
                raise Unfit(f"`{param.name}` is a list or a place", param.span)
            name = writer.code.fresh(param.name)
            writer.locals[param.name] = name
            found.append(f"{self.shape.ctype(param.type)} {name}")
        return found

    # ---- reactions

    def _holds(self, reaction: core.AsSoonAs) -> Function:
        unit = self.machine.units[f"reaction:{reaction.name}"]
        writer = Statements(self.native, unit, "me", Code())
        code, binder = writer.code, reaction.binder
        w = 1 if binder is None else self.shape.words(binder.type)
        if binder is None:
            code.add(f"return {writer.value(reaction.condition)} != 0;")
        else:
            low = core.bounds(self.game, binder.type)[0]
            code.add(f"S{w} holds = {sets.const(w, 0)};")
            self._each_case(writer, reaction, binder, w, low)
            code.add("return holds;")
        doc = f"for which cases the condition of {reaction.name} holds now"
        return Function(
            f"S{w}", f"holds_{ident(reaction.name)}", self._cased(writer, reaction, w), code.lines, doc
        )

    def _each_case(
        self, writer: Statements, reaction: core.AsSoonAs, binder: core.Binder, w: int, low: int
    ) -> None:
        from contextlib import ExitStack

        with ExitStack() as opened:
            if writer.is_by_case(reaction):
                item = writer.each_of("cases", w, 0, opened)
            else:
                item = opened.enter_context(writer.each(binder.source))
            writer.locals[binder.name] = item
            bit = sets.single(w, f"{item} - {low}" if low else item)
            with writer.code.block(f"if ({writer.value(reaction.condition)})"):
                writer.code.add(f"holds = {sets.either(w, 'holds', bit)};")

    def _cased(self, writer: Statements, reaction: core.AsSoonAs, w: int) -> str:
        return f"{STATE}, I me" + (f", S{w} cases" if writer.is_by_case(reaction) else "")

    def _notice(self, reaction: core.AsSoonAs) -> Function:
        unit = self.machine.units[f"reaction:{reaction.name}"]
        writer = Statements(self.native, unit, "me", Code())
        code, block = writer.code, self.shape.blocks[f"held:{reaction.name}"]
        w, by_case = block.words, writer.is_by_case(reaction)
        call = f"holds_{ident(reaction.name)}(s, r, me{', cases' if by_case else ''})"
        place = f"s->{block.field}[me]"
        code.add("if (!s->round) return;", f"const S{w} held = {place};", f"S{w} holds = {call};")
        if by_case:
            code.add(f"holds = {sets.either(w, sets.without(w, 'held', 'cases'), 'holds')};")
        code.add(f"{place} = holds;")
        new = sets.without(w, "holds", "held")
        low = core.bounds(self.game, reaction.binder.type)[0] if reaction.binder else 0
        args = ["me", *([f"number + {low}" if low else "number"] if reaction.binder else [])]
        if reaction.binder is None:
            with code.block(f"if ({sets.some(w, new)})"):
                code.add(fired(self.game, reaction.name))
                self._start(code, unit, args)
        else:
            code.add(f"const S{w} fresh = {new};")
            if unit.simple:
                head = f"for (I number = 0; number < {64 * w}; number++)"
            else:
                head = f"for (I number = {64 * w - 1}; number >= 0; number--)"
            with code.block(f"if ({sets.some(w, 'fresh')})"), code.block(head):
                code.add(f"if (!{sets.has(w, 'fresh', 'number')}) continue;")
                code.add(fired(self.game, reaction.name))
                self._start(code, unit, args)
        doc = f"as soon as: starts {reaction.name} for what has just become true"
        return Function(
            "void", f"notice_{ident(reaction.name)}", self._cased(writer, reaction, w), code.lines, doc
        )

    def _start(self, code: Code, unit: Unit, args: list[str], line: bool = False) -> None:
        """A unit runs at once, or its frame is put on top (or in line)."""
        if unit.simple and not line:
            code.add(f"u_{ident(unit.name)}({', '.join(['s', 'r', *args])});")
        else:
            self.put_frame(code, unit, args, line)

    def put_frame(self, code: Code, unit: Unit, args: list[str], line: bool = False) -> None:
        """A new frame: the first step, the parameters, empty slots."""
        name = code.fresh("frame")
        code.add(f"I *const {name} = {'waits' if line else 'put'}(s, r);", f"{name}[0] = {unit.entry};")
        for slot, arg in zip(self.shape.frames[unit.name], args, strict=False):
            if slot.sort == "set" and slot.words > 1:
                code.add(f"store{slot.words}((uint64_t *){name} + {slot.at}, {arg});")
            elif slot.sort == "list":
                raise Unfit(f"a list is handed to `{unit.name}`", unit.span)
            else:
                code.add(f"{name}[{slot.at}] = (I)({arg});")

    def _raise(self, event: core.Event) -> Function:
        found = reactions_to(self.game, event.name)
        now = [r for r in found if r.order == "at_once"]
        unit = (
            self.machine.units[f"reaction:{found[0].name}"]
            if found
            else next(iter(self.machine.units.values()))
        )
        writer = Statements(self.native, unit, "me", Code())
        names = [f"e_{ident(param.name)}" for param in event.params]
        writer.code.add("if (!s->round) return;")
        for reaction in found:
            self._guard(writer, reaction, names)
        for reaction in [r for r in found if r.order == "in_line"]:
            self._react(writer, reaction, names, line=True)
        frames = any(not self.machine.units[f"reaction:{r.name}"].simple for r in now)
        for reaction in reversed(now) if frames else now:
            self._react(writer, reaction, names, line=False)
        me = ["I me"] if any(self.machine.units[f"reaction:{r.name}"].me for r in found) else []
        types = (self.shape.ctype(param.type) for param in event.params)
        params = [f"{type} {name}" for type, name in zip(types, names, strict=True)]
        return Function(
            "void",
            f"raise_{ident(event.name)}",
            ", ".join([STATE, *me, *params]),
            writer.code.lines,
            f"event {event.name}",
        )

    def _guard(self, writer: Statements, reaction: core.When, names: list[str]) -> None:
        """Guards are fixed when the event is raised."""
        if reaction.guard is not None:
            writer.locals.update(zip((param.name for param in reaction.params), names, strict=True))
            writer.code.add(f"const I {ident(reaction.name)}_holds = {writer.value(reaction.guard)};")

    def _react(self, writer: Statements, reaction: core.When, names: list[str], line: bool) -> None:
        unit = self.machine.units[f"reaction:{reaction.name}"]
        given = [*(["me"] if unit.me else []), *names]
        head = f"if ({ident(reaction.name)}_holds)" if reaction.guard is not None else ""
        with writer.code.block(head):
            self._start(writer.code, unit, given, line)
            kept = "if (!once(s)) " if line and reaction.once_each else ""
            writer.code.add(kept + fired(self.game, reaction.name))

    # ---- steps

    def _together(self, number: int, end: AskTogether) -> Function:
        code = Code()
        code.add("r->n = 0;", *(f"moves_{ident(action)}(s, r, me);" for action in end.actions))
        doc = "the legal moves of a seat that decides with others"
        return Function("void", f"together_{number}", f"{STATE}, I me", code.lines, doc)

    def _step(self, number: int, path: Path) -> Function:
        unit = self.machine.units[path.step.unit]
        body = Body(self, unit)
        body.path(path, number)
        doc = _told(unit.name, path.step.span.line)
        return Function("int", f"step_{number}", f"{STATE}, I *f", body.code.lines, doc)

    def _answer(self, number: int, ways: dict[int, Path]) -> Function:
        step = self.machine.paths[number].step
        body = Body(self, self.machine.units[step.unit], answers=True)
        body.answer(step, number, ways)
        doc = f"the answer to line {step.span.line}"
        return Function("int", f"answer_{number}", f"{STATE}, I *f, I m", body.code.lines, doc)


class Body:
    """The body of one step or answer."""

    def __init__(self, steps: Steps, unit: Unit, answers: bool = False) -> None:
        self.steps = steps
        self.native = steps.native
        self.machine = steps.machine
        self.code = Code()
        self.answers = answers
        self.unit = unit
        me = next((f"f[{slot.at}]" for slot in steps.shape.frames[unit.name] if slot.name == "me"), "0")
        self.writer = Statements(steps.native, unit, me, self.code, frame=True)

    def path(self, path: Path, at: int) -> None:
        """The lines of a path; `at` is the step that the frame names by now. They end in a return."""
        for op in path.step.ops:
            self.writer.op(op)
        self._end(path, at)

    def _named(self, number: int, at: int) -> None:
        if number != at:
            self.code.add(f"f[0] = {number};")

    def on(self, number: int, ways: dict[int, Path], at: int) -> None:
        """On to a step: what it does, a call of it, or a jump."""
        if number in ways:
            self.path(ways[number], at)
            return
        self._named(number, at)
        self.code.add(f"return {self._jump(number, 'f')};")

    def _jump(self, number: int, frame: str) -> str:
        step = self.machine.paths[number].step
        if ends_by_itself(step.end) or (self.answers and not self.steps.draws.any(step.ops)):
            return f"step_{number}(s, r, {frame})"
        return "0"

    def _slot(self, name: str) -> int:
        return self.writer.slots[name].at

    # ---- ends

    def _end(self, path: Path, at: int) -> None:
        end, ways, code = path.step.end, path.ways, self.code
        if path.step.yields and isinstance(end, Return):
            code.add("drop(s, f);", "return 0;")
            return
        if path.step.yields:
            assert isinstance(end, Goto)
            self._named(end.step, at)
            code.add("if (top(s) != f) return 0;")
            self.on(end.step, ways, end.step)
            return
        match end:
            case Goto(step):
                self.on(step, ways, at)
            case Branch(condition, then, otherwise):
                with code.block(f"if ({self.writer.value(condition)})"):
                    self.on(then, ways, at)
                self.on(otherwise, ways, at)
            case Return():
                back = self.steps.back.get(path.step.unit)
                code.add("s->deep--;", f"return {'0' if back is None else self._jump(back, 'top(s)')};")
            case Enter():
                self._enter(end, at)
            case Next():
                self._next(end, path, at)
            case Switch():
                self._switch(end, ways, at)
            case AskOffer():
                self._ask_offer(end, path, at)
            case AskTogether():
                self._ask_together(end, path, at)
            case Reveal():
                self._reveal(end, ways, at)
            case AskChoice():
                self._ask_choice(end, ways, at)
            case Drain(then):
                with code.block("if (s->waiting)"):
                    self._named(path.step.number, at)
                    code.add("serve(s, r);", "return 0;")
                self.on(then, ways, at)
            case TestEndings(when, then):
                self.endings(when)
                self.on(then, ways, at)

    def endings(self, when: str) -> None:
        """The tests of the endings of a time."""
        if endings_at(self.native.game, when):
            self.code.add(f"if (over_after_{when}(s, r)) return 1;")

    def _enter(self, end: Enter, at: int) -> None:
        unit = self.machine.units[end.unit]
        me = [self.writer.acting(end.me)] if unit.me else []
        args = [*me, *(self.writer.stored_now(arg) for arg in end.args)]
        if end.then >= 0:
            self._named(end.then, at)
        self.steps.put_frame(self.code, unit, args)
        self.code.add(*(["make_way(s);"] if end.then < 0 else []), "return 0;")

    def _next(self, end: Next, path: Path, frame_at: int) -> None:
        at, name, code = f"f[{self._slot(end.at)}]", f"f[{self._slot(end.name)}]", self.code
        if end.items:
            items = self.writer.slots[end.items].at
            item, last = f"f[{items + 1} + {at}]", f"f[{items}] - 1"
        else:
            item, last = at, self.writer.after_last(end.source)
        take = [f"{name} = {item};", f"{at}++;"]
        if path.refill is not None:
            if path.refill:
                with code.block(f"if ({at} >= {last})"):
                    self._refilled(path.refill)
            code.add(*take)
            self.on(end.body, path.ways, frame_at)
            return
        if end.recheck is None:
            with code.block(f"if ({at} < {last})"):
                code.add(*take)
                self.on(end.body, path.ways, frame_at)
        else:
            with code.block(f"while ({at} < {last})"):
                code.add(*take)
                with code.block(f"if ({self.writer.value(end.recheck)})"):
                    self.on(end.body, path.ways, frame_at)
        self.on(end.after, path.ways, frame_at)

    def _refilled(self, steps: tuple[Step, ...]) -> None:
        for step in steps:
            for op in step.ops:
                self.writer.op(op)
            if isinstance(step.end, TestEndings):
                self.endings(step.end.when)

    def _switch(self, end: Switch, ways: dict[int, Path], at: int) -> None:
        for word, params, step in end.cases:
            test, values = self.writer.case(end.value, word, params)
            with self.code.block(f"if ({test})"):
                for name, value in values.items():
                    self.writer.store(name, value, core.Number(0, 0))
                self.on(step, ways, at)
        self.on(end.otherwise, ways, at)

    # ---- decisions

    def _ask_offer(self, end: AskOffer, path: Path, at: int) -> None:
        code, number = self.code, path.step.number
        self._named(number, at)
        seat = self.writer.stored_now(end.to)
        code.add("r->n = 0;", *(f"moves_{ident(action)}(s, r, {seat});" for action in end.actions))
        code.add(f"s->to_move = {seat};")
        if end.otherwise is None:
            code.add("if (!r->n) fail(r);")
        else:
            with code.block("if (!r->n)"):
                self.on(end.otherwise, path.ways, number)
        code.add("return 1;")

    def _ask_choice(self, end: AskChoice, ways: dict[int, Path], at: int) -> None:
        choose, code = end.choose, self.code
        base = self.native.numbers[choose.label]
        low, high = core.choices(self.native.game, choose.type)
        code.add("r->n = 0;")
        Found(self.writer).choice(choose, base)
        if choose.how == "must":
            code.add("if (!r->n) fail(r);")
        else:
            with code.block("if (!r->n)"):
                self.on(end.or_else, ways, at)
        if choose.how == "may":
            code.add(f"offer(r, {base + high - low + 1});")
        code.add(f"s->to_move = {self.writer.value(choose.by)};", "return 1;")

    def _ask_together(self, end: AskTogether, path: Path, at: int) -> None:
        seats, chosen = self._slot(end.seats), self._slot(end.chosen)
        self.code.add(f"const I open = undecided(f + {chosen});")
        with self.code.block("if (open < 0)"):
            self.on(end.reveal, path.ways, at)
        self.code.add(
            f"s->to_move = f[{seats + 1} + open];", f"together_{path.step.number}(s, r, s->to_move);"
        )
        self.code.add("if (!r->n) fail(r);", "return 1;")

    def _reveal(self, end: Reveal, ways: dict[int, Path], at: int) -> None:
        code = self.code
        seats, chosen, place = self._slot(end.seats), self._slot(end.chosen), f"f[{self._slot(end.at)}]"
        with code.block(f"if ({place} == f[{seats}] - 1)"):
            self.on(end.after, ways, at)
        code.add(f"const I me = f[{seats + 1} + {place}], m = f[{chosen + 1} + {place}];", f"{place}++;")
        self._named(end.again, at)
        code.add(f"together_{end.asked}(s, r, me);")
        with code.block("if (is_legal(r, m))"):
            self._dispatched(end.actions, (end.again,) * len(end.actions), "me", {}, end.again)
        code.add("return 0;")

    def answer(self, step: Step, number: int, ways: dict[int, Path]) -> None:
        """What an answer does."""
        end = step.end
        if isinstance(end, AskOffer):
            self._dispatched(end.actions, end.after, self.writer.stored_now(end.to), ways, number)
        elif isinstance(end, AskTogether):
            seats, chosen = self._slot(end.seats), self._slot(end.chosen)
            self.code.add(f"f[{chosen + 1} + place_of(f + {seats}, s->to_move)] = m;", "return 0;")
        elif isinstance(end, AskChoice):
            self._chosen(end, ways, number)

    def _dispatched(
        self, actions: tuple[str, ...], after: tuple[int, ...], seat: str, ways: dict[int, Path], at: int
    ) -> None:
        """Plays move `m` of one of some actions."""
        numbers = self.native.numbers
        played = [(numbers[action], action, then) for action, then in zip(actions, after, strict=True)]
        for i, (base, action, then) in enumerate(sorted(played, reverse=True)):
            last = i == len(played) - 1
            with self.code.block("" if last else f"if (m >= {base})"):
                self._play(action, base, seat, then, ways, at)

    def _play(self, action: str, base: int, seat: str, then: int, ways: dict[int, Path], at: int) -> None:
        unit = self.machine.units[f"action:{action}"]
        picks = Found(Statements(self.native, unit, seat, self.code)).picked(action, base)
        if unit.simple:
            self.code.add(f"u_{ident(unit.name)}({', '.join(['s', 'r', seat, *picks])});")
            self.on(then, ways, at)
        else:
            self._named(then, at)
            self.steps.put_frame(self.code, unit, [seat, *picks])
            self.code.add(f"return step_{unit.entry}(s, r, top(s));")

    def _chosen(self, end: AskChoice, ways: dict[int, Path], at: int) -> None:
        choose, code = end.choose, self.code
        base, (low, high) = self.native.numbers[choose.label], core.choices(self.native.game, choose.type)
        if choose.how == "may":
            with code.block(f"if (m == {base + high - low + 1})"):
                self.on(end.or_else, ways, at)
        value = Found(self.writer).chosen(choose, base)
        self.writer.store(choose.name, value, choose.type)
        self.on(end.body, ways, at)


def _told(unit: str, line: int) -> str:
    return f"{unit.replace(':', ' ')}, line {line}"


__all__ = ["Function", "Moves", "Steps"]
