"""Triggers: which reaction can set off which, as a networkx graph, and the loops in it.

An edge from a to b says that a statement of a (or of a procedure it resolves) writes what the condition
of b reads, or raises its event; it carries that statement. A loop is accepted when every statement on it
comes with one that uses something up: a component enters a zone that no statement of the loop takes from;
pieces do, or a set grows that nothing in the loop takes from, where what was asked on the way reads that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright import core
from rulewright.checks.effects import Reads, expressions, inner_blocks, writes
from rulewright.record import record
from rulewright.report.diagnostics import Note, Report

if TYPE_CHECKING:
    import networkx as nx

LOOP = "RW310"


@record
class Reached:
    """A verb that a reaction can run, the verbs of the blocks around it, which all run too, and what is asked
    on the way to it."""

    verb: core.Stmt
    beside: tuple[core.Stmt, ...]
    asked: tuple[core.Expr, ...] = ()


def triggers(game: core.Game) -> nx.DiGraph[str]:
    """The trigger graph: reactions by name; edges hold `by`, the verbs that set off."""
    import networkx as nx

    graph: nx.DiGraph[str] = nx.DiGraph()
    reads = Reads(game)
    wanted: dict[str, set[str]] = {}
    for soon in _reactions(game):
        for place, _ in reads.of(soon.condition):
            wanted.setdefault(place, set()).add(soon.name)
    for reaction in game.reactions.values():
        graph.add_node(reaction.name)
        first = reaction.condition if isinstance(reaction, core.AsSoonAs) else reaction.guard
        for reached in reached_verbs(game, reaction.body, asked=(first,) if first is not None else ()):
            for other in _set_off(game, reached.verb, wanted):
                _edge(graph, reaction.name, other, reached)
    return graph


def _set_off(game: core.Game, verb: core.Stmt, wanted: dict[str, set[str]]) -> Iterator[str]:
    """The reactions that a verb can start."""
    for access in writes(game, verb):
        yield from wanted.get(access.place, ())
    if isinstance(verb, core.Trigger):
        yield from (
            r.name for r in game.reactions.values() if isinstance(r, core.When) and r.event == verb.event
        )


def _edge(graph: nx.DiGraph[str], a: str, b: str, reached: Reached) -> None:
    if not graph.has_edge(a, b):
        graph.add_edge(a, b, by=[])
    if reached not in graph.edges[a, b]["by"]:
        graph.edges[a, b]["by"].append(reached)


def _reactions(game: core.Game) -> list[core.AsSoonAs]:
    return [reaction for reaction in game.reactions.values() if isinstance(reaction, core.AsSoonAs)]


def reached_verbs(
    game: core.Game,
    block: core.Block,
    around: tuple[core.Stmt, ...] = (),
    seen: frozenset[str] = frozenset(),
    asked: tuple[core.Expr, ...] = (),
) -> Iterator[Reached]:
    """All verbs that a block can run, procedures too, each with the verbs beside it."""
    beside = around + tuple(stmt for stmt in block if writes(game, stmt))
    for stmt in block:
        if writes(game, stmt) or isinstance(stmt, core.Trigger):
            yield Reached(stmt, beside, asked)
        if isinstance(stmt, core.Resolve) and stmt.procedure not in seen:
            body = game.procedures[stmt.procedure].body
            yield from reached_verbs(game, body, beside, seen | {stmt.procedure}, asked)
        for inner in inner_blocks(stmt):
            yield from reached_verbs(game, inner, beside, seen, (*asked, *expressions(stmt)))


def check(game: core.Game, report: Report) -> None:
    """Reports each loop of reactions that nothing is seen to stop.

    Verbs that use up what nothing in their loop gives back can run only so often: they are taken out, and
    what remains is looked at again, until no loop is left or nothing more can be taken out.
    """
    graph = triggers(game)
    edges = [(a, b, reached) for a, b, data in graph.edges(data=True) for reached in data["by"]]
    waiting = _loops(edges)
    while waiting:
        loop = waiting.pop()
        verbs = [reached for _, _, reached in loop]
        rest = [edge for edge in loop if not _uses_up(game, edge[2], verbs)]
        if len(rest) < len(loop):
            waiting.extend(_loops(rest))
        else:
            names = sorted({name for a, b, _ in loop for name in (a, b)})
            _report_loop(game, names, verbs, report)


def _loops(edges: list[tuple[str, str, Reached]]) -> list[list[tuple[str, str, Reached]]]:
    """The edges of each strongly connected part that has any."""
    import networkx as nx

    graph: nx.DiGraph[str] = nx.DiGraph((a, b) for a, b, _ in edges)
    parts = [
        [e for e in edges if e[0] in part and e[1] in part]
        for part in nx.strongly_connected_components(graph)
    ]
    return [part for part in parts if part]


def _uses_up(game: core.Game, reached: Reached, edges: list[Reached]) -> bool:
    """Is something beside a verb used up for good, as far as the loop's statements go?"""
    return any(_only_grows(game, stmt, reached, edges) for stmt in reached.beside)


