"""Kokeshi 1.0.0: values, scores, endings, winners, claims.

Written by Rulewright 0.1.0 from rulesets/kokeshi/kokeshi.rules; change that.
"""

from __future__ import annotations

from ._runtime import State, within
from .data import (
    DIRECTION_LEFT,
    DIRECTION_RIGHT,
    DOLL_FISHERMAN,
    DOLL_GRANNY,
    DOLL_PRINCESS,
    DOLL_SAMURAI,
    DOLL_SUMO,
    EFFECT_ANY_ANIMAL,
    EFFECT_GAIN_ANY,
    EFFECT_GAIN_HERE,
    EFFECT_STEP_LEFT,
    EFFECT_STEP_RIGHT,
    FIELD_LEVEL_FROM_ROW,
    FIELD_PLACE_PLACE,
    FIELD_PLACE_POINTS,
    FIELD_ROW_POINTS,
    FIELD_ROW_ROW,
    GOAL,
    NEAR_DOLL,
    OPTION_AHEAD,
    OPTION_AHEAD_ON_TOP,
    OPTION_EXTRA_ROUNDS,
    OPTION_NEIGHBOURS_COST,
    OPTION_NEIGHBOURS_COST_WHEN_PLACED,
    OPTION_RED_LINE,
    OPTION_RED_LINE_RECOGNITION,
    OPTION_ROWS_FILLED,
    OPTION_ROWS_FILLED_ANYWHERE,
    OPTION_ROWS_FILLED_FROM_BELOW,
    RAY_DOLL,
    SORT_QUALITY,
    TILE_COLOUR,
    TILE_KIND,
    TILE_LEVEL,
    TILE_POINTS,
)
from .state import (
    BAG,
    BOARD,
    DOLL,
    ENDING_RECOGNITIONS_KEPT,
    GAP_ON_KEPT,
    GAPS_KEPT,
    HAPPINESS_IN_PLAY,
    HAS_ANY_ROOM_KEPT,
    HAS_ROOM_KEPT,
    LATCHED_EMPTY_MARKET,
    LATCHED_RECOGNITIONS,
    MARKER,
    MARKET,
    ON_TOP,
    RECOGNISED,
    RECOGNITIONS_KEPT,
    RESTING,
    ROOM_KEPT,
    SPARE,
    TILES_ON_KEPT,
    WAITING,
)


def can_move(s: State, p: int, d: int) -> bool:
    """define can_move (KOK-D12).

    KOK-D12: A doll that has come home moves no more in this turn. To the letter a turn could go on for
      ever; the variants show it, and two other cures.
    """
    return bool(s.memory[DOLL + 5 * p + d] < 9 and not (s.memory[RESTING + p] >> d & 1))


def is_at_rest(s: State, p: int, d: int) -> bool:
    """define is_at_rest (KOK-D12).

    KOK-D12: A doll that has come home moves no more in this turn. To the letter a turn could go on for
      ever; the variants show it, and two other cures.
    """
    return bool(s.memory[RESTING + p] >> d & 1)


def possible(s: State, p: int, e: int, here: int) -> bool:
    """define possible (KOK-D8).

    KOK-D8: Effects are no offer: what can happen happens, and of two sides of a slash one that can.
    """
    memory = s.memory
    doll = DOLL + 5 * p
    resting = RESTING + p
    marker = MARKER + 4 * p
    if 0 <= e < 5:
        d = e
        return bool(memory[doll + d] < 9 and not (memory[resting] >> d & 1))
    if e == EFFECT_STEP_RIGHT:  # KOK-14
        for d_2 in RAY_DOLL[2 * here + DIRECTION_RIGHT]:
            if memory[doll + d_2] < 9 and not (memory[resting] >> d_2 & 1):
                return True
        return False
    if e == EFFECT_STEP_LEFT:  # KOK-14
        for d_3 in RAY_DOLL[2 * here + DIRECTION_LEFT]:
            if memory[doll + d_3] < 9 and not (memory[resting] >> d_3 & 1):
                return True
        return False
    if 9 <= e < 13:  # KOK-D13
        a = e - 9
        return memory[marker + a] < 7
    if e == EFFECT_ANY_ANIMAL:  # KOK-D13
        for a_2 in range(4):
            if memory[marker + a_2] < 7:
                return True
        return False
    if e == EFFECT_GAIN_HERE:  # KOK-23
        return bool(s.sets[MARKET] and has_room(s, p, here))
    if e == EFFECT_GAIN_ANY:
        return bool(s.sets[MARKET] and has_any_room(s, p))
    for d_4 in range(5):
        if memory[doll + d_4] < 9 and not (memory[resting] >> d_4 & 1):
            return True
    return False


