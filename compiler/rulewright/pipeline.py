"""The one place that knows the order of the passes.

source -> parser -> from_tree -> load -> variants -> elaborate -> graphs -> judges -> lower -> to_python
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rulewright import core, nodes
from rulewright.checks import (
    cascades,
    dominated,
    endless,
    ends,
    leaks,
    progress,
    reached,
    stuck,
    supplies,
    thresholds,
    turns,
    unusable,
)
from rulewright.elaborate.elaborate import elaborate
from rulewright.loading import variants
from rulewright.loading.load import Loaded, load
from rulewright.loading.sizes import fixed_options, resized
from rulewright.nodes import AnyDeclaration
from rulewright.orders import check as orders
from rulewright.reading.files import RulesetPath, shown
from rulewright.reading.reader import Reader
from rulewright.record import record
from rulewright.report.diagnostics import Diagnostic, Note, Report, Span

Setting = nodes.SetValue | nodes.SetCell
NOT_REFUSED = "RW709"
NOT_PROVED = (cascades.REFUSED, cascades.NOT_PROVED)
OF_BASE = "this example is of the base game; a variant may remove or replace it"


def check(
    ruleset: RulesetPath, report: Report, changes: Sequence[Setting] = (), reader: Reader | None = None
) -> core.Game | None:
    """A checked game; None when its text has errors, which the report tells."""
    return check_loaded(load(ruleset, report, reader), ruleset, report, changes)


def check_unproved(
    loaded: Loaded, ruleset: RulesetPath, report: Report, changes: Sequence[Setting] = ()
) -> core.Game | None:
    """As `check_loaded`, for a game that may have reactions which are not proved to stop, or do not: it is
    given a budget for them. That they are not proved to stop is not reported."""
    applied = _applied(loaded, ruleset, report, changes)
    if applied is None:
        return None
    wanted = applied.expect_refused
    if wanted is not None and wanted.text not in NOT_PROVED:
        _expect_refused(loaded, ruleset, report, applied)
        return None
    game = elaborate(loaded, report, applied.declarations, applied.cells)
    if game is None:
        return None
    game.slug = slug(ruleset)
    inner = Report()
    reactions = cascades.check(game, inner)
    codes = tuple(sorted({found.code for found in inner}))
    if wanted is not None and wanted.text not in codes:
        _not_refused(wanted, report)
    turns.check(game, report)
    endless.check(game, report)
    found = judged(None if report.has_errors else game, report)
    if found is None or not reactions:
        return found
    from rulewright.cascades import with_budget

    return with_budget(found, codes, reactions)


def check_to_play(
    loaded: Loaded,
    ruleset: RulesetPath,
    report: Report,
    changes: Sequence[Setting] = (),
    unproved: bool = False,
) -> core.Game | None:
    """As `check_loaded`; rules that are not proved to stop are let through where that is asked for, or where
    a variant says it."""
    wanted = unproved or is_refused_as_said(loaded, ruleset)
    return (check_unproved if wanted else check_loaded)(loaded, ruleset, report, changes)


def is_unproved_only(report: Report) -> bool:
    """Are all errors that rules are not proved to stop?"""
    return report.has_errors and all(found.code in NOT_PROVED for found in report.errors)


def is_refused_as_said(loaded: Loaded, ruleset: RulesetPath) -> bool:
    """Does a variant that was asked for say that its cascades are not proved to stop?"""
    return any(code in NOT_PROVED for code in refused_as_said(loaded, ruleset))


def refused_as_said(loaded: Loaded, ruleset: RulesetPath) -> tuple[str, ...]:
    """The codes with which the variants that were asked for say that they are refused."""
    return tuple(x.code.text for x in _changes(loaded, ruleset) if isinstance(x, nodes.ExpectRefused))


def check_loaded(
    loaded: Loaded, ruleset: RulesetPath, report: Report, changes: Sequence[Setting] = ()
) -> core.Game | None:
    """The passes after loading, with the variants that the ruleset's path asks for."""
    applied = _applied(loaded, ruleset, report, changes)
    if applied is None:
        return None
    if applied.expect_refused is not None:
        _expect_refused(loaded, ruleset, report, applied)
        return None
    return judged(check_declarations(loaded, ruleset, report, applied.declarations, applied.cells), report)


def _applied(
    loaded: Loaded, ruleset: RulesetPath, report: Report, changes: Sequence[Setting]
) -> variants.Applied | None:
    """The declarations with the variants that were asked for; None for a file that could not be read, of
    which it is told why."""
    if not loaded.declarations:
        return None
    asked = Span.whole(shown(ruleset.file))
    changes = (*loaded.sizes, *changes)
    applied = variants.apply(loaded.declarations, ruleset.variants, report, changes, asked)
    held = resized(applied.declarations, _changes(loaded, ruleset), changes)
    return replace(applied, declarations=held)


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


def meant(
    loaded: Loaded, ruleset: RulesetPath, report: Report, changes: Sequence[Setting] = ()
) -> core.Game | None:
    """What a ruleset means with its variants, be it refused for where it leads or not; None when that cannot
    be told."""
    return read(loaded, ruleset, report, changes).game


