"""Kanagawa 1.0.0: values, scores, endings, winners, claims.

Written by Rulewright 0.1.0 from rulesets/kanagawa/kanagawa.rules; change that.
"""

from __future__ import annotations

from collections.abc import Sequence

from ._runtime import RuleError, State, bits, longest_run, members, most_alike
from .data import (
    BUILDING,
    CHARACTER,
    DIPLOMA_BY_FAMILY,
    DIPLOMA_CONDITION_PARTS,
    DIPLOMA_POINTS,
    LANDSCAPE_WILD,
    LESSON_PRINT_HARMONY,
    LESSON_SEASON,
    LESSON_STUDIO_HARMONY,
    LESSON_SUBJECT,
    LESSON_TREES,
    MEETS_BY_ALIKE,
    MEETS_BY_BRUSHES,
    MEETS_BY_BUILDINGS,
    MEETS_BY_CHARACTERS,
    MEETS_BY_LANDSCAPES,
    MEETS_BY_TREES,
    OPTION_STORM_ON_TILE,
    OPTION_TILE_ARROW_COUNTS,
    OPTION_TILE_COUNTS_FOR_END,
    START_SEASON,
)
from .state import (
    ALIKE_LANDSCAPES_KEPT,
    ARROWS_USED,
    AT_SCHOOL,
    BRUSHES,
    BRUSHES_FRESH,
    BRUSHES_SPENT,
    DECK,
    DIPLOMAS,
    EASEL,
    ENDING_ELEVEN_CARDS_KEPT,
    GRAND_MASTER,
    HAND,
    HONOURS,
    IN_PRINT_BY_SUBJECT,
    IN_PRINT_BY_SUBJECT_BOAR,
    IN_PRINT_BY_SUBJECT_BUTTERFLY,
    IN_PRINT_BY_SUBJECT_CRANE,
    IN_PRINT_BY_SUBJECT_STAG,
    IN_START_AND_STUDIO_BY_ITEM_ARROW,
    IN_START_AND_STUDIO_BY_LANDSCAPE,
    IN_START_AND_STUDIO_BY_LANDSCAPE_WILD,
    IN_START_BY_ITEM_ARROW,
    IN_STUDIO_BY_ITEM_KEEP,
    PRINT,
    REFUSED,
    START_,
    STORMS,
    STUDIO,
)


def landscapes(s: State, p: int, l_: int) -> int:
    """define landscapes (KAN-25).

    KAN-25: A card in the Studio may bring a Landscape, which is room for a single Brush.
    """
    return s.pools[IN_START_AND_STUDIO_BY_LANDSCAPE + 6 * p + l_]


def has_room(s: State, p: int, l_: int) -> bool:
    """define has_room (KAN-32).

    KAN-32: No Landscape has room for a second Brush.
    """
    return (
        s.pools[BRUSHES_FRESH + 10 * p + l_]
        + s.pools[BRUSHES_SPENT + 10 * p + l_]
    ) < s.pools[IN_START_AND_STUDIO_BY_LANDSCAPE + 6 * p + l_]


def arrows(s: State, p: int) -> int:
    """define arrows (KAN-27).

    KAN-27: Or it may teach something lasting: an Arrow, or the skill of keeping a card.
    """
    return s.pools[IN_START_AND_STUDIO_BY_ITEM_ARROW + 5 * p]


def keeps(s: State, p: int) -> int:
    """define keeps (KAN-27, KAN-34).

    KAN-27: Or it may teach something lasting: an Arrow, or the skill of keeping a card.
    KAN-34: For each keep-a-card skill in the Studio its owner may carry one card in hand over to another
      round.
    """
    return s.pools[IN_STUDIO_BY_ITEM_KEEP + 5 * p]


def offered(s: State, p: int, f_: int) -> int:
    """define offered (KAN-36, KAN-37, KAN-38, KAN-D15).

    KAN-36: The moment a player's Print or Studio fulfils a Diploma that nobody has taken, that player must
      say yes or no, without delay.
    KAN-37: Yes gives the Diploma and shuts the rest of its family to that player.
    KAN-38: No is final: that same Diploma is lost to that player.
    KAN-D15: Are Brushes, Arrows and Landscapes three families or one? Three, independent of each other,
      which makes seven families with the four of the Print (3, 3, 3, 3, 2, 2 and 3 tiles). No option.
    """
    return meets_among(
        s,
        p,
        s.sets[DIPLOMAS] & DIPLOMA_BY_FAMILY[f_] & ~s.memory[REFUSED + p] if (
            (s.sets[HONOURS + p] & DIPLOMA_BY_FAMILY[f_]) == 0
        ) else 0,
    )


