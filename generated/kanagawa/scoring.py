"""Kanagawa 1.0.0: values, scores, endings, winners, claims.

Written by Rulewright 0.1.0 from rulesets/kanagawa/kanagawa.rules; change that.
"""

from __future__ import annotations

from collections.abc import Sequence

from ._runtime import RuleError, State, bits, longest_run, mask_of, most_alike
from .data import (
    BUILDING,
    CHARACTER,
    DIPLOMA_BY_FAMILY,
    DIPLOMA_CONDITION,
    DIPLOMA_POINTS,
    ITEM_ARROW,
    ITEM_KEEP,
    LANDSCAPE_WILD,
    LESSON_ITEM,
    LESSON_LANDSCAPE,
    LESSON_PRINT_HARMONY,
    LESSON_SEASON,
    LESSON_STUDIO_HARMONY,
    LESSON_SUBJECT,
    LESSON_TREES,
    OPTION_STORM_ON_TILE,
    OPTION_TILE_ARROW_COUNTS,
    OPTION_TILE_COUNTS_FOR_END,
    START_ITEM,
    START_LANDSCAPE,
    START_SEASON,
    USE_FRESH,
    USE_SPENT,
)
from .state import (
    BRUSHES,
    DECK,
    DIPLOMAS,
    EASEL,
    GRAND_MASTER,
    HONOURS,
    PRINT,
    REFUSED,
    START_,
    STORMS,
    STUDIO,
)


def landscapes(s: State, p: int, l_: int) -> int:
    """define landscapes (KAN-25)."""
    return sum([1 for t in s.zones[START_ + p] if START_LANDSCAPE[t] == l_]) + sum(
        [1 for c in s.zones[STUDIO + p] if LESSON_LANDSCAPE[c] == l_]
    )


def has_room(s: State, p: int, l_: int) -> bool:
    """define has_room (KAN-32)."""
    return (
        s.pools[BRUSHES + 10 * p + 5 * USE_FRESH + l_]
        + s.pools[BRUSHES + 10 * p + 5 * USE_SPENT + l_]
    ) < landscapes(s, p, l_)


def arrows(s: State, p: int) -> int:
    """define arrows (KAN-27)."""
    return sum([1 for t in s.zones[START_ + p] if START_ITEM[t] == ITEM_ARROW]) + sum(
        [1 for c in s.zones[STUDIO + p] if LESSON_ITEM[c] == ITEM_ARROW]
    )


def keeps(s: State, p: int) -> int:
    """define keeps (KAN-27, KAN-34)."""
    return sum([1 for c in s.zones[STUDIO + p] if LESSON_ITEM[c] == ITEM_KEEP])


def offered(s: State, p: int, f_: int) -> int:
    """define offered (KAN-36, KAN-37, KAN-38)."""
    return mask_of(
        [
            d
            for d in bits(
                s.sets[DIPLOMAS] & DIPLOMA_BY_FAMILY[f_] & ~s.memory[REFUSED + p] if (
                    (s.sets[HONOURS + p] & DIPLOMA_BY_FAMILY[f_]) == 0
                ) else 0
            )
            if meets(s, p, d)
        ]
    )


