"""Python lines of statements.

A block is a list of lines and nested blocks: decisions are made here, the layout by `py_layout`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulewright import core
from rulewright.checks.effects import Reads
from rulewright.machine.choosers import swap_me
from rulewright.machine.machine import Gather, Hold, Items, Machine, Op, StartRound, StartTurn, Test, Unit
from rulewright.machine.reaction_tests import reactions_to
from rulewright.machine.substitute import mentions, substitute
from rulewright.python.expressions import Python
from rulewright.python.kept_values import forgets
from rulewright.python.layout import Lines, bare, quoted, split
from rulewright.python.loops import acts_on_any, branched
from rulewright.python.texts import is_atom, line_of, line_word


class Statements:
    """Simple statements of one function; `python` turns their expressions."""

    def __init__(
        self,
        python: Python,
        machine: Machine,
        numbers: dict[str, int],
        unit: Unit,
        stores: dict[str, int] | None = None,
    ) -> None:
        self.python = python
        self.game = python.game
        self.names = python.names
        self.machine = machine
        self.numbers = numbers
        self._unit = unit
        self._stores = stores or {}
        python.context.title = unit.name.rpartition(":")[2]

    def block(self, block: Iterable[Op]) -> Lines:
        """A block, at least `pass`."""
        lines: Lines = []
        for op in block:
            lines.extend(self.op(op))
        return lines or ["pass"]

    def op(self, op: Op) -> Lines:
        """One statement with the tests that follow it."""
        lines: Lines = getattr(self, f"_{type(op).__name__.lower()}")(op)
        room = (
            self._has_room(op)
            if isinstance(op, core.Move | core.MoveAll | core.Deal | core.MovePieces)
            else []
        )
        tests = self.machine.tests.get(id(op), ()) if isinstance(op, core.Stmt) else ()
        told: Lines = []
        for test in self._in_turn(tests):
            assert isinstance(op, core.Stmt)
            told.extend(self._test(test, op))
        if room or told:
            return self._when_moved(op, lines, [*room, *told])
        if isinstance(op, core.MoveAll):  # nobody needs to know whether there was something
            *named, _, moved = lines
            return [*named, *moved]
        return lines

    def acting(self, me: core.Expr | None) -> str:
        """The seat that acts; the first where nobody does."""
        if me is not None:
            return self.python(me)
        return "me" if self._unit.has_me else "0"

    def _in_turn(self, tests: Iterable[Test]) -> list[Test]:
        """Tests so that their reactions run in the order of the file: the frame put last runs first."""
        tests = list(tests)
        return tests if all(map(self._is_simple, tests)) else tests[::-1]

    def _is_simple(self, test: Test) -> bool:
        return self.machine.units[f"reaction:{test.reaction}"].simple

    def _when_moved(self, op: Op, lines: Lines, told: Lines) -> Lines:
        """Tests run only where something changed: verbs that may find nothing guard their lines."""
        last = lines[-1]
        if isinstance(op, core.Deal | core.MoveAll | core.MovePieces) and isinstance(last, list):
            return [*lines[:-1], [*last, *told]]
        return [*lines, *told]

    # ---- verbs

    def _move(self, op: core.Move) -> Lines:
        under = ", 0" if op.end == "bottom" else ""
        record = self.game.zones[op.to.zone].item
        if isinstance(op.what, core.EndOf):
            index = "-1" if op.what.end == "top" else "0"
            source = self.python.zone_offset(op.what.zone)
            return [f"{self.names['deal', record]}(s, {source}, {self.python.place(op.to)}, {index}{under})"]
        return [f"{self.names['move', record]}(s, {self.python(op.what)}, {self.python.place(op.to)}{under})"]

    def _lay(self, op: core.Lay) -> Lines:
        """As `_move`, and what is seen then; the component has a name, for it is no longer where it was."""
        lines: Lines = []
        what = self.python(op.what)
        if not isinstance(op.what, core.Const | core.Local):
            what = self.python.locals.fresh("laid")
            lines = [f"{what} = {self.python(op.what)}"]
        under = op.end == "bottom"
        space = self.python.overlay_space(op)
        if not is_atom(space):
            corner = self.python.locals.fresh("corner")
            lines.append(f"{corner} = {space}")
            space = corner
        record = self.game.zones[op.to.zone].item
        move = f"{self.names['move', record]}(s, {what}, {self.python.place(op.to)}{', 0' if under else ''})"
        whose = [self.python(op.to.seat)] if op.to.seat is not None else []
        args = ["s", *whose, space, what, *(["True"] if under else [])]
        return [*lines, move, f"{self.names['lay', op.to.zone]}({', '.join(args)})"]

    def _moveman(self, op: core.MoveMan) -> Lines:
        if op.source.seat is None and op.source.name == op.to.name:
            source, to = self.python.space(op.source), self.python.space(op.to)
            return [f"{self.names['move board', op.to.name]}(s, {source}, {to})"]
        source = self.python.memory_place(op.source)
        man = self.python.locals.fresh("man")
        return [f"{man} = s.memory[{source}]", self.python.put(op.source, "-1"), self.python.put(op.to, man)]

    def _moveall(self, op: core.MoveAll) -> Lines:
        record, zone = self.game.zones[op.to.zone].item, op.source
        moved, named = self.python.locals.fresh("moved"), list[str]()
        text = self.python(zone)
        under = ", 0" if op.end == "bottom" else ""
        to = self.python.place(op.to)
        if self.python.is_mask(zone) and not under:
            lines: Lines = self._move_several(record, f"bits({text})", zone, op.to)
        elif self.python.is_mask(zone):
            lines = [
                f"for {moved} in bits({text}):",
                [f"{self.names['move', record]}(s, {moved}, {to}{under})"],
            ]
        elif zone.zone in self.game.overlays:
            lines = [
                f"for {moved} in {text}[:]:",
                [f"{self.names['move', record]}(s, {moved}, {to}{under})"],
            ]
        elif self.python.cells(zone) == 1:
            at = self.python.zone_offset(zone)
            if not is_atom(at):
                cell = self.python.locals.fresh("cell")
                named, at, text = [f"{cell} = {at}"], cell, f"s.zones[{cell}]"
            lines = [
                f"for _ in range(len({text})):",
                [f"{self.names['deal', record]}(s, {at}, {to}, 0{under})"],
            ]
        else:
            lines = self._move_grid(zone, record, to, under)
            text = f"any({text})"
        return [*named, f"if {text}:", lines]

    def _move_several(self, record: str, what: str, source: core.ZoneRef, to: core.ZoneRef) -> Lines:
        """Components that lie in a set, all at once."""
        self.python.context.several.add(record)
        args = ["s", what, self.python.place(source), self.python.place(to)]
        return [f"{self.names['move several', record]}({', '.join(args)})"]

    def _move_grid(self, zone: core.ZoneRef, record: str, to: str, under: str) -> Lines:
        """All cells of a zone, one after the other."""
        cell, at = self.python.locals.fresh("cell"), self.python.zone_offset(zone)
        cells = f"range({at}, {at} + {self.python.cells(zone)})"
        if zone.zone in self.python.context.layout.sets:
            inner = f"for k in bits(s.sets[{cell}]):"
            return [f"for {cell} in {cells}:", [inner, [f"{self.names['move', record]}(s, k, {to}{under})"]]]
        deal = f"{self.names['deal', record]}(s, {cell}, {to}, 0{under})"
        return [f"for {cell} in {cells}:", [f"for _ in range(len(s.zones[{cell}])):", [deal]]]

    def _movepieces(self, op: core.MovePieces) -> Lines:
        source, to = self.python(op.source), self.python(op.to)
        forgotten = [*self._forgotten_zone(op.source), *self._forgotten_zone(op.to)]
        if isinstance(op.number, core.Const) and op.number.value == 1:
            return [f"if {source}:", [f"{source} -= 1", f"{to} += 1", *forgotten]]
        number = self.python.locals.fresh("number")
        taken = source if op.number is None else f"min({self.python(op.number)}, {source})"
        moved: Lines = [f"{source} -= {number}", f"{to} += {number}", *forgotten]
        return [f"{number} = {taken}", f"if {number} > 0:", moved]

    def _deal(self, op: core.Deal) -> Lines:
        record = self.game.zones[op.to.zone].item
        source, to = self.python(op.source), self.python.place(op.to)
        under = ", 0" if op.end == "bottom" else ""
        at = self.python.zone_offset(op.source)
        move = f"{self.names['deal', record]}(s, {at}, {to}{', -1' if under else ''}{under})"
        if isinstance(op.number, core.Const) and op.number.value == 1:
            return [f"if {source}:", [move]]
        dealt = f"for _ in range(min({self.python(op.number)}, len({source}))):"
        return [f"if {source}:", [dealt, [move]]]

    def _shuffle(self, op: core.Shuffle) -> Lines:
        record = self.game.zones[op.zone.zone].item
        at = self.python.zone_offset(op.zone)
        shuffled = f"shuffle(s, {at}, {self.names['hidden', record]}, SEES[{at}], BACKS[{at}])"
        return [shuffled, *self._forgotten_zone(op.zone)]

    def _give(self, op: core.Give) -> Lines:
        given = f"s.memory[{self.names['token', op.token]}] = {self.python(op.to)}"
        return [given, *forgets(self.python.context, f"token:{op.token}")]

    def _forgotten_zone(self, zone: core.ZoneRef) -> Lines:
        """What forgets the values that read a zone."""
        seat = None if zone.seat is None else self.python.atom(zone.seat)
        axes = self.game.zones[zone.zone].axes
        part = self.python.axis_index(zone.indices[0], axes[0]) if zone.indices else None
        return forgets(self.python.context, f"zone:{zone.zone}", seat, part)

    def _forgotten(self, target: core.MemoryValue) -> Lines:
        """What forgets the values that read a memory."""
        seat = None if target.seat is None else self.python.atom(target.seat)
        axis = self.game.memories[target.name].axis
        part = self.python.axis_index(target.index, axis) if target.index is not None and axis else None
        return forgets(self.python.context, f"memory:{target.name}", seat, part)

    def _remember(self, op: core.Remember) -> Lines:
        if op.target.name in self.game.boards:
            if self._is_placed(op):
                return self._placed(op)
            return [self.python.put(op.target, self.python(op.value))]
        target = f"s.memory[{self.python.memory_place(op.target)}]"
        forgotten = self._forgotten(op.target)
        if isinstance(op.target.type, core.SetType) and op.op != "set":
            return [*self._remember_set(op, target, op.target.type.of), *forgotten]
        if op.op == "set" and isinstance(op.target.type, core.SetType):
            return [f"{target} = {self.python.mask(op.value)}", *forgotten]
        if op.op == "set":
            lines: Lines = [f"{target} = {self.python.number(op.value)}"]
        else:
            lines = [f"{target} {'+' if op.op == 'add' else '-'}= {self.python(op.value)}"]
        return [*lines, *forgotten, *self._in_range(op, target)]

    def _is_placed(self, op: core.Remember) -> bool:
        """Is a piece placed, first of all, on a space that was picked because it is free?"""
        name = self._unit.name.partition(":")[2]
        action = self.game.actions.get(name) if self._unit.sort == "action" else None
        index = op.target.index
        if op.target.seat is None and index is not None and self.python.lowest_free(op.target):
            return True
        if action is None or not action.body or action.body[0] is not op or op.target.seat is not None:
            return False
        free = core.IsEmpty
        return isinstance(index, core.Local) and any(
            isinstance(part, free)
            and isinstance(part.of, core.MemoryValue)
            and part.of.name == op.target.name
            and isinstance(part.of.index, core.Local)
            and part.of.index.name == pick.name == index.name
            for pick in action.picks
            for part in core.conjuncts(pick.where)
        )

    def _placed(self, op: core.Remember) -> Lines:
        """As the function of the board does it, without what was there before."""
        names, board = self.names, op.target.name
        man, space = self.python(op.value), self.python(op.target.index)  # type: ignore[arg-type]
        bit, men = self.python.locals.fresh("bit"), names["men", board]
        lowest = self.python.lowest_free(op.target)
        at = self.python.memory_place(op.target)
        lines: Lines = [f"{bit} = 1 << {space if is_atom(space) else f'({space})'}"]
        if lowest is not None:
            told = quoted(f"no space of {board} is free there (line {line_of(self.game, op.span)})")
            at = f"{names['memory', board]} + {bit}.bit_length() - 1"
            lines = [f"{bit} = {lowest}", f"if not {bit}:", [f"raise RuleError({told})"], f"{bit} &= -{bit}"]
        lines += [
            f"s.memory[{men} - 1] ^= {bit}",
            f"s.memory[{men} + {man}] |= {bit}",
            f"s.memory[{at}] = {man}",
        ]
        if f"changed:{board}" in self.python.context.layout.memory:
            lines.append(f"s.memory[{names['changed', board]}] |= {bit}")
        return [*lines, *self._forgotten(op.target)]

    def _in_range(self, op: core.Remember, target: str) -> Lines:
        """A number must stay in its declared range, unless that is plain from what was written."""
        type, value = op.target.type, op.value.type
        if not isinstance(type, core.Number | core.RangeType):
            return []
        low, high = core.bounds(self.game, type)
        if op.op == "set" and isinstance(value, core.Number | core.RangeType):
            least, most = core.bounds(self.game, value)
            if low <= least and most <= high:
                return []
        if self.game.unproved is not None and op.target.name == self.game.unproved.counter:
            return [f"if {target} > {high}:", [f"{target} = {high}", "raise DoesNotStop"]]
        told = f"{op.target.name} would leave its range {low}..{high} (line {line_of(self.game, op.span)})"
        beyond = f"not {low} <= {target} <= {high}"
        if op.op != "set" and core.bounds(self.game, value)[0] >= 0:
            beyond = f"{target} > {high}" if op.op == "add" else f"{target} < {low}"
        return [f"if {beyond}:", [f"raise RuleError({quoted(told)})"]]

    def _remember_set(self, op: core.Remember, target: str, of: core.Type) -> Lines:
        if isinstance(op.value.type, core.SetType):
            mask = self.python.mask_atom(op.value)
        else:
            mask = f"1 << {self.python.dense(op.value, of)}"
        if op.op == "add":
            return [f"{target} |= {mask}"]
        return [f"{target} &= ~({mask})"]

    def _has_room(self, op: core.Move | core.MoveAll | core.Deal | core.MovePieces) -> Lines:
        """A zone with `at most` must not hold more after something has entered it."""
        zone = self.game.zones[op.to.zone]
        if zone.at_most is None:
            return []
        limit = self.python.atom(swap_me(zone.at_most, op.to.seat) if op.to.seat else zone.at_most)
        told = f"{zone.name} would hold more than it may (line {line_of(self.game, op.span)})"
        return [f"if {self.python.count_of(op.to)} > {limit}:", [f"raise RuleError({quoted(told)})"]]

    # ---- names for values

    def _store(self, name: str, value: str) -> str:
        local = self.python.locals[name]
        return (
            f"{local} = f[{self._stores[name]}] = {value}" if name in self._stores else f"{local} = {value}"
        )

    def _let(self, op: core.Let) -> Lines:
        return [self._store(op.name, self.python.number(op.value))]

    def _draw(self, op: core.Draw) -> Lines:
        first = self.numbers[f"draw:{op.name}:{op.span.line}"] - core.bounds(self.game, op.type)[0]
        source = self.python.source(op.source)
        if op.weight is None:
            return [self._store(op.name, f"pick(s, {source}, {first})")]
        items, name = self.python.locals.fresh("items"), self.python.locals[op.each]
        weights = f"[{self.python(op.weight)} for {name} in {items}]"
        drawn = self._store(
            op.name, f"weighed(s, {items}, {weights}, {first}, {line_word(self.game, op.span)})"
        )
        return [f"{items} = {source}", drawn]

    # ---- control

    def _each(self, op: core.Each) -> Lines:
        only = self._only_moved(op)
        if only is not None:
            return only
        name = self.python.locals[op.name]
        body = self.block(op.body)
        if op.recheck is not None and _can_change(op.body):
            body = [f"if {bare(self.python.condition(op.recheck))}:", body]
        loop: Lines = [f"for {name} in {self.fixed(op.name, op.source, op.where)}:", body]
        any_does = (
            None if any(id(part) in self.machine.tests for part in op.body) else acts_on_any(self.python, op)
        )
        return loop if any_does is None else [f"if {any_does}:", loop]

    def _only_moved(self, op: core.Each) -> Lines | None:
        """Those of a set that are moved to one place, and nothing else, are moved at once."""
        source, move = op.source, op.body[0] if len(op.body) == 1 else None
        if not isinstance(source, core.ZoneRef) or not self.python.is_mask(source):
            return None
        if not isinstance(move, core.Move) or move.end == "bottom" or id(move) in self.machine.tests:
            return None
        own = isinstance(move.what, core.Local) and move.what.name == op.name
        to = self.game.zones[move.to.zone]
        if not own or mentions(move.to, op.name) or to.at_most is not None or to.name in self.game.overlays:
            return None
        return self._move_several(to.item, self.fixed(op.name, source, op.where), source, move.to)

    def fixed(self, name: str, source: core.Expr, where: core.Expr | None) -> str:
        """The members of a source now, in a list of its own."""
        text = self.python.source(source)
        if where is not None:
            local = self.python.locals[name]
            return f"[{local} for {local} in {text} if {self.python.condition(where)}]"
        return f"{text}[:]" if isinstance(source, core.ZoneRef) and text.startswith("s.zones") else text

    def _repeat(self, op: core.Repeat) -> Lines:
        return [
            "for _ in range(BUDGET):",
            [f"if {self.python.condition(op.until)}:", ["break"], *self.block(op.body)],
            "else:",
            ['raise RuleError("a loop runs on and on")'],
        ]

    def _ifstmt(self, op: core.IfStmt) -> Lines:
        rest = op.otherwise
        then, otherwise = self.block(op.then), self.block(rest) if rest else []
        through = branched(self.python, op.condition, then, otherwise)
        if through is not None:
            return through
        lines: Lines = [f"if {self.python.condition(op.condition)}:", then]
        while len(rest) == 1 and isinstance(rest[0], core.IfStmt) and id(rest[0]) not in self.machine.tests:
            inner = rest[0]
            lines += [f"elif {self.python.condition(inner.condition)}:", self.block(inner.then)]
            rest = inner.otherwise
        return [*lines, "else:", self.block(rest)] if rest else lines

    def _matchstmt(self, op: core.MatchStmt) -> Lines:
        lines: Lines = []
        for case in op.cases:
            test, values = self.python.case(op.value, case.word, case.params)
            body: Lines = [f"{name} = {value}" for name, value in values]
            lines += [f"{'elif' if lines else 'if'} {test}:", [*body, *self.block(case.body)]]
        if op.otherwise and lines:
            lines += ["else:", self.block(op.otherwise)]
        return lines or self.block(op.otherwise or ())

    def _resolve(self, op: core.Resolve) -> Lines:
        raised = self._handed_on(op)
        if raised is not None:
            return self._trigger(raised)
        me = [self.acting(op.me)] if self.machine.units[op.procedure].me else []
        args = ["s", *me, *map(self.python.number, op.args)]
        return [f"{self.names['procedure', op.procedure]}({', '.join(args)})"]

    def _handed_on(self, op: core.Resolve) -> core.Trigger | None:
        """The event that a procedure raises which does nothing else, with what it is given."""
        unit = self.machine.units[op.procedure]
        inner = unit.body[0] if len(unit.body) == 1 else None
        if not isinstance(inner, core.Trigger) or inner.me is not None or op.me is not None:
            return None
        if not all(isinstance(arg, core.Local | core.Const) for arg in (*op.args, *inner.args)):
            return None
        given = {param.name: arg for param, arg in zip(unit.params, op.args, strict=True)}
        return replace(inner, args=tuple(substitute(arg, given) for arg in inner.args))

    def _trigger(self, op: core.Trigger) -> Lines:
        seats = any(self.machine.units[f"reaction:{r.name}"].me for r in reactions_to(self.game, op.event))
        args = ["s", *([self.acting(op.me)] if seats else []), *map(self.python.number, op.args)]
        return [f"{self.names['raise', op.event]}({', '.join(args)})"]

    def _dropline(self, op: core.DropLine) -> Lines:
        told = f"{op.of} at its limit"
        lines: Lines = ["if s.trace is not None:", [f"s.trace.append({quoted(told)})"]]
        return [*lines, "s.queue.clear()"] if self._waits(op.of) else lines

    def _waits(self, reaction: str) -> bool:
        found = self.game.reactions[reaction]
        return isinstance(found, core.When) and found.order == "in_line"

    # ---- operations of the machine

    def _test(self, op: Test, after: core.Stmt) -> Lines:
        name = self.names["test", op.reaction]
        cases = f", {op.cases:#b}" if op.cases is not None else ""
        touched = ""
        if op.member is not None:
            touched = f"{self._touched_by(op, after)}[{self.python(op.member)}]"
            if op.apart:
                local = self.python.locals.fresh("cases")
                touched, cases = f"{local} := {touched}", f", {local}"
        if op.seat is not None:
            lines: Lines = [f"{name}(s, {self.python(op.seat)}{cases})"]
        else:
            seats = f"turn_order(ALL, {self.acting(after.me)}, s.players)"
            seats = seats if self._is_simple(op) else f"reversed({seats})"
            lines = [f"for seat in {seats}:", [f"{name}(s, seat{cases})"]]
        return [f"if {touched}:", lines] if touched else lines

    def _touched_by(self, op: Test, after: core.Stmt) -> str:
        """The table of the cases that each component touches where a verb has put it."""
        place = after.to.zone if isinstance(after, core.Move) else ""
        place = after.target.name if isinstance(after, core.Remember) else place
        means = f"cases:{', '.join(map(str, op.masks))}"
        table = self.names.add(f"{op.reaction}_cases_in_{place}".upper(), "cases", op.reaction, means)
        self.python.context.tables.setdefault(table, means)
        return table

    def counted(self, source: core.Expr) -> tuple[str, str]:
        """The first member of a range, and the first number after it."""
        parts = split(self.python.source(source).removeprefix("range(")[:-1], (", ",), keep=False)
        return (parts[0], parts[1]) if len(parts) > 1 else ("0", parts[0])

    def _startround(self, _: StartRound) -> Lines:
        anew = any(memory.lifetime == "round" for memory in self.game.memories.values())
        return ["start_round(s)" if anew else "s.memory[0] += 1  # a new round", *self._seen("round")]

    def _startturn(self, _: StartTurn) -> Lines:
        return ["start_turn(s)", *self._seen("turn")]

    def _seen(self, lifetime: str) -> Lines:
        """What starts anew is no verb: what `as soon as` waits for and is true now counts as seen."""
        return self._noted(self._touched(lifetime))

    def _touched(self, lifetime: str) -> list[str]:
        """The reactions whose condition reads what starts anew."""
        anew = {f"memory:{m.name}" for m in self.game.memories.values() if m.lifetime == lifetime}
        anew |= {"round"} if lifetime == "round" else set()
        reads = Reads(self.game)
        touched = []
        for reaction in self.game.reactions.values():
            if isinstance(reaction, core.AsSoonAs):
                sources = reads.of(reaction.binder.source) if reaction.binder else frozenset()
                if anew & {place for place, _ in reads.of(reaction.condition) | sources}:
                    touched.append(reaction.name)
        return touched

    def _hold(self, _: Hold) -> Lines:
        """What reads the number of the round is noted when the first starts."""
        first = self._touched("round")
        return self._noted([name for name in self.game.reactions if name not in first])

    def _noted(self, names: list[str]) -> Lines:
        """The conditions of some reactions are noted as they are."""
        lines: Lines = []
        for reaction in map(self.game.reactions.__getitem__, names):
            if isinstance(reaction, core.AsSoonAs):
                at, holds = self.names["held", reaction.name], self.names["holds", reaction.name]
                lines += ["for seat in range(s.players):", [f"s.memory[{at} + seat] = {holds}(s, seat)"]]
        return lines

    def _gather(self, op: Gather) -> Lines:
        seats, chosen, at = (self._stores[name] for name in (op.seats, op.chosen, op.at))
        return [
            f"f[{seats}] = list(dict.fromkeys({self.python.source(op.source)}))",
            f"f[{chosen}] = [-1] * len(f[{seats}])",
            f"f[{at}] = 0",
        ]

    def _items(self, op: Items) -> Lines:
        if not op.items:
            return [f"f[{self._stores[op.at]}] = {self.counted(op.source)[0]}"]
        fixed = self.fixed(op.name, op.source, op.where)
        if not fixed.startswith(("[", "bits(")) and not fixed.endswith("[:]"):
            fixed = f"list({fixed})"
        return [f"f[{self._stores[op.items]}] = {fixed}", f"f[{self._stores[op.at]}] = 0"]


def _can_change(block: core.Block) -> bool:
    """Could a block change what it goes through? (Anything but pure control flow.)"""
    return any(not isinstance(stmt, core.Let) for stmt in block)
