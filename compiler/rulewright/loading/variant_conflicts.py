"""Conflicts of changes: two of one thing, the use of what is removed, additions in no order: a part of
`variants`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields

from rulewright import nodes
from rulewright.loading.variant_changes import ORDERED, key_of, name_span
from rulewright.record import record
from rulewright.report.diagnostics import Note, Report, Span

# Declarations that a variant may set, and the sorts of removals that take their names away for good.
_SETTABLE = ("constant", "option")
_BINDING = (
    nodes.Param,
    nodes.Binder,
    nodes.Pick,
    nodes.Choose,
    nodes.ChooseRandom,
    nodes.Let,
    nodes.Each,
    nodes.Pattern,
)


@record
class _Touch:
    """What one change of a variant touches: a declaration (`constant goal`), a cell, or a place."""

    variant: nodes.Variant
    what: str
    span: Span
    removes: bool = False


def check_conflicts(chosen: Sequence[nodes.Variant], report: Report) -> None:
    """Report what variants that are played together disagree about (RW706, RW707), and what one variant
    changes twice."""
    _check_twice(chosen, report)
    _check_cells(chosen, report)
    _check_places(chosen, report)
    _check_removed(chosen, report)


# ---- two changes of one thing


def _check_twice(chosen: Sequence[nodes.Variant], report: Report) -> None:
    seen: dict[str, _Touch] = {}
    for variant in chosen:
        for touch in _touches(variant):
            first = seen.setdefault(touch.what, touch)
            if first is not touch and not _gone(first, touch):
                _collide(first, touch, f"{_who(first, touch)} change {touch.what}", report)


def _gone(first: _Touch, second: _Touch) -> bool:
    """Is it an example that one variant removes? Then it is gone, whatever another makes of it."""
    removes = first.removes or second.removes
    return removes and first.variant is not second.variant and first.what.startswith("example ")


def _check_cells(chosen: Sequence[nodes.Variant], report: Report) -> None:
    """A cell that one variant sets may be gone where another replaces the whole card or tile."""
    replaced = {
        change.declaration.name.text: _Touch(variant, _what(change.declaration), change.declaration.name.span)
        for variant in chosen
        for change in variant.changes
        if isinstance(change, nodes.Replace) and isinstance(change.declaration, nodes.Record)
    }
    for variant in chosen:
        for change in variant.changes:
            first = replaced.get(change.record.text) if isinstance(change, nodes.SetCell) else None
            if first is not None and first.variant is not variant:
                touch = _Touch(variant, first.what, change.span)
                _collide(first, touch, f"{_who(first, touch)} change {first.what}", report)


def _touches(variant: nodes.Variant) -> Iterator[_Touch]:
    for change in variant.changes:
        match change:
            case nodes.SetValue():
                yield _Touch(variant, f"the value of `{change.name.text}`", change.name.span)
            case nodes.SetCell():
                cell = f"{change.record.text} {change.row.text}.{change.column.text}"
                yield _Touch(variant, f"`{cell}`", change.row.span.to(change.column.span))
            case nodes.RemoveNamed() if change.sort.text in _SETTABLE:
                yield _Touch(variant, f"the value of `{change.name.text}`", change.name.span, removes=True)
            case nodes.RemoveNamed():
                yield _Touch(
                    variant, f"{change.sort.text} `{change.name.text}`", change.name.span, removes=True
                )
            case nodes.RemoveExample():
                yield _Touch(variant, f"example `{change.title.text}`", change.title.span, removes=True)
            case nodes.Replace() | nodes.Add():
                yield _Touch(variant, _what(change.declaration), name_span(change.declaration))
            case _:
                pass


def _what(declaration: nodes.AnyDeclaration) -> str:
    sort, name = key_of(declaration)
    if sort in _SETTABLE:
        return f"the value of `{name}`"
    return f"{sort} `{name}`" if name else f"`{sort}`"


# ---- additions at one place


def _check_places(chosen: Sequence[nodes.Variant], report: Report) -> None:
    """Additions of one variant are in its own order; those of two are in none."""
    seen: dict[tuple[str, str], _Touch] = {}
    for variant in chosen:
        for change in variant.changes:
            if not isinstance(change, nodes.Add) or key_of(change.declaration)[0] not in ORDERED:
                continue
            sort = key_of(change.declaration)[0]
            place = f"{change.side} {change.anchor.text}" if change.anchor else ""
            touch = _Touch(variant, sort, name_span(change.declaration))
            first = seen.setdefault((sort, place), touch)
            if first.variant is not variant:
                where = f"`{place}`" if place else "without a place"
                report.add(
                    "RW707",
                    f"{_who(first, touch)} add a {sort} {where}, in no order",
                    touch.span,
                    help=f"write `add before NAME` or `add after NAME` so that each {sort} has its own place",
                    notes=[Note(f"`{first.variant.name.text}` adds one here", first.span)],
                )


# ---- the use of what is removed


def _check_removed(chosen: Sequence[nodes.Variant], report: Report) -> None:
    removed = {
        change.name.text: _Touch(variant, f"{change.sort.text} `{change.name.text}`", change.name.span, True)
        for variant in chosen
        for change in variant.changes
        if isinstance(change, nodes.RemoveNamed)
    }
    if not removed:
        return
    for variant in chosen:
        for word in _uses(variant):
            gone = removed.get(word.text)
            if gone is not None and gone.variant is not variant:
                use = _Touch(variant, gone.what, word.span)
                _collide(gone, use, f"`{variant.name.text}` uses {gone.what}, which is removed", report)


def _uses(variant: nodes.Variant) -> Iterator[nodes.Word]:
    """Give the names that the changes of a variant read from outside themselves."""
    for change in variant.changes:
        if isinstance(change, nodes.Add) and change.anchor is not None:
            yield change.anchor
        if isinstance(change, nodes.Add | nodes.Replace):
            own = {key_of(change.declaration)[1], *_bound(change.declaration)}
            yield from (word for word in _read(change.declaration) if word.text not in own)
        elif isinstance(change, nodes.SetValue):
            yield from _read(change.value)


def _walk(node: object) -> Iterator[nodes.Node]:
    """Give a node and all nodes below it."""
    stack = [node]
    while stack:
        at = stack.pop()
        if isinstance(at, tuple):
            stack.extend(reversed(at))
        elif isinstance(at, nodes.Node):
            yield at
            stack.extend(getattr(at, field.name) for field in reversed(fields(at)))


def _read(node: object) -> Iterator[nodes.Word]:
    for found in _walk(node):
        match found:
            case nodes.Ref() | nodes.Call():
                yield found.name
            case nodes.Offer() | nodes.OfferTogether():
                yield from found.actions
            case nodes.OfferUntil():
                yield from (*found.actions, found.until)
            case nodes.Give():
                yield found.what.name
            case nodes.When():
                yield found.event
            case _:
                pass


def _bound(node: object) -> Iterator[str]:
    """Give the names that stand for something within a declaration only."""
    for found in _walk(node):
        if isinstance(found, nodes.Pattern | nodes.When):
            yield from (word.text for word in found.params)
        elif isinstance(found, nodes.Roll):
            yield from (word.text for word in found.names)
        elif isinstance(found, _BINDING):
            yield found.name.text


def _collide(first: _Touch, second: _Touch, message: str, report: Report) -> None:
    same = first.variant is second.variant
    report.add(
        "RW706",
        message,
        second.span,
        help="leave one of the two out" if same else "play one of the two variants, or change one of them",
        notes=[Note(f"`{first.variant.name.text}` changes it here", first.span)],
    )


def _who(first: _Touch, second: _Touch) -> str:
    one, two = first.variant.name.text, second.variant.name.text
    return f"two lines of `{one}`" if one == two else f"the variants `{one}` and `{two}` both"
