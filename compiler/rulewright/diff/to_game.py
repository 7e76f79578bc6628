"""To game: a witness and what was looked at, as text."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.diff.behaviour import Behaviour
from rulewright.diff.distributions import Distributions, Row, Spread
from rulewright.diff.endless import to_lines
from rulewright.diff.explore import Looked
from rulewright.diff.versions import Setting
from rulewright.diff.witness import Turn, Witness

MOST = 10
MOST_ROWS = 16


def to_game(found: Behaviour) -> list[str]:
    """The lines of layer 3."""
    looked = found.looked.games or found.looked.positions
    lines = (
        list(_witness(found.witness)) if found.witness is not None else [nothing(found.looked)] * bool(looked)
    )
    for loop in found.endless:
        lines += ["", *to_lines(loop)]
    for spread in found.spreads:
        lines += ["", *table(spread)]
    return lines


def nothing(looked: Looked) -> str:
    """What is said where the versions were not seen to part; no more than was looked at."""
    players = f"{looked.players[0]} to {looked.players[-1]} players"
    if looked.whole:
        return (
            f"no game tells them apart: all {looked.positions:,} positions for {players} were looked at, "
            f"with {looked.settings} settings of options"
        )
    return (
        f"no game was found that tells them apart, in {looked.games:,} random games in lock step "
        f"({looked.decisions:,} decisions, {players}, {looked.settings} settings of options); "
        "there may be one"
    )


def _witness(found: Witness) -> Iterator[str]:
    number = len(found.turns)
    moves = "1 move" if number == 1 else f"{number} moves"
    yield f"a game in which they part: {started(found.parting.setting)}, {moves}"
    yield from (f"    {line}" for line in remarks(found))
    for number, turn in enumerate(found.turns, start=1):
        yield f"    {number}. {turn_of(turn)}"
    yield "    then" if found.turns else "    at the start"
    for difference in found.differences[:MOST]:
        yield f"        {difference.sort}: {difference.what}"
        yield f"            old  {difference.old}"
        yield f"            new  {difference.new}"
    more = len(found.differences) - MOST
    if more > 0:
        yield f"        and {more} more"
    for one in found.changes:
        per = f" (per {', '.join(one.change.per)})" if one.change.per else ""
        yield f"    because of {one.change.titled}{per}"


def started(setting: Setting) -> str:
    """How a game starts: `2 players, seed 7, goal=3`."""
    players = f"{setting.players} player{'' if setting.players == 1 else 's'}"
    return ", ".join([players, f"seed {setting.seed}", *(f"{name}={word}" for name, word in setting.options)])


def remarks(found: Witness) -> Iterator[str]:
    """What is to be known of a witness beside its moves: which rows of the tables are in play, and whether
    something may still be left out."""
    for record in dict.fromkeys(record for record, _ in found.parting.setting.without):
        gone, kept = (
            [row for of, row in rows if of == record] for rows in (found.parting.setting.without, found.rows)
        )
        fewer = kept if len(kept) < len(gone) else gone
        more = f" and {len(fewer) - MOST_ROWS} more" if len(fewer) > MOST_ROWS else ""
        names = f"{', '.join(fewer[:MOST_ROWS])}{more}"
        if not kept:
            yield f"without any {record}"
        else:
            yield f"of {record} only {names}" if fewer is kept else f"of {record} all but {names}"
    if not found.minimal:
        yield "time was up before all was tried that could be left out"


def turn_of(turn: Turn) -> str:
    """A move with what it set off."""
    per = f"  (per {', '.join(turn.clauses)})" if turn.clauses else ""
    if turn.old == turn.new:
        sets_off = f"; sets off {', '.join(turn.old)}" if turn.old else ""
    else:
        sides = [", ".join(fired) or "nothing" for fired in (turn.old, turn.new)]
        sets_off = f"; sets off {sides[0]} by the old rules, {sides[1]} by the new"
    return f"{turn.seat}: {turn.name} [{turn.move}]{sets_off}{per}"


def table(found: Distributions) -> Iterator[str]:
    """Means before and after; a star marks what has changed as far as these games tell."""
    yield f"{found.games} games of {found.players} players by {', '.join(found.bots)}; means, 95% intervals"
    width = max(len(row.name) for row in found.rows)
    yield f"    {'':{width}}  {'old':>16}  {'new':>16}  {'change':>18}"
    for row in found.rows:
        yield f"    {row.name:{width}}  {mean(row.old):>16}  {mean(row.new):>16}  {change_of(row):>18}"
    for word, number in zip(("old", "new"), found.failed, strict=True):
        if number:
            yield f"    {number} games by the {word} rules came to no end"


def mean(spread: Spread | None) -> str:
    """A mean with its interval."""
    if spread is None or not spread.number:
        return "-"
    return f"{spread.mean:.2f} ± {1.96 * spread.error:.2f}"


def change_of(row: Row) -> str:
    """The change of a mean with its interval; a star where that leaves out 0."""
    found = row.change
    if found is None:
        return "-"
    return f"{found[0]:+.2f} ± {found[1]:.2f}{' *' if row.has_changed else '  '}"
