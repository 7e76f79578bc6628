"""Labels: what a part of a declaration is called, for people; which parts are only told to players."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache

from rulewright.diff.data import rows

SPOKEN = ("per", "otherwise_per", "text", "title", "reason", "reconstructed", "ignored")
FILES = ("Record.table", "Spaces.table", "Texts.table")


def label(way: tuple[str, ...]) -> str:
    """What the part is called that a way leads to: by its last step that has a name.

    >>> label(("Action", "Action.body", "Deal.number"))
    'how many are dealt'
    """
    for step in reversed(way[1:]):
        found = _named(step)
        if found:
            return found
    return ""


@cache
def _named(step: str) -> str:
    for row in rows("labels"):
        if row["part"] != "*" and fnmatchcase(step, row["part"]):
            return row["label"]
    return ""


def is_text(way: tuple[str, ...]) -> bool:
    """Is a part only told to players, or to readers of the rules?

    >>> is_text(("Action", "Action.lines", "Guard.reason")), is_text(("Score", "Score.value"))
    (True, False)
    """
    return any(step in FILES or step.partition(".")[2] in SPOKEN for step in way)
