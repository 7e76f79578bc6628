"""Sketch: how a game is drawn, whatever the position: where spaces lie, what lies on which, what is printed
on cards. `sketch(game, lang)` works it out from the zones and memory of the rules; `fill` fills it in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from rulewright import core
from rulewright.machine.layout import layout
from rulewright.machine.words import axis_words, value_words
from rulewright.pictures.boards import Drawing, drawings
from rulewright.pictures.faces import Face, Press, needed
from rulewright.pictures.places import places
from rulewright.pictures.scene import Spot, Square
from rulewright.record import record

LONGEST = 24  # numbers of a track
DOWN = ("hidden", "face_down")


@record
class Mask:
    """Which part of which card is seen on the spaces of an overlay: where a state keeps that and which card
    is on top, and what each part shows."""

    at: int
    top: int
    cells: int
    parts: tuple[Square, ...]


@record
class Canvas:
    """A plane without what lies there. `layers` are zones by how a view tells of them (`men`, `laid`,
    `cards`); `pointers` memory whose value is one of the spaces, `walkers` memory that counts along a column
    of a table, `heads` the words of its columns."""

    zone: str
    of_player: bool
    shape: str
    spots: tuple[Spot, ...]
    sides: tuple[tuple[float, float, str], ...] = ()
    joins: tuple[tuple[int, int], ...] = ()
    layers: tuple[tuple[str, str], ...] = ()
    mask: Mask | None = None
    pointers: tuple[str, ...] = ()
    walkers: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()


@record
class Sketch:
    """How a game is drawn: its canvases, the memory that is drawn as tracks (lowest and highest number), what
    is printed by record and id, the columns that still matter by zone, the signs of boards; who owns a man
    by what views call it; the stacks that lie face down, which are piles even to who may see everything."""

    canvases: tuple[Canvas, ...] = ()
    tracks: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    faces: Mapping[str, Mapping[str, Face]] = field(default_factory=dict)
    needed: Mapping[str, frozenset[str]] = field(default_factory=dict)
    boards: Mapping[str, Drawing] = field(default_factory=dict)
    owners: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    piles: frozenset[str] = frozenset()


def sketch(game: core.Game, lang: str | None = None) -> Sketch:
    """How all positions of a game are drawn."""
    press = Press(game, game.texts.get(lang, {}) if lang else {})
    return Sketch(
        canvases=(*_boards(game, press), *_tables(game)),
        tracks=_tracks(game),
        faces=press.faces(),
        needed=needed(game),
        boards=drawings(game),
        owners=_owners(game),
        piles=frozenset(z.name for z in game.zones.values() if z.shape == "stack" and z.visibility in DOWN),
    )


def _owners(game: core.Game) -> dict[str, tuple[str, int]]:
    """For what views call a man its piece's name and its seat, for those that have one."""
    found: dict[str, tuple[str, int]] = {}
    for board in game.boards.values():
        words = value_words(game, core.KindType(board.men))
        for word in game.kinds[board.men].words:
            for seat in range(word.size if word.params else 0):
                found[words[word.base + seat]] = (word.text or word.name, seat)
    return found


# ---- boards and overlays


def _boards(game: core.Game, press: Press) -> list[Canvas]:
    """Boards, and overlays with all that lies on the same spaces: loose pieces ride on the cards."""
    found: list[Canvas] = []
    done: set[str] = set()
    for name, overlay in game.overlays.items():
        if name not in done:
            owned = game.zones[name].of_player
            same = [
                n
                for n, o in game.overlays.items()
                if (o.spaces, game.zones[n].of_player) == (overlay.spaces, owned)
            ]
            same.sort(key=lambda n: game.overlays[n].record not in game.pictures)
            boards = [
                n
                for n, b in game.boards.items()
                if (b.spaces, game.memories[n].of_player) == (overlay.spaces, owned)
            ]
            done |= {*same, *boards}
            layers = [*((n, "laid") for n in same), *((n, "men") for n in boards)]
            found.append(_canvas(game, press, overlay.spaces, owned, layers))
    for name, board in game.boards.items():
        if name not in done:
            found.append(_canvas(game, press, board.spaces, game.memories[name].of_player, [(name, "men")]))
    order = list(game.zones) + list(game.boards)
    return sorted(found, key=lambda canvas: order.index(canvas.zone))


