"""Connect four 1.0.0: the words, components and tables.

Written by Rulewright 0.1.0 from rulesets/connect_four/connect_four.rules; change that.
"""

from ._runtime import lines_through, masks_of

# ---- words: a word of a kind is a number

# Direction
DIRECTION_NORTH = 0
DIRECTION_NORTHEAST = 1
DIRECTION_EAST = 2
DIRECTION_SOUTHEAST = 3
DIRECTION_SOUTH = 4
DIRECTION_SOUTHWEST = 5
DIRECTION_WEST = 6
DIRECTION_NORTHWEST = 7

# Heading
HEADING_FORWARD = 0
HEADING_FORWARD_RIGHT = 1
HEADING_RIGHT = 2
HEADING_BACKWARD_RIGHT = 3
HEADING_BACKWARD = 4
HEADING_BACKWARD_LEFT = 5
HEADING_LEFT = 6
HEADING_FORWARD_LEFT = 7

# Place
PLACE_A1 = 0
PLACE_B1 = 1
PLACE_C1 = 2
PLACE_D1 = 3
PLACE_E1 = 4
PLACE_F1 = 5
PLACE_G1 = 6
PLACE_A2 = 7
PLACE_B2 = 8
PLACE_C2 = 9
PLACE_D2 = 10
PLACE_E2 = 11
PLACE_F2 = 12
PLACE_G2 = 13
PLACE_A3 = 14
PLACE_B3 = 15
PLACE_C3 = 16
PLACE_D3 = 17
PLACE_E3 = 18
PLACE_F3 = 19
PLACE_G3 = 20
PLACE_A4 = 21
PLACE_B4 = 22
PLACE_C4 = 23
PLACE_D4 = 24
PLACE_E4 = 25
PLACE_F4 = 26
PLACE_G4 = 27
PLACE_A5 = 28
PLACE_B5 = 29
PLACE_C5 = 30
PLACE_D5 = 31
PLACE_E5 = 32
PLACE_F5 = 33
PLACE_G5 = 34
PLACE_A6 = 35
PLACE_B6 = 36
PLACE_C6 = 37
PLACE_D6 = 38
PLACE_E6 = 39
PLACE_F6 = 40
PLACE_G6 = 41

# men:Disc

# ---- worked out from the tables
DROP_WAYS = (
    0x810204081, 0x1020408102, 0x2040810204, 0x4081020408, 0x8102040810, 0x10204081020, 0x20408102040,
)
LINES_PLACE_4 = (
    (0, 1, 2, 3), (0, 7, 14, 21), (0, 8, 16, 24), (1, 2, 3, 4), (1, 8, 15, 22), (1, 9, 17, 25),
    (2, 3, 4, 5), (2, 9, 16, 23), (2, 10, 18, 26), (3, 4, 5, 6), (3, 9, 15, 21), (3, 10, 17, 24),
    (3, 11, 19, 27), (4, 10, 16, 22), (4, 11, 18, 25), (5, 11, 17, 23), (5, 12, 19, 26), (6, 12, 18, 24),
    (6, 13, 20, 27), (7, 8, 9, 10), (7, 14, 21, 28), (7, 15, 23, 31), (8, 9, 10, 11), (8, 15, 22, 29),
    (8, 16, 24, 32), (9, 10, 11, 12), (9, 16, 23, 30), (9, 17, 25, 33), (10, 11, 12, 13), (10, 16, 22, 28),
    (10, 17, 24, 31), (10, 18, 26, 34), (11, 17, 23, 29), (11, 18, 25, 32), (12, 18, 24, 30),
    (12, 19, 26, 33), (13, 19, 25, 31), (13, 20, 27, 34), (14, 15, 16, 17), (14, 21, 28, 35),
    (14, 22, 30, 38), (15, 16, 17, 18), (15, 22, 29, 36), (15, 23, 31, 39), (16, 17, 18, 19),
    (16, 23, 30, 37), (16, 24, 32, 40), (17, 18, 19, 20), (17, 23, 29, 35), (17, 24, 31, 38),
    (17, 25, 33, 41), (18, 24, 30, 36), (18, 25, 32, 39), (19, 25, 31, 37), (19, 26, 33, 40),
    (20, 26, 32, 38), (20, 27, 34, 41), (21, 22, 23, 24), (22, 23, 24, 25), (23, 24, 25, 26),
    (24, 25, 26, 27), (28, 29, 30, 31), (29, 30, 31, 32), (30, 31, 32, 33), (31, 32, 33, 34),
    (35, 36, 37, 38), (36, 37, 38, 39), (37, 38, 39, 40), (38, 39, 40, 41),
)
LINES_PLACE_4_MASKS = masks_of(LINES_PLACE_4)
LINES_THROUGH_PLACE_4_STAR = lines_through(LINES_PLACE_4, 42)
