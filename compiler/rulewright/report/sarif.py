"""SARIF: diagnostics in the format that code scanning reads, version 2.1.0."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import PurePosixPath
from urllib.parse import quote

from rulewright import __version__
from rulewright.report.diagnostics import Diagnostic, Note, Span

VERSION = "2.1.0"
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def as_sarif(diagnostics: Iterable[Diagnostic]) -> str:
    """Give a log of one run: the codes that occur as its rules, each diagnostic as a result.

    Columns count code points, as in spans. A path from the working folder is relative to `%SRCROOT%`, which
    whoever reads the log knows.
    """
    found = list(diagnostics)
    codes = sorted({one.code for one in found})
    driver = {"name": "rulewright", "version": __version__, "rules": [_rule(code) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(one, codes) for one in found],
    }
    log = {"$schema": SCHEMA, "version": VERSION, "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n"


def _rule(code: str) -> dict[str, object]:
    """Give a code with its title, its page and the level that it has."""
    from rulewright.report.codes import CODES
    from rulewright.report.explain import explain

    return {
        "id": code,
        "shortDescription": {"text": CODES[code].title},
        "help": {"text": explain(code), "markdown": explain(code)},
        "defaultConfiguration": {"level": CODES[code].level},
    }


def _result(found: Diagnostic, codes: list[str]) -> dict[str, object]:
    plain = [note.text for note in found.notes if note.span is None]
    result: dict[str, object] = {
        "ruleId": found.code,
        "ruleIndex": codes.index(found.code),
        "level": found.level,
        "message": {"text": "\n".join([found.message, *plain, *([found.help] if found.help else [])])},
        "locations": [_location(found.span)],
    }
    related = [_related(at, note) for at, note in enumerate(found.notes) if note.span is not None]
    return {**result, "relatedLocations": related} if related else result


def _related(at: int, note: Note) -> dict[str, object]:
    assert note.span is not None
    return {"id": at, "message": {"text": note.text}, **_location(note.span)}


def _location(span: Span) -> dict[str, object]:
    place: dict[str, object] = {"artifactLocation": _artifact(span.path)}
    if span.has_place:
        place["region"] = {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
        }
    return {"physicalLocation": place}


def _artifact(path: str) -> dict[str, str]:
    if PurePosixPath(path).is_absolute():
        return {"uri": f"file://{quote(path)}"}
    return {"uri": quote(path), "uriBaseId": "%SRCROOT%"}
