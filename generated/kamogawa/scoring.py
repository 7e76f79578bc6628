"""Walking in Kamogawa 1.0.0: values, scores, endings, winners, claims.

Written by Rulewright 0.1.0 from rulesets/kamogawa/kamogawa.rules; change that.
"""

from __future__ import annotations

from ._runtime import RuleError, State, bits, falling, lowest, members, rising, within
from .data import (
    ANIMALTOKEN_ANIMAL_SHOWN,
    AT_SPOT,
    BACKGROUNDTILE_BACKGROUND_SHOWN,
    BRIDGETILE_ANIMAL_SHOWN,
    COLUMN_SPOT,
    DIRECTION_EAST,
    DIRECTION_WEST,
    FIELD_SLOT_BACKGROUND_IS_MASKS,
    FIELD_SLOT_NUMBER_IS_MASKS,
    FIELD_SLOT_PART_IS_MASKS,
    FIELD_SLOT_VALUE,
    FOOTPRINT_SPOT_4_3_MASKS,
    LAYER_UNDER,
    LINE_FROM_SPOT,
    LINE_FROM_SPOT_MASKS,
    OBJECTIVE_AIM,
    OPTION_BRIDGE_REACH,
    OPTION_BRIDGE_REACH_OWN_SEGMENT,
    OPTION_COMPENSATION,
    OPTION_COMPENSATION_BY_GRID,
    OPTION_DIFFERENT_MEANS,
    OPTION_DIFFERENT_MEANS_NEIGHBOURS,
    OPTION_REWARD,
    OPTION_REWARD_SHIFTED,
    OPTION_SHIBA_COLUMN,
    PART_GIFTS,
    PART_GOALS,
    RAY_SPOT_MASKS,
    RIVER_ANIMAL_SHOWN,
    RIVER_BACKGROUND_SHOWN,
    RIVER_BRIDGE_SHOWN,
    RIVER_SIGN_SHOWN,
    ROW_SPOT,
    SEARCH_DIFFERENT,
    SEARCH_SAME,
    SIDE_RIGHT,
    STEP_SPOT,
)
from .state import (
    AREA,
    BARE_PANORAMA,
    BARE_SPANS,
    BARE_TOKENS,
    BARE_TREATS,
    BOARD_MEN,
    END_SPACE_KEPT,
    OBJECTIVES,
    PANORAMA,
    PART_PANORAMA,
    PART_SPANS,
    PART_TOKENS,
    PART_TREATS,
    PICNICS,
    SEEN_PANORAMA_ANIMAL,
    SEEN_PANORAMA_BACKGROUND,
    SEEN_PANORAMA_BRIDGE,
    SEEN_PANORAMA_SIGN,
    SEEN_TOKENS_ANIMAL,
    SEEN_TREATS_BACKGROUND,
    STEPS_TAKEN,
    STEPS_TAKEN_MEN,
    TOP_PANORAMA,
    TOP_SPANS,
    TOP_TOKENS,
    TOP_TREATS,
    WON,
)


def left_end(s: State, p: int) -> int:
    """define left_end (KAM-23).

    KAM-23: All River Cards that lie joined before a player are the Panorama.
    """
    return lowest(
        0xffffffffffffffff & (
            0xffffffffffffffffffffffffffffffffffffffffffffffff ^ s.memory[BARE_PANORAMA + p]
        )
    )


def first_column(s: State, p: int) -> int:
    """define first_column (KAM-23).

    KAM-23: All River Cards that lie joined before a player are the Panorama.
    """
    it = lowest(
        0xffffffffffffffff & (
            0xffffffffffffffffffffffffffffffffffffffffffffffff ^ s.memory[BARE_PANORAMA + p]
        )
    )
    return COLUMN_SPOT[it] if it >= 0 else 1


def last_column(s: State, p: int) -> int:
    """define last_column (KAM-23).

    KAM-23: All River Cards that lie joined before a player are the Panorama.
    """
    return (first_column(s, p) - 1) + (
        0xffffffffffffffff & (
            0xffffffffffffffffffffffffffffffffffffffffffffffff ^ s.memory[BARE_PANORAMA + p]
        )
    ).bit_count()


