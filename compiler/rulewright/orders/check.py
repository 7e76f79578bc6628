"""The check of orders: for each pair whether its order is said, is all the same, matters, or is not
settled.

`verdicts(game)` first compares what the two read and write; what that leaves open is played both ways.
`check` reports: reactions whose order matters, where only the file says it, are a note, for the file does
say it; statements that are said to be in any order and are not are a warning.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright import core
from rulewright.orders.footprint import Footprint, Footprints, commute
from rulewright.orders.pairs import Pair, pairs
from rulewright.record import record
from rulewright.report.diagnostics import Note, Report

if TYPE_CHECKING:
    from rulewright.orders.search import Budget, Difference

MATTERS, NO_ORDER, NOT_SETTLED = "RW320", "RW321", "RW322"
FEW = 4
MOST_PLAYED = 60
MOST_OPEN = 10


@record
class Verdict:
    """What is known of a pair. `sort` is said, commutes, differs or open; `because` says why, in words."""

    pair: Pair
    sort: str
    because: str
    difference: Difference | None = None


def verdicts(game: core.Game, budget: Budget | None = None) -> list[Verdict]:
    """What is known of each pair, in the order of the file."""
    footprints, found, played = Footprints(game), list[Verdict](), 0
    for pair in pairs(game):
        parts = [footprints.of(side.asked, side.body) for side in (pair.one, pair.other)]
        if pair.said:
            found.append(Verdict(pair, "said", pair.said))
        elif commute(*parts):
            found.append(Verdict(pair, "commutes", "neither reads or overwrites what the other writes"))
        elif played >= MOST_PLAYED:
            found.append(Verdict(pair, "open", f"only the first {MOST_PLAYED} pairs of a ruleset are played"))
        else:
            played += 1
            found.append(_searched(game, pair, [*parts, footprints.of((), pair.causes)], budget))
    return found


def _searched(game: core.Game, pair: Pair, parts: Sequence[Footprint], budget: Budget | None) -> Verdict:
    from rulewright.orders.probe import probe
    from rulewright.orders.search import Budget, search

    footprint = Footprint(
        reads={spot for part in parts for spot in part.reads},
        writes={write for part in parts for write in part.writes},
        options={name for part in parts for name in part.options},
        units={unit for part in parts for unit in part.units},
    )
    if any(f"zone:{name}" in footprint.places for name in game.overlays):
        return Verdict(pair, "open", "cards that lie over each other are not laid out to try it")
    made = probe(game, pair, {name for name, _ in footprint.units})
    if made is None:
        return Verdict(pair, "open", "what it needs to know has too many values to be tried")
    found = search(game, made, footprint, budget or Budget())
    if found.difference is not None:
        return Verdict(pair, "differs", "", found.difference)
    if found.whole:
        return Verdict(pair, "commutes", f"both orders were played from every position ({found.runs} runs)")
    return Verdict(pair, "open", f"{found.runs} runs from positions drawn by chance show no difference")


def check(game: core.Game, report: Report) -> list[Verdict]:
    """Report pairs whose order matters and is not said, and those not settled; give all verdicts."""
    found = verdicts(game)
    for verdict in found:
        if verdict.sort == "differs":
            _report(verdict, report)
    left = [verdict for verdict in found if verdict.sort == "open"]
    for verdict in left[:MOST_OPEN]:
        _report_open(verdict, report, len(left))
    return found


def explained(verdict: Verdict) -> str:
    """What is known of a pair, in a line."""
    pair = verdict.pair
    what = {"event": f"on `{pair.event}`", "change": "as soon as", "any order": "in any order"}[pair.sort]
    names = f"{pair.one.name}, {pair.other.name} ({pair.span.path}:{pair.span.line}, {what})"
    sort = {"said": "their order is said", "commutes": "all the same", "differs": "their order matters"}
    because = f": {verdict.because}" if verdict.because else ""
    return f"{names}: {sort.get(verdict.sort, 'not settled')}{because}"


def _report(verdict: Verdict, report: Report) -> None:
    pair, difference = verdict.pair, verdict.difference
    assert difference is not None
    one, other = pair.one.name, pair.other.name
    notes = [
        Note(f"for one, {difference.acts}{_listed(', where ', difference.given)}"),
        Note(f"first `{one}`, then `{other}`{_listed(': ', difference.first)}", pair.one.span),
        Note(f"first `{other}`, then `{one}`{_listed(': ', difference.second)}", pair.other.span),
    ]
    if pair.sort == "any order":
        help = "take `in any order` away, or let a player choose what comes first"
        message = f"the order of {one} and {other} matters"
        report.add(NO_ORDER, message, pair.span, help, [_plain(note) for note in notes])
        return
    message = f"it matters that `{other}` comes after `{one}`, and only their places in the file say so"
    help = f"if it is meant, say so: `, after {one}`"
    report.add(MATTERS, message, pair.span, help, notes)


def _plain(note: Note) -> Note:
    return Note(note.text.replace("`", ""), note.span)


def _listed(before: str, facts: Sequence[str]) -> str:
    more = f" and {len(facts) - FEW} more" if len(facts) > FEW else ""
    return f"{before}{', '.join(facts[:FEW])}{more}" if facts else ""


def _report_open(verdict: Verdict, report: Report, all: int) -> None:
    pair = verdict.pair
    one, other = pair.one.name, pair.other.name
    notes = [Note("this comes first in the file", pair.one.span), Note(verdict.because)]
    if all > MOST_OPEN:
        notes.append(Note(f"so it is of {all} pairs, of which {MOST_OPEN} are told"))
    if pair.sort == "any order":
        message, help = f"whether the order of {one} and {other} matters is not settled", None
        report.add(NOT_SETTLED, message, pair.span, help, notes)
        return
    message = f"whether it matters that `{other}` comes after `{one}` is not settled"
    report.add(NOT_SETTLED, message, pair.span, f"if it is meant, say so: `, after {one}`", notes)
