"""Simulations: their counts are right, the same in parts, and tell of every game that goes wrong."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

from rulewright.play.playouts import run
from rulewright.play.simulate import interval, simulate, spread, statistics
from rulewright.play.simulate_table import as_data, caption, clipped, sweep_table, tables
from rulewright.play.tally import Plan, empty, homes
from rulewright.python.runtime import State
from tests import little

PLAN = Plan(3, 60, ("random", "greedy"), 5, check=True)


def test_parts_add_up_to_the_whole() -> None:
    whole = run(little.RULES, PLAN, 0, 60)
    parts = empty(little.RULES, PLAN)
    for first in range(0, 60, 7):
        parts.add(run(little.RULES, PLAN, first, min(first + 7, 60)))
    assert parts == whole
    assert whole == run(little.RULES, PLAN, 0, 60)


def test_progress_is_told() -> None:
    seen: list[int] = []
    run(little.RULES, PLAN, 0, 5, seen.append)
    assert seen == [1] * 5


def test_what_a_simulation_finds() -> None:
    found = simulate(little.RULES, PLAN, ("goal=3",), ("grow", "shrink"))
    assert found.ended == 60
    assert found.endings == {"empty_hands": 60}
    assert [seat.bot for seat in found.seats] == ["random", "greedy", "random"]
    assert sum(seat.wins for seat in found.seats) == pytest.approx(1)
    assert {use.name: (use.most, use.size) for use in found.in_use} == {"Card": (6, 6), "Coin": (4, 4)}
    assert found.fired["grow"] == 60
    assert found.fired["shrink"] == 0
    never = next(choice for choice in found.choices if choice.name == "never")
    assert (never.taken, never.offered) == (0, False)
    assert found.total.mean == pytest.approx(sum(line.mean for line in found.lines.values()))
    assert found.decisions.low <= found.decisions.median <= found.decisions.high


def test_a_card_that_is_never_played_is_named() -> None:
    plan = Plan(2, 1, seed=3)
    tally = run(little.RULES, plan, 0, 1)
    found = statistics(little.RULES, plan, tally)
    played = {little.IDS[move] for move in range(6) if tally.taken[move]}
    left = {word for unused in found.unused for word in (*unused.never_taken, *unused.never_offered)}
    assert played | left == set(little.IDS)
    assert not played & left


def test_tables_say_how_they_were_made() -> None:
    found = simulate(little.RULES, PLAN, ("goal=3",), ("grow", "shrink"))
    text = tables(found)
    made = "Little 1.2.0; 3 players; bots random, greedy, random; 60 games; seed 5; set goal=3"
    assert caption(found) == made
    assert text.count(made) == 8
    assert "never fired" in text
    assert "never: never offered" in text
    assert text.endswith("no errors in 60 games\n")
    assert max(map(len, text.splitlines())) < 110


def test_a_sweep_has_a_row_for_each_value() -> None:
    found = simulate(little.RULES, Plan(2, 5))
    lines = sweep_table("goal", [("3", found), ("4", found)]).splitlines()
    assert lines[:2] == ["Sweep of goal", "  Little 1.2.0; 2 players; bots random; 5 games; seed 0"]
    assert [line.split()[0] for line in lines[3:]] == ["goal", "3", "4"]


def test_json() -> None:
    data = json.loads(json.dumps(as_data(simulate(little.RULES, PLAN))))
    assert data["format"] == 1
    assert data["plan"]["bots"] == ["random", "greedy"]
    assert data["failures"] == []


def _fails(state: State, move: int) -> None:
    if state.memory[0] >= 2:
        raise RuntimeError("out\nof cards")
    little.apply(state, move)


def test_an_exception_is_told_with_seed_and_decision() -> None:
    found = simulate(replace(little.RULES, apply=_fails), Plan(2, 3, seed=8))
    assert [failure.seed for failure in found.failures] == [8, 9, 10]
    assert {failure.ply for failure in found.failures} == {2}
    assert found.failures[0].message == "RuntimeError: out of cards"
    assert "3 of 3 games went wrong" in tables(found)


def _stands_still(state: State, move: int) -> None:
    """Nothing changes."""


def test_a_game_that_does_not_end_is_told() -> None:
    found = simulate(replace(little.RULES, apply=_stands_still), Plan(2, 1, budget=50))
    assert [(f.sort, f.ply) for f in found.failures] == [("does not end", 50)]
    assert found.ended == 0


def _loses_a_coin(state: State, move: int) -> None:
    little.apply(state, move)
    state.pools[0] = max(0, state.pools[0] - 1)


def test_a_debug_run_finds_what_is_lost() -> None:
    rules = replace(little.RULES, apply=_loses_a_coin)
    assert simulate(rules, Plan(2, 2)).failures == ()
    found = simulate(rules, Plan(2, 2, check=True))
    assert {(failure.sort, failure.ply) for failure in found.failures} == {("broken", 1)}


def test_homes_are_where_things_start() -> None:
    assert {home.name: home.size for home in homes(little.RULES, PLAN)} == {"Card": 6, "Coin": 4}


def test_spread_and_interval() -> None:
    found = spread(Counter({1: 8, 5: 1, 10: 1}))
    assert (found.low, found.p10, found.median, found.p90, found.high) == (1, 1, 1, 5, 10)
    assert found.mean == pytest.approx(2.3)
    assert spread(Counter()).high == 0
    low, high = interval(0.0, 10)
    assert low == 0
    assert 0.2 < high < 0.35
    assert interval(0.5, 0) == (0, 1)
    assert clipped(["a"], 1) == "a"
