"""The changes of variants, made one after the other: a part of `variants`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright import nodes
from rulewright.nodes import AnyDeclaration
from rulewright.record import record
from rulewright.report.diagnostics import Note, Report, Span
from rulewright.report.suggest import nearest

Key = tuple[str, str]
_SORTS: dict[type, str] = {
    nodes.Unit: "unit",
    nodes.Kinds: "kinds",
    nodes.Group: "group",
    nodes.Team: "team",
    nodes.RangeOf: "range",
    nodes.Zone: "zone",
    nodes.Token: "token",
    nodes.Memory: "memory",
    nodes.Constant: "constant",
    nodes.Option: "option",
    nodes.Action: "action",
    nodes.Procedure: "procedure",
    nodes.Event: "event",
    nodes.AsSoonAs: "reaction",
    nodes.When: "reaction",
    nodes.Define: "define",
    nodes.Score: "score",
    nodes.Ending: "ending",
    nodes.Claim: "claim",
    nodes.CascadeClaim: "claim",
}
ORDERED = frozenset({"action", "reaction", "score"})
_FIXED = (nodes.Language, nodes.Game, nodes.Use, nodes.Rulebook, nodes.Variant)


@record
class Applied:
    """What holds with some variants: declarations in their order, changes of cells, and the code with which
    one of the variants says that it is refused."""

    declarations: tuple[AnyDeclaration, ...]
    cells: tuple[nodes.SetCell, ...] = ()
    expect_refused: nodes.Word | None = None


def key_of(declaration: AnyDeclaration) -> Key:
    """Give the sort and the name by which a variant means a declaration; what is there once has no name.

    >>> from rulewright.nodes import Rulebook, Text
    >>> span = Span("a.rules", 1, 1, 1, 2)
    >>> key_of(Rulebook(span, Text(span, "rulebook.md")))
    ('rulebook', '')
    """
    if isinstance(declaration, nodes.Record | nodes.Piece):
        return declaration.sort, declaration.name.text
    if isinstance(declaration, nodes.Declaration):
        return _SORTS.get(type(declaration), type(declaration).__name__.lower()), declaration.name.text
    if isinstance(declaration, nodes.Flow):
        return declaration.sort, ""
    if isinstance(declaration, nodes.Example):
        return "example", declaration.title.text
    if isinstance(declaration, nodes.Texts):
        return "texts", declaration.language.text
    if isinstance(declaration, nodes.Waive):
        return "waive", " ".join(cite.text for cite in declaration.clauses)
    return type(declaration).__name__.lower(), ""


def name_span(declaration: AnyDeclaration) -> Span:
    """Give the span of a declaration's name, or of the word it starts with."""
    if isinstance(declaration, nodes.Declaration):
        return declaration.name.span
    if isinstance(declaration, nodes.Example):
        return declaration.title.span
    span = declaration.span
    return Span.on_line(span.path, span.line, span.column, span.column + len(key_of(declaration)[0]))


def changed(base: Sequence[AnyDeclaration], variants: Sequence[nodes.Variant], report: Report) -> Applied:
    """Make the changes of some variants, one after the other; a change that cannot be made is reported
    (RW705, RW708) and left out. An example that one of several variants removes is gone, whatever others make
    of it."""
    changes = _Changes(base, report)
    removed = [_removed_examples(variant) for variant in variants]
    for at, variant in enumerate(variants):
        gone_after = set[str]().union(*removed[:at], *removed[at + 1 :]) - removed[at]
        gone_before = removed[at].intersection(set[str]().union(*removed[:at]))
        for change in variant.changes:
            if example_meant(change) not in gone_after | gone_before:
                changes.make(change)
    return Applied(tuple(changes.declarations), tuple(changes.cells), changes.expect_refused)


def example_meant(change: nodes.Change) -> str | None:
    """Give the title of the example of the game that a change removes or replaces."""
    if isinstance(change, nodes.RemoveExample):
        return change.title.text
    if isinstance(change, nodes.Replace) and isinstance(change.declaration, nodes.Example):
        return change.declaration.title.text
    return None


def _removed_examples(variant: nodes.Variant) -> set[str]:
    return {change.title.text for change in variant.changes if isinstance(change, nodes.RemoveExample)}


