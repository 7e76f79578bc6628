"""Python text of sets of spaces that a light game holds in locals: `free`, and one for each piece."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulewright import core
from rulewright.machine.increments import NewLine, NowConnects
from rulewright.machine.substitute import Variable, inlined, is_written_out
from rulewright.python.expressions import Context, Python
from rulewright.python.layout import Lines
from rulewright.python.light_terms import UnfitError
from rulewright.python.masks import Leaf, Mask, Not, Or, either, inner, renamed
from rulewright.python.names import Locals, identifier
from rulewright.python.overlay_masks import Asked

PLACES = 12  # how many places the runtime's games have for what light games hold
FACE = frozenset(
    """
    action apply chance_outcomes check copied copy deciding decode ending ends fill first held history hold
    holds information_key key legal_moves log move_named movers moves n_legal name nth_legal observation_key
    over picked played_out players prepared random_move resample returns rules score_sheet scores seed state
    team_scores to_json to_move translate undo view why_not winners word write
    """.split()  # noqa: SIM905
)
"""What a game is asked by name: what it holds is called otherwise."""


@dataclass(slots=True)
class Held:
    """What a light game holds: the names of its attributes and of the locals that stand for them; `boards`
    says by board and piece (-1: nothing) which of them is the set of its spaces; `lists` are those that are
    lists, which copies copy."""

    names: list[str] = field(default_factory=list)
    boards: dict[str, dict[int, str]] = field(default_factory=dict)
    lists: set[str] = field(default_factory=set)
    dicts: set[str] = field(default_factory=set)
    first: dict[str, str] = field(default_factory=dict)

    def add(self, wanted: str, taken: set[str], first: str, is_list: bool = False) -> str:
        """A name for one more; `first` is the Python of what it is when a game begins in a state `s`."""
        name = identifier(wanted.lower())
        while name in taken:
            name += "_"
        taken.add(name)
        self.names.append(name)
        self.first[name] = first
        if is_list:
            self.lists.add(name)
        return name

    def whole(self, board: str) -> set[str]:
        """All sets of a board: each of its spaces is in one of them."""
        return set(self.boards[board].values())


def held(context: Context, taken: set[str]) -> Held:
    """The sets of all boards."""
    found, game = Held(), context.game
    for board in game.boards.values():
        region = context.layout.memory[f"men:{board.name}"]
        prefix = f"{board.name}_" if len(game.boards) > 1 else ""
        at = context.names["men", board.name]
        sets = {-1: found.add(f"{prefix}free", taken, f"s.memory[{at} - 1]")}
        for man in range(region.cells - 1):
            plus = f" + {man}" if man else ""
            sets[man] = found.add(prefix + _called(game, board, man), taken, f"s.memory[{at}{plus}]")
        found.boards[board.name] = sets
    return found


def _called(game: core.Game, board: core.Board, man: int) -> str:
    """What the set of a piece is called: by its owner where that says it all."""
    words = game.kinds[board.men].words
    word = next(w for w in words if w.base <= man < w.base + w.size)
    if not word.params:
        return word.name
    seat = game.seats[man - word.base] if word.size == game.high else str(man - word.base)
    return seat if len(words) == 1 else f"{seat}_{word.name}"


class LightPython(Python):
    """Expressions over what a light game holds. Raises UnfitError for all that asks for more."""

    def __init__(self, context: Context, held: Held) -> None:
        super().__init__(context, Locals(context.names))
        self.held = held

    def _man(self, there: core.MemoryValue, man: str, value: core.Expr) -> Mask:
        if there.seat is not None or not man.lstrip("-").isdecimal():
            raise UnfitError(there.name)
        return self.leaf(there.name, int(man))

    def men(self, there: core.MemoryValue, value: core.Expr) -> Mask:
        """The set of a piece."""
        return self._man(there, str(self.man(value)), value)

    def leaf(self, board: str, man: int) -> Leaf:
        """The set of a piece, by its number."""
        name = self.held.boards[board][man]
        return Leaf(name, name, frozenset())

    def man(self, value: core.Expr) -> int:
        """The number of a piece that is known; -1 for none."""
        if isinstance(value, core.Const):
            return value.value
        text = self(value)
        if not isinstance(value, core.Word) or not all(isinstance(arg, core.Const) for arg in value.args):
            raise UnfitError(text)
        return sum(int(part) for part in text.split(" + "))

    def _memoryvalue(self, expr: core.MemoryValue) -> str:
        raise UnfitError(expr.name)

    def _call(self, expr: core.Call) -> str:
        if not is_written_out(self.game, expr.define, self.context.sizes):
            raise UnfitError(expr.define)
        return self._text(inlined(self.game, expr))

    def _roundnumber(self, expr: core.RoundNumber) -> str:
        raise UnfitError("round")

    def _me(self, expr: core.Me) -> str:
        raise UnfitError("me")

    def _newline(self, expr: NewLine) -> str:
        raise UnfitError(expr.board)

    def _nowconnects(self, expr: NowConnects) -> str:
        raise UnfitError(expr.board)

    def helper(self, lines: Lines, names: list[str], given: list[str] | None = None) -> str:
        """Only functions of sets of spaces."""
        if given is None:
            raise UnfitError("helper")
        helpers = self.context.helpers
        before, text = len(helpers), super().helper(lines, names, given)
        if len(helpers) > before:  # a light game asks it once for each position
            helpers[-1] = replace(helpers[-1], remembered=False)
        return text

    def asked(self, condition: core.Expr) -> Asked | None:
        """A condition that is one test of what stands on a space."""
        found = self._asked(condition)
        return None if found is None else Asked(self.simpler(found.mask), found.space, found.spaces)

    # ---- masks, made simpler by what is known of the sets of a board

    def masked_domain(
        self, binder: core.Binder, where: core.Expr | None
    ) -> tuple[Mask, list[core.Expr]] | None:
        """As for any game, simpler."""
        found = super().masked_domain(binder, where)
        return None if found is None else (self.simpler(found[0]), found[1])

    def spaces(self, condition: core.Expr, name: str, kind: str) -> Mask:
        """The spaces, each by a name, that meet a condition."""
        found = self.vector(condition, Variable(name, 0, self.game.kinds[kind].size))
        if found is None:
            raise UnfitError(kind)
        return self.simpler(found)

    def simpler(self, mask: Mask) -> Mask:
        """All spaces of a board but those of some sets are those of the others."""
        changed = {part: self.simpler(part) for part in inner(mask)}
        mask = renamed_parts(mask, changed)
        if isinstance(mask, Not):
            for board, sets in self.held.boards.items():
                everything = (1 << self.game.kinds[self.game.boards[board].spaces].size) - 1
                parts = mask.of.parts if isinstance(mask.of, Or) else (mask.of,)
                gone = {part.text for part in parts if isinstance(part, Leaf)}
                if mask.everything == everything and len(gone) == len(parts) and gone <= set(sets.values()):
                    return self._union(board, gone, everything)
        return mask

    def _union(self, board: str, without: set[str], everything: int) -> Mask:
        left = [man for man, name in self.held.boards[board].items() if name not in without]
        found: Mask = self.leaf(board, left[0])
        for man in left[1:]:
            found = either(found, self.leaf(board, man), everything)
        return found


def renamed_parts(mask: Mask, changed: dict[Mask, Mask]) -> Mask:
    """A mask with the masks directly inside it replaced."""
    if all(old == new for old, new in changed.items()):
        return mask
    match mask:
        case Not():
            return replace(mask, of=changed[mask.of])
        case _:
            return renamed(mask, {old: new for old, new in changed.items() if old != new})
