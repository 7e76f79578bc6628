"""The methods of a light game: what may be chosen, what a move does, and play to the end by random moves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright import core
from rulewright.python.functions import Function, function
from rulewright.python.layout import Lines, bare, code_of, laid_out, quoted
from rulewright.python.light_body import REFUSED, Body, Known
from rulewright.python.light_choices import Choices, Group
from rulewright.python.light_endings import KEPT, Exit
from rulewright.python.light_spaces import Held, LightPython
from rulewright.python.light_terms import SEATS, UnfitError
from rulewright.python.masks import Leaf, Shift, laid_out_masks, looks_far
from rulewright.python.scopes import names_read
from rulewright.python.steps import cited, stuck
from rulewright.record import record

LEGAL_ARGS = "self, seat: int | None = None"
LEGAL = "The moves that the seat to move may choose, in a fixed order."
GAME_ARGS = "self, move: int, seat: int | None = None"
PLAYS = "Plays a legal move; the rules go on to the next decision. Raises IllegalMove."


@dataclass(slots=True)
class Seat:
    """What one seat may do, what each action does, and how the game may end by it; `table` is the name of its
    table of moves."""

    python: LightPython
    known: Known
    choices: Choices
    bodies: dict[str, Body] = field(default_factory=dict)
    exits: dict[str, list[Exit]] = field(default_factory=dict)
    table: str = ""

    @property
    def main(self) -> core.Action:
        """The action that has picks."""
        assert self.choices.main is not None
        return self.choices.main


@record
class Way:
    """How lines are written: in `apply`, or in the loop of `played_out`, which keeps all in locals; there
    `made` is the Python of the number of plies."""

    loop: bool
    made: str = ""


class Play:
    """The methods of one game. `form` says how what may be chosen is held: `few` spaces are looked up in a
    table, `list` is a list of spaces of which each move takes one, `masks` are sets worked out after each
    move."""

    def __init__(
        self, held: Held, seats: list[Seat], form: str, spaces: str, offered: tuple[str, ...]
    ) -> None:
        self.held = held
        self.seats = seats
        self.form = form
        self.spaces = spaces
        self._offered = offered

    # ---- what may be chosen

    def chosen_masks(self, seat: int) -> Lines:
        """The lines that work out the sets to choose from."""
        groups = self.seats[seat].choices.groups
        if len(groups) == 1:
            mask = groups[0].mask
            text = self.seats[seat].python.mask_text(mask)
            return [f"{groups[0].name} = {text}"]
        lines, texts = laid_out_masks([group.mask for group in groups], {*self.held.names, "s", "me"})
        return [*lines, *(f"{g.name} = {text}" for g, text in zip(groups, texts, strict=True))]

    def _known_choice(self, text: str, seat: int) -> str:
        """A text that asks for a set to choose from as that is called by then."""
        groups = self.seats[seat].choices.groups
        if self.form == "masks" and len(groups) == 1 and looks_far(groups[0].mask):
            name = groups[0].name
            text = _plain(text.replace(self.seats[seat].python.mask_text(groups[0].mask), name))
            first, _, last = text.rpartition(" and ")
            return f"{last} and {first}" if last == f"not {name}" and first and " or " not in text else text
        return _plain(text)

    def without_picks(self, seat: int) -> tuple[core.Action, int, str] | None:
        """The move without picks, and when it may be chosen."""
        singles = self.seats[seat].choices.singles
        if len(singles) > 1:
            raise UnfitError("several moves without picks")
        if not singles:
            return None
        action, number, asked = singles[0]
        return action, number, self._known_choice(asked, seat)

    def _listed(self, group: Group) -> str:
        name, _, table = group.how.partition(", ")
        if not name:
            return f"[*FEW[{group.name}]]"
        return (
            f"{name}({table}, {group.name})"
            if name == "eight"
            else f"{name}({', '.join(filter(None, (group.name, table)))})"
        )

    def _all_listed(self) -> str:
        """The move numbers of all groups, one after the other."""
        groups, context = self.seats[0].choices.groups, self.seats[0].python.context
        if len(groups) != 3 or not all(group.how.startswith("eight, ") for group in groups):
            return " + ".join(map(self._listed, groups))
        main = self.seats[0].main.name
        name = context.names.add(f"{main}_numbers".upper(), "numbers of all", main)
        context.light[name] = " + ".join(group.how.removeprefix("eight, ") for group in groups)
        return f"twenty_four({name}, {', '.join(group.name for group in groups)})"

    def legal_moves(self) -> Function:
        """The moves that may be chosen."""
        groups = self.seats[0].choices.groups
        lines: Lines = ["if seat is not None and seat != self.to_move:", ["return []"]]
        if any(seat.choices.singles for seat in self.seats):
            lines = ["if self.over or (seat is not None and seat != self.to_move):", ["return []"]]
        if self.form == "few":
            texts = [self.mask(seat, 0) for seat in range(SEATS)]
            found: Lines = [f"return [*FEW[{bare(texts[0])}]]"]
            if texts[0] != texts[1]:
                found = ["if self.to_move:", [f"return [*FEW[{bare(texts[1])}]]"], *found]
        elif self.form in ("list", "stacks"):
            found = [f"return [*{self.spaces}]"]
        else:
            found = [f"return {self._all_listed()}"]
            single = self.without_picks(0)
            if single is not None:
                if self.without_picks(1) is None or self.without_picks(1)[1:] != single[1:]:  # type: ignore[index]
                    raise UnfitError("moves without picks that differ")
                only = len(groups) == 1 and single[2] == f"not {groups[0].name}"
                before = "" if only else f"{self._all_listed()} + "
                found = [f"if {single[2]}:", [f"return {before}[{single[1]}]"], *found]
        lines += [*self._loads(self._read(found)), *found]
        return function("legal_moves", LEGAL_ARGS, "list[int]", LEGAL, lines)

    def mask(self, seat: int, group: int) -> str:
        return self.seats[seat].python.mask_text(self.seats[seat].choices.groups[group].mask)

    # ---- a move

    def apply(self) -> Function:
        """A move, and all that follows up to the next decision."""
        first, second = (self.branch(seat, self.seats[seat].main.name, Way(False)) for seat in range(SEATS))
        columns = [list(seat.known.columns.values()) for seat in self.seats]
        if columns[0] != columns[1]:
            raise UnfitError("moves that differ")
        refused: Lines = ["self._otherwise(move, seat)", "return"]
        if any(self.without_picks(seat) for seat in range(SEATS)):
            refused = ["self._single(move, seat)", "return"]
        if self.form == "stacks":
            return self._stacking(first, second)
        table = "MOVES[self.to_move][move]  # type: ignore[index]"
        if self.seats[0].table == self.seats[1].table:
            table = f"{self.seats[0].table}[move]"
        lines: Lines = [
            "try:",
            [f"{', '.join(columns[0])} = {table}"],
            "except (KeyError, TypeError):",
            refused,
            "if self.to_move:",
            [*second, "return"],
            *first,
        ]
        return function("apply", GAME_ARGS, "None", PLAYS, lines)

    def _stacking(self, first: Lines, second: Lines) -> Function:
        """As `apply`, by the dictionary of the lowest free spaces."""
        refused: Lines = ["self._otherwise(move, seat)", "return"]
        lines: Lines = [
            *self._loads({self.spaces}),
            "try:",
            [f"space = {self.spaces}[move]"],
            "except (KeyError, TypeError):",
            refused,
            "if seat is not None:",
            refused,
            "if self.to_move:",
            [*second, "return"],
            *first,
        ]
        return function("apply", GAME_ARGS, "None", PLAYS, lines)

    def single(self) -> Iterator[Function]:
        """The move without picks, where there is one; what is no move at all comes here too."""
        if not any(self.without_picks(seat) for seat in range(SEATS)):
            return
        lines: Lines = []
        for seat in (1, 0):
            found = self.without_picks(seat)
            if found is None:
                raise UnfitError("moves without picks that differ")
            action, number, asked = found
            branch = self.branch(seat, action.name, Way(False))
            read = self._read([asked]) | self._read(branch)
            loads = [line for line in self._loads(read) if line not in branch]
            test = f"if seat is None and self.to_move == {seat} and move == {number}:"
            lines += [test, [*loads, f"if {asked}:", [*branch, "return"]]]
        doc = "Plays the move without picks, if it may be played."
        yield function(
            "_single",
            "self, move: int, seat: int | None",
            "None",
            doc,
            [*lines, "self._otherwise(move, seat)"],
        )

    def branch(self, number: int, action: str, way: Way) -> Lines:
        """What a move of a seat does, when it is legal."""
        seat = self.seats[number]
        main = action == seat.main.name
        info = next(a for a in seat.choices.actions if a.name == action)
        given = {self.spaces} if self.form == "stacks" else set()
        lines: Lines = []
        if main and not way.loop and self.form != "stacks":
            lines += [
                f"if seat is not None or not {self.legality(number)}:",
                ["self._otherwise(move, seat)", "return"],
            ]
        body: Lines = list(seat.bodies[action].lines)
        if self.form == "list" and not way.loop and main:
            body.append(f"del {self.spaces}[bisect_left({self.spaces}, move)]")
        if not way.loop:
            body.append("self.moves.append(move)")
        after = self.chosen_masks(1 - number) if self.form == "masks" else []
        exits = self._exits(number, action, way)
        end: Lines = self._stuck(number, action, way)
        if not way.loop:
            end.append(f"self._to_move = {1 - number}")
        lines += [*body, *after]
        kept = [] if way.loop else self._stores([*body, *after])
        lines += [*kept, *exits, *end]
        loads = [] if way.loop else self._loads(self._read(lines) - given)
        return [f"# {action}{cited(info.per)}", *loads, *self._marked(lines, way)]

    def legality(self, seat: int) -> str:
        """Whether the move at hand may be chosen, by its columns."""
        found, groups = self.seats[seat], self.seats[seat].choices.groups
        low = core.choices(found.python.game, found.main.picks[0].type)[0]
        pick = found.python.locals[found.main.picks[0].name]
        at = f"{pick} - {low}" if low > 0 else f"{pick} + {-low}" if low else pick
        if self.form == "masks":
            bit = found.known.column("chosen", f"1 << {at}" if not low else f"1 << ({at})")
            if len(groups) == 1:
                return f"{groups[0].name} & {bit}"
            where = {group.value: at for at, group in enumerate(groups)}
            second = found.python.locals[found.main.picks[1].name]
            which = found.known.column("which", f"{quoted(where)}[{second}]")
            return f"({', '.join(group.name for group in groups)})[{which}] & {bit}"
        mask, by = groups[0].mask, 0
        if isinstance(mask, Shift):
            by, mask = mask.by, mask.of
        assert isinstance(mask, Leaf)
        at = f"{pick} + {by - low}" if by > low else f"{pick} - {low - by}" if by < low else pick
        bit = found.known.column("chosen", f"1 << {at}" if at == pick else f"1 << ({at})")
        return f"{mask.text} & {bit}"

    def _exits(self, seat: int, action: str, way: Way) -> Lines:
        """The tests of the endings; those that come to the same are one test."""
        lines: Lines = []
        found = list(self.seats[seat].exits[action])
        while found:
            first = found.pop(0)
            tests = [first.test]
            while found and not first.within and not found[0].within and _same(first, found[0]):
                following = found.pop(0)
                lines += first.before if len(tests) == 1 else []
                first = Exit(following.before, "", first.ending, first.winners, first.comment)
                tests.append(following.test)
            test = " or ".join(
                f"({t})" if len(tests) > 1 and (" and " in t or " or " in t) else t for t in tests
            )
            test = self._known_choice(test, 1 - seat)
            over: Lines = [f"if {test}:{first.comment}", self._over(seat, action, first, way)]
            lines += [first.within, [*first.before, *over]] if first.within else [*first.before, *over]
        return lines

    def _over(self, seat: int, action: str, found: Exit, way: Way) -> Lines:
        if way.loop:
            return [f"return {way.made}, {found.winners}"]
        body = self.seats[seat].bodies[action]
        game = self.seats[seat].python.game
        changed = "".join(f", {' | '.join(body.changed.get(board, ['0']))}" for board in self._changing(game))
        if self.form in ("list", "stacks"):
            none = [f"{self.spaces}.clear()"]
        else:
            sets = [group.name for group in self.seats[seat].choices.groups]
            if self.form == "few":
                sets = [self._leaf(0).text]
            none = [f"self.{name} = 0" for name in sets]
        return [
            *none,
            "self._to_move, self._over = None, True",
            f"self._ended = {found.ending}, {found.winners}{changed}",
            "return",
        ]

    def _leaf(self, seat: int) -> Leaf:
        """The set that what may be chosen is a part of, where that are few."""
        mask = self.seats[seat].choices.groups[0].mask
        mask = mask.of if isinstance(mask, Shift) else mask
        assert isinstance(mask, Leaf)
        return mask

    def _changing(self, game: core.Game) -> list[str]:
        layout = self.seats[0].python.context.layout
        return [board for board in game.boards if f"changed:{board}" in layout.memory]

    def _stuck(self, seat: int, action: str, way: Way) -> Lines:
        """Where the next seat may be left without a move, the rules have no way on."""
        other = 1 - seat
        tests = [self._known_choice(found.test, other) for found in self.seats[seat].exits[action]]
        if self.form == "few":
            left = self.mask(other, 0)
            none = f"{left} == 0"
            if none in [found.test for found in self.seats[seat].exits[action]]:
                return []
            none = f"not {left}" if left.isidentifier() else none
        elif self.form in ("list", "stacks"):
            none = f"not {self.spaces}"
        else:
            names = [group.name for group in self.seats[other].choices.groups]
            none = f"not {names[0]}" if len(names) == 1 else f"not ({' or '.join(names)})"
            single = self.without_picks(other)
            if single is not None and single[2] in (none, "True"):
                return []
            if single is not None:
                none = f"{none} and not ({single[2]})"
        if none in tests:
            return []
        told = f"raise RuleError({quoted(stuck(self._offered))})"
        return [f"if {none}:", [told] if way.loop else ["self._refused()", "return"]]

    # ---- what is held, in locals

    def _read(self, lines: Lines) -> set[str]:
        """The names of what is held that lines read before they give them a value."""
        return names_read(_parsable(lines))[1] & set(self.held.names)

    def _loads(self, names: set[str]) -> Lines:
        return [f"{name} = self.{name}" for name in self.held.names if name in names]

    def _stores(self, lines: Lines) -> Lines:
        written = set(re.findall(r"\b(\w+) [|&^]?= ", code_of(lines)))
        return [f"self.{name} = {name}" for name in self.held.names if name in written]

    def _marked(self, lines: Lines, way: Way) -> Lines:
        """Lines with their marks taken out."""
        found: Lines = []
        for line in lines:
            if not isinstance(line, str):
                found.append(self._marked(line, way))
            elif line.startswith(REFUSED):
                told = f"raise RuleError({quoted(line.removeprefix(REFUSED))})"
                found += [told] if way.loop else ["self._otherwise(move, seat)", "return"]
            elif line == f"del {self.spaces}[move]" and way.loop:
                found += [line, f"legal = [*{self.spaces}]"]
            elif line.startswith(KEPT):
                name = line.removeprefix(KEPT)
                found += [] if way.loop else [f"self.{name} = {name}"]
            else:
                found.append(line)
        return found

    def methods(self) -> Iterator[Function]:
        """All of them."""
        yield self.legal_moves()
        yield self.apply()
        yield from self.single()


def _parsable(lines: Lines) -> str:
    """Lines as a text of their own, marks left out."""
    text = "\n".join(line[4:] for line in laid_out(lines))
    return re.sub(rf"(?m)^( *)(?:{REFUSED}|{KEPT}).*$", r"\1pass", text)


def _plain(test: str) -> str:
    """A test of sets without comparisons to the empty set.

    >>> _plain("a == 0 and f(b) == 0 or not (c != 0)")
    'not a and f(b) == 0 or not c'
    """
    test = re.sub(r"(^|\(|\band |\bor )(\w+) == 0\b", r"\1not \2", test)
    test = re.sub(r"not \((\w+(?:\([\w, ]*\))?) != 0\)", r"not \1", test)
    return re.sub(r" != 0$", "", test)


def _same(one: Exit, other: Exit) -> bool:
    return one.ending == other.ending and one.winners == other.winners and not other.before
