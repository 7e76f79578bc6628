"""Python functions of the machine's paths: a step, or an answer, and all that it runs on into."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from rulewright import core
from rulewright.machine.draws import Draws
from rulewright.machine.fuse_steps import all_steps
from rulewright.machine.machine import (
    AskChoice,
    AskOffer,
    AskTogether,
    Enter,
    Machine,
    Reveal,
    Step,
    TestEndings,
    Unit,
)
from rulewright.machine.ways_back import ways_back
from rulewright.python.entered import entered
from rulewright.python.expressions import Context, Python
from rulewright.python.functions import Function, function
from rulewright.python.layout import Lines, code_of
from rulewright.python.path_bodies import Body
from rulewright.python.scoring import ending_tests
from rulewright.python.statements import Statements
from rulewright.python.steps import Steps, cited
from rulewright.python.straight_on import StraightOn

SHORT = 10  # lines


class Paths:
    """The functions of all steps that a frame can name, and of all answers.

    What is short and called at one place only, or at few, stands there instead of the call: actions
    (`inlined` names their units) and the tests of endings."""

    def __init__(self, context: Context, machine: Machine, numbers: dict[str, int]) -> None:
        self.context = context
        self.machine = machine
        self.numbers = numbers
        self.steps = Steps(context, machine, numbers)
        ends = [path.step.end for path in machine.paths.values()]
        offered = Counter(a for end in ends if isinstance(end, AskOffer | Reveal) for a in end.actions)
        self.inlined = {
            unit.name
            for unit in machine.units.values()
            if unit.sort == "action" and unit.simple and offered[unit.name.partition(":")[2]] == 1
            if _size(self._lines_of(unit)) <= SHORT
        }
        self._tested = Counter(map(_tests_of, all_steps(machine)))
        self.back = dict(ways_back(machine))
        self.draws = Draws(context.game, machine)
        self.straight = StraightOn(context.game, machine, self.back)
        self.entered: dict[str, Function] = {}
        self._enter_without_frame()

    def _enter_without_frame(self) -> None:
        """Finds the functions of units that have no frame at first; they call each other."""
        steps = self.machine.steps
        above = {unit for step in steps if (unit := self.straight.unit_above(step)) is not None}
        inner = above | {step.end.unit for step in steps if isinstance(step.end, Enter)}
        self.entered = {name: one for name in sorted(inner) if (one := self._entered(name)) is not None}
        self.entered = {name: one for name in self.entered if (one := self._entered(name)) is not None}

    def _entered(self, unit: str) -> Function | None:
        return entered(self, self.machine.units[unit])

    def _lines_of(self, unit: Unit) -> Lines:
        return Statements(Python(self.context), self.machine, self.numbers, unit).block(unit.body)

    def endings(self, when: str, by_me: bool = False) -> Lines:
        """The tests of the endings of a time: in full where they are short and at few places, else a call."""
        self.context.by_me = by_me
        lines = ending_tests(self.context, when)
        self.context.by_me = False
        if _size(lines) * self._tested[when] <= 2 * SHORT:
            return lines
        return [f"if over_after_{when}(s):", ["return True"]]

    def functions(self) -> Iterator[Function]:
        """One function a step: True when somebody must decide, or the game is over."""
        for number, path in self.machine.paths.items():
            step, unit = path.step, self.machine.units[path.step.unit]
            if number == unit.entry and unit.name in self.entered:
                yield from self._with_frame(unit, number)
                continue
            body = Body(self, unit, number)
            doc = f"{unit.name.replace(':', ' ')}, line {step.span.line}"
            if step.ops and isinstance(step.ops[0], core.Stmt) and step.ops[0].per:
                doc += cited(step.ops[0].per)
            lines = body.finished(body.path(path, number, set()))
            yield function(f"step_{number}", "s: State, f: list[Any]", "bool", doc, lines)

    def _with_frame(self, unit: Unit, number: int) -> Iterator[Function]:
        """The function of a unit that has just been entered, and the step that calls it."""
        made = self.entered[unit.name]
        given = len(unit.params) + unit.me
        lines: Lines = ["s.frames.pop()", f"return {made.name}(s{f', *f[1:{given + 1}]' if given else ''})"]
        doc = made.doc.partition(":")[0]
        yield made
        yield function(f"step_{number}", "s: State, f: list[Any]", "bool", doc, lines)

    def answers(self) -> Iterator[Function]:
        """For each step that asks: what the chosen move does; True as for steps."""
        for number, ways in self.machine.answers.items():
            step = self.machine.paths[number].step
            body = Body(self, self.machine.units[step.unit], answers=True)
            if isinstance(step.end, AskOffer):
                said, lines = "The answer to the offer of", body.offer(step.end)
            elif isinstance(step.end, AskTogether):
                said, lines = "One seat's choice in the decision of", body.together(step.end)
            else:
                assert isinstance(step.end, AskChoice)
                said, lines = "The answer to the choice of", body.choice(step.end)
            doc = f"{said} line {step.span.line}."
            lines = body.finished(body.resolved(lines, ways, number, set()))
            yield function(f"answer_{number}", "s: State, f: list[Any], m: int", "bool", doc, lines)

    def together(self) -> Iterator[Function]:
        """For each step at which seats decide together: the legal moves of one of them."""
        for number, path in self.machine.paths.items():
            if isinstance(path.step.end, AskTogether):
                names = (self.context.names["moves", action] for action in path.step.end.actions)
                many = ", ".join(f"*{name}(s, me)" for name in names)
                doc = f"The legal moves of a seat in the decision of line {path.step.span.line}."
                lines: Lines = [f"return [{many}]"]
                yield function(f"together_{number}", "s: State, me: int", "list[int]", doc, lines)

    def play_out(self) -> Function:
        """Random play to the end of a game. Where all decisions are one offer, and each answer comes straight
        to the next, the answer stands in the loop instead of a call."""
        lines = (
            self._halting()
            or self._fused()
            or [
                "frames, plies = s.frames, 0",
                "while s.ending < 0:",
                [
                    "legal, frame = s.legal, frames[-1]",
                    "if not ANSWERS[frame[0]](s, frame, legal[draw() * len(legal) >> 32]):",
                    ["run(s)"],
                    "plies += 1",
                ],
                "return plies",
            ]
        )
        doc = (
            "Plays on by random moves, `draw` gives 32 bits for each, to the end; gives the number of plies."
        )
        return function("play_out", "s: State, draw: Callable[[], int]", "int", doc, lines)

    def _halting(self) -> Lines:
        """Where rules may not stop, each move is played by the function that ends the game then."""
        if self.context.game.unproved is None:
            return []
        return [
            "plies = 0",
            "while s.ending < 0:",
            ["apply(s, s.legal[draw() * len(s.legal) >> 32])", "plies += 1"],
            "return plies",
        ]

    def _fused(self) -> Lines:
        if len(self.machine.answers) != 1:
            return []
        ((number, ways),) = self.machine.answers.items()
        step = self.machine.paths[number].step
        if not isinstance(step.end, AskOffer):
            return []
        body = Body(self, self.machine.units[step.unit])
        lines = body.finished(body.resolved(body.offer(step.end), ways, number, set()))
        if re.search(r"s\.frames|return (False|step_|over_)", code_of(lines)):
            return []
        choice: Lines = ["legal = s.legal", "m = legal[draw() * len(legal) >> 32]"]
        looped = _looped(lines)
        return [
            "f, plies = s.frames[-1], 0",
            "if s.ending >= 0:",
            ["return 0"],
            "while True:",
            [*choice, *(looped[:-1] if looped[-1] == "continue" else looped)],
        ]


def _tests_of(step: Step) -> str:
    return step.end.when if isinstance(step.end, TestEndings) else ""


def _looped(lines: Lines) -> Lines:
    """The lines of an answer in a loop over the plies of a game."""
    found: Lines = []
    for line in lines:
        if not isinstance(line, str):
            over = str(found[-1]).startswith("if over_after_")
            found.append(["return plies + 1"] if over else _looped(line))
        elif line.startswith("return end("):
            found += [line.removeprefix("return "), "return plies + 1"]
        elif line == "return True":
            found += ["plies += 1", "continue"]
        else:
            found.append(line)
    return found


def _size(lines: Lines) -> int:
    """How many lines there are before long ones are broken."""
    return sum(1 if isinstance(line, str) else _size(line) for line in lines)
