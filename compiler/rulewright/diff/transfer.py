"""Transfer: a position of the old rules as one of the new rules, place by place.

`Transfer(old, new, renamed)` works out once how two games fit together: what is called otherwise, words that
a kind has more, rows that came or went, numbers of pieces, places and memories. `position(...)` takes a state
over, or raises `NoWay` with the reason. What only the new rules have is as their games begin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any

from rulewright import core
from rulewright.diff.units import Units
from rulewright.machine.layout import Layout, Region, layout
from rulewright.python.runtime import RuleError, Rules, State, bits, broken, mask_of, shadow
from rulewright.record import record

DERIVED = ("men:", "part:", "corner:", "bare:", "seen:", "joined:", "changed:")
"""What is worked out beside boards and overlays; it is taken over where both keep it alike."""
MASKS = ("men:", "seen:")
"""A mask for each value; that of none lies before them."""


class NoWay(Exception):
    """A position cannot be one of the new rules."""


@record
class Rule:
    """A checked game with its engine, where its things lie, and its steps."""

    game: core.Game
    rules: Rules
    error: type[Exception]
    layout: Layout
    units: Units


def rule(game: core.Game, engine: ModuleType) -> Rule:
    """What is to be known of one side."""
    return Rule(game, engine.RULES, engine.RuleError, layout(game), Units(game))


class Transfer:
    """How positions of one game become positions of another."""

    def __init__(self, old: Rule, new: Rule, renamed: Mapping[str, str]) -> None:
        self.old, self.new, self.renamed = old, new, renamed
        self.reason = next(self._unfit(), None)
        self.items = {record.name: self._items(record.name, record.ids) for record in old.rules.records}
        self.same = self._same_components()

    def named(self, name: str) -> str:
        """A name as the new rules have it; `held:x` and `token:x` are what is kept of x."""
        return ":".join(self.renamed.get(part, part) for part in name.split(":"))

    def position(self, state: State, players: int, options: tuple[int, ...]) -> State:
        """A position of the new rules."""
        if self.reason is not None:
            raise NoWay(self.reason)
        if state.past or state.explicit or state.answering != -1 or state.drawn:
            raise NoWay("positions that have come, or open draws, are part of it")
        made = self.new.rules.start(players, options, 0)
        self._lay(state, made)
        self._count(state, made)
        self._remember(state, made)
        made.frames = [self._frame(frame) for frame in state.frames]
        made.queue = [self._frame(frame) for frame in state.queue]
        made.rng, made.ending = state.rng, self._ending(state.ending)
        return self._settled(made)

    def said(self) -> list[str]:
        """The rules by which positions are taken over, where these are more than to copy."""
        found = [f"{old} is called {new}" for old, new in self.renamed.items()]
        for name, ids in ((r.name, r.ids) for r in self.new.rules.records):
            taken = {y for at, each in self.items.items() if self.named(at) == name for y in each.values()}
            fresh = [id for at, id in enumerate(ids) if at not in taken]
            if fresh:
                found.append(f"{', '.join(dict.fromkeys(fresh))} of {name} lie where a game begins with them")
        for name, gone in self._gone():
            found.append(f"{', '.join(dict.fromkeys(gone))} of {name} go out of it, where they were not used")
        for piece, number in self._pieces():
            found.append(f"{number:+} {piece}, where a game begins with them")
        return found

    # -- do both fit together?

    def _unfit(self) -> Iterator[str]:
        """Why no position can be taken over."""
        theirs = self.new.game.kinds
        for name, kind in self.old.game.kinds.items():
            other = theirs.get(self.named(name))
            before = [(self.named(word.name), repr(word.params)) for word in kind.words]
            after = [] if other is None else [(w.name, repr(w.params)) for w in other.words]
            if other is not None and after[: len(before)] != before:
                yield f"the words of {name} are not those of the old rules with others behind them"
        if self.old.rules.seats[: self.new.rules.high] != self.new.rules.seats[: self.old.rules.high]:
            yield "the seats have other names"

    def _items(self, name: str, ids: Sequence[str]) -> dict[int, int]:
        """Components by those of the new rules: by their rows, copy by copy."""
        theirs = next((r.ids for r in self.new.rules.records if r.name == self.named(name)), ())
        left: dict[str, list[int]] = {}
        for at, id in enumerate(theirs):
            left.setdefault(id, []).append(at)
        found = {}
        for at, id in enumerate(ids):
            there = left.get(self.renamed.get(id, id))
            if there:
                found[at] = there.pop(0)
        return found

    def _same_components(self) -> bool:
        sizes = {self.named(r.name): len(r.ids) for r in self.old.rules.records}
        return sizes == {r.name: len(r.ids) for r in self.new.rules.records} and all(
            at == to for each in self.items.values() for at, to in each.items()
        )

    def _gone(self) -> Iterator[tuple[str, list[str]]]:
        for each in self.old.rules.records:
            gone = [id for at, id in enumerate(each.ids) if at not in self.items[each.name]]
            if gone:
                yield each.name, gone

    def _pieces(self) -> Iterator[tuple[str, int]]:
        """How many pieces the new rules have more."""
        before = {self.named(name): number for name, number in self.old.rules.pieces}
        for name, number in self.new.rules.pieces:
            if number != before.get(name, number):
                yield name, number - before[name]

    # -- components

    def _lay(self, state: State, made: State) -> None:
        """Lays components where they lie; those that are new stay where they begin, beneath all others."""
        for each in self.new.rules.records:
            self._lift(made, each.name)
        begin = self.old.rules.start(state.players, state.options, 0)
        for sort in ("zones", "sets"):
            for name, old in getattr(self.old.layout, sort).items():
                item = self.old.game.zones[name].item
                new = getattr(self.new.layout, sort).get(self.named(name))
                for at in range(old.at, old.at + old.size):
                    inside = state.zones[at] if sort == "zones" else bits(state.sets[at])
                    if inside:
                        to = None if new is None else self._cell(name, old, new, at - old.at)
                        self._put(made, sort, to, item, self._kept(state, begin, item, inside), state)

    def _lift(self, made: State, name: str) -> None:
        """Takes up what the old rules have too."""
        taken = {y for at, each in self.items.items() if self.named(at) == name for y in each.values()}
        base = self.new.layout.components[name]
        for zone, region in self.new.layout.zones.items():
            if self.new.game.zones[zone].item == name:
                for at in range(region.at, region.at + region.size):
                    made.zones[at] = [item for item in made.zones[at] if item not in taken]
        for zone, region in self.new.layout.sets.items():
            if self.new.game.zones[zone].item == name:
                for at in range(region.at, region.at + region.size):
                    made.sets[at] &= ~mask_of(taken)
        for item in taken:
            made.where[base + item] = -1

    def _kept(self, state: State, begin: State, item: str, inside: Sequence[int]) -> list[int]:
        """Those of some components that the new rules have; others may go where they were never moved."""
        base = self.old.layout.components[item]
        for each in inside:
            if each not in self.items[item] and state.where[base + each] != begin.where[base + each]:
                ids = next(r.ids for r in self.old.rules.records if r.name == item)
                raise NoWay(f"{ids[each]} has come into play, and the new rules do not have it")
        return [each for each in inside if each in self.items[item]]

    def _put(
        self, made: State, sort: str, to: int | None, item: str, kept: Sequence[int], state: State
    ) -> None:
        if to is None:
            if kept:
                raise NoWay(f"some {item} lie where the new rules have no place")
            return
        items = [self.items[item][each] for each in kept]
        if sort == "zones":
            made.zones[to] += items
        else:
            made.sets[to] |= mask_of(items)
        old, new = self.old.layout.components[item], self.new.layout.components[self.named(item)]
        for before, after in zip(kept, items, strict=True):
            made.where[new + after] = to if sort == "zones" else self.new.layout.lists + to
            made.known[new + after] = state.known[old + before]

    # -- places

    def _cell(self, name: str, old: Region, new: Region, at: int) -> int | None:
        """The same cell of a region; None where the new rules do not have it."""
        owner, cell = divmod(at, old.cells)
        if owner >= new.owners or ((old.owners == 1) != (new.owners == 1) and self.old.rules.high > 1):
            return None
        sizes = [axis.size for axis in self._axes(self.old.game, name)]
        theirs = self._axes(self.new.game, self.named(name))
        lows = [axis.low for axis in self._axes(self.old.game, name)]
        if lows != [axis.low for axis in theirs]:
            return None
        to = 0
        for size, stride, axis, by in zip(sizes, old.strides, theirs, new.strides, strict=False):
            index = cell // stride % size
            if index >= axis.size or (isinstance(axis.type, core.Component) and not self.same):
                return None
            to += index * by
        return new.at + owner * new.cells + to

    def _axes(self, game: core.Game, name: str) -> Sequence[core.AxisInfo]:
        if name in game.zones:
            return game.zones[name].axes
        axis = game.memories[name].axis if name in game.memories else None
        return () if axis is None else (axis,)

    def _count(self, state: State, made: State) -> None:
        """Pieces lie as they did; what there is more or less, is so where games begin with them."""
        for zone, region in self.new.layout.pools.items():
            if self._was(self.new.game.zones[zone].item):
                made.pools[region.at : region.at + region.size] = [0] * region.size
        for name, old in self.old.layout.pools.items():
            new = self.new.layout.pools.get(self.named(name))
            for at in range(old.at, old.at + old.size):
                if state.pools[at]:
                    to = None if new is None else self._cell(name, old, new, at - old.at)
                    if to is None:
                        raise NoWay(f"pieces lie in {name}, where the new rules have no place")
                    made.pools[to] += state.pools[at]
        for piece, number in self._pieces():
            home = self.new.layout.pools[f"supply:{piece}"].at
            made.pools[home] += number
            if made.pools[home] < 0:
                raise NoWay(f"more {piece} are in play than the new rules have")

    def _was(self, piece: str) -> bool:
        return any(self.named(name) == piece for name, _ in self.old.rules.pieces)

    # -- memory

    def _remember(self, state: State, made: State) -> None:
        made.memory[0] = state.memory[0]
        begin = self.old.rules.start(state.players, state.options, 0)
        theirs = self.new.layout.memory
        of = {cell.at: (cell.record, cell.is_set) for cell in self.old.rules.cells}
        for name, old in self.old.layout.memory.items():
            new = theirs.get(self.named(name))
            if new is None:
                continue
            derived = name.startswith(DERIVED)
            if derived and (not self.same or (old.cells, old.owners) != (new.cells, new.owners)):
                raise NoWay(f"{name.split(':')[1]} is kept otherwise")
            first = old.at - name.startswith(MASKS)
            for at in range(first, first + old.size):
                value = self._value(state.memory[at], of.get(old.at, (None, False)))
                to = new.at + at - old.at if derived else self._spot(name, old, new, at - old.at)
                if to is not None:
                    made.memory[to] = value
                elif state.memory[at] != begin.memory[at]:
                    raise NoWay(f"{name} has no such place by the new rules")
        for name in theirs:
            if name.startswith(("held:", "joined:")) and name not in map(self.named, self.old.layout.memory):
                raise NoWay(f"{name.split(':')[1]} is new, and what it waits for may be so already")

    def _spot(self, name: str, old: Region, new: Region, at: int) -> int | None:
        if name in self.old.game.memories:
            return self._cell(name, old, new, at)
        return new.at + at if at < new.size else None

    def _value(self, value: int, of: tuple[str | None, bool]) -> int:
        """What is remembered, where it is a component or some."""
        item, is_set = of
        if item is None or (not is_set and value < 0):
            return value
        there = bits(value) if is_set else [value]
        if any(each not in self.items[item] for each in there):
            raise NoWay(f"a {item} is remembered that the new rules do not have")
        return mask_of(self.items[item][x] for x in there) if is_set else self.items[item][value]

    # -- what is under way

    def _frame(self, frame: Sequence[Any]) -> list[Any]:
        """The same step of the same rule, with the same local values."""
        to = self.old.units.same_step(self.new.units, frame[0], self.named)
        if to is None:
            raise NoWay(f"it is in the middle of {self.old.units.called(frame[0])}, which has changed")
        made = [to, *frame[1:]]
        for at, item, sort in self.old.rules.held.get(frame[0], ()):
            value = frame[at]
            if sort == "list" and not isinstance(value, list | tuple):
                continue  # nothing was put there yet
            try:
                if sort == "list":
                    made[at] = [self.items[item][each] for each in value]
                elif sort == "set":
                    made[at] = mask_of(self.items[item][each] for each in bits(value))
                elif value is not None and value >= 0:
                    made[at] = self.items[item][value]
            except KeyError:
                raise NoWay(f"a {item} is being used that the new rules do not have") from None
        return made

    def _ending(self, ending: int) -> int:
        if ending < 0:
            return ending
        name = self.named(self.old.rules.endings[ending][0])
        found = [at for at, (each, _) in enumerate(self.new.rules.endings) if each == name]
        if not found:
            raise NoWay(f"it has ended by {name}, which the new rules do not have")
        return found[0]

    def _settled(self, made: State) -> State:
        """The decision is worked out, and all that must always hold is tested."""
        rules = self.new.rules
        try:
            shadow(rules, made)
            rules.refresh(made)
            wrong = [*broken(rules, made), *rules.claims(made)]
        except (RuleError, self.new.error, IndexError, ValueError) as error:
            raise NoWay(f"by the new rules it cannot be: {error}") from None
        if wrong:
            raise NoWay(f"by the new rules it cannot be: {wrong[0]}")
        return made
