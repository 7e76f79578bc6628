"""Cascades: reactions that can set each other off without end, told as the package `cascades` finds them.

`check(game, report)` reports each part of the trigger graph that is refused, with its witness (RW310), and
each that is not proved to end (RW311).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import core
from rulewright.checks import remembered
from rulewright.report.diagnostics import Note, Report

if TYPE_CHECKING:
    from rulewright import cascades

REFUSED, NOT_PROVED = "RW310", "RW311"
MOST_TOLD = 8
HELP = "let each round of it use something up, or limit it: `, at most 200 times a turn`"


def check(game: core.Game, report: Report) -> tuple[str, ...]:
    """Take a checked game; report the cascades that do not end, and those of which nobody knows. Gives the
    reactions of these."""
    if not game.reactions:
        return ()
    if remembered.is_known(game):
        return ()
    from rulewright import cascades

    verdicts = cascades.verdicts(game)
    if all(verdict.sort in ("proved", "limited") for verdict in verdicts):
        remembered.remember(game)
    found: list[str] = []
    for verdict in verdicts:
        if verdict.sort not in cascades.ACCEPTED:
            found += verdict.reactions
        if verdict.witness is not None and verdict.sort == "refused":
            _refused(verdict, verdict.witness, report)
        elif verdict.sort not in cascades.ACCEPTED:
            _not_proved(verdict, report)
    return tuple(name for name in game.reactions if name in found)


def _refused(verdict: cascades.Verdict, witness: cascades.Witness, report: Report) -> None:
    names = verdict.reactions
    each = "itself" if len(names) == 1 else "each other"
    message = f"{' and '.join(names)} can set off {each} without end"
    notes = [Note(f"it begins with {_position(witness)}")]
    told = witness.steps[:MOST_TOLD]
    for turn in told:
        effects = f": {', '.join(turn.effects)}" if turn.effects else ""
        notes.append(Note(f"{turn.said}{effects}", turn.span))
    if len(witness.steps) > len(told):
        notes.append(Note(f"and {len(witness.steps) - len(told)} more, until all is as it was"))
    if witness.grows:
        notes.append(Note(f"what grows is never asked: {', '.join(witness.grows)}"))
    report.add(REFUSED, message, verdict.span, HELP, notes)


def _position(witness: cascades.Witness) -> str:
    """Where everything lies, in short."""
    if not witness.start:
        return "any position"
    said = ", ".join(
        f"{place} {'is' if value == 'empty' else '='} {value}" for place, value in witness.start[:12]
    )
    return said if len(witness.start) <= 12 else f"{said}, and {len(witness.start) - 12} more"


def _not_proved(verdict: cascades.Verdict, report: Report) -> None:
    names = verdict.reactions
    each = "itself" if len(names) == 1 else "each other"
    message = (
        f"it is not proved that {' and '.join(names)} stop{'s' if len(names) == 1 else ''} setting off {each}"
    )
    notes = [Note(text, span) for text, span in verdict.left[:3]]
    notes += [Note(why) for why in verdict.because]
    report.add(NOT_PROVED, message, verdict.span, HELP, notes)