@record
class Read:
    """The declarations and cells that hold with the variants that were asked for, and what they mean."""

    declarations: tuple[AnyDeclaration, ...] = ()
    cells: tuple[nodes.SetCell, ...] = ()
    game: core.Game | None = None


def read(loaded: Loaded, ruleset: RulesetPath, report: Report, changes: Sequence[Setting] = ()) -> Read:
    """As `meant`, with what holds; that is told even where it means nothing."""
    applied = _applied(loaded, ruleset, report, changes)
    if applied is None:
        return Read()
    game = elaborate(loaded, report, applied.declarations, applied.cells)
    if game is not None:
        game.slug = slug(ruleset)
    return Read(applied.declarations, applied.cells, game)


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
    return None if game is None else proved(game, ruleset, report)


def proved(game: core.Game, ruleset: RulesetPath, report: Report) -> core.Game | None:
    """What must be proved of a game before an engine is made of it; None where it is not."""
    game.slug = slug(ruleset)
    turns.check(game, report)
    endless.check(game, report)
    cascades.check(game, report)
    return None if report.has_errors else game


def judged(game: core.Game | None, report: Report) -> core.Game | None:
    """What is held against a whole game: rules that never run, decisions without an answer, loops and games
    without an end, secrets given away, components that are too few or for nothing."""
    if game is None:
        return None
    for judge in (reached, stuck, progress, ends, leaks, supplies, unusable, thresholds, dominated):
        judge.check(game, report)
    return None if report.has_errors else game


def slug(ruleset: RulesetPath) -> str:
    """The name of the folder that an engine is built to: `orchard_rainy`, `hex_size_5`."""
    sizes = (size.replace("=", "_") for size in ruleset.sizes)
    return "_".join([ruleset.name, *ruleset.variants, *sizes])


def _expect_refused(loaded: Loaded, ruleset: RulesetPath, report: Report, applied: variants.Applied) -> None:
    """A variant that says it is refused: clean when it is, by that code; an error when it is not."""
    wanted = applied.expect_refused
    assert wanted is not None
    inner = Report()
    judged(check_declarations(loaded, ruleset, inner, applied.declarations, applied.cells), inner)
    if wanted.text not in {d.code for d in inner.errors}:
        _not_refused(wanted, report)
    report.extend(d for d in inner if d.code != wanted.text and d.level == "error")


def _not_refused(wanted: nodes.Word, report: Report) -> None:
    message = f"this variant is not refused with {wanted.text}"
    report.add(NOT_REFUSED, message, wanted.span, "take the line out, or see what the check says without it")


def generate(game: core.Game, examples: bool = False) -> dict[str, str]:
    """The files of a game's engine, by name."""
    from rulewright.python.to_python import to_python

    return to_python(game, examples)


@record
class Checked:
    """What a whole check found: the game, what was loaded, how many examples held, what orders are known."""

    game: core.Game | None
    loaded: Loaded
    examples: int = 0
    orders: tuple[str, ...] = ()


def check_all(ruleset: RulesetPath, report: Report, run: bool = True) -> Checked:
    """A ruleset with each of its variants, and their examples played when `run`."""
    inner = Report()
    loaded = load(ruleset, inner)
    game = check_loaded(loaded, ruleset, inner)
    run = run and not inner.has_errors
    held = run_examples(game, inner) if game is not None and run else 0
    found = orders.check(game, inner) if game is not None and run else []
    report.extend(_of_base(found, loaded) if ruleset.variants else found for found in inner)
    if game is not None and not ruleset.variants:
        for declaration in loaded.declarations:
            if isinstance(declaration, nodes.Variant):
                _check_variant(loaded, ruleset, declaration, report, run)
    return Checked(game, loaded, held, tuple(map(orders.explained, found)))


def _check_variant(
    loaded: Loaded, ruleset: RulesetPath, variant: nodes.Variant, report: Report, run: bool
) -> None:
    inner = Report()
    game = check_loaded(loaded, replace(ruleset, variants=(variant.name.text,)), inner)
    if game is not None and run:
        run_examples(game, inner)
        orders.check(game, inner)
    known = {(d.code, d.span) for d in report}
    new = (d for d in inner if (d.code, d.span) not in known and not _is_unused(d))
    report.extend(_of_base(_of_variant(d, variant), loaded) for d in new)


def _of_base(found: Diagnostic, loaded: Loaded) -> Diagnostic:
    """Says of an example of the base game, which a variant breaks, what the variant may do about it."""
    if not any(isinstance(d, nodes.Example) and _within(found.span, d.span) for d in loaded.declarations):
        return found
    return replace(found, notes=(*found.notes, Note(OF_BASE)))


def _within(span: Span, whole: Span) -> bool:
    return span.path == whole.path and whole.line <= span.line <= whole.end_line


def _of_variant(found: Diagnostic, variant: nodes.Variant) -> Diagnostic:
    """Says with which variant there is a mistake, where that does not stand in the variant itself."""
    if _within(found.span, variant.span):
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
