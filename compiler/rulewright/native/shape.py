"""The C shape of a game's values: which sets take how many words, where everything lies in a state.

`shape(game, machine)` gives a Shape. The offsets are those of `machine.layout`: each region of the memory is
a field of the C struct, an array of the smallest type that holds its values; places of sets and lists, pools
and components keep their numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright import core
from rulewright.checks.effects import statements
from rulewright.machine.layout import Layout, Region, layout
from rulewright.machine.machine import Enter, Gather, Items, Machine, Unit
from rulewright.native import sets
from rulewright.native.code import Unfit, ident

DEEP, LEAST_DEEP = 256, 64  # frames, where one may put another on top
ROOM = 16_384  # words that they take, where that leaves enough of them
LINE = 128  # frames that wait in line
LEAST_LIST = 64
TYPES = ((-128, 127, "int8_t"), (-32_768, 32_767, "int16_t"), (-(2**31), 2**31 - 1, "int32_t"))
WIDEST = 2**53


@dataclass(frozen=True, slots=True)
class Block:
    """A region of the memory: its field, the number of its first place, how many there are, the words of
    each if these are sets (0: numbers), the C type, and what numbers it may hold."""

    key: str
    field: str
    at: int
    count: int
    words: int
    ctype: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class SlotShape:
    """A local value of a frame: `at` is its first word; `sort` is number, set (of `words`) or list (of up to
    `words` - 1), of values from `low` to `high`."""

    name: str
    at: int
    sort: str
    words: int
    low: int
    high: int


@dataclass(slots=True)
class Shape:
    """All of it: `set_words` is how many words a place of a set takes, `longest` how long a list may be."""

    game: core.Game
    layout: Layout
    blocks: dict[str, Block] = field(default_factory=dict)
    frames: dict[str, list[SlotShape]] = field(default_factory=dict)
    frame_words: int = 1
    deep: int = DEEP
    set_words: int = 1
    longest: int = LEAST_LIST
    widths: set[int] = field(default_factory=lambda: {1})

    def words(self, of: core.Type) -> int:
        """How many words a set of such items takes."""
        low, high = core.bounds(self.game, of)
        return self.wide(high - low + 1)

    def wide(self, size: int) -> int:
        """How many words a set of so many possible members takes."""
        found = sets.words(size)
        self.widths.add(found)
        return found

    def zone_words(self, zone: str) -> int:
        """How many words a place of a set of components takes."""
        return self.wide(self.game.records[self.game.zones[zone].item].size)

    def zone_words_of(self, record: str) -> int:
        """How many words a set of components of a record takes."""
        return self.wide(self.game.records[record].size)

    def ctype(self, type: core.Type) -> str:
        """The C type of a value."""
        return f"S{self.words(type.of)}" if isinstance(type, core.SetType) else "I"


def shape(game: core.Game, machine: Machine) -> Shape:
    """Where everything lies. Raises Unfit over a limit of the native form."""
    found = Shape(game, layout(game))
    for key, region in found.layout.memory.items():
        found.blocks[key] = _block(found, key, region)
    found.set_words = max([1, *(found.zone_words(zone) for zone in found.layout.sets)])
    found.longest = _longest(game)
    for unit in machine.units.values():
        found.frames[unit.name] = _slots(found, machine, unit)
    sizes = (slot.at + slot.words for slots in found.frames.values() for slot in slots)
    found.frame_words = max([1, *sizes])
    room = max(LEAST_DEEP, min(DEEP, ROOM // found.frame_words))
    found.deep = room if _puts_frames(machine) else 2
    return found


def _block(found: Shape, key: str, region: Region) -> Block:
    game, at, words = found.game, region.at, 0
    low, high = -1, WIDEST
    sort, _, name = key.partition(":")
    if key in game.memories:
        words, low, high = _memory(found, game.memories[key])
    elif sort in ("men", "seen"):
        at -= 1  # what is free, or shows nothing, stands before the others
        words = found.wide(_spaces(game, name))
    elif sort in ("changed", "bare"):
        words = found.wide(_spaces(game, name))
    elif sort == "joined":
        words = found.wide(max(_spaces(game, board) for board in found.layout.asked.boards))
    elif sort == "held":
        binder = game.reactions[name].binder  # type: ignore[union-attr]
        words = found.words(binder.type) if binder is not None else 1
    elif sort == "token":
        high = game.high - 1
    elif sort in ("part", "corner"):
        high = 2**31 - 1
    ctype = f"S{words}" if words else _number(low, high)
    return Block(key, f"m_{ident(key)}", at, region.size, words, ctype, low, high)


def _memory(found: Shape, memory: core.Memory) -> tuple[int, int, int]:
    if isinstance(memory.type, core.SetType):
        return found.words(memory.type.of), 0, 0
    if isinstance(memory.type, core.ListType):
        raise Unfit(f"`{memory.name}` remembers a list", memory.span)
    low, high = core.bounds(found.game, memory.type)
    if low < -WIDEST or high > WIDEST:
        raise Unfit(f"`{memory.name}` may be {low}..{high}, numbers end at 2^53", memory.span)
    return 0, min(low, -1), max(high, 0)


def _spaces(game: core.Game, name: str) -> int:
    """How many spaces a board or overlay has."""
    name = name.partition(":")[0]
    of = game.boards[name].spaces if name in game.boards else game.overlays[name].spaces
    return game.kinds[of].size


def _number(low: int, high: int) -> str:
    """The smallest C type for some numbers."""
    return next((name for least, most, name in TYPES if least <= low and high <= most), "int64_t")


def _longest(game: core.Game) -> int:
    """How long a list may be: twice the longest that the game declares."""
    sizes = [LEAST_LIST, game.high, *(kind.size for kind in game.kinds.values())]
    sizes += [record.size for record in game.records.values()]
    sizes += [found.high - found.low + 1 for found in game.ranges.values()]
    return 2 * max(sizes)


def _puts_frames(machine: Machine) -> bool:
    """May a frame be put on that of the flow, but for the set-up?"""
    if any(not unit.simple for unit in machine.units.values() if unit.sort not in ("setup", "turn", "round")):
        return True
    return any(isinstance(step.end, Enter) or step.yields for step in machine.steps)


def _slots(found: Shape, machine: Machine, unit: Unit) -> list[SlotShape]:
    if unit.simple:
        return []
    types, at = slot_types(found, machine, unit), 1
    slots = []
    for slot in unit.slots:
        type = types.get(slot.name)
        match type:
            case core.ListType():
                sort, words = "list", min(type.longest or found.longest, found.longest) + 1
            case core.SetType():
                sort, words = "set", found.words(type.of)
            case _:
                sort, words = "number", 1
        slots.append(SlotShape(slot.name, at, sort, words, *_bounds(found, unit, slot.name, type)))
        at += words
    return slots


def _bounds(found: Shape, unit: Unit, name: str, type: core.Type | None) -> tuple[int, int]:
    """What a local value, or each of a list, may be; 0 stands where nothing was stored."""
    of = type.of if isinstance(type, core.ListType | core.SetType) else type
    if name == "me":
        return 0, found.game.high - 1
    if of is None or isinstance(of, core.ListType | core.Place | core.PieceType):
        return 0, found.longest
    low, high = core.bounds(found.game, of)
    return min(low, -1 if isinstance(of, core.Optional) else 0), max(high, 0)


def slot_types(shape: Shape, machine: Machine, unit: Unit) -> dict[str, core.Type]:
    """The types of what a unit keeps in its frame, as far as they are not plain numbers of the machine."""
    found: dict[str, core.Type] = {param.name: param.type for param in unit.params}
    for stmt in statements(unit.body):
        if isinstance(stmt, core.Let):
            found[stmt.name] = stmt.value.type
        elif isinstance(stmt, core.Draw | core.Choose | core.Each):
            found[stmt.name] = stmt.type
        elif isinstance(stmt, core.MatchStmt):
            found |= {name: type for case in stmt.cases for name, type in case.params}
    for step in machine.steps:
        if step.unit != unit.name:
            continue
        for op in step.ops:
            if isinstance(op, Items) and op.items:
                found[op.items] = core.ListType(_item(shape, op.source), most(shape, op.source))
            elif isinstance(op, Gather):
                found[op.seats] = core.ListType(core.Seat(), shape.game.high)
                found[op.chosen] = core.ListType(core.Number(-1, WIDEST), shape.game.high)
    return found


def most(shape: Shape, source: core.Expr) -> int:
    """How many members a source has at most."""
    game, type = shape.game, source.type
    match source:
        case core.ZoneRef(zone=zone) if game.zones[zone].item in game.records:
            return game.records[game.zones[zone].item].size
        case core.Members(group=group):
            return len(game.groups[group].members)
    if isinstance(type, core.SetType):
        low, high = core.bounds(game, type.of)
        return high - low + 1
    if isinstance(type, core.Multiset):
        return type.most
    longest = type.longest if isinstance(type, core.ListType) else None
    return min(longest or shape.longest, shape.longest)


def _item(shape: Shape, source: core.Expr) -> core.Type:
    """What a source holds."""
    if isinstance(source.type, core.SetType | core.ListType):
        return source.type.of
    if isinstance(source, core.ZoneRef):
        return core.Component(shape.game.zones[source.zone].item)
    return core.Number(0, WIDEST)
