"""Playouts: whole games by bots, straight on an engine's states, counted in whole numbers.

`run(rules, plan, first, last)` plays the games of a plan with these numbers and gives a Tally. Tallies of
parts of a plan add up to that of the whole, however it was cut; `simulate` puts them into words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from rulewright.play.bots import Bot, bot, seat_seed
from rulewright.play.faults import STOPPED, rule_error
from rulewright.python.runtime import Rules, State, mask_of, new_game, settled

Progress = Callable[[int], None]
BUDGET = 20_000


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played. Game number i has the seed `seed + i`; seat s is played by `bots[s % len]`.

    `check` tests claims and conservation at every decision; a game of more than `budget` decisions is
    taken for one that does not end. `options` are those the games are made with.
    """

    players: int
    games: int = 100
    bots: tuple[str, ...] = ("random",)
    seed: int = 0
    check: bool = False
    budget: int = BUDGET
    options: tuple[tuple[str, str], ...] = ()

    def bot_of(self, seat: int) -> str:
        """The name of the bot at a seat."""
        return self.bots[seat % len(self.bots)]


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that went wrong: its seed, after how many decisions, and how."""

    seed: int
    ply: int
    sort: str
    message: str


@dataclass(slots=True)
class Tally:
    """What was counted. `taken` has a place for each move; `winners` counts bit masks of seats."""

    taken: list[int]
    lines: list[Counter[int]]
    total: list[Counter[int]]
    decisions_of: list[int]
    most: list[int]
    games: int = 0
    decisions: Counter[int] = field(default_factory=Counter)
    rounds: Counter[int] = field(default_factory=Counter)
    endings: Counter[int] = field(default_factory=Counter)
    winners: Counter[int] = field(default_factory=Counter)
    fired: Counter[str] = field(default_factory=Counter)
    offered: set[int] = field(default_factory=set)
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Adds what was counted elsewhere in the same plan."""
        self.taken = [a + b for a, b in zip(self.taken, other.taken, strict=True)]
        self.decisions_of = [a + b for a, b in zip(self.decisions_of, other.decisions_of, strict=True)]
        self.most = [max(a, b) for a, b in zip(self.most, other.most, strict=True)]
        for mine, more in zip([*self.lines, *self.total], [*other.lines, *other.total], strict=True):
            mine.update(more)
        self.games += other.games
        self.decisions.update(other.decisions)
        self.rounds.update(other.rounds)
        self.endings.update(other.endings)
        self.winners.update(other.winners)
        self.fired.update(other.fired)
        self.offered |= other.offered
        self.failures.extend(other.failures)


@dataclass(frozen=True, slots=True)
class Home:
    """Where the components of a record, or the pieces of a sort, start: offsets, and how many there are."""

    name: str
    lists: tuple[int, ...]
    sets: tuple[int, ...]
    pools: tuple[int, ...]
    size: int

    def away(self, state: State) -> int:
        """How many are somewhere else now."""
        there = sum([len(state.zones[at]) for at in self.lists]) if self.lists else 0
        for at in self.sets:
            there += state.sets[at].bit_count()
        for at in self.pools:
            there += state.pools[at]
        return self.size - there


def homes(rules: Rules, plan: Plan) -> list[Home]:
    """Where everything starts at this number of players: the cells that hold some before the set-up."""
    state = rules.start(*settled(rules, plan.players, dict(plan.options)), 0)
    cells: dict[str, list[tuple[str, int, int]]] = {}
    for place in rules.places:
        owners = plan.players if place.of_player else 1
        for at in range(place.at, place.at + owners * len(place.cells)):
            cells.setdefault(place.item, []).append((place.sort, at, _held(state, place.sort, at)))
    return [_home(item, [cell for cell in found if cell[2]]) for item, found in cells.items()]


def _held(state: State, sort: str, at: int) -> int:
    """How many are in a cell."""
    if sort == "list":
        return len(state.zones[at])
    return state.sets[at].bit_count() if sort == "set" else state.pools[at]


def _home(item: str, cells: list[tuple[str, int, int]]) -> Home:
    at = {sort: tuple(at for each, at, _ in cells if each == sort) for sort in ("list", "set", "pool")}
    return Home(item, at["list"], at["set"], at["pool"], sum(held for _, _, held in cells))


def empty(rules: Rules, plan: Plan) -> Tally:
    """A tally of no games."""
    moves = max((group.base + group.count for group in rules.groups), default=0)
    lines: list[Counter[int]] = [Counter() for _ in rules.sheet]
    seats: list[Counter[int]] = [Counter() for _ in range(plan.players)]
    return Tally([0] * moves, lines, seats, [0] * plan.players, [0] * len(homes(rules, plan)))


def run(rules: Rules, plan: Plan, first: int, last: int, progress: Progress | None = None) -> Tally:
    """Plays the games with the numbers `first` to `last - 1`; `progress(1)` is called after each."""
    tally = empty(rules, plan)
    watched = homes(rules, plan)
    for number in range(first, last):
        _game(rules, plan, plan.seed + number, tally, watched)
        if progress is not None:
            progress(1)
    return tally


def _game(rules: Rules, plan: Plan, seed: int, tally: Tally, watched: list[Home]) -> None:
    """Plays one game; one that goes wrong is a failure and its result does not count."""
    ply = 0
    fired: list[str] = []
    try:
        game = new_game(rules, plan.players, seed, dict(plan.options), "sampled", False)
        state = game.state
        state.trace = fired
        bots = [bot(plan.bot_of(seat), seat_seed(seed, seat)) for seat in range(plan.players)]
        for ply in _plies(rules, plan, state, bots, tally, watched):
            if plan.check:
                broken = game.check()
                if broken:
                    tally.failures.append(Failure(seed, ply, "broken", broken[0]))
                    return
        if state.ending < 0:
            message = f"no end after {ply} decisions"
            tally.failures.append(Failure(seed, ply, "does not end", message))
            return
        _count(rules, state, ply, tally)
        tally.fired.update(fired)
    except rule_error(rules) as error:
        tally.failures.append(Failure(seed, ply, STOPPED, str(error)))
    except Exception as error:
        message = " ".join(f"{type(error).__name__}: {error}".split())
        tally.failures.append(Failure(seed, ply, "exception", message))


def _plies(
    rules: Rules, plan: Plan, state: State, bots: list[Bot], tally: Tally, watched: list[Home]
) -> Iterator[int]:
    """Plays on from a state; gives the number of decisions made so far, at each decision and at the end."""
    taken, offered, most, apply = tally.taken, tally.offered, tally.most, rules.apply
    decisions_of = tally.decisions_of
    choose = [each.choose for each in bots]
    for ply in range(plan.budget + 1):
        for i, home in enumerate(watched):
            away = home.away(state)
            if away > most[i]:
                most[i] = away
        yield ply
        seat = state.to_move
        if state.ending >= 0 or seat is None or ply == plan.budget:
            return
        offered.update(state.legal)
        move = choose[seat](rules, state)
        taken[move] += 1
        decisions_of[seat] += 1
        apply(state, move)


def _count(rules: Rules, state: State, plies: int, tally: Tally) -> None:
    """Counts the result of a game that has ended."""
    tally.games += 1
    tally.decisions[plies] += 1
    tally.rounds[state.memory[0]] += 1
    tally.endings[state.ending] += 1
    tally.winners[mask_of(rules.winners(state))] += 1
    for seat in range(state.players):
        points = [line.value(state, seat) for line in rules.sheet]
        tally.total[seat][sum(points)] += 1
        for counter, value in zip(tally.lines, points, strict=True):
            counter[value] += 1
