"""Light engines: games whose position is a few sets of spaces, played without a state.

`light(context, machine, numbers)` gives the parts of an engine's `light.py`; None where the rules ask for
more than sets of spaces: two seats in turn, one offer a turn, boards and nothing else, conditions and moves
that masks can say. What is left out here a full game still does: a light one becomes it.
"""

from __future__ import annotations

import re
from dataclasses import replace

from rulewright import core
from rulewright.machine.draws import draws
from rulewright.machine.leave_out import endings_at
from rulewright.machine.machine import AskOffer, Goto, Machine, Next, Path, StartRound, StartTurn, TestEndings
from rulewright.machine.machine import Items as ItemsOp
from rulewright.python.data import Table
from rulewright.python.expressions import Context
from rulewright.python.functions import Function, function
from rulewright.python.layout import Lines, code_of
from rulewright.python.light_body import Body, Known
from rulewright.python.light_chart import chart
from rulewright.python.light_choices import choices, is_simple, move_table
from rulewright.python.light_endings import Endings
from rulewright.python.light_loop import played_out
from rulewright.python.light_play import Play, Seat
from rulewright.python.light_spaces import FACE, PLACES, LightPython, held
from rulewright.python.light_stacks import stacked
from rulewright.python.light_terms import SEATS, UnfitError, settled, settled_game
from rulewright.python.masks import Leaf
from rulewright.python.scoring import ending_tests
from rulewright.record import record

RESERVED = frozenset(
    """
    around at chosen draw held joined k legal memory move plies rays s seat self space turned way which
    """.split()  # noqa: SIM905
)


@record
class Light:
    """What the template of a light engine shows."""

    held: tuple[str, ...]
    tables: tuple[Table, ...]
    methods: tuple[Function, ...]
    copied: tuple[str, ...]
    chart: tuple[Function, ...]


def light(context: Context, machine: Machine, numbers: dict[str, int], moves: int) -> Light | None:
    """The parts of a light engine, None where there is none; there are so many numbers of moves."""
    before = dict(context.tables), dict(context.numbers), list(context.helpers), context.title
    try:
        return _Light(context, machine, numbers).made(moves)
    except UnfitError:
        context.tables, context.numbers, context.helpers, context.title = before
        return None


