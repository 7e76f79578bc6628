"""Python text of expressions.

`Python(context)` turns checked expressions into one-line Python over a state `s`. Sources become iterables,
conditions on set zones become masks where tables can answer them, everything else is a plain comprehension.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright import core
from rulewright.machine.layout import Layout, Region
from rulewright.python.layout import bare
from rulewright.python.names import Locals, Names

OPS = {"is": "==", "is_not": "!=", "/": "//", "and": "and", "or": "or"}


@dataclass(slots=True)
class Context:
    """What all functions of a game share; `tables` collects derived tables as they are needed."""

    game: core.Game
    layout: Layout
    names: Names
    tables: dict[str, str] = field(default_factory=dict)


class Python:
    """Expressions inside one function; `locals` allots its local names."""

    def __init__(self, context: Context, locals: Locals | None = None) -> None:
        self.context = context
        self.game = context.game
        self.names = context.names
        self.locals = locals or Locals(context.names)

    # ---- places

    def offset(self, base: str, region: Region, seat: core.Expr | None, indices: list[str]) -> str:
        """`HAND + me`, `BRUSHES + 10 * p + 5 * u + l`"""
        terms = [base]
        if seat is not None:
            terms.append(_times(region.cells, self.atom(seat)))
        for stride, index in zip(region.strides, indices, strict=False):
            terms.append(_times(stride, index))
        return " + ".join(term for term in terms if term != "0")

    def zone_offset(self, zone: core.ZoneRef) -> str:
        """Where a zone's cell (or its first cell) lies in its list."""
        info = self.game.zones[zone.zone]
        indices = [self.axis_index(index, axis) for index, axis in zip(zone.indices, info.axes, strict=False)]
        return self.offset(self.names["zone", zone.zone], self.region(zone.zone), zone.seat, indices)

    def region(self, zone: str) -> Region:
        """The region of a zone of any shape."""
        layout = self.context.layout
        return layout.zones.get(zone) or layout.sets.get(zone) or layout.pools[zone]

    def place(self, zone: core.ZoneRef) -> str:
        """The place number for `where`: sets come after lists."""
        offset = self.zone_offset(zone)
        return f"LISTS + {offset}" if zone.zone in self.context.layout.sets else offset

    def cells(self, zone: core.ZoneRef) -> int:
        """How many cells a reference covers."""
        info, region = self.game.zones[zone.zone], self.region(zone.zone)
        if len(zone.indices) == len(info.axes):
            return 1
        return region.strides[len(zone.indices) - 1] if zone.indices else region.cells

    def memory_place(self, memory: core.MemoryValue) -> str:
        """Where a memory lies."""
        info = self.game.memories[memory.name]
        indices = [self.axis_index(memory.index, info.axis)] if memory.index and info.axis else []
        region = self.context.layout.memory[memory.name]
        return self.offset(self.names["memory", memory.name], region, memory.seat, indices)

    def axis_index(self, index: core.Expr, axis: core.AxisInfo) -> str:
        """An index counted from 0; one that could lie beyond its axis is looked at when it is used."""
        text = self.dense(index, axis.type, axis.low)
        low, high = (
            (index.value, index.value)
            if isinstance(index, core.Const)
            else core.bounds(self.game, index.type)
        )
        if axis.low <= low and high < axis.low + axis.size:
            return text
        return f"within({bare(text)}, {axis.size}, {index.span.line})"

    def dense(self, value: core.Expr, type: core.Type, low: int | None = None) -> str:
        """A value counted from 0, for offsets and masks."""
        if low is None:
            low = core.bounds(self.game, type)[0]
        if isinstance(value, core.Const):
            return str(value.value - low) if not isinstance(type, core.KindType) else self.atom(value)
        return _minus(self.atom(value), low)

    # ---- values

    def atom(self, expr: core.Expr) -> str:
        """An expression that needs no brackets around it."""
        text = self(expr)
        return text if is_atom(text) else f"({text})"

    def __call__(self, expr: core.Expr) -> str:
        text = self._text(expr)
        return text if is_exact(expr) else f"bool({text})"

    def _text(self, expr: core.Expr) -> str:
        method = getattr(self, f"_{type(expr).__name__.lower()}")
        return str(method(expr))

    def condition(self, expr: core.Expr) -> str:
        """A yes_no expression where only its truth matters; it may stand between `if` and `else`."""
        text = self._text(expr)
        return f"({text})" if is_alternative(text) else text

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

    def _const(self, expr: core.Const) -> str:
        of = expr.type.of if isinstance(expr.type, core.Optional) else expr.type
        if isinstance(of, core.KindType) and expr.value >= 0:
            for word in self.game.kinds[of.name].words:
                if word.base == expr.value and word.size == 1:
                    return self.names["word", of.name, word.name]
        return str(expr.value)

    def _local(self, expr: core.Local) -> str:
        return self.locals[expr.name]

    def _me(self, _: core.Me) -> str:
        return "me"

    def _playercount(self, _: core.PlayerCount) -> str:
        return "s.players"

    def _roundnumber(self, _: core.RoundNumber) -> str:
        return "s.memory[0]"

    def _gameover(self, _: core.GameOver) -> str:
        return "s.ending >= 0"

    def _winners(self, _: core.Winners) -> str:
        return "(mask_of(winners(s)) if s.ending >= 0 else 0)"

    def _knows(self, expr: core.Knows) -> str:
        component = expr.component.type
        assert isinstance(component, core.Component)
        at = f"{self.names['component', component.record]} + {self.atom(expr.component)}"
        return f"(s.known[{at}] >> {self.atom(expr.seat)} & 1)"

    def _optionvalue(self, expr: core.OptionValue) -> str:
        return f"s.options[{self.names['option', expr.name]}]"

    def _constantbyplayers(self, expr: core.ConstantByPlayers) -> str:
        return f"{self.names['constant', expr.name]}[s.players - {self.game.low}]"

    def _memoryvalue(self, expr: core.MemoryValue) -> str:
        return f"s.memory[{self.memory_place(expr)}]"

    def _holder(self, expr: core.Holder) -> str:
        return f"s.memory[{self.names['token', expr.token]}]"

    def _column(self, expr: core.Column) -> str:
        return f"{self.names['field', expr.record, expr.field]}[{self(expr.of)}]"

    def _call(self, expr: core.Call) -> str:
        return f"{self.names['define', expr.define]}({', '.join(['s', *map(self, expr.args)])})"

    def _word(self, expr: core.Word) -> str:
        word = next(w for w in self.game.kinds[expr.kind].words if w.name == expr.word)
        text, radix = str(word.base), 1
        for arg, param in reversed(list(zip(expr.args, word.params, strict=True))):
            low, high = core.bounds(self.game, param)
            text = f"{_times(radix, self.dense(arg, param, low))} + {text}"
            radix *= high - low + 1
        return text

    def _binary(self, expr: core.Binary) -> str:
        if expr.op == "and" or expr.op == "or":
            return f"{self._side(expr.left, expr.op)} {expr.op} {self._side(expr.right, expr.op)}"
        if isinstance(expr.left.type, core.ListType) and isinstance(expr.right.type, core.ListType):
            if expr.op == "+":
                return f"[*{self.atom(expr.left)}, *{self.atom(expr.right)}]"
            return f"{self.number(expr.left)} {OPS[expr.op]} {self.number(expr.right)}"
        return f"{self.atom(expr.left)} {OPS.get(expr.op, expr.op)} {self.atom(expr.right)}"

    def _side(self, expr: core.Expr, op: str) -> str:
        text = self.condition(expr)
        loose = isinstance(expr, core.Binary) and expr.op in ("and", "or") and expr.op != op
        return f"({text})" if loose else text

    def _not(self, expr: core.Not) -> str:
        if isinstance(expr.of, core.IsEmpty):
            return self._filled(expr.of.of)
        if isinstance(expr.of, core.In) and not self.is_mask(expr.of.source):
            return self._in(expr.of, outside=True)
        text = self.condition(expr.of)
        if isinstance(expr.of, core.Aggregate) and expr.of.op == "any" and text.endswith(" != 0"):
            return text.removesuffix("!= 0") + "== 0"
        return f"not {text}" if is_atom(text) else f"not ({text})"

    def _filled(self, of: core.Expr) -> str:
        """The opposite of `is empty`."""
        if isinstance(of.type, core.Optional) and not isinstance(of, core.EndOf):
            return f"{self.atom(of)} >= 0"
        text = self._isempty(core.IsEmpty(of=of, type=core.YesNo(), span=of.span))
        return text.removeprefix("not ") if text.startswith("not ") else f"not ({text})"

    def _isempty(self, expr: core.IsEmpty) -> str:
        of = expr.of
        if isinstance(of, core.EndOf):
            return f"not {self._contents(of.zone)}"
        if isinstance(of.type, core.Optional):
            return f"{self.atom(of)} < 0"
        if isinstance(of, core.ZoneRef):
            text = self._contents(of)
            return f"not any({text})" if self.cells(of) > 1 else f"not {text}"
        return f"not {self.atom(of)}"

    def _contents(self, zone: core.ZoneRef) -> str:
        """The list, mask or count of a cell; a slice of them for several cells."""
        layout, at, cells = self.context.layout, self.zone_offset(zone), self.cells(zone)
        name = "zones" if zone.zone in layout.zones else "sets" if zone.zone in layout.sets else "pools"
        return f"s.{name}[{at}]" if cells == 1 else f"s.{name}[{at} : {at} + {cells}]"

    def _isfull(self, expr: core.IsFull) -> str:
        limit = self.game.zones[expr.of.zone].at_most
        assert limit is not None
        return f"{self.count_of(expr.of)} >= {self.atom(limit)}"

    def _in(self, expr: core.In, outside: bool = False) -> str:
        source = expr.source
        value = self.atom(expr.value)
        optional = isinstance(expr.value.type, core.Optional)
        if self.is_mask(source):
            inner = expr.value.type.of if isinstance(expr.value.type, core.Optional) else expr.value.type
            of = self.item_type(source) or inner
            test = f"{self.mask_atom(source)} >> {self.dense(expr.value, of)} & 1"
            low = core.bounds(self.game, of)[0]
            below = optional or (self._lowest(expr.value) < low)
            return f"({value} >= {low} and {test})" if below else f"({test})"
        if optional and not isinstance(source, core.Members):  # none is in nothing
            known = f"({value} >= 0 and {value} in {self.source(source)})"
            return f"not {known}" if outside else known
        return f"{value} {'not in' if outside else 'in'} {self.source(source)}"

    def _lowest(self, value: core.Expr) -> int:
        """The lowest that a value can be."""
        return value.value if isinstance(value, core.Const) else core.bounds(self.game, value.type)[0]

    def _fits(self, expr: core.Fits) -> str:
        kind = expr.left.type
        assert isinstance(kind, core.KindType)
        left, right, jokers = self.atom(expr.left), self.atom(expr.right), self.jokers(kind.name)
        return f"({left} == {right} or ({jokers} >> {left} | {jokers} >> {right}) & 1)"

    def jokers(self, kind: str) -> int:
        """The mask of a kind's words that are `as any`."""
        return sum(1 << w.base for w in self.game.kinds[kind].words if w.joker)

    def _if(self, expr: core.If) -> str:
        return f"{self.atom(expr.then)} if {self.condition(expr.condition)} else {self.atom(expr.otherwise)}"

    def _endof(self, expr: core.EndOf) -> str:
        zone, at = self._contents(expr.zone), -1 if expr.end == "top" else 0
        return f"({zone}[{at}] if {zone} else -1)"

    def _lookup(self, expr: core.Lookup) -> str:
        value = self.atom(expr.value)
        arrows = list(expr.arrows)
        if expr.op == "table":
            pairs = ", ".join(f"{step}: {self(result)}" for step, result in arrows)
            return f"{{{pairs}}}[{value}]"
        text = self.atom(arrows[0][1])
        for step, result in arrows[1:]:
            text = (
                f"{self.atom(result)} if {value} >= {step} else {text}"
                if step == arrows[1][0]
                else (f"{self.atom(result)} if {value} >= {step} else ({text})")
            )
        return text

    def _match(self, expr: core.Match) -> str:
        """As a chain of `if else`; a define's own match is laid out as statements instead."""
        text = self.atom(expr.otherwise) if expr.otherwise is not None else "0"
        for case in reversed(expr.cases):
            test, values = self.case(expr.value, case.word, case.params)
            inner = self.atom(case.value)
            for name, value in values:
                inner = f"[{inner} for {name} in ({value},)][0]"
            text = f"{inner} if {test} else ({text})"
        return text

    def case(
        self, value: core.Expr, word: str, params: tuple[tuple[str, core.Type], ...]
    ) -> tuple[str, list[tuple[str, str]]]:
        """The test for a word, and (name, value) for what it carries."""
        type = value.type.of if isinstance(value.type, core.Optional) else value.type
        assert isinstance(type, core.KindType)
        info = next(w for w in self.game.kinds[type.name].words if w.name == word)
        text = self.atom(value)
        if not info.params:
            return f"{text} == {self.names['word', type.name, word]}", []
        test = f"{info.base} <= {text} < {info.base + info.size}"
        return test, self._carried(_minus(text, info.base), info.params, params)

    def _carried(
        self, number: str, types: tuple[core.Type, ...], params: tuple[tuple[str, core.Type], ...]
    ) -> list[tuple[str, str]]:
        found, radix = [], 1
        for index in reversed(range(len(types))):
            low, high = core.bounds(self.game, types[index])
            size = high - low + 1
            text = bare(number) if radix == 1 else f"{number} // {radix}"
            if index:
                text = f"{text if is_atom(text) else f'({text})'} % {size}"
            if low:
                text = f"{text} + {low}" if low > 0 else f"{text} - {-low}"
            if index < len(params):
                found.append((self.locals[params[index][0]], text))
            radix *= size
        return found[::-1]

    def _longestrun(self, expr: core.LongestRun) -> str:
        return (
            f"longest_run({self(expr.of)}, {self.jokers(expr.kind)}, {self(expr.jokers)}, {self(expr.fixed)})"
        )

    def _matchings(self, expr: core.Matchings) -> str:
        return f"ways({self._ways_table(expr)}, s.pools, {self.zone_offset(expr.pool)})"

    def _ways_table(self, expr: core.Matchings) -> str:
        most = (
            expr.type.of.most
            if isinstance(expr.type, core.ListType) and isinstance(expr.type.of, core.Multiset)
            else 0
        )
        if isinstance(expr.needs, core.Column):
            column = expr.needs
            name = self.names.add(
                f"{column.record}_{column.field}_ways".upper(), "ways", column.record, column.field, str(most)
            )
            self.context.tables.setdefault(name, f"ways:{column.record}:{column.field}:{most}")
            return f"{name}[{self(column.of)}]"
        name = self.names.add(f"{expr.kind}_ways".upper(), "all ways", expr.kind, str(most))
        self.context.tables.setdefault(name, f"allways:{expr.kind}:{most}")
        return f"{name}[tuple(sorted({self(expr.needs)}))]"

    def _scoreof(self, expr: core.ScoreOf) -> str:
        if expr.line is None:
            return f"total_score(s, {self(expr.seat)})"
        return f"{self.names['score', expr.line]}(s, {self(expr.seat)})"

    # ---- sources as values

    def _zoneref(self, expr: core.ZoneRef) -> str:
        return self._contents(expr)

    def _domain(self, expr: core.Domain) -> str:
        return self.source(expr)

    def _seatsfrom(self, expr: core.SeatsFrom) -> str:
        seats = self.mask(expr.of) if self.is_mask(expr.of) else "(1 << s.players) - 1"
        return f"turn_order({seats}, {self(expr.start)}, s.players)"

    def _interval(self, expr: core.Interval) -> str:
        low = self(expr.low)
        return f"range({'' if low == '0' else low + ', '}{_plus_one(self(expr.high))})"

    def _members(self, expr: core.Members) -> str:
        return str(sum(1 << member for member in self.game.groups[expr.group].members))

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
                low, high = self(info.low_expr), _plus_one(self(info.high_expr))
                return f"range({high})" if low == "0" else f"range({low}, {high})"
            case core.ZoneRef() if source.zone in self.context.layout.zones and self.cells(source) > 1:
                zone = self.locals.fresh("cell")
                item = self.locals.fresh("item")
                return f"[{item} for {zone} in {self._contents(source)} for {item} in {zone}]"
        if isinstance(source.type, core.Multiset):
            return f"{self._multiset_table(source.type)}[{self(source)}]"
        if self.is_mask(source):
            return self.bits_of(source, self.mask(source))
        return self.atom(source)

    def bits_of(self, source: core.Expr, mask: str) -> str:
        """The members of a mask as an iterable."""
        of = self.item_type(source)
        low = core.bounds(self.game, of)[0] if of else 0
        if low:
            item = self.locals.fresh("bit")
            return f"[{item} + {low} for {item} in bits({bare(mask)})]"
        return f"bits({bare(mask)})"

    def _multiset_table(self, type: core.Multiset) -> str:
        name = self.names.add(f"{type.kind}_multisets".upper(), "multisets", type.kind, str(type.most))
        self.context.tables.setdefault(name, f"multisets:{type.kind}:{type.most}")
        return name

    # ---- aggregates

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
            return f"{self.mask_atom(source)}.bit_count()"
        return f"len({self.source(source)})"

    def _aggregate(self, expr: core.Aggregate) -> str:
        return str(getattr(self, f"_aggregate_{expr.op}")(expr))

    def _aggregate_count(self, expr: core.Aggregate) -> str:
        last = expr.binders[-1].source
        if self._is_pool(last):
            counted = self.count_of(last)
            return (
                counted
                if len(expr.binders) == 1 and expr.where is None
                else f"sum([{counted}{self._nest(expr)}])"
            )
        if len(expr.binders) == 1 and expr.where is None:
            return self.count_of(last)
        if len(expr.binders) == 1 and self.is_mask(last):
            mask, rest = self.masked(expr.binders[0], expr.where)
            if not rest:
                return f"{mask}.bit_count()" if is_atom(mask) else f"({mask}).bit_count()"
        return f"sum([1{self._nest(expr)}])"

    def _is_pool(self, source: core.Expr) -> bool:
        return isinstance(source, core.ZoneRef) and source.zone in self.context.layout.pools

    def _aggregate_total(self, expr: core.Aggregate) -> str:
        return f"sum([{self._value(expr)}{self._nest(expr)}])"

    def _aggregate_any(self, expr: core.Aggregate) -> str:
        assert expr.value is not None
        if len(expr.binders) == 1 and self.is_mask(expr.binders[0].source):
            where = expr.value if expr.where is None else both(expr.where, expr.value)
            mask, rest = self.masked(expr.binders[0], where)
            if not rest:
                return f"{mask if is_atom(mask) else f'({mask})'} != 0"
        return f"any({self._value(expr)}{self._nest(expr)})"

    def _aggregate_all(self, expr: core.Aggregate) -> str:
        return f"all({self._value(expr)}{self._nest(expr)})"

    def _aggregate_highest(self, expr: core.Aggregate) -> str:
        return f"max([{self._value(expr)}{self._nest(expr)}], default=0)"

    def _aggregate_lowest(self, expr: core.Aggregate) -> str:
        return f"min([{self._value(expr)}{self._nest(expr)}], default=0)"

    def _aggregate_distinct(self, expr: core.Aggregate) -> str:
        values = f"{{{self._value(expr)}{self._nest(expr)}}}"
        optional = expr.value is not None and isinstance(expr.value.type, core.Optional)
        return f"len({values} - {{-1}})" if optional else f"len({values})"

    def _aggregate_most_alike(self, expr: core.Aggregate) -> str:
        type = expr.value.type if expr.value is not None else None
        lowest = f", {type.low}" if isinstance(type, core.Number) and type.low < 0 else ""
        return f"most_alike([{self._value(expr)}{self._nest(expr)}]{lowest})"

    def _aggregate_list(self, expr: core.Aggregate) -> str:
        return f"[{self._value(expr)}{self._nest(expr)}]"

    def _aggregate_those(self, expr: core.Aggregate) -> str:
        binder = expr.binders[0]
        if self.is_mask(binder.source):
            mask, rest = self.masked(binder, expr.where)
            if not rest:
                return mask
            name = self.locals[binder.name]
            low = core.bounds(self.game, binder.type)[0]
            items = f"bits({bare(mask)})" if not low else f"[{name} + {low} for {name} in bits({bare(mask)})]"
            return f"mask_of([{_minus(name, low)} for {name} in {items} if {self.conditions(rest)}])"
        low = core.bounds(self.game, binder.type)[0]
        if not low and expr.where is None:
            return f"mask_of({self.source(binder.source)})"
        item = _minus(self.locals[binder.name], low)
        return f"mask_of([{item}{self._nest(expr)}])"

    def _value(self, expr: core.Aggregate) -> str:
        assert expr.value is not None
        return self.condition(expr.value) if expr.op in ("any", "all") else self(expr.value)

    def _nest(self, expr: core.Aggregate) -> str:
        """` for x in S for y in T if c`; a pool as the last source is counted, not gone through."""
        binders = expr.binders
        if self._is_pool(binders[-1].source):
            binders = binders[:-1]
        parts = [f" for {self.locals[b.name]} in {self.source(b.source)}" for b in binders[:-1]]
        where = expr.where
        if binders:
            last = binders[-1]
            if where is not None and self.is_mask(last.source):
                mask, rest = self.masked(last, where)
                parts.append(f" for {self.locals[last.name]} in {self.bits_of(last.source, mask)}")
                return "".join(parts) + (f" if {self.conditions(rest)}" if rest else "")
            parts.append(f" for {self.locals[last.name]} in {self.source(last.source)}")
        return "".join(parts) + (f" if {self.condition(where)}" if where is not None else "")

    def conditions(self, rest: list[core.Expr]) -> str:
        """Several conditions joined by `and`."""
        return " and ".join(self._side(part, "and") for part in rest)

    # ---- masks instead of conditions

    def masked(self, binder: core.Binder, where: core.Expr | None) -> tuple[str, list[core.Expr]]:
        """The source's mask narrowed by the conditions that tables and sets can answer, and what remains."""
        masks, gates, rest = [self.mask_atom(binder.source)], [], []
        for part in conjuncts(where):
            mask = self._as_mask(binder.name, part)
            if mask is not None:
                masks.append(mask)
            elif not _mentions(part, binder.name):
                gates.append(self.condition(part))
            else:
                rest.append(part)
        text = " & ".join(masks)
        if gates:
            text = f"({text} if {' and '.join(f'({gate})' for gate in gates)} else 0)"
        return text, rest

    def _as_mask(self, name: str, part: core.Expr) -> str | None:
        match part:
            case core.Not(of=core.In() as inner):
                mask = self._as_mask(name, inner)
                return f"~{mask}" if mask is not None else None
            case core.In(value=core.Local(name=local), source=source) if local == name and self.is_mask(
                source
            ):
                return self.mask_atom(source) if not _mentions(source, name) else None
            case core.Binary(op="is", left=core.Column(of=core.Local(name=local)) as column, right=value):
                if local == name and not _mentions(value, name) and self._has_masks(column):
                    return f"{self._mask_table(column)}[{self(value)}]"
        return None

    def parts_table(self, column: core.Column) -> str:
        """The table of a column's words, taken apart: (number of the word, its values), by component."""
        name = self.names.add(
            f"{column.record}_{column.field}_parts".upper(), "parts", column.record, column.field
        )
        self.context.tables.setdefault(name, f"parts:{column.record}:{column.field}")
        return name

    def _has_masks(self, column: core.Column) -> bool:
        type = self.game.records[column.record].fields[column.field].type
        type = type.of if isinstance(type, core.Optional) else type
        return isinstance(type, core.KindType | core.RangeType) and core.bounds(self.game, type)[0] == 0

    def _mask_table(self, column: core.Column) -> str:
        name = self.names.add(
            f"{column.record}_by_{column.field}".upper(), "masks", column.record, column.field
        )
        self.context.tables.setdefault(name, f"masks:{column.record}:{column.field}")
        return name


