"""Values that are kept until what they read changes.

What a define is worth lies in `s.kept`, once somebody has asked: a value for each seat and whatever else it
is given; so does whether an ending has come. `keeps(game, costs)` says for which that is done: for those that
read nothing but memory and open zones, are given few different values, take longer to work out than to look
up, and are asked more often than what they read is written. Who writes a place forgets what reads it: where
all that a define reads is of one seat, the values of that seat only.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import core
from rulewright.checks.effects import ANY, Reads
from rulewright.machine.asked import AGAIN, asked, written
from rulewright.machine.substitute import bound_in
from rulewright.python.keeping import Keeping, Kept
from rulewright.python.layout import Lines
from rulewright.python.names import Names
from rulewright.python.places import Context
from rulewright.python.texts import minus, times

DEAR = 25  # how many parts a value takes that is worth a place
PAYS = 160  # how many parts, each time that it is asked, make up for one time that what it reads is written
MOST = 12  # values of one define, for a seat
UNFIT = core.RoundNumber | core.Repeated | core.GameOver | core.Winners | core.Knows | core.ScoreOf | core.Me
FEW = core.Seat | core.KindType | core.Component | core.PieceType
Axes = tuple[tuple[str, int, int, int], ...]


def keeps(game: core.Game, costs: dict[str, int]) -> Keeping:
    """The defines whose values are kept, and where; `costs` is how many parts each has when it is asked."""
    reads, often, changed = Reads(game), asked(game), written(game)
    dear = (define for define in game.defines.values() if costs[define.name] >= DEAR)
    fit = [kept for define in dear if (kept := _kept(game, reads, define)) is not None]
    found = [
        kept
        for kept in fit
        if costs[kept.define] * often[kept.define] >= PAYS * sum(changed[place] for place in kept.places)
    ]
    for ending in game.endings.values():
        cost, read = costs.get(f"ending:{ending.name}", 0), reads.of(ending.condition)
        places = frozenset(_as_written(place) for place, _ in read)
        pays = cost * AGAIN >= PAYS * sum(changed[place] for place in places)
        if cost >= DEAR and pays and _is_fit(game, reads, ending.condition):
            found.append(Kept(f"ending:{ending.name}", 0, (), "", 1, places))
    own = sorted((kept for kept in found if kept.seat), key=_order)
    shared = sorted((kept for kept in found if not kept.seat), key=_order)
    block = sum(kept.size for kept in own)
    placed = [*_laid_out(own, 0), *_laid_out(shared, block * game.high)]
    return Keeping({kept.define: kept for kept in placed}, block, game.high)


def _order(kept: Kept) -> tuple[list[str], str]:
    """What reads the same places lies side by side."""
    return sorted(kept.places), kept.define


def _laid_out(found: list[Kept], at: int) -> Iterator[Kept]:
    for kept in found:
        yield Kept(kept.define, at, kept.axes, kept.seat, kept.size, kept.places)
        at += kept.size


def _kept(game: core.Game, reads: Reads, define: core.Define) -> Kept | None:
    """What is kept of a define, not placed yet; None where nothing can be."""
    if isinstance(define.type, core.ListType | core.Place | core.TextType):
        return None
    if not all(isinstance(param.type, FEW) for param in define.params):
        return None
    if not _is_fit(game, reads, define.value):
        return None
    read = reads.of(define.value)
    seat = _seat(define, {whose for _, whose in read})
    axes, size = _axes(game, define, seat)
    if size > MOST:
        return None
    return Kept(define.name, 0, axes, seat, size, frozenset(_as_written(place) for place, _ in read))


def _seat(define: core.Define, whose: set[str]) -> str:
    """The parameter that tells whose all is that a define reads."""
    bound = {name for part in core.walk(define.value) for name in bound_in(part)}
    seats = {param.name for param in define.params if isinstance(param.type, core.Seat)} - bound
    return next(iter(whose)) if len(whose) == 1 and whose <= seats and ANY not in whose else ""


def _axes(game: core.Game, define: core.Define, seat: str) -> tuple[Axes, int]:
    axes, size = [], 1
    for param in reversed(define.params):
        low, high = core.bounds(game, param.type) if not isinstance(param.type, core.PieceType) else (0, 0)
        if param.name != seat:
            axes.append((param.name, low, high - low + 1, size))
            size *= high - low + 1
    return tuple(axes[::-1]), size


def _is_fit(game: core.Game, reads: Reads, value: core.Expr) -> bool:
    """Does a value change only when a place is written that is open?"""
    read = reads.of(value)
    fit = not any(isinstance(part, UNFIT) for part in _all_of(game, value, set()))
    return fit and bool(read) and all(_is_open(game, place) for place, _ in read)


def _all_of(game: core.Game, value: core.Expr, seen: set[str]) -> Iterator[core.Expr]:
    """The parts of a value, and of the defines that it calls."""
    for part in core.walk(value):
        yield part
        if isinstance(part, core.Call) and part.define not in seen:
            seen.add(part.define)
            yield from _all_of(game, game.defines[part.define].value, seen)


def _is_open(game: core.Game, place: str) -> bool:
    """Does nothing change in a place but by what is said to change it? Where chance has left something open,
    it turns up whenever it is asked for."""
    sort, _, name = place.partition(":")
    if sort != "zone":
        return sort in ("memory", "token")
    zone = game.zones[name]
    return zone.shape == "pool" or (zone.visibility == "public" and not zone.down)


def _as_written(place: str) -> str:
    """What is seen of an overlay changes with the cards that lie there."""
    return place.replace("memory:top:", "zone:")


# ---- Python text


def offset(names: Names, define: str) -> str:
    """The name of where the values of a define begin."""
    return names.add(f"{define.replace(':', '_')}_kept".upper(), "kept", define)


def kept_lines(context: Context, define: str, given: dict[str, str], result: str, lines: Lines) -> Lines:
    """The lines of a define, by the texts of what it is given, that look first whether its value is known."""
    at, value = _fresh("at", given), _fresh("value", given)
    head: Lines = [
        f"{at} = {_place_of(context, define, given)}",
        f"{value}: {result} | None = s.kept[{at}]",
    ]
    if len(lines) == 1:
        found = str(lines[0]).removeprefix("return ")
        return [*head, f"if {value} is None:", [f"{value} = s.kept[{at}] = {found}"], f"return {value}"]
    return [*head, f"if {value} is not None:", [f"return {value}"], *_storing(lines, at, value)]


def _fresh(wanted: str, given: dict[str, str]) -> str:
    while wanted in given.values():
        wanted += "_"
    return wanted


def _place_of(context: Context, define: str, given: dict[str, str]) -> str:
    kept = context.keeping.of[define]
    terms = [offset(context.names, define)]
    if kept.seat:
        terms.append(times(context.keeping.block, given[kept.seat]))
    terms += [times(stride, minus(given[name], low)) for name, low, _, stride in kept.axes]
    return " + ".join(terms)


def _storing(lines: Lines, at: str, value: str) -> Lines:
    found: Lines = []
    for line in lines:
        if not isinstance(line, str):
            found.append(_storing(line, at, value))
        elif line.startswith("return "):
            found += [f"{value} = s.kept[{at}] = {line.removeprefix('return ')}", f"return {value}"]
        else:
            found.append(line)
    return found


def forgets(context: Context, place: str, seat: str | None = None) -> Lines:
    """The lines that forget what reads a place: for the seat whose part is written, or for all."""
    keeping = context.keeping
    lines: Lines = []
    for number, (first, size) in enumerate(keeping.reading(place, own=True)):
        name = _readers(context, place, number, first, True)
        if seat is None:
            lines += [
                f"for seat in range({keeping.owners}):",
                [_forgotten(f"{name} + {times(keeping.block, 'seat')}", size)],
            ]
        else:
            lines.append(_forgotten(f"{name} + {times(keeping.block, seat)}", size))
    for number, (first, size) in enumerate(keeping.reading(place, own=False)):
        lines.append(_forgotten(_readers(context, place, number, first, False), size))
    return lines


def _forgotten(at: str, size: int) -> str:
    return f"s.kept[{at}] = None" if size == 1 else f"s.kept[{at} : {at} + {size}] = (None,) * {size}"


def _readers(context: Context, place: str, number: int, first: int, own: bool) -> str:
    """The name of where values begin that read a place."""
    told = f"{'all_' * (not own)}readers_of_{place.rpartition(':')[2]}{f'_{number + 1}' if number else ''}"
    name = context.names.add(told.upper(), "readers", place, str(first))
    context.keeping.readers.setdefault(name, (place, first, own))
    return name


def function_of(names: Names, kept: str) -> str:
    """The name of the function that finds a value: of a define, or of an ending that may have come."""
    sort, _, name = kept.rpartition(":")
    return names.add(f"ends_by_{name}", "ends by", name) if sort == "ending" else names["define", name]


def kept_functions(context: Context) -> list[str]:
    """For each define with values that are kept its function, where they lie, and how by what it is given."""
    game, keeping, found = context.game, context.keeping, []
    for kept in keeping.of.values():
        steps = {name: (low, size, step) for name, low, size, step in kept.axes}
        steps[kept.seat] = (0, game.high, keeping.block)
        define = game.defines.get(kept.define)
        axes = tuple(steps[param.name] for param in define.params) if define is not None else ()
        found.append(f"({function_of(context.names, kept.define)}, {kept.at}, {axes})")
    return found


def readers_by_place(context: Context) -> list[str]:
    """For each zone with components that kept values read, where they lie, as what `readers` takes."""
    layout, keeping, lines = context.layout, context.keeping, []
    for zone in context.game.zones.values():
        if zone.shape == "pool":
            continue
        region = layout.zones.get(zone.name) or layout.sets[zone.name]
        place = (layout.place(zone.name), region.cells, region.owners)
        for first, size in keeping.reading(f"zone:{zone.name}", own=True):
            lines.append(f"{(*place, first, keeping.block, size)},  # {zone.name}")
        for first, size in keeping.reading(f"zone:{zone.name}", own=False):
            lines.append(f"{(*place, first, 0, size)},  # {zone.name}")
    return lines


def records_read(context: Context) -> set[tuple[str, str]]:
    """The records of which kept values read some zone, with `set`, or `list` for one that is none."""
    places = {place for kept in context.keeping.of.values() for place in kept.places}
    read = [zone for zone in context.game.zones.values() if f"zone:{zone.name}" in places]
    return {(zone.item, "set" if zone.name in context.layout.sets else "list") for zone in read}
