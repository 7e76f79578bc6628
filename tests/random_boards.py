"""Boards for random rulesets: spaces of each shape, pieces on them, every function and verb of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.random_rulesets import Lines, Maker, Scope

COMPASS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
HEX = ("northeast", "east", "southeast", "southwest", "west", "northwest")
# A shape, its directions, some of its spaces, the longest line on it.
Shape = tuple[str, tuple[str, ...], tuple[str, ...], int]
SHAPES: tuple[Shape, ...] = (
    ("squares 3 by 2", COMPASS, ("a1", "b1", "b2", "c2"), 3),
    ("squares 2 by 4", COMPASS, ("a1", "b1", "a4", "b3"), 4),
    ("squares 1 by 1", COMPASS, ("a1",), 1),
    ("hexes 3 by 2", HEX, ("a1", "b1", "b2", "c2"), 3),
    ("hexes of side 2", HEX, ("a1", "b2", "c3", "b3"), 3),
    ("ring of 5", ("clockwise", "anticlockwise"), ("s1", "s2", "s5"), 3),
)
HEADINGS = ("forward", "forward_right", "backward", "backward_left", "forward_left")


class Board:
    """The board of one random ruleset: what is declared, and how its parts are written."""

    def __init__(self, maker: Maker, seats: int) -> None:
        self.maker = maker
        found: Shape = maker.chance.choice(SHAPES)
        self.shape, self.ways, self.names, self.longest = found
        self.heads = "ring" not in self.shape and maker.rarely(0.6)
        self.seats = ("red", "yellow", "green")[:seats]
        self.men = maker.chance.choice((("Man",), ("Man", "King"), ("Man", "King", "Rock")))
        self.own = maker.rarely(0.4)

    def declared(self) -> Lines:
        """Spaces, pieces, boards, and memory of spaces."""
        one = self.maker.one
        faces = [f"{seat} faces {one(*self.ways)}" for seat in self.seats] if self.heads else []
        lines = [f"spaces Square: {', '.join([self.shape, *faces])}"]
        lines += [f"piece {man}{' of player' * (man != 'Rock')}" for man in self.men]
        lines += [f"zone board: board Square of {' or '.join(self.men)}"]
        if self.own:
            lines.append(f"zone den of player: board Square of {' or '.join(self.men)}")
        lines += ["memory spot: Square?, all game", "memory spots: set of Square, all game"]
        return [*lines, f"memory worn per Square: 0..99, {one('all game', 'each round')}"]

    # ---- values

    def space(self, at: Scope) -> str:
        """A space."""
        known = at.names.get("space", [])
        return self.maker.one(*known * 3, *self.names)

    def way(self, at: Scope) -> str:
        """A direction, or a heading and whose it is."""
        if self.heads and self.maker.rarely(0.4):
            return f"{self.maker.one(*HEADINGS)}, {self.maker.seat(at)}"
        return self.maker.one(*self.ways, *at.names.get("way", []) * 3)

    def at(self, at: Scope, space: str | None = None) -> str:
        """What stands on a space."""
        whose = f"{self.maker.owner(at)}.den" if self.own and self.maker.rarely(0.3) else "board"
        return f"{whose}[{space or self.space(at)}]"

    def man(self, at: Scope) -> str:
        """A piece with its owner."""
        man = self.maker.one(*self.men)
        return man if man == "Rock" else f"{man}({self.maker.seat(at)})"

    def those(self, at: Scope) -> str:
        """A set of spaces by what stands on them."""
        s = self.maker.fresh()
        return f"those({s} in Square where {self.maker.condition(at.inner(space=s), 0)})"

    def source(self, at: Scope) -> str:
        """A source of spaces."""
        one, fresh = self.maker.one, self.maker.fresh
        ray = f"ray({self.space(at)}, {self.way(at)})"
        found = ["Square", "Square", ray, ray, f"neighbours({self.space(at)})", "spots"]
        found += [f"edge(Square, {self.way(at)})", f"between({self.space(at)}, {self.space(at)})"]
        if at.deep < 4:
            t = fresh()
            inner = self.maker.condition(at.inner(space=t), 0)
            found += [self.those(at), f"leading({t} in {one(ray, 'Square')} while {inner})"]
            found += [f"region({self.space(at)}, {self.those(at)})", f"region({self.those(at)}, spots)"]
        return one(*found)

    def numbers(self, at: Scope) -> list[str]:
        """Numbers about spaces."""
        s = self.maker.fresh()
        found = [f"count({s} in {self.source(at)} where {self.maker.condition(at.inner(space=s), 0)})"]
        found += [f"distance({self.space(at)}, {self.space(at)})", f"worn[{self.space(at)}]"]
        return found + ([] if "ring" in self.shape else [f"{self.space(at)}.column", f"{self.space(at)}.row"])

    def conditions(self, at: Scope) -> list[str]:
        """Conditions about spaces and pieces."""
        one, fresh, no = self.maker.one, self.maker.fresh, self.maker.one("", "not ")
        s, n = fresh(), fresh()
        inner = self.maker.condition(at.inner(space=s), 0) if at.deep < 4 else "yes"
        mine, ring = self.maker.seat(at), "ring" in self.shape
        line = f"lines({one('Square', self.space(at))}, {self.maker.chance.randint(1, self.longest)})"
        lined = f"all(board[{s}].owner is {mine} for {s} in {n})"
        edges = [f"edge(Square, {self.way(at)})" for _ in range(2)]
        return [
            f"{self.at(at)} is {no}empty",
            f"{self.at(at)} is {no}empty",
            f"{self.at(at)}.owner is {no}{mine}",
            f"{self.at(at)} is {no}{self.man(at)}",
            f"{self.at(at)}.piece is {one(*self.men)}",
            f"{self.at(at)} is {no}{self.at(at)}",
            f"step({self.space(at)}, {self.way(at)}) is {no}{self.space(at) if ring else 'empty'}",
            f"step({self.space(at)}, {self.way(at)}) is {self.space(at)}",
            f"first({s} in {self.source(at)} where {inner}) is {no}empty",
            f"{self.space(at)} {one('in', 'not in')} {self.source(at)}",
            f"any({lined} for {n} in {line})",
            f"connects({self.those(at) if at.deep < 4 else 'spots'}, {one(*edges)}, {one(*edges, 'spots')})",
            f"opposite({one(*self.ways)}) is {one(*self.ways)}",
            f"spot is {no}empty",
        ]

    # ---- statements

    def verbs(self, at: Scope) -> list[Callable[[], str]]:
        """What is done on a board."""
        whose = self.maker.one("", f" of {self.maker.seat(at)}") if at.me else f" of {self.maker.seat(at)}"
        man = self.maker.one(*self.men)
        return [
            lambda: f"place {man}{whose if man != 'Rock' else ''} on {self.at(at)}",
            lambda: f"place Man{whose} on {self.at(at)}",
            lambda: f"move {self.at(at)} to {self.at(at)}",
            lambda: f"capture {self.at(at)}",
            lambda: f"promote {self.at(at)} to {self.maker.one(*self.men[:2])}",
            lambda: f"give {self.at(at)} to {self.maker.seat(at)}",
            lambda: f"set spot to {self.maker.one('none', self.space(at))}",
            lambda: f"add {self.maker.one(self.space(at), self.those(at))} to spots",
            lambda: f"remove {self.maker.one(self.space(at), self.those(at))} from spots",
            lambda: f"add 1 to worn[{self.space(at)}]",
        ]  # fmt: skip

    def stepped(self, at: Scope) -> Lines:
        """A step, and what is done where it leads."""
        t, d = self.maker.fresh(), self.maker.fresh()
        inner = at.inner(space=t)
        if self.maker.rarely(0.5):
            s = self.maker.fresh()
            value = f"first({s} in {self.source(at)} where {self.maker.condition(at.inner(space=s), 1)})"
        else:
            value = f"step({self.space(at)}, {self.way(at)})"
            if "ring" in self.shape:  # there is always one more
                return [f"let {t} = {value}", *self.maker.block(inner, 0)]
        if self.maker.rarely(0.3):
            turned = at.inner(way=d)
            return [f"each {d} in Direction:", *self.maker.body(turned)]
        return [f"let {t} = {value}", f"if {t} is not empty:", *self.maker.body(inner)]
