"""Search: whether the two orders of a pair ever come to something else, by playing both from many positions.

Both probes are made into engines; from each position that matters to the pair, with each seat to act and all
choices and chances, both are played to the end and what they can come to is compared. Where there are few
positions all are tried, which settles it; else so many as the budget allows, drawn from a seed. A position in
which the rules stop (a number leaves its range, nothing is left to draw) tells nothing and is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice, product
from random import Random
from types import ModuleType
from typing import Any

from rulewright import core
from rulewright.machine.layout import Layout, layout
from rulewright.orders.footprint import Footprint
from rulewright.orders.positions import Position, Positions, put
from rulewright.orders.probe import Probe
from rulewright.python import engine
from rulewright.python.runtime import Game, Rules, State, view
from rulewright.python.to_python import to_python
from rulewright.record import record

MOST_LEAVES = 200
MOST_STOPS = 400
MOST_MOVES = 4


@record
class Budget:
    """How many pairs of runs a search may take, and how many moves in all of them."""

    runs: int = 2_000
    moves: int = 15_000


@record
class Difference:
    """A position and what the two orders come to: `given` in words, and what is so afterwards, in words,
    after one order and after the other (empty: the same place is not changed)."""

    acts: str
    given: tuple[str, ...]
    first: tuple[str, ...]
    second: tuple[str, ...]


@record
class Searched:
    """What came of a search: a difference, or how many runs showed none, and whether these were all."""

    difference: Difference | None
    runs: int
    whole: bool


@record
class Start:
    """How a run starts: how many play, options, the position, who acts, which move."""

    players: int
    options: tuple[int, ...]
    position: Position
    seat: int
    move: int


class TooMany(Exception):
    """A run has too many ways on."""


def search(game: core.Game, probe: Probe, footprint: Footprint, budget: Budget) -> Searched:
    """Play both orders; `footprint` is that of both sides and their causes together."""
    modules = [engine.load(to_python(one), one.slug) for one in probe.games]
    try:
        return _Search(game, probe, footprint, budget, modules).run()
    finally:
        for module in modules:
            engine.unload(module)


@dataclass(slots=True)
class _Search:
    game: core.Game
    probe: Probe
    footprint: Footprint
    budget: Budget
    modules: list[ModuleType]
    runs: int = 0
    stops: int = 0
    moves: int = 0
    whole: bool = True
    layout: Layout = field(init=False)
    positions: Positions = field(init=False)

    def __post_init__(self) -> None:
        self.layout = layout(self.probe.games[0])
        self.whole = self.probe.whole

    @property
    def rules(self) -> list[Rules]:
        """Those of both engines."""
        return [module.RULES for module in self.modules]

    @property
    def _stopped(self) -> tuple[type[Exception], ...]:
        """How engines stop where a position cannot go on; each has its own RuleError."""
        return *(module.RuleError for module in self.modules), LookupError, ValueError, ArithmeticError

    def run(self) -> Searched:
        """Try positions until a difference is found or the budget is spent."""
        for start in self._starts():
            self.runs += 1
            ends = self._ends(start)
            if ends is not None and ends[0].keys() != ends[1].keys():
                return Searched(self._told(self._lessened(start)), self.runs, self.whole)
            if self.stops > MOST_STOPS or self.moves > self.budget.moves:
                self.whole = False
                break
        return Searched(None, self.runs, self.whole)

    # ---- where runs start

    def _starts(self) -> Iterator[Start]:
        numbers = range(self.game.low, self.game.high + 1)
        seats = [(players, seat) for players in numbers for seat in range(players)]
        choices = list(product(seats, self._options()))
        turning = _turning(self.probe.games[0])
        places, mine = self.footprint.places, self.footprint.mine
        share = max(1, self.budget.runs // len(choices))
        for (players, seat), options in choices:
            self.positions = Positions(self.probe.games[0], self.layout, places, mine, turning, players, seat)
            left = share
            for position in self._some(share):
                for move in self._moves(players, options, position, seat):
                    yield Start(players, options, position, seat, move)
                    left -= 1
                if left <= (-MOST_MOVES * share if self.positions.number <= share else 0):
                    self.whole = False
                    break

    def _some(self, share: int) -> Iterator[Position]:
        if self.positions.number <= share:
            yield from self.positions.all()
            return
        self.whole = False
        yield from islice(self.positions.some(Random(7)), share)

    def _options(self) -> list[tuple[int, ...]]:
        """The values of all options; those that the pair, or any range, reads in all ways."""
        ends = [end for info in self.game.ranges.values() for end in (info.low_expr, info.high_expr)]
        read = {p.name for end in ends for p in core.walk(end) if isinstance(p, core.OptionValue)}
        read |= self.footprint.options
        each = [
            [value for _, value in option.values] if name in read else [option.default]
            for name, option in self.game.options.items()
        ]
        return list(product(*each))

    def _state(
        self, which: int, players: int, options: tuple[int, ...], position: Position, seat: int
    ) -> State:
        """A position in which a seat may make the moves of the probe."""
        rules, memory = self.rules[which], self.layout.memory
        state = rules.start(players, options, 1)
        rules.set_up(state)
        put(rules, state, position, self.positions.pools)
        for of, name in self.probe.sets.items():
            info = self.game.records[of]
            rows = [row for row, copies in enumerate(info.copies) for _ in range(copies)]
            mask = sum(1 << i for i, row in enumerate(rows) if info.players[row] <= players)
            state.memory[memory[name].at] = mask
        state.memory[memory[self.probe.seat].at] = seat
        state.explicit = True
        rules.refresh(state)
        return state

    def _moves(self, players: int, options: tuple[int, ...], position: Position, seat: int) -> list[int]:
        try:
            state = self._state(0, players, options, position, seat)
            if self.game.claims and self.rules[0].claims(state):
                return []
        except self._stopped:
            self.stops += 1
            return []
        rules = self.rules[0]
        if state.ending >= 0:
            return []
        own = [g for g in rules.groups if g.name in self.probe.actions]
        return [m for m in state.legal if any(g.base <= m < g.base + g.count for g in own)]

    # ---- where they end

    def _ends(self, start: Start) -> list[dict[Any, State]] | None:
        """By what makes a position the same, all ends of both orders; None where the rules stop, or there are
        too many."""
        try:
            return [self._leaves(which, start) for which in (0, 1)]
        except self._stopped:
            self.stops += 1
        except TooMany:
            self.whole = False
        return None

    def _leaves(self, which: int, start: Start) -> dict[Any, State]:
        state = self._state(which, start.players, start.options, start.position, start.seat)
        rules = self.rules[which]
        waiting, found, taken = [(state, start.move)], dict[Any, State](), 0
        while waiting:
            state, move = waiting.pop()
            rules.apply(state, move)
            taken += 1
            self.moves += 1
            if taken > MOST_LEAVES:
                raise TooMany
            if state.ending >= 0:
                found.setdefault(self._key(state), state)
            else:
                waiting += [(state.copy(), other) for other in state.legal]
        return found

    def _key(self, state: State) -> Any:
        held = [region.at for name, region in self.layout.memory.items() if name.startswith("held:")]
        memory = tuple(state.memory[: min(held, default=len(state.memory))])
        return memory, tuple(map(tuple, state.zones)), tuple(state.sets), tuple(state.pools)

    # ---- what is said of a difference

    def _lessened(self, start: Start) -> Start:
        """The same with fewer givens, as long as the orders differ."""
        at = 0
        while at < len(start.position):
            fewer = replace(start, position=(*start.position[:at], *start.position[at + 1 :]))
            ends = self._ends(fewer) if fewer.move in self._moves_of(fewer) else None
            if ends is not None and ends[0].keys() != ends[1].keys():
                start = fewer
            else:
                at += 1
        return start

    def _moves_of(self, start: Start) -> list[int]:
        return self._moves(start.players, start.options, start.position, start.seat)

    def _told(self, start: Start) -> Difference:
        ends = self._ends(start)
        assert ends is not None
        only = [[state for key, state in ends[i].items() if key not in ends[1 - i]] for i in (0, 1)]
        states = [(only[i] or list(ends[i].values()))[0] for i in (0, 1)]
        before = self._state(0, start.players, start.options, start.position, start.seat)
        bare = self._state(0, start.players, start.options, (), start.seat)
        shown = [self._facts(state) for state in (bare, before, *states)]
        differ = [place for place in shown[2] if shown[2][place] != shown[3][place]]
        given = [place for place in shown[1] if shown[0][place] != shown[1][place]]
        given += [place for place in differ if place not in given]
        return Difference(
            acts=self._acts(start),
            given=tuple(f"{place} is {shown[1][place]}" for place in given),
            first=tuple(f"{place} is {shown[2][place]}" for place in differ),
            second=tuple(f"{place} is {shown[3][place]}" for place in differ),
        )

    def _acts(self, start: Start) -> str:
        state = self._state(0, start.players, start.options, start.position, start.seat)
        play = Game(self.rules[0], state, 1)
        names = [name for name, _, _ in play.decode(start.move)[0].picks]
        parts = [f"{name} {word}" for name, word in zip(names, play.picked(start.move), strict=True)]
        seat = f"{self.game.seats[start.seat]} of {start.players} acts"
        return f"{seat}, with {', '.join(parts)}" if parts else seat

    def _facts(self, state: State) -> dict[str, str]:
        """What is so in a state, place by place, in words."""
        found: dict[str, str] = {}
        own = {self.probe.seat, *self.probe.sets.values()}
        for name, value in view(self.rules[0], state, None).items():
            if name not in own and name in {*self.game.memories, *self.game.zones, *self.game.tokens}:
                owned = name in self.game.memories and self.game.memories[name].of_player
                owned = owned or (name in self.game.zones and self.game.zones[name].of_player)
                for seat, part in value.items() if owned else [("", value)]:
                    _spell(f"{seat}.{name}" if seat else name, part, found)
        return found


def _spell(name: str, value: Any, found: dict[str, str]) -> None:
    if isinstance(value, dict):
        for cell, part in value.items():
            _spell(f"{name}[{cell}]", part, found)
    elif isinstance(value, list):
        found[name] = ", ".join(map(str, value)) or "empty"
    else:
        found[name] = "none" if value is None else str(value)


def _turning(game: core.Game) -> dict[str, set[int]]:
    """By memory, the numbers that rules compare it with or set it to: there they tend to turn."""
    from rulewright.checks.effects import bodies, expressions, statements

    found: dict[str, set[int]] = {}
    exprs = [define.value for define in game.defines.values()]
    exprs += [r.condition for r in game.reactions.values() if isinstance(r, core.AsSoonAs)]
    exprs += [r.guard for r in game.reactions.values() if isinstance(r, core.When) and r.guard is not None]
    for body in bodies(game):
        for stmt in statements(body):
            exprs += expressions(stmt)
            if isinstance(stmt, core.Remember) and isinstance(stmt.value, core.Const):
                found.setdefault(stmt.target.name, set()).add(stmt.value.value)
    for expr in exprs:
        for part in core.walk(expr):
            match part:
                case core.Binary(left=core.MemoryValue(name=name), right=core.Const(value=value)):
                    found.setdefault(name, set()).add(value)
    return found
