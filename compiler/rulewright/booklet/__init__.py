"""Booklet: the rulebook of a ruleset as a page for those who play it or write on it."""