def meets(s: State, p: int, d: int) -> bool:
    """define meets."""
    it = DIPLOMA_CONDITION[d]
    if 0 <= it < 9:  # KAN-48
        n = it + 1
        return sum([LESSON_TREES[c] for c in s.zones[PRINT + p]]) >= n
    if 9 <= it < 18:  # KAN-49
        n_2 = it - 9 + 1
        return len(
            {LESSON_SUBJECT[c_2] for c_2 in s.zones[PRINT + p] if LESSON_SUBJECT[c_2] in BUILDING}
        ) >= n_2
    if 18 <= it < 27:  # KAN-50
        n_3 = it - 18 + 1
        return len(
            {LESSON_SUBJECT[c_3] for c_3 in s.zones[PRINT + p] if LESSON_SUBJECT[c_3] in CHARACTER}
        ) >= n_3
    if 27 <= it < 36:  # KAN-50
        n_4 = it - 27 + 1
        return most_alike(
            [LESSON_SUBJECT[c_4] for c_4 in s.zones[PRINT + p] if LESSON_SUBJECT[c_4] in CHARACTER]
        ) >= n_4
    if 36 <= it < 232:  # KAN-51
        a = (it - 36) // 14
        b = (it - 36) % 14
        return bool(shows(s, p, a) and shows(s, p, b))
    if 232 <= it < 2976:  # KAN-51
        a_2 = (it - 232) // 196
        b_2 = ((it - 232) // 14) % 14
        c_5 = (it - 232) % 14
        return bool(shows(s, p, a_2) and shows(s, p, b_2) and shows(s, p, c_5))
    if 2976 <= it < 2985:  # KAN-52
        n_5 = it - 2976 + 1
        return brushes_owned(s, p) >= n_5
    if 2985 <= it < 2994:  # KAN-53
        n_6 = it - 2985 + 1
        return arrows_for_diplomas(s, p) >= n_6
    if 2994 <= it < 3003:  # KAN-54
        n_7 = it - 2994 + 1
        return alike_landscapes(s, p) >= n_7
    raise RuleError("no case of the match applies")


def shows(s: State, p: int, s_: int) -> bool:
    """define shows (KAN-51)."""
    return bool(any(LESSON_SUBJECT[c] == s_ for c in s.zones[PRINT + p]))


def brushes_owned(s: State, p: int) -> int:
    """define brushes_owned (KAN-52)."""
    return s.pools[EASEL + p] + sum(
        [s.pools[BRUSHES + 10 * p + 5 * u + l_] for u in range(2) for l_ in range(5)]
    )


def arrows_for_diplomas(s: State, p: int) -> int:
    """define arrows_for_diplomas (KAN-53)."""
    return arrows(s, p) if s.options[OPTION_TILE_ARROW_COUNTS] else (
        arrows(s, p) - sum([1 for t in s.zones[START_ + p] if START_ITEM[t] == ITEM_ARROW])
    )


def alike_landscapes(s: State, p: int) -> int:
    """define alike_landscapes (KAN-54, KAN-61, KAN-D14)."""
    return max(
        [landscapes(s, p, l_) for l_ in range(5) if l_ != LANDSCAPE_WILD],
        default=0,
    ) + landscapes(s, p, LANDSCAPE_WILD)


def seasons(s: State, p: int) -> Sequence[int]:
    """define seasons (KAN-10)."""
    return [START_SEASON[t] for t in s.zones[START_ + p]] + [LESSON_SEASON[c] for c in s.zones[PRINT + p]]


def fixed_seasons(s: State, p: int) -> int:
    """define fixed_seasons (KAN-42, KAN-D12)."""
    return 0 if s.options[OPTION_STORM_ON_TILE] else len(s.zones[START_ + p])


def print_length(s: State, p: int) -> int:
    """define print_length (KAN-57, KAN-D6)."""
    return len(s.zones[PRINT + p]) + (
        len(s.zones[START_ + p]) if s.options[OPTION_TILE_COUNTS_FOR_END] else 0
    )


# ---- scores


def score_cards(s: State, me: int) -> int:
    """cards in the print (KAN-43)."""
    return len(s.zones[PRINT + me]) + len(s.zones[START_ + me])


def score_seasons(s: State, me: int) -> int:
    """longest run of a season (KAN-42, KAN-44, KAN-D13)."""
    return longest_run(seasons(s, me), 16, s.pools[STORMS + me], fixed_seasons(s, me))


def score_symbols(s: State, me: int) -> int:
    """harmony symbols (KAN-45, KAN-D19)."""
    return sum([LESSON_PRINT_HARMONY[c] for c in s.zones[PRINT + me]]) + sum(
        [LESSON_STUDIO_HARMONY[c_2] for c_2 in s.zones[STUDIO + me]]
    )


def score_diplomas(s: State, me: int) -> int:
    """diplomas (KAN-46)."""
    return sum([DIPLOMA_POINTS[d] for d in bits(s.sets[HONOURS + me])])


def score_grand_master(s: State, me: int) -> int:
    """the Grand Master (KAN-47)."""
    return 2 if s.memory[GRAND_MASTER] == me else 0


def total_score(s: State, me: int) -> int:
    """All score lines of a seat."""
    return score_cards(
        s,
        me,
    ) + score_seasons(s, me) + score_symbols(s, me) + score_diplomas(s, me) + score_grand_master(s, me)


# ---- endings


def end(s: State, ending: int) -> bool:
    """The game is over."""
    s.ending, s.to_move, s.legal = ending, None, []
    return True


def over_after_action(s: State) -> bool:
    """Tests the endings of the end of each action."""
    return False


def over_after_turn(s: State) -> bool:
    """Tests the endings of the end of each turn."""
    return False


def over_after_round(s: State) -> bool:
    """Tests the endings of the end of each round."""
    if not s.zones[DECK]:  # deck_out (KAN-55, KAN-56)
        return end(s, 0)
    if any(print_length(s, p) >= 11 for p in range(s.players)):  # eleven_cards (KAN-57)
        return end(s, 1)
    return False


def winners(s: State) -> list[int]:
    """The seats with the most points (KAN-58)."""
    ranks = [(total_score(s, me),) for me in range(s.players)]
    best = max(ranks)
    first = [seat for seat, rank in enumerate(ranks) if rank == best]
    return first


def claims(s: State) -> list[str]:
    """Which claims do not hold."""
    broken: list[str] = []
    if any(
        (s.sets[HONOURS + p] & DIPLOMA_BY_FAMILY[f_]).bit_count() >= 2
        for p in range(s.players)
        for f_ in range(7)
    ):
        broken.append('claim one_per_family (KAN-37)')
    if not all(
        sum([s.pools[BRUSHES + 10 * p + 5 * u + l_] for u in range(2)]) <= landscapes(s, p, l_)
        for p in range(s.players)
        for l_ in range(5)
    ):
        broken.append('claim room_for_brushes (KAN-32)')
    return broken
