"""Spoken: what things of a game are called in the language of a page."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulewright import core
from rulewright.pictures.frame import framed
from rulewright.python.runtime import in_sentence, in_words

_PLACE = re.compile(r"\{(\w+)\}")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


class Speech:
    """Says texts of a game in a language, where its rules have it."""

    def __init__(self, game: core.Game, lang: str | None) -> None:
        self.game, self.lang = game, lang
        self.texts: Mapping[str, str] = game.texts.get(lang, {}) if lang else {}

    def text(self, text: str) -> str:
        """A sentence of the rules."""
        return in_sentence(text, self.texts)

    def word(self, word: str) -> str:
        """A word of the rules, or each of several."""
        return in_words(word, self.texts)

    def name(self, info: core.Info) -> str:
        """What a declaration is called: by its text, or its name with spaces."""
        return self._called(info.text, info.name)

    def sort(self, record: core.Record) -> str:
        """What the components of a record are called together; a text with places is of one of them."""
        text = record.text if record.text and not _PLACE.search(record.text) else None
        return self._called(text, record.name)

    def _called(self, text: str | None, name: str) -> str:
        key = text or name.replace("_", " ")
        return self.texts[key] if key in self.texts else self.text(text or plain(name))

    def move(self, action: core.Action) -> list[tuple[str, bool]]:
        """What the moves of an action are called, in parts: words, or what stands for a pick (True)."""
        picks = {pick.name: pick for pick in action.picks}
        text = action.text or " ".join([plain(action.name), *(f"{{{name}}}" for name in picks)])
        parts: list[tuple[str, bool]] = []
        for i, part in enumerate(_PLACE.split(self.text(text))):
            said = self.kind(picks[part].type) if i % 2 and part in picks else part
            if said:
                parts.append((said, bool(i % 2)))
        return parts

    def kind(self, type: core.Type) -> str:
        """What the values of a type are called, one of them."""
        game = self.game
        match type:
            case core.Component(record):
                return self.sort(game.records[record])
            case core.KindType(name):
                info = game.spaces.get(name) or game.kinds[name]
                return self._called(info.text, name.removeprefix("option:"))
            case core.RangeType(name):
                return self.name(game.ranges[name])
            case core.Seat():
                return framed(self.lang, "player")
            case core.Optional(of):
                return self.kind(of)
            case core.Number(low, high) if high - low < 100:
                return f"{low}–{high}"
            case core.Number():
                return framed(self.lang, "number")
            case core.Multiset(kind, _):
                return self.kind(core.KindType(kind))
        return "…"


def plain(name: str) -> str:
    """A name as people read it.

    >>> plain("AnimalToken"), plain("rows_laid")
    ('animal token', 'rows laid')
    """
    spaced = _HUMP.sub(" ", name).replace("_", " ").strip()
    return spaced.lower() if spaced != name else name
