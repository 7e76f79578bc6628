"""What every generated engine must keep, whatever its game: found, built, played and checked here.

A ruleset is covered by dropping its folder into `rulesets/` or `tests/rulesets/`: `engines(folder)` builds it
and each of its variants, `settings(engine)` gives every player count with the default options and with each
option changed, `walk` plays a game by random moves. Each `check_x(game)` takes a game at one decision and
raises AssertionError when an invariant does not hold there.
"""

from __future__ import annotations

import ast
import json
import random
import re
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice, product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rulewright import core, nodes, pipeline
from rulewright.elaborate.fold import evaluate
from rulewright.loading.load import load
from rulewright.python import engine as engines_in_memory
from rulewright.python.runtime import bits
from rulewright.reading.files import RulesetPath
from rulewright.report.diagnostics import Diagnostic, Report

ROOT = Path(__file__).parent.parent
HOMES = (ROOT / "rulesets", ROOT / "tests" / "rulesets")
BUDGET = 20_000
"""More decisions than any game here can need: one that has not ended by then does not end."""

Face = Any
"""A game of a generated engine: the engine has its own class, with the face of `rulewright.runtime.Game`."""


def folders() -> list[Path]:
    """The folder of every ruleset that is tested."""
    files = [file for home in HOMES for file in sorted(home.glob("*/*.rules"))]
    return [file.parent for file in files if file.stem == file.parent.name]


# ---- engines and settings


@dataclass(frozen=True, slots=True)
class Engine:
    """A ruleset, or a variant of it, with its generated files and the module that they make."""

    game: core.Game
    files: Mapping[str, str]
    module: ModuleType

    @property
    def rules(self) -> Any:
        """What the engine tells its face."""
        return self.module.RULES


@dataclass(frozen=True, slots=True)
class Setting:
    """How a game is made."""

    engine: Engine
    players: int
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        options = [f"{option}={word}" for option, word in self.options]
        return " ".join([self.engine.game.slug, f"players={self.players}", *options])

    def new(self, seed: int, history: bool = False, debug: bool = False) -> Face:
        """A new game."""
        options = dict(self.options)
        return self.engine.module.new(self.players, seed, options, history=history, debug=debug)

    def stream(self, seed: int) -> Any:
        """A stream for choosing moves, of the engine's own."""
        return self.engine.module.Random(seed)


def ruleset(folder: Path, variants: tuple[str, ...] = ()) -> RulesetPath:
    """A ruleset by its folder."""
    return RulesetPath(folder.name, folder / f"{folder.name}.rules", folder.parent, variants)


def checked(path: RulesetPath) -> core.Game | None:
    """A checked game, which must have no error; None for a variant that is rightly refused."""
    report = Report()
    game = pipeline.check(path, report)
    assert not report.has_errors, "\n".join(map(told, report.errors))
    return game


def told(found: Diagnostic) -> str:
    """A finding on one line."""
    return f"{found.span.path}:{found.span.line}:{found.span.column}: {found.code} {found.message}"


@cache
def engines(folder: Path) -> tuple[Engine, ...]:
    """The engines of a ruleset and of each of its variants."""
    base = ruleset(folder)
    loaded = load(base, Report())
    variants = [d.name.text for d in loaded.declarations if isinstance(d, nodes.Variant)]
    games = [checked(path) for path in (base, *(replace(base, variants=(name,)) for name in variants))]
    return tuple(engine_of(game) for game in games if game is not None)


def engine_of(game: core.Game) -> Engine:
    """An engine of a checked game."""
    files = pipeline.generate(game)
    return Engine(game, files, engines_in_memory.load(files, game.slug))


def settings(engine: Engine) -> Iterator[Setting]:
    """Every player count, with the default options, then with each option changed to each other value."""
    for players in range(engine.rules.low, engine.rules.high + 1):
        yield Setting(engine, players)
        for option in engine.rules.options:
            for word, value in option.values:
                if value != option.default:
                    yield Setting(engine, players, ((option.name, word),))