def meets(s: State, p: int, d: int) -> bool:
    """define meets."""
    print_ = PRINT + p
    in_print_by_subject = IN_PRINT_BY_SUBJECT + 15 * p
    word, given = DIPLOMA_CONDITION_PARTS[d]
    if word == 0:  # trees (KAN-48)
        (n,) = given
        return sum([LESSON_TREES[c] for c in s.zones[print_]]) >= n
    if word == 1:  # buildings (KAN-49)
        (n_2,) = given
        return len(
            {LESSON_SUBJECT[c_2] for c_2 in s.zones[print_] if LESSON_SUBJECT[c_2] in BUILDING}
        ) >= n_2
    if word == 2:  # characters (KAN-50)
        (n_3,) = given
        return len(
            {LESSON_SUBJECT[c_3] for c_3 in s.zones[print_] if LESSON_SUBJECT[c_3] in CHARACTER}
        ) >= n_3
    if word == 3:  # alike (KAN-50)
        (n_4,) = given
        return most_alike(
            [LESSON_SUBJECT[c_4] for c_4 in s.zones[print_] if LESSON_SUBJECT[c_4] in CHARACTER]
        ) >= n_4
    if word == 4:  # pair (KAN-51)
        a, b = given
        return bool(s.pools[in_print_by_subject + a] != 0 and s.pools[in_print_by_subject + b] != 0)
    if word == 5:  # trio (KAN-51)
        a_2, b_2, c_5 = given
        return bool(
            s.pools[in_print_by_subject + a_2] != 0
            and s.pools[in_print_by_subject + b_2] != 0
            and s.pools[in_print_by_subject + c_5] != 0
        )
    if word == 6:  # brushes (KAN-52)
        (n_5,) = given
        return brushes_owned(s, p) >= n_5
    if word == 7:  # arrows (KAN-53)
        (n_6,) = given
        return arrows_for_diplomas(s, p) >= n_6
    if word == 8:  # landscapes (KAN-54)
        (n_7,) = given
        return alike_landscapes(s, p) >= n_7
    raise RuleError("no case of the match applies")


def shows(s: State, p: int, s_: int) -> bool:
    """define shows (KAN-51).

    KAN-51: Animals in the Print. Boar with stag: 3 points, Brush. Crane with butterfly: 4 points, Brush.
      Boar, butterfly and stag together: 7 points, Assistant.
    """
    return bool(s.pools[IN_PRINT_BY_SUBJECT + 15 * p + s_] != 0)


def brushes_owned(s: State, p: int) -> int:
    """define brushes_owned (KAN-52).

    KAN-52: Brushes owned, standing on a Landscape or not. 3: 1 point, Assistant. 4: 3 points.
    """
    return s.pools[EASEL + p] + sum(
        [s.pools[BRUSHES + 10 * p + 5 * u + l_] for u in range(2) for l_ in range(5)]
    )


def arrows_for_diplomas(s: State, p: int) -> int:
    """define arrows_for_diplomas (KAN-53).

    KAN-53: Arrows owned. 2: 1 point, Assistant. 3: 3 points.
    """
    in_start_and_studio_by_item_arrow = IN_START_AND_STUDIO_BY_ITEM_ARROW + 5 * p
    return s.pools[in_start_and_studio_by_item_arrow] if s.options[OPTION_TILE_ARROW_COUNTS] else (
        s.pools[in_start_and_studio_by_item_arrow] - s.pools[IN_START_BY_ITEM_ARROW + 5 * p]
    )