def may_take(s: State, p: int, q: int) -> bool:
    """define may_take (KOK-31, KOK-D17).

    KOK-31: A track takes a single Quality tile, be it of a low level or a high one.
    KOK-D17: Nobody takes two Quality tiles of one doll.
    """
    return bool(
        not (s.memory[RECOGNISED + p] >> TILE_COLOUR[q] & 1)
        and has_room(s, p, TILE_COLOUR[q])
        and can_be_reached(s, p, q)
    )


def can_be_reached(s: State, p: int, q: int) -> bool:
    """define can_be_reached (KOK-30, KOK-D5).

    KOK-30: It lies at the mark of its level or above; the third level has room at the very top only.
    KOK-D5: To earn a Quality tile the doll has to stand at its mark or above, and some order of placing
      must get the tile there too.
    """
    return (gap(s, p, TILE_COLOUR[q], from_row(s, q)) + gaps(s, p)) <= s.sets[SPARE + p].bit_count()


def from_row(s: State, t: int) -> int:
    """define from_row (KOK-30).

    KOK-30: It lies at the mark of its level or above; the third level has room at the very top only.
    """
    return 1 if TILE_LEVEL[t] < 0 else FIELD_LEVEL_FROM_ROW[TILE_LEVEL[t]]


def tiles_on(s: State, p: int, d: int) -> int:
    """define tiles_on (KOK-23).

    KOK-23: What gives tiles to a track without room for them gives none.
    """
    at = TILES_ON_KEPT + 23 * p + 3 * d
    value: int | None = s.kept[at]
    if value is None:
        board = BOARD + 40 * p
        value = s.kept[at] = sum(map(len, s.zones[board + 8 * d : board + 8 * d + 8]))
    return value


def room(s: State, p: int, d: int) -> int:
    """define room (KOK-23, KOK-D4, KOK-D18).

    KOK-23: What gives tiles to a track without room for them gives none.
    KOK-D4: A tile is picked when it is gained and placed at the end of the turn. Tiles that wait take up
      the room that they will need. One that has no choice is placed without a question.
    KOK-D18: A track that has promised all its room gives no tile to a doll that comes to an empty space.
    """
    at = ROOM_KEPT + 23 * p + 3 * d
    value: int | None = s.kept[at]
    if value is None:
        value = s.kept[at] = (8 - tiles_on(s, p, d)) - len(s.zones[WAITING + 5 * p + d])
    return value


def has_any_room(s: State, p: int) -> bool:
    """define has_any_room (KOK-23).

    KOK-23: What gives tiles to a track without room for them gives none.
    """
    at = HAS_ANY_ROOM_KEPT + 23 * p
    value: bool | None = s.kept[at]
    if value is None:
        value = s.kept[at] = (
            room(s, p, DOLL_PRINCESS)
            + room(s, p, DOLL_GRANNY)
            + room(s, p, DOLL_FISHERMAN)
            + room(s, p, DOLL_SAMURAI)
            + room(s, p, DOLL_SUMO)
        ) > s.sets[SPARE + p].bit_count()
    return value


def has_room(s: State, p: int, d: int) -> bool:
    """define has_room (KOK-23).

    KOK-23: What gives tiles to a track without room for them gives none.
    """
    at = HAS_ROOM_KEPT + 23 * p + d
    value: bool | None = s.kept[at]
    if value is None:
        value = s.kept[at] = bool(room(s, p, d) > 0 and has_any_room(s, p))
    return value


def gap(s: State, p: int, d: int, mark: int) -> int:
    """define gap (KOK-D5).

    KOK-D5: To earn a Quality tile the doll has to stand at its mark or above, and some order of placing
      must get the tile there too.
    """
    return gap_below(s, p, d, mark) if s.options[
        OPTION_ROWS_FILLED
    ] == OPTION_ROWS_FILLED_FROM_BELOW else gap_above(s, p, d, mark)


def gap_below(s: State, p: int, d: int, mark: int) -> int:
    """define gap_below (KOK-D5).

    KOK-D5: To earn a Quality tile the doll has to stand at its mark or above, and some order of placing
      must get the tile there too.
    """
    return len(
        range(
            tiles_on(s, p, d) + sum(
                [1 for t in s.zones[WAITING + 5 * p + d] if TILE_KIND[t] != SORT_QUALITY]
            ) + 1,
            mark,
        )
    )


