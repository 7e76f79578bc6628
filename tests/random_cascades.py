"""Small random rulesets of reactions that set off each other, some for ever and some not.

`ruleset(seed)` gives the checked game of one and its text. Ranges are small, so that every position can be
followed; every verb is asked first whether there is room, so that no cascade ends by an error. Each event has
an action that raises it with whatever arguments, each memory one that sets it to whatever value: what a
cascade can start from is every position, and nothing that the flow of the game keeps away.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from rulewright import core
from rulewright.elaborate.elaborate import elaborate
from rulewright.loading.load import load
from rulewright.reading.files import RulesetPath
from rulewright.reading.reader import Memory
from rulewright.report.diagnostics import Report

FOLDER = Path("/nowhere/rulesets/cascade")
WORDS = ("crimson", "gold", "purple")
Lines = list[str]

HEAD = """\
language 1
game Cascade "Cascade" version "1.0.0"
players 2: red, blue
kinds Colour: {words}
range Small: 0..{most}
define after(c: Colour):
    match c:
{cases}
"""
TAIL = """\
setup:
    {setup}

turn:
    offer {actions}

{raised}
action rest:
    do:
        nothing

score points = 0
ending over after 3 rounds
winner is most score, ties share
"""


@dataclass(frozen=True)
class Place:
    """Something that changes: `sort` is counter, flag, set, coins or cards. `cell` names one of its cells
    as a statement may, given a colour and a seat that can be named there."""

    name: str
    sort: str
    of_player: bool = False
    per_colour: bool = False

    def cell(self, colour: str, seat: str) -> str:
        """One cell of it."""
        seen = f"{'my' if seat == 'me' else seat}.{self.name}" if self.of_player else self.name
        return f"{seen}[{colour}]" if self.per_colour else seen


@dataclass(frozen=True)
class Event:
    """An event and the sort of its argument: none, colour, seat or number."""

    name: str
    sort: str


@dataclass
class Names:
    """What a body can name, by sort."""

    colours: Lines = field(default_factory=list)
    seats: Lines = field(default_factory=list)
    numbers: Lines = field(default_factory=list)


class Maker:
    """The text of one ruleset."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(f"cascade {seed}")
        self.words = WORDS[: self.chance.choice([2, 2, 3])]
        self.most = self.chance.choice([2, 2, 3, 4])
        self.places = self._places()
        sorts = ["none", "none", "colour", "seat", "number"]
        self.events = [
            Event(f"event{i}", self.one(*sorts)) for i in range(self.chance.choice([1, 1, 2, 2, 3]))
        ]
        self.fresh = 0

    def one(self, *options: str) -> str:
        """One of some."""
        return self.chance.choice(options)

    def rarely(self, share: float) -> bool:
        """True so often."""
        return self.chance.random() < share

    # ---- what there is

    def _places(self) -> list[Place]:
        found: list[Place] = []
        for i in range(self.chance.choice([1, 1, 2, 2, 3])):
            sort = self.one("counter", "counter", "counter", "flag", "flag", "set", "coins", "cards")
            if sort in ("coins", "cards") and any(p.sort == sort for p in found):
                sort = "counter"
            cells = sort in ("counter", "flag")
            of_player = cells and self.rarely(0.25)
            per_colour = cells and not of_player and self.rarely(0.15)
            found.append(Place(f"{sort}{i}", sort, of_player, per_colour))
        return found

    def declared(self, place: Place) -> str:
        """The lines that declare a place."""
        of = " of player" if place.of_player else ""
        per = " per Colour" if place.per_colour else ""
        match place.sort:
            case "counter":
                return f"memory {place.name}{of}{per}: 0..{self.most}, all game"
            case "flag":
                return f"memory {place.name}{of}{per}: yes_no, all game"
            case "set":
                return f"memory {place.name}: set of Colour, all game"
            case "coins":
                zones = (f"zone {name}: pool of Coin" for name in (place.name, f"{place.name}_spent"))
                return "\n".join(["token Coin, 2 in all", *zones])
        return (
            'card Card from table "cards.csv":\n    colour: Colour\n'
            f"zone {place.name}: {self.one('set', 'row')} of Card, starts with all\n"
            f"zone {place.name}_spent: set of Card"
        )

    # ---- values

    def colour(self, names: Names) -> str:
        """A colour."""
        options = [*self.words, *names.colours * 3, *(f"after({c})" for c in names.colours)]
        return self.one(*options)

    def seat(self, names: Names) -> str:
        """A seat."""
        return self.one("me", *names.seats * 2)

    def _cell(self, place: Place, names: Names) -> str:
        return place.cell(self.colour(names), self.seat(names))

    def condition(self, names: Names, *, event: bool = False) -> str:
        """What a guard may ask."""
        asked: Lines = []
        for place in self.places:
            cell = self._cell(place, names)
            if place.sort == "counter":
                n = str(self.chance.randint(1, self.most))
                asked += [
                    f"{cell} >= {n}",
                    f"{cell} < {n}",
                    f"{cell} is {n}",
                    f"{cell} > 0",
                    f"{cell} < {self.most}",
                ]
            elif place.sort == "flag":
                asked += [cell, f"not {cell}"]
            elif place.sort == "set":
                c = self.colour(names)
                asked += [f"{c} in {cell}", f"{c} not in {cell}", f"{cell} is empty"]
            else:
                asked += [f"{cell} is not empty", f"{cell} is not empty", f"{place.name}_spent is empty"]
        if event or self.rarely(0.3):
            asked += [f"{c} is {self.one(*self.words)}" for c in names.colours] * 2
            asked += [f"{s} is {self.one('me', 'red', 'blue')}" for s in names.seats] * 2
            asked += [f"{n} > {self.one('0', '1')}" for n in names.numbers] * 2
        return self.one(*asked)

    # ---- statements

    def change(self, names: Names, pad: str) -> Lines:
        """A change of one place that never leaves its range."""
        place = self.chance.choice(self.places)
        cell = self._cell(place, names)
        match place.sort:
            case "counter":
                return [pad + line for line in self._count(cell)]
            case "flag":
                return [f"{pad}set {cell} to {self.one('yes', 'no', f'not {cell}')}"]
            case "set":
                c = self.colour(names)
                return [f"{pad}{self.one(f'add {c} to', f'add {c} to', f'remove {c} from')} {cell}"]
            case "coins":
                back = self.one(f"{place.name} to {place.name}_spent", f"{place.name} to {place.name}_spent",
                                f"{place.name}_spent to {place.name}")  # fmt: skip
                return [f"{pad}move 1 Coin from {back}"]
        return self._cards(place, pad)

    def _count(self, cell: str) -> Lines:
        top = self.most
        return self.chance.choice(
            [
                [f"if {cell} > 0:", f"    remove 1 from {cell}"],
                [f"if {cell} > 0:", f"    remove 1 from {cell}"],
                [f"if {cell} < {top}:", f"    add 1 to {cell}"],
                [f"if {cell} < {top}:", f"    add 1 to {cell}"],
                [f"set {cell} to {self.chance.randint(0, top)}"],
                [f"set {cell} to {cell} / 2"],
                [f"if {cell} < {top}:", f"    add 1 to {cell}", "otherwise:", f"    set {cell} to 0"],
            ]
        )

    def _cards(self, place: Place, pad: str) -> Lines:
        x, here, there = self._new("k"), place.name, f"{place.name}_spent"
        if self.rarely(0.3):
            here, there = there, here
        if self.rarely(0.2):
            return [f"{pad}move all from {here} to {there}"]
        how = self.one("choose", "may choose")
        return [f"{pad}{how} {x} from {here}:", f"{pad}    move {x} to {there}"]

    def _spend(self, names: Names) -> tuple[str, Lines]:
        """A question, and a change that the answer makes room for."""
        place = self.chance.choice(self.places)
        cell, c = self._cell(place, names), self.colour(names)
        up = (f"{cell} < {self.most}", [f"add 1 to {cell}"])
        down = (f"{cell} > 0", [f"remove 1 from {cell}"])
        match place.sort:
            case "counter":
                return self.chance.choice([up, down, down, (f"{cell} > 0", [f"set {cell} to 0"])])
            case "flag":
                return self.chance.choice(
                    [(cell, [f"set {cell} to no"]), (f"not {cell}", [f"set {cell} to yes"])]
                )
            case "set":
                return f"{c} not in {cell}", [f"add {c} to {cell}"]
            case "coins":
                return f"{cell} is not empty", [f"move 1 Coin from {cell} to {cell}_spent"]
        return f"{cell} is not empty", [f"move all from {cell} to {cell}_spent"]

    def trigger(self, names: Names) -> str:
        """An event is raised."""
        event = self.chance.choice(self.events)
        match event.sort:
            case "colour":
                return f"trigger {event.name}({self.colour(names)})"
            case "seat":
                seat = self.seat(names)
                return f"trigger {event.name}({self.one(seat, seat, f'next_player({seat})')})"
            case "number":
                falls = [f"{n} - 1 if {n} > 0 otherwise {self.one('0', '0', '2')}" for n in names.numbers]
                return f"trigger {event.name}({self.one('0', '1', '2', *falls * 4)})"
        return f"trigger {event.name}"

    def body(self, names: Names, level: int = 1) -> Lines:
        """What a reaction does."""
        pad, lines = "    " * level, Lines()
        for _ in range(self.chance.choice([1, 1, 2, 2, 3])):
            lines += self._statement(names, pad, level)
        return lines

    def _statement(self, names: Names, pad: str, level: int) -> Lines:
        kind = self.chance.random()
        if kind < 0.42:
            asked, spent = self._spend(names)
            inner = [*spent, self.trigger(names)]
            if self.rarely(0.25):
                inner.append(self.trigger(names))
            if self.rarely(0.15):
                inner.reverse()
            return [f"{pad}if {asked}:", *(f"{pad}    {line}" for line in inner)]
        if kind < 0.65:
            return self.change(names, pad)
        if kind < 0.76:
            return [pad + self.trigger(names)]
        if kind < 0.88 or level > 1:
            then = (
                self.change(names, f"{pad}    ") if self.rarely(0.5) else [f"{pad}    {self.trigger(names)}"]
            )
            return [f"{pad}if {self.condition(names)}:", *then]
        return self._choice(names, pad, level)

    def _choice(self, names: Names, pad: str, level: int) -> Lines:
        x = self._new("x")
        if self.rarely(0.3):
            inner = Names(names.colours, [*names.seats, x], names.numbers)
            return [f"{pad}each {x} in players:", *self.body(inner, level + 1)]
        if self.rarely(0.4):
            inner = Names(names.colours, [*names.seats, x], names.numbers)
            return [f"{pad}choose {x} from players:", *self.body(inner, level + 1)]
        inner = Names([*names.colours, x], names.seats, names.numbers)
        how = self.one("choose", "may choose")
        where = f" where {self.condition(inner)}" if self.rarely(0.5) else ""
        return [f"{pad}{how} {x} from Colour{where}:", *self.body(inner, level + 1)]

    def _new(self, letter: str) -> str:
        self.fresh += 1
        return f"{letter}{self.fresh}"

    # ---- what is declared

    def reaction(self, number: int) -> Lines:
        """One reaction."""
        if self.rarely(0.22):
            each, names = "", Names(seats=["me"])
            if self.rarely(0.25):
                c = self._new("c")
                each, names = f", for each {c} in Colour", Names([c], ["me"])
            return [f"reaction r{number} as soon as {self.condition(names)}{each}:", *self.body(names)]
        event = self.events[number] if number < len(self.events) else self.chance.choice(self.events)
        x = self._new("a")
        names = Names(seats=["me"])
        {"colour": names.colours, "seat": names.seats, "number": names.numbers}.get(
            event.sort, Lines()
        ).append(x)
        given = "" if event.sort == "none" else f"({x})"
        guard = f" if {self.condition(names, event=True)}" if self.rarely(0.35) else ""
        order = self.one("in line", "in line", "in line once each", "at once")
        return [f"reaction r{number} when {event.name}{given}{guard}, {order}:", *self.body(names)]

    def _actions(self) -> tuple[Lines, str]:
        """Actions that raise each event and set each memory."""
        sources = {"colour": "Colour", "seat": "players", "number": "Small"}
        names, lines = Lines(), Lines()
        for event in self.events:
            names.append(f"raise_{event.name}")
            lines.append(f"action raise_{event.name}:")
            if event.sort in sources:
                where = " where x <= 2" if event.sort == "number" else ""
                lines.append(f"    choose x from {sources[event.sort]}{where}")
            given = "" if event.sort == "none" else "(x)"
            lines += ["    do:", f"        trigger {event.name}{given}"]
        for place in self.places:
            if place.sort in ("coins", "cards"):
                continue
            names.append(f"put_{place.name}")
            lines += [f"action put_{place.name}:", *self._put(place)]
        return names, "\n".join(lines) + "\n"

    def _put(self, place: Place) -> Lines:
        parts = ["    choose p from players"] if place.of_player else []
        parts += ["    choose c from Colour"] if place.per_colour or place.sort == "set" else []
        cell = place.cell("c", "p")
        match place.sort:
            case "counter":
                return [*parts, "    choose n from Small", "    do:", f"        set {cell} to n"]
            case "flag":
                return [*parts, "    do:", f"        set {cell} to not {cell}"]
        do = [f"        if c in {cell}:", f"            remove c from {cell}"]
        return [*parts, "    do:", *do, "        otherwise:", f"            add c to {cell}"]

    def files(self) -> dict[str, str]:
        """The texts of the ruleset."""
        after = dict(zip(self.words, [*self.words[1:], self.words[0]], strict=True))
        cases = "\n".join(f"        case {a}: {b}" for a, b in after.items())
        reactions = [self.reaction(i) for i in range(self.chance.choice([1, 2, 2, 3, 3, 4, 5, 6]))]
        actions, raised = self._actions()
        coins = next((p.name for p in self.places if p.sort == "coins"), None)
        argument = {"none": "", "colour": "(c: Colour)", "seat": "(p: Player)", "number": "(n: 0..2)"}
        text = [
            HEAD.format(words=", ".join(self.words), most=self.most, cases=cases).rstrip("\n"),
            *(self.declared(place) for place in self.places),
            *(f"event {event.name}{argument[event.sort]}" for event in self.events),
            "",
            *("\n".join(lines) + "\n" for lines in reactions),
            TAIL.format(
                setup=f"move all Coin from supply to {coins}" if coins else "nothing",
                actions=", ".join([*actions, "rest"]),
                raised=raised,
            ),
        ]
        cards = "id,colour\n" + "".join(f"card{i},{word}\n" for i, word in enumerate(self.words[:2]))
        return {"cascade.rules": "\n".join(text), "cards.csv": cards}


# ---- from a text to a game


def meant(files: dict[str, str]) -> tuple[core.Game | None, Report]:
    """What a ruleset means, whatever is held against its cascades."""
    report = Report()
    memory = Memory({str(FOLDER / name): text for name, text in files.items()})
    loaded = load(RulesetPath("cascade", FOLDER / "cascade.rules", FOLDER.parent), report, memory)
    game = None if report.has_errors else elaborate(loaded, report, loaded.declarations)
    if game is not None:
        game.slug = "cascade"
    return game, report


def ruleset(seed: int, refused: Callable[[str], None] | None = None) -> tuple[core.Game, str]:
    """A random ruleset and its text: the first of a row of attempts that has a meaning."""
    for attempt in range(50):
        files = Maker(seed * 1000 + attempt).files()
        game, report = meant(files)
        if game is not None:
            return game, files["cascade.rules"]
        if refused is not None:
            refused(f"{[(d.code, d.span.line, d.message) for d in report][:3]}\n{files['cascade.rules']}")
    raise AssertionError(f"no ruleset for {seed}")
