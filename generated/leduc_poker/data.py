"""Leduc poker 1.0.0: the words, components and tables.

Written by Rulewright 0.1.0 from rulesets/leduc_poker/leduc_poker.rules; change that.
"""

# ---- words: a word of a kind is a number

# ---- card Card, from cards.csv (LED-1); none is -1
CARD_IDS = (
    "first_jack", "second_jack", "first_queen", "second_queen", "first_king", "second_king",
)
CARD_RANK = (1, 1, 2, 2, 3, 3)
