"""Tensors and strings for OpenSpiel: what a seat sees now, or all that it has seen and done.

The tensor of an information state has a row for each decision that a game can have, and one more. A row says
who moved, by which action or choice, by which move (where the seat could tell), and what the seat then saw,
as `tensors` lays it out. Rows that are yet to come hold zeros.
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
    return tree.setup.players + len(_groups(tree)) + tree.setup.actions + tree.layout.size


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
        for number, told in enumerate(self._told(position, player), 1):
            rows[number, list(told)] = 1

    def _told(self, position: Position, player: int) -> list[tuple[int, ...]]:
        """For each decision so far, which numbers of its row are 1."""
        game, setup, groups = position.game, self._tree.setup, _groups(self._tree)
        moves = [move for move in game.moves if move < setup.actions]
        found: list[tuple[int, ...]] = []
        for move, (mover, told) in zip(moves, game.history(player), strict=True):
            group, _ = game.decode(move)
            row = (mover, setup.players + groups.index(group.name))
            whole = told == game.name(move)
            found.append((*row, setup.players + len(groups) + move) if whole else row)
        return found

    def string_from(self, state: Any, player: int) -> str:
        """What a player knows, as a string."""
        position: Position = state.position
        return position.information_key(player) if self._recall else position.observation(player)
