"""Rulesets as games of OpenSpiel: its own checks pass for every one, and solvers find the known values."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import engine_checks as checks
from tests.extras import extra

pyspiel = extra("pyspiel")
np = extra("numpy")

from rulewright import openspiel  # noqa: E402
from rulewright.interop.engines import checked  # noqa: E402

FOLDERS = checks.folders()
every_ruleset = pytest.mark.parametrize("folder", FOLDERS, ids=[folder.name for folder in FOLDERS])


def loaded(folder: Path, players: int | None = None, **given: Any) -> Any:
    """A ruleset of the tree as a game of OpenSpiel."""
    return openspiel.load(checks.engines(folder)[0].module, players, **given)


def named(name: str, **given: Any) -> Any:
    """A ruleset by the name of its folder."""
    return loaded(next(folder for folder in FOLDERS if folder.name == name), **given)


def walk(game: Any, seed: int) -> list[Any]:
    """The states of a random game, first to last."""
    chance = np.random.RandomState(seed)
    state = game.new_initial_state()
    states = [state.clone()]
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chance.choice(outcomes, p=odds)))
        elif state.is_simultaneous_node():
            legal = [state.legal_actions(seat) for seat in range(game.num_players())]
            state.apply_actions([int(chance.choice(moves or [0])) for moves in legal])
        else:
            state.apply_action(int(chance.choice(state.legal_actions())))
        states.append(state.clone())
    return states


@every_ruleset
def test_random_sim_test(folder: Path) -> None:
    """OpenSpiel's own test: legal actions, chances, tensors, strings, copies, saves, ends, returns."""
    rules = checks.engines(folder)[0].rules
    for players in sorted({rules.low, rules.high}):
        pyspiel.random_sim_test(loaded(folder, players), num_sims=1, serialize=True, verbose=False)


@every_ruleset
def test_a_game_is_found_by_its_name(folder: Path) -> None:
    game = loaded(folder)
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert again.get_type().short_name == f"rulewright_{checks.engines(folder)[0].rules.name}"


@every_ruleset
def test_states_play_as_the_engine_does(folder: Path) -> None:
    """The same moves lead to the same legal moves, seats and returns in the engine."""
    engine = checks.engines(folder)[0]
    if engine.rules.reads_hidden:
        pytest.skip("its chance has no nodes")
    game = loaded(folder)
    direct, done = engine.module.new(game.num_players(), chance="explicit"), 0
    for state in walk(game, 1):
        for each in state.full_history()[done:]:
            by_chance = each.player == -1
            if by_chance:
                direct.apply(each.action + game.num_distinct_actions())
            elif each.player in direct.deciding:  # of the others OpenSpiel notes a 0
                direct.apply(each.action, seat=each.player)
        done = len(state.full_history())
        if direct.over:
            assert state.is_terminal()
            assert state.returns() == pytest.approx(direct.returns())
        elif direct.to_move == -1:
            first = game.num_distinct_actions()
            assert [(a + first, p) for a, p in state.chance_outcomes()] == direct.chance_outcomes()
        else:
            together = len(direct.deciding) > 1
            assert state.is_simultaneous_node() == together
            assert together or state.current_player() == direct.to_move
            for seat in direct.deciding:
                assert state.legal_actions(seat) == sorted(direct.legal_moves(seat))
                names = [state.action_to_string(seat, action) for action in state.legal_actions(seat)]
                assert names == [direct.name(move) for move in state.legal_actions(seat)]


@every_ruleset
def test_observation_tensors_tell_what_views_tell(folder: Path) -> None:
    """Two positions have the same numbers for a seat exactly when it sees the same."""
    game = loaded(folder)
    seen: dict[tuple[int, bytes], str] = {}
    views: dict[tuple[int, str], bytes] = {}
    for seed in range(3):
        for state in walk(game, seed):
            if state.position.game is None:
                continue
            for seat in range(game.num_players()):
                numbers = np.array(state.observation_tensor(seat), np.float32)
                assert numbers.min() >= 0
                assert numbers.max() <= 1
                key, text = (seat, numbers.tobytes()), state.observation_string(seat)
                assert seen.setdefault(key, text) == text
                assert views.setdefault((seat, text), key[1]) == key[1]


