"""Endless: the cascades of either side of which a loop was found, so that a game need not stop.

Random games seldom come into such a loop. It is what `check` refuses the rules for: a position, what leads
from it to the loop, and the loop itself, with the rows of tables by which it goes."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import core
from rulewright.cascades.verdict import Turn, Verdict, Witness
from rulewright.record import record

MOST_TOLD = 4


@record
class Endless:
    """A cascade that does not stop by the rules of one side (`old` or `new`), and what is known of it by the
    others."""

    side: str
    reactions: tuple[str, ...]
    players: int
    start: tuple[str, ...]
    lead: int
    loop: tuple[str, ...]
    rows: tuple[str, ...]
    other: str


def endless(games: tuple[core.Game, core.Game]) -> tuple[Endless, ...]:
    """The loops of two games, of either that has a budget of reactions."""
    if all(game.unproved is None for game in games):
        return ()
    from rulewright import cascades

    found = [() if game.unproved is None else tuple(cascades.verdicts(game)) for game in games]
    return tuple(_endless(games, found))


def _endless(games: tuple[core.Game, core.Game], found: list[tuple[Verdict, ...]]) -> Iterator[Endless]:
    for at, side in enumerate(("old", "new")):
        other, verdicts = games[1 - at], found[1 - at]
        for verdict in found[at]:
            if verdict.sort == "refused" and verdict.witness is not None:
                yield _told(side, verdict, verdict.witness, _by_others(verdict, other, verdicts))


def _told(side: str, verdict: Verdict, witness: Witness, other: str) -> Endless:
    turns = (*witness.lead, *witness.steps)
    rows = dict.fromkeys(row for turn in turns for row, _ in turn.rows)
    start = tuple(f"{place} = {value}" for place, value in witness.start)
    loop = tuple(_said(turn) for turn in witness.steps)
    return Endless(
        side, verdict.reactions, witness.players, start, len(witness.lead), loop, tuple(rows), other
    )


def _said(turn: Turn) -> str:
    return f"{turn.said}: {', '.join(turn.effects)}" if turn.effects else turn.said


def _by_others(verdict: Verdict, other: core.Game, verdicts: tuple[Verdict, ...]) -> str:
    """What is known of the same reactions by the other rules."""
    there = [name for name in verdict.reactions if name in other.reactions]
    if not there:
        return "has none of these reactions"
    if other.unproved is None or not set(there) & set(other.unproved.reactions):
        return "stops"
    sort = next((v.sort for v in verdicts if set(v.reactions) & set(there)), "not proved")
    return "does not stop either" if sort == "refused" else "is not proved to stop"


def to_lines(found: Endless) -> Iterator[str]:
    """A loop as text, short."""
    names = " and ".join(found.reactions)
    each = "itself" if len(found.reactions) == 1 else "each other"
    yield f"by the {found.side} rules a game need not stop: {names} can set off {each} without end"
    yield f"    it begins with {found.players} players{_some(found.start, ' and ', ', ')}"
    lead = f"{found.lead} reactions lead to it; " if found.lead else ""
    yield f"    {lead}a round of the loop has {len(found.loop)}:"
    yield from (f"        {line}" for line in found.loop[:MOST_TOLD])
    if len(found.loop) > MOST_TOLD:
        yield f"        and {len(found.loop) - MOST_TOLD} more, until all is as it was"
    if found.rows:
        yield f"    by the rows {', '.join(found.rows)}"
    yield f"    by the {'new' if found.side == 'old' else 'old'} rules it {found.other}"


def _some(items: tuple[str, ...], lead: str, between: str) -> str:
    if not items:
        return ""
    more = len(items) - MOST_TOLD
    return lead + between.join(items[:MOST_TOLD]) + (f" and {more} more places" if more > 0 else "")
