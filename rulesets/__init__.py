"""The rulesets that come with Rulewright, as data: one folder per game."""
