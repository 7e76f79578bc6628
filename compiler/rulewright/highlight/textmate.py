"""TextMate: the patterns as a grammar that editors read."""

from __future__ import annotations

import json
from typing import Any

from rulewright.highlight.patterns import TEXT, Pattern, patterns

LANGUAGE_ID = "rules"
PLACEHOLDER = "constant.character.placeholder"
_ABOUT = "Written from the grammar of the language by `make editors`; changes belong there."


def textmate() -> str:
    """Give the grammar as JSON."""
    grammar = {
        "information_for_contributors": [_ABOUT],
        "name": "Rulewright rules",
        "scopeName": f"source.{LANGUAGE_ID}",
        "fileTypes": [LANGUAGE_ID],
        "patterns": [_rule(pattern) for pattern in patterns()],
    }
    return json.dumps(grammar, ensure_ascii=False, indent=2) + "\n"


def _rule(pattern: Pattern) -> dict[str, Any]:
    """Give a pattern as TextMate has it; in a text, `{name}` stands for a part of a move."""
    if pattern.scope == TEXT:
        inside = {"match": r"\{\w+\}", "name": _named(PLACEHOLDER)}
        return {"begin": '"', "end": '"|$', "name": _named(TEXT), "patterns": [inside]}
    if pattern.scope:
        return {"match": pattern.regex, "name": _named(pattern.scope)}
    captures = {str(n): {"name": _named(scope)} for n, scope in enumerate(pattern.groups, 1)}
    return {"match": pattern.regex, "captures": captures}


def _named(scope: str) -> str:
    return f"{scope}.{LANGUAGE_ID}"
