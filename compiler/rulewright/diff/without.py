"""Without: games from which rows of the tables were taken out, before the set-up.

`rows(rules)` names what can be taken out: the components that lie somewhere when a game starts, by record and
row; all copies of a row go together. `opened(rules, ...)` is a game at its first decision without some."""

from __future__ import annotations

from collections.abc import Collection

from rulewright.python.runtime import Rules, State, mask_of, shadow, splitmix64

Row = tuple[str, str]
MASK = (1 << 64) - 1


def rows(rules: Rules) -> list[Row]:
    """All rows that can be taken out."""
    named = ((record.name, id) for record in rules.records for id in record.ids)
    return list(dict.fromkeys(named))


def opened(rules: Rules, players: int, options: tuple[int, ...], seed: int, taken: Collection[Row]) -> State:
    """As the runtime opens a game, without the components of some rows: they lie nowhere."""
    state = rules.start(players, options, 0)
    for record in rules.records:
        gone = {at for at, id in enumerate(record.ids) if (record.name, id) in taken}
        _take_out(rules, state, record.name, gone)
        for component in gone:
            state.where[record.base + component] = -1
    shadow(rules, state)
    state.rng = splitmix64(seed & MASK)[1]
    rules.begin(state)
    return state


def _take_out(rules: Rules, state: State, record: str, gone: set[int]) -> None:
    """Takes components out of all places of their record."""
    for place in rules.places:
        if place.item == record:
            owners = rules.high if place.of_player else 1
            for at in range(place.at, place.at + len(place.cells) * owners):
                if place.sort == "list":
                    state.zones[at] = [item for item in state.zones[at] if item not in gone]
                elif place.sort == "set":
                    state.sets[at] &= ~mask_of(gone)
