"""What is asked of a whole game for each of its cascades, and found out once for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from rulewright import core
from rulewright.cascades.graph import circles, graph, reached
from rulewright.cascades.kept import kept_guards
from rulewright.checks.effects import Reads, bodies, statements, writes

if TYPE_CHECKING:
    import networkx as nx


class Asked(NamedTuple):
    """An expression with the places and the local names that it reads."""

    expr: core.Expr
    places: frozenset[str]
    names: frozenset[str]


class Facts:
    """The trigger graph of a game and its `parts` that lead back to themselves; the reactions that can write
    a place (`writers`) or drop the line (`droppers`), themselves or in what they resolve or offer; the guards
    that are `kept` and the records that are `fixed`. What it costs grows with the game, not with its parts
    times the game."""

    def __init__(self, game: core.Game) -> None:
        self.game, self.reads = game, Reads(game)
        self._asked: dict[int, Asked] = {}
        self.made = graph(game)
        self.parts = circles(self.made)
        self.order = {name: at for at, name in enumerate(game.reactions)}
        self.kept, self.fixed = kept_guards(game), fixed(game)
        self.writers: dict[str, list[str]] = {}
        self.droppers: list[str] = []
        for reaction in game.reactions.values():
            self._note(reaction)
        self._after = _after(self.made, self.order)

    def _note(self, reaction: core.AsSoonAs | core.When) -> None:
        places, drops = set[str](), False
        for stmt in reached(self.game, reaction.body):
            places.update(access.place for access in writes(self.game, stmt))
            drops = drops or isinstance(stmt, core.DropLine)
        for place in places:
            self.writers.setdefault(place, []).append(reaction.name)
        if drops:
            self.droppers.append(reaction.name)

    def asked(self, expr: core.Expr) -> Asked:
        """What an expression reads, places and local names. Each is gone through once: it is kept, so that no
        other can have its number."""
        known = self._asked.get(id(expr))
        if known is None:
            places = frozenset(place for place, _ in self.reads.of(expr))
            names = frozenset(part.name for part in core.walk(expr) if isinstance(part, core.Local))
            known = self._asked[id(expr)] = Asked(expr, places, names)
        return known

    def is_after(self, part: tuple[str, ...], name: str) -> bool:
        """Is a reaction in a part, or does the part lead to it?"""
        return bool(self._after[part[0]] >> self.order[name] & 1)

    def in_order(self, names: set[str]) -> tuple[str, ...]:
        """Reactions in the order of the file."""
        return tuple(sorted(names, key=self.order.__getitem__))


def _after(made: nx.DiGraph[str], order: dict[str, int]) -> dict[str, int]:
    """For each reaction itself and all that it leads to, as bits by their place in the order."""
    import networkx as nx

    found: dict[str, int] = {}
    parts = nx.condensation(made)
    for number in reversed(list(nx.topological_sort(parts))):
        members = parts.nodes[number]["members"]
        mask = sum(1 << order[name] for name in members)
        for name in (other for member in members for other in made.successors(member)):
            mask |= found.get(name, 0)
        found |= dict.fromkeys(members, mask)
    return found


def fixed(game: core.Game) -> frozenset[str]:
    """The records of which no component ever moves, and all are there with any number of players."""
    moved = set(_moved(game))
    return frozenset(
        record.name
        for record in game.records.values()
        if record.name not in moved and max(record.players, default=0) <= game.low
    )


def _moved(game: core.Game) -> Iterator[str]:
    for body in bodies(game):
        for stmt in statements(body):
            if isinstance(stmt, core.Move | core.MoveAll | core.Deal):
                yield game.zones[stmt.to.zone].item
