"""Kokeshi 1.0.0: the words, components and tables.

Written by Rulewright 0.1.0 from rulesets/kokeshi/kokeshi.rules; change that.
"""

# ---- words: a word of a kind is a number

# Direction
DIRECTION_LEFT = 0
DIRECTION_RIGHT = 1

# Heading
HEADING_FORWARD = 0
HEADING_FORWARD_RIGHT = 1
HEADING_RIGHT = 2
HEADING_BACKWARD_RIGHT = 3
HEADING_BACKWARD = 4
HEADING_BACKWARD_LEFT = 5
HEADING_LEFT = 6
HEADING_FORWARD_LEFT = 7

# Animal
ANIMAL_PANDA = 0
ANIMAL_FOX = 1
ANIMAL_CAT = 2
ANIMAL_RABBIT = 3

# Sort
SORT_START = 0
SORT_MARKET = 1
SORT_QUALITY = 2

# Combine
COMBINE_SINGLE = 0
COMBINE_EITHER = 1
COMBINE_BOTH = 2

# Effect
EFFECT_STEP_ANY = 5
EFFECT_LEAP_ANY = 6
EFFECT_STEP_RIGHT = 7
EFFECT_STEP_LEFT = 8
EFFECT_ANY_ANIMAL = 13
EFFECT_GAIN_HERE = 14
EFFECT_GAIN_ANY = 15

# Doll
DOLL_PRINCESS = 0
DOLL_GRANNY = 1
DOLL_FISHERMAN = 2
DOLL_SAMURAI = 3
DOLL_SUMO = 4

# Row
ROW_ROW_1 = 0
ROW_ROW_2 = 1
ROW_ROW_3 = 2
ROW_ROW_4 = 3
ROW_ROW_5 = 4
ROW_ROW_6 = 5
ROW_ROW_7 = 6
ROW_ROW_8 = 7

# Level
LEVEL_LEVEL_1 = 0
LEVEL_LEVEL_2 = 1
LEVEL_LEVEL_3 = 2

# Place
PLACE_PLACE_0 = 0
PLACE_PLACE_1 = 1
PLACE_PLACE_2 = 2
PLACE_PLACE_3 = 3
PLACE_PLACE_4 = 4
PLACE_PLACE_5 = 5
PLACE_PLACE_6 = 6
PLACE_PLACE_7 = 7

# Bonus
BONUS_PANDA_BONUS = 0
BONUS_FOX_BONUS = 1
BONUS_CAT_BONUS = 2
BONUS_RABBIT_BONUS = 3
BONUS_LEFT_BONUS = 4
BONUS_RIGHT_BONUS = 5

# option:red_line
OPTION_RED_LINE_RECOGNITION = 0
OPTION_RED_LINE_QUALITY_TILE = 1

# option:rows_filled
OPTION_ROWS_FILLED_FROM_BELOW = 0
OPTION_ROWS_FILLED_ANYWHERE = 1

# option:neighbours_cost
OPTION_NEIGHBOURS_COST_AT_THE_END = 0
OPTION_NEIGHBOURS_COST_WHEN_PLACED = 1

# option:ahead
OPTION_AHEAD_ALONE = 0
OPTION_AHEAD_ON_TOP = 1