class _Changes:
    """The declarations as they are after the changes made so far."""

    def __init__(self, base: Sequence[AnyDeclaration], report: Report) -> None:
        self.declarations = list(base)
        self.report = report
        self.cells: list[nodes.SetCell] = []
        self.expect_refused: nodes.Word | None = None

    def make(self, change: nodes.Change) -> None:
        match change:
            case nodes.ExpectRefused():
                self.expect_refused = change.code
            case nodes.SetValue():
                self.set_value(change)
            case nodes.SetCell():
                self.set_cell(change)
            case nodes.RemoveNamed():
                self.remove(change.sort.text, change.name)
            case nodes.RemoveExample():
                self.remove("example", nodes.Word(change.title.span, change.title.text))
            case nodes.Replace():
                self.replace(change.declaration)
            case nodes.Add():
                self.add(change)

    # -- the changes

    def set_value(self, change: nodes.SetValue) -> None:
        settable = [d for d in self.declarations if isinstance(d, nodes.Constant | nodes.Option)]
        name = change.name.text
        for at, found in enumerate(self.declarations):
            if isinstance(found, nodes.Constant) and found.name.text == name:
                per = found.per + change.per
                self.declarations[at] = replace(found, value=change.value, by_players=(), per=per)
                return
            if isinstance(found, nodes.Option) and found.name.text == name:
                self.declarations[at] = replace(found, default=change.value, per=found.per + change.per)
                return
        self.unknown("constant or option", change.name, [d.name.text for d in settable])

    def set_cell(self, change: nodes.SetCell) -> None:
        records = {d.name.text: d for d in self.declarations if isinstance(d, nodes.Record)}
        record = records.get(change.record.text)
        if record is None:
            self.unknown("card or tile", change.record, list(records))
            return
        columns = [field.name.text for field in record.fields]
        if change.column.text not in columns:
            self.unknown(f"column of {record.name.text}", change.column, columns)
            return
        self.cells.append(change)

    def remove(self, sort: str, name: nodes.Word) -> None:
        at = self.find(sort, name)
        if at is not None:
            del self.declarations[at]

    def replace(self, new: AnyDeclaration) -> None:
        sort, name = key_of(new)
        if self.refused(new, "replace"):
            return
        at = self.find(sort, nodes.Word(name_span(new), name))
        if at is not None:
            self.declarations[at] = new

    def add(self, change: nodes.Add) -> None:
        new = change.declaration
        if self.refused(new, "add"):
            return
        key = key_of(new)
        old = next((d for d in self.declarations if key_of(d) == key), None)
        if old is not None:
            self.report.add(
                "RW708",
                f"{_said(*key)} is there already",
                name_span(new),
                help="replace it, or give the new one another name",
                notes=[Note("it is declared here", name_span(old))],
            )
            return
        at = self.place(change, key[0])
        if at is not None:
            self.declarations.insert(at, new)

    def place(self, change: nodes.Add, sort: str) -> int | None:
        """Give the index at which an addition goes: beside its anchor, or after the last of its sort."""
        if change.anchor is not None:
            found = self.beside(change.anchor, sort)
            return found if found is None or change.side == "before" else found + 1
        same = [at for at, d in enumerate(self.declarations) if key_of(d)[0] == sort]
        return same[-1] + 1 if same else len(self.declarations)

    # -- looking up

    def find(self, sort: str, name: nodes.Word) -> int | None:
        """Give the index of a declaration by sort and name; report where there is none."""
        for at, declaration in enumerate(self.declarations):
            if key_of(declaration) == (sort, name.text):
                return at
        same_name = [key_of(d)[0] for d in self.declarations if key_of(d)[1] == name.text and name.text]
        if same_name:
            help = f"`{name.text}` is of another sort: write `{same_name[0]}`"
            self.report.add("RW705", f"there is no {_said(sort, name.text)}", name.span, help=help)
        else:
            self.unknown(sort, name, [key_of(d)[1] for d in self.declarations if key_of(d)[0] == sort])
        return None

    def beside(self, anchor: nodes.Word, sort: str) -> int | None:
        """Give the index of what an addition stands beside: of its own sort, or of any."""
        keys = [key_of(declaration) for declaration in self.declarations]
        if (sort, anchor.text) in keys:
            return keys.index((sort, anchor.text))
        of_any = [at for at, key in enumerate(keys) if key[1] == anchor.text]
        if of_any and sort not in ORDERED:
            return of_any[0]
        self.unknown(sort, anchor, [name for found, name in keys if found == sort])
        return None

    def unknown(self, sort: str, name: nodes.Word, known: list[str]) -> None:
        near = nearest(name.text, known)
        names = ", ".join(f"`{word}`" for word in known[:8] if word)
        there = f"there are: {names}" if names else f"the game has no {sort}"
        self.report.add(
            "RW705",
            f"there is no {_said(sort, name.text)}",
            name.span,
            help=f"did you mean `{near}`?" if near else there,
        )

    def refused(self, new: AnyDeclaration, verb: str) -> bool:
        if not isinstance(new, _FIXED):
            return False
        self.report.add(
            "RW708",
            f"a variant cannot {verb} `{key_of(new)[0]}`",
            name_span(new),
            help="leave it out",
        )
        return True


def _said(sort: str, name: str) -> str:
    return f"{sort} `{name}`" if name else f"`{sort}`"