def settings_of(folder: Path) -> list[Setting]:
    """All settings of a ruleset, and those of its variants with the default options."""
    first, *variants = engines(folder)
    plain = [setting for engine in variants for setting in settings(engine) if not setting.options]
    return [*settings(first), *plain]


def plain_of(folder: Path) -> list[Setting]:
    """The settings of a ruleset and its variants with the default options."""
    return [setting for engine in engines(folder) for setting in settings(engine) if not setting.options]


# ---- playing


def walk(setting: Setting, seed: int, history: bool = False, debug: bool = False) -> Iterator[Face]:
    """One game by random moves: the same object at each decision, and once more when it is over."""
    game, stream = setting.new(seed, history, debug), setting.stream(seed)
    for _ in range(BUDGET):
        yield game
        if game.over:
            return
        game.apply(game.random_move(stream))
    raise AssertionError(f"{setting} seed {seed}: no end after {BUDGET} decisions")


def some(setting: Setting, seed: int, number: int, history: bool = False) -> list[Face]:
    """About `number` positions spread over one game, each a game of its own: the first and the last too,
    and no others where an option is changed."""
    length = sum(1 for _ in walk(setting, seed))
    number = 2 if setting.options else number
    wanted = {round(i * (length - 1) / max(number - 1, 1)) for i in range(number)}
    return [game.copy() for ply, game in enumerate(walk(setting, seed, history)) if ply in wanted]


def shown(game: Face) -> dict[str, Any]:
    """All that can be asked of a game, for comparing."""
    seats = range(game.players)
    return {
        "parts": json.dumps(game.state.parts()),
        "key": game.key(),
        "moves": list(game.moves),
        "to_move": game.to_move,
        "deciding": game.deciding,
        "legal": game.legal_moves(),
        "over": game.over,
        "ending": game.ending,
        "scores": game.scores(),
        "sheets": [game.score_sheet(seat) for seat in seats],
        "views": [game.view(seat) for seat in seats],
        "all": game.view(),
        "winners": game.winners(),
        "returns": game.returns(),
        "json": game.to_json(),
    }


# ---- undo, copies, saves


def check_undo(game: Face) -> None:
    """Undo after any legal move gives back the exact game; there is nothing to undo in a copy."""
    other = game.copy()
    before = shown(other)
    with pytest.raises(other_error(game, "IllegalMove")):
        other.undo()
    for move in other.legal_moves():
        other.apply(move)
        other.undo()
        assert other.state == game.state, f"undo of '{game.name(move)}' gives another state"
    assert shown(other) == before


def check_takes_back(game: Face, stream: Any, plies: int) -> None:
    """Some plies of random play, taken back one by one, played on and taken back again."""
    states = [game.state.copy()]
    for _ in range(plies):
        if game.over:
            break
        game.apply(game.random_move(stream))
        states.append(game.state.copy())
    for again in (False, True):
        while len(states) > 1:
            assert game.state == states.pop()
            game.undo()
        assert game.state == states[0]
        with pytest.raises(other_error(game, "IllegalMove")):
            game.undo()
        if not again and not game.over:
            game.apply(game.nth_legal(0))
            states.append(game.state.copy())


def check_copy(game: Face) -> None:
    """A copy is equal, and what is done to it does not touch the game."""
    other = game.copy()
    before = shown(game)
    assert other == game
    assert shown(other) == before
    for step in range(5):
        if not other.over:
            other.apply(other.nth_legal(step % other.n_legal()))
    assert shown(game) == before
    assert not game.moves or not game.over or other == game


