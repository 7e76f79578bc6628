"""Python text of overlays: what is seen of the cards that lie there, kept up to date as they come and go."""

from __future__ import annotations

from rulewright import core
from rulewright.elaborate.overlays import item_of, masked_fields, size_of
from rulewright.machine.words import spoken
from rulewright.python.expressions import Context, Python
from rulewright.python.functions import Function, function
from rulewright.python.layout import Lines
from rulewright.python.layout import bare as unbracketed
from rulewright.python.texts import minus
from rulewright.record import record


def bare(context: Context, overlay: core.Overlay) -> Lines:
    """No part of a card is seen on an overlay, none has its corner there, and all masks say so."""
    lines: Lines = []
    for sort in ("part", "corner"):
        region, name = context.layout.memory[f"{sort}:{overlay.name}"], context.names[sort, overlay.name]
        lines.append(f"s.memory[{name} : {name} + {region.size}] = [-1] * {region.size}")
    everything = hex((1 << context.game.kinds[overlay.spaces].size) - 1)
    owners = context.layout.memory[f"bare:{overlay.name}"].owners
    masks: list[tuple[str, int]] = [(context.names["bare", overlay.name], 1)]
    for field in masked_fields(context.game, overlay.record):
        name, region = (
            context.names[f"seen:{overlay.name}", field],
            context.layout.memory[f"seen:{overlay.name}:{field}"],
        )
        nothing = isinstance(item_of(context.game, overlay.record, field), core.YesNo)
        masks.append((name if nothing else f"{name} - 1", region.cells))
    for name, cells in masks:
        if owners == 1:
            lines.append(f"s.memory[{name}] = {everything}")
        else:
            step = f"{cells} * seat" if cells > 1 else "seat"
            lines += [f"for seat in range({owners}):", [f"s.memory[{name} + {step}] = {everything}"]]
    return lines


def lays(context: Context) -> list[Function]:
    """For each overlay the functions that say what is seen when a card has come, and when one leaves."""
    return [
        made
        for overlay in context.game.overlays.values()
        for made in (_lay(context, overlay), _lift(context, overlay))
    ]


@record
class Sight:
    """Python text of what the functions of an overlay share: the lines that find where its places start,
    those by which a space shows another card, those by which all spaces under a card do so at once (none
    where that takes longer), the number of its row and of its first part, the table of the spaces under a
    card, the seat among the parameters."""

    starts: Lines
    shows: Lines
    covers: Lines
    first: str
    cover: str
    param: str


def _sight(context: Context, overlay: core.Overlay) -> Sight:
    """`there` shows the part `shown` of a card; the masks follow where that makes a difference."""
    names, layout, python = context.names, context.layout, Python(context)
    owned = context.game.zones[overlay.name].of_player
    record = context.game.records[overlay.record]
    row = f"{names['row', record.name]}[card]" if record.size > len(record.ids) else "card"
    width, height = size_of(context.game, record.name)

    def start(name: str, key: str) -> str:
        cells = layout.memory[key].cells
        return f"{name} + {cells} * seat" if owned and cells > 1 else f"{name} + seat" if owned else name

    top = start(names["memory", f"top:{overlay.name}"], f"top:{overlay.name}")
    part = start(names["part", overlay.name], f"part:{overlay.name}")
    bare = start(names["bare", overlay.name], f"bare:{overlay.name}")
    starts: Lines = ["memory = s.memory", f"top, part = {top}, {part}"]
    shows: Lines = [
        "old, bit = memory[part + there], 1 << there",
        "memory[top + there], memory[part + there] = card, shown",
        "if (old < 0) != (shown < 0):",
        [f"memory[{bare}] ^= bit"],
    ]
    parts = _parts(context, overlay)
    shape = sum(1 << by for by in parts)
    everything = hex((1 << context.game.kinds[overlay.spaces].size) - 1)
    gone: Lines = [f"others = {everything} ^ {hex(shape)} << space", f"memory[{bare}] &= others"]
    covers = gone if parts else []
    for field, size in masked_fields(context.game, overlay.record).items():
        masks = start(names[f"seen:{overlay.name}", field], f"seen:{overlay.name}:{field}")
        starts.append(f"{field}_ = {masks}")
        table = python.shown_table(overlay.record, field)
        shows += [
            f"before, after = {table}[old], {table}[shown]",
            "if before != after:",
            [f"memory[{field}_ + before] ^= bit", f"memory[{field}_ + after] ^= bit"],
        ]
        if parts:
            lowest = 0 if isinstance(item_of(context.game, record.name, field), core.YesNo) else -1
            pictures = python.pictures_table(overlay, field, parts)
            each = [unbracketed(minus(f"{field}_", -value)) for value in range(lowest, size)]
            covers += [f"memory[{place}] &= others" for place in each]
            covers += [
                f"for value, picture in {pictures}[{row}]:",
                [f"memory[{field}_ + value] |= picture << space"],
            ]
    return Sight(
        starts,
        shows,
        covers,
        row if width * height == 1 else f"{width * height} * {row}",
        python.table_name(overlay.cover, "value"),
        "seat: int, " if owned else "",
    )


