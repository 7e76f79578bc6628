"""Python text of a state's layout: offsets, who sees which place, how everything starts."""

from __future__ import annotations

from rulewright import core
from rulewright.checks.hidden_reads import held_by
from rulewright.elaborate.texts import unseen, zone_text
from rulewright.machine.layout import Layout, Region
from rulewright.machine.words import axis_words, backs, cell_names, component_ids, rows, spoken, value_words
from rulewright.python.data import Table
from rulewright.python.expressions import Context, Python
from rulewright.python.functions import Function, function
from rulewright.python.keeping import Kept
from rulewright.python.kept_values import forgets, offset
from rulewright.python.layout import Lines, quoted
from rulewright.python.overlays import bare
from rulewright.python.places import Tally
from rulewright.python.texts import times
from rulewright.record import record


def offsets(context: Context) -> list[tuple[str, list[Table]]]:
    """The offsets, by the list that they lead into."""
    names, layout, game = context.names, context.layout, context.game
    zones, sets, pools = (
        [
            table
            for zone, region in regions.items()
            for table in _zone_offsets(context, game.zones[zone], region)
        ]
        for regions in (layout.zones, layout.sets, layout.pools)
    )
    memory = [_offset(_memory_name(context, m), r, "") for m, r in layout.memory.items()]
    tallied = [part for tally in context.tallies for part in _tally(context, tally)]
    components = [Table(names["component", r], str(at)) for r, at in layout.components.items()]
    keeping = context.keeping
    kept = [_kept_offset(context, one) for one in keeping.of.values()]
    read = [
        Table(
            name,
            str(at),
            f"+ {keeping.block} * seat" if own and keeping.block > 1 else "+ seat" if own else "",
        )
        for name, (_, at, own) in keeping.readers.items()
    ]
    return [
        ("zones", zones),
        ("sets", sets),
        ("pools", pools),
        ("pools, of what is printed on components", tallied),
        ("memory", memory),
        ("where and known", components),
        ("kept, of values that are kept until what they read changes", kept),
        ("kept, of what reads a place", read),
    ]


def _kept_offset(context: Context, kept: Kept) -> Table:
    """Where the values of a define begin."""
    seats = [f"+ {times(context.keeping.block, 'seat')}"] if kept.seat else []
    parts = [*seats, *(f"+ {times(step, name)}" for name, _, size, step in kept.axes if size > 1)]
    return Table(offset(context.names, kept.define), str(kept.at), " ".join(parts))


def _zone_offsets(context: Context, zone: core.Zone, region: Region) -> list[Table]:
    """Where a zone begins, and the parts of it that words pick."""
    about = f"+ {region.cells} * seat" if region.owners > 1 else ""
    whole = _offset(context.names["zone", zone.name], region, zone.shape)
    return [whole, *_parts(context, zone.name, about)]


def _offset(name: str, region: Region, about: str) -> Table:
    parts = [about] if about else []
    if region.owners > 1:
        parts.append(f"+ {region.cells} * seat" if region.cells > 1 else "+ seat")
    parts += [f"+ {stride} * axis {i + 1}" for i, stride in enumerate(region.strides) if region.cells > 1]
    return Table(name, str(region.at), " ".join(parts))


def _tally(context: Context, tally: Tally) -> list[Table]:
    """Where the value 0 is counted; one before it what shows none. After it the values that have a name."""
    seats = f"+ {tally.size} * seat" if tally.owners > 1 else ""
    counts = Table(tally.name, str(tally.at + 1), f"{seats} + value".strip())
    return [counts, *_parts(context, tally.name, seats)]


def _parts(context: Context, of: str, about: str) -> list[Table]:
    """The offsets of parts of a zone, or of a tally, which words pick."""
    return [
        Table(name, str(at), f"{words} {about}".strip())
        for name, (zone, words, at) in context.parts.items()
        if zone == of
    ]


def _memory_name(context: Context, key: str) -> str:
    sort, _, name = key.rpartition(":")
    if key in context.game.memories:
        return context.names["memory", key]
    return context.names[sort or "memory", name]


def sees(game: core.Game, layout: Layout) -> list[int]:
    """For each place, lists first: the seats (a bit each) that see a component's face there."""
    masks = [0] * (layout.lists + layout.masks)
    for zone in game.zones.values():
        if zone.shape != "pool":
            region = layout.zones.get(zone.name) or layout.sets[zone.name]
            at = layout.place(zone.name)
            for owner in range(region.owners):
                for cell in range(region.cells):
                    masks[at + owner * region.cells + cell] = _seers(game, zone, region, owner, cell)
    return masks