def check_json(setting: Setting, game: Face) -> None:
    """A save gives back an equal game, which goes on in the same way."""
    text = game.to_json()
    json.loads(text)
    other = setting.engine.module.from_json(text)
    assert other == game
    assert shown(other) == shown(game)
    again = game.copy()
    first, second = setting.stream(1), setting.stream(1)
    for _ in range(12):
        assert other.legal_moves() == again.legal_moves()
        if again.over:
            break
        other.apply(other.random_move(first))
        again.apply(again.random_move(second))
        assert other == again
    assert other.key() == again.key()
    assert other.log() == again.log()


def other_error(game: Face, name: str) -> type[Exception]:
    """An exception class of the game's own engine."""
    found: type[Exception] = getattr(__import__(type(game).__module__, fromlist=[name]), name)
    return found


def check_save_refusals(setting: Setting, game: Face) -> None:
    """A save of other rules is refused by name; a text that is no save is refused, and by SaveError alone."""
    module, text = setting.engine.module, game.to_json()
    data = json.loads(text)
    other = json.dumps({**data, "meaning": "0123456789abcdef"})
    with pytest.raises(module.SaveError, match="0123456789abcdef"):
        module.from_json(other)
    for key, value in (("format", 99), ("ruleset", "another_game")):
        with pytest.raises(module.SaveError):
            module.from_json(json.dumps({**data, key: value}))
    for wrong in ("", "null", "[]", "{}", "7", '"x"', "{", "[" * 5000, text[1:], text + "x"):
        with pytest.raises(module.SaveError):
            module.from_json(wrong)
    for end in range(1, len(text), max(1, len(text) // 60)):
        with pytest.raises(module.SaveError):
            module.from_json(text[:end])


def check_damaged_saves(setting: Setting, game: Face, chance: random.Random, times: int) -> list[str]:
    """A save with one value changed is refused by SaveError, or it is a whole game that can be played on.

    Gives what was changed in those that were accepted though they are not the same game."""
    module, accepted = setting.engine.module, []
    for _ in range(times):
        data = json.loads(game.to_json())
        told = damage(data, chance)
        try:
            with limited():
                other = module.from_json(json.dumps(data))
        except module.SaveError:
            continue
        except Exception as error:
            raise AssertionError(f"{told}: {type(error).__name__}: {error}, not a SaveError") from error
        if other != game or other.moves != game.moves:
            accepted.append(told)
    return accepted


WRONG: tuple[Any, ...] = (None, -1, 0, 3, 10**6, 2**70, 1.5, "x", "", [], [0], {}, True, [[]], [None], "NaN")


@contextmanager
def limited(more: int = 1 << 30, seconds: float = 5) -> Iterator[None]:
    """Within it, the process may take only so many bytes more, and so long: what reads a bad text must come
    to an end. (No limit where the system has none.)"""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except (ImportError, OSError):
        yield
        return
    old = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + more, old[1]))
    before = signal.signal(signal.SIGALRM, _too_long)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        resource.setrlimit(resource.RLIMIT_AS, old)


def _too_long(number: int, frame: object) -> None:
    raise TimeoutError("it does not come to an end")


def damage(data: Any, chance: random.Random) -> str:
    """Changes one value somewhere inside, or takes it away; says which."""
    path: list[Any] = []
    while True:
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        key = chance.choice(keys)
        path.append(key)
        inner = data[key]
        if isinstance(inner, dict | list) and inner and chance.random() < 0.85:
            data = inner
            continue
        if chance.random() < 0.2:
            del data[key]
            return f"{path} taken away"
        data[key] = chance.choice([value for value in WRONG if value != inner])
        return f"{path} is {data[key]!r}, was {inner!r}"


def check_replay(setting: Setting, game: Face, seed: int) -> None:
    """The moves of a game, played again from its seed, give the same game."""
    again = setting.new(seed)
    for move in game.moves:
        again.apply(move)
    assert again == game
    assert shown(again) == shown(game)


# ---- moves


