"""Engines written by hand, to hold generated ones against: each game once as one writes it, once for speed.

All have the same face: `over`, `to_move`, `winners()`, `legal_moves()`, `apply(move)` (ValueError for a move
that is not legal), `undo()`, `copy()`.
"""
