"""How a native engine holds a game, in words: `rulewright build --native --explain`."""

from __future__ import annotations

from rulewright.native.game import Native
from rulewright.native.shape import LINE, Block

WORD = 8


def explained(native: Native) -> str:
    """A line for each zone, memory and board, and how large a state is."""
    shape, layout, game = native.shape, native.shape.layout, native.game
    lines = []
    for zone, region in (*layout.zones.items(), *layout.sets.items(), *layout.pools.items()):
        item = game.zones[zone].item
        cells = _many(region.size, "place")
        if zone in layout.pools:
            held = "a count"
        elif zone in layout.sets:
            held = f"a set of up to {game.records[item].size} {item}, {_many(shape.zone_words(zone), 'word')}"
        else:
            held = f"a chain of {item}: its ends and length, for each component the one before and the next"
        lines.append(f"  {zone}: {cells}, each {held}")
    lines += [f"  {block.key}: {_block(block)}{_why(block)}" for block in shape.blocks.values()]
    lines.append(f"  tables: {_tables(native)}")
    frames = f"  frames: up to {shape.deep} of {_many(shape.frame_words, 'word')}"
    lines.append(f"{frames}, {frames_size(native):,} bytes; a copy takes those that are used")
    return "\n".join(
        [f"{game.title} {game.version}: {state_size(native):,} bytes a state, or a little more", *lines]
    )


def _block(block: Block) -> str:
    if block.words:
        return f"{_many(block.count, 'set')} of {_many(block.words, 'word')}"
    return f"{_many(block.count, 'number')} of {block.ctype.removesuffix('_t')}"


WHY = {
    "men": "the free spaces, then those of each piece, kept as pieces move",
    "seen": "the spaces where nothing is shown, then those of each word, kept as cards move",
    "bare": "the spaces on which nothing lies",
    "changed": "the spaces that have changed since endings were asked: only these are looked at",
    "joined": "what is joined to one side, kept from move to move",
    "held": "the cases for which its condition held",
}


def _why(block: Block) -> str:
    """What a field is for that no rule names."""
    found = WHY.get(block.key.partition(":")[0]) if ":" in block.key else None
    return f" ({found})" if found else ""


def _tables(native: Native) -> str:
    """What is known before a game begins: conditions on spaces and components as sets, else numbers."""
    made = native.tables.texts
    sets = sum(text.startswith("static const S") for text in made)
    shifts = sum("static inline" in text for text in made)
    numbers = len(made) - sets - shifts
    return f"{sets} of sets and {numbers} of numbers, {shifts} of lines as shifts of a set"


def _many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


SIZES = {"int8_t": 1, "int16_t": 2, "int32_t": 4, "int64_t": 8}


def frames_size(native: Native) -> int:
    """How many bytes the frames take."""
    return native.shape.deep * native.shape.frame_words * WORD


def state_size(native: Native) -> int:
    """How many bytes a state takes, but for what the compiler leaves free between its fields."""
    shape, layout = native.shape, native.shape.layout
    blocks = sum(
        block.count * (block.words * WORD if block.words else SIZES[block.ctype])
        for block in shape.blocks.values()
    )
    places = 4 * layout.counts + WORD * layout.masks * shape.set_words + 6 * layout.lists + 10 * layout.size
    line = LINE if any(getattr(r, "order", "") == "in_line" for r in native.game.reactions.values()) else 1
    return (
        48
        + WORD * len(native.game.options)
        + blocks
        + places
        + (line * shape.frame_words * WORD)
        + frames_size(native)
    )
