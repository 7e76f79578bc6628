"""Python text of what is gone through: zones, sets, domains, as iterables and as masks."""

from __future__ import annotations

from rulewright import core
from rulewright.python.layout import bare
from rulewright.python.places import Places
from rulewright.python.texts import bracketed, is_atom, is_listed, plus_one, population

MOST_SHIFTED = 8


class Sources(Places):
    """Sources of binders, choices and loops."""

    def number(self, expr: core.Expr) -> str:
        """A value to be stored: yes_no as 0 or 1, a set as its mask, the members of a list in a list."""
        if isinstance(expr.type, core.YesNo):
            text = self(expr)
            plain = core.Const | core.MemoryValue | core.OptionValue | core.Local | core.Column
            return text if isinstance(expr, plain) else f"int({text})"
        if isinstance(expr.type, core.ListType):
            text = self(expr)
            return text if is_listed(text) else f"list({text})"
        return self.mask(expr) if isinstance(expr.type, core.SetType) else self(expr)

    def is_mask(self, source: core.Expr) -> bool:
        """Is a source a bit mask at run time?"""
        if isinstance(source, core.ZoneRef):
            return source.zone in self.context.layout.sets and self.cells(source) == 1
        return isinstance(source.type, core.SetType) and not isinstance(source, core.Members)

    def mask(self, source: core.Expr) -> str:
        """The mask of a source that is one; of the domain of seats too (`memory ... starts as players`)."""
        if isinstance(source, core.Domain):
            return self._domain_mask(source)
        return self(source)

    def mask_atom(self, source: core.Expr) -> str:
        """A mask that needs no brackets."""
        text = self.mask(source)
        return text if is_atom(text) else f"({text})"

    def _domain_mask(self, source: core.Domain) -> str:
        if isinstance(source.of, core.Seat):
            return "(1 << s.players) - 1"
        low = core.bounds(self.game, source.of)[0]
        return f"mask_of(x - {low} for x in {self.source(source)})"

    def item_type(self, source: core.Expr) -> core.Type | None:
        """What a source holds."""
        if isinstance(source.type, core.SetType | core.ListType):
            return source.type.of
        if isinstance(source, core.ZoneRef):
            item = self.game.zones[source.zone].item
            return core.Component(item) if item in self.game.records else core.PieceType(item)
        return None

    def source(self, source: core.Expr) -> str:
        """An iterable of a source's members, fresh or not to be changed."""
        match source:
            case core.Members():
                return self.names["group", source.group]
            case core.Domain(of=core.Seat()):
                return "range(s.players)"
            case core.Domain(of=core.KindType(name)):
                return f"range({self.game.kinds[name].size})"
            case core.Domain(of=core.RangeType(name)):
                info = self.game.ranges[name]
                low, high = self(info.low_expr), plus_one(self(info.high_expr))
                return f"range({high})" if low == "0" else f"range({low}, {high})"
            case core.ZoneRef() if source.zone in self.context.layout.zones and self.cells(source) > 1:
                zone = self.locals.fresh("cell")
                item = self.locals.fresh("item")
                return f"[{item} for {zone} in {self._contents(source)} for {item} in {zone}]"
        if isinstance(source, core.Table):
            return self.entry(source, "value")
        if isinstance(source.type, core.Multiset):
            return f"{self.multiset_table(source.type)}[{self(source)}]"
        if self.is_mask(source):
            return self.bits_of(source, self.mask(source))
        return self.atom(source)

    def bits_of(self, source: core.Expr, mask: str) -> str:
        """The members of a mask as an iterable."""
        of = self.item_type(source)
        return self.members(mask, core.bounds(self.game, of)[0] if of else 0)

    def members(self, mask: str, low: int, small: bool = False) -> str:
        """The numbers in a mask that counts from `low`; in a `small` one they are looked up."""
        if small and not low:
            return f"[*FEW[{bare(mask)}]]"
        if 0 < low < MOST_SHIFTED:
            return f"bits({bracketed(bare(mask))} << {low})"
        if low:
            item = self.locals.fresh("bit")
            return f"[{item} + {low} for {item} in bits({bare(mask)})]"
        return f"bits({bare(mask)})"

    def multiset_table(self, type: core.Multiset) -> str:
        name = self.names.add(f"{type.kind}_multisets".upper(), "multisets", type.kind, str(type.most))
        self.context.tables.setdefault(name, f"multisets:{type.kind}:{type.most}")
        return name

    def count_of(self, source: core.Expr) -> str:
        """How many members a source has."""
        if isinstance(source, core.ZoneRef):
            layout, text = self.context.layout, self._contents(source)
            several = self.cells(source) > 1
            if source.zone in layout.pools:
                return f"sum({text})" if several else text
            if source.zone in layout.sets:
                return f"{text}.bit_count()"
            return f"sum(map(len, {text}))" if several else f"len({text})"
        if self.is_mask(source):
            return population(self.mask(source))
        return f"len({self.source(source)})"

    def _is_pool(self, source: core.Expr) -> bool:
        return isinstance(source, core.ZoneRef) and source.zone in self.context.layout.pools
