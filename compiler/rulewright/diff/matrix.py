"""Matrix: the settings of a ruleset that are to be compared, and what games under each of them show.

`settings(axes, most)` gives all combinations of variants and options where these are few, else some in which
every two values of two axes come together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from rulewright import core, nodes
from rulewright.loading.sizes import sizes
from rulewright.nodes import AnyDeclaration
from rulewright.play.simulate import Statistics
from rulewright.python.runtime import Rules
from rulewright.record import record

ON, OFF = "with", "without"
Setting = tuple[str, ...]


@record
class Axis:
    """A variant (`with`, `without`) or an option, and the values to be tried; the first is that of the
    base."""

    name: str
    values: tuple[str, ...]
    is_variant: bool


@record
class Row:
    """One setting at one number of players: variants, options, and what its games show; None, and why, where
    there are none."""

    variants: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    players: int
    found: Statistics | None
    unused: tuple[str, ...] = ()
    reason: str = ""

    @property
    def name(self) -> str:
        """The setting as a side is written: `+literal+reward=literal`."""
        parts = [*self.variants, *(f"{name}={word}" for name, word in self.options)]
        return "+" + "+".join(parts) if parts else "base"


def axes(declarations: Sequence[AnyDeclaration], game: core.Game) -> list[Axis]:
    """The variants and options of a ruleset. Of an option of many numbers the ends and the default are tried;
    one that a board is built from stays as it is."""
    found = [Axis(d.name.text, (OFF, ON), True) for d in declarations if isinstance(d, nodes.Variant)]
    shaping = sizes(declarations)
    for option in game.options.values():
        if option.name not in shaping:
            words = [word for word, _ in option.values]
            base = next(word for word, value in option.values if value == option.default)
            some = words if len(words) <= 3 else [words[0], words[-1]]
            found.append(Axis(option.name, tuple(dict.fromkeys([base, *some])), False))
    return found


def settings(found: Sequence[Axis], most: int) -> tuple[list[Setting], bool]:
    """The combinations to be tried, one value for each axis, the base first; and whether they are all there
    are.

    >>> some = [Axis(name, ("a", "b"), False) for name in "wxyz"]
    >>> [len(settings(some, most)[0]) for most in (16, 15)]
    [16, 6]
    """
    number = 1
    for axis in found:
        number *= len(axis.values)
    if number <= most:
        return list(product(*(axis.values for axis in found))), True
    return _pairwise(found), False


def _pairwise(found: Sequence[Axis]) -> list[Setting]:
    """Combinations in which every two values of two axes come together, each the best of what is left: values
    are chosen axis by axis for the most pairs that have not been seen."""
    base = tuple(axis.values[0] for axis in found)
    left = {
        (i, a, j, b)
        for (i, one), (j, other) in combinations(enumerate(found), 2)
        for a in one.values
        for b in other.values
    }
    made: list[Setting] = [base]
    left -= set(_pairs(base))
    while left:
        i, a, j, b = min(left)
        chosen = {i: a, j: b}
        for at, axis in enumerate(found):
            if at not in chosen:
                gains = {value: _gain(chosen, at, value, left) for value in axis.values}
                chosen[at] = max(axis.values, key=gains.__getitem__)
        setting = tuple(chosen[at] for at in range(len(found)))
        made.append(setting)
        left -= set(_pairs(setting))
    return made


def _pairs(setting: Setting) -> Iterator[tuple[int, str, int, str]]:
    for (i, a), (j, b) in combinations(enumerate(setting), 2):
        yield i, a, j, b


def _gain(chosen: dict[int, str], at: int, value: str, left: set[tuple[int, str, int, str]]) -> int:
    """How many pairs a value brings together with those that are chosen."""
    own = (at, value)
    return sum((*min(each, own), *max(each, own)) in left for each in chosen.items())


def unused(rules: Rules, found: Statistics) -> tuple[str, ...]:
    """The components that no move ever named, of those that moves can name, where some were."""
    taken = {choice.name for choice in found.choices if choice.taken}
    never = {(each.choice, each.pick): {*each.never_taken, *each.never_offered} for each in found.unused}
    left: dict[str, set[str]] = {}
    for group in rules.groups:
        for pick, _, of in group.picks if group.name in taken else ():
            if of is not None:
                words = never.get((group.name, pick), set())
                left[of] = left[of] & words if of in left else words
    return tuple(word for of in sorted(left) for word in sorted(left[of]))


def to_text(title: str, rows: Sequence[Row], whole: bool, games: int) -> str:
    """The table: a line for each setting and number of players, and below it what was never seen."""
    kind = "all settings" if whole else "settings in which every two values come together"
    lines = [f"{title}: {kind}, {games} games each", ""]
    lines.append("    players  ended   length   points  who is ahead")
    name = None
    for row in rows:
        lines += [] if row.name == name else [row.name]
        lines += _row(row)
        name = row.name
    return "\n".join(lines) + "\n"


def _row(row: Row) -> Iterator[str]:
    found = row.found
    if found is None:
        yield f"    {row.reason}"
        return
    wins = [seat.wins for seat in found.seats]
    ahead = found.seats[wins.index(max(wins))]
    sure = " *" if ahead.wins_low > 1 / row.players else ""
    share = found.ended / found.plan.games
    counts = f"{share:6.0%} {found.decisions.mean:8.1f} {found.total.mean:8.1f}"
    yield f"    {row.players:7} {counts}  {ahead.seat} {ahead.wins:.0%}{sure}"
    yield "            lines: " + ", ".join(f"{name} {s.mean:.2f}" for name, s in found.lines.items())
    for word, names in (
        ("choices never taken", [c.name for c in found.choices if not c.taken]),
        ("components never used", row.unused),
        ("reactions never fired", [name for name, times in found.fired.items() if not times]),
    ):
        if names:
            more = f" and {len(names) - 8} more" if len(names) > 8 else ""
            yield f"            {word}: {', '.join(names[:8])}{more}"
