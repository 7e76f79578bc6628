"""An engine and the naive interpreter, played side by side: they must agree at every decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright import core
from tests.engine_checks import Engine, Setting
from tests.naive import Naive, Stuck

Face = Any


def play(setting: Setting, seed: int, plies: int = 400) -> int:
    """Plays a game by random moves in both, and asserts that they agree. Gives the number of decisions."""
    module, stream = setting.engine.module, setting.stream(seed)
    naive, stuck = _tried(lambda: Naive(setting.engine.game, setting.players, _options(setting), seed=seed))
    game, trouble = _tried(lambda: setting.new(seed), module.RuleError)
    told = f"{setting} seed {seed}"
    for ply in range(plies):
        assert (stuck is None) == (trouble is None), f"{told} ply {ply}: naive {stuck!r}, engine {trouble!r}"
        if game is None or naive is None or stuck is not None:
            return ply
        found = list(differences(setting.engine, game, naive))
        moves = [game.name(move) for move in game.moves]
        assert not found, f"{told} ply {ply} after {moves[-3:]}: {found[:4]}"
        if game.over:
            return ply
        move = game.random_move(stream)
        _, trouble = _tried(lambda move=move: game.apply(move), module.RuleError)
        named = named_move(setting.engine, game, move)
        _, stuck = _tried(lambda named=named: naive.play(named))
    return plies


def _options(setting: Setting) -> dict[str, int]:
    chosen = dict(setting.options)
    return {
        option.name: dict(option.values)[chosen[option.name]]
        for option in setting.engine.rules.options
        if option.name in chosen
    }


def _tried(do: Any, error: type[Exception] = Stuck) -> tuple[Any, Exception | None]:
    try:
        return do(), None
    except error as found:
        return None, found


def named_move(engine: Engine, game: Face, move: int) -> tuple[str, tuple[int, ...] | None]:
    """A move as the naive interpreter names it."""
    group, picks = game.decode(move)
    return group.name, picks


def differences(engine: Engine, game: Face, naive: Naive) -> Iterator[str]:
    """Where the two do not agree."""
    yield from _differ("seat to move", game.to_move, naive.seat)
    legal = sorted(map(repr, (named_move(engine, game, move) for move in game.legal_moves())))
    yield from _differ("moves", legal, sorted(map(repr, naive.moves)))
    yield from _differ("ending", game.ending, naive.ending)
    yield from _differ("round", game.state.memory[0], naive.round)
    yield from _places(game, naive)
    yield from _memory(engine, game, naive)
    for seat in range(naive.players):
        sheet = [points for _, points, _ in game.score_sheet(seat)][:-1]
        yield from _differ(f"sheet of {seat}", sheet, naive.sheet(seat))
    if game.over:
        yield from _differ("winners", game.winners(), naive.winners())


def _differ(what: str, engine: Any, naive: Any) -> Iterator[str]:
    if engine != naive:
        yield f"{what}: engine {engine}, naive {naive}"


def _places(game: Face, naive: Naive) -> Iterator[str]:
    state = game.state
    for place in game.rules.places:
        zone = naive.game.zones[place.name.replace("supply of ", "supply:")]
        for seat in naive.owners(zone.of_player):
            for i, cell in enumerate(naive.cells(zone)):
                at, key = place.at + (seat or 0) * len(place.cells) + i, (zone.name, seat, cell)
                if place.sort == "pool":
                    yield from _differ(f"{key}", state.pools[at], naive.pools[key])
                elif place.sort == "set":
                    yield from _differ(f"{key}", bits(state.sets[at]), sorted(naive.zones[key]))
                else:
                    yield from _differ(f"{key}", state.zones[at], naive.zones[key])
    for record in game.rules.records:
        for component in range(len(record.ids)):
            mask = state.known[record.base + component] & (1 << naive.players) - 1
            known = sorted(naive.known[record.name, component])
            yield from _differ(f"who knows {record.name} {component}", bits(mask), known)


def _memory(engine: Engine, game: Face, naive: Naive) -> Iterator[str]:
    for cell in game.rules.cells:
        if cell.name in naive.holders:
            yield from _differ(cell.name, game.state.memory[cell.at], naive.holders[cell.name])
            continue
        memory = naive.game.memories[cell.name]
        for seat in naive.owners(memory.of_player):
            for i in range(len(cell.cells)):
                value = game.state.memory[cell.at + (seat or 0) * len(cell.cells) + i]
                key = (memory.name, seat, i if memory.axis else None)
                if isinstance(memory.type, core.SetType):
                    low = core.bounds(naive.game, memory.type.of)[0]
                    value = frozenset(low + bit for bit in bits(value))
                yield from _differ(f"{key}", value, naive.remembered(key))


def bits(mask: int) -> list[int]:
    """The numbers in a mask."""
    return [i for i in range(mask.bit_length()) if mask >> i & 1]
