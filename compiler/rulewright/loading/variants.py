"""Variants: named changes of a ruleset, made on its declarations and never on its text.

`a+b` means the same as `b+a`: changes are made in the order of the file, and two that could mean something
else in another order are refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rulewright import nodes
from rulewright.loading.variant_changes import Applied, changed
from rulewright.loading.variant_conflicts import check_conflicts
from rulewright.nodes import AnyDeclaration
from rulewright.record import record
from rulewright.report.diagnostics import Report, Span
from rulewright.report.suggest import did_you_mean

Setting = nodes.SetValue | nodes.SetCell
__all__ = ["Applied", "apply"]


@record
class Found:
    """The base of a ruleset, and its variants in the order of the file."""

    base: tuple[AnyDeclaration, ...]
    variants: tuple[nodes.Variant, ...]


def apply(
    declarations: Iterable[AnyDeclaration],
    names: Sequence[str],
    report: Report,
    settings: Sequence[Setting] = (),
    asked: Span | None = None,
) -> Applied:
    """Take all declarations and the names of the variants that are asked for, give what holds with them.

    Every variant is checked against the base alone, asked for or not; `settings` (`--set`) come after the
    variants and win over them. `asked` is where a variant that is not there was asked for. Reports RW702 and
    RW704 to RW708.
    """
    found = _found(declarations)
    _check_games(found, report)
    sound = {v.name.text for v in found.variants if _applies(found, v, report)}
    chosen = _chosen(found, names, report, asked)
    check_conflicts(chosen, report)
    quiet = Report()  # each alone was reported above
    result = changed(found.base, [v for v in chosen if v.name.text in sound], quiet)
    if not settings:
        return result
    more = changed(result.declarations, [_of_settings(settings)], report)
    return replace(more, cells=(*result.cells, *more.cells), expect_refused=result.expect_refused)


def _found(declarations: Iterable[AnyDeclaration]) -> Found:
    everything = tuple(declarations)
    base = tuple(d for d in everything if not isinstance(d, nodes.Variant))
    variants: dict[str, nodes.Variant] = {}
    for declaration in everything:
        if isinstance(declaration, nodes.Variant):
            variants.setdefault(declaration.name.text, declaration)  # a second one was reported
    return Found(base, tuple(variants.values()))


def _applies(found: Found, variant: nodes.Variant, report: Report) -> bool:
    alone = Report()
    changed(found.base, [variant], alone)
    check_conflicts([variant], alone)
    # What is not there may be what could not be read.
    lost = any(found.code.startswith("RW1") for found in report.errors)
    report.extend(found for found in alone if not (lost and found.code == "RW705"))
    return not alone.has_errors


def _check_games(found: Found, report: Report) -> None:
    game = next((d for d in found.base if isinstance(d, nodes.Game)), None)
    if game is None:  # that was reported
        return
    for variant in found.variants:
        if variant.of.text != game.name.text:
            name, of = variant.name.text, variant.of.text
            report.add(
                "RW702",
                f"`{name}` is a variant of `{of}`, and this game is `{game.name.text}`",
                variant.of.span,
                help=f"write `of {game.name.text}`, or move it to its game",
            )


def _chosen(
    found: Found, names: Sequence[str], report: Report, asked: Span | None
) -> tuple[nodes.Variant, ...]:
    known = [variant.name.text for variant in found.variants]
    game = next((d.name.span for d in found.base if isinstance(d, nodes.Game)), Span.whole(""))
    for name in dict.fromkeys(names):
        if name not in known:
            there = f"the variants are: {', '.join(known)}" if known else "the ruleset has no variants"
            report.add(
                "RW704",
                f"there is no variant `{name}`",
                asked or game,
                help=did_you_mean(name, known) or there,
            )
    return tuple(variant for variant in found.variants if variant.name.text in names)


def _of_settings(settings: Sequence[Setting]) -> nodes.Variant:
    """Give the variant that a command line asks for."""
    span = settings[0].span
    word = nodes.Word(span, "--set")
    return nodes.Variant(span, word, (), None, word, tuple(settings))
