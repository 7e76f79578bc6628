"""The hand-written engines of the benchmarks play by the same rules as the rulesets, and take moves back."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.hand import breakthrough, connect_four
from tests import engine_checks as checks

HOME = Path(__file__).parent.parent / "rulesets"
GAMES = 40


def columns(module: Any, state: Any, move: int) -> int:
    """A move of connect four as the engines by hand have it."""
    return move


def ends(module: Any, state: Any, move: int) -> int:
    """A move of breakthrough as the engines by hand have it."""
    square, heading = divmod(move, 8)
    return 64 * square + int(module.data.STEP_SQUARE_HEADING[512 * state.to_move + 8 * square + heading])


CASES = [
    ("connect_four", connect_four.Idiomatic, columns),
    ("connect_four", connect_four.Tuned, columns),
    ("breakthrough", breakthrough.Idiomatic, ends),
    ("breakthrough", breakthrough.Tuned, ends),
]


@pytest.mark.parametrize(
    ("name", "hand", "number"), CASES, ids=lambda value: getattr(value, "__qualname__", value)
)
def test_lock_step(name: str, hand: Callable[[], Any], number: Callable[[Any, Any, int], int]) -> None:
    module = checks.engines(HOME / name)[0].module
    chance = random.Random(name)
    for seed in range(GAMES):
        game, other = module.new(seed=seed), hand()
        while not game.over:
            assert other.to_move == game.to_move
            assert not other.over
            moves = {number(module, game.state, move): move for move in game.legal_moves()}
            assert sorted(other.legal_moves()) == sorted(moves)
            with pytest.raises(ValueError, match="not legal"):
                other.apply(chance.choice([move for move in range(4096) if move not in moves]))
            chosen = chance.choice(sorted(moves))
            before, copied = sorted(other.legal_moves()), other.copy()
            other.apply(chosen)
            other.undo()
            assert sorted(other.legal_moves()) == before == sorted(copied.legal_moves())
            (copied if chance.random() < 0.5 else other).apply(chosen)
            other = copied if len(_moves(copied)) > len(_moves(other)) else other
            game.apply(moves[chosen])
        assert other.over
        assert other.legal_moves() == []
        assert sorted(other.winners()) == game.winners()


def _moves(game: Any) -> list[Any]:
    found: list[Any] = game.steps if hasattr(game, "steps") else game.moves
    return found
