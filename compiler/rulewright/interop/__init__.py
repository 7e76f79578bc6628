"""Engines in the environments that learners use: OpenSpiel, PettingZoo, Gymnasium."""
