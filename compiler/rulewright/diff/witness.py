"""Witness: a parting as a short game with comments, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright import core
from rulewright.diff.consequences import Consequence
from rulewright.diff.lock_step import Parting
from rulewright.diff.versions import Difference, Pair, said
from rulewright.diff.without import Row
from rulewright.python.runtime import Game
from rulewright.record import record

MOST_CHANGES = 4


@record
class Turn:
    """One move of a witness: who makes it, what it is called, how examples write it, the clauses of its
    action, and the reactions that it set off by the old rules and by the new ones; what it
    changed by the old rules, with what was there before and after."""

    seat: str
    name: str
    move: str
    clauses: tuple[str, ...]
    old: tuple[str, ...]
    new: tuple[str, ...]
    changed: tuple[tuple[str, str, str], ...]


@record
class Witness:
    """A game in which two versions part: how it starts, its moves, what differs then, and the changes that it
    may come from. `rows` are those of the tables that are in play; where it is not `minimal`, time was up
    before all was tried that could be left out."""

    parting: Parting
    turns: tuple[Turn, ...]
    changes: tuple[Consequence, ...]
    rows: tuple[Row, ...]
    minimal: bool

    @property
    def differences(self) -> Sequence[Difference]:
        """What differs at its end."""
        return self.parting.differences


def witness(
    pair: Pair,
    parting: Parting,
    games: tuple[core.Game, core.Game],
    changes: Sequence[Consequence],
    minimal: bool,
) -> Witness:
    """The witness of a parting; `games` are the checked games, `changes` those of layer 2."""
    turns = tuple(_turns(pair, parting, games))
    rows = tuple(row for row in pair.rows() if row not in parting.setting.without)
    return Witness(parting, turns, _behind(parting, turns, changes), rows, minimal)


def _turns(pair: Pair, parting: Parting, games: tuple[core.Game, core.Game]) -> Iterator[Turn]:
    if not parting.moves:  # they part at the start, where one of them may not even begin
        return
    one, other = (version.new(parting.setting) for version in (pair.old, pair.new))
    for key in parting.moves:
        before, after = pair.old.legal(one)[key], pair.new.legal(other)[key]
        seat = one.rules.seats[one.to_move or 0]
        name, clauses = one.name(before), _clauses(games, one.action(before), key[0])
        was = pair.old.seen(one, None)
        fired = [_traced(game, move) for game, move in ((one, before), (other, after))]
        now = pair.old.seen(one, None)
        changed = tuple((at, was.get(at, ""), text) for at, text in now.items() if was.get(at) != text)
        yield Turn(seat, name, said(key), clauses, fired[0], fired[1], changed)


def _traced(game: Game, move: int) -> tuple[str, ...]:
    """Plays a move; gives the reactions that started. Where the rules stop the game, those until then."""
    found: list[str] = []
    game.state.trace = found
    try:
        game.apply(move)
    except Exception as error:  # a fault of the rules is what the witness shows
        if type(error).__name__ != "RuleError":
            raise
    game.state.trace = None
    return tuple(found)


def _clauses(games: tuple[core.Game, core.Game], *names: str) -> tuple[str, ...]:
    """The clauses that the action or procedure of a move cites."""
    found: dict[str, None] = {}
    for game, name in zip(games, names, strict=True):
        head = name.split(".")[0]
        for table in (game.actions, game.procedures, game.reactions):
            if head in table:
                found.update(dict.fromkeys(table[head].per))
    return tuple(found)


def _behind(
    parting: Parting, turns: Sequence[Turn], changes: Sequence[Consequence]
) -> tuple[Consequence, ...]:
    """The changes that a parting may come from: those that reach its last move, what that set off, or what
    differs; all, where it parts at the start."""
    there = [one for one in changes if not one.is_text]
    if not turns or len(there) <= 1:
        return tuple(there[:MOST_CHANGES])
    last = turns[-1]
    names = {parting.moves[-1][0].split(".")[0], *last.old, *last.new, "round", "turn"}
    names |= {difference.what.split("(")[0].rpartition(", ")[2] for difference in parting.differences}
    near = [one for one in there if names & {one.change.name, *(node.split(" ")[-1] for node in one.reaches)}]
    return tuple((near or there)[:MOST_CHANGES])
