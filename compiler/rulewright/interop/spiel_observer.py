"""Tensors and strings for OpenSpiel: what a seat sees now, or all that it has seen and done.

The tensor of an information state has a row for each decision that a game can have, and one more. A row says
for each seat which action or choice it made last, and which move (where the one that looks could tell); then
what was seen, as `tensors` lays it out. Rows that are yet to come hold zeros.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rulewright.interop.positions import Position, Tree

LARGEST = 1 << 20
"""Numbers in a tensor; an information state that needs more has a string only."""


def _groups(tree: Tree) -> list[str]:
    return [group.name for group in tree.setup.rules.groups if not group.chance]


def _row(tree: Tree) -> int:
    """How many numbers a row of an information state has."""
    return tree.setup.players * (len(_groups(tree)) + tree.setup.actions) + tree.layout.size


def recall_fits(tree: Tree) -> bool:
    """Can the information states of a game be told by a tensor?"""
    return tree.facts.whole and (tree.longest + 1) * _row(tree) <= LARGEST


class Observer:
    """As OpenSpiel wants it: `tensor` is filled by `set_from`, `dict` has its parts by name."""

    def __init__(self, tree: Tree, recall: bool) -> None:
        self._tree = tree
        self._recall = recall
        self.tensor: Any
        self.dict: dict[str, Any]
        if not recall:
            self.tensor = np.zeros(tree.layout.size, np.float32)
            self.dict = {
                part.name: self.tensor[part.at : part.at + part.size].reshape(part.shape)
                for part in tree.layout.parts
            }
        elif recall_fits(tree):
            self.tensor = np.zeros((tree.longest + 1) * _row(tree), np.float32)
            self.dict = {"history": self.tensor.reshape(tree.longest + 1, _row(tree))}
        else:
            self.tensor, self.dict = np.zeros(0, np.float32), {}

    def set_from(self, state: Any, player: int) -> None:
        """Fills the tensor with what a player knows."""
        position: Position = state.position
        if not self._recall:
            self.tensor[:] = position.numbers(player)
        elif self.dict:
            self.tensor.fill(0)
            self._fill(position, player)

    def _fill(self, position: Position, player: int) -> None:
        rows, first = self.dict["history"], _row(self._tree) - self._tree.layout.size
        for seen in position.recalled():
            rows[seen.decisions, first:] = seen.numbers(player)
        for after in position.line():
            for seat, move in after.step if after.before is not None else ():
                if seat >= 0:
                    rows[after.decisions, self._told(after.before, seat, move, player)] = 1

    def _told(self, before: Any, seat: int, move: int, player: int) -> list[int]:
        """Which numbers of its row a move makes 1."""
        game, groups = before.game, _groups(self._tree)
        group, _ = game.decode(move)
        first = seat * (len(groups) + self._tree.setup.actions)
        found = [first + groups.index(group.name)]
        if seat == player or game.name(move, seat=player) == game.name(move):
            found.append(first + len(groups) + move)
        return found

    def string_from(self, state: Any, player: int) -> str:
        """What a player knows, as a string."""
        position: Position = state.position
        return position.information_key(player) if self._recall else position.observation(player)
