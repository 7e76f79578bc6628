"""Witnesses of cascades without an end, played step by step by the search of truth.

`replay(game, witness)` makes the position of a witness, with every component and piece somewhere, sets off
what it names first, takes the choices that it names, and asks that the reactions it names run in their order,
the round again and again, for 2,000 of them. It plays the whole game: reactions that a witness names nowhere
run too, between the others, and in them whatever can be chosen first is. What is said to grow may leave its
range: a range's end is no end of a cascade. Where the line of what waits grows, its rounds are not alike:
after the first one the game must go on by itself, or, where it asks somebody, be certain to be able to.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import product
from typing import Any

from rulewright import cascades, core
from rulewright.checks.effects import statements
from tests.cascade_truth import DRAWN, DROP, Call, Chosen, Endless, Outcomes, Partly, Search, State, Way, Word
from tests.naive import Env, Stuck

MOST = 2_000
DEEP = 60_000
"""How deep calls of Python may be, where as many reactions run inside each other."""
LINE = "the line of what waits"
MOST_DRAWS = 300
BESIDE = 20
"""How many reactions that a witness does not name may run for each that it names."""
MOST_PAIRS = 3_000
"""How many calls in how many states are looked at, for a line that grows."""


class Wrong(Exception):
    """The witness says what is not so."""


class _Enough(Exception):
    """As many reactions have run as were asked for."""


def replay(
    game: core.Game, witness: cascades.Witness, others: frozenset[str] = frozenset(), most: int = MOST
) -> None:
    """Plays a witness; raises Wrong when it does not go as it says. `others` are the reactions of loops that
    other witnesses show: where one of these comes round beside this loop, it is cut off."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(DEEP)
    try:
        wrong: Wrong | None = None
        for drawn in _draws(game, witness):
            try:
                _Replay(game, witness, most, drawn, others).run()
            except Wrong as found:
                wrong = wrong or found
            else:
                return
        assert wrong is not None
        raise wrong
    finally:
        sys.setrecursionlimit(before)


def position(game: core.Game, witness: cascades.Witness) -> tuple[Search, State]:
    """The position of a witness, and the search that can read it."""
    made = _Replay(game, witness, MOST, ())
    return made, made._start()


def _draws(game: core.Game, witness: cascades.Witness) -> Iterator[Chosen]:
    """What chance can give in a round: a witness tells it in words only, so all is tried."""
    number = sum(turn.said.count("draws ") for turn in (*witness.lead, *witness.steps))
    most = max((core.bounds(game, stmt.type)[1] for stmt in _asked(game, core.Draw)), default=0)
    values = [(DRAWN, (x,)) for x in range(most + 1)]
    for i, drawn in enumerate(product(values, repeat=number)):
        if i < MOST_DRAWS:
            yield drawn


def _asked(game: core.Game, sort: type[core.Stmt]) -> list[Any]:
    bodies = [r.body for r in game.reactions.values()] + [p.body for p in game.procedures.values()]
    return [stmt for body in bodies for stmt in statements(body) if isinstance(stmt, sort)]


