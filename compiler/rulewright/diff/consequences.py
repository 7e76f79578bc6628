"""Consequences: the second layer of a diff, what each change reaches and what it can break.

A change has one or more classes, from the tables `kinds.csv` and `uses.csv`, and with them a level for each
of those who rely on the rules: `games` in progress, saved `replays`, `agents` that were trained or written,
and `printed` components and rulebooks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from rulewright import core
from rulewright.diff.change import Change
from rulewright.diff.data import rows
from rulewright.diff.side import Side
from rulewright.diff.uses import UNITS, Uses
from rulewright.record import record

if TYPE_CHECKING:
    from rulewright.graphs.parts import Graph

AUDIENCES = ("games", "replays", "agents", "printed")
LEVELS = ("safe", "risky", "breaking")
BY_USE = "by use"
TEXT = "text only"
INFORMATION = "different information"
SORTS = {"kinds": "kind", "card": "record", "pawn": "piece", "man": "piece", "spaces": "kind"}


@record
class Consequence:
    """A change with its classes, its level for each audience, and the rules that it reaches."""

    change: Change
    classes: tuple[str, ...]
    levels: Mapping[str, str]
    reaches: tuple[str, ...]

    @property
    def level(self) -> str:
        """The worst of its levels."""
        return worst(self.levels.values())

    @property
    def is_text(self) -> bool:
        """Does it change nothing in play?"""
        return self.classes == (TEXT,)


def worst(levels: Iterable[str]) -> str:
    """The highest of some levels.

    >>> worst(["safe", "breaking", "risky"]), worst([])
    ('breaking', 'safe')
    """
    return max(levels, key=LEVELS.index, default="safe")


def consequences(old: Side, new: Side, changes: Sequence[Change]) -> list[Consequence]:
    """What each change does, in the order of the changes."""
    before, after = (None if side.game is None else _Rules(side.game) for side in (old, new))
    return [_consequence(change, after if change.new is not None else before) for change in changes]


def _consequence(change: Change, rules: _Rules | None) -> Consequence:
    row = _row(change)
    classes = tuple(row["class"].split(" + "))
    if classes == (BY_USE,):
        classes = _by_use(change, rules)
    elif rules is not None and change.sort in UNITS and rules.is_only_setup(change):
        classes = ("different setup",)
    reaches = rules.reached(change) if rules is not None and classes != (TEXT,) else ()
    return Consequence(change, classes, _levels(classes, row), reaches)


def _row(change: Change) -> Mapping[str, str]:
    """The line of the table of kinds that a change falls under: by a step of its way, and by the declaration
    only where that is changed as a whole."""
    steps = change.way[1:] or change.way
    for row in rows("kinds"):
        here = fnmatchcase(change.sort, row["sort"]) and fnmatchcase(change.how, row["how"])
        if here and (row["part"] == "*" or any(fnmatchcase(step, row["part"]) for step in steps)):
            return row
    raise AssertionError("the table of kinds ends with a line for all")


def _by_use(change: Change, rules: _Rules | None) -> tuple[str, ...]:
    """The classes of a value, by who reads it. What nobody reads is text; where a side has no meaning it may
    be anything."""
    if rules is None:
        return ("different effect",)
    column = _column(change)
    key = SORTS.get(change.sort, change.sort), change.name
    shown = column is not None and rules.game.records[change.name].fields[column].seen_by_all
    return (*rules.uses.classes(key, column), *((INFORMATION,) if shown else ())) or (TEXT,)


def _column(change: Change) -> str | None:
    """The column that a changed cell stands in."""
    if change.way != ("Table.cell",) or change.sort == "spaces":
        return None
    return change.what.strip("`").rpartition(".")[2]


def _levels(classes: Sequence[str], row: Mapping[str, str]) -> dict[str, str]:
    """For each audience the worst level of the classes, or what the line says of itself."""
    by_class = {one["class"]: one for one in rows("classes")}
    found = {each: worst(by_class[name][each] for name in classes) for each in AUDIENCES}
    if classes == (TEXT,) and row["class"] == BY_USE:
        return {**found, "printed": row["printed"] or found["printed"]}
    return {each: row[each] or found[each] for each in AUDIENCES}


class _Rules:
    """A checked game with its graphs, made when they are asked for."""

    def __init__(self, game: core.Game) -> None:
        self.game = game
        self.uses = Uses(game)
        self._graphs: tuple[Graph, Graph] | None = None

    @property
    def graphs(self) -> tuple[Graph, Graph]:
        """What sets off what, and what needs what."""
        if self._graphs is None:
            from rulewright.graphs.dependencies import dependencies
            from rulewright.graphs.triggers import triggers

            self._graphs = triggers(self.game), dependencies(self.game)
        return self._graphs

    def reached(self, change: Change) -> tuple[str, ...]:
        """The rules that need what has changed, and those that it sets off."""
        import networkx as nx

        triggers, needs = self.graphs
        node = self.node(change)
        column = _column(change)
        found: set[str] = set()
        if column is not None:
            readers = {_node(*self.uses.known(use.by)) for use in self.uses.columns[change.name, column]}
            found = {node for node in readers if node in needs}
            for reader in list(found):
                found |= nx.ancestors(needs, reader)
        elif node in needs:
            found = set(nx.ancestors(needs, node))
        if node in triggers:
            found |= nx.descendants(triggers, node)
        order = [*needs, *triggers]
        return tuple(dict.fromkeys(each for each in order if each in found and each != node))

    def is_only_setup(self, change: Change) -> bool:
        """Does nothing but set-up lead to a procedure, an event or a reaction?"""
        import networkx as nx

        triggers, node = self.graphs[0], self.node(change)
        if node not in triggers:
            return False
        roots = {each for each in nx.ancestors(triggers, node) if triggers.nodes[each]["sort"] not in UNITS}
        return roots == {"setup"}

    def node(self, change: Change) -> str:
        """What the graphs call the declaration of a change; a board is memory to them."""
        sort = SORTS.get(change.sort, change.sort)
        return _node("memory" if change.name in self.game.boards else sort, change.name)


def _node(sort: str, name: str) -> str:
    return sort if name in ("", sort) else f"{sort} {name}"
