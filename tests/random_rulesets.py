"""Random rulesets that are nearly always right: every kind of component, place, memory, value and statement.

`ruleset(seed)` gives the files of one, by name. What the compiler refuses in it is taken out again, line by
line, by `repaired`: the rest is a game that nobody would want to play, and that two readers of the rules
must play alike.
"""

# ruff: noqa: E501  a line of rules stands on one line

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from rulewright import cascades, core, pipeline
from rulewright.cascades import judge
from rulewright.loading.load import load
from rulewright.reading.files import RulesetPath
from rulewright.reading.reader import Memory
from rulewright.report.diagnostics import Report
from tests.random_boards import Board

FOLDER = Path("/nowhere/rulesets/chaos")
Lines = list[str]


@dataclass(frozen=True)
class Zone:
    """A zone of components, or a pool with `axes`."""

    name: str
    of_player: bool
    shape: str
    axes: tuple[str, ...] = ()

    @property
    def ordered(self) -> bool:
        """Has it ends?"""
        return self.shape in ("stack", "row")


@dataclass(frozen=True)
class Remembered:
    """A memory: `sort` is number, yes_no, kind, seat, card or set: and one of them or slot; `per` an axis."""

    name: str
    of_player: bool
    sort: str
    per: str | None = None
    optional: bool = False


@dataclass
class Scope:
    """What can be named where a line stands: locals by sort, and whether somebody acts."""

    me: bool
    names: dict[str, list[str]] = field(default_factory=dict)
    deep: int = 0
    offers: bool = False

    def inner(self, **names: str) -> Scope:
        """A scope within, with more names."""
        found = {sort: list(known) for sort, known in self.names.items()}
        for sort, name in names.items():
            found.setdefault(sort, []).append(name)
        return Scope(self.me, found, self.deep + 1, self.offers)

    def acting(self) -> Scope:
        """The same within, with somebody who acts."""
        return Scope(True, self.inner().names, self.deep + 1, self.offers)


