"""What a seat may choose in a light game: sets of spaces, one for each way of playing from a space, and moves
without picks, each with its condition."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright import core
from rulewright.machine.substitute import substitute
from rulewright.python.light_body import Known
from rulewright.python.light_spaces import LightPython
from rulewright.python.light_terms import UnfitError, truth
from rulewright.python.masks import Leaf, Mask, Shift
from rulewright.python.move_rows import all_of
from rulewright.python.moves import Moves
from rulewright.python.steps import add_number

WIDE = 64


@dataclass(slots=True)
class Group:
    """The moves from a set of spaces: `how` a mask becomes their numbers, as `Moves.numbering` says; `name`
    is what the set is called; `value` is the second pick, where there is one."""

    mask: Mask
    how: str
    name: str
    value: int | None


@dataclass(slots=True)
class Choices:
    """The actions that can be played at all, in order: `main` has picks, and its moves are in `groups`;
    `singles` are the others with their numbers and the Python of their conditions."""

    actions: list[core.Action] = field(default_factory=list)
    main: core.Action | None = None
    groups: list[Group] = field(default_factory=list)
    singles: list[tuple[core.Action, int, str]] = field(default_factory=list)


def choices(python: LightPython, actions: list[core.Action], numbers: dict[str, int]) -> Choices:
    """What a seat may choose among some actions, in which it is known who acts."""
    found = Choices()
    for action in actions:
        guards = [line.condition for line in action.lines if isinstance(line, core.Guard)]
        if any(truth(python.game, guard, {}) is False for guard in guards):
            continue
        guards = [guard for guard in guards if truth(python.game, guard, {}) is None]
        found.actions.append(action)
        if not action.picks:
            condition = all_of(guards)
            asked = python.condition(condition) if condition is not None else "True"
            found.singles.append((action, numbers[action.name], asked))
        elif found.main is not None or found.singles:
            raise UnfitError("two actions with picks")
        else:
            found.main, found.groups = action, list(_groups(python, action, guards, numbers))
    if found.main is None:
        raise UnfitError("no picks")
    return found


def _groups(
    python: LightPython, action: core.Action, guards: list[core.Expr], numbers: dict[str, int]
) -> list[Group]:
    python.context.title = action.name
    picks, found = action.picks, []
    if len(picks) > 2 or not all(isinstance(p.type, core.KindType | core.RangeType) for p in picks):
        raise UnfitError("picks")
    conditions = [part for pick in picks for part in core.conjuncts(pick.where)] + guards
    binders = [core.Binder(name=p.name, type=p.type, source=p.source, span=p.span) for p in picks]
    if python.variable(binders[0]) is None:
        raise UnfitError("source")
    low, high = core.choices(python.game, picks[1].type) if len(picks) == 2 else (0, 0)
    values = python.few(binders[1]) if len(picks) == 2 else [0]
    for value in values or ():
        given = {pick.name: core.Const(value=value, type=pick.type, span=pick.span) for pick in picks[1:]}
        masked = python.masked_domain(binders[0], all_of([substitute(c, given) for c in conditions]))
        if masked is None or masked[1]:
            raise UnfitError("conditions")
        start, stride = numbers[action.name] + value - low, high - low + 1
        how = Moves(python.context, numbers).numbering(action, picks, value, start, stride)
        table = how.rpartition(" ")[2]
        name = table.lower().removesuffix("_numbers") if picks[1:] else action.name
        found.append(Group(masked[0], how, name, value if picks[1:] else None))
    return found


def is_simple(mask: Mask) -> bool:
    """Is a set one that is held, or such a one counted from another space on?"""
    return isinstance(mask, Leaf) or (
        isinstance(mask, Shift) and isinstance(mask.of, Leaf) and mask.by > 0 and mask.reached is None
    )


def move_table(python: LightPython, offered: Choices, known: Known, numbers: dict[str, int]) -> str:
    """The Python of the table of moves: by number, what is known of each."""
    assert offered.main is not None
    picks, terms, radix, base = offered.main.picks, [], 1, numbers[offered.main.name]
    for pick in reversed(picks):
        low, high = core.choices(python.game, pick.type)
        name = python.locals[pick.name]
        terms.append(name if radix == 1 else f"{radix} * {name}")
        base -= radix * low
        radix *= high - low + 1
    number = add_number(" + ".join(terms[::-1]), base)
    values = ", ".join(known.columns)
    low, high = core.choices(python.game, picks[0].type)
    loops = f"    for {python.locals[picks[0].name]} in range({f'{low}, ' if low else ''}{high + 1})"
    if len(picks) == 2:
        listed = ", ".join(str(group.value) for group in offered.groups)
        loops += f"\n    for {python.locals[picks[1].name]} in ({listed})"
    asked = f"\n    if {' and '.join(known.asked)}" if known.asked else ""
    entry = f"{number}: {values if len(known.columns) == 1 else f'({values})'}"
    return f"{{\n    {entry}\n{loops}{asked}\n}}"
