"""Triggers: what sets off what, as a graph of set-up, flow, actions, procedures, events and reactions.

An edge says that its first node offers an action, resolves a procedure, triggers an event, starts the
reactions to it, or writes what the condition of a reaction `as soon as` reads; it carries the word and the
line. `through`, where it is there, tells by the words of a verb which defines read what it writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright import core
from rulewright.checks.case_reads import Cases
from rulewright.checks.effects import Reads, statements, writes
from rulewright.graphs.parts import add_edge, add_info, add_node, inner_verb, new_graph, node_id

if TYPE_CHECKING:
    from rulewright.graphs.parts import Graph

ORDERS = {"in_line": "in line", "at_once": "at once"}


def triggers(game: core.Game) -> Graph:
    """The graph of what sets off what in a checked game."""
    graph = new_graph("triggers")
    units = list(_units(game, graph))
    conditions = _Conditions(game)
    for node, body, fires in units:
        for stmt in statements(body):
            for other, verb in _sets_off(stmt, fires):
                add_edge(graph, node, other, verb, stmt.span)
            for name, place, way in conditions.read_by(stmt) if fires else ():
                verb = f"{inner_verb(stmt)} {place}"
                add_edge(graph, node, node_id("reaction", name), verb, stmt.span, way)
    for reaction in game.reactions.values():
        if isinstance(reaction, core.When):
            event, node = node_id("event", reaction.event), node_id("reaction", reaction.name)
            add_edge(graph, event, node, _answer(reaction), reaction.span)
    return graph


def _units(game: core.Game, graph: Graph) -> Iterator[tuple[str, core.Block, bool]]:
    """The node and body of each unit, and whether what it does can set off reactions."""
    for flow in (game.setup, game.flow):
        if flow is not None:
            node = add_node(graph, flow.sort, flow.sort, flow.span, flow.per)
            yield node, flow.body, flow is not game.setup
    for event in game.events.values():
        add_info(graph, "event", event)
    for sort, table in (
        ("action", game.actions),
        ("procedure", game.procedures),
        ("reaction", game.reactions),
    ):
        for info in table.values():
            yield add_info(graph, sort, info), info.body, True


def _sets_off(stmt: core.Stmt, fires: bool) -> Iterator[tuple[str, str]]:
    """What a statement offers, resolves or triggers, and the words for it."""
    match stmt:
        case core.Offer(actions=actions):
            yield from ((node_id("action", name), "offer") for name in actions)
        case core.Resolve(procedure=name):
            yield node_id("procedure", name), "resolve"
        case core.Trigger(event=name) if fires:
            yield node_id("event", name), "trigger"


def _answer(reaction: core.When) -> str:
    guarded = " if ..." if reaction.guard is not None else ""
    once = " once each" if reaction.once_each else ""
    limited = "" if reaction.limit is None else f", limited for a {reaction.limit.period}"
    return f"when{guarded}, {ORDERS[reaction.order]}{once}{limited}"


class _Conditions:
    """What the conditions of reactions `as soon as` read, as far as the tables tell, and by which defines."""

    def __init__(self, game: core.Game) -> None:
        self._game = game
        self._reads = Reads(game)
        self._readers: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
        for reaction in game.reactions.values():
            if isinstance(reaction, core.AsSoonAs):
                cases = Cases(game, reaction)
                for place, way in self._places(reaction.condition):
                    if cases.reading({place}):
                        self._readers.setdefault(place, []).append((reaction.name, way))

    def _places(self, condition: core.Expr) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each place that a condition reads, with the defines on the shortest way to it."""
        found: set[str] = set()
        seen: set[str] = set()
        waiting: list[tuple[core.Expr, tuple[str, ...]]] = [(condition, ())]
        for expr, way in waiting:
            calls = dict.fromkeys(part.define for part in core.walk(expr) if isinstance(part, core.Call))
            within = {place for name in calls for place, _ in self._reads.of(self._game.defines[name].value)}
            direct = {place for place, _ in self._reads.own(expr)}
            yield from ((place, way) for place in sorted(direct - found))
            found |= direct
            if within - found:
                new = [name for name in calls if name not in seen]
                waiting += [(self._game.defines[name].value, (*way, name)) for name in new]
                seen.update(new)

    def read_by(self, stmt: core.Stmt) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """The reactions that a verb can make ready, each with the place that it writes and who reads it."""
        for access in writes(self._game, stmt):
            for name, way in self._readers.get(access.place, ()):
                yield name, _shown(access.place), way


def _shown(place: str) -> str:
    """A place as rules name it.

    >>> _shown("zone:hand"), _shown("zone:supply:Coin")
    ('hand', 'supply[Coin]')
    """
    name = place.partition(":")[2]
    return f"supply[{name.removeprefix('supply:')}]" if name.startswith("supply:") else name
