"""Mistakes as designers make them, in `tests/mistakes/*.txt`: each changes a game of `docs/language.md`.

| a line | says |
|---|---|
| `# ...` | a comment |
| `in orchard` | the game that the mistakes below are made in |
| `file fruit.csv` | the file of it that is changed from here on; after `in` it is the game's rules |
| `= a zone is misspelt` | a mistake begins |
| `- zone hand: ...` | these lines of the file go |
| `+ «zonne» hand: ...` | these come in their place, or at its end; «» stands around what is wrong |
| `save utf-16` | how the file is written: an encoding, `crlf`, `empty`, `xlsx` |
| `at: game Orchard ...` | the line where the message must stand, where nothing is marked |
| `mend: ...` | words that its help must have |
| `short: ...` | why the message falls short, for one that is not good enough yet |
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from rulewright import pipeline
from rulewright.reading.files import RulesetPath
from rulewright.report.diagnostics import Diagnostic, Report
from tests.language_docs import fences

FOLDER = Path(__file__).parent / "mistakes"
OPEN, CLOSE = "«", "»"
MOST_MESSAGES = 3


@dataclass(slots=True)
class Edit:
    """Lines of a file that go, and those that come in their place."""

    file: str
    old: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Mistake:
    """One mistake, and what is asked of the first message about it."""

    title: str
    where: str
    game: str
    edits: list[Edit] = field(default_factory=list)
    file: str = ""
    save: str = ""
    at: str = ""
    mend: str = ""
    short: str = ""


@cache
def mistakes() -> tuple[Mistake, ...]:
    """All mistakes, in the order of their files."""
    return tuple(mistake for file in sorted(FOLDER.glob("*.txt")) for mistake in _read(file))


def _read(path: Path) -> Iterator[Mistake]:
    game = file = ""
    found: Mistake | None = None
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        word, _, rest = line.partition(" ")
        if not line or word == "#":
            continue
        if word == "=":
            if found is not None:
                yield found
            found = Mistake(rest, f"{path.name}:{number}", game, file=file)
        elif word == "in":
            game, file = rest, f"{rest}.rules"
        elif word == "file":
            file = rest
            if found is not None and found.edits and not found.mend:  # a second file of one mistake
                found.file = file
        else:
            assert found is not None, f"{path.name}:{number} stands in no mistake"
            _add(found, word, rest, file)
    if found is not None:
        yield found


def _add(found: Mistake, word: str, rest: str, file: str) -> None:
    """Takes one line of a mistake."""
    edits = found.edits
    if word == "-":
        if not edits or edits[-1].new or edits[-1].file != file:
            edits.append(Edit(file))
        edits[-1].old.append(rest)
    elif word == "+":
        if not edits or edits[-1].file != file:
            edits.append(Edit(file))
        edits[-1].new.append(rest)
    elif word == "save":
        found.save = rest
    else:
        assert word in ("at:", "mend:", "short:"), f"{found.where}: what does `{word}` mean?"
        setattr(found, word[:-1], rest)


def base(game: str) -> dict[str, str]:
    """The files of a game of the document: its rules, and all tables and rulebooks."""
    found = {fence.says["file"]: fence.text for fence in fences() if fence.language in ("csv", "md")}
    (rules,) = (fence.text for fence in fences() if fence.says.get("name") == game)
    return {f"{game}.rules": rules, **found}


def written(mistake: Mistake, folder: Path) -> None:
    """Writes the files of the game with the mistake in them."""
    texts = base(mistake.game)
    for edit in mistake.edits:
        texts[edit.file] = edited(texts.get(edit.file, ""), edit, mistake.where)
    for name, text in texts.items():
        plain = text.replace(OPEN, "").replace(CLOSE, "")
        (folder / name).write_bytes(_saved(plain, mistake.save if name == mistake.file else ""))


def edited(text: str, edit: Edit, where: str) -> str:
    """A text with an edit made in it, the marks still there."""
    new = "".join(f"{line}\n" for line in edit.new)
    if not edit.old:
        return text + new
    old = "".join(f"{line}\n" for line in edit.old)
    assert old in text, f"{where}: the game has no such lines\n{old}"
    return text.replace(old, new, 1)


def _saved(text: str, how: str) -> bytes:
    if how == "empty":
        return b""
    if how == "xlsx":
        return b"PK\x03\x04" + bytes(60)
    if how == "crlf":
        return text.replace("\n", "\r\n").encode()
    return text.encode(how or "utf-8")


def place(mistake: Mistake) -> tuple[str, int, int, int]:
    """Where the message must stand: the file, the line, the columns of what is marked (0 for any)."""
    texts = base(mistake.game)
    for edit in mistake.edits:
        texts[edit.file] = edited(texts.get(edit.file, ""), edit, mistake.where)
    for name, text in texts.items():
        for number, line in enumerate(text.splitlines(), start=1):
            if OPEN in line:
                start = line.index(OPEN) + 1
                return name, number, start, line.index(CLOSE)
            if mistake.at and line == mistake.at:
                return name, number, 0, 0
    assert mistake.save, f"{mistake.where}: nothing is marked"
    return mistake.file, 0, 0, 0


def checked(mistake: Mistake, folder: Path) -> list[Diagnostic]:
    """What a check says about the game with the mistake in it; paths in it start from the folder."""
    written(mistake, folder)
    file = Path(f"{mistake.game}.rules")
    report = Report()
    pipeline.check_all(RulesetPath(mistake.game, file, Path()), report)
    return report.sorted()


def faults(mistake: Mistake, found: list[Diagnostic]) -> list[str]:
    """What is not as it must be in what was said about a mistake."""
    if not found:
        return ["nothing is said"]
    name, line, _, _ = place(mistake)
    first, faults = found[0], []
    if (first.span.path, first.span.line) != (name, line):
        faults.append(f"it stands at {first.span}, not at {name}:{line}")
    if not mistake.mend or mistake.mend not in (first.help or ""):
        faults.append(f"the help has no `{mistake.mend}`: {first.help}")
    if len(found) > MOST_MESSAGES:
        faults.append(f"{len(found)} messages for one cause")
    return faults