def conjuncts(expr: core.Expr | None) -> list[core.Expr]:
    """The parts of an `and`, left to right."""
    if expr is None:
        return []
    if isinstance(expr, core.Binary) and expr.op == "and":
        return [*conjuncts(expr.left), *conjuncts(expr.right)]
    return [expr]


def both(left: core.Expr, right: core.Expr) -> core.Expr:
    """a and b"""
    return core.Binary(op="and", left=left, right=right, type=core.YesNo(), span=left.span)


def _mentions(expr: core.Expr, name: str) -> bool:
    return any(isinstance(part, core.Local) and part.name == name for part in core.walk(expr))


def _times(factor: int, text: str) -> str:
    if text == "0":
        return "0"
    return text if factor == 1 else f"{factor} * {text}" if not text.isdigit() else str(factor * int(text))


def _minus(text: str, low: int) -> str:
    if not low:
        return text
    return f"({text} - {low})" if low > 0 else f"({text} + {-low})"


def _plus_one(text: str) -> str:
    return str(int(text) + 1) if text.isdigit() else f"{text} + 1"


def is_exact(expr: core.Expr) -> bool:
    """Is the text of an expression its value? Of a condition it may only be as true as that."""
    match expr:
        case core.Not(of=core.IsEmpty(of=of)):
            return isinstance(of.type, core.Optional) and not isinstance(of, core.EndOf)
        case core.Binary(op="and" | "or"):
            return is_exact(expr.left) and is_exact(expr.right)
    return True


def is_alternative(text: str) -> bool:
    """Is a text `a if c else b` as a whole?

    >>> is_alternative("a if b else c"), is_alternative("(a if b else c)")
    (True, False)
    """
    depth = 0
    for i, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        if not depth and text.startswith(" if ", i):
            return True
    return False


def is_listed(text: str) -> bool:
    """Is a text one list in brackets?

    >>> is_listed("[a]"), is_listed("[a] + [b]"), is_listed("[a][0]")
    (True, False, False)
    """
    depth = 0
    for i, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        if not depth:
            return char == "]" and i == len(text) - 1
    return False


def is_atom(text: str) -> bool:
    """Does a text bind tighter than any operator: a name, number, call, subscript or bracketed whole?"""
    depth = 0
    for i, char in enumerate(text):
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif depth == 0 and not (char.isalnum() or char in "_."):
            return False
        if depth == 0 and char in ")]}" and i + 1 < len(text) and text[i + 1] not in "([.":
            return False
    return True
