"""Renames: what is called otherwise and is the same in all else.

A declaration that went and one that came are one that was renamed where their bodies are the same; so is a
word of a kind that stands where another stood, and a column.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulewright import nodes
from rulewright.diff.bare import bare
from rulewright.loading.variant_changes import key_of
from rulewright.nodes import AnyDeclaration

Key = tuple[str, str]


def same_key(declaration: AnyDeclaration) -> Key:
    """Sort and name of a declaration; a card and a tile mean the same to the rules."""
    sort, name = key_of(declaration)
    return "card" if sort == "tile" else sort, name


def renames(old: Sequence[AnyDeclaration], new: Sequence[AnyDeclaration]) -> dict[str, str]:
    """Names of the old declarations, and of their words and columns, by what the new ones call them."""
    before = {same_key(d): d for d in old}
    after = {same_key(d): d for d in new}
    gone = [d for key, d in before.items() if key not in after and isinstance(d, nodes.Declaration)]
    fresh = [d for key, d in after.items() if key not in before and isinstance(d, nodes.Declaration)]
    found: dict[str, str] = {}
    while True:
        more = next(_candidates(before, after, gone, fresh, found), None)
        if more is None:
            return found
        found.update(more)
        gone = [d for d in gone if d.name.text not in found]
        fresh = [d for d in fresh if d.name.text not in found.values()]


def _candidates(
    before: Mapping[Key, AnyDeclaration],
    after: Mapping[Key, AnyDeclaration],
    gone: Sequence[nodes.Declaration],
    fresh: Sequence[nodes.Declaration],
    found: Mapping[str, str],
) -> Iterator[dict[str, str]]:
    """Names more that make two declarations one."""
    for one in gone:
        for other in fresh:
            if type(one) is type(other):
                more = {one.name.text: other.name.text, **_inside(one, other, found)}
                if _body(one, {**found, **more}) == _body(other, {}):
                    yield more
    for key, old in before.items():
        new = after.get((key[0], found.get(key[1], key[1])))
        more = _inside(old, new, found) if new is not None else {}
        if more and bare(old, {**found, **more}) == bare(new):
            yield more


def _body(declaration: nodes.Declaration, renamed: Mapping[str, str]) -> object:
    """A declaration without what players are told and the clauses that it cites."""
    made = bare(declaration, renamed)
    names = ("span", "text", "per")
    fields = [name for name in type(declaration).__dataclass_fields__ if name != "span"]
    return [part for name, part in zip(fields, made[1:], strict=True) if name not in names]


def _inside(old: object, new: object, found: Mapping[str, str]) -> dict[str, str]:
    """Words of a kind and columns of a record that stand where others stood."""
    if isinstance(old, nodes.Kinds) and isinstance(new, nodes.Kinds):
        return _swapped([k.name.text for k in old.kinds], [k.name.text for k in new.kinds], found)
    if isinstance(old, nodes.Record) and isinstance(new, nodes.Record):
        return _swapped([f.name.text for f in old.fields], [f.name.text for f in new.fields], found)
    return {}


def _swapped(before: Sequence[str], after: Sequence[str], found: Mapping[str, str]) -> dict[str, str]:
    if len(before) != len(after):
        return {}
    pairs = [(a, b) for a, b in zip(before, after, strict=True) if found.get(a, a) != b]
    fine = all(a not in after and b not in before for a, b in pairs)
    return dict(pairs) if fine else {}
