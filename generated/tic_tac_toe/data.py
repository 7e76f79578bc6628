"""Tic-tac-toe 1.1.0: the words, components and tables.

Written by Rulewright 0.1.0 from rulesets/tic_tac_toe/tic_tac_toe.rules; change that.
"""

from ._runtime import masks_of

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

# Square
SQUARE_A1 = 0
SQUARE_B1 = 1
SQUARE_C1 = 2
SQUARE_A2 = 3
SQUARE_B2 = 4
SQUARE_C2 = 5
SQUARE_A3 = 6
SQUARE_B3 = 7
SQUARE_C3 = 8

# men:Mark

# ---- constants and options
LINE_LENGTH = (3,)  # from 2 players on

# ---- worked out from the tables
LINES_SQUARE_3 = ((0, 1, 2), (0, 3, 6), (0, 4, 8), (1, 4, 7), (2, 4, 6), (2, 5, 8), (3, 4, 5), (6, 7, 8))
LINES_SQUARE_3_MASKS = masks_of(LINES_SQUARE_3)
LINES_SQUARE_3_WHOLE = tuple(any(mask & line == line for line in LINES_SQUARE_3_MASKS) for mask in range(512))
