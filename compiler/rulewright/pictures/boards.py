"""Boards of signs: squares drawn as a grid and hexagons leaning, numbers and letters at their sides.

`drawings(game)` says where each space is drawn and which letter each piece has; `drawn` fills in what stands
there. Spaces that lie on no plane (rings, maps) have none here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from string import ascii_lowercase

from rulewright import core
from rulewright.elaborate.shapes import letters
from rulewright.machine.words import value_words
from rulewright.record import record

FREE = "."
OF_NOBODY = "#*+%&@$"
HEXAGONAL = 6  # directions
Place = tuple[int, int]


@record
class Drawing:
    """Where the spaces of a board lie, by their names, x to the right and y downwards; what stands at its
    sides; and the sign for each piece, by what views call it."""

    places: Mapping[str, Place]
    sides: Mapping[Place, str]
    signs: Mapping[str, str]


def drawings(game: core.Game) -> dict[str, Drawing]:
    """The drawing of each board whose spaces have columns and rows."""
    return {
        name: _drawing(game, board, game.spaces[board.spaces])
        for name, board in game.boards.items()
        if game.spaces[board.spaces].columns
    }


def _drawing(game: core.Game, board: core.Board, spaces: core.Spaces) -> Drawing:
    signs = _signs(game, board)
    half = (max(map(len, [letters(max(spaces.columns)), *signs.values()])) + 2) // 2
    lean = len(spaces.directions) == HEXAGONAL

    def at(column: int, row: int) -> Place:
        return (2 * column - (row if lean else 0)) * half, -row

    planes = list(zip(spaces.columns, spaces.rows, strict=True))
    names = [word.name for word in game.kinds[board.spaces].words]
    sides: dict[Place, str] = {}
    for column in set(spaces.columns):
        sides[at(column, min(r for c, r in planes if c == column) - 1)] = letters(column)
    for row in set(spaces.rows):
        x, y = at(min(c for c, r in planes if r == row), row)
        number = str(row)
        sides[x - 1 - len(number), y] = number
    places = {name: at(*place) for name, place in zip(names, planes, strict=True)}
    left = min(x for x, _ in (*places.values(), *sides))
    return Drawing(
        {name: (x - left, y) for name, (x, y) in places.items()},
        {(x - left, y): text for (x, y), text in sides.items()},
        signs,
    )


# ---- signs


def _signs(game: core.Game, board: core.Board) -> dict[str, str]:
    """A letter of the seat, or where there are several pieces, of the piece: large for the first of two
    seats, small for the second; with more seats, both letters."""
    men = game.kinds[board.men]
    owned = [word.name for word in men.words if word.params]
    seats = _initials(game.seats)
    pieces = _initials(owned)
    nobody = iter(OF_NOBODY)
    signs: list[str] = []
    for word in men.words:
        if not word.params:
            signs.append(next(nobody, "?"))
        elif len(owned) == 1:
            signs += seats
        else:
            piece = pieces[owned.index(word.name)]
            both = [piece.upper(), piece]
            signs += both if len(seats) == 2 else [f"{seat}{piece.upper()}" for seat in seats]
    return dict(zip(value_words(game, core.KindType(board.men)), signs, strict=True))


def _initials(names: Iterable[str]) -> list[str]:
    """A letter for each name, its first that no other has.

    >>> _initials(["man", "marshal", "king"])
    ['m', 'a', 'k']
    """
    found: list[str] = []
    for name in names:
        own = [char for char in name.lower() if char.isalpha()]
        found.append(next((char for char in (*own, *ascii_lowercase) if char not in found), "?"))
    return found


# ---- what stands where


def drawn(drawing: Drawing, standing: Mapping[str, str | None]) -> list[str]:
    """The lines of a board; `standing` has what a view says of each space."""
    signs = {
        place: drawing.signs[man] if (man := standing[name]) is not None else FREE
        for name, place in drawing.places.items()
    }
    rows: dict[int, list[tuple[int, str]]] = {}
    for (x, y), text in {**drawing.sides, **signs}.items():
        rows.setdefault(y, []).append((x, text))
    return [_row(row) for _, row in sorted(rows.items())]


def _row(signs: Iterable[tuple[int, str]]) -> str:
    line = ""
    for x, text in sorted(signs):
        line = f"{line:<{x}}{text}"
    return line


def legend(drawing: Drawing, standing: Mapping[str, str | None]) -> Iterator[tuple[str, str]]:
    """The sign and the name of each piece that stands on a board."""
    there = set(standing.values())
    return ((sign, man) for man, sign in drawing.signs.items() if man in there)
