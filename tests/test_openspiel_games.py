"""Rulesets against the same games of OpenSpiel, in lock step: random games in which both must agree at each
node on who decides, which moves are legal, the chances, and at the end on what each seat gets.

A game is covered by a line in GAMES: how a move of ours is called there.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests import engine_checks as checks
from tests.extras import extra

pyspiel = extra("pyspiel")
NUMBER = 1000


@dataclass(frozen=True)
class Match:
    """A ruleset and its game in OpenSpiel. `move` gives, for the name of a move of ours and its seat, what
    OpenSpiel calls it; `aside`, by the view of a position, the moves that only one of the two has there."""

    ruleset: str
    game: str
    move: Callable[[str, int], str]
    options: Mapping[str, object] = field(default_factory=dict)
    aside: Callable[[Mapping[str, Any]], set[str]] | None = None

    def __str__(self) -> str:
        return self.game


def square(name: str, seat: int) -> str:
    """`12` is `x(0,1)`: row and column from 0."""
    return f"{'xo'[seat]}({int(name[0]) - 1},{int(name[1]) - 1})"


def stones(name: str, seat: int) -> str:
    """`take 3 from pile 2`."""
    number, pile = re.findall(r"\d+", name)
    return f"pile:{pile}, take:{number};"


def card(name: str, cards: tuple[str, ...]) -> int | None:
    """The number of the card that `jack turns up` names."""
    word = name.removesuffix(" turns up")
    return cards.index(word) if word in cards else None


def kuhn(name: str, seat: int) -> str:
    dealt = card(name, ("jack", "queen", "king"))
    return name.capitalize() if dealt is None else f"Deal:{dealt}"


def leduc(name: str, seat: int) -> str:
    cards = tuple(f"{suit}_{rank}" for rank in ("jack", "queen", "king") for suit in ("first", "second"))
    dealt = card(name, cards)
    return name.capitalize() if dealt is None else f"Chance outcome:{dealt}"


def die(name: str, seat: int) -> str:
    """`draw 3` is `Roll 3` of OpenSpiel's chance."""
    return f"Roll {name.split()[1]}" if name.startswith("draw ") else name


def pig_to(goal: int, players: int) -> Match:
    """In our pig a player rolls at least once (PIG-2), and may roll on with enough to win."""

    def aside(view: Mapping[str, Any]) -> set[str]:
        if not view["brought"]:
            return {"stop"}
        return {"roll"} if view["points"][view["to_move"]] + view["brought"] >= goal else set()

    game = f"pig(players={players},winscore={goal},horizon=100000)"
    return Match("pig", game, die, {"goal": goal}, aside)


GAMES = (
    Match("tic_tac_toe", "tic_tac_toe", square),
    Match("nim", "nim(is_misere=False)", stones),
    Match("nim", "nim(is_misere=True)", stones, {"misere": "yes"}),
    Match(
        "nim",
        "nim(is_misere=False,pile_sizes=9;4;2;6)",
        stones,
        {f"pile_{i}": n for i, n in enumerate((9, 4, 2, 6), 1)},
    ),
    Match("kuhn_poker", "kuhn_poker", kuhn),
    Match("leduc_poker", "leduc_poker", leduc),
    pig_to(25, 2),
    pig_to(15, 3),
)


@pytest.mark.parametrize("match", GAMES, ids=str)
def test_random_games_agree(match: Match) -> None:
    folder = next(folder for folder in checks.folders() if folder.name == match.ruleset)
    ours, theirs = checks.engines(folder)[0].module, pyspiel.load_game(match.game)
    stream = random.Random(match.game)
    for _ in range(NUMBER):
        _one_game(match, ours, theirs, stream)


def _one_game(match: Match, module: Any, theirs: Any, stream: random.Random) -> None:
    """Plays one game by both, and asks both at each node."""
    game = module.new(theirs.num_players(), 0, match.options, chance="explicit")
    rules, state, other = module.RULES, game.state, theirs.new_initial_state()
    while state.ending < 0:
        by_chance, seat = other.is_chance_node(), other.current_player()
        assert state.to_move == (-1 if by_chance else seat)
        called = {match.move(game.name(move), state.to_move): move for move in state.legal}
        actions = {other.action_to_string(seat, action): action for action in other.legal_actions()}
        only = set() if by_chance or match.aside is None else match.aside(game.view(seat))
        assert called.keys() ^ actions.keys() == only, str(other)
        if by_chance:
            _same_chances(called, state.odds, actions, dict(other.chance_outcomes()))
        name = stream.choice(sorted(called.keys() & actions.keys()))
        rules.apply(state, called[name])
        other.apply_action(actions[name])
    assert other.is_terminal()
    assert game.returns() == other.returns()


def _same_chances(
    called: Mapping[str, int], odds: list[int], actions: Mapping[str, int], theirs: Mapping[int, float]
) -> None:
    """Each outcome is as likely here as there."""
    ours = {name: weight / sum(odds) for name, weight in zip(called, odds, strict=True)}
    assert ours == pytest.approx({name: theirs[action] for name, action in actions.items()})