def corner(s: State, e: int, end: int, o: int) -> int:
    """define corner (KAM-43).

    KAM-43: A card is laid from the hand at the left or the right end of the Panorama.
    """
    return AT_SPOT[
        3 * within(
            (((COLUMN_SPOT[end] + 1) - o) if e == SIDE_RIGHT else ((COLUMN_SPOT[end] + o) - 4)) - 1,
            64,
            195,
        )
    ]


def end_space(s: State, p: int, e: int) -> int:
    """define end_space (KAM-43).

    KAM-43: A card is laid from the hand at the left or the right end of the Panorama.
    """
    at = END_SPACE_KEPT + 2 * p + e
    value: int | None = s.kept[at]
    if value is None:
        value = s.kept[at] = AT_SPOT[
            3 * within((last_column(s, p) if e == SIDE_RIGHT else first_column(s, p)) - 1, 64, 196)
        ]
    return value


def inwards(s: State, e: int) -> int:
    """define inwards (KAM-43).

    KAM-43: A card is laid from the hand at the left or the right end of the Panorama.
    """
    return DIRECTION_WEST if e == SIDE_RIGHT else DIRECTION_EAST


def seen_columns(s: State, p: int, s_: int, d: int) -> int:
    """define seen_columns (KAM-45, KAM-D10).

    KAM-45: It does not overlap two cards.
    KAM-D10: What a card covers must be seen to be of one card only: where a card was covered deeply, less
      than its width is left.
    """
    top_panorama = TOP_PANORAMA + 192 * p
    same = s.memory[top_panorama + s_]
    found = 0
    for t in LINE_FROM_SPOT[9 * s_ + d]:
        if s.memory[top_panorama + t] != same:
            break
        found += 1
    return found


def depths(s: State, u: int, e: int, most: int, shown: int, end: int) -> int:
    """define depths (KAM-44, KAM-45, KAM-46).

    KAM-44: It never goes between two cards that lie there.
    KAM-45: It does not overlap two cards.
    KAM-46: It must hide one icon, an animal or a background, or more.
    """
    found = 0
    for o in range(1, min(4, most + 1)):
        if u == LAYER_UNDER or (
            FOOTPRINT_SPOT_4_3_MASKS[
                (
                    AT_SPOT[
                        3 * within(
                            (
                                (
                                    (COLUMN_SPOT[end] + 1) - o
                                ) if e == SIDE_RIGHT else ((COLUMN_SPOT[end] + o) - 4)
                            ) - 1,
                            64,
                            195,
                        )
                    ]
                )
            ] & shown
        ) != 0:
            found |= 1 << o - 1
    return found


def icons_of(s: State, p: int) -> int:
    """define icons_of (KAM-46).

    KAM-46: It must hide one icon, an animal or a background, or more.
    """
    return where_icons_of(s, p)


def has_icon(s: State, p: int, t: int) -> bool:
    """define has_icon (KAM-46, KAM-D24).

    KAM-46: It must hide one icon, an animal or a background, or more.
    KAM-D24: Are Shiba Inu a background? The field has four columns and the Objective Cards count them
      beside the three others, so we say yes. With the option `shiba_column` switched off they cannot be
      scored as one.
    """
    return bool(background(s, p, t) >= 0 or animal(s, p, t) >= 0)


def is_open(s: State, p: int, t: int) -> bool:
    """define is_open (KAM-24).

    KAM-24: Boundaries are the bridges and both ends of the Panorama.
    """
    return bool(
        s.memory[TOP_PANORAMA + 192 * p + t] >= 0
        and not RIVER_BRIDGE_SHOWN[s.memory[PART_PANORAMA + 192 * p + t]]
    )


def background(s: State, p: int, t: int) -> int:
    """define background (KAM-28).

    KAM-28: A Background Tile is put into the sky, where no icon is yet.
    """
    return BACKGROUNDTILE_BACKGROUND_SHOWN[s.memory[PART_TREATS + 192 * p + t]] if s.memory[TOP_TREATS + 192 * p + t] >= 0 else RIVER_BACKGROUND_SHOWN[
        s.memory[PART_PANORAMA + 192 * p + t]
    ]


