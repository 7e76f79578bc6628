"""Frame: what the terminal and pages say around a game, in English and in the languages of `frame.csv`.

What the rules themselves say is translated by their own tables; this is about the table, not about a game.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


def framed(lang: str | None, text: str, **values: object) -> str:
    """A sentence of the frame in a language, its places filled in; in English where the frame has no other.

    >>> framed("fr", "{name} wins", name="Ann"), framed("xx", "{name} wins", name="Ann")
    ('Ann gagne', 'Ann wins')
    """
    table = tables().get(lang, {}) if lang else {}
    return table.get(text, text).format(**values)


@cache
def tables() -> Mapping[str, Mapping[str, str]]:
    """The frame by language, then by its English."""
    lines = files("rulewright.pictures").joinpath("frame.csv").read_text("utf-8").splitlines()
    rows = list(csv.DictReader(lines, strict=True))
    return {lang: {row["text"]: row[lang] for row in rows} for lang in rows[0] if lang != "text"}