class Maker:
    """Writes one ruleset."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.lines = random.Random(seed) if seed % 2 == 0 else None  # grids of one axis, lines of cells
        self._fresh = 0
        self.zones: list[Zone] = []
        self.pools: list[Zone] = []
        self.memories: list[Remembered] = []
        self.defines: list[tuple[str, str]] = []
        self.procedures: list[str] = []
        self.events: list[str] = []
        self.leaves: list[str] = []
        self.turns = self.rarely(0.5)
        self.words = ["ant", "bee", "cow", "dog"][: self.chance.randint(2, 4)]
        self.low_range = self.chance.choice([0, 1, 2])
        self.seats = self.one("1..3: red, yellow, green", "2..3: red, yellow, green", "2: red, yellow")
        self.board = Board(self, self.seats.count(",") + 1) if self.rarely(0.5) else None

    # ---- chance

    def rarely(self, share: float) -> bool:
        """Yes, now and then."""
        return self.chance.random() < share

    def one(self, *of: str) -> str:
        """One of some texts."""
        return self.chance.choice(of)

    def sort(self, *of: str) -> str:
        """A sort of what can be gone through: spaces too, where there are any."""
        return self.one(*of, *(["space"] * 3 if self.board else []))

    def fresh(self, start: str = "v") -> str:
        """A new name."""
        self._fresh += 1
        return f"{start}{self._fresh}"

    # ---- the whole text

    def files(self) -> dict[str, str]:
        """The files."""
        table = self._table()
        components, places, memories = self._components(), self._places(), self._memories()
        defines = [line for _ in range(self.chance.randint(2, 5)) for line in self._define()]
        self.events = [f"event{i}" for i in range(self.chance.randint(0, 2))]
        events = [
            f"event {name}(x{name}: {sort})"
            for name, sort in zip(self.events, ("Card", "Beast"), strict=False)
        ]
        procedures = [line for i in range(self.chance.randint(1, 3)) for line in self._procedure(i)]
        self.leaves = [f"leaf{i}" for i in range(self.chance.randint(1, 3))]
        leaves = [line for name in self.leaves for line in self._action(name, offers=False)]
        tops = [f"act{i}" for i in range(self.chance.randint(1, 3))]
        actions = [line for name in tops for line in self._action(name, offers=True)]
        reactions = [line for i in range(self.chance.randint(0, 4)) for line in self._reaction(i)]
        rest = ["action rest:", "    do:", "        nothing"]
        text = [
            *components, *places, *memories, *(self.board.declared() if self.board else []), *events, *defines, *self._setup(), *self._main(tops),
            *actions, *leaves, *rest, *procedures, *reactions, *self._ends(),
        ]  # fmt: skip
        return {"chaos.rules": "\n".join(text) + "\n", "cards.csv": table}

    def _components(self) -> Lines:
        joker = " as any" if self.rarely(0.5) else ""
        words = [*self.words[:-1], self.words[-1] + joker]
        back = ", seen by all" if self.rarely(0.5) else ""
        high = self.one("3", "player_count", f"{self.low_range + 2}")
        if high == "player_count" and self.low_range > 1:
            high = "4"
        return [
            "language 1",
            'game Chaos "Chaos" version "1.0.0"',
            f"players {self.seats}",
            f"kinds Beast: {', '.join(words)}",
            "kinds Wish: some(1..3), both(Beast, Beast), naught",
            f"group few of Beast: {', '.join(self.chance.sample(self.words, self.chance.randint(1, 2)))}",
            f"range Slot: {self.low_range}..{high}",
            f"constant three = {self.chance.randint(2, 4)}",
            "option fast: yes_no default no \"fast\"",
            "card Card from table \"cards.csv\":",
            f"    beast: Beast{back}",
            "    food: Beast?",
            "    worth: -2..4",
            "    shy: yes_no",
            "    needs: list of Beast",
            "    wish: Wish",
        ]  # fmt: skip

    def _table(self) -> str:
        lines = ["id,copies,beast,food,worth,shy,needs,wish"]
        for i in range(self.chance.randint(4, 8)):
            beast, food, a, b = (
                self.one(*self.words),
                self.one("", *self.words),
                *self.chance.choices(self.words, k=2),
            )
            wish = self.one("some(1)", "some(3)", "naught", f'"both({a}, {b})"')
            needs = " ".join(self.chance.choices(self.words, k=self.chance.choice([0, 1, 1, 2])))
            copies, worth, shy = self.chance.randint(1, 3), self.chance.randint(-2, 4), self.one("yes", "no")
            lines.append(f"c{i},{copies},{beast},{food},{worth},{shy},{needs},{wish}")
        return "\n".join(lines) + "\n"

    def _places(self) -> Lines:
        self.zones = [Zone("deck", False, "stack"), Zone("hand", True, "set"), Zone("line", True, "row")]
        lines = [
            f"zone deck: stack of Card, {self.one('hidden', 'face down')}, starts with all",
            "zone hand of player: set of Card, seen by owner",
            f"zone line of player: row of Card{self.one('', ', public', ', seen by owner', ', face down')}",
        ]
        for i in range(self.chance.randint(1, 3)):
            shape, own = self.one("stack", "row", "set", "grid"), self.rarely(0.4)
            axes = tuple(self.one("Slot", "Beast", "1..2") for _ in range(2)) if shape == "grid" else ()
            axes = axes[: self.lines.randint(1, 2)] if self.lines else axes
            seen = self.one("public", "hidden", "face down", *(["seen by owner"] if own else []))
            if shape == "grid":
                down = "(1, 2)" if len(axes) == 2 else "(2)"
                seen = self.one(seen, f"public, face down at {down}") if axes[0] != "Slot" else seen
            most = ", at most 6" if shape != "grid" and self.rarely(0.3) else ""
            name = f"zone{i}"
            self.zones.append(Zone(name, own, shape, axes))
            shaped = f"grid {' by '.join(axes)}" if axes else shape
            lines.append(f"zone {name}{' of player' * own}: {shaped} of Card, {seen}{most}")
        lines.append(f"token Coin, {self.chance.randint(5, 20)} in all")
        self.pools = [
            Zone("supply", False, "pool"),
            Zone("purse", True, "pool"),
            Zone("pens", True, "pool", ("Beast",)),
        ]
        lines += [
            "zone purse of player: pool of Coin" + self.one("", ", at most 5"),
            "zone pens of player: pool Beast of Coin",
        ]
        if self.rarely(0.5):
            self.pools.append(Zone("barn", False, "pool", ("Slot", "Beast")))
            lines.append("zone barn: pool Slot by Beast of Coin")
        return [*lines, "token crown, held by a player"]

    def _memories(self) -> Lines:
        lines = []
        lines += ["memory count_of_loops: 0..99999, all game", "memory tally: 0..99999, all game"]
        for i in range(self.chance.randint(5, 9)):
            own, name = self.rarely(0.6), f"mem{i}"
            sort = self.one(
                "number",
                "number",
                "yes_no",
                "kind",
                "seat",
                "set:kind",
                "set:seat",
                "set:card",
                "set:slot",
                "card",
            )
            per = self.one("Beast", "Slot") if self.rarely(0.3) else None
            optional = sort == "card" or (sort in ("kind", "seat") and self.rarely(0.6))
            lifetime = self.one("all game", "each round", *(["each turn"] if self.turns else []))
            typed, starts = {
                "number": (self.one("0..999", "-99..99", "0..3"), self.one("", ", starts as 1", ", starts as player_count")),
                "yes_no": ("yes_no", self.one("", ", starts as yes", ", starts as fast")),
                "kind": ("Beast", f", starts as {self.one(*self.words)}"),
                "seat": ("Player", ", starts as red"),
                "card": ("Card", ""),
                "set:kind": ("set of Beast", self.one("", ", starts as few")),
                "set:seat": ("set of Player", self.one("", ", starts as players")),
                "set:card": ("set of Card", ""),
                "set:slot": ("set of Slot", ""),
            }[sort]  # fmt: skip
            typed, starts = (f"{typed}?", "") if optional else (typed, starts)
            self.memories.append(Remembered(name, own, sort, per, optional))
            lines.append(
                f"memory {name}{' of player' * own}{f' per {per}' * bool(per)}: {typed}, {lifetime}{starts}"
            )
        return lines

    # ---- values

    def seat(self, at: Scope) -> str:
        """A seat."""
        known = [*at.names.get("seat", []), *(["me", "me"] if at.me else [])]
        if self.rarely(0.15) and self._of("seat", at, optional=False):
            return self.one(*self._of("seat", at, optional=False))
        return self.one(*known) if known and self.rarely(0.9) else "red"

    def owner(self, at: Scope) -> str:
        """What stands before the dot."""
        seat = self.seat(at)
        return "my" if seat == "me" else seat if re.fullmatch(r"\w+", seat) else "red"

    def slot(self, at: Scope) -> str:
        """A member of the range."""
        return self.one(*at.names.get("slot", []), str(self.low_range), str(self.low_range + 1))

    def index(self, axis: str, at: Scope) -> str:
        """An index on an axis."""
        if axis == "Slot":
            return self.slot(at)
        return self.kind(at, 0) if axis == "Beast" else self.one("1", "2")

    def _of(self, sort: str, at: Scope, optional: bool | None = None) -> list[str]:
        """The memories of a sort, as written here."""
        found = [m for m in self.memories if m.sort == sort and optional in (None, m.optional)]
        return [self._written(m, at) for m in found]

    def _written(self, memory: Remembered, at: Scope) -> str:
        whose = (
            self.one(*at.names.get("seat", []), *(["my"] if at.me else []), "red") + "."
            if memory.of_player
            else ""
        )
        which = ""
        if memory.per == "Slot":
            which = f"[{self.slot(at)}]"
        elif memory.per:
            which = f"[{self.one(*at.names.get('kind', []), *self.words)}]"
        return f"{whose}{memory.name}{which}"

    def zone(self, at: Scope, want: Callable[[Zone], bool] = lambda z: True, whole: bool = False) -> str:
        """A zone of components, or one of its cells."""
        return self._place(self.chance.choice([z for z in self.zones if want(z)]), at, whole)

    def _place(self, zone: Zone, at: Scope, whole: bool = False) -> str:
        whose = f"{self.owner(at)}." if zone.of_player else ""
        axes = zone.axes
        if whole and self.rarely(0.6):
            axes = axes[: self.lines.randint(0, max(0, len(axes) - 1))] if self.lines else ()
        which = f"[{', '.join(self.index(axis, at) for axis in axes)}]" if axes else ""
        if zone.name == "supply":
            return self.one("supply[Coin]")
        return f"{whose}{zone.name}{which}"

    def pool(self, at: Scope, slice: bool = False) -> str:
        """A cell of a pool, or with `slice` maybe several."""
        zone = self.chance.choice(self.pools)
        if slice and zone.axes:
            zone = Zone(
                zone.name, zone.of_player, "pool", zone.axes[: self.chance.randint(0, len(zone.axes))]
            )
        return self._place(zone, at)

    def cards(self, at: Scope) -> str:
        """A source of cards."""
        if self.rarely(0.15) and self._of("set:card", at):
            return self.one(*self._of("set:card", at))
        if self.rarely(0.15) and at.deep < 4:
            name = self.fresh()
            return (
                f"those({name} in {self.zone(at, whole=True)} where {self.condition(at.inner(card=name), 1)})"
            )
        return self.zone(at, whole=True)

    def source(self, sort: str, at: Scope) -> str:
        """A source of words, seats, slots or cards."""
        if sort == "card":
            return self.cards(at)
        if sort == "space" and self.board:
            return self.board.source(at)
        memories = self._of(f"set:{sort}", at)
        if sort == "kind":
            lists = [f"{c}.needs" for c in at.names.get("card", [])]
            name = self.fresh()
            lists.append(f"list({name}.beast for {name} in {self.zone(at, whole=True)})")
            return self.one("Beast", "few", "Beast", *memories, *lists)
        if sort == "seat":
            return self.one("players", "players", *memories)
        return self.one("Slot", "Slot", *memories)

    def kind(self, at: Scope, deep: int) -> str:
        """A word of Beast."""
        known = [*at.names.get("kind", []), *self.words]
        known += [f"{c}.beast" for c in at.names.get("card", [])] * 2
        if deep:
            known += self._of("kind", at, optional=False)
            known.append(
                f"({self.one(*self.words)} if {self.condition(at, deep - 1)} otherwise {self.one(*known)})"
            )
        return self.one(*known)

    def listed(self, at: Scope) -> str:
        """A list of words."""
        name = self.fresh()
        column = self.one("beast", "food")
        where = f" where {self.condition(at.inner(card=name), 0)}" if self.rarely(0.4) else ""
        found = [f"list({name}.{column} for {name} in {self.zone(at, whole=True)}{where})"]
        found += [f"{c}.needs" for c in at.names.get("card", [])]
        if self.rarely(0.3) and column == "beast":
            other = self.fresh()
            found.append(f"{self.one(*found)} + list({other}.beast for {other} in {self.zone(at)})")
        return self.one(*found)

    def number(self, at: Scope, deep: int = 2) -> str:
        """A number."""
        simple = [str(self.chance.randint(0, 4)), "round_number", "player_count", "three"]
        simple += [*at.names.get("number", []), *at.names.get("slot", [])]
        simple += [f"{c}.worth" for c in at.names.get("card", [])] * 2 + self._of("number", at)[:2]
        if self.board and at.deep < 6 and self.rarely(0.2):
            simple = self.board.numbers(at.inner())
        if deep <= 0 or self.rarely(0.25):
            return self.one(*simple)

        def inner() -> str:
            return self.number(at, deep - 1)

        kinds: list[Callable[[], str]] = [
            lambda: f"({inner()} {self.one('+', '-')} {inner()})",
            lambda: f"({inner()} * {self.one('2', '-1', '0')})",
            lambda: f"({inner()} / {self.one('2', '3', '-2')})",
            lambda: f"({inner()} if {self.condition(at, deep - 1)} otherwise {inner()})",
            lambda: f"count({self.fresh()} in {self.pool(at, slice=True)})",
            lambda: self._counted(at, deep - 1),
            lambda: self._counted(at, deep - 1),
            lambda: self._collected(at, deep - 1),
            lambda: self._collected(at, deep - 1),
            lambda: (
                f"longest_run({self.listed(at)}{self.one('', ', jokers: 1')}{self.one('', ', fixed: 1')})"
            ),
            lambda: self._stepped(at, deep - 1),
            lambda: self._called("number", at) or inner(),
        ]
        return self.chance.choice(kinds)()

    def _counted(self, at: Scope, deep: int) -> str:
        sort = self.sort("card", "card", "kind", "seat", "slot")
        name = self.fresh()
        binders, inner = [f"{name} in {self.source(sort, at)}"], at.inner(**{sort: name})
        if self.rarely(0.3):
            other, second = self.fresh(), self.one("card", "kind")
            binders.append(f"{other} in {self.source(second, inner)}")
            inner = inner.inner(**{second: other})
        where = f" where {self.condition(inner, deep)}" if self.rarely(0.7) else ""
        return f"count({', '.join(binders)}{where})"

    def _collected(self, at: Scope, deep: int) -> str:
        op, name = self.one("total", "highest", "lowest", "distinct", "most_alike"), self.fresh()
        sort = self.sort("card", "card", "seat", "slot")
        inner = at.inner(**{sort: name})
        value = self.number(inner, deep)
        if op in ("distinct", "most_alike") and self.rarely(0.6):
            value = self.one(
                *([f"{name}.food", f"{name}.beast", f"{name}.shy"] if sort == "card" else [value])
            )
        where = f" where {self.condition(inner, deep)}" if self.rarely(0.5) else ""
        return f"{op}({value} for {name} in {self.source(sort, at)}{where})"

    def _stepped(self, at: Scope, deep: int) -> str:
        name = self.fresh()
        counted = (
            f"count({name} in {self.source('seat', at)} where {self.condition(at.inner(seat=name), deep)})"
        )
        if self.rarely(0.5):
            return (
                f"table({counted}: 0 -> {self.number(at, deep)}, 1 -> 2, 2 -> {self.number(at, 0)}, 3 -> -1)"
            )
        return f"steps({counted}: 0 -> {self.number(at, deep)}, 2 -> {self.number(at, 0)})"

    def _called(self, sort: str, at: Scope) -> str | None:
        """A use of a define: all take a seat and a word."""
        found = [name for name, gives in self.defines if gives == sort]
        return f"{self.one(*found)}({self.seat(at)}, {self.kind(at, 0)})" if found else None

    def condition(self, at: Scope, deep: int = 2) -> str:
        """A condition; always in brackets where it is not one word."""
        cards, kinds_known = at.names.get("card", []), at.names.get("kind", [])
        simple = [
            f"{self.number(at, 0)} {self.one('<', '>', '<=', '>=', 'is', 'is not')} {self.number(at, 0)}"
        ]
        simple += [f"{c}.shy" for c in cards] + [f"{c}.food is not empty" for c in cards]
        simple += [f"{c}.beast {self.one('is', 'is not', 'fits')} {self.kind(at, 0)}" for c in cards]
        simple += [f"{c}.food is {self.kind(at, 0)}" for c in cards] + [f"{c}.beast in few" for c in cards]
        simple += [f"{k} {self.one('in', 'not in')} {self.source('kind', at)}" for k in kinds_known]
        simple += [f"{c} {self.one('in', 'not in')} {self.cards(at)}" for c in cards if at.deep < 4]
        simple += self._of("yes_no", at)[:2]
        simple += [f"{self.zone(at, whole=True)} is {self.one('', 'not ')}empty"]
        simple += [f"{self.pool(at, slice=True)} is {self.one('', 'not ')}empty"]
        optionals = self._of("kind", at, optional=True)[:1] + self._of("card", at)[:1]
        simple += [f"{m} is {self.one('', 'not ')}empty" for m in optionals]
        simple += [f"{c} {self.one('is', 'is not')} {m}" for c in cards[:1] for m in self._of("card", at)[:1]]
        simple += [f"{s} is {self.one('', 'not ')}empty" for s in self._of("set:kind", at)[:1]]
        simple += [f"{self.seat(at)} in {s}" for s in self._of("set:seat", at)[:1]]
        if at.me:
            simple.append("crown.holder is me")
        if self.board and at.deep < 6 and self.rarely(0.4):
            simple = self.board.conditions(at.inner())
        if deep <= 0 or self.rarely(0.25):
            return f"({self.one(*simple)})"

        def inner() -> str:
            return self.condition(at, deep - 1)

        kinds: list[Callable[[], str]] = [
            lambda: f"({inner()} and {inner()})",
            lambda: f"({inner()} or {inner()})",
            lambda: f"(not {inner()})",
            lambda: f"({self.number(at, deep - 1)} {self.one('<', '>', 'is', 'is not')} {self.number(at, deep - 1)})",
            lambda: f"({self.number(at, deep - 1)} {self.one('in', 'not in')} {self.source('slot', at)})",
            lambda: f"({inner()} is {self.one('', 'not ')}{inner()})",
            lambda: f"({inner()} if {inner()} otherwise {inner()})",
            lambda: self._quantified(at, deep - 1),
            lambda: self._quantified(at, deep - 1),
            lambda: f"({self.kind(at, deep - 1)} {self.one('is', 'fits', 'is not')} {self.kind(at, deep - 1)})",
            lambda: f"({self.listed(at)} is {self.one('', 'not ')}empty)",
            lambda: f"({self.one('top', 'bottom')} of {self.zone(at, lambda z: z.ordered)} is {self.one('', 'not ')}empty)",
            lambda: self._called("yes_no", at) or inner(),
        ]  # fmt: skip
        return self.chance.choice(kinds)()

    def _quantified(self, at: Scope, deep: int) -> str:
        sort, name = self.sort("card", "card", "kind", "seat", "slot"), self.fresh()
        inner = at.inner(**{sort: name})
        where = f" where {self.condition(inner, deep)}" if self.rarely(0.4) else ""
        held = self.condition(inner, deep)
        return f"{self.one('any', 'all')}({held} for {name} in {self.source(sort, at)}{where})"

    # ---- defines

    def _define(self) -> Lines:
        name, sort = f"def{len(self.defines)}", self.one("number", "yes_no")
        p, k = self.fresh("p"), self.fresh("k")
        at = Scope(False, {"seat": [p], "kind": [k]})
        value = self.number if sort == "number" else self.condition
        if self.rarely(0.3):
            c, n, a, b = (self.fresh() for _ in range(4))
            lines = [
                f"define {name}(p{name}: Player, k{name}: Beast) = {self.one('any' if sort == 'yes_no' else 'total')}"
                f"({name}_of(p{name}, {c}, k{name}) for {c} in p{name}.hand)",
                f"define {name}_of({p}: Player, {c}c: Card, {k}: Beast):",
                f"    match {c}c.wish:",
                f"        case some({n}): {value(at.inner(number=n), 1)}",
            ]  # fmt: skip
            if self.rarely(0.5):
                both = at.inner(kind=a).inner(kind=b)
                lines += [
                    f"        case both({a}, {b}): {value(both, 1)}",
                    f"        case naught: {value(at, 0)}",
                ]
            else:
                lines.append(f"        otherwise: {value(at, 1)}")
        else:
            lines = [f"define {name}({p}: Player, {k}: Beast) = {value(at, 3)}"]
        self.defines.append((name, sort))
        return lines

    # ---- statements

    def block(self, at: Scope, indent: int, most: int = 4) -> Lines:
        """Some statements."""
        lines: Lines = []
        at = at.inner()
        for _ in range(self.chance.randint(1, most)):
            lines += self.statement(at, indent)
        return lines

    def statement(self, at: Scope, indent: int) -> Lines:
        """One statement, with what lies inside it."""
        pad = "    " * indent
        verbs: list[Callable[[], str]] = [
            lambda: (
                f"deal {self.one('1', '2', self.number(at, 1))} from {self.zone(at, lambda z: z.ordered)} to {self.target(at)}"
            ),
            lambda: f"deal {self.one('1', '2')} from deck to {self.target(at)}",
            lambda: f"move all from {self.zone(at)} to {self.target(at)}",
            lambda: (
                f"move {self.one('1', '2', self.number(at, 1))} Coin from {self.pool(at)} to {self.pool(at)}"
            ),
            lambda: f"move 1 Coin from supply to {self.pool(at)}",
            lambda: f"move all Coin from {self.pool(at)} to {self.pool(at)}",
            lambda: f"shuffle {self.zone(at, lambda z: z.ordered)}",
            lambda: f"give crown to {self.seat(at)}",
            lambda: self._remember(at),
            lambda: self._remember(at),
            lambda: self._remember(at),
        ]
        if at.names.get("card"):
            verbs += [lambda: f"move {self.one(*at.names['card'])} to {self.target(at)}"] * 6
        if self.board:
            verbs += self.board.verbs(at)
        if self.procedures:
            verbs.append(lambda: self._resolve(at))
        if self.events:
            verbs += [lambda: self._trigger(at)] * 2
        if at.deep > 5 or self.rarely(0.5):
            return [pad + self.chance.choice(verbs)()]
        nested = [self._each, self._if, self._match, self._choose, self._choose, self._first, self._repeat, self._names,
                  self._draw, self._top]  # fmt: skip
        if self._of("card", at):
            nested += [self._recall] * 2
        if self.board:
            nested += [self.board.stepped] * 3
        if at.offers and at.me:
            nested.append(self._offer)
        return [pad + line if line else "" for line in self.chance.choice(nested)(at)]

    def target(self, at: Scope) -> str:
        """Where components go."""
        zone = self.chance.choice(self.zones)
        end = self.one("", "top of ", "bottom of ", "end of ") if zone.ordered else ""
        return end + self._place(zone, at)

    def _remember(self, at: Scope) -> str:
        memory = self.chance.choice(self.memories)
        to = self._written(memory, at)
        if memory.sort == "number":
            verb = self.one("set", "add", "add", "remove")
            value = self.one("1", "2", self.number(at, 1))
            return (
                f"set {to} to {value}"
                if verb == "set"
                else f"{verb} {value} {'to' if verb == 'add' else 'from'} {to}"
            )
        if memory.sort == "yes_no":
            return f"set {to} to {self.one('yes', 'no', self.condition(at, 1))}"
        if memory.sort == "card":
            ends = f"{self.one('top', 'bottom')} of {self.zone(at, lambda z: z.ordered)}"
            return f"set {to} to {self.one('none', ends, *at.names.get('card', []) * 3)}"
        if memory.sort in ("kind", "seat"):
            value = self.kind(at, 1) if memory.sort == "kind" else self.seat(at)
            return f"set {to} to {self.one('none', value) if memory.optional else value}"
        sort = memory.sort.partition(":")[2]
        name = self.fresh()
        if (sort == "card" and not at.names.get("card")) or self.rarely(0.4):
            members = f"those({name} in {self.source(sort, at)} where {self.condition(at.inner(**{sort: name}), 1)})"
            if self.rarely(0.3):
                return f"set {to} to {members}"
        else:
            members = {"kind": lambda: self.kind(at, 0), "seat": lambda: self.seat(at), "slot": lambda: self.slot(at),
                       "card": lambda: self.one(*at.names["card"])}[sort]()  # fmt: skip
        return self.one(f"add {members} to {to}", f"remove {members} from {to}")

    def _resolve(self, at: Scope) -> str:
        return f"resolve {self.one(*self.procedures)}({self.seat(at)}, {self.one('1', '2', *at.names.get('small', []))})"

    def _trigger(self, at: Scope) -> str:
        event = self.one(*self.events)
        if event == "event1":
            return f"trigger event1({self.kind(at, 0)})"
        return f"trigger event0({self.one(*at.names['card'])})" if at.names.get("card") else "nothing"

    def body(self, at: Scope, most: int = 3) -> Lines:
        """The block of a statement."""
        return [f"    {line}" for line in self.block(at, 0, most)]

    def _each(self, at: Scope) -> Lines:
        sort, name = self.sort("card", "card", "kind", "seat", "slot"), self.fresh()
        inner = at.inner(**{sort: name})
        start = f" from {self.seat(at)}" if sort == "seat" and self.rarely(0.5) else ""
        where = f" where {self.condition(inner, 1)}" if self.rarely(0.5) else ""
        return [f"each {name} in {self.source(sort, at)}{start}{where}:", *self.body(inner)]

    def _if(self, at: Scope) -> Lines:
        lines = [f"if {self.condition(at)}:", *self.body(at)]
        return [*lines, "otherwise:", *self.body(at)] if self.rarely(0.5) else lines

    def _first(self, at: Scope) -> Lines:
        lines = ["the first that applies:"]
        for _ in range(2):
            lines += [f"    case {self.condition(at)}:", *[f"    {line}" for line in self.body(at, 2)]]
        return [*lines, "    otherwise:", *[f"    {line}" for line in self.body(at, 2)]]

    def _match(self, at: Scope) -> Lines:
        if not at.names.get("card"):
            return self._if(at)
        n, a, b = self.fresh(), self.fresh(), self.fresh()
        lines = [f"match {self.one(*at.names['card'])}.wish:", f"    case some({n}):"]
        lines += [f"    {line}" for line in self.body(at.inner(number=n), 2)]
        lines += [f"    case both({a}, {b}):"]
        lines += [f"    {line}" for line in self.body(at.inner(kind=a).inner(kind=b), 2)]
        return [
            *lines,
            self.one("    otherwise:", "    case naught:"),
            *[f"    {line}" for line in self.body(at, 2)],
        ]

    def _choose(self, at: Scope) -> Lines:
        sort, name = self.sort("card", "card", "card", "kind", "seat", "slot"), self.fresh()
        by = "" if at.me and self.rarely(0.5) else f" by {self.seat(at)}"
        me = at.acting()
        inner = me.inner(**{sort: name})
        where = f" where {self.condition(inner, 1)}" if self.rarely(0.5) else ""
        how = self.one(
            "choose", "choose", "may choose", "may choose", "must choose" if self.rarely(0.3) else "choose"
        )
        lines = [f"{how} {name} from {self.source(sort, me)}{where}{by}:", *self.body(inner)]
        if how != "must choose" and self.rarely(0.4):
            lines += ["or else:", *self.body(me)]
        return lines

    def _recall(self, at: Scope) -> Lines:
        memory, name = self.one(*self._of("card", at)), self.fresh()
        return [f"if {memory} is not empty:", f"    let {name} = {memory}", *self.body(at.inner(card=name))]

    def _repeat(self, at: Scope) -> Lines:
        limit = self.fresh()
        return [
            f"let {limit} = count_of_loops + {self.chance.randint(1, 3)}",
            f"repeat until {self.condition(at, 1)} or count_of_loops >= {limit}:",
            "    add 1 to count_of_loops",
            *self.body(at),
        ]

    def _names(self, at: Scope) -> Lines:
        name = self.fresh()
        sort, value = {
            0: ("number", self.number(at)),
            1: ("kind", self.kind(at, 2)),
            2: ("seat", self.seat(at)),
            3: ("yes", self.condition(at)),
            4: ("words", self.listed(at)),
        }[self.chance.randrange(5)]
        if self.rarely(0.15):
            member = self.fresh()
            sort, value = (
                "some",
                f"those({member} in {self.source('kind', at)} where {self.condition(at, 0)})",
            )
        at.names.setdefault(sort, []).append(name)
        lines = [f"let {name} = {value}", *self.statement(at, 0), *self.statement(at, 0)]
        if sort in ("words", "some"):
            other = self.fresh()
            count = f"count({other} in {name} where {self.condition(at.inner(kind=other), 1)})"
            lines += self.one(
                f"set tally to {count}", f"add longest_run({name}) to tally" if sort == "words" else "nothing"
            ).split("\n")
        if sort == "yes":
            lines += [f"if {name} is {self.condition(at, 1)}:", *self.body(at)]
        return lines

    def _draw(self, at: Scope) -> Lines:
        sort, name = self.one("card", "kind", "seat", "slot"), self.fresh()
        source, inner = self.source(sort, at), at.inner(**{sort: name})
        when = (
            f"if {source} is not empty:" if sort == "card" else "if yes:".replace("yes", "round_number >= 0")
        )
        if sort != "card" and self.rarely(0.3):
            other = self.fresh()
            both = inner.inner(**{sort: other})
            return [when, f"    roll {name}, {other} from {source}", *self.body(both)]
        weight = f" by 2 if {self.condition(inner, 1)} otherwise 1" if self.rarely(0.3) else ""
        return [when, f"    draw {name} from {source} at random{weight}", *self.body(inner)]

    def _top(self, at: Scope) -> Lines:
        end = f"{self.one('top', 'bottom')} of {self.zone(at, lambda z: z.ordered)}"
        return [f"if {end} is not empty:", f"    move {end} to {self.target(at)}"]

    def _offer(self, at: Scope) -> Lines:
        names = self.chance.sample(self.leaves, self.chance.randint(1, len(self.leaves)))
        if self.rarely(0.4):
            return (
                [f"offer {', '.join(names)}, rest until rest"]
                if self.rarely(0.3)
                else [f"offer {', '.join([*names, 'rest'])} to {self.seat(at)}"]
            )
        if self.rarely(0.2):
            return [
                f"offer {', '.join(names)}, rest to players{self.one('', f' from {self.seat(at)}')} together"
            ]
        return [f"offer {', '.join(names)}, rest"]

    # ---- what is declared

    def _procedure(self, number: int) -> Lines:
        p, n = self.fresh("p"), self.fresh("n")
        at = Scope(self.rarely(0.3), {"seat": [p], "number": [n], "small": [n]})
        lines = [f"procedure proc{number}({p}: Player, {n}: 1..2):", *self.block(at, 1)]
        self.procedures.append(f"proc{number}")
        return lines

    def _action(self, name: str, offers: bool) -> Lines:
        at, lines = Scope(True, offers=offers), [f"action {name}:"]
        for _ in range(self.chance.choice([0, 1, 1, 2])):
            if self.rarely(0.3):
                lines.append(f'    requires {self.condition(at, 1)} else "no {self.fresh()}"')
            if self.rarely(0.15) and at.names.get("card"):
                w = self.fresh()
                lines.append(f"    choose {w} from matchings({self.one(*at.names['card'])}.needs, my.pens)")
                at = at.inner(words=w)
                continue
            sort, part = self.sort("card", "card", "kind", "seat", "slot"), self.fresh()
            inner = at.inner(**{sort: part})
            where = f" where {self.condition(inner, 1)}" if self.rarely(0.5) else ""
            lines.append(f"    choose {part} from {self.source(sort, at)}{where}")
            at = inner
        if self.rarely(0.4):
            lines.append(f'    requires {self.condition(at, 1)} else "no {self.fresh()}"')
        lines += ["    do:", *self.block(at, 2)]
        for w in at.names.get("words", []):
            g = self.fresh()
            lines += [f"        each {g} in {w}:", f"            move 1 Coin from my.pens[{g}] to my.purse"]
        return lines

    def _reaction(self, number: int) -> Lines:
        if self.events and self.rarely(0.5):
            event, x = self.one(*self.events), self.fresh()
            at = Scope(self.rarely(0.5), {"card" if event == "event0" else "kind": [x]})
            guard = f" if {self.condition(at, 1)}" if self.rarely(0.4) else ""
            order = self.one("at once", "in line", "in line once each")
            head = f"reaction re{number} when {event}({x}){guard}, {order}:"
        else:
            at, each = Scope(True), ""
            if self.rarely(0.4):
                x, (sort, source) = (
                    self.fresh(),
                    self.chance.choice([("kind", "Beast"), ("slot", "Slot"), ("seat", "players")]),
                )
                at, each = Scope(True, {sort: [x]}), f", for each {x} in {source}"
            head = f"reaction re{number} as soon as {self.condition(at, 2)}{each}:"
        return [head, *self.block(at, 1, 2)]

    def _setup(self) -> Lines:
        lines = ["setup:", "    shuffle deck", "    each p in players:", "        deal 2 from deck to p.hand"]
        lines += ["        move 2 Coin from supply to p.pens[ant]", "    draw leader from players at random"]
        lines += ["    give crown to leader"]
        return lines + (self.block(Scope(False), 1, 2) if self.rarely(0.6) else [])

    def _main(self, actions: Lines) -> Lines:
        offered = ", ".join([*actions, "rest"])
        if self.turns:
            at = Scope(True)
            before = self.block(at, 1, 2) if self.rarely(0.5) else []
            after = self.block(at, 1, 2) if self.rarely(0.5) else []
            until = " until rest" if self.rarely(0.2) else ""
            return ["turn:", *before, f"    offer {offered}{until}", *after]
        at = Scope(False)
        who = "q from crown.holder"
        before = self.block(at, 1, 2) if self.rarely(0.5) else []
        after = self.block(at, 1, 2) if self.rarely(0.5) else []
        inner = self.block(at.inner(seat="q"), 2, 2) if self.rarely(0.5) else []
        head = f"    each {who.replace('q from', 'q in players from')}:"
        return ["round:", *before, head, *inner, f"        offer {offered} to q", *after]

    def _ends(self) -> Lines:
        lines = [f"score line{i} = {self.number(Scope(True), 3)}" for i in range(self.chance.randint(1, 4))]
        for i in range(self.chance.randint(0, 2)):
            when = self.one("at once", "at end of round", "after this round", "after this round and 1 more",
                            *(["at end of turn"] if self.turns else []))  # fmt: skip
            lines.append(f"ending end{i} when {self.condition(Scope(False), 2)}, {when}")
        lines.append(f"ending last after {self.chance.randint(2, 4)} rounds")
        tie = f", then {self.one('most', 'least')} {self.number(Scope(True), 1)}" if self.rarely(0.5) else ""
        return [*lines, f"winner is {self.one('most', 'least')} score{tie}{self.one('', ', ties share')}"]


# ---- from a text to a game

SOON = cascades.Budget(ways=6_000, landings=2_000, few=2_000, many=2_000)
"""What is not proved soon to end is taken out of a random game: a long search is not worth while."""


def _of_reactions(game: core.Game) -> list[cascades.Verdict]:
    """Each `repeat until` of a random game counts its rounds and ends by that, which is seldom proved soon."""
    return [verdict for verdict in judge.verdicts(game) if not verdict.loops]


def checked(files: dict[str, str]) -> tuple[core.Game | None, Report]:
    """A game that an engine can be made of, be it a good one or not; or why not."""
    memory = Memory({str(FOLDER / name): text for name, text in files.items()})
    report = Report()
    path = RulesetPath("chaos", FOLDER / "chaos.rules", FOLDER.parent)
    loaded = load(path, report, memory)
    with patch.object(judge, "Budget", lambda: SOON), patch.object(cascades, "verdicts", _of_reactions):
        return pipeline.check_declarations(loaded, path, report, loaded.declarations), report


def ruleset(seed: int) -> tuple[core.Game | None, dict[str, str]]:
    """A random game with its files; None where it cannot be mended."""
    files = Maker(seed).files()
    return mended(files)


def mended(files: dict[str, str], times: int = 25) -> tuple[core.Game | None, dict[str, str]]:
    """What is refused is taken out, line by line, until the rest is a game."""
    for _ in range(times):
        game, report = checked(files)
        if game is not None:
            return game, files
        lines = files["chaos.rules"].split("\n")
        before = list(lines)
        for number in {d.span.line for d in report.errors}:
            _take_out(lines, number - 1)
        if lines == before:
            return None, files
        files = {**files, "chaos.rules": "\n".join(line for line in lines if line != "GONE")}
    return None, files


def _take_out(lines: Lines, at: int) -> None:
    """A line that is refused becomes one that is not; a block goes with its head."""
    line = lines[at]
    pad, text = line[: len(line) - len(line.lstrip())], line.strip()
    ends = next(
        (i for i in range(at + 1, len(lines)) if lines[i].strip() and not lines[i].startswith(f"{pad}    ")),
        len(lines),
    )
    if line in ("GONE", "") or text == "nothing":
        return
    if text.startswith(("if ", "case ")) and pad and text.endswith(":") and "round_number > 1:" not in text:
        lines[at] = f"{pad}{text.split()[0]} round_number > 1:"
    elif pad and text.startswith(("requires ", "choose ")) and not text.endswith(":"):
        lines[at] = "GONE"
    elif pad and not text.startswith(("case ", "otherwise:", "or else:", "do:")):
        also = ends
        while also < len(lines) and lines[also].startswith((f"{pad}or else:", f"{pad}otherwise:")):
            also = next(
                (i for i in range(also + 1, len(lines)) if not lines[i].startswith(f"{pad}    ")), len(lines)
            )
        lines[at:also] = [f"{pad}nothing", *["GONE"] * (also - at - 1)]
    elif text.startswith(("reaction ", "ending ", "score ")):
        lines[at:ends] = ["GONE"] * (ends - at)
    elif text.startswith("define ") and ends == at + 1:
        lines[at] = (
            re.sub(r" = .*", " = 0", line) if not line.endswith("= 0") else re.sub(r" = .*", " = 1 > 2", line)
        )
