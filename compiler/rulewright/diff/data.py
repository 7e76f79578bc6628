"""Data: the tables of diff, which are kept as CSV beside it."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files


@cache
def rows(name: str) -> tuple[dict[str, str], ...]:
    """The rows of a table, each by its columns.

    >>> rows("classes")[0]["class"]
    'new choice'
    """
    text = (files("rulewright") / "diff" / f"{name}.csv").read_text("utf-8")
    return tuple(csv.DictReader(text.splitlines()))