def animal(s: State, p: int, t: int) -> int:
    """define animal (KAM-68, KAM-D27).

    KAM-68: An animal under a marker is gone.
    KAM-D27: A token that comes to lie on a bridge stays there and stands on no road.
    """
    return (-1) if s.memory[STEPS_TAKEN + 192 * p + t] >= 0 or RIVER_BRIDGE_SHOWN[
        s.memory[PART_PANORAMA + 192 * p + t]
    ] else seen_animal(s, p, t)


def seen_animal(s: State, p: int, t: int) -> int:
    """define seen_animal (KAM-31, KAM-48).

    KAM-31: An Animal Token is put on a space of a road.
    KAM-48: An Animal Token that would be hidden is lifted and set down on the new card, in the same place.
    """
    return ANIMALTOKEN_ANIMAL_SHOWN[s.memory[PART_TOKENS + 192 * p + t]] if s.memory[TOP_TOKENS + 192 * p + t] >= 0 else RIVER_ANIMAL_SHOWN[
        s.memory[PART_PANORAMA + 192 * p + t]
    ]


def sign(s: State, p: int, t: int) -> int:
    """define sign (KAM-29, KAM-D14).

    KAM-29: A Bridge Tile is put on a bridge, or over a symbol that scores.
    KAM-D14: A symbol on a bridge counts its road on both sides, each up to the next boundary. With the
      option `bridge_reach` it counts the side to its right only. A Bridge Tile takes the place of a symbol
      under it.
    """
    return BRIDGETILE_ANIMAL_SHOWN[s.memory[PART_SPANS + 192 * p + t]] if s.memory[TOP_SPANS + 192 * p + t] >= 0 else RIVER_SIGN_SHOWN[
        s.memory[PART_PANORAMA + 192 * p + t]
    ]


def sky(s: State, p: int) -> int:
    """define sky (KAM-28).

    KAM-28: A Background Tile is put into the sky, where no icon is yet.
    """
    return 0xffffffffffffffff00000000000000000000000000000000 & (
        0xffffffffffffffffffffffffffffffffffffffffffffffff ^ s.memory[BARE_PANORAMA + p]
    )


def icons(s: State, p: int, b: int) -> int:
    """define icons (KAM-54).

    KAM-54: The icons of the background in all of the Panorama are counted, and a marker goes to the space
      of that number in the column of the background.
    """
    memory = s.memory
    return (
        (
            0xffffffffffffffff00000000000000000000000000000000 & (
                0xffffffffffffffffffffffffffffffffffffffffffffffff ^ memory[BARE_PANORAMA + p]
            )
        ) & (memory[SEEN_TREATS_BACKGROUND + 5 * p + b] | memory[BARE_TREATS + p] & memory[
            SEEN_PANORAMA_BACKGROUND
            + 5 * p
            + b
        ])
    ).bit_count()


def roads(s: State, p: int) -> int:
    """define roads (KAM-26).

    KAM-26: A segment has two roads, an upper and a lower; each counts for itself.
    """
    return 0xffffffffffffffffffffffffffffffff & (
        0xffffffffffffffffffffffffffffffffffffffffffffffff ^ s.memory[BARE_PANORAMA + p]
    )


def creatures(s: State, p: int, a: int) -> int:
    """define creatures (KAM-36).

    KAM-36: Scoring is one of three ways at most. When the round is over, the Round Card on top is looked
      at.
    """
    return where_creatures(s, a, p).bit_count()


def road(s: State, p: int, s_: int) -> int:
    """define road (KAM-24, KAM-25, KAM-82).

    KAM-24: Boundaries are the bridges and both ends of the Panorama.
    KAM-25: What lies from one boundary to the next is a segment.
    KAM-82: A segment lies between two boundaries.
    """
    memory = s.memory
    bare_panorama = BARE_PANORAMA + p
    seen_panorama_bridge = SEEN_PANORAMA_BRIDGE + 3 * p
    return rising(
        LINE_FROM_SPOT_MASKS[9 * s_ + DIRECTION_EAST],
        memory[bare_panorama] | memory[seen_panorama_bridge + 1],
    ) | falling(RAY_SPOT_MASKS[9 * s_ + DIRECTION_WEST], memory[bare_panorama] | memory[
        seen_panorama_bridge
        + 1
    ])


