"""How wide a text is."""

from __future__ import annotations

from unicodedata import east_asian_width


def wide(text: str) -> int:
    """How many columns a text takes on a terminal.

    >>> wide("川b")
    3
    """
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)
