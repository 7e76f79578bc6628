"""C text of places, and of what is gone through: zones, sets, domains, lists."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from rulewright import core
from rulewright.elaborate.overlays import item_of
from rulewright.machine.machine import Unit
from rulewright.machine.substitute import inlined
from rulewright.native import sets
from rulewright.native.code import Code, Unfit, ident
from rulewright.native.game import Native
from rulewright.native.masks import Spaces
from rulewright.python.data import by_component, ways_to_match
from rulewright.record import record

if TYPE_CHECKING:
    from rulewright.native.values import Values


@record
class Span:
    """C text of a list: where its first member lies, and how many there are. `inner` is the table of a list
    of lists, whose members are the numbers of its rows."""

    at: str
    size: str
    inner: str = ""


Term = str | Span


class Places:
    """Where things lie, and loops over them, inside one function. `me` is the seat that acts."""

    def __init__(self, native: Native, me: str = "0", code: Code | None = None) -> None:
        self.native = native
        self.game = native.game
        self.shape = native.shape
        self.layout = native.shape.layout
        self.context = native.context
        self.tables = native.tables
        self.code = code or Code()
        self.locals: dict[str, Term] = {}
        self.me = me
        self.spaces = Spaces(native.context, self)  # type: ignore[arg-type]

    if TYPE_CHECKING:

        def value(self: Places, expr: core.Expr) -> str: ...
        def stored(self: Places, expr: core.Expr) -> str: ...
        def args(self: Places, expr: core.Call) -> list[str]: ...
        def is_by_place(self: Places, expr: core.Call) -> bool: ...
        def table_index(self: Places, expr: core.Table) -> str: ...
        def gathered(self: Places, expr: core.Aggregate | core.Leading) -> Span: ...

    # ---- numbers

    def bounds(self, expr: core.Expr) -> tuple[int, int]:
        """The lowest and highest that a value can be; the number of the round is 0 during set-up."""
        if isinstance(expr, core.Const):
            return expr.value, expr.value
        low, high = core.bounds(self.game, expr.type)
        return (0 if isinstance(expr, core.RoundNumber) else low), high

    def dense(self, value: core.Expr, low: int) -> str:
        """A value counted from 0."""
        if isinstance(value, core.Const):
            return str(value.value - low)
        text = self.value(value)
        return text if not low else f"({text} - {low})" if low > 0 else f"({text} + {-low})"

    def axis_index(self, index: core.Expr, axis: core.AxisInfo) -> str:
        """An index counted from 0; one that could lie beyond its axis is looked at when it is used."""
        text = self.dense(index, axis.low)
        low, high = self.bounds(index)
        if axis.low <= low and high < axis.low + axis.size and not isinstance(index.type, core.Optional):
            return text
        return f"within(r, {text}, {axis.size})"

    # ---- zones and memory

    def zone_place(self, zone: core.ZoneRef) -> str:
        """The number of a zone's cell, or of its first, among the lists, the sets or the pools."""
        info, region = self.game.zones[zone.zone], self.region(zone.zone)
        terms = [str(region.at)] if region.at else []
        if zone.seat is not None:
            terms.append(_times(region.cells, self.value(zone.seat)))
        for index, axis, stride in zip(zone.indices, info.axes, region.strides, strict=False):
            terms.append(_times(stride, self.axis_index(index, axis)))
        return " + ".join(terms) or "0"

    def region(self, zone: str):  # type: ignore[no-untyped-def]
        """The region of a zone of any shape."""
        layout = self.layout
        return layout.zones.get(zone) or layout.sets.get(zone) or layout.pools[zone]

    def place(self, zone: core.ZoneRef) -> str:
        """The place number for `where`: sets come after lists."""
        at = self.zone_place(zone)
        return f"LISTS + {at}" if zone.zone in self.layout.sets else at

    def cells(self, zone: core.ZoneRef) -> int:
        """How many cells a reference covers."""
        info, region = self.game.zones[zone.zone], self.region(zone.zone)
        if len(zone.indices) == len(info.axes):
            return 1
        return int(region.strides[len(zone.indices) - 1]) if zone.indices else int(region.cells)

    def is_pool(self, source: core.Expr) -> bool:
        """Is it counted, not gone through?"""
        return isinstance(source, core.ZoneRef) and source.zone in self.layout.pools

    def memory_place(self, memory: core.MemoryValue) -> str:
        """Where a memory lies."""
        info, block = self.game.memories[memory.name], self.shape.blocks[memory.name]
        terms = []
        if memory.seat is not None:
            terms.append(_times(self.layout.memory[memory.name].cells, self.value(memory.seat)))
        if memory.index is not None and info.axis is not None:
            terms.append(self.axis_index(memory.index, info.axis))
        at = f"s->{block.field}[{' + '.join(terms) or '0'}]"
        return at if block.words else f"(I){at}"

    def space(self, memory: core.MemoryValue) -> str:
        """The number of a space of a board."""
        axis = self.game.memories[memory.name].axis
        assert axis is not None
        assert memory.index is not None
        return self.axis_index(memory.index, axis)

    # ---- sets

    def is_mask(self, source: core.Expr) -> bool:
        """Is a source a set at run time?"""
        if isinstance(source, core.ZoneRef):
            return source.zone in self.layout.sets and self.cells(source) == 1
        return isinstance(source.type, core.SetType) and not isinstance(source, core.Members)

    def item_type(self, source: core.Expr) -> core.Type:
        """What a source holds."""
        if isinstance(source.type, core.SetType | core.ListType):
            return source.type.of
        if isinstance(source, core.ZoneRef):
            item = self.game.zones[source.zone].item
            return core.Component(item) if item in self.game.records else core.PieceType(item)
        raise Unfit("what it goes through is not known to it", source.span)

    def set_words(self, source: core.Expr) -> int:
        """How many words a set has."""
        return self.shape.words(self.item_type(source))

    def set(self, source: core.Expr) -> str:
        """The set of a source that is one, or of a domain."""
        match source:
            case core.ZoneRef():
                w = self.set_words(source)
                place = f"s->sets[{self.zone_place(source)}]"
                return f"{place}[0]" if w == 1 else f"load{w}({place})"
            case core.Domain(of=core.Seat()):
                return "below1(s->players)"
            case core.Domain():
                return self._set_of(source)
        if isinstance(source.type, core.SetType):
            return self.value(source)
        return self._set_of(source)

    def _set_of(self, source: core.Expr) -> str:
        of = self.item_type(source)
        w, low = self.shape.words(of), core.bounds(self.game, of)[0]
        name = self.code.fresh("all")
        self.code.add(f"S{w} {name} = {sets.const(w, 0)};")
        with self.each(source) as item:
            bit = sets.single(w, f"{item} - {low}" if low else item)
            self.code.add(f"{name} = {sets.either(w, name, bit)};")
        return name

    def count_of(self, source: core.Expr) -> str:
        """How many members a source has."""
        if isinstance(source, core.ZoneRef):
            at, cells = self.zone_place(source), self.cells(source)
            if source.zone in self.layout.sets and cells == 1:
                return sets.count(self.set_words(source), self.set(source))
            array, sum = ("pools", "sum_of_pools") if self.is_pool(source) else ("size", "sum_of_sizes")
            if source.zone in self.layout.sets:
                raise Unfit(f"all of `{source.zone}`, which is several sets, is counted", source.span)
            return f"(I)s->{array}[{at}]" if cells == 1 else f"{sum}(s->{array} + {at}, {cells})"
        if self.is_mask(source) or isinstance(source, core.Members):
            return sets.count(self.set_words(source), self.set(source))
        return self.span(source).size

    # ---- loops

    @contextmanager
    def each(self, source: core.Expr, fixed: bool = False) -> Iterator[str]:
        """A loop over the members of a source; gives the text of the member. What is `fixed` does not
        change while the loop runs."""
        with ExitStack() as opened:
            yield self._opened(source, opened, fixed)

    def _opened(self, source: core.Expr, opened: ExitStack, fixed: bool) -> str:
        match source:
            case core.Domain(of=core.Seat()):
                return self._range("0", "s->players - 1", opened)
            case core.Domain(of=core.KindType(name)):
                return self._range("0", str(self.game.kinds[name].size - 1), opened)
            case core.Domain(of=core.RangeType(name)):
                info = self.game.ranges[name]
                return self._range(self.value(info.low_expr), self.stored(info.high_expr), opened)
            case core.Interval(low=low, high=high):
                return self._range(self.value(low), self.stored(high), opened)
            case core.SeatsFrom():
                return self._seats(source, opened)
            case core.ZoneRef() if source.zone in self.layout.zones and not fixed:
                return self._zone(source, opened)
            case core.ZoneRef() if source.zone in self.layout.sets and self.cells(source) > 1:
                return self._sets(source, opened)
        if self.is_mask(source):
            least = core.bounds(self.game, self.item_type(source))[0]
            return self.each_of(self.set(source), self.set_words(source), least, opened)
        return self.through(self.span(source), opened)

    def _range(self, low: str, high: str, opened: ExitStack) -> str:
        item = self.code.fresh("i")
        opened.enter_context(self.code.block(f"for (I {item} = {low}; {item} <= {high}; {item}++)"))
        return item

    def _seats(self, source: core.SeatsFrom, opened: ExitStack) -> str:
        among = None if isinstance(source.of, core.Domain) else self.code.fresh("seats")
        if among is not None:
            self.code.add(f"const S1 {among} = {self.set(source.of)};")
        start = self.stored(source.start)
        i, item = self.code.fresh("i"), self.code.fresh("seat")
        opened.enter_context(self.code.block(f"for (I {i} = 0; {i} < s->players; {i}++)"))
        step = f"s->players - {i}" if source.backwards else i
        self.code.add(f"const I {item} = ({start} + {step}) % s->players;")
        if among is not None:
            self.code.add(f"if (!({among} >> {item} & 1)) continue;")
        return item

    def _zone(self, source: core.ZoneRef, opened: ExitStack) -> str:
        """The components of lists, from the bottom; cell by cell."""
        record = self.game.zones[source.zone].item
        at, cells, item = self.zone_place(source), self.cells(source), self.code.fresh("k")
        if cells > 1:
            at = f"{at} + {self._range('0', str(cells - 1), opened)}"
        follow = f"s->next[{self.component(record, item)}]"
        opened.enter_context(
            self.code.block(f"for (I {item} = s->head[{at}]; {item} >= 0; {item} = {follow})")
        )
        return item

    def _sets(self, source: core.ZoneRef, opened: ExitStack) -> str:
        w, at = self.set_words(source), self.zone_place(source)
        place = f"s->sets[{at} + {self._range('0', str(self.cells(source) - 1), opened)}]"
        return self.each_of(f"{place}[0]" if w == 1 else f"load{w}({place})", w, 0, opened)

    def each_of(self, text: str, w: int, low: int, opened: ExitStack) -> str:
        """A loop over the members of a set; `continue` goes on to the next."""
        rest, item = self.code.fresh("rest"), self.code.fresh("i")
        if w == 1:
            head, base = f"for (S1 {rest} = {text}; {rest}; {rest} &= {rest} - 1)", ""
        else:
            all, word = self.code.fresh("all"), self.code.fresh("w")
            self.code.add(f"const S{w} {all} = {text};")
            opened.enter_context(self.code.block(f"for (int {word} = 0; {word} < {w}; {word}++)"))
            head = f"for (S1 {rest} = {all}.w[{word}]; {rest}; {rest} &= {rest} - 1)"
            base = f" + 64 * {word}"
        opened.enter_context(self.code.block(head))
        shift = f" + {low}" if low > 0 else f" - {-low}" if low else ""
        self.code.add(f"const I {item} = lowest_bit({rest}){base}{shift};")
        return item

    def through(self, span: Span, opened: ExitStack) -> str:
        """A loop over a list."""
        i, item = self.code.fresh("i"), self.code.fresh("v")
        opened.enter_context(self.code.block(f"for (I {i} = 0; {i} < {span.size}; {i}++)"))
        self.code.add(f"const I {item} = {span.at}[{i}];")
        return item

    def component(self, record: str, k: str) -> str:
        """Where a component has its place in `where`, `known`, `next` and `before`."""
        base = self.layout.components[record]
        return f"{base} + {k}" if base else k

    def bind(self, binder: core.Binder, item: str) -> None:
        """A name for a member; of a list of lists the member is a list."""
        source = binder.source
        if isinstance(binder.type, core.ListType):
            table = self._lists(source)
            self.locals[binder.name] = self._row(table, item)
        else:
            self.locals[binder.name] = item

    # ---- lists

    def span(self, source: core.Expr) -> Span:
        """The members of a source as a list."""
        match source:
            case core.Local(name=name) if isinstance(self.locals.get(name), Span):
                return self.locals[name]  # type: ignore[return-value]
            case core.Members(group=group):
                members = self.game.groups[group].members
                return Span(self.tables.numbers_of(f"group_{group}", members), str(len(members)))
            case core.Column():
                return self._column_row(source)
            case core.Table():
                return self._table_row(source)
            case core.Matchings():
                return self._matchings(source)
            case core.Aggregate() | core.Leading():
                return self.gathered(source)
            case core.Call():
                return self._called(source)
            case core.If():
                return self._either(source)
        if isinstance(source.type, core.Multiset):
            return self._row(self.multisets(source.type), self.stored(source))
        return self._gathered_from([source])

    def _gathered_from(self, sources: list[core.Expr]) -> Span:
        """Sources in a list of their own, one after the other."""
        source = sources[0]
        if isinstance(source, core.Binary) and source.op == "+":
            return self._gathered_from([source.left, source.right])
        name = self.new_list()
        for one in sources:
            with self.each(one) as item:
                self.code.add(f"push(r, &{name}, {item});")
        return Span(f"{name}.v", f"(I){name}.n")

    def new_list(self) -> str:
        """An empty list."""
        name = self.code.fresh("list")
        self.code.add(f"List {name};", f"{name}.n = 0;")
        return name

    def _row(self, table: str, number: str) -> Span:
        if not number.isidentifier() and not number.isdecimal():
            name = self.code.fresh("row")
            self.code.add(f"const I {name} = {number};")
            number = name
        return Span(f"({table} + {table}_at[{number}])", f"({table}_at[{number} + 1] - {table}_at[{number}])")

    def multisets(self, type: core.Multiset) -> str:
        """The table of the words of multisets, by their numbers."""
        found = core.multisets(self.game.kinds[type.kind].size, type.most)
        return self.tables.rows(f"multisets_{type.kind}_{type.most}", found)

    def _column_row(self, column: core.Column) -> Span:
        record = self.game.records[column.record]
        rows = by_component(record, record.fields[column.field])
        if not all(isinstance(row, tuple) for row in rows):
            raise Unfit(f"`{column.field}` is no list", column.span)
        return self._row(self.tables.rows(f"{column.record}_{column.field}", rows), self.value(column.of))  # type: ignore[arg-type]

    def _table_row(self, table: core.Table) -> Span:
        values = self.entries(table.name)
        if not all(isinstance(row, tuple) for row in values):
            raise Unfit(f"`{table.name}` is no table of lists", table.span)
        if isinstance(table.type, core.ListType) and isinstance(table.type.of, core.ListType):
            return self._numbered(table)
        return self._row(self.tables.rows(table.name, values), self.table_index(table))

    def entries(self, table: str):  # type: ignore[no-untyped-def]
        """The entries of a table; one without axes is a single entry."""
        info = self.game.tables[table]
        return info.values if info.axes else (info.values,)

    def _numbered(self, table: core.Table) -> Span:
        """A list of lists: the numbers of its rows in the table of all of them."""
        numbers, number = [], 0
        for lists in self.entries(table.name):
            assert isinstance(lists, tuple)
            numbers.append(range(number, number + len(lists)))
            number += len(lists)
        found = self._row(self.tables.rows(f"{table.name}_numbers", numbers), self.table_index(table))
        return Span(found.at, found.size, self._lists(table))

    def _lists(self, source: core.Expr) -> str:
        """The table of all lists that a list of lists can hold."""
        if isinstance(source, core.Call):
            return self._lists(inlined(self.game, source))
        if not isinstance(source, core.Table):
            raise Unfit("a list of lists that is no table is gone through", source.span)
        flat = [row for lists in self.entries(source.name) for row in lists]
        return self.tables.rows(f"{source.name}_lists", flat)

    def _called(self, call: core.Call) -> Span:
        if self.is_by_place(call) or (
            isinstance(call.type, core.ListType) and isinstance(call.type.of, core.ListType)
        ):
            return self.span(inlined(self.game, call))
        args = self.args(call)
        name = self.new_list()
        self.code.add(f"d_{ident(call.define)}({', '.join(['s', 'r', f'&{name}', *args])});")
        return Span(f"{name}.v", f"(I){name}.n")

    def _either(self, expr: core.If) -> Span:
        test, name = self.value(expr.condition), self.new_list()
        for head, part in ((f"if ({test})", expr.then), ("else", expr.otherwise)):
            with self.code.block(head), self.each(part) as item:
                self.code.add(f"push(r, &{name}, {item});")
        return Span(f"{name}.v", f"(I){name}.n")

    def _matchings(self, expr: core.Matchings) -> Span:
        """The ways to cover what is needed that a pool can pay for."""
        ways, name = self.ways(expr), self.new_list()
        with ExitStack() as opened:
            way = self.through(ways, opened)
            with self.code.block(f"if ({self.payable(expr, way)})"):
                self.code.add(f"push(r, &{name}, {way});")
        return Span(f"{name}.v", f"(I){name}.n")

    def payable(self, expr: core.Matchings, way: str) -> str:
        """Can a pool pay for a multiset?"""
        table = self.multisets(self._matched(expr))
        return f"payable(s->pools + {self.zone_place(expr.pool)}, {table}, {table}_at, {way})"

    def ways(self, expr: core.Matchings) -> Span:
        """The matchings that cover what is needed."""
        matched = self._matched(expr)
        kind = self.game.kinds[matched.kind]
        if isinstance(expr.needs, core.Column):
            record = self.game.records[expr.needs.record]
            needs = by_component(record, record.fields[expr.needs.field])
            rows = [
                ways_to_match(kind, row if isinstance(row, tuple) else (row,), matched.most) for row in needs
            ]
            table = self.tables.rows(f"ways_{expr.needs.record}_{expr.needs.field}", rows)
            return self._row(table, self.value(expr.needs.of))
        raise Unfit("what `matchings` needs is no column", expr.span)

    def _matched(self, expr: core.Matchings) -> core.Multiset:
        of = expr.type.of if isinstance(expr.type, core.ListType) else None
        return of if isinstance(of, core.Multiset) else core.Multiset(expr.kind, 0)

    def shown_table(self, record: str, field: str) -> str:
        """By part of a card, counted from 1: what it shows; first what is shown where none lies."""
        values = self.game.records[record].fields[field].values
        nothing = 0 if isinstance(item_of(self.game, record, field), core.YesNo) else -1
        items = [item for value in values for item in (value if isinstance(value, tuple) else (value,))]
        return self.tables.numbers(f"shown_{record}_{field}", [nothing, *items])


def acting(values: Values, unit: Unit, me: core.Expr | None) -> str:
    """The seat that acts; the first where nobody does."""
    if me is not None:
        return values.value(me)
    return values.me if unit.has_me else "0"


def _times(factor: int, text: str) -> str:
    return text if factor == 1 else f"{factor} * ({text})"
