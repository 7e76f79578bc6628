"""Asked: what a page sends, taken apart; what does not fit is refused with a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Refused(Exception):
    """What was asked for cannot be done; the text is a sentence for who asked, `more` what may help."""

    def __init__(self, said: str, status: int = 400, more: Mapping[str, Any] | None = None) -> None:
        super().__init__(said)
        self.status = status
        self.more = dict(more or {})


class Asked:
    """The fields of a request.

    >>> Asked({"players": 3}).number("players", 1, 5)
    3
    """

    def __init__(self, fields: object) -> None:
        if not isinstance(fields, dict):
            raise Refused("an object is wanted")
        self._fields: dict[str, Any] = fields

    def text(self, name: str, default: str | None = None) -> str:
        """A text that must be there, but where it has a default."""
        found = self._fields.get(name, default)
        if not isinstance(found, str):
            raise Refused(f"`{name}` is no text")
        return found

    def number(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from `low` to `high`."""
        found = self._fields.get(name)
        found = default if found is None else found
        if not isinstance(found, int) or isinstance(found, bool) or not low <= found <= high:
            raise Refused(f"`{name}` is a whole number from {low} to {high}")
        return found

    def maybe(self, name: str, low: int, high: int) -> int | None:
        """The same, or nothing."""
        return None if self._fields.get(name) is None else self.number(name, low, high)

    def texts(self, name: str) -> dict[str, str]:
        """Texts by their names; none where nothing is said."""
        found = self._fields.get(name) or {}
        if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
            raise Refused(f"`{name}` holds no texts")
        return {str(key): text for key, text in found.items()}

    def words(self, name: str) -> list[str]:
        """A list of texts; empty where nothing is said."""
        found = self._fields.get(name) or []
        if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
            raise Refused(f"`{name}` is no list of texts")
        return found
