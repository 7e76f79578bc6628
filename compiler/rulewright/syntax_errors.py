"""Syntax errors: what is said about the first fault of a text, by a list of rules, the special ones first.

Each rule takes the failure and gives a finding or None. A finding may carry a mend: the text it would have
been, with which recovery reads on to find the next fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from rulewright.diagnostics import Diagnostic, Span
from rulewright.suggest import nearest
from rulewright.syntax_failure import CLOSING, Failure, code_end, last_code_line
from rulewright.syntax_words import DECLARATIONS, GATHERERS, STATEMENTS, SYNONYMS


@dataclass(frozen=True)
class Finding:
    """A diagnostic within one line of a chunk; `mend` replaces its span when reading on."""

    code: str
    message: str
    line: int
    column: int
    end_column: int
    help: str | None = None
    mend: str | None = None

    def diagnostic(self, path: str, first_line: int) -> Diagnostic:
        """Give the diagnostic in the file."""
        line = self.line + first_line - 1
        return Diagnostic(
            self.code, self.message, Span.on_line(path, line, self.column, self.end_column), self.help
        )


def describe(failure: Failure) -> Finding:
    """Say what is wrong at a failure, by the first rule that knows."""
    for rule in _RULES:
        found = rule(failure)
        if found is not None:
            return found
    return _unexpected(failure)


def _here(f: Failure, code: str, message: str, help: str | None = None, mend: str | None = None) -> Finding:
    return Finding(code, message, f.line, f.column, f.column + max(1, len(f.lexeme)), help, mend)


# ---- characters


def _unclosed_text(f: Failure) -> Finding | None:
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


def _equals(f: Failure) -> Finding | None:
    lexeme = "!=" if f.lexeme == "≠" else f.lexeme
    if lexeme in _SWAPPED and "IS" in f.accepts:
        word = _SWAPPED[lexeme]
        return _here(f, "RW108", f"`{f.lexeme}` compares nothing", f"write `{word}`", f" {word} ")
    # `<>` is read as `<` first.
    if lexeme == ">" and f.before.endswith("<"):
        help = "write `is not`"
        return Finding("RW108", "`<>` compares nothing", f.line, f.column - 1, f.column + 1, help, " is not ")
    if lexeme not in _COMPARE:
        return None
    if "TO" in f.accepts:
        return _here(f, "RW102", f"expected `to`, found `{f.lexeme}`", "write `set ... to ...`", " to ")
    if "IS" in f.accepts and f.before.strip():
        word = _COMPARE[lexeme]
        return _here(f, "RW108", f"`{f.lexeme}` compares nothing", f"write `{word}`", f" {word} ")
    if f.before.endswith("="):
        return _here(f, "RW108", "one `=` is enough", "write `=` once", "")
    return None


_INSTEAD = {
    ";": ("a statement ends with its line", ""),
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


def _no_meaning(f: Failure) -> Finding | None:
    if not f.lexeme or f.lexeme[0] in _MARKS or f.lexeme[0].isalnum():
        return None
    shown = f.lexeme if f.lexeme.isprintable() and not f.lexeme.isspace() else f"U+{ord(f.lexeme[0]):04X}"
    help, mend = _INSTEAD.get(f.lexeme[0], (None, None))
    if f.lexeme[0].isspace():
        help, mend = "write a plain space", " "
    if f.lexeme[0] == "_":
        help = "a name starts with a letter"
    return _here(f, "RW113", f"`{shown}` has no meaning here", help or "leave it out", mend)


# ---- brackets


def _brackets(f: Failure) -> Finding | None:
    place = (f.line, f.column)
    unclosed = f.brackets.unclosed_before(place)
    if unclosed is not None:
        (line, column), piece = unclosed
        closing = CLOSING[piece]
        help = f"write `{closing}` where it ends"
        text = f.lines[line - 1]
        end = f.column - 1 if line == f.line else code_end(text) - 1
        mend = text[column - 1 : end].rstrip() + closing if end >= column else None
        found = Finding("RW111", f"`{piece}` is never closed", line, column, column + 1, help)
        return _mended(found, mend, end + 1)
    if place in f.brackets.stray:
        return _here(f, "RW112", f"`{f.lexeme}` closes nothing", "leave it out, or open it", "")
    return None


@dataclass(frozen=True)
class _Wide(Finding):
    """A finding whose mend replaces more than its span."""

    mend_end: int = 0


def _mended(found: Finding, mend: str | None, end: int) -> Finding:
    return _Wide(
        found.code, found.message, found.line, found.column, found.end_column, found.help, mend, mend_end=end
    )


# ---- the ends of lines and blocks


def _missing_do(f: Failure) -> Finding | None:
    if "DO" not in f.accepts:
        return None
    statement = f.is_word and f.lexeme in STATEMENTS
    if not statement and f.what not in ("shallower", "end"):
        return None
    help = "after its `choose` and `requires` lines an action says `do:`, with its effects indented below"
    return _here(f, "RW104", "this action has no `do:`", help)


def _missing_colon(f: Failure) -> Finding | None:
    if f.what != "line end" or "COLON" not in f.accepts:
        return None
    return _here(f, "RW105", "a `:` is missing here", "end the line with `:`", ":")


def _missing_block(f: Failure) -> Finding | None:
    if f.accepts != {"_INDENT"}:
        return None
    line = f.line if f.what in ("end", "line end") else last_code_line(f.lines, f.line - 1)
    column = max(1, code_end(f.lines[line - 1]) - 1)
    indent = len(f.lines[line - 1]) - len(f.lines[line - 1].lstrip()) + 4
    help = f"indent what belongs to it by {indent} spaces; where nothing happens, write `nothing`"
    return Finding("RW106", "no indented block follows this `:`", line, column, column + 1, help)


def _too_deep(f: Failure) -> Finding | None:
    if f.what != "deeper":
        return None
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
        return _here(f, "RW117", f"the line is not finished: expected {said}", f"go on with {said}")
    return _here(f, "RW101", f"expected {said}, found the end of the block", f"write {said} here")


# ---- words

_CITES = r'(?:[A-Z]+-[A-Z]?[0-9]+[a-z]?|"[^"]*")'
_PER = re.compile(rf"(?:^|\s)(per\s+{_CITES}(?:\s*,\s*{_CITES})*)\s*$")


def _per(f: Failure) -> Finding | None:
    if f.what != "text":
        return None
    if f.accepts == {"CLAUSE", "STRING"} and f.before.rstrip().endswith(("per", ",")):
        help = "write a clause's id, such as `KAN-28`, or words of the rulebook in quotes"
        return _here(f, "RW101", f"expected a clause, found `{f.lexeme}`", help)
    match = _PER.search(f.before)
    if match is None or f.lexeme in (":", ","):
        return None
    column, end = match.start(1) + 1, match.end(1) + 1
    help = "move it to the end of the line, before the `:` where there is one"
    return Finding("RW109", "`per` does not stand last on its line", f.line, column, end, help)


def _else(f: Failure) -> Finding | None:
    if f.lexeme in ("else", "elif") and "OTHERWISE" in f.accepts:
        help = "write `otherwise`"
        if f.lexeme == "elif":
            help = "write `otherwise:` and an `if` below it, or `the first that applies:`"
        return _here(f, "RW116", f"`{f.lexeme}` has another name here", help, "otherwise")
    if f.lexeme == "otherwise" and "ELSE" in f.accepts:
        return _here(f, "RW116", "`otherwise` has another name here", "write `else`", "else")
    if f.lexeme in ("else", "otherwise") and "OR" in f.accepts and f.starts_line:
        return _here(f, "RW116", f"`{f.lexeme}` has another name here", "write `or else:`", "or else")
    return None


def _declaration(f: Failure) -> Finding | None:
    if "GAME" not in f.accepts or not f.starts_line or not f.lexeme:
        return None
    if f.column > 1:  # in a variant
        return None
    near = nearest(f.lexeme, DECLARATIONS)
    message = f"`{f.lexeme}` starts no declaration"
    if f.lexeme in STATEMENTS:
        help = "this is a statement: indent it in a block, such as `setup:`"
        return _here(f, "RW103", message, help)
    known = "a line in column 1 starts with a word such as `zone`, `action` or `define`"
    return _here(f, "RW103", message, f"did you mean `{near}`?" if near else known, near)


def _gatherer(f: Failure) -> Finding | None:
    """A misspelt `total`, `count`, ... is read as a name with arguments, until `for` or `where` comes."""
    if f.lexeme not in ("for", "where"):
        return None
    start = f.brackets.around((f.line, f.column))
    if start is None:
        return None
    match = re.search(r"([^\W\d]\w*)[ \t]*$", f.lines[start[0] - 1][: start[1] - 1])
    word = match.group(1) if match else ""
    if match is None or word in GATHERERS:
        return None
    near = nearest(word, GATHERERS)
    if near is None:
        return None
    column = match.start(1) + 1
    help = f"did you mean `{near}`?"
    return Finding("RW102", f"`{word}` gathers nothing", start[0], column, column + len(word), help, near)


def _bare_gatherer(f: Failure) -> Finding | None:
    match = re.search(r"([^\W\d]\w*)[ \t]*$", f.before)
    word = match.group(1) if match else ""
    if word not in GATHERERS or f.lexeme == "(" or f.before.rstrip().endswith(f".{word}"):
        return None
    if "LPAR" not in f.accepts:
        return None
    return _here(f, "RW101", f"expected `(` after `{word}`", f"write `{word}(...)`")


def _statement(f: Failure) -> Finding | None:
    if "NOTHING" not in f.accepts or not f.starts_line or f.what != "text" or f.lexeme in f.words:
        return None
    message = f"`{f.lexeme}` starts no statement"
    known = SYNONYMS.get(f.lexeme)
    if known is not None:
        return _here(f, "RW118", message, f"did you mean `{known}`?")
    if re.match(r"[ \t]*=(?!=)", f.text[f.column - 1 + len(f.lexeme) :]):
        help = f"write `set {f.lexeme} to ...` for what changes, `let {f.lexeme} = ...` for a new name"
        return _here(f, "RW118", message, help)
    near = _near_keyword(f)
    if near is not None:
        return _here(f, "RW102", message, f"did you mean `{near}`?", near)
    if f.lexeme in DECLARATIONS:
        return _here(f, "RW118", message, "a declaration stands in column 1")
    return _here(f, "RW118", message, "a statement starts with a word such as `move`, `set`, `if` or `each`")


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
    return _here(f, "RW102", f"`{f.lexeme}` is no word of the language here", f"did you mean `{near}`?", near)


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
    name = word[0].upper() + word[1:]
    message = f"a Type starts with a capital, `{word}` does not"
    return Finding("RW115", message, f.line, column, column + len(word), f"write `{name}`", name)


def _capital(f: Failure) -> Finding | None:
    if not f.is_word:
        return None
    first = f.lexeme[0]
    if first.isupper() and "NAME" in f.accepts and "TYPE" not in f.accepts:
        name = first.lower() + f.lexeme[1:]
        return _here(
            f, "RW114", f"a name starts with a small letter, `{f.lexeme}` does not", f"write `{name}`", name
        )
    if first.islower() and "TYPE" in f.accepts and "NAME" not in f.accepts:
        name = first.upper() + f.lexeme[1:]
        return _here(
            f, "RW115", f"a Type starts with a capital, `{f.lexeme}` does not", f"write `{name}`", name
        )
    return None


def _unexpected(f: Failure) -> Finding:
    said = f.vocabulary.said(f.accepts)
    shown = f.lexeme.strip('"`')
    quoted = f"the text `{shown}`" if f.lexeme[:1] == '"' else f"`{shown}`"
    one = f"write {said} here"
    help = f"leave it out, or write one of these in its place: {said}" if " or " in said else one
    return _here(f, "RW101", f"expected {said}, found {quoted}", help)


_RULES: tuple[Callable[[Failure], Finding | None], ...] = (
    _unclosed_text,
    _equals,
    _no_meaning,
    _gatherer,
    _brackets,
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
    _misspelt,
    _capital,
)
