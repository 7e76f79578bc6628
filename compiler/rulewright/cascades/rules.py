"""What a game is asked again and again while its reactions run: who answers, who waits, what never moves."""

from __future__ import annotations

from typing import NamedTuple

from rulewright import core
from rulewright.cascades.asker import MANY
from rulewright.cascades.facts import Facts
from rulewright.cascades.slice import Slice
from rulewright.cascades.values import Number

FEW_NUMBERS = 6
ASKED = 8  # so many values take as long as a statement


def told_apart(type: core.Type) -> int:
    """How many values of a type an event may bring for each to be looked at by itself."""
    return FEW_NUMBERS if isinstance(type, core.Number | core.RangeType) else MANY


class Letter(NamedTuple):
    """A reaction that is set off, for a seat, with what it is given; None where that is left open."""

    reaction: str
    me: int
    args: tuple[Number | None, ...]


class Rules:
    """What is asked of a game again and again: who answers an event, who waits for a place. `seats` are those
    that are looked at: one, where all are alike. `coarse`: what is done for each of several is one step,
    that is taken any number of times. `done` counts statements that were run. `hard` are reactions of which
    it cannot be told when they start."""

    def __init__(self, game: core.Game, facts: Facts, seats: tuple[int, ...], slice: Slice) -> None:
        self.game, self.seats, self.slice, self.facts = game, seats, slice, facts
        self.answers: dict[str, list[core.When]] = {}
        self.waiting: dict[str, list[core.AsSoonAs]] = {}
        self.order, self.fixed, self.kept = facts.order, facts.fixed, facts.kept
        self.masks = masks(game, slice)
        self.hard: set[str] = set()
        self.cases: dict[tuple[int, int], bool] = {}
        self.done = 0
        self.coarse = False
        reads = facts.reads
        for reaction in map(game.reactions.__getitem__, facts.in_order(slice.reactions)):
            if isinstance(reaction, core.When):
                self.answers.setdefault(reaction.event, []).append(reaction)
            else:
                sources = reads.of(reaction.binder.source) if reaction.binder else frozenset()
                for place in {place for place, _ in reads.of(reaction.condition) | sources}:
                    self.waiting.setdefault(place, []).append(reaction)


def masks(game: core.Game, slice: Slice) -> list[tuple[str, str]]:
    """Numbers kept for each word, and sets of such words: a number may count only while its word is not in
    the set."""
    names = sorted(place.removeprefix("memory:") for place in slice.places)
    cells = [game.memories[name] for name in names if name in game.memories]
    numbers = [m for m in cells if m.axis is not None and isinstance(m.type, core.Number | core.RangeType)]
    sets = [m for m in cells if isinstance(m.type, core.SetType)]
    return [
        (number.name, mask.name)
        for number in numbers
        for mask in sets
        if isinstance(mask.type, core.SetType)
        and number.axis is not None
        and mask.type.of == number.axis.type
        and mask.of_player == number.of_player
        and mask.axis is None
    ]
