"""To HTML: a diff as one page that needs no network.

It has both rulebooks side by side with the clauses marked that changed (red) or that a changed rule cites
(amber), the witness to be gone through step by step, and plots of how results are spread."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

from rulewright.diff.consequences import AUDIENCES, Consequence, worst
from rulewright.diff.distributions import Distributions, Spread
from rulewright.diff.endless import to_lines
from rulewright.diff.result import Result, grouped
from rulewright.diff.side import Side
from rulewright.diff.to_game import change_of, mean, nothing, remarks, started, turn_of
from rulewright.diff.to_text import levels, sentence
from rulewright.diff.witness import Witness

OLD, NEW = "#888888", "#d08000"
WIDTH, HEIGHT, BINS = 240, 40, 24


def to_html(result: Result) -> str:
    """The text of the page."""
    from jinja2 import Environment, StrictUndefined

    text = (files("rulewright") / "templates" / "diff.html.j2").read_text("utf-8")
    made = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True).from_string(text)
    return made.render(_page(result)) + "\n"


def _page(result: Result) -> dict[str, Any]:
    said, played = result.advice, result.behaviour
    found = None if played is None else played.witness
    looked = played is not None and (played.looked.games or played.looked.positions)
    return {
        "title": f"{result.old.name} → {result.new.name}",
        "levels": [(each, worst(one.levels[each] for one in result.in_play)) for each in AUDIENCES],
        "version": f"{said.part}: {said.before} → {said.advised}" if said.advised else said.part,
        "declarations": [_declaration(result, *each) for each in grouped(result.in_play)],
        "texts": [f"{one.change.titled}: {sentence(one.change)}" for one in result.texts],
        "start": "" if found is None else "; ".join([started(found.parting.setting), *remarks(found)]),
        "loops": [] if played is None else [list(to_lines(each)) for each in played.endless],
        "steps": [] if found is None else list(_steps(found)),
        "nothing": nothing(played.looked) if played is not None and found is None and looked else "",
        "spreads": [] if played is None else [_spread(each) for each in played.spreads],
        "sides": [_side(result, side) for side in (result.old, result.new)],
    }


def _declaration(result: Result, title: str, found: Sequence[Consequence]) -> dict[str, Any]:
    per = ", ".join(dict.fromkeys(clause for one in found for clause in one.change.per))
    reached = dict.fromkeys(name for one in found for name in one.reaches)
    return {
        "title": f"{title} ({per})" if per else title,
        "changes": [_change(result, one) for one in found],
        "reaches": ", ".join(reached),
    }


def _change(result: Result, one: Consequence) -> dict[str, Any]:
    change = one.change
    both = (("old", result.old, change.old), ("new", result.new, change.new))
    return {
        "sentence": sentence(change),
        "classes": ", ".join(one.classes),
        "levels": levels(one),
        "places": [(word, str(span), side.line(span)) for word, side, span in both if span is not None],
    }


def _steps(found: Witness) -> Iterator[dict[str, Any]]:
    """One for each move, with what it changed, and one for what differs at the end."""
    for number, turn in enumerate(found.turns, start=1):
        yield {
            "said": f"{number}. {turn_of(turn)}",
            "heads": ("place", "before", "after"),
            "rows": turn.changed,
        }
    rows = [(f"{each.sort}: {each.what}", each.old, each.new) for each in found.differences]
    causes = ", ".join(one.change.titled for one in found.changes)
    yield {"said": f"Then they part, because of {causes}.", "heads": ("", "old", "new"), "rows": rows}


def _spread(found: Distributions) -> dict[str, Any]:
    rows = [
        {
            "name": row.name,
            "old": mean(row.old),
            "new": mean(row.new),
            "change": change_of(row),
            "bars": _bars((row.old, row.new)),
        }
        for row in found.rows
    ]
    title = f"{found.games} games of {found.players} players by {', '.join(found.bots)}"
    return {"title": title, "rows": rows, "legend": "grey: old, amber: new"}


def _bars(both: tuple[Spread | None, Spread | None]) -> list[Mapping[str, object]]:
    """The bars of two histograms side by side, over the same stretch of values."""
    values = [value for each in both if each is not None for value, _ in each.counts]
    if not values:
        return []
    low, span = min(values), max(values) - min(values) + 1
    bins = min(BINS, span)
    width = WIDTH / bins / 2
    bars: list[Mapping[str, object]] = []
    for which, (each, fill) in enumerate(zip(both, (OLD, NEW), strict=True)):
        shares = [0.0] * bins
        for value, often in each.counts if each is not None and each.number else ():
            shares[(value - low) * bins // span] += often / (each.number if each is not None else 1)
        for at, share in enumerate(shares):
            tall = round(share * HEIGHT, 1)
            x = round((2 * at + which) * width, 1)
            bars.append({"x": x, "y": HEIGHT - tall, "width": round(width, 1), "height": tall, "fill": fill})
    return bars


def _side(result: Result, side: Side) -> dict[str, Any]:
    """The clauses of a rulebook, with those marked that have to do with a change."""
    changed = {one.change.name for one in result.found if one.change.sort == "clause"}
    cited = {clause for one in result.in_play for clause in one.change.per}

    def look(id: str) -> str:
        return "clause changed" if id in changed else "clause marked" if id in cited else "clause"

    clauses = side.loaded.rulebook.values()
    return {
        "name": side.name,
        "clauses": [{"id": each.id, "text": each.text, "look": look(each.id)} for each in clauses],
    }
