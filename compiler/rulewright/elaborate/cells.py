"""Cells of tables: the text of a cell as a run-time value of its column's type."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rulewright import core
from rulewright.elaborate.fit import article
from rulewright.elaborate.mends import listed
from rulewright.elaborate.types import show
from rulewright.elaborate.words import word_index
from rulewright.elaborate.work import Work
from rulewright.report.diagnostics import Span

TOKEN = re.compile(r"\s*(?:(-?\d+)|([^\W\d]\w*)|([(),]))")
Value = int | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """A value as a cell has it: a number, or a word with values in brackets."""

    text: str
    number: int | None = None
    args: tuple[Written, ...] = ()


@dataclass(slots=True)
class Cells:
    """Reads the cells of one column; the same text is read once."""

    work: Work
    column: str
    type: core.Type
    known: dict[str, Value] = field(default_factory=dict)

    def read(self, text: str, span: Span) -> Value | None:
        """Take a cell, give its value, or None after an error."""
        text = text.strip()
        if text not in self.known:
            found = self._read(text, span)
            if found is None:
                return None
            self.known[text] = found
        return self.known[text]

    def _read(self, text: str, span: Span) -> Value | None:
        type = self.type
        if isinstance(type, core.ListType):
            items = [self._one(part, type.of, span) for part in split(text)]
            return None if None in items else tuple(item for item in items if item is not None)
        if text == "":
            return self._empty(span)
        return self._one(text, type.of if isinstance(type, core.Optional) else type, span)

    def _empty(self, span: Span) -> int | None:
        if isinstance(self.type, core.Optional):
            return -1
        help = None
        if isinstance(self.type, core.KindType | core.RangeType):
            help = f"give it a value, or declare the column as `{show(self.type)}?`"
        self.work.error("RW623", f"a cell of `{self.column}` is empty", span, help)
        return None

    def _one(self, text: str, type: core.Type, span: Span) -> int | None:
        written = parse(text)
        if "\n" in text:
            start = Span.on_line(span.path, span.line, span.column, span.column + 1)
            lines = span.end_line - span.line + 1
            help = "is the quote that ends it missing?"
            self.work.error("RW627", f"a value stands on one line, this cell goes over {lines}", start, help)
            return None
        if written is None:
            meant = _marks_between(text, self.type) or self._in_one(text, type) or _form(type)
            self.work.error("RW627", f"`{text}` cannot be read as a value", span, meant)
            return None
        return self._value(written, type, span)

    def _in_one(self, text: str, type: core.Type) -> str | None:
        """The word that is meant, where a cell has it in two: `red flower`."""
        words = self.work.words[type.name] if isinstance(type, core.KindType) else {}
        if not re.fullmatch(r"[\w\s-]+", text):
            return None
        name = re.sub(r"[\s-]+", "_", text)
        return f"did you mean `{name}`?" if name in words else self.work.suggest(name, words)

    def _value(self, written: Written, type: core.Type, span: Span) -> int | None:
        match type:
            case core.KindType(name):
                return self._word(written, name, span)
            case core.Number() | core.RangeType():
                return self._number(written, type, span)
            case core.YesNo():
                if written.text in ("yes", "no") and not written.args:
                    return int(written.text == "yes")
        self.work.error("RW626", f"`{written.text}` is not {article(type)}", span, _form(type))
        return None

    def _number(self, written: Written, type: core.Type, span: Span) -> int | None:
        low, high = core.bounds(self.work.game, type)
        if written.number is None:
            help = f"write a whole number in {low}..{high}"
            self.work.error("RW626", f"`{written.text}` is not a number", span, help)
            return None
        if not low <= written.number <= high:
            message = f"{written.number} is not in {low}..{high}"
            help = f"write a number in {low}..{high}, or make the range of the column wider"
            self.work.error("RW625", message, span, help)
            return None
        return written.number

    def _word(self, written: Written, kind: str, span: Span) -> int | None:
        words = self.work.words[kind]
        word = None if written.number is not None else words.get(written.text)
        if word is None:
            help = self.work.suggest(written.text, words) or listed(words)
            self.work.error("RW626", f"`{written.text}` is no word of {kind}", span, help)
            return None
        if len(word.params) != len(written.args):
            message = f"`{word.name}` carries {len(word.params)} values, here are {len(written.args)}"
            carried = ", ".join(show(param) for param in word.params)
            help = (
                f"write `{word.name}({carried})` with such values" if word.params else f"write `{word.name}`"
            )
            self.work.error("RW627", message, span, help)
            return None
        values = [self._value(arg, param, span) for arg, param in zip(written.args, word.params, strict=True)]
        if None in values:
            return None
        return word_index(self.work.game, word, [value for value in values if value is not None])


def _marks_between(text: str, column: core.Type) -> str | None:
    """The help for `clay;sand` and for `pair(gold`, which was cut at its comma."""
    if isinstance(column, core.ListType) and re.search(r"\w[;,|/]", text):
        return "values of a list stand in one cell, with a space between them"
    return "a cell with a comma in it stands in quotes" if text.count("(") != text.count(")") else None


def _form(type: core.Type) -> str | None:
    if isinstance(type, core.Number | core.RangeType):
        return "write a whole number"
    return "write `yes` or `no`" if isinstance(type, core.YesNo) else None


def split(text: str) -> list[str]:
    """The items of a list, which spaces separate; brackets hold together.

    >>> split("clay trees(3) pair(a, b)")
    ['clay', 'trees(3)', 'pair(a, b)']
    """
    if "(" not in text:
        return text.split()
    items: list[str] = []
    depth, start = 0, 0
    for at, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if char.isspace() and depth <= 0:
            items.append(text[start:at])
            start = at + 1
    items.append(text[start:])
    return [item for item in items if item]


def parse(text: str) -> Written | None:
    """Take one value as text, give its parts, or None when it is malformed.

    >>> parse("trees(3)")
    Written(text='trees', number=None, args=(Written(text='3', number=3, args=()),))
    """
    tokens: list[re.Match[str]] = []
    at = 0
    while at < len(text):
        found = TOKEN.match(text, at)
        if found is None:
            return None
        tokens.append(found)
        at = found.end()
    value, end = _parse(tokens, 0, 0)
    return value if end == len(tokens) else None


def _parse(tokens: list[re.Match[str]], at: int, depth: int) -> tuple[Written | None, int]:
    if at >= len(tokens) or tokens[at][3] or depth > 20:
        return None, at
    token = tokens[at]
    if token[1] is not None:
        return Written(token[1], number=int(token[1])) if len(token[1]) < 10 else None, at + 1
    if at + 1 >= len(tokens) or tokens[at + 1][3] != "(":
        return Written(token[2]), at + 1
    args: list[Written] = []
    at += 1
    while at < len(tokens) and tokens[at][3] in ("(", ","):
        arg, at = _parse(tokens, at + 1, depth + 1)
        if arg is None:
            return None, at
        args.append(arg)
        if at < len(tokens) and tokens[at][3] == ")":
            return Written(token[2], args=tuple(args)), at + 1
        if at < len(tokens) and tokens[at][3] == "(":
            return None, at
    return None, at