def is_marked(s: State, p: int, spots: int) -> bool:
    """define is_marked (KAM-84, KAM-85, KAM-86, KAM-D12).

    KAM-84: A road with a marker is closed: a second never comes to it.
    KAM-85: If a road grows because a boundary moves or is covered, its marker stays where it is, and the
      road stays closed.
    KAM-86: (Example: a road that has grown may be searched as long as no marker is on it.)
    KAM-D12: If two roads become one, one marker closes it. If a bridge cuts a road, only the part with the
      marker is closed.
    """
    return bool(
        spots & (
            0xffffffffffffffffffffffffffffffffffffffffffffffff ^ s.memory[STEPS_TAKEN_MEN + 6 * p - 1]
        ) != 0
    )


def reach(s: State, p: int, k: int, s_: int) -> int:
    """define reach."""
    memory = s.memory
    if k == SEARCH_SAME:  # KAM-67, KAM-D8
        steps_taken = STEPS_TAKEN + 192 * p
        part_panorama = PART_PANORAMA + 192 * p
        part_tokens = PART_TOKENS + 192 * p
        top_tokens = TOP_TOKENS + 192 * p
        found = first = 0
        for t in LINE_FROM_SPOT[9 * s_ + DIRECTION_EAST]:
            it = (
                (-1) if memory[steps_taken + t] >= 0
                or RIVER_BRIDGE_SHOWN[memory[part_panorama + t]] else (
                    ANIMALTOKEN_ANIMAL_SHOWN[memory[part_tokens + t]] if memory[top_tokens + t] >= 0 else RIVER_ANIMAL_SHOWN[
                        memory[part_panorama + t]
                    ]
                )
            )
            if it < 0 or (found and it != first):
                break
            found, first = found + 1, it
        return found
    if k == SEARCH_DIFFERENT:  # KAM-79, KAM-D25
        return different_from(s, p, s_)
    raise RuleError("no case of the match applies")


def different_from(s: State, p: int, s_: int) -> int:
    """define different_from (KAM-D25).

    KAM-D25: Different means that no two are alike. With the option `different_means` only neighbours must
      differ.
    """
    memory = s.memory
    steps_taken = STEPS_TAKEN + 192 * p
    part_panorama = PART_PANORAMA + 192 * p
    part_tokens = PART_TOKENS + 192 * p
    top_tokens = TOP_TOKENS + 192 * p
    if s.options[OPTION_DIFFERENT_MEANS] == OPTION_DIFFERENT_MEANS_NEIGHBOURS:
        return unlike_neighbours(s, p, s_)
    found: list[int] = []
    for t in LINE_FROM_SPOT[9 * s_ + DIRECTION_EAST]:
        it = (
            (-1) if memory[steps_taken + t] >= 0
            or RIVER_BRIDGE_SHOWN[memory[part_panorama + t]] else (
                ANIMALTOKEN_ANIMAL_SHOWN[memory[part_tokens + t]] if memory[top_tokens + t] >= 0 else RIVER_ANIMAL_SHOWN[
                    memory[part_panorama + t]
                ]
            )
        )
        if it < 0 or it in found:
            break
        found.append(it)
    return len(found)


def unlike_neighbours(s: State, p: int, s_: int) -> int:
    """define unlike_neighbours (KAM-D25).

    KAM-D25: Different means that no two are alike. With the option `different_means` only neighbours must
      differ.
    """
    found = 0
    for t in LINE_FROM_SPOT[9 * s_ + DIRECTION_EAST]:
        if not (
            animal(s, p, t) >= 0
            and (
                t == s_
                or STEP_SPOT[9 * t + DIRECTION_WEST] < 0
                or animal(s, p, STEP_SPOT[9 * t + DIRECTION_WEST]) != animal(s, p, t)
            )
        ):
            break
        found += 1
    return found


