"""Engines held to numbers from public sources (`oracles.json` names them): move counts and game values."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright import pipeline
from rulewright.cli import group
from rulewright.play.perft import perft
from rulewright.python import engine
from rulewright.python.runtime import Rules, State
from rulewright.reading.files import find_ruleset
from rulewright.report.diagnostics import Report

ROOT = Path(__file__).parent.parent
ORACLES: dict[str, Any] = json.loads((Path(__file__).parent / "oracles.json").read_text(encoding="utf-8"))
# ruleset, entry of the oracles, depth in CI, depth with --deep
PERFT = [("tic_tac_toe", "tic_tac_toe", 6, 10), ("nim", "nim_1357", 5, 6)]


@cache
def built(name: str) -> ModuleType:
    report = Report()
    game = pipeline.check(find_ruleset(name, ROOT), report)
    assert game is not None, list(report)
    return engine.load(pipeline.generate(game), name)


@pytest.mark.parametrize(("ruleset", "entry", "shallow", "deep"), PERFT, ids=[case[0] for case in PERFT])
def test_perft(ruleset: str, entry: str, shallow: int, deep: int, request: pytest.FixtureRequest) -> None:
    game = built(ruleset).new()
    wanted = ORACLES["perft"][entry]["seq"]
    for depth in range(1, (deep if request.config.getoption("--deep") else shallow) + 1):
        assert perft(game.rules, game.state, depth) == wanted[depth - 1], f"depth {depth}"


def value(rules: Rules, state: State, known: dict[str, float]) -> float:
    """What the first seat gets when both play their best: 1 wins, -1 loses, 0 is a draw."""
    if state.ending >= 0:
        winners = rules.winners(state)
        return 0.0 if len(winners) == 2 else 1.0 if winners == [0] else -1.0
    key = state.key()
    if key not in known:
        best = max if state.to_move == 0 else min
        known[key] = best(value(rules, after, known) for after in children(rules, state))
    return known[key]


def children(rules: Rules, state: State) -> list[State]:
    found = []
    for move in state.legal:
        after = state.copy()
        rules.apply(after, move)
        found.append(after)
    return found


def test_tic_tac_toe_is_a_draw_with_the_known_number_of_positions() -> None:
    game, known = built("tic_tac_toe").new(), dict[str, float]()
    assert value(game.rules, game.state, known) == ORACLES["values"]["tic_tac_toe"]["value"]
    assert len(known) == 4520  # positions that are not the end, as the source counts them


@pytest.mark.parametrize("misere", ["no", "yes"])
@pytest.mark.parametrize("piles", [(1, 2, 3), (1, 1, 1), (2, 2, 0), (1, 1, 0), (3, 1, 2), (4, 1, 2)], ids=str)
def test_nim_is_won_by_the_rule(piles: tuple[int, int, int], misere: str) -> None:
    """The first player wins if the exclusive or of the piles is not 0; reversed in misère with piles of 1."""
    options = {f"pile_{i}": n for i, n in enumerate(piles, 1)} | {"pile_4": 0, "misere": misere}
    game = built("nim").new(options=options)
    balance = piles[0] ^ piles[1] ^ piles[2]
    wins = balance == 0 if misere == "yes" and max(piles) <= 1 else balance != 0
    assert value(game.rules, game.state, {}) == (1.0 if wins else -1.0)


def test_the_command() -> None:
    done = CliRunner().invoke(group, ["perft", "nim", "3", "--option", "misere=yes"])
    assert done.exit_code == 0, done.output
    assert [line.split()[1] for line in done.output.splitlines()[1:]] == ["16", "206", "2,116"]
    assert CliRunner().invoke(group, ["perft", "nim", "1", "--option", "piles=3"]).exit_code == 2
