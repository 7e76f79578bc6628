"""A game whose cascades are not proved to stop, made such that it can be built: with a budget.

`with_budget(game, codes, reactions)` lets each of the reactions count before it runs; loops, which have their
names among these, count each round. The count is remembered as any number is, so that copies, saves and what
is taken back have it. Where it would come above the budget, the game ends as "does not stop", without a
winner.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright import core
from rulewright.cascades.loops import counted

MOST = 20_000
"""How many reactions may run in a turn."""


def with_budget(
    game: core.Game, codes: tuple[str, ...], reactions: tuple[str, ...], most: int = MOST
) -> core.Game:
    """Take a checked game and its reactions that are not proved to stop; give it with a budget for these."""
    counter = _free("reactions_run", game.memories)
    ending = _free("does_not_stop", game.endings)
    number = core.Number(0, most)
    memories = {
        **game.memories,
        counter: core.Memory(
            name=counter,
            span=game.span,
            of_player=False,
            axis=None,
            type=number,
            lifetime="turn",
            starts=None,
        ),
    }
    never = core.Const(value=0, type=core.YesNo(), span=game.span)
    last = core.Ending(
        name=ending, span=game.span, text="does not stop", condition=never, tested="never", more=None
    )
    span = game.span
    target = core.MemoryValue(name=counter, seat=None, index=None, type=number, span=span)
    one = core.Const(value=1, type=core.Number(1, 1), span=span)
    count = core.Remember(op="add", target=target, value=one, span=span, per=())
    game = counted(game, reactions, count)
    counting = {
        name: replace(reaction, body=(count, *reaction.body))
        for name, reaction in game.reactions.items()
        if name in reactions
    }
    unproved = core.Unproved(codes=codes, reactions=reactions, most=most, counter=counter, ending=ending)
    return replace(
        game,
        memories=memories,
        endings={**game.endings, ending: last},
        reactions={**game.reactions, **counting},
        unproved=unproved,
    )


def _free(wanted: str, taken: dict[str, core.Memory] | dict[str, core.Ending]) -> str:
    """A name that the rules do not use."""
    return _free(f"{wanted}_", taken) if wanted in taken else wanted
