"""Bots: how often one wins against others, with the interval in which its true rate lies (Wilson, 95 %).

    python -m bench.bots [connect_four kanagawa] [--games 40] [--bot mcts] [--against random] [--jobs 2]

Each game is played from every seat equally often; a shared win counts as its share. Seeds are fixed: the same
figures come out each time.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import Any

from rulewright import pipeline
from rulewright.play.simulate_jobs import run_jobs
from rulewright.play.tally import Plan, Tally
from rulewright.python.runtime import bits
from rulewright.reading.files import find_ruleset
from rulewright.report.diagnostics import Report

ROOT = Path(__file__).parent.parent


def main() -> None:
    """Measures and prints."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("games_named", nargs="*", default=["connect_four", "kanagawa"], metavar="GAME")
    arguments.add_argument("--games", type=int, default=40, help="for each game")
    arguments.add_argument("--bot", default="mcts")
    arguments.add_argument("--against", default="random")
    arguments.add_argument("--jobs", type=int, default=1)
    asked = arguments.parse_args()
    print(f"{asked.bot} against {asked.against}")
    for name in asked.games_named:
        started = time.perf_counter()
        won, games = rate(name, asked)
        low, high = wilson(won, games)
        seconds = (time.perf_counter() - started) / games
        print(
            f"{name:14} wins {won / games:6.1%} of {games} games (95 %: {low:.1%} to {high:.1%}), "
            f"{seconds:.2f} s a game"
        )


def rate(name: str, asked: Any) -> tuple[float, int]:
    """How many games the bot has won, and of how many."""
    game = pipeline.check(find_ruleset(name, ROOT), Report())
    assert game is not None, f"{name} has mistakes"
    files, won, games = pipeline.generate(game), 0.0, 0
    for seat, plan in plans(game.low, asked):
        tally = run_jobs(files, game.slug, plan, asked.jobs)
        assert not tally.failures, tally.failures[0]
        won += shares(tally, seat)
        games += tally.games
    return won, games


def plans(players: int, asked: Any) -> Iterator[tuple[int, Plan]]:
    """One for each seat that the bot can have."""
    for seat in range(players):
        bots = tuple(asked.bot if each == seat else asked.against for each in range(players))
        yield seat, Plan(players, -(-asked.games // players), bots, seed=1000 * seat)


def shares(tally: Tally, seat: int) -> float:
    """The wins of a seat; one that is shared counts in part."""
    return sum(
        number / len(bits(winners)) for winners, number in tally.winners.items() if winners >> seat & 1
    )


def wilson(won: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The interval of a rate."""
    share, square = won / games, z * z / games
    middle = share + square / 2
    half = z * sqrt(share * (1 - share) / games + square / (4 * games))
    return (middle - half) / (1 + square), (middle + half) / (1 + square)


if __name__ == "__main__":
    main()
