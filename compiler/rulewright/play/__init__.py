"""Engines at work: bots, simulations, a table to play at."""