def alike_landscapes(s: State, p: int) -> int:
    """define alike_landscapes (KAN-54, KAN-61, KAN-D14).

    KAN-54: Landscapes of one kind in the Studio. 2: 2 points. 3: 3 points, Brush. 4: 5 points, Assistant.
    KAN-61: A Wild Landscape can take the part of each of the four kinds.
    KAN-D14: How do Wilds and the Starting tile enter KAN-54? For each kind, its Landscapes plus all Wilds;
      the best kind counts. The tile's Landscape is included. No option.
    """
    at = ALIKE_LANDSCAPES_KEPT + p
    value: int | None = s.kept[at]
    if value is None:
        in_start_and_studio_by_landscape_wild = IN_START_AND_STUDIO_BY_LANDSCAPE_WILD + 6 * p
        value = s.kept[at] = max(
            [
                s.pools[IN_START_AND_STUDIO_BY_LANDSCAPE + 6 * p + l_]
                for l_ in range(5)
                if l_ != LANDSCAPE_WILD
            ],
            default=0,
        ) + s.pools[in_start_and_studio_by_landscape_wild]
    return value


def seasons(s: State, p: int) -> Sequence[int]:
    """define seasons (KAN-10).

    KAN-10: Every player is dealt one Starting tile at random. It opens that player's Print and Studio
      alike.
    """
    return [
        *[START_SEASON[t] for t in s.zones[START_ + p]],
        *[LESSON_SEASON[c] for c in s.zones[PRINT + p]],
    ]


def fixed_seasons(s: State, p: int) -> int:
    """define fixed_seasons (KAN-42, KAN-D12).

    KAN-42: First every Storm token is laid on a card in its owner's Print; there it covers the printed
      Season and shows whichever one the owner names.
    KAN-D12: May a Storm token cover the Starting tile? We say no, as the rule speaks of cards. Every token
      must be laid, but may repeat the Season it covers; nobody else is affected, so the best assignment is
      worked out without asking. The option `storm_on_tile` lets a token cover the tile too.
    """
    return 0 if s.options[OPTION_STORM_ON_TILE] else len(s.zones[START_ + p])


def print_length(s: State, p: int) -> int:
    """define print_length (KAN-57, KAN-D6).

    KAN-57: A round is likewise the last if, when it closes, someone's Print has at least 11 cards.
    KAN-D6: Is the Starting tile one of the 11 cards of KAN-57? We do not count it: it is a tile, and the
      end condition, unlike the scoring, does not mention it. The sources disagree, so the option
      `tile_counts_for_end` counts it.
    """
    return len(s.zones[PRINT + p]) + (
        len(s.zones[START_ + p]) if s.options[OPTION_TILE_COUNTS_FOR_END] else 0
    )


def meets_among(s: State, p: int, among: int) -> int:
    """Of the components in a mask those for which meets holds."""
    print_ = PRINT + p
    in_print_by_subject_boar = IN_PRINT_BY_SUBJECT_BOAR + 15 * p
    in_print_by_subject_stag = IN_PRINT_BY_SUBJECT_STAG + 15 * p
    in_print_by_subject_butterfly = IN_PRINT_BY_SUBJECT_BUTTERFLY + 15 * p
    found = 0
    # trees (KAN-48)
    if among & 0x7:
        found |= MEETS_BY_TREES[min(sum([LESSON_TREES[c] for c in s.zones[print_]]), 5)]
    # buildings (KAN-49)
    if among & 0x38:
        found |= MEETS_BY_BUILDINGS[
            min(len({LESSON_SUBJECT[c_2] for c_2 in s.zones[print_] if LESSON_SUBJECT[c_2] in BUILDING}), 4)
        ]
    # characters (KAN-50)
    if among & 0xc0:
        found |= MEETS_BY_CHARACTERS[
            min(
                len({LESSON_SUBJECT[c_3] for c_3 in s.zones[print_] if LESSON_SUBJECT[c_3] in CHARACTER}),
                3,
            )
        ]
    # alike (KAN-50)
    if among & 0x100:
        found |= MEETS_BY_ALIKE[
            min(
                most_alike(
                    [LESSON_SUBJECT[c_4] for c_4 in s.zones[print_] if LESSON_SUBJECT[c_4] in CHARACTER]
                ),
                3,
            )
        ]
    # pair (KAN-51)
    if among & 0x200 and s.pools[in_print_by_subject_boar] != 0 and s.pools[in_print_by_subject_stag] != 0:
        found |= 0x200
    if among & 0x400 and s.pools[
        IN_PRINT_BY_SUBJECT_CRANE
        + 15 * p
    ] != 0 and s.pools[in_print_by_subject_butterfly] != 0:
        found |= 0x400
    # trio (KAN-51)
    if among & 0x800 and s.pools[in_print_by_subject_boar] != 0 and s.pools[
        in_print_by_subject_butterfly
    ] != 0 and s.pools[in_print_by_subject_stag] != 0:
        found |= 0x800
    # brushes (KAN-52)
    if among & 0x3000:
        found |= MEETS_BY_BRUSHES[min(brushes_owned(s, p), 4)]
    # arrows (KAN-53)
    if among & 0x4000 and arrows_for_diplomas(s, p) >= 2:
        found |= 0x4000
    if among & 0x8000 and arrows_for_diplomas(s, p) >= 3:
        found |= 0x8000
    # landscapes (KAN-54)
    if among & 0x70000:
        found |= MEETS_BY_LANDSCAPES[min(alike_landscapes(s, p), 4)]
    return found & among


