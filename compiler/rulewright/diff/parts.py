"""Parts: where two declarations of one name differ, as small as it can be told.

`parts(old, new)` walks both trees side by side. Statements, lines and cases are aligned first, so that a line
more is one part and not a change of all that follow it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from difflib import SequenceMatcher
from typing import TypeGuard

from rulewright import nodes
from rulewright.diff.bare import NO_NAMES, bare
from rulewright.record import record

Way = tuple[str, ...]


@record
class Part:
    """One difference: the way to it (`Action.lines`, `Guard.condition`), how it came (`changed`, `added`,
    `removed`, `moved`), and the nodes before and after."""

    way: Way
    how: str
    old: nodes.Node | None
    new: nodes.Node | None


def parts(old: nodes.Node, new: nodes.Node, renamed: Mapping[str, str] = NO_NAMES) -> list[Part]:
    """All differences of two declarations; none where they say the same. `renamed` are names of the old one
    as the new one calls them."""
    return list(_Walk(renamed).node((type(new).__name__,), old, new))


class _Walk:
    """A walk over two trees with one set of names."""

    def __init__(self, renamed: Mapping[str, str]) -> None:
        self.renamed = renamed

    def same(self, old: object, new: object) -> bool:
        return bool(bare(old, self.renamed) == bare(new))

    def node(self, way: Way, old: nodes.Node, new: nodes.Node) -> Iterator[Part]:
        if self.same(old, new):
            return
        if type(old) is not type(new) or isinstance(old, nodes.Word | nodes.Text):
            yield Part((*way, _step(new)), "changed", old, new)
            return
        found = [
            part
            for field in fields(new)
            if field.name != "span"
            for part in self.field(way, field.name, old, new)
        ]
        small = len(found) == 1 or not isinstance(new, nodes.Expr | nodes.Call)
        yield from found if small else [Part(way, "changed", old, new)]

    def field(self, way: Way, name: str, old: nodes.Node, new: nodes.Node) -> Iterator[Part]:
        before, after = getattr(old, name), getattr(new, name)
        way = (*way, f"{type(new).__name__}.{name}")
        if self.same(before, after):
            return
        if name == "per":
            yield Part(way, "changed", old, new)
        elif isinstance(before, tuple) and isinstance(after, tuple):
            yield from self.rows(way, before, after, old, new)
        elif isinstance(before, nodes.Node) and isinstance(after, nodes.Node):
            yield from self.node(way, before, after)
        elif isinstance(after, nodes.Node) and before is None:
            yield Part((*way, _step(after)), "added", None, after)
        elif isinstance(before, nodes.Node) and after is None:
            yield Part((*way, _step(before)), "removed", before, None)
        elif before is None and _all_nodes(after):
            yield from (Part((*way, _step(item)), "added", None, item) for item in after)
        elif after is None and _all_nodes(before):
            yield from (Part((*way, _step(item)), "removed", item, None) for item in before)
        else:
            yield Part(way, "changed", old, new)

    def rows(
        self,
        way: Way,
        before: tuple[object, ...],
        after: tuple[object, ...],
        old: nodes.Node,
        new: nodes.Node,
    ) -> Iterator[Part]:
        """The differences of two sequences; what left one place and came to another has moved."""
        if not _all_nodes(before) or not _all_nodes(after):
            yield from self.pairs(way, before, after, old, new)
            return
        lost: list[nodes.Node] = []
        fresh: list[nodes.Node] = []
        for one, other in self.aligned(before, after):
            if one is not None and other is not None:
                yield from self.node(way, one, other)
            elif one is not None:
                lost.append(one)
            elif other is not None:
                fresh.append(other)
        yield from self.moved(way, lost, fresh)

    def moved(self, way: Way, lost: list[nodes.Node], fresh: list[nodes.Node]) -> Iterator[Part]:
        for one in lost:
            found = next((other for other in fresh if self.same(one, other)), None)
            if found is not None:
                fresh.remove(found)
            yield Part((*way, _step(one)), "removed" if found is None else "moved", one, found)
        yield from (Part((*way, _step(other)), "added", None, other) for other in fresh)

    def pairs(
        self,
        way: Way,
        before: tuple[object, ...],
        after: tuple[object, ...],
        old: nodes.Node,
        new: nodes.Node,
    ) -> Iterator[Part]:
        """Sequences of more than nodes (`3 -> 4` of a table, tie breaks): told pair by pair where both have
        as many, else as a whole."""
        if len(before) != len(after):
            yield Part(way, "changed", old, new)
            return
        for one, other in zip(before, after, strict=True):
            if isinstance(one, tuple) and isinstance(other, tuple):
                yield from self.pairs(way, one, other, old, new)
            elif isinstance(one, nodes.Node) and isinstance(other, nodes.Node):
                yield from self.node(way, one, other)
            elif not self.same(one, other):
                yield Part(way, "changed", old, new)

    def aligned(
        self, before: Sequence[nodes.Node], after: Sequence[nodes.Node]
    ) -> Iterator[tuple[nodes.Node | None, nodes.Node | None]]:
        """Which item of one sequence stands for which of the other; those that are the same are left out."""
        one, other = [bare(item, self.renamed) for item in before], [bare(item) for item in after]
        for tag, i, i_end, j, j_end in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
            if tag != "equal":
                yield from _matched(before[i:i_end], after[j:j_end])


def _matched(
    before: Sequence[nodes.Node], after: Sequence[nodes.Node]
) -> Iterator[tuple[nodes.Node | None, nodes.Node | None]]:
    """Pairs of a stretch that was replaced: each with the next of its own class and name."""
    left = list(after)
    for one in before:
        found = next((other for other in left if _alike(one, other)), None)
        if found is not None:
            left.remove(found)
        yield one, found
    yield from ((None, other) for other in left)


def _alike(one: nodes.Node, other: nodes.Node) -> bool:
    """May one have become the other? Lines that have names are told by them."""
    names = [getattr(node, "name", None) for node in (one, other)]
    if type(one) is not type(other) or isinstance(one, nodes.Word):
        return False
    if isinstance(one, nodes.Limit) and isinstance(other, nodes.Limit):
        return one.sort == other.sort or not {one.sort, other.sort} & {"at_most", "starts_with_all"}
    return not isinstance(one, nodes.Kind | nodes.Field | nodes.Param) or bare(names[0]) == bare(names[1])


def _step(node: nodes.Node) -> str:
    """The step of a way that leads to a node which is there as a whole: `Guard`, `Limit.hidden`."""
    sort = getattr(node, "sort", None)
    return f"{type(node).__name__}.{sort}" if isinstance(sort, str) else type(node).__name__


def _all_nodes(items: object) -> TypeGuard[tuple[nodes.Node, ...]]:
    return isinstance(items, tuple) and all(isinstance(item, nodes.Node) for item in items)
