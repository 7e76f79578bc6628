"""Light games are played side by side with full ones, ply by ply: rulesets, and many small board games.

Full games are held to a naive interpreter elsewhere; here a light game must offer the same moves, end in the
same way, and become a full game with the same state wherever anything else is asked of it.
"""

from __future__ import annotations

import copy
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rulewright.python import engine as engines_in_memory
from rulewright.python import runtime
from rulewright.python.light_spaces import FACE, PLACES
from rulewright.python.to_python import to_python as written
from tests import engine_checks as checks
from tests.random_rulesets import checked

LIGHT = ("breakthrough", "connect_four", "hex", "othello", "tic_tac_toe")

SHAPES = {
    "squares 3 by 2": 3,
    "squares 4 by 4, red faces north, yellow faces south": 3,
    "squares 7 by 6": 4,
    "squares 9 by 8, red faces east, yellow faces west": 5,
    "hexes 3 by 3": 3,
    "hexes of side 3": 3,
    "hexes 9 by 9": 4,
}
SET_UPS = {
    "empty": "nothing",
    "some": """\
place Man of red on board[a1]
    place Man of yellow on board[a2]
    place Man of red on board[b2]""",
}
ACTIONS = {
    "mark": """\
action go:
    choose s from Square where board[s] is empty
    do:
        place Man on board[s]
""",
    "take over": """\
action go:
    choose s from Square where board[s].owner is not me
    do:
        place Man on board[s]
""",
    "take": """\
action go:
    choose s from Square where board[s] is not empty
    do:
        capture board[s]
""",
    "step": """\
group ways of Heading: forward, forward_left, backward
action go:
    choose s from Square where board[s].owner is me
    choose h from ways where step(s, h, me) is not empty and board[step(s, h, me)].owner is not me
    do:
        move board[s] to board[step(s, h, me)]
""",
    "enclose": """\
action go:
    choose s from Square where board[s] is empty
    do:
        place Man on board[s]
        each d in Direction:
            if closes(me, s, d):
                each t in flanked(me, s, d):
                    give board[t] to me
""",
    "or pass": """\
action go:
    choose s from Square where board[s] is empty and closes_any(me, s)
    do:
        place Man on board[s]
        each d in Direction:
            if closes(me, s, d):
                each t in flanked(me, s, d):
                    give board[t] to me
action rest:
    requires not can_go(me) else "you can go"
    do:
        nothing
define can_go(p: Player) = any(closes_any(p, s) for s in Square where board[s] is empty)
""",
    "drop": """\
range Column: 1..7
action go:
    choose c from Column where board[c, 6] is empty
    do:
        place Man on board[c, lowest(r for r in 1..6 where board[c, r] is empty)]
""",
}
FULL = "ending full when all(board[s] is not empty for s in Square), at once\n"
MINE = "those(s in Square where board[s].owner is p)"
LINE = "all(board[s].owner is {} for s in l) for l in lines(Square, {{n}})"
ENDINGS = {
    "line": f"ending line when any(any({LINE.format('p')}) for p in players), at once\n{FULL}",
    "joined": f"define joins(p: Player) = connects({MINE}, edge(Square, {{one}}), edge(Square, {{other}}))\n"
    f"ending joined when any(joins(p) for p in players), at once\n{FULL}",
    "alone": "define alone(p: Player) = all(board[s] is empty or board[s].owner is p for s in Square)\n"
    f"ending alone when any(alone(p) for p in players), at once\n{FULL}",
    "full": FULL,
}
SCORES = {
    "men": "score men = count(s in Square where board[s].owner is me)\nwinner is most score, ties share\n",
    "line": f"score line = 1 if any({LINE.format('me')}) otherwise 0\nwinner is most score, ties share\n",
    "least": "score men = count(s in Square where board[s].owner is me)\nwinner is least score\n",
    "many": "score men = count(s in Square where board[s].owner is me)\nwinner is most score, at least 7\n",
    "corner": "score corner = 1 if board[a1].owner is me otherwise 0\nwinner is most score, ties share\n",
}


def program(shape: str, set_up: str, action: str, ending: str, score: str) -> str:
    """The text of a small game for two."""
    hexes = "hexes" in shape
    one, other = ("west", "east") if not hexes else ("northwest", "southeast")
    fill = {"{n}": str(SHAPES[shape]), "{one}": one, "{other}": other}
    text = f"""\
language 1
game Small "Small" version "1.0.0"
{'use "std/sandwich.rules"' if "closes" in ACTIONS[action] else ""}
players 2: red, yellow
spaces Square: {shape}
piece Man of player
zone board: board Square of Man
setup:
    {SET_UPS[set_up]}
turn:
    offer go{", rest" if "rest" in ACTIONS[action] else ""}
{ACTIONS[action]}{ENDINGS[ending]}{SCORES[score]}"""
    for name, value in fill.items():
        text = text.replace(name, value)
    return text


