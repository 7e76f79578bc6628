"""Poker solved: what OpenSpiel's solvers find for our rulesets, against the values that are known.

    python -m bench.solve [kuhn leduc] [--iterations 500] [--direct]

The sequence-form linear program gives the value of the game for the first player; CFR+ should come as near to
an equilibrium as is asked within 500 iterations. It runs on OpenSpiel's own copy of the tree
(`openspiel.native`), or with `--direct` on our states, which gives the same figures and takes long. Needs the
extra `openspiel`.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import pyspiel
from open_spiel.python.algorithms import sequence_form_lp

from rulewright import openspiel

# ruleset, value for the first player (Kuhn 1950: -1/18), exploitability to be reached
KNOWN = {"kuhn": ("kuhn_poker", -1 / 18, 0.001), "leduc": ("leduc_poker", -0.0856064, 0.005)}


def main() -> None:
    """Solves and prints; fails where a figure is missed."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("games", nargs="*", default=list(KNOWN), metavar="GAME", help=", ".join(KNOWN))
    arguments.add_argument("--iterations", type=int, default=500)
    arguments.add_argument("--direct", action="store_true", help="CFR+ on our states")
    asked = arguments.parse_args()
    missed = [name for name in asked.games if not solved(name, asked)]
    if missed:
        raise SystemExit(f"missed: {', '.join(missed)}")


def solved(name: str, asked: Any) -> bool:
    """Prints what is found for a game; is it what is known?"""
    ruleset, known, least = KNOWN[name]
    game = openspiel.load(ruleset)
    print(f"{ruleset}: {information_sets(game)} information sets")
    started = time.perf_counter()
    value, _, _, _ = sequence_form_lp.solve_zero_sum_game(game)
    print(f"  sequence form: {value:.8f}, known {known:.8f} ({time.perf_counter() - started:.1f} s)")
    started = time.perf_counter()
    near = cfr_plus(game if asked.direct else openspiel.native(game), asked.iterations, least)
    print(f"  ({time.perf_counter() - started:.1f} s)")
    return abs(value - known) < 1e-6 and near <= least


def information_sets(game: Any) -> int:
    """How many information sets both players have."""
    found, waiting = set(), [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.is_player_node():
            player = state.current_player()
            found.add((player, state.information_state_string(player)))
        waiting += [state.child(action) for action in state.legal_actions()]
    return len(found)


def cfr_plus(game: Any, iterations: int, least: float) -> float:
    """Runs CFR+ and prints how near it comes; says when it was near enough first. Gives the last."""
    solver, found, reached = pyspiel.CFRPlusSolver(game), 0.0, False
    for number in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if number % 10 and number != iterations:
            continue
        found = pyspiel.exploitability(game, solver.average_policy())
        if number == iterations or (found <= least and not reached):
            print(f"  CFR+ after {number} iterations: exploitability {found:.6f}, asked {least}")
        reached = reached or found <= least
    return found


if __name__ == "__main__":
    main()
