"""Rummy 1.0.0: the words, components and tables.

Written by Rulewright 0.1.0 from rulesets/rummy/rummy.rules; change that.
"""

# ---- words: a word of a kind is a number

# Suit (RUM-1)
SUIT_CLUBS = 0
SUIT_DIAMONDS = 1
SUIT_HEARTS = 2
SUIT_SPADES = 3

# ---- card Card, from cards.csv (RUM-1); none is -1
CARD_IDS = (
    "ace_of_clubs", "two_of_clubs", "three_of_clubs", "four_of_clubs", "five_of_clubs", "six_of_clubs",
    "seven_of_clubs", "eight_of_clubs", "nine_of_clubs", "ten_of_clubs", "jack_of_clubs", "queen_of_clubs",
    "king_of_clubs", "ace_of_diamonds", "two_of_diamonds", "three_of_diamonds", "four_of_diamonds",
    "five_of_diamonds", "six_of_diamonds", "seven_of_diamonds", "eight_of_diamonds", "nine_of_diamonds",
    "ten_of_diamonds", "jack_of_diamonds", "queen_of_diamonds", "king_of_diamonds", "ace_of_hearts",
    "two_of_hearts", "three_of_hearts", "four_of_hearts", "five_of_hearts", "six_of_hearts",
    "seven_of_hearts", "eight_of_hearts", "nine_of_hearts", "ten_of_hearts", "jack_of_hearts",
    "queen_of_hearts", "king_of_hearts", "ace_of_spades", "two_of_spades", "three_of_spades",
    "four_of_spades", "five_of_spades", "six_of_spades", "seven_of_spades", "eight_of_spades",
    "nine_of_spades", "ten_of_spades", "jack_of_spades", "queen_of_spades", "king_of_spades",
)
CARD_SUIT = (
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
)
CARD_RANK = (
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1, 2, 3, 4, 5, 6,
    7, 8, 9, 10, 11, 12, 13, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
)

# ---- constants and options
HAND_SIZE = (10, 7, 7)  # from 2 players on

# ---- worked out from the tables
CARD_BY_SUIT = (8191, 67100672, 549688705024, 4503049871556608, 0)