def programs() -> list[tuple[str, ...]]:
    """Some of all combinations."""
    every = [
        (shape, set_up, action, ending, score)
        for shape in SHAPES
        for set_up in SET_UPS
        for action in ACTIONS
        for ending in ENDINGS
        for score in SCORES
        if (action != "drop" or shape == "squares 7 by 6")
        and (action != "step" or "faces" in shape)
        and (action not in ("step", "take") or set_up == "some")
    ]
    return random.Random(4).sample(every, 70)


def in_lock_step(module: ModuleType, seed: int) -> bool:
    """Plays a light game and a full one by the same random moves; False where there is no light one."""
    light, full = module.new(seed=seed), module.new_game(module.RULES, None, seed, None, "sampled", False)
    chance = random.Random(seed)
    if type(light).__name__ not in ("Light", "Charted"):
        return False
    for _ in range(120):
        assert_same(light, full)
        if chance.random() < 0.2 or light.over:
            becomes_full(light.copy(), full)
        if light.over:
            break
        move = chance.choice(light.legal_moves())
        named = chance.random() < 0.1
        failed = [tried(game, move, named) for game in (light, full)]
        assert failed[0] == failed[1]
        if failed[0]:
            break
    becomes_full(light, full)
    if light.moves:
        light.undo()
        full.undo()
        assert_same(light, full)
    return True


def drawn(module: ModuleType) -> bool:
    """Are the games of an engine charted? From now on, then."""
    if not hasattr(module, "Charted") or type(module.new()).__name__ == "Game":
        return False
    module.Charted.waits = min(1, module.Charted.waits)
    module.new()
    assert type(module.new()).__name__ == "Charted"
    return True


def tried(game: Any, move: int, named: bool) -> str:
    """Makes a move; what the rules say where they have no way on."""
    try:
        game.apply(move, game.to_move if named else None)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def assert_same(light: Any, full: Any) -> None:
    """What is asked in play is the same."""
    assert light.to_move == full.to_move
    assert light.over is full.over
    assert light.players == full.players
    assert light.deciding == full.deciding
    assert light.legal_moves() == full.legal_moves()
    assert [light.legal_moves(seat) for seat in (0, 1)] == [full.legal_moves(seat) for seat in (0, 1)]
    assert light.n_legal() == full.n_legal()
    assert light.moves == full.moves


def becomes_full(light: Any, full: Any) -> None:
    """A light game is the full game as soon as more is asked; the light ways to ask say the same."""
    assert light.ending == full.ending
    assert light.winners() == full.winners()
    assert light.returns() == full.returns()
    assert light.state.parts() == full.state.parts()
    assert light.state.legal == full.state.legal
    assert light.state.to_move == full.state.to_move
    assert light.movers == full.movers
    assert light == full
    assert light.check() == full.check()
    assert repr(light) == repr(full)
    assert light.to_json() == full.to_json()
    assert_same(light, full)


@pytest.mark.parametrize("name", LIGHT)
def test_rulesets_are_played_lightly(name: str) -> None:
    game = checks.checked(checks.ruleset(checks.ROOT / "rulesets" / name))
    assert game is not None
    module = engines_in_memory.load(written(game), name)
    fully = module.play_games(module.RULES, module.play_out, 30, 7, None, None)
    assert all(in_lock_step(module, seed) for seed in range(25))
    assert module.playout(30, 7) == fully
    assert drawn(module) is (name == "tic_tac_toe")
    assert all(in_lock_step(module, seed) for seed in range(25))
    assert module.playout(30, 7) == fully


def small(parts: tuple[str, ...]) -> ModuleType | None:
    """The engine of a small game; None where the parts do not go together."""
    game, _ = checked({"chaos.rules": program(*parts)})
    return None if game is None else engines_in_memory.load(written(game), "small")


@pytest.mark.parametrize("parts", programs(), ids=" / ".join)
def test_small_games_are_played_lightly(parts: tuple[str, ...]) -> None:
    module = small(parts)
    if module is None:
        pytest.skip("no game")
    light = all(in_lock_step(module, seed) for seed in range(5))
    if drawn(module):
        assert all(in_lock_step(module, seed) for seed in range(5, 10))
    if light and parts[2] in ("mark", "enclose", "drop"):  # the others may go on for ever
        try:
            full = module.play_games(module.RULES, module.play_out, 10, 3, None, None)
        except module.RuleError as error:
            with pytest.raises(module.RuleError, match=str(error)[:20]):
                module.playout(10, 3)
        else:
            assert module.playout(10, 3) == full