def gap_above(s: State, p: int, d: int, mark: int) -> int:
    """define gap_above (KOK-D5).

    KOK-D5: To earn a Quality tile the doll has to stand at its mark or above, and some order of placing
      must get the tile there too.
    """
    board_at = BOARD + 40 * p + 8 * d
    return 0 if any(not s.zones[board_at + (r - 1)] for r in range(mark, 9)) else 99


def gap_on(s: State, p: int, d: int) -> int:
    """define gap_on (KOK-D5).

    KOK-D5: To earn a Quality tile the doll has to stand at its mark or above, and some order of placing
      must get the tile there too.
    """
    at = GAP_ON_KEPT + 23 * p + 3 * d
    value: int | None = s.kept[at]
    if value is None:
        value = s.kept[at] = sum(
            [
                gap(s, p, d, from_row(s, q))
                for q in s.zones[WAITING + 5 * p + d]
                if TILE_KIND[q] == SORT_QUALITY
            ]
        )
    return value


def gaps(s: State, p: int) -> int:
    """define gaps (KOK-D5).

    KOK-D5: To earn a Quality tile the doll has to stand at its mark or above, and some order of placing
      must get the tile there too.
    """
    at = GAPS_KEPT + 23 * p
    value: int | None = s.kept[at]
    if value is None:
        value = s.kept[at] = (
            gap_on(s, p, DOLL_PRINCESS)
            + gap_on(s, p, DOLL_GRANNY)
            + gap_on(s, p, DOLL_FISHERMAN)
            + gap_on(s, p, DOLL_SAMURAI)
            + gap_on(s, p, DOLL_SUMO)
        )
    return value


def may_lie(s: State, p: int, t: int, d: int, r: int) -> bool:
    """define may_lie (KOK-30).

    KOK-30: It lies at the mark of its level or above; the third level has room at the very top only.
    """
    return bool(
        not s.zones[BOARD + 40 * p + 8 * d + (r - 1)]
        and r >= from_row(s, t)
        and is_next(s, p, t, d, r)
    )


def is_next(s: State, p: int, t: int, d: int, r: int) -> bool:
    """define is_next (KOK-D7, KOK-D22).

    KOK-D7: A move by two may leap over an empty space. The tile it brings goes to the lowest empty row all
      the same.
    KOK-D22: A tile goes to the lowest empty row of its track; as a variant to any empty one.
    """
    return bool(
        (
            r == (tiles_on(s, p, d) + 1)
        ) if s.options[OPTION_ROWS_FILLED] == OPTION_ROWS_FILLED_FROM_BELOW else leaves_a_row(s, p, t, d, r)
    )


def leaves_a_row(s: State, p: int, t: int, d: int, r: int) -> bool:
    """define leaves_a_row (KOK-D5).

    KOK-D5: To earn a Quality tile the doll has to stand at its mark or above, and some order of placing
      must get the tile there too.
    """
    board_at = BOARD + 40 * p + 8 * d
    for q in s.zones[WAITING + 5 * p + d]:
        if q != t and TILE_KIND[q] == SORT_QUALITY and not any(
            not s.zones[board_at + (n - 1)]
            for n in range(from_row(s, q), 9)
            if n != r
        ):
            return False
    return True


def alike_beside(s: State, p: int, d: int, row: int) -> int:
    """define alike_beside (KOK-26, KOK-41).

    KOK-26: Tiles of one colour may become neighbours, side by side or one above the other, at the price of
      3 happiness.
    KOK-41: Each pair of neighbours of one colour on the own board costs 3.
    """
    return (aside(s, p, d, row) + above(s, p, d, row)) + (above(s, p, d, row - 1) if row > 1 else 0)


def aside(s: State, p: int, d: int, row: int) -> int:
    """define aside (KOK-26).

    KOK-26: Tiles of one colour may become neighbours, side by side or one above the other, at the price of
      3 happiness.
    """
    board = BOARD + 40 * p
    return sum(
        [
            1
            for t in s.zones[board + 8 * d + (row - 1)]
            for e in NEAR_DOLL[d]
            for u in s.zones[board + 8 * e + (row - 1)]
            if TILE_COLOUR[t] == TILE_COLOUR[u]
        ]
    )


def above(s: State, p: int, d: int, row: int) -> int:
    """define above (KOK-26).

    KOK-26: Tiles of one colour may become neighbours, side by side or one above the other, at the price of
      3 happiness.
    """
    board_at = BOARD + 40 * p + 8 * d
    return 0 if row == 8 else sum(
        [
            1
            for t in s.zones[board_at + (row - 1)]
            for u in s.zones[board_at + within((row + 1) - 1, 8, 347)]
            if TILE_COLOUR[t] == TILE_COLOUR[u]
        ]
    )