def _seers(game: core.Game, zone: core.Zone, region: Region, owner: int, cell: int) -> int:
    everyone = (1 << game.high) - 1
    down = {sum(i * s for i, s in zip(place, region.strides, strict=True)) for place in zone.down}
    if zone.visibility == "public":
        return 0 if cell in down else everyone
    return 1 << owner if zone.visibility == "owner" else 0


def backs_seen(game: core.Game, layout: Layout) -> list[bool]:
    """For each place: do its components' backs show? Everywhere but in hidden zones."""
    found = [False] * (layout.lists + layout.masks)
    for zone in game.zones.values():
        if zone.shape != "pool":
            region = layout.zones.get(zone.name) or layout.sets[zone.name]
            at = layout.place(zone.name)
            for i in range(region.cells * region.owners):
                found[at + i] = zone.visibility != "hidden"
    return found


def hidden(context: Context, chance: dict[str, int]) -> list[Table]:
    """`Hidden(...)` for each record: what shuffling needs."""
    found = []
    for info in context.game.records.values():
        seen = backs(context.game, info)
        every = sorted(set(seen))
        numbers = tuple(every.index(back) for back in seen)
        base, at = context.layout.components[info.name], chance[f"reveal:{info.name}"]
        values = (base, at, chance[f"back:{info.name}"], tuple(rows(info)), numbers, context.layout.lists)
        text = f"Hidden{quoted(values)}"
        found.append(Table(context.names["hidden", info.name], text))
    return found


def starts(context: Context) -> list[Function]:
    """The functions that make a state, and start rounds and turns."""
    return [
        _start(context),
        _restart(
            context, "round", "A new round: its number rises, what is remembered for a round starts anew."
        ),
        _restart(context, "turn", "A new turn: what is remembered for a turn starts anew."),
    ]


def _start(context: Context) -> Function:
    game, layout = context.game, context.layout
    lines: Lines = [
        "s = State.__new__(State)",
        "s.players, s.options, s.rng, s.ending = players, options, rng, -1",
        "s.to_move, s.legal, s.odds, s.frames, s.trace = None, [], [], [], None",
        "s.queue, s.past = [], ()",
        "s.explicit, s.batches, s.drawn, s.answering = False, [], [], -1",
        f"s.zones = [[] for _ in range({layout.lists})]",
        f"s.sets = [0] * {layout.masks + layout.lists * context.shadows}",
        f"s.pools = [0] * {context.counts}",
        f"s.memory = [0] * {layout.cells}",
        f"s.where = [-1] * {layout.size}",
        f"s.known = [0] * {layout.size}",
        f"s.kept = [None] * {context.keeping.size}",
    ]
    for piece in game.pieces.values():
        lines.append(f"s.pools[{context.names['zone', f'supply:{piece.name}']}] = {piece.number}")
    for token in game.tokens:
        lines.append(f"s.memory[{context.names['token', token]}] = -1")
    for zone in game.zones.values():
        if zone.fills and zone.item in game.records:
            lines += _fill(context, zone)
    for memory in game.memories.values():
        lines += _remembered(context, memory)
    for board in game.boards.values():
        lines += _free(context, board)
    for overlay in game.overlays.values():
        lines += bare(context, overlay)
    lines.append("return s")
    doc = "A state with all components where they start, before the set-up."
    return function("start", "players: int, options: tuple[int, ...], rng: int", "State", doc, lines)


def _free(context: Context, board: core.Board) -> Lines:
    """All spaces of a board are free; where it remembers what changed since endings were asked, all did."""
    region, name = context.layout.memory[f"men:{board.name}"], context.names["men", board.name]
    everything = hex((1 << context.game.kinds[board.spaces].size) - 1)
    if region.owners == 1:
        masks = [f"{name} - 1"]
        if f"changed:{board.name}" in context.layout.memory:
            masks.append(context.names["changed", board.name])
        return [f"s.memory[{mask}] = {everything}" for mask in masks]
    return [
        f"for seat in range({region.owners}):",
        [f"s.memory[{name} + {region.cells} * seat - 1] = {everything}"],
    ]


