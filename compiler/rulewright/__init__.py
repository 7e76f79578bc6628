"""Rulewright: rules text of a board or card game in, a typed Python engine out."""

__version__ = "0.1.0"
