"""Snapshot: the texts of a ruleset in one file, for those who keep no revisions.

`written(rules)` gives the text of a snapshot; `rules_in(text, name)` takes the rules out of one, or out of a
saved game, which holds those that it was played under.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rulewright.play.play_save import FORMAT as SAVE
from rulewright.play.play_save import Rulebox, as_data, damaged, rulebox
from rulewright.report.diagnostics import trouble

FORMAT = "rulewright snapshot 1"
FAMILIES = tuple(name.rpartition(" ")[0] for name in (FORMAT, SAVE))


def written(rules: Rulebox, version: str) -> str:
    """The text of a snapshot."""
    data = {
        "format": FORMAT,
        "version": version,
        "rules": as_data(rules),
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def rules_in(text: str, name: str) -> Rulebox:
    """The rules in a snapshot or a saved game. Raises `UserError` RW016 where it is damaged, RW033 where a
    later version wrote it."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise damaged(name, "it is not JSON") from None
    if not isinstance(data, dict):
        raise damaged(name, "it is no object")
    check_format(data, name)
    if "rules" not in data:
        raise damaged(name, "the rules that it was played under are not in it")
    return rulebox(data, name)


def check_format(data: Mapping[str, Any], name: str) -> None:
    """Refuses what is neither a snapshot nor a save, or one of a format to come."""
    said = str(data.get("format"))
    if said in (FORMAT, SAVE):
        return
    family, _, number = said.rpartition(" ")
    if family in FAMILIES and number.isdecimal():
        message = f"`{name}` has the format `{said}`, which is newer than this program"
        raise trouble("RW033", message, name, "bring rulewright up to date, and run the command again")
    raise damaged(name, f"its format is neither `{SAVE}` nor `{FORMAT}`")
