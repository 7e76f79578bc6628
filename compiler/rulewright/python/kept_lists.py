"""What is kept beside lists that are open to all: masks of their members, and tallies of what these show.

`count(c in my.barn where c.ground is clay)` is asked again and again, a card comes or goes now and
then: so it is counted when it does.
"""

from __future__ import annotations

from rulewright import core
from rulewright.machine.layout import Region
from rulewright.machine.substitute import mentions
from rulewright.machine.total import is_total, may_be_none
from rulewright.python.among import Among
from rulewright.python.places import Tally

MOST_VALUES = 32


class KeptLists(Among):
    """Counts of open lists, and conditions that masks can answer."""

    def tally(self, expr: core.Aggregate, where: core.Expr | None) -> str | None:
        """How many members of an open list show a value, where that is counted; None where more is asked."""
        asked = self._asked_of_list(expr, where)
        return None if asked is None else self._counted([asked])

    def joint_tally(self, expr: core.Binary) -> str | None:
        """Two counts that are always taken together: of what shows one value in two lists of a seat."""
        sides = (expr.left, expr.right)
        asked = [
            self._asked_of_list(side, side.where)
            if isinstance(side, core.Aggregate) and side.op == "count"
            else None
            for side in sides
        ]
        match asked:
            case [(one, column, value), (other, of, same)] if one.zone != other.zone:
                alike = _kind(column) == _kind(of) and self(value) == self(same)
                if alike and _seat(self, one) == _seat(self, other):
                    return self._counted([(one, column, value), (other, of, same)])
        return None

    def _asked_of_list(
        self, expr: core.Aggregate, where: core.Expr | None
    ) -> tuple[core.ZoneRef, core.Column, core.Expr] | None:
        """The open list, the column and the value of a count of what shows one value."""
        source, parts = self._open_list(expr), core.conjuncts(where)
        if source is None or len(parts) != 1 or self.game.zones[source.zone].axes:
            return None
        match parts[0]:
            case core.Binary(left=core.Column() as column, right=value) as part:
                if self._in_table(expr.binders[0].name, part):
                    return source, column, value
        return None

    def _counted(self, asked: list[tuple[core.ZoneRef, core.Column, core.Expr]]) -> str | None:
        """Where what shows a value in some lists is counted."""
        zone, column, value = asked[0]
        found = self._tallied(tuple((z.zone, c.record, c.field) for z, c, _ in asked), column)
        if found is None:
            return None
        region = Region(found.at, found.size, found.owners, (1,))
        word = self._word_of(value, _kind(column))
        if word is None:
            return f"s.pools[{self.offset(found.name, region, zone.seat, [self.atom(value)])}]"
        assert isinstance(value, core.Const)
        part = self.part(found.name, found.name, [word], found.at + 1 + value.value)
        return f"s.pools[{self.offset(part, region, zone.seat, [])}]"

    def _tallied(self, lists: tuple[tuple[str, str, str], ...], column: core.Column) -> Tally | None:
        """The tally of some lists by a column, made when it is first asked for; None where it is too late."""
        context = self.context
        for known in context.tallies:
            if known.lists == lists:
                return known
        size = core.bounds(self.game, column.type)[1] + 2
        if context.closed or size > MOST_VALUES:
            return None
        zones = "_and_".join(zone for zone, _, _ in lists)
        name = self.names.add(f"in_{zones}_by_{column.field}".upper(), "tally", *map(str, lists))
        owners = self.region(lists[0][0]).owners
        context.tallies.append(Tally(name, lists, owners, context.counts, size))
        return context.tallies[-1]

    def _open_list(self, expr: core.Aggregate) -> core.ZoneRef | None:
        """The one open list that an expression goes through."""
        source = expr.binders[0].source
        if len(expr.binders) > 1 or not isinstance(source, core.ZoneRef) or self.cells(source) > 1:
            return None
        return source if source.zone in self.context.open else None

    def shadow(self, expr: core.Aggregate, where: core.Expr | None) -> str | None:
        """The members of an open list that meet a condition, by the mask that is kept beside it; None where
        tables do not answer all of the condition."""
        binder, context, source = expr.binders[0], self.context, self._open_list(expr)
        answered = [self._in_table(binder.name, part) for part in core.conjuncts(where)]
        late = context.closed and not context.shadows
        if late or source is None or not answered or not all(answered):
            return None
        context.shadows = True
        return self.masked(binder, where, f"s.sets[SHADOWS + {self.zone_offset(source)}]")[0]

    def _in_table(self, name: str, part: core.Expr) -> bool:
        """Do the tables of masks answer a condition?"""
        match part:
            case core.Binary(op="is", left=core.Column(of=core.Local(name=local)) as column, right=value):
                return local == name and not mentions(value, name) and self._has_masks(column, value)
        return False

    def masked(
        self, binder: core.Binder, where: core.Expr | None, all: str | None = None
    ) -> tuple[str, list[core.Expr]]:
        """The source's mask narrowed by the conditions that tables and sets can answer, and what remains."""
        masks, gates = [all or self.mask_atom(binder.source)], []
        rest: list[core.Expr] = []
        optional = may_be_none(where) if where is not None else frozenset()
        for part in core.conjuncts(where):
            first = len(masks) == 1 and not rest
            total = first or is_total(self.game, part, optional, self.context.total)
            mask = self.as_mask(binder.name, part) if total else None
            if mask is not None:
                masks.append(mask)
            elif total and not mentions(part, binder.name):
                gates.append(self.condition(part))
            else:
                rest.append(part)
        text = " & ".join(masks)
        if gates:
            text = f"({text} if {' and '.join(f'({gate})' for gate in gates)} else 0)"
        many = self.among(binder.name, rest[0], text) if len(rest) == 1 else None
        return (text, rest) if many is None else (many, [])

    def as_mask(self, name: str, part: core.Expr) -> str | None:
        """The mask of the values of a name that meet a condition; None where no set or table has it."""
        match part:
            case core.Not(of=core.In() as inner):
                mask = self.as_mask(name, inner)
                return f"~{mask}" if mask is not None else None
            case core.In(value=core.Local(name=local), source=source) if local == name and self.is_mask(
                source
            ):
                return self.mask_atom(source) if not mentions(source, name) else None
            case core.Binary(op="is", left=core.Column(of=core.Local(name=local)) as column, right=value):
                if local == name and not mentions(value, name) and self._has_masks(column, value):
                    return f"{self._mask_table(column)}[{self(value)}]"
        return None

    def _has_masks(self, column: core.Column, value: core.Expr) -> bool:
        """Does a table have a mask for whatever a value of a column is compared with?"""
        type = _kind(column)
        if not isinstance(type, core.KindType | core.RangeType):
            return False
        low, high = core.bounds(self.game, type)
        least, most = core.bounds(self.game, value.type)
        if isinstance(value, core.Const):
            least = most = max(value.value, 0)
        return low == 0 <= least and most <= high

    def _mask_table(self, column: core.Column) -> str:
        name = self.names.add(
            f"{column.record}_by_{column.field}".upper(), "masks", column.record, column.field
        )
        self.context.tables.setdefault(name, f"masks:{column.record}:{column.field}")
        return name


def _kind(column: core.Column) -> core.Type:
    """What a column shows, where it shows something."""
    return column.type.of if isinstance(column.type, core.Optional) else column.type


def _seat(python: KeptLists, zone: core.ZoneRef) -> str:
    """Whose a zone is, as text."""
    return "" if zone.seat is None else python(zone.seat)
