"""Can't Stop 1.0.0: the words, components and tables.

Written by Rulewright 0.1.0 from rulesets/cant_stop/cant_stop.rules; change that.
"""

# ---- words: a word of a kind is a number

# ---- constants and options
RUNNERS = (3, 3, 3)  # from 2 players on
OPTION_GOAL = 0  # columns that win the game
