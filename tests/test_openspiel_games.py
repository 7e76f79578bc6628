"""Rulesets against the same games of OpenSpiel, in lock step: random games in which both must agree at each
node on who decides, which moves are legal, the chances, and at the end on what each seat gets.

A game is covered by a line in GAMES: how a move of ours is called there.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests import engine_checks as checks
from tests.extras import extra

pyspiel = extra("pyspiel")
from rulewright.interop.engines import checked  # noqa: E402


@dataclass(frozen=True)
class Match:
    """A ruleset and its game in OpenSpiel. `move` gives, for the name of a move of ours and its seat, what
    OpenSpiel calls it; `aside`, by the view of a position, the moves that only one of the two has there.
    So many games are played, 1,000 of each with `--deep`."""

    ruleset: str
    game: str
    move: Callable[[str, int], str]
    options: Mapping[str, object] = field(default_factory=dict)
    aside: Callable[[Mapping[str, Any]], set[str]] | None = None
    games: int = 1000

    def __str__(self) -> str:
        return self.game


def square(name: str, seat: int) -> str:
    """`b1` is `x(0,1)`: row and column from 0."""
    return f"{'xo'[seat]}({int(name[1]) - 1},{ord(name[0]) - ord('a')})"


def stones(name: str, seat: int) -> str:
    """`take 3 from pile 2`."""
    number, pile = re.findall(r"\d+", name)
    return f"pile:{pile}, take:{number};"


def column(name: str, seat: int) -> str:
    """`column 4` is `x3`."""
    return f"{'xo'[seat]}{int(name.split()[1]) - 1}"


def step(name: str, seat: int) -> str:
    """`a2 forward right` is `a7b6`: there the first to move comes down the board."""
    square, heading = name.split(" ", 1)
    ahead = 1 if seat == 0 else -1
    aside = {"forward": 0, "forward right": ahead, "forward left": -ahead}[heading]
    across, along = ord(square[0]), int(square[1:])
    return f"{square[0]}{9 - along}{chr(across + aside)}{9 - along - ahead}"


def mirrored(width: int) -> Callable[[str, int], str]:
    """There the columns run the other way: the discs of othello's start, the slope of hex's board."""

    def name_of(name: str, seat: int) -> str:
        return name if name == "pass" else f"{chr(2 * ord('a') + width - 1 - ord(name[0]))}{name[1:]}"

    return name_of


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
    Match("connect_four", "connect_four", column),
    Match("breakthrough", "breakthrough", step),
    Match("othello", "othello", mirrored(8), games=300),
    Match("hex", "hex(board_size=5)", mirrored(5), {"size": 5}),
    Match("hex", "hex(board_size=11)", mirrored(11), games=100),
    pig_to(25, 2),
    pig_to(15, 3),
)


@pytest.mark.parametrize("match", GAMES, ids=str)
def test_random_games_agree(match: Match, request: pytest.FixtureRequest) -> None:
    setup = checked(checks.ROOT / "rulesets" / match.ruleset, None, match.options)
    names = Names(match, setup.module, pyspiel.load_game(match.game))
    stream = random.Random(match.game)
    for _ in range(1000 if request.config.getoption("--deep") else match.games):
        one_game(names, stream)


class Names:
    """What moves of both are called in OpenSpiel, each asked for once: by seat and number."""

    def __init__(self, match: Match, module: Any, theirs: Any) -> None:
        self.match, self.module, self.game = match, module, theirs
        self._ours: dict[tuple[int, int], str] = {}
        self._theirs: dict[tuple[int, int], str] = {}

    def ours(self, game: Any, seat: int, moves: Iterable[int]) -> dict[str, int]:
        """Our moves by their names there."""
        known = self._ours
        for move in moves:
            if (seat, move) not in known:
                known[seat, move] = self.match.move(game.name(move), seat)
        return {known[seat, move]: move for move in moves}

    def theirs(self, state: Any, seat: int, actions: Iterable[int]) -> dict[str, int]:
        """Their actions by name; that one captures (`*`) is seen anyway."""
        known = self._theirs
        for action in actions:
            if (seat, action) not in known:
                known[seat, action] = state.action_to_string(seat, action).rstrip("*")
        return {known[seat, action]: action for action in actions}


def one_game(names: Names, stream: random.Random) -> None:
    """Plays one game by both, and asks both at each node."""
    match, module = names.match, names.module
    game = module.new(names.game.num_players(), 0, match.options, chance="explicit")
    state, other = game.state, names.game.new_initial_state()
    while state.ending < 0:
        seat = other.current_player()
        assert state.to_move == seat  # both call chance -1
        ours = names.ours(game, seat, state.legal)
        theirs = names.theirs(other, seat, other.legal_actions())
        only = match.aside(game.view(seat)) if match.aside is not None and seat >= 0 else set()
        assert ours.keys() ^ theirs.keys() == only, str(other)
        if seat < 0:
            _same_chances(ours, state.odds, theirs, dict(other.chance_outcomes()))
        name = stream.choice(sorted(ours.keys() & theirs.keys()))
        module.RULES.apply(state, ours[name])
        other.apply_action(theirs[name])
    assert other.is_terminal()
    assert game.returns() == other.returns()


def _same_chances(
    ours: Mapping[str, int], odds: list[int], theirs: Mapping[str, int], chances: Mapping[int, float]
) -> None:
    """Each outcome is as likely here as there."""
    found = {name: weight / sum(odds) for name, weight in zip(ours, odds, strict=True)}
    assert found == pytest.approx({name: chances[action] for name, action in theirs.items()})
