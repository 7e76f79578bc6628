"""Names in generated Python: each thing of the game gets one that is free, readable and stable.

`Names(game)` allots the module-level names of all generated modules at once, so that they never clash with
each other, with keywords or with builtins; `Locals` does the same inside one function.
"""

from __future__ import annotations

import builtins
import keyword
import unicodedata
from collections.abc import Set

from rulewright.core import Game
from rulewright.elaborate.overlays import seen_fields

# what the generated modules call things of their own
RUNTIME = frozenset(
    """
    ALL ANSWERS Any BACKS BUDGET BoardGame CHANCE Cell Charted ChartedGame DoesNotStop FEW Game HELD Hidden
    I IllegalMove LISTS Light MOVES MoveGroup NeedChance O OFFERS OptionInfo Payable Place Playouts READERS
    RULES Random Record RuleError Rules SEES SHADOWS STEPS SaveError ScoreLine State TALLIES TEAMS TOGETHER
    WHY above_on answer apply axes_of begin begun best_teams bisect_left bits byte_tables came claims
    connects conserved drawn eight enclosed entering f falling filling first_frames from_json halts held_at l
    leading leading_alike leading_different lines_through load_game longest_run lowest lowest_free m mask_of
    masks_of me members memory most_alike new new_game new_line next_seat now_connects nth_bit numbering
    on_a_line one_each over pick pictures play_games play_out playout rays_from readers refresh region rising
    rows_of run run_explicit s seats_with_most seen set_board set_up shuffle spaces_filling spread start
    step told turn_order turned twenty_four unknown ways weighed why winners within
    """.split()  # noqa: SIM905
)
RESERVED = frozenset(keyword.kwlist) | frozenset(keyword.softkwlist) | frozenset(dir(builtins)) | RUNTIME


class Names:
    """Module-level names by (sort, name): `names["zone", "hand"]` is `HAND`."""

    def __init__(self, game: Game) -> None:
        self._taken: set[str] = set(RESERVED)
        self._names: dict[tuple[str, ...], str] = {}
        self._words(game)
        self._places(game)
        self._functions(game)

    def __getitem__(self, key: tuple[str, ...]) -> str:
        return self._names[key]

    @property
    def taken(self) -> Set[str]:
        """All module-level names, for those who name locals; not a copy, it is asked for each of them."""
        return self._taken

    def add(self, wanted: str, *key: str) -> str:
        """The name for a key, made from `wanted` the first time."""
        if key not in self._names:
            self._names[key] = self._free(wanted)
        return self._names[key]

    def another(self, wanted: str) -> str:
        """A name of its own for a function that is made on the way."""
        found, number = wanted, 2
        while identifier(found) in self._taken:
            found, number = f"{wanted}_{number}", number + 1
        return self._free(found)

    def _free(self, wanted: str) -> str:
        name = identifier(wanted)
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name

    def _words(self, game: Game) -> None:
        for kind in game.kinds.values():
            self.add(f"{kind.name}_words".upper(), "words", kind.name)
            for word in kind.words:
                self.add(f"{kind.name}_{word.name}".upper(), "word", kind.name, word.name)
        for group in game.groups.values():
            self.add(group.name.upper(), "group", group.name)
        for record in game.records.values():
            self.add(f"{record.name}_ids".upper(), "ids", record.name)
            self.add(f"{record.name}_row".upper(), "row", record.name)
            for field in record.fields:
                self.add(f"{record.name}_{field}".upper(), "field", record.name, field)

    def _places(self, game: Game) -> None:
        for record in game.records:
            self.add(record.upper(), "component", record)
            self.add(f"move_{record.lower()}", "move", record)
            self.add(f"move_several_{record.lower()}", "move several", record)
            self.add(f"deal_{record.lower()}", "deal", record)
            self.add(f"hidden_{record}".upper(), "hidden", record)
        for sort, names in (("zone", game.zones), ("token", game.tokens), ("memory", game.memories)):
            for name in names:
                self.add(name.replace(":", "_").upper(), sort, name)
        for name in game.boards:
            self.add(f"{name}_men".upper(), "men", name)
            self.add(f"put_{name}", "put", name)
            self.add(f"move_on_{name}", "move board", name)
            self.add(f"{name}_changed".upper(), "changed", name)
        for name, overlay in game.overlays.items():
            for sort in ("part", "corner", "bare"):
                self.add(f"{sort}_{name}".upper(), sort, name)
            for sort in ("lay", "lift"):
                self.add(f"{sort}_{name}", sort, name)
            for field in seen_fields(game, overlay.record):
                self.add(f"{overlay.record}_{field}_shown".upper(), "shown", overlay.record, field)
                self.add(f"seen_{name}_{field}".upper(), f"seen:{name}", field)
        self.add("JOINED", "joined", "sides")
        for name in game.constants:
            self.add(name.upper(), "constant", name)
        for name in game.options:
            self.add(f"option_{name}".upper(), "option", name)
        for name in game.reactions:
            self.add(f"held_{name}".upper(), "held", name)
        for name in game.endings:
            self.add(f"latched_{name}".upper(), "latched", name)

    def _functions(self, game: Game) -> None:
        for name in game.defines:
            self.add(name, "define", name)
        for name in game.procedures:
            self.add(name, "procedure", name)
        for name in game.scores:
            self.add(f"score_{name}", "score", name)
        for name in game.events:
            self.add(f"raise_{name}", "raise", name)
        for name in game.actions:
            for prefix in ("play", "moves", "why"):
                self.add(f"{prefix}_{name}", prefix, name)
            self.add(f"move_{name}".upper(), "action", name)
        for name in game.reactions:
            self.add(f"notice_{name}", "test", name)
            self.add(f"holds_{name}", "holds", name)
            self.add(f"when_{name}", "reaction", name)


class Locals:
    """Names inside one function: each local of the ruleset gets one that hides nothing."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._given: dict[str, str] = {}
        self._used: set[str] = set()

    def __getitem__(self, name: str) -> str:
        if name == "me":
            return "me"
        if name not in self._given:
            free = identifier(name.partition("~")[0])  # what follows is of a copy
            while free in self._names.taken or free in self._used:
                free += "_"
            self._given[name] = free
            self._used.add(free)
        return self._given[name]

    def has(self, name: str) -> bool:
        """Has a local of the ruleset got its name?"""
        return name in self._given

    def reserve(self, names: Set[str]) -> None:
        """Names that stand for something else there."""
        self._used |= names

    def fresh(self, wanted: str) -> str:
        """A name for a value that the ruleset does not name."""
        return self[f"{wanted} "] if f"{wanted} " not in self._given else self._another(wanted)

    def _another(self, wanted: str) -> str:
        n = 2
        while f"{wanted} {n}" in self._given:
            n += 1
        return self[f"{wanted} {n}"]


def identifier(text: str) -> str:
    """A Python identifier like `text`; letters of any script are kept.

    >>> identifier("at market"), identifier("3rd")
    ('at_market', '_3rd')
    """
    text = unicodedata.normalize("NFKC", text.strip())
    name = "".join(c if c.isalnum() or c == "_" else "_" for c in text) or "_"
    return name if name.isidentifier() else f"_{name}"