def is_run(s: State, p: int, k: int, s_: int) -> bool:
    """define is_run (KAM-D7, KAM-69).

    KAM-D7: What is counted is a run that cannot be made longer, at least 3; more than 6 count as 6.
    KAM-69: (Example: three turtles in a row count three although a fourth is near, and three egrets stand
      on the other road.)
    """
    return bool(
        (it := reach(s, p, k, s_)) >= 3
        and (
            STEP_SPOT[9 * s_ + DIRECTION_WEST] < 0
            or reach(s, p, k, STEP_SPOT[9 * s_ + DIRECTION_WEST]) <= it
        )
    )


def is_searchable(s: State, p: int, spots: int) -> bool:
    """define is_searchable (KAM-66, KAM-67, KAM-83).

    KAM-66: The road must be without a marker, and the animals must stand on one road of one segment.
    KAM-67: Their number is counted. A marker goes to any space of the road, as a rule an empty one; not
      onto an Animal Token.
    KAM-83: Each of its two roads is searched once at most, whether for the same or for different animals.
    """
    return bool(
        spots & (
            0xffffffffffffffffffffffffffffffffffffffffffffffff ^ s.memory[STEPS_TAKEN_MEN + 6 * p - 1]
        ) == 0
        and spots & s.memory[BARE_TOKENS + p] != 0
    )


def three_in_a_row(s: State, p: int, s_: int) -> bool:
    """define three_in_a_row (KAM-D7).

    KAM-D7: What is counted is a run that cannot be made longer, at least 3; more than 6 count as 6.
    """
    return bool(
        STEP_SPOT[9 * s_ + DIRECTION_EAST] >= 0
        and STEP_SPOT[9 * STEP_SPOT[9 * s_ + DIRECTION_EAST] + DIRECTION_EAST] >= 0
        and animal(s, p, s_) >= 0
        and animal(s, p, STEP_SPOT[9 * s_ + DIRECTION_EAST]) >= 0
        and animal(s, p, STEP_SPOT[9 * STEP_SPOT[9 * s_ + DIRECTION_EAST] + DIRECTION_EAST]) >= 0
    )


def grid_of(s: State, k: int) -> int:
    """define grid_of (KAM-D1).

    KAM-D1: Which search earns which reward? The passage of the token or tile stands under the picnic, where
      it cannot belong, and its example has three animals of one sort. So we take both passages to have
      slipped up by a heading: the same animals earn a token or tile, different ones an Objective Card
      (`shifted`). The option `reward` can be `literal`: the other way round.
    """
    return PART_GOALS if (k == SEARCH_DIFFERENT) == (
        s.options[OPTION_REWARD] == OPTION_REWARD_SHIFTED
    ) else PART_GIFTS


def left_space(s: State, k: int, n: int) -> int:
    """define left_space (KAM-D5).

    KAM-D5: The text speaks of columns, its example of rows. Rows are numbers of animals, columns are left
      and right.
    """
    return lowest(FIELD_SLOT_PART_IS_MASKS[grid_of(s, k)] & FIELD_SLOT_NUMBER_IS_MASKS[n])


def is_compensated(s: State, g: int, s_: int, value: int) -> bool:
    """define is_compensated (KAM-D2, KAM-D3).

    KAM-D2: One passage pushes a marker to a higher space, the other to a lower. Each speaks of its own
      grid. The second spaces are reconstructed to fit: 3, 5, 7, 10 where tokens and tiles are earned, 1, 2,
      4, 6 where Objective Cards are. The option `compensation` may go by the values instead of the grid.
    KAM-D3: Who is consoled? Every owner of a pushed marker on the Objective grid, from left to right; on
      the other grid nobody.
    """
    return bool(
        (g == PART_GOALS) if s.options[OPTION_COMPENSATION] == OPTION_COMPENSATION_BY_GRID else (
            value < FIELD_SLOT_VALUE[s_]
        )
    )


def token_fits(s: State, p: int, t: int) -> bool:
    """define token_fits (KAM-31, KAM-32).

    KAM-31: An Animal Token is put on a space of a road.
    KAM-32: The space may be empty or show a printed animal, which is then covered. It may not hold another
      Animal Token.
    """
    memory = s.memory
    return bool(
        ROW_SPOT[t] <= 2
        and (
            memory[TOP_PANORAMA + 192 * p + t] >= 0
            and not RIVER_BRIDGE_SHOWN[memory[PART_PANORAMA + 192 * p + t]]
        )
        and memory[TOP_TOKENS + 192 * p + t] < 0
        and memory[STEPS_TAKEN + 192 * p + t] < 0
    )


