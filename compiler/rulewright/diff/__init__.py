"""Diff: what a change of rules means, what it reaches, and the smallest game in which it matters."""
