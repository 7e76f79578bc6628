"""Declarations made from the grammar by chance: any rule may come, with wild white space and comments."""

from __future__ import annotations

import random
from collections import defaultdict
from functools import cache

from rulewright.syntax.parser import parser

SAMPLES = {
    "NAME": ("x", "deck", "été", "川", "p_2"),
    "TYPE": ("Card", "Été", "T9"),
    "INT": ("0", "12"),
    "STRING": ('"a  text # (with marks"', '""', '"œuf"'),
    "CLAUSE": ("KAN-28", "A-D1b"),
    "CODE": ("RW301",),
    "COMPARE": (">=", "<"),
    "RECORD": ("card", "tile"),
    "OF_PLAYER": ("of player", "of \t player"),
    "AS_ANY": ("as any", "as   any"),
    "SEEN_BY_ALL": (", seen by all", ",seen  by all"),
    "ONCE_EACH": ("once each",),
    "END_OF": ("end of", "top  of"),
    "BACKWARDS": ("backwards",),
    "HOW": ("choose", "may choose", "must  choose"),
    "MAY": ("may", "may  not"),
    "AGGREGATE": ("total", "most_alike"),
    "ENDS": ("top", "bottom"),
    "FIRST": ("first",),
    "LEADING": ("leading",),
    "LOOKUP": ("table", "steps"),
}
TOUCHING = frozenset("()[],:+*/=?")
DEEP = 9


@cache
def expansions() -> dict[str, list[list[str]]]:
    """What each rule may become."""
    found: dict[str, list[list[str]]] = defaultdict(list)
    for rule in parser().rules:
        found[str(rule.origin.name)].append([str(symbol.name) for symbol in rule.expansion])
    return dict(found)


@cache
def texts() -> dict[str, str]:
    """The texts of keywords and marks."""
    return {t.name: t.pattern.value for t in parser().terminals if t.pattern.type == "str"}


@cache
def heights() -> dict[str, int]:
    """How deep each rule must go at least."""
    found: dict[str, int] = {}
    while len(found) < len(expansions()):
        for name, ways in expansions().items():
            known = [way for way in ways if all(s in found or s not in expansions() for s in way)]
            if known and name not in found:
                found[name] = 1 + min(max((found.get(s, 0) for s in way), default=0) for way in known)
    return found


def height(way: list[str]) -> int:
    """How deep a way to go on must go at least."""
    return max((heights().get(symbol, 0) for symbol in way), default=0)


def tokens(rng: random.Random, symbol: str = "declaration", depth: int = 0) -> list[str]:
    """The terminals of something that the grammar allows."""
    ways = expansions().get(symbol)
    if ways is None:
        return [symbol]
    if depth > DEEP:
        least = min(height(way) for way in ways)
        ways = [way for way in ways if height(way) == least]
    return [token for part in rng.choice(ways) for token in tokens(rng, part, depth + 1)]


def program(rng: random.Random) -> str:
    """A declaration as text."""
    lines, line, level, depth = [], "", 0, 0
    for token in tokens(rng):
        if token in ("_INDENT", "_DEDENT"):
            level += 1 if token == "_INDENT" else -1
        elif token == "_NL":
            lines.append(line + rng.choice(["", "", " \t", "  # beside", "#é"]))
            lines += noise(rng)
            line = ""
        else:
            text = texts().get(token) or rng.choice(SAMPLES[token])
            line = line + between(rng, line, text, depth) if line else " " * (4 * level)
            line += text
            depth += (text in ("(", "[")) - (text in (")", "]"))
    return "\n".join(lines) + "\n"


def between(rng: random.Random, line: str, text: str, depth: int) -> str:
    """What stands between two words."""
    if depth and rng.random() < 0.1:
        return rng.choice(["\n  ", "  # why\n ", " \n\n     # what\n "])
    may_touch = line[-1] in TOUCHING or text[0] in TOUCHING
    return rng.choice(["", " ", "  "] if may_touch else [" ", "\t", "   "])


def noise(rng: random.Random) -> list[str]:
    """Lines without a word."""
    return [
        rng.choice(["", "  ", "# margin", "    #deep", "         # deeper"])
        for _ in range(rng.choice([0, 0, 0, 1, 3]))
    ]
