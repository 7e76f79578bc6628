"""Rulesets as games of OpenSpiel: `register` makes one known to `pyspiel.load_game`, `load` loads it too."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pyspiel

from rulewright.interop.engines import Source, legal
from rulewright.interop.positions import HORIZON, Tree, tree_of
from rulewright.interop.spiel_observer import Observer, recall_fits
from rulewright.python.runtime import OptionInfo, Rules

OWN = ("players", "returns", "horizon")


def register(ruleset: str | Path | ModuleType) -> str:
    """Makes a ruleset known to OpenSpiel; gives its name there, `rulewright_` and its own.

    A ruleset is a name (`orchard`, `game+variant`), a path, or an engine that was imported. Parameters of
    the game are `players`, `returns` (`rules`, `scores`, `margin`), `horizon` and the options of the
    ruleset. Raises ValueError where there is no such ruleset or it has mistakes.
    """
    return _registered(Source(ruleset))


def load(
    ruleset: str | Path | ModuleType,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    returns: str = "rules",
    horizon: int = HORIZON,
) -> Any:
    """Registers a ruleset and gives it as a game of OpenSpiel. Raises ValueError for what rules exclude."""
    source = Source(ruleset)
    rules: Rules = source.module.RULES
    given: dict[str, Any] = {"returns": returns, "horizon": horizon}
    if players is not None:
        given["players"] = players
    known = {option.name: option for option in rules.options}
    for name, value in (options or {}).items():
        if name not in known:
            raise ValueError(
                f"{rules.title} has no option {name!r}; its options: {', '.join(known) or 'none'}"
            )
        given[_parameter(known[name])] = _typed(known[name], value)
    return pyspiel.load_game(_registered(source), given)


def _registered(source: Source) -> str:
    kind = _game_type(tree_of(source.setup()))
    # A class of its own, for OpenSpiel keeps it until after Python has gone, when nothing may be freed.
    pyspiel.register_game(kind, type("Game", (Game,), {"source": source}))
    return str(kind.short_name)


def native(game: Any) -> Any:
    """A small game as a tree of OpenSpiel's own: the same information sets and returns, for solvers in C++.

    Walking a tree of Python states takes them most of their time; this walks it once."""
    from open_spiel.python.algorithms.gambit import export_gambit

    return pyspiel.load_efg_game(export_gambit(game))


# ---- options as parameters


def _parameter(option: OptionInfo) -> str:
    """What an option is called among the parameters."""
    return f"option_{option.name}" if option.name in OWN else option.name


def _typed(option: OptionInfo, value: object) -> bool | int | str:
    """A value as OpenSpiel's parameters have it: yes and no as truth values, numbers as such."""
    word = ("yes" if value else "no") if isinstance(value, bool) else str(value)
    words = [name for name, _ in option.values]
    if set(words) == {"yes", "no"}:
        return word == "yes"
    return int(word) if all(name.lstrip("-").isdecimal() for name in words) else word


def _default(option: OptionInfo) -> bool | int | str:
    return _typed(option, next(name for name, value in option.values if value == option.default))


def _specification(rules: Rules) -> dict[str, Any]:
    options = {_parameter(option): _default(option) for option in rules.options}
    return {"players": rules.low, "returns": "rules", "horizon": HORIZON, **options}


def _tree(source: Source, params: Mapping[str, Any]) -> Tree:
    """The game that parameters mean. Raises ValueError for what the rules exclude."""
    options = {
        option.name: params[_parameter(option)]
        for option in source.module.RULES.options
        if _parameter(option) in params
    }
    setup = source.setup(params.get("players"), options)
    return tree_of(setup, params.get("returns", "rules"), params.get("horizon", HORIZON))


# ---- what OpenSpiel asks


def _game_type(tree: Tree) -> Any:
    rules, kinds = tree.setup.rules, pyspiel.GameType
    return kinds(
        short_name=f"rulewright_{rules.name}",
        long_name=rules.title,
        dynamics=kinds.Dynamics.SIMULTANEOUS if tree.setup.together else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if tree.chances else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION
        if _all_see_the_same(rules)
        else kinds.Information.IMPERFECT_INFORMATION,
        utility=_utility(tree),
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=rules.high,
        min_num_players=rules.low,
        provides_information_state_string=True,
        provides_information_state_tensor=recall_fits(tree),
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_specification(rules),
    )


def _all_see_the_same(rules: Rules) -> bool:
    """Is each place seen by all seats or by none? What none sees is chance that has not happened yet."""
    return not rules.reads_hidden and set(rules.sees) <= {0, (1 << rules.high) - 1}


def _utility(tree: Tree) -> Any:
    kinds = pyspiel.GameType.Utility
    if tree.bounds.sum is None:
        return kinds.GENERAL_SUM
    return kinds.CONSTANT_SUM if tree.bounds.sum else kinds.ZERO_SUM


def _game_info(tree: Tree) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=tree.setup.actions,
        max_chance_outcomes=tree.chances,
        num_players=tree.setup.players,
        min_utility=tree.bounds.low,
        max_utility=tree.bounds.high,
        utility_sum=tree.bounds.sum,
        max_game_length=tree.longest,
    )


class Game(pyspiel.Game):
    """A ruleset with its players and options; `register` makes a subclass for each ruleset."""

    source: Source

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.tree = _tree(self.source, params or {})
        super().__init__(_game_type(self.tree), _game_info(self.tree), dict(params or {}))

    def new_initial_state(self) -> State:
        """The state before the first move."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What turns states into tensors and strings, for one seat."""
        if params:
            raise ValueError(f"observers take no parameters, not {params}")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.tree, recall)


class State(pyspiel.State):
    """A state of a game: a position of its tree."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.position = game.tree.root

    def current_player(self) -> int:
        """The seat that decides, or one of OpenSpiel's names for nobody, chance and several."""
        position = self.position
        if position.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if position.by_chance:
            return int(pyspiel.PlayerId.CHANCE)
        seats = position.deciding
        return seats[0] if len(seats) == 1 else int(pyspiel.PlayerId.SIMULTANEOUS)

    def _legal_actions(self, player: int) -> list[int]:
        return legal(self.position.game, player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node with their probabilities."""
        return self.position.outcomes()

    def _apply_action(self, action: int) -> None:
        position = self.position
        if position.by_chance:
            self.position = position.happen(action)
        else:
            self.position = position.after(((position.deciding[0], action),))

    def _apply_actions(self, actions: list[int]) -> None:
        position = self.position
        self.position = position.after(tuple((seat, actions[seat]) for seat in position.deciding))

    def _action_to_string(self, player: int, action: int) -> str:
        by_chance = player == pyspiel.PlayerId.CHANCE and self.position.game is not None
        return self.position.name(action + self.position.tree.setup.actions if by_chance else action)

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.position.over

    def returns(self) -> list[float]:
        """What each seat gets; nothing before the end."""
        return self.position.returns()

    def __str__(self) -> str:
        return self.position.text()
