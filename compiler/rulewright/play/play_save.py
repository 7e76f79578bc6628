"""Play, kept: a save holds the game, its notes and seats, and the text of the rules it was played under.

`saved(...)` gives the JSON text; `read(text)` takes it apart again and `restore` sits everybody down at the
game, once an engine was made from the rules in the save.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import PurePosixPath
from types import ModuleType
from typing import Any

from rulewright.pictures.sketch import Sketch
from rulewright.play.bots import bot
from rulewright.play.play import Mark, Note, Player, Session
from rulewright.python.runtime import Game
from rulewright.record import record
from rulewright.report.diagnostics import UserError, trouble

FORMAT = "rulewright save 1"
MAX_FILES = 500


@record
class Rulebox:
    """The texts of a ruleset by their paths from its root, which file is the ruleset's, its variants and the
    sizes of its boards."""

    file: str
    variants: tuple[str, ...]
    texts: Mapping[str, str]
    sizes: tuple[str, ...] = ()


@record
class Save:
    """A save that was read: its rules, and what `restore` needs. `origin` is the game before the first of its
    moves, where that does not start from a seed, as the engine saves it."""

    name: str
    rules: Rulebox
    game: str
    players: tuple[Player, ...]
    generators: tuple[int, ...]
    notes: tuple[Note, ...]
    lang: str | None
    origin: str | None = None


def saved(session: Session, rules: Rulebox) -> str:
    """The text of a save."""
    data = {
        "format": FORMAT,
        "rules": as_data(rules),
        "game": json.loads(session.game.to_json()),
        "players": [asdict(player) for player in session.players],
        "bots": [each.rng.state for each in session.bots.values()],
        "notes": [asdict(note) for note in session.notes],
        "lang": session.lang,
    }
    if session.origin is not None:
        data["origin"] = json.loads(session.origin)
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def as_data(rules: Rulebox) -> dict[str, Any]:
    """The rules of a save as plain data."""
    return {
        "file": rules.file,
        "variants": list(rules.variants),
        "sizes": list(rules.sizes),
        "texts": dict(rules.texts),
    }


def damaged(name: str, reason: str) -> UserError:
    """The trouble of a save that cannot be used."""
    return trouble("RW016", f"`{name}` is no whole save: {reason}", name, "load a file as `save` wrote it")


def read(text: str, name: str) -> Save:
    """Takes a save apart; what does not fit is refused with RW016."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise damaged(name, "it is not JSON") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise damaged(name, f"it does not say that its format is `{FORMAT}`")
    try:
        return _save(data, name)
    except KeyError as error:
        raise damaged(name, f"{error} is missing") from None
    except (TypeError, ValueError, AttributeError):
        raise damaged(name, "a part of it is not of the form that it should have") from None


def rulebox(data: Mapping[str, Any], name: str) -> Rulebox:
    """The rules that a save holds; RW016 where they are not whole."""
    try:
        return _rulebox(data["rules"], name)
    except KeyError as error:
        raise damaged(name, f"{error} is missing") from None
    except (TypeError, ValueError, AttributeError):
        raise damaged(name, "a part of it is not of the form that it should have") from None


def _rulebox(rules: Mapping[str, Any], name: str) -> Rulebox:
    texts = {_safe(str(path), name): _text(text) for path, text in rules["texts"].items()}
    file = _safe(_text(rules["file"]), name)
    if file not in texts or len(texts) > MAX_FILES:
        raise damaged(name, "the rules that it was played under are not in it")
    variants, sizes = (tuple(map(_text, rules.get(key, ()))) for key in ("variants", "sizes"))
    return Rulebox(file, variants, texts, sizes)


def _save(data: Mapping[str, Any], name: str) -> Save:
    rules = _rulebox(data["rules"], name)
    players = tuple(_player(entry) for entry in data["players"])
    return Save(
        name, rules,
        json.dumps(data["game"], ensure_ascii=False),
        players,
        tuple(int(state) for state in data["bots"]),
        tuple(_note(entry) for entry in data["notes"]),
        _word(data["lang"]),
        json.dumps(data["origin"], ensure_ascii=False) if data.get("origin") is not None else None,
    )  # fmt: skip


def _player(entry: Mapping[str, Any]) -> Player:
    return Player(_text(entry["seat"]), _text(entry["name"]), _word(entry["bot"]))


def _note(entry: Mapping[str, Any]) -> Note:
    return Note(int(entry["move"]), _text(entry["key"]), _word(entry["seat"]), _text(entry["text"]))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value


def _word(value: object) -> str | None:
    return None if value is None else _text(value)


def _safe(path: str, name: str) -> str:
    """A path of a save must stay below the folder that it is unpacked into."""
    parts = PurePosixPath(path).parts
    if not parts or path.startswith(("/", "~")) or ".." in parts or any(char in path for char in "\\:\0"):
        raise damaged(name, f"it names a file `{path}`")
    return path


def restore(
    save: Save,
    engine: ModuleType,
    cards: Mapping[str, str] | None = None,
    sketch: Sketch | None = None,
) -> Session:
    """The session of a save, played again from its seed or origin so that moves can be taken back.

    A save whose moves do not lead to its position is refused (RW016).
    """
    try:
        kept: Game = engine.from_json(save.game)
        data = json.loads(save.game)
        game: Game
        if save.origin is None:
            game = engine.new(players=kept.players, seed=kept.seed, options=data["options"])
        else:  # a position was taken over from other rules: no moves of these lead to it
            game = engine.from_json(save.origin)
        made = _seated(save, game, cards or {}, sketch or Sketch())
        _replay(made, kept.moves, save.generators)
    except UserError:
        raise
    except Exception as error:
        raise damaged(save.name, " ".join(str(error).split())) from None
    if made.game != kept:
        raise damaged(save.name, "its moves do not lead to its position")
    return made


def _seated(save: Save, game: Game, cards: Mapping[str, str], sketch: Sketch) -> Session:
    bots = {i: bot(p.bot, 0) for i, p in enumerate(save.players) if p.bot is not None}
    seats = game.rules.seats[: game.players]
    if tuple(player.seat for player in save.players) != seats or len(bots) != len(save.generators):
        raise damaged(save.name, "its players are not those of the game")
    notes = list(save.notes)
    return Session(game, save.players, bots, save.lang, cards, sketch, notes, origin=save.origin)


def _replay(made: Session, moves: Sequence[int], generators: tuple[int, ...]) -> None:
    """Plays the moves again. What the bots' generators were at each is not kept: after a step back they go
    on from where they were when the game was saved."""
    for move in moves:
        made.apply(move)
    made.told = dict.fromkeys(made.people, len(moves))
    made.marks = [Mark(mark.seat, mark.revealed, generators) for mark in made.marks]
    for each, state in zip(made.bots.values(), generators, strict=True):
        each.rng.state = state
