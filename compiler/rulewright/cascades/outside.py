"""What can set off a cascade from outside: how many of its reactions can wait before the first runs."""

from __future__ import annotations

from rulewright import core
from rulewright.cascades.rules import Rules
from rulewright.checks.effects import inner_blocks

TOO_MANY = 99


def waiting_at_first(rules: Rules, part: tuple[str, ...], upstream: bool) -> int:
    """The most reactions of a part that wait in line when the line begins to run; TOO_MANY when nobody knows,
    or when what happens after they were set off may matter. `upstream`: other reactions lead into the part.
    """
    game = rules.game
    inside = [game.reactions[name] for name in part]
    if not any(isinstance(r, core.When) and r.order == "in_line" for r in inside):
        return 1
    if upstream or any(isinstance(r, core.AsSoonAs) for r in inside):
        return TOO_MANY  # a verb may set off several together, each of which puts more in line
    between = _between(rules, part)
    if any(isinstance(r, core.When) and r.order == "in_line" for r in between):
        return TOO_MANY
    meddling = {reaction.event for reaction in between if isinstance(reaction, core.When)}
    counts: dict[str, int] = {}
    for reaction in inside:
        if isinstance(reaction, core.When):
            counts[reaction.event] = counts.get(reaction.event, 0) + 1
    blocks = [action.body for action in game.actions.values()]
    blocks += [(stmt,) for stmt in (game.flow.body if game.flow else ())]
    return max((_count(game, block, (counts, meddling), 0) for block in blocks), default=0)


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
