"""Small pieces of Python text: sums, products, and what needs brackets."""

from __future__ import annotations

from pathlib import PurePosixPath

from rulewright import core
from rulewright.report.diagnostics import Span


def line_of(game: core.Game, span: Span) -> str:
    """A line of the rules as errors at play name it: `12`, in another file than the ruleset's own
    `12 of lines.rules`."""
    return f"{span.line}" if span.path == game.path else f"{span.line} of {PurePosixPath(span.path).name}"


def line_word(game: core.Game, span: Span) -> str:
    """`line_of` as Python writes it: a number, or a text."""
    return str(span.line) if span.path == game.path else repr(line_of(game, span)).replace("'", '"')


def times(factor: int, text: str) -> str:
    """A factor and a text, without factors of 0 and 1."""
    if text == "0":
        return "0"
    return text if factor == 1 else f"{factor} * {text}" if not text.isdigit() else str(factor * int(text))


def minus(text: str, low: int) -> str:
    """`text - low`, in brackets, without a zero."""
    if not low:
        return text
    return f"({text} - {low})" if low > 0 else f"({text} + {-low})"


def plus_one(text: str) -> str:
    """`text + 1`."""
    return str(int(text) + 1) if text.isdigit() else f"{text} + 1"


def is_exact(expr: core.Expr) -> bool:
    """Is the text of an expression its value? Of a condition it may only be as true as that."""
    match expr:
        case core.Not(of=core.IsEmpty(of=of)):
            return isinstance(of.type, core.Optional) and not isinstance(of, core.EndOf)
        case core.Binary(op="and" | "or"):
            return is_exact(expr.left) and is_exact(expr.right)
    return True


def is_alternative(text: str) -> bool:
    """Is a text `a if c else b` as a whole?

    >>> is_alternative("a if b else c"), is_alternative("(a if b else c)")
    (True, False)
    """
    depth = 0
    for i, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        if not depth and text.startswith(" if ", i):
            return True
    return False


def is_listed(text: str) -> bool:
    """Is a text one list in brackets?

    >>> is_listed("[a]"), is_listed("[a] + [b]"), is_listed("[a][0]")
    (True, False, False)
    """
    depth = 0
    for i, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        if not depth:
            return char == "]" and i == len(text) - 1
    return False


def bracketed(text: str) -> str:
    """A text that any operator can follow."""
    return text if is_atom(text) else f"({text})"


def population(mask: str) -> str:
    """How many bits a mask has.

    >>> population("7"), population("a | b"), population("s.sets[0]")
    ('3', '(a | b).bit_count()', 's.sets[0].bit_count()')
    """
    try:
        return str(int(mask, 0).bit_count())
    except ValueError:
        return f"{bracketed(mask)}.bit_count()"


def is_atom(text: str) -> bool:
    """Does a text bind tighter than any operator: a name, number, call, subscript or bracketed whole?"""
    depth = 0
    for i, char in enumerate(text):
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif depth == 0 and not (char.isalnum() or char in "_."):
            return False
        if depth == 0 and char in ")]}" and i + 1 < len(text) and text[i + 1] not in "([.":
            return False
    return True
