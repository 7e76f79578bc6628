"""Aid: what a player wants to see at a glance, on one page of paper."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import core
from rulewright.booklet.spoken import Speech, plain
from rulewright.elaborate.texts import statements
from rulewright.record import record

MOST = 14  # lines of a part


@record
class Move:
    """What a player may do: its words (True: one for a part of it), why it may be refused, clauses."""

    parts: tuple[tuple[str, bool], ...]
    reasons: tuple[str, ...]
    per: tuple[str, ...]


@record
class Aid:
    """The turn in the words of the rulebook, the moves, what happens of itself."""

    sort: str
    turn: tuple[tuple[str, str], ...]
    moves: tuple[Move, ...]
    reactions: tuple[tuple[str, str], ...]


def aid(game: core.Game, say: Speech) -> Aid:
    """Take a game, give what its player aid says; each part keeps to what fits."""
    sort = "" if game.flow is None else game.flow.sort
    return Aid(
        sort, tuple(_turn(game))[:MOST], tuple(_moves(game, say))[:MOST], tuple(_reactions(game))[:MOST]
    )


def _turn(game: core.Game) -> Iterator[tuple[str, str]]:
    """The clauses that the flow follows, in its order."""
    flow = game.flow
    if flow is None:
        return
    cited = [*flow.per, *(clause for stmt in statements(flow.body) for clause in stmt.per)]
    yield from ((clause, game.clauses[clause]) for clause in dict.fromkeys(cited) if clause in game.clauses)


def _moves(game: core.Game, say: Speech) -> Iterator[Move]:
    """The actions, those of the flow first as it offers them."""
    offered: dict[str, None] = {}
    for flow in (game.flow, game.setup):
        for stmt in statements(flow.body) if flow is not None else ():
            if isinstance(stmt, core.Offer):
                offered |= dict.fromkeys(stmt.actions)
    for name in dict.fromkeys([*offered, *game.actions]):
        action = game.actions[name]
        reasons = tuple(dict.fromkeys(say.text(line.reason) for line in action.lines if line.reason))
        yield Move(tuple(say.move(action)), reasons, action.per)


def _reactions(game: core.Game) -> Iterator[tuple[str, str]]:
    """What happens of itself: the name of each reaction, and the first clause that it follows."""
    for reaction in game.reactions.values():
        inside = (clause for stmt in statements(reaction.body) for clause in stmt.per)
        clauses = [clause for clause in (*reaction.per, *inside) if clause in game.clauses]
        yield plain(reaction.name), f"{game.clauses[clauses[0]]} ({clauses[0]})" if clauses else ""
