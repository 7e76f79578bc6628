"""Graphs of a ruleset as data: what sets off what, what needs what, how play goes on; and their formats."""
