"""The spaces that a variable leads to where another value picks the way (the rows of a column), and endings
that are asked from what has changed."""

from __future__ import annotations

from rulewright import core
from rulewright.machine.increments import NewLine, NowConnects
from rulewright.machine.substitute import NONE, Family, Values, Variable, values
from rulewright.python.bitboards import Bitboards, mask_of
from rulewright.python.layout import bare
from rulewright.python.masks import Texts as MaskTexts
from rulewright.python.masks import negated
from rulewright.python.overlay_masks import Asked
from rulewright.python.texts import bracketed, line_word


class Images(Bitboards):
    """Lowest spaces, counts along a way, and what endings ask anew."""

    # ---- the spaces that a variable leads to, where another value picks the way

    def image(self, binder: core.Binder, where: core.Expr | None) -> tuple[str, Values] | None:
        """Where one test of a space is all that is asked: the mask of the spaces that meet it, and the value
        of the variable that leads to each space (-1 elsewhere): `board[c, r] is empty` for all r of a c."""
        var = self.variable(binder)
        asked = None if var is None or where is None or not self.game.boards else self._asked(where)
        found = None if asked is None or var is None else values(self.game, asked.space, var)
        if asked is None or var is None or not isinstance(found, Family):
            return None
        leads: dict[int, int] = {}
        for member in found.members:
            for value, space in zip(var.values, member, strict=True):
                if leads.setdefault(space, value) != value or member.count(space) > 1:
                    return None
        spaces = tuple(mask_of(at in member for at in range(asked.spaces)) for member in found.members)
        picked = self.dense(found.of, found.of.type, found.low)
        text = f"{MaskTexts()(asked.mask, 1)} & {self._ways(spaces)}[{bare(picked)}]"
        return text, tuple(leads.get(at, NONE) for at in range(asked.spaces))

    def _ways(self, spaces: Values) -> str:
        """A table of masks: the spaces that a variable can lead to, by what picks the way."""
        key = ",".join(map(hex, spaces))
        name = self.names.add(f"{self.context.title}_ways".upper(), "ways to", key)
        self.context.tables.setdefault(name, f"masks|{key}")
        return name

    def lowest_space(self, space: core.Table) -> str | None:
        """`Place[c, lowest(r for r in 1..6 where board[c, r] is empty)]`: the lowest space where it holds."""
        inner = [index for index in space.indices if isinstance(index, core.Aggregate)]
        if not space.name.startswith("at:") or len(inner) != 1 or inner[0].op not in ("lowest", "first"):
            return None
        binder, value = inner[0].binders[0], inner[0].value
        own = value is None or (isinstance(value, core.Local) and value.name == binder.name)
        found = self.image(binder, inner[0].where) if own and len(inner[0].binders) == 1 else None
        if found is None or [at for at in found[1] if at >= 0] != sorted(at for at in found[1] if at >= 0):
            return None
        asked = self._asked(inner[0].where) if inner[0].where is not None else None
        member = core.Local(name=binder.name, type=binder.type, span=binder.span)
        same = tuple(member if index is inner[0] else index for index in space.indices)
        if (
            asked is None
            or not isinstance(asked.space, core.Table)
            or _plain(asked.space.indices) != _plain(same)
        ):
            return None
        return f"within(lowest({found[0]}), {asked.spaces}, {line_word(self.game, space.span)})"

    def lowest_free(self, target: core.MemoryValue) -> str | None:
        """The free spaces of which a piece is placed on the lowest: `board[c, lowest(r ... is empty)]`."""
        index = target.index
        if not isinstance(index, core.Table) or self.lowest_space(index) is None:
            return None
        inner = next(part for part in index.indices if isinstance(part, core.Aggregate))
        where = inner.where
        free = isinstance(where, core.IsEmpty) and isinstance(where.of, core.MemoryValue)
        if not free or where.of.name != target.name:  # type: ignore[union-attr]
            return None
        found = self.image(inner.binders[0], where)
        return None if found is None else found[0]

    def _asked(self, where: core.Expr) -> Asked | None:
        """A condition that is one test of what stands on a space."""
        if isinstance(where, core.Not):
            found = self._asked(where.of)
            if found is None:
                return None
            everything = (1 << found.spaces) - 1
            return Asked(negated(found.mask, everything), found.space, found.spaces)
        if isinstance(where, core.IsEmpty) and isinstance(where.of, core.MemoryValue):
            return self._stands(where.of, core.Const(value=NONE, type=where.of.type, span=where.span))
        if isinstance(where, core.Binary) and where.op == "is":
            return self._stands(where.left, where.right)
        return None

    # ---- endings, from what has changed

    def _newline(self, expr: NewLine) -> str:
        """Lines through the spaces that have changed."""
        var = Variable(expr.name, 0, self.game.kinds[expr.spaces].size)
        mask, name = self.vector(expr.test, var), f"lines through:{expr.spaces}:{expr.length}"
        changed = f"s.memory[{self.names['changed', expr.board]}]"
        if mask is None:
            raise TypeError(f"no mask for {expr.test}")
        text = self.mask_text(mask)
        lines = self.table_name(name, "star")
        return f"({bracketed(text)} & {changed} and new_line({text}, {changed}, {lines}, {expr.length}))"

    def _nowconnects(self, expr: NowConnects) -> str:
        """What is joined to a side is kept."""
        of, seat = expr.of, self.atom(expr.seat)
        slot = " + ".join(
            term
            for term in (self.names["joined", "sides"], str(expr.slot or ""), seat)
            if term not in ("", "0")
        )
        changed = f"s.memory[{self.names['changed', expr.board]}]"
        within, one, other = (self.mask(part) for part in (of.within, of.one, of.other))
        near = self.table_name(of.near, "set")
        return f"now_connects(s.memory, {slot}, {within}, {changed}, {one}, {other}, {near})"


def _plain(indices: tuple[core.Expr, ...]) -> list[object]:
    """Indices as they are wherever they were written."""
    return [
        (type(index), getattr(index, "name", None), getattr(index, "value", None))
        if isinstance(index, core.Local | core.Const | core.Me)
        else index
        for index in indices
    ]