def _only_grows(game: core.Game, stmt: core.Stmt, reached: Reached, edges: list[Reached]) -> bool:
    others = [verb for reached in edges for verb in (reached.verb, *reached.beside)]
    match stmt:
        case core.Move(to=to):
            source = _comes_from(stmt)
            elsewhere = source is not None and source.zone != to.zone
            return elsewhere and not any(_takes_from(game, verb, to.zone) for verb in others)
        case core.Remember(op="add", target=target) if isinstance(target.type, core.SetType):
            return _asks(game, reached, f"memory:{target.name}") and not any(
                _forgets(v, target.name) for v in others
            )
        case core.Remember(op="set", target=target, value=core.Const(value=value)) if isinstance(
            target.type, core.YesNo
        ):
            return _asks(game, reached, f"memory:{target.name}") and not any(
                _unsets(v, target.name, value) for v in others
            )
        case core.MovePieces(source=source, to=to):
            return _asks(game, reached, f"zone:{source.zone}") and not any(
                _takes_from(game, verb, to.zone) for verb in others
            )
    return False


def _asks(game: core.Game, reached: Reached, place: str) -> bool:
    """Is a place read on the way to a verb, so that it can be expected to change something?"""
    return any(place == read for expr in reached.asked for read, _ in Reads(game).of(expr))


def _comes_from(stmt: core.Move) -> core.ZoneRef | None:
    """Where a component is known to lie before it moves; what an event brings may lie anywhere."""
    return stmt.what.zone if isinstance(stmt.what, core.EndOf) else stmt.source


def _takes_from(game: core.Game, verb: core.Stmt, zone: str) -> bool:
    if isinstance(verb, core.Move):
        source, same = _comes_from(verb), game.zones[verb.to.zone].item == game.zones[zone].item
        return same and (source is None or source.zone == zone) and verb.to.zone != zone
    return isinstance(verb, core.MoveAll | core.Deal | core.MovePieces) and verb.source.zone == zone


def _forgets(verb: core.Stmt, memory: str) -> bool:
    return isinstance(verb, core.Remember) and verb.target.name == memory and verb.op != "add"


def _unsets(verb: core.Stmt, memory: str, value: int) -> bool:
    if not isinstance(verb, core.Remember) or verb.target.name != memory:
        return False
    return not (verb.op == "set" and isinstance(verb.value, core.Const) and verb.value.value == value)


def _report_loop(game: core.Game, names: list[str], endless: list[Reached], report: Report) -> None:
    reaction = game.reactions[names[0]]
    loop = " and ".join(names)
    message = f"{loop} can set off {'itself' if len(names) == 1 else 'each other'} without end"
    text = "this can set it off again, and nothing beside it is used up"
    spans = dict.fromkeys(reached.verb.span for reached in endless)
    notes = tuple(Note(text, span) for span in list(spans)[:3])
    report.add(
        LOOP,
        message,
        reaction.span,
        "let each round of it use something up: a card, a token, a set that grows",
        notes,
    )
