"""Syntax errors of who says a thing in other words, or in plain English: what it is called here."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from rulewright.syntax.failure import Failure, code_end
from rulewright.syntax.finding import Finding, here
from rulewright.syntax.words import COMPARED, NUMBER_WORDS, TYPE_WORDS

_THEN = re.compile(r"[ \t]*(?:if|case|requires|then)\b")
GONE_THROUGH = re.compile(r"[ \t]*(?:m\w+[ \t]+)?(choose|each|draw|roll)\b.*\b(?:from|in)[ \t]+(.+)$")
_SIDE = r"[\w.\[\](), ]+?"


def set_up(f: Failure) -> Finding | None:
    """`set up:`, `set-up:`"""
    match = re.match(r"(set[ \t-]?up)\b", f.text, re.IGNORECASE)
    if match is None or f.line != 1 or f.column > 1 or match[1] == "setup":
        return None
    end = match.end(1) + 1
    return Finding(
        "RW102", f"`{match[1]}` starts no declaration", 1, 1, end, "did you mean `setup`?", "setup"
    )


def face_down(f: Failure) -> Finding | None:
    """`facedown`, `face-down`"""
    start = re.search(r"(face)$", f.before) if f.lexeme == "-" else None
    column = start.start() + 1 if start else f.column
    match = re.match(r"face[ \t-]?(down|up)\b", f.text[column - 1 :])
    if match is None or not f.text.startswith("zone ") or match[0] in ("face down", "face up"):
        return None
    right = "face down" if match[1] == "down" else "public"
    end = column + match.end()
    message = f"`{match[0]}` is no word of the language here"
    return Finding("RW102", message, f.line, column, end, f"write `{right}`", right)


def contraction(f: Failure) -> Finding | None:
    """`isn't`, `doesn't`"""
    match = re.match(r"(is|are|was|do|does|can)n['’]?t\b", f.text[f.column - 1 :])
    if match is None or "IS" not in f.accepts:
        return None
    message = f"`{match[0]}` is no word of the language here"
    end = f.column + match.end()
    return Finding("RW102", message, f.line, f.column, end, "write `is not`", "is not")


def compared(f: Failure) -> Finding | None:
    """`less than`, `at least`, `equals`"""
    if "IS" not in f.accepts or not f.is_word:
        return None
    for words, sign in COMPARED.items():
        match = re.match(rf"{words}\b", f.text[f.column - 1 :])
        if match is not None:
            end = f.column + match.end()
            message = f"`{match[0]}` compares nothing"
            return Finding("RW108", message, f.line, f.column, end, f"write `{sign}`", sign)
    return None


def chained(f: Failure) -> Finding | None:
    """`1 < n < 4`"""
    match = re.search(
        rf"(?:^|\b(?:where|requires|if|when|and|or|case)\b|=)[ \t]*({_SIDE})[ \t]*"
        r"(<=?|>=?)[ \t]*([\w.\[\]()]+)[ \t]*$",
        f.before,
    )
    if match is None or f.lexeme not in ("<", "<=", ">", ">="):
        return None
    help = f"write `{match[1]} {match[2]} {match[3]} and {match[3]} {f.lexeme} ...`"
    return here(f, "RW101", "comparisons do not chain", help, f" and {match[3]} {f.lexeme}")


def no_then(f: Failure) -> Finding | None:
    """`if the deck is empty then:`"""
    if f.lexeme != "then" or not _THEN.match(f.before):
        return None
    end = re.match(r"then[ \t]*", f.text[f.column - 1 :])
    assert end is not None
    found = here(f, "RW102", "`then` is no word of the language here", "leave out `then`", "")
    return replace(found, mend_end=f.column + end.end())


def at_random(f: Failure) -> Finding | None:
    """`draw f from tree randomly`"""
    if not f.lexeme.startswith("random") or "at" not in f.words or " draw " not in f.text:
        return None
    message = f"`{f.lexeme}` is no word of the language here"
    return here(f, "RW102", message, "write `at random`", "at random")


def lifetime(f: Failure) -> Finding | None:
    """`memory n: 0..9, whole game`"""
    if not f.text.startswith("memory ") or f.words != ["all", "each"] or not f.is_word:
        return None
    match = re.match(r"\w+(?:[ \t]+\w+)?", f.text[f.column - 1 :])
    assert match is not None
    help = "say how long it lasts: `, all game`, `, each round` or `, each turn`"
    message = f"`{match[0]}` is no time that a memory lasts"
    return Finding("RW102", message, f.line, f.column, f.column + match.end(), help, "all game")


def type_words(f: Failure) -> Finding | None:
    """`memory done: bool, each turn`: a small word is read as the low end of a range."""
    match = re.search(r":[ \t]*([^\W\d]\w*)[ \t]*$", f.before)
    if match is None or f.accepts != {f.vocabulary.terminal("..")} or match[1] not in TYPE_WORDS:
        return None
    column = match.start(1) + 1
    right, mend = TYPE_WORDS[match[1]]
    message = f"`{match[1]}` is no type"
    return Finding("RW101", message, f.line, column, column + len(match[1]), f"write {right}", mend)


def number_words(f: Failure) -> Finding | None:
    """`language one`"""
    number = NUMBER_WORDS.get(f.lexeme)
    if number is None or "INT" not in f.accepts:
        return None
    return here(f, "RW101", f"expected a number, found `{f.lexeme}`", f"write `{number}`", str(number))


def text_without_quotes(f: Failure) -> Finding | None:
    """`game Orchard Orchard version 1.0.0`"""
    if f.accepts != {"STRING"} or not f.lexeme[:1].isalnum():
        return None
    ends = r"[ \t]+(?:version|of|per|default|is)\b|[ \t]*:?[ \t]*$"
    match = re.match(rf"(.+?)(?={ends})", f.text[f.column - 1 :])
    if match is None or f.lexeme in ("of", "per", "default", "version"):
        return here(
            f,
            "RW101",
            f"expected a text in quotes, found `{f.lexeme}`",
            'write a text such as `"..."` before it',
        )
    text = match[1].rstrip(":")
    end = f.column + len(text)
    help = f'write it in quotes: `"{text}"`'
    return Finding("RW101", "a text has no quotes", f.line, f.column, end, help, f'"{text}"')


def move_how_many(f: Failure) -> Finding | None:
    """`move Coin from supply to my.purse`"""
    match = re.search(r"\b(move|deal)[ \t]+([^\W\d]\w*)[ \t]+$", f.before)
    if match is None or f.lexeme != "from" or not match[2][0].isupper():
        return None
    column = match.start(2) + 1
    help = f"write `{match[1]} 1 {match[2]}`, or `move all {match[2]}`"
    message = f"how many {match[2]} are moved?"
    return Finding("RW101", message, f.line, column, column + len(match[2]), help, f"1 {match[2]}")


def offered_to(f: Failure) -> Finding | None:
    """`offer market_day, rest for p`"""
    if f.lexeme not in ("for", "by") or not re.match(r"[ \t]*offer\b", f.before):
        return None
    return here(f, "RW102", f"`{f.lexeme}` is no word of the language here", "write `to`", "to")


def chosen_by(f: Failure) -> Finding | None:
    """`choose g from Ground by p` among the parts of an action"""
    if f.lexeme != "by" or not re.match(r"[ \t]+choose\b", f.before) or "NOTHING" in f.accepts:
        return None
    help = "who plays the action chooses its parts; for another seat, choose below `do:`"
    return here(f, "RW101", "a part of a move is chosen by nobody else", help)


def shapeless(f: Failure) -> Finding | None:
    """`zone hand of player: Fruit`"""
    if not f.text.startswith("zone ") or "stack" not in f.vocabulary.phrases(f.accepts) or not f.is_word:
        return None
    if not f.lexeme[0].isupper():
        return None
    help = f"say how they lie: `stack of {f.lexeme}`, `row of {f.lexeme}` or `set of {f.lexeme}`"
    return here(f, "RW101", "this zone has no shape", help, f"set of {f.lexeme}")


def changed(f: Failure) -> Finding | None:
    """`my.coins = 3`, `my.coins += 3`"""
    match = re.match(r"([^\W\d][\w.\[\], ]*?)[ \t]*(\+=|-=|=|\+\+|--)[ \t]*(.*)$", f.text[f.column - 1 :])
    if match is None or "NOTHING" not in f.accepts or not f.starts_line:
        return None
    if f.lexeme in f.keywords.declarations or f.lexeme in f.keywords.statements:
        return None
    what, sign, value = match[1], match[2], match[3] or "1"
    verbs = {"+": f"add {value} to {what}", "-": f"remove {value} from {what}"}
    right = verbs.get(sign[0], f"set {what} to {value}")
    end = f.column + match.end()
    if "." not in what and "[" not in what and sign == "=":
        right = f"set {what} to ...` for what changes, `let {what} = ..."
        return here(f, "RW118", f"`{f.lexeme}` starts no statement", f"write `{right}` for a new name")
    message = f"`{f.lexeme}` starts no statement"
    return Finding("RW118", message, f.line, f.column, end, f"write `{right}`", right)


def removed(f: Failure) -> Finding | None:
    """`remove board[s]`"""
    match = re.search(r"\bremove[ \t]+([^\W\d][\w.]*\[[^\]]*\])[ \t]*$", f.before)
    if match is None or f.what != "line end":
        return None
    column, end = match.start() + 1, match.end(1) + 1
    help = f"write `capture {match[1]}` for what stands on a board"
    return Finding("RW117", "what is it removed from?", f.line, column, end, help, f"capture {match[1]}")


def line_end(f: Failure) -> Finding | None:
    """`shuffle tree.`, `offer pick, keep,`: a mark too many at the end"""
    mark = f.before.rstrip()[-1:]
    if f.what != "line end" or mark not in (".", ","):
        return None
    column = len(f.before.rstrip())
    before = f.lines[f.line - 1][: column - 1]
    if not before.strip() or (mark == "," and "STRING" in f.accepts):
        return None
    said = f.vocabulary.said(f.accepts)
    help = f"leave out the `{mark}`, or go on with {said}"
    message = f"the line is not finished: expected {said}"
    return Finding("RW117", message, f.line, column, code_end(f.text), help, "")


def cannot(f: Failure) -> Finding | None:
    """`then red cannot pick`"""
    if f.lexeme not in ("cannot", "can") or not re.match(r"[ \t]+then\b", f.before) or "IS" not in f.accepts:
        return None
    right = "may not" if f.lexeme == "cannot" else "may"
    return here(f, "RW102", f"`{f.lexeme}` is no word of the language here", f"write `{right}`", right)


def dots(f: Failure) -> Finding | None:
    """`1...5`"""
    match = re.match(r"\.+", f.text[f.column - 1 :])
    if match is None or not f.before.endswith(".."):
        return None
    column, end = f.column - 2, f.column + match.end()
    return Finding("RW101", "a range has two dots", f.line, column, end, "write `..`", "..")


def numbers(f: Failure) -> Finding | None:
    """`choose n from 1..3`: what is gone through by a statement has a name."""
    match = re.match(
        r"[ \t]*(?:(?:may|must)[ \t]+)?(choose|each|draw|roll)\b.*\b(?:from|in)[ \t]+(.+?)$", f.before
    )
    high = re.match(r"\.\.[ \t]*([\w.]+)", f.text[f.column - 1 :])
    if match is None or high is None or f.lexeme != "..":
        return None
    column = match.start(2) + 1
    low, end = match[2].strip(), f.column + high.end()
    help = f"declare them, `range Number: {low}..{high[1]}`, and go through `Number`"
    message = "numbers to go through have a name"
    return Finding("RW101", message, f.line, column, end, help, low)


def counted(f: Failure) -> Finding | None:
    """`count(my.hand)`"""
    match = re.search(r"\b(count|those|total|any|all)\([ \t]*([^\W\d]\w*)$", f.before)
    if match is None or f.lexeme not in (".", "["):
        return None
    source = re.match(r"[\w.\[\], ]*", f.text[match.start(2) :])
    assert source is not None
    value = "" if match[1] in ("count", "those") else "... for "
    help = f"write `{match[1]}({value}x in {source[0].strip()})`"
    column, end = match.start(2) + 1, match.start(2) + 1 + len(source[0].rstrip())
    return Finding("RW101", f"`{match[1]}` goes through a source", f.line, column, end, help)


OTHER_WORDS: tuple[Callable[[Failure], Finding | None], ...] = (
    set_up,
    face_down,
    contraction,
    compared,
    chained,
    no_then,
    at_random,
    lifetime,
    type_words,
    number_words,
    text_without_quotes,
    move_how_many,
    offered_to,
    chosen_by,
    shapeless,
    changed,
    removed,
    line_end,
    cannot,
    dots,
    numbers,
    counted,
)
