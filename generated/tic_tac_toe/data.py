"""Tic-tac-toe 1.0.0: the words, components and tables.

Written by Rulewright 0.1.0 from rulesets/tic_tac_toe/tic_tac_toe.rules; change that.
"""

# ---- words: a word of a kind is a number
