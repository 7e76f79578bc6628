"""Python text of places: where zones, pools and memory lie in a state `s`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulewright import core
from rulewright.machine.layout import Layout, Region, strides
from rulewright.machine.total import is_total
from rulewright.python.invariants import MEMBERS
from rulewright.python.keeping import Keeping
from rulewright.python.layout import Lines, bare
from rulewright.python.names import Locals, Names
from rulewright.python.texts import is_alternative, is_atom, is_exact, line_word, minus, times
from rulewright.record import record

SHORT = 120
AS_MASKS = ("lines:", "ray:", "line from:")  # tables whose masks are made of them when an engine is imported


@record
class Helper:
    """A function that expressions asked for, which gives a mask."""

    name: str
    args: str
    lines: Lines
    means: str
    remembered: bool
    doc: str = "Where a condition holds, as a mask."


@record
class Tally:
    """How many components of open lists show each value of a column: where these counts lie in `pools`, by
    whose the lists are and by value; before the value 0 stands how many show none. `lists` are one or more
    that are counted together, each with its record and column."""

    name: str
    lists: tuple[tuple[str, str, str], ...]
    owners: int
    at: int
    size: int


@dataclass(slots=True)
class Context:
    """What all functions of a game share; `tables` collects derived tables as they are needed, `numbers`
    those that make move numbers of masks, `light` those of light games, `helpers` functions, named by the
    `title` of what is being written. Of the lists `open` masks may be kept; `shadows` says that they are,
    which functions that are written late cannot ask for any more (`closed`), nor for more `tallies` of them.
    `parts` are where the cells of a zone begin that words pick. `mover` is where the frame of
    the turn keeps whose turn it is; 0 in a game without turns. `by_me` says,
    while endings are written, that they follow what `me` has answered. `total` keeps of which defines it is
    known that they can be worked out anywhere, or not; `sizes` how long each is, written out; `decided` what
    constants alone say of each. `keeping` tells of which defines values are kept, `several` of which records
    some are moved at once."""

    game: core.Game
    layout: Layout
    names: Names
    tables: dict[str, str] = field(default_factory=dict)
    helpers: list[Helper] = field(default_factory=list)
    numbers: dict[str, str] = field(default_factory=dict)
    light: dict[str, str] = field(default_factory=dict)
    title: str = "spaces"
    open: frozenset[str] = frozenset()
    shadows: bool = False
    tallies: list[Tally] = field(default_factory=list)
    parts: dict[str, tuple[str, str, int]] = field(default_factory=dict)
    closed: bool = False
    mover: int = 0
    by_me: bool = False
    total: dict[str, bool] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    decided: dict[str, bool | None] = field(default_factory=dict)
    keeping: Keeping = field(default_factory=Keeping)
    several: set[str] = field(default_factory=set)

    @property
    def counts(self) -> int:
        """How many counts there are, with those of the tallies."""
        last = self.tallies[-1] if self.tallies else None
        return self.layout.counts if last is None else last.at + last.size * last.owners


class Places:
    """Offsets into the lists of a state; `locals` allots the local names of one function, `named` says which
    texts have been given one, `room` how long a define may be that is written out in place of its call."""

    def __init__(self, context: Context, locals: Locals | None = None) -> None:
        self.named: dict[str, str] = {}
        self.room = SHORT
        self.context = context
        self.game = context.game
        self.names = context.names
        self.locals = locals or Locals(context.names)

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

    def _side(self, expr: core.Expr, op: str) -> str:
        text = self.condition(expr)
        loose = isinstance(expr, core.Binary) and expr.op in ("and", "or") and expr.op != op
        return f"({text})" if loose else text

    def offset(self, base: str, region: Region, seat: core.Expr | None, indices: list[str]) -> str:
        """`HAND + me`, `HELPERS + 10 * p + 5 * u + l`"""
        terms = [base]
        if seat is not None:
            terms.append(times(region.cells, self.atom(seat)))
        for stride, index in zip(region.strides, indices, strict=False):
            terms.append(times(stride, index))
        return " + ".join(term for term in terms if term != "0")

    def zone_offset(self, zone: core.ZoneRef) -> str:
        """Where a zone's cell (or its first cell) lies in its list."""
        info, region = self.game.zones[zone.zone], self.region(zone.zone)
        base, words, at, strides, indices = (
            self.names["zone", zone.zone],
            list[str](),
            region.at,
            list[int](),
            [],
        )
        for index, axis, stride in zip(zone.indices, info.axes, region.strides, strict=False):
            word = self._word_of(index, axis.type)
            if word is not None and isinstance(index, core.Const):
                words.append(word)
                at += stride * index.value
            else:
                strides.append(stride)
                indices.append(self.axis_index(index, axis))
        if words:
            base = self.part(base, zone.zone, words, at)
        return self.offset(base, replace(region, strides=tuple(strides)), zone.seat, indices)

    def part(self, base: str, of: str, words: list[str], at: int) -> str:
        """The name of where some cells of a zone begin that words pick."""
        name = self.names.add(f"{base}_{'_'.join(words)}".upper(), "part", of, *words)
        self.context.parts.setdefault(name, (of, " ".join(words), at))
        return name

    def _word_of(self, value: core.Expr, type: core.Type) -> str | None:
        """The word that a value is, where it is one that carries nothing."""
        if not isinstance(value, core.Const) or not isinstance(type, core.KindType) or value.value < 0:
            return None
        words = self.game.kinds[type.name].words
        return next((word.name for word in words if word.base == value.value and word.size == 1), None)

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

    def overlay_space(self, op: core.Lay) -> str:
        """The number of the space that a card's corner comes to."""
        axis = self.game.memories[f"top:{op.to.zone}"].axis
        assert axis is not None
        return bare(self.axis_index(op.at, axis))

    def shown_table(self, record: str, field: str) -> str:
        """The table of what is seen, by part of a card."""
        name = self.names["shown", record, field]
        self.context.tables.setdefault(name, f"shown:{record}:{field}")
        return name

    def pictures_table(self, overlay: core.Overlay, field: str, parts: list[int]) -> str:
        """The table of what a whole card shows, by its row: each value with where it is, as a mask."""
        wanted = f"{overlay.record}_{field}_shown_pictures".upper()
        name = self.names.add(wanted, "pictures", overlay.record, field, overlay.spaces)
        table = self.shown_table(overlay.record, field)
        self.context.tables.setdefault(name, f"pictures:{table}:{tuple(parts)}")
        return name

    def part_place(self, overlay: str, top: core.MemoryValue) -> str:
        """Where it lies which part of a card is seen at a space of an overlay."""
        info, region = self.game.memories[top.name], self.context.layout.memory[f"part:{overlay}"]
        indices = [self.axis_index(top.index, info.axis)] if top.index and info.axis else []
        return self.offset(self.names["part", overlay], region, top.seat, indices)

    def entry(self, table: core.Table, form: str) -> str:
        """An entry of a table made at compile time: its values as they are, or sets as masks."""
        info = self.game.tables[table.name]
        known = table.indices and all(isinstance(index, core.Const) for index in table.indices)
        if form == "set" and known and isinstance(table.type, core.SetType):
            return hex(self._known_set(table))
        name = self.table_name(table.name, form)
        if not info.axes:
            return name
        if len(info.axes) == 1 and isinstance(info.axes[0].type, core.Optional):
            return f"{name}[{self(table.indices[0])}]"  # none, -1, is the last
        sizes = tuple(axis.size for axis in info.axes)
        indices = [
            times(stride, self._table_index(index, axis))
            for index, axis, stride in zip(table.indices, info.axes, strides(sizes), strict=True)
        ]
        return f"{name}[{' + '.join(index for index in indices if index != '0') or '0'}]"

    def _known_set(self, table: core.Table) -> int:
        """The mask of an entry that is known now."""
        info, number = self.game.tables[table.name], 0
        for index, axis in zip(table.indices, info.axes, strict=True):
            assert isinstance(index, core.Const)
            number = number * axis.size + index.value - axis.low
        return sum(1 << member for member in info.values[number])  # type: ignore[union-attr, misc, operator]

    def _table_index(self, index: core.Expr, axis: core.AxisInfo) -> str:
        if isinstance(axis.type, core.Optional):
            return f"({self.atom(index)} % {axis.size})"
        return self.axis_index(index, axis)

    def table_name(self, name: str, form: str) -> str:
        """The Python name of a table; the table is then made."""
        wanted = name if form == "value" else f"{name} {'masks' if form == 'set' else form}"
        if form == "whole":
            self.table_name(name, "set")
        if form == "star":
            self.table_name(name.replace("lines through:", "lines:"), "value")
        if form == "set" and name.startswith(AS_MASKS):
            self.table_name(name, "value")
        found = self.names.add(wanted.upper(), "table", form, name)
        self.context.tables.setdefault(found, f"{form}|{name}")
        return found

    def near(self, name: str) -> str:
        """The masks of the neighbours of each space."""
        return self.table_name(name, "set")

    def put(self, target: core.MemoryValue, man: str) -> str:
        """The call that changes what stands on a space of a board."""
        whose = [self(target.seat)] if target.seat is not None else []
        return f"{self.names['put', target.name]}({', '.join(['s', *whose, self.space(target), man])})"

    def space(self, target: core.MemoryValue) -> str:
        """The number of a space of a board."""
        axis = self.game.memories[target.name].axis
        assert target.index is not None
        assert axis is not None
        return bare(self.axis_index(target.index, axis))

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
        return f"within({bare(text)}, {axis.size}, {line_word(self.game, index.span)})"

    def dense(self, value: core.Expr, type: core.Type, low: int | None = None) -> str:
        """A value counted from 0, for offsets and masks."""
        if low is None:
            low = core.bounds(self.game, type)[0]
        if isinstance(value, core.Const):
            return str(value.value - low) if not isinstance(type, core.KindType) else self.atom(value)
        return minus(self.atom(value), low)

    def _contents(self, zone: core.ZoneRef) -> str:
        """The list, mask or count of a cell; a slice of them for several cells."""
        layout, at, cells = self.context.layout, self.zone_offset(zone), self.cells(zone)
        name = "zones" if zone.zone in layout.zones else "sets" if zone.zone in layout.sets else "pools"
        return f"s.{name}[{at}]" if cells == 1 else f"s.{name}[{at} : {at} + {cells}]"

    def _lowest(self, value: core.Expr) -> int:
        """The lowest that a value can be; the number of the round is 0 while the game is set up."""
        if isinstance(value, core.RoundNumber):
            return 0
        return value.value if isinstance(value, core.Const) else core.bounds(self.game, value.type)[0]


def pure_functions(context: Context) -> dict[str, bool]:
    """The functions that only look at a state, each with whether it has an answer whatever it is asked."""
    game = context.game
    found = {MEMBERS: True} | {helper.name: True for helper in context.helpers}
    for define in game.defines.values():
        total = is_total(game, define.value, frozenset(), context.total)
        found[context.names["define", define.name]] = total
    return found
