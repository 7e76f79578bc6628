"""Hints: who may see what lies in a zone, told behind its line where the line does not say."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.elaborate.work import Work
from rulewright.reading.source import Source

SEEN = {
    "public": "all see it",
    "hidden": "nobody sees it",
    "face_down": "nobody sees the faces",
    "owner": "only its owner sees it",
}


def hints(work: Work, source: Source, first: int, last: int) -> Iterator[tuple[int, int, str]]:
    """Take a text and lines of it, give line, column and text of each hint."""
    for zone in work.game.zones.values():
        span = zone.span
        if span.path != source.path or not first <= span.line <= last or zone.name.startswith("supply:"):
            continue
        line = source.line(span.line)
        if line.startswith("zone "):
            down = zone.visibility in ("hidden", "face_down") and _backs(work, zone.item)
            said = f"{SEEN[zone.visibility]}{' but for the backs' if down else ''}"
            yield span.line, len(line.rstrip()) + 1, f"{said}{', but for some cells' if zone.down else ''}"


def _backs(work: Work, item: str) -> bool:
    """Whether the backs of cards show something."""
    record = work.game.records.get(item)
    return record is not None and any(column.seen_by_all for column in record.fields.values())
