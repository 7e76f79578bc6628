"""Cascades: reactions that can set each other off without end, and loops that may not end, told as the
package `cascades` finds them.

`check(game, report)` reports each part of the trigger graph that is refused, with its witness (RW310), and
each that is not proved to end (RW311); claims about cascades that do not hold (RW312, RW313) or are about
none (RW314). What holds only if a claim does, and what is accepted without a proof, is a note (RW316, RW317).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING

from rulewright import core
from rulewright.checks import remembered
from rulewright.checks.effects import bodies, statements
from rulewright.report.diagnostics import Note, Report

if TYPE_CHECKING:
    from rulewright import cascades

REFUSED, NOT_PROVED = "RW310", "RW311"
NOTED = {"proved if": "RW316", "accepted": "RW317"}
MOST_TOLD, MOST_ROWS = 8, 4
HELP = "let each round of it use something up, or limit it: `, at most 200 times a turn`"
LOOP_HELP = (
    "let each round bring it nearer to its end, or go through a range: `range Try: 1..20`, `each t in Try`"
)


def check(game: core.Game, report: Report) -> tuple[str, ...]:
    """Take a checked game; report the cascades that do not end, and those of which nobody knows. Gives the
    reactions of these."""
    if not (game.reactions or game.cascade_claims or _has_loops(game)) or remembered.is_known(game):
        return ()
    from rulewright import cascades

    verdicts = [verdict for verdict in cascades.verdicts(game) if not _is_told(verdict, report)]
    faults = [*cascades.astray(game), *(fault for verdict in verdicts for fault in verdict.faults)]
    if not faults and all(verdict.sort in ("proved", "limited") for verdict in verdicts):
        remembered.remember(game)
    for fault in faults:
        _fault(fault, report)
    found: list[str] = []
    for verdict in verdicts:
        if verdict.sort not in cascades.ACCEPTED:
            found += verdict.reactions
        if verdict.witness is not None and verdict.sort == "refused":
            _refused(verdict, verdict.witness, report)
        elif verdict.sort not in cascades.ACCEPTED:
            _not_proved(verdict, report)
        elif verdict.sort in NOTED:
            _noted(verdict, report)
    order = {name: at for at, name in enumerate(game.reactions)}
    return tuple(sorted(dict.fromkeys(found), key=lambda name: order.get(name, len(order))))


def _has_loops(game: core.Game) -> bool:
    """Is there a loop, or a procedure that may lead back to itself?"""
    return any(
        isinstance(stmt, core.Repeat | core.Resolve) for body in bodies(game) for stmt in statements(body)
    )


def _is_told(verdict: cascades.Verdict, report: Report) -> bool:
    """Is it a loop of which `endless` has told more plainly that it never ends?"""
    if len(verdict.loops) < len(verdict.reactions):
        return False
    spans = {found.span for found in report if found.code == "RW408"}
    if all(name.startswith("procedure ") for name in verdict.reactions):
        return any(found.code == "RW302" for found in report)
    return any(loop.span in spans for loop in verdict.loops)


def _named(verdict: cascades.Verdict) -> str:
    """The reactions and loops of a part as a message names them."""
    loops = {loop.name: loop for loop in verdict.loops}
    return " and ".join(
        f"the {name}" if name in loops and name.startswith("loop of ") else name for name in verdict.reactions
    )


def _fault(fault: cascades.Fault, report: Report) -> None:
    notes = [Note(text, span) for text, span in fault.notes]
    report.add(fault.code, fault.message, fault.span, fault.help, notes)


def _noted(verdict: cascades.Verdict, report: Report) -> None:
    """A verdict that holds by the word of the author."""
    names, because = _named(verdict), verdict.because
    stops = "stops" if len(verdict.reactions) == 1 else "stop"
    if verdict.sort == "proved if":
        message = f"{names} {stops} if {because[0]} holds whenever one of them begins"
        notes = [Note(f"then it is proved by {', '.join(because[1:])}")]
    else:
        message = f"it is accepted, not proved, that {names} {stops}"
        notes = [Note(why) for why in because]
    report.add(NOTED[verdict.sort], message, verdict.span, None, notes)


def _refused(verdict: cascades.Verdict, witness: cascades.Witness, report: Report) -> None:
    each = "itself" if len(verdict.reactions) == 1 else "each other"
    does = "go on" if _is_loop(verdict) else f"set off {each}"
    message = f"{_named(verdict)} can {does} without end"
    notes = [Note(f"it begins with {_position(witness)}")]
    told = witness.steps[:MOST_TOLD]
    for turn in told:
        effects = f": {', '.join(turn.effects)}" if turn.effects else ""
        if not effects and turn.reaction in {loop.name for loop in verdict.loops}:
            effects = ": a round that changes nothing of what is asked"
        notes.append(Note(f"{turn.said}{effects}", turn.span))
    if len(witness.steps) > len(told):
        notes.append(Note(f"and {len(witness.steps) - len(told)} more, until all is as it was"))
    notes += _rows(witness)
    if witness.grows:
        notes.append(Note(f"what grows is never asked: {', '.join(witness.grows)}"))
    report.add(REFUSED, message, verdict.span, LOOP_HELP if _is_loop(verdict) else HELP, notes)


def _rows(witness: cascades.Witness) -> Iterator[Note]:
    """The rows of tables by which the loop goes; those that set off several others, with their places."""
    all_rows = dict.fromkeys(row for turn in witness.steps for row in turn.rows)
    several = dict.fromkeys(row for turn in witness.steps if turn.others > 1 for row in turn.rows)
    for id, span in list(several)[:MOST_ROWS]:
        yield Note(f"with `{id}` one reaction sets off more than one", span)
    told = ", ".join(f"{id} ({PurePath(span.path).name}:{span.line})" for id, span in all_rows)
    if told:
        yield Note(f"the rows by which it goes: {told}")


def _position(witness: cascades.Witness) -> str:
    """Where everything lies, in short."""
    if not witness.start:
        return "any position"
    said = ", ".join(
        f"{place} {'is' if value == 'empty' else '='} {value}" for place, value in witness.start[:12]
    )
    return said if len(witness.start) <= 12 else f"{said}, and {len(witness.start) - 12} more"


def _is_loop(verdict: cascades.Verdict) -> bool:
    """Is it one loop, and nothing else?"""
    return len(verdict.reactions) == len(verdict.loops) == 1


def _not_proved(verdict: cascades.Verdict, report: Report) -> None:
    alone = len(verdict.reactions) == 1
    does = "ends" if _is_loop(verdict) else f"stop{'s' if alone else ''} setting off "
    each = "" if _is_loop(verdict) else "itself" if alone else "each other"
    message = f"it is not proved that {_named(verdict)} {does}{each}"
    notes = [] if _is_loop(verdict) else [Note(text, span) for text, span in verdict.left[:3]]
    notes += [Note(why) for why in verdict.because]
    report.add(NOT_PROVED, message, verdict.span, LOOP_HELP if _is_loop(verdict) else HELP, notes)
