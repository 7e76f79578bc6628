"""Meaning: the first layer of a diff, what changed in what the rules say.

`changes(old, new)` compares two sides declaration by declaration, by name. Comments, layout, the order of
declarations (but of reactions and endings) and the way an expression is written do not count; what players
read, citations, examples and clauses of the rulebook do, as text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rulewright import nodes
from rulewright.diff.canonical import canonical
from rulewright.diff.change import Change, Key
from rulewright.diff.labels import is_text, label
from rulewright.diff.order import ORDERED, moved
from rulewright.diff.parts import Part, parts
from rulewright.diff.renames import renames, same_key
from rulewright.diff.side import Side, both, cut
from rulewright.diff.tables import TABLES, cells
from rulewright.loading.variant_changes import name_span
from rulewright.machine.meaning import meaning
from rulewright.nodes import AnyDeclaration
from rulewright.report.diagnostics import Span

UNSAID = (nodes.Language, nodes.Rulebook, nodes.Use)
Held = Mapping[Key, AnyDeclaration]


def changes(old: Side, new: Side) -> list[Change]:
    """All that means something else in the new rules, in their order; what is gone comes last."""
    return _Comparison(old, new).run()


class _Comparison:
    """Two sides by the keys of their declarations, and what the new one calls names of the old."""

    def __init__(self, old: Side, new: Side) -> None:
        self.sides = old, new
        one, other = _said(old), _said(new)
        self.renamed = renames(one, other)
        self.old = {_key(d, self.renamed): d for d in one}
        self.new = {_key(d, {}): d for d in other}

    def run(self) -> list[Change]:
        found = [change for key in self.new for change in self.one(key)]
        found += [self.gone(key) for key in self.old if key not in self.new]
        found += [change for sort in ORDERED for change in self.order(sort)]
        found += self.clauses()
        return self.only_texts(found) if self.means_the_same() else found

    def one(self, key: Key) -> Iterator[Change]:
        """What changed in one declaration of the new rules."""
        old, new = self.old.get(key), self.new[key]
        sort, name = key
        if old is None:
            yield self.whole("added", key, None, new)
            return
        if same_key(old)[1] != name:
            yield self.whole("renamed", key, old, new)
        found = parts(old, new, self.renamed)
        if found and self.is_the_same(key):
            found = [part for part in found if is_text(part.way)]
        yield from (self.part(key, part, new) for part in found if not self.is_name(part, old))
        if isinstance(old, TABLES) and isinstance(new, TABLES):
            yield from cells(sort, old, new, self.sides, self.renamed)
        if isinstance(old, nodes.Kinds) and isinstance(new, nodes.Kinds):
            yield from self.called(key, "word", _names(old.kinds), _names(new.kinds))
        elif isinstance(old, nodes.Record) and isinstance(new, nodes.Record):
            yield from self.called(key, "column", _names(old.fields), _names(new.fields))

    def is_name(self, part: Part, old: AnyDeclaration) -> bool:
        """Is it the name of a declaration, which has been told?"""
        return part.old is getattr(old, "name", None) and part.old is not None

    def called(
        self, key: Key, what: str, before: Sequence[nodes.Word], after: Sequence[nodes.Word]
    ) -> Iterator[Change]:
        """The words of a kind, or columns, that are called otherwise."""
        step = "Kind.name" if what == "word" else "Field.name"
        for one, other in zip(before, after, strict=False):
            if one.text != other.text and self.renamed.get(one.text) == other.text:
                yield Change(
                    how="renamed",
                    sort=key[0],
                    name=key[1],
                    way=(step,),
                    what=f"the {what} `{one.text}`",
                    before=one.text,
                    after=other.text,
                    old=one.span,
                    new=other.span,
                    per=_per(self.new[key]),
                )

    def part(self, key: Key, part: Part, new: AnyDeclaration) -> Change:
        old_span, new_span = _place(part.old, part), _place(part.new, part)
        before, after = both(_text(self.sides[0], part.old, part), _text(self.sides[1], part.new, part))
        return Change(
            how=part.how,
            sort=key[0],
            name=key[1],
            way=part.way,
            what=label(part.way),
            before=before,
            after=after,
            old=old_span,
            new=new_span,
            per=_per(new),
        )

    def whole(self, how: str, key: Key, old: AnyDeclaration | None, new: AnyDeclaration | None) -> Change:
        held = new if new is not None else old
        assert held is not None
        return Change(
            how=how,
            sort=key[0],
            name=key[1],
            way=(type(held).__name__,),
            before="" if old is None else _shown(self.sides[0], old, how),
            after="" if new is None else _shown(self.sides[1], new, how),
            old=None if old is None else name_span(old),
            new=None if new is None else name_span(new),
            per=_per(held),
        )

    def gone(self, key: Key) -> Change:
        return self.whole("removed", key, self.old[key], None)

    def order(self, sort: str) -> Iterator[Change]:
        before = [name for held, name in self.old if held == sort]
        after = [name for held, name in self.new if held == sort]
        for name in moved(before, after):
            key = sort, name
            made = self.whole("moved", key, self.old[key], self.new[key])
            places = (_after(name, [x for x in names if x in common]) for names, common in
                      ((before, after), (after, before)))  # fmt: skip
            one, other = places
            yield replace(made, way=("File.order",), what="its place", before=one, after=other)

    def clauses(self) -> Iterator[Change]:
        """What the rulebook says otherwise."""
        old, new = (side.loaded.rulebook for side in self.sides)
        for id in dict.fromkeys([*new, *old]):
            one, other = old.get(id), new.get(id)
            if one is None or other is None or one.text != other.text:
                how = "added" if one is None else "removed" if other is None else "changed"
                yield Change(
                    how=how,
                    sort="clause",
                    name=id,
                    way=("Clause.text",),
                    what="its words",
                    before="" if one is None else one.text,
                    after="" if other is None else other.text,
                    old=None if one is None else one.span,
                    new=None if other is None else other.span,
                    per=(id,),
                )

    # -- the same, said otherwise

    def is_the_same(self, key: Key) -> bool:
        """Does a declaration mean what it did, though it is written otherwise?"""
        old, new = (side.game for side in self.sides)
        if old is None or new is None or self.renamed:
            return False
        one, other = canonical(old, *key), canonical(new, *key)
        return one is not None and bool(one == other)

    def means_the_same(self) -> bool:
        """Do both rules mean the same, down to every constant?"""
        old, new = (side.game for side in self.sides)
        return old is not None and new is not None and meaning(old) == meaning(new)

    def only_texts(self, found: list[Change]) -> list[Change]:
        """What is left where nothing in play can differ."""
        return [change for change in found if change.sort != "constant" or is_text(change.way)]


def _said(side: Side) -> tuple[AnyDeclaration, ...]:
    """What is compared: the declarations that hold, and the variants that the file has."""
    variants = tuple(d for d in side.loaded.declarations if isinstance(d, nodes.Variant))
    return tuple(d for d in (*side.declarations, *variants) if not isinstance(d, UNSAID))


def _key(declaration: AnyDeclaration, renamed: Mapping[str, str]) -> Key:
    sort, name = same_key(declaration)
    named = isinstance(declaration, nodes.Declaration)
    return sort, renamed.get(name, name) if named else name


def _names(items: Sequence[nodes.Kind] | Sequence[nodes.Field]) -> list[nodes.Word]:
    return [item.name for item in items]


def _per(declaration: AnyDeclaration) -> tuple[str, ...]:
    return tuple(cite.text for cite in getattr(declaration, "per", ()) if not cite.quoted)


def _place(node: nodes.Node | None, part: Part) -> Span | None:
    """Where a part stands; of citations, the line's own place."""
    if node is None:
        return None
    cites: nodes.Cites = getattr(node, "per", ()) if part.way[-1].endswith(".per") else ()
    return cites[0].span.to(cites[-1].span) if cites else node.span


def _text(side: Side, node: nodes.Node | None, part: Part) -> str:
    if node is None:
        return ""
    if part.way[-1].endswith(".per"):
        return ", ".join(cite.text for cite in getattr(node, "per", ()))
    return side.written(node.span)


def _shown(side: Side, declaration: AnyDeclaration, how: str) -> str:
    if how == "renamed":
        return same_key(declaration)[1]
    return cut(side.written(declaration.span))


def _after(name: str, names: list[str]) -> str:
    at = names.index(name)
    return f"after {names[at - 1]}" if at else "first"
