"""Whether the cascades of a small game end: found by following every one of them, from every position.

`Search(game).truth()` starts each action that is offered, by each seat and in each way, in every state that
the ranges and the numbers of components allow, and takes every choice. It reads the checked tree alone and
shares nothing with the check of cascades that it judges; what a verb does and an expression is worth is told
by the naive interpreter. A reaction that runs is a *call*: its name, the seat, what it was raised with. What
a call can come to is worked out once for each state: the state after it, and the *word*: the calls that it
has put in line. Depth first, a cascade is endless when a call needs itself in the same state. In line, it is
when a state comes again with the same line, or with a line that is certain never to become empty. Chance
counts as a choice.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any, NamedTuple

from rulewright import core
from tests.naive import Env, Move, Naive, Stuck

State = tuple[tuple[Any, ...], ...]
"""Values of memory, numbers of pieces, components of each cell, holders of tokens."""


class Call(NamedTuple):
    """A reaction that runs: for which seat, with which arguments (`as soon as`: the case)."""

    name: str
    me: int | None
    args: tuple[Any, ...]


Word = tuple[Call, ...]
DROP = Call("", None, ())
"""In a word: what waits is dropped."""
Chosen = tuple[Move, ...]
DRAWN = "drawn"
"""The label of what chance gives, among what is chosen."""
DEEP = 20_000
"""How deep calls of Python may be, where reactions run inside each other."""
LONG_LOOP = 200
LONG = 8
"""More calls than this in line may be a line that grows."""
Outcome = tuple[State, Word]


class Way(NamedTuple):
    """How an outcome is come to: what is chosen on the way, and how many reactions start at most."""

    chosen: Chosen
    started: int


Outcomes = dict[Outcome, Way]


class Partly(NamedTuple):
    """A block that has run in part."""

    state: State
    env: Env
    word: Word
    chosen: Chosen
    started: int


class Config(NamedTuple):
    """A state, and what waits in line."""

    state: State
    line: Word


class Start(NamedTuple):
    """An action that is played in a state."""

    state: State
    seat: int
    move: Move


@dataclass(frozen=True)
class Loop:
    """A cascade without an end: where it starts, what is chosen before it comes round and in each round.
    `calls` are those of a round; `grows` says that the line grows (a round is then not known by choices)."""

    start: Start
    before: Chosen
    round: Chosen
    calls: tuple[Call, ...]
    grows: bool = False


@dataclass(frozen=True)
class Truth:
    """`sort` is stops, loops, breaks (all end, but some run out of a range) or undecided. `longest` is the
    most reactions that one action sets off."""

    sort: str
    why: str = ""
    longest: int = 0
    loop: Loop | None = None


class Endless(Exception):
    """A call that needs itself, or a state that comes again."""

    def __init__(self, before: Chosen, round: Chosen, calls: tuple[Call, ...], grows: bool = False) -> None:
        super().__init__()
        self.before, self.round, self.calls, self.grows = before, round, calls, grows


class TooLarge(Exception):
    """More than the search is willing to follow."""


class Search(Naive):
    """All cascades of a game."""

    def __init__(
        self,
        game: core.Game,
        players: int | None = None,
        most_states: int = 5_000,
        most_configs: int = 60_000,
        longest_line: int = 24,
    ) -> None:
        super().__init__(game, players or game.low)
        self.round = 1
        self.most_states, self.most_configs, self.longest_line = most_states, most_configs, longest_line
        self.known = {key: set() for key in self.known}
        self.places = (tuple(self.memory), tuple(self.pools), tuple(self.zones), tuple(self.holders))
        self.soon = [r for r in game.reactions.values() if isinstance(r, core.AsSoonAs)]
        self.when: dict[str, list[core.When]] = {}
        for reaction in game.reactions.values():
            if isinstance(reaction, core.When):
                self.when.setdefault(reaction.event, []).append(reaction)
        self.done: dict[tuple[Call, State], Outcomes] = {}
        self.running: list[tuple[Call, State, Chosen]] = []
        self.true_in: dict[State, frozenset[Call]] = {}
        self.lengths: dict[Config, int] = {}
        self.broken = 0
        self.cut = 0
        self.other: Loop | None = None

    # ---- the answer

    def truth(self) -> Truth:
        """What is true of the game's cascades."""
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(before, DEEP))
        try:
            return self._all()
        except (TooLarge, RecursionError) as found:
            return Truth("loops", loop=self.other) if self.other else Truth("undecided", str(found))
        finally:
            sys.setrecursionlimit(before)

    def _all(self) -> Truth:
        longest = 0
        for start, picked in self.starts():
            try:
                longest = max(
                    longest, self.follow(start.state, self.game.actions[start.move[0]].body, picked)
                )
            except Endless as found:
                loop = Loop(start, found.before, found.round, found.calls, found.grows)
                if start.seat == 0:  # who is the first to move in an engine
                    return Truth("loops", loop=loop)
                self.other = loop
        if self.other:
            return Truth("loops", loop=self.other)
        if self.cut:
            return Truth("undecided", f"{self.cut} lines of more than {self.longest_line}")
        if self.broken:
            return Truth("breaks", f"{self.broken} cascades leave a range", longest)
        return Truth("stops", longest=longest)

    def follow(self, state: State, body: core.Block, env: Env) -> int:
        """Follows what a block does and sets off to all its ends; gives the most reactions that start."""
        self.running = []
        longest = 0
        for (after, word), way in self.block(body, env, Partly(state, env, (), (), 0)).items():
            config = Config(after, self.put((), word))
            longest = max(longest, way.started + self.drain(config, way.chosen))
        return longest

    # ---- states

    def starts(self) -> Iterator[tuple[Start, Env]]:
        """Every action in every state."""
        offered = list(dict.fromkeys(self._offered(self.game.flow.body))) if self.game.flow else []
        for state in self.states():
            for seat, name in product(range(self.players), offered):
                self.go_to(state)
                action = self.game.actions[name]
                for picked in list(self._picked(action, {"me": seat})):
                    parts = tuple(self._part(p.type, picked[p.name]) for p in action.picks)
                    yield Start(state, seat, (name, parts)), picked

    def _offered(self, block: core.Block) -> Iterator[str]:
        for stmt in block:
            if isinstance(stmt, core.Offer):
                yield from stmt.actions
            elif isinstance(stmt, core.Each):
                yield from self._offered(stmt.body)
            else:
                raise TooLarge(f"{type(stmt).__name__} in the flow")

    def states(self) -> Iterator[State]:
        """Every state within the ranges, with all components somewhere and all pieces somewhere."""
        memory = [self.values_of(self.game.memories[name].type) for name, _, _ in self.places[0]]
        holders = [list(range(self.players)) for _ in self.places[3]]
        number = 1
        for values in [*memory, *holders]:
            number *= len(values)
        pools, zones = list(self._pools()), list(self._zones())
        number *= len(pools) * len(zones)
        if number > self.most_states:
            raise TooLarge(f"{number} states")
        yield from product(product(*memory), pools, zones, product(*holders))

    def values_of(self, type: core.Type) -> list[Any]:
        """Every value that a memory may hold."""
        if isinstance(type, core.SetType):
            of = self.values_of(type.of)
            return [frozenset(x for x, is_in in zip(of, chosen, strict=True) if is_in)
                    for chosen in product((False, True), repeat=len(of))]  # fmt: skip
        if isinstance(type, core.Optional):
            return [-1, *self.values_of(type.of)]
        if isinstance(type, core.Seat):
            return list(range(self.players))
        low, high = core.bounds(self.game, type)
        if high - low > self.most_states:
            raise TooLarge(f"{high - low + 1} values")
        return list(range(low, high + 1))

    def _pools(self) -> Iterator[tuple[int, ...]]:
        """Every way to spread the pieces over the pools."""
        items = [self.game.zones[zone].item for zone, _, _ in self.places[1]]
        for numbers in product(*(range(self.game.pieces[item].number + 1) for item in items)):
            lying = dict.fromkeys(self.game.pieces, 0)
            for item, n in zip(items, numbers, strict=True):
                lying[item] += n
            if all(lying[name] == piece.number for name, piece in self.game.pieces.items()):
                yield numbers

    def _zones(self) -> Iterator[tuple[tuple[int, ...], ...]]:
        """Every way to lay the components in the zones, in every order where there is one."""
        cells = self.places[2]
        self.go_to(self._state())
        lying = [(self.game.zones[cell[0]].item, x) for cell in cells for x in self.zones[cell]]
        free = [
            [i for i, cell in enumerate(cells) if self.game.zones[cell[0]].item == item] for item, _ in lying
        ]
        number = 1
        for places in free:
            number *= len(places)
        if number > self.most_states:
            raise TooLarge(f"{number} ways to lay components")
        for at in product(*free):
            inside = [
                [x for (_, x), place in zip(lying, at, strict=True) if place == i] for i in range(len(cells))
            ]
            yield from product(*(self._orders(cell, held) for cell, held in zip(cells, inside, strict=True)))

    def _orders(self, cell: Any, inside: list[int]) -> list[tuple[int, ...]]:
        if self.game.zones[cell[0]].shape == "set":
            return [tuple(sorted(inside))]
        return list(permutations(inside))

    def go_to(self, state: State) -> None:
        """Makes a state the position that values are read from."""
        memory, pools, zones, holders = self.places
        self.memory = dict(zip(memory, state[0], strict=True))
        self.pools = dict(zip(pools, state[1], strict=True))
        self.zones = {cell: list(held) for cell, held in zip(zones, state[2], strict=True)}
        self.holders = dict(zip(holders, state[3], strict=True))

    def _state(self) -> State:
        zones = tuple(
            tuple(sorted(held) if self.game.zones[cell[0]].shape == "set" else held)
            for cell, held in self.zones.items()
        )
        return tuple(self.memory.values()), tuple(self.pools.values()), zones, tuple(self.holders.values())

    # ---- what runs

    def call(self, call: Call, state: State, chosen: Chosen) -> Outcomes:
        """All that a reaction can come to in a state. `chosen` is what its caller has chosen before it."""
        found = self.done.get((call, state))
        if found is not None:
            return found
        for i, (other, then, _) in enumerate(self.running):
            if (other, then) == (call, state):
                before = sum((c for _, _, c in self.running[: i + 1]), ())
                around = sum((c for _, _, c in self.running[i + 1 :]), ()) + chosen
                raise Endless(before, around, tuple(c for c, _, _ in self.running[i:]))
        self.running.append((call, state, chosen))
        reaction = self.game.reactions[call.name]
        if isinstance(reaction, core.When):
            env = self._given(reaction, call.me, call.args)
        else:
            assert call.me is not None
            env = self._case(reaction, call.me, call.args[0])
        found = self.block(reaction.body, env, Partly(state, env, (), (), 1))
        self.running.pop()
        self.done[call, state] = found
        return found

    def block(self, block: core.Block, env: Env, at: Partly) -> Outcomes:
        """All that a block can come to."""
        partly = [at._replace(env=dict(env))]
        for stmt in block:
            partly = self._apart([after for before in partly for after in self.statement(stmt, before)])
        found: Outcomes = {}
        for p in partly:
            old = found.get((p.state, p.word))
            chosen = p.chosen if old is None else old.chosen
            found[p.state, p.word] = Way(chosen, max(p.started, old.started if old else 0))
        return found

    def _apart(self, partly: list[Partly]) -> list[Partly]:
        """Without those that are alike."""
        found: dict[Any, Partly] = {}
        for p in partly:
            key = p.state, p.word, tuple(p.env.items())
            old = found.get(key)
            found[key] = p if old is None else old._replace(started=max(old.started, p.started))
        return list(found.values())

    def inner(self, block: core.Block, env: Env, at: Partly, *, chosen: Chosen = ()) -> list[Partly]:
        """A block inside another, which then goes on with its own names."""
        begun = at._replace(chosen=at.chosen + chosen)
        found = self.block(block, env, begun)
        return [Partly(s, at.env, word, way.chosen, way.started) for (s, word), way in found.items()]

    def statement(self, stmt: core.Stmt, at: Partly) -> list[Partly]:
        """All that a statement can come to; nothing where the rules have no way on."""
        self.go_to(at.state)
        try:
            return self._statements(stmt, at)
        except Stuck:
            self.broken += 1
            return []

    def _statements(self, stmt: core.Stmt, at: Partly) -> list[Partly]:
        env = at.env
        match stmt:
            case core.Let():
                return [at._replace(env={**env, stmt.name: self.value(stmt.value, env)})]
            case core.Draw():
                return self._draws(stmt, at)
            case core.Choose():
                return self._choices(stmt, at)
            case core.Each():
                return self._members_of(stmt, at)
            case core.IfStmt():
                return self.inner(stmt.then if self.value(stmt.condition, env) else stmt.otherwise, env, at)
            case core.MatchStmt():
                word, values = self._word_of(stmt.value.type, self.value(stmt.value, env))
                for case in stmt.cases:
                    if case.word == word:
                        names = dict(zip((name for name, _ in case.params), values, strict=False))
                        return self.inner(case.body, {**env, **names}, at)
                return self.inner(stmt.otherwise or (), env, at)
            case core.Resolve():
                procedure = self.game.procedures[stmt.procedure]
                args = [self.value(arg, env) for arg in stmt.args]
                named: Env = dict(zip((p.name for p in procedure.params), args, strict=True))
                return self.inner(procedure.body, self._with_me(named, env.get("me")), at)
            case core.Trigger():
                return self._raised(stmt, at)
            case core.DropLine(of=name):
                reaction = self.game.reactions[name]
                drops = isinstance(reaction, core.When) and reaction.order == "in_line"
                return [at._replace(word=(*at.word, DROP)) if drops else at]
            case core.Repeat():
                return self._rounds(stmt, at, {})
            case core.Offer():
                raise TooLarge(f"{type(stmt).__name__} in a cascade")
        return self._changed(stmt, at)

    def _rounds(self, stmt: core.Repeat, at: Partly, path: dict[State, int]) -> list[Partly]:
        """All that a loop can come to; a state that comes again before a round of it is no end."""
        self.go_to(at.state)
        if self.value(stmt.until, at.env):
            return [at]
        if at.state in path:
            before, around = at.chosen[: path[at.state]], at.chosen[path[at.state] :]
            raise Endless(before, around, ())
        if len(path) > LONG_LOOP:
            raise TooLarge("a loop of many rounds")
        after = self.inner(stmt.body, at.env, at)
        inside = {**path, at.state: len(at.chosen)}
        return self._apart([end for p in after for end in self._rounds(stmt, p, inside)])

    def _draws(self, stmt: core.Draw, at: Partly) -> list[Partly]:
        items = self.items(stmt.source, at.env)
        if not items:
            raise Stuck("nothing to draw from")
        if stmt.weight is not None:
            items = [x for x in items if self.value(stmt.weight, {**at.env, stmt.each: x})]
        return [at._replace(env={**at.env, stmt.name: x}, chosen=(*at.chosen, (DRAWN, (x,)))) for x in items]

    def _choices(self, stmt: core.Choose, at: Partly) -> list[Partly]:
        env = {**at.env, "me": self.value(stmt.by, at.env)}
        items = [x for x in self.items(stmt.source, env) if self._if(stmt.where, env, stmt.name, x)]
        if not items and stmt.how == "must":
            raise Stuck("nothing to choose")
        found: list[Partly] = []
        for x in items:
            move = (stmt.label, (self._part(stmt.type, x),))
            found += self.inner(stmt.body, {**env, stmt.name: x}, at, chosen=(move,))
        if not items or stmt.how == "may":
            declined: Chosen = ((stmt.label, None),) if items else ()
            found += self.inner(stmt.or_else or (), env, at, chosen=declined)
        return found

    def _members_of(self, stmt: core.Each, at: Partly) -> list[Partly]:
        members = [x for x in self.items(stmt.source, at.env) if self._if(stmt.where, at.env, stmt.name, x)]
        partly = [at]
        for x in members:
            after: list[Partly] = []
            for p in partly:
                self.go_to(p.state)
                env = {**at.env, stmt.name: x}
                gone = stmt.recheck is not None and not self.value(stmt.recheck, env)
                after += [p] if gone else self.inner(stmt.body, env, p)
            partly = self._apart([p._replace(env=at.env) for p in after])
        return partly

    def _raised(self, stmt: core.Trigger, at: Partly) -> list[Partly]:
        """Arguments and guards are fixed now. What answers in line waits; what answers at once runs."""
        me, args = at.env.get("me"), tuple(self.value(arg, at.env) for arg in stmt.args)
        answers = [
            r
            for r in self.when.get(stmt.event, ())
            if r.guard is None or self.value(r.guard, self._given(r, me, args))
        ]
        in_line = tuple(Call(r.name, me, args) for r in answers if r.order == "in_line")
        partly = [at._replace(word=at.word + in_line)]
        for reaction in answers:
            if reaction.order == "at_once":
                partly = self._then(Call(reaction.name, me, args), partly)
        return partly

    def _then(self, call: Call, partly: list[Partly]) -> list[Partly]:
        return self._apart(
            [
                Partly(s, p.env, p.word + word, p.chosen + way.chosen, p.started + way.started)
                for p in partly
                for (s, word), way in self.call(call, p.state, p.chosen).items()
            ]
        )

    def _changed(self, stmt: core.Stmt, at: Partly) -> list[Partly]:
        """A verb, and all that has become true by it, one after the other."""
        if isinstance(stmt, core.Shuffle):
            return self._shuffled(stmt, at)
        self._do(stmt, at.env)
        after = self._state()
        partly = [at._replace(state=after)]
        first = at.env.get("me") or 0
        risen = self.holding_in(after) - self.holding_in(at.state)
        for call in sorted(risen, key=lambda c: self._turn_of((c.name, c.me or 0, c.args[0]), first)):
            partly = self._then(call, partly)
        return partly

    def _shuffled(self, stmt: core.Shuffle, at: Partly) -> list[Partly]:
        cell = self._cell(stmt.zone, at.env)
        if self.soon:
            raise TooLarge("a shuffle that conditions may read")
        found = []
        for order in permutations(self.zones[cell]):
            self.zones[cell] = list(order)
            found.append(at._replace(state=self._state()))
        return found

    def holding_in(self, state: State) -> frozenset[Call]:
        """The conditions of `as soon as` that hold in a state, each with its seat and case."""
        if state not in self.true_in:
            self.go_to(state)
            self.true_in[state] = frozenset(
                Call(r.name, seat, (case,))
                for r in self.soon
                for seat in range(self.players)
                for case in self._cases(r, seat)
                if self.value(r.condition, self._case(r, seat, case))
            )
        return self.true_in[state]

    # ---- what waits in line

    def put(self, line: Word, word: Word) -> Word:
        """A line with more calls; one that already waits is left out where it says `once each`."""
        for call in word:
            if call == DROP:
                line = ()
            elif not (self._once(call) and call in line):
                line = (*line, call)
        return line

    def _once(self, call: Call) -> bool:
        reaction = self.game.reactions[call.name]
        return isinstance(reaction, core.When) and reaction.once_each

    def nexts(self, config: Config) -> list[tuple[Config, Way]]:
        """What a line can be after its first call has run."""
        state, line = config
        self.running = []
        return [
            (Config(after, self.put(line[1:], word)), way)
            for (after, word), way in self.call(line[0], state, ()).items()
        ]

    def drain(self, start: Config, before: Chosen) -> int:
        """Follows a line to all its ends; gives the most reactions that start."""
        if start in self.lengths:
            return self.lengths[start]
        path: list[tuple[Config, Chosen]] = [(start, before)]
        at = {start: 0}
        open_ones = [self._ways(start, path)]
        while path:
            config = path[-1][0]
            following = next(open_ones[-1], None)
            if following is None:
                path.pop()
                open_ones.pop()
                del at[config]
                self.lengths[config] = self._length(config)
                continue
            after, way = following
            if after in at:
                self._came_again(path, at[after], way)
            if after not in self.lengths:
                at[after] = len(path)
                path.append((after, way.chosen))
                open_ones.append(self._ways(after, path))
                if len(self.lengths) + len(path) > self.most_configs:
                    raise TooLarge("too many lines")
        return self.lengths[start]

    def _length(self, config: Config) -> int:
        """The most reactions that start from a line on, all that follow it being known."""
        if not config.line or len(config.line) > self.longest_line:
            return 0
        return max((way.started + self.lengths[c] for c, way in self.nexts(config)), default=0)

    def _ways(self, config: Config, path: list[tuple[Config, Chosen]]) -> Iterator[tuple[Config, Way]]:
        if len(config.line) > LONG:
            self._grows(path)
        if len(config.line) > self.longest_line:
            self.cut += 1
        if not config.line or len(config.line) > self.longest_line:
            return iter(())
        try:
            return iter(self.nexts(config))
        except Endless as found:
            before = sum((chosen for _, chosen in path), ()) + found.before
            raise Endless(before, found.round, found.calls) from None

    def _came_again(self, path: list[tuple[Config, Chosen]], first: int, way: Way) -> None:
        before = sum((chosen for _, chosen in path[: first + 1]), ())
        around = sum((chosen for _, chosen in path[first + 1 :]), ()) + way.chosen
        raise Endless(before, around, tuple(config.line[0] for config, _ in path[first:]))

    def _grows(self, path: list[tuple[Config, Chosen]]) -> None:
        """Is a long line certain never to become empty?"""
        config = path[-1][0]
        calls, states = set(config.line), {c.state for c, _ in path}
        if (
            self._lasts(config.state, calls)
            or self._lasts_in(config.state, states, calls)
            or self._multiplies(path)
        ):
            before = sum((chosen for _, chosen in path), ())
            raise Endless(before, (), tuple(dict.fromkeys(config.line)), grows=True)

    def _lasts(self, state: State, calls: set[Call]) -> bool:
        """Can each of some calls leave the state as it is and put some of them, and no others, in line?"""
        return all(self._puts(call, state, {state}, calls) for call in calls)

    def _lasts_in(self, state: State, states: set[State], calls: set[Call]) -> bool:
        """The same for some states, one of which each call can go on to."""
        while state in states:
            left = {s for s in states if all(self._puts(call, s, states, calls) for call in calls)}
            if left == states:
                return True
            states = left
        return False

    def _puts(self, call: Call, state: State, states: set[State], calls: set[Call]) -> bool:
        self.running = []
        try:
            found = self.call(call, state, ())
        except Endless:  # from a position that may never be come to
            return False
        return any(after in states and word and calls.issuperset(word) for after, word in found)

    def _multiplies(self, path: list[tuple[Config, Chosen]]) -> bool:
        """Has a whole line, worked off, come back several times over in the same state?"""
        for i, (config, _) in enumerate(path):
            line = config.line
            then = i + len(line)
            if then >= len(path) or path[then][0].state != config.state or any(map(self._once, line)):
                continue
            times, rest = divmod(len(path[then][0].line), len(line))
            if times > 1 and not rest and path[then][0].line == line * times:
                return True
        return False