def tallies(context: Context) -> list[str]:
    """The lines that say for each list with tallies where they are, by place, and by which columns."""
    names, counted = context.names, dict[str, list[str]]()
    for tally in context.tallies:
        for zone, *column in tally.lists:
            at = f"{tally.name} + {tally.size} * seat" if tally.owners > 1 else tally.name
            counted.setdefault(zone, []).append(f"({at}, {names['field', *column]}),")
    lines: list[str] = []
    for zone, parts in counted.items():
        owners, name = context.layout.zones[zone].owners, names["zone", zone]
        if owners > 1:
            inner = [f"        {part}" for part in parts]
            seats = f"    for seat in range({owners})"
            lines += ["**{", f"    {name} + seat: (", *inner, "    )", seats, "},"]
        else:
            lines += [f"{name}: (", *(f"    {part}" for part in parts), "),"]
    return lines


def puts(context: Context) -> list[Function]:
    """For each board the function that changes what stands on a space, and the masks with it."""
    found = []
    for board in context.game.boards.values():
        layout, names = context.layout, context.names
        spaces, men = layout.memory[board.name], layout.memory[f"men:{board.name}"]
        owned = context.game.memories[board.name].of_player
        at = f"{names['memory', board.name]} + " + (f"{spaces.cells} * seat + " if owned else "") + "space"
        base = names["men", board.name] + (f" + {men.cells} * seat" if owned else "")
        lines: Lines = [
            "memory = s.memory",
            f"old = memory[{at}]",
            "bit = 1 << space",
            f"memory[{base} + old] ^= bit",
            f"memory[{base} + man] ^= bit",
            f"memory[{at}] = man",
        ]
        if f"changed:{board.name}" in layout.memory:
            lines.append(f"memory[{names['changed', board.name]}] |= bit")
        lines += forgets(context, f"memory:{board.name}", "seat" if owned else None)
        if not owned:
            found.append(_moved(context, board))
        doc = f"What stands on a space of {spoken(board.name)} changes (-1: nothing), and the masks with it."
        args = f"s: State, {'seat: int, ' if owned else ''}space: int, man: int"
        found.append(function(names["put", board.name], args, "None", doc, lines))
    return found


def _moved(context: Context, board: core.Board) -> Function:
    """The function that moves what stands on one space of a board to another."""
    layout, names = context.layout, context.names
    cells, men = names["memory", board.name], names["men", board.name]
    lines: Lines = [
        "if source == to:",
        ["return"],
        "memory = s.memory",
        f"man, old = memory[{cells} + source], memory[{cells} + to]",
        "left, entered = 1 << source, 1 << to",
        f"memory[{men} - 1] ^= left",
        f"memory[{men} + man] ^= left | entered",
        f"memory[{men} + old] ^= entered",
        f"memory[{cells} + source] = -1",
        f"memory[{cells} + to] = man",
    ]
    if f"changed:{board.name}" in layout.memory:
        lines.append(f"memory[{names['changed', board.name]}] |= left | entered")
    lines += forgets(context, f"memory:{board.name}")
    doc = f"What stands on a space of {spoken(board.name)} goes to another; what stood there is captured."
    return function(names["move board", board.name], "s: State, source: int, to: int", "None", doc, lines)


def _fill(context: Context, zone: core.Zone) -> Lines:
    """All components of a record lie in a zone, each where there are players enough for it."""
    record = context.game.records[zone.item]
    needed = [record.players[row] for row in rows(record)]
    base, at = context.names["component", record.name], context.layout.place(zone.name)
    if any(needed) or sum(z.fills and z.item == zone.item for z in context.game.zones.values()) > 1:
        body: Lines = [f"{context.names['move', record.name]}(s, i, {at})"]
        if any(needed):
            body = [f"if {quoted(tuple(needed))}[i] <= players:", body]
        return [f"for i in range({record.size}):", body]
    name = context.names["zone", zone.name]
    everything, mask = f"{base} : {base} + {record.size}", f"(1 << {record.size}) - 1"
    place, lines = f"LISTS + {name}", list[str]()
    if zone.name in context.layout.zones:
        place = name
        lines += [f"s.zones[{name}] = [*range({record.size})]"]
        lines += [f"s.sets[SHADOWS + {name}] = {mask}"] if context.shadows else []
    else:
        lines += [f"s.sets[{name}] = {mask}"]
    return [
        *lines,
        f"s.where[{everything}] = [{place}] * {record.size}",
        f"s.known[{everything}] = [SEES[{place}]] * {record.size}",
    ]


