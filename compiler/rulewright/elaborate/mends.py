"""What to write instead, where a value or a name does not fit its place: the helps of several messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright import core, nodes
from rulewright.elaborate.types import as_number, known, plain, show
from rulewright.elaborate.work import Scope
from rulewright.syntax.words import GATHERER_SYNONYMS, NUMBER_WORDS

FEW = 12
MADE = {
    core.ListType: "make a list: `list(x.column for x in ...)`",
    core.SetType: "make a set: `those(x in ... where ...)`",
    core.YesNo: "write `yes`, `no` or a condition",
    core.Seat: "write a seat: `me`, `lead.holder`, or the `p` of `each p in players`",
}


def listed(words: Iterable[str]) -> str | None:
    """The words that could be meant: all where they are few, else the first and the last.

    >>> listed(["crimson", "gold"])
    'its words are crimson, gold'
    """
    names = list(words)
    if len(names) > FEW:
        return f"its words go from {names[0]} to {names[-1]}"
    return f"its words are {', '.join(names)}" if names else None


def value_of(scope: Scope, target: core.Type) -> str | None:
    """What to write where a value of a type is asked for."""
    type = plain(target)
    number = as_number(scope.game, type)
    if number is not None:
        return f"write a number in {number.low}..{number.high}" if known(number) else "write a number"
    if isinstance(type, core.KindType):
        return listed(scope.work.words.get(type.name, ()))
    if isinstance(type, core.Component) and scope.example:
        return f"name a {type.record} by its id in the table"
    if isinstance(type, core.Component):
        return f"name a {type.record}: one that was chosen, or that `each` goes through"
    return next((help for sort, help in MADE.items() if isinstance(type, sort)), None)


def in_range(role: str, low: int, high: int) -> str:
    """What to write for a number that is never in its range."""
    wider = ", or make its range wider" if "memory" in role else ""
    return f"write a number in {low}..{high}{wider}"


def axes(zone: core.Zone) -> str:
    """How the cells of a zone are named, as a help."""
    return f"a cell is named {cell(zone)}"


def columns(scope: Scope, given: core.Type, target: core.Type) -> str | None:
    """The columns of a component, or the other parts of what was asked, that are of the type asked for."""
    type = plain(given)
    if not isinstance(type, core.Component) or type.record not in scope.game.records:
        return None
    fields = scope.game.records[type.record].fields.values()
    number = as_number(scope.game, target) is not None
    fit = [
        field.name
        for field in fields
        if plain(field.type) == plain(target) or (number and as_number(scope.game, field.type) is not None)
    ]
    return f"ask for a column: {' or '.join(f'`.{name}`' for name in fit)}" if fit else None


def compared(scope: Scope, left: core.Expr, right: core.Expr) -> str | None:
    """What is meant by a comparison of a component, or one of its columns, with what it never is."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, core.Column):
            found = columns(scope, core.Component(one.record), plain(other.type))
        else:
            found = columns(scope, one.type, plain(other.type))
        if found is not None:
            return found
    return None


def cell(zone: core.Zone) -> str:
    """How a cell of a zone is named: `helpers[State, Ground]`."""
    return f"`{zone.name}[{', '.join(show(axis.type) for axis in zone.axes)}]`"


def a_sort(sort: str) -> str:
    """A sort of declaration with its article.

    >>> a_sort("action")
    'an action'
    """
    return f"an {sort}" if sort[0] in "ae" else f"a {sort}"


def call(name: str, params: Sequence[str]) -> str:
    """How something is called.

    >>> call("worth_of", ["p", "c"])
    'write `worth_of(p, c)`'
    """
    return f"write `{name}({', '.join(params)})`" if params else f"write `{name}`"


def called(name: str, node: nodes.Ref) -> str | None:
    """What a name means that is used as a function of the language, or as a number."""
    if name in NUMBER_WORDS:
        return f"write `{NUMBER_WORDS[name]}`"
    args = node.trailers[0] if node.trailers and isinstance(node.trailers[0], nodes.Args) else None
    near = GATHERER_SYNONYMS.get(name)
    if args is None or near is None:
        return None
    value = "" if near == "count" else "... for "
    return f"write `{near}({value}x in ...)`"


def known_here(scope: Scope, name: str) -> str | None:
    """The local names, for a name that nothing is like; or that it is known elsewhere in this rule."""
    if name in scope.unit.later:
        return f"`{name}` is named below: put its `choose` above this line"
    if name in scope.unit.taken:
        return f"`{name}` is known only below the line that names it, and in its block"
    here = [f"`{local}`" for local in scope.locals]
    return f"names of this place: {', '.join(here)}" if here else None


def zones_of(scope: Scope, item: str) -> str | None:
    """The zones that hold something."""
    names = [f"`{zone.name.partition(':')[0]}`" for zone in scope.game.zones.values() if zone.item == item]
    return f"{item} pieces lie in {' and '.join(names)}" if names else f"no zone holds {item}: declare one"