@every_ruleset
def test_a_state_is_copied_and_pickled(folder: Path) -> None:
    game = loaded(folder)
    states = walk(game, 2)
    for state in (states[0], states[len(states) // 2], states[-1]):
        for other in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert str(other) == str(state)
            assert other.history() == state.history()
            assert other.is_terminal() == state.is_terminal()


# ---- facts of games


@pytest.mark.parametrize(
    ("name", "longest", "low", "high"),
    [("kuhn_poker", 3, -2, 2), ("leduc_poker", 8, -13, 13), ("tic_tac_toe", 9, -1, 1), ("nim", 16, -1, 1)],
)
def test_small_games_are_known_whole(name: str, longest: int, low: int, high: int) -> None:
    game = named(name)
    assert game.max_game_length() == longest
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (low, high, 0)
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    perfect = pyspiel.GameType.Information.PERFECT_INFORMATION
    assert (game.get_type().information == perfect) == (name in ("tic_tac_toe", "nim"))


@pytest.mark.parametrize(("name", "number"), [("kuhn_poker", 12), ("leduc_poker", 936)])
def test_information_states_are_those_of_openspiel(name: str, number: int) -> None:
    """As many, by string and by tensor, as OpenSpiel's own game has."""
    assert information_states(pyspiel.load_game(name).new_initial_state()) == (number, number)
    assert information_states(named(name).new_initial_state()) == (number, number)


def information_states(root: Any) -> tuple[int, int]:
    """How many there are by string, and by tensor."""
    strings, tensors, waiting = set(), set(), [root]
    while waiting:
        state = waiting.pop()
        if state.is_terminal():
            continue
        if not state.is_chance_node():
            seat = state.current_player()
            strings.add((seat, state.information_state_string(seat)))
            tensors.add((seat, np.array(state.information_state_tensor(seat), np.float32).tobytes()))
        waiting += [state.child(action) for action in state.legal_actions()]
    return len(strings), len(tensors)


def test_options_and_returns() -> None:
    game = named("nim", options={"misere": "yes", "pile_4": 0})
    assert game.get_parameters()["misere"] is True
    assert game.max_game_length() == 9
    state = game.new_initial_state()
    for name in ("take 1 from pile 1", "take 3 from pile 2", "take 5 from pile 3"):
        state.apply_action(next(a for a in state.legal_actions() if state.action_to_string(a) == name))
    assert state.returns() == [-1, 1]
    scores = named("nim", returns="scores")
    assert (scores.min_utility(), scores.max_utility(), scores.utility_sum()) == (0, 1, 1)
    assert scores.get_type().utility == pyspiel.GameType.Utility.CONSTANT_SUM
    assert named("nim", returns="margin").max_utility() == 0.5
    pig = named("pig", returns="scores")
    assert (pig.min_utility(), pig.max_utility(), pig.utility_sum()) == (0, 999, None)
    with pytest.raises(ValueError, match="returns are rules, scores, margin, not 'chips'"):
        named("nim", returns="chips")
    with pytest.raises(ValueError, match="no option 'piles'; its options: misere"):
        named("nim", options={"piles": 3})
    with pytest.raises(ValueError, match="for 2 players, not 3"):
        named("nim", players=3)


def test_a_long_game_is_stopped_at_its_horizon() -> None:
    game = named("pig", horizon=7)
    assert game.max_game_length() == 7
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(0 if not state.is_chance_node() else 1)
    assert state.move_number() == 13  # the last die is not thrown any more
    assert state.returns() == [0, 0]


def test_what_is_no_ruleset() -> None:
    with pytest.raises(ValueError, match=r"RW010 there is no ruleset `kun_poker`.*did you mean"):
        openspiel.load("kun_poker")
    with pytest.raises(ValueError, match="the module json is no engine"):
        openspiel.load(__import__("json"))


def test_mistakes_are_told(tmp_path: Path) -> None:
    file = tmp_path / "broken.rules"
    file.write_text("language 1\ngame Broken\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"broken\.rules:2: RW\d+ "):
        openspiel.load(str(file))


def test_a_process_that_registered_a_game_ends_well() -> None:
    """OpenSpiel keeps what is registered longer than Python lives."""
    script = "from rulewright import openspiel; openspiel.register('kuhn_poker')"
    done = subprocess.run([sys.executable, "-c", script], cwd=checks.ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


# ---- solvers


def test_the_value_of_kuhn_poker() -> None:
    """-1/18 by OpenSpiel's sequence-form linear program."""
    extra("cvxpy")
    if sys.version_info < (3, 13):
        extra("ecos")
    else:
        pytest.importorskip("ecos", reason="ecos has no wheel for this Python")
    solver = extra("open_spiel.python.algorithms.sequence_form_lp")
    value, _, _, _ = solver.solve_zero_sum_game(named("kuhn_poker"))
    assert value == pytest.approx(-1 / 18, abs=1e-6)


@pytest.mark.parametrize(("name", "least"), [("kuhn_poker", 0.001), ("leduc_poker", 0.005)])
def test_cfr_plus_comes_near_an_equilibrium(name: str, least: float) -> None:
    """Within 500 rounds of OpenSpiel's CFR+."""
    game = openspiel.native(named(name))
    solver = pyspiel.CFRPlusSolver(game)
    for number in range(500):
        solver.evaluate_and_update_policy()
        if number % 50 == 49 and pyspiel.exploitability(game, solver.average_policy()) <= least:
            return
    assert pyspiel.exploitability(game, solver.average_policy()) <= least


def test_a_native_tree_is_the_same_game() -> None:
    game = named("kuhn_poker")
    tree = openspiel.native(game)
    uniform = [pyspiel.UniformRandomPolicy(each) for each in (game, tree)]
    found = [pyspiel.exploitability(each, policy) for each, policy in zip((game, tree), uniform, strict=True)]
    assert found[0] == pytest.approx(found[1])


def test_setups_are_checked() -> None:
    with pytest.raises(ValueError, match="has no option"):
        checked(checks.engines(FOLDERS[0])[0].module, None, {"no such option": 1})


def test_an_option_may_decide_the_shape() -> None:
    """Each size of the board is an engine of its own."""
    small = openspiel.load(checks.ROOT / "rulesets" / "hex", options={"size": 3})
    large = pyspiel.load_game("rulewright_hex")
    assert (small.num_distinct_actions(), large.num_distinct_actions()) == (10, 122)
    assert str(pyspiel.load_game(str(small))) == str(small)
    assert small.max_game_length() == 9
