"""Recovery: after a fault in a declaration, read it again without the fault to find the next one.

The fault is mended where its finding says how; else its line goes, with the block below it, and `nothing`
stands there where a statement may. One fault is reported for each line, and few for each declaration.
"""

from __future__ import annotations

from lark import Lark

from rulewright.syntax.errors import describe
from rulewright.syntax.failure import failure
from rulewright.syntax.finding import Finding
from rulewright.syntax.words import Vocabulary

MOST = 5
_FOLLOWERS = ("otherwise", "or else")
# What may come of a line that was left out rather than of what was written.
_FROM_DROPPING = frozenset({"RW104", "RW106", "RW107"})


def findings(parser: Lark, text: str) -> list[Finding]:
    """Take the text of a declaration that does not parse, give its faults in order, one at least for each
    that has nothing to do with another."""
    return _Recovery(parser).run(text)


class _Recovery:
    def __init__(self, parser: Lark) -> None:
        self.parser = parser
        self.vocabulary = Vocabulary(parser)

    def run(self, text: str) -> list[Finding]:
        found: list[Finding] = []
        lines = text.split("\n")
        reported: set[int] = set()
        dropped = 0  # the last line that was left out
        while (fault := self.first(lines)) is not None:
            if fault.line not in reported:
                if len(found) == MOST or (dropped and _is_echo(fault, dropped)):
                    break
                found.append(fault)
                reported.add(fault.line)
                if fault.mend is not None:
                    lines = _mended(lines, fault)
                    continue
            if fault.line == 1 or fault.line <= dropped:
                break
            dropped = fault.line
            lines = self.without(lines, fault.line)
        return found

    def first(self, lines: list[str]) -> Finding | None:
        found = failure(self.parser, "\n".join(lines), self.vocabulary)
        return None if found is None else describe(found)

    def without(self, lines: list[str], number: int) -> list[str]:
        """Leave out a line and its block; `nothing` takes its place where that reads better."""
        kept = list(lines)
        line = lines[number - 1]
        width = _width(line)
        end = _block_end(lines, number, width)
        while end < len(lines) and _width(lines[end]) == width and lines[end].strip().startswith(_FOLLOWERS):
            end = _block_end(lines, end + 1, width)
        kept[number - 1 : end] = [""] * (end - number + 1)
        with_nothing = list(kept)
        with_nothing[number - 1] = " " * width + "nothing"
        fault = self.first(with_nothing)
        return with_nothing if fault is None or fault.line > number else kept


def _is_echo(fault: Finding, dropped: int) -> bool:
    empty = fault.message.endswith("the end of the block")
    return fault.line <= dropped or fault.code in _FROM_DROPPING or empty


def _width(line: str) -> int:
    return len(line) - len(line.lstrip())


def _block_end(lines: list[str], number: int, width: int) -> int:
    """Give the number of the last line that is deeper than a line, blank lines between included."""
    end = number
    for at in range(number, len(lines)):
        if lines[at].strip():
            if _width(lines[at]) <= width:
                break
            end = at + 1
    return end


def _mended(lines: list[str], fault: Finding) -> list[str]:
    line = lines[fault.line - 1]
    end = fault.mend_end or fault.end_column
    mended = f"{line[: fault.column - 1]}{fault.mend}{line[end - 1 :]}"
    return [*lines[: fault.line - 1], mended, *lines[fault.line :]]
