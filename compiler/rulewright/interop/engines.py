"""The engine that somebody means by a name, a path or a module, and how a game of it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from rulewright import core, nodes, pipeline
from rulewright.loading.load import load
from rulewright.loading.settings import settings as changes_of
from rulewright.python import engine
from rulewright.python.runtime import Rules
from rulewright.reading.files import RulesetPath, find_ruleset
from rulewright.report.diagnostics import Diagnostic, Report, UserError

Face = Any
"""A game of a generated engine: each engine has its own class, with the face of `runtime.Game`."""


class Source:
    """A ruleset by a name (`orchard`), with variants (`game+variant`), a path, or an imported engine.

    `module` is its engine; an option that decides a shape, such as the size of a board, makes another. Raises
    ValueError, with what is to be mended, where there is no such ruleset or it has mistakes.
    """

    def __init__(self, ruleset: str | Path | ModuleType) -> None:
        self._ruleset = ruleset
        self._engines: dict[tuple[str, ...], ModuleType] = {}
        self.module = self._engine(())

    def setup(self, players: int | None = None, options: Mapping[str, object] | None = None) -> Setup:
        """How its games are made; the fewest play if nothing is said. Raises ValueError for what the rules
        exclude."""
        given = {name: _word(value) for name, value in sorted((options or {}).items())}
        fixed = {
            option.name: option.values[0][0]
            for option in self.module.RULES.options
            if len(option.values) == 1 and not isinstance(self._ruleset, ModuleType)
        }
        shape = tuple(
            f"{name}={given[name]}" for name in fixed if given.get(name, fixed[name]) != fixed[name]
        )
        module = self._engine(shape)
        setup = Setup(module, players or module.RULES.low, tuple(given.items()))
        setup.new()
        return setup

    def _engine(self, settings: tuple[str, ...]) -> ModuleType:
        """The engine with some settings (`size=5`)."""
        if settings not in self._engines:
            self._engines[settings] = _made(self._ruleset, settings)
        return self._engines[settings]


def _made(ruleset: str | Path | ModuleType, settings: tuple[str, ...]) -> ModuleType:
    if isinstance(ruleset, ModuleType):
        if not hasattr(ruleset, "RULES"):
            raise ValueError(f"the module {ruleset.__name__} is no engine that Rulewright has written")
        return ruleset
    report = Report()
    try:
        game = _checked(find_ruleset(str(ruleset), Path.cwd()), settings, report)
    except UserError as error:
        raise ValueError(_told(error.diagnostic)) from None
    if game is None or report.has_errors:
        raise ValueError("\n".join(map(_told, report.errors)))
    return engine.load(pipeline.generate(game), game.slug)


def _checked(path: RulesetPath, settings: tuple[str, ...], report: Report) -> core.Game | None:
    """A checked game; its examples speak of the rules as they were written, not of settings."""
    changes, _ = changes_of(settings, report)
    loaded = load(path, report)
    if settings:
        rest = tuple(d for d in loaded.declarations if not isinstance(d, nodes.Example))
        loaded = replace(loaded, declarations=rest)
    return pipeline.check_to_play(loaded, path, report, changes)


def _word(value: object) -> str:
    """The word for a value of an option."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _told(found: Diagnostic) -> str:
    """A finding on one line."""
    help = f" ({found.help})" if found.help else ""
    place = f"{found.span.path}:{found.span.line}: " if found.span.has_place else ""
    return f"{place}{found.code} {found.message}{help}"


@dataclass(frozen=True, slots=True)
class Setup:
    """How games are made: an engine, how many play, the options as words."""

    module: ModuleType
    players: int
    options: tuple[tuple[str, str], ...] = ()

    @property
    def rules(self) -> Rules:
        """What the engine tells of its game."""
        rules: Rules = self.module.RULES
        return rules

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats that play."""
        return self.rules.seats[: self.players]

    @property
    def actions(self) -> int:
        """How many moves players have, numbered from 0; those of chance come after them."""
        return max((g.base + g.count for g in self.rules.groups if not g.chance), default=1)

    @property
    def chances(self) -> int:
        """How many moves chance has."""
        return max((g.base + g.count for g in self.rules.groups), default=0) - self.actions

    @property
    def together(self) -> bool:
        """Do several seats decide at once somewhere?"""
        return bool(self.rules.together)

    def new(self, seed: int = 0, explicit: bool = False, history: bool = False) -> Face:
        """A new game. With `explicit` chance nothing hangs on the seed."""
        chance = "explicit" if explicit else "sampled"
        return self.module.new(self.players, seed, dict(self.options), chance, history)


def checked(
    ruleset: str | Path | ModuleType, players: int | None = None, options: Mapping[str, object] | None = None
) -> Setup:
    """How games of a ruleset are made. Raises ValueError for what is no ruleset or what its rules exclude."""
    return Source(ruleset).setup(players, options)


def legal(game: Face, seat: int) -> list[int]:
    """The moves that a seat may choose now, rising; none where it does not decide."""
    return sorted(game.legal_moves(seat)) if seat in game.deciding else []
