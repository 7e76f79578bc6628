"""Layout of generated Python: indentation, and long lines broken where a reader would.

`laid_out(lines)` gives text lines of a block. A line that is too long is opened at its longest brackets: one
argument, one `for`, one condition a line.
"""

from __future__ import annotations

from typing import TypeAlias

Lines: TypeAlias = "list[str | Lines]"
WIDTH = 108
BREAKS = ((" for ", " if "), (" and ",), (" or ",), (" + ",))


def laid_out(lines: Lines, depth: int = 1) -> list[str]:
    """Lines with their indentation, long ones broken.

    >>> laid_out(["if x:", ["pass"]])
    ['    if x:', '        pass']
    """
    found: list[str] = []
    for line in merged(lines):
        if isinstance(line, str):
            found.extend("    " * depth + part for part in fitted(tidy(line), WIDTH - 4 * depth))
        else:
            found.extend(laid_out(line, depth + 1))
    return found


def merged(lines: Lines) -> Lines:
    """`if a:` around nothing but `if b:` becomes `if a and b:`."""
    result: Lines = []
    for i, line in enumerate(lines):
        inner = lines[i + 1] if i + 1 < len(lines) else None
        after = lines[i + 2] if i + 2 < len(lines) else ""
        if _opens(line) and isinstance(inner, list) and not _goes_on(after):
            nested = merged(inner)
            if len(nested) == 2 and _opens(nested[0]):
                result.append(f"if {_side(str(line)[3:-1])} and {_side(str(nested[0])[3:-1])}:")
                lines = [*lines[: i + 1], nested[1], *lines[i + 2 :]]
                continue
        result.append(lines[i])
    return result


def _opens(line: object) -> bool:
    return isinstance(line, str) and line.startswith("if ") and line.endswith(":")


def _goes_on(line: object) -> bool:
    return isinstance(line, str) and line.startswith(("else:", "elif "))


def _side(condition: str) -> str:
    loose = any(word in condition for word in (" or ", " if ", " else "))
    return f"({condition})" if loose and bare(condition) == condition else condition


def fitted(line: str, width: int) -> list[str]:
    """A line, or the lines that it is broken into."""
    body, _, comment = line.partition("  # ")
    if len(body) <= width:
        return [line]
    groups = brackets(body)
    if not groups:
        return [line]
    start, end = max(groups, key=lambda group: group[1] - group[0])
    subscript = body[start] == "[" and start > 0 and (body[start - 1].isalnum() or body[start - 1] in "_)]}")
    parts = _parts(body[start + 1 : end], "" if subscript else body[start])
    if not parts:
        return [line]
    if len(parts) > 4 and all(len(part) < 30 and not brackets(part) and part.endswith(",") for part in parts):
        inner = [f"    {text}" for text in _filled(parts, width - 4)]
    else:
        inner = [f"    {text}" for part in parts for text in fitted(part, width - 4)]
    tail = fitted(body[end:], width)
    return [body[: start + 1] + (f"  # {comment}" if comment else ""), *inner, *tail]


def _filled(parts: list[str], width: int) -> list[str]:
    """Short items, as many a line as fit."""
    lines = [""]
    for part in parts:
        if lines[-1] and len(lines[-1]) + 1 + len(part) > width:
            lines.append("")
        lines[-1] += f" {part}" if lines[-1] else part
    return lines


def _parts(inner: str, bracket: str) -> list[str]:
    """What stands in brackets, in pieces."""
    if not inner.strip():
        return []
    comprehension = split(inner, (" for ",))
    if len(comprehension) > 1:
        return split(inner, BREAKS[0])
    commas = split(inner, (", ",), keep=False) if bracket else []
    if len(commas) > 1 or bracket == "[" or inner.endswith(","):
        return [f"{part.rstrip(',')}," for part in commas if part.strip(",")]
    for words in BREAKS[1:]:
        parts = split(inner, words)
        if len(parts) > 1:
            return parts
    return [inner]


def split(text: str, words: tuple[str, ...], keep: bool = True) -> list[str]:
    """A text cut before some words that stand outside brackets and quotes.

    >>> split("x for x in (a for a in b) if x", (" for ", " if "))
    ['x', 'for x in (a for a in b)', 'if x']
    """
    parts, start = [], 0
    for i in outside(text):
        word = next((w for w in words if text.startswith(w, i)), None)
        if word is not None and i >= start:
            parts.append(text[start:i].strip())
            start = i + 1 if keep else i + len(word)
    return [part for part in [*parts, text[start:].strip()] if part]


def brackets(text: str) -> list[tuple[int, int]]:
    """Where the outermost brackets open and close."""
    found: list[tuple[int, int]] = []
    depth = start = 0
    for i, char in code(text):
        if char in "([{":
            start = i if not depth else start
            depth += 1
        elif char in ")]}":
            depth -= 1
            if not depth:
                found.append((start, i))
    return found


def outside(text: str) -> list[int]:
    """The positions outside brackets and quotes."""
    found: list[int] = []
    depth = 0
    for i, char in code(text):
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif not depth:
            found.append(i)
    return found


def code(text: str) -> list[tuple[int, str]]:
    """The characters outside quotes, with their positions."""
    found: list[tuple[int, str]] = []
    quote, escaped = "", False
    for i, char in enumerate(text):
        if quote:
            if escaped:
                escaped = False
            elif char == "\\":
                escaped = True
            elif char == quote:
                quote = ""
        elif char in "'\"":
            quote = char
        else:
            found.append((i, char))
    return found


def quoted(value: object) -> str:
    """A value as Python text, with double quotes where they need no escape.

    >>> print(quoted(("a", "it's", 1)))
    ("a", "it's", 1)
    """
    match value:
        case str():
            text = repr(value)
            plain = text.startswith("'") and '"' not in text and "\\" not in text
            return f'"{text[1:-1]}"' if plain else text
        case tuple():
            return f"({', '.join(map(quoted, value))}{',' if len(value) == 1 else ''})"
        case list():
            return f"[{', '.join(map(quoted, value))}]"
        case dict():
            return "{" + ", ".join(f"{quoted(key)}: {quoted(item)}" for key, item in value.items()) + "}"
    return repr(value)


def tidy(line: str) -> str:
    """A line without brackets around a whole condition.

    >>> tidy("if (a & 1):"), tidy("return (a)")
    ('if a & 1:', 'return a')
    """
    for word in ("if ", "elif ", "while "):
        if line.startswith(word) and line.endswith(":"):
            return f"{word}{bare(line[len(word) : -1])}:"
    return f"return {bare(line[7:])}" if line.startswith("return ") else line


def unquoted(text: str) -> str:
    """A text without what stands in quotes.

    >>> unquoted("f('pick', x)")
    'f(, x)'
    """
    return "".join(char for _, char in code(text))


def code_of(lines: Lines) -> str:
    """The text of some lines without what stands in quotes or in comments.

    >>> code_of(["x = f('a')  # a"])
    '    x = f()'
    """
    return "\n".join(unquoted(line).partition("#")[0].rstrip() for line in laid_out(lines))


def bare(text: str) -> str:
    """A text without the brackets that hold all of it.

    >>> bare("(a + b)"), bare("(a) + (b)")
    ('a + b', '(a) + (b)')
    """
    whole = text.startswith("(") and brackets(text) == [(0, len(text) - 1)]
    return text[1:-1] if whole and len(split(text[1:-1], (",",))) == 1 else text
