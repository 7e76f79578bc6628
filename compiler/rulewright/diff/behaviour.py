"""Behaviour: the third layer of a diff, the smallest game that was found in which the versions part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType

from rulewright import core
from rulewright.diff.consequences import Consequence
from rulewright.diff.distributions import Distributions
from rulewright.diff.explore import Explorer, Looked
from rulewright.diff.renames import renames
from rulewright.diff.shrink import shrunk
from rulewright.diff.side import Side
from rulewright.diff.versions import Pair, Version
from rulewright.diff.witness import Witness, witness
from rulewright.record import record

UNSCORED = ("new choice", "removed choice", "different information", "text only")


@record
class Behaviour:
    """What playing both versions has shown: a witness, if any was found; how far was looked; how results are
    spread, where that was asked for."""

    witness: Witness | None
    looked: Looked
    spreads: tuple[Distributions, ...] = ()


def paired(old: ModuleType, new: ModuleType, sides: tuple[Side, Side], found: Sequence[Consequence]) -> Pair:
    """Two engines as versions of one game, with the names of the old one as the new one has them."""
    renamed = renames(sides[0].declarations, sides[1].declarations)
    return Pair(Version(old, renamed), Version(new), _scores(found))


def behaviour(
    pair: Pair,
    games: tuple[core.Game, core.Game],
    found: Sequence[Consequence],
    number: int,
    enough: Callable[[], bool],
    shrink_enough: Callable[[], bool],
) -> Behaviour:
    """Looks for a parting in so many games, and makes it small."""
    explorer = Explorer(pair, focus(found), enough)
    parting = explorer.run(number)
    if parting is None:
        return Behaviour(None, explorer.looked())
    small = shrunk(pair, parting, shrink_enough)
    return Behaviour(witness(pair, small, games, found), explorer.looked())


def focus(found: Sequence[Consequence]) -> frozenset[str]:
    """The actions and procedures that changes are in or reach."""
    names = {one.change.name for one in found if not one.is_text}
    names |= {node.split(" ")[-1] for one in found if not one.is_text for node in one.reaches}
    return frozenset(names)


def _scores(found: Sequence[Consequence]) -> bool:
    """Can points differ where positions do not?"""
    return any(not set(one.classes) <= set(UNSCORED) for one in found)
