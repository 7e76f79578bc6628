"""Verdicts in full, as `check --explain` prints them: what proves that a part stops, or its whole witness."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from rulewright import core
from rulewright.cascades.judge import verdicts
from rulewright.cascades.verdict import Turn, Verdict, Witness

MOST_BEFORE = 2  # reactions that only set off others stand before these on their line
REPAIRS = (
    "let something that cannot be refilled be used up in each round of it,",
    "let a reaction ask what keeps it from running once more,",
    "or limit it: `, at most 200 times a turn`",
)


def explained(game: core.Game) -> list[str]:
    """Take a checked game, give the lines that tell of each part whose reactions can set each other off."""
    return [line for verdict in verdicts(game) for line in _verdict(verdict)]


def _verdict(verdict: Verdict) -> Iterator[str]:
    names = ", ".join(verdict.reactions)
    if verdict.witness is None:
        yield f"cascade of {names}: {verdict.sort}, by {'; then '.join(verdict.because)}"
        return
    rounds = len(verdict.witness.steps)
    yield f"cascade of {names}: {verdict.sort}, by a loop of {rounds} reaction{'s' if rounds > 1 else ''}"
    yield from (f"  {line}" for line in _witness(verdict.witness))
    yield "  to repair it:"
    yield from (f"    {line}" for line in REPAIRS)


def _witness(witness: Witness) -> Iterator[str]:
    yield f"it begins with {witness.players} players, where"
    yield from (f"  {line}" for line in _places(witness.start))
    if witness.lead:
        yield "this leads to the loop:"
        yield from _turns(witness.lead)
    yield "the loop, which then begins anew:"
    yield from _turns(witness.steps)
    if witness.grows:
        yield f"never asked in it, so that it may be as it likes: {', '.join(witness.grows)}"


def _places(start: Sequence[tuple[str, str]]) -> Iterator[str]:
    """The position, the spaces of one place on one line: `red.worker: first 2, second 3`."""
    together: dict[str, list[tuple[str, str]]] = {}
    for place, value in start:
        name, _, at = place.rstrip("]").partition("[")
        row, _, last = at.rpartition(", ")
        together.setdefault(f"{name}[{row}]" if row else name, []).append((last, value))
    for name, values in together.items():
        said = (f"{at} {value}" if at else value for at, value in sorted(values, key=_in_order))
        yield f"{name}: {', '.join(said)}"


def _in_order(value: tuple[str, str]) -> tuple[list[tuple[int, str]], str]:
    """Numbers by their size."""
    parts = re.split(r"(\d+)", value[0])
    return [(int(part), "") if part.isdecimal() else (0, part) for part in parts], value[1]


def _turns(turns: Sequence[Turn]) -> Iterator[str]:
    """Each that changes something, after those that did nothing but set it off."""
    before: list[str] = []
    number = 0
    for turn, following in zip(turns, [*turns[1:], None], strict=True):
        left = following.effects if following else ()
        effects = [effect for effect in turn.effects if effect not in left]
        if following and not effects and len(before) < MOST_BEFORE:
            before.append(turn.said)
            continue
        said, before, number = ", then ".join([*before, turn.said]), [], number + 1
        yield f"{number:4} {said}{': ' if effects else ''}{', '.join(effects)} ({', '.join(_lines(turn))})"


def _lines(turn: Turn) -> Iterator[str]:
    """Where it stands written: the rules, and the rows of tables by which it goes."""
    yield _at(turn.span.path, turn.span.line)
    for id, span in turn.rows:
        yield f"{id} in {_at(span.path, span.line)}"


def _at(path: str, line: int) -> str:
    return f"{PurePath(path).name}:{line}"
