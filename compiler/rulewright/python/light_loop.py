"""A light game to its end by random moves, all in one loop."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from rulewright import core
from rulewright.python.functions import Function, function
from rulewright.python.layout import Lines, bare, code_of
from rulewright.python.light_choices import Group
from rulewright.python.light_play import Play, Way
from rulewright.python.light_terms import SEATS


def played_out(play: Play) -> Iterator[Function]:
    """A game by random moves, all in one loop, where it is known who has won."""
    every = [exit for seat in play.seats for exits in seat.exits.values() for exit in exits]
    if any(exit.winners == "None" for exit in every):
        return
    lines: Lines = [
        "held = cls.first or cls.prepared()",
        "if not held:",
        ["return None"],
        f"{', '.join(play.held.names)}{',' if len(play.held.names) == 1 else ''} = cls.copied(held)",
        *([f"legal = [*{play.spaces}]"] if play.form == "stacks" else []),
        "plies = 0",
        "while True:",
    ]
    loop: Lines = []
    for number in range(SEATS):
        turn = _turn(play, number)
        if turn is None:
            return
        loop += turn
    lines.append([*loop, f"plies += {SEATS}"])
    doc = "A new game by random moves, `draw` gives 32 bits for each: the number of plies, and who won."
    result = "tuple[int, list[int]] | None"
    made = function("played_out", "cls, draw: Callable[[], int]", result, doc, lines)
    yield replace(made, decorator="classmethod")


def _turn(play: Play, number: int) -> Lines | None:
    seat, way = play.seats[number], Way(True, f"plies + {number + 1}")
    branch = play.branch(number, seat.main.name, way)
    columns = list(seat.known.columns.values())
    read = set(re.findall(r"\w+", code_of(branch)))
    names = [name if name in read else "_" for name in columns]
    taken = [f"{', '.join(names)} = {seat.table}[move]"] if set(names) - {"_"} else []
    single = play.without_picks(number)
    groups = seat.choices.groups
    if play.form == "few":
        chosen: Lines = [
            f"legal = FEW[{bare(play.mask(number, 0))}]",
            "move = legal[draw() * len(legal) >> 32]",
        ]
    elif play.form == "list":
        chosen = [f"move = {play.spaces}.pop(draw() * len({play.spaces}) >> 32)"]
    elif play.form == "stacks":
        chosen = ["move = legal[draw() * len(legal) >> 32]", f"space = {play.spaces}[move]"]
        taken = []
    elif len(groups) == 1:
        name = groups[0].name
        chosen = [f"move = {_numbered(play, groups[0], f'draw() * {name}.bit_count() >> 32', number)}"]
    else:
        chosen = _one_of(play, groups, number)
    lines: Lines = [*chosen, *taken, *branch]
    if single is None:
        return lines
    none = f"not {groups[0].name}"
    if len(groups) != 1 or single[2] != none:
        return None
    return [
        f"if {groups[0].name}:",
        lines,
        "else:",
        ["draw()", *play.branch(number, single[0].name, way)],
    ]


def _numbered(play: Play, group: Group, k: str, seat: int) -> str:
    """The number of the k-th move of a group."""
    found = play.seats[seat]
    radix = core.choices(found.python.game, found.main.picks[1].type) if group.value is not None else (0, 0)
    stride = radix[1] - radix[0] + 1
    if group.how in ("", "bits"):
        return f"nth_bit({group.name}, {k})"
    start = int(found.python.context.numbers[group.how.rpartition(" ")[2]].rpartition(", ")[2][:-1])
    text = f"nth_bit({group.name}, {k})"
    text = text if stride == 1 else f"{stride} * {text}"
    return f"{text} + {start}" if start else text


def _one_of(play: Play, groups: list[Group], seat: int) -> Lines:
    """One of all moves of several groups, counted and then picked."""
    counts = [f"n_{n}" for n in range(1, len(groups) + 1)]
    lines: Lines = [
        f"{count} = {group.name}.bit_count()" for count, group in zip(counts, groups, strict=True)
    ]
    lines.append(f"k = draw() * ({' + '.join(counts)}) >> 32")
    for n, (count, group) in enumerate(zip(counts, groups, strict=True)):
        before = counts[:n]
        k = "k" if not before else f"k - {before[0]}" if len(before) == 1 else f"k - ({' + '.join(before)})"
        pick: Lines = [f"move = {_numbered(play, group, k, seat)}"]
        if n == len(counts) - 1:
            lines += ["else:", pick]
        else:
            lines += [f"{'elif' if n else 'if'} k < {' + '.join([*before, count])}:", pick]
    return lines
