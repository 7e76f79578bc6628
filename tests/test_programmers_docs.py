"""What docs/programmers.md shows of an engine is what it does."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "programmers.md").read_text(encoding="utf-8")


def test_the_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    fences = re.findall(r"^```pycon\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert len(fences) > 6
    test = doctest.DocTestParser().get_doctest("\n".join(fences), {}, "programmers", "programmers.md", 0)
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0, "see the output"


def test_the_headings_are_listed() -> None:
    assert re.findall(r"^- \[([^\]]+)\]\(#", TEXT, re.MULTILINE) == re.findall(
        r"^## (.+)$", TEXT, re.MULTILINE
    )


def test_what_it_says_without_showing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    from generated import nim

    game = nim.new(players=2, seed=1, options={"misere": "yes"})
    json.dumps(game.view(0))
    with pytest.raises(nim.IllegalMove):
        game.apply(game.legal_moves()[0], 1)
    assert game.why_not("take_stones", 0, 8) == ["9 cannot be chosen for n; 1 can"]
    assert "meaning" in json.loads((ROOT / "generated" / "nim" / "manifest.json").read_text("utf-8"))
