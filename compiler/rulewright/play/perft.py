"""Perft: how many sequences of legal moves there are, to hold an engine against numbers from elsewhere.

`perft(rules, state, depth)` counts sequences of exactly `depth` moves; games that end earlier do not count,
and a pass or a choice in the middle of a turn is a move of its own.
"""

from __future__ import annotations

from rulewright.python.runtime import Rules, State


def perft(rules: Rules, state: State, depth: int) -> int:
    """The number of move sequences of exactly `depth` moves from a state, which is left as it is."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(state.legal)
    total = 0
    for move in state.legal:
        after = state.copy()
        rules.apply(after, move)
        if after.ending < 0:
            total += perft(rules, after, depth - 1)
    return total
