"""The table of all diagnostics: one code, its level and its title.

| range | about |
|-------|-------|
| RW0xx | files and source |
| RW1xx | syntax |
| RW2xx | names and types |
| RW3xx | dependencies and cascades |
| RW4xx | flow |
| RW5xx | information |
| RW6xx | tables and components |
| RW7xx | variants, options, modules |
| RW8xx | citations and coverage |
| RW9xx | examples and claims at run time |

Every code has a page, `pages/RWnnn.md`, which `rulewright explain RWnnn` prints; a test holds the two
together. A code is never given a second meaning: a finding that goes away takes its code with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding."""

    code: str
    level: Level
    title: str


_TABLE: tuple[Code, ...] = (
    # RW0xx: files and source
    Code("RW001", "error", "file not found"),
    Code("RW002", "error", "file is not UTF-8"),
    Code("RW003", "error", "binary file"),
    Code("RW004", "error", "file too large"),
    Code("RW005", "error", "empty file"),
    Code("RW006", "error", "path outside the project"),
    Code("RW007", "error", "tab in the indentation"),
    Code("RW008", "error", "bad indentation"),
    Code("RW009", "error", "file cannot be read"),
    Code("RW010", "error", "no such ruleset"),
    Code("RW011", "error", "folder cannot be written"),
    Code("RW012", "error", "no such code"),
    # RW1xx: syntax
    # RW2xx: names and types
    # RW3xx: dependencies and cascades
    # RW4xx: flow
    # RW5xx: information
    # RW6xx: tables and components
    # RW7xx: variants, options, modules
    # RW8xx: citations and coverage
    # RW9xx: examples and claims at run time
)

CODES: dict[str, Code] = {code.code: code for code in _TABLE}
