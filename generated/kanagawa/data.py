"""Kanagawa 1.0.0: the words, components and tables.

Written by Rulewright 0.1.0 from rulesets/kanagawa/kanagawa.rules; change that.
"""

from ._runtime import Payable

# ---- words: a word of a kind is a number

# Season (KAN-62)
SEASON_SPRING = 0
SEASON_SUMMER = 1
SEASON_AUTUMN = 2
SEASON_WINTER = 3
SEASON_STORM = 4

# Landscape (KAN-61)
LANDSCAPE_FOREST = 0
LANDSCAPE_OCEAN = 1
LANDSCAPE_PLAIN = 2
LANDSCAPE_MOUNTAIN = 3
LANDSCAPE_WILD = 4

# Back
BACK_GREEN = 0
BACK_RED = 1
BACK_YELLOW = 2
BACK_BLUE = 3

# Item
ITEM_ASSISTANT = 0
ITEM_BRUSH = 1
ITEM_ARROW = 2
ITEM_KEEP = 3

# Subject
SUBJECT_WARRIOR = 0
SUBJECT_PEASANT = 1
SUBJECT_MONK = 2
SUBJECT_LADY = 3
SUBJECT_BOAR = 4
SUBJECT_STAG = 5
SUBJECT_CRANE = 6
SUBJECT_BUTTERFLY = 7
SUBJECT_THATCHED = 8
SUBJECT_TOWER = 9
SUBJECT_TILED = 10
SUBJECT_PALACE = 11
SUBJECT_ROUND = 12
SUBJECT_TEMPLE = 13

# Family (KAN-D15)
FAMILY_TREES = 0
FAMILY_BUILDINGS = 1
FAMILY_CHARACTERS = 2
FAMILY_ANIMALS = 3
FAMILY_BRUSHES = 4
FAMILY_ARROWS = 5
FAMILY_LANDSCAPES = 6

# Condition

# Reward
REWARD_STORM = 0
REWARD_BRUSH = 1
REWARD_ASSISTANT = 2

# Use
USE_FRESH = 0
USE_SPENT = 1

# groups of words
CHARACTER = (0, 1, 2, 3)  # of Subject
BUILDING = (8, 9, 10, 11, 12, 13)  # of Subject

