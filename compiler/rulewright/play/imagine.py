"""What a seat can imagine: a world that looks the same to it, and how well it stands there."""

from __future__ import annotations

from rulewright.python.runtime import Game, Random, Rules, State, splitmix64

WIN = 1 << 20  # worth more than any difference of scores


def imagined(rules: Rules, state: State, seat: int, rng: Random) -> State:
    """Give a state that looks the same to a seat: what it cannot see, and the chance to come, are new."""
    world = Game(rules, state, 0).resample(seat, rng).state if rules.records else state.copy()
    world.rng = splitmix64(rng.below(1 << 32))[1]
    return world


def margin(rules: Rules, state: State, seat: int) -> int:
    """Give a team's total over that of the best other; a game that is won or lost outweighs any score."""
    totals = [sum(line.value(state, each) for line in rules.sheet) for each in range(state.players)]
    teams = [seats for _, _, seats in rules.teams] or [(each,) for each in range(state.players)]
    sums = {team: sum(totals[each] for each in team if each < state.players) for team in teams}
    ahead = next(points for team, points in sums.items() if seat in team)
    ahead -= max((points for team, points in sums.items() if seat not in team), default=0)
    if state.ending < 0:
        return ahead
    winners = rules.winners(state)
    return ahead + (WIN // len(winners) if seat in winners else -WIN)
