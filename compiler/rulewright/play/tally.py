"""Tally: what a plan of games is, and what is counted in them, in whole numbers.

Tallies of parts of a plan add up to that of the whole, however it was cut.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from rulewright.python.runtime import Rules, State, settled

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

    def count(
        self, plies: int, rounds: int, ending: int, winners: int, lines: Sequence[Sequence[int]]
    ) -> None:
        """Counts the result of a game that has ended: `winners` is a bit mask, `lines` are by seat."""
        self.games += 1
        self.decisions[plies] += 1
        self.rounds[rounds] += 1
        self.endings[ending] += 1
        self.winners[winners] += 1
        for seat, points in enumerate(lines):
            self.total[seat][sum(points)] += 1
            for counter, value in zip(self.lines, points, strict=True):
                counter[value] += 1


def no_end(seed: int, plies: int) -> Failure:
    """A game that did not end by so many decisions."""
    return Failure(seed, plies, "does not end", f"no end after {plies} decisions")


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
