"""Light games in which pieces pile up: each move puts one on the lowest free space of a way of its own.

Then the set of free spaces is not held: what may be chosen, and where a piece comes to lie, is a dictionary
of the lowest free space of each way that is not full, by the number of the move.
"""

from __future__ import annotations

import re

from rulewright import core
from rulewright.python.layout import Lines, code_of
from rulewright.python.light_lines import Axes
from rulewright.python.light_play import Seat
from rulewright.python.light_spaces import Held
from rulewright.python.masks import Leaf, Shift
from rulewright.record import record

LANDING = "landing"  # where a piece comes to lie, by move


@record
class Stacks:
    """The table of the ways, as masks, the set of free spaces, and the Python of what may be chosen."""

    ways: str
    free: str
    chosen: str


def stacked(held: Held, seats: list[Seat], axes: list[Axes], taken: set[str]) -> Stacks | None:
    """Turns what seats do into what they do with such a dictionary, where their moves pile up pieces; None,
    and nothing has changed, where they do not."""
    found = {_stacks(seat) for seat in seats}
    stacks = found.pop() if len(found) == 1 else None
    if stacks is None or not all(_asks_no_more(seat, stacks) for seat in seats):
        return None
    context = seats[0].python.context
    first = f"lowest_free({held.first[stacks.free]}, {stacks.ways})"
    held.names.remove(stacks.free)
    name = held.add(LANDING, taken, first)
    held.names.insert(0, held.names.pop())
    held.dicts.add(name)
    above = context.names.add(f"ABOVE_{stacks.ways}", "above", stacks.ways)
    context.light[above] = f"above_on({stacks.ways})"
    listed = {axis.name: context.names.add(f"{axis.name}_OF", "listed axes", axis.name) for axis in axes}
    for axis, of in listed.items():
        context.light[of] = f"tuple({axis}.values())"
    for seat in seats:
        body = seat.bodies[seat.main.name]
        body.lines = [
            f"above = {above}[space]",
            "if above < 0:",
            [f"del {name}[move]"],
            "else:",
            [f"{name}[move] = above"],
        ]
        body.changed = {board: ["1 << space"] for board in body.changed}
        for exit in seat.exits[seat.main.name]:
            exit.test = exit.test.replace(f"{stacks.chosen} == 0", f"not {name}")
            for axis, of in listed.items():
                exit.before = [str(line).replace(f"{axis}[space]", f"{of}[space]") for line in exit.before]
    return stacks


def _stacks(seat: Seat) -> Stacks | None:
    body, mask, python = seat.bodies[seat.main.name], seat.choices.groups[0].mask, seat.python
    columns = {name: text for text, name in seat.known.columns.items()}
    boards = {sets[-1]: board for board, sets in python.held.boards.items()}
    if not isinstance(mask, Shift) or not isinstance(mask.of, Leaf) or mask.of.text not in boards:
        return None
    free = mask.of.text
    if list(columns) != ["way"] or list(body.changed.items()) != [(boards[free], ["space"])]:
        return None
    ways, _, picked = columns["way"].partition("[")
    low, name = core.choices(python.game, seat.main.picks[0].type)[0], python.locals[seat.main.picks[0].name]
    if picked != (f"{name} - {low}]" if low else f"{name}]") or not _takes_one(body.lines, free):
        return None
    masks = [int(way, 16) for way in python.context.tables[ways].partition("|")[2].split(",")]
    apart = sum(way.bit_count() for way in masks) == len({bit for way in masks for bit in _bits(way)})
    highest = all(way.bit_length() - 1 == at + mask.by for at, way in enumerate(masks))
    return Stacks(ways, free, python.mask_text(mask)) if apart and highest else None


def _bits(mask: int) -> list[int]:
    return [at for at in range(mask.bit_length()) if mask >> at & 1]


def _takes_one(lines: Lines, free: str) -> bool:
    """Do lines take the lowest free space, and nothing else? Sets that are not read have gone by now."""
    rest = [line for line in lines if isinstance(line, str) and not line.startswith("space ")]
    return sorted(rest) == sorted([f"{free} ^= space", "if not space:"])


def _asks_no_more(seat: Seat, stacks: Stacks) -> bool:
    """Do endings ask of the free spaces only whether nothing may be chosen?"""
    asked = [
        f"{exit.test} {exit.winners} {code_of(exit.before)}".replace(f"{stacks.chosen} == 0", "")
        for exit in seat.exits[seat.main.name]
    ]
    return not any(re.search(rf"\b{stacks.free}\b", text) for text in asked)
