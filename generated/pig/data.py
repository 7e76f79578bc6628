"""Pig 1.0.0: the words, components and tables.

Written by Rulewright 0.1.0 from rulesets/pig/pig.rules; change that.
"""

# ---- words: a word of a kind is a number

# ---- constants and options
OPTION_GOAL = 0  # points that win the game
