"""The one place that knows the order of the passes.

source -> parser -> from_tree -> load -> variants -> elaborate -> graphs -> judges -> lower -> to_python
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rulewright import core, nodes
from rulewright.checks import dependencies, endless, ends, leaks, progress, reached, stuck, triggers, turns
from rulewright.elaborate.elaborate import elaborate
from rulewright.loading import variants
from rulewright.loading.load import Loaded, load
from rulewright.loading.sizes import fixed_options, resized
from rulewright.nodes import AnyDeclaration
from rulewright.reading.files import RulesetPath, shown
from rulewright.reading.reader import Reader
from rulewright.record import record
from rulewright.report.diagnostics import Diagnostic, Note, Report, Span

Setting = nodes.SetValue | nodes.SetCell
NOT_REFUSED = "RW709"


def check(
    ruleset: RulesetPath, report: Report, changes: Sequence[Setting] = (), reader: Reader | None = None
) -> core.Game | None:
    """A checked game; None when its text has errors, which the report tells."""
    return check_loaded(load(ruleset, report, reader), ruleset, report, changes)


def check_loaded(
    loaded: Loaded, ruleset: RulesetPath, report: Report, changes: Sequence[Setting] = ()
) -> core.Game | None:
    """The passes after loading, with the variants that the ruleset's path asks for."""
    if not loaded.declarations:
        return None  # why is told: the file could not be read
    asked = Span.whole(shown(ruleset.file))
    changes = (*loaded.sizes, *changes)
    applied = variants.apply(loaded.declarations, ruleset.variants, report, changes, asked)
    made = (*_changes(loaded, ruleset), *changes)
    applied = replace(applied, declarations=resized(applied.declarations, made))
    if applied.expect_refused is not None:
        _expect_refused(loaded, ruleset, report, applied)
        return None
    return judged(check_declarations(loaded, ruleset, report, applied.declarations, applied.cells), report)


def _changes(loaded: Loaded, ruleset: RulesetPath) -> tuple[nodes.Change, ...]:
    """What the variants that were asked for change."""
    found = (d for d in loaded.declarations if isinstance(d, nodes.Variant))
    return tuple(change for d in found if d.name.text in ruleset.variants for change in d.changes)


def sized(ruleset: RulesetPath, options: Mapping[str, str]) -> tuple[RulesetPath, dict[str, str]]:
    """A ruleset with those of some options that shape its boards, and the others, for when a game starts."""
    loaded, quiet = load(ruleset, Report()), Report()
    applied = variants.apply(loaded.declarations, ruleset.variants, quiet)
    found, others = fixed_options(applied.declarations, options)
    return replace(ruleset, sizes=found), others


def check_declarations(
    loaded: Loaded,
    ruleset: RulesetPath,
    report: Report,
    declarations: tuple[AnyDeclaration, ...],
    cells: tuple[nodes.SetCell, ...] = (),
) -> core.Game | None:
    """The passes on declarations that hold: meaning, then the graphs. An engine can be made of what they let
    through, be it a good game or not."""
    game = elaborate(loaded, report, declarations, cells)
    if game is None:
        return None
    game.slug = slug(ruleset)
    dependencies.check(game, report)
    triggers.check(game, report)
    turns.check(game, report)
    endless.check(game, report)
    return None if report.has_errors else game


def judged(game: core.Game | None, report: Report) -> core.Game | None:
    """What is held against a whole game: rules that never run, decisions without an answer, loops and games
    without an end, secrets given away."""
    if game is None:
        return None
    for judge in (reached, stuck, progress, ends, leaks):
        judge.check(game, report)
    return None if report.has_errors else game


def slug(ruleset: RulesetPath) -> str:
    """The name of the folder that an engine is built to: `kanagawa_two_storms`, `hex_size_5`."""
    sizes = (size.replace("=", "_") for size in ruleset.sizes)
    return "_".join([ruleset.name, *ruleset.variants, *sizes])


def _expect_refused(loaded: Loaded, ruleset: RulesetPath, report: Report, applied: variants.Applied) -> None:
    """A variant that says it is refused: clean when it is, by that code; an error when it is not."""
    wanted = applied.expect_refused
    assert wanted is not None
    inner = Report()
    judged(check_declarations(loaded, ruleset, inner, applied.declarations, applied.cells), inner)
    if wanted.text not in {d.code for d in inner.errors}:
        report.add(
            NOT_REFUSED,
            f"this variant is not refused with {wanted.text}",
            wanted.span,
            "take the line out, or see what the check says without it",
        )
    report.extend(d for d in inner if d.code != wanted.text and d.level == "error")


def generate(game: core.Game, examples: bool = False) -> dict[str, str]:
    """The files of a game's engine, by name."""
    from rulewright.python.to_python import to_python

    return to_python(game, examples)


@record
class Checked:
    """What a whole check found: the game, what was loaded, how many examples held."""

    game: core.Game | None
    loaded: Loaded
    examples: int = 0


def check_all(ruleset: RulesetPath, report: Report, run: bool = True) -> Checked:
    """A ruleset with each of its variants, and its examples played when `run`."""
    loaded = load(ruleset, report)
    game = check_loaded(loaded, ruleset, report)
    if game is None:
        return Checked(None, loaded)
    if not ruleset.variants:
        for declaration in loaded.declarations:
            if isinstance(declaration, nodes.Variant):
                _check_variant(loaded, ruleset, declaration, report)
    held = run_examples(game, report) if run and not report.has_errors else 0
    return Checked(game, loaded, held)


def _check_variant(loaded: Loaded, ruleset: RulesetPath, variant: nodes.Variant, report: Report) -> None:
    inner = Report()
    check_loaded(loaded, replace(ruleset, variants=(variant.name.text,)), inner)
    known = {(d.code, d.span) for d in report}
    new = (d for d in inner if (d.code, d.span) not in known and not _is_unused(d))
    report.extend(_of_variant(d, variant) for d in new)


def _of_variant(found: Diagnostic, variant: nodes.Variant) -> Diagnostic:
    """Says with which variant there is a mistake, where that does not stand in the variant itself."""
    own = variant.span
    if found.span.path == own.path and own.line <= found.span.line <= own.end_line:
        return found
    note = Note(f"with the variant `{variant.name.text}`", variant.name.span)
    return replace(found, notes=(*found.notes, note))


def _is_unused(diagnostic: Diagnostic) -> bool:
    """What a variant leaves unused is no fault of the ruleset."""
    return diagnostic.level == "warning"


def run_examples(game: core.Game, report: Report) -> int:
    """Plays a game's examples on an engine in memory; gives how many held."""
    if not game.examples:
        return 0
    from rulewright.checks import examples
    from rulewright.python import engine

    module = engine.load(generate(game, examples=True), game.slug)
    try:
        return examples.run_examples(game, module, report)
    finally:
        engine.unload(module)
