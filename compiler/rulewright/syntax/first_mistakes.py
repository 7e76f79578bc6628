"""Syntax errors that a first text often has, where the rules of `errors` would only list what may follow."""

from __future__ import annotations

import re

from rulewright.syntax.failure import Failure
from rulewright.syntax.finding import Finding, here

TESTED = (
    "say when it is looked at: `, at once`, `, at end of turn`, `, at end of round` or `, after this round`"
)


def place_seat(f: Failure) -> Finding | None:
    """`place green Frog on board[s]`"""
    match = re.match(r"([^\W\d]\w*)[ \t]+([^\W\d]\w*)(?=[ \t]+on\b)", f.text[f.column - 1 :])
    if match is None or not re.fullmatch(r"[ \t]*place[ \t]+", f.before) or not match[2][0].isupper():
        return None
    right, end = f"{match[2]} of {match[1]}", f.column + match.end()
    message = "whose piece it is stands after the piece"
    return Finding("RW101", message, f.line, f.column, end, f"write `place {right}`", right)


def not_empty(f: Failure) -> Finding | None:
    """`if over not empty`"""
    match = re.search(r"\bnot[ \t]+$", f.before)
    if (
        match is None
        or f.lexeme not in ("empty", "full")
        or f.before[: match.start()].rstrip().endswith("is")
    ):
        return None
    right, column, end = f"is not {f.lexeme}", match.start() + 1, f.column + len(f.lexeme)
    message = f"`not {f.lexeme}` has no `is` before it"
    return Finding("RW101", message, f.line, column, end, f"write `{right}`", right)


def when_tested(f: Failure) -> Finding | None:
    """`ending x when deck is empty at once`"""
    if f.lexeme not in ("at", "after") or not asks_when_tested(f):
        return None
    return here(f, "RW101", f"no `,` stands before `{f.lexeme}`", TESTED, f", {f.lexeme}")


def asks_when_tested(f: Failure) -> bool:
    """Whether an ending's condition is over, and when it is looked at has to follow."""
    started = re.match(r"[ \t]*(?:(?:add|replace)[ \t]+)?ending\b.*\bwhen\b", f.before)
    return started is not None and f.vocabulary.terminal(",") in f.accepts


def board_of(f: Failure) -> Finding | None:
    """`zone board: board of Frog`: `of` is read as a name of something."""
    match = re.search(r"\bboard[ \t]+(of)[ \t]+$", f.before)
    if match is None or not re.match(r"[ \t]*(?:(?:add|replace)[ \t]+)?zone\b", f.before):
        return None
    help = f"name the spaces that it has, such as `board Square of {f.lexeme}`"
    column = match.start(1) + 1
    return Finding("RW101", "this board has no spaces", f.line, column, column + len("of"), help)


def offered(f: Failure) -> Finding | None:
    """`offer hop or jump`, `offer hop jump`"""
    match = re.fullmatch(r"[ \t]*offer\b.*?(\w+)[ \t]+", f.before)
    if match is None or f.vocabulary.terminal(",") not in f.accepts:
        return None
    if f.lexeme in ("or", "and"):
        return here(f, "RW101", "actions are offered with `,` between them", "write `,`", ",")
    if not f.is_word or f.lexeme in f.words or "per" in f.before.split():
        return None
    one, two = f"{match[1]}_{f.lexeme}", f"{match[1]}, {f.lexeme}"
    help = f"write `{two}` for two actions, `{one}` for one"
    return here(f, "RW101", f"no `,` stands before `{f.lexeme}`", help)


_NAMED = re.compile(
    r"[ \t]*(?:(?:add|replace)[ \t]+)?"
    r"(?:(?:action|procedure|event|reaction|define|score|ending|claim|memory|zone|constant|option|token|unit"
    r"|group|team|variant)[ \t]+|kinds[ \t]+\w+[^:]*:(?:.*,)?[ \t]*)"
)
_OFFERED = re.compile(r"[ \t]*offer[ \t]+(?:\w+[ \t]*,[ \t]*)*")
_AND_MORE = re.compile(r"(?:(?:-|[ \t]*)\w+)(?:(?:-|[ \t]+)(?!per\b)\w+)*")


def name_of_words(f: Failure) -> Finding | None:
    """`action step-on:`, `kinds Colour: dark red`"""
    start = re.search(r"([^\W\d]\w*)[ \t]*$", f.before)
    more = _AND_MORE.match(f.text, f.column - 1)
    if start is None or more is None or f.lexeme in {*f.words, *f.keywords.gatherers, "per"}:
        return None
    head = f.before[: start.start()]
    dashed = f.lexeme == "-" and not f.before.endswith((" ", "\t"))
    if not (_NAMED.fullmatch(head) or (dashed and _OFFERED.fullmatch(head))) or not _goes_on(f, more.end()):
        return None
    words = re.split(r"[ \t-]+", f.text[start.start() : more.end()])
    name = "_".join(words)
    help = f"write `{name}`, which is shown as `{' '.join(words)}`"
    if len(words) > 2 and "STRING" in f.accepts and "-" not in f.text[start.start() : more.end()]:
        help = f'write `{words[0]} "{" ".join(words[1:])}"` for a name and a text, `{name}` for a name'
    message = "a name is one word"
    return Finding("RW101", message, f.line, start.start() + 1, more.end() + 1, help, name)


def _goes_on(f: Failure, at: int) -> bool:
    """Whether what follows is what may follow a name here."""
    rest = f.text[at:].lstrip()
    if not rest or rest[0] == '"':
        return ("STRING" if rest else "_NL") in f.accepts
    if rest.startswith("per "):
        return "PER" in f.accepts
    return rest[0] in ":(=," and f.vocabulary.terminal(rest[0]) in f.accepts
