"""Kuhn poker 1.0.0: the words, components and tables.

Written by Rulewright 0.1.0 from rulesets/kuhn_poker/kuhn_poker.rules; change that.
"""

# ---- words: a word of a kind is a number

# ---- card Card, from cards.csv (KUH-1); none is -1
CARD_IDS = ("jack", "queen", "king")
CARD_RANK = (1, 2, 3)
