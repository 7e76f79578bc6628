"""Syntax errors: what is said about the first fault of a text, by a list of rules, the special ones first.

Each rule takes the failure and gives a finding or None. A finding may carry a mend: the text it would have
been, with which recovery reads on to find the next fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rulewright.report.suggest import nearest
from rulewright.syntax.failure import Failure, code_end, last_code_line
from rulewright.syntax.finding import Finding, here
from rulewright.syntax.first_mistakes import (
    TESTED,
    asks_when_tested,
    board_of,
    name_of_words,
    not_empty,
    offered,
    place_seat,
    when_tested,
)
from rulewright.syntax.marks import brackets, comment, decimal, equals, no_meaning, owner, unclosed_text
from rulewright.syntax.other_words import OTHER_WORDS
from rulewright.syntax.words import GATHERER_SYNONYMS, SYNONYMS, SYNONYMS_OF_DEALING, SYNONYMS_OF_PLACING


def describe(failure: Failure) -> Finding:
    """Say what is wrong at a failure, by the first rule that knows."""
    for rule in _RULES:
        found = rule(failure)
        if found is not None:
            return found
    return _unexpected(failure)


# ---- the ends of lines and blocks


def _missing_do(f: Failure) -> Finding | None:
    if "DO" not in f.accepts:
        return None
    statement = f.is_word and f.lexeme in f.keywords.statements
    if not statement and f.what not in ("shallower", "end"):
        return None
    help = "after its `choose` and `requires` lines an action says `do:`, with its effects indented below"
    return here(f, "RW104", "this action has no `do:`", help)


def _missing_colon(f: Failure) -> Finding | None:
    if f.what != "line end" or "COLON" not in f.accepts:
        return None
    return here(f, "RW105", "a `:` is missing here", "end the line with `:`", ":")


def _missing_block(f: Failure) -> Finding | None:
    if f.accepts != {"_INDENT"}:
        return None
    line = last_code_line(f.lines, f.line - 1) if f.what == "text" else f.line
    column = max(1, code_end(f.lines[line - 1]) - 1)
    indent = len(f.lines[line - 1]) - len(f.lines[line - 1].lstrip()) + 4
    help = f"indent what belongs to it by {indent} spaces; where nothing happens, write `nothing`"
    return Finding("RW106", "no indented block follows this `:`", line, column, column + 1, help)


def _too_deep(f: Failure) -> Finding | None:
    if f.what != "deeper":
        return None
    if f.lines[0].startswith("action ") and not any(line.strip().startswith("do") for line in f.lines):
        above_it = "write `    do:` above this line: the effects of an action stand below it"
        return Finding("RW104", "this action has no `do:`", f.line, 1, f.column, above_it)
    above = f.lines[last_code_line(f.lines, f.line - 1) - 1]
    width = len(above) - len(above.lstrip())
    help = f"the line above opens no block: indent this line by {width} spaces" if width else None
    found = Finding(
        "RW107",
        "this line is indented more than the one above, which opens no block",
        f.line,
        1,
        f.column,
        help or "write it in one line with the one above",
    )
    return found


def _unfinished(f: Failure) -> Finding | None:
    if f.what == "text":
        return None
    said = f.vocabulary.said(f.accepts)
    if f.what == "line end":
        help = _last_part(f) or f"go on with {said}"
        return here(f, "RW117", f"the line is not finished: expected {said}", help)
    return here(f, "RW101", f"expected {said}, found the end of the block", f"write {said} here")


# ---- words

_CITES = r'(?:[A-Z]+-[A-Z]?[0-9]+[a-z]?|"[^"]*")'
_CITED = re.compile(rf"(per\s+{_CITES}(?:\s*,\s*{_CITES})*)")
_PER = re.compile(rf"(?:^|\s){_CITED.pattern}\s*$")


def _per(f: Failure) -> Finding | None:
    if f.what != "text":
        return None
    if f.accepts == {"CLAUSE", "STRING"} and f.before.rstrip().endswith(("per", ",")):
        help = "write a clause's id, such as `KAN-28`, or words of the rulebook in quotes"
        dashed = re.match(r"([A-Za-z]+)[‐-―−_. ]?([A-Z]?[0-9]+[a-z]?)\b", f.text[f.column - 1 :])
        if dashed is not None:
            help = f"write `{dashed[1].upper()}-{dashed[2]}`, with a plain `-`"
        return here(f, "RW101", f"expected a clause, found `{f.lexeme}`", help)
    early = f.lexeme == "per"  # where the line may not yet end
    match = _CITED.match(f.text, f.column - 1) if early else _PER.search(f.before)
    if match is None or f.lexeme in (":", ","):
        return None
    if early and not f.text[match.end(1) :].strip(" \t:"):  # it does stand last: more belongs before it
        said = f.vocabulary.said(f.accepts)
        help = _last_part(f) or f"write {said} before `per`"
        return here(f, "RW117", f"the line is not finished: expected {said}", help)
    column, end = match.start(1) + 1, match.end(1) + 1
    help = "move it to the end of the line, before the `:` where there is one"
    return Finding("RW109", "`per` does not stand last on its line", f.line, column, end, help)


def _last_part(f: Failure) -> str | None:
    """What ends a `memory` or an `ending` is forgotten more often than anything else on its line."""
    if asks_when_tested(f):
        return TESTED
    if not f.text.startswith("memory ") or f.vocabulary.terminal(",") not in f.accepts:
        return None
    return "say how long it lasts: `, all game`, `, each round` or `, each turn`"


def _else(f: Failure) -> Finding | None:
    if f.lexeme == "if" and f.before.strip() == "otherwise":
        help = "write `otherwise:` and an `if` below it, or `the first that applies:`"
        column = f.column - len(f.before.lstrip())
        return Finding("RW116", "`otherwise if` has another name here", f.line, column, f.column + 2, help)
    if f.lexeme in ("else", "elif") and "OTHERWISE" in f.accepts:
        help = "write `otherwise`"
        if f.lexeme == "elif":
            help = "write `otherwise:` and an `if` below it, or `the first that applies:`"
        return here(f, "RW116", f"`{f.lexeme}` has another name here", help, "otherwise")
    if f.lexeme == "otherwise" and "ELSE" in f.accepts:
        return here(f, "RW116", "`otherwise` has another name here", "write `else`", "else")
    if f.lexeme in ("else", "otherwise") and "OR" in f.accepts and f.starts_line:
        return here(f, "RW116", f"`{f.lexeme}` has another name here", "write `or else:`", "or else")
    return None


def _declaration(f: Failure) -> Finding | None:
    if "GAME" not in f.accepts or not f.starts_line or not f.lexeme:
        return None
    if f.column > 1:  # in a variant
        return None
    near = nearest(f.lexeme, f.keywords.declarations)
    message = f"`{f.lexeme}` starts no declaration"
    if f.lexeme in f.keywords.statements:
        help = "this is a statement: indent it in a block, such as `setup:`"
        return here(f, "RW103", message, help)
    known = "a line in column 1 starts with a word such as `zone`, `action` or `define`"
    return here(f, "RW103", message, f"did you mean `{near}`?" if near else known, near)


def _gatherer(f: Failure) -> Finding | None:
    """A misspelt `total`, `count`, ... is read as a name with arguments, until `for` or `where` comes."""
    if f.lexeme not in ("for", "where"):
        return None
    start = f.brackets.around((f.line, f.column))
    if start is None:
        return None
    match = re.search(r"([^\W\d]\w*)[ \t]*$", f.lines[start[0] - 1][: start[1] - 1])
    word = match.group(1) if match else ""
    if match is None or word in f.keywords.gatherers:
        return None
    near = GATHERER_SYNONYMS.get(word) or nearest(word, sorted(f.keywords.gatherers))
    if near is None:
        return None
    column = match.start(1) + 1
    help = f"did you mean `{near}`?"
    return Finding("RW102", f"`{word}` gathers nothing", start[0], column, column + len(word), help, near)


def _bare_gatherer(f: Failure) -> Finding | None:
    match = re.search(r"([^\W\d]\w*)[ \t]*$", f.before)
    word = match.group(1) if match else ""
    inside = re.search(r"\bcount\(\s*([\w.]+)\s*$", f.before)
    if inside is not None and f.lexeme == ")":
        return here(f, "RW101", "`count` goes through a source", f"write `count(x in {inside[1]})`")
    if word not in f.keywords.gatherers or f.lexeme == "(" or f.before.rstrip().endswith(f".{word}"):
        return None
    if "LPAR" not in f.accepts:
        return None
    return here(f, "RW101", f"expected `(` after `{word}`", f"write `{word}(...)`")


def _statement(f: Failure) -> Finding | None:
    if "NOTHING" not in f.accepts or not f.starts_line or f.what != "text" or f.lexeme in f.words:
        return None
    message = f"`{f.lexeme}` starts no statement"
    known = _synonym(f)
    if known is not None:
        return here(f, "RW118", message, f"did you mean `{known}`?")
    near = _near_keyword(f)
    if near is not None:
        return here(f, "RW102", message, f"did you mean `{near}`?", near)
    if f.lexeme in f.keywords.declarations:
        return here(f, "RW118", message, "a declaration stands in column 1")
    return here(f, "RW118", message, "a statement starts with a word such as `move`, `set`, `if` or `each`")


def _synonym(f: Failure) -> str | None:
    """The statement that a word means, by what follows it."""
    rest = f.text[f.column - 1 + len(f.lexeme) :]
    if f.lexeme in SYNONYMS_OF_PLACING and re.search(r"\bon\b", rest):
        return "place"
    if f.lexeme in SYNONYMS_OF_DEALING and re.match(r"[ \t]+\d+[ \t]+from\b", rest):
        return "deal"
    return SYNONYMS.get(f.lexeme)


def _near_keyword(f: Failure) -> str | None:
    near = nearest(f.lexeme, f.words)
    return near if near is not None and (len(f.lexeme) > 2 or near == f.lexeme.casefold()) else None


def _misspelt(f: Failure) -> Finding | None:
    if not f.is_word:
        return None
    if f.lexeme in f.words:
        return _second_word(f)
    near = _near_keyword(f)
    if near is None:
        return None
    return here(f, "RW102", f"`{f.lexeme}` is no word of the language here", f"did you mean `{near}`?", near)


def _second_word(f: Failure) -> Finding | None:
    """A phrase whose first word is right: `may chose`."""
    rest = f.text[f.column - 1 + len(f.lexeme) :]
    match = re.match(r"[ \t]+([^\W\d]\w*)", rest)
    phrases = [p.split() for p in f.vocabulary.phrases(f.accepts) if p.startswith(f"{f.lexeme} ")]
    if match is None or not phrases:
        return None
    column = f.column + len(f.lexeme) + match.start(1)
    wanted = [phrase[1] for phrase in phrases]
    word = nearest(match.group(1), wanted) or wanted[0]
    return Finding(
        "RW102",
        f"expected `{f.lexeme} {word}`, found `{f.lexeme} {match.group(1)}`",
        f.line,
        column,
        column + len(match.group(1)),
        f"write `{f.lexeme} {word}`",
        word,
    )


def _small_type(f: Failure) -> Finding | None:
    """A small word where a Type stands is read as the low end of a range, until no `..` comes."""
    match = re.search(r"([^\W\d]\w*)[ \t]*$", f.before)
    if match is None or f.accepts != {f.vocabulary.terminal("..")}:
        return None
    word, column = match.group(1), match.start(1) + 1
    if word in ("all", "each"):  # the lifetime of a memory: its type was left out
        help = "write a type before it, such as `0..9` or `yes_no`"
        return Finding("RW101", f"expected a type, found `{word}`", f.line, column, column + len(word), help)
    name = word[0].upper() + word[1:]
    message = f"a Type starts with a capital, `{word}` does not"
    return Finding("RW115", message, f.line, column, column + len(word), f"write `{name}`", name)


def _players(f: Failure) -> Finding | None:
    """`players 2-4` or `players 2 to 4`"""
    if not f.text.startswith("players ") or f.lexeme not in ("-", "to", "or") or "INT" in f.accepts:
        return None
    match = re.match(r"(\d+)[ \t]*(?:-|to|or)[ \t]*(\d+)", f.text[8:].lstrip())
    if match is None:
        return None
    return here(f, "RW101", f"expected `..`, found `{f.lexeme}`", f"write `{match[1]}..{match[2]}`", "..")


def _two_words(f: Failure) -> Finding | None:
    """`my hand`, `shuffle the deck`, `draw 5 from deck`"""
    word = re.search(r"(\w+)[ \t]+$", f.before)
    if word is None:
        return None
    if word[1] == "draw" and f.lexeme.isdecimal():
        return here(f, "RW101", "`draw` draws one at random", f"write `deal {f.lexeme} from ...`")
    if word[1] == "my" and f.is_word:
        return here(f, "RW101", f"expected `.` after `my`, found `{f.lexeme}`", f"write `my.{f.lexeme}`")
    if word[1] == "the" and f.is_word and f.lexeme not in f.words:
        column = word.start() + 1
        help = f"leave out `the`: write `{f.lexeme}` alone"
        message = "`the` is no word of the language here"
        return Finding("RW102", message, f.line, column, column + 3, help, "", f.column)
    return None


def _capital(f: Failure) -> Finding | None:
    if not f.is_word:
        return None
    first = f.lexeme[0]
    if first.isupper() and "NAME" in f.accepts and "TYPE" not in f.accepts:
        name = first.lower() + f.lexeme[1:]
        return here(
            f, "RW114", f"a name starts with a small letter, `{f.lexeme}` does not", f"write `{name}`", name
        )
    if first.islower() and "TYPE" in f.accepts and "NAME" not in f.accepts:
        name = first.upper() + f.lexeme[1:]
        return here(
            f, "RW115", f"a Type starts with a capital, `{f.lexeme}` does not", f"write `{name}`", name
        )
    return None


def _unexpected(f: Failure) -> Finding:
    said = f.vocabulary.said(f.accepts)
    shown = f.lexeme.strip('"`')
    quoted = f"the text `{shown}`" if f.lexeme[:1] == '"' else f"`{shown}`"
    one = f"write {said} here"
    some = f"leave it out, or write one of these before it or in its place: {said}"
    help = some if " or " in said else one
    return here(f, "RW101", f"expected {said}, found {quoted}", help)


_RULES: tuple[Callable[[Failure], Finding | None], ...] = (
    unclosed_text,
    *OTHER_WORDS,
    equals,
    owner,
    comment,
    decimal,
    no_meaning,
    _players,
    place_seat,
    not_empty,
    when_tested,
    board_of,
    name_of_words,
    offered,
    _gatherer,
    brackets,
    _missing_block,
    _missing_do,
    _missing_colon,
    _too_deep,
    _small_type,
    _unfinished,
    _per,
    _declaration,
    _else,
    _statement,
    _bare_gatherer,
    _two_words,
    _misspelt,
    _capital,
)
