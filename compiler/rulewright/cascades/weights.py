"""Weights for a measure, found by linear programming with exact fractions.

`weighed(steps, keys, ...)` looks for one whole number for each key, such that the weighted sum grows in no
step, and falls in as many as can be. Every step gives linear conditions, one for each corner of what its
unknowns can be; the simplex method begins at the weights 0, which hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from math import lcm

from rulewright.cascades.paths import Key, Step

MOST_ROWS, MOST_UNKNOWNS, MOST_TURNS = 90, 4, 200
Row = dict[int, Fraction]


def weighed(steps: Iterable[Step], keys: list[Key], signs: dict[Key, tuple[bool, bool]]) -> dict[Key, int]:
    """Weights by key, those of 0 left out; `signs` says whether a weight may be above and below 0. Nothing
    when there are none, or when there is too much to look at."""
    columns = [(key, sign) for key in keys for sign, may in zip((1, -1), signs[key], strict=True) if may]
    rows: dict[frozenset[tuple[int, int]], int] = {}
    for number, step in enumerate(dict.fromkeys(step.changes for step in steps)):
        corners = _corners(step)
        if corners is None:
            return {}
        for corner in corners:
            found = {at: sign * corner[key] for at, (key, sign) in enumerate(columns) if corner.get(key)}
            rows.setdefault(frozenset(found.items()), number)
    if len(rows) > MOST_ROWS or not columns:
        return {}
    best = _simplex([(dict(row), number) for row, number in rows.items()], len(columns))
    return _whole(best, columns)


def _corners(
    changes: tuple[tuple[Key, tuple[int, tuple[tuple[int, int, int, int], ...]]], ...],
) -> list[dict[Key, int]] | None:
    """By how much each key grows, for all lowest and highest values of the unknowns; None when there are too
    many."""
    ends = {u: (low, high) for _, (_, terms) in changes for u, _, low, high in terms}
    if len(ends) > MOST_UNKNOWNS:
        return None
    found = []
    for values in product(*ends.values()):
        at = dict(zip(ends, values, strict=True))
        found.append({key: c + sum(n * at[u] for u, n, _, _ in terms) for key, (c, terms) in changes})
    return found


def _simplex(rows: list[tuple[dict[int, int], int]], columns: int) -> list[Fraction]:
    """The weights that let as many steps fall as can be: each row plus the fall of its step is not above 0,
    no fall is above 1, and their sum is to be as large as possible."""
    falls = sorted({number for _, number in rows})
    place = {number: columns + at for at, number in enumerate(falls)}
    table: list[tuple[Row, Fraction]] = []
    for changes, number in rows:
        row = {at: Fraction(n) for at, n in changes.items()}
        table.append((row | {place[number]: Fraction(1)}, Fraction(0)))
    table += [({place[number]: Fraction(1)}, Fraction(1)) for number in falls]
    gain: Row = {place[number]: Fraction(1) for number in falls}
    basis = [columns + len(falls) + at for at in range(len(table))]
    for at, slack in enumerate(basis):
        table[at][0][slack] = Fraction(1)
    for _ in range(MOST_TURNS):
        entering = min((column for column, worth in gain.items() if worth > 0), default=None)
        if entering is None or not _turn(table, basis, gain, entering):
            break
    found = [Fraction(0)] * columns
    for at, column in enumerate(basis):
        if column < columns:
            found[column] = table[at][1]
    return found


def _turn(table: list[tuple[Row, Fraction]], basis: list[int], gain: Row, entering: int) -> bool:
    """One column enters the basis, by Bland's rule, so that it never goes round in circles."""
    choices = [
        (right / row[entering], basis[at], at)
        for at, (row, right) in enumerate(table)
        if row.get(entering, 0) > 0
    ]
    if not choices:
        return False
    at = min(choices)[2]
    row, right = table[at]
    pivot = row[entering]
    row, right = {column: n / pivot for column, n in row.items()}, right / pivot
    table[at] = row, right
    basis[at] = entering
    for other, (old, value) in enumerate(table):
        if other != at and old.get(entering):
            table[other] = _less(old, row, old[entering]), value - old[entering] * right
    left = _less(gain, row, gain[entering])
    gain.clear()
    gain.update(left)
    return True


def _less(one: Row, other: Row, factor: Fraction) -> Row:
    """one - factor * other"""
    found = dict(one)
    for column, n in other.items():
        found[column] = found.get(column, Fraction(0)) - factor * n
    return {column: n for column, n in found.items() if n}


def _whole(best: list[Fraction], columns: list[tuple[Key, int]]) -> dict[Key, int]:
    """The same weights as whole numbers."""
    scale = lcm(*(weight.denominator for weight in best))
    found: dict[Key, int] = {}
    for weight, (key, sign) in zip(best, columns, strict=True):
        if weight:
            found[key] = found.get(key, 0) + sign * int(weight * scale)
    return {key: weight for key, weight in found.items() if weight}