# ---- tile Tile, from tiles.csv; none is -1
TILE_IDS = (
    "PA", "PB", "GA", "GB", "FA", "FB", "SA", "SB", "UA", "UB", "P01", "P02", "P03", "P04", "P05", "P06",
    "P07", "P08", "P09", "P10", "G01", "G02", "G03", "G04", "G05", "G06", "G07", "G08", "G09", "G10",
    "F01", "F02", "F03", "F04", "F05", "F06", "F07", "F08", "F09", "F10", "S01", "S02", "S03", "S04",
    "S05", "S06", "S07", "S08", "S09", "S10", "U01", "U02", "U03", "U04", "U05", "U06", "U07", "U08",
    "U09", "U10", "PQ1", "PQ2", "PQ3", "GQ1", "GQ2", "GQ3", "FQ1", "FQ2", "FQ3", "SQ1", "SQ2", "SQ3",
    "UQ1", "UQ2", "UQ3",
)
TILE_KIND = (
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2,
)
TILE_COLOUR = (
    0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0, 0, 0, 1, 1, 1, 2, 2,
    2, 3, 3, 3, 4, 4, 4,
)
TILE_COMBINE = (
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 0, 0, 0, 0, 2, 1, 2, 1, 1, 2, 0, 0, 0, 0, 2, 1, 2, 1, 1, 2, 0,
    0, 0, 0, 2, 1, 2, 1, 1, 2, 0, 0, 0, 0, 2, 1, 2, 1, 1, 2, 0, 0, 0, 0, 2, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1,
    2, 0, 1, 2, 0, 1, 2,
)
TILE_EFFECTS = (
    (0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 4), (3, 4), (3, 0), (4, 0), (4, 1), (1, 13), (2, 9),
    (10, 1), (7,), (8,), (6,), (5,), (13, 14), (15, 3), (11, 12), (2, 13), (3, 10), (11, 2), (7,), (8,),
    (6,), (5,), (13, 14), (15, 4), (12, 9), (3, 13), (4, 11), (12, 3), (7,), (8,), (6,), (5,), (13, 14),
    (15, 0), (9, 10), (4, 13), (0, 12), (9, 4), (7,), (8,), (6,), (5,), (13, 14), (15, 1), (10, 11),
    (0, 13), (1, 9), (10, 0), (7,), (8,), (6,), (5,), (13, 14), (15, 2), (11, 12), (9,), (13, 4), (10, 5),
    (10,), (13, 0), (11, 5), (11,), (13, 1), (12, 5), (12,), (13, 2), (9, 5), (9,), (13, 3), (10, 5),
)
TILE_LEVEL = (
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2,
)
TILE_POINTS = (
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 6, 9, 3, 6, 9, 3, 6,
    9, 3, 6, 9, 3, 6, 9,
)

# ---- constants and options
ROWS = (8, 8, 8)  # from 2 players on
HOME = (0, 0, 0)  # from 2 players on
FINISH = (9, 9, 9)  # from 2 players on
LAST_PLACE = (7, 7, 7)  # from 2 players on
GOAL = (5, 5, 4)  # from 2 players on
HOME_RESTS = (1, 1, 1)  # from 2 players on
MARKET_SIZE = (5, 5, 5)  # from 2 players on
RED_LINE_AT = (4, 4, 4)  # from 2 players on
OPTION_RED_LINE = 0  # what crossing the red line of an animal track brings
OPTION_LEAP_PAYS = 1  # a move by two to the end of a track earns happiness, too
OPTION_ROWS_FILLED = 2  # to which empty row of its track a tile goes
OPTION_NEIGHBOURS_COST = 3  # when neighbours of one colour cost happiness
OPTION_AHEAD = 4  # who is ahead on an animal track
OPTION_EXTRA_ROUNDS = 5  # rounds that are played when the end has come

# ---- worked out from the tables
FIELD_BONUS_PLACE = (2, 2, 2, 2, 5, 5)
FIELD_BONUS_TRACKS = ((0,), (1,), (2,), (3,), (0, 1), (2, 3))
FIELD_LEVEL_FROM_ROW = (4, 6, 8)
FIELD_PLACE_PLACE = (0, 1, 2, 3, 4, 5, 6, 7)
FIELD_PLACE_POINTS = (0, 0, 1, 2, 3, 5, 7, 10)
FIELD_ROW_POINTS = (0, 1, 1, 2, 3, 5, 7, 10)
FIELD_ROW_ROW = (1, 2, 3, 4, 5, 6, 7, 8)
NEAR_DOLL = ((1,), (0, 2), (1, 3), (2, 4), (3,))
RAY_DOLL = ((), (1, 2, 3, 4), (0,), (2, 3, 4), (1, 0), (3, 4), (2, 1, 0), (4,), (3, 2, 1, 0), ())
TILE_BY_COLOUR = (
    8070450532248976387, 64563604259056123916, 516508835162305331248, 4132071797311334777024,
    33057717175692216500992, 0,
)