def _parts(context: Context, overlay: core.Overlay) -> list[int]:
    """How far from the corner of a card in the numbers of spaces its parts lie, wherever it lies; none where
    that differs, or where going through all values takes longer than going through the parts."""
    found = {
        tuple(there - corner for there in under if isinstance(there, int))
        for corner, under in enumerate(context.game.tables[overlay.cover].values)
        if isinstance(under, tuple) and under
    }
    parts = list(found.pop()) if len(found) == 1 else []
    values = max(masked_fields(context.game, overlay.record).values(), default=0)
    return parts if values < len(parts) and min(parts) >= 0 else []


def _lay(context: Context, overlay: core.Overlay) -> Function:
    names, sight = context.names, _sight(context, overlay)
    corner: Lines = [f"memory[{names['corner', overlay.name]} + card] = space"]
    if size_of(context.game, overlay.record) == (1, 1):
        here: Lines = [f"shown, there = {sight.first}, space"]
        hidden: Lines = ["if below and memory[top + there] >= 0:", ["return"]]
        lines: Lines = [*sight.starts, *corner, *here, *hidden, *sight.shows]
    else:
        lines = [
            f"under = {sight.cover}[space]",
            "if not under:",
            [f'raise RuleError("a card would lie beyond the edge of {spoken(overlay.spaces)}")'],
            *sight.starts,
            *corner,
            *_covered(sight),
        ]
    doc = (
        f"A card has come to {spoken(overlay.name)}, its lower left corner on a space: on top, or below all."
    )
    args = f"s: State, {sight.param}space: int, card: int, below: bool = False"
    return function(names["lay", overlay.name], args, "None", doc, lines)


def _covered(sight: Sight) -> Lines:
    """A card comes to all spaces under it: on top of others its whole picture is seen at once."""
    parts = f"for shown, there in enumerate(under, {sight.first}):"
    if not sight.covers:
        return [parts, ["if below and memory[top + there] >= 0:", ["continue"], *sight.shows]]
    return [
        "if below:",
        [parts, ["if memory[top + there] >= 0:", ["continue"], *sight.shows], "return"],
        parts,
        ["memory[top + there], memory[part + there] = card, shown"],
        *sight.covers,
    ]


def _lift(context: Context, overlay: core.Overlay) -> Function:
    names, sight = context.names, _sight(context, overlay)
    corner, covered = (
        names["corner", overlay.name],
        f"{sight.cover}[memory[{names['corner', overlay.name]} + card]]",
    )
    zone = names["zone", overlay.name] + (" + seat" if sight.param else "")
    lines: Lines = [
        *sight.starts,
        f"left = [there for there in {covered} if memory[top + there] == card]",
        f"memory[{corner} + card] = -1",
        "card = shown = -1",
        "for there in left:",
        sight.shows,
        f"for card in reversed(s.zones[{zone}]):",
        [
            f"for shown, there in enumerate({covered}, {sight.first}):",
            ["if there in left and memory[top + there] < 0:", sight.shows],
        ],
    ]
    doc = f"A card has left {spoken(overlay.name)}: what lay under it is seen."
    return function(names["lift", overlay.name], f"s: State, {sight.param}card: int", "None", doc, lines)
