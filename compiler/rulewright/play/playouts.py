"""Playouts: whole games by bots, straight on an engine's states, counted in whole numbers.

`run(rules, plan, first, last)` plays the games of a plan with these numbers and gives a Tally; `simulate`
puts it into words. With a native engine games by random moves are played in C, with the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulewright.play.bots import Bot, bot, seat_seed
from rulewright.play.faults import STOPPED, rule_error
from rulewright.play.native_games import counted
from rulewright.play.tally import Failure, Home, Plan, Tally, empty, homes, no_end
from rulewright.python.runtime import Rules, State, mask_of, new_game

Progress = Callable[[int], None]


def run(
    rules: Rules, plan: Plan, first: int, last: int, progress: Progress | None = None, native: Any = None
) -> Tally:
    """Plays the games with the numbers `first` to `last - 1`; `progress(1)` is called after each. `native` is
    what plays them in C where that is known, of the same rules."""
    tally, watched = empty(rules, plan), homes(rules, plan)
    inside = counted(native, rules, plan, watched)
    for number in range(first, last):
        if inside is None or not inside.game(plan.seed + number, tally):
            _game(rules, plan, plan.seed + number, tally, watched)
        if progress is not None:
            progress(1)
    if inside is not None:
        inside.add(tally)
    return tally


def _game(rules: Rules, plan: Plan, seed: int, tally: Tally, watched: list[Home]) -> None:
    """Plays one game; one that goes wrong is a failure and its result does not count."""
    ply = 0
    fired: list[str] = []
    try:
        game = new_game(rules, plan.players, seed, dict(plan.options), "sampled", False)
        state = game.state
        state.trace = fired
        bots = [bot(plan.bot_of(seat), seat_seed(seed, seat)) for seat in range(plan.players)]
        for ply in _plies(rules, plan, state, bots, tally, watched):
            if plan.check:
                broken = game.check()
                if broken:
                    tally.failures.append(Failure(seed, ply, "broken", broken[0]))
                    return
        if state.ending < 0:
            tally.failures.append(no_end(seed, ply))
            return
        _count(rules, state, ply, tally)
        tally.fired.update(fired)
    except rule_error(rules) as error:
        tally.failures.append(Failure(seed, ply, STOPPED, str(error)))
    except Exception as error:
        message = " ".join(f"{type(error).__name__}: {error}".split())
        tally.failures.append(Failure(seed, ply, "exception", message))


def _plies(
    rules: Rules, plan: Plan, state: State, bots: list[Bot], tally: Tally, watched: list[Home]
) -> Iterator[int]:
    """Plays on from a state; gives the number of decisions made so far, at each decision and at the end."""
    taken, offered, most, apply = tally.taken, tally.offered, tally.most, rules.apply
    decisions_of = tally.decisions_of
    choose = [each.choose for each in bots]
    for ply in range(plan.budget + 1):
        for i, home in enumerate(watched):
            away = home.away(state)
            if away > most[i]:
                most[i] = away
        yield ply
        seat = state.to_move
        if state.ending >= 0 or seat is None or ply == plan.budget:
            return
        offered.update(state.legal)
        move = choose[seat](rules, state)
        taken[move] += 1
        decisions_of[seat] += 1
        apply(state, move)


def _count(rules: Rules, state: State, plies: int, tally: Tally) -> None:
    """Counts the result of a game that has ended."""
    lines = [[line.value(state, seat) for line in rules.sheet] for seat in range(state.players)]
    tally.count(plies, state.memory[0], state.ending, mask_of(rules.winners(state)), lines)
