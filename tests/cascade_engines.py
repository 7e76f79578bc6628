"""Cascades in built engines: positions as the search of truth names them, reactions that are counted."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from rulewright import core, pipeline
from rulewright.python import engine
from rulewright.python.runtime import AT_LIMIT, Game, Random, shadow
from tests.cascade_truth import DRAWN, Loop, Search, State
from tests.naive import Move

Face = Any


class Endless(Exception):
    """More reactions have started than may."""


class Starts(list[str]):
    """The trace of a game: its engine tells it each reaction that starts or waits. What waits in a line
    that a limit drops has not started."""

    def __init__(self, most: int, state: Face) -> None:
        super().__init__()
        self.most, self.state, self.dropped = most, state, 0

    def append(self, name: str) -> None:
        """Stops the engine when it is too many."""
        if name.endswith(AT_LIMIT):
            self.dropped += len(self.state.queue)
            return
        super().append(name)
        if len(self) > self.most:
            raise Endless


def built(game: core.Game) -> ModuleType:
    """The engine of a checked game, whatever is held against it."""
    return engine.load(pipeline.generate(game), game.slug)


def placed(module: ModuleType, search: Search, state: State) -> Face:
    """A new game of an engine, set up and then brought to a position, at its first decision."""
    search.go_to(state)
    rules = module.RULES
    values = tuple(option.default for option in search.game.options.values())
    position = rules.start(search.players, values, 1)
    rules.set_up(position)
    _remember(rules, search, position)
    _lay(rules, search, position)
    shadow(rules, position)
    rules.refresh(position)
    return Game(rules, position, 1)


def _remember(rules: Any, search: Search, position: Any) -> None:
    for cell in rules.cells:
        if cell.name in search.holders:
            position.memory[cell.at] = search.holders[cell.name]
        memory = search.game.memories.get(cell.name)
        for seat in search.owners(memory.of_player) if memory else []:
            for i in range(len(cell.cells)):
                value = search.memory[cell.name, seat, i if memory and memory.axis else None]
                if memory and isinstance(memory.type, core.SetType):
                    low = core.bounds(search.game, memory.type.of)[0]
                    value = sum(1 << x - low for x in value)
                position.memory[cell.at + (seat or 0) * len(cell.cells) + i] = value


def _lay(rules: Any, search: Search, position: Any) -> None:
    bases = {record.name: record.base for record in rules.records}
    for place in rules.places:
        zone = search.game.zones[place.name.replace("supply of ", "supply:")]
        for seat in search.owners(zone.of_player):
            for i, cell in enumerate(search.cells(zone)):
                at, key = place.at + (seat or 0) * len(place.cells) + i, (zone.name, seat, cell)
                if place.sort == "pool":
                    position.pools[at] = search.pools[key]
                    continue
                held = search.zones[key]
                if place.sort == "set":
                    position.sets[at] = sum(1 << x for x in held)
                else:
                    position.zones[at] = list(held)
                for x in held:
                    where = at + (rules.lists if place.sort == "set" else 0)
                    position.where[bases[zone.item] + x] = where
                    position.known[bases[zone.item] + x] = rules.sees[where]


def play(game: Face, loop: Loop, most: int) -> None:
    """Plays a loop from the position that it starts in, its round again and again; `Endless` is raised when
    more reactions have started than may."""
    game.state.trace = Starts(most, game.state)
    script = iter([loop.start.move, *loop.before, *(loop.round * (most if loop.round else 0))])
    answer, left = next(script, None), True
    while answer is not None and left:
        after = next(script, None)
        while after is not None and after[0] == DRAWN:
            assert after[1] is not None
            game.state.drawn.append(after[1][0])
            after = next(script, None)
        left, answer = _answer(game, answer), after


def _answer(game: Face, wanted: Move) -> bool:
    for move in game.legal_moves():
        group, picks = game.decode(move)
        if (group.name, picks) == wanted:
            game.apply(move)
            return True
    return False


def random_cascades(game: Face, actions: set[str], chance: Random, plies: int, most: int) -> tuple[int, int]:
    """Plays at random; gives how many actions were played, and the most reactions that one set off."""
    longest = played = 0
    starts = Starts(most, game.state)
    for _ in range(plies):
        if game.over:
            break
        move = game.random_move(chance)
        if game.decode(move)[0].name in actions:
            starts = Starts(most, game.state)
            played += 1
        game.state.trace = starts
        game.apply(move)
        longest = max(longest, len(starts) - starts.dropped)
    return played, longest
