"""Triggers: which reaction can set off which, as a networkx graph, and the loops in it.

An edge from a to b says that a statement of a (or of a procedure that it resolves) writes what the condition
of b reads; it carries that statement's span. A loop is accepted when every statement on it comes with one
that uses something up: a component enters a zone that no statement of the loop takes from, or a set that
nothing in the loop takes from grows. Everything else is reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright import core
from rulewright.diagnostics import Note, Report
from rulewright.effects import Reads, inner_blocks, writes
from rulewright.record import record

if TYPE_CHECKING:
    import networkx as nx

LOOP = "RW310"


@record
class Reached:
    """A verb that a reaction can run, and the verbs of the blocks around it: all run before or after it."""

    verb: core.Stmt
    beside: tuple[core.Stmt, ...]


def triggers(game: core.Game) -> nx.DiGraph[str]:
    """The trigger graph: reactions by name; edges hold `by`, the verbs that set off."""
    import networkx as nx

    graph: nx.DiGraph[str] = nx.DiGraph()
    reads = Reads(game)
    wanted: dict[str, set[str]] = {}
    for reaction in _reactions(game):
        graph.add_node(reaction.name)
        for place, _ in reads.of(reaction.condition):
            wanted.setdefault(place, set()).add(reaction.name)
    for name, body in ((r.name, r.body) for r in game.reactions.values()):
        graph.add_node(name)
        for reached in reached_verbs(game, body):
            for other in _set_off(game, reached.verb, wanted):
                _edge(graph, name, other, reached)
    return graph


def _set_off(game: core.Game, verb: core.Stmt, wanted: dict[str, set[str]]) -> Iterator[str]:
    """The reactions that a verb can start."""
    for access in writes(game, verb):
        yield from wanted.get(access.place, ())
    if isinstance(verb, core.Trigger):
        yield from (r.name for r in game.reactions.values() if isinstance(r, core.When) and r.event == verb.event)


def _edge(graph: nx.DiGraph[str], a: str, b: str, reached: Reached) -> None:
    if not graph.has_edge(a, b):
        graph.add_edge(a, b, by=[])
    if reached not in graph.edges[a, b]["by"]:
        graph.edges[a, b]["by"].append(reached)


def _reactions(game: core.Game) -> list[core.AsSoonAs]:
    return [reaction for reaction in game.reactions.values() if isinstance(reaction, core.AsSoonAs)]


def reached_verbs(
    game: core.Game, block: core.Block, around: tuple[core.Stmt, ...] = (), seen: frozenset[str] = frozenset()
) -> Iterator[Reached]:
    """All verbs that a block can run, procedures too, each with the verbs beside it."""
    beside = around + tuple(stmt for stmt in block if writes(game, stmt))
    for stmt in block:
        if writes(game, stmt) or isinstance(stmt, core.Trigger):
            yield Reached(stmt, beside)
        if isinstance(stmt, core.Resolve) and stmt.procedure not in seen:
            body = game.procedures[stmt.procedure].body
            yield from reached_verbs(game, body, beside, seen | {stmt.procedure})
        for inner in inner_blocks(stmt):
            yield from reached_verbs(game, inner, beside, seen)


def check(game: core.Game, report: Report) -> None:
    """Reports each loop of reactions that nothing is seen to stop."""
    import networkx as nx

    graph = triggers(game)
    for component in nx.strongly_connected_components(graph):
        loop = graph.subgraph(component)
        edges: list[Reached] = [reached for _, _, data in loop.edges(data=True) for reached in data["by"]]
        endless = [reached for reached in edges if not _uses_up(game, reached, edges)]
        if endless:
            _report_loop(game, sorted(component), endless, report)


def _uses_up(game: core.Game, reached: Reached, edges: list[Reached]) -> bool:
    """Is something beside a verb used up for good, as far as the loop's statements go?"""
    return any(_only_grows(game, stmt, edges) for stmt in reached.beside)


def _only_grows(game: core.Game, stmt: core.Stmt, edges: list[Reached]) -> bool:
    others = [verb for reached in edges for verb in (reached.verb, *reached.beside)]
    match stmt:
        case core.Move(to=to):
            return not any(_takes_from(verb, to.zone) for verb in others)
        case core.Remember(op="add", target=target) if isinstance(target.type, core.SetType):
            return not any(_forgets(verb, target.name) for verb in others)
    return False


def _takes_from(verb: core.Stmt, zone: str) -> bool:
    if isinstance(verb, core.Move):
        return verb.source is not None and verb.source.zone == zone and verb.to.zone != zone
    return isinstance(verb, core.MoveAll | core.Deal) and verb.source.zone == zone


def _forgets(verb: core.Stmt, memory: str) -> bool:
    return isinstance(verb, core.Remember) and verb.target.name == memory and verb.op != "add"


def _report_loop(game: core.Game, names: list[str], endless: list[Reached], report: Report) -> None:
    reaction = game.reactions[names[0]]
    loop = " and ".join(names)
    message = f"{loop} can set off {'itself' if len(names) == 1 else 'each other'} without end"
    text = "this can set it off again, and nothing beside it is used up"
    spans = dict.fromkeys(reached.verb.span for reached in endless)
    notes = tuple(Note(text, span) for span in list(spans)[:3])
    report.add(LOOP, message, reaction.span, "let each round of it use something up: a card, a token, a set that grows", notes)