def _canvas(game: core.Game, press: Press, spaces: str, owned: bool, layers: list[tuple[str, str]]) -> Canvas:
    base = layers[0][0]
    lie = places(game, spaces)
    pictured = layers[0][1] == "laid" and game.overlays[base].record in game.pictures
    return Canvas(
        zone=base,
        of_player=owned,
        shape=lie.shape,
        spots=lie.spots,
        sides=lie.sides,
        joins=lie.joins,
        layers=tuple(layers[1:] if pictured else layers),
        mask=_mask(game, press, game.overlays[base]) if pictured else None,
        pointers=_pointers(game, spaces, owned),
    )


def _mask(game: core.Game, press: Press, overlay: core.Overlay) -> Mask:
    record = game.records[overlay.record]
    size = game.pictures[overlay.record].width * game.pictures[overlay.record].height
    parts = [press.square(record, row, at) for row in range(len(record.ids)) for at in range(size)]
    memory = layout(game).memory
    region, top = memory[f"part:{overlay.name}"], memory[f"top:{overlay.name}"]
    return Mask(region.at, top.at, region.cells, tuple(parts))


def _pointers(game: core.Game, spaces: str, owned: bool) -> tuple[str, ...]:
    """Memory that names one of the spaces: each seat's own, or, on a board of all, anybody's."""

    def is_one(memory: core.Memory) -> bool:
        type = memory.type.of if isinstance(memory.type, core.Optional) else memory.type
        return memory.axis is None and type == core.KindType(spaces) and (memory.of_player or not owned)

    return tuple(name for name, memory in game.memories.items() if is_one(memory))


# ---- grids, and memory that counts


def _tables(game: core.Game) -> list[Canvas]:
    """Grids of one or two axes as tables. One whose columns are walked along stands upright: its numbers
    count upwards, and each word of its kind is a column."""
    return [
        _table(game, zone) for zone in game.zones.values() if zone.shape == "grid" and len(zone.axes) <= 2
    ]


def _table(game: core.Game, zone: core.Zone) -> Canvas:
    words = [axis_words(game, axis) for axis in zone.axes]
    walkers = _walkers(game, zone)
    spots: list[Spot] = []
    if len(words) == 1:
        spots = [Spot(name=word, x=i, y=0) for i, word in enumerate(words[0])]
        sides = [(float(i), -1.0, word) for i, word in enumerate(words[0])]
    else:
        first, second = words
        for i, a in enumerate(first):
            for j, b in enumerate(second):
                x, y = (i, len(second) - 1 - j) if walkers else (j, i)
                spots.append(Spot(name=f"{a}, {b}", x=x, y=y))
        across, down = (first, second[::-1]) if walkers else (second, first)
        sides = [(float(i), -1.0, word) for i, word in enumerate(across)]
        sides += [(-1.0, float(j), word) for j, word in enumerate(down)]
    return Canvas(
        zone=zone.name,
        of_player=zone.of_player,
        shape="table",
        spots=tuple(spots),
        sides=tuple(sides),
        layers=((zone.name, "cards"),),
        walkers=walkers,
        heads=tuple(words[0]) if walkers else (),
    )


def _walkers(game: core.Game, zone: core.Zone) -> tuple[str, ...]:
    """Numbers remembered for each word of a grid's kind that go as far as the grid's own numbers, and at most
    one step further at either end: what walks along its columns."""
    if len(zone.axes) != 2 or isinstance(zone.axes[1].type, core.KindType):
        return ()
    kind, line = zone.axes

    def walks(memory: core.Memory) -> bool:
        if memory.axis is None or memory.axis.type != kind.type or memory.of_player != zone.of_player:
            return False
        if not isinstance(memory.type, core.Number | core.RangeType):
            return False
        low, high = core.bounds(game, memory.type)
        first, last = line.low, line.low + line.size - 1
        return first - 1 <= low <= first and last <= high <= last + 1

    return tuple(name for name, memory in game.memories.items() if walks(memory))


def _tracks(game: core.Game) -> dict[str, tuple[int, int]]:
    """Memory that counts along a kind, not too far to be drawn."""
    found: dict[str, tuple[int, int]] = {}
    for name, memory in game.memories.items():
        counts = isinstance(memory.type, core.Number | core.RangeType)
        if memory.axis is None or not counts or name in game.boards:
            continue
        low, high = core.bounds(game, memory.type)
        if high - low < LONGEST:
            found[name] = (low, high)
    return found