def is_ahead(s: State, p: int, a: int) -> bool:
    """define is_ahead (KOK-38, KOK-D10).

    KOK-38: Each animal track on which a player is ahead of the others scores 3 more.
    KOK-D10: Ahead is who is further than everybody else, and has left the start; as an option who came last
      to the foremost place.
    """
    memory = s.memory
    marker_at = MARKER + 4 * p + a
    return bool(
        (memory[ON_TOP + a] == p) if s.options[OPTION_AHEAD] == OPTION_AHEAD_ON_TOP else (
            memory[marker_at] > 0
            and all(memory[MARKER + 4 * q + a] < memory[marker_at] for q in range(s.players) if q != p)
        )
    )


def pairs(s: State, p: int) -> int:
    """define pairs (KOK-41, KOK-D9).

    KOK-41: Each pair of neighbours of one colour on the own board costs 3.
    KOK-D9: Neighbours of one colour are counted when the game is over; as an option when the tile is
      placed.
    """
    return sum([alike_beside(s, p, d, r) for d in range(5) for r in range(1, 9)]) // 2


def recognitions(s: State, p: int) -> int:
    """define recognitions (KOK-28, KOK-36, KOK-D1).

    KOK-28: A Quality tile is earned in an empty space from the mark of its level upwards; the red line of
      an animal track counts as well.
    KOK-36: Five recognitions of one player, four when four play, bring the end of the game.
    KOK-D1: Crossing a red line is a recognition, not a tile, for no tile of an animal track could lie
      anywhere. As an option it earns a Quality tile, which goes to the track of its own doll.
    """
    at = RECOGNITIONS_KEPT + 23 * p
    value: int | None = s.kept[at]
    if value is None:
        marker = MARKER + 4 * p
        value = s.kept[at] = s.memory[RECOGNISED + p].bit_count() + (
            sum(
                [1 for a in range(4) if s.memory[marker + a] >= 4]
            ) if s.options[OPTION_RED_LINE] == OPTION_RED_LINE_RECOGNITION else 0
        )
    return value


# ---- scores


def score_animals(s: State, me: int) -> int:
    """animal tracks (KOK-37).

    KOK-37: Each animal marker scores what the scale says for its place.
    """
    marker = MARKER + 4 * me
    return sum(
        [
            FIELD_PLACE_POINTS[s_]
            for a in range(4)
            for s_ in range(8)
            if FIELD_PLACE_PLACE[s_] == s.memory[marker + a]
        ]
    )


def score_ahead(s: State, me: int) -> int:
    """ahead on animal tracks (KOK-38).

    KOK-38: Each animal track on which a player is ahead of the others scores 3 more.
    """
    return 3 * sum([1 for a in range(4) if is_ahead(s, me, a)])


def score_quality(s: State, me: int) -> int:
    """Quality tiles (KOK-39).

    KOK-39: Quality tiles on the own board score the points printed on them.
    """
    return sum(
        [
            TILE_POINTS[t]
            for d in range(5)
            for r in range(1, 9)
            for t in s.zones[BOARD + 40 * me + 8 * d + (r - 1)]
        ]
    )


def score_rows(s: State, me: int) -> int:
    """highest tiles (KOK-40).

    KOK-40: Each doll track scores the points of the row that its highest tile has reached.
    """
    board = BOARD + 40 * me
    return sum(
        [
            max(
                [FIELD_ROW_POINTS[r] for r in range(8) if s.zones[board + 8 * d + (FIELD_ROW_ROW[r] - 1)]],
                default=0,
            )
            for d in range(5)
        ]
    )


def score_neighbours(s: State, me: int) -> int:
    """neighbours of one colour (KOK-26, KOK-41, KOK-D9).

    KOK-26: Tiles of one colour may become neighbours, side by side or one above the other, at the price of
      3 happiness.
    KOK-41: Each pair of neighbours of one colour on the own board costs 3.
    KOK-D9: Neighbours of one colour are counted when the game is over; as an option when the tile is
      placed.
    """
    return 0 if s.options[
        OPTION_NEIGHBOURS_COST
    ] == OPTION_NEIGHBOURS_COST_WHEN_PLACED else ((-3) * pairs(s, me))


def score_in_play(s: State, me: int) -> int:
    """happiness in play (KOK-42).

    KOK-42: The happiness of KOK-9, earned in play, is added.
    """
    return s.memory[HAPPINESS_IN_PLAY + me]


