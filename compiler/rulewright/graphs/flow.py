"""Flow: how play goes on, as a graph of the set-up, the round or turn, its decisions, actions and endings.

An edge says that its second node may come next. Nodes are the set-up, the flow, each offer and choice, the
loops and conditions around them, actions, procedures and reactions in which somebody decides, and endings.
`flow(game, written)` shows a statement as it is written: `written` gives the line of a span.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright import core
from rulewright.checks.effects import inner_blocks, statements
from rulewright.graphs.parts import add_edge, add_info, add_node, new_graph, node_id
from rulewright.report.diagnostics import Span

if TYPE_CHECKING:
    from rulewright.graphs.parts import Graph

Exits = list[tuple[str, str]]
"""Nodes after which what follows comes, each with the word on the way there."""
TESTED = {
    "at_once": "after each action",
    "end_of_turn": "at the end of the turn",
    "end_of_round": "at the end of the round",
    "after_round": "after this round",
    "rounds": "at the end of the round",
}


def flow(game: core.Game, written: Callable[[Span], str]) -> Graph:
    """The graph of how play goes on."""
    return _Walker(game, written).graph


class _Walker:
    """Walks blocks in order; `ends` are the nodes after which the next statement comes."""

    def __init__(self, game: core.Game, written: Callable[[Span], str]) -> None:
        self.graph = new_graph("flow")
        self._game, self._written = game, written
        self._asking = _asking(game)
        self._done: dict[str, Exits] = {}
        ends: Exits = []
        if game.setup is not None:
            start = add_node(self.graph, "setup", "setup", game.setup.span, game.setup.per)
            ends = self._block(game.setup.body, [(start, "then")])
        if game.flow is not None:
            self._flow(game.flow, ends)
        for reaction in game.reactions.values():
            if any(self._shows(stmt) for stmt in reaction.body):
                node = add_info(self.graph, "reaction", reaction)
                self._block(reaction.body, [(node, "then")])

    def _flow(self, flow: core.Flow, ends: Exits) -> None:
        start = add_node(self.graph, flow.sort, flow.sort, flow.span, flow.per)
        self._join(ends, start, flow.span)
        ends = self._block(flow.body, [(start, "then")])
        self._join([(node, f"next {flow.sort}") for node, _ in ends], start, flow.span)
        actions = [node_id("action", name) for name in self._game.actions]
        for ending in self._game.endings.values():
            node = add_info(self.graph, "ending", ending)
            found = [(a, "") for a in actions if a in self.graph] if ending.tested == "at_once" else ends
            self._join([(a, TESTED[ending.tested]) for a, _ in found or ends], node, ending.span)

    def _join(self, ends: Exits, node: str, span: Span) -> None:
        for end, word in ends:
            add_edge(self.graph, end, node, word, span)

    def _block(self, block: core.Block, ends: Exits) -> Exits:
        for stmt in block:
            if self._shows(stmt):
                ends = self._statement(stmt, ends)
        return ends

    def _shows(self, stmt: core.Stmt) -> bool:
        """Does somebody decide in a statement, or in what it resolves?"""
        asks = isinstance(stmt, core.Offer | core.Choose)
        asks = asks or (isinstance(stmt, core.Resolve) and stmt.procedure in self._asking)
        return asks or any(self._shows(inner) for block in inner_blocks(stmt) for inner in block)

    def _node(self, sort: str, stmt: core.Stmt, ends: Exits) -> str:
        name = f"{self._written(stmt.span)} (line {stmt.span.line})"
        node = add_node(self.graph, sort, name, stmt.span, stmt.per, node=name)
        self._join(ends, node, stmt.span)
        return node

    def _named(self, sort: str, info: core.Action | core.Procedure) -> str:
        """The node of an action or procedure; its body is walked once, and `_done` keeps where it ends."""
        node = add_info(self.graph, sort, info)
        if node not in self._done:
            self._done[node] = [(node, "then")]
            self._done[node] = self._block(info.body, [(node, "then")])
        return node

    def _statement(self, stmt: core.Stmt, ends: Exits) -> Exits:
        match stmt:
            case core.Offer():
                return self._offer(stmt, ends)
            case core.Resolve(procedure=name):
                self._join(ends, self._named("procedure", self._game.procedures[name]), stmt.span)
                return self._done[node_id("procedure", name)]
            case core.Choose():
                node = self._node("choice", stmt, ends)
                done = self._block(stmt.body, [(node, "chosen")])
                return _both(done, self._block(stmt.or_else or (), [(node, "or else")]))
            case core.Each() | core.Repeat():
                node = self._node("loop", stmt, ends)
                self._join(
                    [(n, "next") for n, _ in self._block(stmt.body, [(node, "each")])], node, stmt.span
                )
                return [(node, "done")]
            case core.IfStmt():
                node = self._node("condition", stmt, ends)
                done = self._block(stmt.then, [(node, "yes")])
                return _both(done, self._block(stmt.otherwise, [(node, "otherwise")]))
            case core.MatchStmt():
                node, done = self._node("condition", stmt, ends), Exits()
                for case in stmt.cases:
                    done = _both(done, self._block(case.body, [(node, case.word)]))
                rest = stmt.otherwise
                return done if rest is None else _both(done, self._block(rest, [(node, "otherwise")]))
        return ends

    def _offer(self, stmt: core.Offer, ends: Exits) -> Exits:
        node = self._node("offer", stmt, ends)
        exits: Exits = []
        for name in stmt.actions:
            action = self._named("action", self._game.actions[name])
            add_edge(self.graph, node, action, "may play", stmt.span)
            after = self._done[action]
            if stmt.until not in (None, name):
                self._join([(n, "again") for n, _ in after], node, stmt.span)
            else:
                exits = _both(exits, after)
        if stmt.otherwise is not None:
            exits = _both(exits, self._block(stmt.otherwise, [(node, "otherwise")]))
        return exits


def _both(one: Exits, other: Exits) -> Exits:
    return list(dict.fromkeys([*one, *other]))


def _asking(game: core.Game) -> set[str]:
    """The procedures in which somebody decides, also in what they resolve."""
    found: set[str] = set()
    while True:
        new = {
            name
            for name, procedure in game.procedures.items()
            if name not in found
            and any(
                isinstance(s, core.Offer | core.Choose)
                or (isinstance(s, core.Resolve) and s.procedure in found)
                for s in statements(procedure.body)
            )
        }
        if not new:
            return found
        found |= new
