"""Whist 1.0.0: values, scores, endings, winners, claims.

Written by Rulewright 0.1.0 from rulesets/whist/whist.rules; change that.
"""

from __future__ import annotations

from ._runtime import State, best_teams, bits
from .data import CARD_BY_SUIT, CARD_RANK, CARD_SUIT, OPTION_GOAL
from .state import ENDING_WON_KEPT, HAND, LED, POINTS, TEAMS, TRICKS, TRUMP, WON_KEPT


def won(s: State) -> bool:
    """define won (WHI-10).

    WHI-10: The partners who first have five points or more after a deal win.
    """
    at = WON_KEPT
    value: bool | None = s.kept[at]
    if value is not None:
        return value
    for p in range(s.players):
        if sum([s.memory[POINTS + q] for q in bits((5, 10, 5, 10)[p])]) >= s.options[OPTION_GOAL]:
            value = s.kept[at] = True
            return value
    value = s.kept[at] = False
    return value


def follows(s: State, p: int, c: int) -> bool:
    """define follows (WHI-6).

    WHI-6: To a trick each plays one card, in turn. Whoever has a card of the suit that was led plays one of
      that suit; whoever has none plays any card.
    """
    return bool(
        s.memory[LED] < 0
        or CARD_SUIT[c] == s.memory[LED]
        or (s.sets[HAND + p] & CARD_BY_SUIT[s.memory[LED]]) == 0
    )


def strength(s: State, c: int) -> int:
    """define strength (WHI-7).

    WHI-7: The highest trump takes the trick; without a trump the highest card of the suit that was led.
    """
    return CARD_RANK[c] + (
        100 if CARD_SUIT[c] == s.memory[TRUMP] else (50 if CARD_SUIT[c] == s.memory[LED] else 0)
    )


# ---- scores


def score_points(s: State, me: int) -> int:
    """points (WHI-8).

    WHI-8: Each trick that partners take beyond six is one point for them.
    """
    return s.memory[POINTS + me]


def total_score(s: State, me: int) -> int:
    """All score lines of a seat."""
    return score_points(s, me)


# ---- endings


def end(s: State, ending: int) -> bool:
    """The game is over."""
    s.ending, s.to_move, s.legal = ending, None, []
    return True


def ends_by_won(s: State) -> bool:
    """Has come what ends the game: won (WHI-10)."""
    at = ENDING_WON_KEPT
    value: bool | None = s.kept[at]
    if value is None:
        value = s.kept[at] = bool(won(s))
    return value


def winners(s: State) -> list[int]:
    """The seats with the most points (WHI-10)."""
    ranks = [(total_score(s, me),) for me in range(s.players)]
    return best_teams(ranks, TEAMS, False)


def claims(s: State) -> list[str]:
    """Which claims do not hold."""
    broken: list[str] = []
    if sum([s.memory[TRICKS + p] for p in range(s.players)]) > 13:
        broken.append("claim thirteen_tricks (WHI-9)")
    return broken
