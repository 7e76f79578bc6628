"""Witnesses: is a citation earned? Without what cites a clause, the ruleset must fail somewhere.

`witnesses(...)` takes out what cites a clause, plays the examples, then random games with all invariants and
claims tested at every decision. The first thing that fails is the clause's witness; the check is, where what
is left makes no sense any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

from rulewright import core, pipeline
from rulewright.checks import examples
from rulewright.checks.without import without
from rulewright.loading import variants
from rulewright.loading.load import Loaded
from rulewright.python import engine
from rulewright.python.runtime import Random
from rulewright.reading.files import RulesetPath
from rulewright.record import record
from rulewright.report.diagnostics import Report

MOST_PLIES = 5_000


@record
class Witness:
    """What notices that a clause is gone: `sort` is check, example, invariant, or nothing."""

    clause: str
    sort: str
    text: str


def witnesses(
    loaded: Loaded, ruleset: RulesetPath, game: core.Game, clauses: list[str], games: int = 20
) -> Iterator[Witness]:
    """One Witness for each clause, in their order; `game` is the ruleset as it stands."""
    applied = variants.apply(loaded.declarations, ruleset.variants, Report())
    for clause in clauses:
        rest = without(applied.declarations, clause, game)
        report = Report()
        left = pipeline.check_declarations(loaded, ruleset, report, rest, applied.cells)
        yield _witness(clause, left, report, games)


def _witness(clause: str, game: core.Game | None, report: Report, games: int) -> Witness:
    if game is None:
        first = report.errors[0]
        return Witness(clause, "check", f"{first.code} {first.message}")
    module = engine.load(pipeline.generate(game, examples=True), game.slug)
    try:
        found = Report()
        examples.run_examples(game, module, found)
        if found.errors:
            failed = found.errors[0]
            return Witness(clause, "example", f"{failed.notes[0].text}: {failed.message}")
        broken = _broken(module, games)
        return (
            Witness(clause, "invariant", broken) if broken else Witness(clause, "nothing", "nothing notices")
        )
    finally:
        engine.unload(module)


def _broken(module: ModuleType, games: int) -> str | None:
    """What random games with all invariants find, None when nothing."""
    rules = module.RULES
    for seed in range(games):
        try:
            game = module.new(rules.low + seed % (rules.high - rules.low + 1), seed)
            rng = Random(seed)
            for _ in range(MOST_PLIES):
                if game.over:
                    break
                game.rules.apply(game.state, game.random_move(rng))
                if found := game.check():
                    return str(found[0])
            else:
                return f"the game with seed {seed} does not end"
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    return None
