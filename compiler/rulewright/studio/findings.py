"""Findings: what a check says, for the page."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from rulewright import core
from rulewright.report.diagnostics import Diagnostic
from rulewright.report.render import as_json, summary
from rulewright.studio.asked import Asked
from rulewright.studio.desk import Desk


def check(desk: Desk, asked: Asked) -> dict[str, Any]:
    """What is wrong with the ruleset and some drafts, and what can be played."""
    made = desk.made(asked.texts("texts"))
    return {
        "key": made.key,
        "found": told(made.found),
        "summary": summary(made.found),
        "game": None if made.game is None else about(made.game),
    }


def told(found: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """Diagnostics as plain data."""
    data: list[dict[str, Any]] = json.loads(as_json(found))
    return data


def about(game: core.Game) -> dict[str, Any]:
    """What a page must know of a game before one is begun."""
    return {
        "title": game.title,
        "version": game.version,
        "unproved": [] if game.unproved is None else list(game.unproved.codes),
        "players": [game.low, game.high],
        "seats": list(game.seats),
        "languages": sorted(game.texts),
        "options": [_option(name, option) for name, option in game.options.items()],
    }


def _option(name: str, option: core.Option) -> dict[str, Any]:
    chosen = next(word for word, value in option.values if value == option.default)
    words = [word for word, _ in option.values]
    return {"name": name, "text": option.text or name.replace("_", " "), "values": words, "default": chosen}
