"""Behaviour: the third layer of a diff, the smallest game that was found in which the versions part."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

from rulewright import core
from rulewright.diff.consequences import Consequence
from rulewright.diff.distributions import Distributions
from rulewright.diff.endless import Endless, endless
from rulewright.diff.explore import Explorer, Looked
from rulewright.diff.renames import renames
from rulewright.diff.shrink import Limits, shrunk
from rulewright.diff.side import Side
from rulewright.diff.versions import Pair, Version
from rulewright.diff.witness import Witness, witness
from rulewright.record import record

UNSCORED = ("new choice", "removed choice", "different information", "text only")


@record
class Behaviour:
    """What playing both versions has shown: a witness, if any was found; how far was looked; how results are
    spread, where that was asked for; the loops by which one of them need not stop."""

    witness: Witness | None
    looked: Looked
    spreads: tuple[Distributions, ...] = ()
    endless: tuple[Endless, ...] = ()


def paired(old: ModuleType, new: ModuleType, sides: tuple[Side, Side], found: Sequence[Consequence]) -> Pair:
    """Two engines as versions of one game, with the names of the old one as the new one has them."""
    renamed = renames(sides[0].declarations, sides[1].declarations)
    return Pair(Version(old, renamed), Version(new), _scores(found))


def behaviour(
    pair: Pair,
    games: tuple[core.Game, core.Game],
    found: Sequence[Consequence],
    number: int,
    limits: Limits,
) -> Behaviour:
    """Looks for a parting in so many games, and makes it small."""
    explorer = Explorer(pair, focus(found), limits.look)
    parting = explorer.run(number)
    loops = endless(games)
    if parting is None:
        return Behaviour(None, explorer.looked(), endless=loops)
    small, minimal = shrunk(pair, parting, limits)
    return Behaviour(witness(pair, small, games, found, minimal), explorer.looked(), endless=loops)


def focus(found: Sequence[Consequence]) -> frozenset[str]:
    """The actions and procedures that changes are in or reach."""
    names = {one.change.name for one in found if not one.is_text}
    names |= {node.split(" ")[-1] for one in found if not one.is_text for node in one.reaches}
    return frozenset(names)


def _scores(found: Sequence[Consequence]) -> frozenset[str]:
    """The score lines whose points can differ where positions do not: those that changes are in or reach."""
    lines = set[str]()
    for one in found:
        if not set(one.classes) <= set(UNSCORED):
            nodes = (f"{one.change.sort} {one.change.name}", *one.reaches)
            lines |= {node.removeprefix("score ") for node in nodes if node.startswith("score ")}
    return frozenset(lines)
