"""Comparing: what the drafts change in meaning, against what was saved or a revision of git."""

from __future__ import annotations

from typing import Any

from rulewright.studio.asked import Asked, Refused
from rulewright.studio.desk import Desk
from rulewright.studio.findings import told

SAVED = "saved"


def compare(desk: Desk, asked: Asked) -> dict[str, Any]:
    """The changes between another side and the drafts, as `rulewright diff` finds them."""
    from rulewright.diff.result import compared
    from rulewright.diff.to_json import as_data
    from rulewright.diff.to_markdown import to_markdown

    against = asked.text("against", SAVED).strip() or SAVED
    old = desk.side({}, "saved") if against == SAVED else desk.revision(against)
    new = desk.side(asked.texts("texts"), "here")
    _one_game(old.title, new.title, against)
    result = compared(old, new)
    broken = [
        {"which": "old" if side is result.old else "new", "found": told(side.report)}
        for side in result.broken
    ]
    return {**as_data(result), "broken": broken, "markdown": to_markdown(result)}


def _one_game(old: Any, new: Any, against: str) -> None:
    if old is not None and new is not None and old.name.text != new.name.text:
        raise Refused(f"at `{against}` this was another game, {old.name.text}")