# ---- scores


def score_cards(s: State, me: int) -> int:
    """cards in the print (KAN-43).

    KAN-43: Every element of the Print is worth 1 point, and the Starting tile is one of them.
    """
    return len(s.zones[PRINT + me]) + len(s.zones[START_ + me])


def score_seasons(s: State, me: int) -> int:
    """longest run of a season (KAN-42, KAN-44, KAN-D13).

    KAN-42: First every Storm token is laid on a card in its owner's Print; there it covers the printed
      Season and shows whichever one the owner names.
    KAN-44: The longest unbroken stretch of a single Season in the Print is worth 1 point for each element;
      the Starting tile can belong to it.
    KAN-D13: How do printed Storms enter a stretch of one Season? A stretch is valid if all its elements
      other than Storms agree; a stretch of Storms alone counts in full, and one Storm may serve the
      stretches on both its sides. No option.
    """
    return longest_run(seasons(s, me), 16, s.pools[STORMS + me], fixed_seasons(s, me))


def score_symbols(s: State, me: int) -> int:
    """harmony symbols (KAN-45, KAN-D19).

    KAN-45: Harmony symbols in Print and Studio add 1 each; a struck-out symbol subtracts 1.
    KAN-D19: Does the covered half of a card count for harmony? No: a card in the Studio counts its Studio
      half, a card in the Print its Print half. No option.
    """
    return sum([LESSON_PRINT_HARMONY[c] for c in s.zones[PRINT + me]]) + sum(
        [LESSON_STUDIO_HARMONY[c_2] for c_2 in s.zones[STUDIO + me]]
    )


def score_diplomas(s: State, me: int) -> int:
    """diplomas (KAN-46).

    KAN-46: Each Diploma taken is worth its printed points.
    """
    return sum([DIPLOMA_POINTS[d] for d in members(s.sets[HONOURS + me])])


def score_grand_master(s: State, me: int) -> int:
    """the Grand Master (KAN-47).

    KAN-47: Holding the Grand Master is worth 2 points.
    """
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


def ends_by_eleven_cards(s: State) -> bool:
    """Has come what ends the game: eleven cards (KAN-57)."""
    at = ENDING_ELEVEN_CARDS_KEPT
    value: bool | None = s.kept[at]
    if value is not None:
        return value
    for p in range(s.players):
        if print_length(s, p) >= 11:
            value = s.kept[at] = True
            return value
    value = s.kept[at] = False
    return value


def over_after_round(s: State) -> bool:
    """Tests the endings of the end of each round."""
    if not s.zones[DECK]:  # deck_out (KAN-55, KAN-56)
        return end(s, 0)
    if ends_by_eleven_cards(s):  # eleven_cards (KAN-57)
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
        broken.append("claim one_per_family (KAN-37)")
    if not all(
        s.sets[HAND + p].bit_count() <= s.pools[IN_STUDIO_BY_ITEM_KEEP + 5 * p]
        for p in bits(s.memory[AT_SCHOOL])
    ):
        broken.append("claim kept_cards (KAN-34, KAN-D17)")
    if not all(
        s.memory[ARROWS_USED + p] <= s.pools[IN_START_AND_STUDIO_BY_ITEM_ARROW + 5 * p]
        for p in range(s.players)
    ):
        broken.append("claim arrows_spent (KAN-31)")
    if not all(
        sum(
            [s.pools[BRUSHES + 10 * p + 5 * u + l_] for u in range(2)]
        ) <= s.pools[IN_START_AND_STUDIO_BY_LANDSCAPE + 6 * p + l_]
        for p in range(s.players)
        for l_ in range(5)
    ):
        broken.append("claim room_for_brushes (KAN-32)")
    return broken