# ---- card Lesson, from lessons.csv (KAN-3); none is -1
LESSON_IDS = (
    "G01", "G02", "G03", "G04", "G05", "G06", "G07", "G08", "G09", "G10", "G11", "G12", "G13", "G14",
    "G15", "G16", "G17", "G18", "R01", "R02", "R03", "R04", "R05", "R06", "R07", "R08", "R09", "R10",
    "R11", "R12", "R13", "R14", "R15", "R16", "R17", "R18", "Y01", "Y02", "Y03", "Y04", "Y05", "Y06",
    "Y07", "Y08", "Y09", "Y10", "Y11", "Y12", "Y13", "Y14", "Y15", "Y16", "Y17", "Y18", "B01", "B02",
    "B03", "B04", "B05", "B06", "B07", "B08", "B09", "B10", "B11", "B12", "B13", "B14", "B15", "B16",
    "B17", "B18",
)
LESSON_BACK = (
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
    3, 3, 3, 3,
)
LESSON_LANDSCAPE = (
    2, 2, 2, 3, 3, 3, 1, 1, 1, 0, 0, 0, -1, -1, -1, -1, -1, 4, 2, 2, 2, 3, 3, 3, 1, 1, 1, 0, 0, 0, -1, -1,
    -1, -1, -1, 4, 2, 2, 2, 3, 3, 3, 1, 1, 1, 0, 0, 0, -1, -1, -1, -1, -1, 4, 0, 0, 0, -1, -1, -1, 1, -1,
    4, 3, -1, 3, 2, 1, 1, 3, 2, 2,
)
LESSON_ITEM = (
    -1, -1, 0, -1, -1, -1, -1, -1, -1, -1, -1, 0, 2, 1, 0, 0, 3, -1, -1, -1, 0, -1, -1, 0, -1, -1, 0, -1,
    -1, 0, 2, 1, 0, 0, 3, -1, -1, -1, 0, -1, -1, 0, -1, -1, 0, -1, -1, 0, 2, 1, 0, 0, 3, -1, -1, -1, -1, 1,
    0, 3, 0, 2, -1, 0, 0, -1, -1, -1, -1, -1, -1, -1,
)
LESSON_STUDIO_HARMONY = (
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, -2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1,
    2, -2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, -2, 0, 0, 0, 0, 1, 2, 0, 0, -2, 0, 1, 0, 0,
    0, 0, 0, 0, 0,
)
LESSON_NEEDS = (
    (0, 0), (2,), (3,), (2, 2), (3,), (1,), (1,), (3, 3), (0,), (0,), (1, 1), (2,), (0,), (1,), (2,), (2,),
    (0,), (3,), (0, 0), (2,), (3,), (3,), (2, 2), (1,), (3, 3), (1,), (0,), (0,), (1, 1), (2,), (0,), (1,),
    (2,), (2,), (0,), (3,), (2,), (0, 0), (3,), (2, 2), (3,), (1,), (1,), (3, 3), (0,), (0,), (1, 1), (2,),
    (0,), (1,), (2,), (1,), (3,), (3,), (0,), (1, 1), (2,), (1,), (2,), (3,), (0,), (0,), (3,), (1,), (1,),
    (3,), (0, 0), (1,), (3, 3), (2, 2), (2,), (3,),
)
LESSON_SEASON = (
    1, 1, 1, 2, 2, 2, 3, 3, 3, 0, 0, 0, 2, 0, 4, 3, 4, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 0, 0, 0, 2, 1, 0, 4,
    4, 3, 1, 1, 1, 2, 2, 2, 3, 3, 3, 0, 0, 0, 2, 1, 3, 4, 4, 0, 0, 0, 0, 1, 2, 4, 3, 0, 3, 2, 4, 2, 1, 3,
    3, 2, 1, 1,
)
LESSON_SUBJECT = (
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3,
    3, 3, 1, 0, 2, -1, -1, -1, 8, 9, 8, 10, 11, 11, 12, 10, 12, 13, 9, 13, 11, 8, 12, -1, -1, -1, 4, 4, 4,
    4, -1, -1, 6, 5, -1, 5, -1, 5, 7, 6, 6, 5, 7, 7,
)
LESSON_TREES = (
    3, 1, 1, 3, 1, 1, 1, 3, 1, 1, 3, 1, 2, 2, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0,
)
LESSON_PRINT_HARMONY = (
    0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1,
    1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0,
    1, 1, 0, 0,
)

# ---- tile Start, from starts.csv (KAN-5); none is -1
START_IDS = ("S1", "S2", "S3", "S4")
START_LANDSCAPE = (1, 3, 0, 2)
START_ITEM = (2, 2, 2, 2)
START_SEASON = (1, 2, 3, 0)

# ---- tile Diploma, from diplomas.csv (KAN-4); none is -1
DIPLOMA_IDS = (
    "trees_3", "trees_4", "trees_5", "buildings_2", "buildings_3", "buildings_4", "characters_2",
    "characters_3", "characters_same_3", "animals_boar_stag", "animals_crane_butterfly",
    "animals_boar_butterfly_stag", "brushes_3", "brushes_4", "arrows_2", "arrows_3", "landscapes_2",
    "landscapes_3", "landscapes_4",
)
DIPLOMA_FAMILY = (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 6, 6)
DIPLOMA_CONDITION = (
    2, 3, 4, 10, 11, 12, 19, 20, 29, 97, 127, 1119, 2978, 2979, 2986, 2987, 2995, 2996, 2997,
)
DIPLOMA_POINTS = (3, 4, 7, 3, 4, 7, 3, 4, 9, 3, 4, 7, 1, 3, 1, 3, 2, 3, 5)
DIPLOMA_REWARD = (-1, 0, 2, -1, 0, 2, -1, 0, -1, 1, 1, 2, 2, -1, 2, -1, -1, 1, 2)

