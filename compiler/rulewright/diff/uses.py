"""Uses: where the rules read a value, so that what a change of it does can be told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from fnmatch import fnmatchcase

from rulewright import core
from rulewright.diff.data import rows
from rulewright.report.diagnostics import Span

Key = tuple[str, str]
VALUES = ("define", "constant", "kind", "group", "range", "record", "option", "spaces", "unit", "piece")
UNITS = ("procedure", "reaction", "event")


class Uses:
    """The users of each declaration of a checked game."""

    def __init__(self, game: core.Game) -> None:
        self.game = game
        self.users: dict[Key, list[core.Use]] = defaultdict(list)
        for use in game.uses:
            self.users[self.known(use.of)].append(use)
        self._columns: dict[Key, list[core.Use]] | None = None

    def known(self, key: Key) -> Key:
        """A declaration as it is counted here: a signature is its procedure's, spaces are a kind."""
        sort, name = key
        if sort == "signature":
            return ("procedure" if name in self.game.procedures else "event"), name
        if sort == "reacts":
            return "event", name
        return ("kind", name) if sort == "spaces" else key

    def classes(self, key: Key, column: str | None = None) -> tuple[str, ...]:
        """The classes of change that another value would be, by who reads it; `column` is one of a record."""
        found: dict[str, None] = {}
        seen: set[Key] = set()
        waiting = list(self.columns[key[1], column] if column is not None else self.users[key])
        while waiting:
            use = waiting.pop()
            by = self.known(use.by)
            if by[0] in VALUES:
                if by not in seen:
                    seen.add(by)
                    waiting += self.users[by]
                continue
            found.update(dict.fromkeys(self.class_of(by, use.span)))
        return tuple(found)

    def class_of(self, by: Key, span: Span) -> tuple[str, ...]:
        """What a rule does otherwise that reads another value at a place."""
        part = "*"
        if by[0] == "action" and by[1] in self.game.actions:
            lines = self.game.actions[by[1]].lines
            part = "lines" if any(_inside(span, line.span) for line in lines) else "body"
        for row in rows("uses"):
            if row["sort"] == by[0] and fnmatchcase(part, row["part"]):
                return tuple(row["class"].split(" + ")) if row["class"] else ()
        return ()

    @property
    def columns(self) -> dict[Key, list[core.Use]]:
        """Who reads which column of which record."""
        if self._columns is None:
            self._columns = defaultdict(list)
            for by, record, column, span in _column_reads(self.game):
                self._columns[record, column].append(core.Use(by=by, of=("record", record), span=span))
        return self._columns


def _inside(span: Span, whole: Span) -> bool:
    return span.path == whole.path and whole.line <= span.line <= whole.end_line


def _column_reads(game: core.Game) -> Iterator[tuple[Key, str, str, Span]]:
    """Each read of a column: by whom, of which record, which column, where."""
    for sort, table in (
        ("define", game.defines),
        ("action", game.actions),
        ("procedure", game.procedures),
        ("reaction", game.reactions),
        ("score", game.scores),
        ("ending", game.endings),
    ):
        for name, info in table.items():
            yield from (((sort, name), *read) for read in _reads(game, info))
    for flow in (game.setup, game.flow):
        if flow is not None:
            yield from (((flow.sort, flow.sort), *read) for read in _reads(game, flow))
    if game.winner is not None:
        yield from ((("winner", "winner"), *read) for read in _reads(game, game.winner))


def _reads(game: core.Game, node: object) -> Iterator[tuple[str, str, Span]]:
    if isinstance(node, core.Column):
        yield node.record, node.field, node.span
    if isinstance(node, core.Shown):
        yield game.overlays[node.overlay].record, node.field, node.span
    if isinstance(node, tuple):
        for item in node:
            yield from _reads(game, item)
    elif is_dataclass(node) and not isinstance(node, type | Span):
        for field in fields(node):
            yield from _reads(game, getattr(node, field.name))
