"""Tells a loop as a witness: the position in words, what runs, is chosen, changes, and what grows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright import core
from rulewright.cascades.follow import Landing, Loop, comes_back
from rulewright.cascades.graph import reached
from rulewright.cascades.rules import Letter
from rulewright.cascades.settle import settled, worth
from rulewright.cascades.slice import Slice
from rulewright.cascades.values import Pick, Unknown
from rulewright.cascades.verdict import Turn, Witness
from rulewright.cascades.world import Cell, World
from rulewright.checks.effects import writes
from rulewright.machine.words import rows, value_words
from rulewright.report.diagnostics import Span

LINE = "the line of what waits"


def witness(game: core.Game, loop: Loop, slice: Slice) -> Witness:
    """What a person can follow: the loop, and what changes beside it."""
    return _Teller(game, loop, slice).witness()


class _Teller:
    def __init__(self, game: core.Game, loop: Loop, slice: Slice) -> None:
        self.game, self.loop, self.world, self.slice = game, loop, loop.world, slice
        found = settled(loop.world)
        assert found is not None
        self.found: dict[Unknown, int] = found

    def witness(self) -> Witness:
        """The whole of it."""
        loop, world = self.loop, self.world
        first = loop.landings[0] if loop.landings else None
        before = world.starts | ({} if first is None else first.cells)
        cells = tuple(
            (cell, worth(value, self.found))
            for cell, value in before.items()
            if cell[0] not in ("players", "option")
        )
        waiting = (first.letter, *first.line) if first is not None else ()
        turns = tuple(map(self._turn, loop.landings))
        return Witness(
            start=tuple((self.place(cell), self.shown(cell, value)) for cell, value in cells),
            first=tuple(self._plain(letter) for letter in waiting),
            lead=turns[: loop.first],
            steps=turns[loop.first :],
            grows=self._grows(),
            players=world.cells.get(("players",), game_players(self.game, world)),
            cells=cells,
            options=tuple((c[1], worth(x, self.found)) for c, x in world.starts.items() if c[0] == "option"),
        )

    def _plain(self, letter: Letter) -> tuple[str, int, tuple[int, ...]]:
        return letter.reaction, letter.me, tuple(worth(arg, self.found) for arg in letter.args)

    def _grows(self) -> tuple[str, ...]:
        """What is not as it was, and is never asked."""
        before = self.loop.landings[self.loop.first] if self.loop.landings else None
        found = [LINE] if self.loop.grows else []
        if before is None:
            return tuple(found)
        assert self.loop.grows or comes_back(self.world, before)
        for cell, value in self.world.cells.items():
            was = worth(before.cells.get(cell, self.world.starts.get(cell)), self.found)
            if was != worth(value, self.found):
                found.append(self.place(cell))
        return tuple(dict.fromkeys([*found, *self._beside()]))

    def _beside(self) -> Iterator[str]:
        """What the reactions of the loop change that decides nothing in it."""
        for landing in self.loop.landings[self.loop.first :]:
            for stmt in reached(self.game, self.game.reactions[landing.letter.reaction].body):
                for access in () if self.slice.keeps(stmt) else writes(self.game, stmt):
                    if access.place not in self.slice.places:
                        yield access.place.partition(":")[2]

    # ---- words

    def _turn(self, landing: Landing) -> Turn:
        reaction = self.game.reactions[landing.letter.reaction]
        choices, said = [], [self._named(landing.letter)]
        for sort, stmt, what in landing.log:
            if sort == "choose":
                assert isinstance(stmt, core.Choose)
                chosen = None if what[1] is None else self._chosen(what[1])
                choices.append((stmt.label, chosen))
                said.append("declines" if chosen is None else f"chooses {self.value(stmt.type, chosen)}")
            else:
                assert isinstance(stmt, core.Draw)
                said.append(f"draws {self.value(stmt.type, worth(what, self.found))}")
        span = landing.verb.span if landing.verb is not None else reaction.span
        return Turn(
            reaction.name,
            ", ".join(said),
            self._effects(landing),
            span,
            tuple(choices),
            tuple(dict.fromkeys(map(self._row, landing.asked))),
            landing.others,
        )

    def _row(self, asked: tuple[str, Unknown]) -> tuple[str, Span]:
        """Which row of its table a component is of."""
        record = self.game.records[asked[0]]
        row = rows(record)[self.found[asked[1]]]
        return record.ids[row], record.row_spans[row]

    def _chosen(self, value: Any) -> Any:
        """What was chosen; of an effect on a tile nothing may be known but that it does nothing here."""
        if not isinstance(value, Pick):
            return worth(value, self.found)
        record = self.game.records[value.record]
        cells = record.fields[value.field].values[rows(record)[self.found[value.component]]]
        assert isinstance(cells, tuple)
        return cells[value.at]

    def _named(self, letter: Letter) -> str:
        reaction = self.game.reactions[letter.reaction]
        params = reaction.params if isinstance(reaction, core.When) else ()
        if isinstance(reaction, core.AsSoonAs) and reaction.binder is not None:
            types = [reaction.binder.type]
        else:
            types = [param.type for param in params]
        said = [self.value(t, worth(arg, self.found)) for t, arg in zip(types, letter.args, strict=True)]
        return f"{letter.reaction}({', '.join(said)})" if said else letter.reaction

    def _effects(self, landing: Landing) -> tuple[str, ...]:
        """What the reaction leaves changed."""
        told = []
        after = landing.after or self._next(landing)
        for cell, value in after.items():
            was = worth(landing.cells.get(cell, self.world.starts.get(cell)), self.found)
            now = worth(value, self.found)
            if was != now:
                told.append(f"{self.place(cell)}: {self.shown(cell, was)} -> {self.shown(cell, now)}")
        return tuple(told)

    def _next(self, landing: Landing) -> dict[Cell, Any]:
        """What is there when the next begins in the middle of one that never comes to its end."""
        at = next(at for at, one in enumerate(self.loop.landings) if one is landing)
        rest = self.loop.landings[at + 1 :]
        return rest[0].cells if rest else self.world.cells

    def place(self, cell: Cell) -> str:
        """What a place is called in the rules."""
        if cell[0] == "holder":
            return f"{cell[1]}.holder"
        name = cell[1].replace("supply:", "supply ")
        if cell[2] is not None:
            name = f"{self.game.seats[cell[2]]}.{name}"
        at: list[Any] = []
        if cell[0] == "memory" and cell[3] is not None:
            axis = self.game.memories[cell[1]].axis
            assert axis is not None
            at = [self.value(axis.type, cell[3])]
        elif cell[0] in ("zone", "pool") and cell[3]:
            axes = self.game.zones[cell[1]].axes
            at = [self.value(axis.type, x) for axis, x in zip(axes, cell[3], strict=True)]
        return f"{name}[{', '.join(at)}]" if at else name

    def shown(self, cell: Cell, value: Any) -> str:
        """A value of a place in words."""
        if cell[0] == "zone":
            record = self.game.records[self.game.zones[cell[1]].item]
            ids = [record.ids[rows(record)[component]] for component in value]
            return ", ".join(ids) or "empty"
        if cell[0] == "pool":
            return str(value)
        if cell[0] == "holder":
            return "nobody" if value < 0 else self.game.seats[value]
        type = self.game.memories[cell[1]].type
        if isinstance(type, core.SetType):
            return ", ".join(self.value(type.of, x) for x in sorted(value or ())) or "empty"
        return self.value(type, value)

    def value(self, type: core.Type, value: Any) -> str:
        """A value in words."""
        if value is None or (value == -1 and isinstance(type, core.Optional)):
            return "none"
        if isinstance(type, core.Optional):
            return self.value(type.of, value)
        if isinstance(type, core.Number | core.RangeType) or not isinstance(value, int):
            return str(value)
        words = value_words(self.game, type)
        at = value - core.bounds(self.game, type)[0]
        return words[at] if 0 <= at < len(words) else str(value)


def game_players(game: core.Game, world: World) -> int:
    """The fewest that can play and have the seats that are spoken of."""
    seats = [cell[2] for cell in world.starts if len(cell) > 2 and isinstance(cell[2], int)]
    return max(game.low, max(seats, default=0) + 1)
