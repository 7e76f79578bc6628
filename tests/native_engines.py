"""Native engines beside the Python engines that they come from, played side by side.

    python -m tests.native_engines FOLDER GAMES [FLAGS]

plays so many games of a ruleset and its variants at every player count, for a run under sanitizers: the flags
are the C compiler's. It plays loops, batches and what must be refused too.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType
from typing import Any

import pytest

from rulewright.interop.engines import Setup
from rulewright.interop.tensors import layout
from rulewright.native import engines as native
from rulewright.play.playouts import run
from rulewright.play.tally import BUDGET, Plan
from tests.engine_checks import Engine, Face, Setting, damage, plain_of

QUICK = ("-O0",)
EVERY = 9  # plies from one whole comparison to the next


@cache
def _folder() -> Path:
    return Path(mkdtemp(prefix="rulewright-native-tests-"))


@cache
def _built(number: int, slug: str, flags: tuple[str, ...]) -> ModuleType | None:
    engine = _engines[number]
    text, over = native.text_of(engine.game, engine.files)
    if text is None:
        assert over is not None
        return None
    folder = _folder() / f"{slug}_{number}_{len(flags)}"
    folder.mkdir(exist_ok=True)
    return native.load(engine.files, slug, native.made(text, engine.files, folder, flags))


_engines: list[Engine] = []


def natively(engine: Engine, flags: Sequence[str] = QUICK) -> ModuleType | None:
    """An engine with its native part; None where it is over a limit of the native form."""
    if engine not in _engines:
        _engines.append(engine)
    return _built(_engines.index(engine), engine.game.slug, tuple(flags))


def pair(setting: Setting, module: ModuleType, seed: int) -> tuple[Face | None, Face | None, str]:
    """The same game in Python and natively, or what both say that cannot begin it."""
    found: list[Any] = []
    said = []
    for new in (module.new, module.native.new):
        try:
            found.append(new(setting.players, seed, dict(setting.options)))
            said.append("")
        except module.RuleError as error:
            found.append(None)
            said.append(str(error))
    assert said[0] == said[1], f"{setting} seed {seed}: {said}"
    return found[0], found[1], said[0]


def lock_step(setting: Setting, module: ModuleType, seed: int, plies: int = 600) -> int:
    """Plays a game by random moves in both, and asserts that they agree at every decision: seats, moves and
    their order, endings, errors; now and then and at the end the whole state, its key and who has won. Gives
    the number of decisions."""
    game, other, stuck = pair(setting, module, seed)
    if stuck:
        return 0
    assert game is not None
    assert other is not None
    stream = module.Random(seed)
    for ply in range(plies):
        told = f"{setting} seed {seed} ply {ply}"
        assert game.to_move == other.to_move, told
        assert game.legal_moves() == other.legal_moves(), told
        if ply % EVERY == 0 or game.over:
            same(game, other, told)
        if game.over:
            return ply
        move = game.random_move(stream)
        said = [_tried(module, one, move) for one in (game, other)]
        assert said[0] == said[1], f"{told}: {said}"
        if said[0]:
            return ply
    return plies


def _tried(module: ModuleType, game: Face, move: int) -> str:
    try:
        game.apply(move)
    except module.RuleError as error:
        return str(error)
    return ""


def same(game: Face, other: Face, told: str) -> None:
    """The states are equal, and so are their keys and what follows from them."""
    names = {*type(game.state).__slots__} - {
        "trace",
        "kept",
    }  # what was told, or is known, is no part of them
    left, right = game.state, other.state
    differing = [n for n in sorted(names) if getattr(left, n) != getattr(right, n)]
    assert not differing, f"{told}: {[(n, getattr(left, n), getattr(right, n)) for n in differing][:2]}"
    assert json.dumps(left.parts()) == json.dumps(right.parts()), told
    assert game.key() == other.key(), told
    assert (game.over, game.ending, game.winners()) == (other.over, other.ending, other.winners()), told


def check_loops(setting: Setting, module: ModuleType, games: int, seed: int) -> None:
    """Loops inside come to the same as those of the Python engine, a batch to the same as single games."""
    given = {"players": setting.players, "options": dict(setting.options)}
    wanted = _come_to(module, module.playout, games, seed, given)
    assert _come_to(module, module.native.playout, games, seed, given) == wanted
    if isinstance(wanted, str):
        return
    assert module.native.simulate(games, seed, **given)[0] == wanted
    check_counts(setting, module, min(games, 10), seed)
    check_observations(setting, module, seed, min(games, 20))
    check_batch(module, setting, seed)


def _come_to(module: ModuleType, playout: Any, games: int, seed: int, given: Any) -> Any:
    """What games come to, or how the rules failed."""
    try:
        return playout(games, seed, **given)
    except module.RuleError as error:
        return str(error)


def check_many(setting: Setting, module: ModuleType, games: int) -> None:
    """Many games come to the same: one draw or move that differs shows in what they come to."""
    given = {"players": setting.players, "options": dict(setting.options)}
    assert _come_to(module, module.native.playout, games, 7, given) == _come_to(
        module, module.playout, games, 7, given
    )


def check_counts(setting: Setting, module: ModuleType, games: int, seed: int) -> None:
    """What is counted of games in C is what is counted in Python, also of games that are broken off."""
    for budget in (BUDGET, 7):
        plan = Plan(setting.players, games, ("random",), seed, budget=budget, options=setting.options)
        found = [run(module.RULES, plan, 0, games, None, native) for native in (None, module.native.ENGINE)]
        assert found[0] == found[1], setting


def check_observations(setting: Setting, module: ModuleType, seed: int, looks: int) -> None:
    """What seats see of the games of a batch is what they see of games in Python, to the last number."""
    numpy = pytest.importorskip("numpy")
    setup = Setup(module, setting.players, tuple(setting.options))
    numbers, batch = layout(setup), module.native.new_batch(2, seed, setting.players, dict(setting.options))
    assert batch.observation_parts == [(part.name, part.at, part.shape) for part in numbers.parts]
    for _ in range(looks):
        for i in range(2):
            game = batch.game(i).full()
            for seat in range(setting.players):
                wanted = numpy.array(numbers.write(game, seat), "float32")
                found = batch.observations(seat)[i]
                assert (found == wanted).all(), (setting, seat, numpy.flatnonzero(found != wanted)[:5])
            mover = 0 if game.over else game.to_move
            assert (batch.observations()[i] == batch.observations(mover)[i]).all()
        for _ in range(4):
            batch.random_step()


def check_batch(module: ModuleType, setting: Setting, seed: int, size: int = 3, plies: int = 60) -> None:
    """Games in a batch go as single games do."""
    batch = module.native.new_batch(size, seed, setting.players, dict(setting.options))
    games = [module.native.new(setting.players, seed + i, dict(setting.options)) for i in range(size)]
    wide = batch.library.schema["row"]
    for _ in range(plies):
        moves = batch.random_moves()
        for i, game in enumerate(games):
            told = batch._told[3 * i], batch._told[3 * i + 1], batch._told[3 * i + 2]
            assert told == (
                -1 if game.over else game.to_move,
                game.n_legal(),
                game.rules.endings and _number(game),
            )
            row = batch._masks[i * wide : (i + 1) * wide]
            assert [m for m in range(batch.n_moves) if row[m]] == sorted(game.legal_moves())
            won = [seat for seat in range(game.players) if batch._won[i] >> seat & 1]
            assert won == game.winners()
            if not game.over:
                game.apply(moves[i])
        batch.step(moves)
        if all(game.over for game in games):
            break


def _number(game: Face) -> int:
    return -1 if game.ending is None else [name for name, _ in game.rules.endings].index(game.ending)


def check_refusals(setting: Setting, module: ModuleType, seed: int, times: int = 40) -> int:
    """Moves that are none, and positions that are damaged, are refused, or are whole and can be played on.
    Gives how many positions were refused."""
    game = module.native.new(setting.players, seed, dict(setting.options))
    stream = module.Random(seed)
    for _ in range(6):
        if not game.over:
            game.apply(game.random_move(stream))
    before = game.key()
    wrong = [-1, 10**6, 2**31, 2**63, 2**70, -(2**70), 1.5, "x", None, *_illegal(game)]
    for move in wrong:
        try:
            game.apply(move)
        except module.IllegalMove:
            continue
        raise AssertionError(f"{setting}: {move!r} was played")
    assert game.key() == before
    refused, chance = 0, random.Random(seed)
    for _ in range(times):
        data = json.loads(game.to_json())
        damage(data, chance)
        refused += not _played_on(module, data, stream)
    return refused


def _illegal(game: Face) -> list[int]:
    count = max(group.base + group.count for group in game.rules.groups)
    legal = set(game.legal_moves())
    return [move for move in range(0, count, max(1, count // 50)) if move not in legal]


def _played_on(module: ModuleType, data: Any, stream: Any) -> bool:
    """Reads a state that may be damaged as a native game, and plays on; False where it is refused."""
    data["digest"] = module._runtime._digest({key: value for key, value in data.items() if key != "digest"})
    try:
        game = module.native.from_json(json.dumps(data))
        for _ in range(20):
            if not game.over:
                game.apply(game.random_move(stream))
    except (module.SaveError, module.RuleError, module.IllegalMove):
        return False
    return True


def everything(folder: Path, games: int, flags: Sequence[str]) -> Iterator[str]:
    """Plays all settings of a ruleset; says what was played."""
    for setting in plain_of(folder):
        module = natively(setting.engine, flags)
        if module is None:
            yield f"{setting}: over a limit"
            continue
        plies = sum(lock_step(setting, module, seed) for seed in range(games))
        check_loops(setting, module, min(games, 10), 3)
        refused = check_refusals(setting, module, 1)
        yield f"{setting}: {plies} decisions, {refused} positions refused"


def main() -> None:
    """Plays, and prints what was played."""
    folder, games, *flags = sys.argv[1:]
    for line in everything(Path(folder), int(games), flags or QUICK):
        print(line, flush=True)


if __name__ == "__main__":
    main()
