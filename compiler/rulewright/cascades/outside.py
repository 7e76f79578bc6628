"""What can set off a cascade from outside: how many of its reactions can wait before the first runs, and what
waits beside them."""

from __future__ import annotations

from rulewright import core
from rulewright.cascades.rules import Rules
from rulewright.checks.effects import inner_blocks
from rulewright.record import record

TOO_MANY = 99


@record
class Outside:
    """How a cascade begins: the most reactions of it that wait in line when the line begins to run (TOO_MANY
    when nobody knows, or when what happens after they were set off may matter). `mixed`: others of the line
    that matter wait beside them, those that answer one event; of `spoilt` events a guard may hold no more."""

    waiting: int
    mixed: bool
    spoilt: frozenset[str]


def outside(rules: Rules, part: tuple[str, ...], upstream: bool) -> Outside:
    """How a part is set off; `upstream`: other reactions lead into it."""
    game = rules.game
    inside = [game.reactions[name] for name in part]
    if not any(waits(reaction) for reaction in inside):
        return Outside(1, False, frozenset())
    if upstream or any(isinstance(r, core.AsSoonAs) for r in inside):
        return NOBODY_KNOWS  # a verb may set off several together, each of which puts more in line
    between = _between(rules, part)
    strange = [reaction for reaction in between if reaction.name not in rules.slice.reactions]
    mixed = any(waits(reaction) for reaction in between)
    if any(map(waits, strange)) or (mixed and any(isinstance(r, core.AsSoonAs) for r in between)):
        return NOBODY_KNOWS
    counts = _counts(between if mixed else [], {})
    counts = dict.fromkeys(_counts(inside, counts), 1) if mixed else _counts(inside, counts)
    blocks = [action.body for action in game.actions.values()]
    blocks += [(stmt,) for stmt in (game.flow.body if game.flow else ())]
    events = counts, set(_counts(between, {}))
    most = max((_count(game, block, events, 0) for block in blocks), default=0)
    return Outside(TOO_MANY if mixed and most > 1 else most, mixed, frozenset(_counts(strange, {})))


NOBODY_KNOWS = Outside(TOO_MANY, False, frozenset())


def waits(reaction: core.AsSoonAs | core.When) -> bool:
    """Does it wait in line?"""
    return isinstance(reaction, core.When) and reaction.order == "in_line"


def _counts(reactions: list[core.AsSoonAs | core.When], counts: dict[str, int]) -> dict[str, int]:
    """How many answer each event, with those that were counted before."""
    found = dict(counts)
    for reaction in reactions:
        if isinstance(reaction, core.When):
            found[reaction.event] = found.get(reaction.event, 0) + 1
    return found


def _between(rules: Rules, part: tuple[str, ...]) -> list[core.AsSoonAs | core.When]:
    """Other reactions that change what the part goes by, themselves or by what they set off: where they wait
    in the same line, they run between those of the part."""
    facts, slice, inside = rules.facts, rules.slice, set(part)
    changing = slice.reactions | {name for place in slice.places for name in facts.writers.get(place, ())}
    return [
        reaction
        for name, reaction in rules.game.reactions.items()
        if name not in inside and any(facts.is_after((name,), other) for other in changing)
    ]


def _count(game: core.Game, block: core.Block, events: tuple[dict[str, int], set[str]], depth: int) -> int:
    """How many wait after a block has run; `events` are those that make them wait, and those that meddle."""
    counts, meddling = events
    total = 0
    if depth > 20:
        return TOO_MANY
    for stmt in block:
        if isinstance(stmt, core.Trigger):
            found = counts.get(stmt.event, 0)
        elif isinstance(stmt, core.Resolve):
            found = _count(game, game.procedures[stmt.procedure].body, events, depth + 1)
        else:
            inner = [_count(game, body, events, depth) for body in inner_blocks(stmt)]
            found = max(inner, default=0)
            if isinstance(stmt, core.Each | core.Repeat) and found:
                return TOO_MANY
        if total and (found or not isinstance(stmt, core.Trigger) or stmt.event in meddling):
            return TOO_MANY  # something happens after the first was set off
        total += found
    return total
