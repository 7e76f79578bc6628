"""What statements do in a world that is made up as it is read.

`Runner` walks a block; what is chosen, drawn and found is decided by the world. Two things are left to those
who use it: what a change is noted as (`noted`), and what happens when reactions are set off (`set_off`,
`line_up`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rulewright import core
from rulewright.cascades import values as v
from rulewright.cascades.evaluate import MANY, NO_CASE, Env, Evaluator, is_short
from rulewright.cascades.kept import kept_guards
from rulewright.cascades.slice import Slice
from rulewright.cascades.values import Bits, Number, Some
from rulewright.cascades.world import CannotTell, Cell, Dead, Stopped, World
from rulewright.checks.effects import Reads, bodies, statements

FEW_NUMBERS = 6
ASKED = 8  # so many values take as long as a statement


def told_apart(type: core.Type) -> int:
    """How many values of a type an event may bring for each to be looked at by itself."""
    return FEW_NUMBERS if isinstance(type, core.Number | core.RangeType) else MANY


class Letter(NamedTuple):
    """A reaction that is set off, for a seat, with what it is given; None where that is left open."""

    reaction: str
    me: int
    args: tuple[Number | None, ...]


class Rules:
    """What is asked of a game again and again: who answers an event, who waits for a place. `seats` are those
    that are looked at: one, where all are alike. `done` counts statements that were run. `hard` are reactions
    of which it cannot be told when they start."""

    def __init__(self, game: core.Game, seats: tuple[int, ...], slice: Slice) -> None:
        self.game, self.seats, self.slice = game, seats, slice
        self.answers: dict[str, list[core.When]] = {}
        self.waiting: dict[str, list[core.AsSoonAs]] = {}
        self.order = tuple(game.reactions)
        self.fixed = fixed(game)
        self.masks = masks(game, slice)
        self.kept = kept_guards(game)
        self.hard: set[str] = set()
        self.cases: dict[tuple[int, int], bool] = {}
        self.done = 0
        reads = Reads(game)
        for reaction in game.reactions.values():
            if reaction.name not in slice.reactions:
                continue
            if isinstance(reaction, core.When):
                self.answers.setdefault(reaction.event, []).append(reaction)
            else:
                sources = reads.of(reaction.binder.source) if reaction.binder else frozenset()
                for place in {place for place, _ in reads.of(reaction.condition) | sources}:
                    self.waiting.setdefault(place, []).append(reaction)


def masks(game: core.Game, slice: Slice) -> list[tuple[str, str]]:
    """Numbers kept for each word, and sets of such words: a number may count only while its word is not in
    the set."""
    cells = [m for m in game.memories.values() if slice.reads(("memory", m.name))]
    return [
        (number.name, mask.name)
        for number in cells
        for mask in cells
        if number.axis is not None
        and isinstance(number.type, core.Number | core.RangeType)
        and isinstance(mask.type, core.SetType)
        and mask.type.of == number.axis.type
        and mask.of_player == number.of_player
        and mask.axis is None
    ]


def fixed(game: core.Game) -> frozenset[str]:
    """The records of which no component ever moves, and all are there with any number of players."""
    moved = {
        game.zones[stmt.to.zone].item
        for body in bodies(game)
        for stmt in statements(body)
        if isinstance(stmt, core.Move | core.MoveAll | core.Deal)
    }
    return frozenset(
        record.name
        for record in game.records.values()
        if record.name not in moved and max(record.players, default=0) <= game.low
    )


class Runner(Evaluator):
    """Statements of one game in one world."""

    def __init__(self, world: World, rules: Rules) -> None:
        super().__init__(world, rules.fixed)
        self.rules = rules
        self.log: list[tuple[str, core.Stmt, Any]] = []

    # ---- what is left to those who use it

    def noted(self, key: tuple[Any, ...], change: Number) -> None:
        """Something has grown by so much."""

    def out_of_range(self, cell: Cell, up: bool) -> None:
        """A number may have left its range."""

    def line_up(self, letter: Letter, once: bool, stmt: core.Stmt) -> None:
        """A reaction waits in line."""
        raise NotImplementedError

    def set_off(self, letters: list[Letter], stmt: core.Stmt) -> None:
        """Reactions run now, one after the other."""
        raise NotImplementedError

    def brought(self, letter: Letter, at: int, value: Any) -> None:
        """What an event brings that was left open is now known by an unknown."""

    def begun(self, letter: Letter, env: Env) -> None:
        """A reaction runs now, with what it was given."""

    def drop_line(self) -> None:
        """What waits in line is dropped."""

    def repeated(self, stmt: core.Stmt, body: core.Block, env: Env, some: Some | None, name: str) -> None:
        """A block runs again and again, nobody knows how often."""
        raise NotImplementedError

    # ---- blocks

    def run(self, letter: Letter) -> None:
        """The body of a reaction that is set off."""
        reaction = self.game.reactions[letter.reaction]
        env: Env = {"me": letter.me}
        if isinstance(reaction, core.When):
            params: list[core.Param | core.Binder] = list(reaction.params)
        else:
            params = [reaction.binder] if reaction.binder else []
        for at, (param, arg) in enumerate(zip(params, letter.args, strict=False)):
            env[param.name] = self.given(param.type) if arg is None else arg
            if arg is None and isinstance(param.type, core.Number | core.RangeType):
                self.brought(letter, at, env[param.name])
        self.begun(letter, env)
        self.block(reaction.body, env)

    def given(self, type: core.Type) -> Any:
        """Any value that an event can bring."""
        if isinstance(type, core.Component):
            return self.world.component(v.domain_of(self.game, type))
        if isinstance(type, core.SetType | core.ListType | core.Multiset):
            return Some(type, (0, 1), "", (), {}, None)
        return self.world.fresh(v.domain_of(self.game, type))

    def block(self, block: core.Block, env: Env) -> None:
        """Statements one after the other; names last to the end of the block."""
        env = dict(env)
        for stmt in block:
            if self.rules.slice.keeps(stmt):
                self.statement(stmt, env)

    def statement(self, stmt: core.Stmt, env: Env) -> None:
        """One statement."""
        self.rules.done += 1 + self.asked // ASKED
        self.asked %= ASKED
        getattr(self, f"_{type(stmt).__name__.lower()}")(stmt, env)

    def _let(self, stmt: core.Let, env: Env) -> None:
        env[stmt.name] = self.whole(stmt.value, env)

    def _ifstmt(self, stmt: core.IfStmt, env: Env) -> None:
        self.block(stmt.then if self.truth(stmt.condition, env) else stmt.otherwise, env)

    def _matchstmt(self, stmt: core.MatchStmt, env: Env) -> None:
        found = env.get(stmt.value.name) if isinstance(stmt.value, core.Local) else None
        if isinstance(found, v.Pick):
            value = self.picked(found, lambda x: x if self._has_case(stmt, x) else NO_CASE)
            if value == NO_CASE:
                return
        else:
            value = self.world.known(self.number(stmt.value, env))
        if value is None:
            self._any_case(stmt, env)
            return
        for case in stmt.cases:
            names = self.carried(stmt.value.type, case.word, case.params, value)
            if names is not None:
                self.block(case.body, {**env, **names})
                return
        self.block(stmt.otherwise or (), env)

    def _has_case(self, stmt: core.MatchStmt, value: int) -> bool:
        """Does anything that matters happen in the case of a value?"""
        key = id(stmt), value
        if key not in self.rules.cases:
            self.rules.cases[key] = self._in_case(stmt, value)
        return self.rules.cases[key]

    def _in_case(self, stmt: core.MatchStmt, value: int) -> bool:
        for case in stmt.cases:
            if self.carried(stmt.value.type, case.word, case.params, value) is not None:
                return any(self.rules.slice.keeps(inner) for inner in case.body)
        return any(self.rules.slice.keeps(inner) for inner in stmt.otherwise or ())

    def _any_case(self, stmt: core.MatchStmt, env: Env) -> None:
        taken = self.world.decide(len(stmt.cases) + 1)
        if taken == len(stmt.cases):
            self.block(stmt.otherwise or (), env)
            return
        case = stmt.cases[taken]
        self.block(case.body, {**env, **{name: self.given(type) for name, type in case.params}})

    def _resolve(self, stmt: core.Resolve, env: Env) -> None:
        procedure = self.game.procedures[stmt.procedure]
        inner = {p.name: self.whole(arg, env) for p, arg in zip(procedure.params, stmt.args, strict=True)}
        self._depth += 1
        if self._depth > 2 * MANY:
            raise CannotTell(stmt.span)
        self.block(procedure.body, {**inner, "me": env.get("me")})
        self._depth -= 1

    # ---- decisions: anything may be decided

    def _choose(self, stmt: core.Choose, env: Env) -> None:
        seat = (
            self.world.known(self.number(stmt.by, env)) if not isinstance(stmt.by, core.Me) else env.get("me")
        )
        env = {**env, "me": seat}
        found = self.members(stmt.source, env)
        options = 1 if isinstance(found, Some) else len(found)
        taken = self.world.decide(options + (2 if stmt.how == "may" else 1))
        if taken < options:
            chosen = self._chosen(found, taken, stmt, env)
            self.log.append(("choose", stmt, (seat, chosen)))
            self.block(stmt.body, {**env, stmt.name: chosen})
        elif taken == options:
            self._nothing_to_choose(found, stmt, env)
        elif stmt.how == "may" and not isinstance(found, Some) and not found:
            raise Dead
        else:
            self.log.append(("choose", stmt, (seat, None)))
            self.block(stmt.or_else or (), env)

    def _chosen(self, found: Any, taken: int, stmt: core.Choose, env: Env) -> Any:
        if isinstance(found, Some):
            return self.one_of(found, stmt.name, env, stmt.where)
        chosen = found[taken]
        if chosen in found[:taken]:
            raise Dead
        for part in core.conjuncts(stmt.where):
            if self._asks(part) and not self.truth(part, {**env, stmt.name: chosen}):
                raise Dead
        return chosen

    def _asks(self, condition: core.Expr) -> bool:
        """Is a condition of a choice to be asked? What is much to ask is left open, but in an exact world."""
        return self.world.exact or is_short(condition)

    def _nothing_to_choose(self, found: Any, stmt: core.Choose, env: Env) -> None:
        if not isinstance(found, Some) and (stmt.where is None or self._asks(stmt.where)):
            for one in found:
                if stmt.where is None or self.truth(stmt.where, {**env, stmt.name: one}):
                    raise Dead
        if stmt.how == "must":
            raise Stopped
        self.block(stmt.or_else or (), env)

    def _draw(self, stmt: core.Draw, env: Env) -> None:
        found = self.members(stmt.source, env)
        if isinstance(found, Some):
            env[stmt.name] = self.one_of(found, stmt.name, env)
        elif not found:
            raise Stopped
        else:
            env[stmt.name] = found[self.world.decide(len(found)) if len(found) > 1 else 0]
        self.log.append(("draw", stmt, env[stmt.name]))

    def _offer(self, stmt: core.Offer, env: Env) -> None:
        if self.world.exact:
            raise CannotTell(stmt.span)
        self.repeated(stmt, (), env, None, "")

    def play(self, action: core.Action, env: Env) -> None:
        """One move of an action."""
        inner = dict(env)
        for line in action.lines:
            if isinstance(line, core.Guard):
                if not self.truth(line.condition, inner):
                    raise Dead
                continue
            found = self.members(line.source, inner)
            if isinstance(found, Some):
                inner[line.name] = self.one_of(found, line.name, inner, line.where)
                continue
            if not found:
                raise Dead
            inner[line.name] = found[self.world.decide(len(found)) if len(found) > 1 else 0]
            if line.where is not None and not self.truth(line.where, inner):
                raise Dead
        self.block(action.body, inner)

    # ---- loops

    def _each(self, stmt: core.Each, env: Env) -> None:
        found = self.members(stmt.source, env)
        if isinstance(found, Some):
            where = found.where
            self.repeated(stmt, stmt.body, env, found._replace(where=where), stmt.name)
            return
        kept = [x for x in found if stmt.where is None or self.truth(stmt.where, {**env, stmt.name: x})]
        for x in kept:
            if stmt.recheck is None or self.truth(stmt.recheck, {**env, stmt.name: x}):
                self.block(stmt.body, {**env, stmt.name: x})

    def _repeat(self, stmt: core.Repeat, env: Env) -> None:
        if not self.world.exact:
            self.repeated(stmt, stmt.body, env, None, "")
            return
        for _ in range(v.FEW):
            if self.truth(stmt.until, env):
                return
            self.block(stmt.body, env)
        raise CannotTell(stmt.span)

    # ---- verbs

    def _remember(self, stmt: core.Remember, env: Env) -> None:
        target = stmt.target
        if target.name in self.game.boards:
            self._unfollowed(stmt, f"memory:{target.name}")
            return
        cell = self.memory_cell(target, env)
        if isinstance(target.type, core.SetType):
            self._remember_set(stmt, cell, env)
            return
        value = self.number(stmt.value, env)
        type = self.game.memories[target.name].type
        if cell is None:
            self._remember_somewhere(stmt, value, type)
            return
        before = dict(self.world.cells)
        old = self.world.read(cell, type, noted=False)
        new = value if stmt.op == "set" else v.add(old, value if stmt.op == "add" else v.times(value, -1))
        self._in_range(cell, new, type)
        self.noted(cell, v.minus(new, old))
        self.world.cells[cell] = new
        if new != old:
            before.setdefault(cell, old)
            self._changed(stmt, [f"memory:{target.name}"], {cell}, before, env)

    def _in_range(self, cell: Cell, new: Number, type: core.Type) -> None:
        if isinstance(type, core.Number | core.RangeType):
            low, high = core.bounds(self.game, type)
            least, most = self.ends.get(new) or self.world.span(new)
            if most > high:
                self.out_of_range(cell, True)
            if least < low:
                self.out_of_range(cell, False)

    def _remember_somewhere(self, stmt: core.Remember, value: Number, type: core.Type) -> None:
        """A memory changes, nobody knows for which seat or word."""
        place = stmt.target.name
        old = self.world.fresh(v.domain_of(self.game, type))
        new = value if stmt.op == "set" else v.add(old, value if stmt.op == "add" else v.times(value, -1))
        self._in_range(("memory", place, "?"), new, type)
        self.noted(("memory", place, "?"), v.minus(new, old))
        self._lost(("memory", place))
        self._changed(stmt, [f"memory:{place}"], None, {}, {})

    def _lost(self, start: tuple[str, str]) -> None:
        """What was known of some places is known no more."""
        self.world.epoch += 1
        self.world.cells = {c: x for c, x in self.world.cells.items() if c[:2] != start}

    def _remember_set(self, stmt: core.Remember, cell: Cell | None, env: Env) -> None:
        place = stmt.target.name
        values = self._new_members(stmt.value, env)
        if cell is None or isinstance(values, Some):
            self._set_unknown(stmt, cell, values)
            return
        before, old = dict(self.world.cells), self.read_set(cell, noted=False)
        before.setdefault(cell, old)
        new, grown = self._set_changed(stmt.op, old, values, cell)
        self.noted(cell, grown)
        self.world.cells[cell] = new
        if new != old:
            self._changed(stmt, [f"memory:{place}"], {cell}, before, env)

    def _new_members(self, value: core.Expr, env: Env) -> Any:
        if not isinstance(value.type, core.SetType | core.ListType):
            return (self.number(value, env),)
        return self.members(value, env)

    def _set_changed(self, op: str, old: Bits, values: tuple[Number, ...], cell: Cell) -> tuple[Bits, Number]:
        """The set as it then is, and by how much it has grown."""
        if op == "set":
            new = Bits(None, frozenset((self.key(x), 1) for x in values))
            known = old.origin is None and all(isinstance(bit, int) for _, bit in old.known)
            gone: Number = sum(1 for _, bit in old.known if bit) if known else self.world.fresh((0, v.FEW**2))
            self.noted(("in", *cell, "?"), self.world.fresh((-1, 1)))
            return new, v.minus(len(new.known), gone)
        grown: Number = 0
        to = 1 if op == "add" else 0
        for value in values:
            key = self.key(value)
            bit = self.bit(old, value)
            if not isinstance(bit, int) and not self.world.exact and self.rules.slice.reads(cell):
                bit = 0 if self.world.is_zero(bit) else 1
            change = v.minus(to, bit)
            grown = v.add(grown, change)
            if isinstance(key, int):
                self.noted(("in", *cell, key), change)
            else:
                self.noted(("in", *cell, "?"), self.world.fresh((-1, 1)))
            if key is None or (not isinstance(key, int) and not self.world.exact):
                self.world.epoch += 1
                old = Bits((cell, self.world.epoch), frozenset({(key, to)} if key is not None else ()))
            elif change != 0:
                old = old.with_bit(key, to)
        return old, grown

    def _set_unknown(self, stmt: core.Remember, cell: Cell | None, values: Any) -> None:
        place, many = stmt.target.name, v.FEW**2
        ends = (-many, many) if stmt.op == "set" else (0, many) if stmt.op == "add" else (-many, 0)
        self.noted(cell or ("memory", place, "?"), self.world.fresh(ends))
        if cell is not None:
            self.noted(("in", *cell, "?"), self.world.fresh((-1, 1)))
        self._lost(("memory", place))
        self._changed(stmt, [f"memory:{place}"], None, {}, {})

    def _give(self, stmt: core.Give, env: Env) -> None:
        cell, type = ("holder", stmt.token), core.Optional(core.Seat())
        before, old = dict(self.world.cells), self.world.read(("holder", stmt.token), type, noted=False)
        before.setdefault(cell, old)
        new = self.number(stmt.to, env)
        self.noted(cell, v.minus(new, old))
        self.world.cells[cell] = new
        if new != old:
            self._changed(stmt, [f"token:{stmt.token}"], {cell}, before, env)

    def _moveman(self, stmt: core.MoveMan, env: Env) -> None:
        self._unfollowed(stmt, f"memory:{stmt.source.name}")

    def _unfollowed(self, stmt: core.Stmt, place: str) -> None:
        """A change that is not followed."""
        if self.world.exact:
            raise CannotTell(stmt.span)
        self._changed(stmt, [place], None, {}, {})

    def _shuffle(self, stmt: core.Shuffle, env: Env) -> None:
        if self.world.exact and len(self.contents(self.zone_cell(stmt.zone, env))) > 1:
            raise CannotTell(stmt.span)

    def _dropline(self, stmt: core.DropLine, env: Env) -> None:
        self.drop_line()

    # ---- pieces and components

    def _movepieces(self, stmt: core.MovePieces, env: Env) -> None:
        have = self.count(stmt.source, env)
        moved = have
        if stmt.number is not None:
            asked = self.number(stmt.number, env)
            if self.world.is_negative(asked):
                return
            moved = asked if not self.world.is_negative(v.minus(have, asked)) else have
        if moved == 0 or (not isinstance(moved, int) and self.world.is_zero(moved)):
            return
        self._carry(stmt, moved, self.zone_cell(stmt.source, env), self.zone_cell(stmt.to, env), env)

    def _carry(self, stmt: core.Stmt, moved: Number, source: Cell | None, to: Cell | None, env: Env) -> None:
        """So many leave one cell and enter another."""
        assert isinstance(stmt, core.MovePieces | core.MoveAll | core.Deal | core.Move)
        start = getattr(stmt, "source", None)
        here, there = start.zone if start is not None else None, stmt.to.zone
        if source is not None and source == to:
            return
        before, cells = dict(self.world.cells), set[Cell]()
        for cell, zone, change in ((source, here, v.times(moved, -1)), (to, there, moved)):
            if zone is None:
                continue
            self.noted(("zone", zone), change)
            if cell is None:
                self.noted((self._sort(zone), zone, "?"), self.world.fresh((-1, 1)))
                self._lost((self._sort(zone), zone))
                continue
            old = self.number_in(cell, noted=False)
            before.setdefault(cell, old)
            self.noted(cell, change)
            self.world.cells[cell] = v.add(old, change)
            cells.add(cell)
        known = source is not None and to is not None
        places = [f"zone:{zone}" for zone in (here, there) if zone is not None]
        self._changed(stmt, places, cells if known else None, before, env)

    def _sort(self, zone: str) -> str:
        return "pool" if self.game.zones[zone].shape == "pool" else "zone"

    def _move(self, stmt: core.Move, env: Env) -> None:
        what = self.number(stmt.what, env)
        to = self.zone_cell(stmt.to, env)
        source = stmt.what.zone if isinstance(stmt.what, core.EndOf) else stmt.source
        if self.world.exact:
            self._move_exactly(stmt, [what], to, env)
            return
        if source is None:
            self._move_from_anywhere(stmt, env)
            return
        here = self.zone_cell(source, env)
        if here is not None:
            self.world.at_least(self.number_in(here), 1)
        moved = core.MoveAll(source=source, to=stmt.to, end=stmt.end, span=stmt.span, per=())
        self._carry(moved, 1, here, to, env)

    def _move_from_anywhere(self, stmt: core.Move, env: Env) -> None:
        """A component moves, nobody knows from where."""
        item = self.game.zones[stmt.to.zone].item
        zones = [zone.name for zone in self.game.zones.values() if zone.item == item]
        for zone in zones:
            self.noted(("zone", zone), self.world.fresh((0, 1) if zone == stmt.to.zone else (-1, 0)))
            self.noted((self._sort(zone), zone, "?"), self.world.fresh((-1, 1)))
            self._lost((self._sort(zone), zone))
        self._changed(stmt, [f"zone:{zone}" for zone in zones], None, {}, {})

    def _moveall(self, stmt: core.MoveAll, env: Env) -> None:
        to = self.zone_cell(stmt.to, env)
        if self.world.exact:
            cells = self.cells(stmt.source, env) or []
            self._move_exactly(stmt, [x for cell in cells for x in self.contents(cell)], to, env)
            return
        have = self.count(stmt.source, env)
        if not self.world.is_zero(have):
            self._carry(stmt, have, self.zone_cell(stmt.source, env), to, env)

    def _deal(self, stmt: core.Deal, env: Env) -> None:
        asked, to = self.number(stmt.number, env), self.zone_cell(stmt.to, env)
        if self.world.exact:
            inside = self.contents(self.zone_cell(stmt.source, env))
            number = self.world.known(asked) or 0
            self._move_exactly(stmt, list(inside[::-1][: max(0, number)]), to, env)
            return
        have = self.count(stmt.source, env)
        dealt = asked if not self.world.is_negative(v.minus(have, asked)) else have
        if not self.world.is_zero(dealt):
            self._carry(stmt, dealt, self.zone_cell(stmt.source, env), to, env)

    def _move_exactly(
        self, stmt: core.Move | core.MoveAll | core.Deal, items: list[Number], to: Cell | None, env: Env
    ) -> None:
        """Components that are known to lie somewhere go to another place."""
        if to is None:
            raise CannotTell(stmt.span)
        if not items:
            return
        before, touched = dict(self.world.cells), {to}
        for item in items:
            here = next((c for c, x in self.world.cells.items() if c[0] == "zone" and item in x), None)
            if here is None:
                raise CannotTell(stmt.span)
            self.world.cells[here] = tuple(x for x in self.world.cells[here] if x != item)
            if to not in self.world.cells:
                self.world.partial = True  # what lay there is not asked
                self.world.start(to, ())
            inside = self.world.cells[to]
            before.setdefault(to, inside)
            self.world.cells[to] = (item, *inside) if stmt.end == "bottom" else (*inside, item)
            touched.add(here)
        self._changed(stmt, [f"zone:{cell[1]}" for cell in touched], touched, before, env)

    # ---- what is set off

    def _trigger(self, stmt: core.Trigger, env: Env) -> None:
        args = tuple(self.whole(arg, env) for arg in stmt.args)
        me = env.get("me")
        now: list[Letter] = []
        for reaction in self.rules.answers.get(stmt.event, ()):
            names = {p.name: arg for p, arg in zip(reaction.params, args, strict=True)}
            if reaction.guard is not None and not self.truth(reaction.guard, {**names, "me": me}):
                continue
            letter = self.letter(reaction, me, args)
            if reaction.order == "in_line":
                self.line_up(letter, reaction.once_each, stmt)
            else:
                now.append(letter)
        if now:
            self.set_off(now, stmt)

    def letter(self, reaction: core.When, me: Any, args: tuple[Any, ...]) -> Letter:
        """A reaction with what it is given; open where that can be too much."""
        given = []
        for param, arg in zip(reaction.params, args, strict=True):
            open = isinstance(param.type, core.Component) and self.world.exact
            if isinstance(arg, int | v.Sum) and (not open or param.type.record in self.fixed):  # type: ignore[union-attr]
                small = v.size(v.domain_of(self.game, param.type)) <= told_apart(param.type)
                given.append(self.world.known(arg) if small or self.world.exact else arg)
            elif self.world.exact and isinstance(arg, int | v.Sum):
                given.append(arg)
            else:
                given.append(None)
        return Letter(reaction.name, 0 if me is None else me, tuple(given))

    def _changed(
        self,
        stmt: core.Stmt,
        places: list[str],
        written: set[Cell] | None,
        before: dict[Cell, Any],
        env: Env,
    ) -> None:
        """Which conditions have become true by a change of some cells (None: nobody knows which)."""
        found = {r.name: r for place in places for r in self.rules.waiting.get(place, ())}
        if not found:
            return
        waiting = [found[name] for name in self.rules.order if name in found]
        risen: list[Letter] = []
        may: list[Letter] = []
        first = env.get("me") or 0
        seats = sorted(self.rules.seats, key=lambda seat: (seat < first, seat))
        for reaction in waiting:
            for seat in seats:
                if self.world.exact and seat >= self.players():
                    continue
                for case in self.cases(reaction):
                    letter = Letter(reaction.name, seat, case)
                    rises = self._rises(reaction, letter, written, before)
                    if rises or rises is None:
                        (risen if rises else may).append(letter)
        for letter in may:
            self.noted(("false", *letter), self.world.fresh((-1, 1)))
        if risen or may:
            self.set_off([*risen, *may], stmt)

    def cases(self, reaction: core.AsSoonAs) -> list[tuple[int, ...]]:
        """The cases of a `for each`."""
        if reaction.binder is None:
            return [()]
        found = self.members(reaction.binder.source, {})
        assert isinstance(found, tuple)
        return [(case,) for case in found]

    def _rises(
        self,
        reaction: core.AsSoonAs,
        letter: Letter,
        written: set[Cell] | None,
        before: dict[Cell, Any],
    ) -> bool | None:
        """Has a condition become true? None when that cannot be told."""
        env: Env = {"me": letter.me}
        if reaction.binder is not None:
            env[reaction.binder.name] = letter.args[0]
        if written is None or reaction.name in self.rules.hard:
            return None
        self.world.clock += 1
        vague = self.world.vague
        now = self.holds(reaction.condition, env)
        asked = {cell for cell, when in self.world.reads.items() if when == self.world.clock}
        if now is None or self.world.vague > vague:
            self.rules.hard.add(reaction.name)
            return None
        if not asked & written:
            return False
        key = ("false", *letter)
        if not now:
            if not self.world.exact:
                self.noted(key, self.world.fresh((0, 1)))
            return False
        after, self.world.cells = self.world.cells, dict(before)
        was = self.holds(reaction.condition, env)
        kept = {cell: x for cell, x in self.world.cells.items() if cell not in after}
        self.world.cells = {**after, **kept}
        if was is None or self.world.vague > vague:
            return None
        if not was:
            self.noted(key, -1)
        return not was

    def holds(self, condition: core.Expr, env: Env) -> bool | None:
        """Does a condition hold? None when that is not to be followed."""
        return self.truth(condition, env)
