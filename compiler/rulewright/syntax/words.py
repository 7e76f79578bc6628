"""The words of the grammar as messages say them: what could have stood at a place, most useful first."""

from __future__ import annotations

from collections.abc import Iterable

from lark import Lark

from rulewright.syntax.keywords import keywords_of

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
    "while": "repeat until",
    "until": "repeat until",
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
    "play": "move",
}
SYNONYMS_OF_DEALING = frozenset({"take", "draw", "gain", "get"})  # before a number
SYNONYMS_OF_PLACING = frozenset({"put", "play", "set", "drop", "add"})  # before `on board[s]`
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
# What compares, in English.
COMPARED = {
    r"(?:less|fewer|smaller|lower) than": "<",
    r"(?:greater|more|larger|bigger|higher) than": ">",
    "at least": ">=",
    "at most": "<=",
    r"equals?(?: to)?": "is",
}
_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve"
NUMBER_WORDS = {word: number for number, word in enumerate(_NUMBERS.split())}
_A_RANGE = "the numbers that it can be, such as `0..9`", "0..9"
# What types are called elsewhere: what to write, and what stands there for reading on.
TYPE_WORDS = {
    **dict.fromkeys(("bool", "boolean", "flag"), ("`yes_no`", "yes_no")),
    **dict.fromkeys(("number", "integer", "int", "counter", "num"), _A_RANGE),
}

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
        self.keywords = keywords_of(parser)

    def phrases(self, terminals: Iterable[str]) -> list[str]:
        """Give the keywords among some terminals, `of player` as one."""
        said = (phrase for name in terminals for phrase in self.keywords.phrases.get(name, ()))
        return sorted({phrase for phrase in said if phrase[0].isalpha()})

    def terminal(self, mark: str) -> str:
        """Give the terminal of a mark such as `:`."""
        return next(name for name, text in self.keywords.marks.items() if text == mark)

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
        marks = self.keywords.marks
        first += sorted(f"`{marks[name]}`" for name in rest if name in marks)
        first += [_SPOKEN[name] for name in ("_INDENT", "_NL", "_DEDENT") if name in rest]
        return listed([*first, *last][:MOST])

    def _groups(self) -> list[tuple[str, frozenset[str], str]]:
        first = self.keywords.first
        return [
            ("NOTHING", frozenset(first("statement")), "a statement"),
            ("GAME", frozenset(first("declaration")) | {"_NL"}, "a declaration"),
            ("COUNT", frozenset(first("expr")), "a value"),
            ("STAR", _OPERATORS | {"IF"}, "an operator"),
        ]


def listed(parts: list[str]) -> str:
    """Join parts as a sentence does.

    >>> listed(["a", "b", "c"])
    'a, b or c'
    """
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} or {parts[-1]}" if parts else "nothing"
