"""C lines of statements, each with the tests of reactions that follow it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from rulewright import core
from rulewright.checks.effects import Reads
from rulewright.machine.choosers import swap_me
from rulewright.machine.machine import Gather, Hold, Items, Op, StartRound, StartTurn, Test, Unit
from rulewright.machine.reaction_tests import reactions_to
from rulewright.native import sets
from rulewright.native.code import Code, Unfit, ident
from rulewright.native.game import Native
from rulewright.native.places import Span, acting
from rulewright.native.shape import SlotShape
from rulewright.native.told import fired, limited
from rulewright.native.values import Values


class Statements(Values):
    """Statements of one function; `slots` says where its frame keeps local values."""

    def __init__(self, native: Native, unit: Unit, me: str, code: Code, frame: bool = False) -> None:
        super().__init__(native, me, code)
        self.unit = unit
        self.machine = native.machine
        self.slots: dict[str, SlotShape] = {}
        if frame:
            self.slots = {slot.name: slot for slot in self.shape.frames[unit.name]}
            self.locals.update({name: self._read(slot) for name, slot in self.slots.items()})

    def _read(self, slot: SlotShape) -> str | Span:
        if slot.sort == "list":
            return Span(f"(f + {slot.at + 1})", f"(f[{slot.at}] - 1)")
        if slot.sort == "set":
            return (
                f"(S1)f[{slot.at}]"
                if slot.words == 1
                else f"load{slot.words}((const uint64_t *)f + {slot.at})"
            )
        return f"f[{slot.at}]"

    def block(self, block: Iterable[Op]) -> None:
        """A block."""
        for op in block:
            self.op(op)

    def op(self, op: Op) -> None:
        """One statement with the tests that follow it."""
        getattr(self, f"_do_{type(op).__name__.lower()}")(op)

    def acting(self, me: core.Expr | None) -> str:
        """The seat that acts."""
        return acting(self, self.unit, me)

    # ---- what follows a verb

    def _after(self, op: core.Stmt) -> None:
        """Room in the zone, and tests of reactions, where something has moved."""
        if isinstance(op, core.Move | core.MoveAll | core.Deal | core.MovePieces):
            limit = self.game.zones[op.to.zone].at_most
            if limit is not None:
                most = self.value(swap_me(limit, op.to.seat) if op.to.seat else limit)
                self.code.add(f"if ({self.count_of(op.to)} > {most}) fail(r);")
        tests = list(self.machine.tests.get(id(op), ()))
        if not all(map(self._is_simple, tests)):
            tests.reverse()
        for test in tests:
            self._test(test, op)

    def _is_simple(self, test: Test) -> bool:
        return self.machine.units[f"reaction:{test.reaction}"].simple

    def _test(self, op: Test, after: core.Stmt) -> None:
        reaction = self.game.reactions[op.reaction]
        assert isinstance(reaction, core.AsSoonAs)
        w = 1 if reaction.binder is None else self.shape.words(reaction.binder.type)
        by_case = self.is_by_case(reaction)
        cases = f", {sets.const(w, every_case(self.game, reaction))}" if by_case else ""
        if op.cases is not None and by_case:
            cases = f", {sets.const(w, op.cases)}"
        head = ""
        if op.member is not None:
            member = self.value(op.member)
            if op.apart:
                table = self.tables.sets(f"cases_{op.reaction}", op.masks, w)
                head, cases = f"if ({sets.some(w, f'{table}[{member}]')})", f", {table}[{member}]"
            else:
                table = self.tables.numbers(f"touches_{op.reaction}", [int(bool(mask)) for mask in op.masks])
                head = f"if ({table}[{member}])"
        name = f"notice_{ident(op.reaction)}"
        if op.seat is not None:
            seat = self.value(op.seat)
            self.code.add(f"{head} {name}(s, r, {seat}{cases});".strip())
            return
        i, start = self.code.fresh("i"), self.acting(after.me)
        step = i if self._is_simple(op) else f"s->players - 1 - {i}"
        with self.code.block(f"for (I {i} = 0; {i} < s->players; {i}++)"):
            self.code.add(f"{head} {name}(s, r, ({start} + {step}) % s->players{cases});".strip())

    def is_by_case(self, reaction: core.AsSoonAs) -> bool:
        """Is a reaction tested for some of its cases only, after some statements?"""
        tests = (test for tests in self.machine.tests.values() for test in tests)
        found = any(t.reaction == reaction.name and (t.cases is not None or t.apart) for t in tests)
        return found and reaction.binder is not None

    @contextmanager
    def _if_some(self, test: str) -> Iterator[None]:
        with self.code.block(f"if ({test})"):
            yield

    # ---- verbs

    def _under(self, op: core.Move | core.MoveAll | core.Deal) -> str:
        return "1" if op.end == "bottom" else "0"

    def _do_move(self, op: core.Move) -> None:
        what, to = self.stored_now(op.what), self.place(op.to)
        self.code.add(f"{self.mover(op.to.zone)}(s, r, {what}, {to}, {self._under(op)});")
        self._after(op)

    def mover(self, zone: str) -> str:
        """The function that moves components of a zone's record."""
        return f"move_{ident(self.game.zones[zone].item)}"

    def stored_now(self, expr: core.Expr) -> str:
        """A value as it is now, in a local."""
        text = self.value(expr)
        if text.isidentifier() or text.isdecimal():
            return text
        name = self.code.fresh("v")
        self.code.add(f"const {self.shape.ctype(expr.type)} {name} = {text};")
        return name

    def _do_lay(self, op: core.Lay) -> None:
        what = self.stored_now(op.what)
        axis = self.game.memories[f"top:{op.to.zone}"].axis
        assert axis is not None
        corner = self.code.fresh("corner")
        self.code.add(f"const I {corner} = {self.axis_index(op.at, axis)};")
        self.code.add(f"{self.mover(op.to.zone)}(s, r, {what}, {self.place(op.to)}, {self._under(op)});")
        seat = f"{self.value(op.to.seat)}, " if op.to.seat is not None else "0, "
        self.code.add(f"lay_{ident(op.to.zone)}(s, r, {seat}{corner}, {what}, {self._under(op)});")
        self._after(op)

    def _do_moveman(self, op: core.MoveMan) -> None:
        source, to = (self._named(self.space(place)) for place in (op.source, op.to))
        block = self.shape.blocks[op.source.name]
        if op.source.seat is None and op.source.name == op.to.name:
            self.code.add(f"move_man_{ident(op.to.name)}(s, {source}, {to});")
            self._after(op)
            return
        man, whose = self.code.fresh("man"), self._whose(op.source)
        cells = self.layout.memory[op.source.name].cells
        self.code.add(f"const I {man} = s->{block.field}[{cells} * {whose} + {source}];")
        self.code.add(f"put_{ident(op.source.name)}(s, {whose}, {source}, -1);")
        self.code.add(f"put_{ident(op.to.name)}(s, {self._whose(op.to)}, {to}, {man});")
        self._after(op)

    def _named(self, text: str) -> str:
        if text.isidentifier() or text.isdecimal():
            return text
        name = self.code.fresh("at")
        self.code.add(f"const I {name} = {text};")
        return name

    def _whose(self, memory: core.MemoryValue) -> str:
        return "0" if memory.seat is None else self.value(memory.seat)

    def _do_moveall(self, op: core.MoveAll) -> None:
        zone, to = op.source, self._named(self.place(op.to))
        list = self._gathered_from([zone]) if not self.is_mask(zone) else self.span(zone)
        name = self.mover(op.to.zone)
        with self._if_some(f"{list.size} > 0"):
            i = self.code.fresh("i")
            with self.code.block(f"for (I {i} = 0; {i} < {list.size}; {i}++)"):
                self.code.add(f"{name}(s, r, {list.at}[{i}], {to}, {self._under(op)});")
            self._after(op)

    def _do_movepieces(self, op: core.MovePieces) -> None:
        source, to = self._named(self.zone_place(op.source)), self._named(self.zone_place(op.to))
        number, there = self.code.fresh("number"), f"s->pools[{source}]"
        self.code.add(f"I {number} = {there};")
        if op.number is not None:
            wanted = self.stored(op.number)
            self.code.add(f"if ({wanted} < {number}) {number} = {wanted};")
        with self._if_some(f"{number} > 0"):
            self.code.add(f"{there} -= {number};", f"s->pools[{to}] += {number};")
            self._after(op)

    def _do_deal(self, op: core.Deal) -> None:
        source, to = self._named(self.zone_place(op.source)), self._named(self.place(op.to))
        number = self.stored(op.number)
        with self._if_some(f"s->size[{source}] > 0"):
            i, left = self.code.fresh("i"), self.code.fresh("left")
            self.code.add(f"const I {left} = {number} < s->size[{source}] ? {number} : s->size[{source}];")
            with self.code.block(f"for (I {i} = 0; {i} < {left}; {i}++)"):
                self.code.add(f"{self.mover(op.to.zone)}(s, r, s->tail[{source}], {to}, {self._under(op)});")
            self._after(op)

    def _do_shuffle(self, op: core.Shuffle) -> None:
        record = self.game.zones[op.zone.zone].item
        self.code.add(f"shuffle(s, {self.zone_place(op.zone)}, {self.layout.components[record]});")
        self._after(op)

    def _do_give(self, op: core.Give) -> None:
        self.code.add(f"s->{self.shape.blocks[f'token:{op.token}'].field}[0] = {self.value(op.to)};")
        self._after(op)

    def _do_remember(self, op: core.Remember) -> None:
        target = op.target
        if target.name in self.game.boards:
            space, man = self.space(target), self.value(op.value)
            self.code.add(f"put_{ident(target.name)}(s, {self._whose(target)}, {space}, {man});")
        elif isinstance(target.type, core.SetType):
            self._remember_set(op, target.type.of)
        else:
            self._remember_number(op)
        self._after(op)

    def _remember_set(self, op: core.Remember, of: core.Type) -> None:
        w, place = self.shape.words(of), self.memory_place(op.target)
        low = core.bounds(self.game, of)[0]
        if isinstance(op.value.type, core.SetType) or op.op == "set":
            value = self.set(op.value)
        else:
            value = sets.single(w, self.dense(op.value, low))
        join = {"set": lambda *_: value, "add": sets.either, "remove": sets.without}[op.op]
        self.code.add(f"{place} = {join(w, place, value)};")

    def _remember_number(self, op: core.Remember) -> None:
        place, value = self.memory_place(op.target).removeprefix("(I)"), self.value(op.value)
        text = value if op.op == "set" else f"{place} {'+' if op.op == 'add' else '-'} {value}"
        name = self.code.fresh("now")
        self.code.add(f"const I {name} = {text};")
        type, of = op.target.type, op.value.type
        if isinstance(type, core.Number | core.RangeType):
            low, high = core.bounds(self.game, type)
            sure = False
            if op.op == "set" and isinstance(of, core.Number | core.RangeType):
                least, most = core.bounds(self.game, of)
                sure = low <= least and most <= high
            unproved = self.game.unproved
            if not sure and unproved is not None and op.target.name == unproved.counter:
                with self.code.block(f"if ({name} > {high})"):
                    self.code.add(f"{place} = {high};", "stops_not(r);")
            elif not sure:
                self.code.add(f"if ({name} < {low} || {name} > {high}) fail(r);")
        self.code.add(f"{place} = {name};")

    # ---- names for values

    def store(self, name: str, value: str, type: core.Type) -> None:
        """A name for a value, in the frame if it has a place there."""
        slot = self.slots.get(name)
        if slot is None:
            local = self.code.fresh(name)
            self.code.add(f"const {self.shape.ctype(type)} {local} = {value};")
            self.locals[name] = local
        elif slot.sort == "set" and slot.words > 1:
            self.code.add(f"store{slot.words}((uint64_t *)f + {slot.at}, {value});")
        else:
            self.code.add(f"f[{slot.at}] = (I){value};")

    def _do_let(self, op: core.Let) -> None:
        if isinstance(op.value.type, core.ListType):
            self._let_list(op)
        elif isinstance(op.value.type, core.SetType):
            self.store(op.name, self.set(op.value), op.value.type)
        else:
            self.store(op.name, self.value(op.value), op.value.type)

    def _let_list(self, op: core.Let) -> None:
        span = self._gathered_from([op.value])
        if op.name in self.slots:
            self.code.add(
                f"keep(r, f + {self.slots[op.name].at}, {self.slots[op.name].words}, {span.at}, {span.size});"
            )
        else:
            self.locals[op.name] = span

    def _do_draw(self, op: core.Draw) -> None:
        span = self._gathered_from([op.source])
        if op.weight is None:
            self.store(op.name, f"pick(s, r, {span.at}, {span.size})", op.type)
            return
        weights, i = self.new_list(), self.code.fresh("i")
        with self.code.block(f"for (I {i} = 0; {i} < {span.size}; {i}++)"):
            item = self.code.fresh("item")
            self.code.add(f"const I {item} = {span.at}[{i}];")
            self.locals[op.each] = item
            self.code.add(f"push(r, &{weights}, {self.value(op.weight)});")
        self.store(op.name, f"weighed(s, r, {span.at}, {weights}.v, {weights}.n)", op.type)

    # ---- control

    def _do_each(self, op: core.Each) -> None:
        with self.named(op.name), self._now(op.name, op.source, op.where) as item:
            self.locals[op.name] = item
            changes = any(not isinstance(stmt, core.Let) for stmt in op.body)
            if op.recheck is not None and changes:
                with self.code.block(f"if ({self.value(op.recheck)})"):
                    self.block(op.body)
            else:
                self.block(op.body)

    @contextmanager
    def _now(self, name: str, source: core.Expr, where: core.Expr | None) -> Iterator[str]:
        """A loop over the members of a source as they are now."""
        steady = isinstance(source, core.Members | core.Interval) or (
            isinstance(source, core.Domain) and where is None
        )
        if where is None and (steady or self.is_mask(source)):
            with self.each(source) as item:
                yield item
            return
        from contextlib import ExitStack

        span = self.those_where(name, source, where)
        with ExitStack() as opened:
            yield self.through(span, opened)

    @contextmanager
    def named(self, name: str) -> Iterator[None]:
        """A name means something else for a while."""
        before = self.locals.get(name)
        yield
        if before is not None:
            self.locals[name] = before

    def those_where(self, name: str, source: core.Expr, where: core.Expr | None) -> Span:
        """The members of a source now that meet a condition, in a list."""
        list = self.new_list()
        with self.named(name), self.each(source) as item:
            if where is not None:
                self.locals[name] = item
                with self.code.block(f"if ({self.value(where)})"):
                    self.code.add(f"push(r, &{list}, {item});")
            else:
                self.code.add(f"push(r, &{list}, {item});")
        return Span(f"{list}.v", f"(I){list}.n")

    def _do_repeat(self, op: core.Repeat) -> None:
        i = self.code.fresh("i")
        with self.code.block(f"for (I {i} = 0;; {i}++)"):
            self.code.add(f"if ({i} >= BUDGET) fail(r);")
            self.code.add(f"if ({self.value(op.until)}) break;")
            self.block(op.body)

    def _do_ifstmt(self, op: core.IfStmt) -> None:
        with self.code.block(f"if ({self.value(op.condition)})"):
            self.block(op.then)
        if op.otherwise:
            with self.code.block("else"):
                self.block(op.otherwise)

    def _do_matchstmt(self, op: core.MatchStmt) -> None:
        for i, case in enumerate(op.cases):
            test, values = self.case(op.value, case.word, case.params)
            with self.code.block(f"{'else ' if i else ''}if ({test})"):
                for name, value in values.items():
                    self.store(name, value, core.Number(0, 0))
                self.block(case.body)
        if op.otherwise and op.cases:
            with self.code.block("else"):
                self.block(op.otherwise)
        elif op.otherwise:
            self.block(op.otherwise)

    def _do_resolve(self, op: core.Resolve) -> None:
        unit = self.machine.units[op.procedure]
        me = [self.acting(op.me)] if unit.me else []
        self.code.add(f"u_{ident(unit.name)}({', '.join(['s', 'r', *me, *map(self.given, op.args)])});")
        self._after(op)

    def given(self, arg: core.Expr) -> str:
        """A value that is handed on."""
        if isinstance(arg.type, core.ListType):
            raise Unfit("a list is handed to a procedure or event", arg.span)
        return self.set(arg) if isinstance(arg.type, core.SetType) else self.value(arg)

    def _do_trigger(self, op: core.Trigger) -> None:
        seats = any(self.machine.units[f"reaction:{r.name}"].me for r in reactions_to(self.game, op.event))
        args = ["s", "r", *([self.acting(op.me)] if seats else []), *map(self.given, op.args)]
        self.code.add(f"raise_{ident(op.event)}({', '.join(args)});")
        self._after(op)

    def _do_dropline(self, op: core.DropLine) -> None:
        found = self.game.reactions[op.of]
        self.code.add(fired(self.game, limited(op.of)))
        if isinstance(found, core.When) and found.order == "in_line":
            self.code.add("s->waiting = 0;")

    # ---- operations of the machine

    def _do_startround(self, _: StartRound) -> None:
        self.code.add("start_round(s, r);")
        self._noted(touched(self.game, "round"))

    def _do_startturn(self, _: StartTurn) -> None:
        self.code.add("start_turn(s, r);")
        self._noted(touched(self.game, "turn"))

    def _do_hold(self, _: Hold) -> None:
        first = touched(self.game, "round")
        self._noted([name for name in self.game.reactions if name not in first])

    def _noted(self, names: list[str]) -> None:
        """The conditions of some reactions are noted as they are."""
        for reaction in map(self.game.reactions.__getitem__, names):
            if isinstance(reaction, core.AsSoonAs):
                block, i = self.shape.blocks[f"held:{reaction.name}"], self.code.fresh("i")
                cases = ""
                if self.is_by_case(reaction):
                    cases = f", {sets.const(block.words, every_case(self.game, reaction))}"
                holds = f"holds_{ident(reaction.name)}(s, r, {i}{cases})"
                with self.code.block(f"for (I {i} = 0; {i} < s->players; {i}++)"):
                    self.code.add(f"s->{block.field}[{i}] = {holds};")

    def _do_gather(self, op: Gather) -> None:
        seats, chosen, at = (self.slots[name] for name in (op.seats, op.chosen, op.at))
        span = self._gathered_from([op.source])
        self.code.add(f"gather(r, f + {seats.at}, f + {chosen.at}, {seats.words}, {span.at}, {span.size});")
        self.code.add(f"f[{at.at}] = 0;")

    def _do_items(self, op: Items) -> None:
        at = self.slots[op.at].at
        if not op.items:
            self.code.add(f"f[{at}] = {self.first_of(op.source)};")
            return
        slot = self.slots[op.items]
        span = self.those_where(op.name, op.source, op.where)
        self.code.add(f"keep(r, f + {slot.at}, {slot.words}, {span.at}, {span.size});", f"f[{at}] = 0;")

    def first_of(self, source: core.Expr) -> str:
        """The first member of a range."""
        return self._ends(source)[0]

    def after_last(self, source: core.Expr) -> str:
        """The first number after a range."""
        return self._ends(source)[1]

    def _ends(self, source: core.Expr) -> tuple[str, str]:
        match source:
            case core.Domain(of=core.Seat()):
                return "0", "s->players"
            case core.Domain(of=core.KindType(name)):
                return "0", str(self.game.kinds[name].size)
            case core.Domain(of=core.RangeType(name)):
                info = self.game.ranges[name]
                return self.value(info.low_expr), f"({self.value(info.high_expr)} + 1)"
            case core.Interval(low=low, high=high):
                return self.value(low), f"({self.value(high)} + 1)"
        raise Unfit("a loop goes through something that it takes for a range", source.span)


def every_case(game: core.Game, reaction: core.AsSoonAs) -> int:
    """All cases of a reaction, as a set."""
    if reaction.binder is None:
        return 1
    return (1 << core.bounds(game, reaction.binder.type)[1] + 1) - 1


def touched(game: core.Game, lifetime: str) -> list[str]:
    """The reactions whose condition reads what starts anew."""
    anew = {f"memory:{m.name}" for m in game.memories.values() if m.lifetime == lifetime}
    anew |= {"round"} if lifetime == "round" else set()
    reads, found = Reads(game), []
    for reaction in game.reactions.values():
        if isinstance(reaction, core.AsSoonAs):
            sources = reads.of(reaction.binder.source) if reaction.binder else frozenset()
            if anew & {place for place, _ in reads.of(reaction.condition) | sources}:
                found.append(reaction.name)
    return found
