"""Lines of a light game: how far each row, column or diagonal is filled, as small numbers.

Each straight run of spaces that lines lie on is an axis. A bit of a small number stands for each space of an
axis, so a new piece sets a bit on each axis through its space, and a table says whether so many are in a row.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.python.expressions import Context
from rulewright.python.layout import Lines
from rulewright.python.light_spaces import LightPython

LONGEST = 12  # spaces of an axis
MOST = 6  # axes through a space


@dataclass(slots=True)
class Axes:
    """The axes of lines of one length: the table of those through each space, the table of what is whole, and
    how many go through a space at most."""

    name: str
    runs: str
    through: int

    def entered(self, lists: str, bit: str) -> Lines:
        """A piece has come to a space."""
        numbers = range(1, self.through + 1)
        pairs = ", ".join(f"at_{n}, in_{n}" for n in numbers)
        return [
            f"{pairs} = {self.name}[{bit}]",
            *(f"row_{n} = {lists}[at_{n}] = {lists}[at_{n}] | in_{n}" for n in numbers),
        ]

    def whole(self) -> str:
        """Is one of the axes through the space filled far enough?"""
        return " or ".join(f"{self.runs}[row_{n}]" for n in range(1, self.through + 1))


def axes_of(context: Context, spaces: str, length: int, python: LightPython) -> Axes | None:
    """The axes of the lines of a board; None where lines are no runs of neighbours, or too long."""
    lines = context.game.tables[f"lines:{spaces}:{length}"].values
    found = axes([tuple(line) for line in lines], length)  # type: ignore[arg-type]
    size = context.game.kinds[spaces].size
    if found is None or set().union(*found) != set(range(size)) or max(map(len, found)) > LONGEST:
        return None
    through = max(sum(space in axis for axis in found) for space in range(size))
    if through > MOST:
        return None
    table = python.table_name(f"lines:{spaces}:{length}", "value")
    name = context.names.add(f"axes_{spaces}_{length}".upper(), "axes", spaces, str(length))
    runs = context.names.add(f"rows_of_{length}".upper(), "runs", str(length), str(max(map(len, found))))
    context.light[name] = f"axes_of({table}, {through})"
    context.light[runs] = f"rows_of({length}, {max(map(len, found))})"
    return Axes(name, runs, through)


def axes(lines: list[tuple[int, ...]], length: int) -> list[tuple[int, ...]] | None:
    """The axes of some lines, those that share two spaces together; None where a line is no run on its axis.

    >>> axes([(0, 1, 2), (1, 2, 3), (0, 4, 8)], 3)
    [(0, 1, 2, 3), (0, 4, 8)]
    """
    found: list[tuple[set[int], list[tuple[int, ...]]]] = []
    for line in lines:
        spaces, own = set(line), [line]
        for met in [axis for axis in found if len(axis[0] & spaces) > 1]:
            found.remove(met)
            spaces, own = spaces | met[0], [*met[1], *own]
        found.append((spaces, own))
    made: list[tuple[int, ...]] = []
    for spaces, own in found:
        axis = tuple(sorted(spaces))
        runs = {axis[i : i + length] for i in range(len(axis) - length + 1)}
        if runs != {tuple(sorted(line)) for line in own}:
            return None
        made.append(axis)
    return made
