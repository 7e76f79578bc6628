"""Simulate, for the eye and for programs: Statistics as tables, as rows of a sweep, as JSON.

Each table says under its title how it was made, so that it can be cut out and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from textwrap import wrap
from typing import Any

from rulewright.pictures.widths import wide
from rulewright.play.simulate import Spread, Statistics, Unused
from rulewright.play.tally import Failure

WIDTH = 100
SHOWN = 10  # failures, and names in a list of what was never taken, before "and n more"
SPREAD = ("mean", "sd", "min", "10 %", "50 %", "90 %", "max")
FORMAT = 1

Row = Sequence[str]


def tables(found: Statistics) -> str:
    """All tables of a simulation, with what went wrong at the end."""
    made = caption(found)
    parts = [
        _section("Length of a game", made, _length(found)),
        _section("Seats", made, _seats(found)),
        _section("Endings", made, _endings(found)),
        _section("Score lines", made, _lines(found)),
        _section("Most in use at once", made, _in_use(found)),
        _section("Moves chosen", made, _choices(found)),
        _section("Never taken", made, _never(found)),
        _section("Reactions", made, _reactions(found)),
        _failures(found),
    ]
    return "\n".join(part for part in parts if part)


def caption(found: Statistics) -> str:
    """How a table was made: rules, players and their bots, games, seed, what was set.

    The bots stand in the order of the seats; one name means that all are alike.
    """
    plan = found.plan
    bots = [plan.bot_of(seat) for seat in range(plan.players)]
    names = ", ".join(bots if len(set(bots)) > 1 else bots[:1])
    said = [f"{found.title} {found.version}", f"{plan.players} players", f"bots {names}"]
    said += [f"{plan.games:,} games", f"seed {plan.seed}"]
    said += [f"set {change}" for change in found.changes]
    return "; ".join(said)


def _section(title: str, made: str, body: str) -> str:
    return f"{title}\n  {made}\n\n{body}\n" if body else ""


def table(head: Row, rows: Iterable[Row], left: int = 1) -> str:
    """Lays rows out in columns, the first `left` of them to the left.

    >>> print(table(("name", "n"), [("a", "10"), ("bcdef", "2")]))
      name    n
      a      10
      bcdef   2
    """
    lines = [head, *rows]
    widths = [max(map(wide, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  " + _line(line, widths, left).rstrip() for line in lines)


def _line(cells: Row, widths: Sequence[int], left: int) -> str:
    padded = []
    for i, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        space = " " * (width - wide(cell))
        padded.append(cell + space if i < left else space + cell)
    return "  ".join(padded)


def _spread(spread: Spread) -> list[str]:
    middle = [spread.low, spread.p10, spread.median, spread.p90, spread.high]
    return [f"{spread.mean:.1f}", f"{spread.deviation:.1f}", *map(str, middle)]


def _length(found: Statistics) -> str:
    rows = [["decisions", *_spread(found.decisions)], ["rounds", *_spread(found.rounds)]]
    return table(("", *SPREAD), rows)


def _seats(found: Statistics) -> str:
    head = ("seat", "bot", "decisions", "wins", "95 % interval", "score", "sd", "min", "max")
    rows = []
    for seat in found.seats:
        between = f"{percent(seat.wins_low)} to {percent(seat.wins_high)}"
        points = [
            f"{seat.total.mean:.1f}",
            f"{seat.total.deviation:.1f}",
            str(seat.total.low),
            str(seat.total.high),
        ]
        rows.append([seat.seat, seat.bot, f"{seat.decisions:.1f}", percent(seat.wins), between, *points])
    shared = f"a shared win counts in part; {percent(found.ties)} of the games were shared"
    return f"{table(head, rows, left=2)}\n\n  {shared}"


def _endings(found: Statistics) -> str:
    rows = [
        (name, str(n), percent(n / found.ended if found.ended else 0)) for name, n in found.endings.items()
    ]
    return table(("ending", "games", "share"), rows) if rows else ""


def _lines(found: Statistics) -> str:
    rows = [[name, *_spread(spread)] for name, spread in found.lines.items()]
    return table(("line", *SPREAD), [*rows, ["total", *_spread(found.total)]]) if rows else ""


def _in_use(found: Statistics) -> str:
    rows = [(each.name, str(each.most), str(each.size)) for each in found.in_use]
    return table(("component", "most", "of"), rows) if rows else ""


def _choices(found: Statistics) -> str:
    total = sum(choice.taken for choice in found.choices)
    games = max(1, found.plan.games)
    rows = []
    for choice in sorted(found.choices, key=lambda choice: -choice.taken):
        declined = "" if choice.declined is None else str(choice.declined)
        share = percent(choice.taken / total if total else 0)
        rows.append((choice.name, str(choice.taken), share, f"{choice.taken / games:.1f}", declined))
    return table(("action or decision", "taken", "share", "per game", "declined"), rows) if rows else ""


def _never(found: Statistics) -> str:
    lines = []
    for choice in found.choices:
        if not choice.taken:
            lines += _wrapped(choice.name, "offered, never taken" if choice.offered else "never offered")
        elif choice.declined == 0:
            lines += _wrapped(choice.name, "never declined")
    for unused in found.unused:
        lines += _never_of(unused)
    return "\n".join(lines) or "  everything that can be chosen was chosen"


def _never_of(unused: Unused) -> list[str]:
    lines = []
    for names, how in ((unused.never_taken, "offered, never taken"), (unused.never_offered, "never offered")):
        if names:
            lines += _wrapped(f"{unused.choice}, {unused.pick}", f"{how}: {clipped(names)}")
    return lines


def _wrapped(name: str, text: str) -> list[str]:
    return wrap(f"{name}: {text}", WIDTH, initial_indent="  ", subsequent_indent="      ")


def clipped(names: Sequence[str], shown: int = SHOWN) -> str:
    """Names with commas; when they are many, the first and how many more.

    >>> clipped(["a", "b", "c", "d"], 2)
    'a, b and 2 more'
    """
    more = len(names) - shown
    return f"{', '.join(names[:shown])} and {more} more" if more > 0 else ", ".join(names)


def _reactions(found: Statistics) -> str:
    rows = [(name, str(n) if n else "never fired") for name, n in found.fired.items()]
    return table(("reaction", "fired"), rows) if rows else ""


def _failures(found: Statistics) -> str:
    if not found.failures:
        return f"{_endless(found)}no errors in {found.plan.games:,} games\n"
    lines = [f"{_endless(found)}{len(found.failures):,} of {found.plan.games:,} games went wrong:"]
    lines += [f"  {_failure(failure)}" for failure in found.failures[:SHOWN]]
    if len(found.failures) > SHOWN:
        lines.append(f"  and {len(found.failures) - SHOWN} more")
    return "\n".join(lines) + "\n"


def _endless(found: Statistics) -> str:
    """How many games were ended since they do not stop, where they may not."""
    if found.does_not_stop is None:
        return ""
    return f"{found.does_not_stop:,} of {found.plan.games:,} games do not stop\n"


def _failure(failure: Failure) -> str:
    return f"seed {failure.seed}, decision {failure.ply}: {failure.sort}: {failure.message}"


def percent(share: float) -> str:
    """A share as it is printed.

    >>> percent(0.25)
    '25.0 %'
    """
    return f"{100 * share:.1f} %"


# ---- a sweep


def sweep_table(name: str, rows: Sequence[tuple[str, Statistics]]) -> str:
    """One row for each value of what was swept: length, score, wins of the first seat, ties, errors."""
    first = rows[0][1]
    seat = first.seats[0].seat
    head: Row = (
        name,
        "decisions",
        "rounds",
        "score",
        "sd",
        f"{seat} wins",
        "95 % interval",
        "shared",
        "errors",
    )
    cells = [_sweep_row(value, found) for value, found in rows]
    if any(found.does_not_stop is not None for _, found in rows):
        head = (*head, "do not stop")
        cells = [[*row, str(found.does_not_stop or 0)] for row, (_, found) in zip(cells, rows, strict=True)]
    body = table(head, cells)
    wrong = [f"  {value}: {_failure(found.failures[0])}\n" for value, found in rows if found.failures]
    reasons = ["\nThe first game of each that went wrong:\n", *wrong] if wrong else []
    return f"Sweep of {name}\n  {caption(first)}\n\n{body}\n{''.join(reasons)}"


def _sweep_row(value: str, found: Statistics) -> list[str]:
    seat = found.seats[0]
    between = f"{percent(seat.wins_low)} to {percent(seat.wins_high)}"
    means = [f"{spread.mean:.1f}" for spread in (found.decisions, found.rounds, found.total)]
    ends = [f"{found.total.deviation:.1f}", percent(seat.wins), between, percent(found.ties)]
    return [value, *means, *ends, str(len(found.failures))]


# ---- JSON


def as_data(found: Statistics) -> dict[str, Any]:
    """Statistics as plain data for JSON; `format` rises when a field changes its meaning."""
    return {"format": FORMAT, **asdict(found)}
