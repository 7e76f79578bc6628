"""Saves: the texts of a ruleset for the editor, and back to their files, over nothing that was not seen."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from rulewright.formatting.encoded import encoded
from rulewright.reading.files import must_read, must_read_bytes, shown
from rulewright.reading.overwrite import Change, overwrite
from rulewright.report.diagnostics import UserError
from rulewright.studio.asked import Refused
from rulewright.studio.drafts import mark

BOM = b"\xef\xbb\xbf"
MOVED_ON = 409


def opened(path: Path) -> dict[str, Any]:
    """A file as the editor takes it: its text and the mark of its bytes, or why it is none."""
    name = shown(path)
    try:
        data = must_read_bytes(path)
        text = must_read(path).text
    except UserError as error:
        return {"path": name, "text": None, "mark": "", "locked": error.diagnostic.message}
    locked = None if os.access(path, os.W_OK) else "protected against writing"
    return {"path": name, "text": text, "mark": mark(data), "locked": locked}


def marks(paths: dict[str, Path]) -> dict[str, str]:
    """The mark of each file now; empty for one that cannot be read."""
    found = {}
    for name, path in paths.items():
        try:
            found[name] = mark(must_read_bytes(path))
        except UserError:
            found[name] = ""
    return found


def saved(path: Path, text: str, seen: str) -> dict[str, Any]:
    """Writes a text to its file in one step; gives the new mark. Refused, with what is there now, where the
    file is no longer the one that was seen."""
    before = must_read_bytes(path)
    if mark(before) != seen:
        raise Refused(f"{shown(path)} was changed by somebody else", MOVED_ON, opened(path))
    after = encoded(text, before)
    if before.startswith(BOM):
        after = BOM + after
    overwrite([Change(path, before, after)])
    return {"path": shown(path), "mark": mark(after)}
