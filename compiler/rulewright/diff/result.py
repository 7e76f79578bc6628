"""Result: all that a diff has found, as the formats take it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulewright.diff.advice import Advice, advice
from rulewright.diff.change import Change
from rulewright.diff.consequences import LEVELS, Consequence, consequences
from rulewright.diff.meaning import changes
from rulewright.diff.side import Side
from rulewright.record import record

if TYPE_CHECKING:
    from rulewright.diff.behaviour import Behaviour

FORMAT = 2


@record
class Result:
    """Two sides and what lies between them."""

    old: Side
    new: Side
    found: tuple[Consequence, ...]
    advice: Advice
    behaviour: Behaviour | None = None

    @property
    def level(self) -> str | None:
        """The worst level of all changes; None where nothing has changed."""
        return max((one.level for one in self.found), key=LEVELS.index, default=None)

    @property
    def in_play(self) -> tuple[Consequence, ...]:
        """The changes that are more than text."""
        return tuple(one for one in self.found if not one.is_text)

    @property
    def texts(self) -> tuple[Consequence, ...]:
        """The changes of text only."""
        return tuple(one for one in self.found if one.is_text)

    @property
    def broken(self) -> tuple[Side, ...]:
        """The sides that do not check."""
        return tuple(side for side in (self.old, self.new) if side.game is None)


def compared(old: Side, new: Side) -> Result:
    """The first two layers of a diff: what changed, and what it does."""
    found: list[Change] = changes(old, new)
    done = consequences(old, new, found)
    return Result(old, new, tuple(done), advice(old, new, done))


def grouped(found: Iterable[Consequence]) -> list[tuple[str, list[Consequence]]]:
    """Changes by their declarations, in the order in which these come first."""
    groups: dict[str, list[Consequence]] = {}
    for one in found:
        groups.setdefault(one.change.titled, []).append(one)
    return list(groups.items())
