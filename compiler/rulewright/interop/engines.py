"""The engine that somebody means by a name, a path or a module, and how a game of it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from rulewright import pipeline
from rulewright.python import engine
from rulewright.python.runtime import Rules
from rulewright.reading.files import find_ruleset
from rulewright.report.diagnostics import Diagnostic, Report, UserError

Face = Any
"""A game of a generated engine: each engine has its own class, with the face of `runtime.Game`."""


def engine_of(ruleset: str | Path | ModuleType) -> ModuleType:
    """The engine of a ruleset: a name (`nim`), with variants (`game+variant`), a path, or an engine itself.

    Raises ValueError, with what is to be mended, where there is no such ruleset or it has mistakes.
    """
    if isinstance(ruleset, ModuleType):
        if not hasattr(ruleset, "RULES"):
            raise ValueError(f"the module {ruleset.__name__} is no engine that Rulewright has written")
        return ruleset
    report = Report()
    try:
        game = pipeline.check(find_ruleset(str(ruleset), Path.cwd()), report)
    except UserError as error:
        raise ValueError(_told(error.diagnostic)) from None
    if game is None or report.has_errors:
        raise ValueError("\n".join(map(_told, report.errors)))
    return engine.load(pipeline.generate(game), game.slug)


def _told(found: Diagnostic) -> str:
    """A finding on one line."""
    help = f" ({found.help})" if found.help else ""
    return f"{found.span.path}:{found.span.line}: {found.code} {found.message}{help}"


@dataclass(frozen=True, slots=True)
class Setup:
    """How games are made: an engine, how many play, the options. `checked` makes one."""

    module: ModuleType
    players: int
    options: tuple[tuple[str, object], ...] = ()

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
        return bool(getattr(self.rules, "together", False))

    def new(self, seed: int = 0, explicit: bool = False, history: bool = False) -> Face:
        """A new game. With `explicit` chance nothing hangs on the seed."""
        chance = "explicit" if explicit else "sampled"
        return self.module.new(self.players, seed, dict(self.options), chance, history)


def checked(
    ruleset: str | Path | ModuleType, players: int | None = None, options: Mapping[str, object] | None = None
) -> Setup:
    """How games of a ruleset are made; the fewest play if nothing is said. Raises ValueError for what the
    rules exclude."""
    module = engine_of(ruleset)
    setup = Setup(module, players or module.RULES.low, tuple(sorted((options or {}).items())))
    setup.new()
    return setup


def legal(game: Face, seat: int) -> list[int]:
    """The moves that a seat may choose now, rising; none where it does not decide."""
    return sorted(game.legal_moves()) if seat in game.deciding else []
