"""Faults: where the rules themselves stop a game, told as a fault of their text and not of this program."""

from __future__ import annotations

import re
import sys
from pathlib import PurePosixPath

from rulewright.report.diagnostics import Diagnostic, Span
from rulewright.report.render import Sources

STOPPED = "the rules stopped the game"
_LINE = re.compile(r" \(line (\d+)(?: of ([^()]+))?\)")


def rule_error(thing: object) -> type[Exception]:
    """The RuleError of the engine that a game, or its `Rules`, belongs to: each engine has a runtime of its
    own."""
    found: type[Exception] = sys.modules[type(thing).__module__].RuleError
    return found


def fault(error: Exception, file: str, sources: Sources) -> Diagnostic:
    """RW904 for a RuleError under the rules in a file, at the line that it names."""
    message, span = _parted(str(error), file, sources)
    return Diagnostic("RW904", f"{STOPPED}: {message}", span, "`rulewright explain RW904` says what to do")


def placed(message: str, file: str, sources: Sources) -> str:
    """The message of a RuleError with the file and the line in it, where it names a line.

    >>> placed("x would leave its range 0..3 (line 12)", "frogs.rules", {})
    'x would leave its range 0..3 (frogs.rules:12)'
    """
    said, span = _parted(message, file, sources)
    return f"{said} ({span.path}:{span.line})" if span.has_place else said


def _parted(message: str, file: str, sources: Sources) -> tuple[str, Span]:
    """A message without its line, and the place of that."""
    found = _LINE.search(message)
    if found is None:
        return message, Span.whole(file)
    path = next((path for path in sources if PurePosixPath(path).name == found[2]), file)
    said, number = message[: found.start()] + message[found.end() :], int(found[1])
    lines = sources[path].text.splitlines() if path in sources else []
    text = lines[number - 1] if number <= len(lines) else ""
    return said, Span.on_line(path, number, len(text) - len(text.lstrip()) + 1, len(text.rstrip()) + 1)