def on_board(s: State, p: int) -> int:
    """define on_board (KAM-76).

    KAM-76: Who needs a marker and has none may take one back from the board; what it scored is lost.
    """
    return s.memory[BOARD_MEN + p].bit_count() + s.memory[AREA + p]


def on_roads(s: State, p: int) -> int:
    """define on_roads (KAM-77).

    KAM-77: Markers in the Panorama stay for good.
    """
    return (
        0xffffffffffffffffffffffffffffffffffffffffffffffff ^ s.memory[STEPS_TAKEN_MEN + 6 * p - 1]
    ).bit_count()


def free(s: State, p: int) -> int:
    """define free (KAM-9).

    KAM-9: Every player owns the eight markers of a colour.
    """
    return (8 - (s.memory[BOARD_MEN + p].bit_count() + s.memory[AREA + p])) - (
        0xffffffffffffffffffffffffffffffffffffffffffffffff ^ s.memory[STEPS_TAKEN_MEN + 6 * p - 1]
    ).bit_count()


def can_spare(s: State, p: int, n: int) -> bool:
    """define can_spare (KAM-76, KAM-77, KAM-D19).

    KAM-76: Who needs a marker and has none may take one back from the board; what it scored is lost.
    KAM-77: Markers in the Panorama stay for good.
    KAM-D19: A search takes two markers. Who has too few may take back as many as are needed, if so many lie
      on the board.
    """
    return (
        8 - (
            0xffffffffffffffffffffffffffffffffffffffffffffffff ^ s.memory[STEPS_TAKEN_MEN + 6 * p - 1]
        ).bit_count()
    ) >= n


def result(s: State, p: int, m_: int) -> int:
    """define result (KAM-36).

    KAM-36: Scoring is one of three ways at most. When the round is over, the Round Card on top is looked
      at.
    """
    if 0 <= m_ < 6:
        a = m_
        return creatures(s, p, a)
    if 6 <= m_ < 10:
        b = m_ - 6
        return icons(s, p, b)
    raise RuleError("no case of the match applies")


def bridge_points(s: State, p: int, t: int) -> int:
    """define bridge_points (KAM-91, KAM-92).

    KAM-91: Each symbol on a bridge brings 1 point for each of its animals on the same road, up to the next
      bridge or end.
    KAM-92: Several symbols on a road count one by one.
    """
    the_sign = sign(s, p, t)
    return sum(
        [
            1
            for u in bits(
                seen_from(s, p, t) & (
                    0xffffffffffffffffffffffffffffffffffffffffffffffff if the_sign >= 0 else 0
                )
            )
            if animal(s, p, u) == the_sign
        ]
    )


def seen_from(s: State, p: int, t: int) -> int:
    """define seen_from (KAM-D14).

    KAM-D14: A symbol on a bridge counts its road on both sides, each up to the next boundary. With the
      option `bridge_reach` it counts the side to its right only. A Bridge Tile takes the place of a symbol
      under it.
    """
    memory = s.memory
    bare_panorama = BARE_PANORAMA + p
    seen_panorama_bridge = SEEN_PANORAMA_BRIDGE + 3 * p
    return rising(RAY_SPOT_MASKS[9 * t + DIRECTION_EAST], memory[bare_panorama] | memory[seen_panorama_bridge + 1]) if s.options[OPTION_BRIDGE_REACH] == OPTION_BRIDGE_REACH_OWN_SEGMENT else (
        rising(
            RAY_SPOT_MASKS[9 * t + DIRECTION_EAST],
            memory[bare_panorama] | memory[seen_panorama_bridge + 1],
        ) | falling(RAY_SPOT_MASKS[9 * t + DIRECTION_WEST], memory[bare_panorama] | memory[
            seen_panorama_bridge
            + 1
        ])
    )