def _remembered(context: Context, memory: core.Memory) -> Lines:
    """What a memory is at its start, for all seats and cells."""
    python = Python(context)
    region = context.layout.memory[memory.name]
    name = context.names["memory", memory.name]
    value = _initial(context.game, python, memory)
    if value == "0" and memory.lifetime == "game":
        return []
    if region.cells * region.owners == 1:
        return [f"s.memory[{name}] = {value}"]
    cells = region.cells * region.owners
    return [f"s.memory[{name} : {name} + {cells}] = [{value}] * {cells}"]


def _initial(game: core.Game, python: Python, memory: core.Memory) -> str:
    if memory.starts is not None:
        if isinstance(memory.type, core.SetType):
            return python.mask(memory.starts)
        return python.number(memory.starts)
    if isinstance(memory.type, core.SetType | core.YesNo):
        return "0"
    if isinstance(memory.type, core.Optional):
        return "-1"
    low, high = core.bounds(game, memory.type)
    return str(min(max(0, low), high))


def _restart(context: Context, lifetime: str, doc: str) -> Function:
    lines: Lines = ["s.memory[0] += 1"] if lifetime == "round" else []
    for memory in context.game.memories.values():
        if memory.lifetime == lifetime:
            lines += [*_remembered(context, memory), *forgets(context, f"memory:{memory.name}")]
    return function(f"start_{lifetime}", "s: State", "None", doc, lines or ["return"])


# ---- what views need


@record
class Shown:
    """Python text of one entry of a table for views."""

    text: str


def places(context: Context) -> list[str]:
    """`Place(...)` for each zone."""
    game, layout = context.game, context.layout
    found = []
    for zone in game.zones.values():
        sort = "pool" if zone.shape == "pool" else "set" if zone.shape == "set" else "list"
        region = layout.zones.get(zone.name) or layout.sets.get(zone.name) or layout.pools[zone.name]
        cells = cell_names(game, zone.axes)
        name = zone.name.replace("supply:", "supply of ")
        found.append(
            f"Place{quoted((name, zone_text(game, zone), sort, zone.item, region.at, cells, zone.of_player))}"
        )
    return found


def boards(context: Context) -> tuple[tuple[str, int, int, int, int, bool], ...]:
    """For each board where its spaces and its masks lie, as `Rules.boards` says."""
    game, memory = context.game, context.layout.memory
    return tuple(
        (
            name,
            memory[name].at,
            game.kinds[board.spaces].size,
            memory[f"men:{name}"].at,
            game.kinds[board.men].size,
            game.memories[name].of_player,
        )
        for name, board in game.boards.items()
    )


def cells(context: Context) -> list[str]:
    """`Cell(...)` for each token and memory."""
    game, layout = context.game, context.layout
    found = []
    for token, info in game.tokens.items():
        at, seats = layout.memory[f"token:{token}"].at, tuple(game.seats)
        text = info.text or spoken(token)
        found.append(f"Cell{quoted((token, text, at, ('',), False, seats, -1, game.high - 1, False, None))}")
    for memory in game.memories.values():
        at = layout.memory[memory.name].at
        names = tuple(axis_words(game, memory.axis)) if memory.axis else ("",)
        text = memory.text or spoken(memory.name)
        entry = (memory.name, text, at, names, memory.of_player, *_value(game, memory.type))
        found.append(f"Cell{quoted((*entry, held_by(memory.type)))}")
    return found


def _value(game: core.Game, type: core.Type) -> tuple[tuple[str, ...], int, int, bool]:
    if isinstance(type, core.SetType):
        words = tuple(value_words(game, type.of))
        return words, 0, (1 << len(words)) - 1, True
    low, high = core.bounds(game, type)
    if isinstance(type, core.Number):
        return (), low, high, False
    return tuple(value_words(game, type)), -1 if isinstance(type, core.Optional) else low, high, False


def records(context: Context) -> list[str]:
    """`Record(...)` for each record: ids and what is seen on the backs."""
    found = []
    for info in context.game.records.values():
        seen = tuple(backs(context.game, info))
        base, ids = context.layout.components[info.name], tuple(component_ids(info))
        found.append(f"Record{quoted((info.name, base, ids, seen, tuple(sorted(set(seen))), unseen(info)))}")
    return found
