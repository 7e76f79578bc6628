"""Verdicts in full, as `check --explain` prints them: what proves that a part stops, or its whole witness."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from rulewright import core
from rulewright.cascades.judge import verdicts
from rulewright.cascades.verdict import Turn, Verdict, Witness


def explained(game: core.Game) -> list[str]:
    """Take a checked game, give the lines that tell of each part whose reactions can set each other off."""
    return [line for verdict in verdicts(game) for line in _verdict(verdict)]


def _verdict(verdict: Verdict) -> Iterator[str]:
    names = ", ".join(verdict.reactions)
    if verdict.witness is None:
        yield f"cascade of {names}: {verdict.sort}, by {'; then '.join(verdict.because)}"
        return
    yield f"cascade of {names}: {verdict.sort}"
    yield from (f"  {line}" for line in _witness(verdict.witness))


def _witness(witness: Witness) -> Iterator[str]:
    yield f"it begins with {witness.players} players and"
    yield from (f"  {place} = {value}" for place, value in witness.start)
    if witness.lead:
        yield "what leads to the loop:"
        yield from _turns(witness.lead, 1)
    yield "the loop, which then begins anew:"
    yield from _turns(witness.steps, 1 + len(witness.lead))
    if witness.grows:
        yield f"what grows is never asked: {', '.join(witness.grows)}"


def _turns(turns: tuple[Turn, ...], first: int) -> Iterator[str]:
    for number, turn in enumerate(turns, start=first):
        effects = f": {', '.join(turn.effects)}" if turn.effects else ""
        rows = "".join(f"; {id} in {PurePath(span.path).name}:{span.line}" for id, span in turn.rows)
        yield f"{number:4} {turn.said}{effects} (line {turn.span.line}{rows})"