def aim_points(s: State, p: int, a: int) -> int:
    """define aim_points."""
    if 0 <= a < 8:  # KAM-94, KAM-95
        b = a // 2
        n = a % 2 + 1
        return icons(s, p, b) // n
    if 8 <= a < 332:  # KAM-93
        b_2 = (a - 8) // 81
        n_2 = ((a - 8) // 9) % 9 + 1
        v = (a - 8) % 9 + 1
        return v if icons(s, p, b_2) >= n_2 else 0
    raise RuleError("no case of the match applies")


def where_icons_of(s: State, p: int) -> int:
    """Where a condition holds, as a mask."""
    memory = s.memory
    return 0xffffffffffffffffffffffffffffffffffffffffffffffff ^ memory[BARE_TREATS + p] & memory[SEEN_PANORAMA_BACKGROUND + 5 * p - 1] | 0xffffffffffffffffffffffffffffffffffffffffffffffff ^ (
        0xffffffffffffffffffffffffffffffffffffffffffffffff ^ memory[STEPS_TAKEN_MEN + 6 * p - 1] | memory[
            SEEN_PANORAMA_BRIDGE
            + 3 * p
            + 1
        ] | memory[BARE_TOKENS + p] & memory[SEEN_PANORAMA_ANIMAL + 7 * p - 1]
    )


def where_creatures(s: State, a: int, p: int) -> int:
    """Where a condition holds, as a mask."""
    memory = s.memory
    return (0xffffffffffffffffffffffffffffffff & (0xffffffffffffffffffffffffffffffffffffffffffffffff ^ memory[BARE_PANORAMA + p])) & (
        0xffffffffffffffffffffffffffffffffffffffffffffffff ^ (
            0xffffffffffffffffffffffffffffffffffffffffffffffff ^ memory[STEPS_TAKEN_MEN + 6 * p - 1] | memory[
                SEEN_PANORAMA_BRIDGE
                + 3 * p
                + 1
            ]
        )
    ) & (memory[SEEN_TOKENS_ANIMAL + 7 * p + a] | memory[BARE_TOKENS + p] & memory[
        SEEN_PANORAMA_ANIMAL
        + 7 * p
        + a
    ])


def where_picnic(s: State, me: int) -> int:
    """Where a condition holds, as a mask."""
    return (0xf ^ s.memory[PICNICS + me]) & ((0xf if s.options[OPTION_SHIBA_COLUMN] else 0) | 7)


def where_search(s: State, me: int) -> int:
    """Where a condition holds, as a mask."""
    memory = s.memory
    rest = 0xffffffffffffffffffffffffffffffffffffffffffffffff ^ (
        0xffffffffffffffffffffffffffffffffffffffffffffffff ^ memory[STEPS_TAKEN_MEN + 6 * me - 1] | memory[
            SEEN_PANORAMA_BRIDGE
            + 3 * me
            + 1
        ] | memory[BARE_TOKENS + me] & memory[SEEN_PANORAMA_ANIMAL + 7 * me - 1]
    )
    return 0x3fffffffffffffff3fffffffffffffff3fffffffffffffff & rest & rest >> 1 & rest >> 2


def where_take_token(s: State, me: int) -> int:
    """Where a condition holds, as a mask."""
    memory = s.memory
    return 0xffffffffffffffffffffffffffffffff & (
        0xffffffffffffffffffffffffffffffffffffffffffffffff ^ (
            memory[BARE_PANORAMA + me] | memory[SEEN_PANORAMA_BRIDGE + 3 * me + 1]
        )
    ) & memory[BARE_TOKENS + me] & memory[STEPS_TAKEN_MEN + 6 * me - 1]


def where_clear_under(s: State, me: int, s_: int) -> int:
    """Where a condition holds, as a mask."""
    memory = s.memory
    return FOOTPRINT_SPOT_4_3_MASKS[s_] & (
        0xffffffffffffffffffffffffffffffffffffffffffffffff ^ (
            memory[BARE_TREATS + me] | memory[SEEN_PANORAMA_BACKGROUND + 5 * me - 1]
        ) | 0xffffffffffffffffffffffffffffffffffffffffffffffff ^ (memory[BARE_SPANS + me] | memory[
            SEEN_PANORAMA_BRIDGE
            + 3 * me
            + 1
        ])
    )


# ---- scores


def score_bridges(s: State, me: int) -> int:
    """bridges (KAM-30, KAM-91, KAM-92).

    KAM-30: At the end it brings points for its animal on the road that it lies on.
    KAM-91: Each symbol on a bridge brings 1 point for each of its animals on the same road, up to the next
      bridge or end.
    KAM-92: Several symbols on a road count one by one.
    """
    return sum(
        [
            bridge_points(s, me, t)
            for t in bits(
                (0xffffffffffffffffffffffffffffffff & (0xffffffffffffffffffffffffffffffffffffffffffffffff ^ s.memory[BARE_PANORAMA + me])) & (
                    0xffffffffffffffffffffffffffffffffffffffffffffffff ^ s.memory[BARE_SPANS + me] & s.memory[
                        SEEN_PANORAMA_SIGN
                        + 7 * me - 1
                    ]
                )
            )
        ]
    )


def score_objectives(s: State, me: int) -> int:
    """Objective Cards (KAM-93).

    KAM-93: An Objective Card brings its points if its condition is met.
    """
    return sum([aim_points(s, me, OBJECTIVE_AIM[o]) for o in members(s.sets[OBJECTIVES + me])])


def score_board(s: State, me: int) -> int:
    """the board (KAM-61, KAM-72, KAM-90, KAM-96, KAM-98).

    KAM-61: The spaces at the left of the rows for 3, 4, 5 and 6 animals are worth 2, 4, 6 and 9 points at
      the end.
    KAM-72: Here too the spaces at the left are worth 2, 4, 6 and 9, and whoever lies there is pushed by one
      space to the right.
    KAM-90: Points come from bridges, Objective Cards, the board and Round Cards.
    KAM-96: Each marker on the board brings the value of its space, and 3 in the 3-point area.
    KAM-98: (Example: 7 and 6 points of bridges, 2 and 1 of Objective Cards, 6, 4, 1 and 4 of the board and
      2 for three Round Cards are 33.)
    """
    return sum([FIELD_SLOT_VALUE[s_] for s_ in bits(s.memory[BOARD_MEN + me])]) + (3 * s.memory[AREA + me])


def score_round_cards(s: State, me: int) -> int:
    """Round Cards (KAM-97, KAM-D17).

    KAM-97: Three, four, five or six Round Cards bring 2, 5, 9 or 12 points.
    KAM-D17: Two Round Cards or fewer bring nothing, seven or more as many points as six.
    """
    won = WON + me
    return 12 if s.sets[won].bit_count() >= 6 else (
        9 if s.sets[won].bit_count() >= 5 else (
            5 if s.sets[won].bit_count() >= 4 else (2 if s.sets[won].bit_count() >= 3 else 0)
        )
    )


def total_score(s: State, me: int) -> int:
    """All score lines of a seat."""
    return score_bridges(s, me) + score_objectives(s, me) + score_board(s, me) + score_round_cards(s, me)


# ---- endings


def end(s: State, ending: int) -> bool:
    """The game is over."""
    s.ending, s.to_move, s.legal = ending, None, []
    return True


def winners(s: State) -> list[int]:
    """The seats with the most points (KAM-88, KAM-90, KAM-D18)."""
    ranks = [(total_score(s, me),) for me in range(s.players)]
    best = max(ranks)
    first = [seat for seat, rank in enumerate(ranks) if rank == best]
    return first


def claims(s: State) -> list[str]:
    """Which claims do not hold."""
    broken: list[str] = []
    if not all(len(s.zones[PANORAMA + p]) <= 11 for p in range(s.players)):
        broken.append("claim one_card_a_turn (KAM-35, KAM-89)")
    if not all(free(s, p) >= 0 for p in range(s.players)):
        broken.append("claim eight_markers (KAM-9)")
    if any(
        (FIELD_SLOT_BACKGROUND_IS_MASKS[b] & s.memory[BOARD_MEN + p]).bit_count() > 1
        for p in range(s.players)
        for b in range(4)
    ):
        broken.append("claim one_marker_a_background (KAM-53)")
    return broken