def check_moves(setting: Setting, game: Face) -> None:
    """Legal moves are distinct, asked by number too, each in its group, each with a name of its own."""
    legal = game.legal_moves()
    assert len(set(legal)) == len(legal), "a legal move is listed twice"
    assert legal == [game.nth_legal(k) for k in range(game.n_legal())]
    assert bool(legal) != game.over
    assert (game.to_move is None) == game.over
    assert game.deciding == deciding(setting, game)
    assert game.to_move == (game.deciding[0] if game.deciding else None)
    names = [game.name(move) for move in legal]
    assert len(set(names)) == len(names), f"two moves are called the same: {sorted(names)}"
    for move, name in zip(legal, names, strict=True):
        assert game.move_named(name) == move
        assert name.strip() == name
        assert name
        assert group_of(setting.engine, move)["name"] == game.action(move)
    assert game.move_named("no move is called this") is None


def deciding(setting: Setting, game: Face) -> tuple[int, ...]:
    """Who decides: one seat, or all that decide together and have not chosen yet."""
    if game.over:
        return ()
    frame = game.state.frames[-1]
    found = getattr(setting.engine.module.moves, "TOGETHER", {}).get(frame[0])
    if found is None:
        return (game.to_move,)
    return tuple(seat for seat, move in zip(frame[found[0]], frame[found[1]], strict=True) if move < 0)


def group_of(engine: Engine, move: int) -> dict[str, Any]:
    """The entry of the manifest that a move belongs to."""
    entries = manifest(engine)["moves"]
    found = [e for e in entries if e["first"] <= move < e["first"] + e["count"]]
    assert len(found) == 1, f"move {move} is in {len(found)} groups of the manifest"
    entry: dict[str, Any] = found[0]
    return entry


def manifest(engine: Engine) -> dict[str, Any]:
    """The manifest, read."""
    data: dict[str, Any] = json.loads(engine.files["manifest.json"])
    return data


def check_refusals(setting: Setting, game: Face, chance: random.Random) -> None:
    """What is not legal is refused with IllegalMove, and nothing changes."""
    before, legal = shown(game), set(game.legal_moves())
    total = sum(e["count"] for e in manifest(setting.engine)["moves"])
    error = setting.engine.module.IllegalMove
    wrong = {-1, total, total + 7, 10**9, *(chance.randrange(total) for _ in range(12))}
    for move in sorted(wrong - legal):
        with pytest.raises(error):
            game.apply(move)
    for move in sorted(legal)[:2]:
        with pytest.raises(error):
            game.apply(move, seat=next(seat for seat in range(game.players + 1) if seat not in game.deciding))
    assert shown(game) == before


