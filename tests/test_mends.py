"""What an editor mends by itself: applied to each wrong program, the finding is gone."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.console import sources_with
from rulewright.lsp.mending import Mend, mends
from rulewright.reading.source import Source, split
from rulewright.report.codes import CODES
from rulewright.report.diagnostics import Diagnostic, Report, Span
from tests.test_cases import BAD, place, programs

# Numbers of codes of which a mend needs nobody's decision, beside those with `did you mean`.
MECHANICAL = {
    7,
    8,
    101,
    102,
    104,
    105,
    106,
    107,
    108,
    109,
    110,
    111,
    112,
    113,
    114,
    115,
    116,
    117,
    118,
    121,
    122,
    201,
    208,
    209,
    210,
    224,
    226,
    227,
    228,
    231,
    232,
    235,
    236,
    243,
    401,
    403,
    404,
    413,
    415,
    602,
    701,
    702,
    708,
    709,
    801,
}
MEANT = {1, 103, 206, 242, 245, 621, 626, 627, 631, 705, 810}


def found_in(file: Path) -> tuple[list[Diagnostic], dict[str, Source]]:
    """What a check says of a program without playing it, and its texts."""
    report = Report()
    checked = pipeline.check_all(place(file), report, run=False)
    return report.sorted(), dict(sources_with(report, checked.loaded.sources))


@cache
def offered() -> tuple[tuple[Path, Diagnostic, Source, tuple[Mend, ...]], ...]:
    """For each finding in each wrong program, what an editor offers."""
    made = []
    for file in (file.relative_to(BAD) for file in programs(BAD)):
        found, sources = found_in(file)
        for each in found:
            source = sources.get(each.span.path)
            if source is not None and each.span.has_place:
                chunks = tuple(split(source, Report())) if source.path.endswith(".rules") else ()
                made.append((file, each, source, tuple(mends(each, source, chunks))))
    return tuple(made)


def mended(source: Source, edits: tuple[tuple[Span, str], ...]) -> str:
    """A text with some changes."""
    starts = [0]
    for line in source.lines:
        starts.append(starts[-1] + len(line) + 1)

    def at(line: int, column: int) -> int:
        return min(starts[line - 1] + column - 1, len(source.text))

    text = source.text
    for span, new in sorted(edits, key=lambda edit: (edit[0].line, edit[0].column), reverse=True):
        start, end = at(span.line, span.column), at(span.end_line, span.end_column)
        text = text[:start] + new + text[end:]
    return text


@pytest.fixture(autouse=True)
def in_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BAD)


def test_which_codes_have_a_mend() -> None:
    """All that say `did you mean`, and those whose mend is mechanical; the others need a decision."""
    with_one = {found.code for _, found, _, some in offered() if some}
    assert with_one == {f"RW{number:03}" for number in MECHANICAL | MEANT}
    assert with_one <= set(CODES)


def test_every_did_you_mean_has_a_mend() -> None:
    asked = [(found, some) for _, found, _, some in offered() if "did you mean `" in (found.help or "")]
    assert len(asked) > 20
    assert [found for found, some in asked if not some] == []


def test_what_is_mended_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first mend of each finding, in a copy of the program."""
    tried, left = 0, []
    for number, (file, found, source, some) in enumerate(offered()):
        if not some:
            continue
        folder = tmp_path / str(number)
        if file.parent == Path():
            folder.mkdir()
            shutil.copy(BAD / file, folder)
            own, name = folder / file, Path(file.name)
        else:
            shutil.copytree(BAD / file.parent, folder / file.parent)
            own, name = folder / file, file
        text = mended(source, some[0].edits)
        (folder / source.path).write_text(text, encoding="utf-8", newline="")
        monkeypatch.chdir(folder)
        again, _ = found_in(name)
        same = [
            one
            for one in again
            if (one.code, one.message, one.span.line) == (found.code, found.message, found.span.line)
        ]
        tried += 1
        if same:
            left.append(f"{own.name}:{found.span.line} {found.code} {some[0].title}")
    assert tried > 100
    assert left == []


def test_places_in_messages_are_relative() -> None:
    assert [found for _, found, _, _ in offered() if re.match(r"[/\\]", found.span.path)] == []
