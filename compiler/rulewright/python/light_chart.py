"""Charts: small games that go from node to node of all positions that there can be.

`chart(play, light, moves)` gives the methods of a charted game, where there is one: `light` are those of the
light game, `moves` is how many numbers of moves there are. Boards have few spaces then, and each move takes a
free one: no position comes again, and what it leads to needs to be worked out only once. It is known who has
won.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import prod

from rulewright.python.functions import Function, function
from rulewright.python.layout import Lines
from rulewright.python.light_body import REFUSED, Body
from rulewright.python.light_play import GAME_ARGS, LEGAL, LEGAL_ARGS, PLAYS, Play
from rulewright.python.light_spaces import Held

MOST = 200_000  # positions, each with so many places as there are moves


def chart(play: Play, light: Sequence[Function], moves: int) -> tuple[Function, ...]:
    """The methods of a charted game; none where there is no chart."""
    if not _is_small(play, moves) or not all(_fills(body, play.held) for body in _bodies(play)):
        return ()
    if play.held.lists or play.held.dicts or not _plays_all(play, light):
        return ()
    fused = next((function for function in light if function.name == "played_out"), None)
    return () if fused is None else (_legal_moves(moves), _apply(moves), _played_out(fused, moves))


def _bodies(play: Play) -> Iterator[Body]:
    return (body for seat in play.seats for body in seat.bodies.values())


def _plays_all(play: Play, light: Sequence[Function]) -> bool:
    """Is a light game never in want of a full one to play a legal move?"""
    full = any("self._refused()" in str(function.lines) for function in light)
    full = full or any(REFUSED in str(body.lines) for body in _bodies(play))
    return not full and not any(seat.known.asked for seat in play.seats)


def _is_small(play: Play, moves: int) -> bool:
    """Are there few positions, by the spaces and the pieces that there are?"""
    game = play.seats[0].python.game
    size = {name: game.kinds[board.spaces].size for name, board in game.boards.items()}
    positions: int = prod(len(sets) ** size[board] for board, sets in play.held.boards.items())
    return positions * moves <= MOST


def _fills(body: Body, held: Held) -> bool:
    """Does a move take a free space, and leave none?"""
    free = {sets[-1] for sets in held.boards.values()}
    return bool(body.fills) and not free & set(body.gained)


def _legal_moves(moves: int) -> Function:
    """What may be chosen."""
    lines: Lines = ["if seat is not None and seat != self.to_move:", ["return []"]]
    lines.append(f"return self.node[{moves}].copy()  # type: ignore[no-any-return]")
    return function("legal_moves", LEGAL_ARGS, "list[int]", LEGAL, lines)


def _apply(moves: int) -> Function:
    """A move: what is none leads to nothing that has a place for whose turn it is."""
    refused: Lines = ["self._otherwise(move, seat)", "return"]
    lines: Lines = [
        "try:",
        ["node = self.node[move]", f"turn = node[{moves + 1}]"],
        "except (IndexError, TypeError):",
        refused,
        "if seat is None and move >= 0:",
        [
            "self.moves.append(move)",
            "self.node = node",
            "self._to_move = turn",
            "if turn is None:",
            ["self._over = True", "self._ended = node[0]"],
        ],
        "else:",
        ["self._otherwise(move, seat)"],
    ]
    return function("apply", GAME_ARGS, "None", PLAYS, lines)


def _played_out(light: Function, moves: int) -> Function:
    """As `played_out` of the light games, which play until there is a chart."""
    lines: Lines = [
        "if cls.root is None:",
        ["begun(0)", "return Light.played_out(draw)"],
        "node, plies = cls.root, 0",
        f"while legal := node[{moves}]:",
        ["node = node[legal[draw() * len(legal) >> 32]]", "plies += 1"],
        "return plies, node[0][1]",
    ]
    made = function("played_out", light.args, light.result, light.doc, lines)
    return replace(made, decorator="classmethod")
