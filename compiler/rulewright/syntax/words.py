"""The words of the grammar as messages say them: what could have stood at a place, most useful first."""

from __future__ import annotations

from collections.abc import Iterable

from lark import Lark

_STATEMENTS = """
    move deal shuffle place capture promote give set add remove let choose may must draw roll
    offer each repeat if match the resolve trigger nothing
"""
_DECLARATIONS = """
    language game rulebook use players team unit kinds group range spaces piece card tile zone pawn token
    memory constant option setup round turn first next action procedure event reaction define score ending
    winner claim waive texts example variant
"""
STATEMENTS = tuple(_STATEMENTS.split())
DECLARATIONS = tuple(_DECLARATIONS.split())
# What designers write who know other words.
SYNONYMS = {
    "pass": "nothing",
    "skip": "nothing",
    "draw": "deal",
    "take": "move",
    "put": "move",
    "gain": "move",
    "discard": "move",
    "lose": "remove",
    "for": "each",
    "foreach": "each",
    "while": "repeat",
    "until": "repeat",
    "call": "resolve",
    "do": "resolve",
    "run": "resolve",
    "raise": "trigger",
    "ask": "choose",
    "pick": "choose",
    "select": "choose",
    "when": "if",
    "switch": "match",
    "var": "let",
    "increase": "add",
    "decrease": "remove",
    "mix": "shuffle",
    "throw": "roll",
}
GATHERER_SYNONYMS = {
    "sum": "total",
    "max": "highest",
    "maximum": "highest",
    "min": "lowest",
    "minimum": "lowest",
    "number": "count",
    "every": "all",
    "some": "any",
    "exists": "any",
    "unique": "distinct",
}

_PHRASES = {
    "RECORD": ("card", "tile"),
    "OF_PLAYER": ("of player",),
    "AS_ANY": ("as any",),
    "SEEN_BY_ALL": (", seen by all",),
    "ONCE_EACH": ("once each",),
    "END_OF": ("end of", "top of", "bottom of"),
    "BACKWARDS": ("backwards",),
    "HOW": ("choose", "may choose", "must choose"),
    "MAY": ("may", "may not"),
    "AGGREGATE": ("total", "any", "all", "highest", "lowest", "distinct", "most_alike", "list"),
    "ENDS": ("top of", "bottom of"),
    "LOOKUP": ("table", "steps"),
    "FIRST": ("first",),
    "LEADING": ("leading",),
}
GATHERERS = frozenset({*_PHRASES["AGGREGATE"], *_PHRASES["LOOKUP"], "count", "those", "first", "leading"})
_SPOKEN = {
    "NAME": "a name",
    "TYPE": "a Type with a capital",
    "INT": "a number",
    "STRING": "a text in quotes",
    "CLAUSE": "a clause such as `KAN-28`",
    "CODE": "a code such as `RW301`",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the declaration",
}
_VALUE = frozenset(
    [
        "AGGREGATE",
        "COUNT",
        "ENDS",
        "FIRST",
        "INT",
        "LEADING",
        "LOOKUP",
        "LPAR",
        "MINUS",
        "NAME",
        "NOT",
        "STRING",
        "THOSE",
        "TYPE",
    ]
)
_OPERATORS = frozenset(
    [
        "AND",
        "COMPARE",
        "FITS",
        "IN",
        "IS",
        "MINUS",
        "KNOWS",
        "NOT",
        "OR",
        "PLUS",
        "SLASH",
        "STAR",
        "DOT",
        "LPAR",
        "LSQB",
    ]
)
MOST = 5


class Vocabulary:
    """What the terminals of a parser are in words."""

    def __init__(self, parser: Lark) -> None:
        texts = {t.name: t.pattern.value for t in parser.terminals if t.pattern.type == "str"}
        self._keywords = {name: text for name, text in texts.items() if text[0].isalpha()}
        self._marks = {name: text for name, text in texts.items() if not text[0].isalpha()}

    def phrases(self, terminals: Iterable[str]) -> list[str]:
        """Give the keywords among some terminals, `of player` as one."""
        found = []
        for terminal in terminals:
            if terminal in self._keywords:
                found.append(self._keywords[terminal])
            found += [phrase for phrase in _PHRASES.get(terminal, ()) if phrase[0].isalpha()]
        return sorted(set(found))

    def terminal(self, mark: str) -> str:
        """Give the terminal of a mark such as `:`."""
        return next(name for name, text in self._marks.items() if text == mark)

    def said(self, terminals: frozenset[str]) -> str:
        """Say what could have stood here.

        >>> from rulewright.syntax.parser import parser
        >>> Vocabulary(parser()).said(frozenset({"NAME", "COLON", "FROM"}))
        'a name, `from` or `:`'
        """
        first: list[str] = []
        last: list[str] = []
        rest = set(terminals)
        for mark, group, words in self._groups():
            if mark in rest:
                (last if mark == "STAR" else first).append(words)
                rest -= group
        first += [
            _SPOKEN[name] for name in ("NAME", "TYPE", "INT", "STRING", "CLAUSE", "CODE") if name in rest
        ]
        first += [f"`{phrase}`" for phrase in self.phrases(rest)]
        first += sorted(f"`{self._marks[name]}`" for name in rest if name in self._marks)
        first += [_SPOKEN[name] for name in ("_INDENT", "_NL", "_DEDENT") if name in rest]
        return listed([*first, *last][:MOST])

    def _groups(self) -> list[tuple[str, frozenset[str], str]]:
        return [
            ("NOTHING", self._of(STATEMENTS), "a statement"),
            ("GAME", self._of(DECLARATIONS), "a declaration"),
            ("COUNT", _VALUE, "a value"),
            ("STAR", _OPERATORS | {"IF"}, "an operator"),
        ]

    def _of(self, words: tuple[str, ...]) -> frozenset[str]:
        names = {name for name, text in self._keywords.items() if text in words}
        return frozenset(names | ({"RECORD", "_NL"} if words is DECLARATIONS else {"HOW"}))


def listed(parts: list[str]) -> str:
    """Join parts as a sentence does.

    >>> listed(["a", "b", "c"])
    'a, b or c'
    """
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} or {parts[-1]}" if parts else "nothing"