class _Light:
    def __init__(self, context: Context, machine: Machine, numbers: dict[str, int]) -> None:
        self._context = replace(context, game=settled_game(context.game), sizes={}, total={})
        self._full = context
        self._game = self._context.game
        self._machine = machine
        self._numbers = numbers
        self._at, self._me, self._offered = self._turns()
        self._taken = {*context.names.taken, *RESERVED, *FACE}
        self._held = held(self._context, self._taken)
        self._seats = [self._seat(seat) for seat in range(SEATS)]

    # ---- what is played lightly

    def _turns(self) -> tuple[int, int, tuple[str, ...]]:
        """Where the frame of the turn keeps the next seat and the one whose turn it is; the actions
        offered."""
        game, layout = self._game, self._context.layout
        if game.low != SEATS or game.high != SEATS or draws(self._machine) or not game.boards:
            raise UnfitError("players")
        if layout.lists or layout.masks or layout.counts or game.tokens or game.reactions or game.overlays:
            raise UnfitError("zones")
        if set(game.memories) != set(game.boards) or any(m.of_player for m in game.memories.values()):
            raise UnfitError("memory")
        if any(endings_at(game, when) for when in ("turn", "round")) or len(self._machine.answers) != 1:
            raise UnfitError("endings")
        ((number, ways),) = self._machine.answers.items()
        step = self._machine.paths[number].step
        unit = self._machine.units[step.unit]
        if unit.sort != "turn" or not isinstance(step.end, AskOffer) or step.end.otherwise is not None:
            raise UnfitError("offer")
        loop = {self._loop(ways.get(then), number) for then in step.end.after}
        if len(loop) != 1 or (game.turns and (game.turns.first or game.turns.next)):
            raise UnfitError("turns")
        at, name = loop.pop()
        stores = {slot.name: slot.index for slot in unit.slots}
        if name != "me":
            raise UnfitError("turns")
        return stores[at], stores[name], step.end.actions

    def _loop(self, path: Path | None, asks: int) -> tuple[str, str]:
        """From an answer straight to the same question for the next seat: the slots of the loop."""
        while path is not None:
            end = path.step.end
            if any(not isinstance(op, StartRound | StartTurn | ItemsOp) for op in path.step.ops):
                break
            if isinstance(end, Next) and path.refill is not None and not end.items and end.recheck is None:
                seats = isinstance(end.source, core.Domain) and isinstance(end.source.of, core.Seat)
                body = path.ways.get(end.body)
                straight = end.body == asks or (body is not None and _leads(body, asks))
                if seats and straight:
                    return end.at, end.name
                break
            if not isinstance(end, Goto | TestEndings):
                break
            then = end.step if isinstance(end, Goto) else end.then
            path = path.ways.get(then)
        raise UnfitError("turns")

    def _seat(self, seat: int) -> Seat:
        python = LightPython(self._context, self._held)
        python.locals.reserve({*self._held.names, *RESERVED})
        known = Known()
        offered = [settled_action(self._game, self._game.actions[name], seat) for name in self._offered]
        made = Seat(python, known, choices(python, offered, self._numbers))
        for action in made.choices.actions:
            self._context.title = action.name
            made.bodies[action.name] = Body(python, action, known)
            made.bodies[action.name].run()
        return made

    def _form(self) -> str:
        """How what may be chosen is held, as `Play` says."""
        one, other = (seat.choices for seat in self._seats)
        if [(g.how, g.name) for g in one.groups] != [(g.how, g.name) for g in other.groups]:
            raise UnfitError("seats that choose differently")
        groups = [seat.choices.groups[0] for seat in self._seats]
        if len(one.groups) > 1 or one.singles or other.singles:
            return "masks"
        if all(not group.how and is_simple(group.mask) for group in groups):
            return "few"
        same = groups[0].mask == groups[1].mask and isinstance(groups[0].mask, Leaf)
        if same and groups[0].how == "bits" and all(map(_takes_one, self._seats)):
            return "list"
        return "masks"

    # ---- the parts

    def made(self, moves: int) -> Light:
        """All of them."""
        endings = Endings(self._context, self._held, self._taken, [seat.bodies for seat in self._seats])
        for number, seat in enumerate(self._seats):
            for name, body in seat.bodies.items():
                seat.exits[name] = endings.of(number, body, seat.python)
        form, spaces = self._form(), ""
        self._dropped = self._unread(endings)
        if form == "few":
            axes = [axes for _, axes in endings.axes.values()]
            stacks = stacked(
                self._held, self._seats, list({one.name: one for one in axes}.values()), self._taken
            )
            if stacks is not None:
                form, spaces = "stacks", self._held.names[0]
        sets = list(self._held.names)
        if form == "list":
            first = f"bits({self._seats[0].choices.groups[0].mask.text})"  # type: ignore[union-attr]
            spaces = self._held.add("spaces", self._taken, first, is_list=True)
        if form == "masks":
            for group, same in zip(*(seat.choices.groups for seat in self._seats), strict=True):
                group.name = same.name = self._held.add(group.name, self._taken, "")
        play = Play(self._held, self._seats, form, spaces, self._offered)
        if form != "stacks":
            for number in range(SEATS):
                play.legality(number)  # asks for columns
            self._name_tables()
        if len(self._held.names) > PLACES:
            raise UnfitError("more sets than a game has places for")
        static = (self._holds(play, sets, form), self._asks(), self._writes(), self._copied())
        methods = [
            *(replace(one, decorator="staticmethod") for one in static),
            self._all_held(),
            self._hold(),
            *play.methods(),
            *played_out(play),
        ]
        charted = chart(play, methods, moves)
        return Light(tuple(self._held.names), self._tables(), tuple(methods), self._copies(), charted)

    def _name_tables(self) -> None:
        """What is known of moves is one table where it is the same for both seats."""
        same = self._seats[0].known == self._seats[1].known
        for seat, name in zip(self._seats, self._game.seats, strict=True):
            own = self._context.names.add(f"{name}_moves".upper(), "moves of", name)
            seat.table = "MOVES" if same else own

    def _unread(self, endings: Endings) -> dict[str, tuple[str, str, str]]:
        """Sets that nothing asks for, since lists say how lines are filled with them: they are not held."""
        found = {}
        for name, (lists, axes) in endings.axes.items():
            body = [body.lines for seat in self._seats for body in seat.bodies.values()]
            exits = [exit for seat in self._seats for exits in seat.exits.values() for exit in exits]
            asked = [*(exit.test for exit in exits), *(exit.winners for exit in exits)]
            asked += [code_of(exit.before) for exit in exits]
            asked += [seat.python.mask_text(g.mask) for seat in self._seats for g in seat.choices.groups]
            read = [line for lines in body for line in lines if not str(line).startswith(f"{name} |= ")]
            if name not in re.findall(r"\w+", f"{asked} {read}"):
                found[name] = lists, "spaces_filling", axes.name
                for lines in body:
                    lines[:] = [line for line in lines if not str(line).startswith(f"{name} |= ")]
                self._held.names.remove(name)
        return found

    def _tables(self) -> tuple[Table, ...]:
        """The tables that are made when the engine is imported."""
        made = [Table(name, text) for name, text in self._context.light.items()]
        if not self._seats[0].table:
            return tuple(made)
        texts = [move_table(seat.python, seat.choices, seat.known, self._numbers) for seat in self._seats]
        told = f"what is known of each move: {', '.join(self._seats[0].known.columns.values())}"
        tables = dict(zip((seat.table for seat in self._seats), texts, strict=True))
        made += [Table(name, text, told) for name, text in tables.items()]
        if len(tables) > 1:
            made.append(Table("MOVES", f"({', '.join(tables)})"))
        return tuple(made)

    def _copies(self) -> tuple[str, ...]:
        """The Python of a copy of each part of what is `held`."""
        copied = {**dict.fromkeys(self._held.lists, "[:]"), **dict.fromkeys(self._held.dicts, ".copy()")}
        return tuple(f"held[{at}]{copied.get(name, '')}" for at, name in enumerate(self._held.names))

    def _all_held(self) -> Function:
        """All that is held, as a list."""
        lines: Lines = [f"return [{', '.join(f'self.{name}' for name in self._held.names)}]"]
        return function("held", "self", "list[Any]", "All that is held.", lines)

    def _hold(self) -> Function:
        """The other way about."""
        lines: Lines = [f"{', '.join(f'self.{name}' for name in self._held.names)}, = held"]
        if len(self._held.names) > 1:
            lines = [str(lines[0]).replace(", = held", " = held")]
        return function("hold", "self, held: list[Any]", "None", "Holds all that is listed.", lines)

    def _copied(self) -> Function:
        plain = not self._held.lists and not self._held.dicts
        lines: Lines = ["return held[:]" if plain else f"return [{', '.join(self._copies())}]"]
        return function("copied", "held: list[Any]", "list[Any]", "A copy of what is held.", lines)

    def _holds(self, play: Play, sets: list[str], form: str) -> Function:
        """What is held of a state in which the first seat is to move."""
        lines: Lines = [f"{name} = {self._held.first[name]}" for name in sets]
        lines += [
            f"{name} = {self._held.first[name]}"
            for name in self._held.names
            if name not in sets and self._held.first[name]
        ]
        lines += play.chosen_masks(0) if form == "masks" else []
        lines.append(f"return [{', '.join(self._held.names)}]")
        read = set(re.findall(r"\w+", " ".join(map(str, lines[len(sets) :]))))
        lines = [line for at, line in enumerate(lines) if at >= len(sets) or sets[at] in read]
        doc = "What a light game holds of a position in which the first seat is to move."
        return function("holds", "s: State", "list[Any]", doc, lines)

    def _asks(self) -> Function:
        """The endings in full, which a light game takes for false when it begins."""
        lines: Lines = [*ending_tests(self._full, "action"), "return False"]
        return function(
            "ends", "s: State", "bool", "Tests the endings, from all that has changed before.", lines
        )

    def _writes(self) -> Function:
        """A state of what is held."""
        names, layout = self._context.names, self._context.layout
        index = {name: f"held[{at}]" for at, name in enumerate(self._held.names)}
        lines: Lines = ["memory, f = s.memory, s.frames[-1]", "memory[0] += turn // 2"]
        lines.append(f"f[{self._me}], f[{self._at}] = turn % 2, turn % 2 + 1")
        for board, sets in self._held.boards.items():
            texts = [index.get(name) or self._found_in(name, index) for man, name in sets.items() if man >= 0]
            cells, men = names["memory", board], names["men", board]
            size = self._game.kinds[self._game.boards[board].spaces].size
            lines.append(f"set_board(memory, {cells}, {men}, {size}, [{', '.join(texts)}])")
        changing = [board for board in self._game.boards if f"changed:{board}" in layout.memory]
        for at, board in enumerate(changing):
            lines.append(f"memory[{names['changed', board]}] = changed[{at}] if changed else 0")
        for name, first in self._held.first.items():
            if name in index and names.taken and first.startswith(f"s.memory[{names['joined', 'sides']}"):
                lines.append(f"{first.removeprefix('s.')} = {index[name]}")
        doc = "Writes what a light game holds into the state that it began with, after so many turns."
        args = "s: State, held: list[Any], turn: int, changed: tuple[int, ...]"
        return function("write", args, "None", doc, lines)

    def _found_in(self, name: str, index: dict[str, str]) -> str:
        """The Python of a set that is not held, from what is."""
        source, how, table = self._dropped[name]
        return f"{how}({index[source]}, {table})"


def _leads(path: Path, asks: int) -> bool:
    """Does a path ask, and do nothing else?"""
    return path.step.number == asks and not path.step.ops


def _takes_one(seat: Seat) -> bool:
    """Does a move take the space that was picked out of the set to choose from, and nothing else?"""
    body, of = seat.bodies[seat.main.name], seat.choices.groups[0].mask
    assert isinstance(of, Leaf)
    picked = seat.python.locals[seat.main.picks[0].name]
    taken = [body.number_of.get(bit) for bit in body.lost.get(of.text, [])]
    return taken == [picked] and of.text not in body.gained


def settled_action(game: core.Game, action: core.Action, seat: int) -> core.Action:
    """An action when it is known who acts."""
    lines, body = settled(game, action.lines, seat), settled(game, action.body, seat)
    return replace(action, lines=lines, body=body)