def total_score(s: State, me: int) -> int:
    """All score lines of a seat."""
    return score_animals(
        s,
        me,
    ) + score_ahead(s, me) + score_quality(s, me) + score_rows(s, me) + score_neighbours(s, me) + score_in_play(s, me)


# ---- endings


def end(s: State, ending: int) -> bool:
    """The game is over."""
    s.ending, s.to_move, s.legal = ending, None, []
    return True


def ends_by_recognitions(s: State) -> bool:
    """Has come what ends the game: recognitions (KOK-36, KOK-D11)."""
    at = ENDING_RECOGNITIONS_KEPT
    value: bool | None = s.kept[at]
    if value is not None:
        return value
    for p in range(s.players):
        if recognitions(s, p) >= GOAL[s.players - 2]:
            value = s.kept[at] = True
            return value
    value = s.kept[at] = False
    return value


def over_after_action(s: State) -> bool:
    """Tests the endings of the end of each action."""
    memory = s.memory
    if not memory[LATCHED_RECOGNITIONS] and (ends_by_recognitions(s)):  # recognitions (KOK-36, KOK-D11)
        memory[LATCHED_RECOGNITIONS] = 1 + s.options[OPTION_EXTRA_ROUNDS]
    if not memory[LATCHED_EMPTY_MARKET] and (not s.zones[BAG] and s.sets[MARKET].bit_count() < 5):  # empty_market (KOK-D11, KOK-D23)
        memory[LATCHED_EMPTY_MARKET] = 1 + s.options[OPTION_EXTRA_ROUNDS]
    return False


def over_after_round(s: State) -> bool:
    """Tests the endings of the end of each round."""
    memory = s.memory
    if not memory[LATCHED_RECOGNITIONS] and (ends_by_recognitions(s)):  # recognitions (KOK-36, KOK-D11)
        memory[LATCHED_RECOGNITIONS] = 1 + s.options[OPTION_EXTRA_ROUNDS]
    if memory[LATCHED_RECOGNITIONS] == 1:
        return end(s, 0)
    memory[LATCHED_RECOGNITIONS] -= memory[LATCHED_RECOGNITIONS] > 1
    if not memory[LATCHED_EMPTY_MARKET] and (not s.zones[BAG] and s.sets[MARKET].bit_count() < 5):  # empty_market (KOK-D11, KOK-D23)
        memory[LATCHED_EMPTY_MARKET] = 1 + s.options[OPTION_EXTRA_ROUNDS]
    if memory[LATCHED_EMPTY_MARKET] == 1:
        return end(s, 1)
    memory[LATCHED_EMPTY_MARKET] -= memory[LATCHED_EMPTY_MARKET] > 1
    return False


def winners(s: State) -> list[int]:
    """The seats with the most points (KOK-D16)."""
    ranks = [(total_score(s, me),) for me in range(s.players)]
    best = max(ranks)
    first = [seat for seat, rank in enumerate(ranks) if rank == best]
    return first


def claims(s: State) -> list[str]:
    """Which claims do not hold."""
    broken: list[str] = []
    if not all(
        sum(
            [
                1
                for r in range(1, 9)
                for t in s.zones[BOARD + 40 * p + 8 * d + (r - 1)]
                if TILE_KIND[t] == SORT_QUALITY
            ]
        ) <= 1
        for p in range(s.players)
        for d in range(5)
    ):
        broken.append("claim one_quality (KOK-31)")
    if not all(
        all(
            TILE_COLOUR[t] == d and r >= from_row(s, t)
            for t in s.zones[BOARD + 40 * p + 8 * d + (r - 1)]
            if TILE_KIND[t] == SORT_QUALITY
        )
        for p in range(s.players)
        for d in range(5)
        for r in range(1, 9)
    ):
        broken.append("claim quality_at_home (KOK-29, KOK-30)")
    if not all(
        sum([1 for p in range(s.players) if (s.memory[RECOGNISED + p] >> d & 1)]) <= (s.players - 1)
        for d in range(5)
    ):
        broken.append("claim left_out (KOK-32)")
    if not (
        s.options[OPTION_ROWS_FILLED] == OPTION_ROWS_FILLED_ANYWHERE
        or all(
            tiles_on(s, p, d) == 0 or s.zones[
                BOARD
                + 40 * p
                + 8 * d
                + within(tiles_on(s, p, d) - 1, 8, 369)
            ]
            for p in range(s.players)
            for d in range(5)
        )
    ):
        broken.append("claim no_gaps (KOK-D22)")
    if not all(room(s, p, d) >= 0 for p in range(s.players) for d in range(5)):
        broken.append("claim room_for_all (KOK-23)")
    return broken
