"""Source: a text split into its declarations by indentation alone, before anything is parsed.

Each top-level declaration becomes a `Chunk` that is parsed alone and cached by its text: one mistake does
not hide the next, and the time is linear in the number of lines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rulewright.record import record
from rulewright.report.diagnostics import Report, Span

INDENT = 4
_PIECE = re.compile(r'"[^"]*"?|#.*|[()\[\]{}]')
_OPENS = "([{"
_CLOSES = ")]}"


@dataclass(frozen=True, slots=True)
class Source:
    """A text and the path it is shown under; line ends become `\\n`, a byte order mark goes away."""

    path: str
    text: str
    lines: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        text = self.text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "lines", tuple(text.split("\n")))

    def line(self, number: int) -> str:
        """Give the text of a line counted from 1; empty where the file has no such line."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""


@record
class Chunk:
    """One top-level declaration.

    Line n of `text` is line `first_line + n - 1` of the file; columns are those of the file. `lead` holds
    the comment lines directly above it. `sound` is False where the indentation was reported: a parse
    would only repeat that.
    """

    path: str
    first_line: int
    text: str
    lead: str = ""
    sound: bool = True


def split(source: Source, report: Report) -> list[Chunk]:
    """Take a source, give its declarations in order; what is wrong with the indentation goes to the report.

    A line in column 1 that is neither blank nor a comment starts a declaration. The lines after it that are
    indented, blank or comments belong to it, without blanks and comments at the end. A line in column 1
    that closes a bracket continues the declaration that opened it.

    >>> text = "# the deck\\nzone deck: stack of Card\\n\\naction take:\\n    do:\\n        nothing\\n"
    >>> [(c.first_line, c.lead, c.text) for c in split(Source("a.rules", text), Report())]
    [(2, '# the deck', 'zone deck: stack of Card'), (4, '', 'action take:\\n    do:\\n        nothing')]
    """
    splitter = _Splitter(source, report)
    for number, line in enumerate(source.lines, start=1):
        splitter.feed(number, line)
    splitter.close()
    return splitter.chunks


class _Splitter:
    """The state of one walk over the lines."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report
        self.chunks: list[Chunk] = []
        self.lead: list[str] = []  # comment lines in column 1, not yet known to lead anything
        self.chunk_lead = ""
        self.start = 0  # first line of the open declaration; 0 when none is open
        self.last = 0  # its last line that is neither blank nor a comment
        self.level = 0  # indentation, in levels, of that line
        self.depth = 0  # brackets open at the end of that line
        self.sound = True
        self.orphaned = False  # an indented line with no declaration above it was reported

    def feed(self, number: int, line: str) -> None:
        """Take the next line of the file."""
        body = line.lstrip()
        if not body or body[0] == "#":
            self._blank_or_comment(line)
            return
        width = len(line) - len(body)
        if width == 0 and not (self.depth > 0 and body[0] in _CLOSES):
            self._begin(number)
        elif self.start == 0:
            self._orphan(number, line, width)
            return
        elif self.depth == 0:
            self._indentation(number, line, width)
        self.lead.clear()
        self.last = number
        self.depth = open_brackets(body, self.depth)

    def close(self) -> None:
        """Take the end of the file."""
        self._finish()
        if not self.chunks and not self.orphaned:
            self.report.add(
                "RW005",
                "the file says nothing",
                Span.whole(self.source.path),
                help="start it with the version of the language, then the game: `language 1`",
            )

    def _blank_or_comment(self, line: str) -> None:
        if line.startswith("#"):
            self.lead.append(line)
        else:
            self.lead.clear()

    def _begin(self, number: int) -> None:
        self._finish()
        self.chunk_lead = "\n".join(self.lead)
        self.start = number
        self.level = self.depth = 0
        self.sound = True

    def _finish(self) -> None:
        if self.start:
            text = "\n".join(self.source.lines[self.start - 1 : self.last])
            self.chunks.append(Chunk(self.source.path, self.start, text, self.chunk_lead, self.sound))
        self.start = 0

    def _orphan(self, number: int, line: str, width: int) -> None:
        if not self.orphaned and not self._odd_space(number, line, width):
            self.report.add(
                "RW008",
                "an indented line with no declaration above it",
                Span.on_line(self.source.path, number, 1, width + 1),
                help="start the line in column 1",
            )
        self.orphaned = True

    def _indentation(self, number: int, line: str, width: int) -> None:
        """Check the indentation of a line that continues a declaration, and keep its level."""
        if self._odd_space(number, line, width):
            self.sound = False
            self.level = max(1, min(self.level + 1, len(line[:width].expandtabs(INDENT)) // INDENT))
            return
        level, rest = divmod(width, INDENT)
        path = self.source.path
        if rest:
            self._wrong(
                f"the line is indented by {width} spaces, which is no multiple of {INDENT}",
                Span.on_line(path, number, level * INDENT + 1, width + 1),
                _nearest_widths(width, self.level),
            )
            level = max(1, min(self.level + 1, (width + INDENT // 2) // INDENT))
        elif level > self.level + 1:
            self._wrong(
                f"the line is indented by {level} levels under a line with {self.level}",
                Span.on_line(path, number, (self.level + 1) * INDENT + 1, width + 1),
                f"a block is one level deeper: indent the line by {(self.level + 1) * INDENT} spaces at most",
            )
            level = self.level + 1
        self.level = level

    def _odd_space(self, number: int, line: str, width: int) -> bool:
        """Report indentation that is not made of spaces; the span is the first run of what is not."""
        indent = line[:width]
        if indent.count(" ") == width:
            return False
        at = next(i for i, char in enumerate(indent) if char != " ")
        odd = indent[at]
        end = at
        while end < width and indent[end] == odd:
            end += 1
        span = Span.on_line(self.source.path, number, at + 1, end + 1)
        if odd == "\t":
            self.report.add(
                "RW007", "a tab in the indentation", span, f"write {INDENT} spaces for each level"
            )
        else:
            self.report.add(
                "RW008",
                f"the indentation holds a character that is no plain space (U+{ord(odd):04X})",
                span,
                f"write {INDENT} spaces for each level",
            )
        return True

    def _wrong(self, message: str, span: Span, help: str) -> None:
        self.sound = False
        self.report.add("RW008", message, span, help)


def open_brackets(line: str, depth: int) -> int:
    """Count the brackets that a line leaves open, outside strings and comments, after `depth` before it."""
    if not depth and "(" not in line and "[" not in line and "{" not in line:
        return depth
    for piece in _PIECE.findall(line):
        if piece in _OPENS:
            depth += 1
        elif piece in _CLOSES:
            depth = max(0, depth - 1)
    return depth


def _nearest_widths(width: int, level: int) -> str:
    """Give the help for a width that is no multiple: the widths on both sides that a block may have."""
    below = width // INDENT * INDENT
    fits = [w for w in (below, below + INDENT) if INDENT <= w <= (level + 1) * INDENT]
    return f"indent the line by {' or '.join(map(str, fits or [(level + 1) * INDENT]))} spaces"
