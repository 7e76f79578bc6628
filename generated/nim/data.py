"""Nim 1.0.0: the words, components and tables.

Written by Rulewright 0.1.0 from rulesets/nim/nim.rules; change that.
"""

# ---- words: a word of a kind is a number

# ---- constants and options
MOST = (36,)  # from 2 players on
OPTION_MISERE = 0  # whoever takes the last stone loses
OPTION_PILE_1 = 1  # stones in the first pile
OPTION_PILE_2 = 2  # stones in the second pile
OPTION_PILE_3 = 3  # stones in the third pile
OPTION_PILE_4 = 4  # stones in the fourth pile