def test_many_small_games_are_light() -> None:
    made = [small(parts) for parts in programs()[:30]]
    light = [module for module in made if module is not None and hasattr(module, "Light")]
    assert len(light) > 20


def test_small_boards_that_fill_are_charted() -> None:
    """A chart is only where no position comes again, and where there are few."""
    for shape, action, score, charted in (
        ("squares 3 by 2", "mark", "men", True),
        ("hexes 3 by 3", "mark", "men", True),
        ("squares 3 by 2", "take over", "men", False),
        ("squares 3 by 2", "take", "men", False),
        ("squares 4 by 4, red faces north, yellow faces south", "mark", "men", False),
        ("squares 7 by 6", "drop", "men", False),
    ):
        module = small((shape, "empty", action, "full", score))
        assert module is not None
        assert hasattr(module, "Charted") is charted, (shape, action)


def test_a_chart_has_each_node_once() -> None:
    module = checks.engines(checks.ROOT / "rulesets" / "tic_tac_toe")[0].module
    assert drawn(module)
    found: dict[int, Any] = {}
    left = [module.Charted.root]
    while left:
        node = left.pop()
        if id(node) not in found:
            found[id(node)] = node
            left += [node[move] for move in node[9]]
    assert len(found) == 3638  # of 5,478 positions
    told = [
        (node[0] if node[10] is None else [*map(id, node[:9])], node[9], node[10]) for node in found.values()
    ]
    assert len(set(map(str, told))) == len(told)


def test_charts_are_drawn_by_several_threads() -> None:
    game = checks.checked(checks.ruleset(checks.ROOT / "rulesets" / "tic_tac_toe"))
    assert game is not None
    module = engines_in_memory.load(written(game), "tic_tac_toe")

    def played(seed: int) -> list[list[int]]:
        chance, found = random.Random(seed), []
        for _ in range(300):
            one = module.new()
            while not one.over:
                one.apply(chance.choice(one.legal_moves()))
            found.append([*one.moves, *one.winners()])
        return found

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(played, range(4)))
    assert type(module.new()).__name__ == "Charted"
    assert together == [played(seed) for seed in range(4)]


@pytest.mark.parametrize("name", LIGHT)
def test_what_is_no_move_is_refused(name: str) -> None:
    module = checks.engines(checks.ROOT / "rulesets" / name)[0].module
    drawn(module)
    for wrong in (-1, -2, -11, 9**9, 10**30, 10**6, "x", None, [1], 3.5, slice(0, 3)):
        game = module.new(seed=1)
        with pytest.raises(module.IllegalMove):
            game.apply(wrong)
        assert game.moves == []
    game = module.new()
    with pytest.raises(module.IllegalMove):
        game.apply(game.legal_moves()[0], 1)
    game.apply(game.legal_moves()[0], 0)
    assert len(game.moves) == 1
    while not game.over:
        game.apply(game.legal_moves()[0])
    with pytest.raises(module.IllegalMove, match="the game is over"):
        game.apply(0)


@pytest.mark.parametrize("name", LIGHT)
def test_light_games_are_copied_and_kept(name: str) -> None:
    module = checks.engines(checks.ROOT / "rulesets" / name)[0].module
    drawn(module)
    game = module.new(seed=3)
    game.apply(game.legal_moves()[0])
    other = game.copy()
    other.apply(other.legal_moves()[-1])
    assert len(game.moves) == 1
    assert game != other
    assert copy.deepcopy(game.copy().state) == game.state
    with pytest.raises(module.IllegalMove, match="no move to take back"):
        game.copy().undo()
    assert module.from_json(game.copy().to_json()) == game


def test_a_light_game_can_be_pickled() -> None:
    from generated import connect_four

    game = connect_four.new()
    game.apply(3)
    assert pickle.loads(pickle.dumps(game.copy().state)) == game.state


def test_options_history_and_seats_make_full_games() -> None:
    module = checks.engines(checks.ROOT / "rulesets" / "hex")[0].module
    assert type(module.new()).__name__ == "Light"
    for game in (
        module.new(options={"swapping": "yes"}),
        module.new(history=True),
        module.new(debug=True),
        module.new(chance="explicit"),
        module.new(players=2),
    ):
        assert type(game).__name__ == "Game"


def test_generated_light_games_are_the_ones_in_the_folder() -> None:
    for name in LIGHT:
        assert (Path(__file__).parent.parent / "generated" / name / "light.py").is_file()


def test_what_is_held_is_not_called_as_what_games_are_asked() -> None:
    asked = {name for name in dir(runtime.BoardGame) if not name.startswith("_")}
    assert not asked - FACE
    assert len(runtime.HELD) == PLACES
