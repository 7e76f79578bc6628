"""Migrate: a saved game under new rules, where these lead to the same position.

`migrated(...)` takes the text of a save and says what becomes of it: `unchanged` (both rules mean the same,
or it is one of the new rules already), `replayed` (the same moves by name lead to the same position),
`migrated` (they do with names as the new rules have them, or with moves numbered anew; or its position was
taken over, place by place), `pinned` (it can go on under its own rules only), or `damaged`. The text of the
file that was given is never changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rulewright.diff.snapshot import check_format
from rulewright.diff.transfer import NoWay, Transfer
from rulewright.diff.versions import Difference, Pair, Setting, said
from rulewright.play.play_save import Rulebox, as_data
from rulewright.play.play_save import read as read_save
from rulewright.python.runtime import FORMAT, Game, IllegalMove, SaveError, load_game, settled
from rulewright.record import record
from rulewright.report.diagnostics import UserError

KEPT = ("unchanged", "replayed", "migrated")
OF_RULES = ("score", "moves")
"""What may differ where the position is the same: points and moves are what the new rules make of it."""


@record
class Outcome:
    """What became of a save: how, its new text (None where it is left alone), and why."""

    status: str
    text: str | None
    reason: str
    taken_over: bool = False


def migrated(text: str, name: str, pair: Pair, rules: Rulebox, transfer: Transfer) -> Outcome:
    """A save of the old rules of a pair under the new ones, whose texts are `rules`."""
    try:
        data, inner = _opened(text, name)
    except UserError as error:
        return Outcome("damaged", None, f"{error.diagnostic.code}: {error.diagnostic.message}")
    if inner.get("meaning") == pair.new.rules.meaning:
        return Outcome("unchanged", text, "it is of rules that mean the same")
    try:
        kept = load_game(pair.old.rules, json.dumps(inner, ensure_ascii=False))
    except SaveError as error:
        other = inner.get("meaning") not in (None, pair.old.rules.meaning)
        return Outcome("pinned" if other else "damaged", None, " ".join(str(error).split()))
    game, reason = _replayed(pair, kept, inner)
    if game is not None:
        status = "replayed" if pair.numbered_alike and not pair.old.renamed else "migrated"
        return Outcome(status, _written(data, inner, game, rules), "its moves lead to the same position")
    try:
        game = _taken_over(pair, kept, inner, transfer)
    except NoWay as error:
        return Outcome("pinned", None, f"{reason}; its position cannot be taken over: {error}")
    written = _written(data, inner, game, rules, begins=True)
    return Outcome("migrated", written, f"{reason}; its position was taken over", True)


def _written(
    data: dict[str, Any], inner: dict[str, Any], game: Game, rules: Rulebox, begins: bool = False
) -> str:
    """The text of a save with another game and its rules. Where this begins at its position, what was said of
    earlier moves stays, at the first."""
    fresh = json.loads(game.to_json())
    if data is inner:
        return json.dumps(fresh, ensure_ascii=False) + "\n"
    made = {**data, "rules": as_data(rules), "game": fresh}
    if begins:
        made["origin"] = fresh
        made["notes"] = [{**note, "move": 0} for note in data["notes"]]
    return json.dumps(made, ensure_ascii=False, indent=1) + "\n"


def _taken_over(pair: Pair, kept: Game, inner: Mapping[str, Any], transfer: Transfer) -> Game:
    """The game that goes on from the same position by the new rules; its moves stay with the old save."""
    try:
        players, options = settled(pair.new.rules, kept.players, dict(_options(pair, inner)))
    except ValueError as error:
        raise NoWay(str(error)) from None
    return Game(pair.new.rules, transfer.position(kept.state, players, options), kept.seed)


def _options(pair: Pair, inner: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The options of a save that the new rules have too."""
    there = {option.name for option in pair.new.rules.options}
    named = ((pair.old.named(name), word) for name, word in inner["options"].items())
    return tuple((name, word) for name, word in named if name in there)


def _opened(text: str, name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The data of a save, and the game in it; both are the same in a save that an engine wrote."""
    from rulewright.play.play_save import damaged

    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise damaged(name, "it is not JSON") from None
    if not isinstance(data, dict):
        raise damaged(name, "it is no object")
    if data.get("format") == FORMAT:
        return data, data
    check_format(data, name)
    read_save(text, name)
    inner = data["game"]
    if not isinstance(inner, dict):
        raise damaged(name, "the game in it is no object")
    return data, inner


def _replayed(pair: Pair, kept: Game, inner: Mapping[str, Any]) -> tuple[Game | None, str]:
    """The game that the same moves lead to by the new rules; None, and why, where it is another."""
    if inner["chance"] == "explicit":
        return None, "its chance was played as moves, which cannot be played again from a seed"
    known = _options(pair, inner)
    try:
        one = pair.old.new(Setting(kept.players, tuple(inner["options"].items()), kept.seed))
        other = pair.new.new(Setting(kept.players, known, kept.seed))
        for number, (move, seat) in enumerate(zip(kept.moves, kept.movers, strict=True), start=1):
            key = pair.old.key(one, move)
            same = {pair.new.key(other, each): each for each in other.legal_moves(seat)}.get(key)
            if same is None:
                return None, f"move {number}, {said(key)}, cannot be made by the new rules"
            one.apply(move, seat)
            other.apply(same, seat)
    except (ValueError, IllegalMove, pair.old.error, pair.new.error) as error:
        return None, " ".join(str(error).split())
    if one.state != kept.state:
        return None, "its moves do not lead to its position by the old rules"
    apart = _apart(pair, one, other)
    return (other, "") if apart is None else (None, apart)


def _apart(pair: Pair, one: Game, other: Game) -> str | None:
    """What differs in two positions, but for what the new rules make of them."""
    found: Difference | None = next(
        (each for each in pair.differences(one, other) if each.sort not in OF_RULES), None
    )
    return None if found is None else f"{found.what} is {found.old}, by the new rules {found.new}"
