"""From the checked game to the C text of its native engine.

`to_c(game)` gives the text; it raises Unfit where a ruleset is over a limit of the native form.
"""

from __future__ import annotations

import json
from typing import Any

from rulewright import __version__, core
from rulewright.machine.draws import draws
from rulewright.machine.meaning import meaning
from rulewright.native.code import ident, laid_out
from rulewright.native.game import Native, native
from rulewright.native.scoring import functions
from rulewright.native.shape import LINE, SlotShape
from rulewright.native.steps import Function, Steps
from rulewright.native.told import told
from rulewright.python.state import sees
from rulewright.python.to_python import environment
from rulewright.record import record


@record
class Text:
    """The C text of an engine, and what a person may want to know of it."""

    text: str
    native: Native


def to_c(game: core.Game, stamp: str = "") -> Text:
    """The C text of a game's native engine; `stamp` is kept in it, to tell later what it was made of."""
    made = native(game)
    found: list[Function] = [*functions(made), *Steps(made).functions()]
    machine, shape, layout = made.machine, made.shape, made.shape.layout
    flow = machine.units[game.flow.sort] if game.flow else None
    first = [unit.entry for unit in (flow, machine.units.get("setup")) if unit is not None]
    unproved = game.unproved
    env = environment().overlay()
    env.filters["laid"] = laid_out
    env.filters["comment"] = _comment
    text = env.get_template("native.c.j2").render(
        header=_comment(f"{game.title} {game.version}"),
        origin=_comment(f"Written by Rulewright {__version__} from {game.path}; change that."),
        shape=shape,
        blocks=list(shape.blocks.values()),
        widths=sorted(shape.widths),
        lists=layout.lists,
        set_places=layout.masks,
        pools=layout.counts,
        components=layout.size,
        options=len(game.options),
        line=LINE if _waits(game) else 1,
        moves=_moves(made),
        row=_row(made),
        sees=", ".join(map(str, [*sees(game, layout), 0])),
        bases=", ".join(map(str, [*_bases(game, made), 0])),
        tables=made.tables.texts,
        functions=found,
        steps=sorted(machine.paths),
        answers=sorted(machine.answers),
        first=first,
        told=len(told(game)),
        scores=[ident(name) for name in game.scores],
        least=game.winner is not None and game.winner.extreme == "least",
        endless=-1 if unproved is None else list(game.endings).index(unproved.ending),
        random=draws(machine),
        schema=_quoted(json.dumps(schema(made, stamp), separators=(",", ":"))),
    )
    return Text(text.rstrip("\n") + "\n", made)


def _moves(made: Native) -> int:
    return sum(block.count for block in made.moves if not block.words)


def _row(made: Native) -> int:
    """Bytes of a row of a mask of moves: whole words, one at least."""
    return max(8, -(-_moves(made) // 8) * 8)


def _waits(game: core.Game) -> bool:
    return any(isinstance(r, core.When) and r.order == "in_line" for r in game.reactions.values())


def _bases(game: core.Game, made: Native) -> list[int]:
    """By list: where its components begin."""
    found = [0] * made.shape.layout.lists
    for zone, region in made.shape.layout.zones.items():
        base = made.shape.layout.components[game.zones[zone].item]
        found[region.at : region.at + region.size] = [base] * region.size
    return found


def schema(made: Native, stamp: str = "") -> dict[str, Any]:
    """What stands where in the numbers of a state."""
    layout, machine = made.shape.layout, made.machine
    return {
        "stamp": stamp,
        "meaning": meaning(made.game),
        "options": len(made.game.options),
        "memory": [[b.at, b.count, b.words] for b in made.shape.blocks.values()],
        "fields": [[b.key, b.ctype] for b in made.shape.blocks.values()],
        "scores": list(made.game.scores),
        "told": told(made.game),
        "cells": layout.cells,
        "pools": layout.counts,
        "sets": layout.masks,
        "set_words": made.shape.set_words,
        "lists": layout.lists,
        "components": layout.size,
        "frame": made.shape.frame_words,
        "deep": made.shape.deep,
        "line": LINE if _waits(made.game) else 1,
        "moves": _moves(made),
        "row": _row(made),
        "random": draws(machine),
        "steps": {
            str(number): [_slot(slot) for slot in made.shape.frames[path.step.unit]]
            for number, path in machine.paths.items()
        },
    }


def _slot(slot: SlotShape) -> list[Any]:
    return [slot.sort, slot.at, slot.words, slot.low, slot.high]


def _comment(text: str) -> str:
    """A text that is safe in a C comment."""
    plain = "".join(c if c.isprintable() else " " for c in text)
    return plain.replace("*/", "* /").replace("/*", "/ *").replace("??/", "?? /")


def _quoted(text: str) -> str:
    """A text as C strings, line by line."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    assert escaped.isascii()
    parts, at = [], 0
    while at < len(escaped):
        size = 100
        while escaped[at : at + size].endswith("\\") and at + size < len(escaped):
            size += 1
        parts.append(f'    "{escaped[at : at + size]}"')
        at += size
    return "\n" + "\n".join(parts)
