"""To text: a diff for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.diff.change import Change
from rulewright.diff.consequences import AUDIENCES, Consequence
from rulewright.diff.result import Result, grouped
from rulewright.diff.side import Side, around
from rulewright.report.diagnostics import Span

NOTHING = "no change in meaning"
MOST_REACHED = 6
MOST_TEXTS = 40


def to_text(result: Result) -> str:
    """What changed, what each change reaches and breaks, and the advice."""
    lines = [f"{result.old.name} -> {result.new.name}", ""]
    if not result.in_play:
        lines += [NOTHING, ""]
    for title, found in grouped(result.in_play):
        lines += [*_declaration(result, title, found), ""]
    lines += _texts(result)
    lines += _summary(result)
    if result.behaviour is not None:
        from rulewright.diff.to_game import to_game

        lines += ["", *to_game(result.behaviour)]
    return "\n".join(lines).rstrip("\n") + "\n"


def _declaration(result: Result, title: str, found: Sequence[Consequence]) -> Iterator[str]:
    per = ", ".join(dict.fromkeys(clause for one in found for clause in one.change.per))
    yield title + (f"  (per {per})" if per else "")
    for one in found:
        yield f"    {sentence(one.change)}"
        yield from (f"        {line}" for line in places(result, one.change))
        yield f"        {', '.join(one.classes)}; {levels(one)}"
    reached = dict.fromkeys(name for one in found for name in one.reaches)
    if reached:
        yield f"    reaches {_some(list(reached))}"


def sentence(change: Change) -> str:
    """A change as a sentence: `a guard: 4 becomes 5`."""
    what = f"{change.what}: " if change.what else ""
    match change.how:
        case "added":
            return f"added {what}{change.after}"
        case "removed":
            return f"removed {what}{change.before}"
        case "renamed":
            return f"renamed {what}{change.before} is now {change.after}"
        case "moved":
            return f"moved {what}{change.before} -> {change.after}"
    return f"{what}{change.before or 'empty'} becomes {change.after or 'empty'}"


def places(result: Result, change: Change) -> Iterator[str]:
    """Where a change stands in both texts, with the lines."""
    for word, side, span in (("old", result.old, change.old), ("new", result.new, change.new)):
        if span is not None:
            yield f"{word} {place(side, span)}"


def place(side: Side, span: Span) -> str:
    """A place with its line."""
    line = around(side.whole_line(span), span.column)
    return f"{span}  {line}" if line else str(span)


def levels(one: Consequence) -> str:
    """The levels of a change: who is not safe.

    >>> levels(Consequence(None, (), {"games": "safe", "replays": "safe"}, ()))
    'safe for all'
    """
    there = {each: level for each, level in one.levels.items() if level != "safe"}
    return ", ".join(f"{level} for {each}" for each, level in there.items()) or "safe for all"


def _some(names: Sequence[str]) -> str:
    more = len(names) - MOST_REACHED
    return ", ".join(names[:MOST_REACHED]) + (f" and {more} more" if more > 0 else "")


def _texts(result: Result) -> list[str]:
    """Changes that play knows nothing of, a line for each."""
    if not result.texts:
        return []
    lines = [f"    {one.change.titled}: {sentence(one.change)}" for one in result.texts]
    more = len(lines) - MOST_TEXTS
    cut = [*lines[:MOST_TEXTS], f"    and {more} more"] if more > 0 else lines
    return ["text only", *cut, ""]


def _summary(result: Result) -> list[str]:
    """The worst level for each audience, and the version."""
    lines = []
    if result.in_play:
        worst = {each: _worst(result, each) for each in AUDIENCES}
        lines.append("; ".join(f"{each}: {level}" for each, level in worst.items()))
    said = result.advice
    if said.part == "none":
        return lines
    advised = f", {said.before} -> {said.advised}" if said.advised else ""
    says = f" (the new rules say {said.said})" if said.said != said.advised else ""
    return [*lines, f"version: {said.part}{advised}{says}"]


def _worst(result: Result, audience: str) -> str:
    from rulewright.diff.consequences import worst

    return worst(one.levels[audience] for one in result.in_play)
