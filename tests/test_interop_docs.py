"""The sessions in docs/interop.md run as they are printed, and its table of blocks is that of the code."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from tests.extras import extra

for package in ("pyspiel", "pettingzoo", "gymnasium"):
    extra(package)

from rulewright.interop import tensors  # noqa: E402

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
TEXT = (ROOT / "docs" / "interop.md").read_text(encoding="utf-8")


def test_the_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    fences = re.findall(r"^```pycon\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert len(fences) > 4
    test = doctest.DocTestParser().get_doctest("\n".join(fences), {}, "interop", "docs/interop.md", 0)
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0, "see the output"


def test_the_lines_of_the_readme(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (text,) = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    made: dict[str, object] = {}
    exec(text, made)
    assert "connect_four" in str(made["env"].setup.rules.name)  # type: ignore[attr-defined]
    assert str(made["game"]).startswith("rulewright_leduc_poker")


def test_the_blocks() -> None:
    """The page and the module that writes the numbers have the same blocks with the same shapes."""
    in_code = re.findall(r"^\| (.*?) \| (.*?) \|", tensors.__doc__ or "", re.MULTILINE)
    assert len(in_code) > 10
    assert [
        row for row in in_code[1:] if row not in re.findall(r"^\| (.*?) \| (.*?) \|", TEXT, re.MULTILINE)
    ] == []