class _Replay(Search):
    """One way through the cascades: that of a witness."""

    def __init__(
        self,
        game: core.Game,
        witness: cascades.Witness,
        most: int,
        drawn: Chosen,
        others: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(game, witness.players)
        self.options |= dict(witness.options)
        self.witness, self.most, self.drawn, self.others = witness, most, drawn, others
        self.inside: list[tuple[Call, State]] = []
        self.turns = (*witness.lead, *witness.steps)
        self.named = {turn.reaction for turn in self.turns}
        self.count = self.beside = self.draws = 0
        self.picks: list[list[tuple[str, int | None]] | None] = []
        self.grown = {place.split(".")[-1].partition("[")[0] for place in witness.grows}

    def run(self) -> None:
        """Sets off what comes first, and works it off."""
        state = self._start()
        line: Word = ()
        try:
            for name, me, args in self.witness.first:
                call, reaction = Call(name, me, tuple(args)), self.game.reactions[name]
                if isinstance(reaction, core.When) and reaction.order == "in_line":
                    line = self.put(line, (call,))
                else:
                    state, line = self._one(call, state, line)
            while line:
                if LINE in self.witness.grows and self.count >= len(self.turns):
                    self._goes_on(state, line)
                state, line = self._one(line[0], state, line[1:])
        except _Enough:
            return
        raise Wrong(f"it ends after {self.count} reactions")

    def _one(self, call: Call, state: State, line: tuple[Call, ...]) -> tuple[State, tuple[Call, ...]]:
        found = self.call(call, state, ())
        if len(found) != 1:
            raise Wrong(f"{call.name} has no way on")
        ((after, word),) = found
        return after, self.put(line, word)

    def _goes_on(self, state: State, line: tuple[Call, ...]) -> None:
        """The line has grown: nobody is asked, and it will be seen, or it can be worked out."""
        if not _asked(self.game, core.Choose) and not _asked(self.game, core.Draw):
            return
        if not _Lasting(self.game, self.players, dict(self.options)).lasts(state, line):
            raise Wrong("its line may become empty")
        raise _Enough

    # ---- the position

    def _start(self) -> State:
        """The position: where it says nothing, as after set-up, and what is left over lies where it may."""
        cells = {self._cell_of(cell): value for cell, value in self.witness.cells}
        for (sort, *key), value in cells.items():
            if sort == "memory":
                self._remembered(tuple(key), value)
            elif sort == "holder":
                self.holders[key[0]] = value
        self._spread({tuple(key): value for (sort, *key), value in cells.items() if sort == "pool"})
        self._lay({tuple(key): list(value) for (sort, *key), value in cells.items() if sort == "zone"})
        return self._state()

    def _cell_of(self, cell: tuple[Any, ...]) -> tuple[Any, ...]:
        """A cell by its place, with indices from 0."""
        sort, name, *rest = cell
        if sort == "memory":
            axis = self.game.memories[name].axis
            return sort, name, rest[0], None if rest[1] is None or axis is None else rest[1] - axis.low
        if sort == "holder":
            return sort, name
        axes = self.game.zones[name].axes
        return sort, name, rest[0], tuple(x - axis.low for x, axis in zip(rest[1], axes, strict=True))

    def _remembered(self, key: Any, value: Any) -> None:
        type = self.game.memories[key[0]].type
        if isinstance(type, core.SetType):
            value = frozenset(value or ())
        elif type is not None and value not in self._values_of(type):
            raise Wrong(f"{value} is no value of {key[0]}")
        if key not in self.memory:
            raise Wrong(f"there is no {key}")
        self.memory[key] = value

    def _values_of(self, type: core.Type) -> range:
        if isinstance(type, core.Seat):
            return range(self.players)
        low, high = core.bounds(self.game, type.of if isinstance(type, core.Optional) else type)
        return range(-1 if isinstance(type, core.Optional) else low, high + 1)

    def _spread(self, told: dict[Any, int]) -> None:
        for piece in self.game.pieces.values():
            cells = [cell for cell in self.pools if self.game.zones[cell[0]].item == piece.name]
            left = piece.number - sum(told.get(cell, 0) for cell in cells)
            free = [cell for cell in cells if cell not in told]
            if left < 0 or (left and not free):
                raise Wrong(f"{left} {piece.name} are nowhere")
            for cell in cells:
                self.pools[cell] = told.get(cell, 0)
            if left:
                self.pools[free[0]] = left

    def _lay(self, told: dict[Any, list[int]]) -> None:
        for record in self.game.records:
            cells = [cell for cell in self.zones if self.game.zones[cell[0]].item == record]
            free = [cell for cell in cells if cell not in told]
            lying = {x for cell in cells for x in self.zones[cell]}
            placed = [x for cell in cells for x in told.get(cell, [])]
            if len(set(placed)) != len(placed) or not lying.issuperset(placed):
                raise Wrong(f"{record} {placed} cannot lie so")
            if lying - set(placed) and not free:
                raise Wrong(f"{record} {lying - set(placed)} are nowhere")
            for cell in cells:
                kept = [x for x in self.zones[cell] if x not in placed]
                self.zones[cell] = told.get(cell, kept)
            held = {x for cell in cells for x in self.zones[cell]}
            if free:
                self.zones[free[0]] += sorted(lying - held)

    # ---- what runs

    def call(self, call: Call, state: State, chosen: Chosen) -> Outcomes:
        """The next reaction, which must be the one that the witness names."""
        if self.count >= self.most:
            raise _Enough
        if call.name in self.others - self.named and (call, state) in self.inside:
            return {(state, ()): Way((), 0)}
        told = self._told(call)
        self.picks.append(told)
        if told is None:
            self.inside.append((call, state))
        reaction = self.game.reactions[call.name]
        if isinstance(reaction, core.When):
            env = self._given(reaction, call.me, call.args)
        else:
            env = self._case(reaction, call.me or 0, call.args[0] if call.args else 0)
        found = self.block(reaction.body, env, Partly(state, env, (), (), 0))
        self.picks.pop()
        if told is None:
            self.inside.pop()
        return found

    def _told(self, call: Call) -> list[tuple[str, int | None]] | None:
        """What the witness says is chosen in a reaction; None where it tells nothing of that reaction."""
        turn = self._turn(self.count)
        if turn is not None and call.name not in self.named:
            self.beside += 1
            if self.beside > BESIDE * self.most:
                raise Wrong(f"{call.name} and others go on beside it")
            return None
        if turn is not None and turn.reaction != call.name:
            raise Wrong(f"reaction {self.count} is {call.name}, not {turn.reaction}")
        self.count += 1
        return list(turn.choices) if turn is not None else []

    def _turn(self, at: int) -> cascades.Turn | None:
        """What runs at a place of the cascade: first what leads to the loop, then the loop for ever."""
        if at < len(self.turns):
            return self.turns[at]
        lead, steps = self.witness.lead, self.witness.steps
        if LINE in self.witness.grows:
            return None
        return steps[(at - len(lead)) % len(steps)]

    def statement(self, stmt: core.Stmt, at: Partly) -> list[Partly]:
        """Here, where the rules have no way on, the witness is wrong."""
        self.go_to(at.state)
        try:
            return self._statements(stmt, at)
        except Stuck as found:
            raise Wrong(str(found)) from found

    def _choices(self, stmt: core.Choose, at: Partly) -> list[Partly]:
        env: Env = {**at.env, "me": self.value(stmt.by, at.env)}
        items = [x for x in self.items(stmt.source, env) if self._if(stmt.where, env, stmt.name, x)]
        if not items:
            return self.inner(stmt.or_else or (), env, at)
        told = self.picks[-1]
        if told is None:
            return self.inner(stmt.body, {**env, stmt.name: items[0]}, at)
        label, value = told.pop(0) if told else ("nothing", None)
        if label != stmt.label:
            raise Wrong(f"{stmt.label} is asked, {label} is told")
        if value is None and stmt.how == "may":
            return self.inner(stmt.or_else or (), env, at)
        alike = [
            x for x in items if value is not None and self._part(stmt.type, x) == self._part(stmt.type, value)
        ]
        if not alike:
            raise Wrong(f"{value} cannot be chosen for {label}")
        return self.inner(stmt.body, {**env, stmt.name: alike[0]}, at)

    def _draws(self, stmt: core.Draw, at: Partly) -> list[Partly]:
        drawn = super()._draws(stmt, at)
        if self.picks and self.picks[-1] is None:
            return drawn[:1]
        _, wanted = self.drawn[self.draws % len(self.drawn)] if self.drawn else (DRAWN, None)
        self.draws += 1
        found = [p for p in drawn if wanted is not None and p.env[stmt.name] == wanted[0]]
        if not found:
            raise Wrong("this is not drawn")
        return found

    def _remember(self, stmt: core.Remember, env: Env) -> None:
        """What grows and is never read may go on growing."""
        place = self._place_of(stmt.target, env)
        try:
            super()._remember(stmt, env)
        except Stuck:
            if place[0] not in self.grown:
                raise
            value = self.value(stmt.value, env)
            old = self.memory[place]
            self.memory[place] = (
                value if stmt.op == "set" else old + value if stmt.op == "add" else old - value
            )


class _Lasting(Search):
    """Whether a line can be kept from becoming empty, by those who choose."""

    def __init__(self, game: core.Game, players: int, options: dict[str, Any]) -> None:
        super().__init__(game, players)
        self.options |= options

    def lasts(self, state: State, line: Word) -> bool:
        """Can all that these calls put in line, too, run in each of some states and lead to no other, and do
        some of them, of which one waits, always put one of those in line? First where no state but this is
        needed, then in several."""
        return self._kept(state, line, True) or self._kept(state, line, False)

    def _kept(self, state: State, line: Word, same: bool) -> bool:
        calls, states = self._come_to(state, line, same)
        run = self._greatest(calls, calls, states, False)
        return run.issuperset(line) and not self._greatest(run, run, states, True).isdisjoint(line)

    def _greatest(self, calls: set[Call], every: set[Call], states: set[State], puts: bool) -> set[Call]:
        """The most of some calls that can keep to the states in each of them; with `puts`, each puts another
        of them in line."""
        while True:
            among = calls if puts else None
            left = {
                x
                for x in calls
                if all(self._keeps(x, s, states, every if puts else calls, among) for s in states)
            }
            if left == calls:
                return calls
            calls = left

    def _keeps(
        self, call: Call, state: State, states: set[State], calls: set[Call], among: set[Call] | None
    ) -> bool:
        return any(
            after in states and calls.issuperset(word) and (among is None or not among.isdisjoint(word))
            for after, word in self._outcomes(call, state)
        )

    def _come_to(self, state: State, line: Word, same: bool) -> tuple[set[Call], set[State]]:
        """All calls and states that these can come to, each call in each state."""
        calls, states = set(line), {state}
        before = (0, 0)
        while before != (len(calls), len(states)) and len(calls) * len(states) <= MOST_PAIRS:
            before = len(calls), len(states)
            for call, now in list(product(calls, states)):
                for after, word in self._outcomes(call, now):
                    if DROP not in word and (after == state or not same):
                        calls.update(word)
                        states.add(after)
        return calls, states

    def _outcomes(self, call: Call, state: State) -> Outcomes:
        """What a call can come to; nothing where it has no end itself, in a state that may never be."""
        self.running = []
        try:
            return self.call(call, state, ())
        except Endless:
            return {}