def check_why_not(setting: Setting, game: Face) -> None:
    """`why_not` is empty exactly for what is legal; an action that is not offered has a reason."""
    legal = set(game.legal_moves())
    offers = setting.engine.module.moves.OFFERS
    offered = set() if game.over else set(offers.get(game.state.frames[-1][0], ()))
    for action in setting.engine.game.actions:
        entry = next(e for e in manifest(setting.engine)["moves"] if e["name"] == action)
        numbers = range(entry["first"], entry["first"] + entry["count"])
        if action not in offered:
            assert game.why_not(action), f"{action} is not offered, and there is no reason"
            continue
        assert bool(game.why_not(action)) != any(move in legal for move in numbers), action
        sizes = [range(len(words)) for words in entry["picks"].values()]
        step = max(1, len(numbers) // 40)
        for move, picks in islice(zip(numbers, product(*sizes), strict=True), 0, None, step):
            reasons = game.why_not(action, *picks)
            assert bool(reasons) != (move in legal), f"'{game.name(move)}': {reasons}"
            assert all(isinstance(reason, str) and reason for reason in reasons)
    with pytest.raises(ValueError, match="no action"):
        game.why_not("there is no such action")


# ---- what is seen


def check_resample(setting: Setting, game: Face, seed: int) -> bool:
    """A resampled game looks the same to a seat, and is whole. True when some resampled state is another."""
    changed = False
    for seat in range(game.players):
        other = game.resample(seat, setting.stream(seed))
        assert other.view(seat) == game.view(seat)
        assert other.observation_key(seat) == game.observation_key(seat)
        assert other.information_key(seat) == game.information_key(seat)
        assert other.to_move == game.to_move
        if game.to_move == seat:
            assert other.legal_moves() == game.legal_moves()
        assert other.check() == []
        assert remembered(other) == remembered(game), "memory does not go along with the components"
        assert other.over == game.over
        changed = changed or other != game
        again = game.resample(seat, setting.stream(seed))
        assert again == other, "the same stream resamples to another game"
    return changed


def remembered(game: Face) -> list[list[Any]]:
    """By memory cell: where the components lie that it holds, which stays so when they are dealt anew."""
    records = {record.name: record for record in game.rules.records}
    return [
        sorted(lies(game, records[cell.record], component) for component in components(cell, value))
        for cell in game.rules.cells
        if cell.record is not None
        for value in game.state.memory[cell.at : cell.at + len(cell.cells) * game.players**cell.of_player]
    ]


def components(cell: Any, value: int) -> list[int]:
    """The components in a value that is remembered."""
    return bits(value) if cell.is_set else [value] * (value != -1)


def lies(game: Face, record: Any, component: int) -> tuple[int, int]:
    """The place of a component, and where in it; -1 where it has no order, or it is open."""
    place = game.state.where[record.base + component]
    listed = 0 <= place < len(game.state.zones)
    return place, game.state.zones[place].index(component) if listed else -1


def check_information(game: Face) -> None:
    """What a seat chose, it knows: its key differs for each move. Other keys differ if the views do."""
    keys: list[list[str]] = [[] for _ in range(game.players)]
    views: list[list[str]] = [[] for _ in range(game.players)]
    for move in game.legal_moves()[:12]:
        other = game.copy()
        other.apply(move)
        for seat in range(game.players):
            keys[seat].append(other.information_key(seat))
            views[seat].append(other.observation_key(seat))
    for seat in range(game.players):
        if game.to_move == seat:
            assert len(set(keys[seat])) == len(keys[seat]), "two moves of its own are the same to a seat"
        assert len(set(zip(keys[seat], views[seat], strict=True))) == len(set(keys[seat]))


def check_together(setting: Setting, game: Face, chance: random.Random) -> None:
    """Where seats decide together, any order gives the same; nobody learns of a choice before all have."""
    made = {seat: chance.choice(game.legal_moves(seat)) for seat in game.deciding}
    one, other = game.copy(), game.copy()
    for move in made.values():
        one.apply(move)
    for seat in chance.sample(sorted(made), len(made)):
        before, left = seen_by_each(other), other.deciding
        other.apply(made[seat], seat)
        if len(left) > 1:
            assert {**before, seat: None} == {**seen_by_each(other), seat: None}, "a choice is seen too early"
            assert other.name(made[seat], seat=seat) in strings(other.view(seat)["chosen"])
            assert other.deciding == tuple(each for each in left if each != seat)
            check_refused(other, made[seat], seat)
            again = setting.engine.module.from_json(other.to_json(), history=True)
            assert again == other
            assert seen_by_each(again) == seen_by_each(other)
        other.undo()
        assert seen_by_each(other) == before
        assert other.deciding == left
        other.apply(made[seat], seat)
    assert other.state == one.state
    keys = [[each.information_key(seat) for seat in range(game.players)] for each in (one, other)]
    assert keys[0] == keys[1]


def seen_by_each(game: Face) -> dict[int, Any]:
    """By seat: what it sees, has seen and reads."""
    return {s: (game.view(s), game.information_key(s), game.log(s)) for s in range(game.players)}


def check_refused(game: Face, move: int, seat: int) -> None:
    """A move is refused, and nothing changes."""
    before = shown(game)
    with pytest.raises(other_error(game, "IllegalMove")):
        game.apply(move, seat)
    assert shown(game) == before


def check_view_hides(setting: Setting, game: Face) -> None:
    """The view of a seat names no component that it does not know."""
    for seat in range(game.players):
        view = game.view(seat)
        for record in setting.engine.rules.records:
            rules = setting.engine.rules
            names = [place.name for place in rules.places if place.item == record.name]
            names += [cell.name for cell in rules.cells if cell.record == record.name]
            told = set(strings([view[name] for name in names]))
            hidden = unknown(game, record, seat)
            assert not told & hidden, f"seat {seat} sees {sorted(told & hidden)}"


def unknown(game: Face, record: Any, seat: int) -> set[str]:
    """The ids of which a seat knows no component."""
    known = {name for i, name in enumerate(record.ids) if game.state.known[record.base + i] >> seat & 1}
    return set(record.ids) - known


def strings(value: object) -> Iterator[str]:
    """All texts in a view."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


def check_log(setting: Setting, seed: int) -> None:
    """No line of a seat's log names a component that it did not know, before or after that move."""
    rules, plain = setting.engine.rules, plain_words(setting.engine)
    known: list[list[set[str]]] = []
    last = None
    for last in walk(setting, seed):
        seats = range(last.players)
        known.append([set().union(*(unknown(last, r, seat) for r in rules.records)) for seat in seats])
    assert last is not None
    movers = [line.partition(":")[0] for line in last.log()]
    assert len(movers) == len(last.moves)
    for seat in range(last.players):
        for ply, line in enumerate(last.log(seat)):
            secret = known[ply][seat] & known[ply + 1][seat] - plain
            told = {word for word in secret if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", line)}
            assert movers[ply] == rules.seats[seat] or not told, f"{rules.seats[seat]} reads '{line}'"


def plain_words(engine: Engine) -> set[str]:
    """Words of moves and seats that may happen to be the id of a component too."""
    texts = [*engine.rules.seats, *(record.name for record in engine.rules.records)]
    texts += [group.text for group in engine.rules.groups]
    texts += [back for record in engine.rules.records for back in record.backs]
    for group in engine.rules.groups:
        texts += [word for _, words, record in group.picks if record is None for word in words]
    return {word for text in texts for word in re.findall(r"\w+", text)} | set(texts)


# ---- the end


def check_scores(setting: Setting, game: Face) -> None:
    """The sheet adds up to the scores; returns sum to 0; the winners are those that the rules name."""
    scores, rules, winner = game.scores(), setting.engine.rules, setting.engine.game.winner
    for seat in range(game.players):
        *lines, (total, points, clauses) = game.score_sheet(seat)
        assert (total, points, clauses) == ("total", scores[seat], ())
        assert sum(line[1] for line in lines) == points
        assert [line[0] for line in lines] == [line.text for line in rules.sheet]
    paid = winner is not None and winner.paid and game.over
    if winner is not None and paid:
        sign = -1 if winner.extreme == "least" else 1
        assert game.returns() == [sign * points for points in scores]
    else:
        assert abs(sum(game.returns())) < 1e-9
    winners = game.winners()
    if not game.over or winner is None:
        assert winners == []
        assert game.returns() == [0.0] * game.players
        return
    teams = [team.seats for team in setting.engine.game.teams.values()] or [(s,) for s in range(game.players)]
    assert [points for _, points in game.team_scores()] == [
        sum(scores[seat] for seat in team if seat < game.players)
        for team in (teams if setting.engine.game.teams else ())
    ]
    sums = {team: sum(scores[seat] for seat in team if seat < game.players) for team in teams}
    best = max(sums.values()) if winner.extreme == "most" else min(sums.values())
    first = sorted(seat for team in teams if sums[team] == best for seat in team if seat < game.players)
    won = [team for team in teams if set(team) & set(winners)]
    target = None if winner.target is None else evaluate(setting.engine.game, winner.target, game.players)
    if target is not None and best < target:
        assert winners == []
        assert game.returns() == [0.0] * game.players
        return
    assert winners
    assert set(winners) <= set(first)
    assert winners == sorted(seat for team in won for seat in team if seat < game.players)
    assert winner.share or len(won) == 1
    assert not winner.share or winner.tie_breaks or winners == first
    if paid:
        return
    assert game.returns()[winners[0]] >= 0
    assert len({game.returns()[seat] for seat in winners}) == 1


# ---- generated text


HOT = ("moves.py", "scoring.py", "state.py", "data.py")


def check_imports(engine: Engine) -> None:
    """The files import the standard library and each other, nothing else; none of it copies deeply."""
    modules = {name.removesuffix(".py") for name in engine.files if name.endswith(".py")}
    for name, tree in trees(engine):
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                assert all(standard(alias.name) for alias in node.names), f"{name}: {ast.unparse(node)}"
            elif isinstance(node, ast.ImportFrom):
                fine = node.module in modules if node.level == 1 else not node.level and standard(node.module)
                assert fine, f"{name}: {ast.unparse(node)}"
        assert "deepcopy" not in engine.files[name]
        assert "eval(" not in engine.files[name].replace("retrieval(", "")
        assert "exec(" not in engine.files[name]


def standard(module: str | None) -> bool:
    """Is this a module of the standard library?"""
    return (module or "").partition(".")[0] in sys.stdlib_module_names


def trees(engine: Engine) -> Iterator[tuple[str, ast.Module]]:
    """The Python files, parsed."""
    for name, text in engine.files.items():
        if name.endswith(".py"):
            yield name, ast.parse(text)


def check_straight(engine: Engine) -> None:
    """Rules are straight-line Python: no look-up or attribute by a text, no recursion, no generator."""
    for name, tree in trees(engine):
        for function in [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]:
            if name not in HOT or function.name in ("why",) or function.name.startswith("why_"):
                continue
            for node in ast.walk(function):
                where = f"{name}: {function.name}, line {getattr(node, 'lineno', '?')}"
                if isinstance(node, ast.Subscript):
                    text = isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)
                    assert not text, f"{where}: a look-up by text"
                assert not isinstance(node, ast.Yield | ast.YieldFrom | ast.Await), where
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    assert node.func.id not in ("getattr", "setattr", "isinstance", "dict", "globals"), where
                    assert node.func.id != function.name, f"{where}: recursion"


def check_slots(engine: Engine) -> None:
    """The state has slots, and nothing else of it can be set."""
    state = next(settings(engine)).new(0).state
    assert type(state).__slots__
    assert not hasattr(state, "__dict__")


def check_documented(engine: Engine) -> None:
    """Every module and every function has a docstring; every function is typed."""
    for name, tree in trees(engine):
        assert ast.get_docstring(tree), name
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                inner = node.name.startswith("__") or node.name.startswith("_") or name == "_runtime.py"
                assert inner or ast.get_docstring(node), f"{name}: {node.name}"
                assert node.returns is not None, f"{name}: {node.name}"


def check_layout(engine: Engine) -> None:
    """The files of an engine, their ends, and a manifest that numbers the moves without a gap."""
    wanted = {"__init__.py", "_runtime.py", "data.py", "manifest.json", "moves.py", "scoring.py", "state.py"}
    assert set(engine.files) - {"light.py"} == wanted
    for name, text in engine.files.items():
        assert text.endswith("\n"), name
        assert not text.endswith("\n\n"), name
        assert "\r" not in text, name
        assert not [line for line in text.split("\n") if line != line.rstrip()], name
    following = 0
    for entry in manifest(engine)["moves"]:
        assert entry["first"] == following
        following += entry["count"]
    assert manifest(engine)["meaning"] == engine.rules.meaning
