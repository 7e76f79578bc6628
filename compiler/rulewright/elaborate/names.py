"""Names: which declaration a name means, and that no two share one.

Three kinds of namespace: the names of values and types (zones, kinds, constants, seats, ...), the names of
what happens (actions, procedures, events, reactions), and one each for scores, endings and claims. The words
of kinds live apart: which kind a word belongs to follows from the place where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulewright import nodes
from rulewright.elaborate.shapes import DIRECTIONS, HEADINGS
from rulewright.report.diagnostics import Note, Report, Span
from rulewright.report.suggest import nearest

BUILTINS: dict[str, str] = {
    "players": "all who play",
    "me": "the seat that acts",
    "my": "what belongs to the seat that acts",
    "player_count": "how many play",
    "round_number": "the number of this round",
    "supply": "where the pieces start",
    "yes": "a yes_no value",
    "no": "a yes_no value",
    "none": "no value",
    "game_over": "whether the game has ended",
    "winners": "who has won",
    "longest_run": "a function",
    "leading_alike": "a function",
    "leading_different": "a function",
    "matchings": "a function",
    "next_player": "a function",
    "previous_player": "a function",
    "Player": "the type of a seat",
}

SORTS: dict[type[nodes.Declaration], str] = {
    nodes.Unit: "unit",
    nodes.Kinds: "kind",
    nodes.Group: "group",
    nodes.Team: "team",
    nodes.RangeOf: "range",
    nodes.Spaces: "kind",
    nodes.Man: "man",
    nodes.Record: "record",
    nodes.Zone: "zone",
    nodes.Piece: "piece",
    nodes.Token: "token",
    nodes.Memory: "memory",
    nodes.Constant: "constant",
    nodes.Option: "option",
    nodes.Define: "define",
    nodes.Action: "action",
    nodes.Procedure: "procedure",
    nodes.Event: "event",
    nodes.AsSoonAs: "reaction",
    nodes.When: "reaction",
    nodes.Score: "score",
    nodes.Ending: "ending",
    nodes.Claim: "claim",
    nodes.CascadeClaim: "claim",
}
DEEDS = ("action", "procedure", "event", "reaction")
ALONE = ("score", "ending", "claim")


@dataclass(frozen=True, slots=True)
class Entry:
    """What a name stands for; `node` is None for a seat."""

    sort: str
    name: str
    span: Span
    node: nodes.Declaration | None


@dataclass(slots=True)
class Names:
    """The namespaces of a ruleset. `words` says which kinds have a word; `lists` keeps each sort of
    declaration in the order of the file; `once` what has no name (setup, winner, players, ...)."""

    values: dict[str, Entry] = field(default_factory=dict)
    deeds: dict[str, Entry] = field(default_factory=dict)
    alone: dict[str, dict[str, Entry]] = field(default_factory=lambda: {sort: {} for sort in ALONE})
    words: dict[str, list[str]] = field(default_factory=dict)
    lists: dict[str, list[Entry]] = field(default_factory=dict)
    once: list[nodes.AnyDeclaration] = field(default_factory=list)

    def of_sort(self, sort: str) -> Iterator[Entry]:
        """The declarations of one sort, in the order of the file."""
        return iter(self.lists.get(sort, ()))

    def value(self, name: str, *sorts: str) -> Entry | None:
        """What a name of the value namespace stands for, if it is of one of these sorts."""
        entry = self.values.get(name)
        return entry if entry is not None and (not sorts or entry.sort in sorts) else None

    def space(self, sort: str) -> dict[str, Entry]:
        """The namespace in which a sort of declaration has its names."""
        return self.deeds if sort in DEEDS else self.alone.get(sort, self.values)


def collect(declarations: Iterable[nodes.AnyDeclaration], report: Report) -> Names:
    """Take all declarations, give their names; a name declared twice or taken by the language is reported,
    and the first declaration of it counts.

    >>> collect((), Report()).values
    {}
    """
    names = Names()
    declarations = tuple(declarations)
    for declaration in (*_compass(declarations), *declarations):
        sort = SORTS.get(type(declaration))  # type: ignore[arg-type]
        if isinstance(declaration, nodes.Declaration) and sort is not None:
            _enter(names, Entry(sort, declaration.name.text, declaration.name.span, declaration), report)
        else:
            names.once.append(declaration)
            if isinstance(declaration, nodes.Players):
                for word in declaration.names:
                    _enter(names, Entry("seat", word.text, word.span, None), report)
    return names


def _compass(declarations: Iterable[nodes.AnyDeclaration]) -> Iterator[nodes.Kinds]:
    """The kinds of directions and headings, where there are spaces: as if they stood before these."""
    spaces = [found for found in declarations if isinstance(found, nodes.Spaces)]
    if spaces:
        span = spaces[0].name.span
        ways = (way for found in spaces for way in _ways(found))
        yield _kind_of("Direction", dict.fromkeys(ways), span)
        yield _kind_of("Heading", HEADINGS, span)


def _ways(spaces: nodes.Spaces) -> Iterator[str]:
    """The directions of a shape; in a table, the columns that lead to another space."""
    if spaces.shape is not None:
        yield from DIRECTIONS[spaces.shape.sort]
    for column in spaces.fields:
        if isinstance(column.type, nodes.Optional) and column.type.name.text == spaces.name.text:
            yield column.name.text


def _kind_of(name: str, words: Iterable[str], span: Span) -> nodes.Kinds:
    kinds = tuple(nodes.Kind(span, nodes.Word(span, word), None, (), False) for word in words)
    return nodes.Kinds(span, nodes.Word(span, name), (), None, kinds)


HEAD = re.compile(r"(\w+)[ \t:]*(\w*)")
WORD = re.compile(r"[^\W\d]\w*")
SINGLE = frozenset({"players", "setup", "round", "turn", "first", "next", "winner"})
# What a misspelt first word may be: `endign` was to be an ending.
SPELT = frozenset({*SORTS.values(), "kinds", "spaces", "card", "tile", "pawn", *SINGLE})
NAMELESS = frozenset({"language", "game", "rulebook", "use", "waive", "texts", "example", "variant"})


# What is there wherever there are spaces, and is lost with them.
_OF_SPACES = (
    "Direction Heading step ray line_from edge neighbours lines distance between opposite region connects"
)
OF_SPACES = frozenset(
    {*_OF_SPACES.split(), *HEADINGS, *(way for ways in DIRECTIONS.values() for way in ways)}
)


@dataclass(frozen=True, slots=True)
class Lost:
    """What could not be read: the words of the declarations that are missing, and their first words."""

    words: frozenset[str] = frozenset()
    sorts: frozenset[str] = frozenset()


def lost(names: Names, texts: Iterable[str]) -> Lost:
    """Take the names and the texts of declarations, some of which could not be read; give what those say, so
    that nobody is told that a name is unknown only because its declaration has a mistake.

    >>> lost(Names(), ["kinds Colour: crimson, gold"]).sorts
    frozenset({'kinds'})
    """
    words: set[str] = set()
    sorts: set[str] = set()
    single = {_first_word(node) for node in names.once}
    for text in texts:
        head = HEAD.match(text)
        if head is None or head[1] in NAMELESS:
            continue
        known = head[1] in single if head[1] in SINGLE else head[2] in names.space(head[1])
        if not known:
            found = WORD.findall(text)
            words.update(found, map(str.lower, found))  # `Coins` may be wrong for being no `coins`
            sorts.add(head[1] if head[1] in SPELT else nearest(head[1], SPELT) or head[1])
    if "spaces" in sorts:
        words.update(OF_SPACES)
    return Lost(frozenset(words), frozenset(sorts))


def _first_word(node: nodes.AnyDeclaration) -> str:
    return node.sort if isinstance(node, nodes.Flow) else type(node).__name__.lower()


def _enter(names: Names, entry: Entry, report: Report) -> None:
    space = names.space(entry.sort)
    if entry.sort not in ALONE and entry.name in BUILTINS:
        message = f"`{entry.name}` is a word of the language: {BUILTINS[entry.name]}"
        report.add("RW203", message, entry.span, help="choose another name")
        return
    first = space.get(entry.name)
    if first is not None:
        notes = [Note(f"the {first.sort} `{first.name}` is declared here", first.span)]
        report.add("RW202", f"`{entry.name}` is declared twice", entry.span, "rename one of them", notes)
        return
    space[entry.name] = entry
    names.lists.setdefault(entry.sort, []).append(entry)
    if isinstance(entry.node, nodes.Kinds):
        _enter_words(names, entry.node, report)


def _enter_words(names: Names, kinds: nodes.Kinds, report: Report) -> None:
    seen: dict[str, Span] = {}
    for kind in kinds.kinds:
        word = kind.name
        if word.text in BUILTINS:
            message = f"`{word.text}` is a word of the language: {BUILTINS[word.text]}"
            report.add("RW203", message, word.span, help="choose another word")
        elif word.text in seen:
            notes = [Note("the first is here", seen[word.text])]
            message = f"`{word.text}` stands twice in `{kinds.name.text}`"
            report.add("RW202", message, word.span, "remove one of them", notes)
        else:
            seen[word.text] = word.span
            names.words.setdefault(word.text, []).append(kinds.name.text)
