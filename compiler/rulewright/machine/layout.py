"""Where everything lies in a state: fixed offsets into a few flat lists, worked out once a ruleset.

`layout(game)` gives a Layout. A state keeps components in `zones` (a list each for the cells of stacks,
rows and grids) and `sets` (a bit mask for each cell of a set zone), pieces in `pools` (a count for each
cell), and everything else in `memory`. A per-player zone takes `cells` places for each possible seat, so
offsets do not depend on how many play.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod

from rulewright.core import AsSoonAs, Board, Game, Memory, Overlay, Zone
from rulewright.elaborate.overlays import masked_fields
from rulewright.machine.increments import Increments, increments


@dataclass(frozen=True, slots=True)
class Region:
    """A block of places: `at` its offset, `cells` places for one owner, `strides` one for each axis."""

    at: int
    cells: int
    owners: int
    strides: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many places it has for all owners."""
        return self.cells * self.owners


@dataclass(slots=True)
class Layout:
    """Offsets by name, and how long each list is; `asked` is what endings need not ask anew."""

    zones: dict[str, Region] = field(default_factory=dict)
    sets: dict[str, Region] = field(default_factory=dict)
    pools: dict[str, Region] = field(default_factory=dict)
    memory: dict[str, Region] = field(default_factory=dict)
    components: dict[str, int] = field(default_factory=dict)
    lists: int = 0
    masks: int = 0
    counts: int = 0
    cells: int = 1
    size: int = 0
    asked: Increments = field(default_factory=Increments)

    def place(self, zone: str) -> int:
        """The place number of a component zone's first cell: lists first, then sets."""
        return self.zones[zone].at if zone in self.zones else self.lists + self.sets[zone].at


def strides(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """How far apart neighbours on each axis lie, the last axis fastest.

    >>> strides((3, 4))
    (4, 1)
    """
    return tuple(prod(sizes[i + 1 :]) for i in range(len(sizes)))


def layout(game: Game) -> Layout:
    """Offsets for all zones, pools, memory and components of a game."""
    result = Layout()
    for zone in game.zones.values():
        _add_zone(game, result, zone)
    for record in game.records.values():
        result.components[record.name] = result.size
        result.size += record.size
    _add_memory(game, result)
    return result


def _add_zone(game: Game, result: Layout, zone: Zone) -> None:
    sizes = tuple(axis.size for axis in zone.axes)
    owners = game.high if zone.of_player else 1
    cells = prod(sizes)
    if zone.shape == "pool":
        result.pools[zone.name] = Region(result.counts, cells, owners, strides(sizes))
        result.counts += cells * owners
    elif zone.shape == "set":
        result.sets[zone.name] = Region(result.masks, cells, owners, strides(sizes))
        result.masks += cells * owners
    else:
        result.zones[zone.name] = Region(result.lists, cells, owners, strides(sizes))
        result.lists += cells * owners


def _add_memory(game: Game, result: Layout) -> None:
    """Place 0 is the round number; then tokens, memories, and what reactions and endings must remember."""
    for token in game.tokens:
        _remember(result, f"token:{token}", 1, 1)
    for memory in game.memories.values():
        _remember_memory(game, result, memory)
    for board in game.boards.values():
        _add_men(game, result, board)
    for overlay in game.overlays.values():
        _add_parts(game, result, overlay)
    asked = result.asked = increments(game)
    for name in sorted(asked.boards):
        _remember(result, f"changed:{name}", 1, 1)
    if asked.slots:
        _remember(result, "joined:sides", asked.slots, 1)
    for reaction in game.reactions.values():
        if isinstance(reaction, AsSoonAs):
            _remember(result, f"held:{reaction.name}", 1, game.high)
    for ending in game.endings.values():
        if ending.tested == "after_round":
            _remember(result, f"latched:{ending.name}", 1, 1)


def _remember_memory(game: Game, result: Layout, memory: Memory) -> None:
    cells = memory.axis.size if memory.axis else 1
    _remember(result, memory.name, cells, game.high if memory.of_player else 1)


def _add_men(game: Game, result: Layout, board: Board) -> None:
    """For each piece on a board the mask of where it stands; before them that of the free spaces."""
    owners = game.high if game.memories[board.name].of_player else 1
    _add_masks(result, f"men:{board.name}", game.kinds[board.men].size + 1, owners)


def _add_masks(result: Layout, name: str, cells: int, owners: int) -> None:
    """A mask for each value from 0 on; that of none lies before them."""
    result.memory[name] = Region(result.cells + 1, cells, owners, (1,))
    result.cells += cells * owners


def _add_parts(game: Game, result: Layout, overlay: Overlay) -> None:
    """By space which part of which row of the table is seen there; by component the space of its corner; the
    masks of the spaces where nothing lies, and where each value of a column is seen."""
    top = game.memories[f"top:{overlay.name}"]
    cells = top.axis.size if top.axis else 1
    _remember(result, f"part:{overlay.name}", cells, game.high if top.of_player else 1)
    _remember(result, f"corner:{overlay.name}", game.records[overlay.record].size, 1)
    owners = game.high if top.of_player else 1
    _remember(result, f"bare:{overlay.name}", 1, owners)
    for column, size in masked_fields(game, overlay.record).items():
        _add_masks(result, f"seen:{overlay.name}:{column}", size + 1, owners)


def _remember(result: Layout, name: str, cells: int, owners: int) -> None:
    result.memory[name] = Region(result.cells, cells, owners, (1,))
    result.cells += cells * owners
