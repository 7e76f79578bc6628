"""The rules read naively: an interpreter of checked games, to be compared with generated engines.

`Naive` plays a `core.Game` by walking its tree. It is written from what `core` says of its nodes and from the
reference of the language, shares nothing with the machine or its Python, and is as slow as it is plain:
every condition is asked again after every verb, sets are sets, a decision is a `yield`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import product
from typing import Any

from rulewright import core

LOOPS = 100_000
Env = dict[str, Any]
Cell = tuple[str, int | None, tuple[int, ...]]
Move = tuple[str, tuple[int, ...] | None]
"""The label of an action or choice and its parts, counted from 0 within their types; None declines."""
Flow = Generator[tuple[int, dict[Move, Any]], Move, None]


class Stuck(Exception):
    """The rules have no way on: where an engine raises its RuleError."""


class _Ended(Exception):
    """An ending came true."""


class Stream:
    """The chance of the engines: splitmix64 (Steele, Lea and Flood 2014), seeded as they are."""

    def __init__(self, seed: int) -> None:
        self.state = seed & (1 << 64) - 1
        self.state = self._next()

    def _next(self) -> int:
        most = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & most
        z = ((self.state ^ self.state >> 30) * 0xBF58476D1CE4E5B9) & most
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & most
        return z ^ z >> 31

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return (self._next() >> 32) * n >> 32


class Naive:
    """A game in play. `seat` and `moves` are the open decision; `play` answers it."""

    def __init__(
        self,
        game: core.Game,
        players: int,
        options: dict[str, int] | None = None,
        below: Callable[[int], int] | None = None,
        seed: int = 0,
    ) -> None:
        self.game, self.players = game, players
        self.options = {o.name: o.default for o in game.options.values()} | (options or {})
        self.below = below or Stream(seed).below
        self.round = 0
        self.ending: str | None = None
        self.zones: dict[Cell, list[int]] = {}
        self.pools: dict[Cell, int] = {}
        self.memory: dict[tuple[str, int | None, int | None], Any] = {}
        self.corners: dict[tuple[str, int], int] = {}
        self.holders: dict[str, int] = dict.fromkeys(game.tokens, -1)
        self.known: dict[tuple[str, int], set[int]] = {}
        self.latched: dict[str, int] = {}
        self.past: Counter[str] = Counter()
        self.turn = 0
        self.line: list[tuple[core.When, int | None, tuple[Any, ...]]] = []
        self.held: set[tuple[str, int, int]] = set()
        self.seat: int | None = None
        self.moves: dict[Move, Any] = {}
        self._fill()
        self._flow = self._game()
        self._on(None)

    def play(self, move: Move) -> None:
        """Answers the open decision."""
        assert move in self.moves
        self._on(move)

    def _on(self, move: Move | None) -> None:
        try:
            self.seat, self.moves = self._flow.send(move) if move else next(self._flow)
        except (_Ended, StopIteration):
            self.seat, self.moves = None, {}

    # ---- how everything starts

    def _fill(self) -> None:
        for zone in self.game.zones.values():
            for seat in self.owners(zone.of_player):
                for index in self.cells(zone):
                    if zone.shape == "pool":
                        self.pools[zone.name, seat, index] = 0
                    else:
                        self.zones[zone.name, seat, index] = []
        for piece in self.game.pieces.values():
            self.pools[f"supply:{piece.name}", None, ()] = piece.number
        for record in self.game.records.values():
            for component in range(record.size):
                self.known[record.name, component] = set()
        for zone in self.game.zones.values():
            if zone.fills and zone.item in self.game.records:
                record = self.game.records[zone.item]
                for component, row in enumerate(self._rows(record)):
                    if record.players[row] <= self.players:
                        self._enter(component, (zone.name, None, (0,) * len(zone.axes)), "top")
        for memory in self.game.memories.values():
            self._restart(memory)

    def owners(self, of_player: bool) -> list[int | None]:
        """Each seat, or nobody for what all share."""
        return list(range(self.players)) if of_player else [None]

    def cells(self, zone: core.Zone) -> Iterator[tuple[int, ...]]:
        """The cells of a zone, as indices from 0."""
        return product(*(range(axis.size) for axis in zone.axes))

    def _rows(self, record: core.Record) -> list[int]:
        return [row for row, copies in enumerate(record.copies) for _ in range(copies)]

    def _restart(self, memory: core.Memory) -> None:
        for seat in self.owners(memory.of_player):
            for index in range(memory.axis.size) if memory.axis else [None]:
                self.memory[memory.name, seat, index] = self._starts(memory)

    def _starts(self, memory: core.Memory) -> Any:
        if isinstance(memory.type, core.SetType):
            return frozenset(self.items(memory.starts, {})) if memory.starts is not None else frozenset()
        if memory.starts is not None:
            return self.value(memory.starts, {})
        if isinstance(memory.type, core.Optional):
            return -1
        return 0

    # ---- the whole game

    def _game(self) -> Flow:
        assert self.game.setup is not None
        assert self.game.flow is not None
        yield from self._block(self.game.setup.body, {})
        self.held = self._holding()
        while True:
            self.round += 1
            self._anew("round")
            if self.game.flow.sort == "turn":
                turns = self.game.turns or core.Turns(first=None, next=None)
                if turns.next is None or self.round == 1:
                    first = self.value(turns.first, {}) if turns.first is not None else 0
                order = [(first + i) % self.players for i in range(self.players)]
                for seat in order[:1] if turns.next is not None else order:
                    self.turn = seat
                    self._anew("turn")
                    yield from self._top(self.game.flow.body, {"me": seat})
                    self._endings("end_of_turn")
            else:
                yield from self._top(self.game.flow.body, {})
            self._endings("end_of_round")
            if self.game.turns is not None and self.game.turns.next is not None:
                first = self.value(self.game.turns.next, {"me": first})

    def _anew(self, lifetime: str) -> None:
        """A round or turn starts: no verb, so no reaction starts; what is true then counts as seen."""
        for memory in self.game.memories.values():
            if memory.lifetime == lifetime:
                self._restart(memory)
        self.held = self._holding()

    def _top(self, block: core.Block, env: Env) -> Flow:
        """The statements of the round or turn itself: what waits in line runs after each."""
        for stmt in block:
            yield from self._statement(stmt, env)
            yield from self._work_off()

    def _work_off(self) -> Flow:
        while self.line:
            reaction, me, args = self.line.pop(0)
            yield from self._react(reaction, me, args)

    def _endings(self, when: str) -> None:
        for ending in self.game.endings.values():
            if ending.tested == "after_round":
                self._latch(ending, when)
            else:
                tested = "end_of_round" if ending.tested == "rounds" else ending.tested
                if tested == when and self._ends(ending):
                    self._end(ending)

    def _ends(self, ending: core.Ending) -> bool:
        if not isinstance(ending.condition, core.Repeated):
            return bool(self.value(ending.condition, {}))
        apart = ending.condition.apart
        memory = {key: value for key, value in self.memory.items() if key[0] not in apart}
        lying = [
            (cell, card, self.corners.get((cell[0], card)))
            for cell, zone in self.zones.items()
            for card in zone
        ]
        position = repr((ending.name, self.turn, memory, lying, self.pools, self.holders))
        self.past[position] += 1
        return bool(self.past[position] >= self.value(ending.condition.times, {}))

    def _latch(self, ending: core.Ending, when: str) -> None:
        if ending.name not in self.latched and self.value(ending.condition, {}):
            more = self.value(ending.more, {}) if ending.more is not None else 0
            self.latched[ending.name] = self.round + more
        if when == "end_of_round" and self.latched.get(ending.name, self.round + 1) <= self.round:
            self._end(ending)

    def _end(self, ending: core.Ending) -> None:
        self.ending = ending.name
        raise _Ended

    # ---- statements

    def _block(self, block: core.Block, env: Env) -> Flow:
        env = dict(env)
        for stmt in block:
            yield from self._statement(stmt, env)

    def _statement(self, stmt: core.Stmt, env: Env) -> Flow:
        match stmt:
            case core.Let():
                env[stmt.name] = self.value(stmt.value, env)
            case core.Draw():
                items = self.items(stmt.source, env)
                if not items:
                    raise Stuck("nothing to draw from")
                env[stmt.name] = self._drawn(stmt, items, env)
            case core.Choose():
                yield from self._choose(stmt, env)
            case core.Offer():
                yield from self._offer(stmt, env)
            case core.Each():
                yield from self._each(stmt, env)
            case core.Repeat():
                yield from self._repeat(stmt, env)
            case core.IfStmt():
                yield from self._block(stmt.then if self.value(stmt.condition, env) else stmt.otherwise, env)
            case core.MatchStmt():
                yield from self._match(stmt, env)
            case core.Resolve():
                procedure = self.game.procedures[stmt.procedure]
                args = [self.value(arg, env) for arg in stmt.args]
                inner: Env = dict(zip((p.name for p in procedure.params), args, strict=True))
                yield from self._block(procedure.body, self._with_me(inner, env.get("me")))
            case core.Trigger():
                yield from self._trigger(stmt, env)
            case _:
                yield from self._verb(stmt, env)

    def _drawn(self, stmt: core.Draw, items: list[Any], env: Env) -> Any:
        if stmt.weight is None:
            return items[self.below(len(items))]
        weights = [self.value(stmt.weight, {**env, stmt.each: item}) for item in items]
        if not sum(weights) or min(weights) < 0:
            raise Stuck("weights that are no chances")
        at = self.below(sum(weights))
        return [item for item, weight in zip(items, weights, strict=True) for _ in range(weight)][at]

    def _with_me(self, env: Env, me: int | None) -> Env:
        return env if me is None else {**env, "me": me}

    def _each(self, stmt: core.Each, env: Env) -> Flow:
        members = [x for x in self.items(stmt.source, env) if self._if(stmt.where, env, stmt.name, x)]
        for x in members:
            if stmt.recheck is None or self.value(stmt.recheck, {**env, stmt.name: x}):
                yield from self._block(stmt.body, {**env, stmt.name: x})

    def _repeat(self, stmt: core.Repeat, env: Env) -> Flow:
        for _ in range(LOOPS):
            if self.value(stmt.until, env):
                return
            yield from self._block(stmt.body, env)
        raise Stuck("a loop without an end")

    def _match(self, stmt: core.MatchStmt, env: Env) -> Flow:
        word, values = self._word_of(stmt.value.type, self.value(stmt.value, env))
        for case in stmt.cases:
            if case.word == word:
                names = dict(zip((name for name, _ in case.params), values, strict=False))
                yield from self._block(case.body, {**env, **names})
                return
        yield from self._block(stmt.otherwise or (), env)

    def _word_of(self, type: core.Type, value: int) -> tuple[str, tuple[int, ...]]:
        """A word of a kind and what it carries."""
        of = type.of if isinstance(type, core.Optional) else type
        assert isinstance(of, core.KindType)
        for word in self.game.kinds[of.name].words:
            if word.base <= value < word.base + word.size:
                carried = product(*(self._all_of(param) for param in word.params))
                return word.name, list(carried)[value - word.base]
        raise AssertionError(f"{value} is no word of {of.name}")

    def _all_of(self, type: core.Type) -> range:
        low, high = core.bounds(self.game, type)
        return range(low, high + 1)

    # ---- decisions

    def _choose(self, stmt: core.Choose, env: Env) -> Flow:
        seat = self.value(stmt.by, env)
        env = {**env, "me": seat}
        legal: dict[Move, Any] = {}
        for x in self.items(stmt.source, env):
            if self._if(stmt.where, env, stmt.name, x):
                legal.setdefault((stmt.label, (self._part(stmt.type, x),)), x)
        if not legal and stmt.how == "must":
            raise Stuck(f"nothing to choose for {stmt.label}")
        if not legal:
            yield from self._block(stmt.or_else or (), env)
            return
        if stmt.how == "may":
            legal[stmt.label, None] = None
        chosen = yield seat, legal
        if chosen[1] is None:
            yield from self._block(stmt.or_else or (), env)
        else:
            yield from self._block(stmt.body, {**env, stmt.name: legal[chosen]})

    def _part(self, type: core.Type, value: int) -> int:
        """A choice as a part of a move: copies count by their row."""
        if isinstance(type, core.Component):
            return self._rows(self.game.records[type.record])[value]
        return value - core.bounds(self.game, type)[0]

    def _offer(self, stmt: core.Offer, env: Env) -> Flow:
        if stmt.together:
            yield from self._together(stmt, env)
            return
        seat = self.value(stmt.to, env)
        while True:
            legal = self._legal(stmt, seat)
            if not legal:
                yield from self._block(stmt.otherwise or (), env)
                return
            chosen = yield seat, legal
            yield from self._block(self.game.actions[chosen[0]].body, legal[chosen])
            yield from self._work_off()
            self._endings("at_once")
            if stmt.until in (None, chosen[0]):
                return

    def _legal(self, stmt: core.Offer, seat: int) -> dict[Move, Any]:
        legal: dict[Move, Any] = {}
        for name in stmt.actions:
            for picked in self._picked(self.game.actions[name], {"me": seat}):
                parts = tuple(self._part(p.type, picked[p.name]) for p in self.game.actions[name].picks)
                legal.setdefault((name, parts), picked)
        if not legal and stmt.otherwise is None:
            raise Stuck("no action is possible")
        return legal

    def _together(self, stmt: core.Offer, env: Env) -> Flow:
        chosen: dict[int, Move] = {}
        for seat in self.items(stmt.to, env):
            if seat not in chosen:
                chosen[seat] = yield seat, self._legal(stmt, seat)
        for seat, move in chosen.items():
            for picked in self._picked(self.game.actions[move[0]], {"me": seat}):
                picks = self.game.actions[move[0]].picks
                if move[1] == tuple(self._part(p.type, picked[p.name]) for p in picks):
                    yield from self._block(self.game.actions[move[0]].body, picked)
                    yield from self._work_off()
                    break
        self._endings("at_once")

    def _picked(self, action: core.Action, env: Env) -> Iterator[Env]:
        """All ways to fill the parts of an action, line by line."""
        ways = [env]
        for line in action.lines:
            if isinstance(line, core.Guard):
                ways = [way for way in ways if self.value(line.condition, way)]
            else:
                ways = [
                    {**way, line.name: x}
                    for way in ways
                    for x in self.items(line.source, way)
                    if self._if(line.where, way, line.name, x)
                ]
        return iter(ways)

    def _if(self, where: core.Expr | None, env: Env, name: str, value: Any) -> bool:
        return where is None or bool(self.value(where, {**env, name: value}))

    # ---- reactions

    def _trigger(self, stmt: core.Trigger, env: Env) -> Flow:
        if not self.round:
            return
        args = tuple(self.value(arg, env) for arg in stmt.args)
        me = env.get("me")
        answers = [r for r in self.game.reactions.values() if isinstance(r, core.When)]
        answers = [r for r in answers if r.event == stmt.event]
        answers = [r for r in answers if r.guard is None or self.value(r.guard, self._given(r, me, args))]
        for reaction in answers:
            if reaction.order == "in_line":
                waiting = (reaction, me, args)
                if not reaction.once_each or not any(self._same(waiting, w) for w in self.line):
                    self.line.append(waiting)
        for reaction in answers:
            if reaction.order == "at_once":
                yield from self._react(reaction, me, args)

    def _same(self, one: tuple[core.When, int | None, Any], other: tuple[core.When, int | None, Any]) -> bool:
        return one[0].name == other[0].name and one[1:] == other[1:]

    def _given(self, reaction: core.When, me: int | None, args: tuple[Any, ...]) -> Env:
        return self._with_me(dict(zip((p.name for p in reaction.params), args, strict=True)), me)

    def _react(self, reaction: core.When, me: int | None, args: tuple[Any, ...]) -> Flow:
        yield from self._block(reaction.body, self._given(reaction, me, args))

    def _holding(self) -> set[tuple[str, int, int]]:
        """For which reactions, seats and cases the condition of `as soon as` holds now."""
        return {
            (reaction.name, seat, case)
            for reaction in self.game.reactions.values()
            if isinstance(reaction, core.AsSoonAs)
            for seat in range(self.players)
            for case in self._cases(reaction, seat)
            if self.value(reaction.condition, self._case(reaction, seat, case))
        }

    def _cases(self, reaction: core.AsSoonAs, seat: int) -> list[int]:
        return self.items(reaction.binder.source, {"me": seat}) if reaction.binder else [0]

    def _case(self, reaction: core.AsSoonAs, seat: int, case: int) -> Env:
        return {"me": seat, **({reaction.binder.name: case} if reaction.binder else {})}

    def _verb(self, stmt: core.Stmt, env: Env) -> Flow:
        """A verb, and what it sets off: all that has become true, one after the other."""
        self._do(stmt, env)
        if not self.round:
            return
        before, self.held = self.held, self._holding()
        first = env.get("me") or 0
        risen = self.held - before
        for name, seat, case in sorted(risen, key=lambda r: self._turn_of(r, first)):
            found = self.game.reactions[name]
            assert isinstance(found, core.AsSoonAs)
            yield from self._block(found.body, self._case(found, seat, case))

    def _turn_of(self, risen: tuple[str, int, int], first: int) -> tuple[int, int, int]:
        name, seat, case = risen
        return list(self.game.reactions).index(name), (seat - first) % self.players, case

    # ---- verbs

    def _do(self, stmt: core.Stmt, env: Env) -> None:
        match stmt:
            case core.Lay():
                card, corner = self.value(stmt.what, env), self.value(stmt.at, env)
                overlay = self.game.overlays[stmt.to.zone]
                if not self._under(overlay, corner):
                    raise Stuck("a card beyond the edge")
                self._move(card, self._cell(stmt.to, env), stmt.end)
                self.corners[stmt.to.zone, card] = corner
            case core.Move():
                self._move(self.value(stmt.what, env), self._cell(stmt.to, env), stmt.end)
                self._room(stmt.to, env)
            case core.MoveAll():
                to = self._cell(stmt.to, env)
                for cell in self._covered(stmt.source, env):
                    for _ in range(len(self.zones[cell])):
                        self._move(self._inside(cell)[0], to, stmt.end)
                self._room(stmt.to, env)
            case core.Deal():
                source, to = self._cell(stmt.source, env), self._cell(stmt.to, env)
                for _ in range(min(self.value(stmt.number, env), len(self.zones[source]))):
                    self._move(self.zones[source][-1], to, stmt.end)
                self._room(stmt.to, env)
            case core.MovePieces():
                here, there = self._cell(stmt.source, env), self._cell(stmt.to, env)
                number = self.pools[here]
                if stmt.number is not None:
                    number = max(0, min(self.value(stmt.number, env), number))
                self.pools[here] -= number
                self.pools[there] += number
                self._room(stmt.to, env)
            case core.Shuffle():
                self._shuffle(self._cell(stmt.zone, env))
            case core.Give():
                self.holders[stmt.token] = self.value(stmt.to, env)
            case core.Remember():
                self._remember(stmt, env)
            case core.DropLine(of=name):
                reaction = self.game.reactions[name]
                if isinstance(reaction, core.When) and reaction.order == "in_line":
                    self.line.clear()
            case core.MoveMan():
                left, entered = (self._place_of(m, env) for m in (stmt.source, stmt.to))
                man, self.memory[left] = self.memory[left], -1
                self.memory[entered] = man
            case _:
                raise AssertionError(f"no such statement: {stmt}")

    def _move(self, component: int, to: Cell, end: str) -> None:
        item = self.game.zones[to[0]].item
        for cell, inside in self.zones.items():
            if self.game.zones[cell[0]].item == item and component in inside:
                inside.remove(component)
        self._enter(component, to, end)

    def _enter(self, component: int, to: Cell, end: str) -> None:
        self.zones[to].insert(0 if end == "bottom" else len(self.zones[to]), component)
        self.known[self.game.zones[to[0]].item, component] |= self._seers(to)

    def _seers(self, cell: Cell) -> set[int]:
        """Who sees the faces that lie in a cell."""
        zone = self.game.zones[cell[0]]
        if zone.visibility == "public":
            return set() if cell[2] in zone.down else set(range(self.players))
        return {cell[1]} if zone.visibility == "owner" and cell[1] is not None else set()

    def _inside(self, cell: Cell) -> list[int]:
        """What lies in a cell, from the bottom; of a set in the order of the table."""
        inside = self.zones[cell]
        return sorted(inside) if self.game.zones[cell[0]].shape == "set" else list(inside)

    def _shuffle(self, cell: Cell) -> None:
        inside = self.zones[cell]
        for i in reversed(range(1, len(inside))):
            j = self.below(i + 1)
            inside[i], inside[j] = inside[j], inside[i]
        for component in inside:
            self.known[self.game.zones[cell[0]].item, component] = self._seers(cell)

    def _room(self, to: core.ZoneRef, env: Env) -> None:
        limit = self.game.zones[to.zone].at_most
        if limit is not None and self._count(to, env) > self.value(limit, env):
            raise Stuck(f"{to.zone} holds too many")

    def _remember(self, stmt: core.Remember, env: Env) -> None:
        place = self._place_of(stmt.target, env)
        old, type = self.memory[place], stmt.target.type
        if isinstance(type, core.SetType):
            new = frozenset(self._members(stmt.value, env))
            changed = new if stmt.op == "set" else old | new if stmt.op == "add" else old - new
        else:
            value = self.value(stmt.value, env)
            changed = value if stmt.op == "set" else old + value if stmt.op == "add" else old - value
            self._in_range(type, changed)
        self.memory[place] = changed

    def _members(self, value: core.Expr, env: Env) -> Iterable[int]:
        if isinstance(value.type, core.SetType | core.ListType):
            return self.items(value, env)
        return [self.value(value, env)]

    def _in_range(self, type: core.Type, value: int) -> None:
        if isinstance(type, core.Optional):
            return
        low, high = core.bounds(self.game, type)
        if not low <= value <= high:
            raise Stuck(f"{value} leaves {low}..{high}")

    # ---- places

    def _cell(self, zone: core.ZoneRef, env: Env) -> Cell:
        cells = self._covered(zone, env)
        assert len(cells) == 1
        return cells[0]

    def _covered(self, zone: core.ZoneRef, env: Env) -> list[Cell]:
        """The cells that a reference covers, in order."""
        info = self.game.zones[zone.zone]
        seat = None if zone.seat is None else self.value(zone.seat, env)
        named = [self._index(index, axis, env) for index, axis in zip(zone.indices, info.axes, strict=False)]
        return [(zone.zone, seat, c) for c in self.cells(info) if c[: len(named)] == tuple(named)]

    def _index(self, index: core.Expr, axis: core.AxisInfo, env: Env) -> int:
        at = self.value(index, env) - axis.low
        if not 0 <= at < axis.size:
            raise Stuck(f"{at} of {axis.size}")
        return int(at)

    def _place_of(self, memory: core.MemoryValue, env: Env) -> tuple[str, int | None, int | None]:
        axis = self.game.memories[memory.name].axis
        index = self._index(memory.index, axis, env) if memory.index is not None and axis else None
        return memory.name, None if memory.seat is None else self.value(memory.seat, env), index

    def _count(self, zone: core.ZoneRef, env: Env) -> int:
        cells = self._covered(zone, env)
        if self.game.zones[zone.zone].shape == "pool":
            return sum(self.pools[cell] for cell in cells)
        return sum(len(self.zones[cell]) for cell in cells)

    # ---- sources

    def items(self, source: core.Expr | None, env: Env) -> list[Any]:
        """The members of a source, in order."""
        match source:
            case core.ZoneRef():
                assert self.game.zones[source.zone].shape != "pool"
                return [c for cell in self._covered(source, env) for c in self._inside(cell)]
            case core.Domain(of=core.Seat()):
                return list(range(self.players))
            case core.Domain(of=core.KindType(name)):
                return list(range(self.game.kinds[name].size))
            case core.Domain(of=core.RangeType(name)):
                info = self.game.ranges[name]
                return list(range(self.value(info.low_expr, {}), self.value(info.high_expr, {}) + 1))
            case core.SeatsFrom():
                seats, start = set(self.items(source.of, env)), self.value(source.start, env)
                step = -1 if source.backwards else 1
                clockwise = [(start + step * i) % self.players for i in range(self.players)]
                return [seat for seat in clockwise if seat in seats]
            case core.Interval():
                return list(range(self.value(source.low, env), self.value(source.high, env) + 1))
            case core.Members():
                return list(self.game.groups[source.group].members)
            case core.Matchings():
                return self._matchings(source, env)
            case core.Leading(binder=binder, condition=condition):
                leading: list[Any] = []
                for x in self.items(binder.source, env):
                    if not self.value(condition, {**env, binder.name: x}):
                        break
                    leading.append(x)
                return leading
            case None:
                return []
        value = self.value(source, env)
        if isinstance(source.type, core.Multiset):
            kind = self.game.kinds[source.type.kind]
            return list(core.multisets(kind.size, source.type.most)[value])
        return sorted(value) if isinstance(value, frozenset) else list(value)

    def _matchings(self, expr: core.Matchings, env: Env) -> list[int]:
        """Every choice of words, one for each need, that lie in the pool; a joker goes with any word."""
        kind, needs = self.game.kinds[expr.kind], self.items(expr.needs, env)
        jokers = {w.base for w in kind.words if w.joker}
        lying = [self.pools[cell] for cell in self._covered(expr.pool, env)]
        words = [[w for w in range(kind.size) if w == need or {w, need} & jokers] for need in needs]
        ways = {tuple(sorted(way)) for way in product(*words)}
        ways = {way for way in ways if all(n <= lying[word] for word, n in Counter(way).items())}
        assert isinstance(expr.type, core.ListType)
        assert isinstance(expr.type.of, core.Multiset)
        numbered = core.multisets(kind.size, expr.type.of.most)
        return [number for number, way in enumerate(numbered) if way in ways]

    # ---- values

    def value(self, expr: core.Expr, env: Env) -> Any:
        """What an expression is now. yes and no are 1 and 0, sets are frozensets, lists are tuples."""
        match expr:
            case core.Const(value=value):
                return value
            case core.Local(name=name):
                return env[name]
            case core.Me():
                return env["me"]
            case core.PlayerCount():
                return self.players
            case core.RoundNumber():
                return self.round
            case core.OptionValue(name=name):
                return self.options[name]
            case core.ConstantByPlayers(name=name):
                return self.game.constants[name].values[self.players - self.game.low]
            case core.MemoryValue(name=name) if name.startswith("top:"):
                return self.remembered(self._place_of(expr, env))
            case core.MemoryValue():
                return self.memory[self._place_of(expr, env)]
            case core.Shown():
                return self._shown(expr, env)
            case core.LeadingRun():
                return self._leading_run(expr, env)
            case core.Holder(token=token):
                return self.holders[token]
            case core.Column():
                return self._column(expr, env)
            case core.Call():
                define = self.game.defines[expr.define]
                args = [self.value(arg, env) for arg in expr.args]
                return self.value(define.value, dict(zip((p.name for p in define.params), args, strict=True)))
            case core.Word():
                return self._word(expr, env)
            case core.Binary():
                return self._binary(expr, env)
            case core.Not(of=of):
                return int(not self.value(of, env))
            case core.IsEmpty(of=of):
                return int(self._is_empty(of, env))
            case core.IsFull(of=of):
                limit = self.game.zones[of.zone].at_most
                assert limit is not None
                return int(self._count(of, env) >= self.value(limit, env))
            case core.In():
                value = self.value(expr.value, env)
                none = isinstance(expr.value.type, core.Optional) and value == -1
                return int(not none and value in self.items(expr.source, env))
            case core.Fits():
                left, right = self.value(expr.left, env), self.value(expr.right, env)
                assert isinstance(expr.left.type, core.KindType)
                jokers = {w.base for w in self.game.kinds[expr.left.type.name].words if w.joker}
                return int(left == right or left in jokers or right in jokers)
            case core.If():
                return self.value(expr.then if self.value(expr.condition, env) else expr.otherwise, env)
            case core.Aggregate():
                return self._aggregate(expr, env)
            case core.EndOf():
                inside = self._inside(self._cell(expr.zone, env))
                return (inside[-1] if expr.end == "top" else inside[0]) if inside else -1
            case core.Lookup():
                return self._lookup(expr, env)
            case core.Match():
                return self._matched(expr, env)
            case core.LongestRun():
                return self._longest_run(expr, env)
            case core.NextSeat():
                return self._next_seat(expr, env)
            case core.TeamOf():
                seat = self.value(expr.seat, env)
                return frozenset(s for s in self._team_of(seat) if s < self.players)
            case core.Table():
                found = self._entry(expr, env)
                return frozenset(found) if isinstance(expr.type, core.SetType) else found
            case core.Region():
                return self._region(expr.start, expr.within, expr.near, env)
            case core.Connects():
                reached = self._region(expr.one, expr.within, expr.near, env)
                return int(bool(reached & set(self.items(expr.other, env))))
        if isinstance(expr.type, core.SetType):
            return frozenset(self.items(expr, env))
        return tuple(self.items(expr, env))

    def _entry(self, expr: core.Table, env: Env) -> Any:
        """An entry of a table, found by going through all combinations of its axes; none is the last."""
        info = self.game.tables[expr.name]
        wanted = tuple(
            axis.size - 1 if isinstance(axis.type, core.Optional) and value == -1 else value - axis.low
            for value, axis in zip((self.value(i, env) for i in expr.indices), info.axes, strict=True)
        )
        if any(not 0 <= at < axis.size for at, axis in zip(wanted, info.axes, strict=True)):
            raise Stuck(f"{wanted} is not in {expr.name}")
        if not info.axes:
            return info.values
        places = product(*(range(axis.size) for axis in info.axes))
        return dict(zip(places, info.values, strict=True))[wanted]

    def _region(self, start: core.Expr, within: core.Expr, near: str, env: Env) -> frozenset[int]:
        inside = set(self.items(within, env))
        neighbours = self.game.tables[near].values
        found: set[int] = set()
        wave = set(self.items(start, env)) & inside
        while wave:
            found |= wave
            around = {there for here in wave for there in neighbours[here]}
            wave = around & inside - found
        return frozenset(found)

    def _column(self, expr: core.Column, env: Env) -> Any:
        record = self.game.records[expr.record]
        return record.fields[expr.field].values[self._rows(record)[self.value(expr.of, env)]]

    def _word(self, expr: core.Word, env: Env) -> int:
        word = next(w for w in self.game.kinds[expr.kind].words if w.name == expr.word)
        carried = list(product(*(self._all_of(param) for param in word.params)))
        args = tuple(self.value(arg, env) for arg in expr.args)
        if args not in carried:
            raise Stuck(f"{args} is out of what {word.name} carries")
        return word.base + carried.index(args)

    def _binary(self, expr: core.Binary, env: Env) -> Any:
        left = self.value(expr.left, env)
        if expr.op == "and":
            return int(bool(left) and bool(self.value(expr.right, env)))
        if expr.op == "or":
            return int(bool(left) or bool(self.value(expr.right, env)))
        right = self.value(expr.right, env)
        match expr.op:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "/":
                return left // right
            case "is":
                return int(left == right)
            case "is_not":
                return int(left != right)
            case "<":
                return int(left < right)
            case "<=":
                return int(left <= right)
            case ">":
                return int(left > right)
            case ">=":
                return int(left >= right)
        raise AssertionError(expr.op)

    def _is_empty(self, of: core.Expr, env: Env) -> bool:
        if isinstance(of, core.ZoneRef):
            return self._count(of, env) == 0
        if isinstance(of.type, core.Optional):
            return bool(self.value(of, env) == -1)
        return not self.items(of, env)

    def _lookup(self, expr: core.Lookup, env: Env) -> Any:
        value = self.value(expr.value, env)
        if expr.op == "table":
            return self.value(dict(expr.arrows)[value], env)
        reached = [result for step, result in expr.arrows if step <= value]
        return self.value(reached[-1] if reached else expr.arrows[0][1], env)

    def _matched(self, expr: core.Match, env: Env) -> Any:
        word, values = self._word_of(expr.value.type, self.value(expr.value, env))
        for case in expr.cases:
            if case.word == word:
                names = dict(zip((name for name, _ in case.params), values, strict=False))
                return self.value(case.value, {**env, **names})
        assert expr.otherwise is not None
        return self.value(expr.otherwise, env)

    def _next_seat(self, expr: core.NextSeat, env: Env) -> int:
        seat = self.value(expr.seat, env)
        among = range(self.players) if expr.among is None else self.value(expr.among, env)
        order = [(seat + i) % self.players for i in range(1, self.players)]
        found = [other for other in order if other in among] or [seat]
        return int(found[-1 if expr.backwards else 0])

    def _team_of(self, seat: int) -> tuple[int, ...]:
        """A seat's team; itself alone where there are no teams."""
        teams = self.game.teams.values()
        return next((team.seats for team in teams if seat in team.seats), (seat,))

    def remembered(self, place: tuple[str, int | None, int | None]) -> Any:
        """What a memory holds; that of an overlay is what lies on top there."""
        return self._topmost(place)[0] if place[0].startswith("top:") else self.memory[place]

    def _topmost(self, place: tuple[str, int | None, int | None]) -> tuple[int, int]:
        """The topmost card at a space of an overlay and where it is in its picture; none is -1."""
        name, seat, space = place
        overlay = self.game.overlays[name.removeprefix("top:")]
        for card in reversed(self.zones[overlay.name, seat, ()]):
            under = self._under(overlay, self.corners[overlay.name, card])
            if space in under:
                return card, under.index(space)
        return -1, -1

    def _under(self, overlay: core.Overlay, corner: int) -> tuple[Any, ...]:
        under = self.game.tables[overlay.cover].values[corner]
        assert isinstance(under, tuple)
        return under

    def _shown(self, expr: core.Shown, env: Env) -> int:
        card, part = self._topmost(self._place_of(expr.of, env))
        record = self.game.records[self.game.overlays[expr.overlay].record]
        field = record.fields[expr.field]
        item = field.type.of if isinstance(field.type, core.ListType) else field.type
        if card < 0:
            return 0 if isinstance(item, core.YesNo) else -1
        picture = field.values[self._rows(record)[card]]
        return picture[part] if isinstance(picture, tuple) else picture

    def _leading_run(self, expr: core.LeadingRun, env: Env) -> int:
        values = self.value(expr.of, env)
        fits = [
            n
            for n in range(len(values) + 1)
            if -1 not in values[:n] and len(set(values[:n])) == (n if expr.op == "different" else min(n, 1))
        ]
        return max(fits)

    def _longest_run(self, expr: core.LongestRun, env: Env) -> int:
        words = self.value(expr.of, env)
        jokers, fixed = self.value(expr.jokers, env), self.value(expr.fixed, env)
        wild = {w.base for w in self.game.kinds[expr.kind].words if w.joker}
        best = 0
        for i in range(len(words)):
            for j in range(i, len(words)):
                if any(self._alike(kind, words, i, j, wild, jokers, fixed) for kind in {-2, *words} - {-1}):
                    best = max(best, j - i + 1)
        return best

    def _alike(
        self, kind: int, words: tuple[int, ...], i: int, j: int, wild: set[int], jokers: int, fixed: int
    ) -> bool:
        """Are the words from i to j of one kind, with some replaced?"""
        others = [at for at in range(i, j + 1) if words[at] != kind and words[at] not in wild]
        if any(words[at] == -1 or at < fixed for at in others):
            return False
        return len(others) <= jokers

    # ---- aggregates

    def _bound(self, binders: tuple[core.Binder, ...], env: Env) -> Iterator[tuple[Env, int]]:
        """All ways to bind the names, each with how often it counts (the pieces of a pool)."""
        if not binders:
            yield env, 1
            return
        binder = binders[0]
        if isinstance(binder.source, core.ZoneRef) and self.game.zones[binder.source.zone].shape == "pool":
            number = self._count(binder.source, env)
            for inner, times in self._bound(binders[1:], env):
                yield inner, times * number
            return
        for x in self.items(binder.source, env):
            yield from self._bound(binders[1:], {**env, binder.name: x})

    def _aggregate(self, expr: core.Aggregate, env: Env) -> Any:
        found = [
            (inner, times)
            for inner, times in self._bound(expr.binders, env)
            if times and (expr.where is None or self.value(expr.where, inner))
        ]
        if expr.op == "count":
            return sum(times for _, times in found)
        if expr.op == "those":
            return frozenset(inner[expr.binders[0].name] for inner, _ in found)
        if expr.op == "first":
            return found[0][0][expr.binders[0].name] if found else -1
        assert expr.value is not None
        if expr.op == "any":
            return int(any(self.value(expr.value, inner) for inner, _ in found))
        if expr.op == "all":
            return int(all(self.value(expr.value, inner) for inner, _ in found))
        values = [self.value(expr.value, inner) for inner, times in found for _ in range(times)]
        present = values
        if isinstance(expr.value.type, core.Optional):
            present = [value for value in values if value != -1]
        match expr.op:
            case "total":
                return sum(values)
            case "highest":
                return max(values, default=0)
            case "lowest":
                return min(values, default=0)
            case "distinct":
                return len(set(present))
            case "most_alike":
                return max(Counter(present).values(), default=0)
            case "list":
                return tuple(values)
        raise AssertionError(expr.op)

    # ---- scores and winners

    def sheet(self, seat: int) -> list[int]:
        """The points of each score line."""
        return [self.value(score.value, {"me": seat}) for score in self.game.scores.values()]

    def winners(self) -> list[int]:
        """Who has won, once the game has ended."""
        winner = self.game.winner
        if winner is None or self.ending is None:
            return []
        left = list(range(self.players))
        if winner.target is not None:
            least = self.value(winner.target, {})
            left = [seat for seat in left if sum(self.sheet(seat)) >= least]
        if not left:
            return []
        left = self._best(left, winner.extreme, lambda seat: sum(self.sheet(seat)))
        for extreme, expr in winner.tie_breaks:
            left = self._best(left, extreme, lambda seat, e=expr: self.value(e, {"me": seat}))  # type: ignore[misc]
        return left if winner.share else [seat for seat in left if seat in self._team_of(left[0])]

    def _best(self, seats: list[int], extreme: str, of: Callable[[int], int]) -> list[int]:
        def whole(seat: int) -> int:
            return sum(of(each) for each in self._team_of(seat) if each < self.players)

        best = (max if extreme == "most" else min)(map(whole, seats))
        return [seat for seat in seats if whole(seat) == best]
