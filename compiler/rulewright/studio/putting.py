"""Putting: places as examples call them, and the lines that say that a thing lies elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulewright import core
from rulewright.machine.words import axis_words, cell_names, cell_sources, source_words, value_words
from rulewright.record import record
from rulewright.studio.asked import Refused

VERBS = (" begins with ", " holds ", " is ")
EMPTY = "empty"


@record
class Place:
    """A place as an example calls it, the verb that gives it, and what is there."""

    name: str
    verb: str
    value: str

    @property
    def told(self) -> dict[str, str]:
        """As plain data."""
        return {"name": self.name, "verb": self.verb, "value": self.value}


def places(game: core.Game, seen: Mapping[str, Any]) -> Iterator[Place]:
    """All places but the spaces of boards and overlays, of which a picture tells."""
    for name, zone in game.zones.items():
        if name in game.overlays or name.startswith("supply:"):
            continue
        cells = dict(zip(cell_names(game, zone.axes), cell_sources(game, zone.axes), strict=True))
        for place, found in _apart(game, name, seen[name], zone.of_player, cells if zone.axes else {}):
            yield _of_zone(zone, place, found)
    for name in game.tokens:
        if name in seen:
            yield Place(f"{name}.holder", "is", seen[name] or EMPTY)
    for name, memory in game.memories.items():
        if name in game.boards or ":" in name or name not in seen:
            continue
        axis = {} if memory.axis is None else _axis(game, memory.axis)
        for place, found in _apart(game, name, seen[name], memory.of_player, axis):
            yield _of_memory(game, memory, place, found)


def _axis(game: core.Game, axis: core.AxisInfo) -> dict[str, str]:
    return dict(zip(axis_words(game, axis), cell_sources(game, (axis,)), strict=True))


def _apart(
    game: core.Game, name: str, found: Any, of_player: bool, cells: Mapping[str, str]
) -> Iterator[tuple[str, Any]]:
    """Each seat's own, each cell."""
    owned = [(f"{seat}.{name}", own) for seat, own in found.items()] if of_player else [(name, found)]
    for place, own in owned:
        if not cells:
            yield place, own
        else:
            yield from ((f"{place}[{cells.get(cell, cell)}]", value) for cell, value in own.items())


def _of_zone(zone: core.Zone, place: str, found: Any) -> Place:
    if zone.shape == "pool":
        return Place(place, "is", str(found))
    items = [found] if isinstance(found, str) else list(found or ())
    if zone.shape == "stack":
        return Place(place, "begins with", "")
    return Place(place, "holds" if items else "is", ", ".join(items) or EMPTY)


def _of_memory(game: core.Game, memory: core.Memory, place: str, found: Any) -> Place:
    type = memory.type.of if isinstance(memory.type, core.SetType) else memory.type
    if isinstance(memory.type, core.SetType):
        words = [_source(game, type, each) for each in found or ()]
        return Place(place, "holds" if words else "is", ", ".join(words) or EMPTY)
    return Place(place, "is", EMPTY if found is None else _source(game, type, found))


def _source(game: core.Game, type: core.Type, found: Any) -> str:
    """A value of a view as rules write it."""
    if isinstance(found, bool):
        return "yes" if found else "no"
    if isinstance(found, int) or isinstance(type, core.Component):
        return str(found)
    inner = type.of if isinstance(type, core.Optional) else type
    words = value_words(game, inner)
    return source_words(game, inner)[words.index(found)] if found in words else str(found)


def men(game: core.Game) -> list[str]:
    """The pieces of boards, as rules write them."""
    kinds = dict.fromkeys(board.men for board in game.boards.values())
    return [word for kind in kinds for word in source_words(game, core.KindType(kind))]


# ---- a thing that is put elsewhere


def put(
    game: core.Game, seen: Mapping[str, Any], lines: Sequence[str], thing: Mapping[str, str]
) -> list[str]:
    """The lines with those that say that a thing is at another place. `thing` has what a picture says: its
    `piece`, the `zone`, `seat` and `space` where it lies, and the same of where it goes, after `to_`."""
    piece = thing.get("piece", "")
    zone = _plane(game, piece, thing.get("to_zone", ""))
    thing = {**thing, "to_zone": zone}
    seat, space = thing.get("to_seat", ""), thing.get("to_space", "")
    if piece.startswith("?"):
        raise Refused("it lies face down, so it has no name here: write the line yourself")
    if piece in game.memories and piece not in game.boards:
        return _pointed(game, lines, piece, thing.get("seat", ""), space)
    if zone in game.boards:
        return _stands(game, lines, thing)
    if zone in game.overlays:
        _must(space, "click on the space of its lower left corner")
        return [
            *lines,
            f"{_owned(zone, seat)}[{_space(game, game.overlays[zone].spaces, space)}] holds {piece}",
        ]
    info = game.zones.get(zone)
    if info is None or info.shape == "pool":
        raise Refused("nothing can be put there by hand: write the line yourself")
    return _lies(game, seen, lines, piece, (info, seat, space))


