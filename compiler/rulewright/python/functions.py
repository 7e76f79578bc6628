"""Python functions: what is asked for often in one gets a name."""

from __future__ import annotations

import re
from collections import Counter

from rulewright.python.layout import Lines, code_of, laid_out
from rulewright.python.names import RESERVED
from rulewright.record import record

OFTEN = 4


@record
class Function:
    """A generated function: `name(args) -> result`, what its docstring says, its body's lines."""

    name: str
    args: str
    result: str
    doc: str
    lines: list[str]
    clauses: tuple[str, ...] = ()
    decorator: str = ""


def function(name: str, args: str, result: str, doc: str, lines: Lines) -> Function:
    """A Function with its lines laid out. What is read of a state again and again has a name; the members of
    a set are remembered."""
    lines = _replaced(lines, r"\bin bits\(s\.sets\[", "in members(s.sets[")
    if args.startswith("s: State"):
        lines = _with_offsets(args, lines)
        if str(lines).count("s.memory[") >= OFTEN:
            lines = ["memory = s.memory", *_replaced(lines, r"\bs\.memory\[", "memory[")]
    return Function(name, args, result, doc, laid_out(lines) if lines != ["pass"] else [])


def _with_offsets(args: str, lines: Lines) -> Lines:
    """Where the part of a seat begins in a list, `HELPERS + 10 * me`, has a name if it is asked for often; so
    has a place in it, `HELPERS + 10 * me + u`."""
    loads = _loads(lines)
    lines, loaded = lines[loads:], lines[:loads]
    text = code_of(lines)
    names = [*re.findall(r"(\w+): int", args), *(str(line).partition(" = ")[0] for line in loaded)]
    given = "|".join(name for name in names if not _is_bound(name, text))
    if not given:
        return [*loaded, *lines]
    term = rf"(?:\d+ \* )?({given})"
    for offset, least in (
        (rf"\b(([A-Z][A-Z0-9_]*) \+ {term} \+ {term})\b", 2),
        (rf"\b(([A-Z][A-Z0-9_]*) \+ {term})\b", 1),
    ):
        lines = _with_offset(offset, least, lines)
    return [*loaded, *lines]


def _loads(lines: Lines) -> int:
    """How many lines take values out of a frame, at the start."""
    first = 0
    while first < len(lines) and re.fullmatch(r"\w+ = f\[\d+\]", str(lines[first])):
        first += 1
    return first


def _with_offset(offset: str, least: int, lines: Lines) -> Lines:
    """Offsets of one form have names if they are asked for more often than `least`."""
    text, found = code_of(lines), _asked(lines, offset, 1)
    first = _after_guards(lines)
    guards, named = str(lines[:first]), dict[str, str]()
    for (whole, base, *parts), times in found.items():
        name = f"{base}_{'_'.join(parts)}".lower()
        if sum(other == base for _, other, *_ in found) == 1:
            name = f"{base}_at".lower() if len(parts) > 1 else base.lower()
        name = f"{name}_" if name in RESERVED else name
        if times > least and not re.search(rf"\b{name}\b", text):
            named[name] = whole
            lines = _replaced(lines, rf"\b{re.escape(whole)}\b", name)
            first = 0 if whole in guards else first
    for name, whole in reversed(named.items()):
        lines = _where_asked(lines, first, name, f"{name} = {whole}")
    return lines


def _where_asked(lines: Lines, first: int, name: str, line: str) -> Lines:
    """Lines with one more that gives a name: the first, or in the only branch that asks for it."""
    asked = [i for i in range(first, len(lines)) if re.search(rf"\b{name}\b", str(lines[i]))]
    branch = lines[asked[0]] if len(asked) == 1 else ""
    if isinstance(branch, str) or not str(lines[asked[0] - 1]).startswith(("if ", "elif ", "else:")):
        return [*lines[:first], line, *lines[first:]]
    return [*lines[: asked[0]], _where_asked(branch, 0, name, line), *lines[asked[0] + 1 :]]


def _is_bound(name: str, text: str) -> bool:
    """Is a name given another value somewhere?"""
    return re.search(rf"\bfor [\w, ]*\b{name}\b[\w, ]* in |\b{name} (?:[-+|&]|:)?= ", text) is not None


def _after_guards(lines: Lines) -> int:
    """The first line after those that return early."""
    first = 0
    while (
        first + 1 < len(lines) and str(lines[first]).startswith("if ") and lines[first + 1] == ["return []"]
    ):
        first += 2
    return first


def _asked(lines: Lines, offset: str, times: int) -> Counter[tuple[str, ...]]:
    """How often offsets are asked for; in a loop, often."""
    found: Counter[tuple[str, ...]] = Counter()
    loop = False
    for line in lines:
        if not isinstance(line, str):
            found += _asked(line, offset, times * OFTEN if loop else times)
            continue
        loop = line.startswith(("for ", "while "))
        head, _, test = line.partition(" if ") if " for " in line else (line, "", "")
        for each in re.findall(offset, head):
            found[each] += times
        for each in re.findall(offset, test):
            found[each] += times * OFTEN
    return found


def _replaced(lines: Lines, old: str, new: str) -> Lines:
    return [re.sub(old, new, line) if isinstance(line, str) else _replaced(line, old, new) for line in lines]
