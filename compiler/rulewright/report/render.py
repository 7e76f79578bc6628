"""Render: diagnostics as text for people (full, concise) and as JSON for programs.

Each renderer takes diagnostics and gives text; none prints. The source lines come from `sources`, a mapping
of the paths in the spans to `Source`; a path that it does not hold is shown without its line.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Mapping

import click

from rulewright.reading.source import Source
from rulewright.report.diagnostics import Diagnostic, Note, Span

Sources = Mapping[str, Source]
JSON_FORMAT = 1
WIDEST = 160  # a longer line is cut to a window around the span
_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}


def full(diagnostics: Iterable[Diagnostic], sources: Sources, colour: bool = False) -> str:
    """Give each diagnostic with its source line, the span marked under it, its notes and its help."""
    return "\n".join(_full_one(found, sources, colour) for found in diagnostics)


def concise(diagnostics: Iterable[Diagnostic]) -> str:
    """Give one line for each diagnostic: `path:line:column: level CODE: message`."""
    return "".join(f"{_plain(f'{d.span}: {d.level} {d.code}: {d.message}')}\n" for d in diagnostics)


def as_json(diagnostics: Iterable[Diagnostic]) -> str:
    """Give a JSON list with one object for each diagnostic.

    Its fields: `format` (1; a higher number when a field changes its meaning), `code`, `level` (`error`,
    `warning` or `note`), `title`, `message`, `span`, `help` (text or null) and `notes`, a list of objects
    with `text` and `span` (or null). A `span` has `path`, `line`, `column`, `end_line`, `end_column`, all
    from 1 with the end excluded, columns in code points; line 0 means the file as a whole.
    """
    items = [_json_one(found) for found in diagnostics]
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """Give the last line of a run.

    >>> summary([])
    'no errors'
    """
    levels = [found.level for found in diagnostics]
    counts = [(levels.count("error"), "error"), (levels.count("warning"), "warning")]
    said = [f"{n} {word}{'' if n == 1 else 's'}" for n, word in counts if n]
    return ", ".join(said) or "no errors"


def _json_one(found: Diagnostic) -> dict[str, object]:
    from rulewright.report.codes import CODES

    return {
        "format": JSON_FORMAT,
        "code": found.code,
        "level": found.level,
        "title": CODES[found.code].title,
        "message": found.message,
        "span": _json_span(found.span),
        "help": found.help,
        "notes": [{"text": n.text, "span": _json_span(n.span) if n.span else None} for n in found.notes],
    }


def _json_span(span: Span) -> dict[str, object]:
    return {
        "path": span.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _full_one(found: Diagnostic, sources: Sources, colour: bool) -> str:
    hue = _COLOURS[found.level]
    gutter = _gutter(found)
    head = f"{_style(f'{found.level}[{found.code}]', colour, fg=hue, bold=True)}"
    lines = [f"{head}{_style(f': {_plain(found.message)}', colour, bold=True)}"]
    lines += _place(found.span, sources, gutter, "^", colour, hue)
    for note in found.notes:
        lines += _note(note, sources, gutter, colour)
    if found.help:
        lines += _tail("help", found.help, gutter, colour)
    return "\n".join(lines) + "\n"


def _note(note: Note, sources: Sources, gutter: int, colour: bool) -> list[str]:
    if note.span is None:
        return _tail("note", note.text, gutter, colour)
    head = f"{_style('note', colour, fg='cyan', bold=True)}: {_plain(note.text)}"
    return [head, *_place(note.span, sources, gutter, "-", colour, "cyan")]


def _tail(word: str, text: str, gutter: int, colour: bool) -> list[str]:
    first, *more = text.split("\n")
    indent = " " * (gutter + len(word) + 5)
    mark = _style("=", colour, fg="blue", bold=True)
    label = _style(word, colour, bold=True)
    return [f"{' ' * gutter} {mark} {label}: {_plain(first)}", *(indent + _plain(line) for line in more)]


def _gutter(found: Diagnostic) -> int:
    """Give the width of the largest line number shown, so that all bars of a diagnostic stand in line."""
    spans = [found.span, *(note.span for note in found.notes if note.span)]
    return max(len(str(max(span.line, span.end_line))) for span in spans)


def _place(span: Span, sources: Sources, gutter: int, mark: str, colour: bool, hue: str) -> list[str]:
    """Give the arrow line and the marked source lines of a span."""
    lines = [f"{' ' * gutter}{_style('-->', colour, fg='blue', bold=True)} {_plain(str(span))}"]
    source = sources.get(span.path)
    if source is None or not 0 < span.line <= len(source.lines):
        return lines
    bar = _style("|", colour, fg="blue", bold=True)
    lines.append(f"{' ' * gutter} {bar}")
    last = min(_last_line(span), len(source.lines))
    for number in dict.fromkeys((span.line, max(span.line, last))):
        if number > span.line + 1:
            lines.append("...")
        text, marks = _marked(source.line(number), *_columns(span, number, source.line(number)), mark)
        label = _style(f"{number:>{gutter}}", colour, fg="blue", bold=True)
        lines.append(f"{label} {bar} {text}".rstrip())
        lines.append(f"{' ' * gutter} {bar} {' ' * marks[0]}{_style(marks[1], colour, fg=hue, bold=True)}")
    return lines


def _last_line(span: Span) -> int:
    """Give the last line of which a span covers something: one that ends in column 1 ends before it."""
    return span.end_line - 1 if span.end_line > span.line and span.end_column <= 1 else span.end_line


def _columns(span: Span, number: int, text: str) -> tuple[int, int]:
    """Give the part of a line that a span covers, as indices into its text, the end excluded."""
    start = span.column - 1 if number == span.line else len(text) - len(text.lstrip())
    end = span.end_column - 1 if number == span.end_line else len(text.rstrip())
    start = max(0, min(start, len(text)))
    return start, max(start, min(end, len(text)))


def _marked(text: str, start: int, end: int, mark: str) -> tuple[str, tuple[int, str]]:
    """Give a line as it is shown, the blanks before its marks, and the marks: one at least."""
    text, start, end = _window(text, start, end)
    before = sum(map(_width, text[:start]))
    covered = sum(map(_width, text[start:end]))
    return "".join(map(_shown, text)), (before, mark * max(1, covered))


def _window(text: str, start: int, end: int) -> tuple[str, int, int]:
    """Cut a line that is too long to a part around its span, with `…` for what is left out."""
    if len(text) <= WIDEST:
        return text, start, end
    low = max(0, min(start - WIDEST // 4, len(text) - WIDEST))
    high = min(len(text), low + WIDEST)
    head = "…" if low else ""
    tail = "…" if high < len(text) else ""
    shift = len(head) - low
    return head + text[low:high] + tail, start + shift, min(end, high) + shift


def _width(char: str) -> int:
    """Give the columns that a character takes on a terminal."""
    if char == "\t":
        return 4
    if char.isascii():
        return 1
    category = unicodedata.category(char)
    if category in ("Mn", "Me", "Cf"):
        # Direction marks and other format characters are shown by a stand-in, joiners are not.
        return 1 if _shown(char) != char else 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _shown(char: str) -> str:
    """Give a character as it is safe on a terminal: tabs as blanks, controls as a stand-in."""
    if char == "\t":
        return "    "
    category = unicodedata.category(char)
    controls = category in ("Cc", "Cs", "Zl", "Zp") or (category == "Cf" and char not in "\u200c\u200d")
    return "\ufffd" if controls else char


def _plain(text: str) -> str:
    """Give text with nothing in it that could steer a terminal."""
    return text if text.isascii() and text.isprintable() else "".join(map(_shown, text))


def _style(text: str, colour: bool, fg: str | None = None, bold: bool | None = None) -> str:
    return click.style(text, fg=fg, bold=bold) if colour else text