# ---- constants and options
CARDS_FOR_END = (11, 11, 11)  # from 2 players on
OPTION_TILE_COUNTS_FOR_END = 0  # the starting tile counts towards the 11 cards that end the game
OPTION_STORM_ON_TILE = 1  # a Storm token may also go on the starting tile
OPTION_TILE_ARROW_COUNTS = 2  # the Arrow on the starting tile counts for the Arrow diplomas

# ---- worked out from the tables
DECIDE_DIPLOMA_CASES_IN_PRINT = (
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0,
    0, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 8, 8, 8, 8, 0, 0, 8, 8, 0, 8, 0, 8, 8, 8,
    8, 8, 8, 8,
)
DECIDE_DIPLOMA_CASES_IN_REFUSED = (1, 1, 1, 2, 2, 2, 4, 4, 4, 8, 8, 8, 16, 16, 32, 32, 64, 64, 64)
DECIDE_DIPLOMA_CASES_IN_STUDIO = (
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 32, 0, 0, 0, 0, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 32, 0, 0, 0, 0, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 32, 0, 0, 0, 0, 64, 64,
    64, 64, 0, 0, 0, 64, 32, 64, 64, 0, 64, 64, 64, 64, 64, 64, 64,
)
DIPLOMA_BY_FAMILY = (7, 56, 448, 3584, 12288, 49152, 458752, 0)
DIPLOMA_CONDITION_PARTS: tuple[tuple[int, tuple[int, ...]], ...] = (
    (0, (3,)), (0, (4,)), (0, (5,)), (1, (2,)), (1, (3,)), (1, (4,)), (2, (2,)), (2, (3,)), (3, (3,)),
    (4, (4, 5)), (4, (6, 7)), (5, (4, 7, 5)), (6, (3,)), (6, (4,)), (7, (2,)), (7, (3,)), (8, (2,)),
    (8, (3,)), (8, (4,)),
)
LANDSCAPE_MULTISETS = (
    (), (0,), (1,), (2,), (3,), (4,), (0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 1), (1, 2), (1, 3),
    (1, 4), (2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4),
)
LANDSCAPE_PAYABLE = Payable(LANDSCAPE_MULTISETS)
LESSON_NEEDS_WAYS = (
    (6, 10, 20), (3, 5), (4, 5), (15, 17, 20), (4, 5), (2, 5), (2, 5), (18, 19, 20), (1, 5), (1, 5),
    (11, 14, 20), (3, 5), (1, 5), (2, 5), (3, 5), (3, 5), (1, 5), (4, 5), (6, 10, 20), (3, 5), (4, 5),
    (4, 5), (15, 17, 20), (2, 5), (18, 19, 20), (2, 5), (1, 5), (1, 5), (11, 14, 20), (3, 5), (1, 5),
    (2, 5), (3, 5), (3, 5), (1, 5), (4, 5), (3, 5), (6, 10, 20), (4, 5), (15, 17, 20), (4, 5), (2, 5),
    (2, 5), (18, 19, 20), (1, 5), (1, 5), (11, 14, 20), (3, 5), (1, 5), (2, 5), (3, 5), (2, 5), (4, 5),
    (4, 5), (1, 5), (11, 14, 20), (3, 5), (2, 5), (3, 5), (4, 5), (1, 5), (1, 5), (4, 5), (2, 5), (2, 5),
    (4, 5), (6, 10, 20), (2, 5), (18, 19, 20), (15, 17, 20), (3, 5), (4, 5),
)
MEETS_BY_ALIKE = (0, 0, 0, 256)
MEETS_BY_BRUSHES = (0, 0, 0, 4096, 12288)
MEETS_BY_BUILDINGS = (0, 0, 8, 24, 56)
MEETS_BY_CHARACTERS = (0, 0, 64, 192)
MEETS_BY_LANDSCAPES = (0, 0, 65536, 196608, 458752)
MEETS_BY_TREES = (0, 0, 0, 1, 3, 7)
