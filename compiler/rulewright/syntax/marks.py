"""Syntax errors about characters, texts and brackets: a part of `syntax_errors`."""

from __future__ import annotations

import re

from rulewright.syntax.failure import CLOSING, Failure, code_end
from rulewright.syntax.finding import Finding, here


def unclosed_text(f: Failure) -> Finding | None:
    if f.lexeme[:1] != '"' or (len(f.lexeme) > 1 and f.lexeme[-1] == '"'):
        return None
    end = len(f.text) + 1
    colon = f.text.endswith(":")
    return Finding(
        "RW110",
        "this text has no closing quote",
        f.line,
        f.column,
        end,
        'end the text with `"` on the same line',
        f.text[f.column - 1 :].rstrip(":") + ('":' if colon else '"'),
    )


_COMPARE = {"=": "is", "==": "is", "===": "is", ":=": "is", "!=": "is not", "<>": "is not"}
_SWAPPED = {"=>": ">=", "=<": "<=", "≥": ">=", "≤": "<="}


def equals(f: Failure) -> Finding | None:
    lexeme = "!=" if f.lexeme == "≠" else f.lexeme
    if lexeme in _SWAPPED and "IS" in f.accepts:
        word = _SWAPPED[lexeme]
        return here(f, "RW108", f"`{f.lexeme}` compares nothing", f"write `{word}`", f" {word} ")
    # `<>` is read as `<` first.
    if lexeme == ">" and f.before.endswith("<"):
        help = "write `is not`"
        return Finding("RW108", "`<>` compares nothing", f.line, f.column - 1, f.column + 1, help, " is not ")
    if lexeme not in _COMPARE:
        return None
    if "TO" in f.accepts:
        help = "write `to`: `set ... to ...`"
        return here(f, "RW102", f"expected `to`, found `{f.lexeme}`", help, " to ")
    if "IS" in f.accepts and f.before.strip():
        word = _COMPARE[lexeme]
        return here(f, "RW108", f"`{f.lexeme}` compares nothing", f"write `{word}`", f" {word} ")
    if f.before.endswith("="):
        return here(f, "RW108", "one `=` is enough", "write `=` once", "")
    return None


_INSTEAD = {
    ";": ("leave it out: a statement ends with its line", ""),
    "{": ("write `(`, or `:` and an indented block", "("),
    "}": ("write `)`, or end the block by its indentation", ")"),
    "“": ('write `"`', None),
    "”": ('write `"`', None),
    "„": ('write `"`', None),
    "«": ('write `"`', None),
    "»": ('write `"`', None),
    "'": ('texts stand between `"` and `"`', None),
    "’": ('texts stand between `"` and `"`', None),
    "`": ('texts stand between `"` and `"`', None),
    "&": ("write `and`", " and "),
    "|": ("write `or`", " or "),
    "!": ("write `not`", " not "),
    "–": ("write `-`, or `..` between the ends of a range", " - "),
    "—": ("write `-`", " - "),
    "−": ("write `-`", " - "),
    "×": ("write `*`", " * "),
    "·": ("write `*`", " * "),
    "÷": ("write `/`", " / "),
    "…": ("write `..`", ".."),
    "→": ("write `->`", "->"),
    "\\": ("write it without `\\`: a line in brackets may go on in the next", ""),
    "@": (None, None),
}
_MARKS = frozenset('()[]:,.+-*/<>=?"')


_OWNER = re.compile(r"(\w+)['’]s?[ \t]+(\w+)")


def owner(f: Failure) -> Finding | None:
    """`ann's hand`: what belongs to somebody stands after a dot."""
    word = re.search(r"\w+$", f.before)
    match = _OWNER.match(f.text, word.start()) if word and f.lexeme in ("'", "’") else None
    if match is None:
        return None
    name = f"{match[1]}.{match[2]}"
    message = f"`{f.lexeme}` has no meaning here"
    end = match.end() + 1
    return Finding("RW113", message, f.line, f.column, f.column + 1, f"write `{name}`", f".{match[2]}", end)


def comment(f: Failure) -> Finding | None:
    """`// a remark`"""
    marks = ("//", "/*", "--") if f.starts_line else ("//", "/*")
    if not f.text.startswith(marks, f.column - 1):
        return None
    mark = f.text[f.column - 1 : f.column + 1]
    message = f"`{mark}` has no meaning here"
    return Finding("RW113", message, f.line, f.column, f.column + 2, "start a remark with `#`", "#")


def decimal(f: Failure) -> Finding | None:
    """`1.5`"""
    match = re.search(r"\d+$", f.before)
    rest = re.match(r"\.\d+", f.text[f.column - 1 :])
    if f.lexeme != "." or match is None or rest is None:
        return None
    help = "write a whole number; one and a half times x is `3 * x / 2`"
    message = f"numbers are whole, `{match[0]}{rest[0]}` is not"
    column = match.start() + 1
    return Finding("RW101", message, f.line, column, f.column + len(rest[0]), help, match[0])


def no_meaning(f: Failure) -> Finding | None:
    if not f.lexeme or f.lexeme[0] in _MARKS or f.lexeme[0].isalnum():
        return None
    shown = f.lexeme if f.lexeme.isprintable() and not f.lexeme.isspace() else f"U+{ord(f.lexeme[0]):04X}"
    help, mend = _INSTEAD.get(f.lexeme[0], (None, None))
    if f.lexeme[0].isspace():
        help, mend = "write a plain space", " "
    if f.lexeme[0] == "_":
        help = "a name starts with a letter"
    return here(f, "RW113", f"`{shown}` has no meaning here", help or "leave it out", mend)


# ---- brackets


def brackets(f: Failure) -> Finding | None:
    place = (f.line, f.column)
    unclosed = f.brackets.unclosed_before(place)
    if unclosed is not None:
        (line, column), piece = unclosed
        closing = CLOSING[piece]
        help = f"write `{closing}` where it ends"
        text = f.lines[line - 1]
        end = f.column - 1 if line == f.line else code_end(text) - 1
        mend = text[column - 1 : end].rstrip() + closing if end >= column else None
        return Finding(
            "RW111", f"`{piece}` is never closed", line, column, column + 1, help, mend, mend_end=end + 1
        )
    if place in f.brackets.stray:
        return here(f, "RW112", f"`{f.lexeme}` closes nothing", "leave it out, or open it", "")
    return None
