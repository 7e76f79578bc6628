"""The tutorial: who follows it from an empty folder is shown what it shows, step by step.

Its fences are done in order: `sh` are commands, `text` is what those above it print (`...` stands for lines
that are left out), `diff file=` changes lines of a file, `add=` writes the text at a file's end.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulewright import cli

DOC = Path(__file__).parent.parent / "docs" / "tutorial.md"
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Fence:
    """A step: what it is, the file that it changes, its text, its line."""

    kind: str
    file: str
    text: str
    line: int


def fences() -> Iterator[Fence]:
    """The steps of the tutorial."""
    text = DOC.read_text("utf-8")
    for found in FENCE.finditer(text):
        said = found[2].strip()
        kind = "add" if said.startswith("add=") else found[1]
        yield Fence(kind, said.partition("=")[2], found[3], text.count("\n", 0, found.start()) + 1)


def changed(text: str, diff: str) -> str:
    """A text with lines of it changed, as a diff without places says."""
    lines = diff.splitlines()
    old = "".join(f"{line[1:]}\n" for line in lines if line[:1] != "+")
    new = "".join(f"{line[1:]}\n" for line in lines if line[:1] != "-")
    assert text.count(old) == 1, f"these lines are there {text.count(old)} times:\n{old}"
    return text.replace(old, new)


def shows(shown: str, printed: str) -> bool:
    """Whether a text with `...` for some lines is what was printed."""
    parts = [re.escape(part) for part in re.split(r"^\.\.\.\n", shown, flags=re.MULTILINE)]
    return re.fullmatch(r"(?:.*\n)*?".join(parts), printed) is not None


def test_each_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    steps = list(fences())
    for at, step in enumerate(steps):
        if step.kind == "sh":
            capsys.readouterr()
            for line in step.text.splitlines():
                command, *words = shlex.split(line)
                assert command == "rulewright", step.line
                cli.run(words)
            answer = steps[at + 1]
            assert answer.kind == "text", f"line {step.line}: what is printed is not shown"
            out, err = capsys.readouterr()
            assert err == "", step.line
            assert shows(answer.text, out), f"line {answer.line} shows\n{answer.text}\nprinted is\n{out}"
        elif step.kind == "diff":
            file = Path(step.file)
            file.write_text(changed(file.read_text("utf-8"), step.text), "utf-8")
        elif step.kind == "add":
            file = Path(step.file)
            gap = "\n" if file.suffix == ".rules" else ""
            file.write_text(file.read_text("utf-8") + gap + step.text, "utf-8")
    assert len(steps) > 20


def test_what_is_shown_is_compared() -> None:
    assert shows("a\n...\nc\n", "a\nb\nc\n")
    assert shows("...\nc\n", "c\n")
    assert not shows("a\n...\nc\n", "a\nb\nd\n")
    assert not shows("a\n", "a\nb\n")


def test_the_headings_are_listed() -> None:
    text = DOC.read_text("utf-8")
    listed = re.findall(r"^- \[([^\]]+)\]\(#", text, re.MULTILINE)
    assert listed == re.findall(r"^## (.+)$", text, re.MULTILINE)
