"""What a move does to the sets that a light game holds, and the table of what is known of each move.

All that follows from a move alone (which space it takes, as a bit; where a step leads) is looked up in a
table that is made when the engine is imported; what a move does is arithmetic on sets.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeGuard

from rulewright import core
from rulewright.checks.effects import Reads
from rulewright.machine.substitute import Variable, inlined, mentions, substitute
from rulewright.python.layout import Lines
from rulewright.python.light_spaces import LightPython
from rulewright.python.light_terms import UnfitError, shape
from rulewright.python.masks import Leaf, Mask, negated
from rulewright.python.texts import line_of
from rulewright.report.diagnostics import Span

REFUSED = "refused: "  # a mark in lines: here a full game raises a RuleError that says this


@dataclass(slots=True)
class Known:
    """The columns of a table of moves: the local name of each by its Python text, and what a move must meet
    to be in the table (others are played by a full game)."""

    columns: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def column(self, wanted: str, text: str) -> str:
        """The local that has what a text is for the move at hand."""
        if text not in self.columns:
            name, n = wanted, 2
            while name in self.columns.values():
                name, n = f"{wanted}_{n}", n + 1
            self.columns[text] = name
        return self.columns[text]

    def ask(self, text: str) -> None:
        """Moves must meet a condition."""
        if text not in self.asked:
            self.asked.append(text)


class Body:
    """The lines of what a move does. `gained` and `lost` tell for each set with which bits it may have grown
    or shrunk; `changed` for each board which of its spaces have changed; `number_of` for a bit the Python of
    the space's number. `fills` are the sets of free spaces out of which each such move takes one."""

    def __init__(self, python: LightPython, action: core.Action, known: Known) -> None:
        self._python = python
        self._game = python.game
        self._action = action
        self._known = known
        self._reads = Reads(self._game)
        self._given: dict[str, core.Expr] = {}
        self._picks = {pick.name for pick in action.picks}
        self.lines: Lines = []
        self.gained: dict[str, list[str]] = {}
        self.lost: dict[str, list[str]] = {}
        self.changed: dict[str, list[str]] = {}
        self.number_of: dict[str, str] = {}
        self.fills: set[str] = set()

    def column(self, wanted: str, text: str) -> str:
        """A local that has what a text is for the move at hand."""
        return self._known.column(wanted, text)

    def run(self) -> None:
        """Writes all of them. Raises UnfitError."""
        self._block(self._action.body)

    def _block(self, block: core.Block) -> None:
        for stmt in block:
            match stmt:
                case core.Remember(op="set"):
                    self._remember(stmt)
                case core.MoveMan():
                    self._move(stmt)
                case core.Let() if self._is_static(self._inside(stmt.value)):
                    self._given[stmt.name] = self._inside(stmt.value)
                case core.IfStmt(otherwise=()) if self._is_static(self._inside(stmt.condition)):
                    self._known.ask(self._python.condition(self._inside(stmt.condition)))
                    self._block(stmt.then)
                case core.Each():
                    self._turn_over(stmt)
                case _:
                    raise UnfitError(type(stmt).__name__)

    # ---- what follows from the move alone

    def _inside(self, expr: core.Expr) -> core.Expr:
        return substitute(expr, self._given)

    def _is_static(self, expr: core.Expr) -> bool:
        """Does an expression depend on the picks alone?"""
        local = {part.name for part in core.walk(expr) if isinstance(part, core.Local)}
        return not self._reads.of(expr) and local <= self._picks

    def _bit(self, index: core.Expr | None, wanted: str) -> str:
        """The local that has a space as a bit."""
        assert index is not None
        index = self._inside(index)
        if not self._is_static(index):
            raise UnfitError("space")
        text = self._python.atom(index)
        if "within(" in text or "(s" in text:
            raise UnfitError(text)
        if not isinstance(index, core.Local):
            self._known.ask(f"{text} >= 0")
        name = self._known.column(wanted, f"1 << {text}")
        self.number_of[name] = text
        return name

    # ---- statements

    def _board(self, place: core.MemoryValue) -> str:
        if place.name not in self._game.boards or place.seat is not None:
            raise UnfitError(place.name)
        return place.name

    def _remember(self, stmt: core.Remember) -> None:
        board = self._board(stmt.target)
        sets = self._python.held.boards[board]
        man = self._python.man(self._inside(stmt.value))
        lowest = self._python.lowest_free(stmt.target)
        if lowest is not None:
            bit = self._lowest(lowest, board, stmt.span)
        else:
            bit = self._bit(stmt.target.index, "space")
        if man < 0:
            self.lines.append(f"{sets[-1]} |= {bit}")
            self._shrink(board, [name for at, name in sets.items() if at >= 0], bit)
        elif lowest is not None or self._is_free(stmt):
            self.lines += [f"{sets[-1]} ^= {bit}", f"{sets[man]} |= {bit}"]
            self._note(self.lost, sets[-1], bit)
            self.fills.add(sets[-1])
        else:
            self._shrink(board, [name for at, name in sets.items() if at != man], bit)
            self.lines.append(f"{sets[man]} |= {bit}")
        self._note(self.gained, sets[man], bit)
        self._note(self.changed, board, bit)

    def _lowest(self, text: str, board: str, span: Span) -> str:
        """The lowest free space on a way; there is one, or the full game says that there is none."""
        among, _, way = text.rpartition(" & ")
        if self.lines:
            raise UnfitError(text)
        name = self._known.column("way", way)
        told = f"no space of {board} is free there (line {line_of(self._game, span)})"
        self.lines += [f"space = {among} & {name}", "if not space:", [f"{REFUSED}{told}"], "space &= -space"]
        return "space"

    def _shrink(self, board: str, names: list[str], bit: str) -> None:
        self.lines += [f"{name} &= ~{bit}" for name in names]
        for name in names:
            self._note(self.lost, name, bit)

    def _note(self, where: dict[str, list[str]], name: str, bit: str) -> None:
        where.setdefault(name, []).append(bit)

    def _is_free(self, stmt: core.Remember) -> bool:
        """Is a piece placed, first of all, on a space that was picked because it is free?"""
        index = stmt.target.index
        if self.lines or not isinstance(index, core.Local):
            return False
        return self._picked(index.name, stmt.target.name) == -1

    def _picked(self, name: str, board: str) -> int | None:
        """What stands on a space that was picked, where its condition tells."""
        for pick in self._action.picks:
            for part in core.conjuncts(pick.where) if pick.name == name else ():
                if isinstance(pick.type, core.KindType):
                    mask = self._standing(part, pick.name, pick.type.name)
                    for man, held in self._python.held.boards[board].items():
                        if isinstance(mask, Leaf) and mask.text == held:
                            return man
        return None

    def _standing(self, part: core.Expr, name: str, kind: str) -> Mask | None:
        if {local.name for local in core.walk(part) if isinstance(local, core.Local)} != {name}:
            return None
        found = self._python.vector(part, Variable(name, 0, self._game.kinds[kind].size))
        return None if found is None else self._python.simpler(found)

    def _move(self, stmt: core.MoveMan) -> None:
        """What stands on one space goes to another; what stood there is gone."""
        board, index = self._board(stmt.source), stmt.source.index
        if self._board(stmt.to) != board or self.lines or not isinstance(index, core.Local):
            raise UnfitError(board)
        man = self._picked(index.name, board)
        if man is None or man < 0:
            raise UnfitError(board)
        left, entered = self._bit(stmt.source.index, "source"), self._bit(stmt.to.index, "target")
        columns = {name: text for text, name in self._known.columns.items()}
        self._known.ask(f"{columns[left]} != {columns[entered]}")
        sets = self._python.held.boards[board]
        free, own = sets[-1], sets[man]
        self.lines += [
            f"if {free} & {entered}:",
            [f"{free} ^= {left} | {entered}", f"{own} ^= {left} | {entered}"],
        ]
        others = [name for at, name in sets.items() if at not in (-1, man)]
        for other in others:
            taken: Lines = [f"{other} ^= {entered}", f"{free} ^= {left}", f"{own} ^= {left} | {entered}"]
            self.lines += [f"elif {other} & {entered}:", taken]
            self._note(self.lost, other, entered)
        self.lines += ["else:", [f"{free} ^= {left}", f"{own} ^= {left}"]]
        for where, name in ((self.gained, free), (self.gained, own), (self.lost, own), (self.lost, free)):
            self._note(where, name, f"{left} | {entered}")
        self._note(self.changed, board, f"{left} | {entered}")

    # ---- pieces between others

    def _turn_over(self, stmt: core.Each) -> None:
        """In each direction: if pieces lead away from a space and another stops them, they become one's
        own."""
        turned = self._sandwich(stmt)
        if turned is None:
            raise UnfitError("each")
        board, through, goal, rays, man = turned
        sets = self._python.held.boards[board]
        column = self._known.column("rays", rays)
        self.lines += [
            f"turned = enclosed({column}, {through}, {goal})",
            f"{sets[man]} |= turned",
            f"{through} ^= turned",
        ]
        self._note(self.gained, sets[man], "turned")
        self._note(self.lost, through, "turned")
        self._note(self.changed, board, "turned")

    def _sandwich(self, stmt: core.Each) -> tuple[str, str, str, str, int] | None:
        """The board, the set that is turned, the set that encloses it, the Python of the rays, and what the
        pieces become."""
        if stmt.where is not None or stmt.recheck is not None or len(stmt.body) != 1:
            return None
        asked = stmt.body[0]
        if not isinstance(asked, core.IfStmt) or asked.otherwise or len(asked.then) != 1:
            return None
        inner = asked.then[0]
        if not isinstance(inner, core.Each) or inner.where is not None or len(inner.body) != 1:
            return None
        give, leading = inner.body[0], self._written(inner.source)
        if not isinstance(give, core.Remember) or not isinstance(leading, core.Leading):
            return None
        ray, binder = self._written(leading.binder.source), leading.binder
        first = self._stops(asked.condition, shape(leading))
        if (
            first is None
            or shape(self._written(first.binders[0].source)) != shape(ray)
            or first.where is None
        ):
            return None
        kind = binder.type
        if not isinstance(kind, core.KindType) or not self._is_ray(ray, stmt):
            return None
        size = self._game.kinds[kind.name].size
        through = self._python.spaces(leading.condition, binder.name, kind.name)
        stops = self._python.spaces(first.where, first.binders[0].name, kind.name)
        if self._python.simpler(negated(through, (1 << size) - 1)) != stops or not isinstance(through, Leaf):
            return None
        board = self._board(give.target)
        goal = self._goal(asked.condition, board)
        man = self._given_to(give, inner.name, through.text)
        if goal is None or man is None:
            return None
        assert isinstance(ray, core.Table)
        start = self._inside(ray.indices[0])
        if not self._is_static(start):
            return None
        rays = f"{self._rays(ray)}[{self._python(start)}]"
        return board, through.text, goal, rays, man

    def _rays(self, ray: core.Table) -> str:
        """The table of the rays from each space, as masks."""
        table, context = self._python.table_name(ray.name, "value"), self._python.context
        name = context.names.add(f"{table}_FROM", "rays", ray.name)
        context.light[name] = f"rays_from({table}, {self._game.tables[ray.name].axes[1].size})"
        return name

    def _written(self, expr: core.Expr) -> core.Expr:
        """An expression without calls at its top."""
        while isinstance(expr, core.Call):
            expr = inlined(self._game, expr)
        return expr

    def _conditions(self, condition: core.Expr) -> list[core.Expr]:
        return core.conjuncts(self._written(condition))

    def _stops(self, condition: core.Expr, leads: object) -> core.Aggregate | None:
        """What stops the pieces: conditions say that some lead, that something stops them, and what."""
        parts = self._conditions(condition)
        filled = [self._written(part.of.of) for part in parts[:2] if _is_filled(part)]
        if len(parts) != 3 or len(filled) != 2 or leads not in map(shape, filled):
            return None
        return self._first(condition)

    def _goal(self, condition: core.Expr, board: str) -> str | None:
        """The set that what stops the pieces must be in."""
        last = self._conditions(condition)[-1]
        if not isinstance(last, core.Binary) or last.op != "is":
            return None
        asked = self._python.asked(last)
        if asked is None:
            return None
        stops = self._first(condition)
        of = self._written(asked.space)
        sets = self._python.held.whole(board)
        if stops is None or shape(of) != shape(stops) or not isinstance(asked.mask, Leaf):
            return None
        return asked.mask.text if asked.mask.text in sets else None

    def _first(self, condition: core.Expr) -> core.Aggregate | None:
        for part in self._conditions(condition)[:2]:
            of = self._written(part.of.of) if _is_filled(part) else part
            if isinstance(of, core.Aggregate) and of.op == "first" and len(of.binders) == 1:
                return of
        return None

    def _given_to(self, give: core.Remember, name: str, through: str) -> int | None:
        """What the pieces of a set become when they are given to a seat."""
        index, value = give.target.index, give.value
        if not isinstance(index, core.Local) or index.name != name or not isinstance(value, core.Table):
            return None
        if not value.name.startswith("given:men:") or not isinstance(value.indices[0], core.Const):
            return None
        info, to = self._game.tables[value.name], value.indices[0].value
        sets = self._python.held.boards[give.target.name]
        old = next(man for man, held in sets.items() if held == through)
        found = info.values[to * info.axes[1].size + old]
        return found if isinstance(found, int) and found not in (-1, old) else None

    def _is_ray(self, ray: core.Expr, stmt: core.Each) -> bool:
        """Is it the ray from a fixed space, one for each direction that there is? Rays in a light game go
        straight, apart from each other, through spaces whose numbers rise or fall."""
        if not isinstance(ray, core.Table) or not ray.name.startswith("ray:") or len(ray.indices) != 2:
            return False
        way, info = ray.indices[1], self._game.tables[ray.name]
        whole = isinstance(stmt.source, core.Domain) and isinstance(way, core.Local) and way.name == stmt.name
        if not whole or mentions(ray.indices[0], stmt.name):
            return False
        ways = info.axes[1].size
        for start in range(info.axes[0].size):
            rays: Any = info.values[start * ways : (start + 1) * ways]
            spaces = [space for ray in rays for space in ray]
            straight = all(list(ray) in (sorted(ray), sorted(ray)[::-1]) for ray in rays)
            if not straight or len(set(spaces)) != len(spaces):
                return False
        return True


def _is_filled(part: core.Expr) -> TypeGuard[Any]:
    """Is it `... is not empty`?"""
    return isinstance(part, core.Not) and isinstance(part.of, core.IsEmpty)
