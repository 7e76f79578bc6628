"""Values that are kept until what they read changes.

What a define is worth lies in `s.kept`, once somebody has asked: a value for each seat and whatever else it
is given; so does whether an ending has come. `keeps(game, costs)` says for which that is done: for those that
read nothing but memory and open zones, are given few different values, take longer to work out than to look
up, and are asked more often than what they read is written. Who writes a place forgets what reads it: where
all that a define reads is of one seat, the values of that seat only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright import core
from rulewright.checks.effects import ANY, Reads
from rulewright.machine.asked import AGAIN, asked, written
from rulewright.machine.substitute import bound_in
from rulewright.python.keeping import Keeping, Kept, Run
from rulewright.python.layout import Lines
from rulewright.python.names import Names
from rulewright.python.places import Context
from rulewright.python.texts import bracketed, minus, times

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
    """Where values lie: first those that read parts of places, all of one part side by side."""
    parts = [kept for kept in found if kept.part]
    for count in dict.fromkeys(kept.size for kept in parts):
        alike = [kept for kept in parts if kept.size == count]
        for i, kept in enumerate(alike):
            ((name, low, size, _),) = kept.axes
            yield replace(kept, at=at + i, axes=((name, low, size, len(alike)),))
        at += count * len(alike)
    for kept in found:
        if not kept.part:
            yield replace(kept, at=at)
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
    places = frozenset(_as_written(place) for place, _ in read)
    return Kept(define.name, 0, axes, seat, size, places, _reads_a_part(game, define, axes))


def _reads_a_part(game: core.Game, define: core.Define, axes: Axes) -> bool:
    """Does the one parameter, beside the seat, say which part of each place a define reads?"""
    if len(axes) != 1 or axes[0][2] == 1:
        return False
    name, low, size, _ = axes[0]
    parts = _parts_read(game, define, {})
    return all(index == name and _first_axis(game, place) == (low, size) for place, index in parts)


def _first_axis(game: core.Game, place: str) -> tuple[int, int]:
    """The lowest value of a place's first axis, and how many there are."""
    sort, _, name = place.partition(":")
    axis = None
    if sort == "zone" and game.zones[name].axes and name not in game.overlays:
        axis = game.zones[name].axes[0]
    if sort == "memory" and not name.startswith("top:"):
        axis = game.memories[name].axis
    return (axis.low, axis.size) if axis is not None else (0, 0)


Parts = frozenset[tuple[str, str]]


def _parts_read(game: core.Game, define: core.Define, known: dict[str, Parts]) -> Parts:
    """The places that a define reads, in what it calls too, each with the parameter that its first axis goes
    by, or nothing; `known` keeps what has been found."""
    if define.name not in known:
        known[define.name] = frozenset()
        known[define.name] = frozenset(_found_parts(game, define, known))
    return known[define.name]


def _found_parts(game: core.Game, define: core.Define, known: dict[str, Parts]) -> Iterator[tuple[str, str]]:
    bound = {name for part in core.walk(define.value) for name in bound_in(part)}
    for part in core.walk(define.value):
        match part:
            case core.ZoneRef(zone=zone, indices=indices):
                yield f"zone:{zone}", _name(indices[0], bound) if indices else ""
            case core.MemoryValue(name=name, index=index):
                yield f"memory:{name}", _name(index, bound)
            case core.Holder(token=token):
                yield f"token:{token}", ""
            case core.Call(define=called, args=args):
                callee = game.defines[called]
                given = {p.name: _name(arg, bound) for p, arg in zip(callee.params, args, strict=True)}
                inner = _parts_read(game, callee, known)
                yield from ((place, given.get(index, "")) for place, index in inner)


def _name(expr: core.Expr | None, bound: set[str]) -> str:
    """The parameter that an expression is, or nothing."""
    return expr.name if isinstance(expr, core.Local) and expr.name not in bound else ""


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


def forgets(context: Context, place: str, seat: str | None = None, part: str | None = None) -> Lines:
    """The lines that forget what reads a place: for the seat whose part is written, or for all; for the part
    of it that is written, by its first axis, or for all."""
    keeping = context.keeping
    lines: Lines = []
    for number, run in enumerate(keeping.reading(place, own=True)):
        name = _readers(context, place, number, run.first, True)
        if seat is None:
            lines += [
                f"for seat in range({keeping.owners}):",
                [_forgotten(f"{name} + {times(keeping.block, 'seat')}", run, part)],
            ]
        else:
            lines.append(_forgotten(f"{name} + {times(keeping.block, seat)}", run, part))
    for number, run in enumerate(keeping.reading(place, own=False)):
        lines.append(_forgotten(_readers(context, place, number, run.first, False), run, part))
    return lines


def _forgotten(at: str, run: Run, part: str | None) -> str:
    size = run.size
    if run.step and part is None:
        size = run.step * (run.parts - 1) + run.size
    elif run.step:
        at = f"{at} + {times(run.step, bracketed(str(part)))}"
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
        for own, block in ((True, keeping.block), (False, 0)):
            for run in keeping.reading(f"zone:{zone.name}", own):
                cells = region.strides[0] if run.step else region.cells
                lines.append(f"{(*place, run.first, block, run.size, cells, run.step)},  # {zone.name}")
    return lines


def records_read(context: Context) -> set[tuple[str, str]]:
    """The records of which kept values read some zone, with `set`, or `list` for one that is none."""
    places = {place for kept in context.keeping.of.values() for place in kept.places}
    read = [zone for zone in context.game.zones.values() if f"zone:{zone.name}" in places]
    return {(zone.item, "set" if zone.name in context.layout.sets else "list") for zone in read}