def _plane(game: core.Game, piece: str, zone: str) -> str:
    """The zone that is meant: of those that share the spaces of a plane, the one for such things."""
    spaces = game.overlays[zone].spaces if zone in game.overlays else ""
    spaces = game.boards[zone].spaces if zone in game.boards else spaces
    if not spaces:
        return zone
    for name, overlay in game.overlays.items():
        if overlay.spaces == spaces and piece in game.records[overlay.record].ids:
            return name
    for name, board in game.boards.items():
        kind = core.KindType(board.men)
        if board.spaces == spaces and (not piece or _source(game, kind, piece) in source_words(game, kind)):
            return name
    return zone


def _lies(
    game: core.Game,
    seen: Mapping[str, Any],
    lines: Sequence[str],
    piece: str,
    to: tuple[core.Zone, str, str],
) -> list[str]:
    """A component that lies in a zone, or in a cell of it, over what is there."""
    zone, seat, space = to
    ids = game.records[zone.item].ids if zone.item in game.records else ()
    if piece not in ids:
        raise Refused(f"`{zone.name}` is for {zone.item}, and `{piece}` is none")
    place, found = _owned(zone.name, seat), seen[zone.name]
    found = found[seat] if zone.of_player else found
    if zone.axes:
        _must(space, "click on one of its cells")
        cells = dict(zip(cell_names(game, zone.axes), cell_sources(game, zone.axes), strict=True))
        place, found = f"{place}[{cells.get(space, space)}]", found.get(space)
    if zone.shape == "stack":
        before = next(
            (line.split(" begins with ")[1] for line in lines if line.startswith(f"{place} begins")), ""
        )
        return _with(lines, place, f"{place} begins with {', '.join([piece, *([before] if before else [])])}")
    there = [found] if isinstance(found, str) else list(found or ())
    return _with(lines, place, f"{place} holds {', '.join([*there, piece])}")


def _stands(game: core.Game, lines: Sequence[str], thing: Mapping[str, str]) -> list[str]:
    """A piece on a board: it leaves the space where it stood; no piece clears the space."""
    zone, space = thing["to_zone"], thing.get("to_space", "")
    board = game.boards[zone]
    _must(space, "click on a space of the board")
    place = f"{_owned(zone, thing.get('to_seat', ''))}[{_space(game, board.spaces, space)}]"
    words, kind = thing.get("piece", ""), core.KindType(board.men)
    man = _source(game, kind, words) if words else EMPTY
    if words and man not in source_words(game, kind):
        raise Refused(f"`{words}` is no piece of this board")
    made = _with(lines, place, f"{place} is {man}")
    if thing.get("zone") in game.boards and thing.get("space"):
        left = game.boards[thing["zone"]]
        origin = (
            f"{_owned(thing['zone'], thing.get('seat', ''))}[{_space(game, left.spaces, thing['space'])}]"
        )
        if origin != place:
            made = _with(made, origin, f"{origin} is {EMPTY}")
    return made


def _pointed(game: core.Game, lines: Sequence[str], name: str, seat: str, space: str) -> list[str]:
    """Memory that says where something is."""
    memory = game.memories[name]
    type = memory.type.of if isinstance(memory.type, core.Optional) else memory.type
    if not isinstance(type, core.KindType) or not space:
        raise Refused("click on the space where it shall be, or write the line yourself")
    place = _owned(name, seat) if memory.of_player else name
    return _with(lines, place, f"{place} is {_space(game, type.name, space)}")


def _with(lines: Sequence[str], place: str, line: str) -> list[str]:
    """The lines with one for a place in the stead of what was said of it."""
    said = [each for each in lines if not each.startswith(tuple(f"{place}{verb}" for verb in VERBS))]
    return [*said, line]


def _owned(name: str, seat: str) -> str:
    return f"{seat}.{name}" if seat else name


def _space(game: core.Game, kind: str, word: str) -> str:
    return _source(game, core.KindType(kind), word)


def _must(space: str, help: str) -> None:
    if not space:
        raise Refused(help)
