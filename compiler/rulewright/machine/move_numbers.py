"""Dense move numbers: each action and each choice gets a block, actions first, in the order of the file.

`number_moves(game, machine)` gives the blocks; within one, the picks count in mixed radix, the last fastest,
and a choice that may be declined has one number more.
"""

from __future__ import annotations

import re
from math import prod

from rulewright import core
from rulewright.checks.effects import statements
from rulewright.elaborate.texts import chance_texts
from rulewright.machine.machine import Machine
from rulewright.machine.words import backs, spoken, value_words
from rulewright.record import record

MOST = 65_536


@record
class Block:
    """The moves of one action or choice: `count` numbers from `base`."""

    label: str
    base: int
    count: int
    text: str
    picks: tuple[tuple[str, core.Type], ...]
    declines: bool
    words: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What the moves are called together: the label without the line that tells two draws apart."""
        sort, _, rest = self.label.partition(":")
        return f"{sort} {rest.partition(':')[0]}" if self.words else self.label


def number_moves(game: core.Game, machine: Machine) -> list[Block]:
    """The blocks of all moves, lowest number first."""
    blocks: list[Block] = []
    base = 0
    for label, text, picks, declines in [*_actions(game), *_choices(machine)]:
        size = prod(high - low + 1 for low, high in (core.choices(game, type) for _, type in picks))
        blocks.append(Block(label, base, size + declines, text, picks, declines))
        base += size + declines
    for label, text, words in _chances(game, machine):
        blocks.append(Block(label, base, len(words), text, (), False, tuple(words)))
        base += len(words)
    return blocks


def _chances(game: core.Game, machine: Machine) -> list[tuple[str, str, list[str]]]:
    """Chance moves come last: random choices, then what shuffled components turn out to be."""
    found = []
    for unit in machine.units.values():
        for stmt in statements(unit.body):
            if isinstance(stmt, core.Draw):
                found.append(
                    (
                        f"draw:{stmt.name}:{stmt.span.line}",
                        f"draw {{{stmt.name}}}",
                        value_words(game, stmt.type),
                    )
                )
    for name, info in game.records.items():
        face, back = chance_texts(name)
        found.append((f"reveal:{name}", face, list(info.ids)))
        found.append((f"back:{name}", back, sorted(set(backs(game, info)))))
    return found


Entry = tuple[str, str, tuple[tuple[str, core.Type], ...], bool]


def _actions(game: core.Game) -> list[Entry]:
    return [
        (
            a.name,
            a.text or default_text(a.name, [p.name for p in a.picks]),
            tuple((p.name, p.type) for p in a.picks),
            False,
        )
        for a in game.actions.values()
    ]


def _choices(machine: Machine) -> list[Entry]:
    return [
        (s.label, s.text or default_text("choose", [s.name]), ((_written(s), s.type),), s.how == "may")
        for unit in machine.units.values()
        for s in statements(unit.body)
        if isinstance(s, core.Choose)
    ]


def _written(choose: core.Choose) -> str:
    """The name of a choice as its text has it; the checked name may carry a number."""
    places = re.findall(r"\{(\w+)\}", choose.text or "")
    return next((p for p in places if re.fullmatch(re.escape(p) + r"(_\d+)?", choose.name)), choose.name)


def default_text(name: str, picks: list[str]) -> str:
    """The name of a move where the ruleset gives no text: `place_tile {t} {d}` without underscores."""
    return " ".join([spoken(name), *(f"{{{pick}}}" for pick in picks)])
